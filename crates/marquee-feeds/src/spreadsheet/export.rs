//! Exports the shows of a theater as CSV with the columns of an import, so that office programs open it and an import reads it back.

use marquee_model::catalog::{Availability, Catalog, Movie, Price, Showtime, Theater};
use marquee_model::money::decimals;
use marquee_model::{TheaterId, time};

use super::columns::COLUMNS;

/// The shows of a theater by their start, without canceled ones. `None` if the catalog does not have the theater.
#[must_use]
pub fn export(catalog: &Catalog, theater: &TheaterId) -> Option<String> {
    let theater = catalog.theaters.iter().find(|t| t.id == *theater)?;
    let is_held =
        |show: &&Showtime| show.theater_id == theater.id && show.availability != Availability::Canceled;
    let mut shows: Vec<&Showtime> = catalog.showtimes.iter().filter(is_held).collect();
    shows.sort_by_key(|show| (show.starts_at, &show.id));
    // Excel takes a file for UTF-8 only with this mark.
    let mut table = csv::Writer::from_writer("\u{feff}".as_bytes().to_vec());
    table.write_record(COLUMNS.iter().map(|column| column.name)).ok()?;
    for show in shows {
        if let Some(film) = catalog.movies.iter().find(|film| film.id == show.movie_id) {
            table.write_record(row(show, film, theater).map(cell)).ok()?;
        }
    }
    String::from_utf8(table.into_inner().ok()?).ok()
}

/// The cells of a show, in the order of [`COLUMNS`].
fn row(show: &Showtime, film: &Movie, theater: &Theater) -> [String; COLUMNS.len()] {
    let local = show.starts_at.to_zoned(time::time_zone(&theater.time_zone));
    let screen = show.screen.as_ref().and_then(|id| theater.screens.iter().find(|screen| screen.id == *id));
    [
        local.date().to_string(),
        local.strftime("%H:%M").to_string(),
        film.title.clone(),
        theater.name.clone(),
        screen.map_or_else(String::new, |screen| screen.name.clone()),
        film.runtime.map_or_else(String::new, |minutes| minutes.to_string()),
        film.certificate.clone().unwrap_or_default(),
        show.attributes.join(", "),
        show.price.as_ref().map_or_else(String::new, amount),
        show.booking.as_ref().map_or_else(String::new, |booking| booking.as_str().to_owned()),
    ]
}

/// A price in units of its currency: `13.50`.
fn amount(price: &Price) -> String {
    let digits = decimals(&price.currency);
    let unit = 10_u32.pow(digits);
    if digits == 0 {
        return price.amount.to_string();
    }
    format!("{}.{:0width$}", price.amount / unit, price.amount % unit, width = digits as usize)
}

/// A text that no office program takes for a formula.
fn cell(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text }
}
