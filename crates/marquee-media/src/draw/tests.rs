use super::*;

fn pixels(png: &[u8]) -> image::RgbImage {
    image::load_from_memory(png).unwrap().to_rgb8()
}

/// Barlow Bold as WOFF, from its npm package.
fn font() -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../node_modules/@fontsource/barlow/files/");
    std::fs::read(format!("{folder}barlow-latin-700-normal.woff"))
        .expect("npm packages are installed (npm ci)")
}

#[test]
fn a_drawing_has_the_size_of_its_svg() {
    let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">
        <rect width="40" height="20" fill="#ff0000"/><rect x="20" width="20" height="20" fill="#0000ff"/></svg>"##;
    let image = pixels(&draw(svg, &[]).unwrap());
    assert_eq!(image.dimensions(), (40, 20));
    assert_eq!((image.get_pixel(5, 10).0, image.get_pixel(35, 10).0), ([255, 0, 0], [0, 0, 255]));
}

#[test]
fn text_is_drawn_with_a_woff_font() {
    let font = font();
    let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60">
        <rect width="200" height="60" fill="#ffffff"/><text x="10" y="45" font-family="Barlow" font-weight="700"
        font-size="48" fill="#000000">Salt</text></svg>"##;
    let dark = |png: &[u8]| pixels(png).pixels().filter(|p| p.0[0] < 64).count();
    assert!(dark(&draw(svg, std::slice::from_ref(&font)).unwrap()) > 500, "the text is drawn");
    assert_eq!(dark(&draw(svg, &[]).unwrap()), 0, "no text is drawn without a font");
    let mut broken = font.clone();
    broken.truncate(font.len() / 2);
    assert_eq!(
        dark(&draw(svg, &[broken, b"wOFF".to_vec(), Vec::new()]).unwrap()),
        0,
        "invalid fonts are ignored"
    );
}

#[test]
fn only_data_urls_are_drawn_as_pictures() {
    let inner_png = encode::encode(
        &DynamicImage::ImageRgb8(image::RgbImage::from_pixel(4, 4, image::Rgb([0, 200, 0]))),
        Format::Png,
    )
    .unwrap();
    use base64::Engine;
    let data = base64::engine::general_purpose::STANDARD.encode(inner_png);
    let svg = |href: &str| {
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="#fff"/>
            <image width="20" height="20" href="{href}"/></svg>"##
        )
    };
    let image = pixels(&draw(&svg(&format!("data:image/png;base64,{data}")), &[]).unwrap());
    assert_eq!(image.get_pixel(10, 10).0, [0, 200, 0]);
    for external in ["/etc/hostname", "file:///etc/hostname", "https://evil.example/a.png"] {
        assert_eq!(
            pixels(&draw(&svg(external), &[]).unwrap()).get_pixel(10, 10).0,
            [255, 255, 255],
            "{external}"
        );
    }
}

#[test]
fn invalid_or_too_large_svg_is_refused() {
    assert!(matches!(draw("<svg", &[]), Err(MediaError::Broken { .. })));
    let too_large = r#"<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"/>"#;
    assert!(matches!(draw(too_large, &[]), Err(MediaError::BadSize { .. })));
}
