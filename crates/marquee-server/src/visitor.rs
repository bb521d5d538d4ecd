//! Whether a request is one of a person who looks at a page (security 7.11), and what is counted of it.

use http::header::{ACCEPT, USER_AGENT};
use http::{HeaderMap, HeaderName, Method};
use marquee_site::SiteHandle;

use crate::app::App;

/// Parts of the names of programs, in lower case. Most programs that read pages name their own address.
const PROGRAMS: [&[u8]; 8] =
    [b"bot", b"crawl", b"spider", b"http", b"preview", b"headless", b"monitor", b"lighthouse"];

/// The media type of pages. Browsers write it in lower case.
const PAGE: &[u8] = b"text/html";

/// Says that a page is requested ahead of time, before a person opens it.
const SEC_PURPOSE: HeaderName = HeaderName::from_static("sec-purpose");
/// Older name of the same.
const PURPOSE: HeaderName = HeaderName::from_static("purpose");
/// Scripts, the service worker included, fetch pages with another destination, or with any type.
const DESTINATION: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// Whether a person requests a page: a browser that navigates, no program, and no request ahead of time. Nothing of the headers
/// is kept. It takes a quarter of a microsecond, because it is part of each cached request (decision 0042).
#[must_use]
pub fn is_person(method: &Method, headers: &HeaderMap) -> bool {
    let value = |name: HeaderName| headers.get(name).map(http::HeaderValue::as_bytes);
    method != Method::HEAD
        && value(DESTINATION).is_none_or(|to| matches!(to, b"document" | b"iframe"))
        && !headers.contains_key(SEC_PURPOSE)
        && !headers.contains_key(PURPOSE)
        && value(ACCEPT).is_some_and(|types| types.windows(PAGE.len()).any(|part| part == PAGE))
        && value(USER_AGENT).is_some_and(|agent| !agent.is_empty() && !names_program(agent))
}

/// Counts a person who is sent to a URL of the ticketing site. Nothing is counted for other URLs.
pub async fn count_ticketing(app: &App, site: &SiteHandle, method: &Method, headers: &HeaderMap, url: &str) {
    if is_ticketing(site, url) && is_person(method, headers) {
        app.pages.count_ticketing(site, url).await;
    }
}

/// Whether a URL is one of the ticketing site.
pub fn is_ticketing(site: &SiteHandle, url: &str) -> bool {
    site.record.settings.ticketing_origin().is_some_and(|origin| {
        url.strip_prefix(&origin).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
    })
}

/// Whether a text names a program.
fn names_program(text: &[u8]) -> bool {
    let starts = |rest: &[u8]| {
        PROGRAMS.iter().any(|word| rest.get(..word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word)))
    };
    // Few letters of a browser's name begin one of these words.
    let is_first = |byte: &u8| matches!(byte | 0x20, b'b' | b'c' | b's' | b'h' | b'p' | b'm' | b'l');
    text.iter().enumerate().any(|(at, byte)| is_first(byte) && text.get(at..).is_some_and(starts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";

    fn is_person_with(more: &[(&'static str, &str)]) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(USER_AGENT, HeaderValue::from_static(FIREFOX));
        headers.insert(ACCEPT, HeaderValue::from_static("text/html,application/xhtml+xml,*/*;q=0.8"));
        for (name, value) in more {
            headers.insert(*name, HeaderValue::from_str(value).unwrap());
        }
        is_person(&Method::GET, &headers)
    }

    #[test]
    fn security_7_11_a_browser_that_navigates_is_a_person() {
        assert!(is_person_with(&[]));
        assert!(is_person_with(&[("sec-fetch-dest", "document")]));
        assert!(is_person_with(&[("sec-fetch-dest", "iframe")]));
    }

    #[test]
    fn security_7_11_every_word_for_programs_is_found() {
        for word in PROGRAMS {
            let agent = format!("Some {}/1.0", String::from_utf8_lossy(word).to_uppercase());
            assert!(names_program(agent.as_bytes()), "{agent}");
        }
    }

    #[test]
    fn security_7_11_programs_and_requests_ahead_of_time_are_no_persons() {
        for agent in [
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/130.0",
            "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
            "Some SPIDER",
            "",
        ] {
            assert!(!is_person_with(&[("user-agent", agent)]), "{agent}");
        }
        for (name, value) in [
            ("sec-purpose", "prefetch;prerender"),
            ("purpose", "prefetch"),
            ("sec-fetch-dest", "empty"),
            ("sec-fetch-dest", "serviceworker"),
            ("accept", "*/*"),
        ] {
            assert!(!is_person_with(&[(name, value)]), "{name}: {value}");
        }
        assert!(!is_person(&Method::GET, &HeaderMap::new()));
        let mut headers = HeaderMap::new();
        headers.insert(USER_AGENT, HeaderValue::from_static(FIREFOX));
        headers.insert(ACCEPT, HeaderValue::from_static("text/html"));
        assert!(!is_person(&Method::HEAD, &headers));
    }
}
