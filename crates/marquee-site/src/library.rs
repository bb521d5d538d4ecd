//! The pictures that operators upload.

use std::sync::Arc;

use bytes::Bytes;
use marquee_media::{MediaError, MediaStore, Scope, Source};
use marquee_model::{Clock, MediaRef, SiteId};
use marquee_store::{AuditRow, PictureRow, Store, StoreError};

use crate::draft::Author;

/// Maximum number of pictures of a site (security 6.9).
pub const MAX_PICTURES: usize = 10_000;

/// Why a picture was not stored.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// The file is no picture that can be used; the message says what to change.
    #[error("{0}")]
    Picture(MediaError),
    #[error("the site has {MAX_PICTURES} pictures: remove some first")]
    Full,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the picture cannot be stored: {0}")]
    Media(MediaError),
}

impl From<MediaError> for LibraryError {
    fn from(error: MediaError) -> Self {
        match error {
            MediaError::Open(_) | MediaError::Store(_) | MediaError::Canceled => Self::Media(error),
            _ => Self::Picture(error),
        }
    }
}

/// The picture libraries of all sites. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Library {
    store: Store,
    media: Arc<MediaStore>,
    clock: Arc<dyn Clock>,
}

impl Library {
    #[must_use]
    pub fn new(store: Store, media: Arc<MediaStore>, clock: Arc<dyn Clock>) -> Self {
        Self { store, media, clock }
    }

    /// The pictures of a site, by source.
    ///
    /// # Errors
    /// [`LibraryError::Store`].
    pub async fn pictures(&self, site: &SiteId) -> Result<Vec<PictureRow>, LibraryError> {
        let mut pictures = self.store.pictures(site).await?;
        pictures.sort_by(|a, b| a.source.as_str().cmp(b.source.as_str()));
        Ok(pictures)
    }

    /// Stores a picture. The same bytes are stored once; the flag is whether the site had them already.
    ///
    /// # Errors
    /// [`LibraryError::Picture`], [`LibraryError::Full`].
    pub async fn upload(
        &self,
        site: &SiteId,
        author: &Author,
        bytes: Bytes,
    ) -> Result<(PictureRow, bool), LibraryError> {
        let scope: Scope = site.as_str().parse()?;
        let existing = self.store.pictures(site).await?;
        if existing.len() >= MAX_PICTURES {
            return Err(LibraryError::Full);
        }
        let stored = self.media.ingest(&scope, bytes, Source::Upload).await?;
        if let Some(row) = existing.into_iter().find(|row| row.media_id == stored.id.as_str()) {
            return Ok((row, true));
        }
        let row = PictureRow {
            source: MediaRef::parse(stored.id.as_str())
                .map_err(|_| LibraryError::Media(MediaError::InvalidId))?,
            media_id: stored.id.to_string(),
            width: stored.width,
            height: stored.height,
        };
        let mut tx = self.store.begin().await?;
        tx.save_picture(site, &row).await?;
        let line = AuditRow {
            at: self.clock.now(),
            actor: author.actor.clone(),
            action: "media.upload".to_owned(),
            subject: row.media_id.clone(),
            detail: format!("{}x{} {}", row.width, row.height, stored.kind.as_str()),
        };
        tx.log_audit(site, &line).await?;
        tx.commit().await?;
        Ok((row, false))
    }
}
