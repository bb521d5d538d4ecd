//! Videos: stored part by part while they arrive, read in ranges.

use std::fs;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use futures::TryStreamExt;
use object_store::path::Path;
use object_store::{Error as StoreError, MultipartUpload, ObjectMeta, ObjectStoreExt, WriteMultipart};
use sha2::{Digest, Sha256};

use super::MediaStore;
use crate::video::{Boxes, Facts, MAX_VIDEO_BYTES, StoredVideo, facts};
use crate::{MediaError, MediaId, Result, Scope};

/// Size of the parts in which a video is stored. The store may have one on its way while the next one arrives.
const PART_BYTES: usize = 8 << 20;

impl MediaStore {
    /// Begins to store a video.
    ///
    /// # Errors
    /// [`MediaError::Store`].
    pub async fn begin_video(&self, scope: &Scope) -> Result<VideoUpload> {
        let number = getrandom::u64().map_err(|error| MediaError::Open(error.to_string()))?;
        let arriving = self.markers_key("arriving").join(format!("{number:016x}"));
        let parts = self.0.objects.put_multipart(&arriving).await?;
        Ok(VideoUpload::new(self.clone(), scope.clone(), arriving, parts))
    }

    /// Removes what uploads left that ended with their process, if it was written `age` ago. What has not arrived in a bucket as
    /// a whole is removed there by a rule for incomplete uploads.
    ///
    /// # Errors
    /// [`MediaError::Store`], [`MediaError::Open`].
    pub async fn remove_abandoned(&self, age: Duration) -> Result<()> {
        let arriving = self.markers_key("arriving");
        if let Some(folder) = &self.0.folder {
            // Parts are files that a store on a disk does not list.
            let folder = folder.join(arriving.as_ref());
            let removed = tokio::task::spawn_blocking(move || remove_files(&folder, age)).await;
            return removed
                .map_err(io::Error::from)
                .flatten()
                .map_err(|error| MediaError::Open(error.to_string()));
        }
        let objects: Vec<ObjectMeta> = self.0.objects.list(Some(&arriving)).try_collect().await?;
        for object in objects.iter().filter(|object| is_older(SystemTime::from(object.last_modified), age)) {
            self.0.objects.delete(&object.location).await?;
        }
        Ok(())
    }

    /// Gives a video that has arrived its place.
    pub(crate) async fn keep_video(&self, scope: &Scope, id: &MediaId, arriving: &Path) -> Result<()> {
        let kept = self.0.objects.rename(arriving, &self.video_key(scope, id)).await;
        if kept.is_err() {
            self.0.objects.delete(arriving).await?;
        }
        Ok(kept?)
    }

    /// Whether the store has a video.
    pub async fn has_video(&self, scope: &Scope, id: &MediaId) -> Result<bool> {
        self.has(&self.video_key(scope, id)).await
    }

    /// Bytes of a video, from the first of `range` to before its end; `None` if there is no such video.
    ///
    /// # Errors
    /// [`MediaError::Store`], also for a range outside the video.
    pub async fn video_part(&self, scope: &Scope, id: &MediaId, range: Range<u64>) -> Result<Option<Bytes>> {
        match self.0.objects.get_range(&self.video_key(scope, id), range).await {
            Ok(bytes) => Ok(Some(bytes)),
            Err(StoreError::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn video_key(&self, scope: &Scope, id: &MediaId) -> Path {
        self.0.base.clone().join(scope.as_str()).join(id.as_str()).join("video")
    }
}

/// Whether something was written at least `age` ago, by the clock of this machine, which is that of its files.
fn is_older(written: SystemTime, age: Duration) -> bool {
    written.elapsed().is_ok_and(|elapsed| elapsed >= age)
}

/// Removes the files of a folder that were written at least `age` ago.
fn remove_files(folder: &std::path::Path, age: Duration) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    let remove = |entry: io::Result<fs::DirEntry>| -> io::Result<()> {
        let entry = entry?;
        if is_older(entry.metadata()?.modified()?, age) {
            fs::remove_file(entry.path())?;
        }
        Ok(())
    };
    // One that cannot be removed does not keep the others. What is gone has arrived, or another node has removed it.
    let failed = entries
        .map(remove)
        .filter_map(Result::err)
        .filter(|error: &io::Error| error.kind() != ErrorKind::NotFound);
    failed.last().map_or(Ok(()), Err)
}

/// A video that is being stored, part by part. Nothing is kept of one that is dropped or that cannot be used.
pub struct VideoUpload {
    store: MediaStore,
    scope: Scope,
    /// Where it is until its bytes are known.
    arriving: Path,
    parts: WriteMultipart,
    boxes: Boxes,
    hash: Sha256,
    /// Number of the bytes that have arrived.
    bytes: u64,
    /// Those of the last ones that are stored, in a buffer that is used again.
    stored: Vec<u8>,
}

impl VideoUpload {
    fn new(store: MediaStore, scope: Scope, arriving: Path, parts: Box<dyn MultipartUpload>) -> Self {
        let parts = WriteMultipart::new_with_chunk_size(parts, PART_BYTES);
        Self {
            store,
            scope,
            arriving,
            parts,
            boxes: Boxes::default(),
            hash: Sha256::new(),
            bytes: 0,
            stored: Vec::new(),
        }
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// [`MediaError::VideoTooLarge`], [`MediaError::NotAVideo`] as soon as the bytes tell it, or an error of the store. Call
    /// [`Self::abort`] then.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.bytes = self.bytes.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        if self.bytes > MAX_VIDEO_BYTES {
            return Err(MediaError::VideoTooLarge);
        }
        self.stored.clear();
        self.boxes.feed(bytes, &mut self.stored)?;
        self.hash.update(&self.stored);
        self.parts.wait_for_capacity(1).await?;
        self.parts.write(&self.stored);
        Ok(())
    }

    /// Checks and stores the video. Idempotent for the same bytes.
    ///
    /// # Errors
    /// [`MediaError::NotAVideo`], [`MediaError::VideoFormat`], [`MediaError::Store`].
    pub async fn finish(self) -> Result<StoredVideo> {
        let Self { store, scope, arriving, parts, boxes, hash, bytes, .. } = self;
        let facts = match boxes.finish().and_then(|description| facts(&description)) {
            Ok(facts) => facts,
            Err(error) => {
                parts.abort().await?;
                return Err(error);
            }
        };
        let id = MediaId::from_digest(&hash.finalize());
        parts.finish().await?;
        store.keep_video(&scope, &id, &arriving).await?;
        let Facts { width, height, duration_ms } = facts;
        Ok(StoredVideo { id, width, height, duration_ms, bytes })
    }

    /// Forgets what has arrived.
    ///
    /// # Errors
    /// [`MediaError::Store`].
    pub async fn abort(self) -> Result<()> {
        Ok(self.parts.abort().await?)
    }
}

#[cfg(test)]
mod tests;
