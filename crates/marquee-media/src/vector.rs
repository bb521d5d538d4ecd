//! Trusted SVG drawings. Only shapes are drawn: no text, no embedded pictures, no other files.

use image::{DynamicImage, RgbaImage};
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{ImageHrefResolver, Options as SvgOptions, Tree},
};

use crate::{Crop, Focus, MediaError, Options, OriginalType, Result, rendition::Frame};

/// A parsed SVG.
pub(crate) struct Drawing(Tree);

impl Drawing {
    pub(crate) fn read(bytes: &[u8]) -> Result<Self> {
        let options = SvgOptions {
            image_href_resolver: ImageHrefResolver {
                resolve_data: Box::new(|_, _, _| None),
                resolve_string: Box::new(|_, _| None),
            },
            ..SvgOptions::default()
        };
        Tree::from_data(bytes, &options).map(Self).map_err(broken)
    }

    /// Width and height of the document, in whole pixels.
    pub(crate) fn nominal_size(&self) -> (u32, u32) {
        let size = self.0.size().to_int_size();
        (size.width(), size.height())
    }

    /// Draws it exactly `width` pixels wide, scaling up if needed.
    pub(crate) fn draw(&self, width: u32, crop: Crop, focus: Option<Focus>) -> Result<DynamicImage> {
        let size = self.0.size();
        let frame = Frame::cropped(size.width().into(), size.height().into(), crop, focus);
        let (width, height) = frame.size_at(width);
        if height > Options::MAX_SIDE || u64::from(width) * u64::from(height) > Options::MAX_PIXELS {
            return Err(MediaError::BadSize { width, height });
        }
        let mut pixmap = Pixmap::new(width, height).ok_or(MediaError::BadSize { width, height })?;
        let (x_scale, y_scale) = (f64::from(width) / frame.width, f64::from(height) / frame.height);
        let transform = Transform::from_translate(to_f32(-frame.x), to_f32(-frame.y))
            .post_scale(to_f32(x_scale), to_f32(y_scale));
        resvg::render(&self.0, transform, &mut pixmap.as_mut());
        let pixels = pixmap.take_demultiplied();
        RgbaImage::from_raw(width, height, pixels)
            .map(DynamicImage::ImageRgba8)
            .ok_or(MediaError::BadSize { width, height })
    }
}

fn broken(error: resvg::usvg::Error) -> MediaError {
    MediaError::Broken { kind: OriginalType::Svg, reason: error.to_string() }
}

#[expect(clippy::cast_possible_truncation, reason = "drawings are placed with single precision")]
fn to_f32(number: f64) -> f32 {
    number as f32
}
