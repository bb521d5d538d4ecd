//! Captions of the videos that operators upload (decision 0077).

use marquee_media::Captions;
use marquee_model::locale::Locale;
use marquee_model::time::to_the_millisecond;
use marquee_model::{MediaRef, SiteId};
use marquee_store::CaptionsRow;

use super::videos::find;
use super::{Library, LibraryError, LibraryVideo, file_name};
use crate::draft::Author;

/// Captions that are uploaded: a WebVTT or SubRip file.
pub struct CaptionsFile<'a> {
    /// Its name on the operator's device; may be empty.
    pub name: String,
    pub bytes: &'a [u8],
}

impl Library {
    /// Gives a video captions in a language; replaces those it has.
    ///
    /// # Errors
    /// [`LibraryError::Captions`], [`LibraryError::Unknown`], [`LibraryError::Quota`].
    pub async fn save_captions(
        &self,
        site: &SiteId,
        author: &Author,
        (source, locale): (&MediaRef, &Locale),
        file: CaptionsFile<'_>,
    ) -> Result<LibraryVideo, LibraryError> {
        let captions = Captions::read(file.bytes)?;
        let row = CaptionsRow {
            video: source.clone(),
            locale: locale.clone(),
            text_id: captions.id.to_string(),
            name: file_name(&file.name),
            bytes: u64::try_from(captions.text.len()).unwrap_or(u64::MAX),
            uploaded_at: to_the_millisecond(self.clock.now()),
            actor: author.name.clone(),
        };
        let mut tx = self.lock(site).await?;
        find(&tx, site, source)
            .await?
            .filter(|video| video.removed_at.is_none())
            .ok_or(LibraryError::Unknown)?;
        let is_replaced = |old: &CaptionsRow| old.video == *source && old.locale == *locale;
        let replaced = tx.captions(site).await?.into_iter().find(is_replaced).map_or(0, |old| old.bytes);
        self.make_room(&mut tx, site, "", row.bytes.saturating_sub(replaced)).await?;
        tx.save_captions(site, &row, &captions.text).await?;
        let detail = locale.long().to_owned();
        tx.log_audit(site, &self.audit(author, "media.captions", source.as_str(), detail)).await?;
        tx.commit().await?;
        self.find_video(site, source).await
    }

    /// Removes the captions of a video in a language.
    ///
    /// # Errors
    /// [`LibraryError::Unknown`] if it has none.
    pub async fn remove_captions(
        &self,
        site: &SiteId,
        author: &Author,
        (source, locale): (&MediaRef, &Locale),
    ) -> Result<LibraryVideo, LibraryError> {
        let mut tx = self.lock(site).await?;
        find(&tx, site, source)
            .await?
            .filter(|video| video.removed_at.is_none())
            .ok_or(LibraryError::Unknown)?;
        if !tx.delete_captions(site, source, locale).await? {
            return Err(LibraryError::Unknown);
        }
        let detail = locale.long().to_owned();
        tx.log_audit(site, &self.audit(author, "media.remove-captions", source.as_str(), detail)).await?;
        tx.commit().await?;
        self.find_video(site, source).await
    }
}
