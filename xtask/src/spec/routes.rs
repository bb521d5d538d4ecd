//! The routes of the server, and those that no test of the product requests.
//!
//! Routes are read from the router, from the templates of pages and from the operations of the OpenAPI document. A test
//! requests a route if its file has a string that matches the route. `{…}` in a route matches any segment. `{…}` in a string
//! matches a parameter of the route, or a segment that is another string in the same file.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use marquee_api::paths::{INNER_CALLS_PREFIX, OPERATOR_PREFIX};

use super::rings;
use crate::files::File;

/// Where public routes are declared, with the text before each.
const DECLARATIONS: &[(&str, &str)] = &[
    ("crates/marquee-server/src/router.rs", ".route("),
    ("crates/marquee-model/src/ticketing.rs", "    ("),
    (PATHS, "_PATH: &str ="),
    ("crates/marquee-pages/src/kind.rs", "=>"),
];
const PATHS: &str = "crates/marquee-api/src/paths.rs";
const OPENAPI: &str = "docs/reference/openapi.json";

/// The paths of all routes, sorted.
pub fn all(files: &[File]) -> Result<BTreeSet<String>> {
    let mut routes = BTreeSet::new();
    for (path, before) in DECLARATIONS {
        let code = file_of(files, path)?.text_without_tests();
        routes.extend(
            strings(code)
                .filter(|(start, string)| string.starts_with('/') && start.trim_end().ends_with(before))
                .map(|(_, string)| string.to_owned()),
        );
    }
    // The router completes a prefix.
    let prefixes = strings(file_of(files, PATHS)?.text_without_tests())
        .filter(|(start, _)| start.trim_end().ends_with("_PREFIX: &str ="));
    routes.extend(prefixes.map(|(_, prefix)| format!("{prefix}{{*path}}")));
    let openapi: serde_json::Value = serde_json::from_str(&file_of(files, OPENAPI)?.text)?;
    let paths = openapi["paths"].as_object().context("the OpenAPI document has no paths")?;
    routes.extend(paths.keys().cloned());
    Ok(routes)
}

fn file_of<'f>(files: &'f [File], path: &str) -> Result<&'f File> {
    files.iter().find(|file| file.path == path).with_context(|| format!("{path} is missing"))
}

/// The routes that no test of the product requests.
pub fn untested(routes: &BTreeSet<String>, files: &[File]) -> BTreeSet<String> {
    let mut untested = routes.clone();
    for file in files.iter().filter(|file| rings::ring_of(file).runs_the_product()) {
        let requests = Requests::from_code(&file.text);
        untested.retain(|route| !requests.includes(route));
    }
    untested
}

/// The strings in a file of tests.
struct Requests<'f> {
    addresses: Vec<Vec<&'f str>>,
    words: BTreeSet<&'f str>,
}

impl<'f> Requests<'f> {
    fn from_code(code: &'f str) -> Self {
        let strings: Vec<&str> = strings(code).map(|(_, string)| string).collect();
        let addresses = strings.iter().flat_map(|string| address(string)).map(segments).collect();
        Self { addresses, words: strings.iter().map(|string| string.trim_matches('/')).collect() }
    }

    fn includes(&self, route: &str) -> bool {
        // Tests send calls to the endpoint with envelope, and requests to the operator's API by a helper.
        let prefixes =
            [INNER_CALLS_PREFIX.trim_end_matches('/').to_owned(), format!("{OPERATOR_PREFIX}{{site}}")];
        let routes =
            std::iter::once(route).chain(prefixes.iter().filter_map(|prefix| route.strip_prefix(prefix)));
        routes
            .map(segments)
            .any(|route| self.addresses.iter().any(|address| self.is_address(&route, address)))
    }

    fn is_address(&self, route: &[&str], address: &[&str]) -> bool {
        let open = route.last().is_some_and(|last| last.starts_with("{*"));
        let length = if open { address.len() >= route.len() } else { address.len() == route.len() };
        length && route.iter().zip(address).all(|(expected, segment)| self.matches(expected, segment))
    }

    fn matches(&self, expected: &str, segment: &str) -> bool {
        if expected.starts_with('{') {
            return !segment.is_empty();
        }
        expected == segment || (segment.contains('{') && self.words.contains(expected))
    }
}

/// The path in a string such as `GET /a/b?c=d` or `http://host/a`; `None` if it has no path.
fn address(string: &str) -> Option<&str> {
    let string = string.split_once("://").map_or(string, |(_, rest)| rest);
    let path = string.get(string.find('/')?..)?;
    path.split(['?', '#', ' ', '\\']).next()
}

fn segments(path: &str) -> Vec<&str> {
    path.split('/').skip(1).collect()
}

/// The double-quoted, single-quoted and template strings that end on their line, each with the code before it.
fn strings(code: &str) -> impl Iterator<Item = (&str, &str)> {
    ['"', '\'', '`'].into_iter().flat_map(move |quote| {
        let mut at = 0;
        std::iter::from_fn(move || {
            loop {
                let start = at + code.get(at..)?.find(quote)? + 1;
                let rest = code.get(start..)?;
                let end = rest.find([quote, '\n']).unwrap_or(rest.len());
                let closed = rest.get(end..).is_some_and(|tail| tail.starts_with(quote));
                at = start + end + usize::from(closed);
                if closed {
                    return Some((code.get(..start - 1)?, rest.get(..end)?));
                }
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn untested_by(path: &str, text: &str, routes: &[&str]) -> Vec<String> {
        let files = [File { path: path.to_owned(), text: text.to_owned() }];
        let routes = routes.iter().map(|&route| route.to_owned()).collect();
        untested(&routes, &files).into_iter().collect()
    }

    #[test]
    fn a_string_with_an_address_requests_its_route() {
        let text = "get(\"/movies/7-a/\"); get('/healthz?x=1'); goto(`http://x/assets/a/b.js`)";
        let routes = ["/movies/{film}/", "/movies/", "/healthz", "/assets/{*path}"];
        assert_eq!(untested_by("tests/it/a.rs", text, &routes), ["/movies/"]);
        assert_eq!(untested_by("crates/a/src/tests.rs", text, &["/healthz"]), ["/healthz"]);
    }

    #[test]
    fn calls_and_the_operators_api_are_requested_without_their_prefix() {
        let text = "call(\"GET\", &format!(\"/Member/v3/GetCards/?{CIRCUIT}\")); get(\"/members/import\")";
        let routes = ["/api/loyalty/Member/v3/GetCards/", "/api/operator/{site}/members/import"];
        assert!(untested_by("tests/it/a.rs", text, &routes).is_empty());
    }

    #[test]
    fn a_placeholder_matches_strings_of_the_same_file() {
        let routes = ["/api/operator/{site}/levels", "/api/operator/{site}/rewards"];
        let text = "for kind in [\"levels\"] { get(&format!(\"/{kind}\")) }";
        assert_eq!(untested_by("tests/it/a.rs", text, &routes), ["/api/operator/{site}/rewards"]);
    }

    #[test]
    fn all_routes_of_the_server_are_read() {
        let routes = all(&crate::files::read(&crate::root()).unwrap()).unwrap();
        for route in
            ["/healthz", "/api/cypher", "/movies/{film}/", "/api/sign-in", "/sitemap.xml", "/assets/{*path}"]
        {
            assert!(routes.contains(route), "{route} in {routes:?}");
        }
    }
}
