//! The kinds of pages and of other responses.

use marquee_api::paths::{CHANGED_SHOWS_PATH, MEMBER_AREA_PATH, SITE_PICTURE_PATH};
use marquee_api::{ListKind, MemberScreen};
use marquee_model::ticketing::Flow;
use marquee_model::{EventId, MovieId, ShowId, TheaterId};

/// Stands for a slash in the path of a page that is one segment of another path. No path of a page has it.
pub const PATH_SEPARATOR: &str = "~";

/// The kind of a page, with the id of its record.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Kind {
    Home,
    List(HashableListKind),
    Film(MovieId),
    Theaters,
    Theater(TheaterId),
    Showtimes,
    Events,
    Event(EventId),
    Search,
    Content(String),
    Member(MemberScreen),
    Ticketing(Flow),
    NotFound,
    ServerError,
    Offline,
    Resource(Resource),
}

impl Kind {
    /// The route template, for logs, which must not contain paths (security 7.7).
    #[must_use]
    pub fn route_template(&self) -> &'static str {
        match self {
            Self::Home => "/",
            Self::List(HashableListKind::NowShowing) => "/movies/",
            Self::List(HashableListKind::ComingSoon) => "/movies/coming-soon/",
            Self::Film(_) => "/movies/{film}/",
            Self::Theaters => "/theaters/",
            Self::Theater(_) => "/theaters/{theater}/",
            Self::Showtimes => "/showtimes/",
            Self::Events => "/events/",
            Self::Event(_) => "/events/{event}/",
            Self::Search => "/search/",
            Self::Content(_) => "/{page}/",
            Self::Member(_) => "/{login}/{screen}/",
            Self::Ticketing(_) => "/{ticketing}/",
            Self::NotFound => "/404.html",
            Self::ServerError => "/500.html",
            Self::Offline => "/offline.html",
            Self::Resource(resource) => resource.route(),
        }
    }

    /// The id of the record that the page shows; it comes from the site, not from the request.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Film(id) => Some(id.as_str()),
            Self::Theater(id) => Some(id.as_str()),
            Self::Event(id) => Some(id.as_str()),
            Self::Content(path) => Some(path),
            Self::Member(screen) => Some(screen.segment()),
            Self::Ticketing(flow) => Some(flow.segment()),
            _ => None,
        }
    }
}

impl Resource {
    fn route(&self) -> &'static str {
        match self {
            Self::Robots => "/robots.txt",
            Self::Sitemap(_) => "/sitemap.xml",
            Self::Calendar(_) => "/api/calendar/{of}/{id}.ics",
            Self::Schedules => "/api/programme.json",
            Self::Schedule(_) => "/api/programme/{theater}.json",
            Self::ScheduleTable(_) => "/api/programme/{theater}.csv",
            Self::NewFilms => "/api/films.rss",
            Self::LlmsTxt => "/llms.txt",
            Self::Share(_) => "/api/share/{of}/{id}.png",
            Self::MemberArea => MEMBER_AREA_PATH,
            Self::ChangedShows => CHANGED_SHOWS_PATH,
            Self::ThirdParties(_) => "/api/third-parties.json",
        }
    }

    /// The path, without the prefix of the locale. [`crate::route::resolve`] parses it.
    pub fn path(&self) -> String {
        match self {
            Self::Robots
            | Self::Sitemap(None)
            | Self::Schedules
            | Self::NewFilms
            | Self::LlmsTxt
            | Self::MemberArea
            | Self::ChangedShows => self.route().to_owned(),
            Self::Sitemap(Some(part)) => format!("/sitemap-{part}.xml"),
            Self::Calendar(subject) => {
                let (kind, id) = match subject {
                    CalendarSubject::Show(id) => ("show", id.as_str()),
                    CalendarSubject::Movie(id) => ("movie", id.as_str()),
                    CalendarSubject::Theater(id) => ("theater", id.as_str()),
                    CalendarSubject::Event(id) => ("event", id.as_str()),
                };
                format!("/api/calendar/{kind}/{id}.ics")
            }
            Self::Schedule(theater) => format!("/api/programme/{theater}.json"),
            Self::ScheduleTable(theater) => format!("/api/programme/{theater}.csv"),
            Self::Share(subject) => {
                let (kind, id) = match subject {
                    PreviewSubject::Site => return SITE_PICTURE_PATH.to_owned(),
                    PreviewSubject::Movie(id) => ("movie", id.as_str()),
                    PreviewSubject::Theater(id) => ("theater", id.as_str()),
                    PreviewSubject::Event(id) => ("event", id.as_str()),
                    PreviewSubject::Page(path) => {
                        let name = path.trim_matches('/').replace('/', PATH_SEPARATOR);
                        return format!("/api/share/page/{name}.png");
                    }
                };
                format!("/api/share/{kind}/{id}.png")
            }
            Self::ThirdParties(None) => "/api/third-parties.json".to_owned(),
            Self::ThirdParties(Some(theater)) => format!("/api/third-parties/{theater}.json"),
        }
    }
}

/// A response other than a page that is served and cached like one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Resource {
    Robots,
    /// The whole sitemap, or one of its parts, counted from 1.
    Sitemap(Option<usize>),
    /// Shows, or the dates of an event, as a calendar file.
    Calendar(CalendarSubject),
    /// The theaters with the URLs of their schedules.
    Schedules,
    /// A theater's schedule as open data.
    Schedule(TheaterId),
    /// A theater's schedule as a table with the columns of an imported spreadsheet.
    ScheduleTable(TheaterId),
    /// The films by release, the newest first, for feed readers.
    NewFilms,
    /// What assistants and other programs can read of the site (llmstxt.org).
    LlmsTxt,
    /// The picture for link previews.
    Share(PreviewSubject),
    /// Settings of loyalty calls, for pages outside the member area.
    MemberArea,
    /// Coming shows that were canceled or moved.
    ChangedShows,
    /// The third parties of pages about a theater, or of other pages.
    ThirdParties(Option<TheaterId>),
}

/// The subject of a calendar file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum CalendarSubject {
    Show(ShowId),
    /// The shows of a film.
    Movie(MovieId),
    /// The shows of a theater.
    Theater(TheaterId),
    /// The dates of an event.
    Event(EventId),
}

/// [`ListKind`], but hashable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HashableListKind {
    NowShowing,
    ComingSoon,
}

impl From<HashableListKind> for ListKind {
    fn from(key: HashableListKind) -> Self {
        match key {
            HashableListKind::NowShowing => Self::NowShowing,
            HashableListKind::ComingSoon => Self::ComingSoon,
        }
    }
}

/// The subject of a link-preview picture.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PreviewSubject {
    Site,
    Movie(MovieId),
    Theater(TheaterId),
    Event(EventId),
    /// A page of the operator, by path.
    Page(String),
}
