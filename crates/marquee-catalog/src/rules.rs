//! Rules of lists and shows: order, badges, bookability, when a page next changes.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use marquee_model::catalog::{Availability, Badge, Movie, Showtime};
use marquee_model::settings::SiteConfig;
use marquee_model::time::instant;
use marquee_model::{MovieId, TheaterId};

use crate::text_order::TextOrder;

/// A film is NEW for this many days from its release date (CONST-03).
const NEW_DAYS: i64 = 7;

/// Films in the site's order, without excluded ones (SITE-12): those of `movieOrderIndex` first, then by release date
/// (newest first, none last), then by title. `named` returns the film of an id there, which may have been merged into another one.
pub(crate) fn sorted_movies<'a, 'c>(
    movies: impl Iterator<Item = &'a Movie>,
    config: &'c SiteConfig,
    named: impl Fn(&'c MovieId) -> &'c MovieId,
) -> Vec<&'a Movie> {
    let mut positions = HashMap::new();
    for (position, id) in config.movie_order_index.iter().map(named).enumerate() {
        positions.entry(id).or_insert(position);
    }
    let mut ordered: Vec<(usize, &Movie)> = movies
        .filter(|m| config.shows_movie(&m.id))
        .map(|m| (positions.get(&m.id).copied().unwrap_or(usize::MAX), m))
        .collect();
    let titles = TextOrder::new(&config.locale);
    ordered.sort_unstable_by(|(position, a), (other, b)| {
        position
            .cmp(other)
            .then_with(|| b.release_date.cmp(&a.release_date))
            .then_with(|| titles.compare(&a.title, &b.title))
            .then_with(|| a.id.cmp(&b.id))
    });
    ordered.into_iter().map(|(_, m)| m).collect()
}

/// Orders films, which are in the site's order, by their number of shows (`counts`); those of `movieOrderIndex` stay first (SITE-12).
pub(crate) fn sort_by_shows<'c>(
    movies: &mut [&Movie],
    counts: &HashMap<MovieId, u64>,
    config: &'c SiteConfig,
    named: impl Fn(&'c MovieId) -> &'c MovieId,
) {
    let placed: HashSet<&MovieId> = config.movie_order_index.iter().map(named).collect();
    let count = |id| counts.get(id).copied().unwrap_or_default();
    movies.sort_by_key(|m| {
        if placed.contains(&m.id) { (false, Reverse(0)) } else { (true, Reverse(count(&m.id))) }
    });
}

/// The film that leads the home page on `day` for visitors of a theater, or of all (SITE-12): the theater's own choice, else the one
/// for all theaters; of two on the same day, the one that began first. Films that are not on the home page never lead.
#[must_use]
pub fn featured_movie<'c>(
    config: &'c SiteConfig,
    day: Date,
    theater: Option<&TheaterId>,
) -> Option<&'c MovieId> {
    let films = config.options.featured_films.values();
    let on_day = films.filter(|f| f.includes(day) && config.shows_on_home(&f.movie_id));
    let first = on_day
        .filter(|f| f.theater_id.is_none() || f.theater_id.as_ref() == theater)
        .min_by_key(|f| (f.theater_id.is_none(), f.from));
    first.map(|f| &f.movie_id)
}

/// The badges of a film (CONST-03): those set by the operator; unless only these are wanted, NEW for 7 days from the release date,
/// and PREVIEW if there is a show before the release date.
#[must_use]
pub fn badges(movie: &Movie, today: Date, first_show: Option<Date>) -> Vec<Badge> {
    let mut badges = movie.badges.clone();
    if let Some(release) = movie.release_date.filter(|_| !movie.own_badges_only) {
        if release <= today && today < release.saturating_add(NEW_DAYS.days()) {
            badges.push(Badge::New);
        }
        if first_show.is_some_and(|show| show < release) {
            badges.push(Badge::Preview);
        }
    }
    badges.sort();
    badges.dedup();
    badges
}

/// Whether a show can be booked online, and if not, why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bookable {
    Yes,
    /// Yes, but few seats are left.
    FewLeft,
    SoldOut,
    /// The show has started, and late booking has ended (CONST-01).
    Started,
    /// At the box office only.
    BoxOffice,
    Canceled,
}

/// Whether `show` can be booked at `now`; booking ends `late` minutes after its start (CONST-01).
#[must_use]
pub fn bookability(show: &Showtime, now: Timestamp, late: u16) -> Bookable {
    match show.availability {
        Availability::Canceled => Bookable::Canceled,
        _ if booking_has_ended(show, now, late) => Bookable::Started,
        Availability::SoldOut => Bookable::SoldOut,
        _ if show.booking.is_none() => Bookable::BoxOffice,
        Availability::FewLeft => Bookable::FewLeft,
        Availability::Open => Bookable::Yes,
    }
}

/// Whether `show` started more than `late` minutes before `now` (CONST-01). Ignores cancellation.
#[must_use]
pub fn booking_has_ended(show: &Showtime, now: Timestamp, late: u16) -> bool {
    now > booking_ends(show, late)
}

/// Whether `show` is upcoming: it is not canceled, and its booking has not ended ([`booking_has_ended`]).
#[must_use]
pub fn is_upcoming(show: &Showtime, now: Timestamp, late: u16) -> bool {
    show.availability != Availability::Canceled && !booking_has_ended(show, now, late)
}

fn booking_ends(show: &Showtime, late: u16) -> Timestamp {
    show.starts_at.saturating_add(SignedDuration::from_mins(i64::from(late))).unwrap_or(show.starts_at)
}

/// The next instant at which one of `shows` stops being bookable, and a page with it must be rendered again.
#[must_use]
pub fn next_change<'a>(
    shows: impl Iterator<Item = &'a Showtime>,
    now: Timestamp,
    late: u16,
) -> Option<Timestamp> {
    shows
        .map(|s| booking_ends(s, late))
        .filter(|end| *end >= now)
        .min()
        .map(|end| end.saturating_add(SignedDuration::from_secs(1)).unwrap_or(end))
}

/// Filter by time of day, in the theater's local time on the cinema day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeOfDay {
    /// Before 12:00.
    Morning,
    /// 12:00 to 17:00.
    Afternoon,
    /// 17:00 to 21:00.
    Evening,
    /// From 21:00, including after midnight.
    Late,
}

impl TimeOfDay {
    /// All parts with their names in URLs.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Morning, "morning"),
        (Self::Afternoon, "afternoon"),
        (Self::Evening, "evening"),
        (Self::Late, "late"),
    ];

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, name)| *name == text).map(|(time_of_day, _)| time_of_day)
    }
}

#[must_use]
pub fn matches_time_of_day(show: &Showtime, tz: &TimeZone, part: TimeOfDay) -> bool {
    let local = show.starts_at.to_zoned(tz.clone());
    let hour = if local.date() > show.business_date { 24 } else { local.hour() };
    match part {
        TimeOfDay::Morning => hour < 12,
        TimeOfDay::Afternoon => (12..17).contains(&hour),
        TimeOfDay::Evening => (17..21).contains(&hour),
        TimeOfDay::Late => hour >= 21,
    }
}

/// Whether a show ends at or before a full hour of its cinema day. `hour` is 1 to 24. An unknown end is estimated
/// from `runtime`.
#[must_use]
pub fn ends_by(show: &Showtime, runtime: Option<u16>, tz: &TimeZone, hour: u8) -> bool {
    let (days, hour) = (i64::from(hour / 24), i8::try_from(hour % 24).unwrap_or_default());
    let limit = show.business_date.saturating_add(days.days()).at(hour, 0, 0, 0);
    show.estimated_end(runtime).is_some_and(|end| end <= instant(limit, tz))
}

#[cfg(test)]
mod tests;
