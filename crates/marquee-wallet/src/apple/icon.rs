//! The picture beside a pass's messages, and what is seen on its colour.

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use marquee_model::settings::Color;

use crate::WalletError;

/// Points of an icon's side.
const SIDE: u32 = 29;

/// A plain square of a colour as PNG, in one of the sizes a wallet asks for.
pub(super) fn square(color: &Color, scale: u32) -> Result<Vec<u8>, WalletError> {
    let mut png = Cursor::new(Vec::new());
    RgbImage::from_pixel(SIDE * scale, SIDE * scale, Rgb(parts(color)))
        .write_to(&mut png, ImageFormat::Png)
        .map_err(|e| WalletError::Build(e.to_string()))?;
    Ok(png.into_inner())
}

/// A colour as a pass has it.
pub(super) fn css(color: &Color) -> String {
    let [r, g, b] = parts(color);
    format!("rgb({r},{g},{b})")
}

/// Black or white, whichever is seen better on a colour.
pub(super) fn words_on(color: &Color) -> &'static str {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let [r, g, b] = parts(color).map(linear);
    // Where the contrast with black and that with white are the same (WCAG 2.2).
    let light = 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179;
    if light { "rgb(0,0,0)" } else { "rgb(255,255,255)" }
}

/// Red, green and blue.
fn parts(color: &Color) -> [u8; 3] {
    let digits = color.as_str().trim_start_matches('#');
    let number = u32::from_str_radix(digits, 16).unwrap_or_default();
    let [_, parts @ ..] = number.to_be_bytes();
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_seen_on_the_site_s_colour() {
        for (color, words, as_css) in [
            ("#FFFFFF", "rgb(0,0,0)", "rgb(255,255,255)"),
            ("#F5B921", "rgb(0,0,0)", "rgb(245,185,33)"),
            ("#7A1F2B", "rgb(255,255,255)", "rgb(122,31,43)"),
            ("#000000", "rgb(255,255,255)", "rgb(0,0,0)"),
        ] {
            let color = Color::parse(color).unwrap();
            assert_eq!((words_on(&color), css(&color).as_str()), (words, as_css));
        }
    }
}
