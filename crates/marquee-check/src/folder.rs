//! Checks references between the files of a site.

use std::collections::{HashMap, HashSet};

use marquee_model::catalog::{SITE_FILE, file_name_in_path};
use marquee_model::reserved_paths::PathOwner;
use marquee_model::{text, time};
use serde_json::Value;

use crate::blocks::SAVED_BLOCKS;
use crate::document::{Document, child};
use crate::{CatalogPart, File, Finding, Severity, parts, record, reserved, sorted};

/// Checks the files of a site's folder, and references between them.
#[must_use]
pub fn check_site_folder(files: &[File<'_>]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut site = Site { record: None, parts: HashMap::new() };
    for file in files {
        let catalog_part = CatalogPart::from_file_name(file.name);
        let file_name = file_name_in_path(file.name);
        if catalog_part.is_none() && file_name != SITE_FILE {
            findings.extend(unknown_file(file.name, file_name));
            continue;
        }
        let Some(document) = Document::open(file.name, file.text, &mut findings) else { continue };
        match catalog_part {
            Some(catalog_part) => {
                parts::check(catalog_part, &document, &mut findings);
                site.parts.insert(catalog_part, document);
            }
            None => {
                record::check(&document, &mut findings);
                site.record = Some(document);
            }
        }
    }
    site.check(&mut findings);
    sorted(findings)
}

fn unknown_file(name: &str, last: &str) -> Option<Finding> {
    if !last.ends_with(".json") {
        return None;
    }
    let names = CatalogPart::ALL.iter().map(|p| p.file_name()).chain([SITE_FILE]);
    let message = match text::nearest(last, names.clone()) {
        Some(nearest) => format!("unknown file, did you mean {nearest}?"),
        None => format!("unknown file: must be one of {}", names.collect::<Vec<_>>().join(", ")),
    };
    Some(Finding {
        file: name.to_owned(),
        line: 1,
        column: 1,
        key: String::new(),
        pointer: String::new(),
        severity: Severity::Warning,
        message,
    })
}

struct Site<'a> {
    record: Option<Document<'a>>,
    parts: HashMap<CatalogPart, Document<'a>>,
}

impl Site<'_> {
    /// The ids of a part; `None` if its file is missing.
    fn ids(&self, part: CatalogPart) -> Option<HashSet<&str>> {
        let rows = self.parts.get(&part)?.items("");
        Some(rows.filter_map(|(_, row)| row.get("id")?.as_str()).collect())
    }

    fn check(&self, findings: &mut Vec<Finding>) {
        if let Some(record) = &self.record {
            self.check_theaters_of_record(record, findings);
            self.check_films_of_record(record, findings);
            self.check_pages_of_record(record, findings);
            self.check_saved_blocks(record, findings);
        }
        if let Some(shows) = self.parts.get(&CatalogPart::Showtimes) {
            self.check_references(shows, "", "/movieId", Severity::Error, CatalogPart::Movies, findings);
            self.check_references(shows, "", "/theaterId", Severity::Error, CatalogPart::Theaters, findings);
            self.check_screens_and_days(shows, findings);
        }
        if let Some(pages) = self.parts.get(&CatalogPart::Pages) {
            self.check_references_of_blocks(pages, findings);
        }
        if let Some(events) = self.parts.get(&CatalogPart::Events) {
            self.check_references(events, "", "/movieIds", Severity::Warning, CatalogPart::Movies, findings);
            for (event, _) in events.items("") {
                let dates = format!("{event}/dates");
                self.check_references(
                    events,
                    &dates,
                    "/movieId",
                    Severity::Warning,
                    CatalogPart::Movies,
                    findings,
                );
            }
            self.check_references(
                events,
                "",
                "/theaterIds",
                Severity::Warning,
                CatalogPart::Theaters,
                findings,
            );
        }
    }

    /// Checks that the films and theaters of blocks exist, in all languages of a page.
    fn check_references_of_blocks(&self, pages: &Document<'_>, findings: &mut Vec<Finding>) {
        for (page, record) in pages.items("") {
            let locales = record.get("localizations").and_then(Value::as_object);
            let locales = locales.into_iter().flat_map(|l| l.keys());
            let localized = locales.map(|locale| format!("{page}/localizations/{locale}/blocks"));
            for blocks in std::iter::once(format!("{page}/blocks")).chain(localized) {
                self.check_references(
                    pages,
                    &blocks,
                    "/movieIds",
                    Severity::Warning,
                    CatalogPart::Movies,
                    findings,
                );
                self.check_references(
                    pages,
                    &blocks,
                    "/theaterId",
                    Severity::Warning,
                    CatalogPart::Theaters,
                    findings,
                );
            }
        }
    }

    /// Checks that the films and theaters of saved blocks exist, and the saved blocks of pages (PAGE-16).
    fn check_saved_blocks(&self, record: &Document<'_>, findings: &mut Vec<Finding>) {
        let saved = record.get(SAVED_BLOCKS).and_then(Value::as_object);
        for (id, entry) in saved.into_iter().flatten() {
            let at = child(SAVED_BLOCKS, id);
            let languages = entry.get("localizations").and_then(Value::as_object);
            let localized = languages.into_iter().flat_map(|languages| languages.keys());
            let localized = localized.map(|language| child(&format!("{at}/localizations"), language));
            for at in std::iter::once(format!("{at}/block")).chain(localized) {
                for (key, part) in [("movieIds", CatalogPart::Movies), ("theaterId", CatalogPart::Theaters)] {
                    self.check_ids(record, &child(&at, key), Severity::Warning, part, findings);
                }
            }
        }
        let Some(pages) = self.parts.get(&CatalogPart::Pages) else { return };
        for (at, block) in pages.items("").flat_map(|(page, record)| blocks_of_page(pages, &page, record)) {
            let id = block.get("id").and_then(Value::as_str).filter(|_| block["type"] == "saved");
            if let Some(id) = id.filter(|id| saved.is_none_or(|saved| !saved.contains_key(*id))) {
                let candidates = saved.into_iter().flat_map(|saved| saved.keys()).map(String::as_str);
                let nearest = text::nearest(id, candidates).map(|n| format!(", did you mean {n:?}?"));
                let message = format!(
                    "saved block {id:?} not found in {SITE_FILE}, so nothing is shown{}",
                    nearest.unwrap_or_default()
                );
                findings.push(pages.finding(Severity::Warning, &format!("{at}/id"), message));
            }
        }
    }

    /// Checks that the ids at `place` of each item of a list exist in a part.
    fn check_references(
        &self,
        document: &Document<'_>,
        list: &str,
        place: &str,
        severity: Severity,
        part: CatalogPart,
        findings: &mut Vec<Finding>,
    ) {
        for (at, _) in document.items(list) {
            self.check_ids(document, &format!("{at}{place}"), severity, part, findings);
        }
    }

    /// Checks that an id, or each id of a list, exists in a part.
    fn check_ids(
        &self,
        document: &Document<'_>,
        at: &str,
        severity: Severity,
        part: CatalogPart,
        findings: &mut Vec<Finding>,
    ) {
        let Some(ids) = self.ids(part) else { return };
        let what = if part == CatalogPart::Movies { "film" } else { "theater" };
        let single_id = document.get(at).and_then(Value::as_str).map(|id| (at.to_owned(), id));
        for (at, id) in single_id.into_iter().chain(document.texts(at)) {
            if !ids.contains(id) {
                findings.push(document.finding(severity, &at, unknown(what, id, &ids, part)));
            }
        }
    }

    fn check_theaters_of_record(&self, record: &Document<'_>, findings: &mut Vec<Finding>) {
        let Some(theater_ids) = self.ids(CatalogPart::Theaters) else { return };
        for (at, id) in record.texts("/config/theaterIds").filter(|(_, id)| !theater_ids.contains(id)) {
            findings.push(record.finding(
                Severity::Error,
                &at,
                unknown("theater", id, &theater_ids, CatalogPart::Theaters),
            ));
        }
        let theater_count = record.texts("/config/theaterIds").count();
        if record.flag("/config/isSingleLocation") && theater_count == 0 && theater_ids.len() > 1 {
            let message = format!(
                "theaters.json has {} theaters: must be false, or set theaterIds to one theater",
                theater_ids.len()
            );
            findings.push(record.finding(Severity::Error, "/config/isSingleLocation", message));
        }
    }

    fn check_films_of_record(&self, record: &Document<'_>, findings: &mut Vec<Finding>) {
        let Some(movie_ids) = self.ids(CatalogPart::Movies) else { return };
        for list in ["/config/movieOrderIndex", "/config/globalExcludedMovieIds"] {
            for (at, id) in record.texts(list).filter(|(_, id)| !movie_ids.contains(id)) {
                findings.push(record.finding(
                    Severity::Warning,
                    &at,
                    unknown("film", id, &movie_ids, CatalogPart::Movies),
                ));
            }
        }
    }

    /// Reports pages that are hidden by routes of the record, and a missing privacy page (ROUTE-06 to ROUTE-08).
    fn check_pages_of_record(&self, record: &Document<'_>, findings: &mut Vec<Finding>) {
        let Some(pages) = self.parts.get(&CatalogPart::Pages) else { return };
        let reserved = reserved::paths(record);
        let privacy = record.text("/settings/privacyPolicyPage/slug");
        let mut has_privacy = privacy.is_empty();
        for (at, page) in pages.items("") {
            let path = page.get("path").and_then(Value::as_str).unwrap_or_default();
            has_privacy |= path.trim_matches('/') == privacy;
            // The check of pages.json reports the paths that every site reserves.
            if let Some(owner) = reserved.owner(path)
                && !matches!(owner, PathOwner::Fixed | PathOwner::Ticketing)
            {
                let message = reserved::hidden_page(path, owner);
                findings.push(pages.finding(Severity::Error, &format!("{at}/path"), message));
            }
        }
        if !has_privacy {
            let message = format!("pages.json has no page /{privacy}/: add it or correct the slug");
            findings.push(record.finding(Severity::Warning, "/settings/privacyPolicyPage/slug", message));
        }
    }

    /// Checks that screens of shows exist in their theater, and that cinema days match the starts (CONST-02).
    fn check_screens_and_days(&self, shows: &Document<'_>, findings: &mut Vec<Finding>) {
        let Some(theaters) = self.parts.get(&CatalogPart::Theaters) else { return };
        let hour = self.record.as_ref().and_then(|r| r.get("/config/options/businessDayStartHour")?.as_u64());
        let hour = hour.and_then(|h| u8::try_from(h).ok()).unwrap_or(time::BUSINESS_DAY_START_HOUR);
        let mut by_theater: HashMap<&str, (&str, HashSet<&str>)> = HashMap::new();
        for (at, theater) in theaters.items("") {
            let Some(id) = theater.get("id").and_then(Value::as_str) else { continue };
            let screens = theaters.items(&format!("{at}/screens"));
            let screens = screens.filter_map(|(_, screen)| screen.get("id")?.as_str()).collect();
            by_theater
                .insert(id, (theater.get("timeZone").and_then(Value::as_str).unwrap_or("UTC"), screens));
        }
        for (at, show) in shows.items("") {
            let text = |key: &str| show.get(key).and_then(Value::as_str);
            let Some((zone, screens)) = text("theaterId").and_then(|id| by_theater.get(id)) else { continue };
            if let Some(screen) = text("screen").filter(|screen| !screens.contains(screen)) {
                let message = format!(
                    "the theater has no screen {screen:?}: add it in theaters.json or correct the id"
                );
                findings.push(shows.finding(Severity::Warning, &format!("{at}/screen"), message));
            }
            let start = text("startsAt").and_then(|t| t.parse::<jiff::Timestamp>().ok());
            let day = text("businessDate").and_then(|t| t.parse::<jiff::civil::Date>().ok());
            // The check of theaters.json reports unknown zones.
            if let (Some(start), Some(day), true) = (start, day, time::is_zone(zone)) {
                let expected = time::business_date(start, &time::time_zone(zone), hour);
                if expected != day {
                    let message =
                        format!("the cinema day of {start} in {zone} is {expected}: write {expected}");
                    findings.push(shows.finding(Severity::Error, &format!("{at}/businessDate"), message));
                }
            }
        }
    }
}

/// The blocks of a page in all languages, with their pointers.
fn blocks_of_page<'d>(
    pages: &'d Document<'_>,
    page: &str,
    record: &'d Value,
) -> impl Iterator<Item = (String, &'d Value)> + use<'d> {
    let languages = record.get("localizations").and_then(Value::as_object);
    let localized = languages.into_iter().flat_map(|languages| languages.keys());
    let localized =
        localized.map(|language| format!("{}/blocks", child(&format!("{page}/localizations"), language)));
    let lists: Vec<String> = std::iter::once(format!("{page}/blocks")).chain(localized).collect();
    lists.into_iter().flat_map(|list| pages.items(&list))
}

fn unknown(what: &str, id: &str, existing_ids: &HashSet<&str>, part: CatalogPart) -> String {
    let mut candidates: Vec<&str> = existing_ids.iter().copied().collect();
    candidates.sort_unstable();
    let nearest = text::nearest(id, candidates).map(|n| format!(", did you mean {n:?}?")).unwrap_or_default();
    format!("{what} {id:?} not found in {}{nearest}", part.file_name())
}
