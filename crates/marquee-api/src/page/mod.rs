//! Page data: everything that a page shows, formatted, in one value. A page does not depend on the visitor.

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
    TabKey, TheaterAccess, TheaterCard, TheaterPage, TheaterShows, TheatersPage, TimetableView,
    UnbookablePage,
};
pub use content::{BlockView, ContentPage, MembershipCard, RewardCard, TextPartView, TextSpan};
pub use event::{EventCard, EventDay, EventPage, EventTimes, EventsPage, MembersFirst};
pub use film::{CaptionsView, CardItem, FilmCard, Hero, TimetableRow, TrailerView};
pub use frame::{
    AttributeName, Context, Country, Footer, Intl, LegalContact, Link, LocaleLink, LocaleNames, MenuColumn,
    MenuLink, PageAlert, PageAlerts, PageHead, Picture, ReservedAdSpace, SiteFrame, TheaterName, TheaterRef,
    ThirdPartySummary, TicketingFormRule,
};
pub use member::{MemberArea, MemberCaptcha, MemberPage, MemberScreen, MemberTheater};
pub use note::{EmptyNote, LeadNote, NearestDay, WeekDay};
pub use search::{MAX_SEARCH_LENGTH, SearchEntry, SearchKind, SearchPage};
pub use show::{
    ChangedShow, ChangedShows, Day, DayGroup, Filter, FilterKey, FilterOption, RenderTime, Show, ShowDate,
    ShowGroup, ShowState, SoonShow, TheaterGroup, TimetableShow, WeekBar,
};

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything that a page shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageData {
    /// Data that all pages of the site share.
    pub site: SiteFrame,
    /// The page context (ENT-05).
    pub context: Context,
    /// Title, description, canonical URL.
    pub head: PageHead,
    /// The current theater: that of the page, else the selected one (THEAT-03 to THEAT-05).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theater: Option<TheaterRef>,
    /// Names of the attribute keys on this page.
    pub attributes: BTreeMap<String, AttributeName>,
    /// Seconds by which the server's clock is ahead of real time; absent unless it was shifted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_shift: Option<i64>,
    /// The local time at which the page was rendered, if the page shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<RenderTime>,
    /// Alerts of theaters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alerts: Option<PageAlerts>,
    /// The data of the page, by its kind.
    pub page: PageBody,
}
