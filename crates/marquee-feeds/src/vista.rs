//! Reads showtimes of Vista's ticketing interface OCAPI v1: `showtimes/by-business-date/{date}`, one day in each file, with the records that
//! showtimes refer to in `relatedData`. The list of days, `film-screening-dates`, is used to tell which days are missing.
//!
//! Where the fields are from: answers of January 2025 show all fields that are read. In them no show is sold out, none needs glasses for
//! 3D, and all lists of translations are empty: that a translation has `languageTag` and `text` is not shown by a recording. Links and
//! pictures are not in the answers.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use marquee_model::catalog::{
    Address, Availability, Geo, Localized, Movie, SUBTITLES, Screen, Showtime, Theater, Trailer,
};
use marquee_model::{MovieId, ScreenId, ShowId, TheaterId};
use serde_json::Value;
use url::Url;

use crate::attributes::{self, Kind};
use crate::collector::{Collector, parse};
use crate::error::FeedError;
use crate::format::{Content, FeedFormat, FurtherRequest, sibling};
use crate::records;
use crate::report::{SkipReason, WarningReason};
use crate::row::{Field, JsonRow, id_of};
use crate::schedule::Scope;
use crate::source::{JSON, Source, SourceFile};
use crate::values::{self, truncate_for_report};

/// Showtimes of Vista's OCAPI v1.
pub(crate) struct Vista;

impl FeedFormat for Vista {
    fn name(&self) -> &'static str {
        "vista"
    }

    fn hint(&self) -> &'static str {
        "its files are answers of OCAPI v1: an object with showtimes and relatedData"
    }

    fn extensions(&self) -> &'static [&'static str] {
        JSON
    }

    fn recognizes(&self, _: &SourceFile, content: &Content) -> bool {
        let has = |value: &Value, key: &str| value.get(key).is_some();
        content.json().is_some_and(|value| {
            (has(value, "showtimes") && has(value, "relatedData")) || has(value, "filmScreeningDates")
        })
    }

    fn is_at(&self, address: &Url) -> bool {
        address.path().contains(INTERFACE)
    }

    /// The list of days, and each of its days from yesterday on: night shows belong to the day before.
    fn further(&self, address: &Url, files: &[SourceFile], now: Timestamp) -> Vec<FurtherRequest> {
        let query = address.query();
        let at = |path: &str| sibling(address, INTERFACE, &format!("{INTERFACE}{path}"), query);
        let first_day = now.to_zoned(TimeZone::UTC).date().saturating_sub(1.day());
        let days: BTreeSet<Date> = files
            .iter()
            .filter_map(|file| parse(file).ok())
            .flat_map(|value| listed_days(&value))
            .filter_map(|day| day.parse().ok())
            .filter(|day| *day >= first_day)
            .collect();
        let days = days.into_iter().filter_map(|day| at(&format!("showtimes/by-business-date/{day}")));
        at("film-screening-dates").into_iter().chain(days).map(FurtherRequest::required).collect()
    }

    fn read(&self, source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
        read(source, collector)
    }
}

/// The path of the interface, below that of the server.
const INTERFACE: &str = "/ocapi/v1/";

/// The days of a list of days; none of another file.
fn listed_days(value: &Value) -> Vec<String> {
    let days = value.get("filmScreeningDates").and_then(Value::as_array).into_iter().flatten();
    days.filter_map(|day| day.get("businessDate")?.as_str()).map(truncate_for_report).collect()
}

/// The records of all files that showtimes refer to.
#[derive(Default)]
struct State {
    /// Sites that were read, with the number of their showtimes and of the invalid ones.
    sites: BTreeMap<TheaterId, (usize, usize)>,
    films: HashMap<String, MovieId>,
    /// Films that could not be read or are private hires.
    skipped_films: HashMap<String, SkipReason>,
    /// Keys of attributes, by id.
    attributes: HashMap<String, Vec<String>>,
    screens: HashMap<String, Screen>,
    /// Days of the files and days of the list of days.
    days: BTreeSet<String>,
    listed_days: BTreeSet<String>,
}

fn read(source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
    collector.schedule.scope = Scope::Cinemas;
    let mut state = State::default();
    for file in source.files_with(JSON) {
        let value = collector.open(file)?;
        if value.get("filmScreeningDates").is_some_and(Value::is_array) {
            state.listed_days.extend(listed_days(&value));
        } else if value.get("showtimes").is_some() {
            day(collector, &mut state, &value);
        } else {
            collector.warn("file", "", "", WarningReason::UnrecognizedFile);
        }
        collector.report_progress(file);
    }
    for (theater, (rows, invalid)) in &state.sites {
        collector.declare_shows(theater, "", *rows, *invalid);
    }
    let missing = state.listed_days.difference(&state.days).count();
    if missing > 0 && !state.days.is_empty() {
        collector.warn("schedule", "", "", WarningReason::MissingDays { count: missing });
    }
    Ok(())
}

/// Reads a file: the showtimes of a day.
fn day(collector: &mut Collector<'_>, state: &mut State, value: &Value) {
    if let Some(day) = value.get("businessDate").and_then(Value::as_str) {
        state.days.insert(truncate_for_report(day));
    }
    if let Some(related) =
        value.get("relatedData").and_then(|related| JsonRow::new(related, "/relatedData").ok())
    {
        let lookup = Lookup::new(&related);
        for (place, attribute) in list(&related, "attributes") {
            read_attribute(collector, state, attribute, place);
        }
        for (place, screen) in list(&related, "screens") {
            read_screen(collector, state, screen, place);
        }
        for (place, site) in list(&related, "sites") {
            read_site(collector, state, site, place);
        }
        for (place, film) in list(&related, "films") {
            read_film(collector, state, &lookup, film, place);
        }
    }
    let showtimes = value.get("showtimes").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    for (number, showtime) in showtimes.iter().enumerate() {
        read_showtime(collector, state, showtime, format!("/showtimes/{number}"));
    }
}

/// The records of a list with their places. A list that is missing or of another type has none.
fn list<'v>(related: &JsonRow<'v>, key: &'static str) -> Vec<(String, &'v Value)> {
    let all = related.list(key).unwrap_or_default();
    all.iter().enumerate().map(|(n, value)| (format!("{}/{n}", related.pointer_to(key)), value)).collect()
}

/// A text with translations.
fn text<'v>(row: &JsonRow<'v>, key: &'static str) -> Field<Option<&'v str>> {
    row.object(key)?.map_or(Ok(None), |text| text.text("text"))
}

/// Records by id, with their places.
type Records<'v> = HashMap<&'v str, (String, &'v Value)>;

/// Names of people, genres and ratings of a file.
struct Lookup<'v> {
    people: Records<'v>,
    genres: Records<'v>,
    ratings: Records<'v>,
}

impl<'v> Lookup<'v> {
    fn new(related: &JsonRow<'v>) -> Self {
        let by_id = |key| -> Records<'v> {
            let all = list(related, key).into_iter();
            all.filter_map(|(place, value)| Some((value.get("id")?.as_str()?, (place, value)))).collect()
        };
        Self { people: by_id("castAndCrew"), genres: by_id("genres"), ratings: by_id("censorRatings") }
    }
}

fn read_attribute(collector: &mut Collector<'_>, state: &mut State, value: &Value, place: String) {
    let read = JsonRow::new(value, place).and_then(|row| {
        let id = row.required_id("id")?;
        let name = text(&row, "name")?.or(text(&row, "shortName")?);
        let name = name.filter(|name| name.chars().count() <= 200);
        Ok((
            id,
            name.ok_or_else(|| row.error("name", SkipReason::Missing("name")))?.to_owned(),
            text(&row, "description")?.unwrap_or_default().to_owned(),
        ))
    });
    match read {
        Ok((id, ..)) if state.attributes.contains_key(&id) => {}
        Ok((id, name, description)) => {
            collector.row();
            let (keys, new_attribute) = if name.trim_end().ends_with("(Sub)") {
                (vec![SUBTITLES.to_owned()], None)
            } else {
                attributes::keys(&name, Kind::Tag)
            };
            if let Some(attribute) = new_attribute {
                collector.attribute(marquee_model::catalog::Attribute { description, ..attribute });
            }
            state.attributes.insert(id, keys);
        }
        Err(error) => {
            collector.row();
            collector.skip("attribute", &id_of(value, "id"), error);
        }
    }
}

fn read_screen(collector: &mut Collector<'_>, state: &mut State, value: &Value, place: String) {
    let read = JsonRow::new(value, place).and_then(|row| {
        let id = row.required_id("id")?;
        let name = text(&row, "name")?.filter(|name| !name.trim().is_empty()).unwrap_or(&id).to_owned();
        Ok((id, name))
    });
    match read {
        Ok((id, _)) if state.screens.contains_key(&id) => {}
        Ok((id, name)) => {
            collector.row();
            let screen = Screen { id: ScreenId::normalized(&id), name, seats: None, attributes: Vec::new() };
            state.screens.insert(id, screen);
        }
        Err(error) => {
            collector.row();
            collector.skip("screen", &id_of(value, "id"), error);
        }
    }
}

/// Reads a site, unless an earlier file has it.
fn read_site(collector: &mut Collector<'_>, state: &mut State, value: &Value, place: String) {
    let id = TheaterId::normalized(&id_of(value, "id"));
    if state.sites.contains_key(&id) {
        return;
    }
    collector.row();
    match JsonRow::new(value, place).and_then(|row| Ok((site(collector, &row)?, row.place().to_owned()))) {
        Ok((theater, place)) => {
            state.sites.insert(theater.id.clone(), (0, 0));
            collector.theater(&place, theater);
        }
        Err(error) => collector.skip("theater", &id_of(value, "id"), error),
    }
}

fn site(collector: &mut Collector<'_>, row: &JsonRow<'_>) -> Field<Theater> {
    let feed_id = row.required_id("id")?;
    let name = text(row, "name")?.filter(|name| !name.trim().is_empty() && name.chars().count() <= 200);
    let name = name.ok_or_else(|| row.error("name", SkipReason::Missing("name")))?;
    let zone = row.text("ianaTimeZoneName")?;
    let zone = collector.zone_name(&feed_id, row.pointer_to("ianaTimeZoneName"), zone);
    let mut theater = records::theater(TheaterId::normalized(&feed_id), name, zone);
    if let Some(location) = row.object("location")?
        && let (Some(lat), Some(lon)) = (location.number("latitude")?, location.number("longitude")?)
        && (-90.0..=90.0).contains(&lat)
        && (-180.0..=180.0).contains(&lon)
    {
        theater.geo = Some(Geo { lat, lon });
    }
    if let Some(contact) = row.object("contactDetails")? {
        theater.email = contact.short_text("email", 200)?.map(str::to_owned);
        if let Some(address) = contact.object("address")? {
            let lines = [address.text("line1")?, address.text("line2")?];
            let street: Vec<_> = lines.into_iter().flatten().map(str::trim).collect();
            let city = address.text_owned("city")?.unwrap_or_default();
            theater.address = Address { street: street.join(", "), city, ..Address::default() };
        }
    }
    Ok(theater)
}

/// Reads a film, unless an earlier file has it.
fn read_film(
    collector: &mut Collector<'_>,
    state: &mut State,
    lookup: &Lookup<'_>,
    value: &Value,
    place: String,
) {
    let feed_id = id_of(value, "id");
    if state.films.contains_key(&feed_id) || state.skipped_films.contains_key(&feed_id) {
        return;
    }
    collector.row();
    let read = JsonRow::new(value, place).and_then(|row| Ok((film(lookup, &row)?, row.place().to_owned())));
    match read {
        Ok((movie, place)) => {
            state.films.insert(feed_id, movie.id.clone());
            collector.movie(&place, movie);
        }
        Err(error) => {
            let reason = match error.reason {
                SkipReason::PrivateHire => SkipReason::PrivateHire,
                _ => SkipReason::UnknownFilm(truncate_for_report(&feed_id)),
            };
            state.skipped_films.insert(feed_id.clone(), reason);
            collector.skip("film", &feed_id, error);
        }
    }
}

fn film(lookup: &Lookup<'_>, row: &JsonRow<'_>) -> Field<Movie> {
    let feed_id = row.required_id("id")?;
    let title = text(row, "title")?.filter(|title| !title.trim().is_empty() && title.chars().count() <= 400);
    let title = title.ok_or_else(|| row.error("title", SkipReason::Missing("title")))?;
    if attributes::is_private_title(title) {
        return Err(row.error("title", SkipReason::PrivateHire));
    }
    let mut movie = records::movie(MovieId::numeric_for(&feed_id), title);
    movie.synopsis = text(row, "synopsis")?.or(text(row, "shortSynopsis")?).unwrap_or_default().to_owned();
    movie.release_date = row.text("releaseDate")?.and_then(values::date);
    movie.runtime = row.number("runtimeInMinutes")?.and_then(values::minutes);
    movie.trailer = row.text("trailerUrl")?.and_then(Trailer::from_url);
    movie.distributor = row.text_owned("distributorName")?;
    movie.advisory = text(row, "censorRatingNote")?.map(str::to_owned);
    if let Some((place, rating)) = row.text("censorRatingId")?.and_then(|id| lookup.ratings.get(id)) {
        let rating = JsonRow::new(rating, place)?;
        movie.certificate = text(&rating, "classification")?.map(str::to_owned);
    }
    for id in row.texts("genreIds")? {
        if let Some((place, genre)) = lookup.genres.get(id) {
            let genre = JsonRow::new(genre, place)?;
            movie.genres.extend(text(&genre, "name")?.map(str::to_owned));
        }
    }
    for person in row.objects("castAndCrew")? {
        let member = person.text("castAndCrewMemberId")?.and_then(|id| lookup.people.get(id));
        let Some((place, member)) = member else { continue };
        let name = person_name(&JsonRow::new(member, place)?)?;
        let roles = person.texts("roles")?;
        if let Some(name) = name.clone().filter(|_| roles.contains(&"Director")) {
            movie.directors.push(name);
        }
        if let Some(name) = name.filter(|_| roles.contains(&"Actor")) {
            movie.cast.push(name);
        }
    }
    movie.localizations = translations(row)?;
    Ok(movie)
}

fn person_name(person: &JsonRow<'_>) -> Field<Option<String>> {
    let Some(name) = person.object("name")? else { return Ok(None) };
    let parts = [name.text("givenName")?, name.text("middleName")?, name.text("familyName")?];
    let parts: Vec<_> = parts.into_iter().flatten().map(str::trim).filter(|part| !part.is_empty()).collect();
    Ok((!parts.is_empty()).then(|| parts.join(" ")))
}

/// Title and synopsis in other languages, by short locale.
fn translations(row: &JsonRow<'_>) -> Field<BTreeMap<String, Localized>> {
    let mut found: BTreeMap<String, Localized> = BTreeMap::new();
    for key in ["title", "synopsis"] {
        let Some(field) = row.object(key)? else { continue };
        for translation in field.objects("translations")? {
            let (Some(tag), Some(text)) =
                (translation.short_text("languageTag", 35)?, translation.text_owned("text")?)
            else {
                continue;
            };
            let language = tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
            let texts = found.entry(language).or_default();
            let slot = if key == "title" { &mut texts.title } else { &mut texts.synopsis };
            slot.get_or_insert(text);
        }
    }
    Ok(found)
}

fn read_showtime(collector: &mut Collector<'_>, state: &mut State, value: &Value, place: String) {
    collector.row();
    let theater = TheaterId::normalized(&id_of(value, "siteId"));
    let result = JsonRow::new(value, place).and_then(|row| showtime(collector, state, &row));
    let is_invalid = matches!(&result, Err(error) if error.reason != SkipReason::PrivateHire);
    if let Some((rows, invalid)) = state.sites.get_mut(&theater) {
        *rows += 1;
        *invalid += usize::from(is_invalid);
    }
    if let Err(error) = result {
        collector.skip("showtime", &id_of(value, "id"), error);
    }
}

fn showtime(collector: &mut Collector<'_>, state: &State, row: &JsonRow<'_>) -> Field<()> {
    let feed_id = row.required_id("id")?;
    let site = row.required_id("siteId")?;
    let theater_id = TheaterId::normalized(&site);
    if !state.sites.contains_key(&theater_id) {
        return Err(row.error("siteId", SkipReason::UnknownTheater(truncate_for_report(&site))));
    }
    let film = row.required_id("filmId")?;
    if let Some(reason) = state.skipped_films.get(&film) {
        return Err(row.error("filmId", reason.clone()));
    }
    let unknown = || row.error("filmId", SkipReason::UnknownFilm(truncate_for_report(&film)));
    let movie_id = state.films.get(&film).cloned().ok_or_else(unknown)?;
    let schedule =
        row.object("schedule")?.ok_or_else(|| row.error("schedule", SkipReason::Missing("schedule")))?;
    let zone = collector.zone(&theater_id);
    let start = schedule.required_text("startsAt", 40)?;
    let starts_at = collector
        .instant("showtime", &feed_id, &schedule.pointer_to("startsAt"), start, &zone)
        .map_err(|reason| schedule.error("startsAt", reason))?;
    let business_date = collector.business_date(starts_at, &zone);
    let stated = schedule.text("businessDate")?.and_then(values::date);
    if stated.is_some_and(|day| day != business_date) {
        let reason = WarningReason::Contradiction { used: "startsAt", other: "businessDate" };
        collector.warn("showtime", &feed_id, schedule.pointer_to("businessDate"), reason);
    }
    let mut keys = Vec::new();
    for id in row.texts("attributeIds")? {
        match state.attributes.get(id) {
            Some(of_attribute) => keys.extend(of_attribute.iter().cloned()),
            None => {
                let reason = WarningReason::Reference { field: "attributeIds", id: truncate_for_report(id) };
                collector.warn("showtime", &feed_id, row.pointer_to("attributeIds"), reason);
            }
        }
    }
    if row.bool("requires3dGlasses")? {
        keys.push("Format.Projection.3d".to_owned());
    }
    let ends_at = collector.end(&feed_id, &schedule, "endsAt", &zone, starts_at)?;
    let show = Showtime {
        id: ShowId::normalized(&feed_id),
        movie_id,
        starts_at,
        ends_at,
        business_date,
        screen: screen(collector, state, row, &theater_id, &feed_id)?,
        attributes: keys,
        availability: if row.bool("isSoldOut")? { Availability::SoldOut } else { Availability::Open },
        booking: None,
        // An id is that of the site and that of the session.
        perf_code: feed_id.rsplit_once('-').map(|(_, session)| session.to_owned()),
        price: None,
        theater_id,
        change: None,
    };
    collector.show(&feed_id, row.place(), show);
    Ok(())
}

fn screen(
    collector: &mut Collector<'_>,
    state: &State,
    row: &JsonRow<'_>,
    theater: &TheaterId,
    id: &str,
) -> Field<Option<ScreenId>> {
    let Some(feed_id) = row.id("screenId")? else { return Ok(None) };
    let Some(screen) = state.screens.get(&feed_id) else {
        let reason = WarningReason::Reference { field: "screenId", id: truncate_for_report(&feed_id) };
        collector.warn("showtime", id, row.pointer_to("screenId"), reason);
        return Ok(None);
    };
    Ok(Some(collector.screen(theater, screen.id.clone(), &screen.name)))
}

#[cfg(test)]
mod tests;
