//! Reads responses of the interface of the sites of Vue and its sister chains (`/api/microservice/showings/cinemas/{id}/films`).
//!
//! Fields are from a recording of a theater in London (January 2025): `filmId`, `filmTitle`, `originalTitle`, `filmUrl`, `runningTime`,
//! `director`, `cast`, `distributor`, `genres`, `certificate`, `releaseDate`, `synopsisShort`, `posterImageSrc`, `panelImageUrl`,
//! `filmAttributes` and `showingGroups` of a film; `sessionId`, `bookingUrl`, `formattedPrice`, `isPriceVisible`, `startTime`,
//! `endTime`, `showTimeWithTimeZone`, `isSoldOut`, `isBookingAvailable`, `screenName` and `attributes` of a session.
//! Sites in other countries write `startTime` and `endTime` as local date and time and prices as `12,09 €` (public code of clients).
//! Not recorded: the content of `trailers`, a session that is sold out, sessions of several theaters in one response.
//!
//! - The id of the theater is in the path of the booking link.
//! - `date` of a group is the cinema day: sessions after midnight are in the group of the evening before.
//! - Attributes of the type `Movie` are repeated at each session; they belong to the film. Those without a name are internal.

use jiff::Timestamp;
use jiff::civil::{DateTime, Time};
use marquee_model::catalog::{Availability, BookingUrl, Movie, Price, Showtime, Trailer};
use marquee_model::{MovieId, ShowId, text};
use serde_json::Value;

use crate::attributes::{self, Kind};
use crate::collector::Collector;
use crate::error::FeedError;
use crate::format::{Content, FeedFormat};
use crate::of_site::{self, Place, SiteRecords};
use crate::records;
use crate::report::{SkipReason, WarningReason};
use crate::row::{Field, JsonRow, RowError, id_of};
use crate::schedule::{PictureOwner, Scope};
use crate::source::{JSON, Source, SourceFile};
use crate::values::{self, truncate_for_report};

/// Responses of the sites of Vue.
pub(crate) struct Vue;

impl FeedFormat for Vue {
    fn name(&self) -> &'static str {
        "vue"
    }

    fn hint(&self) -> &'static str {
        "its files have films with showingGroups in result"
    }

    fn extensions(&self) -> &'static [&'static str] {
        JSON
    }

    fn recognizes(&self, _: &SourceFile, content: &Content) -> bool {
        content.json().is_some_and(is_response)
    }

    fn read(&self, source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
        read(source, collector)
    }
}

/// Whether a file is a response of this interface.
fn is_response(value: &Value) -> bool {
    let first = value.get("result").and_then(Value::as_array).and_then(|films| films.first());
    first.is_some_and(|film| film.get("filmTitle").is_some() && film.get("showingGroups").is_some())
}

fn read(source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
    collector.schedule.scope = Scope::Cinemas;
    let (mut site, mut is_found) = (SiteRecords::default(), false);
    for file in source.files_with(JSON) {
        let value = collector.open(file)?;
        match value.get("result").and_then(Value::as_array) {
            Some(films) => {
                is_found = true;
                for (index, film) in films.iter().enumerate() {
                    film_with_sessions(collector, &mut site, film, &format!("/result/{index}"));
                }
            }
            None => collector.warn("file", "", "", WarningReason::UnrecognizedFile),
        }
        collector.report_progress(file);
    }
    if is_found {
        site.finish(collector);
    }
    Ok(())
}

/// A film, and the address of the site that it is on, for paths of booking links.
struct Film {
    id: MovieId,
    origin: Option<String>,
}

fn film_with_sessions(collector: &mut Collector<'_>, site: &mut SiteRecords, value: &Value, at: &str) {
    let film = JsonRow::new(value, at).and_then(|row| film(collector, site, &row));
    if let Err(error) = &film {
        collector.row();
        collector.skip("film", &id_of(value, "filmId"), error.clone());
    }
    let groups = value.get("showingGroups").and_then(Value::as_array).into_iter().flatten();
    for (group_index, group) in groups.enumerate() {
        let sessions = group.get("sessions").and_then(Value::as_array).into_iter().flatten();
        for (index, session) in sessions.enumerate() {
            let at = format!("{at}/showingGroups/{group_index}/sessions/{index}");
            collector.row();
            let place = of_site::place(collector, theater_id(session.get("bookingUrl")));
            let result = match &film {
                Ok(film) => {
                    JsonRow::new(session, at).and_then(|row| show(collector, site, film, place.clone(), &row))
                }
                Err(RowError { reason: SkipReason::PrivateHire, .. }) => {
                    Err(RowError { place: at, reason: SkipReason::PrivateHire })
                }
                Err(_) => {
                    let film = truncate_for_report(&id_of(value, "filmId"));
                    Err(RowError { place: at, reason: SkipReason::UnknownFilm(film) })
                }
            };
            if let Ok(place) = &place {
                let is_private = result.as_ref().is_err_and(|error| error.reason == SkipReason::PrivateHire);
                site.count(place, result.is_ok() || is_private);
            }
            if let Err(error) = result {
                collector.skip("showtime", &id_of(session, "sessionId"), error);
            }
        }
    }
}

/// The id of the theater in a booking link such as `/book-tickets/summary/10032/HO00019669/357102`: the part before film and session.
fn theater_id(path: Option<&Value>) -> Option<&str> {
    let theater = path?.as_str()?.rsplit('/').nth(2)?;
    (!theater.is_empty() && theater.len() <= 20 && theater.bytes().all(|b| b.is_ascii_digit()))
        .then_some(theater)
}

fn film(collector: &mut Collector<'_>, site: &mut SiteRecords, row: &JsonRow<'_>) -> Field<Film> {
    let feed_id = row.required_id("filmId")?;
    let title = row.required_text("filmTitle", 400)?;
    if attributes::is_private_title(title) {
        return Err(row.error("filmTitle", SkipReason::PrivateHire));
    }
    let address = row.text("filmUrl")?;
    let origin = address.and_then(values::web_address).and_then(|address| {
        let (scheme, rest) = address.split_once("://")?;
        Some(format!("{scheme}://{}", rest.split(['/', '?', '#']).next()?))
    });
    let own_id = MovieId::numeric_for(&format!("vue-{feed_id}"));
    if let Some(known) = site.known_film(&own_id) {
        return Ok(Film { id: known.clone(), origin });
    }
    let trailers = row.list("trailers")?.iter().filter_map(|trailer| {
        let url = trailer.as_str().or_else(|| trailer.get("url").and_then(Value::as_str));
        url.and_then(Trailer::from_url)
    });
    let names = |key| -> Field<Vec<String>> { Ok(row.text(key)?.map(values::names).unwrap_or_default()) };
    let rating = row.object("certificate")?.map_or(Ok(None), |certificate| certificate.text("name"))?;
    let blank = records::movie(own_id, title);
    let movie = Movie {
        original_title: row.text_owned("originalTitle")?.filter(|other| other != title),
        slug: slug_of(address).unwrap_or_else(|| blank.slug.clone()),
        release_date: row.text("releaseDate")?.and_then(values::date),
        runtime: row.number("runningTime")?.and_then(values::minutes),
        certificate: rating.and_then(values::certificate),
        genres: row.texts_owned("genres")?,
        directors: names("director")?,
        cast: names("cast")?,
        distributor: row.text_owned("distributor")?,
        synopsis: row.text("synopsisShort")?.map(values::without_markup).unwrap_or_default(),
        trailer: trailers.into_iter().next(),
        attributes: keys(collector, row, "filmAttributes", |kind| kind == "Movie")?,
        ..blank
    };
    let pictures = [row.text("posterImageSrc")?, row.text("panelImageUrl")?];
    collector.row();
    let id = site.film(collector, row.place(), movie);
    collector.picture(PictureOwner::MoviePoster(id.clone()), pictures[0]);
    collector.picture(PictureOwner::MovieBackdrop(id.clone()), pictures[1]);
    Ok(Film { id, origin })
}

/// The last part of a film's address.
fn slug_of(address: Option<&str>) -> Option<String> {
    let path = address?.split(['?', '#']).next()?.trim_end_matches('/');
    Some(text::slug(path.rsplit('/').next()?)).filter(|slug| !slug.is_empty())
}

fn show(
    collector: &mut Collector<'_>,
    site: &mut SiteRecords,
    film: &Film,
    place: Result<Place<'_>, SkipReason>,
    row: &JsonRow<'_>,
) -> Field<()> {
    let place = place.map_err(|reason| row.error("bookingUrl", reason))?;
    let feed_id = row.required_id("sessionId")?;
    let starts_at = start(collector, row, &feed_id, &place)?;
    let screen = row.text("screenName")?;
    let screen = screen.and_then(|name| site.screen(collector, &place, name, row.pointer_to("screenName")));
    let theater = theater_id(row.get("bookingUrl")).unwrap_or(place.theater.id.as_str());
    let show = Showtime {
        // Ids of sessions are counters of a theater.
        id: ShowId::normalized(&format!("vue-{theater}-{feed_id}")),
        movie_id: film.id.clone(),
        theater_id: place.theater.id.clone(),
        starts_at,
        ends_at: end(row, starts_at, &place)?,
        business_date: collector.business_date(starts_at, &place.zone),
        screen,
        attributes: keys(collector, row, "attributes", |kind| kind != "Movie")?,
        availability: if row.bool("isSoldOut")? { Availability::SoldOut } else { Availability::Open },
        booking: booking(collector, site, film, row, &feed_id)?,
        perf_code: None,
        price: price(collector, row)?,
        change: None,
    };
    collector.show(&feed_id, row.place(), show);
    Ok(())
}

/// The start: the local time of `showTimeWithTimeZone`.
fn start(collector: &mut Collector<'_>, row: &JsonRow<'_>, id: &str, place: &Place<'_>) -> Field<Timestamp> {
    const KEY: &str = "showTimeWithTimeZone";
    let text = row.text(KEY)?.ok_or_else(|| row.error(KEY, SkipReason::Missing(KEY)))?;
    let at = values::local_time(text)
        .and_then(|(local, stated)| Ok((local, values::local_instant(local, stated, &place.zone)?)));
    let (local, (at, agrees)) = at.map_err(|reason| row.error(KEY, reason))?;
    if !agrees {
        let reason = WarningReason::AnnouncedTime {
            stated: truncate_for_report(text),
            local: local.to_string(),
            zone: place.theater.time_zone.clone(),
        };
        collector.warn("showtime", id, row.pointer_to(KEY), reason);
    }
    Ok(at)
}

/// The end: a time of day such as `3:05 PM`, or a date and time. Both are local.
fn end(row: &JsonRow<'_>, starts_at: Timestamp, place: &Place<'_>) -> Field<Option<Timestamp>> {
    let Some(text) = row.text("endTime")? else { return Ok(None) };
    let local = text.trim().parse::<DateTime>().ok().or_else(|| {
        let start = starts_at.to_zoned(place.zone.clone()).datetime();
        let time = Time::strptime("%I:%M %p", text.trim()).ok()?;
        let same_day = start.date().to_datetime(time);
        if same_day > start { Some(same_day) } else { Some(start.date().tomorrow().ok()?.to_datetime(time)) }
    });
    let at = local.and_then(|local| values::local_instant(local, None, &place.zone).ok());
    Ok(at.map(|(at, _)| at).filter(|at| *at > starts_at))
}

/// The keys of attributes of these types.
fn keys(
    collector: &mut Collector<'_>,
    row: &JsonRow<'_>,
    key: &'static str,
    is_wanted: fn(&str) -> bool,
) -> Field<Vec<String>> {
    let mut keys = Vec::new();
    for attribute in row.objects(key)? {
        let kind = attribute.text("attributeType")?.unwrap_or_default();
        let name = attribute.short_text("name", 200)?.map(str::trim).filter(|name| !name.is_empty());
        let Some(name) = name.filter(|_| is_wanted(kind)) else { continue };
        if attributes::is_private_hire(name) {
            return Err(attribute.error("name", SkipReason::PrivateHire));
        }
        let is_language = kind == "Language";
        if is_language && collector.options.language.is_some_and(|site| is_name_of(name, site)) {
            continue;
        }
        let (of_name, new_attribute) =
            attributes::keys(name, if is_language { Kind::Language } else { Kind::Tag });
        keys.extend(of_name);
        if let Some(mut new_attribute) = new_attribute {
            new_attribute.description =
                attribute.text("description")?.map(values::without_markup).unwrap_or_default();
            collector.attribute(new_attribute);
        }
    }
    Ok(keys)
}

/// Whether a word is the English name of a language of sites.
fn is_name_of(name: &str, language: &str) -> bool {
    const NAMES: [(&str, &str); 8] = [
        ("English", "en"),
        ("German", "de"),
        ("French", "fr"),
        ("Spanish", "es"),
        ("Italian", "it"),
        ("Polish", "pl"),
        ("Dutch", "nl"),
        ("Danish", "da"),
    ];
    NAMES.iter().any(|(word, tag)| name.eq_ignore_ascii_case(word) && language.starts_with(tag))
}

/// The booking link: a path on the site of the film, or an address. A session that cannot be booked has none.
fn booking(
    collector: &mut Collector<'_>,
    site: &mut SiteRecords,
    film: &Film,
    row: &JsonRow<'_>,
    id: &str,
) -> Field<Option<BookingUrl>> {
    let can_be_booked = row.get("isBookingAvailable").is_none() || row.bool("isBookingAvailable")?;
    let Some(path) = row.text("bookingUrl")?.filter(|_| can_be_booked) else { return Ok(None) };
    let at = row.pointer_to("bookingUrl");
    let is_path = path.starts_with('/') && !path.starts_with("//");
    Ok(match &film.origin {
        Some(origin) if is_path => of_site::booking(collector, id, at, &format!("{origin}{path}")),
        None if is_path => site.booking(collector, id, at, path),
        _ => of_site::booking(collector, id, at, path),
    })
}

fn price(collector: &mut Collector<'_>, row: &JsonRow<'_>) -> Field<Option<Price>> {
    let is_visible = row.get("isPriceVisible").is_none() || row.bool("isPriceVisible")?;
    let Some(text) = row.short_text("formattedPrice", 40)?.filter(|_| is_visible) else { return Ok(None) };
    let own = collector.options.known.currency;
    Ok(values::amount(text).and_then(|(amount, currency)| values::price(amount, currency.unwrap_or(own))))
}

#[cfg(test)]
mod tests;
