//! Helpers shared by the tests.

use std::path::PathBuf;

use marquee_feeds::{Source, SourceFile};

/// A folder of recorded schedules, which are not part of the repository. Tests that use it are ignored by default;
/// `script/test` runs them if the data exists.
pub fn recorded(name: &str) -> PathBuf {
    let root = std::env::var_os("MARQUEE_TEST_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let folder = root.join(name);
    assert!(
        folder.is_dir(),
        "{} is missing: MARQUEE_TEST_DATA must name the folder of recorded schedules",
        folder.display()
    );
    folder
}

/// A source with one file.
pub fn source(name: &str, bytes: &[u8]) -> Source {
    let file = SourceFile { name: name.to_owned(), bytes: bytes.to_vec() };
    Source::from_files(vec![file], Default::default()).expect("one small file")
}
