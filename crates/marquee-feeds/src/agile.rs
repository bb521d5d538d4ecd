//! Reads the WebSales feed of Agile Ticketing as JSON (`feed.ashx?…&showslist=true&format=json&v=latest`): shows with their showings.
//!
//! The feed has no time zone. If the site has theaters, showings are at the one with the venue's name, else at the one that the operator
//! chose, and times are local to it; without a theater of the site the venue becomes one, with the site's default time zone.
//!
//! Where the fields are from: a recorded feed of September 2026 shows all fields that are read. Facts about a film are custom
//! properties that each organization names itself: the names that are known are in [`properties`]. Of `SalesState` the recording has `BeforeSales` and
//! `DuringSales`, of `ContentDelivery` only `InPerson`, of `DateTBD` only false; what other values mean is read from their names. Whether
//! `EventImage` is upright is not known: it is used as the poster, because a film without a poster looks worse than one with a wide one.

use std::collections::HashMap;

use marquee_model::catalog::{Address, Availability, BookingUrl, Movie, SUBTITLES, Showtime};
use marquee_model::{MovieId, ShowId, TheaterId, text};
use serde_json::Value;

use crate::attributes::{self, Kind};
use crate::collector::Collector;
use crate::error::FeedError;
use crate::format::{Content, FeedFormat};
use crate::report::{SkipReason, WarningReason};
use crate::row::{Field, JsonRow, RowError, id_of};
use crate::schedule::{PictureOwner, Scope};
use crate::source::{JSON, Source, SourceFile};
use crate::values::{self, truncate_for_report};
use crate::{languages, records};

/// The WebSales feed of Agile Ticketing.
pub(crate) struct Agile;

impl FeedFormat for Agile {
    fn name(&self) -> &'static str {
        "agile"
    }

    fn hint(&self) -> &'static str {
        "it is an object with the list ArrayOfShows"
    }

    fn extensions(&self) -> &'static [&'static str] {
        JSON
    }

    fn recognizes(&self, _: &SourceFile, content: &Content) -> bool {
        content.json().is_some_and(|value| value.get("ArrayOfShows").is_some())
    }

    fn read(&self, source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
        read(source, collector)
    }
}

/// Counts of the showings of a theater, to tell whether any of them can be read.
#[derive(Default)]
struct State {
    rows: HashMap<TheaterId, (usize, usize)>,
}

fn read(source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
    collector.schedule.scope = Scope::Cinemas;
    let mut state = State::default();
    for file in source.files_with(JSON) {
        let value = collector.open(file)?;
        match JsonRow::new(&value, "").and_then(|feed| feed.list("ArrayOfShows")) {
            Ok(shows) if value.get("ArrayOfShows").is_some() => {
                for (number, show) in shows.iter().enumerate() {
                    read_film(collector, &mut state, show, format!("/ArrayOfShows/{number}"));
                }
            }
            _ => collector.warn("file", "", "", WarningReason::UnrecognizedFile),
        }
        collector.report_progress(file);
    }
    let mut counts: Vec<_> = state.rows.into_iter().collect();
    counts.sort();
    for (theater, (rows, invalid)) in counts {
        collector.declare_shows(&theater, "", rows, invalid);
    }
    Ok(())
}

/// Reads a show, which is a film with its showings.
fn read_film(collector: &mut Collector<'_>, state: &mut State, value: &Value, place: String) {
    collector.row();
    let showings =
        value.get("CurrentShowings").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let showings_place = format!("{place}/CurrentShowings");
    let film = JsonRow::new(value, place).and_then(|row| film(collector, &row));
    let reason = match &film {
        Ok(_) => None,
        Err(error) if error.reason == SkipReason::PrivateHire => Some(SkipReason::PrivateHire),
        Err(_) => Some(SkipReason::UnknownFilm(truncate_for_report(&id_of(value, "ID")))),
    };
    for (number, showing) in showings.iter().enumerate() {
        collector.row();
        let place = format!("{showings_place}/{number}");
        let result = match (&film, &reason) {
            (Ok(film), _) => read_showing(collector, state, film, showing, place),
            (Err(_), Some(reason)) => Err(RowError { place, reason: reason.clone() }),
            (Err(error), None) => Err(error.clone()),
        };
        if let Err(error) = result {
            collector.skip("showtime", &id_of(showing, "ID"), error);
        }
    }
    if let Err(error) = film {
        collector.skip("film", &id_of(value, "ID"), error);
    }
}

/// A film and what its showings take from it.
struct Film {
    id: MovieId,
    keys: Vec<String>,
}

fn film(collector: &mut Collector<'_>, row: &JsonRow<'_>) -> Field<Film> {
    let feed_id = row.required_id("ID")?;
    let title = row.required_text("Name", 400)?;
    if attributes::is_private_title(title) {
        return Err(row.error("Name", SkipReason::PrivateHire));
    }
    let id = MovieId::numeric_for(&feed_id);
    let properties = properties(row)?;
    let property = |names: &[&str]| names.iter().find_map(|name| properties.get(*name)).copied();
    let people = |names: &[&str]| -> Vec<String> {
        let names = property(names).unwrap_or_default().split([',', ';', '|', '/']).map(str::trim);
        names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
    };
    let (languages, subtitles) =
        property(&["language", "languages"]).map(languages::spoken_and_subtitles).unwrap_or_default();
    let mut keys = Vec::new();
    for name in people(&["format", "formats", "projection"]) {
        let (of_name, new_attribute) = attributes::keys(&name, Kind::Picture);
        keys.extend(of_name);
        new_attribute.into_iter().for_each(|attribute| collector.attribute(attribute));
    }
    let subtitle_tags: Vec<&str> = subtitles.iter().map(String::as_str).collect();
    let spoken = languages.first().map(String::as_str);
    let versions = attributes::versions(spoken, &languages, &subtitle_tags, collector.options.language);
    keys.extend(versions.into_iter().map(str::to_owned));
    let has_subtitles =
        property(&["language", "languages"]).is_some_and(|text| text.to_lowercase().contains("subtitle"));
    if has_subtitles && subtitles.is_empty() {
        keys.push(SUBTITLES.to_owned());
    }
    let year = property(&["release year", "year"]).and_then(|year| year.trim().parse().ok());
    let runtime = row.text("Duration")?.and_then(values::minutes_of_text);
    let runtime =
        runtime.or_else(|| property(&["runtime", "running time"]).and_then(values::minutes_of_text));
    let movie = Movie {
        runtime,
        year: year.filter(|year| (1880..=2100).contains(year)),
        certificate: property(&["rating", "mpaa rating"]).map(str::to_owned),
        genres: people(&["genre", "genres"]),
        directors: people(&["director", "directors", "directed by"]),
        cast: people(&["cast", "starring", "actors"]),
        countries: people(&["country", "countries"]),
        languages,
        distributor: row.text_owned("Distributor")?,
        synopsis: row.text_owned("ShortDescription")?.unwrap_or_default(),
        ..records::movie(id.clone(), title)
    };
    let picture = row.text("EventImage")?.or(row.text("ThumbImage")?);
    if collector.movie(row.place(), movie) {
        collector.picture(PictureOwner::MoviePoster(id.clone()), picture);
    }
    Ok(Film { id, keys })
}

/// Custom properties by name, in lower case.
fn properties<'v>(row: &JsonRow<'v>) -> Field<HashMap<String, &'v str>> {
    let mut found = HashMap::new();
    for property in row.objects("CustomProperties")? {
        let (Some(name), Some(value)) = (property.text("Name")?, property.text("Value")?) else { continue };
        if !value.trim().is_empty() && value.chars().count() <= 400 {
            found.entry(name.trim().to_lowercase()).or_insert(value.trim());
        }
    }
    Ok(found)
}

fn read_showing(
    collector: &mut Collector<'_>,
    state: &mut State,
    film: &Film,
    value: &Value,
    place: String,
) -> Field<()> {
    let row = JsonRow::new(value, place)?;
    let theater = theater(collector, &row)?;
    let result = showing(collector, film, &row, &theater);
    let is_invalid = matches!(&result, Err(error) if !matches!(error.reason, SkipReason::NotPublic(_) | SkipReason::DateOpen));
    let (rows, invalid) = state.rows.entry(theater).or_default();
    *rows += 1;
    *invalid += usize::from(is_invalid);
    result
}

fn showing(collector: &mut Collector<'_>, film: &Film, row: &JsonRow<'_>, theater: &TheaterId) -> Field<()> {
    let feed_id = row.required_id("ID")?;
    if row.bool("DateTBD")? {
        return Err(row.error("DateTBD", SkipReason::DateOpen));
    }
    if let Some(delivery) = row.text("ContentDelivery")?.filter(|delivery| *delivery != "InPerson") {
        return Err(row.error("ContentDelivery", SkipReason::NotPublic(truncate_for_report(delivery))));
    }
    let zone = collector.zone(theater);
    let start = row.required_text("StartDate", 40)?;
    let starts_at = collector
        .instant("showtime", &feed_id, &row.pointer_to("StartDate"), start, &zone)
        .map_err(|reason| row.error("StartDate", reason))?;
    let ends_at = collector.end(&feed_id, row, "EndDate", &zone, starts_at)?;
    let state = row.text("SalesState")?.unwrap_or_default();
    let show = Showtime {
        id: ShowId::normalized(&format!("agile-{feed_id}")),
        movie_id: film.id.clone(),
        theater_id: theater.clone(),
        starts_at,
        ends_at,
        business_date: collector.business_date(starts_at, &zone),
        screen: None,
        attributes: film.keys.clone(),
        availability: if state == "SoldOut" { Availability::SoldOut } else { Availability::Open },
        booking: booking(collector, row, &feed_id, state)?,
        perf_code: Some(feed_id.clone()),
        price: None,
        change: None,
    };
    collector.show(&feed_id, row.place(), show);
    Ok(())
}

/// The link while tickets are sold.
fn booking(
    collector: &mut Collector<'_>,
    row: &JsonRow<'_>,
    id: &str,
    state: &str,
) -> Field<Option<BookingUrl>> {
    let Some(link) = row.text("LegacyPurchaseLink")? else { return Ok(None) };
    let place = row.pointer_to("LegacyPurchaseLink");
    if !matches!(state, "" | "DuringSales") {
        collector.warn("showtime", id, place, WarningReason::NotSoldOnline);
        return Ok(None);
    }
    match BookingUrl::parse(link) {
        Ok(url) => Ok(Some(url)),
        Err(reason) => {
            collector.warn("showtime", id, place, WarningReason::Booking(reason));
            Ok(None)
        }
    }
}

/// The theater of a showing: one of the site, else the venue of the feed.
fn theater(collector: &mut Collector<'_>, row: &JsonRow<'_>) -> Field<TheaterId> {
    let venue = row.object("Venue")?;
    let name = match &venue {
        Some(venue) => venue.short_text("Name", 200)?.filter(|name| !name.trim().is_empty()),
        None => None,
    };
    let known = collector.options.known;
    if !known.theaters.is_empty() {
        let unknown =
            || row.error("Venue", SkipReason::UnknownTheater(truncate_for_report(name.unwrap_or_default())));
        return known.theater_named(name).map(|theater| theater.id.clone()).ok_or_else(unknown);
    }
    let (Some(venue), Some(name)) = (venue, name) else {
        return Err(RowError { place: row.place().to_owned(), reason: SkipReason::NoTheater });
    };
    let feed_id = venue.id("VenueID")?.unwrap_or_else(|| text::slug(name));
    let id = TheaterId::normalized(&feed_id);
    if collector.theater_mut(&id).is_some() {
        return Ok(id);
    }
    collector.row();
    let zone = collector.zone_name(&feed_id, venue.place().to_owned(), None);
    let mut theater = records::theater(id.clone(), name, zone);
    let lines = [venue.text("Address1")?, venue.text("Address2")?];
    let street: Vec<_> = lines.into_iter().flatten().map(str::trim).collect();
    theater.address = Address {
        street: street.join(", "),
        city: venue.text_owned("City")?.unwrap_or_default(),
        region: venue.text_owned("State")?.unwrap_or_default(),
        postal_code: venue.text_owned("Zip")?.unwrap_or_default(),
        country: String::new(),
    };
    collector.theater(venue.place(), theater);
    Ok(id)
}

#[cfg(test)]
mod tests;
