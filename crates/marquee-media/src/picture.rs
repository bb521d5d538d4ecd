//! Measures, decodes, crops and scales originals.

use std::io::Cursor;

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::{U8x3, U8x4};
use fast_image_resize::{FilterType, PixelTrait, ResizeAlg, ResizeOptions, Resizer};
use image::{
    DynamicImage, ImageDecoder, ImageFormat, ImageReader, RgbImage, RgbaImage, metadata::Orientation,
};

use crate::{Crop, Focus, MediaError, Options, OriginalType, Result, rendition::Frame, structure, vector};

/// Maximum number of bytes that a decoder may allocate: 40 megapixels of RGBA, with some reserve.
const DECODER_BYTES: u64 = 256 << 20;

/// The displayed width and height, read from the header alone. Fails if they exceed the limits.
pub(crate) fn measure(kind: OriginalType, bytes: &[u8]) -> Result<(u32, u32)> {
    match raster_format(kind) {
        Some(format) => open(kind, format, bytes).map(|opened| opened.size),
        None => Ok(vector::Drawing::read(bytes)?.nominal_size()),
    }
}

/// A picture of more decoded bytes than this that is more than [`BOMB_RATIO`] times as large as its file is refused: photos are
/// compressed to a tenth, flat drawings to a hundredth.
const BOMB_BYTES: u64 = 32 << 20;
const BOMB_RATIO: u64 = 400;

/// Checks that the picture can be decoded completely, is not far larger than its file, and that the file has nothing else.
pub(crate) fn check(kind: OriginalType, bytes: &[u8]) -> Result<()> {
    match raster_format(kind) {
        Some(format) => {
            let decoded = open(kind, format, bytes)?.decoder.total_bytes();
            let file = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            if decoded > BOMB_BYTES && decoded / BOMB_RATIO > file {
                return Err(MediaError::Bomb { decoded });
            }
            structure::check(kind, bytes)?;
            decode(kind, format, bytes).map(drop)
        }
        None => vector::Drawing::read(bytes).map(drop),
    }
}

/// The picture, cropped and scaled, as 8-bit RGB or RGBA.
pub(crate) fn scale(
    kind: OriginalType,
    bytes: &[u8],
    width: u32,
    crop: Crop,
    focus: Option<Focus>,
) -> Result<DynamicImage> {
    let Some(format) = raster_format(kind) else {
        return vector::Drawing::read(bytes)?.draw(width, crop, focus);
    };
    let picture = decode(kind, format, bytes)?;
    let frame = Frame::cropped(f64::from(picture.width()), f64::from(picture.height()), crop, focus);
    let (width, height) = frame.size_within(width);
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3)).crop(
        frame.x,
        frame.y,
        frame.width,
        frame.height,
    );
    let (from, to) = ((picture.width(), picture.height()), (width, height));
    let scaled = match &picture {
        DynamicImage::ImageRgb8(pixels) => resize::<U8x3>(pixels, from, to, &options)
            .map(|pixels| RgbImage::from_raw(width, height, pixels).map(DynamicImage::from)),
        DynamicImage::ImageRgba8(pixels) => resize::<U8x4>(pixels, from, to, &options)
            .map(|pixels| RgbaImage::from_raw(width, height, pixels).map(DynamicImage::from)),
        _ => Ok(None),
    };
    let broken = |reason: String| MediaError::Broken { kind, reason };
    scaled.map_err(broken)?.ok_or_else(|| broken("unsupported pixel format".to_owned()))
}

/// Resizes pixels of one type. The library's function for any type compiles its filters for thirteen types.
fn resize<P: PixelTrait>(
    from: &[u8],
    (from_width, from_height): (u32, u32),
    (to_width, to_height): (u32, u32),
    options: &ResizeOptions,
) -> std::result::Result<Vec<u8>, String> {
    let mut pixels = vec![0; to_width as usize * to_height as usize * P::size()];
    let from = TypedImageRef::<P>::from_buffer(from_width, from_height, from).map_err(|e| e.to_string())?;
    let mut to = TypedImage::<P>::from_buffer(to_width, to_height, &mut pixels).map_err(|e| e.to_string())?;
    Resizer::new().resize_typed(&from, &mut to, options).map_err(|e| e.to_string())?;
    Ok(pixels)
}

fn raster_format(kind: OriginalType) -> Option<ImageFormat> {
    match kind {
        OriginalType::Png => Some(ImageFormat::Png),
        OriginalType::Jpeg => Some(ImageFormat::Jpeg),
        OriginalType::Webp => Some(ImageFormat::WebP),
        OriginalType::Gif => Some(ImageFormat::Gif),
        OriginalType::Svg => None,
    }
}

/// A picture whose header was read and is within the limits.
struct Opened<D> {
    decoder: D,
    orientation: Orientation,
    /// Width and height after the orientation is applied.
    size: (u32, u32),
}

fn open(kind: OriginalType, format: ImageFormat, bytes: &[u8]) -> Result<Opened<impl ImageDecoder>> {
    let broken = |error: image::ImageError| MediaError::Broken { kind, reason: error.to_string() };
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(DECODER_BYTES);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(broken)?;

    let (width, height) = decoder.dimensions();
    let valid_sides = 1..=Options::MAX_SIDE;
    let pixels = u64::from(width) * u64::from(height);
    if !valid_sides.contains(&width) || !valid_sides.contains(&height) || pixels > Options::MAX_PIXELS {
        return Err(MediaError::BadSize { width, height });
    }
    if decoder.total_bytes() > DECODER_BYTES {
        return Err(MediaError::BadSize { width, height });
    }
    // Cameras store upright photos in landscape and record the orientation in the metadata, which is dropped here.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let is_rotated = matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    );
    let size = if is_rotated { (height, width) } else { (width, height) };
    Ok(Opened { decoder, orientation, size })
}

fn decode(kind: OriginalType, format: ImageFormat, bytes: &[u8]) -> Result<DynamicImage> {
    let opened = open(kind, format, bytes)?;
    let picture = DynamicImage::from_decoder(opened.decoder)
        .map_err(|error| MediaError::Broken { kind, reason: error.to_string() })?;
    let mut picture = match picture {
        supported @ (DynamicImage::ImageRgb8(_) | DynamicImage::ImageRgba8(_)) => supported,
        other if other.color().has_alpha() => DynamicImage::ImageRgba8(other.into_rgba8()),
        other => DynamicImage::ImageRgb8(other.into_rgb8()),
    };
    picture.apply_orientation(opened.orientation);
    Ok(picture)
}

#[cfg(test)]
mod tests;
