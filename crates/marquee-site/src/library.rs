//! The pictures that operators upload.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use marquee_media::{Focus, MediaError, MediaId, MediaStore, PictureName, Scope, Source, StoredOriginal};
use marquee_model::time::to_the_millisecond;
use marquee_model::{Clock, MediaRef, SiteId};
use marquee_store::{AuditRow, PictureFileRow, PictureRow, Store, StoreError, WriteTx};
use serde_json::Value;

use crate::draft::{Author, documents};
use crate::usage::{Places, add_places};

/// Maximum number of pictures of a site (security 6.9).
pub const MAX_PICTURES: usize = 10_000;

/// How long a removed picture can be restored, unless an upload needs its room.
const RESTORABLE: SignedDuration = SignedDuration::from_hours(1);

/// Maximum length of a file's name in characters; the rest is not kept.
const MAX_FILE_NAME: usize = 200;

/// Why a picture was not stored, replaced or removed.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// The file is no picture that can be used; the message says what to change.
    #[error("{0}")]
    Picture(MediaError),
    #[error("the site has {MAX_PICTURES} pictures: remove some first")]
    Full,
    /// The uploads of the site would have more bytes than the server allows.
    #[error("the uploads of the site have {used} bytes, and {quota} are allowed: remove some pictures first")]
    Quota { used: u64, quota: u64 },
    #[error("picture not found")]
    Unknown,
    /// JSON Pointers of the places that use the picture.
    #[error("the picture is used: {}", .0.join(", "))]
    Used(Vec<String>),
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

/// A picture of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryPicture {
    pub row: PictureRow,
    /// The uploaded file; `None` for pictures of feeds and imports.
    pub file: Option<PictureFileRow>,
    /// JSON Pointers of the places that use it, published or in the draft.
    pub places: Vec<String>,
}

/// A file that is uploaded.
#[derive(Debug, Clone)]
pub struct Upload {
    /// Its name on the operator's device; may be empty.
    pub name: String,
    pub bytes: Bytes,
}

/// The picture libraries of all sites. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Library {
    store: Store,
    media: Arc<MediaStore>,
    clock: Arc<dyn Clock>,
    /// Maximum number of bytes of a site's uploads.
    quota: u64,
}

/// Bytes of the uploads that the site has, without those of pictures that were removed and can be restored.
fn used_bytes(files: &[PictureFileRow], rows: &[PictureRow]) -> u64 {
    let ids: HashSet<&str> = rows.iter().map(|row| row.media_id.as_str()).collect();
    files.iter().filter(|file| ids.contains(file.media_id.as_str())).map(|file| file.bytes).sum()
}

impl Library {
    /// `quota` is the maximum number of bytes of a site's uploads.
    #[must_use]
    pub fn new(store: Store, media: Arc<MediaStore>, clock: Arc<dyn Clock>, quota: u64) -> Self {
        Self { store, media, clock, quota }
    }

    /// Maximum number of bytes of a site's uploads.
    #[must_use]
    pub fn quota(&self) -> u64 {
        self.quota
    }

    /// The pictures of a site, by source, and the number of bytes of its uploads.
    ///
    /// # Errors
    /// [`LibraryError::Store`].
    pub async fn pictures(&self, site: &SiteId) -> Result<(Vec<LibraryPicture>, u64), LibraryError> {
        let tx = self.store.begin().await?;
        let mut rows = tx.pictures(site).await?;
        let files = tx.picture_files(site).await?;
        let sources: HashSet<&str> = rows.iter().map(|row| row.source.as_str()).collect();
        let mut places = self.places(&tx, site, &|name| sources.contains(name)).await?;
        drop(tx);
        let used = used_bytes(&files, &rows);
        rows.sort_by(|a, b| a.source.as_str().cmp(b.source.as_str()));
        let pictures = rows.into_iter().map(|row| LibraryPicture {
            file: files.iter().find(|file| file.media_id == row.media_id).cloned(),
            places: places.remove(row.source.as_str()).into_iter().flatten().collect(),
            row,
        });
        Ok((pictures.collect(), used))
    }

    /// Posters and stills of films, named by their address, that the site does not have, by address. Imports fetch pictures unless
    /// they are told not to, or cannot.
    ///
    /// # Errors
    /// [`LibraryError::Store`].
    pub async fn missing_of_films(&self, site: &SiteId) -> Result<Vec<MediaRef>, LibraryError> {
        let existing = self.store.pictures(site).await?;
        let existing: HashSet<&MediaRef> = existing.iter().map(|row| &row.source).collect();
        let films = self.store.movies(site).await?;
        let named = films.into_iter().flat_map(|film| [film.poster, film.backdrop, film.hero]).flatten();
        let is_missing = |source: &MediaRef| source.as_str().contains("://") && !existing.contains(source);
        Ok(named.filter(is_missing).collect::<BTreeSet<_>>().into_iter().collect())
    }

    /// Records in the audit log that pictures of films were fetched. `detail` has their number.
    ///
    /// # Errors
    /// [`LibraryError::Store`].
    pub async fn record_fetch(
        &self,
        site: &SiteId,
        author: &Author,
        detail: String,
    ) -> Result<(), LibraryError> {
        let mut tx = self.store.begin().await?;
        let line = self.audit(author, "media.use-films", "", detail);
        tx.log_audit(site, &line).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Where the published site and the draft use pictures.
    async fn places(
        &self,
        tx: &WriteTx,
        site: &SiteId,
        is_picture: &(dyn Fn(&str) -> bool + Sync),
    ) -> Result<Places, LibraryError> {
        let mut places = Places::new();
        if let Some(documents) = documents(tx, site, self.clock.now()).await? {
            for document in documents {
                add_places(&document, is_picture, &mut places);
            }
        }
        // Films of feeds are no part of the document.
        for film in self.store.movies(site).await? {
            for (field, source) in
                [("poster", &film.poster), ("backdrop", &film.backdrop), ("hero", &film.hero)]
            {
                if let Some(source) = source.as_ref().filter(|source| is_picture(source.as_str())) {
                    let pointer = format!("/films/{}/fields/{field}", film.id);
                    places.entry(source.to_string()).or_default().insert(pointer);
                }
            }
        }
        Ok(places)
    }

    /// Stores a picture. The same bytes are stored once; the flag is whether the site had them already.
    ///
    /// # Errors
    /// [`LibraryError::Picture`], [`LibraryError::Full`], [`LibraryError::Quota`].
    pub async fn upload(
        &self,
        site: &SiteId,
        author: &Author,
        upload: Upload,
    ) -> Result<(LibraryPicture, bool), LibraryError> {
        let id = MediaId::from_bytes(&upload.bytes);
        if let Some(known) = self.find(site, |row| row.media_id == id.as_str()).await? {
            return Ok((known, true));
        }
        let existing = self.store.pictures(site).await?;
        if existing.len() >= MAX_PICTURES {
            return Err(LibraryError::Full);
        }
        let (stored, file) = self.ingest(site, author, upload).await?;
        // An earlier picture may have this source, if its file was replaced since.
        let is_free = |source: &String| existing.iter().all(|row| row.source.as_str() != source);
        let mut sources = std::iter::once(stored.id.to_string())
            .chain((2_u32..).map(|number| format!("{}-{number}", stored.id)));
        let source = sources.find(is_free).unwrap_or_default();
        let row = PictureRow {
            source: MediaRef::parse(&source).map_err(|_| LibraryError::Media(MediaError::InvalidId))?,
            media_id: stored.id.to_string(),
            width: stored.width,
            height: stored.height,
        };
        let mut tx = self.store.begin().await?;
        tx.save_picture(site, &row).await?;
        tx.save_picture_file(site, &file).await?;
        let detail = format!("{}x{} {}", row.width, row.height, stored.kind.as_str());
        tx.log_audit(site, &self.audit(author, "media.upload", row.source.as_str(), detail)).await?;
        tx.commit().await?;
        Ok((LibraryPicture { row, file: Some(file), places: Vec::new() }, false))
    }

    /// Gives a picture other bytes. Its source stays, so every place shows the new file; addresses of the old one lead to it.
    ///
    /// # Errors
    /// [`LibraryError::Unknown`], [`LibraryError::Picture`], [`LibraryError::Quota`].
    pub async fn replace(
        &self,
        site: &SiteId,
        author: &Author,
        source: &MediaRef,
        upload: Upload,
    ) -> Result<LibraryPicture, LibraryError> {
        let known = self.find(site, |row| row.source == *source).await?.ok_or(LibraryError::Unknown)?;
        if known.row.media_id == MediaId::from_bytes(&upload.bytes).as_str() {
            return Ok(known);
        }
        let (stored, file) = self.ingest(site, author, upload).await?;
        let old = known.row.media_id.clone();
        let row = PictureRow {
            source: source.clone(),
            media_id: stored.id.to_string(),
            width: stored.width,
            height: stored.height,
        };
        let mut tx = self.store.begin().await?;
        tx.save_picture(site, &row).await?;
        let is_obsolete = tx.pictures(site).await?.iter().all(|other| other.media_id != old);
        if is_obsolete {
            let replaced = |file: PictureFileRow| PictureFileRow {
                bytes: 0,
                replaced_by: Some(row.media_id.clone()),
                ..file
            };
            for earlier in tx.picture_files(site).await? {
                if earlier.media_id == old || earlier.replaced_by.as_deref() == Some(old.as_str()) {
                    tx.save_picture_file(site, &replaced(earlier)).await?;
                }
            }
            if known.file.is_none() {
                tx.save_picture_file(
                    site,
                    &replaced(PictureFileRow { media_id: old.clone(), ..file.clone() }),
                )
                .await?;
            }
        }
        // Last, because it may have been replaced before.
        tx.save_picture_file(site, &file).await?;
        let detail = format!("{old} by {} {}x{}", row.media_id, row.width, row.height);
        tx.log_audit(site, &self.audit(author, "media.replace", source.as_str(), detail)).await?;
        tx.commit().await?;
        if is_obsolete {
            self.remove_media(site, &old).await;
        }
        Ok(LibraryPicture { row, file: Some(file), places: known.places })
    }

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
        let mut tx = self.store.begin().await?;
        let rows = tx.pictures(site).await?;
        let row = rows.iter().find(|row| row.source == *source).ok_or(LibraryError::Unknown)?;
        let places = self.places(&tx, site, &|name| name == source.as_str()).await?;
        let places: Vec<String> = places.into_values().flatten().collect();
        if !places.is_empty() {
            return Err(LibraryError::Used(places));
        }
        tx.remove_picture(site, source).await?;
        tx.keep_removed(site, row, self.clock.now()).await?;
        let is_obsolete = rows.iter().filter(|other| other.media_id == row.media_id).count() == 1;
        tx.log_audit(site, &self.audit(author, "media.remove", source.as_str(), String::new())).await?;
        tx.commit().await?;
        if is_obsolete && let Err(error) = self.set_aside(site, &row.media_id).await {
            tracing::warn!(site.id = %site, media.id = row.media_id, %error, "cannot set a picture aside");
        }
        Ok(())
    }

    async fn set_aside(&self, site: &SiteId, media_id: &str) -> Result<(), MediaError> {
        self.media.set_aside(&scope(site)?, &media_id.parse()?).await
    }

    /// Brings a removed picture back, with its source and its addresses.
    ///
    /// # Errors
    /// [`LibraryError::Unknown`] if it was not removed, or for good.
    pub async fn restore(
        &self,
        site: &SiteId,
        author: &Author,
        source: &MediaRef,
    ) -> Result<LibraryPicture, LibraryError> {
        let mut removed = self.store.removed::<PictureRow>(site).await?.into_iter();
        let row = removed.find(|removed| removed.record.source == *source);
        let row = row.ok_or(LibraryError::Unknown)?.record;
        // Before the transaction, which would lock the database while a bucket copies the file.
        let has_file = self.media.restore(&scope(site)?, &row.media_id.parse()?).await?;
        let mut tx = self.store.begin().await?;
        if !has_file || !tx.forget_removed(site, &row).await? {
            return Err(LibraryError::Unknown);
        }
        // The same file may have been uploaded again.
        if tx.pictures(site).await?.iter().all(|other| other.source != *source) {
            tx.save_picture(site, &row).await?;
            tx.log_audit(site, &self.audit(author, "media.restore", source.as_str(), String::new())).await?;
        }
        tx.commit().await?;
        self.find(site, |row| row.source == *source).await?.ok_or(LibraryError::Unknown)
    }

    /// Deletes the pictures of all sites that were removed over an hour ago.
    ///
    /// # Errors
    /// [`LibraryError::Store`], [`LibraryError::Media`].
    pub async fn clean(&self) -> Result<(), LibraryError> {
        let until = self.clock.now().saturating_sub(RESTORABLE).unwrap_or(Timestamp::MIN);
        for site in self.store.sites().await? {
            self.discard_removed(&site.record.key, until).await?;
        }
        Ok(())
    }

    /// Deletes the pictures of a site that were removed until a time.
    async fn discard_removed(&self, site: &SiteId, until: Timestamp) -> Result<(), LibraryError> {
        for removed in self.store.removed::<PictureRow>(site).await? {
            if removed.removed_at > until {
                continue;
            }
            let row = removed.record;
            let mut tx = self.store.begin().await?;
            if !tx.forget_removed(site, &row).await? {
                continue;
            }
            let mut rows = tx.pictures(site).await?;
            rows.extend(tx.removed::<PictureRow>(site).await?.into_iter().map(|removed| removed.record));
            let is_obsolete = rows.iter().all(|other| other.media_id != row.media_id);
            if is_obsolete {
                tx.remove_picture_file(site, &row.media_id).await?;
            }
            tx.commit().await?;
            if is_obsolete {
                self.media.discard(&scope(site)?, &row.media_id.parse()?).await?;
                self.remove_media(site, &row.media_id).await;
            }
        }
        Ok(())
    }

    /// Whether the draft of a site crops a picture around this point, which is then shown in previews.
    ///
    /// # Errors
    /// [`LibraryError::Store`].
    pub async fn has_draft_focus(&self, site: &SiteId, focus: Focus) -> Result<bool, LibraryError> {
        fn has(value: &Value, wanted: &str) -> bool {
            match value {
                Value::Object(values) => values.values().any(|value| has(value, wanted)),
                Value::Array(point) => match point.as_slice() {
                    [x, y] => format!("{x}x{y}") == wanted,
                    _ => false,
                },
                _ => false,
            }
        }
        let wanted = focus.to_string();
        let edits = self.store.draft_edits(site).await?;
        let mut of_pictures = edits.iter().filter(|edit| edit.pointer.starts_with("/pictures"));
        Ok(of_pictures.any(|edit| edit.value.as_ref().is_some_and(|value| has(value, &wanted))))
    }

    /// The picture to which addresses of replaced media lead; `None` if they were not replaced.
    ///
    /// # Errors
    /// [`LibraryError::Store`].
    pub async fn replacement(
        &self,
        site: &SiteId,
        id: &MediaId,
    ) -> Result<Option<PictureName>, LibraryError> {
        let files = self.store.picture_files(site).await?;
        let file = files.into_iter().find(|file| file.media_id == id.as_str());
        Ok(file.and_then(|file| file.replaced_by).and_then(|id| id.parse().ok()))
    }

    async fn find(
        &self,
        site: &SiteId,
        is_searched: impl Fn(&PictureRow) -> bool,
    ) -> Result<Option<LibraryPicture>, LibraryError> {
        let (pictures, _) = self.pictures(site).await?;
        Ok(pictures.into_iter().find(|picture| is_searched(&picture.row)))
    }

    /// Stores the bytes of an upload, if the site may have so many.
    async fn ingest(
        &self,
        site: &SiteId,
        author: &Author,
        Upload { name, bytes }: Upload,
    ) -> Result<(StoredOriginal, PictureFileRow), LibraryError> {
        let files = self.store.picture_files(site).await?;
        let used = used_bytes(&files, &self.store.pictures(site).await?);
        let stored: u64 = files.iter().map(|file| file.bytes).sum();
        let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if stored.saturating_add(size) > self.quota {
            self.discard_removed(site, Timestamp::MAX).await?;
        }
        if used.saturating_add(size) > self.quota {
            return Err(LibraryError::Quota { used, quota: self.quota });
        }
        let stored = self.media.ingest(&scope(site)?, bytes, Source::Upload).await?;
        let file = PictureFileRow {
            media_id: stored.id.to_string(),
            name: name.chars().filter(|c| !c.is_control()).take(MAX_FILE_NAME).collect(),
            bytes: stored.bytes,
            uploaded_at: to_the_millisecond(self.clock.now()),
            actor: author.name.clone(),
            replaced_by: None,
        };
        Ok((stored, file))
    }

    /// Removes media that no record names any more. A failure leaves unused files, and is logged.
    async fn remove_media(&self, site: &SiteId, media_id: &str) {
        let removed = async {
            self.media.remove(&scope(site)?, &media_id.parse()?).await?;
            Ok::<(), MediaError>(())
        };
        if let Err(error) = removed.await {
            tracing::warn!(site.id = %site, media.id = media_id, %error, "cannot remove a picture from the media store");
        }
    }

    fn audit(&self, author: &Author, action: &str, source: &str, detail: String) -> AuditRow {
        AuditRow {
            at: self.clock.now(),
            actor: author.actor.clone(),
            action: action.to_owned(),
            subject: source.to_owned(),
            detail,
        }
    }
}

fn scope(site: &SiteId) -> Result<Scope, MediaError> {
    site.as_str().parse()
}
