use std::{io::Cursor, time::Instant};

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

use super::{OriginalType, check, measure, scale};
use crate::{Crop, Focus, MediaError, Options};

/// Three equal stripes side by side: red, green, blue.
fn stripes(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |x, _| match x * 3 / width {
        0 => Rgb([255, 0, 0]),
        1 => Rgb([0, 255, 0]),
        _ => Rgb([0, 0, 255]),
    })
    .into()
}

fn file(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

const RASTERS: [(OriginalType, ImageFormat); 4] = [
    (OriginalType::Png, ImageFormat::Png),
    (OriginalType::Jpeg, ImageFormat::Jpeg),
    (OriginalType::Webp, ImageFormat::WebP),
    (OriginalType::Gif, ImageFormat::Gif),
];

/// A JPEG with EXIF orientation 6: rotate by 90 degrees clockwise.
fn turned_jpeg(width: u32, height: u32) -> Vec<u8> {
    let plain = file(&stripes(width, height), ImageFormat::Jpeg);
    let exif = b"\xff\xe1\0\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    [&plain[..2], exif, &plain[2..]].concat()
}

/// A small PNG whose header has this width and height.
fn png_claiming(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = file(&stripes(3, 3), ImageFormat::Png);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let sum = crc(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&sum.to_be_bytes());
    bytes
}

/// CRC-32 of a PNG chunk.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(
            crc ^ u32::from(byte),
            |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 },
        )
    })
}

/// The color of a pixel, as its first letter.
fn color_at(picture: &DynamicImage, x: u32, y: u32) -> char {
    let Rgb([r, g, b]) = *picture.to_rgb8().get_pixel(x, y);
    match (r > 128, g > 128, b > 128) {
        (true, false, false) => 'r',
        (false, true, false) => 'g',
        (false, false, true) => 'b',
        _ => '?',
    }
}

#[test]
fn the_type_is_detected_by_content() {
    for (kind, format) in RASTERS {
        let bytes = file(&stripes(30, 20), format);
        assert_eq!(OriginalType::detect(&bytes), Some(kind));
        assert_eq!(measure(kind, &bytes).unwrap(), (30, 20));
        check(kind, &bytes).unwrap();
    }
    for text in [
        &b""[..],
        b"GIF",
        b"%PDF-1.7",
        b"<html><body><svg></svg>",
        b"\0\0\0\x20ftypavif",
        b"BM",
        b"MZ",
        b"<svgx>",
        b"<?xml",
    ] {
        assert_eq!(OriginalType::detect(text), None, "{text:?}");
    }
}

#[test]
fn svg_is_detected_after_its_prolog() {
    for text in [
        "<svg/>",
        "<svg>",
        "\u{feff}  <svg xmlns='x'>",
        "<?xml version='1.0'?>\n<!-- by <hand> -->\n<!DOCTYPE svg PUBLIC 'a' 'b'>\n<svg\n",
    ] {
        assert_eq!(OriginalType::detect(text.as_bytes()), Some(OriginalType::Svg), "{text}");
    }
}

/// Security 6.9: decompression bombs are refused by their header, within a second.
#[test]
fn decompression_bombs_are_refused_by_their_headers() {
    let png = png_claiming(60_000, 60_000);
    let mut gif = file(&stripes(3, 3), ImageFormat::Gif);
    gif[6..10].copy_from_slice(b"\x60\xea\x60\xea");
    let mut jpeg = file(&stripes(3, 3), ImageFormat::Jpeg);
    let frame = jpeg.windows(2).position(|marker| marker == b"\xff\xc0").unwrap();
    jpeg[frame + 5..frame + 9].copy_from_slice(b"\xea\x60\xea\x60");
    // The canvas of an extended WebP: 16384 x 16384.
    let still = file(&stripes(3, 3), ImageFormat::WebP);
    let extended = b"VP8X\x0a\0\0\0\0\0\0\0\xff\x3f\0\xff\x3f\0";
    let mut webp = [&still[..12], extended, &still[12..]].concat();
    let size = u32::try_from(webp.len() - 8).unwrap();
    webp[4..8].copy_from_slice(&size.to_le_bytes());

    for (kind, bytes) in [
        (OriginalType::Png, png),
        (OriginalType::Gif, gif),
        (OriginalType::Jpeg, jpeg),
        (OriginalType::Webp, webp),
    ] {
        let start = Instant::now();
        assert_eq!(OriginalType::detect(&bytes), Some(kind));
        let error = measure(kind, &bytes).unwrap_err();
        assert!(matches!(error, MediaError::BadSize { .. }), "{kind}: {error}");
        assert!(check(kind, &bytes).is_err() && scale(kind, &bytes, 160, Crop::None, None).is_err());
        assert!(start.elapsed().as_millis() < 1000, "{kind}");
    }
}

#[test]
fn more_than_40_megapixels_are_refused() {
    let png = |width, height| measure(OriginalType::Png, &png_claiming(width, height));
    assert_eq!(png(8000, 5000).unwrap(), (8000, 5000));
    assert!(matches!(png(8001, 5000), Err(MediaError::BadSize { width: 8001, height: 5000 })));
    assert_eq!(png(Options::MAX_SIDE, 1).unwrap(), (Options::MAX_SIDE, 1));
    assert!(png(1, Options::MAX_SIDE + 1).is_err());
    assert!(png(u32::MAX, u32::MAX).is_err());
    assert!(png(0, 5).is_err());
}

#[test]
fn truncated_pictures_are_refused() {
    for (kind, format) in RASTERS {
        let bytes = file(&stripes(90, 60), format);
        for length in 0..bytes.len() {
            // No truncation causes a panic.
            let _ = check(kind, &bytes[..length]);
        }
        // A truncated JPEG is decoded as far as possible.
        if kind != OriginalType::Jpeg {
            let error = check(kind, &bytes[..bytes.len() / 2]).unwrap_err();
            assert!(matches!(error, MediaError::Broken { .. }), "{kind}: {error}");
        }
    }
}

#[test]
fn every_pixel_format_is_decoded() {
    let pictures: [DynamicImage; 6] = [
        stripes(9, 6).to_luma8().into(),
        stripes(9, 6).to_luma_alpha8().into(),
        stripes(9, 6).to_luma16().into(),
        stripes(9, 6).to_rgb16().into(),
        stripes(9, 6).to_rgba16().into(),
        stripes(9, 6).to_rgba8().into(),
    ];
    for picture in pictures {
        let scaled =
            scale(OriginalType::Png, &file(&picture, ImageFormat::Png), 160, Crop::None, None).unwrap();
        assert_eq!((scaled.width(), scaled.height()), (9, 6));
        assert_eq!(scaled.color().has_alpha(), picture.color().has_alpha());
    }
}

#[test]
fn a_picture_is_never_scaled_up() {
    let bytes = file(&stripes(300, 200), ImageFormat::Png);
    for (width, size) in [(150, (150, 100)), (300, (300, 200)), (640, (300, 200))] {
        let scaled = scale(OriginalType::Png, &bytes, width, Crop::None, None).unwrap();
        assert_eq!((scaled.width(), scaled.height()), size);
        let colors = [1, 3, 5].map(|sixth| color_at(&scaled, size.0 * sixth / 6, size.1 / 2));
        assert_eq!(colors, ['r', 'g', 'b']);
    }
}

#[test]
fn the_center_is_cropped() {
    let bytes = file(&stripes(300, 150), ImageFormat::Png);
    let scaled = scale(OriginalType::Png, &bytes, 640, Crop::Ratio { w: 2, h: 3 }, None).unwrap();
    assert_eq!((scaled.width(), scaled.height()), (100, 150));
    assert_eq!([5, 50, 95].map(|x| color_at(&scaled, x, 75)), ['g', 'g', 'g']);
}

#[test]
fn the_focus_is_kept_in_a_crop() {
    let bytes = file(&stripes(300, 150), ImageFormat::Png);
    for ((x, y), color) in [((0, 50), 'r'), ((50, 50), 'g'), ((100, 0), 'b')] {
        let focus = Focus::new(x, y);
        let scaled = scale(OriginalType::Png, &bytes, 640, Crop::Ratio { w: 2, h: 3 }, focus).unwrap();
        assert_eq!([5, 50, 95].map(|x| color_at(&scaled, x, 75)), [color; 3], "{x} {y}");
    }
}

#[test]
fn a_small_file_that_decodes_to_many_bytes_is_refused() {
    let flat = RgbImage::from_pixel(4000, 4000, image::Rgb([9, 9, 9]));
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Up);
    DynamicImage::from(flat).write_with_encoder(encoder).unwrap();
    assert!(matches!(check(OriginalType::Png, &bytes), Err(MediaError::Bomb { decoded: 48_000_000 })));
    // A small drawing may be flat.
    let flat = RgbImage::from_pixel(2000, 2000, image::Rgb([9, 9, 9]));
    check(OriginalType::Png, &file(&flat.into(), ImageFormat::Png)).unwrap();
}

#[test]
fn exif_orientation_is_applied() {
    let bytes = turned_jpeg(96, 48);
    assert_eq!(measure(OriginalType::Jpeg, &bytes).unwrap(), (48, 96));
    let scaled = scale(OriginalType::Jpeg, &bytes, 160, Crop::None, None).unwrap();
    assert_eq!((scaled.width(), scaled.height()), (48, 96));
    assert_eq!([10, 48, 86].map(|y| color_at(&scaled, 24, y)), ['r', 'g', 'b']);
}

#[test]
fn svg_is_drawn_at_any_width() {
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 30 20'>\
        <rect width='10' height='20' fill='#f00'/><rect x='10' width='10' height='20' fill='#0f0'/>\
        <rect x='20' width='10' height='20' fill='#00f'/></svg>";
    assert_eq!(OriginalType::detect(svg), Some(OriginalType::Svg));
    assert_eq!(measure(OriginalType::Svg, svg).unwrap(), (30, 20));
    let scaled = scale(OriginalType::Svg, svg, 640, Crop::None, None).unwrap();
    assert_eq!((scaled.width(), scaled.height()), (640, 427));
    assert_eq!([210, 216, 424, 430].map(|x| color_at(&scaled, x, 200)), ['r', 'g', 'g', 'b']);
    let scaled = scale(OriginalType::Svg, svg, 640, Crop::Ratio { w: 1, h: 2 }, None).unwrap();
    assert_eq!((scaled.width(), scaled.height()), (640, 1280));
    assert_eq!([0, 320, 639].map(|x| color_at(&scaled, x, 600)), ['g', 'g', 'g']);
}

#[test]
fn svg_loads_no_files_and_draws_no_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("inside.svg");
    std::fs::write(&path, "<svg xmlns='http://www.w3.org/2000/svg'><rect width='99' height='99'/></svg>")
        .unwrap();
    let svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><image href='{}' width='20' height='20'/>\
         <text y='15'>Text</text></svg>",
        path.display()
    );
    let scaled = scale(OriginalType::Svg, svg.as_bytes(), 160, Crop::None, None).unwrap().to_rgba8();
    assert!(scaled.pixels().all(|pixel| pixel.0[3] == 0), "something was drawn");
}

#[test]
fn invalid_svg_is_refused() {
    let bomb = format!(
        "<!DOCTYPE svg [<!ENTITY a0 'x'>{}]><svg xmlns='http://www.w3.org/2000/svg'><desc>&a30;</desc></svg>",
        (1..=30).map(|n| format!("<!ENTITY a{n} '&a{0};&a{0};&a{0};&a{0};'>", n - 1)).collect::<String>()
    );
    let start = Instant::now();
    for svg in ["<svg", "<svg xmlns='http://www.w3.org/2000/svg' width='0' height='5'/>", &bomb] {
        assert!(check(OriginalType::Svg, svg.as_bytes()).is_err(), "{svg}");
    }
    assert!(start.elapsed().as_millis() < 1000);
    let thin = b"<svg xmlns='http://www.w3.org/2000/svg' width='1' height='100000'/>";
    assert!(matches!(
        scale(OriginalType::Svg, thin, 2000, Crop::None, None),
        Err(MediaError::BadSize { .. })
    ));
}
