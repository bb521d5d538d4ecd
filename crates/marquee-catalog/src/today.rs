//! What is playing at a moment, and what is next.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use marquee_model::catalog::{Availability, Showtime};
use marquee_model::{MovieId, ScreenId};

/// How far ahead a show is the next one.
const NEXT_WITHIN: SignedDuration = SignedDuration::from_hours(24);

/// A show with its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunningShow<'s> {
    pub show: &'s Showtime,
    /// From the feed, else estimated by the length of the film.
    pub ends_at: Timestamp,
}

/// A screen at a moment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ScreenState<'s> {
    /// The show that is running; of several, the one that started last.
    pub playing: Option<RunningShow<'s>>,
    /// The first show that starts within 24 hours.
    pub next: Option<RunningShow<'s>>,
}

/// The screens of one theater that have a show now or next. Shows without a screen are on `None`; canceled ones are left out.
/// `shows` are sorted by start.
pub fn screen_states<'s>(
    shows: impl IntoIterator<Item = &'s Showtime>,
    runtime: impl Fn(&MovieId) -> Option<u16>,
    now: Timestamp,
) -> BTreeMap<Option<&'s ScreenId>, ScreenState<'s>> {
    let mut screens: BTreeMap<Option<&ScreenId>, ScreenState<'_>> = BTreeMap::new();
    for show in shows.into_iter().filter(|show| show.availability != Availability::Canceled) {
        let Some(ends_at) = show.estimated_end(runtime(&show.movie_id)) else { continue };
        let running = RunningShow { show, ends_at };
        if show.starts_at <= now && now < ends_at {
            screens.entry(show.screen.as_ref()).or_default().playing = Some(running);
        } else if show.starts_at > now && show.starts_at.duration_since(now) <= NEXT_WITHIN {
            screens.entry(show.screen.as_ref()).or_default().next.get_or_insert(running);
        }
    }
    screens
}

#[cfg(test)]
mod tests {
    use super::*;
    use marquee_model::{ShowId, TheaterId};

    fn show(id: &str, screen: Option<&str>, start: &str, availability: Availability) -> Showtime {
        let starts_at: Timestamp = format!("2026-11-20T{start}:00Z").parse().unwrap();
        Showtime {
            id: ShowId::parse(id).unwrap(),
            movie_id: MovieId::parse("m").unwrap(),
            theater_id: TheaterId::parse("T1").unwrap(),
            starts_at,
            ends_at: None,
            business_date: "2026-11-20".parse().unwrap(),
            screen: screen.map(|id| ScreenId::parse(id).unwrap()),
            attributes: vec![],
            availability,
            booking: None,
            perf_code: None,
            price: None,
            change: None,
        }
    }

    #[test]
    fn a_screen_has_the_show_that_runs_and_the_next_one() {
        let open = Availability::Open;
        let shows = [
            show("over", Some("1"), "15:00", open),
            show("running", Some("1"), "17:00", open),
            show("canceled", Some("1"), "18:30", Availability::Canceled),
            show("soon", Some("1"), "19:00", open),
            show("later", Some("1"), "21:00", open),
            show("other", Some("2"), "20:00", open),
            show("nowhere", None, "17:59", open),
        ];
        let now = "2026-11-20T18:00:00Z".parse().unwrap();
        let screens = screen_states(&shows, |_| Some(100), now);
        let names: Vec<_> = screens
            .iter()
            .map(|(screen, state)| {
                let id = |running: Option<RunningShow<'_>>| running.map(|r| r.show.id.to_string());
                (screen.map(ScreenId::as_str), id(state.playing), id(state.next))
            })
            .collect();
        let some = |id: &str| Some(id.to_owned());
        assert_eq!(
            names,
            [
                (None, some("nowhere"), None),
                (Some("1"), some("running"), some("soon")),
                (Some("2"), None, some("other")),
            ]
        );
        let end = screens[&shows[1].screen.as_ref()].playing.unwrap().ends_at;
        assert_eq!(end.to_string(), "2026-11-20T18:40:00Z");
    }

    #[test]
    fn a_show_of_the_day_after_tomorrow_is_not_next() {
        let shows = [show("s", None, "18:01", Availability::Open)];
        let now = "2026-11-19T18:00:00Z".parse().unwrap();
        assert!(screen_states(&shows, |_| None, now).is_empty());
    }
}
