//! Resolves paths to pages. Only the inputs declared here reach a page (security 7.2).

use std::collections::BTreeSet;

use jiff::civil::Date;
use marquee_api::{ListKind, MemberScreen, TimetableView};
use marquee_catalog::{Snapshot, TimeOfDay};
use marquee_model::catalog::{Event, PageKind};
use marquee_model::locale::Locale;
use marquee_model::peach::CODES_WITH_MESSAGE;
use marquee_model::ticketing::Flow;
use marquee_model::{EventId, MovieId, ShowId, TheaterId};
use marquee_site::SiteHandle;

use crate::address::path_segment;
use crate::resource::sitemap_part;
use crate::seo::PreviewSubject;

mod parameter;

/// The parts of a request that a page may depend on.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The path, percent-decoded.
    pub path: &'a str,
    /// The query without `?`, as sent.
    pub query: &'a str,
    /// The selected theater, from the visitor's cookie (THEAT-01).
    pub theater: Option<&'a str>,
}

/// The declared query parameters of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Query {
    /// The cinema day.
    pub day: Option<Date>,
    /// Whether every day of the week is shown instead of one day.
    pub week: bool,
    /// The part of the day in which shows start.
    pub time: Option<String>,
    /// The full hour by which shows must have ended, 1 to 24.
    pub before: Option<u8>,
    /// A version or format attribute key.
    pub version: Option<String>,
    /// An access attribute key.
    pub access: Option<String>,
    /// Ids of the theaters to which the shows are limited.
    pub theaters: BTreeSet<String>,
    /// Whether a timetable is ordered by time.
    pub by_time: bool,
    /// The search text, with normalized white space.
    pub search: String,
    /// Whether the page is shown in a frame of another site (EMBED-04).
    pub embedded: bool,
    /// The ticketing site's code of a theater (PAGE-07).
    pub theater_code: Option<String>,
    /// The ticketing site's code of a show (PAGE-07).
    pub perf_code: Option<String>,
    /// The error code of a form that was submitted without scripts.
    pub code: Option<u16>,
}

/// Maximum number of theaters in a query.
const MOST_THEATERS: usize = 20;

/// Maximum length of a search, in characters.
const LONGEST_SEARCH: usize = 100;

/// The value of `theater` that shows all theaters even if one is selected.
pub const ALL_THEATERS: &str = "all";

/// The value of `day` that means every day of the week.
const WEEK: &str = "week";

impl Query {
    /// Reads the declared inputs of a page's query; everything else is dropped.
    #[must_use]
    pub fn parse(path: &str, query: &str) -> Self {
        let mut out = Self::default();
        if query.is_empty() {
            return out;
        }
        let key = |v: &str| {
            (!v.is_empty()
                && v.len() <= 64
                && v.chars().all(|c| c.is_ascii_alphanumeric() || ".-_".contains(c)))
            .then(|| v.to_owned())
        };
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            let value = parameter::convert(&name, &value);
            // Every parameter except `code` is text: numbers and booleans are as invalid as an empty value.
            let text = value.text().unwrap_or_default();
            match &*name {
                "day" => (out.day, out.week) = (text.parse().ok(), text == WEEK),
                "time" => out.time = TimeOfDay::parse(text).map(|_| text.to_owned()),
                "before" => out.before = hour(text),
                "version" => out.version = key(text),
                "access" => out.access = key(text),
                "theater" if out.theaters.len() < MOST_THEATERS => {
                    out.theaters.extend(TheaterId::parse(text).is_ok().then(|| text.to_owned()));
                }
                "view" => out.by_time = text == "time",
                "q" if is_search(path) => out.search = search_text(text),
                "embedding" => out.embedded = text == "tapos_embedded",
                "theaterCode" if is_ticketing(path) => out.theater_code = key(text),
                "code" => out.code = value.as_u16().filter(|code| has_message(*code)),
                "perfCode" if is_ticketing(path) => out.perf_code = key(text),
                _ => {}
            }
        }
        out
    }

    /// The canonical query string, with `?` unless it is empty.
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut out = url::form_urlencoded::Serializer::new(String::new());
        if !self.search.is_empty() {
            out.append_pair("q", &self.search);
        }
        if self.week {
            out.append_pair("day", WEEK);
        } else if let Some(day) = self.day {
            out.append_pair("day", &day.to_string());
        }
        let before = self.before.map(|hour| format!("{hour:02}:00"));
        for (name, value) in [
            ("time", &self.time),
            ("before", &before),
            ("version", &self.version),
            ("access", &self.access),
            ("theaterCode", &self.theater_code),
            ("perfCode", &self.perf_code),
        ] {
            if let Some(value) = value {
                out.append_pair(name, value);
            }
        }
        for theater in &self.theaters {
            out.append_pair("theater", theater);
        }
        if let Some(code) = self.code {
            out.append_pair("code", &code.to_string());
        }
        if self.by_time {
            out.append_pair("view", "time");
        }
        if self.embedded {
            out.append_pair("embedding", "tapos_embedded");
        }
        let text = out.finish();
        if text.is_empty() { text } else { format!("?{text}") }
    }
}

/// Whether there is a message for the code of a loyalty call. Others are dropped, because codes are part of the cache key.
fn has_message(code: u16) -> bool {
    matches!(code, 423 | 429 | 503) || CODES_WITH_MESSAGE.iter().any(|own| own.number() == code)
}

/// Parses a full hour of the day such as `21:00`.
fn hour(text: &str) -> Option<u8> {
    text.strip_suffix(":00")?.parse().ok().filter(|hour| (1..=24).contains(hour))
}

fn is_search(path: &str) -> bool {
    path.trim_end_matches('/').ends_with("/search")
}

fn is_ticketing(path: &str) -> bool {
    path.trim_end_matches('/').ends_with("ticketing")
}

/// The canonical search text: words separated by one space, at most [`LONGEST_SEARCH`] characters.
fn search_text(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty());
    let text = words.collect::<Vec<_>>().join(" ");
    text.chars().take(LONGEST_SEARCH).collect::<String>().trim_end().to_owned()
}

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
            Self::Programmes => "/api/programme.json",
            Self::Programme(_) => "/api/programme/{theater}.json",
            Self::Share(_) => "/api/share/{of}/{id}.png",
            Self::MemberArea => "/api/member-area.json",
            Self::ThirdParties(_) => "/api/third-parties.json",
        }
    }
}

/// A response other than a page that is served and cached like one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Resource {
    Robots,
    /// The whole sitemap, or one of its parts, counted from 1.
    Sitemap(Option<usize>),
    /// Shows as a calendar file.
    Calendar(CalendarSubject),
    /// The theaters with the addresses of their programmes.
    Programmes,
    /// A theater's programme as open data.
    Programme(TheaterId),
    /// The picture for link previews.
    Share(PreviewSubject),
    /// Settings of loyalty calls, for pages outside the member area.
    MemberArea,
    /// The third parties of pages about a theater, or of other pages.
    ThirdParties(Option<TheaterId>),
}

/// What a calendar file lists the shows of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum CalendarSubject {
    Show(ShowId),
    Movie(MovieId),
    Theater(TheaterId),
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

/// What a path resolves to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolved {
    Page {
        kind: Kind,
        locale: Locale,
        /// The path prefix of that locale, empty for the default one.
        prefix: String,
    },
    /// Another path of the site, decoded; the query is kept.
    Redirect {
        path: String,
        /// 301 or 302.
        status: u16,
    },
    /// The ticketing site; the query is kept.
    External { address: String },
}

impl Request<'_> {
    /// The request, without query and theater if it is for a resource: those do not vary by visitor.
    #[must_use]
    pub fn without_visitor_inputs(self) -> Self {
        if may_be_resource(self.path) { Self { path: self.path, query: "", theater: None } } else { self }
    }
}

/// Whether a path looks like one of a resource, with or without a locale prefix. No page has such a path.
pub fn may_be_resource(path: &str) -> bool {
    let mut parts = path.strip_prefix('/').unwrap_or(path).split('/');
    let first = parts.next().unwrap_or_default();
    let first = if first.len() == 2 { parts.next().unwrap_or_default() } else { first };
    first == "api" || (parts.next().is_none() && (first.ends_with(".xml") || first.ends_with(".txt")))
}

/// Whether a path is below `/api/`, with or without a locale prefix: programs request it, not people.
#[must_use]
pub fn is_api(path: &str) -> bool {
    let mut segments = path.split('/').filter(|segment| !segment.is_empty());
    match segments.next() {
        Some("api") => true,
        Some(locale) if locale.len() == 2 => segments.next() == Some("api"),
        _ => false,
    }
}

/// Resolves a path. Fixed routes take precedence over content pages (ROUTE-15); unknown paths are the 404 page.
#[must_use]
pub fn resolve(site: &SiteHandle, snapshot: &Snapshot, path: &str) -> Resolved {
    let config = &site.record.config;
    let mut locale = config.locale.clone();
    let mut prefix = String::new();
    let mut rest = path;
    for other in config.locales().skip(1) {
        let start = format!("/{}", other.short());
        if let Some(tail) = path.strip_prefix(&start).filter(|t| t.starts_with('/')) {
            (locale, prefix, rest) = (other.clone(), start, tail);
            break;
        }
    }
    let page = |kind| Resolved::Page { kind, locale: locale.clone(), prefix: prefix.clone() };
    // Resolves a path under the prefix of the locale, with or without that of previews.
    let under = |before: &str, rest: &str| match kind_of(site, snapshot, rest) {
        Ok(kind) => page(kind),
        Err(path) => Resolved::Redirect {
            path: crate::address::LinkBuilder::new(site, before).path(&path),
            status: 301,
        },
    };
    if let Some(tail) = rest.strip_prefix("/permalink/movie/") {
        return permalink(site, snapshot, &prefix, tail).unwrap_or_else(|| page(Kind::NotFound));
    }
    let reserved = config.reserved_path_prefix();
    if let Some(tail) = rest.strip_prefix(reserved).filter(|t| t.is_empty() || t.starts_with('/')) {
        return under(&format!("{prefix}{reserved}"), if tail.is_empty() { "/" } else { tail });
    }
    if let Some(resource) = resource(site, snapshot, rest) {
        return page(Kind::Resource(resource));
    }
    if let Some(flow) = Flow::from_path(rest) {
        return match flow.url(&site.record.settings.ticketing_url) {
            None => under(&prefix, rest),
            Some(_) if flow.is_booking() => page(Kind::Ticketing(flow)),
            Some(address) => Resolved::External { address },
        };
    }
    under(&prefix, rest)
}

fn resource(site: &SiteHandle, snapshot: &Snapshot, path: &str) -> Option<Resource> {
    let theater = |id: &str| TheaterId::parse(id).ok().filter(|id| snapshot.theater(id).is_some());
    let path = path.strip_prefix('/')?;
    match path.split('/').collect::<Vec<_>>().as_slice() {
        ["robots.txt"] => Some(Resource::Robots),
        ["sitemap.xml"] => Some(Resource::Sitemap(None)),
        [name] => {
            let number = name.strip_prefix("sitemap-")?.strip_suffix(".xml")?;
            Some(Resource::Sitemap(Some(sitemap_part(site, snapshot, number)?)))
        }
        ["api", "member-area.json"] => Some(Resource::MemberArea),
        ["api", "third-parties.json"] => Some(Resource::ThirdParties(None)),
        ["api", "third-parties", file] => {
            Some(Resource::ThirdParties(Some(theater(file.strip_suffix(".json")?)?)))
        }
        ["api", "programme.json"] => Some(Resource::Programmes),
        ["api", "programme", file] => Some(Resource::Programme(theater(file.strip_suffix(".json")?)?)),
        ["api", "share", "site.png"] => Some(Resource::Share(PreviewSubject::Site)),
        ["api", "share", of, file] => {
            let id = file.strip_suffix(".png")?;
            Some(Resource::Share(match *of {
                "movie" => PreviewSubject::Movie(MovieId::parse(id).ok()?),
                "theater" => PreviewSubject::Theater(theater(id)?),
                "event" => PreviewSubject::Event(EventId::parse(id).ok()?),
                _ => return None,
            }))
        }
        ["api", "calendar", of, file] => {
            let id = file.strip_suffix(".ics")?;
            Some(Resource::Calendar(match *of {
                "show" => CalendarSubject::Show(ShowId::parse(id).ok()?),
                "movie" => CalendarSubject::Movie(MovieId::parse(id).ok()?),
                "theater" => CalendarSubject::Theater(theater(id)?),
                _ => return None,
            }))
        }
        _ => None,
    }
}

/// Redirects the permanent address of a film to its current one (ROUTE-05).
fn permalink(site: &SiteHandle, snapshot: &Snapshot, prefix: &str, tail: &str) -> Option<Resolved> {
    let id = MovieId::parse(tail.trim_end_matches('/')).ok()?;
    let movie = shown(site, snapshot, &id)?;
    let path = crate::address::LinkBuilder::new(site, prefix).movie(movie);
    Some(Resolved::Redirect { path, status: 302 })
}

fn shown<'a>(
    site: &SiteHandle,
    snapshot: &'a Snapshot,
    id: &MovieId,
) -> Option<&'a marquee_model::catalog::Movie> {
    let excluded = site.record.config.global_excluded_movie_ids.contains(id);
    snapshot.movie(id).filter(|_| !excluded)
}

/// A page, or the path to redirect to.
type KindOrRedirect = Result<Kind, String>;

fn kind_of(site: &SiteHandle, snapshot: &Snapshot, path: &str) -> KindOrRedirect {
    let segments: Vec<&str> = path.split('/').filter(|s| !s.is_empty()).collect();
    let prefix = site.record.config.path_prefix.as_str();
    Ok(match segments.as_slice() {
        ["404.html"] => Kind::NotFound,
        ["500.html"] => Kind::ServerError,
        ["offline.html"] => Kind::Offline,
        ["search"] => Kind::Search,
        ["movies"] => Kind::List(HashableListKind::NowShowing),
        ["movies", "coming-soon"] => Kind::List(HashableListKind::ComingSoon),
        ["movies", name] => return film(site, snapshot, "/movies", name),
        [p, "movie"] if !prefix.is_empty() && *p == prefix => Kind::List(HashableListKind::NowShowing),
        [p, "movie", name] if !prefix.is_empty() && *p == prefix => {
            return film(site, snapshot, &format!("/{p}/movie"), name);
        }
        ["theaters", name] => theater(snapshot, name),
        ["events", name] => return event(snapshot, name),
        [slug, rest @ ..] if *slug == site.record.settings.login_page.slug => member(site, rest),
        _ => content(snapshot, &segments),
    })
}

/// A film by the number in its path. Any suffix other than the film's slug is redirected, because each would be a separate
/// cache key (security 7.2).
fn film(site: &SiteHandle, snapshot: &Snapshot, base: &str, name: &str) -> KindOrRedirect {
    let digits = name.split('-').next().unwrap_or_default();
    let id = MovieId::parse(digits).ok().filter(MovieId::is_numeric);
    let Some(movie) = id.and_then(|id| shown(site, snapshot, &id)) else { return Ok(Kind::NotFound) };
    let own = path_segment(movie.id.as_str(), &movie.slug);
    if name == own { Ok(Kind::Film(movie.id.clone())) } else { Err(format!("{base}/{own}/")) }
}

/// A page of the member area (ROUTE-08). No segment is empty, so a site with an empty slug has no member area (ROUTE-09).
fn member(site: &SiteHandle, rest: &[&str]) -> Kind {
    let segment = match rest {
        [] => "",
        [segment] => segment,
        _ => return Kind::NotFound,
    };
    let loyalty = &site.record.settings.loyalty;
    match MemberScreen::ALL.into_iter().find(|screen| screen.segment() == segment) {
        Some(MemberScreen::Activate) if !loyalty.include_activation => Kind::NotFound,
        Some(MemberScreen::Watchlist) if !loyalty.include_watchlist => Kind::NotFound,
        Some(screen) => Kind::Member(screen),
        None => Kind::NotFound,
    }
}

fn theater(snapshot: &Snapshot, name: &str) -> Kind {
    let by_slug = snapshot.theaters.iter().find(|t| t.slug == name);
    by_slug
        .or_else(|| snapshot.theaters.iter().find(|t| t.id.as_str() == name))
        .map_or(Kind::NotFound, |t| Kind::Theater(t.id.clone()))
}

fn event(snapshot: &Snapshot, name: &str) -> KindOrRedirect {
    let own = |e: &Event| path_segment(e.id.as_str(), &e.slug);
    if let Some(event) = snapshot.events.iter().find(|e| own(e) == name) {
        return Ok(Kind::Event(event.id.clone()));
    }
    let found = snapshot.events.iter().find(|e| {
        name.strip_prefix(e.id.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    });
    found.map_or(Ok(Kind::NotFound), |event| Err(format!("/events/{}/", own(event))))
}

fn content(snapshot: &Snapshot, segments: &[&str]) -> Kind {
    let path = segments.iter().fold("/".to_owned(), |path, s| path + s + "/");
    let seeded = |kind| match kind {
        PageKind::Home => Kind::Home,
        PageKind::Showtimes => Kind::Showtimes,
        PageKind::Events => Kind::Events,
        PageKind::Theaters => Kind::Theaters,
        PageKind::Content => Kind::Content(path.clone()),
    };
    match (snapshot.pages.get(&path), path.as_str()) {
        (Some(page), _) => seeded(page.kind),
        (None, "/") => Kind::Home,
        (None, "/showtimes/") => Kind::Showtimes,
        (None, "/events/") => Kind::Events,
        (None, "/theaters/") => Kind::Theaters,
        (None, _) => Kind::NotFound,
    }
}

/// The order of the timetable that a query selects.
#[must_use]
pub fn timetable_view(query: &Query) -> TimetableView {
    if query.by_time { TimetableView::Time } else { TimetableView::Film }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_05_a_code_is_read_as_a_number_and_a_theater_as_text() {
        let code = |query| Query::parse("/login/", query).code;
        assert_eq!((code("code=423"), code("code=423.0"), code("code=true")), (Some(423), Some(423), None));
        assert_eq!(Query::parse("/", "theater=0042").theaters, BTreeSet::from(["0042".to_owned()]));
        assert_eq!(Query::parse("/", "version=3").version.as_deref(), Some("3"));
        assert_eq!(Query::parse("/search/", "q=2001").search, "2001");
        assert_eq!(Query::parse("/ticketing/", "perfCode=0042").perf_code.as_deref(), Some("0042"));
    }

    #[test]
    fn page_05_converted_values_are_not_accepted_as_text() {
        let query = |query| Query::parse("/", query);
        assert_eq!(query("day=2026-11-21").canonical(), "?day=2026-11-21");
        for converted in ["day=20261121", "day=true", "time=true", "before=21", "view=1", "embedding=true"] {
            assert_eq!(query(converted), Query::default(), "{converted}");
        }
    }

    #[test]
    fn resources_do_not_vary_by_visitor_and_pages_keep_their_inputs() {
        let bare = |path| {
            let request = Request { path, query: "day=x", theater: Some("t1") }.without_visitor_inputs();
            (request.query.is_empty(), request.theater.is_none())
        };
        for path in [
            "/api/share/site.png",
            "/fr/api/share/movie/1.png",
            "/sitemap.xml",
            "/fr/sitemap-2.xml",
            "/robots.txt",
        ] {
            assert_eq!(bare(path), (true, true), "{path}");
        }
        for path in
            ["/", "/fr/", "/movies/", "/visit/api/", "/visit/notes.txt", "/fr/visit/api/keys/", "/apis/"]
        {
            assert_eq!(bare(path), (false, false), "{path}");
        }
    }
}
