//! Reads events and instances of Spektrix, in two forms:
//!
//! - As the sites of venues carry them: a list of posts with `id`, `slug`, `post_title` and `spektrix_data`. Fields are from a
//!   recording of a site in London (January 2025): `duration`, `rating` and `instances` of an event, which are lists by day, or an empty
//!   list; `instanceId`, `start`, `startUtc`, `onSale`, `cancelled`, `status`, `pricelist`, `priceMin`, `accessibility` and `iframeId`
//!   of an instance. Truth values are texts: `0` and `1`. The path of booking links is observed in public code.
//! - As `/api/v3/events` and `/api/v3/instances` response: lists of events and of instances, in one or more files. Fields are from the
//!   documentation (integrate.spektrix.com): `id`, `name`, `duration`, `description`, `imageUrl`; `id`, `event`, `start`, `startUtc`,
//!   `cancelled`, `isOnSale`.
//!
//! Not recorded: a response of the interface itself, values of `accessibility`, a canceled instance. Attributes of clients
//! (`attribute_…`) are not read, because each venue names its own.
//!
//! `start` is the time that the venue announces. `startUtc` has no `Z`; it tells which hour is meant when clocks go back.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use marquee_model::catalog::{Availability, BookingUrl, Movie, Price, Showtime};
use marquee_model::{MovieId, ShowId, text, time};
use serde_json::Value;
use url::Url;

use crate::attributes::{self, Kind};
use crate::collector::Collector;
use crate::error::FeedError;
use crate::format::{Content, FeedFormat, FurtherRequest, sibling};
use crate::of_site::{self, Place, SiteRecords};
use crate::records;
use crate::report::{SkipReason, WarningReason};
use crate::row::{Field, JsonRow, RowError, id_of};
use crate::schedule::{PictureOwner, Scope};
use crate::source::{JSON, Source, SourceFile};
use crate::values::{self, truncate_for_report};

/// Events of Spektrix.
pub(crate) struct Spektrix;

impl FeedFormat for Spektrix {
    fn name(&self) -> &'static str {
        "spektrix"
    }

    fn hint(&self) -> &'static str {
        "its files are lists of events, of instances, or of posts with spektrix_data"
    }

    fn extensions(&self) -> &'static [&'static str] {
        JSON
    }

    fn recognizes(&self, _: &SourceFile, content: &Content) -> bool {
        content.json().is_some_and(is_file)
    }

    fn is_at(&self, address: &Url) -> bool {
        let path = address.path().trim_end_matches('/');
        LISTS.iter().any(|list| path.strip_suffix(list).is_some_and(|base| base.ends_with(INTERFACE)))
    }

    /// Events and instances, whichever of them the address is.
    fn further(&self, address: &Url, _: &[SourceFile], _: Timestamp) -> Vec<FurtherRequest> {
        let lists = LISTS.map(|list| sibling(address, INTERFACE, &format!("{INTERFACE}{list}"), None));
        lists.into_iter().flatten().map(FurtherRequest::required).collect()
    }

    fn read(&self, source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
        read(source, collector)
    }
}

/// The path of the interface, below that of the client.
const INTERFACE: &str = "/v3/";
/// Its lists, which refer to each other.
const LISTS: [&str; 2] = ["events", "instances"];

/// What the rows of a file are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rows {
    /// Posts of a venue's site.
    Posts,
    /// Events of the interface.
    Events,
    /// Instances of the interface.
    Instances,
}

impl Rows {
    fn of_file(value: &Value) -> Option<Self> {
        let first = value.as_array()?.first()?;
        let has = |keys: &[&str]| keys.iter().all(|key| first.get(key).is_some());
        if has(&["spektrix_data"]) {
            Some(Self::Posts)
        } else if has(&["event", "start", "startUtc"]) {
            Some(Self::Instances)
        } else {
            has(&["name", "webEventId"]).then_some(Self::Events)
        }
    }
}

/// Whether a file has events or instances of Spektrix.
fn is_file(value: &Value) -> bool {
    Rows::of_file(value).is_some()
}

/// Reads all files: events before instances, which refer to them.
fn read(source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
    collector.schedule.scope = Scope::Cinemas;
    let (mut site, mut is_found, mut later) = (SiteRecords::default(), false, Vec::new());
    for file in source.files_with(JSON) {
        let value = collector.open(file)?;
        let rows = Rows::of_file(&value);
        is_found |= rows.is_some();
        match rows {
            Some(Rows::Instances) => {
                later.push(file);
                continue;
            }
            Some(rows) => events(collector, &mut site, rows, &value),
            None => collector.warn("file", "", "", WarningReason::UnrecognizedFile),
        }
        collector.report_progress(file);
    }
    for file in later {
        let value = collector.open(file)?;
        for (index, instance) in value.as_array().into_iter().flatten().enumerate() {
            let event = event_of(instance);
            let own_id = MovieId::numeric_for(&format!("spektrix-{event}"));
            let film = site.known_film(&own_id).cloned();
            let film = film.ok_or_else(|| SkipReason::UnknownFilm(truncate_for_report(&event)));
            row(collector, &mut site, film, instance, format!("/{index}"));
        }
        collector.report_progress(file);
    }
    if is_found {
        site.finish(collector);
    }
    Ok(())
}

/// The id of an instance's event: a text, or an object with an id.
fn event_of(instance: &Value) -> String {
    let event = instance.get("event");
    match event.and_then(Value::as_str) {
        Some(id) => id.to_owned(),
        None => event.map(|event| id_of(event, "id")).unwrap_or_default(),
    }
}

fn events(collector: &mut Collector<'_>, site: &mut SiteRecords, rows: Rows, value: &Value) {
    for (index, value) in value.as_array().into_iter().flatten().enumerate() {
        let at = format!("/{index}");
        let film = JsonRow::new(value, at.clone()).and_then(|row| match rows {
            Rows::Posts => post(collector, site, &row),
            Rows::Events | Rows::Instances => event(collector, site, &row),
        });
        let film = film.map_err(|error| {
            collector.row();
            let reason = match error.reason {
                SkipReason::PrivateHire => SkipReason::PrivateHire,
                _ => SkipReason::UnknownFilm(truncate_for_report(&id_of(value, "id"))),
            };
            collector.skip("film", &id_of(value, "id"), error);
            reason
        });
        for (at, instance) in instances(value, &at) {
            row(collector, site, film.clone(), instance, at);
        }
    }
}

/// The instances of an event with their places: lists by day, or one list.
fn instances<'v>(event: &'v Value, at: &str) -> Vec<(String, &'v Value)> {
    let (at, value) = match event.pointer("/spektrix_data/instances") {
        Some(value) => (format!("{at}/spektrix_data/instances"), Some(value)),
        None => (format!("{at}/instances"), event.get("instances")),
    };
    let listed = |at: String, list: &'v Value| {
        let items = list.as_array().into_iter().flatten().enumerate();
        items.map(move |(index, item)| (format!("{at}/{index}"), item))
    };
    match value {
        Some(Value::Object(days)) => days
            .iter()
            .flat_map(|(day, list)| {
                listed(format!("{at}/{}", day.replace('~', "~0").replace('/', "~1")), list)
            })
            .collect(),
        Some(list) => listed(at, list).collect(),
        None => Vec::new(),
    }
}

/// Adds the film of a post.
fn post(collector: &mut Collector<'_>, site: &mut SiteRecords, row: &JsonRow<'_>) -> Field<MovieId> {
    let feed_id = row.required_id("id")?;
    let title = row.required_text("post_title", 400)?;
    let data = row.object("spektrix_data")?;
    let data = data.ok_or_else(|| row.error("spektrix_data", SkipReason::Missing("spektrix_data")))?;
    let blank = records::movie(MovieId::numeric_for(&format!("spektrix-{feed_id}")), title);
    let slug = row.text("slug")?.map(text::slug).filter(|slug| !slug.is_empty());
    let movie = Movie {
        slug: slug.unwrap_or_else(|| blank.slug.clone()),
        runtime: data.number("duration")?.and_then(values::minutes),
        certificate: data.text("rating")?.and_then(values::certificate),
        ..blank
    };
    add(collector, site, row, "post_title", movie, None)
}

/// Adds the film of an event of the interface.
fn event(collector: &mut Collector<'_>, site: &mut SiteRecords, row: &JsonRow<'_>) -> Field<MovieId> {
    let feed_id = row.required_id("id")?;
    let title = row.required_text("name", 400)?;
    let text = row.text("description")?.or(row.text("htmlDescription")?);
    let movie = Movie {
        runtime: row.number("duration")?.and_then(values::minutes),
        synopsis: text.map(values::without_markup).unwrap_or_default(),
        ..records::movie(MovieId::numeric_for(&format!("spektrix-{feed_id}")), title)
    };
    let picture = row.text("imageUrl")?.or(row.text("thumbnailUrl")?);
    add(collector, site, row, "name", movie, picture)
}

fn add(
    collector: &mut Collector<'_>,
    site: &mut SiteRecords,
    row: &JsonRow<'_>,
    title: &str,
    movie: Movie,
    picture: Option<&str>,
) -> Field<MovieId> {
    if attributes::is_private_title(&movie.title) {
        return Err(row.error(title, SkipReason::PrivateHire));
    }
    if let Some(known) = site.known_film(&movie.id) {
        return Ok(known.clone());
    }
    collector.row();
    let id = site.film(collector, row.place(), movie);
    collector.picture(PictureOwner::MoviePoster(id.clone()), picture);
    Ok(id)
}

/// Reads an instance, or skips it.
fn row(
    collector: &mut Collector<'_>,
    site: &mut SiteRecords,
    film: Result<MovieId, SkipReason>,
    value: &Value,
    at: String,
) {
    collector.row();
    let place = of_site::place(collector, None);
    let film = film.map_err(|reason| RowError { place: at.clone(), reason });
    let result = film.and_then(|film| {
        let row = JsonRow::new(value, at)?;
        let place = place.clone().map_err(|reason| row.error("start", reason))?;
        show(collector, site, film, &place, &row)
    });
    if let Ok(place) = &place {
        let is_private = result.as_ref().is_err_and(|error| error.reason == SkipReason::PrivateHire);
        site.count(place, result.is_ok() || is_private);
    }
    if let Err(error) = result {
        let id = id_of(value, "instanceId");
        let id = if id.is_empty() { id_of(value, "id") } else { id };
        collector.skip("showtime", &id, error);
    }
}

fn show(
    collector: &mut Collector<'_>,
    site: &mut SiteRecords,
    movie_id: MovieId,
    place: &Place<'_>,
    row: &JsonRow<'_>,
) -> Field<()> {
    let feed_id = match row.id("instanceId")? {
        Some(id) => id,
        None => row.required_id("id")?,
    };
    let starts_at = start(collector, row, &feed_id, place)?;
    let status = row.object("status")?;
    let screen_name = status.as_ref().map_or(Ok(None), |status| status.text("name"))?;
    // The name is that of a seating plan: `Screen 2 (Unreserved)`.
    let screen_name = screen_name.map(|name| name.split('(').next().unwrap_or(name).trim());
    let screen = screen_name
        .filter(|name| !name.is_empty())
        .and_then(|name| site.screen(collector, place, name, row.pointer_to("status")));
    let show = Showtime {
        id: ShowId::normalized(&format!("spektrix-{feed_id}")),
        movie_id,
        theater_id: place.theater.id.clone(),
        starts_at,
        ends_at: None,
        business_date: collector.business_date(starts_at, &place.zone),
        screen,
        attributes: keys(collector, row)?,
        availability: availability(collector, row, status.as_ref())?,
        booking: booking(collector, site, row, &feed_id)?,
        perf_code: None,
        price: price(collector, row)?,
        change: None,
    };
    collector.show(&feed_id, row.place(), show);
    Ok(())
}

/// The start: the local time `start`, or `startUtc` if that is missing.
fn start(collector: &mut Collector<'_>, row: &JsonRow<'_>, id: &str, place: &Place<'_>) -> Field<Timestamp> {
    let local = |key: &'static str| -> Field<Option<DateTime>> {
        let Some(text) = row.text(key)? else { return Ok(None) };
        values::local_time(text).map(|(local, _)| Some(local)).map_err(|reason| row.error(key, reason))
    };
    let utc = local("startUtc")?.map(|utc| time::instant(utc, &TimeZone::UTC));
    let start = local("start")?.or_else(|| utc.map(|at| at.to_zoned(place.zone.clone()).datetime()));
    let start = start.ok_or_else(|| row.error("start", SkipReason::Missing("start")))?;
    let (at, agrees) =
        values::local_instant(start, utc, &place.zone).map_err(|reason| row.error("start", reason))?;
    if let Some(stated) = utc.filter(|_| !agrees) {
        let reason = WarningReason::AnnouncedTime {
            stated: stated.to_string(),
            local: start.to_string(),
            zone: place.theater.time_zone.clone(),
        };
        collector.warn("showtime", id, row.pointer_to("startUtc"), reason);
    }
    Ok(at)
}

/// A truth value: `true`, `1` or `"1"`.
fn flag(row: &JsonRow<'_>, key: &str) -> Option<bool> {
    match row.get(key)? {
        Value::Bool(flag) => Some(*flag),
        Value::Number(number) => Some(number.as_f64() != Some(0.0)),
        Value::String(text) => Some(!matches!(text.trim(), "" | "0" | "false")),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

fn availability(
    collector: &Collector<'_>,
    row: &JsonRow<'_>,
    status: Option<&JsonRow<'_>>,
) -> Field<Availability> {
    if flag(row, "cancelled") == Some(true) {
        return Ok(Availability::Canceled);
    }
    let Some(status) = status else { return Ok(Availability::Open) };
    let Some(left) = status.number("available")? else { return Ok(Availability::Open) };
    let total = status.number("capacity")?.unwrap_or_default();
    Ok(values::availability_by_seats(left, total, collector.options.few_left_percent))
}

/// The booking link of an instance that is on sale: a page of the venue's site, or the page of Spektrix for the seats.
fn booking(
    collector: &mut Collector<'_>,
    site: &mut SiteRecords,
    row: &JsonRow<'_>,
    id: &str,
) -> Field<Option<BookingUrl>> {
    let on_sale = flag(row, "onSale").or(flag(row, "isOnSale")).unwrap_or(true);
    if !on_sale || flag(row, "cancelled") == Some(true) {
        return Ok(None);
    }
    let path = match row.id("iframeId")? {
        Some(iframe) => format!("book-online/{iframe}"),
        // The page takes the digits that an id begins with.
        None => {
            let digits: String = id.chars().take_while(char::is_ascii_digit).collect();
            format!("website/ChooseSeats.aspx?EventInstanceId={digits}")
        }
    };
    Ok(site.booking(collector, id, row.place().to_owned(), &path))
}

/// Attribute keys of the names in `accessibility`, separated by commas.
fn keys(collector: &mut Collector<'_>, row: &JsonRow<'_>) -> Field<Vec<String>> {
    let mut keys = Vec::new();
    for name in row.short_text("accessibility", 1_000)?.map(values::names).unwrap_or_default() {
        let (of_name, new_attribute) = attributes::keys(&name, Kind::Tag);
        keys.extend(of_name);
        new_attribute.into_iter().for_each(|attribute| collector.attribute(attribute));
    }
    Ok(keys)
}

/// The lowest price of the ticket type that each price band is offered with first, or `priceMin`.
fn price(collector: &Collector<'_>, row: &JsonRow<'_>) -> Field<Option<Price>> {
    let list = match row.get("pricelist") {
        // The list of unreserved seats is JSON in a text.
        Some(Value::String(text)) => crate::json::parse(text, crate::json::Dialect::Strict).ok(),
        other => other.cloned(),
    };
    let prices = list.as_ref().and_then(|list| list.get("prices")).and_then(Value::as_array);
    let is_default = |price: &&Value| price.get("isBandDefault") == Some(&Value::Bool(true));
    let amounts =
        prices.into_iter().flatten().filter(is_default).filter_map(|price| price.get("amount")?.as_f64());
    let lowest = amounts.filter(|amount| *amount > 0.0).min_by(f64::total_cmp);
    let announced = || match row.get("priceMin") {
        Some(Value::String(text)) => values::amount(text).map(|(amount, _)| amount),
        Some(value) => value.as_f64(),
        None => None,
    };
    Ok(lowest.or_else(announced).and_then(|amount| values::price(amount, collector.options.known.currency)))
}

#[cfg(test)]
mod tests;
