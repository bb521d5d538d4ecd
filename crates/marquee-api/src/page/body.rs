//! The kinds of pages.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::content::ContentPage;
use super::event::{EventCard, EventPage, EventsPage};
use super::film::{CardItem, FilmCard, Hero, TimetableRow, TrailerView};
use super::frame::{LegalContact, Link, Picture};
use super::member::MemberPage;
use super::note::{EmptyNote, LeadNote, WeekDay};
use super::search::SearchPage;
use super::show::{Day, DayGroup, Filter, Show, ShowGroup, SoonShow, TheaterGroup, WeekBar};

/// The page itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[expect(missing_docs, reason = "one page type each")]
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
    /// Much larger than the others, because of the loyalty settings.
    Member(Box<MemberPage>),
    Error(ErrorPage),
    Offline(OfflinePage),
}

impl PageBody {
    /// Takes out what only the server renders: the browser keeps the HTML of it (decision 0012). What remains says
    /// that it is there.
    pub fn keep_for_browser(&mut self) {
        let (days, filters, week) = match self {
            Self::List(page) => {
                page.events.truncate(1);
                (&mut page.days, &mut page.filters, &mut page.week)
            }
            Self::Film(page) => (&mut page.days, &mut page.filters, &mut page.week),
            Self::Theater(page) => (&mut page.days, &mut page.filters, &mut page.week),
            Self::Showtimes(page) => (&mut page.days, &mut page.filters, &mut page.week),
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ListKind {
    NowShowing,
    ComingSoon,
}

/// Home and the film list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ListPage {
    /// Which films.
    pub list: ListKind,
    /// Whether this is the home page.
    pub home: bool,
    /// The heading where there is no hero.
    pub heading: String,
    /// The featured film, on the home page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hero: Option<Hero>,
    /// The next starts.
    pub soon: Vec<SoonShow>,
    /// Now showing, coming soon, events, with counts.
    pub tabs: Vec<Tab>,
    /// The day of `soon`, when that is not today: `Tomorrow` or a weekday.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub soon_day: String,
    /// Days; empty on coming soon.
    pub days: Vec<Day>,
    /// The button for the whole week, beside the days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub week_bar: Option<WeekBar>,
    /// Filters; empty on coming soon.
    pub filters: Vec<Filter>,
    /// Why the page shows another day than today although the visitor did not choose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub lead: Option<LeadNote>,
    /// The films.
    pub films: Vec<FilmCard>,
    /// The days of the week with their films, when the week is chosen; `films` is empty then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<WeekDay>>")]
    pub week: Vec<WeekDay>,
    /// What to say when there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub empty: Option<EmptyNote>,
    /// The events strip of the home page.
    pub events: Vec<EventCard>,
    /// Where all events are.
    pub events_href: String,
    /// The membership band of the home page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub band: Option<Band>,
}

/// A tab over the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Tab {
    /// What it leads to.
    #[ts(type = "'nowShowing' | 'comingSoon' | 'events'")]
    pub key: String,
    /// Its address.
    pub href: String,
    /// How many are there.
    pub count: u32,
    /// Whether it is open.
    pub active: bool,
}

/// A call to action across the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub struct Band {
    pub title: String,
    pub text: String,
    pub link: Link,
}

/// A film's own page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FilmPage {
    /// The film.
    pub film: CardItem,
    /// Title in its first language, where it differs.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub original_title: String,
    /// The wide picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub backdrop: Option<Picture>,
    /// One line of story.
    pub tagline: String,
    /// The story; may equal the tagline.
    pub synopsis: String,
    /// Genres.
    pub genres: Vec<String>,
    /// Directors.
    pub directors: Vec<String>,
    /// Cast.
    pub cast: Vec<String>,
    /// Names of spoken languages.
    pub languages: Vec<String>,
    /// Countries.
    pub countries: Vec<String>,
    /// Formatted release date; empty when not announced.
    pub released: String,
    /// Release date, ISO; absent when not announced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub release_date: Option<String>,
    /// What the rating warns of.
    pub advisory: String,
    /// Distributor.
    pub distributor: String,
    /// The trailer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub trailer: Option<TrailerView>,
    /// Access attribute keys that any of its shows has.
    pub access: Vec<String>,
    /// Days; empty for a film without shows.
    pub days: Vec<Day>,
    /// The button for the whole week, beside the days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub week_bar: Option<WeekBar>,
    /// Filters; empty for a film without shows.
    pub filters: Vec<Filter>,
    /// Why the page shows another day than today although the visitor did not choose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub lead: Option<LeadNote>,
    /// The days of the week with their shows, when the week is chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<WeekDay>>")]
    pub week: Vec<WeekDay>,
    /// Single location: shows of the day by version.
    pub groups: Vec<ShowGroup>,
    /// Circuit: theaters with their shows of the day, selected first.
    pub theaters: Vec<TheaterGroup>,
    /// Single location: the next two days.
    pub next_days: Vec<DayGroup>,
    /// What to say when the day has no show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub empty: Option<EmptyNote>,
    /// Other films.
    pub also: Vec<FilmCard>,
    /// The calendar file with all its shows; empty for a film without shows.
    pub calendar_href: String,
}

/// The list of theaters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub struct TheatersPage {
    pub theaters: Vec<TheaterCard>,
}

/// A theater as the list shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TheaterCard {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its page.
    pub href: String,
    /// The address in one line.
    pub address: String,
    /// Postal code and region, by which it is found too.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub region: String,
    /// Its picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub picture: Option<Picture>,
    /// How many films have a show today that has not started.
    pub films_today: u32,
    /// Whether all films of today have started.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub over: bool,
    /// Whether it is the selected one.
    pub selected: bool,
    /// The address that selects it.
    pub select_href: String,
    /// Why it is closed now; empty when it is open.
    pub closed: String,
    /// Latitude and longitude, for the distance the visitor's device works out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub geo: Option<[f64; 2]>,
}

/// How a timetable is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum TimetableView {
    /// A line for each film.
    Film,
    /// A line for each start.
    Time,
}

/// A theater's page, or the showtimes page of a single location: the day's timetable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TheaterPage {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Formatted day of the timetable, for example `Friday, November 21`.
    pub day_label: String,
    /// Whether the day is today.
    pub today: bool,
    /// By film or by time.
    pub view: TimetableView,
    /// This page by film.
    pub by_film_href: String,
    /// This page by time.
    pub by_time_href: String,
    /// Days.
    pub days: Vec<Day>,
    /// The button for the whole week, beside the days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub week_bar: Option<WeekBar>,
    /// Filters.
    pub filters: Vec<Filter>,
    /// Why the page shows another day than today although the visitor did not choose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub lead: Option<LeadNote>,
    /// The days of the week with their films, when the week is chosen; `rows` is empty then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<WeekDay>>")]
    pub week: Vec<WeekDay>,
    /// Films in the site's order.
    pub rows: Vec<TimetableRow>,
    /// Texts of the hour axis: minutes from midnight and their names.
    pub hours: Vec<(u16, String)>,
    /// What to say when the day has no show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub empty: Option<EmptyNote>,
    /// Why it is closed on that day; empty when it is open.
    pub closed: String,
    /// Its picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub picture: Option<Picture>,
    /// A paragraph about the house.
    pub description: String,
    /// Address, phone, hours, directions.
    pub contact: LegalContact,
    /// E-mail address; empty for none.
    pub email: String,
    /// The address that selects this theater; empty on a single location.
    pub select_href: String,
    /// The calendar file with its shows of the next days.
    pub calendar_href: String,
}

/// A circuit's showtimes page: a day across theaters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ShowtimesPage {
    /// Formatted day, for example `Friday, November 21`.
    pub day_label: String,
    /// Whether the day is today.
    pub today: bool,
    /// Days.
    pub days: Vec<Day>,
    /// The button for the whole week, beside the days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub week_bar: Option<WeekBar>,
    /// Filters.
    pub filters: Vec<Filter>,
    /// Why the page shows another day than today although the visitor did not choose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub lead: Option<LeadNote>,
    /// The days of the week with their films, when the week is chosen; `films` is empty then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<WeekDay>>")]
    pub week: Vec<WeekDay>,
    /// Films in the site's order, each with its theaters.
    pub films: Vec<FilmShowtimes>,
    /// What to say when the day has no show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub empty: Option<EmptyNote>,
}

/// A film's shows of a day, theater by theater.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub struct FilmShowtimes {
    pub film: CardItem,
    pub theaters: Vec<TheaterShows>,
}

/// A film's shows in one theater, in the order of their starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub struct TheaterShows {
    pub name: String,
    pub href: String,
    pub shows: Vec<Show>,
}

/// An error page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ErrorPage {
    /// 404 or 500.
    pub status: u16,
    /// The next starts, on 404.
    pub soon: Vec<SoonShow>,
    /// Phone number, on 500; empty for none.
    pub phone: String,
}

/// What the browser shows when it has no connection: the times it last knew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OfflinePage {
    /// The shows left of the day the page was made.
    pub soon: Vec<SoonShow>,
    /// The local time at which the page was made: `3:42 PM`.
    pub saved: String,
}

/// A show somebody wants to book that cannot be booked: why, and what can be booked instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct UnbookablePage {
    /// The film.
    pub film: CardItem,
    /// The show; its state says why.
    pub show: Show,
    /// Its day in full, for example `Friday, November 21`.
    pub day: String,
    /// Its theater's name; empty on a single location.
    pub theater: String,
    /// The next shows of the film that can be booked, by day.
    pub next: Vec<DayGroup>,
    /// Phone number of the theater; empty for none.
    pub phone: String,
}
