//! Compression of responses. The code of `brotli` is generic, so it is compiled in the crate that calls it. It has a crate of its
//! own, so that debug builds can optimize it without the rest of the workspace.

use std::io::Write as _;

/// The highest quality of Brotli, which is slow.
pub const BEST_BROTLI: i32 = 11;

/// Base 2 logarithm of Brotli's window in bytes: 1 MiB, which is larger than a page.
const WINDOW: i32 = 20;

/// Compresses a body with Brotli; `quality` is 0 to 11.
#[must_use]
pub fn brotli(body: &[u8], quality: i32) -> Vec<u8> {
    let mut compressed = Vec::new();
    let params = brotli::enc::BrotliEncoderParams {
        quality,
        lgwin: WINDOW,
        size_hint: body.len(),
        ..Default::default()
    };
    match brotli::BrotliCompress(&mut &*body, &mut compressed, &params) {
        Ok(_) => compressed,
        // Reading from and writing to memory does not fail.
        Err(_) => Vec::new(),
    }
}

/// Decompresses a body that [`brotli`] returned; empty if it is damaged.
#[must_use]
pub fn unbrotli(body: &[u8]) -> Vec<u8> {
    let mut decompressed = Vec::with_capacity(body.len() * 8);
    match brotli::BrotliDecompress(&mut &*body, &mut decompressed) {
        Ok(()) => decompressed,
        Err(_) => Vec::new(),
    }
}

/// Compresses a body with gzip; `level` is 0 to 9.
#[must_use]
pub fn gzip(body: &[u8], level: u32) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(level));
    // Writing to memory does not fail.
    encoder.write_all(body).and_then(|()| encoder.finish()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_the_same_after_compression_and_decompression() {
        let body = "The Salt Cartographer ".repeat(100);
        for quality in [0, 5, BEST_BROTLI] {
            let compressed = brotli(body.as_bytes(), quality);
            assert!(compressed.len() < body.len() / 10, "{quality}");
            assert_eq!(unbrotli(&compressed), body.as_bytes());
        }
        assert!(unbrotli(b"damaged").is_empty());
    }
}
