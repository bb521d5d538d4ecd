//! The pictures and videos that operators upload.

mod captions;
mod films;
mod removed;
mod slots;
mod videos;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use marquee_media::{
    CaptionsError, Focus, MediaError, MediaId, MediaStore, PictureName, Scope, Source, StoredOriginal,
};
use marquee_model::time::to_the_millisecond;
use marquee_model::{Clock, MediaRef, SiteId};
use marquee_store::{
    AuditRow, CaptionsRow, PictureFileRow, PictureRow, Store, StoreError, VideoRow, WriteTx,
};
use serde_json::Value;
use tracing::Instrument;

use crate::draft::{Author, documents};
use crate::usage::{Places, add_places};

use slots::Slots;

pub use captions::CaptionsFile;
pub use films::FilmPictures;
pub use slots::Slot;
pub use videos::{LibraryVideo, MAX_VIDEOS, VideoFile};

/// Maximum number of pictures of a site (security 6.9).
pub const MAX_PICTURES: usize = 10_000;

/// Maximum time of a step with files while a site is locked, so that changes that wait for the lock do not time out.
const FILE_STEP: Duration = Duration::from_secs(3);

/// Maximum length of a file's name in characters; the rest is not kept.
const MAX_FILE_NAME: usize = 200;

/// Why a picture was not stored, replaced or removed.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// The file is not a picture or video that can be used; the message says what to change.
    #[error("{0}")]
    Unusable(MediaError),
    #[error(transparent)]
    Captions(#[from] CaptionsError),
    #[error("the site has {MAX_PICTURES} pictures: remove some first")]
    Full,
    #[error("the site has {MAX_VIDEOS} videos: remove some first")]
    FullOfVideos,
    /// The file did not arrive completely.
    #[error("the file did not arrive completely: try again")]
    Interrupted,
    #[error("the file arrived too slowly: try again on a faster line, or with a smaller file")]
    TooSlow,
    #[error("other videos are being uploaded for this site: try again when they have arrived")]
    Uploading,
    /// The uploads of the site would have more bytes than the server allows.
    #[error(
        "the uploads of the site have {used} bytes, and {quota} are allowed: remove some pictures or videos first"
    )]
    Quota { used: u64, quota: u64 },
    #[error("no such picture, video or captions")]
    Unknown,
    /// The source of a removed picture belongs to another one.
    #[error("another picture has this reference now: the removed one cannot be restored")]
    Taken,
    #[error("pictures of films are being fetched for this site: try again when that has ended")]
    Fetching,
    /// JSON Pointers of the places that use the picture.
    #[error("it is used: {}", .0.join(", "))]
    Used(Vec<String>),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the file cannot be stored: {0}")]
    Media(MediaError),
}

impl From<MediaError> for LibraryError {
    fn from(error: MediaError) -> Self {
        match error {
            MediaError::Open(_) | MediaError::Store(_) | MediaError::Canceled => Self::Media(error),
            _ => Self::Unusable(error),
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

/// A file that was checked and stored, and that no record names yet.
struct PreparedUpload {
    stored: StoredOriginal,
    bytes: Bytes,
    file: PictureFileRow,
}

/// The picture libraries of all sites. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Library {
    store: Store,
    media: Arc<MediaStore>,
    clock: Arc<dyn Clock>,
    /// Maximum number of bytes of a site's uploads.
    quota: u64,
    /// The sites whose pictures of films this node fetches.
    fetching: Arc<Slots>,
    /// The videos that are arriving at this node.
    arriving: Arc<Slots>,
}

/// The name of an uploaded file as it is kept.
fn file_name(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(MAX_FILE_NAME).collect()
}

impl Library {
    /// `quota` is the maximum number of bytes of a site's uploads.
    #[must_use]
    pub fn new(store: Store, media: Arc<MediaStore>, clock: Arc<dyn Clock>, quota: u64) -> Self {
        Self { store, media, clock, quota, fetching: Arc::default(), arriving: Arc::default() }
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
        self.list(&tx, site).await
    }

    /// As [`Self::pictures`], within a transaction.
    async fn list(&self, tx: &WriteTx, site: &SiteId) -> Result<(Vec<LibraryPicture>, u64), LibraryError> {
        let mut rows = tx.pictures(site).await?;
        let files = tx.picture_files(site).await?;
        let sources: HashSet<&str> = rows.iter().map(|row| row.source.as_str()).collect();
        let mut places = self.places(tx, site, &|name| sources.contains(name)).await?;
        let used = self.used(tx, site).await?;
        rows.sort_by(|a, b| a.source.as_str().cmp(b.source.as_str()));
        let pictures = rows.into_iter().map(|row| LibraryPicture {
            file: files.iter().find(|file| file.media_id == row.media_id).cloned(),
            places: places.remove(row.source.as_str()).into_iter().flatten().collect(),
            row,
        });
        Ok((pictures.collect(), used))
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
            if let Some(trailer) = film.trailer.filter(|trailer| is_picture(&trailer.id)) {
                places.entry(trailer.id).or_default().insert(format!("/films/{}/fields/trailer/id", film.id));
            }
        }
        Ok(places)
    }

    /// Stores a picture. The same bytes are stored once; the flag is whether the site had them already.
    ///
    /// # Errors
    /// [`LibraryError::Unusable`], [`LibraryError::Full`], [`LibraryError::Quota`].
    pub async fn upload(
        &self,
        site: &SiteId,
        author: &Author,
        upload: Upload,
    ) -> Result<(LibraryPicture, bool), LibraryError> {
        let (library, site, author) = (self.clone(), site.clone(), author.clone());
        to_the_end(async move {
            let id = MediaId::from_bytes(&upload.bytes);
            if let Some(known) = library.find(&site, |row| row.media_id == id.as_str()).await? {
                return Ok((known, true));
            }
            if library.store.pictures(&site).await?.len() >= MAX_PICTURES {
                return Err(LibraryError::Full);
            }
            let prepared = library.prepare(&site, &author, upload).await?;
            let saved = library.save_upload(&site, &author, &prepared).await;
            if saved.is_err() {
                library.release(&site, id.as_str()).await;
            }
            saved
        })
        .await
    }

    async fn save_upload(
        &self,
        site: &SiteId,
        author: &Author,
        prepared: &PreparedUpload,
    ) -> Result<(LibraryPicture, bool), LibraryError> {
        let PreparedUpload { stored, file, .. } = prepared;
        let mut tx = self.lock(site).await?;
        let (existing, _) = self.list(&tx, site).await?;
        // The same bytes may have been uploaded since.
        if let Some(known) = existing.iter().find(|known| known.row.media_id == stored.id.as_str()) {
            return Ok((known.clone(), true));
        }
        if existing.len() >= MAX_PICTURES {
            return Err(LibraryError::Full);
        }
        self.admit(&mut tx, site, prepared).await?;
        // An earlier picture may have this source, if its file was replaced since.
        let is_free = |source: &String| existing.iter().all(|known| known.row.source.as_str() != source);
        let mut sources = std::iter::once(stored.id.to_string())
            .chain((2_u32..).map(|number| format!("{}-{number}", stored.id)));
        let source = sources.find(is_free).unwrap_or_default();
        let row = PictureRow {
            source: MediaRef::parse(&source).map_err(|_| LibraryError::Media(MediaError::InvalidId))?,
            media_id: stored.id.to_string(),
            width: stored.width,
            height: stored.height,
        };
        tx.save_picture(site, &row).await?;
        tx.save_picture_file(site, file).await?;
        let detail = format!("{}x{} {}", row.width, row.height, stored.kind.as_str());
        tx.log_audit(site, &self.audit(author, "media.upload", row.source.as_str(), detail)).await?;
        tx.commit().await?;
        Ok((LibraryPicture { row, file: Some(file.clone()), places: Vec::new() }, false))
    }

    /// Gives a picture other bytes. Its source stays, so every place shows the new file; addresses of the old one lead to it.
    ///
    /// # Errors
    /// [`LibraryError::Unknown`], [`LibraryError::Unusable`], [`LibraryError::Quota`].
    pub async fn replace(
        &self,
        site: &SiteId,
        author: &Author,
        source: &MediaRef,
        upload: Upload,
    ) -> Result<LibraryPicture, LibraryError> {
        let (library, site, author, source) = (self.clone(), site.clone(), author.clone(), source.clone());
        to_the_end(async move {
            let known =
                library.find(&site, |row| row.source == source).await?.ok_or(LibraryError::Unknown)?;
            let id = MediaId::from_bytes(&upload.bytes);
            if known.row.media_id == id.as_str() {
                return Ok(known);
            }
            let prepared = library.prepare(&site, &author, upload).await?;
            match library.save_replacement(&site, &author, &source, &prepared).await {
                Ok((replaced, old)) => {
                    library.release(&site, &old).await;
                    Ok(replaced)
                }
                Err(error) => {
                    library.release(&site, id.as_str()).await;
                    Err(error)
                }
            }
        })
        .await
    }

    /// Returns the picture and its former media id.
    async fn save_replacement(
        &self,
        site: &SiteId,
        author: &Author,
        source: &MediaRef,
        prepared: &PreparedUpload,
    ) -> Result<(LibraryPicture, String), LibraryError> {
        let PreparedUpload { stored, file, .. } = prepared;
        let mut tx = self.lock(site).await?;
        let (pictures, _) = self.list(&tx, site).await?;
        let known = pictures.into_iter().find(|known| known.row.source == *source);
        let known = known.ok_or(LibraryError::Unknown)?;
        self.admit(&mut tx, site, prepared).await?;
        let old = known.row.media_id;
        let row = PictureRow {
            source: source.clone(),
            media_id: stored.id.to_string(),
            width: stored.width,
            height: stored.height,
        };
        tx.save_picture(site, &row).await?;
        if tx.pictures(site).await?.iter().all(|other| other.media_id != old) {
            let is_restorable = self.is_restorable(&tx, site, &old).await?;
            let replaced = |file: PictureFileRow| PictureFileRow {
                bytes: if is_restorable && file.media_id == old { file.bytes } else { 0 },
                replaced_by: Some(row.media_id.clone()),
                ..file
            };
            for earlier in tx.picture_files(site).await? {
                if earlier.media_id == old || earlier.replaced_by.as_deref() == Some(old.as_str()) {
                    tx.save_picture_file(site, &replaced(earlier)).await?;
                }
            }
            if known.file.is_none() {
                let never_uploaded = PictureFileRow { media_id: old.clone(), bytes: 0, ..file.clone() };
                tx.save_picture_file(site, &replaced(never_uploaded)).await?;
            }
        }
        // Last, because it may have been replaced before.
        tx.save_picture_file(site, file).await?;
        let detail = format!("{old} by {} {}x{}", row.media_id, row.width, row.height);
        tx.log_audit(site, &self.audit(author, "media.replace", source.as_str(), detail)).await?;
        tx.commit().await?;
        Ok((LibraryPicture { row, file: Some(file.clone()), places: known.places }, old))
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

    /// Begins a transaction that locks the pictures of a site: their records and files change only together. The nodes of a cluster
    /// share the files, and the lock holds for all of them: on PostgreSQL it is that of the site's row, on SQLite that of the only
    /// writer.
    async fn lock(&self, site: &SiteId) -> Result<WriteTx, LibraryError> {
        let tx = self.store.begin().await?;
        tx.lock_site(site).await?.ok_or(LibraryError::Unknown)?;
        Ok(tx)
    }

    /// Checks the bytes of an upload and stores them, if the site may have so many. Without the lock, because decoding takes long.
    async fn prepare(
        &self,
        site: &SiteId,
        author: &Author,
        Upload { name, bytes }: Upload,
    ) -> Result<PreparedUpload, LibraryError> {
        let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        self.check_quota(self.used_now(site).await?, size)?;
        let stored = self.media.ingest(&scope(site)?, bytes.clone(), Source::Upload).await?;
        let file = PictureFileRow {
            media_id: stored.id.to_string(),
            name: file_name(&name),
            bytes: stored.bytes,
            uploaded_at: to_the_millisecond(self.clock.now()),
            actor: author.name.clone(),
            replaced_by: None,
        };
        Ok(PreparedUpload { stored, bytes, file })
    }

    /// Accepts a prepared upload under the lock of the site: makes room for it, and stores its file again if a removal of the same
    /// picture has moved it since.
    async fn admit(
        &self,
        tx: &mut WriteTx,
        site: &SiteId,
        PreparedUpload { stored, bytes, .. }: &PreparedUpload,
    ) -> Result<(), LibraryError> {
        self.make_room(tx, site, stored.id.as_str(), stored.bytes).await?;
        in_time(self.media.ingest(&scope(site)?, bytes.clone(), Source::Upload)).await?;
        Ok(())
    }

    /// Checks that a site may have a file of `size` bytes more; deletes removed videos and pictures if it needs their room, the
    /// oldest first, videos before pictures.
    async fn make_room(
        &self,
        tx: &mut WriteTx,
        site: &SiteId,
        id: &str,
        size: u64,
    ) -> Result<(), LibraryError> {
        self.check_quota(self.used(tx, site).await?, size)?;
        let files = tx.picture_files(site).await?;
        let captions = bytes_of_captions(&tx.captions(site).await?);
        let of_pictures = |files: &[PictureFileRow]| -> u64 {
            files.iter().filter(|file| file.media_id != id).map(|file| file.bytes).sum()
        };
        let fits = |others: u64| others.saturating_add(captions).saturating_add(size) <= self.quota;
        let pictures = of_pictures(&files);
        let is_enough = |videos: &[VideoRow]| fits(pictures.saturating_add(bytes_of(videos, id)));
        self.discard_videos(tx, site, id, is_enough).await?;
        let videos = bytes_of(&tx.videos(site).await?, id);
        let rows = tx.pictures(site).await?;
        for removed in tx.removed::<PictureRow>(site).await? {
            if fits(videos.saturating_add(of_pictures(&tx.picture_files(site).await?))) {
                break;
            }
            let media_id = &removed.record.media_id;
            // Deleting it must make room.
            if media_id != id && rows.iter().all(|row| row.media_id != *media_id) {
                self.discard(tx, site, &removed).await?;
            }
        }
        Ok(())
    }

    async fn used(&self, tx: &WriteTx, site: &SiteId) -> Result<u64, LibraryError> {
        Ok(used_bytes(
            &tx.pictures(site).await?,
            &tx.picture_files(site).await?,
            tx.videos(site).await?,
            &tx.captions(site).await?,
        ))
    }

    /// As [`Self::used`], outside a transaction.
    async fn used_now(&self, site: &SiteId) -> Result<u64, LibraryError> {
        let store = &self.store;
        Ok(used_bytes(
            &store.pictures(site).await?,
            &store.picture_files(site).await?,
            store.videos(site).await?,
            &store.captions(site).await?,
        ))
    }

    fn check_quota(&self, used: u64, size: u64) -> Result<(), LibraryError> {
        if used.saturating_add(size) > self.quota {
            return Err(LibraryError::Quota { used, quota: self.quota });
        }
        Ok(())
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

/// Bytes of the uploads that the site has, without those of pictures and videos that were removed and can be restored.
fn used_bytes(
    rows: &[PictureRow],
    files: &[PictureFileRow],
    mut videos: Vec<VideoRow>,
    captions: &[CaptionsRow],
) -> u64 {
    let ids: HashSet<&str> = rows.iter().map(|row| row.media_id.as_str()).collect();
    let of_pictures: u64 =
        files.iter().filter(|file| ids.contains(file.media_id.as_str())).map(|file| file.bytes).sum();
    videos.retain(|row| row.removed_at.is_none());
    let of_site = captions.iter().filter(|row| videos.iter().any(|video| video.source == row.video));
    of_pictures.saturating_add(bytes_of(&videos, "")).saturating_add(bytes_of_captions(of_site))
}

fn bytes_of_captions<'c>(rows: impl IntoIterator<Item = &'c CaptionsRow>) -> u64 {
    rows.into_iter().map(|row| row.bytes).sum()
}

/// Bytes of the files of videos, each once, without that of a media id.
fn bytes_of(videos: &[VideoRow], id: &str) -> u64 {
    let files: HashMap<&str, u64> = videos
        .iter()
        .map(|row| (row.media_id.as_str(), row.bytes))
        .filter(|(media_id, _)| *media_id != id)
        .collect();
    files.values().sum()
}

fn scope(site: &SiteId) -> Result<Scope, MediaError> {
    site.as_str().parse()
}

/// Runs a change of records and files to its end, also if the caller is dropped because its client went away.
async fn to_the_end<T: Send + 'static>(
    change: impl Future<Output = Result<T, LibraryError>> + Send + 'static,
) -> Result<T, LibraryError> {
    tokio::spawn(change.in_current_span()).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a change of the media library was not finished");
        Err(LibraryError::Media(MediaError::Canceled))
    })
}

/// Runs a step with files while a site is locked.
async fn in_time<T>(step: impl Future<Output = Result<T, MediaError>>) -> Result<T, MediaError> {
    tokio::time::timeout(FILE_STEP, step).await.unwrap_or(Err(MediaError::Canceled))
}

#[cfg(test)]
mod tests;
