//! Rules for parts of a catalog that a schema cannot express.

use std::collections::HashMap;

use marquee_model::catalog::MAX_HEADER_ENTRIES;
use marquee_model::catalog::{
    Attribute, BookingUrl, BuiltinAttribute, Event, Menus, Movie, Page, Showtime, Theater,
};
use marquee_model::link_target::LinkTarget;
use marquee_model::reserved_paths::{PathOwner, ReservedPaths};
use marquee_model::{EventId, MovieId, ScreenId, ShowId, TheaterId, id::IdError, text, time};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::blocks::{self, invalid_link};
use crate::document::Document;
use crate::reserved::hidden_page;
use crate::{CatalogPart, Finding, Severity, schema};

/// Checks one part.
pub(crate) fn check(part: CatalogPart, document: &Document<'_>, findings: &mut Vec<Finding>) {
    match part {
        CatalogPart::Theaters => {
            check_list::<Theater>(document, findings, |checker| checker.check_theaters());
        }
        CatalogPart::Movies => {
            check_list::<Movie>(document, findings, |checker| {
                checker.check_ids("id", |id| MovieId::parse(id).err());
            });
        }
        CatalogPart::Showtimes => {
            check_list::<Showtime>(document, findings, |checker| checker.check_showtimes());
        }
        CatalogPart::Events => check_list::<Event>(document, findings, |checker| checker.check_events()),
        CatalogPart::Pages => check_list::<Page>(document, findings, |checker| checker.check_pages()),
        CatalogPart::Attributes => {
            check_list::<Attribute>(document, findings, |checker| {
                checker.check_unique("", "key", "attribute");
                checker.check_attributes();
            });
        }
        CatalogPart::Menus => {
            schema::check::<Menus>(document, findings);
            Checker { document, findings }.check_menus();
        }
    }
}

/// Validates rows against the schema and the rules of their part. If the schema has no error, deserializes each row.
fn check_list<T: DeserializeOwned + schemars::JsonSchema + 'static>(
    document: &Document<'_>,
    findings: &mut Vec<Finding>,
    rules: impl FnOnce(&mut Checker<'_, '_>),
) {
    let findings_before = findings.len();
    schema::check::<Vec<T>>(document, findings);
    let found_by_schema = findings.len() > findings_before;
    rules(&mut Checker { document, findings });
    if found_by_schema {
        return;
    }
    for (at, row) in document.items("") {
        if let Err(error) = serde_json::from_value::<T>(row.clone()) {
            let (finding, error) =
                (document.finding(Severity::Error, &at, error.to_string()), error.to_string());
            // The rules have already reported an invalid id, with its key.
            if !findings.iter().any(|f| f.key.starts_with(&finding.key) && f.message.ends_with(&error)) {
                findings.push(finding);
            }
        }
    }
}

struct Checker<'c, 'd> {
    document: &'c Document<'d>,
    findings: &'c mut Vec<Finding>,
}

impl Checker<'_, '_> {
    fn error(&mut self, at: &str, message: String) {
        self.findings.push(self.document.finding(Severity::Error, at, message));
    }

    fn warning(&mut self, at: &str, message: String) {
        self.findings.push(self.document.finding(Severity::Warning, at, message));
    }

    /// Checks that the values of a key are unique in a list.
    fn check_unique(&mut self, list: &str, key: &str, what: &str) {
        let mut first_rows: HashMap<&str, usize> = HashMap::new();
        for (number, (at, row)) in (1..).zip(self.document.items(list)) {
            let Some(value) = row.get(key).and_then(Value::as_str) else { continue };
            if let Some(first) = first_rows.get(value) {
                let message = format!("duplicate {what} {value:?}, first used in entry {first}: change one");
                self.error(&format!("{at}/{key}"), message);
            } else {
                first_rows.insert(value, number);
            }
        }
    }

    /// Checks that ids are valid and unique.
    fn check_ids(&mut self, key: &str, parse: fn(&str) -> Option<IdError>) {
        for (at, row) in self.document.items("") {
            let Some(id) = row.get(key).and_then(Value::as_str) else { continue };
            if let Some(error) = parse(id) {
                self.error(&format!("{at}/{key}"), format!("invalid id {id:?}: {error}"));
            }
        }
        self.check_unique("", key, "id");
    }

    /// Only a built-in attribute has a name without a label.
    fn check_attributes(&mut self) {
        for (at, row) in self.document.items("") {
            let text = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default();
            if text("label").trim().is_empty() && BuiltinAttribute::find(text("key")).is_none() {
                self.error(&format!("{at}/label"), "label is required".to_owned());
            }
        }
    }

    fn check_theaters(&mut self) {
        self.check_ids("id", |id| TheaterId::parse(id).err());
        self.check_unique("", "slug", "slug");
        for (at, theater) in self.document.items("") {
            if let Some(zone) =
                theater.get("timeZone").and_then(Value::as_str).filter(|zone| !time::is_zone(zone))
            {
                let names: Vec<String> = jiff::tz::db().available().map(|name| name.to_string()).collect();
                let nearest =
                    text::nearest(zone, names.iter().map(String::as_str)).unwrap_or("Europe/London");
                let message =
                    format!("unknown time zone {zone:?}, did you mean {nearest:?}? Must be an IANA name");
                self.error(&format!("{at}/timeZone"), message);
            }
            for (at, screen) in self.document.items(&format!("{at}/screens")) {
                let id = screen.get("id").and_then(Value::as_str).unwrap_or("x");
                if let Err(error) = ScreenId::parse(id) {
                    self.error(&format!("{at}/id"), format!("invalid id {id:?}: {error}"));
                }
            }
            self.check_unique(&format!("{at}/screens"), "id", "screen");
            for (at, closure) in self.document.items(&format!("{at}/closures")) {
                let day = |key| closure.get(key).and_then(Value::as_str);
                if let (Some(from), Some(to)) = (day("from"), day("to"))
                    && to < from
                {
                    self.error(
                        &format!("{at}/to"),
                        format!("the last day {to} must not be before the first, {from}"),
                    );
                }
            }
        }
    }

    fn check_showtimes(&mut self) {
        self.check_ids("id", |id| ShowId::parse(id).err());
        for (at, show) in self.document.items("") {
            let text = |key: &str| show.get(key).and_then(Value::as_str);
            if let Some(Err(error)) = text("booking").map(BookingUrl::parse) {
                self.error(
                    &format!("{at}/booking"),
                    format!("{error}: write a URL such as https://tickets.example.com/1"),
                );
            }
            let instant = |key| text(key).and_then(|t| t.parse::<jiff::Timestamp>().ok());
            if let (Some(start), Some(end)) = (instant("startsAt"), instant("endsAt"))
                && end <= start
            {
                self.error(&format!("{at}/endsAt"), format!("must be after startsAt, {start}, not {end}"));
            }
        }
    }

    fn check_events(&mut self) {
        self.check_ids("id", |id| EventId::parse(id).err());
        for (at, _) in self.document.items("") {
            let from = self.document.text(&format!("{at}/visibleFrom"));
            let to = self.document.text(&format!("{at}/visibleTo"));
            if let (Ok(from), Ok(to)) = (from.parse::<jiff::Timestamp>(), to.parse::<jiff::Timestamp>())
                && to <= from
            {
                self.error(
                    &format!("{at}/visibleTo"),
                    format!("must be after visibleFrom, {from}, or the event is never shown"),
                );
            }
            for (at, date) in self.document.items(&format!("{at}/dates")) {
                if date["hired"] == true && date.get("movieId").is_some() {
                    let message = "must be left out on a date without show (hired)".to_owned();
                    self.error(&format!("{at}/movieId"), message);
                }
            }
            let dates = self.document.items(&format!("{at}/dates"));
            let dates: Vec<_> = dates
                .map(|(at, d)| {
                    (at, [&d["date"], &d["time"]].map(|v| v.as_str().unwrap_or_default().to_owned()))
                })
                .collect();
            if let Some(pair) = dates.windows(2).find(|pair| pair[1].1 < pair[0].1) {
                self.warning(&pair[1].0, "dates must be in ascending order".to_owned());
            }
        }
    }

    /// Checks that paths are unique and not reserved by every site (ROUTE-15).
    fn check_pages(&mut self) {
        self.check_unique("", "path", "path");
        let reserved =
            ReservedPaths { login_slug: "", path_prefix: "", languages: Vec::new(), preview_prefix: "" };
        for (at, page) in self.document.items("") {
            let path = page.get("path").and_then(Value::as_str).unwrap_or_default();
            match reserved.owner(path) {
                None => {}
                Some(PathOwner::Ticketing) => self.warning(
                    &format!("{at}/path"),
                    format!(
                        "{path} leads to the ticketing site once the site has a ticketing URL: choose another path"
                    ),
                ),
                Some(owner) => self.error(&format!("{at}/path"), hidden_page(path, owner)),
            }
            blocks::check_list(self.document, &format!("{at}/blocks"), page, self.findings);
            let languages = page.get("localizations").and_then(Value::as_object);
            for language in languages.into_iter().flat_map(|languages| languages.keys()) {
                let list = format!("{at}/localizations/{language}/blocks");
                blocks::check_list(self.document, &list, page, self.findings);
            }
        }
    }

    fn check_menus(&mut self) {
        self.check_links("/header");
        for (at, _) in self.document.items("/header") {
            self.check_lowest_links(&format!("{at}/items"));
        }
        for list in ["/legal", "/social"] {
            self.check_lowest_links(list);
        }
        for (at, _) in self.document.items("/footer") {
            self.check_lowest_links(&format!("{at}/items"));
        }
        let entries = self.document.items("/header").count();
        if entries > MAX_HEADER_ENTRIES {
            let hidden = entries - MAX_HEADER_ENTRIES;
            let message = format!("only the first {MAX_HEADER_ENTRIES} entries are shown; {hidden} are not");
            self.warning("/header", message);
        }
    }

    /// Checks links that have none below them (PAGE-14).
    fn check_lowest_links(&mut self, list: &str) {
        self.check_links(list);
        for (at, item) in self.document.items(list) {
            if item.get("items").and_then(Value::as_array).is_some_and(|items| !items.is_empty()) {
                let message = "only an entry of the header can have links below it, one level".to_owned();
                self.error(&format!("{at}/items"), message);
            }
        }
    }

    fn check_links(&mut self, list: &str) {
        for (at, item) in self.document.items(list) {
            let href = item.get("href").and_then(Value::as_str).unwrap_or_default().trim();
            if LinkTarget::parse(href).is_none() {
                self.error(&format!("{at}/href"), invalid_link(href));
            }
            if item.get("label").and_then(Value::as_str).is_none_or(|label| label.trim().is_empty()) {
                self.error(&format!("{at}/label"), "a label is required".to_owned());
            }
        }
    }
}
