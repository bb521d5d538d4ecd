//! A site for tests of formats that have no theaters of their own.

use marquee_model::catalog::{Movie, Showtime, Theater};
use serde_json::json;

use crate::{Format, Limits, ReadOptions, Reading, SiteNames, Source, SourceFile};

/// A theater in London with two screens.
pub(crate) fn theater() -> Theater {
    serde_json::from_value(json!({
        "id": "T1", "name": "Aster", "slug": "aster", "timeZone": "Europe/London",
        "screens": [{ "id": "s1", "name": "Screen 1" }, { "id": "s2", "name": "Screen 2" }],
    }))
    .unwrap()
}

/// Reads files for a site with one theater, prices in pounds and a booking site.
pub(crate) fn read_with(format: Format, files: &[(&str, &str)], movies: &[Movie]) -> Reading {
    let theaters = [theater()];
    let known = SiteNames {
        theaters: &theaters,
        movies,
        currency: "GBP",
        booking_site: Some("https://tickets.example/"),
        ..SiteNames::NOTHING
    };
    let options = ReadOptions { known, language: Some("en"), ..ReadOptions::default() };
    crate::read(format, &source(files), &options).unwrap()
}

pub(crate) fn source(files: &[(&str, &str)]) -> Source {
    let file = |(name, text): &(&str, &str)| SourceFile {
        name: (*name).to_owned(),
        bytes: text.as_bytes().to_vec(),
    };
    Source::from_files(files.iter().map(file).collect(), Limits::default()).unwrap()
}

/// The show with this id.
pub(crate) fn show<'r>(reading: &'r Reading, id: &str) -> &'r Showtime {
    let mut shows = reading.schedule.showtimes.iter();
    shows.find(|show| show.id.as_str() == id).unwrap_or_else(|| panic!("no show {id}"))
}

/// Ids, places and reasons of skipped rows.
pub(crate) fn skipped(reading: &Reading) -> Vec<(&str, &str, String)> {
    reading.skipped.iter().map(|row| (row.id.as_str(), row.place.as_str(), row.reason.to_string())).collect()
}

/// Places and reasons of remarks.
pub(crate) fn remarks(reading: &Reading) -> Vec<(&str, String)> {
    reading.warnings.iter().map(|row| (row.place.as_str(), row.reason.to_string())).collect()
}
