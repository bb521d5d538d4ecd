//! The pictures and videos of a site, with their captions, in the folder that `marquee site export` writes.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use jiff::Timestamp;
use marquee_media::{Captions, MediaId, MediaStore, Scope, Source, StoredVideo};
use marquee_model::catalog::PictureDetailsBySource;
use marquee_model::locale::Locale;
use marquee_model::{MediaRef, SiteId};
use marquee_store::{CaptionsRow, PictureRow, Store, VideoRow, WriteTx};
use serde::{Deserialize, Serialize};

use crate::settings::Settings;
use crate::wiring;

/// Name of the file with the list of the videos.
const VIDEOS: &str = "videos.json";

/// Name of the file with the captions of the videos.
const CAPTIONS: &str = "captions.json";

/// Captions of a video in one language, as the file has them.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ExportedCaptions {
    video: MediaRef,
    /// Such as `en-US`.
    locale: String,
    /// The file's name on the operator's device; may be empty.
    name: String,
    uploaded_at: Timestamp,
    actor: String,
    /// A WebVTT file.
    text: String,
}

/// Number of bytes of a video that are read at a time.
const EXPORTED_BYTES: u64 = 8 << 20;

/// Name of the file with what operators say about the pictures.
const PICTURE_DETAILS: &str = "picture-details.json";

/// Replaces what operators say about the pictures, if the folder has it.
pub async fn import_picture_details(store: &Store, site: &SiteId, dir: &Path) -> Result<()> {
    let file = dir.join(PICTURE_DETAILS);
    if !file.exists() {
        return Ok(());
    }
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let details: PictureDetailsBySource =
        serde_json::from_str(&text).with_context(|| file.display().to_string())?;
    let mut tx = store.begin_long().await?;
    if tx.picture_details(site).await? != details {
        tx.replace_picture_details(site, &details).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Writes the originals of a site's pictures to `media/`, the map of their sources to media ids to `pictures.json`, and what
/// operators say about them to `picture-details.json`; its videos to `media/`, their list to `videos.json`, and their captions to
/// `captions.json`.
pub async fn export_media(settings: &Settings, store: &Store, site: &SiteId, dir: &Path) -> Result<()> {
    let media = wiring::media(settings)?;
    let scope = site.as_str().parse()?;
    let folder = dir.join("media");
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let mut media_ids = BTreeMap::new();
    for row in store.pictures(site).await? {
        let id = row.media_id.parse()?;
        if let Some(bytes) = media.original(&scope, &id).await? {
            std::fs::write(folder.join(&row.media_id), &bytes)
                .with_context(|| folder.display().to_string())?;
            media_ids.insert(row.source.to_string(), row.media_id);
        } else {
            eprintln!("{}: left out, because its original is missing in the media store", row.source);
        }
    }
    let text = serde_json::to_string_pretty(&media_ids)? + "\n";
    std::fs::write(dir.join("pictures.json"), text).with_context(|| dir.display().to_string())?;
    let text = serde_json::to_string_pretty(&store.picture_details(site).await?)? + "\n";
    std::fs::write(dir.join(PICTURE_DETAILS), text).with_context(|| dir.display().to_string())?;
    export_videos(&media, store, site, dir).await
}

async fn export_videos(media: &MediaStore, store: &Store, site: &SiteId, dir: &Path) -> Result<()> {
    let scope = site.as_str().parse()?;
    let mut exported = Vec::new();
    for row in store.videos(site).await?.into_iter().filter(|row| row.removed_at.is_none()) {
        let id = row.media_id.parse()?;
        if !media.has_video(&scope, &id).await? {
            eprintln!("{}: left out, because its file is missing in the media store", row.source);
            continue;
        }
        let path = video_file(dir, &row);
        let failed = || path.display().to_string();
        let mut file = File::create(&path).with_context(failed)?;
        let mut start = 0;
        while start < row.bytes {
            let end = row.bytes.min(start + EXPORTED_BYTES);
            let part = media.video_part(&scope, &id, start..end).await?;
            file.write_all(&part.with_context(failed)?).with_context(failed)?;
            start = end;
        }
        exported.push(row);
    }
    let text = serde_json::to_string_pretty(&exported)? + "\n";
    std::fs::write(dir.join(VIDEOS), text).with_context(|| dir.display().to_string())?;
    let text = serde_json::to_string_pretty(&captions_of(store, site, &exported).await?)? + "\n";
    std::fs::write(dir.join(CAPTIONS), text).with_context(|| dir.display().to_string())
}

/// The captions of these videos.
async fn captions_of(store: &Store, site: &SiteId, videos: &[VideoRow]) -> Result<Vec<ExportedCaptions>> {
    let mut exported = Vec::new();
    for row in store.captions(site).await? {
        let is_exported = videos.iter().any(|video| video.source == row.video);
        let text = store.captions_text(site, row.video.as_str(), row.locale.long()).await?;
        let Some((_, text)) = text.filter(|_| is_exported) else { continue };
        let CaptionsRow { video, locale, name, uploaded_at, actor, .. } = row;
        let locale = locale.long().to_owned();
        exported.push(ExportedCaptions { video, locale, name, uploaded_at, actor, text });
    }
    Ok(exported)
}

fn video_file(dir: &Path, row: &VideoRow) -> PathBuf {
    dir.join("media").join(format!("{}.mp4", row.media_id))
}

/// Stores the videos that [`export_media`] wrote, if the folder has any. Others that the site has stay.
pub async fn import_videos(settings: &Settings, store: &Store, site: &SiteId, dir: &Path) -> Result<()> {
    let file = dir.join(VIDEOS);
    if !file.exists() {
        return Ok(());
    }
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let rows: Vec<VideoRow> = serde_json::from_str(&text).with_context(|| file.display().to_string())?;
    let captions = read_captions(dir)?;
    let media = wiring::media(settings)?;
    let scope = site.as_str().parse()?;
    let mut read = Vec::new();
    for row in rows {
        // It is a part of the path of a file.
        let id: MediaId = row.media_id.parse().with_context(|| file.display().to_string())?;
        let path = video_file(dir, &row);
        let stored = store_video(&media, &scope, &path).await.with_context(|| path.display().to_string())?;
        anyhow::ensure!(
            stored.id == id,
            "{}: the file is damaged: its content does not match its name",
            path.display()
        );
        let (width, height, duration_ms) = (stored.width, stored.height, stored.duration_ms);
        read.push(VideoRow { bytes: stored.bytes, width, height, duration_ms, removed_at: None, ..row });
    }
    let mut tx = store.begin_long().await?;
    let before = tx.videos(site).await?;
    for row in &read {
        tx.save_video(site, row).await?;
    }
    if let Some(captions) = captions {
        replace_captions(&mut tx, site, &read, &captions).await?;
    }
    let after = tx.videos(site).await?;
    tx.commit().await?;
    for replaced in before {
        if after.iter().all(|row| row.media_id != replaced.media_id) {
            media.remove(&scope, &replaced.media_id.parse()?).await?;
        }
    }
    Ok(())
}

/// The captions in the folder, checked; `None` if it has no file with them, as folders of former versions.
fn read_captions(dir: &Path) -> Result<Option<Vec<(CaptionsRow, Captions)>>> {
    let file = dir.join(CAPTIONS);
    if !file.exists() {
        return Ok(None);
    }
    let failed = || file.display().to_string();
    let text = std::fs::read_to_string(&file).with_context(failed)?;
    let exported: Vec<ExportedCaptions> = serde_json::from_str(&text).with_context(failed)?;
    let read = |ExportedCaptions { video, locale, name, uploaded_at, actor, text }: ExportedCaptions| {
        let failed = || format!("{}: {video}, {locale}", file.display());
        let captions = Captions::read(text.as_bytes()).with_context(failed)?;
        let locale = Locale::parse(&locale).context("not a locale such as en-US").with_context(failed)?;
        let (text_id, bytes) = (captions.id.to_string(), u64::try_from(captions.text.len())?);
        Ok((CaptionsRow { video, locale, text_id, name, bytes, uploaded_at, actor }, captions))
    };
    exported.into_iter().map(read).collect::<Result<_>>().map(Some)
}

/// Gives the videos the captions of the folder, and no others.
async fn replace_captions(
    tx: &mut WriteTx,
    site: &SiteId,
    videos: &[VideoRow],
    captions: &[(CaptionsRow, Captions)],
) -> Result<()> {
    let of_folder = |row: &CaptionsRow| videos.iter().any(|video| video.source == row.video);
    for old in tx.captions(site).await?.iter().filter(|row| of_folder(row)) {
        tx.delete_captions(site, &old.video, &old.locale).await?;
    }
    for (row, captions) in captions {
        anyhow::ensure!(of_folder(row), "{CAPTIONS}: {} is not in {VIDEOS}", row.video);
        tx.save_captions(site, row, &captions.text).await?;
    }
    Ok(())
}

async fn store_video(media: &MediaStore, scope: &Scope, path: &Path) -> Result<StoredVideo> {
    let mut file = File::open(path)?;
    let mut upload = media.begin_video(scope).await?;
    let mut part = vec![0; 1 << 20];
    loop {
        let written = match file.read(&mut part) {
            Ok(0) => return Ok(upload.finish().await?),
            Ok(length) => {
                upload.write(part.get(..length).unwrap_or_default()).await.map_err(anyhow::Error::from)
            }
            Err(error) => Err(error.into()),
        };
        if let Err(error) = written {
            upload.abort().await?;
            return Err(error);
        }
    }
}

/// Stores the pictures that [`export_media`] wrote; empty if the folder has no `pictures.json`.
pub async fn import_media(settings: &Settings, site: &SiteId, dir: &Path) -> Result<Vec<PictureRow>> {
    let file = dir.join("pictures.json");
    if !file.exists() {
        return Ok(Vec::new());
    }
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let media_ids: BTreeMap<String, MediaId> = serde_json::from_str::<BTreeMap<String, String>>(&text)
        .with_context(|| file.display().to_string())?
        .into_iter()
        .map(|(source, id)| {
            let id = id.parse().with_context(|| format!("{}: {source}", file.display()))?;
            Ok((source, id))
        })
        .collect::<Result<_>>()?;
    let media = wiring::media(settings)?;
    let scope = site.as_str().parse()?;
    let mut out = Vec::new();
    for (source, id) in media_ids {
        let path = dir.join("media").join(id.as_str());
        let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
        let stored = media
            .ingest(&scope, bytes.into(), Source::Trusted)
            .await
            .with_context(|| path.display().to_string())?;
        anyhow::ensure!(
            stored.id == id,
            "{}: the file is damaged: its content does not match its name",
            path.display()
        );
        out.push(PictureRow {
            source: MediaRef::parse(&source).with_context(|| path.display().to_string())?,
            media_id: stored.id.to_string(),
            width: stored.width,
            height: stored.height,
        });
    }
    Ok(out)
}
