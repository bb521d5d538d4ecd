//! The day bar, and what is said on a day without shows.

use jiff::ToSpan;
use jiff::civil::Date;
use marquee_api::{Day, EmptyNote, ShowDate};
use marquee_model::catalog::{Movie, Theater};
use marquee_model::time::play_week_start;

use super::scene::Scene;
use crate::route::Query;

/// The days on which something plays, from today on.
#[derive(Debug)]
pub struct Days {
    pub today: Date,
    pub selected: Date,
    playing: Vec<Date>,
}

impl Days {
    /// From the days on which something plays, ascending.
    pub fn new(scene: &Scene<'_>, playing: Vec<Date>, today: Date) -> Self {
        Self { today, selected: Self::selected(scene, today), playing }
    }

    /// The day that is shown: the one asked for, unless it is over.
    pub fn selected(scene: &Scene<'_>, today: Date) -> Date {
        scene.query.day.filter(|d| *d >= today).unwrap_or(today)
    }

    /// The next day with shows after the selected one, or the last one before it.
    pub fn next(&self) -> Option<Date> {
        let after = self.playing.iter().copied().find(|d| *d > self.selected);
        after.or_else(|| self.playing.iter().copied().rfind(|d| *d < self.selected))
    }

    /// The day bar: `most` days from today, and the selected one when it lies beyond; the calendar leads to any other.
    pub fn bar(&self, scene: &Scene<'_>, theater: Option<&Theater>, most: i64) -> Vec<Day> {
        let mut out: Vec<Day> =
            (0..most).map(|n| self.day(scene, theater, self.today.saturating_add(n.days()))).collect();
        if !out.iter().any(|d| d.selected) {
            out.push(self.day(scene, theater, self.selected));
        }
        out
    }

    fn day(&self, scene: &Scene<'_>, theater: Option<&Theater>, day: Date) -> Day {
        let today = day == self.today;
        Day {
            date: day.to_string(),
            weekday: scene.formats.weekday(day),
            day: u8::try_from(day.day()).unwrap_or(0),
            label: scene.formats.day_long(day),
            href: scene.with(|q| q.day = (!today).then_some(day)),
            today,
            selected: day == self.selected,
            empty: !self.playing.contains(&day),
            week_start: !today && play_week_start(day, scene.week_start(theater)) == day,
        }
    }

    /// What to say when the selected day shows nothing.
    pub fn note(&self, scene: &Scene<'_>, theater: Option<&Theater>, filtered: bool) -> EmptyNote {
        if filtered {
            let clear_href = scene.with(|q| {
                (q.time, q.before, q.version, q.access) = (None, None, None, None);
                q.theaters.clear();
            });
            return EmptyNote::Filtered { clear_href };
        }
        match self.next() {
            Some(day) => EmptyNote::NextDay { next: link(scene, day) },
            None => EmptyNote::NoProgramme {
                phone: theater.or_else(|| scene.theater()).and_then(|t| t.phone.clone()).unwrap_or_default(),
            },
        }
    }
}

/// This page on another day.
pub fn link(scene: &Scene<'_>, day: Date) -> ShowDate {
    ShowDate {
        date: day.to_string(),
        label: scene.formats.day_half(day),
        href: scene.with(|q| q.day = Some(day)),
    }
}

/// A film's page on a day.
pub fn link_of_film(scene: &Scene<'_>, film: &Movie, day: Date) -> ShowDate {
    let query = Query { day: Some(day), ..Query::default() };
    ShowDate {
        date: day.to_string(),
        label: scene.formats.day_half(day),
        href: scene.hrefs.movie(film) + &query.text(),
    }
}
