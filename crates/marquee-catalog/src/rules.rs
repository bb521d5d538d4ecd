//! Rules of lists and shows: order, badges, what can be booked, when a page next changes.

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use marquee_model::MovieId;
use marquee_model::catalog::{Availability, Badge, Movie, Showtime};
use marquee_model::settings::SiteConfig;

/// Days after its release during which a film is NEW (CONST-03).
const NEW_DAYS: i64 = 7;

/// Films in the site's order, excluded ones left out (SITE-12): those of `movieOrderIndex` first, then by release
/// date, newest first, those without a date last, then by title.
#[must_use]
pub fn listed<'a>(movies: impl Iterator<Item = &'a Movie>, config: &SiteConfig) -> Vec<&'a Movie> {
    let mut places = HashMap::new();
    for (place, id) in config.movie_order_index.iter().enumerate() {
        places.entry(id).or_insert(place);
    }
    let excluded: HashSet<&MovieId> = config.global_excluded_movie_ids.iter().collect();
    let mut out: Vec<(usize, &Movie)> = movies
        .filter(|m| !excluded.contains(&m.id))
        .map(|m| (places.get(&m.id).copied().unwrap_or(usize::MAX), m))
        .collect();
    out.sort_unstable_by(|(place, a), (other, b)| {
        place
            .cmp(other)
            .then_with(|| b.release_date.cmp(&a.release_date))
            .then_with(|| a.title.cmp(&b.title))
            .then_with(|| a.id.cmp(&b.id))
    });
    out.into_iter().map(|(_, m)| m).collect()
}

/// The badges of a film (CONST-03): those set by hand; NEW when released within the last 7 days; PREVIEW when a show
/// lies before the release date.
#[must_use]
pub fn badges(movie: &Movie, today: Date, first_show: Option<Date>) -> Vec<Badge> {
    let mut out = movie.badges.clone();
    if let Some(release) = movie.release_date {
        if release <= today && today < release.saturating_add(NEW_DAYS.days()) {
            out.push(Badge::New);
        }
        if first_show.is_some_and(|show| show < release) {
            out.push(Badge::Preview);
        }
    }
    out.sort();
    out.dedup();
    out
}

/// Whether a show can be booked now, and if not, why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bookable {
    /// Yes.
    Yes,
    /// Yes, few seats are left.
    FewLeft,
    /// All seats are sold.
    SoldOut,
    /// It has started, and late booking is over (CONST-01).
    Started,
    /// Not online.
    BoxOffice,
    /// It does not take place.
    Cancelled,
}

/// Whether `show` can be booked at `now`; `late` minutes after its start it still can (CONST-01).
#[must_use]
pub fn bookable(show: &Showtime, now: Timestamp, late: u16) -> Bookable {
    match show.availability {
        Availability::Cancelled => Bookable::Cancelled,
        _ if has_started(show, now, late) => Bookable::Started,
        Availability::SoldOut => Bookable::SoldOut,
        _ if show.booking.is_none() => Bookable::BoxOffice,
        Availability::FewLeft => Bookable::FewLeft,
        Availability::Open => Bookable::Yes,
    }
}

/// Whether `show` has started and late booking is over (CONST-01), canceled or not.
#[must_use]
pub fn has_started(show: &Showtime, now: Timestamp, late: u16) -> bool {
    now > booking_ends(show, late)
}

/// Whether `show` is still ahead: it takes place, and has not started.
#[must_use]
pub fn is_ahead(show: &Showtime, now: Timestamp, late: u16) -> bool {
    show.availability != Availability::Cancelled && !has_started(show, now, late)
}

fn booking_ends(show: &Showtime, late: u16) -> Timestamp {
    show.starts_at.saturating_add(SignedDuration::from_mins(i64::from(late))).unwrap_or(show.starts_at)
}

/// The next instant at which any of `shows` stops being bookable: a page showing them changes then.
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

/// Parts of a day to filter by, in local time of the cinema day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeOfDay {
    /// Before 12:00.
    Morning,
    /// 12:00 to 17:00.
    Afternoon,
    /// 17:00 to 21:00.
    Evening,
    /// 21:00 and after midnight.
    Late,
}

impl TimeOfDay {
    /// All parts with their names in addresses.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Morning, "morning"),
        (Self::Afternoon, "afternoon"),
        (Self::Evening, "evening"),
        (Self::Late, "late"),
    ];

    /// The part of this name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, name)| *name == text).map(|(part, _)| part)
    }
}

/// Whether a show starts in this part of its cinema day.
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

/// How long a show is taken to be when neither its end nor the film's running time is known.
pub const UNKNOWN_LENGTH: SignedDuration = SignedDuration::from_mins(100);

/// Whether a show has ended by a full hour of its cinema day, 1 to 24; its end is estimated when nothing tells it.
#[must_use]
pub fn ends_before(show: &Showtime, runtime: Option<u16>, tz: &TimeZone, hour: u8) -> bool {
    let end = show.end(runtime).or_else(|| show.starts_at.checked_add(UNKNOWN_LENGTH).ok());
    let limit = show.business_date.to_zoned(tz.clone()).ok().and_then(|midnight| {
        let (days, hour) = (i64::from(hour / 24), i8::try_from(hour % 24).ok()?);
        let day = midnight.date().checked_add(days.days()).ok()?;
        day.at(hour, 0, 0, 0).to_zoned(tz.clone()).ok()
    });
    match (end, limit) {
        (Some(end), Some(limit)) => end <= limit.timestamp(),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
