//! Reads the XML feed of TaPoS, a ticketing system for cinemas: films, performances and their modifiers.
//!
//! The feed has no theater and no time zone: performances are of the theater that the operator chose, or of the site's only one, and
//! times are local to it. Its ids are numbers of one theater, so films are told apart by their titles. `Y` and `N` are flags; `None`,
//! `none` and an empty element are the same as a missing one; names of people are separated by `|`.
//!
//! Where the fields are from: a recorded feed of October 2026 shows all fields that are read. Its performances have no value other than
//! `N` in `SoldOutLevel`, `ManagerWarningLevel`, `SalesStopped`, `PerformancesHidden`, `Virtual` and the private parties, other than `Y` in
//! `SellonInternet` and `Passes`, and none after midnight: what `Y` and `N` mean there is read from the names, and `PerformDate` is taken as the
//! calendar day.

use std::collections::HashMap;

use marquee_model::catalog::{Availability, BookingUrl, Movie, OPEN_CAPTION, Showtime, Theater, Trailer};
use marquee_model::{MovieId, ScreenId, ShowId, text};
use serde_json::Value;

use crate::attributes::{self, Kind};
use crate::collector::Collector;
use crate::error::FeedError;
use crate::format::{Content, FeedFormat};
use crate::report::{Expected, SkipReason, WarningReason};
use crate::row::{Field, JsonRow, RowError, id_of};
use crate::schedule::{PictureOwner, Scope};
use crate::site_names::{FilmsByTitle, screen_named};
use crate::source::{Source, SourceFile, XML};
use crate::values::{self, truncate_for_report};
use crate::{records, xml};

/// The XML feed of TaPoS.
pub(crate) struct Tapos;

impl FeedFormat for Tapos {
    fn name(&self) -> &'static str {
        "tapos"
    }

    fn hint(&self) -> &'static str {
        "it is XML with the elements Feed, Films and Performances"
    }

    fn extensions(&self) -> &'static [&'static str] {
        XML
    }

    fn recognizes(&self, _: &SourceFile, content: &Content) -> bool {
        matches!(content, Content::Xml { root, .. } if root == "Feed")
    }

    fn read(&self, source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
        read(source, collector)
    }
}

/// A film of the feed.
enum Film {
    Imported {
        id: MovieId,
        /// Keys of its shows, for example of film in 70 mm.
        keys: Vec<String>,
    },
    PrivateHire,
    Skipped,
}

/// What performances refer to.
struct State<'o> {
    theater: Option<&'o Theater>,
    titles: FilmsByTitle,
    films: HashMap<String, Film>,
    /// Descriptions of modifiers, by their short code.
    modifiers: HashMap<String, String>,
    /// Screens by name; `None` for one that the theater does not have.
    screens: HashMap<String, Option<ScreenId>>,
}

fn read(source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
    collector.schedule.scope = Scope::Cinemas;
    let known = collector.options.known;
    for file in source.files_with(XML) {
        collector.name_file(file);
        let document = xml::parse(file)?;
        if document.root != "Feed" {
            collector.warn("file", "", "", WarningReason::UnrecognizedFile);
            collector.report_progress(file);
            continue;
        }
        let mut state = State {
            theater: known.theater_named(None),
            titles: FilmsByTitle::new(known),
            films: HashMap::new(),
            modifiers: modifiers(&document.value),
            screens: HashMap::new(),
        };
        let below = |list: &'static str, name: &str| match document.value.get(list) {
            Some(parent) => xml::elements(parent, name, &format!("/{list}")),
            None => Vec::new(),
        };
        for (place, value) in below("Films", "Film") {
            read_film(collector, &mut state, value, place);
        }
        let performances = below("Performances", "Performance");
        let mut invalid = 0;
        for (place, value) in &performances {
            invalid += usize::from(!read_performance(collector, &mut state, value, place.clone()));
        }
        if let Some(theater) = state.theater.filter(|_| document.value.get("Performances").is_some()) {
            collector.declare_shows(&theater.id, "/Performances", performances.len(), invalid);
        }
        collector.report_progress(file);
    }
    Ok(())
}

/// Descriptions of modifiers by their short code. Performances repeat them, unless a description is missing.
fn modifiers(feed: &Value) -> HashMap<String, String> {
    let all = feed.get("Modifiers").map(|parent| xml::elements(parent, "Modifier", "")).unwrap_or_default();
    let text = |row: &Value, key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
    all.into_iter()
        .filter_map(|(_, row)| Some((text(row, "Shortcode")?, text(row, "Description")?)))
        .collect()
}

/// A text; `None` if it is empty or the word None.
fn value<'v>(row: &JsonRow<'v>, key: &'static str) -> Field<Option<&'v str>> {
    let text = row.text(key)?.map(str::trim);
    Ok(text.filter(|text| !text.is_empty() && !text.eq_ignore_ascii_case("none")))
}

/// `Y`, `N` or missing.
fn flag(row: &JsonRow<'_>, key: &'static str) -> Field<Option<bool>> {
    Ok(match value(row, key)? {
        Some("Y" | "y") => Some(true),
        Some("N" | "n") => Some(false),
        _ => None,
    })
}

fn read_film(collector: &mut Collector<'_>, state: &mut State<'_>, element: &Value, place: String) {
    collector.row();
    if let Err(error) = JsonRow::new(element, place).and_then(|row| film(collector, state, &row)) {
        let code = id_of(element, "Code");
        let film = if error.reason == SkipReason::PrivateHire { Film::PrivateHire } else { Film::Skipped };
        collector.skip("film", &code, error);
        state.films.entry(code).or_insert(film);
    }
}

fn film(collector: &mut Collector<'_>, state: &mut State<'_>, row: &JsonRow<'_>) -> Field<()> {
    let code = row.required_id("Code")?;
    if state.films.contains_key(&code) {
        let reason = SkipReason::RepeatedFilm { list: "feed" };
        return Err(row.error("Code", reason));
    }
    let short = value(row, "ShortFilmTitle")?;
    let title = match row.short_text("FilmTitle", 400)?.map(str::trim).filter(|title| !title.is_empty()) {
        Some(title) => title,
        None => short.ok_or_else(|| row.error("FilmTitle", SkipReason::Missing("FilmTitle")))?,
    };
    if flag(row, "PrivateWatchParty")? == Some(true) || attributes::is_private_title(title) {
        return Err(row.error("FilmTitle", SkipReason::PrivateHire));
    }
    let id = state.titles.id(title);
    let mut keys =
        named(collector, value(row, "FilmFlagsDescription")?.or(value(row, "FilmFlags")?), Kind::Picture);
    if flag(row, "Is3d")? == Some(true) {
        keys.push("Format.Projection.3d".to_owned());
    }
    let movie = movie(collector, row, id.clone(), title, &code)?;
    if collector.movie_title(&id).is_some() {
        collector.warn("film", &code, row.pointer_to("FilmTitle"), WarningReason::SameTitle);
    } else {
        let poster = value(row, "Img_1s")?.or(value(row, "Img_app")?);
        collector.picture(PictureOwner::MoviePoster(id.clone()), poster);
        let backdrop = value(row, "img_bd")?.or(value(row, "img_bd_web")?);
        collector.picture(PictureOwner::MovieBackdrop(id.clone()), backdrop);
        collector.movie(row.place(), movie);
    }
    state.films.insert(code, Film::Imported { id, keys });
    Ok(())
}

fn movie(
    collector: &mut Collector<'_>,
    row: &JsonRow<'_>,
    id: MovieId,
    title: &str,
    code: &str,
) -> Field<Movie> {
    let people = |key| -> Field<Vec<String>> {
        Ok(value(row, key)?.map(text::split_list).into_iter().flatten().map(str::to_owned).collect())
    };
    let certificate = value(row, "Certificate")?;
    let released = value(row, "ReleaseDate")?.or(value(row, "OpeningDate")?);
    let runtime = value(row, "RunningTime")?;
    let minutes = runtime.and_then(values::minutes_of_text);
    if let Some(text) = runtime.filter(|text| minutes.is_none() && *text != "0") {
        let found = truncate_for_report(text);
        let reason = WarningReason::Value { field: "RunningTime", value: found, expected: Expected::Minutes };
        collector.warn("film", code, row.pointer_to("RunningTime"), reason);
    }
    Ok(Movie {
        release_date: released.and_then(values::date),
        runtime: minutes,
        certificate: certificate.map(str::to_owned),
        advisory: value(row, "Certificate_desc")?
            .filter(|text| Some(*text) != certificate)
            .map(str::to_owned),
        genres: value(row, "Genre")?.map(str::to_owned).into_iter().collect(),
        directors: people("Directors")?,
        cast: people("Actors")?,
        synopsis: value(row, "Synopsis")?.unwrap_or_default().to_owned(),
        trailer: value(row, "Youtube")?.and_then(Trailer::from_url),
        ..records::movie(id, title)
    })
}

/// The keys of names that are separated by `|` or commas.
fn named(collector: &mut Collector<'_>, names: Option<&str>, kind: Kind) -> Vec<String> {
    let mut keys = Vec::new();
    for name in names.unwrap_or_default().split(['|', ',']).map(str::trim).filter(|name| !name.is_empty()) {
        let (of_name, new_attribute) = attributes::keys(name, kind);
        keys.extend(of_name);
        new_attribute.into_iter().for_each(|attribute| collector.attribute(attribute));
    }
    keys
}

/// Reads a performance; false if it cannot be read. One that is not public can be read.
fn read_performance(
    collector: &mut Collector<'_>,
    state: &mut State<'_>,
    element: &Value,
    place: String,
) -> bool {
    collector.row();
    match JsonRow::new(element, place).and_then(|row| performance(collector, state, &row)) {
        Ok(()) => true,
        Err(error) => {
            let is_hidden = matches!(error.reason, SkipReason::PrivateHire | SkipReason::NotPublic(_));
            collector.skip("showtime", &id_of(element, "Code"), error);
            is_hidden
        }
    }
}

fn performance(collector: &mut Collector<'_>, state: &mut State<'_>, row: &JsonRow<'_>) -> Field<()> {
    let code = row.required_id("Code")?;
    if flag(row, "PurchasedPrivateWatchParty")? == Some(true) {
        return Err(row.error("PurchasedPrivateWatchParty", SkipReason::PrivateHire));
    }
    for (key, name) in [("PerformancesHidden", "hidden"), ("Virtual", "virtual")] {
        if flag(row, key)? == Some(true) {
            return Err(row.error(key, SkipReason::NotPublic(name.to_owned())));
        }
    }
    let film = row.required_id("FilmCode")?;
    let (movie_id, mut keys) = match state.films.get(&film) {
        Some(Film::Imported { id, keys }) => (id.clone(), keys.clone()),
        Some(Film::PrivateHire) => return Err(row.error("FilmCode", SkipReason::PrivateHire)),
        Some(Film::Skipped) | None => {
            return Err(row.error("FilmCode", SkipReason::UnknownFilm(truncate_for_report(&film))));
        }
    };
    let Some(theater) = state.theater else {
        return Err(RowError { place: row.place().to_owned(), reason: SkipReason::NoTheater });
    };
    let zone = collector.zone(&theater.id);
    let date = value(row, "PerformDate")?
        .ok_or_else(|| row.error("PerformDate", SkipReason::Missing("PerformDate")))?;
    let time =
        value(row, "StartTime")?.ok_or_else(|| row.error("StartTime", SkipReason::Missing("StartTime")))?;
    let starts_at = collector
        .instant("showtime", &code, &row.pointer_to("StartTime"), &format!("{date}T{time}"), &zone)
        .map_err(|reason| row.error("StartTime", reason))?;
    keys.extend(performance_keys(collector, state, row)?);
    let show = Showtime {
        id: ShowId::normalized(&format!("tapos-{}-{code}", theater.id)),
        movie_id,
        theater_id: theater.id.clone(),
        starts_at,
        ends_at: None,
        business_date: collector.business_date(starts_at, &zone),
        screen: screen(collector, state, row, &code)?,
        attributes: keys,
        availability: match (flag(row, "SoldOutLevel")?, flag(row, "ManagerWarningLevel")?) {
            (Some(true), _) => Availability::SoldOut,
            (_, Some(true)) => Availability::FewLeft,
            _ => Availability::Open,
        },
        booking: booking(collector, row, &code)?,
        perf_code: Some(code.clone()),
        price: None,
        change: None,
    };
    collector.show(&code, row.place(), show);
    Ok(())
}

fn performance_keys(
    collector: &mut Collector<'_>,
    state: &State<'_>,
    row: &JsonRow<'_>,
) -> Field<Vec<String>> {
    let flags = match value(row, "PerfFlagsDescription")? {
        Some(names) => Some(names.to_owned()),
        None => value(row, "PerfFlags")?.map(|codes| {
            let name = |code: &str| state.modifiers.get(code).cloned().unwrap_or_else(|| code.to_owned());
            codes.split(['|', ',']).map(|code| name(code.trim())).collect::<Vec<_>>().join("|")
        }),
    };
    let mut keys = named(collector, flags.as_deref(), Kind::Tag);
    keys.extend(named(collector, value(row, "PerfCatWebsiteDescription")?, Kind::Tag));
    keys.extend(named(collector, value(row, "PerformanceAttributesDescription")?, Kind::Tag));
    if flag(row, "AD")? == Some(true) {
        keys.push("Showtime.Accessibility.AudioDescription".to_owned());
    }
    // Open captions are subtitles for everybody.
    if flag(row, "Subs")? == Some(true) && !keys.iter().any(|key| key == OPEN_CAPTION) {
        keys.push("Showtime.Accessibility.Subtitled".to_owned());
    }
    if flag(row, "WheelchairAccessible")? == Some(true) {
        keys.push("Showtime.Accessibility.Wheelchair".to_owned());
    }
    if flag(row, "Passes")? == Some(false) {
        keys.push("Showtime.Restriction.NoPasses".to_owned());
    }
    Ok(keys)
}

/// The screen by its name, which may end in ` - ` and the theater's, or by its code.
fn screen(
    collector: &mut Collector<'_>,
    state: &mut State<'_>,
    row: &JsonRow<'_>,
    id: &str,
) -> Field<Option<ScreenId>> {
    let (name, code) = (value(row, "Screen")?, value(row, "ScreenCode")?);
    let (Some(theater), Some(key)) = (state.theater, name.or(code)) else { return Ok(None) };
    if let Some(screen) = state.screens.get(key) {
        return Ok(screen.clone());
    }
    let short = name.and_then(|name| name.rsplit_once(" - ")).map(|(name, _)| name);
    let screen = [name, short, code].into_iter().flatten().find_map(|name| screen_named(theater, name));
    if screen.is_none() {
        let reason = WarningReason::Reference { field: "Screen", id: truncate_for_report(key) };
        collector.warn("showtime", id, row.pointer_to("Screen"), reason);
    }
    state.screens.insert(key.to_owned(), screen.clone());
    Ok(screen)
}

fn booking(collector: &mut Collector<'_>, row: &JsonRow<'_>, id: &str) -> Field<Option<BookingUrl>> {
    let (key, text) = match (value(row, "BookingURL")?, value(row, "ExternalURL")?) {
        (Some(text), _) => ("BookingURL", text),
        (None, Some(text)) => ("ExternalURL", text),
        (None, None) => return Ok(None),
    };
    if flag(row, "SalesStopped")? == Some(true) || flag(row, "SellonInternet")? == Some(false) {
        collector.warn("showtime", id, row.pointer_to(key), WarningReason::NotSoldOnline);
        return Ok(None);
    }
    match BookingUrl::parse(text) {
        Ok(url) => Ok(Some(url)),
        Err(reason) => {
            collector.warn("showtime", id, row.pointer_to(key), WarningReason::Booking(reason));
            Ok(None)
        }
    }
}

#[cfg(test)]
mod tests;
