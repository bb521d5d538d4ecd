use image::{DynamicImage, RgbaImage};

use super::*;

const SHAPE: &str = r##"<path d="M0 0h40v10H0z" fill="#c00"/>"##;

fn svg(content: &str) -> Vec<u8> {
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="10">{content}</svg>"#)
        .into_bytes()
}

fn png(width: u32, height: u32, alpha: u8) -> Vec<u8> {
    let pixels = RgbaImage::from_pixel(width, height, image::Rgba([200, 0, 0, alpha]));
    encode::encode(&DynamicImage::ImageRgba8(pixels), Format::Png).unwrap()
}

#[test]
fn drawings_and_pictures_become_small_png_files() {
    let drawn = logo(&svg(SHAPE)).unwrap();
    assert_eq!((drawn.width, drawn.height), (640, 160));
    assert_eq!(OriginalType::detect(&drawn.png), Some(OriginalType::Png));
    let large = logo(&png(1280, 320, 255)).unwrap();
    assert_eq!((large.width, large.height), (640, 160));
    let small = logo(&png(120, 40, 255)).unwrap();
    assert_eq!((small.width, small.height), (120, 40), "pictures are not scaled up");
}

#[test]
fn security_6_9_drawings_with_more_than_shapes_are_refused() {
    for content in [
        "<script>alert(1)</script>",
        r#"<image xlink:href="http://127.0.0.1/a.png" width="9" height="9"/>"#,
        r#"<foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>"#,
        r##"<g id="a"><path d="M0 0h1v1z"/></g><use xlink:href="#a"/>"##,
        r#"<filter id="f"><feTurbulence baseFrequency="9"/></filter>"#,
        "<animate/>",
    ] {
        assert!(matches!(logo(&svg(&format!("{SHAPE}{content}"))), Err(MediaError::SvgRefused)), "{content}");
    }
}

#[test]
fn security_6_9_drawings_that_cost_too_much_are_refused() {
    let nested = format!("{}{SHAPE}{}", "<g>".repeat(60), "</g>".repeat(60));
    let many = SHAPE.repeat(21_000);
    let mut entities = b"<!DOCTYPE svg [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>".to_vec();
    entities.extend(svg("<title>&b;</title>"));
    for file in [svg(&nested), svg(&many), entities, svg("<path"), svg("<text>only text</text>")] {
        assert!(logo(&file).is_err(), "{}", String::from_utf8_lossy(&file[..80.min(file.len())]));
    }
}

#[test]
fn pictures_that_are_no_logo_are_refused() {
    for file in [png(8, 8, 255), png(1000, 16, 255), png(40, 40, 0), b"GIF89a".to_vec(), b"<html>".to_vec()] {
        assert!(logo(&file).is_err(), "{}", file.len());
    }
}
