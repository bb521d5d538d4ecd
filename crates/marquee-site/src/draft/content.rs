//! The editable content of a site as one JSON document.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;
use jsonptr::Pointer;
use marquee_catalog::{CinemaDays, EditError, read_program_edits, save_program_edits, save_theater_edits};
use marquee_check::{CatalogPart, File, Finding, Severity, check_catalog_part, check_site_record};
use marquee_model::SiteId;
use marquee_model::catalog::{
    Attribute, Event, Menus, Page, PictureDetailsBySource, ProgramEdits, ProgramRulesByTheater, RecordEdit,
    SITE_FILE, Theater,
};
use marquee_model::settings::SiteRecord;
use marquee_store::{EditedKind, StoreError, WriteTx};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::document::{apply, overlap, value_at};

/// Everything of a site that operators edit.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteContent {
    pub record: SiteRecord,
    pub theaters: Vec<Theater>,
    pub events: Vec<Event>,
    pub pages: Vec<Page>,
    pub menus: Menus,
    pub attributes: Vec<Attribute>,
    /// What was typed in beside feeds and imports.
    pub program: ProgramEdits,
    pub program_rules: ProgramRulesByTheater,
    pub pictures: PictureDetailsBySource,
}

/// A part of a document that is invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// JSON Pointer of the part.
    pub pointer: String,
    /// What is wrong and what to change.
    pub message: String,
}

/// A list of records that the document has as an object by id, and the order of the ids.
struct RecordList {
    /// The key of the object.
    records: &'static str,
    /// The key of the order; `None` if the order has no meaning.
    order: Option<&'static str>,
    /// The field that has the id.
    id: &'static str,
    part: CatalogPart,
}

const THEATERS: RecordList =
    RecordList { records: "theaters", order: Some("theaterOrder"), id: "id", part: CatalogPart::Theaters };
const EVENTS: RecordList =
    RecordList { records: "events", order: Some("eventOrder"), id: "id", part: CatalogPart::Events };
const PAGES: RecordList = RecordList { records: "pages", order: None, id: "path", part: CatalogPart::Pages };

/// The keys of a document.
pub const SECTIONS: [&str; 12] = [
    "site",
    "theaters",
    "theaterOrder",
    "events",
    "eventOrder",
    "pages",
    "menus",
    "attributes",
    "films",
    "shows",
    "programRules",
    "pictures",
];

/// The host names of the site.
pub const HOSTS: &str = "/site/hosts";

/// Objects of the site record that have entries by key and are left out of it while they are empty. A document has them nevertheless, so
/// that each entry is a part of its own, also the first one.
pub const ENTRY_MAPS: [&str; 4] = [
    "/site/config/options/featuredFilms",
    "/site/config/options/filmPlaces",
    "/site/config/options/savedBlocks",
    "/site/config/options/redirects",
];

/// Adds the objects that a record leaves out while they are empty.
pub fn add_entry_maps(document: &mut Value) {
    for pointer in ENTRY_MAPS.map(Pointer::from_static) {
        if value_at(document, pointer).is_none() {
            apply(document, pointer, Some(json!({})));
        }
    }
}

/// The record of which a pointer names a part, if the document lacks it. Overrides of films and shows are not meant: each part of them is
/// complete by itself.
pub fn missing_record<'p>(document: &Value, part: &'p Pointer) -> Option<&'p Pointer> {
    let lists = [THEATERS, EVENTS, PAGES].map(|list| format!("/{}", list.records));
    let mut collections = lists.iter().map(String::as_str).chain(ENTRY_MAPS);
    collections.find_map(|collection| {
        let rest = part.as_str().strip_prefix(collection)?.strip_prefix('/')?;
        let end = collection.len() + 1 + rest.find('/')?;
        let record = Pointer::parse(part.as_str().get(..end)?).ok()?;
        value_at(document, record).is_none().then_some(record)
    })
}

impl RecordList {
    fn write(&self, document: &mut Map<String, Value>, rows: Value) {
        let rows = match rows {
            Value::Array(rows) => rows,
            _ => Vec::new(),
        };
        let id = |row: &Value| row.get(self.id).and_then(Value::as_str).unwrap_or_default().to_owned();
        if let Some(order) = self.order {
            document.insert(order.to_owned(), rows.iter().map(id).collect());
        }
        let by_id: Map<String, Value> = rows.into_iter().map(|row| (id(&row), row)).collect();
        document.insert(self.records.to_owned(), by_id.into());
    }

    /// The records in their order, with their keys. Records that the order does not name are last, by key.
    fn read<'d>(&self, document: &'d Value) -> Vec<(&'d str, &'d Value)> {
        let Some(records) = document.get(self.records).and_then(Value::as_object) else { return Vec::new() };
        let order = self.order.and_then(|order| document.get(order)).and_then(Value::as_array);
        let positions: HashMap<&str, usize> = order
            .map(|ids| ids.iter().enumerate().filter_map(|(n, id)| Some((id.as_str()?, n))).collect())
            .unwrap_or_default();
        let mut rows: Vec<_> = records.iter().map(|(key, row)| (key.as_str(), row)).collect();
        rows.sort_by_key(|(key, _)| (positions.get(key).copied().unwrap_or(usize::MAX), *key));
        rows
    }

    fn problems(&self, document: &Value, problems: &mut Vec<Problem>) {
        let rows = self.read(document);
        for (key, row) in &rows {
            if row.get(self.id).and_then(Value::as_str) != Some(key) {
                let pointer = format!("/{}/{}/{}", self.records, escape(key), self.id);
                problems
                    .push(Problem { pointer, message: format!("must be {key:?}, the key of the record") });
            }
        }
        let list: Value = rows.iter().map(|(_, row)| (*row).clone()).collect();
        let (name, text) = (self.part.file_name(), list.to_string());
        for finding in check_catalog_part(self.part, name, &text) {
            let (index, rest) = first_token(&finding.pointer);
            let key = index.parse().ok().and_then(|n: usize| rows.get(n)).map(|(key, _)| *key);
            let at = key.map_or(String::new(), |key| format!("/{}{rest}", escape(key)));
            add_error(problems, &format!("/{}{at}", self.records), finding);
        }
    }
}

/// Text as a token of a JSON Pointer.
fn escape(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}

/// The first token of a pointer, and the rest with its slash.
fn first_token(pointer: &str) -> (&str, &str) {
    let tokens = pointer.strip_prefix('/').unwrap_or(pointer);
    tokens.split_at(tokens.find('/').unwrap_or(tokens.len()))
}

/// Adds a finding that makes the content invalid.
fn add_error(problems: &mut Vec<Problem>, pointer: &str, finding: Finding) {
    if finding.severity == Severity::Error {
        problems.push(Problem { pointer: pointer.to_owned(), message: finding.message });
    }
}

fn to_json<T: serde::Serialize>(value: &T) -> Value {
    // Records are serialized to JSON whenever they are stored.
    serde_json::to_value(value).unwrap_or_default()
}

fn parse<T: DeserializeOwned>(pointer: &str, value: Value) -> Result<T, Problem> {
    serde_json::from_value(value)
        .map_err(|error| Problem { pointer: pointer.to_owned(), message: error.to_string() })
}

/// A section that has records by id; empty if the document is older than the section.
fn parse_map<K, T>(section: &str, document: &Value) -> Result<BTreeMap<K, T>, Problem>
where
    K: DeserializeOwned + Ord,
    T: DeserializeOwned,
{
    let Some(section_value) = document.get(section).and_then(Value::as_object) else {
        return Ok(BTreeMap::new());
    };
    let entry = |(key, value): (&String, &Value)| {
        let pointer = format!("/{section}/{}", escape(key));
        Ok((parse(&pointer, key.as_str().into())?, parse(&pointer, value.clone())?))
    };
    section_value.iter().map(entry).collect()
}

impl SiteContent {
    /// Locks a site and reads its content within a transaction, without shows that are long over at `now`.
    pub async fn locked(tx: &WriteTx, site: &SiteId, now: Timestamp) -> Result<Option<Self>, StoreError> {
        let Some(stored) = tx.lock_site(site).await? else { return Ok(None) };
        Ok(Some(Self {
            record: stored.record,
            theaters: tx.theaters(site).await?,
            events: tx.events(site).await?,
            pages: tx.pages(site).await?,
            menus: tx.menus(site).await?,
            attributes: tx.attributes(site).await?,
            program: read_program_edits(tx, site, now).await?,
            program_rules: tx.program_rules(site).await?,
            pictures: tx.picture_details(site).await?,
        }))
    }

    pub fn to_document(&self) -> Value {
        let mut document = Map::new();
        document.insert("site".to_owned(), to_json(&self.record));
        THEATERS.write(&mut document, to_json(&self.theaters));
        EVENTS.write(&mut document, to_json(&self.events));
        PAGES.write(&mut document, to_json(&self.pages));
        document.insert("menus".to_owned(), to_json(&self.menus));
        document.insert("attributes".to_owned(), to_json(&self.attributes));
        document.insert("films".to_owned(), to_json(&self.program.films));
        document.insert("shows".to_owned(), to_json(&self.program.shows));
        document.insert("programRules".to_owned(), to_json(&self.program_rules));
        document.insert("pictures".to_owned(), to_json(&self.pictures));
        let mut document = document.into();
        add_entry_maps(&mut document);
        document
    }

    /// Reads a document.
    ///
    /// # Errors
    /// The part that does not have the type of its record. [`problems`] finds more.
    pub fn from_document(document: &Value) -> Result<Self, Problem> {
        let part = |key: &str| document.get(key).cloned().unwrap_or_default();
        fn rows<T: DeserializeOwned>(list: &RecordList, document: &Value) -> Result<Vec<T>, Problem> {
            let row = |(key, row): (&str, &Value)| {
                parse(&format!("/{}/{}", list.records, escape(key)), row.clone())
            };
            list.read(document).into_iter().map(row).collect()
        }
        Ok(Self {
            record: parse("/site", part("site"))?,
            theaters: rows(&THEATERS, document)?,
            events: rows(&EVENTS, document)?,
            pages: rows(&PAGES, document)?,
            menus: parse("/menus", part("menus"))?,
            attributes: parse("/attributes", part("attributes"))?,
            program: ProgramEdits {
                films: parse_map("films", document)?,
                shows: parse_map("shows", document)?,
            },
            program_rules: parse_map("programRules", document)?,
            pictures: parse_map("pictures", document)?,
        })
    }

    /// Saves the parts that differ from `old`, as of `now`.
    ///
    /// # Errors
    /// [`SaveError::Invalid`] if a show is of a film that the site does not have, or an edit does not fit what the feed says.
    pub async fn save(&self, tx: &mut WriteTx, old: &Self, now: Timestamp) -> Result<(), SaveError> {
        let site = &self.record.key;
        if self.record != old.record {
            tx.save_site(&self.record).await?;
        }
        save_theater_edits(tx, site, &old.theaters, &self.theaters).await?;
        let removed = old.theaters.iter().filter(|old| self.theaters.iter().all(|new| new.id != old.id));
        let removed: Vec<_> = removed.map(|theater| theater.id.clone()).collect();
        tx.remove_theaters(site, &removed).await?;
        let moved = (0..).zip(&self.theaters);
        let moved =
            moved.filter(|(n, new)| usize::try_from(*n).ok().and_then(|n| old.theaters.get(n)) != Some(*new));
        tx.save_theaters(site, &moved.collect::<Vec<(i32, &Theater)>>()).await?;
        if self.events != old.events {
            tx.replace_events(site, &self.events).await?;
        }
        if self.pages != old.pages {
            tx.replace_pages(site, &self.pages).await?;
        }
        if self.menus != old.menus {
            tx.save_menus(site, &self.menus).await?;
        }
        if self.attributes != old.attributes {
            tx.save_attributes(site, &self.attributes).await?;
        }
        if self.program_rules != old.program_rules {
            tx.replace_program_rules(site, &self.program_rules).await?;
        }
        if self.pictures != old.pictures {
            tx.replace_picture_details(site, &self.pictures).await?;
        }
        save_program_edits(tx, site, (&old.program, &self.program), self.cinema_days(), now)
            .await
            .map_err(refused)
    }

    /// How cinema days follow from starts.
    #[must_use]
    pub fn cinema_days(&self) -> CinemaDays<'_> {
        let start_hour = self.record.config.options.business_day_start_hour();
        CinemaDays { theaters: &self.theaters, start_hour }
    }
}

/// Why content was not saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    #[error("{}: {}", .0.pointer, .0.message)]
    Invalid(Problem),
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn refused(error: EditError) -> SaveError {
    match error {
        EditError::UnknownFilm { show, film } => SaveError::Invalid(Problem {
            pointer: format!("/shows/{}/fields/movieId", escape(show.as_str())),
            message: format!("the film {film} does not exist: choose another, or remove the show"),
        }),
        EditError::Field { kind, id, source } => {
            let section = match kind {
                EditedKind::Film => "films",
                EditedKind::Show => "shows",
                EditedKind::Theater => "theaters",
            };
            let pointer = format!("/{section}/{}/fields", escape(&id));
            SaveError::Invalid(Problem { pointer, message: source.to_string() })
        }
        EditError::Store(error) => SaveError::Store(error),
    }
}

/// Values with which the required keys of a feed's record are filled to check the changed ones: those of the feed are valid.
fn placeholder(part: CatalogPart) -> Value {
    match part {
        CatalogPart::Movies => json!({ "title": "-", "slug": "-" }),
        _ => json!({ "movieId": "1", "theaterId": "1", "startsAt": "2000-01-01T00:00:00Z" }),
    }
}

/// What is wrong with the edits of films or shows.
fn edit_problems(
    section: &str,
    part: CatalogPart,
    document: &Value,
    changed: &impl Fn(&str) -> bool,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    let Some(edits) = document.get(section).and_then(Value::as_object) else { return problems };
    for (id, value) in edits {
        let pointer = format!("/{section}/{}", escape(id));
        if !changed(&pointer) {
            continue;
        }
        let edit: RecordEdit = match parse(&pointer, value.clone()) {
            Ok(edit) => edit,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        if !edit.added && part == CatalogPart::Showtimes && edit.fields.contains_key("theaterId") {
            let message =
                "a show of a feed cannot move to another theater: hide it and add a show there".to_owned();
            problems.push(Problem { pointer: format!("{pointer}/fields/theaterId"), message });
        }
        let base = placeholder(part);
        let Some(mut record) = (RecordEdit { hidden: false, ..edit }).applied(id, Some(&base)) else {
            continue;
        };
        match part {
            // Made from the title if it is missing.
            CatalogPart::Movies if record.get("slug").is_none() => record["slug"] = "-".into(),
            // Made from the start.
            CatalogPart::Showtimes => record["businessDate"] = "2000-01-01".into(),
            _ => {}
        }
        if part == CatalogPart::Showtimes {
            let theater = record.get("theaterId").and_then(Value::as_str).unwrap_or_default();
            if record["theaterId"] != base["theaterId"] && document["theaters"].get(theater).is_none() {
                let message =
                    format!("the theater {theater:?} does not exist: choose another, or remove the show");
                problems.push(Problem { pointer: format!("{pointer}/fields/theaterId"), message });
            }
        }
        let text = Value::Array(vec![record]).to_string();
        for finding in check_catalog_part(part, part.file_name(), &text) {
            let (_, rest) = first_token(&finding.pointer);
            add_error(&mut problems, &format!("{pointer}/fields{rest}"), finding);
        }
    }
    problems
}

/// What is wrong with a document of a site, of the parts that overlap with `changed`.
pub fn problems<P: AsRef<jsonptr::Pointer>>(site: &SiteId, document: &Value, changed: &[P]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let is_changed = |section: &str| {
        changed.iter().any(|at| at.as_ref().first().is_some_and(|token| token.decoded() == section))
    };
    if is_changed("site") {
        let record = document.get("site").cloned().unwrap_or_default();
        for finding in check_site_record(SITE_FILE, &record.to_string()) {
            let pointer = format!("/site{}", finding.pointer);
            add_error(&mut problems, &pointer, finding);
        }
        if record.get("key").and_then(Value::as_str) != Some(site.as_str()) {
            let message = format!("the key of a site cannot be changed: must be {:?}", site.as_str());
            problems.push(Problem { pointer: "/site/key".to_owned(), message });
        }
    }
    for list in [THEATERS, EVENTS, PAGES] {
        if is_changed(list.records) {
            list.problems(document, &mut problems);
        }
    }
    for (section, part) in [("menus", CatalogPart::Menus), ("attributes", CatalogPart::Attributes)] {
        if is_changed(section) {
            let text = document.get(section).cloned().unwrap_or(json!(null)).to_string();
            let file = File { name: part.file_name(), text: &text };
            for finding in check_catalog_part(part, file.name, file.text) {
                let pointer = format!("/{section}{}", finding.pointer);
                add_error(&mut problems, &pointer, finding);
            }
        }
    }
    let is_part_changed = |pointer: &str| {
        jsonptr::Pointer::parse(pointer).is_ok_and(|at| changed.iter().any(|c| overlap(c.as_ref(), at)))
    };
    for (section, part) in [("films", CatalogPart::Movies), ("shows", CatalogPart::Showtimes)] {
        if is_changed(section) {
            problems.extend(edit_problems(section, part, document, &is_part_changed));
        }
    }
    if problems.is_empty() {
        problems.extend(SiteContent::from_document(document).err());
    }
    problems.retain(|problem| {
        let Ok(at) = jsonptr::Pointer::parse(&problem.pointer) else { return true };
        changed.iter().any(|changed| overlap(changed.as_ref(), at))
    });
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> SiteContent {
        let read = |name: &str| {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/demo/aster");
            let text = std::fs::read_to_string(std::path::Path::new(folder).join(name)).unwrap();
            serde_json::from_str::<Value>(&text).unwrap()
        };
        let event = json!({ "id": "9", "title": "Late night", "slug": "late-night" });
        SiteContent {
            record: serde_json::from_value(read("site.json")).unwrap(),
            theaters: serde_json::from_value(read("theaters.json")).unwrap(),
            events: vec![serde_json::from_value(event).unwrap()],
            pages: serde_json::from_value(read("pages.json")).unwrap(),
            menus: serde_json::from_value(read("menus.json")).unwrap(),
            attributes: Vec::new(),
            program: ProgramEdits::default(),
            program_rules: BTreeMap::new(),
            pictures: BTreeMap::new(),
        }
    }

    #[test]
    fn a_site_survives_the_way_through_its_document() {
        let mut content = site();
        content.theaters.reverse();
        let document = content.to_document();
        assert_eq!(SiteContent::from_document(&document).unwrap().theaters, content.theaters);
        let again = SiteContent::from_document(&document).unwrap();
        assert_eq!(again.to_document(), document);
        assert_eq!((again.record, again.menus), (content.record, content.menus));
        let keys: Vec<_> = document.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys.iter().filter(|key| !SECTIONS.contains(key)).count(), 0, "{keys:?}");
    }

    fn found(change: impl FnOnce(&mut Value), changed: &str) -> Vec<(String, String)> {
        let mut document = site().to_document();
        change(&mut document);
        let changed = [jsonptr::PointerBuf::parse(changed.to_owned()).unwrap()];
        let key = SiteId::parse("aster").unwrap();
        problems(&key, &document, &changed).into_iter().map(|p| (p.pointer, p.message)).collect()
    }

    #[test]
    fn problems_name_the_part_that_was_changed() {
        let minutes = "/site/config/options/lateBookingMinutes";
        let problems =
            found(|d| d["site"]["config"]["options"]["lateBookingMinutes"] = json!("soon"), minutes);
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert_eq!(problems[0].0, minutes);
        assert!(
            found(|d| d["site"]["config"]["options"]["lateBookingMinutes"] = json!("soon"), "/site/hosts")
                .is_empty()
        );
        let theater = site().theaters[1].id.to_string();
        let name = format!("/theaters/{theater}/name");
        let problems = found(|d| d["theaters"][&theater]["name"] = json!(""), &name);
        assert_eq!(problems.iter().map(|(at, _)| at.as_str()).collect::<Vec<_>>(), [name]);
        let problems = found(|d| d["theaters"][&theater]["id"] = json!("other"), "/theaters");
        assert!(problems.iter().any(|(at, _)| *at == format!("/theaters/{theater}/id")), "{problems:?}");
        let page = site().pages[0].path.clone();
        let at = format!("/pages/{}/title", escape(&page));
        let problems = found(|d| d["pages"][&page]["title"] = json!(7), &at);
        assert_eq!(problems.iter().map(|(at, _)| at.as_str()).collect::<Vec<_>>(), [at]);
        let problems = found(|d| d["site"]["key"] = json!("other"), "/site/key");
        assert!(problems.iter().any(|(_, message)| message.contains("cannot be changed")), "{problems:?}");
        let problems = found(|d| d["menus"]["header"] = json!([{ "label": 1 }]), "/menus/header");
        assert!(problems.iter().all(|(at, _)| at.starts_with("/menus/header")) && !problems.is_empty());
    }

    #[test]
    fn a_published_site_has_no_problems() {
        for section in SECTIONS {
            assert_eq!(found(|_| {}, &format!("/{section}")), [], "{section}");
        }
    }
}
