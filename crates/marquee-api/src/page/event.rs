//! Events in lists and on their own pages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::film::FilmCard;
use super::frame::{Link, Picture};
use super::show::Show;

/// An event in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventCard {
    pub id: String,
    /// The title, verbatim.
    pub title: String,
    /// Its page.
    pub href: String,
    /// Formatted date and time; empty for a permanent event.
    pub when: String,
    /// Whether the event is today; then `when` is the time only, and the page adds "Today".
    pub today: bool,
    /// One line.
    pub summary: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// Alternative text of the picture.
    pub picture_alt: String,
}

/// The list of events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventsPage {
    pub events: Vec<EventCard>,
}

/// An event's own page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventPage {
    pub event: EventCard,
    pub paragraphs: Vec<String>,
    /// Its theaters; empty for all, or on a single location.
    pub theaters: Vec<Link>,
    /// The next bookable shows of its films, by day; empty for an event without film.
    pub times: Vec<EventTimes>,
    /// URL of the showtimes of its day, for an event without bookable shows; otherwise empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub day_href: String,
    /// Path of its calendar file; empty for an event without an upcoming date.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub calendar_href: String,
    /// Upcoming dates, if they differ; otherwise empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub days: Vec<EventDay>,
    /// Present while only members can book: then `times` is for signed-in members only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub members_first: Option<MembersFirst>,
    pub films: Vec<FilmCard>,
}

/// The shows of an event's film on one day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventTimes {
    pub title: String,
    /// The day, for example `Sunday, Nov 22`.
    pub day: String,
    pub shows: Vec<Show>,
}

/// An upcoming date of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventDay {
    /// Formatted date and time.
    pub when: String,
    /// Its film, with its page on that day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub film: Option<Link>,
    /// Why there is no show; otherwise empty.
    pub note: String,
}

/// What visitors who are not signed in see while only members can book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembersFirst {
    /// From when everybody can book.
    pub text: String,
    /// The login page.
    pub link: Link,
}
