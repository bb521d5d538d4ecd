//! Parses the inner route of a call (path and query). Anything that two parsers could read differently is refused
//! (security 3.1).

use crate::problem::Problem;

/// Maximum length in bytes of a route.
const MAX_ROUTE_BYTES: usize = 2048;
const FIELD: &str = "reqMetadata.route";

/// A decoded route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InnerRoute {
    /// Path segments; a trailing slash is a last, empty segment.
    pub segments: Vec<String>,
    /// Query parameters in order, without duplicate names.
    pub query: Vec<(String, String)>,
}

impl InnerRoute {
    /// Parses a route such as `/Member/v3/Login?boxofficeCircuitId=lumiere`.
    ///
    /// # Errors
    /// [`Problem::Malformed`] for anything but a plain path with a query: an absolute URL, a fragment, `..`, `//`, a
    /// backslash, control characters, a doubly encoded path, a duplicate parameter, more than 2048 bytes.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        if text.len() > MAX_ROUTE_BYTES {
            return Err(Problem::malformed(FIELD, format!("must have at most {MAX_ROUTE_BYTES} bytes")));
        }
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        let path = path
            .strip_prefix('/')
            .ok_or_else(|| Problem::malformed(FIELD, "must start with a single slash"))?;
        let segments = path.split('/').map(parse_segment).collect::<Result<Vec<_>, _>>()?;
        let last_index = segments.len().saturating_sub(1);
        if segments.iter().take(last_index).any(String::is_empty) {
            return Err(Problem::malformed(FIELD, "must not contain empty path segments"));
        }
        let mut pairs: Vec<(String, String)> = Vec::new();
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let (name, value) = (percent_decode(name, true)?, percent_decode(value, true)?);
            if pairs.iter().any(|(key, _)| *key == name) {
                return Err(Problem::malformed(FIELD, "must not contain duplicate parameters"));
            }
            pairs.push((name, value));
        }
        Ok(Self { segments, query: pairs })
    }

    /// The value of a query parameter.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

fn parse_segment(text: &str) -> Result<String, Problem> {
    let segment = percent_decode(text, false)?;
    // A literal `@` could end the authority of a URL; email addresses must have `%40`.
    if matches!(segment.as_str(), "." | "..") || segment.contains(['/', '\\']) || text.contains('@') {
        return Err(Problem::malformed(
            FIELD,
            "must not contain `.`, `..`, slashes, backslashes or `@` in a path segment",
        ));
    }
    Ok(segment)
}

/// Percent-decodes a text. In a query, `+` is decoded too. A path segment that could be decoded once more is refused.
fn percent_decode(text: &str, query: bool) -> Result<String, Problem> {
    // Fast path: nothing to decode.
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~')) {
        return Ok(text.to_owned());
    }
    let malformed = |rule: &str| Err(Problem::malformed(FIELD, rule));
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'%' => match (bytes.next().and_then(hex), bytes.next().and_then(hex)) {
                (Some(high), Some(low)) => high * 16 + low,
                _ => return malformed("must have two hexadecimal digits after each percent sign"),
            },
            b'+' if query => b' ',
            b'\\' | b'#' | b'"' | b'<' | b'>' | b' ' => return malformed("must be percent-encoded"),
            byte => byte,
        });
    }
    let Ok(text) = String::from_utf8(decoded) else { return malformed("must be UTF-8") };
    if text.chars().any(char::is_control) {
        return malformed("must not contain control characters");
    }
    let is_encoded_twice = text.match_indices('%').any(|(at, _)| {
        let after = text.as_bytes().get(at + 1..at + 3);
        after.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    });
    // A query value may be a URL with encoded parts (RESET-04); a path segment may not.
    if is_encoded_twice && !query {
        return malformed("must not be double-encoded");
    }
    Ok(text)
}

fn hex(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> (Vec<String>, Vec<(String, String)>) {
        let InnerRoute { segments, query } = InnerRoute::parse(text).unwrap();
        (segments, query)
    }

    #[test]
    fn trans_02_a_route_is_a_path_with_a_query() {
        let (segments, query) = read("/Member/v3/GetCards/?boxofficeCircuitId=C1");
        assert_eq!(segments, ["Member", "v3", "GetCards", ""]);
        assert_eq!(query, [("boxofficeCircuitId".to_owned(), "C1".to_owned())]);
        assert_eq!(
            read("/Member/UsernameReminder/C1/a%40b.example").0,
            ["Member", "UsernameReminder", "C1", "a@b.example"]
        );
        assert_eq!(
            read("/M?a=x%26y+z&b&c=").1,
            [("a", "x&y z"), ("b", ""), ("c", "")].map(|(a, b)| (a.to_owned(), b.to_owned()))
        );
    }

    #[test]
    fn trans_02_a_plus_is_a_space_in_a_query_only() {
        assert_eq!(read("/Member/a+b").0, ["Member", "a+b"]);
        assert_eq!(read("/M?a=x+y").1, [("a".to_owned(), "x y".to_owned())]);
    }

    #[test]
    fn security_3_1_a_route_has_at_most_2048_bytes() {
        let route = |bytes: usize| format!("/M?a={}", "x".repeat(bytes - 5));
        assert!(InnerRoute::parse(&route(MAX_ROUTE_BYTES)).is_ok());
        assert!(InnerRoute::parse(&route(MAX_ROUTE_BYTES + 1)).is_err());
    }

    #[test]
    fn security_3_1_ambiguous_routes_are_refused() {
        for text in [
            "",
            "Member/Login",
            "//evil.example/x",
            "https://evil.example/",
            "/Member//Login",
            "/Member/../Login",
            "/Member/./Login",
            "/Member/%2e%2e/Login",
            "/Member/%2E./Login",
            "/Member/%252e%252e/Login",
            "/Member%2fLogin",
            "/Member%5cLogin",
            "/Member\\Login",
            "/@evil.example/Login",
            "/Member/a@b.example",
            "/Member/Login#x",
            "/Member/Lo gin",
            "/Member/Login%00",
            "/Member/Login?a=%0d%0a",
            "/Member/Login?a=1&a=2",
            "/Member/Login?a=1&%61=2",
            "/Member/Login?a=%",
            "/Member/Login?a=%4",
            "/Member/%ff",
            "/Member/Login?a=<b>",
            "/Member/Login\n",
        ] {
            let problem = InnerRoute::parse(text).unwrap_err();
            assert!(
                matches!(&problem, Problem::Malformed { field, .. } if field == FIELD),
                "{text:?}: {problem}"
            );
        }
        assert!(InnerRoute::parse(&format!("/{}", "a".repeat(MAX_ROUTE_BYTES))).is_err());
        assert_eq!(
            read("/M?link=https%3A%2F%2Fa.example%2F%3Femail%3Da%2540b.example").1[0].1,
            "https://a.example/?email=a%40b.example"
        );
        // A literal percent sign is not a second encoding.
        assert_eq!(read("/M?a=100%25+off").1[0].1, "100% off");
    }

    proptest! {
        #[test]
        fn never_panics_and_segments_never_have_a_separator(text in "\\PC{0,60}") {
            if let Ok(route) = InnerRoute::parse(&text) {
                prop_assert!(route.segments.iter().all(|s| !s.contains(['/', '\\']) && s != ".."));
            }
        }
    }
}
