//! What a person should look at in the content of a site.

use jiff::{SignedDuration, Timestamp};
use marquee_api::editor::{AttentionItem, AttentionKind, EditorPlace};
use marquee_model::MediaRef;
use marquee_model::catalog::{Block, BlockSettings, Page, PageKind, shown_blocks};
use marquee_model::numbers::site_zone;

use crate::draft::SiteContent;

/// How long before their end the rights of a picture need attention.
const RIGHTS_WARNING: SignedDuration = SignedDuration::from_hours(14 * 24);

/// Number of names that an item has at most.
const MAX_NAMES: usize = 3;

/// A record with something missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lacking {
    /// Title or name.
    pub name: String,
    pub place: EditorPlace,
}

impl Lacking {
    #[must_use]
    pub fn new(name: &str, screen: &str, record: &str, field: &str) -> Self {
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let place = EditorPlace { screen: screen.to_owned(), record: some(record), field: some(field) };
        Self { name: name.to_owned(), place }
    }
}

/// One item for all records that lack the same; it leads to the first of them. `None` without records.
#[must_use]
pub fn item(kind: AttentionKind, lacking: Vec<Lacking>) -> Option<AttentionItem> {
    let count = u32::try_from(lacking.len()).unwrap_or(u32::MAX);
    let place = lacking.first()?.place.clone();
    let names = lacking.into_iter().take(MAX_NAMES).map(|record| record.name).collect();
    Some(AttentionItem { kind, names, count, place, at: None })
}

/// What the content lacks: saved blocks of pages, alternative texts of pictures, opening hours of theaters.
#[must_use]
pub fn content_items(content: &SiteContent) -> Vec<AttentionItem> {
    let details = &content.pictures;
    let is_undescribed =
        |picture: &MediaRef| details.get(picture).is_none_or(|details| !details.has_alternative_text());
    let saved = &content.record.config.options.saved_blocks;
    let lacks_text = |page: &&Page| {
        let mut shown = shown_blocks(&page.blocks, saved, "");
        shown.any(|shown| lacks_alternative_text(shown.block, &is_undescribed))
    };
    let lacks_block = |page: &&Page| page.saved_block_ids().any(|id| !saved.contains_key(id));
    let lacking = |page: &Page, field: &str| {
        let name = if page.title.is_empty() { &page.path } else { &page.title };
        Lacking::new(name, "pages", &page.path, field)
    };
    let pages = content.pages.iter().filter(lacks_text).map(|page| lacking(page, "alt"));
    let without_block = content.pages.iter().filter(lacks_block).map(|page| lacking(page, "blocks"));
    let events = content
        .events
        .iter()
        .filter(|event| {
            event.picture.as_ref().is_some_and(&is_undescribed) && event.picture_alt.trim().is_empty()
        })
        .map(|event| Lacking::new(&event.title, "events", event.id.as_str(), "pictureAlt"));
    let theaters = content
        .theaters
        .iter()
        .filter(|theater| theater.opening_hours.is_none())
        .filter(|theater| theater.hours.as_ref().is_none_or(|hours| hours.trim().is_empty()))
        .map(|theater| Lacking::new(&theater.name, "theaters", theater.id.as_str(), "hours"));
    [
        item(AttentionKind::MissingBlock, without_block.collect()),
        item(AttentionKind::NoAlternativeText, pages.chain(events).collect()),
        item(AttentionKind::NoHours, theaters.collect()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Whether a picture of the block has no text, neither here nor in its details.
fn lacks_alternative_text(block: &Block, is_undescribed: &dyn Fn(&MediaRef) -> bool) -> bool {
    match block {
        Block::Image { picture, alt, .. } => alt.trim().is_empty() && is_undescribed(picture),
        Block::Gallery { pictures, .. } => {
            pictures.iter().any(|entry| entry.alt.trim().is_empty() && is_undescribed(&entry.picture))
        }
        _ => false,
    }
}

/// Pictures whose rights end within two weeks, or have ended, the first end first. `is_used` tells whether the site shows a picture.
#[must_use]
pub fn rights_ending(
    content: &SiteContent,
    now: Timestamp,
    is_used: impl Fn(&MediaRef) -> bool,
    name_of: impl Fn(&MediaRef) -> String,
) -> Option<AttentionItem> {
    let zone = site_zone(&content.theaters);
    let soon = now.saturating_add(RIGHTS_WARNING).unwrap_or(Timestamp::MAX);
    let mut ending: Vec<(Timestamp, &MediaRef)> = content
        .pictures
        .iter()
        .filter_map(|(source, details)| Some((details.rights_end(&zone)?, source)))
        .filter(|(end, source)| *end <= soon && is_used(source))
        .collect();
    ending.sort();
    let at = ending.first().map(|(end, _)| *end);
    let lacking = ending
        .into_iter()
        .map(|(_, source)| Lacking::new(&name_of(source), "media", source.as_str(), "rights"));
    item(AttentionKind::RightsEnding, lacking.collect()).map(|item| AttentionItem { at, ..item })
}

/// The path to which a link of the site leads; `None` for other links.
#[must_use]
pub fn own_path(href: &str) -> Option<&str> {
    let path = href.split(['?', '#']).next().unwrap_or_default();
    (path.starts_with('/') && !path.starts_with("//")).then_some(path)
}

/// Whether a link leads to a block of a content page that does not exist: its page has no block with the fragment as anchor.
#[must_use]
pub fn lacks_anchor(href: &str, pages: &[Page]) -> bool {
    let Some((address, fragment)) = href.split_once('#') else { return false };
    let Some(path) = own_path(address) else { return false };
    let page = pages.iter().find(|page| page.kind == PageKind::Content && page.path == path);
    let has = |page: &Page| {
        page.blocks_of_all_languages().any(|block| block.own_settings().anchor.as_deref() == Some(fragment))
    };
    !fragment.is_empty()
        && !BlockSettings::is_reserved_anchor(fragment)
        && page.is_some_and(|page| !has(page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_names_three_records_and_leads_to_the_first() {
        let lacking = |n: usize| Lacking::new(&format!("Page {n}"), "pages", &format!("/{n}/"), "alt");
        let found = item(AttentionKind::NoAlternativeText, (1..6).map(lacking).collect()).unwrap();
        assert_eq!(
            (found.count, found.names.as_slice()),
            (5, ["Page 1", "Page 2", "Page 3"].map(String::from).as_slice())
        );
        assert_eq!(found.place.record.as_deref(), Some("/1/"));
        assert_eq!(item(AttentionKind::NoHours, vec![]), None);
    }

    #[test]
    fn an_empty_alternative_text_is_missing() {
        let block = |json: serde_json::Value| serde_json::from_value::<Block>(json).unwrap();
        for (json, lacks) in [
            (serde_json::json!({ "type": "image", "picture": "a" }), true),
            (serde_json::json!({ "type": "image", "picture": "a", "alt": " " }), true),
            (serde_json::json!({ "type": "image", "picture": "described" }), false),
            (serde_json::json!({ "type": "image", "picture": "a", "alt": "The foyer" }), false),
            (
                serde_json::json!({ "type": "gallery", "pictures": [{ "picture": "a", "alt": "A" }, { "picture": "b" }] }),
                true,
            ),
            (serde_json::json!({ "type": "text", "paragraphs": [] }), false),
        ] {
            let is_undescribed = |picture: &MediaRef| picture.as_str() != "described";
            assert_eq!(lacks_alternative_text(&block(json.clone()), &is_undescribed), lacks, "{json}");
        }
    }

    #[test]
    fn page_16_an_anchor_of_a_reference_is_one_of_the_page() {
        let page: Page = serde_json::from_value(serde_json::json!({
            "path": "/about/", "title": "About",
            "blocks": [{ "type": "saved", "id": "join", "settings": { "anchor": "join" } }],
        }))
        .unwrap();
        assert!(!lacks_anchor("/about/#join", std::slice::from_ref(&page)));
        assert!(lacks_anchor("/about/#other", std::slice::from_ref(&page)));
    }

    #[test]
    fn page_15_a_link_to_a_block_needs_its_anchor() {
        let page: Page = serde_json::from_value(serde_json::json!({
            "path": "/about/", "title": "About",
            "blocks": [{ "type": "text", "paragraphs": [], "settings": { "anchor": "team" } }],
        }))
        .unwrap();
        for (href, lacks) in [
            ("/about/#team", false),
            ("/about/?a=1#team", false),
            ("/about/#jobs", true),
            ("/about/#main", false),
            ("/about/#", false),
            ("/about/", false),
            ("/movies/#jobs", false),
            ("https://cinema.example/about/#jobs", false),
            ("#jobs", false),
        ] {
            assert_eq!(lacks_anchor(href, std::slice::from_ref(&page)), lacks, "{href}");
        }
    }

    #[test]
    fn only_links_of_the_site_have_a_path() {
        for (href, path) in [
            ("/about/#team", Some("/about/")),
            ("/movies/?day=week", Some("/movies/")),
            ("https://cinema.example/", None),
            ("//cinema.example/", None),
            ("ticketing:giftcards", None),
            ("", None),
        ] {
            assert_eq!(own_path(href), path, "{href}");
        }
    }
}
