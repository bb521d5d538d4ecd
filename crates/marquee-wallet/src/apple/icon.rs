//! The icon of a pass, and its text colors.

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use marquee_model::settings::Color;

use crate::WalletError;

/// The side of an icon in points.
const SIDE: u32 = 29;

/// A square of one color as PNG; `scale` is pixels per point.
pub(super) fn square(color: &Color, scale: u32) -> Result<Vec<u8>, WalletError> {
    let mut png = Cursor::new(Vec::new());
    RgbImage::from_pixel(SIDE * scale, SIDE * scale, Rgb(color.channels()))
        .write_to(&mut png, ImageFormat::Png)
        .map_err(|e| WalletError::Build(e.to_string()))?;
    Ok(png.into_inner())
}

/// A color in CSS notation, as `pass.json` requires.
pub(super) fn css(color: &Color) -> String {
    let [r, g, b] = color.channels();
    format!("rgb({r},{g},{b})")
}

/// Black or white, whichever has more contrast with a color.
pub(super) fn text_color_on(color: &Color) -> &'static str {
    if color.is_light() { "rgb(0,0,0)" } else { "rgb(255,255,255)" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_contrasts_with_the_site_s_color() {
        for (color, text_color, as_css) in [
            ("#FFFFFF", "rgb(0,0,0)", "rgb(255,255,255)"),
            ("#F5B921", "rgb(0,0,0)", "rgb(245,185,33)"),
            ("#7A1F2B", "rgb(255,255,255)", "rgb(122,31,43)"),
            ("#000000", "rgb(255,255,255)", "rgb(0,0,0)"),
        ] {
            let color = Color::parse(color).unwrap();
            assert_eq!((text_color_on(&color), css(&color).as_str()), (text_color, as_css));
        }
    }
}
