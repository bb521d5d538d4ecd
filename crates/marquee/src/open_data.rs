//! Exports the schedule as open data; implements the port of `marquee-pages`.

use jiff::Timestamp;
use marquee_model::TheaterId;
use marquee_model::catalog::Catalog;
use marquee_pages::Export;

/// Exports in the format CinemaShowtimes-JSON, and as CSV.
#[derive(Debug, Clone, Copy)]
pub struct OpenData;

impl Export for OpenData {
    fn export(&self, catalog: &Catalog, theater: &TheaterId, at: Timestamp) -> Option<String> {
        marquee_feeds::export::cinemashowtimes(catalog, theater, at).map(|value| value.to_string())
    }

    fn table(&self, catalog: &Catalog, theater: &TheaterId) -> Option<String> {
        marquee_feeds::export::spreadsheet(catalog, theater)
    }
}
