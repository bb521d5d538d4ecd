//! The filter values that exist on a site. Other values are dropped before the cache key is built, so that requests cannot fill
//! the cache with variants of one page (security 7.2).

use std::ops::RangeInclusive;

use jiff::ToSpan;
use jiff::civil::Date;
use marquee_catalog::Snapshot;
use marquee_model::TheaterId;
use marquee_model::catalog::BuiltinAttribute;

use crate::request::{ALL_THEATERS, Query};

/// Number of days from today that can always be selected, with or without shows.
const OFFERED_DAYS: i64 = 14;

/// The days that pages of a site can show: from [`first_day`] to the last day with a show, at least [`OFFERED_DAYS`] ahead.
/// `today` is the date in UTC.
pub fn days(today: Date, days_with_shows: &[Date]) -> RangeInclusive<Date> {
    let offered = today.saturating_add(OFFERED_DAYS.days());
    let last_day = days_with_shows.last().copied().unwrap_or(offered);
    first_day(today)..=last_day.max(offered)
}

/// The earliest cinema day that may be the current one in any zone.
pub fn first_day(today: Date) -> Date {
    today.saturating_add((-1).days())
}

impl Query {
    /// The query without values that do not exist on the site.
    #[must_use]
    pub fn declared(mut self, snapshot: &Snapshot, days: Option<&RangeInclusive<Date>>) -> Self {
        let has =
            |key: &String| BuiltinAttribute::find(key).is_some() || snapshot.attributes.contains_key(key);
        self.version = self.version.filter(has);
        self.access = self.access.filter(has);
        self.day = self.day.filter(|day| days.is_some_and(|days| days.contains(day)));
        let is_theater = |id: &str| TheaterId::parse(id).is_ok_and(|id| snapshot.theater(&id).is_some());
        self.theaters.retain(|id| id == ALL_THEATERS || is_theater(id));
        self
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Arc;

    use jiff::civil::date;

    use super::*;

    #[test]
    fn security_7_2_values_that_a_site_does_not_have_are_dropped() {
        let attribute = serde_json::from_value(serde_json::json!({
            "key": "House.Sofa", "group": "format", "label": "Sofa",
        }));
        let theater = serde_json::json!({ "id": "T1", "name": "One", "slug": "t1", "timeZone": "UTC" });
        let mut snapshot = Snapshot::default();
        snapshot.attributes = Arc::new(HashMap::from([("House.Sofa".to_owned(), attribute.unwrap())]));
        snapshot.theaters = Arc::new(vec![serde_json::from_value(theater).unwrap()]);
        let days = days(date(2026, 11, 20), &[date(2026, 11, 21), date(2026, 12, 24)]);
        let text = |query: &str| Query::parse("/movies/", query).declared(&snapshot, Some(&days)).canonical();
        for accepted in [
            "?version=House.Sofa",
            "?version=Format.Projection.Imax",
            "?access=Showtime.Accessibility.Relaxed",
            "?day=2026-12-24",
            "?day=2026-11-29",
            "?theater=T1",
            "?theater=all",
        ] {
            assert_eq!(text(accepted.trim_start_matches('?')), accepted);
        }
        for dropped in
            ["version=x1", "access=x1", "theater=T2", "day=2026-12-25", "day=2026-01-01", "day=9999-12-31"]
        {
            assert_eq!(text(dropped), "", "{dropped}");
        }
    }
}
