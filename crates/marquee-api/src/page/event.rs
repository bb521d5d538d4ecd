//! Events: in lists, and on pages of their own.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::film::FilmCard;
use super::frame::{Link, Picture};
use super::show::Show;

/// An event as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct EventCard {
    /// Its id.
    pub id: String,
    /// The title as given.
    pub title: String,
    /// Its page.
    pub href: String,
    /// Formatted date and time; empty for a standing offer.
    pub when: String,
    /// Whether `when` is today's time only (the page writes Today before it).
    pub today: bool,
    /// One line.
    pub summary: String,
    /// Its picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub picture: Option<Picture>,
    /// What the picture tells.
    pub picture_alt: String,
}

/// The list of events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub struct EventsPage {
    pub events: Vec<EventCard>,
}

/// An event's own page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct EventPage {
    /// The event.
    pub event: EventCard,
    /// Paragraphs.
    pub paragraphs: Vec<String>,
    /// Names of its theaters; empty means all, or a single location.
    pub theaters: Vec<Link>,
    /// The next shows of its films that can be booked, with their day; empty for an event without film.
    pub times: Vec<EventTimes>,
    /// This day's showtimes, for an event without a time to book; empty when there are times.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub day_href: String,
    /// Its films.
    pub films: Vec<FilmCard>,
}

/// The shows of an event's film on one day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub struct EventTimes {
    pub title: String,
    /// The day, for example `Sunday, Nov 22`.
    pub day: String,
    pub shows: Vec<Show>,
}
