//! Results as a few lines of text.

use std::fmt::Write as _;

use marquee_api::ShowState;
use marquee_api::assistant::{
    Extent, FilmDetails, FilmEntry, FilmList, SearchHits, ShowtimeEntry, ShowtimeList, TheaterList,
};

/// Maximum number of lines; the structured content has all rows.
const MAX_LINES: usize = 30;

/// A heading, and a line for each of the first rows.
fn lines(heading: &str, extent: &Extent, rows: impl ExactSizeIterator<Item = String>) -> String {
    let mut text = heading.to_owned();
    let more = rows.len().saturating_sub(MAX_LINES);
    for row in rows.take(MAX_LINES) {
        let _ = write!(text, "\n- {row}");
    }
    if more > 0 {
        let _ = write!(text, "\n({more} more in the structured content)");
    }
    if extent.truncated {
        let _ = write!(text, "\nNot all are listed: {}.", extent.hint);
    }
    text
}

/// The parts that are not empty.
fn joined<'t>(parts: impl IntoIterator<Item = &'t str>) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

pub fn films(list: &FilmList) -> String {
    let heading = format!("{} films", list.extent.total);
    lines(&heading, &list.extent, list.films.iter().map(film_line))
}

fn film_line(film: &FilmEntry) -> String {
    let next = film.next_day.as_ref().map_or_else(String::new, |day| format!("next on {day}"));
    let opens = film.release_date.as_ref().filter(|_| film.next_day.is_none());
    let opens = opens.map_or_else(String::new, |day| format!("opens {day}"));
    joined([film.title.as_str(), &next, &opens, &format!("id {}", film.id), &film.url])
}

pub fn showtimes(list: &ShowtimeList) -> String {
    let mut heading = format!("{} showtimes on {}, {}", list.extent.total, list.day, list.url);
    if let Some(day) = &list.next_day {
        let _ = write!(heading, "\nThe next day with shows is {day}.");
    }
    lines(
        &heading,
        &list.extent,
        list.showtimes.iter().map(|show| {
            // Theaters in other time zones may have another cinema day.
            let day = if show.day == list.day { "" } else { show.day.as_str() };
            joined([day, &showtime_line(show)])
        }),
    )
}

fn showtime_line(show: &ShowtimeEntry) -> String {
    let booking = match (show.status, show.members_first) {
        (ShowState::Open | ShowState::Few, true) => format!("members first: {}", show.booking_url),
        (ShowState::Open, false) => format!("book: {}", show.booking_url),
        (ShowState::Few, false) => format!("few seats left, book: {}", show.booking_url),
        (ShowState::SoldOut, _) => "sold out".to_owned(),
        (ShowState::Started, _) => "started".to_owned(),
        (ShowState::BoxOffice, _) => "tickets at the box office".to_owned(),
        (ShowState::Canceled, _) => "canceled".to_owned(),
    };
    let attributes = show.attributes.join(", ");
    let parts = joined([show.film.as_str(), &show.theater, &attributes, &booking]);
    format!("{} {parts}", show.time)
}

pub fn theaters(list: &TheaterList) -> String {
    let heading = format!("{} theaters", list.extent.total);
    let line = |t: &marquee_api::assistant::TheaterEntry| {
        joined([t.name.as_str(), &t.address, &format!("id {}", t.id), &t.url])
    };
    lines(&heading, &list.extent, list.theaters.iter().map(line))
}

pub fn search(hits: &SearchHits) -> String {
    let heading = format!("{} results, {}", hits.extent.total, hits.url);
    let line = |hit: &marquee_api::assistant::SearchHit| {
        let id = if hit.id.is_empty() { String::new() } else { format!("id {}", hit.id) };
        joined([hit.title.as_str(), &hit.about, &hit.when, &id, &hit.url])
    };
    lines(&heading, &hits.extent, hits.results.iter().map(line))
}

pub fn film(details: &FilmDetails) -> String {
    let mut heading = film_line(&details.film);
    if !details.synopsis.is_empty() {
        let _ = write!(heading, "\n{}", details.synopsis);
    }
    let _ = write!(heading, "\n{} showtimes", details.extent.total);
    let rows: Vec<String> = details
        .days
        .iter()
        .flat_map(|day| day.showtimes.iter().map(|show| format!("{} {}", day.day, showtime_line(show))))
        .collect();
    lines(&heading, &details.extent, rows.into_iter())
}
