//! The videos that operators upload (decision 0076).

use std::io;

use bytes::Bytes;
use futures::stream::{BoxStream, StreamExt};
use marquee_media::{MAX_VIDEO_BYTES, MediaError, StoredVideo};
use marquee_model::catalog::VIDEO_PREFIX;
use marquee_model::time::to_the_millisecond;
use marquee_model::{MediaRef, SiteId};
use marquee_store::{CaptionsRow, VideoRow, WriteTx};

use super::{Library, LibraryError, in_time, scope, to_the_end};
use crate::draft::Author;

/// Maximum number of videos of a site (security 6.9).
pub const MAX_VIDEOS: usize = 500;

/// Maximum number of videos that arrive for a site at a time.
const MAX_ARRIVING: usize = 4;

/// A video of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryVideo {
    pub row: VideoRow,
    /// By locale.
    pub captions: Vec<CaptionsRow>,
    /// JSON Pointers of the places that use it, published or in the draft.
    pub places: Vec<String>,
}

/// A video that is uploaded.
pub struct VideoFile {
    /// Its name on the operator's device; may be empty.
    pub name: String,
    /// Number of its bytes as far as it is known before they arrive.
    pub min_bytes: u64,
    pub bytes: BoxStream<'static, io::Result<Bytes>>,
}

/// A video that was checked and stored, and that no record names yet.
struct ArrivedVideo {
    stored: StoredVideo,
    name: String,
}

impl Library {
    /// The videos of a site, the newest first.
    ///
    /// # Errors
    /// [`LibraryError::Store`].
    pub async fn videos(&self, site: &SiteId) -> Result<Vec<LibraryVideo>, LibraryError> {
        let tx = self.store.begin().await?;
        let mut rows = tx.videos(site).await?;
        rows.retain(|row| row.removed_at.is_none());
        let is_video = |name: &str| rows.iter().any(|row| row.source.as_str() == name);
        let mut places = self.places(&tx, site, &is_video).await?;
        let places_of = |row: &VideoRow| places.remove(row.source.as_str()).into_iter().flatten().collect();
        let places: Vec<Vec<String>> = rows.iter().map(places_of).collect();
        let captions = tx.captions(site).await?;
        let video = |(row, places): (VideoRow, _)| {
            let captions = captions.iter().filter(|captions| captions.video == row.source).cloned().collect();
            LibraryVideo { row, captions, places }
        };
        Ok(rows.into_iter().zip(places).map(video).collect())
    }

    /// Stores a video. The same bytes are stored once; the flag is whether the site had them already.
    ///
    /// # Errors
    /// [`LibraryError::Unusable`], [`LibraryError::FullOfVideos`], [`LibraryError::Quota`], [`LibraryError::Uploading`],
    /// [`LibraryError::Interrupted`], [`LibraryError::TooSlow`].
    pub async fn upload_video(
        &self,
        site: &SiteId,
        author: &Author,
        file: VideoFile,
    ) -> Result<(LibraryVideo, bool), LibraryError> {
        let (library, site, author) = (self.clone(), site.clone(), author.clone());
        to_the_end(async move {
            check_number(&library.store.videos(&site).await?)?;
            let arrived = library.receive(&site, file).await?;
            let media_id = arrived.stored.id.to_string();
            let saved = library.save_video(&site, &author, arrived).await;
            if saved.is_err() {
                library.release_video(&site, &media_id).await;
            }
            saved
        })
        .await
    }

    /// Gives a video another file. Its reference stays, so every place plays the new one; addresses of the old one lead to it.
    ///
    /// # Errors
    /// [`LibraryError::Unknown`], and those of [`Self::upload_video`].
    pub async fn replace_video(
        &self,
        site: &SiteId,
        author: &Author,
        source: &MediaRef,
        file: VideoFile,
    ) -> Result<LibraryVideo, LibraryError> {
        let (library, site, author, source) = (self.clone(), site.clone(), author.clone(), source.clone());
        to_the_end(async move {
            library.find_video(&site, &source).await?;
            let arrived = library.receive(&site, file).await?;
            let new = arrived.stored.id.to_string();
            let replaced = library.save_replaced_video(&site, &author, &source, arrived).await;
            library.release_video(&site, replaced.as_ref().map_or(&new, |old| old)).await;
            replaced?;
            library.find_video(&site, &source).await
        })
        .await
    }

    /// Removes a video that nothing uses. For an hour, [`Self::restore_video`] brings it back; until then, its address is not
    /// found.
    ///
    /// # Errors
    /// [`LibraryError::Unknown`], [`LibraryError::Used`].
    pub async fn remove_video(
        &self,
        site: &SiteId,
        author: &Author,
        source: &MediaRef,
    ) -> Result<(), LibraryError> {
        let mut tx = self.lock(site).await?;
        let row = find(&tx, site, source).await?.filter(|row| row.removed_at.is_none());
        let row = row.ok_or(LibraryError::Unknown)?;
        let places = self.places(&tx, site, &|name| name == source.as_str()).await?;
        let places: Vec<String> = places.into_values().flatten().collect();
        if !places.is_empty() {
            return Err(LibraryError::Used(places));
        }
        let removed_at = Some(to_the_millisecond(self.clock.now()));
        tx.save_video(site, &VideoRow { removed_at, ..row }).await?;
        tx.log_audit(site, &self.audit(author, "media.remove", source.as_str(), String::new())).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Brings a removed video back, with its reference and its address.
    ///
    /// # Errors
    /// [`LibraryError::Unknown`] if it was not removed within the last hour, or for good; [`LibraryError::FullOfVideos`].
    pub async fn restore_video(
        &self,
        site: &SiteId,
        author: &Author,
        source: &MediaRef,
    ) -> Result<LibraryVideo, LibraryError> {
        let mut tx = self.lock(site).await?;
        let kept_since = self.kept_since();
        let row = find(&tx, site, source).await?;
        let row = row.filter(|row| row.removed_at.is_none_or(|at| at > kept_since));
        let row = row.ok_or(LibraryError::Unknown)?;
        if !in_time(self.media.has_video(&scope(site)?, &row.media_id.parse()?)).await? {
            return Err(LibraryError::Unknown);
        }
        if row.removed_at.is_some() {
            check_number(&tx.videos(site).await?)?;
            tx.save_video(site, &VideoRow { removed_at: None, ..row }).await?;
            tx.log_audit(site, &self.audit(author, "media.restore", source.as_str(), String::new())).await?;
            tx.commit().await?;
        } else {
            drop(tx);
        }
        self.find_video(site, source).await
    }

    pub(super) async fn find_video(
        &self,
        site: &SiteId,
        source: &MediaRef,
    ) -> Result<LibraryVideo, LibraryError> {
        let videos = self.videos(site).await?;
        videos.into_iter().find(|video| video.row.source == *source).ok_or(LibraryError::Unknown)
    }

    /// Takes the bytes of a video. Without the lock, because it takes as long as they need to arrive.
    async fn receive(
        &self,
        site: &SiteId,
        VideoFile { name, min_bytes, mut bytes }: VideoFile,
    ) -> Result<ArrivedVideo, LibraryError> {
        if min_bytes > MAX_VIDEO_BYTES {
            return Err(MediaError::VideoTooLarge.into());
        }
        let _arriving = self.arriving.begin(site, MAX_ARRIVING).ok_or(LibraryError::Uploading)?;
        let used = self.used_now(site).await?;
        self.check_quota(used, min_bytes)?;
        let mut upload = self.media.begin_video(&scope(site)?).await?;
        let mut arrived = 0_u64;
        while let Some(part) = bytes.next().await {
            let written = match part {
                Ok(part) => {
                    arrived = arrived.saturating_add(u64::try_from(part.len()).unwrap_or(u64::MAX));
                    match self.check_quota(used, arrived) {
                        Ok(()) => upload.write(&part).await.map_err(LibraryError::from),
                        full => full,
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::TimedOut => Err(LibraryError::TooSlow),
                Err(_) => Err(LibraryError::Interrupted),
            };
            if let Err(error) = written {
                upload.abort().await?;
                return Err(error);
            }
        }
        Ok(ArrivedVideo { stored: upload.finish().await?, name: super::file_name(&name) })
    }

    async fn save_video(
        &self,
        site: &SiteId,
        author: &Author,
        ArrivedVideo { stored, name }: ArrivedVideo,
    ) -> Result<(LibraryVideo, bool), LibraryError> {
        let mut tx = self.lock(site).await?;
        let rows = tx.videos(site).await?;
        let same = rows.iter().find(|row| row.media_id == stored.id.as_str() && row.removed_at.is_none());
        if let Some(row) = same {
            drop(tx);
            return Ok((self.find_video(site, &row.source).await?, true));
        }
        check_number(&rows)?;
        self.admit_video(&mut tx, site, &stored).await?;
        let is_free = |source: &String| rows.iter().all(|row| row.source.as_str() != source);
        let mut sources = std::iter::once(format!("{VIDEO_PREFIX}{}", stored.id))
            .chain((2_u32..).map(|number| format!("{VIDEO_PREFIX}{}-{number}", stored.id)));
        let source = sources.find(is_free).unwrap_or_default();
        let source = MediaRef::parse(&source).map_err(|_| LibraryError::Media(MediaError::InvalidId))?;
        let detail = format!("{}x{} mp4", stored.width, stored.height);
        let row = self.row(author, source, stored, name);
        tx.save_video(site, &row).await?;
        tx.log_audit(site, &self.audit(author, "media.upload", row.source.as_str(), detail)).await?;
        tx.commit().await?;
        Ok((LibraryVideo { row, captions: Vec::new(), places: Vec::new() }, false))
    }

    /// Returns the media id that no place plays any more: the former one.
    async fn save_replaced_video(
        &self,
        site: &SiteId,
        author: &Author,
        source: &MediaRef,
        ArrivedVideo { stored, name }: ArrivedVideo,
    ) -> Result<String, LibraryError> {
        let mut tx = self.lock(site).await?;
        let row = find(&tx, site, source).await?.filter(|row| row.removed_at.is_none());
        let old = row.ok_or(LibraryError::Unknown)?.media_id;
        self.admit_video(&mut tx, site, &stored).await?;
        let detail = format!("{old} by {} {}x{}", stored.id, stored.width, stored.height);
        tx.save_video(site, &self.row(author, source.clone(), stored, name)).await?;
        tx.log_audit(site, &self.audit(author, "media.replace", source.as_str(), detail)).await?;
        tx.commit().await?;
        Ok(old)
    }

    fn row(&self, author: &Author, source: MediaRef, stored: StoredVideo, name: String) -> VideoRow {
        VideoRow {
            source,
            media_id: stored.id.to_string(),
            name,
            bytes: stored.bytes,
            width: stored.width,
            height: stored.height,
            duration_ms: stored.duration_ms,
            uploaded_at: to_the_millisecond(self.clock.now()),
            actor: author.name.clone(),
            removed_at: None,
        }
    }

    /// Accepts a video that has arrived, under the lock of the site: makes room for it, and checks that a removal of the same video
    /// has not taken its file since.
    async fn admit_video(
        &self,
        tx: &mut WriteTx,
        site: &SiteId,
        stored: &StoredVideo,
    ) -> Result<(), LibraryError> {
        self.make_room(tx, site, stored.id.as_str(), stored.bytes).await?;
        if in_time(self.media.has_video(&scope(site)?, &stored.id)).await? {
            Ok(())
        } else {
            Err(LibraryError::Interrupted)
        }
    }

    /// Deletes videos other than `id` that were removed, the oldest first, until `is_enough`.
    pub(super) async fn discard_videos(
        &self,
        tx: &mut WriteTx,
        site: &SiteId,
        id: &str,
        is_enough: impl Fn(&[VideoRow]) -> bool,
    ) -> Result<(), LibraryError> {
        let mut rows = tx.videos(site).await?;
        let is_discarded = |row: &&VideoRow| row.removed_at.is_some() && row.media_id != id;
        let mut removed: Vec<VideoRow> = rows.iter().filter(is_discarded).cloned().collect();
        removed.sort_by_key(|row| row.removed_at);
        for row in removed {
            if is_enough(&rows) {
                break;
            }
            self.discard_video(tx, site, &row).await?;
            rows.retain(|other| other.source != row.source);
        }
        Ok(())
    }

    /// Deletes a removed video for good: its file first, so that the record is kept if that fails. Nothing happens if it was
    /// restored or removed again meanwhile.
    pub(super) async fn discard_video(
        &self,
        tx: &mut WriteTx,
        site: &SiteId,
        removed: &VideoRow,
    ) -> Result<(), LibraryError> {
        let rows = tx.videos(site).await?;
        if !rows.contains(removed) {
            return Ok(());
        }
        if rows.iter().all(|other| other.source == removed.source || other.media_id != removed.media_id) {
            in_time(self.media.remove(&scope(site)?, &removed.media_id.parse()?)).await?;
        }
        tx.delete_video(site, &removed.source).await?;
        Ok(())
    }

    /// Removes the file of a video that no record names. A failure leaves an unused file, and is logged.
    async fn release_video(&self, site: &SiteId, media_id: &str) {
        let released = async {
            let tx = self.lock(site).await?;
            if tx.videos(site).await?.iter().all(|row| row.media_id != media_id) {
                in_time(self.media.remove(&scope(site)?, &media_id.parse()?)).await?;
            }
            Ok::<(), LibraryError>(())
        };
        if let Err(error) = released.await {
            tracing::warn!(site.id = %site, media.id = media_id, %error, "cannot remove the file of a video");
        }
    }
}

pub(super) async fn find(
    tx: &WriteTx,
    site: &SiteId,
    source: &MediaRef,
) -> Result<Option<VideoRow>, LibraryError> {
    Ok(tx.videos(site).await?.into_iter().find(|row| row.source == *source))
}

/// Whether a site may have one more than these.
fn check_number(rows: &[VideoRow]) -> Result<(), LibraryError> {
    let is_full = rows.iter().filter(|row| row.removed_at.is_none()).count() >= MAX_VIDEOS;
    if is_full { Err(LibraryError::FullOfVideos) } else { Ok(()) }
}
