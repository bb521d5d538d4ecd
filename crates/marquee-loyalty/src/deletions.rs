//! Removes remains of deleted members from database files, and repeats deletions after a restore (security 7.8).

use std::collections::{BTreeMap, HashSet};

use jiff::SignedDuration;
use marquee_model::{MemberId, SiteId};
use marquee_store::{Deletion, StoreError};

use crate::error::LoyaltyError;
use crate::services::Deletions;

/// Members per query.
const PAGE: u64 = 1000;
/// When SQLite's files are cleaned a second time. By then, emails that were being sent during the deletion have left the queue.
const SQLITE_DELAY: SignedDuration = SignedDuration::from_mins(3);
/// How long PostgreSQL's cleanup is delayed, so that tables are rewritten at most twice a day.
const POSTGRES_DELAY: SignedDuration = SignedDuration::from_hours(12);

impl Deletions<'_> {
    /// The keyed hash of a deleted member for the lists of deletions. It does not identify anyone without the server's secret.
    #[must_use]
    pub fn deletion_hash(self, site: &SiteId, member: &MemberId) -> String {
        self.context.deletion_hash_key.hash(&[site.as_str(), member.as_str()])
    }

    /// All deletions recorded in the database.
    pub async fn deletions(self) -> Result<Vec<Deletion>, StoreError> {
        self.context.store.deletions().await
    }

    /// Waits until this process deletes a member.
    pub async fn member_deleted(self) {
        self.context.member_deleted.notified().await;
    }

    /// Deletions whose data may still be in the database's files, oldest first.
    pub async fn pending_deletions(self) -> Result<Vec<Deletion>, StoreError> {
        self.context.store.pending_deletions().await
    }

    /// Removes remains of deleted members from the database's files: on SQLite at once and again after three minutes, on
    /// PostgreSQL twelve hours after the oldest deletion. Returns whether files were cleaned.
    ///
    /// # Errors
    /// [`StoreError`] if the database failed; the caller should try again.
    pub async fn clean_files(self, unclean: &[Deletion]) -> Result<bool, StoreError> {
        let Some(oldest) = unclean.first() else { return Ok(false) };
        let now = self.context.now();
        let is_embedded = self.context.store.engine() == "sqlite";
        let is_final =
            now.duration_since(oldest.at) >= if is_embedded { SQLITE_DELAY } else { POSTGRES_DELAY };
        if !is_embedded && !is_final {
            return Ok(false);
        }
        self.context.store.clean_files().await?;
        if is_final {
            let mut tx = self.context.begin().await?;
            tx.mark_deletions_clean(now.saturating_sub(SQLITE_DELAY).unwrap_or(now)).await?;
            tx.commit().await?;
        }
        Ok(true)
    }

    /// Deletes members that a restored backup brought back: those whose deletion is in `listed` but not in the database.
    /// Returns how many were deleted.
    pub async fn delete_again(self, listed: &[Deletion]) -> Result<usize, LoyaltyError> {
        let recorded: HashSet<(SiteId, String)> =
            self.deletions().await?.into_iter().map(|deletion| (deletion.site, deletion.hash)).collect();
        let mut missing: BTreeMap<SiteId, BTreeMap<&str, &Deletion>> = BTreeMap::new();
        for deletion in listed
            .iter()
            .filter(|deletion| !recorded.contains(&(deletion.site.clone(), deletion.hash.clone())))
        {
            missing.entry(deletion.site.clone()).or_default().insert(&deletion.hash, deletion);
        }
        let mut count = 0;
        for (site, missing) in missing {
            count += self.delete_members(&site, &missing).await?;
            let mut tx = self.context.begin().await?;
            for deletion in missing.values() {
                tx.record_deletion(deletion).await?;
            }
            tx.commit().await?;
        }
        Ok(count)
    }

    async fn delete_members(
        self,
        site: &SiteId,
        hashes: &BTreeMap<&str, &Deletion>,
    ) -> Result<usize, LoyaltyError> {
        let (mut count, mut after) = (0, None);
        loop {
            let page = self.context.store.members(site, "", after.as_ref(), PAGE).await?;
            let Some(last) = page.last() else { return Ok(count) };
            after = Some(last.member.id.clone());
            for row in &page {
                let hash_parts = [site.as_str(), row.member.id.as_str()];
                if !self
                    .context
                    .deletion_hash_key
                    .hash_with_all_keys(&hash_parts)
                    .any(|hash| hashes.contains_key(hash.as_str()))
                {
                    continue;
                }
                let mut tx = self.context.begin().await?;
                self.context.delete_member(&mut tx, site, &row.member, "restore").await?;
                tx.commit().await?;
                self.context.session_cache.invalidate(site, &row.member.id);
                count += 1;
            }
        }
    }
}
