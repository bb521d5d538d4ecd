//! Blocks that several pages show, and the references of pages to them (PAGE-16).

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::block::{Block, BlockSettings};
use crate::id::SavedBlockId;

/// A block that pages refer to: a change of it changes them all. It cannot refer to another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SavedBlock {
    /// The name that operators see.
    #[schemars(length(min = 1, max = 80))]
    pub name: String,
    /// Its settings have no anchor: each page chooses one.
    pub block: Block,
    /// The block in other languages, by short locale; of the same type.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, Block>,
}

impl SavedBlock {
    /// The block in a language.
    #[must_use]
    pub fn in_language(&self, language: &str) -> &Block {
        self.localizations.get(language).unwrap_or(&self.block)
    }
}

/// The saved blocks of a site.
pub type SavedBlocks = BTreeMap<SavedBlockId, SavedBlock>;

/// A block in the list of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum PageBlock {
    /// A block of this page.
    Own(Block),
    /// A saved block of the site.
    Saved(SavedBlockReference),
}

/// The place of a saved block in the list of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum SavedBlockReference {
    /// A saved block of the site; nothing is shown if it does not exist.
    Saved {
        /// The id in `config.options.savedBlocks` of the site.
        id: SavedBlockId,
        /// An anchor; all other settings are those of the saved block.
        #[serde(default, skip_serializing_if = "BlockSettings::is_default")]
        settings: BlockSettings,
    },
}

/// The value of `type` that only references have.
const REFERENCE: &str = "saved";

impl<'de> Deserialize<'de> for PageBlock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let is_reference = value.get("type").is_some_and(|kind| kind == REFERENCE);
        let block = if is_reference {
            serde_json::from_value(value).map(Self::Saved)
        } else {
            serde_json::from_value(value).map(Self::Own)
        };
        block.map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for PageBlock {
    fn schema_name() -> Cow<'static, str> {
        "PageBlock".into()
    }

    /// The types of [`Block`] and the reference in one list, so that messages name all of them.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Block::json_schema(generator);
        let mut reference = SavedBlockReference::json_schema(generator);
        let references = reference.get_mut("oneOf").and_then(Value::as_array_mut).map(std::mem::take);
        if let Some(Value::Array(types)) = schema.get_mut("oneOf") {
            types.extend(references.unwrap_or_default());
        }
        schema
    }
}

/// A block as visitors see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownBlock<'a> {
    /// Position in the list of the page, counted from 0.
    pub position: u32,
    pub block: &'a Block,
    pub settings: Cow<'a, BlockSettings>,
}

impl PageBlock {
    /// Settings in the list of the page: of a reference, its anchor.
    #[must_use]
    pub fn own_settings(&self) -> &BlockSettings {
        match self {
            Self::Own(block) => block.settings(),
            Self::Saved(SavedBlockReference::Saved { settings, .. }) => settings,
        }
    }

    /// The saved block to which this refers.
    #[must_use]
    pub fn saved_id(&self) -> Option<&SavedBlockId> {
        match self {
            Self::Own(_) => None,
            Self::Saved(SavedBlockReference::Saved { id, .. }) => Some(id),
        }
    }

    /// The block and its settings in a language; `None` if the saved block does not exist.
    fn shown<'a>(
        &'a self,
        saved: &'a SavedBlocks,
        language: &str,
    ) -> Option<(&'a Block, Cow<'a, BlockSettings>)> {
        match self {
            Self::Own(block) => Some((block, Cow::Borrowed(block.settings()))),
            Self::Saved(SavedBlockReference::Saved { id, settings: own }) => {
                let block = saved.get(id)?.in_language(language);
                let anchor = own.anchor.clone();
                Some((block, Cow::Owned(BlockSettings { anchor, ..block.settings().clone() })))
            }
        }
    }
}

/// The blocks that visitors see in a language: saved blocks in place of references, without those that do not exist.
pub fn shown_blocks<'a>(
    blocks: &'a [PageBlock],
    saved: &'a SavedBlocks,
    language: &str,
) -> impl Iterator<Item = ShownBlock<'a>> {
    (0..).zip(blocks).filter_map(move |(position, block)| {
        let (block, settings) = block.shown(saved, language)?;
        Some(ShownBlock { position, block, settings })
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn saved() -> SavedBlocks {
        let block = |title: &str| json!({ "type": "hero", "title": title });
        let members = json!({ "type": "mapLink", "title": "Here", "settings": { "membersOnly": true } });
        serde_json::from_value(json!({
            "join": { "name": "Join", "block": block("Join"), "localizations": { "fr": block("Adhérer") } },
            "map": { "name": "Map", "block": members },
        }))
        .unwrap()
    }

    #[test]
    fn page_16_references_become_saved_blocks_of_the_language() {
        let blocks: Vec<PageBlock> = serde_json::from_value(json!([
            { "type": "saved", "id": "gone" },
            { "type": "saved", "id": "join" },
            { "type": "text", "paragraphs": ["Text"] },
            { "type": "saved", "id": "map", "settings": { "anchor": "here" } },
        ]))
        .unwrap();
        let titles = |language: &str| -> Vec<(u32, String)> {
            let shown = shown_blocks(&blocks, &saved(), language)
                .map(|shown| (shown.position, serde_json::to_value(shown.block).unwrap()))
                .collect::<Vec<_>>();
            shown
                .into_iter()
                .map(|(n, block)| (n, block["title"].as_str().unwrap_or_default().to_owned()))
                .collect()
        };
        let expected = |join: &str| vec![(1, join.to_owned()), (2, String::new()), (3, "Here".to_owned())];
        assert_eq!(titles("en"), expected("Join"));
        assert_eq!(titles("fr"), expected("Adhérer"));
        let saved = saved();
        let map = shown_blocks(&blocks, &saved, "en").last().unwrap();
        assert_eq!((map.settings.anchor.as_deref(), map.settings.members_only), (Some("here"), true));
    }

    #[test]
    fn page_16_a_reference_survives_json_and_is_no_saved_block() {
        let reference = json!({ "type": "saved", "id": "join", "settings": { "anchor": "club" } });
        let block: PageBlock = serde_json::from_value(reference.clone()).unwrap();
        assert_eq!(block.saved_id().map(SavedBlockId::as_str), Some("join"));
        assert_eq!(serde_json::to_value(&block).unwrap(), reference);
        let nested = json!({ "name": "A", "block": { "type": "saved", "id": "join" } });
        assert!(serde_json::from_value::<SavedBlock>(nested).is_err());
        for invalid in [json!({ "type": "saved" }), json!({ "type": "saved", "id": "a b" }), json!({})] {
            assert!(serde_json::from_value::<PageBlock>(invalid.clone()).is_err(), "{invalid}");
        }
    }
}
