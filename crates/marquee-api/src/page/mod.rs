//! Page data: everything one page shows, formatted, in one value. A page never depends on who looks at it.

mod body;
mod content;
mod event;
mod film;
mod frame;
mod member;
mod note;
mod search;
mod show;

pub use body::{
    Band, ErrorPage, FilmPage, FilmShowtimes, ListKind, ListPage, OfflinePage, PageBody, ShowtimesPage, Tab,
    TheaterCard, TheaterPage, TheaterShows, TheatersPage, TimetableView, UnbookablePage,
};
pub use content::{BlockView, ContentPage, MembershipCard, RewardCard};
pub use event::{EventCard, EventPage, EventTimes, EventsPage};
pub use film::{CardItem, FilmCard, Hero, TimetableRow, TrailerView};
pub use frame::{
    AdRoom, AttributeName, Context, Country, Footer, Intl, LegalContact, Link, LocaleLink, LocaleNames,
    MenuColumn, Outside, PageHead, Picture, SiteFrame, TheaterName, TheaterRef, TicketingFormRule,
};
pub use member::{MemberArea, MemberCaptcha, MemberPage, MemberScreen, MemberTheater};
pub use note::{EmptyNote, LeadNote, NearestDay, WeekDay};
pub use search::{SearchEntry, SearchKind, SearchPage};
pub use show::{
    Day, DayGroup, Filter, FilterKey, FilterOption, Now, Show, ShowDate, ShowGroup, ShowState, SoonShow,
    TheaterGroup, TimetableShow, WeekBar,
};

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Everything one page shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PageData {
    /// What all pages of the site share.
    pub site: SiteFrame,
    /// The page context (ENT-05).
    pub context: Context,
    /// Title, description, canonical address.
    pub head: PageHead,
    /// The current theater: the page's own, else the selected one (THEAT-03 to THEAT-05).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub theater: Option<TheaterRef>,
    /// Names of the attribute keys this page shows.
    pub attributes: BTreeMap<String, AttributeName>,
    /// Seconds the server's calendar is ahead of the world's; absent but on recorded programmes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub clock_shift: Option<i64>,
    /// The local time when the page was made, on pages that show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub now: Option<Now>,
    /// The page itself.
    pub page: PageBody,
}
