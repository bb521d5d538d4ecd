//! Reads answers of the Veezi API: sites, screens, attributes, films, sessions and web sessions, as JSON or XML, one list or record in
//! each file.
//!
//! A token of Veezi is for one site, and its ids are numbers of that site. So the theater is the one that the site record names, or the
//! one of the site that the operator chose; films are told apart by their titles. Times are local to the theater.
//!
//! Where the fields are from:
//! - Recorded answers of 2013 (films, sessions, web sessions): all fields that are read from them, but those named below. The link
//!   of a web session is `URL` there, `Url` in newer answers; both are read.
//! - The public client library libveezi 0.4 (2025): `TicketsSoldOut`, `FewTicketsLeft`, `FilmFormat`, `AudioLanguage` and `Attributes`
//!   of sessions; `FilmPosterUrl`, `BackdropImageUrl`, `FilmTrailerUrl` and `AudioLanguage` of films; the records of sites, screens and
//!   attributes. No recording shows them.
//! - Unknown: whether `TimeZoneIdentifier` is an IANA name. Another name is reported, and the site's default is used.

mod film;
mod session;
mod site;

use std::collections::HashMap;

use jiff::Timestamp;
use marquee_model::catalog::Theater;
use marquee_model::{MovieId, ScreenId, TheaterId};
use serde_json::Value;
use url::Url;

use crate::collector::Collector;
use crate::error::FeedError;
use crate::format::{Content, FeedFormat, FurtherRequest, sibling};
use crate::report::WarningReason;
use crate::row::JsonRow;
use crate::schedule::Scope;
use crate::site_names::FilmsByTitle;
use crate::source::{JSON_AND_XML, Source, SourceFile};
use crate::xml;

/// Answers of the Veezi API.
pub(crate) struct Veezi;

impl FeedFormat for Veezi {
    fn name(&self) -> &'static str {
        "veezi"
    }

    fn hint(&self) -> &'static str {
        "its files are answers of the Veezi API: sessions, films, screens, attributes or the site"
    }

    fn extensions(&self) -> &'static [&'static str] {
        JSON_AND_XML
    }

    fn recognizes(&self, _: &SourceFile, content: &Content) -> bool {
        match content {
            Content::Json(value) => list_of(rows_of_json(value).into_iter().map(|(_, row)| row)).is_some(),
            Content::Xml { root, .. } => {
                matches!(
                    root.as_str(),
                    "ArrayOfSession" | "ArrayOfFilm" | "ArrayOfScreen" | "ArrayOfAttribute"
                )
            }
            Content::WebPage | Content::Archive | Content::Text => false,
        }
    }

    fn is_at(&self, address: &Url) -> bool {
        address.host_str().is_some_and(|host| host == "veezi.com" || host.ends_with(".veezi.com"))
    }

    /// The films, screens, attributes and the site that the sessions name, and the links of those that are sold online.
    fn further(&self, address: &Url, _: &[SourceFile], _: Timestamp) -> Vec<FurtherRequest> {
        const LISTS: [&str; 5] = ["/v1/websession", "/v4/film", "/v1/screen", "/v1/attribute", "/v1/site"];
        let is_of_sessions =
            ["session", "websession"].iter().any(|list| address.path().trim_end_matches('/').ends_with(list));
        let lists = LISTS.iter().filter_map(|list| sibling(address, "/v1/", list, None));
        lists.filter(|_| is_of_sessions).map(FurtherRequest::optional).collect()
    }

    fn read(&self, source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
        read(source, collector)
    }
}

/// What the records of a file are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum List {
    Site,
    Screens,
    Attributes,
    Films,
    /// Sessions, or web sessions, which are those that are sold online.
    Sessions,
}

/// A file with its records.
struct Document<'s> {
    file: &'s SourceFile,
    value: Value,
    /// The name of the records in XML; `None` for JSON, or if the root is the record.
    name: Option<String>,
    list: List,
}

impl Document<'_> {
    /// The records with their places.
    fn rows(&self) -> Vec<(String, &Value)> {
        match &self.name {
            Some(name) => xml::elements(&self.value, name, ""),
            None => rows_of_json(&self.value),
        }
    }
}

fn rows_of_json(value: &Value) -> Vec<(String, &Value)> {
    match value {
        Value::Array(all) => all.iter().enumerate().map(|(n, row)| (format!("/{n}"), row)).collect(),
        other => vec![(String::new(), other)],
    }
}

/// What records are, by the first that shows it.
fn list_of<'v>(rows: impl Iterator<Item = &'v Value>) -> Option<List> {
    rows.take(100).find_map(|row| {
        let has = |key: &str| row.get(key).is_some();
        if has("FilmId") && (has("PreShowStartTime") || has("FeatureStartTime")) {
            Some(List::Sessions)
        } else if has("TimeZoneIdentifier") {
            Some(List::Site)
        } else if has("ScreenNumber") {
            Some(List::Screens)
        } else if has("Title") && has("ShortName") {
            Some(List::Films)
        } else if has("Description") && has("ShortName") {
            Some(List::Attributes)
        } else {
            None
        }
    })
}

/// What the sessions refer to.
struct State<'o> {
    /// The theater of all sessions; `None` if neither the files nor the site name one.
    cinema: Option<Cinema<'o>>,
    /// Screens by their id in the feed; `None` for one that the site's theater does not have.
    screens: HashMap<String, Option<ScreenId>>,
    /// Names of session attributes, by id.
    attributes: HashMap<String, String>,
    films: HashMap<String, Film>,
    /// Whether a file has films, so that one that is only named by a session is reported.
    has_film_list: bool,
    titles: FilmsByTitle,
    /// Links of web sessions, by session.
    links: HashMap<String, String>,
}

struct Cinema<'o> {
    id: TheaterId,
    /// The record of the site, if the theater is not from the feed.
    known: Option<&'o Theater>,
}

/// A film of the feed.
enum Film {
    Imported {
        id: MovieId,
        /// Spoken languages.
        languages: Vec<String>,
    },
    PrivateHire,
    Skipped,
}

fn read(source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
    collector.schedule.scope = Scope::Cinemas;
    let mut documents = Vec::new();
    for file in source.files_with(JSON_AND_XML) {
        collector.name_file(file);
        let (value, name) = if xml::is_xml(file) {
            let document = xml::parse(file)?;
            (document.value, document.root.strip_prefix("ArrayOf").map(str::to_owned))
        } else {
            (collector.open(file)?, None)
        };
        let mut document = Document { file, value, name, list: List::Films };
        match list_of(document.rows().into_iter().map(|(_, row)| row)) {
            Some(list) => {
                document.list = list;
                documents.push(document);
            }
            None => collector.warn("file", "", "", WarningReason::UnrecognizedFile),
        }
        collector.report_progress(file);
    }
    let mut state = State {
        cinema: None,
        screens: HashMap::new(),
        attributes: HashMap::new(),
        films: HashMap::new(),
        has_film_list: documents.iter().any(|document| document.list == List::Films),
        titles: FilmsByTitle::new(collector.options.known),
        links: HashMap::new(),
    };
    let screens = site::screens(collector, &documents);
    site::read(collector, &documents, &mut state, screens);
    attributes(collector, &documents, &mut state);
    film::read_all(collector, &documents, &mut state);
    session::read_all(collector, &documents, &mut state);
    Ok(())
}

/// The rows of one list in all files. A record that an earlier file has already is left out, because the API gives the same record in
/// several answers: one film, all films, web sessions.
fn rows_of<'d>(documents: &'d [Document<'_>], list: List) -> Vec<(&'d SourceFile, String, &'d Value)> {
    let mut first: HashMap<String, usize> = HashMap::new();
    let mut rows = Vec::new();
    for (number, document) in documents.iter().enumerate().filter(|(_, document)| document.list == list) {
        for (place, value) in document.rows() {
            let id = crate::row::id_of(value, "Id");
            if id.is_empty() || *first.entry(id).or_insert(number) == number {
                rows.push((document.file, place, value));
            }
        }
    }
    rows
}

fn attributes(collector: &mut Collector<'_>, documents: &[Document<'_>], state: &mut State<'_>) {
    for (file, place, value) in rows_of(documents, List::Attributes) {
        collector.name_file(file);
        collector.row();
        let attribute = JsonRow::new(value, place)
            .and_then(|row| Ok((row.required_id("Id")?, row.required_text("Description", 200)?.to_owned())));
        match attribute {
            Ok((id, name)) => _ = state.attributes.insert(id, name),
            Err(error) => collector.skip("attribute", &crate::row::id_of(value, "Id"), error),
        }
    }
}

#[cfg(test)]
mod tests;
