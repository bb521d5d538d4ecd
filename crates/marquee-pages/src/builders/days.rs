//! The day a page shows, the day bar, and the notes of pages without shows.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use marquee_api::{Day, EmptyNote, LeadNote, ShowDate, WeekBar};
use marquee_catalog::{booking_has_ended, is_upcoming};
use marquee_messages::server;
use marquee_model::catalog::{Availability, Movie, Showtime, Theater};
use marquee_model::time::{instant, play_week_start};

use super::context::PageContext;
use crate::request::Query;

/// Number of days in a week.
pub const WEEK_DAYS: i64 = 7;

/// Number of days in the day bar: as many as fit on one line beside the week, the calendar and the filters at 1440 px.
const BAR_DAYS: i64 = 8;

/// The days with shows from today on, and the selected day.
#[derive(Debug)]
pub struct Days {
    pub today: Date,
    /// The day shown if none is chosen: today, or the next day with shows if today has none left.
    pub default_day: Date,
    /// The day shown.
    pub selected: Date,
    /// Days with shows, ascending.
    pub days_with_shows: Vec<Date>,
    /// Whether a show of today can no longer be booked because it has started. Canceled shows do not count.
    has_started: bool,
}

impl Days {
    /// `days_with_shows` has the days with shows, ascending.
    pub fn new(
        context: &PageContext<'_>,
        days_with_shows: Vec<Date>,
        today: Date,
        shows_today: &[Showtime],
    ) -> Self {
        let late = context.site.late_booking_minutes();
        let has_upcoming = shows_today.iter().any(|s| is_upcoming(s, context.now, late));
        let next = days_with_shows.iter().copied().find(|d| *d > today).filter(|_| !has_upcoming);
        let default_day = next.unwrap_or(today);
        let selected = context.query.day.filter(|d| *d >= today).unwrap_or(default_day);
        let has_started = shows_today
            .iter()
            .any(|s| s.availability != Availability::Canceled && booking_has_ended(s, context.now, late));
        Self { today, default_day, selected, days_with_shows, has_started }
    }

    /// Whether the page shows a later day because today has no shows left.
    pub fn shows_later_day(&self) -> bool {
        self.selected == self.default_day && self.default_day > self.today
    }

    /// The next day with shows after the selected one, or the last one before it.
    pub fn next(&self) -> Option<Date> {
        let next_day = self.days_with_shows.iter().copied().find(|d| *d > self.selected);
        next_day.or_else(|| self.days_with_shows.iter().copied().rfind(|d| *d < self.selected))
    }

    /// The days with shows in the week that begins with `default_day`.
    pub fn of_week(&self) -> Vec<Date> {
        let end = self.default_day.saturating_add(WEEK_DAYS.days());
        self.days_with_shows.iter().copied().filter(|d| (self.default_day..end).contains(d)).collect()
    }

    /// The day bar: the next days from today, and the selected day if it is later. Other days are selected in the calendar.
    pub fn bar(&self, context: &PageContext<'_>, theater: Option<&Theater>) -> Vec<Day> {
        let mut days: Vec<Day> =
            (0..BAR_DAYS).map(|n| self.day(context, theater, self.today.saturating_add(n.days()))).collect();
        if !context.query.week && !days.iter().any(|d| d.selected) {
            days.push(self.day(context, theater, self.selected));
        }
        days
    }

    fn day(&self, context: &PageContext<'_>, theater: Option<&Theater>, day: Date) -> Day {
        let today = day == self.today;
        Day {
            date: day.to_string(),
            weekday: context.formats.weekday(day),
            day: u8::try_from(day.day()).unwrap_or(0),
            label: context.formats.day_long(day),
            href: context.href_with(|q| (q.day, q.week) = ((day != self.default_day).then_some(day), false)),
            today,
            selected: !context.query.week && day == self.selected,
            empty: !self.days_with_shows.contains(&day),
            week_start: !today && play_week_start(day, context.week_start(theater)) == day,
        }
    }

    /// The label of the list: the selected day, or the week.
    pub fn label(&self, context: &PageContext<'_>) -> String {
        if context.query.week {
            return server::days_this_week(context.language()).to_owned();
        }
        context.formats.day_long(self.selected)
    }

    /// The button of the day bar for the whole week.
    pub fn week_bar(&self, context: &PageContext<'_>) -> Option<WeekBar> {
        let selected = context.query.week;
        let href = context.href_with(|q| (q.day, q.week) = (None, true));
        (selected || !self.days_with_shows.is_empty()).then_some(WeekBar { href, selected })
    }

    /// The note above the times if a later day is shown instead of today: `over` if all shows of today have started, `none` if
    /// today has no shows.
    pub fn lead_note(
        &self,
        context: &PageContext<'_>,
        theater: Option<&Theater>,
        (over, none): (&str, &str),
    ) -> Option<LeadNote> {
        if !self.shows_later_day() || context.query.week {
            return None;
        }
        let played = self.days_with_shows.contains(&self.today);
        let closed = theater.or_else(|| context.theater()).map(|t| closed_text(context, t, self.today));
        let text = match closed.filter(|text| !played && !text.is_empty()) {
            Some(text) => text,
            None if self.has_started => over.to_owned(),
            None => none.to_owned(),
        };
        let today_href = if played { context.href_with(|q| q.day = Some(self.today)) } else { String::new() };
        Some(LeadNote { text, day: context.formats.day_long(self.default_day), today_href })
    }

    /// The note if the selected day has no shows to list and no filter is set.
    pub fn note(&self, context: &PageContext<'_>, theater: Option<&Theater>) -> EmptyNote {
        let next = self.next().map(|day| link(context, day));
        if self.selected == self.today && self.has_started {
            return EmptyNote::Over { next };
        }
        let theater = theater.or_else(|| context.theater());
        match next {
            Some(next) => EmptyNote::NextDay {
                closed: theater.map_or_else(String::new, |t| closed_text(context, t, self.selected)),
                next,
            },
            None => {
                EmptyNote::NoSchedule { phone: theater.and_then(|t| t.phone.clone()).unwrap_or_default() }
            }
        }
    }
}

/// The next midnight, after which "tomorrow" is another day.
pub fn midnight(context: &PageContext<'_>, tz: &TimeZone) -> Timestamp {
    let tomorrow = context.now.to_zoned(tz.clone()).date().saturating_add(1.day());
    instant(tomorrow.at(0, 0, 0, 0), tz)
}

/// The name of a day, relative to now: empty for today, `Tomorrow`, else a weekday or the date.
pub fn relative_day_name(context: &PageContext<'_>, day: Date, today: Date, tz: &TimeZone) -> String {
    if day == today {
        return String::new();
    }
    // After midnight the cinema day is the calendar's yesterday, so the next cinema day is the visitor's today.
    let date = context.now.to_zoned(tz.clone()).date();
    if date == today && day == today.saturating_add(1.day()) {
        return server::days_tomorrow(context.language()).to_owned();
    }
    weekday_or_date(context, day, today)
}

/// The weekday of a day within a week, the date of a later one.
pub fn weekday_or_date(context: &PageContext<'_>, day: Date, today: Date) -> String {
    let is_soon = day > today && day < today.saturating_add(WEEK_DAYS.days());
    if is_soon { context.formats.weekday_long(day) } else { context.formats.day_long(day) }
}

/// Why a theater is closed on a day: the reason of its closure, or its weekly closing day. Empty if it is open.
pub fn closed_text(context: &PageContext<'_>, theater: &Theater, day: Date) -> String {
    let closure = closure_text(context, theater, day);
    if closure.is_empty() { weekly_closing_text(context, theater, day) } else { closure }
}

/// The text of a theater's closure on a day; empty without a closure. One of several days names the last one.
pub fn closure_text(context: &PageContext<'_>, theater: &Theater, day: Date) -> String {
    let Some(closure) = theater.closure_on(day) else { return String::new() };
    let reason = closure.reason_in(context.formats.locale().short());
    let until = match closure.to.filter(|to| *to != closure.from) {
        Some(to) => server::closed_until(context.language(), &theater.name, &until_day(context, to)),
        None if reason.is_empty() && closure.to.is_none() => {
            server::closed_until_further_notice(context.language(), &theater.name)
        }
        None if reason.is_empty() => server::closed_day(context.language(), &theater.name),
        None => String::new(),
    };
    [until.as_str(), reason].join(" ").trim().to_owned()
}

/// The text after the word "Closed" on a theater's page: until when, and why. Empty without a closure.
pub fn closed_note(context: &PageContext<'_>, theater: &Theater, day: Date) -> String {
    let Some(closure) = theater.closure_on(day) else { return String::new() };
    let reason = closure.reason_in(context.formats.locale().short());
    let until = match closure.to.filter(|to| *to != closure.from) {
        Some(to) => server::closed_note_until(context.language(), &until_day(context, to)),
        None if closure.to.is_none() => server::closed_note_open_end(context.language()).to_owned(),
        None if reason.is_empty() => return server::closed_day(context.language(), &theater.name),
        None => String::new(),
    };
    [until.as_str(), reason].join(" ").trim().to_owned()
}

fn until_day(context: &PageContext<'_>, day: Date) -> String {
    context.formats.in_sentence(&context.formats.day_long(day))
}

/// The note that a theater is closed on the weekday of `day`: `Garden Row is closed on Mondays.` Empty if it is open.
fn weekly_closing_text(context: &PageContext<'_>, theater: &Theater, day: Date) -> String {
    let weekday = u8::try_from(day.weekday().to_monday_one_offset()).unwrap_or(0);
    if !theater.closed_weekdays.contains(&weekday) {
        return String::new();
    }
    server::closed_weekday(context.language(), &theater.name, &context.formats.weekday_in_sentence(day))
}

/// The link to this page on a day.
pub fn link(context: &PageContext<'_>, day: Date) -> ShowDate {
    ShowDate {
        date: day.to_string(),
        label: context.formats.weekday_short_month_day(day),
        href: context.href_with(|q| (q.day, q.week) = (Some(day), false)),
    }
}

/// The link to a film's page on a day.
pub fn link_of_film(context: &PageContext<'_>, film: &Movie, day: Date) -> ShowDate {
    let query = Query { day: Some(day), ..Query::default() };
    ShowDate {
        date: day.to_string(),
        label: context.formats.weekday_short_month_day(day),
        href: context.hrefs.movie(film) + &query.canonical(),
    }
}
