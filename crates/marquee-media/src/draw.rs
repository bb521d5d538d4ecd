//! Draws the product's own SVG templates, which contain text and embedded pictures.

use std::sync::Arc;

use image::{DynamicImage, RgbaImage};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options as SvgOptions, Tree, fontdb};

use crate::{Format, MediaError, Options, OriginalType, Result, encode};

/// Renders an SVG as opaque PNG. Text uses the first of `fonts` (TTF, OTF or WOFF); pictures must be data URLs.
///
/// # Errors
/// [`MediaError::Broken`] if the SVG cannot be parsed, [`MediaError::BadSize`] if it has more than
/// [`MAX_PIXELS`](Options::MAX_PIXELS).
pub fn draw(svg: &str, fonts: &[Vec<u8>]) -> Result<Vec<u8>> {
    let mut database = fontdb::Database::new();
    for font in fonts {
        database.load_font_data(woff_to_sfnt(font).unwrap_or_else(|| font.clone()));
    }
    // The first font is the default, whatever its family name is.
    let family = database.faces().next().and_then(|face| face.families.first()).map(|(name, _)| name.clone());
    if let Some(family) = &family {
        database.set_serif_family(family);
    }
    let options = SvgOptions {
        font_family: family.unwrap_or_default(),
        fontdb: Arc::new(database),
        image_href_resolver: ImageHrefResolver {
            resolve_data: ImageHrefResolver::default_data_resolver(),
            resolve_string: Box::new(|_, _| None),
        },
        ..SvgOptions::default()
    };
    let broken =
        |e: resvg::usvg::Error| MediaError::Broken { kind: OriginalType::Svg, reason: e.to_string() };
    let tree = Tree::from_str(svg, &options).map_err(broken)?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    if u64::from(width) * u64::from(height) > Options::MAX_PIXELS {
        return Err(MediaError::BadSize { width, height });
    }
    let mut pixmap = Pixmap::new(width, height).ok_or(MediaError::BadSize { width, height })?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    let pixels = RgbaImage::from_raw(width, height, pixmap.take_demultiplied());
    let picture = pixels.map(DynamicImage::ImageRgba8).ok_or(MediaError::BadSize { width, height })?;
    // The result is opaque: without alpha the PNG is a quarter smaller.
    encode::encode(&DynamicImage::ImageRgb8(picture.to_rgb8()), Format::Png)
}

/// Converts a WOFF 1 file to TTF/OTF (sfnt); `None` if it is not valid WOFF 1.
fn woff_to_sfnt(woff: &[u8]) -> Option<Vec<u8>> {
    if !woff.starts_with(b"wOFF") {
        return None;
    }
    let u16_at = |at: usize| Some(u16::from_be_bytes(woff.get(at..at + 2)?.try_into().ok()?));
    let u32_at = |at: usize| Some(u32::from_be_bytes(woff.get(at..at + 4)?.try_into().ok()?));
    let tables = usize::from(u16_at(12)?);
    let mut header = Vec::with_capacity(12 + tables * 16);
    header.extend_from_slice(woff.get(4..8)?);
    let log = u16::try_from(tables).ok()?.checked_ilog2()?;
    let range = 16_u16.checked_shl(log)?;
    let count = u16::try_from(tables).ok()?;
    for number in [count, range, u16::try_from(log).ok()?, count.checked_mul(16)?.checked_sub(range)?] {
        header.extend_from_slice(&number.to_be_bytes());
    }
    let mut bodies = Vec::new();
    for n in 0..tables {
        let entry = 44 + n * 20;
        let (from, compressed_length, length) = (u32_at(entry + 4)?, u32_at(entry + 8)?, u32_at(entry + 12)?);
        let from = usize::try_from(from).ok()?;
        let body = woff.get(from..from.checked_add(usize::try_from(compressed_length).ok()?)?)?;
        let body = if compressed_length < length { inflate_table(body, length)? } else { body.to_vec() };
        let offset = 12 + tables * 16 + bodies.len();
        header.extend_from_slice(woff.get(entry..entry + 4)?);
        header.extend_from_slice(woff.get(entry + 16..entry + 20)?);
        header.extend_from_slice(&u32::try_from(offset).ok()?.to_be_bytes());
        header.extend_from_slice(&length.to_be_bytes());
        bodies.extend_from_slice(&body);
        bodies.resize(bodies.len().next_multiple_of(4), 0);
    }
    header.append(&mut bodies);
    Some(header)
}

/// Maximum size of one font table in bytes.
const MAX_TABLE_SIZE: u32 = 16 << 20;

fn inflate_table(body: &[u8], length: u32) -> Option<Vec<u8>> {
    use std::io::Read;
    if length > MAX_TABLE_SIZE {
        return None;
    }
    let mut data = Vec::with_capacity(usize::try_from(length).ok()?);
    flate2::read::ZlibDecoder::new(body).take(u64::from(length) + 1).read_to_end(&mut data).ok()?;
    (data.len() == usize::try_from(length).ok()?).then_some(data)
}

#[cfg(test)]
mod tests;
