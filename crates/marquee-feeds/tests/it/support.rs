//! What the tests share.

use std::path::PathBuf;

use marquee_feeds::{Source, SourceFile};

/// The folder of recorded programmes, which are not part of the repository; `None` says so.
pub fn recorded(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("MARQUEE_TEST_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let folder = root.join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no recorded data");
    None
}

/// A source of one file.
pub fn source(name: &str, bytes: &[u8]) -> Source {
    let file = SourceFile { name: name.to_owned(), bytes: bytes.to_vec() };
    Source::from_files(vec![file], Default::default()).expect("one small file")
}
