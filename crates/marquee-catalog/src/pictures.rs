//! Fetches the pictures whose URLs are in a feed, and stores them in the site's media.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use futures::StreamExt;
use marquee_media::{MediaStore, Options, Source};
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
            out.stored += save(store, site, &mut rows).await?;
        }
    }
    out.stored += save(store, site, &mut rows).await?;
    Ok(out)
}

fn host_of(source: &MediaRef) -> String {
    let url = Url::parse(source.as_str()).ok();
    url.and_then(|u| u.host_str().map(str::to_owned)).unwrap_or_default()
}

async fn save(store: &Store, site: &SiteId, rows: &mut Vec<PictureRow>) -> Result<usize, StoreError> {
    if rows.is_empty() {
        return Ok(0);
    }
    let mut tx = store.begin().await?;
    for row in rows.iter() {
        tx.save_picture(site, row).await?;
    }
    tx.commit().await?;
    Ok(std::mem::take(rows).len())
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
    let scope = site
        .as_str()
        .parse()
        .map_err(|_| failed(format!("{site}: the site key is not a valid folder of pictures")))?;
    let stored =
        media.ingest(&scope, bytes, Source::Upload).await.map_err(|e| failed(format!("{source}: {e}")))?;
    Ok(PictureRow {
        source: source.clone(),
        media_id: stored.id.to_string(),
        width: stored.width,
        height: stored.height,
    })
}
