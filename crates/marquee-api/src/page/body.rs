//! The kinds of pages, and their data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::content::ContentPage;
use super::event::{EventCard, EventPage, EventsPage};
use super::film::{CardItem, FilmCard, Hero, TimetableRow, TrailerView};
use super::frame::{LegalContact, Link, Picture};
use super::member::MemberPage;
use super::note::{EmptyNote, LeadNote, WeekDay};
use super::search::SearchPage;
use super::show::{Day, DayGroup, Filter, Show, ShowGroup, SoonShow, TheaterGroup, WeekBar};

/// The data of a page, by its kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum PageBody {
    List(ListPage),
    Film(FilmPage),
    Theaters(TheatersPage),
    Theater(TheaterPage),
    Events(EventsPage),
    Event(EventPage),
    Showtimes(ShowtimesPage),
    Search(SearchPage),
    Content(ContentPage),
    Unbookable(UnbookablePage),
    /// Boxed because it is much larger than the other variants.
    Member(Box<MemberPage>),
    Error(ErrorPage),
    Offline(OfflinePage),
}

impl PageBody {
    /// Removes data that only the server needs for rendering, because the browser keeps that HTML (decision 0012). One element
    /// of `events` and of `week` remains, so that the browser knows that they are not empty.
    pub fn remove_server_only_data(&mut self) {
        let (days, filters, week) = match self {
            Self::List(page) => {
                page.events.truncate(1);
                (&mut page.days, &mut page.filters, &mut page.week)
            }
            Self::Film(page) => (&mut page.days, &mut page.filters, &mut page.week),
            Self::Theater(page) => {
                page.access = None;
                (&mut page.days, &mut page.filters, &mut page.week)
            }
            Self::Showtimes(page) => (&mut page.days, &mut page.filters, &mut page.week),
            Self::Content(page) => return page.remove_server_only_data(),
            _ => return,
        };
        days.retain(|day| day.selected);
        week.truncate(1);
        for day in week {
            day.films.clear();
        }
        for filter in filters {
            filter.options.clear();
            filter.clear_href.clear();
        }
    }
}

/// Which films a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ListKind {
    NowShowing,
    ComingSoon,
}

/// The home page, or a list of films.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListPage {
    /// Which films.
    pub list: ListKind,
    /// Whether this is the home page.
    pub home: bool,
    /// The heading, if there is no hero.
    pub heading: String,
    /// The featured film, on the home page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hero: Option<Hero>,
    /// The next shows.
    pub soon: Vec<SoonShow>,
    /// Now showing, coming soon, events, with counts.
    pub tabs: Vec<Tab>,
    /// The day of `soon`, if it is not today: `Tomorrow` or a weekday.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub soon_day: String,
    /// The day bar; empty on coming soon.
    pub days: Vec<Day>,
    /// The button for the whole week, beside the days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub week_bar: Option<WeekBar>,
    /// Filters; empty on coming soon.
    pub filters: Vec<Filter>,
    /// Why the page shows another day than today although the visitor did not choose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<LeadNote>,
    pub films: Vec<FilmCard>,
    /// The days with their films, if the whole week is selected; then `films` is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub week: Vec<WeekDay>,
    /// The note if there are no films.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empty: Option<EmptyNote>,
    /// The events strip of the home page.
    pub events: Vec<EventCard>,
    /// The list of events.
    pub events_href: String,
    /// The membership band of the home page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub band: Option<Band>,
}

/// What a tab lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum TabKey {
    NowShowing,
    ComingSoon,
    Events,
}

/// A tab above the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tab {
    /// Its content.
    pub key: TabKey,
    /// Its URL.
    pub href: String,
    /// The number of films or events.
    pub count: u32,
    /// Whether it is selected.
    pub active: bool,
}

/// A call to action across the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Band {
    pub title: String,
    pub text: String,
    pub link: Link,
}

/// A film's own page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilmPage {
    pub film: CardItem,
    /// Title in the original language, if different.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub original_title: String,
    /// The backdrop, 16:9.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backdrop: Option<Picture>,
    /// A summary of the story in one line.
    pub tagline: String,
    /// The synopsis; may equal the tagline.
    pub synopsis: String,
    pub genres: Vec<String>,
    pub directors: Vec<String>,
    pub cast: Vec<String>,
    /// Names of spoken languages.
    pub languages: Vec<String>,
    pub countries: Vec<String>,
    /// Formatted release date; empty if not announced.
    pub released: String,
    /// ISO release date; absent if not announced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release_date: Option<String>,
    /// Content advisory of the rating.
    pub advisory: String,
    pub distributor: String,
    /// The film at The Movie Database, if facts, texts or pictures are from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tmdb_href: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trailer: Option<TrailerView>,
    /// Accessibility attribute keys of all its shows.
    pub access: Vec<String>,
    /// The day bar; empty for a film without shows.
    pub days: Vec<Day>,
    /// The button for the whole week, beside the days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub week_bar: Option<WeekBar>,
    /// Filters; empty for a film without shows.
    pub filters: Vec<Filter>,
    /// Why the page shows another day than today although the visitor did not choose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<LeadNote>,
    /// The days with their shows, if the whole week is selected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub week: Vec<WeekDay>,
    /// On a single location: shows of the day by version.
    pub groups: Vec<ShowGroup>,
    /// On a circuit: theaters with their shows of the day, the selected one first.
    pub theaters: Vec<TheaterGroup>,
    /// On a single location: the next two days.
    pub next_days: Vec<DayGroup>,
    /// The note if the day has no show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empty: Option<EmptyNote>,
    /// Other films to recommend.
    pub also: Vec<FilmCard>,
    /// URL of the calendar file with all its shows; empty for a film without shows.
    pub calendar_href: String,
}

/// The list of theaters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TheatersPage {
    pub theaters: Vec<TheaterCard>,
}

/// A theater in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TheaterCard {
    pub id: String,
    pub name: String,
    /// Its page.
    pub href: String,
    /// The address in one line.
    pub address: String,
    /// Postal code and region, for searching.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub region: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// Number of films with a show today that has not started.
    pub films_today: u32,
    /// Whether all films of today have started.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub over: bool,
    /// Whether it is the selected theater.
    pub selected: bool,
    /// The URL that selects it.
    pub select_href: String,
    /// Why it is closed now; empty if it is open.
    pub closed: String,
    /// Latitude and longitude, from which the browser computes the distance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub geo: Option<[f64; 2]>,
}

/// Layout of a timetable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum TimetableView {
    /// A row per film.
    Film,
    /// A row per show.
    Time,
}

/// A theater's page, or the showtimes page of a single location: the day's timetable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TheaterPage {
    pub id: String,
    pub name: String,
    /// Formatted day of the timetable, for example `Friday, November 21`.
    pub day_label: String,
    /// Whether the day is today.
    pub today: bool,
    /// The selected layout.
    pub view: TimetableView,
    /// URL of this page with the layout by film.
    pub by_film_href: String,
    /// URL of this page with the layout by time.
    pub by_time_href: String,
    pub days: Vec<Day>,
    /// The button for the whole week, beside the days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub week_bar: Option<WeekBar>,
    pub filters: Vec<Filter>,
    /// Why the page shows another day than today although the visitor did not choose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<LeadNote>,
    /// The days with their films, if the whole week is selected; then `rows` is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub week: Vec<WeekDay>,
    /// Films in the site's order.
    pub rows: Vec<TimetableRow>,
    /// Labels of the hour axis: minutes from midnight, and text.
    pub hours: Vec<(u16, String)>,
    /// The note if the day has no show, or if all shows of today have started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empty: Option<EmptyNote>,
    /// Why it is closed on that day; empty if it is open.
    pub closed: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// A paragraph about the theater.
    pub description: String,
    /// Address, phone, hours, directions.
    pub contact: LegalContact,
    /// Email address; empty for none.
    pub email: String,
    /// What the building offers to people with disabilities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access: Option<TheaterAccess>,
    /// The URL that selects this theater; empty on a single location.
    pub select_href: String,
    /// URL of the calendar file with its upcoming shows.
    pub calendar_href: String,
}

/// What a theater offers to people with disabilities.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TheaterAccess {
    /// The heading.
    pub label: String,
    pub features: Vec<String>,
    /// A sentence that adds to them; empty for none.
    pub note: String,
}

/// The showtimes page of a circuit: a day at all theaters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShowtimesPage {
    /// Formatted day, for example `Friday, November 21`.
    pub day_label: String,
    /// Whether the day is today.
    pub today: bool,
    pub days: Vec<Day>,
    /// The button for the whole week, beside the days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub week_bar: Option<WeekBar>,
    pub filters: Vec<Filter>,
    /// Why the page shows another day than today although the visitor did not choose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<LeadNote>,
    /// The days with their films, if the whole week is selected; then `films` is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub week: Vec<WeekDay>,
    /// Films in the site's order, each with its theaters.
    pub films: Vec<FilmShowtimes>,
    /// The note if the day has no show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empty: Option<EmptyNote>,
}

/// A film's shows of a day, by theater.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilmShowtimes {
    pub film: CardItem,
    pub theaters: Vec<TheaterShows>,
}

/// A film's shows in one theater, sorted by start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TheaterShows {
    pub name: String,
    pub href: String,
    pub shows: Vec<Show>,
}

/// An error page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorPage {
    /// 404 or 500.
    pub status: u16,
    /// The next shows, on 404.
    pub soon: Vec<SoonShow>,
    /// Phone number, on 500; empty for none.
    pub phone: String,
}

/// The page that the browser shows without a connection: the showtimes when it was rendered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfflinePage {
    /// The next shows nearby, at most 20, also of later days.
    pub soon: Vec<SoonShow>,
    /// The local time at which the page was rendered: `3:42 PM`.
    pub saved: String,
}

/// The page for a show that cannot be booked: the reason and alternatives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnbookablePage {
    pub film: CardItem,
    /// The show; its state is the reason.
    pub show: Show,
    /// Its day in full, for example `Friday, November 21`.
    pub day: String,
    /// Its theater's name; empty on a single location.
    pub theater: String,
    /// The next bookable shows of the film, by day.
    pub next: Vec<DayGroup>,
    /// Phone number of the theater; empty for none.
    pub phone: String,
}
