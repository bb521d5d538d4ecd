//! What two states of a site's content have differently.

use marquee_model::SiteId;
use serde_json::Value;

use super::document::{differences, value_at};
use super::{DraftError, Drafts};

/// A state of the content of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentState {
    /// What visitors see.
    Published,
    /// The draft, with changes that are invalid.
    Draft,
    /// A published version, by its number.
    Revision(i64),
}

/// A part that two states have differently.
#[derive(Debug, Clone, PartialEq)]
pub struct ContentDifference {
    /// JSON Pointer of the part.
    pub pointer: String,
    /// `None` if the first state does not have it.
    pub before: Option<Value>,
    /// `None` if the second state does not have it.
    pub after: Option<Value>,
}

/// Two states of the content of a site, and their differences by pointer.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    pub before: Value,
    pub after: Value,
    pub differences: Vec<ContentDifference>,
}

impl Drafts {
    /// Compares two states of a site: the smallest parts that differ, as drafts have them (decision 0040).
    ///
    /// # Errors
    /// [`DraftError::UnknownSite`], [`DraftError::UnknownRevision`].
    pub async fn compare(
        &self,
        site: &SiteId,
        before: ContentState,
        after: ContentState,
    ) -> Result<Comparison, DraftError> {
        let (before, after) = (self.content(site, before).await?, self.content(site, after).await?);
        let mut found: Vec<_> = differences(Some(&before), Some(&after))
            .into_iter()
            .map(|(pointer, to)| ContentDifference {
                before: value_at(&before, &pointer).cloned(),
                after: to,
                pointer: pointer.to_string(),
            })
            .collect();
        found.sort_by(|a, b| a.pointer.cmp(&b.pointer));
        Ok(Comparison { before, after, differences: found })
    }

    async fn content(&self, site: &SiteId, state: ContentState) -> Result<Value, DraftError> {
        if let ContentState::Revision(number) = state {
            return Ok(self.revision(site, number).await?.content);
        }
        let tx = self.store.begin().await?;
        let open = self.open(&tx, site).await?;
        Ok(if state == ContentState::Draft { open.draft } else { open.live })
    }
}
