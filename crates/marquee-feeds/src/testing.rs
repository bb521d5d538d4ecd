//! Helpers of unit tests.

use marquee_model::TheaterId;
use marquee_model::catalog::{Screen, Theater};

use crate::{FeedError, Format, Limits, ReadOptions, Reading, SiteNames, Source, SourceFile, records};

/// Reads files given as name and content.
pub fn read(
    format: Format,
    files: &[(&str, String)],
    options: &ReadOptions<'_>,
) -> Result<Reading, FeedError> {
    let file = |(name, text): &(&str, String)| SourceFile {
        name: (*name).to_owned(),
        bytes: text.clone().into_bytes(),
    };
    let source = Source::from_files(files.iter().map(file).collect(), Limits::default()).unwrap();
    crate::read(format, &source, options)
}

/// A theater of the site with two screens.
pub fn theater(id: &str, name: &str, zone: &str) -> Theater {
    let screen = |id: &str, name: &str| Screen {
        id: marquee_model::ScreenId::parse(id).unwrap(),
        name: name.to_owned(),
        seats: None,
        attributes: Vec::new(),
    };
    let screens = vec![screen("s1", "Screen 1"), screen("s2", "Studio")];
    Theater { screens, ..records::theater(TheaterId::parse(id).unwrap(), name, zone.to_owned()) }
}

/// Options of an English site with these theaters.
pub fn options(theaters: &[Theater]) -> ReadOptions<'_> {
    let known = SiteNames { theaters, ..SiteNames::NOTHING };
    ReadOptions { language: Some("en"), known, ..ReadOptions::default() }
}

/// What is reported: skipped rows and warnings, without the file.
pub fn remarks(reading: &Reading) -> Vec<String> {
    let skipped =
        reading.skipped.iter().map(|row| format!("{} {} {}: {}", row.what, row.id, row.place, row.reason));
    let warnings =
        reading.warnings.iter().map(|row| format!("{} {} {}: {}", row.what, row.id, row.place, row.reason));
    skipped.chain(warnings).collect()
}
