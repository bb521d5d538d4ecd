//! What a media store accepts and makes.

/// What a media store accepts and makes. [`Default`] holds the widths and ratios of the design (ux §11).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The widths in pixels that renditions may have: whatever a URL says, no others are made.
    pub widths: Vec<u32>,
    /// The ratios (width, height) that renditions may be cut to.
    pub ratios: Vec<(u16, u16)>,
    /// Settings for an `s3:` store by the names of `object_store`, such as `aws_region`, `aws_access_key_id`,
    /// `aws_secret_access_key` and `aws_endpoint`.
    pub store_settings: Vec<(String, String)>,
}

impl Options {
    /// Bytes an original may have (security 6.9): 15 MB.
    pub const MAX_BYTES: usize = 15_000_000;
    /// Pixels an original may have (security 6.9): 40 megapixels.
    pub const MAX_PIXELS: u64 = 40_000_000;
    /// Pixels a side may have: the most a WebP can hold.
    pub const MAX_SIDE: u32 = 16_383;
}

impl Default for Options {
    fn default() -> Self {
        Self {
            widths: vec![160, 240, 320, 480, 640, 960, 1280, 1600, 2000],
            ratios: vec![(2, 3), (16, 9), (3, 1), (16, 10)],
            store_settings: Vec::new(),
        }
    }
}
