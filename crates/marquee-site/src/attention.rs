//! What a person should look at in the content of a site.

use marquee_api::editor::{AttentionItem, AttentionKind, EditorPlace};
use marquee_model::catalog::{Block, MenuItem, Menus};

use crate::draft::SiteContent;

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

/// What the content lacks: alternative texts of pictures, opening hours of theaters.
#[must_use]
pub fn content_items(content: &SiteContent) -> Vec<AttentionItem> {
    let pages =
        content.pages.iter().filter(|page| page.blocks.iter().any(lacks_alternative_text)).map(|page| {
            let name = if page.title.is_empty() { &page.path } else { &page.title };
            Lacking::new(name, "pages", &page.path, "alt")
        });
    let events = content
        .events
        .iter()
        .filter(|event| event.picture.is_some() && event.picture_alt.trim().is_empty())
        .map(|event| Lacking::new(&event.title, "events", event.id.as_str(), "pictureAlt"));
    let theaters = content
        .theaters
        .iter()
        .filter(|theater| theater.hours.as_ref().is_none_or(|hours| hours.trim().is_empty()))
        .map(|theater| Lacking::new(&theater.name, "theaters", theater.id.as_str(), "hours"));
    [
        item(AttentionKind::NoAlternativeText, pages.chain(events).collect()),
        item(AttentionKind::NoHours, theaters.collect()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn lacks_alternative_text(block: &Block) -> bool {
    match block {
        Block::Image { alt, .. } => alt.trim().is_empty(),
        Block::Gallery { pictures, .. } => pictures.iter().any(|picture| picture.alt.trim().is_empty()),
        _ => false,
    }
}

/// The links of all menus.
pub fn menu_links(menus: &Menus) -> impl Iterator<Item = &MenuItem> {
    let footer = menus.footer.iter().flat_map(|menu| &menu.items);
    menus.header.iter().chain(footer).chain(&menus.legal)
}

/// The path to which a link of the site leads; `None` for other links.
#[must_use]
pub fn own_path(href: &str) -> Option<&str> {
    let path = href.split(['?', '#']).next().unwrap_or_default();
    (path.starts_with('/') && !path.starts_with("//")).then_some(path)
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
            (serde_json::json!({ "type": "image", "picture": "a", "alt": "The foyer" }), false),
            (
                serde_json::json!({ "type": "gallery", "pictures": [{ "picture": "a", "alt": "A" }, { "picture": "b" }] }),
                true,
            ),
            (serde_json::json!({ "type": "text", "paragraphs": [] }), false),
        ] {
            assert_eq!(lacks_alternative_text(&block(json.clone())), lacks, "{json}");
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
