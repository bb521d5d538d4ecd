//! What a run takes away of the coming shows, and whether that is too much.

use std::collections::{BTreeMap, HashMap};

use jiff::{Timestamp, ToSpan};
use marquee_api::editor::{FeedLoss, TheaterLoss};
use marquee_catalog::Difference;
use marquee_model::catalog::{Showtime, Theater};
use marquee_model::{MovieId, TheaterId};

/// Number of shows that a run may take away whatever their share is, unless a theater is left without shows.
const FEW_SHOWS: usize = 10;

#[derive(Debug, Clone, Copy, Default)]
struct Count {
    before: usize,
    gone: usize,
    after: usize,
}

impl Count {
    /// Whether more is lost than `percent` of the shows, or all of them.
    const fn exceeds(self, percent: u8) -> bool {
        let is_much = self.gone > FEW_SHOWS && self.gone * 100 > self.before * percent as usize;
        is_much || (self.gone > 0 && self.after == 0)
    }
}

/// What is the same for visitors: another id of the same show is no loss.
type Place<'a> = (&'a TheaterId, &'a MovieId, Timestamp);

fn place(show: &Showtime) -> Place<'_> {
    (&show.theater_id, &show.movie_id, show.starts_at)
}

/// What an import takes away of the shows that start from `now` on.
pub fn loss(
    theaters: &[Difference<Theater>],
    shows: &[Difference<Showtime>],
    percent: u8,
    now: Timestamp,
) -> FeedLoss {
    let is_coming = |show: &&Showtime| show.starts_at >= now;
    let mut replacements: HashMap<Place<'_>, usize> = HashMap::new();
    for difference in shows {
        if let Difference::Added(show) = difference {
            *replacements.entry(place(show)).or_default() += 1;
        }
    }
    let mut by_theater: BTreeMap<&TheaterId, Count> = BTreeMap::new();
    let (mut last_after, mut first_gone) = (None, None);
    for difference in shows {
        if let Some(after) = difference.after().filter(is_coming) {
            by_theater.entry(&after.theater_id).or_default().after += 1;
            last_after = last_after.max(Some(after.business_date));
        }
        let Some(before) = difference.before().filter(is_coming) else { continue };
        let count = by_theater.entry(&before.theater_id).or_default();
        count.before += 1;
        let stays = difference.after().filter(is_coming).is_some_and(|a| a.theater_id == before.theater_id);
        if stays {
            continue;
        }
        match replacements.get_mut(&place(before)) {
            Some(left) if *left > 0 => *left -= 1,
            _ => {
                count.gone += 1;
                first_gone =
                    Some(first_gone.map_or(before.business_date, |day| before.business_date.min(day)));
            }
        }
    }
    let mut site = Count::default();
    for count in by_theater.values() {
        site.before += count.before;
        site.gone += count.gone;
        site.after += count.after;
    }
    let names: HashMap<&TheaterId, &str> =
        theaters.iter().map(|theater| (&theater.record().id, theater.record().name.as_str())).collect();
    let too_much = by_theater.iter().filter(|(_, count)| count.exceeds(percent));
    let theaters: Vec<TheaterLoss> = too_much
        .map(|(id, count)| TheaterLoss {
            id: id.to_string(),
            name: names.get(id).copied().unwrap_or_default().to_owned(),
            before: count.before,
            gone: count.gone,
        })
        .collect();
    let nothing_from = last_after
        .filter(|last| first_gone.is_some_and(|first| first > *last))
        .and_then(|last| last.checked_add(1.day()).ok());
    let share = (site.gone * 100).div_ceil(site.before.max(1)).min(100);
    FeedLoss {
        percent: u8::try_from(share).unwrap_or(100),
        is_held: site.exceeds(percent) || !theaters.is_empty(),
        theaters,
        nothing_from: nothing_from.map(|day| day.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn show(id: usize, theater: &str, hour: usize) -> Showtime {
        let day = 21 + hour / 24;
        serde_json::from_value(json!({
            "id": format!("s{id}"), "theaterId": theater, "movieId": "1",
            "startsAt": format!("2026-11-{day}T{:02}:00:00Z", hour % 24),
            "businessDate": format!("2026-11-{day}"),
        }))
        .unwrap()
    }

    fn loss_of(shows: &[Difference<Showtime>], now: Timestamp) -> FeedLoss {
        let theater = |id: &str| {
            let record = json!({ "id": id, "name": format!("Theater {id}"), "slug": id });
            Difference::Unchanged(serde_json::from_value(record).unwrap())
        };
        loss(&[theater("T1"), theater("T2")], shows, 40, now)
    }

    /// A theater with shows that stay, and some that are gone.
    fn shows(theater: &str, stay: usize, gone: usize) -> Vec<Difference<Showtime>> {
        let kept = (0..stay).map(|n| Difference::Unchanged(show(n, theater, n)));
        kept.chain((0..gone).map(|n| Difference::Removed(show(100 + n, theater, n)))).collect()
    }

    fn now() -> Timestamp {
        "2026-11-21T00:00:00Z".parse().unwrap()
    }

    fn is_held(shows: Vec<Difference<Showtime>>) -> bool {
        loss_of(&shows, now()).is_held
    }

    #[test]
    fn exactly_the_runs_that_lose_more_than_their_share_are_held() {
        assert!(!is_held(shows("T1", 60, 40)), "40 of 100");
        assert!(is_held(shows("T1", 59, 41)), "41 of 100");
        assert!(!is_held(shows("T1", 1, 10)), "few shows");
        assert!(is_held(shows("T1", 1, 11)), "more than few");
        assert!(is_held(shows("T1", 0, 1)), "a theater without shows");
        assert!(!is_held(Vec::new()));
    }

    #[test]
    fn a_theater_that_loses_too_much_is_enough() {
        let of_circuit = [shows("T1", 95, 0), shows("T2", 1, 11)].concat();
        let loss = loss_of(&of_circuit, now());
        assert!(loss.is_held);
        assert_eq!(loss.percent, 11, "of the site, rounded up");
        let expected =
            TheaterLoss { id: "T2".to_owned(), name: "Theater T2".to_owned(), before: 12, gone: 11 };
        assert_eq!(loss.theaters, [expected]);
    }

    #[test]
    fn shows_of_the_past_and_other_ids_of_the_same_show_are_no_loss() {
        let past: Vec<_> = shows("T1", 1, 23);
        let later = "2026-11-22T00:00:00Z".parse().unwrap();
        assert!(!loss_of(&past, later).is_held);
        let renamed = (0..50)
            .flat_map(|n| [Difference::Removed(show(n, "T1", n)), Difference::Added(show(200 + n, "T1", n))]);
        assert!(!is_held(renamed.collect()));
        let moved = |to: &str| {
            let change = |n| Difference::Changed { before: show(n, "T1", n), after: show(n, to, n + 1) };
            (0..20).map(change).chain([Difference::Unchanged(show(90, "T1", 90))]).collect()
        };
        assert!(!is_held(moved("T1")), "another time");
        assert!(is_held(moved("T2")), "another theater");
    }

    #[test]
    fn a_response_with_the_first_days_only_is_recognized() {
        let mut week = shows("T1", 20, 0);
        week.extend((30..60).map(|n| Difference::Removed(show(n, "T1", n))));
        assert_eq!(loss_of(&week, now()).nothing_from.as_deref(), Some("2026-11-22"));
        assert_eq!(loss_of(&shows("T1", 30, 30), now()).nothing_from, None);
    }
}
