//! Rules for blocks of pages and saved blocks that a schema cannot express.

use std::collections::HashSet;

use marquee_model::SavedBlockId;
use marquee_model::catalog::{BlockSettings, TextPart, Trailer, embedded_url};
use marquee_model::link_target::LinkTarget;
use marquee_model::settings::MAX_SAVED_BLOCK_BYTES;
use serde_json::Value;

use crate::document::{Document, child};
use crate::{Finding, Severity};

/// Where a record has its saved blocks.
pub(crate) const SAVED_BLOCKS: &str = "/config/options/savedBlocks";

pub(crate) fn invalid_link(href: &str) -> String {
    format!(
        "invalid link {href:?}: must be a path such as /about/, a URL, an email address, ticketing:{{segment}} or empty"
    )
}

/// Checks a list of blocks of a page: links in texts (PAGE-13) and settings (PAGE-15).
pub(crate) fn check_list(document: &Document<'_>, blocks: &str, page: &Value, findings: &mut Vec<Finding>) {
    let is_content = page.get("kind").is_none_or(|kind| kind == "content");
    let mut anchors = HashSet::new();
    for (at, block) in document.items(blocks) {
        let mut error = |at: &str, message| findings.push(document.finding(Severity::Error, at, message));
        let settings = format!("{at}/settings");
        if !is_content
            && block.get("settings").and_then(Value::as_object).is_some_and(|settings| !settings.is_empty())
        {
            error(&settings, "blocks have settings on content pages only".to_owned());
        } else if let Some(anchor) = block.pointer("/settings/anchor").and_then(Value::as_str) {
            let at = format!("{settings}/anchor");
            if BlockSettings::is_reserved_anchor(anchor) {
                error(&at, format!("{anchor:?} is reserved: choose another anchor"));
            } else if !anchors.insert(anchor) {
                error(&at, format!("duplicate anchor {anchor:?}: change one"));
            }
        }
        check_links(document, &at, block, findings);
        check_addresses(document, &at, block, findings);
        if is_content {
            check_settings(document, &at, block, findings);
        }
    }
}

/// Checks that a block has only settings of its type (PAGE-15).
fn check_settings(document: &Document<'_>, at: &str, block: &Value, findings: &mut Vec<Finding>) {
    let block_type = block.get("type").and_then(Value::as_str).unwrap_or_default();
    let possible = BlockSettings::of_type(block_type);
    let settings = block.get("settings").and_then(Value::as_object);
    for name in settings.into_iter().flat_map(|settings| settings.keys()) {
        if !possible.contains(&name.as_str()) {
            let message = if block_type == "saved" {
                format!("a reference to a saved block has no setting {name}: set it in the saved block")
            } else {
                format!("a block of type {block_type} has no setting {name}")
            };
            findings.push(document.finding(Severity::Error, &format!("{at}/settings/{name}"), message));
        }
    }
}

/// Checks the links in the texts of a block (PAGE-13).
fn check_links(document: &Document<'_>, at: &str, block: &Value, findings: &mut Vec<Finding>) {
    let paragraphs = block.get("paragraphs").cloned().unwrap_or_default();
    // What is not a text is an error of the schema.
    let Ok(parts) = serde_json::from_value::<Vec<TextPart>>(paragraphs) else { return };
    for (n, part) in parts.iter().enumerate() {
        for href in part.hrefs().filter(|href| LinkTarget::parse(href).is_none()) {
            let at = format!("{at}/paragraphs/{n}");
            findings.push(document.finding(Severity::Error, &at, invalid_link(href)));
        }
    }
}

/// Checks the addresses of a video and of an embedded page (PAGE-17). A block without one is not finished, and shows nothing.
fn check_addresses(document: &Document<'_>, at: &str, block: &Value, findings: &mut Vec<Finding>) {
    let (field, is_valid, message): (_, fn(&str) -> bool, _) = match block.get("type").and_then(Value::as_str)
    {
        Some("video") => (
            "video",
            |address| Trailer::from_address(address).is_some(),
            "is not a video: choose one of the media library, or use an address at YouTube or Vimeo, or of an .mp4 file",
        ),
        Some("embed") => (
            "url",
            |address| embedded_url(address).is_some(),
            "cannot be shown: use an address that begins with https://, without a user name",
        ),
        _ => return,
    };
    let address = block.get(field).and_then(Value::as_str).unwrap_or_default();
    if !address.is_empty() && !is_valid(address) {
        let message = format!("{address:?} {message}");
        findings.push(document.finding(Severity::Error, &format!("{at}/{field}"), message));
    }
}

/// Checks the saved blocks of a record (PAGE-16).
pub(crate) fn check_saved(document: &Document<'_>, findings: &mut Vec<Finding>) {
    let saved = document.get(SAVED_BLOCKS).and_then(Value::as_object);
    for (id, entry) in saved.into_iter().flatten() {
        let at = child(SAVED_BLOCKS, id);
        let mut error = |at: &str, message| findings.push(document.finding(Severity::Error, at, message));
        if let Err(reason) = SavedBlockId::parse(id) {
            error(&at, format!("{id:?} is not an id of a saved block: {reason}"));
        }
        let size = entry.to_string().len();
        if size > MAX_SAVED_BLOCK_BYTES {
            let limit = MAX_SAVED_BLOCK_BYTES / 1024;
            error(
                &at,
                format!("a saved block has at most {limit} kB in all languages: shorten or divide it"),
            );
        }
        let block_type = entry.pointer("/block/type").and_then(Value::as_str).unwrap_or_default();
        let languages = entry.get("localizations").and_then(Value::as_object);
        for (language, block) in languages.into_iter().flatten() {
            if block.get("type").and_then(Value::as_str).is_some_and(|other| other != block_type) {
                let at = format!("{}/type", child(&format!("{at}/localizations"), language));
                error(&at, format!("must be {block_type:?}, the type in the main language"));
            }
        }
        let localized = languages.into_iter().flatten();
        let localized =
            localized.map(|(language, block)| (child(&format!("{at}/localizations"), language), block));
        for (at, block) in
            entry.get("block").map(|block| (format!("{at}/block"), block)).into_iter().chain(localized)
        {
            if block.pointer("/settings/anchor").is_some() {
                let message = "a saved block has no anchor: each page that uses it has its own".to_owned();
                findings.push(document.finding(Severity::Error, &format!("{at}/settings/anchor"), message));
            }
            check_links(document, &at, block, findings);
            check_addresses(document, &at, block, findings);
            check_settings(document, &at, block, findings);
        }
    }
}
