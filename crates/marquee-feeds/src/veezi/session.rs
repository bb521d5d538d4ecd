//! Sessions and web sessions.

use marquee_model::catalog::{Availability, BookingUrl, Showtime};
use marquee_model::{MovieId, ScreenId, ShowId, TheaterId};
use serde_json::Value;

use super::{Document, Film, List, State, rows_of};
use crate::attributes::{self, Kind};
use crate::collector::Collector;
use crate::report::{SkipReason, WarningReason};
use crate::row::{Field, JsonRow, RowError, id_of};
use crate::site_names::screen_named;
use crate::values::{self, truncate_for_report};
use crate::{languages, records, xml};

/// The link of a web session in older and newer answers.
const LINKS: [&str; 2] = ["Url", "URL"];

pub(super) fn read_all(collector: &mut Collector<'_>, documents: &[Document<'_>], state: &mut State<'_>) {
    for document in documents.iter().filter(|document| document.list == List::Sessions) {
        for (_, value) in document.rows() {
            let link = LINKS.iter().find_map(|key| value.get(*key)?.as_str());
            if let Some(link) = link.filter(|link| !link.trim().is_empty()) {
                state.links.entry(id_of(value, "Id")).or_insert_with(|| link.to_owned());
            }
        }
    }
    let (mut rows, mut invalid) = (0, 0);
    for (file, place, value) in rows_of(documents, List::Sessions) {
        collector.name_file(file);
        collector.row();
        rows += 1;
        if let Err(error) = JsonRow::new(value, place).and_then(|row| session(collector, state, &row)) {
            let is_hidden = matches!(error.reason, SkipReason::PrivateHire | SkipReason::NotPublic(_));
            invalid += usize::from(!is_hidden);
            collector.skip("showtime", &id_of(value, "Id"), error);
        }
    }
    let has_sessions = documents.iter().any(|document| document.list == List::Sessions);
    if let Some(cinema) = state.cinema.as_ref().filter(|_| has_sessions) {
        collector.declare_shows(&cinema.id, "", rows, invalid);
    }
}

fn session(collector: &mut Collector<'_>, state: &mut State<'_>, row: &JsonRow<'_>) -> Field<()> {
    let feed_id = row.required_id("Id")?;
    if row.text("ShowType")?.is_some_and(|kind| kind.eq_ignore_ascii_case("private")) {
        return Err(row.error("ShowType", SkipReason::PrivateHire));
    }
    let status = row.text("Status")?.unwrap_or_default();
    if status == "Planned" {
        return Err(row.error("Status", SkipReason::NotPublic(status.to_owned())));
    }
    let Some(cinema) = &state.cinema else {
        return Err(RowError { place: row.place().to_owned(), reason: SkipReason::NoTheater });
    };
    let theater = cinema.id.clone();
    let (movie_id, film_languages) = film(collector, state, row)?;
    let zone = collector.zone(&theater);
    let start = ["PreShowStartTime", "FeatureStartTime"].iter().find(|key| row.get(key).is_some());
    let key = start.ok_or_else(|| row.error("PreShowStartTime", SkipReason::Missing("PreShowStartTime")))?;
    let text = row.required_text(key, 40)?;
    let starts_at = collector
        .instant("showtime", &feed_id, &row.pointer_to(key), text, &zone)
        .map_err(|reason| row.error(key, reason))?;
    let ends_at = collector.end(&feed_id, row, "FeatureEndTime", &zone, starts_at)?;
    let show = Showtime {
        id: ShowId::normalized(&format!("veezi-{theater}-{feed_id}")),
        movie_id,
        starts_at,
        ends_at,
        business_date: collector.business_date(starts_at, &zone),
        screen: screen(collector, state, row, &theater, &feed_id)?,
        attributes: keys(collector, state, row, &film_languages, &feed_id)?,
        availability: availability(row, collector.options.few_left_percent)?,
        booking: booking(collector, state, row, &feed_id, status)?,
        perf_code: Some(feed_id.clone()),
        price: None,
        theater_id: theater,
        change: None,
    };
    collector.show(&feed_id, row.place(), show);
    Ok(())
}

/// The film of a session. A session names its film, so one that is not in the list of films is imported by its title.
fn film(
    collector: &mut Collector<'_>,
    state: &mut State<'_>,
    row: &JsonRow<'_>,
) -> Field<(MovieId, Vec<String>)> {
    let feed_id = row.required_id("FilmId")?;
    match state.films.get(&feed_id) {
        Some(Film::Imported { id, languages }) => return Ok((id.clone(), languages.clone())),
        Some(Film::PrivateHire) => return Err(row.error("FilmId", SkipReason::PrivateHire)),
        Some(Film::Skipped) => {
            return Err(row.error("FilmId", SkipReason::UnknownFilm(truncate_for_report(&feed_id))));
        }
        None => {}
    }
    let title = row.required_text("Title", 400)?;
    if attributes::is_private_title(title) {
        return Err(row.error("Title", SkipReason::PrivateHire));
    }
    let id = state.titles.id(title);
    let is_known = collector.options.known.movies.iter().any(|film| film.id == id);
    if !is_known && collector.movie_title(&id).is_none() {
        collector.row();
        collector.movie(row.place(), records::movie(id.clone(), title));
        if state.has_film_list {
            collector.warn("film", &feed_id, row.pointer_to("FilmId"), WarningReason::TitleOnly);
        }
    }
    state.films.insert(feed_id, Film::Imported { id: id.clone(), languages: Vec::new() });
    Ok((id, Vec::new()))
}

fn screen(
    collector: &mut Collector<'_>,
    state: &mut State<'_>,
    row: &JsonRow<'_>,
    theater: &TheaterId,
    id: &str,
) -> Field<Option<ScreenId>> {
    let Some(feed_id) = row.id("ScreenId")? else { return Ok(None) };
    if let Some(screen) = state.screens.get(&feed_id) {
        return Ok(screen.clone());
    }
    let screen = match state.cinema.as_ref().and_then(|cinema| cinema.known) {
        Some(known) => screen_named(known, &feed_id),
        None => Some(collector.screen(theater, ScreenId::normalized(&feed_id), &feed_id)),
    };
    if screen.is_none() {
        let reason = WarningReason::Reference { field: "ScreenId", id: truncate_for_report(&feed_id) };
        collector.warn("showtime", id, row.pointer_to("ScreenId"), reason);
    }
    state.screens.insert(feed_id, screen.clone());
    Ok(screen)
}

/// The texts of a list: of JSON, or the elements of any name of XML.
fn texts<'v>(row: &JsonRow<'v>, key: &'static str, element: &str) -> Field<Option<Vec<&'v str>>> {
    match row.get(key) {
        None => Ok(None),
        Some(Value::Array(_)) => row.texts(key).map(Some),
        Some(Value::String(text)) if text.is_empty() => Ok(Some(Vec::new())),
        Some(other @ Value::Object(_)) => {
            let all = xml::elements(other, element, "");
            Ok(Some(all.into_iter().filter_map(|(_, text)| text.as_str()).collect()))
        }
        Some(_) => row.texts(key).map(Some),
    }
}

fn keys(
    collector: &mut Collector<'_>,
    state: &mut State<'_>,
    row: &JsonRow<'_>,
    film_languages: &[String],
    id: &str,
) -> Field<Vec<String>> {
    let mut keys = Vec::new();
    if row.text("FilmFormat")?.is_some_and(|format| format.starts_with("3D")) {
        keys.push("Format.Projection.3d".to_owned());
    }
    for attribute in texts(row, "Attributes", "string")?.unwrap_or_default() {
        let Some(name) = state.attributes.get(attribute) else {
            let reason = WarningReason::Reference { field: "Attributes", id: truncate_for_report(attribute) };
            collector.warn("showtime", id, row.pointer_to("Attributes"), reason);
            continue;
        };
        let (of_name, new_attribute) = attributes::keys(name, Kind::Tag);
        keys.extend(of_name);
        new_attribute.into_iter().for_each(|attribute| collector.attribute(attribute));
    }
    let spoken = row.text("AudioLanguage")?.and_then(languages::tag);
    let versions = attributes::versions(spoken.as_deref(), film_languages, &[], collector.options.language);
    keys.extend(versions.into_iter().map(str::to_owned));
    Ok(keys)
}

fn availability(row: &JsonRow<'_>, few_left_percent: u8) -> Field<Availability> {
    if row.flag("TicketsSoldOut")? {
        return Ok(Availability::SoldOut);
    }
    let few = if row.flag("FewTicketsLeft")? { Availability::FewLeft } else { Availability::Open };
    let Some(left) = row.numeric("SeatsAvailable")? else { return Ok(few) };
    let mut total = left;
    for key in ["SeatsHeld", "SeatsHouse", "SeatsSold"] {
        total += row.numeric(key)?.unwrap_or_default();
    }
    Ok(match values::availability_by_seats(left, total, few_left_percent) {
        Availability::Open => few,
        other => other,
    })
}

/// The link of a session that is sold online.
fn booking(
    collector: &mut Collector<'_>,
    state: &State<'_>,
    row: &JsonRow<'_>,
    id: &str,
    status: &str,
) -> Field<Option<BookingUrl>> {
    let Some(link) = state.links.get(id) else { return Ok(None) };
    let place = LINKS
        .iter()
        .find(|key| row.get(key).is_some())
        .map_or_else(|| row.place().to_owned(), |key| row.pointer_to(key));
    let channels = texts(row, "SalesVia", "SalesChannel")?;
    if status == "Closed" || channels.is_some_and(|channels| !channels.contains(&"WWW")) {
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
