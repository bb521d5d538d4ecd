//! Captions that operators upload.

use marquee_media::{Captions, MAX_CAPTIONS_BYTES};

/// What is stored has only captions, and is read again as it is: it is downloaded, exported and stored once more.
pub fn check(data: &[u8]) {
    let Ok(captions) = Captions::read(data) else { return };
    assert!(captions.text.len() <= MAX_CAPTIONS_BYTES);
    let mut blocks = captions.text.split("\n\n");
    assert_eq!(blocks.next(), Some("WEBVTT"));
    for block in blocks {
        let (times, text) = block.split_once('\n').expect("a caption has a text");
        assert!(times.contains(" --> ") && !text.contains("-->"), "{block:?}");
    }
    let again = Captions::read(captions.text.as_bytes()).expect("stored captions are valid");
    assert_eq!(again, captions);
}
