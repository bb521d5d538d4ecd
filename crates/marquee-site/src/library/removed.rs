//! Pictures that were removed and can be restored (decision 0064).

use std::time::Duration;

use jiff::Timestamp;
use marquee_model::{MediaRef, SiteId};
use marquee_store::{PictureFileRow, PictureRow, Removed, StoreError, WriteTx};

use super::{Library, LibraryError, LibraryPicture, MAX_PICTURES, in_time, scope, to_the_end};
use crate::RESTORABLE;
use crate::draft::Author;

/// Time after which nothing arrives of an upload any more: uploads end after an hour (`limits.video`).
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

impl Library {
    /// Removes a picture that nothing uses. For an hour, [`Self::restore`] brings it back; until then, its addresses are not found.
    ///
    /// # Errors
    /// [`LibraryError::Unknown`], [`LibraryError::Used`].
    pub async fn remove(
        &self,
        site: &SiteId,
        author: &Author,
        source: &MediaRef,
    ) -> Result<(), LibraryError> {
        let (library, site, author, source) = (self.clone(), site.clone(), author.clone(), source.clone());
        to_the_end(async move {
            let mut tx = library.lock(&site).await?;
            let rows = tx.pictures(&site).await?;
            let row = rows.iter().find(|row| row.source == source).ok_or(LibraryError::Unknown)?;
            let places = library.places(&tx, &site, &|name| name == source.as_str()).await?;
            let places: Vec<String> = places.into_values().flatten().collect();
            if !places.is_empty() {
                return Err(LibraryError::Used(places));
            }
            tx.remove_picture(&site, &source).await?;
            tx.keep_removed(&site, row, library.clock.now()).await?;
            let line = library.audit(&author, "media.remove", source.as_str(), String::new());
            tx.log_audit(&site, &line).await?;
            tx.commit().await?;
            library.release(&site, &row.media_id).await;
            Ok(())
        })
        .await
    }

    /// Brings a removed picture back, with its source and its addresses.
    ///
    /// # Errors
    /// [`LibraryError::Unknown`] if it was not removed within the last hour, or for good; [`LibraryError::Taken`];
    /// [`LibraryError::Full`].
    pub async fn restore(
        &self,
        site: &SiteId,
        author: &Author,
        source: &MediaRef,
    ) -> Result<LibraryPicture, LibraryError> {
        let mut tx = self.lock(site).await?;
        let kept_since = self.kept_since();
        let mut removed = tx.removed::<PictureRow>(site).await?.into_iter();
        let row = removed.find(|removed| removed.record.source == *source && removed.removed_at > kept_since);
        let row = row.ok_or(LibraryError::Unknown)?.record;
        let rows = tx.pictures(site).await?;
        // The same file may have been uploaded again.
        let current = rows.iter().find(|other| other.source == *source);
        if current.is_some_and(|current| current.media_id != row.media_id) {
            return Err(LibraryError::Taken);
        }
        if current.is_none() && rows.len() >= MAX_PICTURES {
            return Err(LibraryError::Full);
        }
        if !in_time(self.media.restore(&scope(site)?, &row.media_id.parse()?)).await? {
            return Err(LibraryError::Unknown);
        }
        tx.forget_removed(site, &row).await?;
        if current.is_none() {
            tx.save_picture(site, &row).await?;
            let mut files = tx.picture_files(site).await?.into_iter();
            // Another picture that had the same file may have replaced it.
            match files.find(|file| file.media_id == row.media_id && file.replaced_by.is_some()) {
                Some(file) if file.bytes > 0 => {
                    tx.save_picture_file(site, &PictureFileRow { replaced_by: None, ..file }).await?;
                }
                Some(_) => tx.remove_picture_file(site, &row.media_id).await?,
                None => {}
            }
            tx.log_audit(site, &self.audit(author, "media.restore", source.as_str(), String::new())).await?;
        }
        tx.commit().await?;
        self.find(site, |row| row.source == *source).await?.ok_or(LibraryError::Unknown)
    }

    /// Deletes the pictures and videos of all sites that were removed over an hour ago, and what is left of uploads. One that cannot be
    /// deleted is logged and tried again the next time.
    ///
    /// # Errors
    /// [`LibraryError::Store`] if the sites cannot be read.
    pub async fn clean(&self) -> Result<(), LibraryError> {
        if let Err(error) = in_time(self.media.remove_abandoned(ABANDONED)).await {
            tracing::warn!(%error, "cannot remove what is left of uploads");
        }
        let kept_since = self.kept_since();
        for site in self.store.sites().await? {
            let site = site.record.key;
            if let Err(error) = self.clean_site(&site, kept_since).await {
                tracing::warn!(site.id = %site, %error, "cannot read removed pictures");
            }
            if let Err(error) = self.clean_videos(&site, kept_since).await {
                tracing::warn!(site.id = %site, %error, "cannot read removed videos");
            }
        }
        Ok(())
    }

    async fn clean_site(&self, site: &SiteId, kept_since: Timestamp) -> Result<(), StoreError> {
        for removed in self.store.removed::<PictureRow>(site).await? {
            if removed.removed_at > kept_since {
                continue;
            }
            let discarded = async {
                let mut tx = self.lock(site).await?;
                self.discard(&mut tx, site, &removed).await?;
                tx.commit().await?;
                Ok::<(), LibraryError>(())
            };
            if let Err(error) = discarded.await {
                let media_id = &removed.record.media_id;
                tracing::warn!(site.id = %site, media.id = media_id, %error, "cannot delete a removed picture");
            }
        }
        Ok(())
    }

    async fn clean_videos(&self, site: &SiteId, kept_since: Timestamp) -> Result<(), StoreError> {
        let mut expired = self.store.videos(site).await?;
        expired.retain(|row| row.removed_at.is_some_and(|at| at <= kept_since));
        for row in expired {
            let discarded = async {
                let mut tx = self.lock(site).await?;
                self.discard_video(&mut tx, site, &row).await?;
                tx.commit().await?;
                Ok::<(), LibraryError>(())
            };
            if let Err(error) = discarded.await {
                tracing::warn!(site.id = %site, media.id = row.media_id, %error, "cannot delete a removed video");
            }
        }
        Ok(())
    }

    /// Deletes a removed picture for good: its files first, so that the record is kept if that fails. Nothing happens if it was
    /// restored or removed again meanwhile.
    pub(super) async fn discard(
        &self,
        tx: &mut WriteTx,
        site: &SiteId,
        expired: &Removed<PictureRow>,
    ) -> Result<(), LibraryError> {
        let mut removed = tx.removed::<PictureRow>(site).await?;
        if !removed.contains(expired) {
            return Ok(());
        }
        removed.retain(|other| other != expired);
        let row = &expired.record;
        if removed.iter().all(|other| other.record.media_id != row.media_id) {
            let (scope, id) = (scope(site)?, row.media_id.parse()?);
            // The same bytes may have been uploaded again; then only this copy is unused.
            in_time(self.media.discard(&scope, &id)).await?;
            if tx.pictures(site).await?.iter().all(|other| other.media_id != row.media_id) {
                in_time(self.media.remove(&scope, &id)).await?;
                let mut files = tx.picture_files(site).await?.into_iter();
                match files.find(|file| file.media_id == row.media_id && file.replaced_by.is_some()) {
                    Some(replaced) => {
                        tx.save_picture_file(site, &PictureFileRow { bytes: 0, ..replaced }).await?;
                    }
                    None => tx.remove_picture_file(site, &row.media_id).await?,
                }
            }
        }
        tx.forget_removed(site, row).await?;
        Ok(())
    }

    /// Removes the file of a media id that a record has stopped naming, if none names it any more; sets it aside if a picture that
    /// can be restored has it. A failure leaves an unused file, and is logged.
    pub(super) async fn release(&self, site: &SiteId, media_id: &str) {
        let released = async {
            let tx = self.lock(site).await?;
            if tx.pictures(site).await?.iter().any(|row| row.media_id == media_id) {
                return Ok(());
            }
            let (scope, id) = (scope(site)?, media_id.parse()?);
            if self.is_restorable(&tx, site, media_id).await? {
                in_time(self.media.set_aside(&scope, &id)).await?;
            } else {
                in_time(self.media.remove(&scope, &id)).await?;
            }
            Ok::<(), LibraryError>(())
        };
        if let Err(error) = released.await {
            tracing::warn!(site.id = %site, media.id = media_id, %error, "cannot remove the file of a picture");
        }
    }

    /// Whether a removed picture has this file.
    pub(super) async fn is_restorable(
        &self,
        tx: &WriteTx,
        site: &SiteId,
        media_id: &str,
    ) -> Result<bool, LibraryError> {
        let removed = tx.removed::<PictureRow>(site).await?;
        Ok(removed.iter().any(|removed| removed.record.media_id == media_id))
    }

    /// Until when a removed picture was removed too long ago to be restored.
    pub(super) fn kept_since(&self) -> Timestamp {
        self.clock.now().saturating_sub(RESTORABLE).unwrap_or(Timestamp::MIN)
    }
}
