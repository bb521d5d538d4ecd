//! Converts the recorded London schedule (`venues.json`, `shows/{venue}.json`) to CinemaShowtimes-JSON payloads.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

/// The slug and payload of each venue, in the order of `venues.json`.
pub fn payloads(folder: &Path) -> std::io::Result<Vec<(String, Value)>> {
    let read_json = |name: &str| -> std::io::Result<Value> {
        Ok(serde_json::from_slice(&std::fs::read(folder.join(name))?)?)
    };
    let mut payloads = Vec::new();
    for venue in list(&read_json("venues.json")?) {
        let slug = text(&venue["slug"]);
        let shows = read_json(&format!("shows/{slug}.json"))?;
        payloads.push((slug.to_owned(), payload(venue, list(&shows))));
    }
    Ok(payloads)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn payload(venue: &Value, shows: &[Value]) -> Value {
    let performances = || shows.iter().flat_map(|show| list(&show["performances"]));
    let screens: BTreeSet<&str> = performances().filter_map(|p| p["screen"].as_str()).collect();
    let sessions = shows.iter().enumerate().flat_map(|(s, show)| {
        list(&show["performances"])
            .iter()
            .enumerate()
            .map(move |(p, performance)| session(venue, show, performance, &format!("{s}-{p}")))
    });
    json!({
        "spec": "cinemashowtimes-json/1.0",
        "generated_at": "2025-01-24T06:00:00Z",
        "cinema": {
            "cinema_id": venue["slug"], "name": venue["name"], "timezone": "Europe/London",
            "lat": venue["geo"]["lat"], "lon": venue["geo"]["lon"], "address": venue["address"],
            "website": venue["url"],
        },
        "films": shows.iter().map(film).collect::<Vec<_>>(),
        "auditoria": screens.iter().map(|s| json!({ "auditorium_id": s, "name": s })).collect::<Vec<_>>(),
        "sessions": sessions.collect::<Vec<_>>(),
    })
}

fn film(show: &Value) -> Value {
    let o = &show["overview"];
    let people = |key: &str| list(&o[key]).iter().map(|n| json!({ "name": n })).collect::<Vec<_>>();
    json!({
        "film_id": show["title"],
        "title": show["title"],
        "runtime_minutes": o["duration"].as_f64().map(|ms| ms / 60_000.0),
        "rating": o["classification"],
        "genra": o["categories"],
        "year": o["year"].as_str().and_then(|y| y.parse::<u16>().ok()),
        "assets": { "trailers": o["trailer"].as_str().map(|url| vec![json!({ "url": url })]) },
        "credits": { "directors": people("directors"), "cast": people("actors") },
    })
}

fn session(venue: &Value, show: &Value, performance: &Value, number: &str) -> Value {
    let start = performance["time"].as_i64().unwrap_or_default();
    let start = jiff::Timestamp::from_millisecond(start).unwrap_or_default();
    let notes = text(&performance["notes"]);
    let access = &performance["accessibility"];
    let mut tags: Vec<&str> =
        notes.lines().filter_map(|line| line.split(':').next()).filter(|n| NOTES.contains(n)).collect();
    for (flag, tag) in [("subtitled", "Subtitled"), ("babyFriendly", "Baby Friendly"), ("relaxed", "Relaxed")]
    {
        tags.extend((access[flag] == true).then_some(tag));
    }
    let seats_sold = notes
        .split("% of seats sold")
        .next()
        .filter(|n| *n != notes)
        .and_then(|n| n.trim().parse::<f64>().ok());
    let seats_left = if performance["status"]["soldOut"] == true {
        Some(0.0)
    } else {
        seats_sold.map(|percent| 100.0 - percent)
    };
    json!({
        "session_id": format!("{}-{number}", text(&venue["slug"])),
        "film_id": show["title"],
        "auditorium_id": performance["screen"],
        "start_time_utc": start.to_string(),
        "attributes": {
            "tags": tags,
            "accessibility": {
                "descriptive_audio": access["audioDescription"], "hearing_assisted_loop": access["hardOfHearing"],
            },
        },
        "seating_capacity": seats_sold.map(|_| 100),
        "seats_available": seats_left,
        "booking_url": performance["bookingUrl"],
    })
}

/// Notes that are attributes.
const NOTES: &[&str] = &[
    "IMAX",
    "35mm",
    "70mm",
    "4K",
    "3D",
    "4DX",
    "ScreenX",
    "Dolby Atmos",
    "Wheelchair Accessible",
    "Open Captioned",
];
