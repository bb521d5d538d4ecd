//! The parts of a request that a page depends on (security 7.2).

use std::collections::BTreeSet;

use jiff::civil::Date;
use marquee_api::{MAX_SEARCH_LENGTH, TimetableView};
use marquee_catalog::TimeOfDay;
use marquee_model::TheaterId;
use marquee_model::peach::CODES_WITH_MESSAGE;
use marquee_site::SiteHandle;

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
const MAX_THEATERS: usize = 20;

/// The value of `theater` that shows all theaters even if one is selected.
pub const ALL_THEATERS: &str = "all";

/// The value of `day` that means every day of the week.
const WEEK: &str = "week";

impl Query {
    /// Reads the declared inputs of a page's query; everything else is dropped.
    #[must_use]
    pub fn parse(path: &str, query: &str) -> Self {
        let mut parsed = Self::default();
        if query.is_empty() {
            return parsed;
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
                "day" => (parsed.day, parsed.week) = (text.parse().ok(), text == WEEK),
                "time" => parsed.time = TimeOfDay::parse(text).map(|_| text.to_owned()),
                "before" => parsed.before = hour(text),
                "version" => parsed.version = key(text),
                "access" => parsed.access = key(text),
                "theater" if parsed.theaters.len() < MAX_THEATERS => {
                    parsed.theaters.extend(TheaterId::parse(text).is_ok().then(|| text.to_owned()));
                }
                "view" => parsed.by_time = text == "time",
                "q" if is_search(path) => parsed.search = search_text(text),
                "embedding" => parsed.embedded = text == "tapos_embedded",
                "theaterCode" if is_ticketing(path) => parsed.theater_code = key(text),
                "code" => parsed.code = value.as_u16().filter(|code| has_message(*code)),
                "perfCode" if is_ticketing(path) => parsed.perf_code = key(text),
                _ => {}
            }
        }
        parsed
    }

    /// The order of the timetable.
    #[must_use]
    pub fn timetable_view(&self) -> TimetableView {
        if self.by_time { TimetableView::Time } else { TimetableView::Film }
    }

    /// The canonical query string, with `?` unless it is empty.
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut serializer = url::form_urlencoded::Serializer::new(String::new());
        if !self.search.is_empty() {
            serializer.append_pair("q", &self.search);
        }
        if self.week {
            serializer.append_pair("day", WEEK);
        } else if let Some(day) = self.day {
            serializer.append_pair("day", &day.to_string());
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
                serializer.append_pair(name, value);
            }
        }
        for theater in &self.theaters {
            serializer.append_pair("theater", theater);
        }
        if let Some(code) = self.code {
            serializer.append_pair("code", &code.to_string());
        }
        if self.by_time {
            serializer.append_pair("view", "time");
        }
        if self.embedded {
            serializer.append_pair("embedding", "tapos_embedded");
        }
        let text = serializer.finish();
        if text.is_empty() { text } else { format!("?{text}") }
    }
}

/// Whether there is a message for a code of loyalty calls. Other codes are dropped, because they are part of the cache key.
fn has_message(code: u16) -> bool {
    matches!(code, 423 | 429 | 503) || CODES_WITH_MESSAGE.iter().any(|peach_code| peach_code.number() == code)
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

/// The canonical search text: words separated by one space, at most [`MAX_SEARCH_LENGTH`] characters. The browser computes the
/// same; the tests of both use fixtures/searches/text.json.
fn search_text(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty());
    let text = words.collect::<Vec<_>>().join(" ");
    text.chars().take(MAX_SEARCH_LENGTH).collect::<String>().trim_end().to_owned()
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
    let first_segment = parts.next().unwrap_or_default();
    let first_segment =
        if first_segment.len() == 2 { parts.next().unwrap_or_default() } else { first_segment };
    first_segment == "api"
        || (parts.next().is_none() && (first_segment.ends_with(".xml") || first_segment.ends_with(".txt")))
}

/// Whether a path is below `/api/`, with or without a locale prefix. Such paths are requested by programs, not by people.
#[must_use]
pub fn is_api(path: &str) -> bool {
    let mut segments = path.split('/').filter(|segment| !segment.is_empty());
    match segments.next() {
        Some("api") => true,
        Some(locale) if locale.len() == 2 => segments.next() == Some("api"),
        _ => false,
    }
}

/// A variant of a page: its path and its declared inputs (security 7.2).
#[derive(Debug, Clone)]
pub struct Variant {
    pub path: String,
    pub query: Query,
    pub theater: Option<String>,
    /// The cache key.
    pub key: String,
    pub has_query: bool,
}

impl Variant {
    pub fn new(site: &SiteHandle, request: Request<'_>, query: Query) -> Self {
        let text = query.canonical();
        let key = key_of(site, request.path, &text, request.theater);
        let theater = request.theater.map(str::to_owned);
        Self { path: request.path.to_owned(), query, theater, key, has_query: !text.is_empty() }
    }
}

/// The cache key. It contains the length of the path, so that no path can be mistaken for a shorter one with a query.
pub fn key_of(site: &SiteHandle, path: &str, query: &str, theater: Option<&str>) -> String {
    let mut length = itoa::Buffer::new();
    [site.id.as_str(), "\n", length.format(path.len()), "\n", path, query, "\n", theater.unwrap_or_default()]
        .concat()
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
    fn a_search_is_canonical_and_as_long_as_in_the_browser() {
        let cases = include_str!("../../../fixtures/searches/text.json");
        let cases: serde_json::Value = serde_json::from_str(cases).unwrap();
        for case in cases.as_array().unwrap() {
            let query = case["query"].as_str().unwrap();
            let encoded: String = url::form_urlencoded::byte_serialize(query.as_bytes()).collect();
            assert_eq!(Query::parse("/search/", &format!("q={encoded}")).search, case["text"], "{query:?}");
        }
    }

    #[test]
    fn resources_do_not_vary_by_visitor_and_pages_keep_their_inputs() {
        let request = |path| {
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
            assert_eq!(request(path), (true, true), "{path}");
        }
        for path in
            ["/", "/fr/", "/movies/", "/visit/api/", "/visit/notes.txt", "/fr/visit/api/keys/", "/apis/"]
        {
            assert_eq!(request(path), (false, false), "{path}");
        }
    }
}
