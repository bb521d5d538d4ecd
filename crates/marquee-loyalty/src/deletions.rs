//! Removes what database files still hold of deleted members, and deletes them again after a restore (security 7.8).

use std::collections::{BTreeMap, HashSet};

use jiff::SignedDuration;
use marquee_model::{MemberId, SiteId};
use marquee_store::{Deletion, StoreError};

use crate::engine::Loyalty;
use crate::error::LoyaltyError;

/// Number of members read per query.
const PAGE: u64 = 1000;
/// When SQLite's files are cleaned a second time: a mail that was being sent during the deletion has left the queue by then.
const AGAIN: SignedDuration = SignedDuration::from_mins(3);
/// How long PostgreSQL's tables wait, so that they are rewritten twice a day at most.
const TABLES: SignedDuration = SignedDuration::from_hours(12);

impl Loyalty {
    /// The keyed hash of a deleted member for the lists of deletions: without the server's secret it does not identify anybody.
    #[must_use]
    pub fn deletion_hash(&self, site: &SiteId, member: &MemberId) -> String {
        self.0.deleted.hash(&[site.as_str(), member.as_str()])
    }

    /// All deletions in the database.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn deletions(&self) -> Result<Vec<Deletion>, StoreError> {
        self.0.store.deletions().await
    }

    /// Waits until this process deletes a member.
    pub async fn erased(&self) {
        self.0.erased.notified().await;
    }

    /// Deletions of which files may still hold data.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn unclean_deletions(&self) -> Result<Vec<Deletion>, StoreError> {
        self.0.store.unclean_deletions().await
    }

    /// Removes what the database's files hold of deleted members: on SQLite at once and again a few minutes later, on PostgreSQL
    /// within half a day. Returns whether files were cleaned.
    ///
    /// # Errors
    /// [`StoreError`]; then the caller should try again.
    pub async fn clean_files(&self, unclean: &[Deletion]) -> Result<bool, StoreError> {
        let Some(oldest) = unclean.first() else { return Ok(false) };
        let now = self.now();
        let is_embedded = self.0.store.engine() == "sqlite";
        let is_ripe = now.duration_since(oldest.at) >= if is_embedded { AGAIN } else { TABLES };
        if !is_embedded && !is_ripe {
            return Ok(false);
        }
        self.0.store.clean_files().await?;
        if is_ripe {
            let mut tx = self.begin().await?;
            tx.mark_clean(now.saturating_sub(AGAIN).unwrap_or(now)).await?;
            tx.commit().await?;
        }
        Ok(true)
    }

    /// Deletes members that a restored backup brought back: those that are listed but not in the database's own table. Returns
    /// how many.
    ///
    /// # Errors
    /// [`LoyaltyError::Store`].
    pub async fn delete_again(&self, listed: &[Deletion]) -> Result<usize, LoyaltyError> {
        let known: HashSet<(SiteId, String)> =
            self.deletions().await?.into_iter().map(|one| (one.site, one.hash)).collect();
        let mut missing: BTreeMap<SiteId, BTreeMap<&str, &Deletion>> = BTreeMap::new();
        for one in listed.iter().filter(|one| !known.contains(&(one.site.clone(), one.hash.clone()))) {
            missing.entry(one.site.clone()).or_default().insert(&one.hash, one);
        }
        let mut count = 0;
        for (site, missing) in missing {
            count += self.delete_those(&site, &missing).await?;
            let mut tx = self.begin().await?;
            for one in missing.values() {
                tx.note_deletion(one).await?;
            }
            tx.commit().await?;
        }
        Ok(count)
    }

    async fn delete_those(
        &self,
        site: &SiteId,
        hashes: &BTreeMap<&str, &Deletion>,
    ) -> Result<usize, LoyaltyError> {
        let (mut count, mut after) = (0, None);
        loop {
            let page = self.0.store.members(site, "", after.as_ref(), PAGE).await?;
            let Some(last) = page.last() else { return Ok(count) };
            after = Some(last.member.id.clone());
            for row in &page {
                let place = [site.as_str(), row.member.id.as_str()];
                if !self.0.deleted.all(&place).any(|hash| hashes.contains_key(hash.as_str())) {
                    continue;
                }
                let mut tx = self.begin().await?;
                self.erase(&mut tx, site, &row.member, "restore").await?;
                tx.commit().await?;
                self.0.live.forget(site, &row.member.id);
                count += 1;
            }
        }
    }
}
