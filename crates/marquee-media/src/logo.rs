//! Logos of other websites: checked like uploads, and drawn as a small picture that can be stored.

use image::GenericImageView;
use resvg::usvg::roxmltree::{Document, ParsingOptions};

use crate::{Crop, Format, MediaError, OriginalType, Result, encode, picture, vector};

/// A logo, ready to be uploaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logo {
    /// PNG.
    pub png: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// Maximum width of a logo in pixels.
const WIDTH: u32 = 640;
/// Maximum size of the file in bytes.
const MAX_FILE: usize = 2 << 20;
/// Maximum size of a drawing in bytes.
const MAX_DRAWING: usize = 256 << 10;
/// Maximum number of pixels of the original.
const MAX_PIXELS: u64 = 16_000_000;
/// Maximum number of nodes of a drawing, and of nested elements.
const MAX_NODES: u32 = 20_000;
const MAX_DEPTH: usize = 40;
/// Maximum ratio of the longer side to the shorter.
const MAX_RATIO: u32 = 16;
/// The shorter side of the original must have this many pixels.
const MIN_SIDE: u32 = 16;
/// Elements of drawings: shapes and their colors. Scripts, pictures, filters and repeated parts are not drawn, because their cost has
/// no limit.
const ELEMENTS: &[&str] = &[
    "svg",
    "g",
    "defs",
    "title",
    "desc",
    "metadata",
    "style",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "linearGradient",
    "radialGradient",
    "stop",
    "clipPath",
    "text",
    "tspan",
];

/// Reads a picture of any type, also SVG, from an untrusted source, and draws it at most 640 pixels wide.
///
/// # Errors
/// The picture cannot be used; [`MediaError::SvgRefused`] for a drawing with elements that are not shapes.
pub fn logo(bytes: &[u8]) -> Result<Logo> {
    if bytes.len() > MAX_FILE {
        return Err(MediaError::TooLarge { bytes: bytes.len() });
    }
    let kind = OriginalType::detect(bytes).ok_or(MediaError::UnknownType)?;
    if kind == OriginalType::Svg {
        check_drawing(bytes)?;
    }
    let (width, height) = picture::measure(kind, bytes)?;
    let (long, short) = (width.max(height), width.min(height));
    let is_small = kind != OriginalType::Svg && short < MIN_SIDE;
    let is_large = kind != OriginalType::Svg && u64::from(width) * u64::from(height) > MAX_PIXELS;
    if short == 0 || is_small || is_large || long / short > MAX_RATIO {
        return Err(MediaError::BadSize { width, height });
    }
    let drawn = picture::scale(kind, bytes, WIDTH, Crop::None, None)?;
    if is_invisible(&drawn) {
        return Err(MediaError::BadSize { width: 0, height: 0 });
    }
    let png = encode::encode(&drawn, Format::Png)?;
    Ok(Logo { png, width: drawn.width(), height: drawn.height() })
}

/// Whether every pixel is transparent, for example because a drawing has text only.
fn is_invisible(drawn: &image::DynamicImage) -> bool {
    drawn.color().has_alpha() && drawn.pixels().all(|(_, _, pixel)| pixel.0[3] < 16)
}

fn check_drawing(bytes: &[u8]) -> Result<()> {
    let broken = |reason: String| MediaError::Broken { kind: OriginalType::Svg, reason };
    if bytes.len() > MAX_DRAWING {
        return Err(MediaError::TooLarge { bytes: bytes.len() });
    }
    let text = std::str::from_utf8(bytes).map_err(|error| broken(error.to_string()))?;
    // A doctype is refused: it could declare entities.
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| broken(error.to_string()))?;
    for node in document.root_element().descendants().filter(|node| node.is_element()) {
        let name = node.tag_name();
        // Elements of editors, such as those of Inkscape, are not drawn.
        let is_svg = name.namespace().is_none_or(|namespace| namespace == "http://www.w3.org/2000/svg");
        if is_svg && !ELEMENTS.contains(&name.name()) {
            return Err(MediaError::SvgRefused);
        }
        if node.ancestors().take(MAX_DEPTH + 1).count() > MAX_DEPTH {
            return Err(broken("its elements are nested too deeply".to_owned()));
        }
    }
    vector::Drawing::read(bytes).map(drop)
}

#[cfg(test)]
mod tests;
