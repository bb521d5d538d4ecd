//! Options and limits of a media store.

/// Widths of renditions in px (ux.md section 11). The browser gets them as a generated type.
pub const RENDITION_WIDTHS: [u32; 9] = [160, 240, 320, 480, 640, 960, 1280, 1600, 2000];

/// Aspect ratios to which renditions are cropped, width and height: posters, backdrops, heroes, cards.
pub const CROP_RATIOS: [(u16, u16); 4] = [(2, 3), (16, 9), (3, 1), (16, 10)];

/// Options of a media store. [`Default`] has the widths and ratios of the design (ux §11).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Allowed widths of renditions, in pixels.
    pub widths: Vec<u32>,
    /// Allowed aspect ratios (width, height) of cropped renditions.
    pub ratios: Vec<(u16, u16)>,
    /// Settings of an `s3:` store, by `object_store`'s names such as `aws_region`, `aws_access_key_id`,
    /// `aws_secret_access_key` and `aws_endpoint`.
    pub store_settings: Vec<(String, String)>,
}

impl Options {
    /// Maximum size of an original in bytes: 15 MB (security 6.9).
    pub const MAX_BYTES: usize = 15_000_000;
    /// Maximum number of pixels of a picture: 40 megapixels (security 6.9).
    pub const MAX_PIXELS: u64 = 40_000_000;
    /// Maximum number of frames of an animation, of which the first one is used (security 6.9).
    pub const MAX_FRAMES: usize = 200;
    /// Maximum length of a side in pixels: the limit of WebP.
    pub const MAX_SIDE: u32 = 16_383;
}

impl Default for Options {
    fn default() -> Self {
        Self { widths: RENDITION_WIDTHS.to_vec(), ratios: CROP_RATIOS.to_vec(), store_settings: Vec::new() }
    }
}
