//! Reads data files of another cinema website platform: page data of its sites and responses of its schedule service.
//! The content of a file is recognized by its keys, not by its name.
//!
//! Where the fields are from: page data and schedules recorded in January 2025 and October 2026. What no recording shows: the interface
//! itself, whose addresses and parameters are from public code of its clients (`schedule?theaters=&from=&to=`, `movies?ids=`), and the
//! list that `movies` responds with, whose films are taken to have the fields of `allMovie`.
//!
//! Theaters, films, attributes and settings are read first, then the records that refer to them: events, menus, schedules.

mod attribute;
mod event;
mod menu;
mod movie;
mod schedule;
mod settings;
mod theater;

use std::collections::{BTreeSet, HashMap};

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde_json::Value;
use url::{Url, form_urlencoded};

use crate::collector::{Collector, parse};
use crate::error::FeedError;
use crate::format::{Content, FeedFormat, FurtherRequest, sibling};
use crate::report::WarningReason;
use crate::row::JsonRow;
use crate::source::{JSON, Source, SourceFile};

/// Data files of another cinema website platform.
pub(crate) struct Boxoffice;

impl FeedFormat for Boxoffice {
    fn name(&self) -> &'static str {
        "boxoffice"
    }

    fn hint(&self) -> &'static str {
        "its files contain data.allTheater, data.allMovie, data.allEvent or schedules by theater"
    }

    fn extensions(&self) -> &'static [&'static str] {
        JSON
    }

    fn recognizes(&self, _: &SourceFile, content: &Content) -> bool {
        content.json().is_some_and(is_file)
    }

    fn is_at(&self, address: &Url) -> bool {
        address.path().contains(INTERFACE)
    }

    /// The schedule from today on, for as long as sites of the platform ask for it.
    fn address(&self, address: &Url, now: Timestamp) -> Url {
        if sibling(address, SCHEDULE, "", None).is_none() {
            return address.clone();
        }
        let today = now.to_zoned(TimeZone::UTC).date();
        // A day earlier, because it is still yesterday west of Greenwich.
        let (first, last) = (today.saturating_sub(1.day()), today.saturating_add(DAYS.days()));
        let kept = address.query_pairs().filter(|(name, _)| name != "from" && name != "to");
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(kept);
        query.append_pair("from", &format!("{first}T00:00:00"));
        query.append_pair("to", &format!("{last}T23:59:59"));
        let mut url = address.clone();
        url.set_query(Some(&query.finish()));
        url
    }

    /// The films of the schedule.
    fn further(&self, address: &Url, files: &[SourceFile], _: Timestamp) -> Vec<FurtherRequest> {
        let Some(films) = sibling(address, SCHEDULE, &format!("{INTERFACE}movies"), None) else {
            return Vec::new();
        };
        let ids: BTreeSet<String> = files
            .iter()
            .filter_map(|file| parse(file).ok())
            .filter(schedule::is_schedule)
            .flat_map(|value| schedule::film_ids(&value))
            .collect();
        let ids: Vec<String> = ids.into_iter().collect();
        let requests = ids.chunks(FILMS_OF_A_REQUEST).map(|ids| {
            let mut url = films.clone();
            url.query_pairs_mut()
                .append_pair("basic", "false")
                .extend_pairs(ids.iter().map(|id| ("ids", id)));
            FurtherRequest::required(url)
        });
        requests.collect()
    }

    fn read(&self, source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
        read(source, collector)
    }
}

/// The path of the interface of a site, and that of its schedule.
const INTERFACE: &str = "/gatsby-source-boxofficeapi/";
const SCHEDULE: &str = "/gatsby-source-boxofficeapi/schedule";
/// Number of days that are requested.
const DAYS: i32 = 60;
/// Number of films in a request: the address has their ids.
const FILMS_OF_A_REQUEST: usize = 40;

/// State shared by all files.
#[derive(Default)]
struct State {
    /// Our slugs of theaters, by the last segment of their path on the other platform.
    theater_slugs: HashMap<String, String>,
    providers: theater::Providers,
    labels: attribute::Labels,
    settings: settings::Draft,
    menus: menu::Draft,
    hidden: schedule::Exclusions,
}

/// Whether a file is one of this platform, by its lists of records.
fn is_file(value: &Value) -> bool {
    const LISTS: [&str; 5] = ["allTheater", "allMovie", "allEvent", "allAttribute", "allMenu"];
    schedule::is_schedule(value)
        || movie::is_list(value)
        || sections(value).iter().any(|section| LISTS.iter().any(|key| section.get(key).is_some()))
}

/// Reads all files. Files with references to other records are parsed again in a second pass.
fn read(source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
    let mut state = State::default();
    let mut second_pass = Vec::new();
    for file in source.files_with(JSON) {
        let value = collector.open(file)?;
        let (mut section_count, mut needs_second_pass) = (0, schedule::is_schedule(&value));
        if movie::is_list(&value) {
            section_count += 1;
            movie::read_list(collector, &mut state.hidden, &value);
        }
        for section in sections(&value) {
            section_count += usize::from(records(collector, &mut state, &section));
            needs_second_pass |= ["allEvent", "allMenu", "menu"].iter().any(|key| section.get(key).is_some());
        }
        if needs_second_pass {
            second_pass.push(file);
            continue;
        }
        if section_count == 0 {
            collector.warn("file", "", "", WarningReason::UnrecognizedFile);
        }
        collector.report_progress(file);
    }
    theater::finish(collector, &mut state);
    attribute::finish(collector, std::mem::take(&mut state.labels));
    settings::finish(collector, &mut state.settings);
    for file in second_pass {
        let value = collector.open(file)?;
        if schedule::is_schedule(&value) {
            schedule::read(collector, &state.hidden, &value);
        } else {
            for section in sections(&value) {
                event::read_all(collector, &section);
                menu::read(collector, &mut state, &section);
            }
        }
        collector.report_progress(file);
    }
    menu::finish(collector, state.menus);
    Ok(())
}

/// The objects of a file that contain query results: `data`, `result.data`, the file itself, or each of its fragments.
fn sections(value: &Value) -> Vec<JsonRow<'_>> {
    for place in ["/data", "/result/data"] {
        if let Some(data) = value.pointer(place) {
            return JsonRow::new(data, place).into_iter().collect();
        }
    }
    let Ok(row) = JsonRow::new(value, "") else { return Vec::new() };
    let is_query_result =
        row.keys().any(|(key, _)| key.starts_with("all") || key == "settings" || key == "menu");
    if is_query_result {
        return vec![row];
    }
    let fragments = row.keys().filter(|(key, _)| key.len() <= 128);
    fragments.filter_map(|(key, value)| JsonRow::new(value, format!("/{key}")).ok()).collect()
}

/// Reads records without references; returns whether there were any.
fn records(collector: &mut Collector<'_>, state: &mut State, section: &JsonRow<'_>) -> bool {
    let theaters = nodes(collector, section, "allTheater", "theater", |c, row| theater::read(c, state, row));
    let movies =
        nodes(collector, section, "allMovie", "film", |c, row| movie::read(c, &mut state.hidden, row));
    let labels =
        nodes(collector, section, "allAttribute", "attribute", |c, row| attribute::read(c, state, row));
    let settings = settings::read(collector, state, section);
    theaters | movies | labels | settings
}

/// Reads the nodes of a list and skips invalid ones; returns whether the list exists.
fn nodes<'a>(
    collector: &mut Collector<'_>,
    section: &JsonRow<'a>,
    key: &'static str,
    what: &'static str,
    mut read: impl FnMut(&mut Collector<'_>, &JsonRow<'a>) -> crate::row::Field<()>,
) -> bool {
    let Some(list) = section.get(key) else { return false };
    let list = JsonRow::new(list, section.pointer_to(key))
        .and_then(|list| Ok((list.pointer_to("nodes"), list.list("nodes")?)));
    let (place, list) = match list {
        Ok(found) => found,
        Err(error) => {
            collector.skip(what, "", error);
            return true;
        }
    };
    for (i, value) in list.iter().enumerate() {
        collector.row();
        if let Err(error) = JsonRow::new(value, format!("{place}/{i}")).and_then(|row| read(collector, &row))
        {
            collector.skip(what, &crate::row::id_of(value, "id"), error);
        }
    }
    true
}

/// The slug in the last segment of a path, without the id: `/film-listing/280195-a-real-pain` -> `a-real-pain`. If it is
/// empty, the slug of the name, else of the id.
fn slug_of(path: Option<&str>, id: &str, name: &str) -> String {
    let last_segment = last_part(path.unwrap_or_default());
    let start = last_segment.get(..id.len()).filter(|start| !id.is_empty() && start.eq_ignore_ascii_case(id));
    let last_segment = start.map_or(last_segment, |_| last_segment.get(id.len()..).unwrap_or_default());
    [last_segment, name, id]
        .into_iter()
        .map(marquee_model::text::slug)
        .find(|s| !s.is_empty())
        .unwrap_or_default()
}

/// The last segment of a path.
fn last_part(path: &str) -> &str {
    path.trim_end_matches('/').rsplit('/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests;
