//! The media store: stores originals, makes and stores renditions.

mod videos;

use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use futures::{StreamExt, TryStreamExt};
use marquee_single_flight::Flights;
use object_store::{
    Error as StoreError, ObjectStore, ObjectStoreExt, ObjectStoreScheme, PutPayload, local::LocalFileSystem,
    path::Path,
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::{self, JoinHandle},
};
use url::Url;

use crate::{
    Crop, Focus, MediaError, MediaId, Options, OriginalType, PictureName, Rendition, Result, Scope, encode,
    flight, picture,
};

pub use videos::VideoUpload;

/// Version of the encoding settings, part of rendition keys. Change it with the settings, so that old renditions are no longer
/// used.
const ENCODER_VERSION: &str = "r1";

/// Origin of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Untrusted: an operator or a feed.
    Upload,
    /// The product's own fixtures, for which SVG is accepted.
    Trusted,
}

/// A stored original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredOriginal {
    pub id: MediaId,
    /// Displayed width in pixels, after orientation; of an SVG its nominal width.
    pub width: u32,
    /// Displayed height in pixels, likewise.
    pub height: u32,
    pub kind: OriginalType,
    pub bytes: u64,
}

/// Pictures of all tenants, in a folder or a bucket. Cheap to clone; must be used in a Tokio runtime.
#[derive(Debug, Clone)]
pub struct MediaStore(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    objects: Box<dyn ObjectStore>,
    base: Path,
    /// The folder of a store on a disk.
    folder: Option<PathBuf>,
    options: Options,
    flights: Flights<String, flight::FlightResult>,
    /// Limits decoding and encoding to one picture at a time, to leave CPU for serving pages.
    work_permits: Arc<Semaphore>,
    /// Limits prefetched renditions to one at a time in the queue for `work`.
    prefetch_permits: Semaphore,
}

impl MediaStore {
    /// Opens the store at `file:///folder` (created if missing), `s3://bucket/prefix` or `memory:///`.
    ///
    /// # Errors
    /// [`MediaError::Open`] for any other URL, or if the store cannot be opened.
    pub fn open(url: &Url, options: Options) -> Result<Self> {
        let (objects, base) = open(url, &options)?;
        let folder = if url.scheme() == "file" { url.to_file_path().ok() } else { None };
        let (render_permits, prefetch_permits) = (Arc::new(Semaphore::new(1)), Semaphore::new(1));
        Ok(Self(Arc::new(Inner {
            objects,
            base,
            folder,
            options,
            flights: Flights::default(),
            work_permits: render_permits,
            prefetch_permits,
        })))
    }

    /// Validates and stores an original. Idempotent.
    ///
    /// # Errors
    /// [`MediaError::Store`], or an error about the picture itself.
    pub async fn ingest(&self, scope: &Scope, bytes: Bytes, source: Source) -> Result<StoredOriginal> {
        if bytes.len() > Options::MAX_BYTES {
            return Err(MediaError::TooLarge { bytes: bytes.len() });
        }
        let kind = OriginalType::detect(&bytes).ok_or(MediaError::UnknownType)?;
        if kind == OriginalType::Svg && source != Source::Trusted {
            return Err(MediaError::SvgRefused);
        }
        let (width, height) = picture::measure(kind, &bytes)?;
        let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let stored = StoredOriginal { id: MediaId::from_bytes(&bytes), width, height, kind, bytes: size };
        let key = self.original_key(scope, &stored.id);
        if !self.has(&key).await? {
            let original = bytes.clone();
            self.acquire_work_permit().await?.work(move || picture::check(kind, &original)).await?;
            self.0.objects.put(&key, PutPayload::from_bytes(bytes)).await?;
        }
        Ok(stored)
    }

    /// The bytes of an original, for exporting a site. Never send them to browsers.
    pub async fn original(&self, scope: &Scope, id: &MediaId) -> Result<Option<Bytes>> {
        self.get(&self.original_key(scope, id)).await
    }

    /// A rendition, made and stored on first use; `None` if there is no such original.
    ///
    /// # Errors
    /// [`MediaError::WidthNotAllowed`], [`MediaError::RatioNotAllowed`], or an error of decoding, encoding or the store.
    pub async fn rendition(
        &self,
        scope: &Scope,
        picture: &PictureName,
        rendition: Rendition,
    ) -> Result<Option<Bytes>> {
        self.check_allowed(rendition)?;
        let key = self.rendition_key(scope, picture, rendition);
        if let Some(bytes) = self.get(&key).await? {
            return Ok(Some(bytes));
        }
        let (store, original, name) = (self.clone(), self.original_key(scope, &picture.id), key.to_string());
        let focus = picture.focus;
        let work = || async move { store.make(&original, key, rendition, focus).await };
        flight::join(&self.0.flights, name, work).await
    }

    /// Removes an original with all its renditions, or a video. Idempotent.
    pub async fn remove(&self, scope: &Scope, id: &MediaId) -> Result<()> {
        let folder = self.0.base.clone().join(scope.as_str()).join(id.as_str());
        let objects = self.0.objects.list(Some(&folder)).map_ok(|object| object.location).boxed();
        let removed: Vec<Path> = self.0.objects.delete_stream(objects).try_collect().await?;
        tracing::debug!(site.id = %scope, media.id = %id, objects = removed.len(), "picture removed");
        Ok(())
    }

    /// Removes a picture so that it can be restored: its original is moved aside, its renditions are removed. Idempotent.
    pub async fn set_aside(&self, scope: &Scope, id: &MediaId) -> Result<()> {
        self.move_object(&self.original_key(scope, id), &self.removed_key(scope, id)).await?;
        self.remove(scope, id).await
    }

    /// Brings back an original that was set aside; returns whether the store has it. Idempotent. If the same bytes were stored
    /// again since, the copy that was set aside is deleted.
    pub async fn restore(&self, scope: &Scope, id: &MediaId) -> Result<bool> {
        let original = self.original_key(scope, id);
        if self.has(&original).await? {
            self.discard(scope, id).await?;
            return Ok(true);
        }
        self.move_object(&self.removed_key(scope, id), &original).await
    }

    /// Removes an original that was set aside for good. Idempotent.
    pub async fn discard(&self, scope: &Scope, id: &MediaId) -> Result<()> {
        match self.0.objects.delete(&self.removed_key(scope, id)).await {
            Ok(()) | Err(StoreError::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns false if there is no object to move.
    async fn move_object(&self, from: &Path, to: &Path) -> Result<bool> {
        match self.0.objects.rename(from, to).await {
            Ok(()) => Ok(true),
            Err(StoreError::NotFound { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Stores an empty object with this name in a folder outside all scopes. Idempotent.
    pub async fn add_marker(&self, folder: &str, name: &str) -> Result<()> {
        let key = self.markers_key(folder).join(name);
        self.0.objects.put(&key, PutPayload::new()).await?;
        Ok(())
    }

    /// The names added by [`Self::add_marker`] to a folder, in no particular order.
    pub async fn markers(&self, folder: &str) -> Result<Vec<String>> {
        let key = self.markers_key(folder);
        let objects: Vec<_> = self.0.objects.list(Some(&key)).try_collect().await?;
        Ok(objects.iter().filter_map(|object| object.location.filename()).map(str::to_owned).collect())
    }

    /// Makes missing renditions in the background, one after another. A concurrent request waits for at most one of them.
    /// Failures are logged and do not stop the rest.
    pub fn prefetch(&self, scope: Scope, renditions: Vec<(PictureName, Rendition)>) -> JoinHandle<()> {
        let store = self.clone();
        task::spawn(async move {
            for (picture, rendition) in renditions {
                if let Err(error) = store.prefetch_one(&scope, &picture, rendition).await {
                    let cause = std::error::Error::source(&error).map(ToString::to_string);
                    tracing::warn!(site.id = %scope, media.id = %picture.id, %rendition, %error, cause, "failed to prefetch a rendition");
                }
            }
        })
    }

    async fn prefetch_one(&self, scope: &Scope, picture: &PictureName, rendition: Rendition) -> Result<()> {
        let Ok(_permit) = self.0.prefetch_permits.acquire().await else { return Err(MediaError::Canceled) };
        if !self.has(&self.rendition_key(scope, picture, rendition)).await? {
            self.rendition(scope, picture, rendition).await?;
        }
        Ok(())
    }

    async fn make(
        &self,
        original: &Path,
        key: Path,
        rendition: Rendition,
        focus: Option<Focus>,
    ) -> Result<Option<Bytes>> {
        // An earlier flight may have stored it after the caller's lookup.
        if let Some(bytes) = self.get(&key).await? {
            return Ok(Some(bytes));
        }
        // The original is loaded after waiting, so that queued calls do not hold it in memory.
        let permit = self.acquire_work_permit().await?;
        let Some(bytes) = self.get(original).await? else { return Ok(None) };
        let result = permit
            .work(move || {
                let kind = OriginalType::detect(&bytes).ok_or(MediaError::UnknownType)?;
                let picture = picture::scale(kind, &bytes, rendition.width, rendition.crop, focus)?;
                encode::encode(&picture, rendition.format).map(Bytes::from)
            })
            .await?;
        self.0.objects.put(&key, PutPayload::from_bytes(result.clone())).await?;
        Ok(Some(result))
    }

    /// Waits for the permit to decode or encode.
    async fn acquire_work_permit(&self) -> Result<WorkPermit> {
        Arc::clone(&self.0.work_permits)
            .acquire_owned()
            .await
            .map(WorkPermit)
            .map_err(|_| MediaError::Canceled)
    }

    fn check_allowed(&self, rendition: Rendition) -> Result<()> {
        if !self.0.options.widths.contains(&rendition.width) {
            return Err(MediaError::WidthNotAllowed(rendition.width));
        }
        match rendition.crop {
            Crop::Ratio { w, h } if !self.0.options.ratios.contains(&(w, h)) => {
                Err(MediaError::RatioNotAllowed(w, h))
            }
            _ => Ok(()),
        }
    }

    async fn get(&self, key: &Path) -> Result<Option<Bytes>> {
        match self.0.objects.get(key).await {
            Ok(object) => Ok(Some(object.bytes().await?)),
            Err(StoreError::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    async fn has(&self, key: &Path) -> Result<bool> {
        match self.0.objects.head(key).await {
            Ok(_) => Ok(true),
            Err(StoreError::NotFound { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// The key of a folder of markers. It begins with an underscore, which no scope contains.
    fn markers_key(&self, folder: &str) -> Path {
        self.0.base.clone().join(format!("_{folder}"))
    }

    /// The key of an original that was set aside, outside all scopes.
    fn removed_key(&self, scope: &Scope, id: &MediaId) -> Path {
        self.markers_key("removed").join(scope.as_str()).join(id.as_str())
    }

    fn original_key(&self, scope: &Scope, id: &MediaId) -> Path {
        self.0.base.clone().join(scope.as_str()).join(id.as_str()).join("original")
    }

    /// A rendition that is not cropped is the same with each focus.
    fn rendition_key(&self, scope: &Scope, picture: &PictureName, rendition: Rendition) -> Path {
        let version = match (rendition.crop, picture.focus) {
            (Crop::Ratio { .. }, Some(focus)) => format!("{ENCODER_VERSION}-{focus}"),
            _ => ENCODER_VERSION.to_owned(),
        };
        self.0
            .base
            .clone()
            .join(scope.as_str())
            .join(picture.id.as_str())
            .join(version)
            .join(rendition.to_string())
    }
}

/// The exclusive permit to decode or encode.
struct WorkPermit(OwnedSemaphorePermit);

impl WorkPermit {
    /// Runs `work` on a thread of low priority. It holds the permit until it ends, even if the caller is canceled.
    async fn work<T: Send + 'static>(self, work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
        let task = marquee_background::run("picture", move || {
            let Self(_permit) = self;
            work()
        });
        task.await.unwrap_or_else(|error| {
            tracing::error!(%error, "work on a picture was not finished");
            Err(MediaError::Canceled)
        })
    }
}

fn open(url: &Url, options: &Options) -> Result<(Box<dyn ObjectStore>, Path)> {
    let failed = |error: &dyn std::fmt::Display| MediaError::Open(format!("{}: {error}", url.scheme()));
    let (scheme, _) = ObjectStoreScheme::parse(url).map_err(|error| failed(&error))?;
    match scheme {
        ObjectStoreScheme::Local => {
            let folder = url.to_file_path().map_err(|()| failed(&"must be an absolute local path"))?;
            std::fs::create_dir_all(&folder).map_err(|error| failed(&error))?;
            let files = LocalFileSystem::new_with_prefix(folder).map_err(|error| failed(&error))?;
            Ok((Box::new(files.with_fsync(true).with_automatic_cleanup(true)), Path::default()))
        }
        ObjectStoreScheme::Memory | ObjectStoreScheme::AmazonS3 => {
            object_store::parse_url_opts(url, options.store_settings.iter().cloned())
                .map_err(|error| failed(&error))
        }
        _ => Err(failed(&"unsupported store: use file:, s3: or memory:")),
    }
}

#[cfg(test)]
mod tests;
