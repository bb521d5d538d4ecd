//! Notes about the selected day and empty lists, and the whole week.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::film::FilmCard;
use super::show::ShowDate;

/// A note on a page that shows the next day with shows, because today has no more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeadNote {
    /// Why today has no more shows: `That was the last film today.`
    pub text: String,
    /// The selected day, in full; empty if the heading has it.
    pub day: String,
    /// URL of this page for today; empty if today has no shows.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub today_href: String,
}

/// A day of the week with the films that pass the filters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeekDay {
    pub day: ShowDate,
    /// Its films with their times; empty if no film passes the filters.
    pub films: Vec<FilmCard>,
    /// Number of further films.
    #[serde(default, skip_serializing_if = "is_zero_32")]
    pub more: u32,
}

/// The nearest day with shows that pass the filters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NearestDay {
    /// For example `Two films have open captions on Saturday.`
    pub text: String,
    /// The day in the label of a button, for example `Saturday` or `today`.
    pub label: String,
    /// URL of this page for that day, with the same filters.
    pub href: String,
}

/// Why no show is listed, with alternatives. Only `NoSchedule` may be presented as an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
        next: Option<ShowDate>,
    },
    /// There are shows that day, but none that passes the filters.
    Filtered {
        /// URL of this page without filters.
        clear_href: String,
        /// The nearest day with shows that pass the filters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nearest: Option<NearestDay>,
    },
    /// A film that is not released yet and has no show.
    ComingSoon {
        /// The release date, in full; empty if not announced.
        opens: String,
    },
    /// A film without upcoming shows.
    NotShowing {
        /// Name of the theater, or of the site.
        place: String,
    },
    /// The schedule has no upcoming shows.
    NoSchedule {
        /// Phone number of the theater; empty for none.
        phone: String,
    },
    /// No film is announced.
    NothingAnnounced,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires a reference")]
fn is_zero_32(n: &u32) -> bool {
    *n == 0
}
