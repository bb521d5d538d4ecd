//! Records that were removed from a draft. They are kept for a while, so that operators can put them back.

use jiff::{SignedDuration, Timestamp};
use jsonptr::Pointer;
use marquee_api::editor::{DraftUpdate, RemovedRecord, RemovedRecords, RemovedShow};
use marquee_model::SiteId;
use marquee_store::{RemovedPart, StoreError, WriteTx};
use serde_json::Value;

use super::content::ENTRY_MAPS;
use super::document::{apply, differences, value_at};
use super::open::parse_pointer;
use super::{Author, DraftError, Drafts};

/// How long records are kept.
const KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Maximum number of records that a site keeps; the oldest are forgotten first.
const MAX_KEPT: usize = 500;

/// Objects of the document whose entries are records.
const RECORDS: [&str; 3] = ["/events", "/pages", "/theaters"];

/// Objects whose entries are records if they were typed in; others are changes of what a feed has.
const TYPED_IN: [&str; 2] = ["/films", "/shows"];

/// Whether a part is a record that is kept. A redirect is a text, and quickly typed again.
fn is_record(pointer: &Pointer, value: &Value) -> bool {
    if !value.is_object() {
        return false;
    }
    let Some((of, _)) = pointer.split_back() else { return false };
    let is_typed_in = || value.get("added").and_then(Value::as_bool) == Some(true);
    RECORDS.into_iter().chain(ENTRY_MAPS).any(|records| of == records)
        || (TYPED_IN.into_iter().any(|records| of == records) && is_typed_in())
}

/// Keeps the records that a change of the draft removes, and forgets those that it puts back.
pub async fn keep(
    tx: &mut WriteTx,
    site: &SiteId,
    actor: &str,
    [before, after]: [&Value; 2],
    at: Timestamp,
) -> Result<(), StoreError> {
    let mut is_changed = false;
    for (pointer, value) in differences(Some(before), Some(after)) {
        let old = value_at(before, &pointer);
        let part = |value: &Value| RemovedPart {
            pointer: pointer.to_string(),
            value: value.clone(),
            actor: actor.to_owned(),
        };
        match (old, value) {
            (Some(old), None) if is_record(&pointer, old) => {
                tx.keep_removed(site, &part(old), at).await?;
                is_changed = true;
            }
            (None, Some(new)) if is_record(&pointer, &new) => {
                tx.forget_removed(site, &part(&Value::Null)).await?;
            }
            _ => {}
        }
    }
    if is_changed {
        let kept = tx.removed::<RemovedPart>(site).await?;
        let surplus = kept.len().saturating_sub(MAX_KEPT);
        for removed in kept.iter().take(surplus) {
            tx.forget_removed(site, &removed.record).await?;
        }
    }
    Ok(())
}

/// The name of a record, in the main language of the site.
fn name(part: &RemovedPart) -> String {
    let fields = part.value.get("fields").unwrap_or(&part.value);
    let text = |key: &str| fields.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    text("title").or_else(|| text("name")).unwrap_or_default().to_owned()
}

/// What names a show.
fn show(part: &RemovedPart) -> Option<RemovedShow> {
    let fields = part.value.get("fields").filter(|_| part.pointer.starts_with("/shows/"))?;
    let text = |key: &str| fields.get(key).and_then(Value::as_str).map(str::to_owned);
    Some(RemovedShow {
        movie_id: text("movieId")?,
        theater_id: text("theaterId")?,
        starts_at: text("startsAt")?,
    })
}

impl Drafts {
    /// The records that were removed from the draft of a site in the last 30 days and that the author may put back, the latest first.
    ///
    /// # Errors
    /// [`DraftError::UnknownSite`].
    pub async fn removed(&self, site: &SiteId, author: &Author) -> Result<RemovedRecords, DraftError> {
        let tx = self.store.begin().await?;
        let open = self.open(&tx, site).await?;
        let reach = self.reach(&tx, site, author, &open).await?;
        let kept = tx.removed::<RemovedPart>(site).await?;
        let since = self.kept_since();
        let records =
            kept.into_iter().rev().filter(|removed| removed.removed_at > since).filter_map(|removed| {
                let pointer = parse_pointer(&removed.record.pointer).ok()?;
                // An import or a command may have brought it back.
                (value_at(&open.draft, &pointer).is_none() && reach.check(&pointer).is_ok()).then(|| {
                    RemovedRecord {
                        name: name(&removed.record),
                        show: show(&removed.record),
                        at: removed.removed_at,
                        pointer: removed.record.pointer,
                        actor: removed.record.actor,
                    }
                })
            });
        Ok(RemovedRecords { records: records.collect() })
    }

    /// Puts a removed record back into the draft.
    ///
    /// # Errors
    /// [`DraftError::NotRemoved`] if it is not kept any more or the draft has it, `NotPermitted`, `UnknownSite`.
    pub async fn restore_removed(
        &self,
        site: &SiteId,
        author: &Author,
        pointer: &str,
    ) -> Result<DraftUpdate, DraftError> {
        let part = parse_pointer(pointer)?;
        let mut tx = self.store.begin().await?;
        let mut open = self.open(&tx, site).await?;
        let reach = self.reach(&tx, site, author, &open).await?;
        reach.check(&part)?;
        let since = self.kept_since();
        let kept = tx.removed::<RemovedPart>(site).await?.into_iter();
        let kept = kept.filter(|removed| removed.removed_at > since);
        let removed = kept.map(|removed| removed.record).find(|record| record.pointer == pointer);
        let removed =
            removed.filter(|_| value_at(&open.draft, &part).is_none()).ok_or(DraftError::NotRemoved)?;
        let before = open.draft.clone();
        if !apply(&mut open.draft, &part, Some(removed.value)) {
            return Err(DraftError::Part(part.to_string()));
        }
        tx.log_audit(site, &self.audit(author, "draft.putBack", pointer, "")).await?;
        self.finish(tx, open, site, author, &before).await
    }

    /// Forgets what was removed too long ago, of all sites.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn clean(&self) -> Result<(), StoreError> {
        let mut tx = self.store.begin().await?;
        tx.forget_removed_until::<RemovedPart>(self.kept_since()).await?;
        tx.commit().await?;
        Ok(())
    }

    fn kept_since(&self) -> Timestamp {
        self.clock.now().saturating_sub(KEPT).unwrap_or(Timestamp::MIN)
    }
}
