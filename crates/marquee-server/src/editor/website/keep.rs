//! Takes over parts of another website into a new site: they go through its draft, so that the same rules apply as to what people type.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use marquee_api::editor::{DraftEdit, SiteFromWebsite, WebsitePage, WebsiteProgram};
use marquee_model::catalog::{Screen, Theater};
use marquee_model::text::ascii_slug;
use marquee_model::{MediaRef, SiteId};
use marquee_site::draft::{Author, DraftError, Publication};
use marquee_site::library::Upload;
use serde_json::{Map, Value, json};

use super::super::Editor;
use super::super::schedule::fetch_in_background;

/// Maximum number of pages, and of paragraphs of each.
const MAX_PAGES: usize = 6;

/// What the operator typed of the only theater, for a schedule that lacks it.
#[derive(Debug, Clone, Default)]
pub struct TypedTheater {
    /// Postal address, one line.
    pub address: String,
    pub screens: Vec<Screen>,
}

/// Takes over logo, program, pages and the theater's contact of a website into a site that was just created, and publishes them with
/// what was typed. Its colors, fonts and description are in the site's record already. Returns false if some of it is missing, or in the draft only.
pub async fn keep(
    editor: &Editor,
    site: &SiteId,
    author: &Author,
    website: SiteFromWebsite,
    typed: &TypedTheater,
) -> bool {
    let logo = match &website.logo {
        Some(text) => upload(editor, site, author, text).await.map(Some),
        None => Ok(None),
    };
    let is_complete = logo.is_ok();
    let published = publish(editor, site, author, &website, logo.ok().flatten(), typed).await;
    match published {
        Ok(()) => is_complete,
        Err(error) => {
            tracing::warn!(site.id = %site, %error, "what was found on a website was not published");
            false
        }
    }
}

/// Stores the logo in the picture library.
async fn upload(editor: &Editor, site: &SiteId, author: &Author, text: &str) -> Result<MediaRef, ()> {
    let bytes = STANDARD.decode(text).map_err(|_| ())?;
    let upload = Upload { name: String::new(), bytes: Bytes::from(bytes) };
    let stored = editor.app.library.upload(site, author, upload).await;
    stored
        .map(|(picture, _)| picture.row.source)
        .map_err(|error| tracing::warn!(site.id = %site, %error, "the logo of a website was not stored"))
}

async fn publish(
    editor: &Editor,
    site: &SiteId,
    author: &Author,
    website: &SiteFromWebsite,
    logo: Option<MediaRef>,
    typed: &TypedTheater,
) -> Result<(), DraftError> {
    let drafts = &editor.app.drafts;
    let before = drafts.draft(site, author).await?.content;
    let mut after = before.clone();
    if let Some(logo) = logo {
        set(&mut after, "/site/settings", "logo", json!({ "src": logo.as_str() }));
    }
    if let Some(program) = &website.program {
        add_program(&mut after, program);
    }
    complete_theater(&mut after, typed);
    add_pages(&mut after, &website.pages);
    let changed = ["site", "theaters", "pages", "menus", "films", "shows"]
        .into_iter()
        .filter(|section| before.get(section) != after.get(section));
    let edits: Vec<DraftEdit> = changed
        .map(|section| DraftEdit {
            pointer: format!("/{section}"),
            from: before.get(section).cloned(),
            to: after.get(section).cloned(),
        })
        .collect();
    if edits.is_empty() {
        return Ok(());
    }
    drafts.edit(site, author, &edits).await?;
    drafts.publish(site, author, &Publication::default()).await?;
    fetch_in_background(editor, site, posters(website.program.as_ref()));
    Ok(())
}

/// The posters of films.
fn posters(program: Option<&WebsiteProgram>) -> Vec<MediaRef> {
    let films = program.into_iter().flat_map(|program| program.films.values());
    films.filter_map(|film| MediaRef::parse(film.fields.get("poster")?.as_str()?).ok()).collect()
}

/// Sets a field of an object.
fn set(document: &mut Value, at: &str, key: &str, value: Value) {
    if let Some(object) = document.pointer_mut(at).and_then(Value::as_object_mut) {
        object.insert(key.to_owned(), value);
    }
}

/// Adds films and shows. The site has one theater: it gets the shows of the theater with the most, and its contact if it has none.
fn add_program(document: &mut Value, program: &WebsiteProgram) {
    let Some(own) =
        document.get("theaters").and_then(Value::as_object).and_then(|all| all.keys().next().cloned())
    else {
        return;
    };
    let theater_of = |show: &marquee_model::catalog::RecordEdit| {
        show.fields.get("theaterId").and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for show in program.shows.values() {
        *counts.entry(theater_of(show)).or_default() += 1;
    }
    let main = counts.into_iter().max_by_key(|(_, count)| *count).map(|(id, _)| id).unwrap_or_default();
    let found = program.theaters.iter().find(|theater| theater.id.as_str() == main);
    if let Some(found) = found.or(program.theaters.first()) {
        add_contact(document, &own, found);
    }
    let mut shows = Map::new();
    for (id, show) in program.shows.iter().filter(|(_, show)| theater_of(show) == main) {
        let mut show = show.clone();
        show.fields.insert("theaterId".to_owned(), own.clone().into());
        shows.insert(id.to_string(), serde_json::to_value(show).unwrap_or_default());
    }
    let films = program
        .films
        .iter()
        .map(|(id, film)| (id.to_string(), serde_json::to_value(film).unwrap_or_default()));
    let films: Map<String, Value> = films.collect();
    for (section, records) in [("films", films), ("shows", shows)] {
        let all = document.get_mut(section).and_then(Value::as_object_mut);
        match all {
            Some(all) => all.extend(records),
            None => set(document, "", section, records.into()),
        }
    }
}

/// Adds to the only theater what its schedule lacks. As an edit, the next import keeps it.
fn complete_theater(document: &mut Value, typed: &TypedTheater) {
    let Some(theaters) = document.get_mut("theaters").and_then(Value::as_object_mut) else { return };
    let mut all = theaters.values_mut();
    let (Some(theater), None) = (all.next(), all.next()) else { return };
    let lacks = |pointer: &str| match theater.pointer(pointer) {
        Some(Value::String(text)) => text.is_empty(),
        Some(Value::Array(list)) => list.is_empty(),
        Some(_) => false,
        None => true,
    };
    let (lacks_street, lacks_screens) = (lacks("/address/street"), lacks("/screens"));
    if lacks_street && !typed.address.is_empty() {
        if theater.get("address").is_none() {
            set(theater, "", "address", json!({}));
        }
        set(theater, "/address", "street", json!(typed.address));
    }
    if lacks_screens && !typed.screens.is_empty() {
        set(theater, "", "screens", json!(typed.screens));
    }
}

fn add_contact(document: &mut Value, own: &str, found: &Theater) {
    let at = format!("/theaters/{own}");
    let has_street = document
        .pointer(&format!("{at}/address/street"))
        .and_then(Value::as_str)
        .is_some_and(|street| !street.is_empty());
    let values = [
        ("phone", found.phone.as_ref().map(|phone| json!(phone))),
        ("email", found.email.as_ref().map(|email| json!(email))),
        ("hours", found.hours.as_ref().map(|hours| json!(hours))),
        ("geo", found.geo.map(|geo| json!({ "lat": geo.lat, "lon": geo.lon }))),
        ("address", (!has_street).then(|| json!(found.address))),
    ];
    for (key, value) in values {
        if let Some(value) = value {
            set(document, &at, key, value);
        }
    }
}

/// Adds pages with a block of text each, and links to them in the header.
fn add_pages(document: &mut Value, pages: &[WebsitePage]) {
    for page in pages.iter().take(MAX_PAGES) {
        let slug = ascii_slug(&page.title);
        let path = format!("/{slug}/");
        let is_taken =
            document.get("pages").and_then(Value::as_object).is_none_or(|all| all.contains_key(&path));
        if slug.is_empty() || is_taken {
            continue;
        }
        let blocks = json!([{ "type": "text", "title": "", "paragraphs": page.paragraphs }]);
        let record = json!({ "path": path, "kind": "content", "title": page.title, "description": "", "blocks": blocks });
        set(document, "/pages", &path, record);
        if let Some(header) = document.pointer_mut("/menus/header").and_then(Value::as_array_mut) {
            header.push(json!({ "label": page.title, "href": path }));
        }
    }
}
