//! Fetches the pictures whose URLs are in a feed, and stores them in the site's media.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use futures::StreamExt;
use marquee_media::{MediaStore, Options, Scope, Source};
use marquee_model::{MediaRef, SiteId};
use marquee_outbound::{Limits, Outbound};
use marquee_store::{PictureRow, Store, StoreError};
use url::Url;

/// Maximum number of concurrent fetches.
const AT_ONCE: usize = 4;

/// Limits for one picture.
const LIMITS: Limits = Limits { bytes: Options::MAX_BYTES as u64, time: Duration::from_secs(30) };

/// Pictures per transaction; the site's pages are rebuilt after each. If the program ends, at most so many are fetched again.
const BATCH: usize = 20;

/// Number of consecutive failures of a host (no connection, no response) after which its other pictures are not requested.
const GIVE_UP: usize = 3;

/// Result of fetching a feed's pictures.
#[derive(Debug, Default)]
pub struct FetchReport {
    /// Number of pictures stored.
    pub stored: usize,
    /// Number of failures by reason.
    pub failed: BTreeMap<String, usize>,
}

/// Where pictures are fetched from and stored.
#[derive(Debug, Clone, Copy)]
pub struct PictureStores<'a> {
    pub store: &'a Store,
    pub media: &'a MediaStore,
    pub client: &'a Outbound,
}

/// Fetches the pictures of `sources` that the site does not have. `progress` is called with the number of finished pictures
/// and the total. A picture that cannot be fetched is counted in [`FetchReport::failed`].
///
/// # Errors
/// If the database cannot be read or written.
pub async fn fetch_pictures(
    PictureStores { store, media, client }: PictureStores<'_>,
    site: &SiteId,
    sources: &[MediaRef],
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<FetchReport, StoreError> {
    let existing: HashSet<MediaRef> = store.pictures(site).await?.into_iter().map(|p| p.source).collect();
    let mut missing: Vec<&MediaRef> = sources.iter().filter(|source| !existing.contains(*source)).collect();
    missing.sort();
    missing.dedup();
    let (mut done_count, total) = (0, missing.len() as u64);
    progress(done_count, total);
    let (mut out, mut rows, mut failures_in_a_row) =
        (FetchReport::default(), Vec::new(), HashMap::<String, usize>::new());
    let mut remaining = missing.into_iter();
    let mut fetches = futures::stream::FuturesUnordered::new();
    loop {
        while fetches.len() < AT_ONCE
            && let Some(source) = remaining.next()
        {
            let host = host_of(source);
            if failures_in_a_row.get(&host).is_some_and(|n| *n >= GIVE_UP) {
                *out.failed.entry(format!("{host}: skipped after repeated failures")).or_default() += 1;
                done_count += 1;
                progress(done_count, total);
                continue;
            }
            fetches.push(async move { (host, fetch_one(media, client, site, source).await) });
        }
        let Some((host, done)) = fetches.next().await else { break };
        done_count += 1;
        progress(done_count, total);
        match done {
            Ok(row) => {
                failures_in_a_row.remove(&host);
                rows.push(row);
            }
            Err(failed) => {
                if failed.is_host_error {
                    *failures_in_a_row.entry(host).or_default() += 1;
                }
                *out.failed.entry(failed.reason).or_default() += 1;
            }
        }
        if rows.len() >= BATCH {
            save(store, media, site, std::mem::take(&mut rows), &mut out).await?;
        }
    }
    save(store, media, site, rows, &mut out).await?;
    Ok(out)
}

fn host_of(source: &MediaRef) -> String {
    let url = Url::parse(source.as_str()).ok();
    url.and_then(|u| u.host_str().map(str::to_owned)).unwrap_or_default()
}

/// Saves fetched pictures. The lock of the site is that of its picture library: a removal of the same picture, named otherwise, may
/// have taken the file away since.
async fn save(
    store: &Store,
    media: &MediaStore,
    site: &SiteId,
    rows: Vec<PictureRow>,
    report: &mut FetchReport,
) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut tx = store.begin().await?;
    if tx.lock_site(site).await?.is_none() {
        return Ok(());
    }
    let mut stored = 0;
    for row in rows {
        match has_file(media, site, &row).await {
            Ok(()) => {
                tx.save_picture(site, &row).await?;
                stored += 1;
            }
            Err(failed) => *report.failed.entry(failed.reason).or_default() += 1,
        }
    }
    tx.commit().await?;
    report.stored += stored;
    Ok(())
}

async fn has_file(media: &MediaStore, site: &SiteId, row: &PictureRow) -> Result<(), FetchError> {
    let failed = |reason: String| FetchError { reason, is_host_error: false };
    let id = row.media_id.parse().map_err(|e| failed(format!("{}: {e}", row.source)))?;
    match media.restore(&scope_of(site)?, &id).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(failed(format!("{}: removed meanwhile", row.source))),
        Err(error) => Err(failed(format!("{}: {error}", row.source))),
    }
}

fn scope_of(site: &SiteId) -> Result<Scope, FetchError> {
    site.as_str().parse().map_err(|_| FetchError {
        reason: format!("{site}: the site key is not a valid folder of pictures"),
        is_host_error: false,
    })
}

/// Why a picture was not stored.
struct FetchError {
    reason: String,
    is_host_error: bool,
}

async fn fetch_one(
    media: &MediaStore,
    client: &Outbound,
    site: &SiteId,
    source: &MediaRef,
) -> Result<PictureRow, FetchError> {
    let failed = |reason: String| FetchError { reason, is_host_error: false };
    let url = Url::parse(source.as_str()).map_err(|e| failed(format!("{source}: {e}")))?;
    let bytes = client
        .get(&url, LIMITS)
        .await
        .map_err(|e| FetchError { is_host_error: e.is_host_error(), reason: e.to_string() })?;
    let stored = media
        .ingest(&scope_of(site)?, bytes, Source::Upload)
        .await
        .map_err(|e| failed(format!("{source}: {e}")))?;
    Ok(PictureRow {
        source: source.clone(),
        media_id: stored.id.to_string(),
        width: stored.width,
        height: stored.height,
    })
}

#[cfg(test)]
mod tests {
    use marquee_model::settings::SiteRecord;

    use super::*;

    const GIF: &[u8] =
        b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\x04\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

    #[tokio::test]
    async fn a_picture_whose_file_was_removed_meanwhile_gets_no_row() {
        let folder = tempfile::tempdir().unwrap();
        let store =
            Store::connect(&format!("sqlite:{}", folder.path().join("t.db").display())).await.unwrap();
        store.migrate().await.unwrap();
        let mut record: SiteRecord =
            serde_json::from_str(include_str!("../../../fixtures/demo/meridian/site.json")).unwrap();
        record.hosts = Vec::new();
        let mut tx = store.begin().await.unwrap();
        tx.save_site(&record).await.unwrap();
        tx.commit().await.unwrap();
        let url = Url::from_directory_path(folder.path().join("media")).unwrap();
        let media = MediaStore::open(&url, Options::default()).unwrap();
        let site = record.key;
        let scope: Scope = site.as_str().parse().unwrap();
        let stored = media.ingest(&scope, GIF.into(), Source::Upload).await.unwrap();
        let row = PictureRow {
            source: MediaRef::parse("https://pictures.example/a.gif").unwrap(),
            media_id: stored.id.to_string(),
            width: 1,
            height: 1,
        };
        let save_it = async || {
            let mut report = FetchReport::default();
            save(&store, &media, &site, vec![row.clone()], &mut report).await.unwrap();
            (report.stored, report.failed.into_keys().collect::<Vec<_>>())
        };
        media.remove(&scope, &stored.id).await.unwrap();
        let removed = "https://pictures.example/a.gif: removed meanwhile".to_owned();
        assert_eq!(save_it().await, (0, vec![removed]));
        assert_eq!(store.pictures(&site).await.unwrap(), []);
        media.ingest(&scope, GIF.into(), Source::Upload).await.unwrap();
        media.set_aside(&scope, &stored.id).await.unwrap();
        assert_eq!(save_it().await, (1, vec![]));
        assert!(media.original(&scope, &stored.id).await.unwrap().is_some(), "it has its file again");
    }
}
