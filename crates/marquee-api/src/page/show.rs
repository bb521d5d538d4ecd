//! Shows, days and filters on pages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether a show can be booked, or why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ShowState {
    /// Can be booked.
    #[default]
    Open,
    /// Can be booked; few seats are left.
    Few,
    /// Sold out.
    SoldOut,
    /// Has started and can no longer be booked.
    Started,
    /// Has no booking URL: tickets are sold at the box office only.
    BoxOffice,
    /// Canceled.
    #[serde(rename = "cancelled")]
    Canceled,
}

impl ShowState {
    fn is_open(&self) -> bool {
        *self == Self::Open
    }
}

/// One show.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Show {
    /// The show's id; absent on cards, to keep long lists small.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// The local time without AM or PM, for example `6:10`.
    pub time: String,
    /// `AM` or `PM`, in locales with a 12-hour clock.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub half: String,
    /// The time zone, for example `CET`, if it differs from the page's time zone.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub zone: String,
    /// The start, ISO 8601 with offset.
    pub at: String,
    /// The end, for example `11:58`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ends: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub screen: String,
    /// The theater's name, on pages with several theaters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub theater: String,
    /// Attribute keys; `PageData.attributes` has their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Whether it can be booked; absent means `open`.
    #[serde(default, skip_serializing_if = "ShowState::is_open")]
    pub state: ShowState,
    /// Booking URL; absent if it cannot be booked.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub href: String,
    /// The time that was announced first, with its weekday if it is on another day, for example `6:30 PM`; absent if the show was not
    /// moved.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub moved_from: String,
}

/// `GET /api/changed-shows.json`: coming shows that are canceled or start at another time than announced, for members' orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedShows {
    /// At most 500, the next ones first.
    pub shows: Vec<ChangedShow>,
}

/// A show that is canceled or starts at another time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedShow {
    /// Id of the theater.
    pub theater: String,
    /// The film's titles: in the language of the request, the original one, and that of the feed.
    pub titles: Vec<String>,
    /// The starts that were announced, ISO 8601.
    pub announced: Vec<String>,
    /// The new start; absent if the show is canceled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date-time"))]
    pub now_at: Option<String>,
}

/// A show that starts soon, with its film.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SoonShow {
    pub title: String,
    /// The film's page.
    pub film_href: String,
    /// The show's day, if it differs from the day of the list: `Tomorrow` or a weekday.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub day: String,
    pub show: Show,
}

/// The shows of one version, for example of the dubbed version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShowGroup {
    /// The attribute key of the version; empty for shows without one.
    pub key: String,
    /// The language of a dubbed version; empty for others.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub language: String,
    /// Further attribute keys that all shows of the group have.
    pub tags: Vec<String>,
    pub shows: Vec<Show>,
}

/// The shows of a film at a theater.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TheaterGroup {
    pub id: String,
    pub name: String,
    /// The theater's page.
    pub href: String,
    /// The shows of the day by version; empty if there are none.
    pub groups: Vec<ShowGroup>,
    /// The next day with shows, if there are none that day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<ShowDate>,
}

/// A link to a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShowDate {
    /// ISO date.
    pub date: String,
    /// For example `Saturday, Nov 22`.
    pub label: String,
    /// URL of this page for that day.
    pub href: String,
}

/// A later day with its shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayGroup {
    pub day: ShowDate,
    pub shows: Vec<Show>,
}

/// A day of the day bar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Day {
    /// ISO date.
    pub date: String,
    /// Short weekday, for example `Fri`; for today, the page shows "Today" instead.
    pub weekday: String,
    /// Day of the month.
    pub day: u8,
    /// The full day, for example `Friday, November 21`.
    pub label: String,
    /// URL of this page for that day.
    pub href: String,
    /// Whether it is today.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub today: bool,
    /// Whether it is the selected day.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub selected: bool,
    /// Whether it has no shows.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub empty: bool,
    /// Whether a play week starts on it. The page marks this with a line.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub week_start: bool,
}

/// The button for the whole week, beside the days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeekBar {
    /// URL of this page for the whole week.
    pub href: String,
    /// Whether the week is selected.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub selected: bool,
}

/// Kind of a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum FilterKey {
    Time,
    Before,
    Version,
    Access,
    Theater,
}

/// A filter, which is part of the URL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Filter {
    pub key: FilterKey,
    /// Whether several options can be selected at the same time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub several: bool,
    /// The filter with which it shares a menu.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joined: Option<FilterKey>,
    pub options: Vec<FilterOption>,
    /// URL of this page without this filter.
    pub clear_href: String,
}

/// An option of a filter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilterOption {
    /// The value in the URL. For `time`: morning, afternoon, evening or late; for `before`: a time such as `21:00`.
    pub value: String,
    /// The label. For `before`: the formatted time; for `time`: empty, because the page has the labels.
    pub label: String,
    /// URL of this page with this option, or without it if it is selected.
    pub href: String,
    /// Whether it is selected.
    pub selected: bool,
}

/// A show on the hour axis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimetableShow {
    pub show: Show,
    /// Minutes from local midnight of the cinema day to the start, from `businessDayStartHour` × 60, for 1440 minutes.
    pub start: u16,
    /// Length in minutes.
    pub length: u16,
    /// Lane within the row, from 0; shows of one lane do not overlap.
    pub lane: u8,
}

/// The local time at which the page was rendered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RenderTime {
    /// For example `5:48 PM`.
    pub text: String,
    /// The current offset of the page's time zone from UTC in minutes.
    pub offset: i16,
    /// Minutes from local midnight of the cinema day, from `businessDayStartHour` × 60, for 1440 minutes. In the browser the count
    /// restarts at 0 at midnight.
    pub minute: u16,
}
