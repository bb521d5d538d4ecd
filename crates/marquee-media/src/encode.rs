//! Encoders of renditions.

use std::io::Cursor;

use image::{
    DynamicImage, ExtendedColorType, ImageEncoder, RgbImage,
    codecs::{
        jpeg::JpegEncoder,
        png::{CompressionType, FilterType, PngEncoder},
    },
};
use ravif::{Img, RGB8, RGBA8};

use crate::{Format, MediaError, Result};

const AVIF_QUALITY: f32 = 62.0;
/// 1 (slowest) to 10. A poster 640 px wide takes 1.9 s for 25 kB at speed 8, 0.8 s for 31 kB at 9, and 0.5 s for 35 kB at
/// 10, which is the size of a WebP.
const AVIF_SPEED: u8 = 9;
const WEBP_QUALITY: f32 = 78.0;
const JPEG_QUALITY: u8 = 82;

/// Encodes an 8-bit RGB or RGBA picture, without metadata.
pub(crate) fn encode(picture: &DynamicImage, format: Format) -> Result<Vec<u8>> {
    let encoded = match format {
        Format::Avif => avif(picture),
        Format::Webp => webp(picture),
        Format::Jpeg => jpeg(picture),
        Format::Png => png(picture),
    };
    encoded.map_err(|reason| MediaError::Encode { format, reason })
}

fn avif(picture: &DynamicImage) -> Result<Vec<u8>, String> {
    let encoder =
        ravif::Encoder::new().with_quality(AVIF_QUALITY).with_speed(AVIF_SPEED).with_num_threads(Some(1));
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let encoded = match picture {
        DynamicImage::ImageRgba8(pixels) => {
            let pixels: Vec<_> = pixels.pixels().map(|p| RGBA8::new(p[0], p[1], p[2], p[3])).collect();
            encoder.encode_rgba(Img::new(&pixels, width, height))
        }
        other => {
            let pixels: Vec<_> = other.to_rgb8().pixels().map(|p| RGB8::new(p[0], p[1], p[2])).collect();
            encoder.encode_rgb(Img::new(&pixels, width, height))
        }
    };
    encoded.map(|encoded| encoded.avif_file).map_err(|error| error.to_string())
}

fn webp(picture: &DynamicImage) -> Result<Vec<u8>, String> {
    let (width, height) = (picture.width(), picture.height());
    let encoded = match picture {
        DynamicImage::ImageRgba8(pixels) => {
            webp::Encoder::from_rgba(pixels, width, height).encode_simple(false, WEBP_QUALITY)
        }
        other => webp::Encoder::from_rgb(&other.to_rgb8(), width, height).encode_simple(false, WEBP_QUALITY),
    };
    encoded.map(|bytes| bytes.to_vec()).map_err(|error| format!("{error:?}"))
}

fn jpeg(picture: &DynamicImage) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY)
        .encode_image(&on_white(picture))
        .map_err(|error| error.to_string())?;
    Ok(bytes)
}

fn png(picture: &DynamicImage) -> Result<Vec<u8>, String> {
    let mut bytes = Cursor::new(Vec::new());
    let color = if picture.color().has_alpha() { ExtendedColorType::Rgba8 } else { ExtendedColorType::Rgb8 };
    PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, FilterType::Adaptive)
        .write_image(picture.as_bytes(), picture.width(), picture.height(), color)
        .map_err(|error| error.to_string())?;
    Ok(bytes.into_inner())
}

/// Blends transparent pixels with white.
fn on_white(picture: &DynamicImage) -> RgbImage {
    let DynamicImage::ImageRgba8(pixels) = picture else { return picture.to_rgb8() };
    let mix = |color: u8, alpha: u8| {
        let (color, alpha) = (u16::from(color), u16::from(alpha));
        u8::try_from((color * alpha + 255 * (255 - alpha) + 127) / 255).unwrap_or(u8::MAX)
    };
    RgbImage::from_fn(pixels.width(), pixels.height(), |x, y| {
        let [r, g, b, alpha] = pixels.get_pixel(x, y).0;
        image::Rgb([mix(r, alpha), mix(g, alpha), mix(b, alpha)])
    })
}

#[cfg(test)]
mod tests;
