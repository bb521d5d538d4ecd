//! Exports a schedule as CinemaShowtimes-JSON 1.0.
//!
//! Data without a field in the standard is in additional fields, which other readers ignore and ours reads back: `tags`
//! (attribute keys), `status`, `perf_code`, texts in other languages and so on. Stored pictures and videos are omitted, because
//! only the server knows their URLs.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use marquee_messages::{Language, names};
use marquee_model::catalog::{
    Address, Attribute, Availability, Catalog, Movie, OPEN_CAPTION, ORIGINAL_VERSION, Showtime, Theater,
    Trailer, TrailerKind, is_video_reference,
};
use marquee_model::fields::JsonObject;
use marquee_model::money::decimals;
use marquee_model::{MovieId, TheaterId, time};
use serde_json::{Value, json};

use super::GENERATOR;

/// Exports the schedule of a theater: its shows, their films, and films that have no shows at any theater. Reading the
/// export returns the same shows and films. `None` if the catalog does not have the theater.
#[must_use]
pub fn export(catalog: &Catalog, theater: &TheaterId, generated_at: Timestamp) -> Option<Value> {
    let theater = catalog.theaters.iter().find(|t| t.id == *theater)?;
    let zone = time::time_zone(&theater.time_zone);
    let shows: Vec<&Showtime> = catalog.showtimes.iter().filter(|s| s.theater_id == theater.id).collect();
    let shown_movies: HashSet<&MovieId> = shows.iter().map(|s| &s.movie_id).collect();
    let scheduled_movies: HashSet<&MovieId> = catalog.showtimes.iter().map(|s| &s.movie_id).collect();
    let films: Vec<&Movie> = catalog
        .movies
        .iter()
        .filter(|m| shown_movies.contains(&m.id) || !scheduled_movies.contains(&m.id))
        .collect();
    let today = generated_at.to_zoned(zone.clone()).date();
    let by_id: HashMap<&MovieId, &Movie> = films.iter().map(|m| (&m.id, *m)).collect();
    let sessions = shows.iter().filter_map(|s| Some(session(s, theater, &zone, by_id.get(&s.movie_id)?)));
    Some(json!({
        "spec": "cinemashowtimes-json/1.0",
        "generator": GENERATOR,
        "generated_at": generated_at.to_string(),
        "ttl_seconds": 900,
        "cinema": cinema(theater),
        "films": films.iter().map(|m| film(m, today)).collect::<Vec<_>>(),
        "auditoria": auditoria(theater, &catalog.attributes),
        "sessions": sessions.collect::<Vec<_>>(),
        "tags": catalog.attributes,
    }))
}

fn cinema(theater: &Theater) -> Value {
    let mut f = JsonObject::default();
    f.put("cinema_id", &theater.id);
    f.put("name", &theater.name);
    f.put("timezone", &theater.time_zone);
    f.put("lat", theater.geo.map(|g| g.lat));
    f.put("lon", theater.geo.map(|g| g.lon));
    f.put("address", one_line(&theater.address));
    f.put("phone", &theater.phone);
    f.put("slug", &theater.slug);
    if theater.address != Address::default() {
        f.put("address_parts", &theater.address);
    }
    f.put("email", &theater.email);
    f.put("hours", &theater.hours);
    f.put("ticketing_provider", &theater.ticketing_provider);
    f.put("description", &theater.description);
    f.put("closures", &theater.closures);
    f.put("closed_weekdays", &theater.closed_weekdays);
    f.put("opening_hours", &theater.opening_hours);
    f.put("accessibility", &theater.accessibility);
    f.put("accessibility_note", &theater.accessibility_note);
    f.put("play_week_start", theater.play_week_start);
    f.put("localizations", &theater.localizations);
    f.end()
}

fn one_line(a: &Address) -> String {
    let region = [a.region.as_str(), a.postal_code.as_str()].join(" ");
    let parts = [&a.street, &a.city, region.trim(), &a.country];
    parts.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join(", ")
}

/// The English name of a built-in attribute.
fn english_name(key: &str) -> Option<&'static str> {
    names::find(Language::ENGLISH, &format!("attributes.{key}.label"))
}

fn auditoria(theater: &Theater, labels: &[Attribute]) -> Vec<Value> {
    let name = |key: &String| {
        let label = labels.iter().find(|a| a.key == *key).map(|a| a.label.clone());
        label.or_else(|| english_name(key).map(str::to_owned)).unwrap_or_else(|| key.clone())
    };
    let screens = theater.screens.iter().map(|screen| {
        let mut f = JsonObject::default();
        f.put("auditorium_id", &screen.id);
        f.put("name", &screen.name);
        f.put("seat_count", screen.seats);
        f.put("attributes", screen.attributes.iter().map(name).collect::<Vec<_>>());
        f.put("tags", &screen.attributes);
        f.end()
    });
    screens.collect()
}

fn film(movie: &Movie, today: jiff::civil::Date) -> Value {
    let people = |names: &[String]| -> Vec<Value> {
        names.iter().enumerate().map(|(order, name)| json!({ "name": name, "order": order })).collect()
    };
    let coming = movie.release_date.is_some_and(|day| day > today);
    let mut f = JsonObject::default();
    f.put("film_id", &movie.id);
    f.put("title", &movie.title);
    f.put("alt_titles", movie.original_title.as_slice());
    f.put("runtime_minutes", movie.runtime);
    f.put("rating", &movie.certificate);
    f.put("content", &movie.advisory);
    f.put("languages", &movie.languages);
    f.put("distributor", &movie.distributor);
    f.put("synopsis", &movie.synopsis);
    f.put("genra", &movie.genres);
    f.put("status", if coming { "coming_soon" } else { "released" });
    f.put("release_date", movie.release_date);
    if let Some(url) = movie.trailer.as_ref().and_then(url_of) {
        f.put("assets", json!({ "trailers": [{ "type": "official", "url": url, "primary": true }] }));
    }
    f.put("credits", json!({ "directors": people(&movie.directors), "cast": people(&movie.cast) }));
    f.put("slug", &movie.slug);
    f.put("original_title", &movie.original_title);
    f.put("year", movie.year);
    f.put("countries", &movie.countries);
    f.put("tagline", &movie.tagline);
    f.put("badges", &movie.badges);
    f.put("own_badges_only", movie.own_badges_only.then_some(true));
    f.put("badge_text", &movie.badge_text);
    f.put("tags", &movie.attributes);
    f.put("localizations", &movie.localizations);
    f.end()
}

/// `None` for a video of the media library.
fn url_of(trailer: &Trailer) -> Option<String> {
    match trailer.kind {
        TrailerKind::Youtube => Some(format!("https://www.youtube.com/watch?v={}", trailer.id)),
        TrailerKind::Vimeo => Some(format!("https://vimeo.com/{}", trailer.id)),
        TrailerKind::File => (!is_video_reference(&trailer.id)).then(|| trailer.id.clone()),
    }
}

fn session(show: &Showtime, theater: &Theater, zone: &TimeZone, movie: &Movie) -> Value {
    let start = local(show.starts_at, zone);
    let seats = show.screen.as_ref().and_then(|id| theater.screens.iter().find(|s| s.id == *id)?.seats);
    let mut f = JsonObject::default();
    f.put("session_id", &show.id);
    f.put("film_id", &show.movie_id);
    f.put("auditorium_id", &show.screen);
    f.put("advertised_start_time_local", &start);
    f.put("end_time_local", show.ends_at.map(|at| local(at, zone)));
    f.put("start_time_local", &start);
    f.put("start_time_utc", show.starts_at.to_string());
    f.put("attributes", attributes(&show.attributes, movie));
    f.put("seating_capacity", seats);
    let (status, bookable) = match show.availability {
        Availability::Open => ("open", true),
        Availability::FewLeft => ("few_left", true),
        Availability::SoldOut => ("sold_out", false),
        Availability::Canceled => ("cancelled", false),
    };
    f.put("status", status);
    if !bookable {
        f.put("seats_available", 0);
    }
    if let Some(price) = &show.price {
        let amount = f64::from(price.amount) / f64::from(10_u32.pow(decimals(&price.currency)));
        f.put("pricing", json!([{ "category": "Adult", "price": amount, "currency": price.currency }]));
    }
    f.put("booking_url", &show.booking);
    f.put("perf_code", &show.perf_code);
    f.end()
}

/// Local time with offset.
fn local(at: Timestamp, zone: &TimeZone) -> String {
    let at = at.to_zoned(zone.clone());
    format!("{}{}", at.datetime(), at.strftime("%:z"))
}

/// The fields of the standard that the keys map to, and the keys themselves.
fn attributes(keys: &[String], movie: &Movie) -> Value {
    let has = |key: &str| keys.iter().any(|k| k == key);
    let is_3d = has("Format.Projection.3d");
    let video = match () {
        () if has("Format.Projection.Imax") => Some(if is_3d { "IMAX 3D" } else { "IMAX 2D" }),
        () if is_3d => Some("3D"),
        () if has("Auditorium.Experience.4DX") => Some("4DX"),
        () if has("Auditorium.Experience.ScreenX") => Some("ScreenX"),
        () if has("Auditorium.Experience.DolbyCinema") => Some("Dolby Vision"),
        () => None,
    };
    let mut f = JsonObject::default();
    f.put("video_format", video);
    f.put("audio_format", has("Auditorium.Experience.DolbyAtmos").then_some("Dolby Atmos"));
    f.put(
        "accessibility",
        json!({
            "ccap": has("Showtime.Accessibility.ClosedCaption"),
            "ocap": has(OPEN_CAPTION),
            "descriptive_audio": has("Showtime.Accessibility.AudioDescription"),
            "wheelchair": has("Showtime.Accessibility.Wheelchair"),
            "hearing_assisted_loop": has("Showtime.Accessibility.HardOfHearing"),
        }),
    );
    if has(ORIGINAL_VERSION) {
        f.put("language", movie.languages.first());
    }
    f.put("tags", keys);
    f.end()
}
