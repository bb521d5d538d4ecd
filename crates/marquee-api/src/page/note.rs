//! Notes of a page about its days: why another day leads, what to do when nothing is shown, and the whole week.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::film::FilmCard;
use super::show::ShowDate;

/// A page that shows the next day with shows, because nothing is left of today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LeadNote {
    /// Why nothing is left of today: `That was the last film today.`
    pub text: String,
    /// The day that is shown, in full; empty where the heading says it.
    pub day: String,
    /// This page with the times of today; empty if today has no shows.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub today_href: String,
}

/// A day of the week with the films that pass the filters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WeekDay {
    /// The day.
    pub day: ShowDate,
    /// Its films with their times; empty if no film passes the filters.
    pub films: Vec<FilmCard>,
    /// How many further films there are.
    #[serde(default, skip_serializing_if = "is_zero_32")]
    #[ts(optional, as = "Option<u32>")]
    pub more: u32,
}

/// The nearest day on which something passes the filters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct NearestDay {
    /// For example `Two films have open captions on Saturday.`
    pub text: String,
    /// The day as a button names it, for example `Saturday` or `today`.
    pub label: String,
    /// This page on that day, with the same filters.
    pub href: String,
}

/// Why no show is listed, and where to go instead. Only `NoProgramme` may read like a fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum EmptyNote {
    /// No show that day; the next day with shows.
    NextDay {
        /// Why that day has no show, for example `Garden Row is closed on Mondays.`; empty if unknown.
        closed: String,
        /// The next day with shows.
        next: ShowDate,
    },
    /// All shows of today have started.
    Over {
        /// The next day with shows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        next: Option<ShowDate>,
    },
    /// Shows that day, but none that passes the filters.
    Filtered {
        /// This page without filters.
        clear_href: String,
        /// The nearest day with shows that pass.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        nearest: Option<NearestDay>,
    },
    /// A film that opens later and has no show yet.
    ComingSoon {
        /// The day on which it opens, in full; empty if not announced.
        opens: String,
    },
    /// A film without upcoming shows.
    NotShowing {
        /// The theater, else the site.
        place: String,
    },
    /// The programme has no upcoming shows.
    NoProgramme {
        /// Phone number of the theater; empty for none.
        phone: String,
    },
    /// No film is announced.
    NothingAnnounced,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero_32(n: &u32) -> bool {
    *n == 0
}
