use image::{DynamicImage, Rgb, RgbImage, Rgba, RgbaImage};

use super::encode;
use crate::Format;

/// A color gradient; its lower half is transparent if `alpha`.
fn gradient(alpha: bool) -> DynamicImage {
    let shade = |n: u32| u8::try_from(n * 4).unwrap();
    if alpha {
        RgbaImage::from_fn(60, 40, |x, y| Rgba([shade(x), shade(y), 90, if y < 20 { 255 } else { 0 }])).into()
    } else {
        RgbImage::from_fn(60, 40, |x, y| Rgb([shade(x), shade(y), 90])).into()
    }
}

#[test]
fn each_format_has_its_signature() {
    for alpha in [false, true] {
        for format in Format::ALL {
            let bytes = encode(&gradient(alpha), format).unwrap();
            let (offset, signature): (usize, &[u8]) = match format {
                Format::Avif => (4, b"ftypavif"),
                Format::Webp => (8, b"WEBPVP8"),
                Format::Jpeg => (0, b"\xff\xd8\xff"),
                Format::Png => (0, b"\x89PNG"),
            };
            assert!(bytes[offset..].starts_with(signature), "{format}: {:?}", &bytes[..16]);
        }
    }
}

#[test]
fn decoded_pictures_keep_size_and_colors() {
    for alpha in [false, true] {
        for format in [Format::Webp, Format::Jpeg, Format::Png] {
            let bytes = encode(&gradient(alpha), format).unwrap();
            let decoded = image::load_from_memory(&bytes).unwrap();
            assert_eq!((decoded.width(), decoded.height()), (60, 40));
            assert_eq!(decoded.color().has_alpha(), alpha && format != Format::Jpeg, "{format}");
            let Rgba([r, g, b, _]) = *decoded.to_rgba8().get_pixel(30, 10);
            let is_near = |is: u8, should: u8| is.abs_diff(should) < 12;
            assert!(is_near(r, 120) && is_near(g, 40) && is_near(b, 90), "{format}: {r} {g} {b}");
        }
    }
}

#[test]
fn jpeg_replaces_transparency_with_white() {
    let bytes = encode(&gradient(true), Format::Jpeg).unwrap();
    let below = *image::load_from_memory(&bytes).unwrap().to_rgb8().get_pixel(30, 35);
    assert!(below.0.iter().all(|&channel| channel > 245), "{below:?}");
}

/// Width and height of an encoded picture.
fn size(format: Format, bytes: &[u8]) -> (u32, u32) {
    if format != Format::Avif {
        let decoded = image::load_from_memory(bytes).unwrap();
        return (decoded.width(), decoded.height());
    }
    // There is no AVIF decoder here. The box `ispe` has four bytes of version and flags, then width and height.
    let offset = bytes.windows(4).position(|name| name == b"ispe").unwrap() + 8;
    let number = |offset: usize| u32::from_be_bytes(bytes[offset..offset + 4].try_into().unwrap());
    (number(offset), number(offset + 4))
}

#[test]
fn the_smallest_pictures_keep_size_and_pixels() {
    for format in Format::ALL {
        let black = encode(&RgbImage::new(1, 1).into(), format).unwrap();
        let clear = encode(&RgbaImage::new(1, 2).into(), format).unwrap();
        assert_eq!((size(format, &black), size(format, &clear)), ((1, 1), (1, 2)), "{format}");
        if format == Format::Avif {
            continue;
        }
        let pixel = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().to_rgba8().get_pixel(0, 0).0;
        let [red, green, blue, alpha] = pixel(&black);
        assert!(red < 12 && green < 12 && blue < 12 && alpha == 255, "{format}: {:?}", pixel(&black));
        assert_eq!(pixel(&clear)[3], if format == Format::Jpeg { 255 } else { 0 }, "{format}");
    }
}
