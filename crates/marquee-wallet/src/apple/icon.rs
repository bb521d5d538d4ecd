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
    RgbImage::from_pixel(SIDE * scale, SIDE * scale, Rgb(color.channels()))
        .write_to(&mut png, ImageFormat::Png)
        .map_err(|e| WalletError::Build(e.to_string()))?;
    Ok(png.into_inner())
}

/// A colour as a pass has it.
pub(super) fn css(color: &Color) -> String {
    let [r, g, b] = color.channels();
    format!("rgb({r},{g},{b})")
}

/// Black or white, whichever is seen better on a colour.
pub(super) fn words_on(color: &Color) -> &'static str {
    if color.is_light() { "rgb(0,0,0)" } else { "rgb(255,255,255)" }
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
