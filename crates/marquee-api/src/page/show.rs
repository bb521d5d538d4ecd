//! Shows, days and filters as a page shows them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Whether a show can be booked, and if not, why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ShowState {
    /// It can be booked.
    #[default]
    Open,
    /// It can be booked; few seats are left.
    Few,
    /// All seats are sold.
    SoldOut,
    /// It has started and can no longer be booked.
    Started,
    /// It has no booking address: at the box office only.
    BoxOffice,
    /// It does not take place.
    Cancelled,
}

impl ShowState {
    fn is_open(&self) -> bool {
        *self == Self::Open
    }
}

/// One show.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Show {
    /// The show's id; absent on cards, of which a list has hundreds.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub id: String,
    /// The local time without its day half, for example `6:10`.
    pub time: String,
    /// `AM` or `PM` where the locale counts so.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub half: String,
    /// The time zone, for example `CET`, if it is not the page's own.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub zone: String,
    /// ISO 8601 with the offset of that instant.
    pub at: String,
    /// When it ends, for example `11:58`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub ends: String,
    /// The screen's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub screen: String,
    /// The theater's name, where a page mixes theaters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub theater: String,
    /// Attribute keys, names in `PageData.attributes`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub tags: Vec<String>,
    /// Whether it can be booked; absent means `open`.
    #[serde(default, skip_serializing_if = "ShowState::is_open")]
    #[ts(optional, as = "Option<ShowState>")]
    pub state: ShowState,
    /// Where it is booked; absent when it cannot be.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub href: String,
}

/// A show that starts soon, with its film.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SoonShow {
    /// The film's title.
    pub title: String,
    /// The film's page.
    pub film_href: String,
    /// The show's day, if it is not the list's own: `Tomorrow` or a weekday.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub day: String,
    /// The show.
    pub show: Show,
}

/// Shows of one version, for example all of the dubbed one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ShowGroup {
    /// The attribute key that names the group; empty for shows without a version.
    pub key: String,
    /// The language of a dubbed version; empty for others.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub language: String,
    /// Further attribute keys that hold for the whole group.
    pub tags: Vec<String>,
    /// The shows.
    pub shows: Vec<Show>,
}

/// Shows of one film in one theater.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TheaterGroup {
    /// The theater's id.
    pub id: String,
    /// The theater's name.
    pub name: String,
    /// The theater's page.
    pub href: String,
    /// Its shows of the day by version; empty when there are none.
    pub groups: Vec<ShowGroup>,
    /// The next day with a show, when there is none today.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<ShowDate>,
}

/// A day with a link to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ShowDate {
    /// ISO date.
    pub date: String,
    /// For example `Saturday, Nov 22`.
    pub label: String,
    /// This page on that day.
    pub href: String,
}

/// A following day with its shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DayGroup {
    /// The day.
    pub day: ShowDate,
    /// Its shows.
    pub shows: Vec<Show>,
}

/// A day of the day bar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Day {
    /// ISO date.
    pub date: String,
    /// Short weekday, for example `Fri`; the page writes Today itself.
    pub weekday: String,
    /// Day of the month.
    pub day: u8,
    /// In full, for example `Friday, November 21`.
    pub label: String,
    /// This page on that day.
    pub href: String,
    /// Whether it is today.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub today: bool,
    /// Whether it is the day shown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub selected: bool,
    /// Whether it has no shows.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub empty: bool,
    /// Whether a play week starts on it (drawn with a rule before it).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub week_start: bool,
}

/// The button for the whole week, beside the days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WeekBar {
    /// This page with every day of the week.
    pub href: String,
    /// Whether the week is shown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub selected: bool,
}

/// What a filter is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum FilterKey {
    Time,
    Before,
    Version,
    Access,
    Theater,
}

/// A filter kept in the address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Filter {
    /// What it is about.
    pub key: FilterKey,
    /// Whether several options can be in force together; choosing one then adds it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub several: bool,
    /// The filter whose menu it shares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub joined: Option<FilterKey>,
    /// Its options.
    pub options: Vec<FilterOption>,
    /// This page without this filter.
    pub clear_href: String,
}

/// An option of a filter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FilterOption {
    /// Its value in the address; for `time` one of morning, afternoon, evening, late; for `before` like `21:00`.
    pub value: String,
    /// Its name; empty for `time`, which the page names itself; for `before` the formatted time.
    pub label: String,
    /// This page with this option (or without it, when it is selected).
    pub href: String,
    /// Whether it is in force.
    pub selected: bool,
}

/// A show on the hour axis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TimetableShow {
    /// The show.
    pub show: Show,
    /// Minutes from local midnight of the cinema day to the start, 180 to 1620.
    pub start: u16,
    /// Length in minutes.
    pub length: u16,
    /// Lane within the row, 0 first; shows of one lane do not overlap.
    pub lane: u8,
}

/// The local time at which the page was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Now {
    /// For example `5:48 PM`.
    pub text: String,
    /// Minutes by which the page's zone is ahead of UTC now.
    pub offset: i16,
    /// Minutes from local midnight of the cinema day, 180 to 1620.
    pub minute: u16,
}
