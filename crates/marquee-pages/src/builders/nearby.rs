//! Which theaters come last on pages that mix theaters, until the visitor selects one (decision 0026).

use std::collections::BTreeSet;

use jiff::Timestamp;
use marquee_model::TheaterId;
use marquee_model::catalog::{Geo, Theater};
use marquee_model::time;

/// Kilometers from the site's first theater within which a theater is nearby: 50 miles.
const NEARBY_KM: f64 = 80.5;

/// Mean radius of the earth in kilometers.
const EARTH_KM: f64 = 6371.0;

/// The theaters whose UTC offset differs from that of the site's first one, or that are more than 50 miles from it.
pub fn distant_theaters(theaters: &[Theater], now: Timestamp) -> BTreeSet<TheaterId> {
    let Some(first_theater) = theaters.first() else { return BTreeSet::new() };
    let offset = |t: &Theater| time::time_zone(&t.time_zone).to_offset(now);
    let is_distant = |t: &&Theater| {
        offset(t) != offset(first_theater)
            || first_theater.geo.zip(t.geo).is_some_and(|(a, b)| distance_km(a, b) > NEARBY_KM)
    };
    theaters.iter().filter(is_distant).map(|t| t.id.clone()).collect()
}

/// The distance between two points on the earth, by the haversine formula.
fn distance_km(a: Geo, b: Geo) -> f64 {
    let (lat_a, lat_b) = (a.lat.to_radians(), b.lat.to_radians());
    let (dlat, dlon) = (lat_b - lat_a, (b.lon - a.lon).to_radians());
    let h = (dlat / 2.0).sin().powi(2) + lat_a.cos() * lat_b.cos() * (dlon / 2.0).sin().powi(2);
    2.0 * EARTH_KM * h.sqrt().min(1.0).asin()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theater(id: &str, zone: &str, geo: Option<(f64, f64)>) -> Theater {
        let mut value = serde_json::json!({ "id": id, "name": id, "slug": id, "timeZone": zone });
        if let Some((lat, lon)) = geo {
            value["geo"] = serde_json::json!({ "lat": lat, "lon": lon });
        }
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn a_theater_in_another_zone_or_over_50_miles_away_is_distant() {
        let all = [
            theater("home", "America/Detroit", Some((41.80, -86.74))),
            theater("same-time", "America/New_York", Some((41.83, -86.70))),
            theater("no-place", "America/Detroit", None),
            theater("across-the-line", "America/Chicago", Some((41.71, -86.90))),
            theater("far", "America/Detroit", Some((42.33, -83.05))),
            theater("overseas", "Europe/Paris", Some((47.87, -3.92))),
        ];
        let distant = distant_theaters(&all, "2026-11-20T22:48:00Z".parse().unwrap());
        let distant: Vec<&str> = distant.iter().map(TheaterId::as_str).collect();
        assert_eq!(distant, ["across-the-line", "far", "overseas"]);
    }

    #[test]
    fn the_distance_of_two_points_is_measured_on_the_surface_of_the_earth() {
        let at = |lat, lon| Geo { lat, lon };
        let km = distance_km(at(41.80, -86.74), at(42.33, -83.05));
        assert!((305.0..315.0).contains(&km), "{km}");
    }
}
