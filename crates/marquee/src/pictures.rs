//! Fetches pictures that a feed gives as URLs and stores them in the site's media.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use anyhow::Result;
use futures::StreamExt;
use indicatif::{ProgressBar, ProgressStyle};
use marquee_media::{MediaStore, Options, Source};
use marquee_model::{MediaRef, SiteId};
use marquee_outbound::{Limits, Outbound};
use marquee_store::{PictureRow, Store};
use url::Url;

/// Maximum number of concurrent fetches.
const AT_ONCE: usize = 4;

/// Limits for one picture.
const LIMITS: Limits = Limits { bytes: Options::MAX_BYTES as u64, time: Duration::from_secs(30) };

/// Pictures per transaction; the site's pages are rebuilt after each.
const BATCH: usize = 100;

/// Number of consecutive failures of a host (no connection, no answer) after which its other pictures are not requested.
const GIVE_UP: usize = 3;

/// Result of fetching a feed's pictures.
#[derive(Debug, Default)]
pub struct FetchReport {
    /// Number of pictures stored.
    pub stored: usize,
    /// Number of failures by reason.
    pub failed: BTreeMap<String, usize>,
}

/// Fetches those of `wanted` that the site does not have. Returns an error only if the database cannot be read or
/// written; a picture that cannot be fetched is counted in [`Fetched::failed`].
pub async fn fetch(
    store: &Store,
    media: &MediaStore,
    client: &Outbound,
    site: &SiteId,
    wanted: &[MediaRef],
) -> Result<FetchReport> {
    let known: Vec<MediaRef> = store.pictures(site).await?.into_iter().map(|p| p.source).collect();
    let mut missing: Vec<&MediaRef> = wanted.iter().filter(|w| !known.contains(w)).collect();
    missing.sort();
    missing.dedup();
    let style = ProgressStyle::with_template("{msg:12} [{bar:40}] {pos}/{len}")?.progress_chars("=> ");
    let bar = ProgressBar::new(missing.len() as u64).with_style(style).with_message("pictures");
    let (mut out, mut rows, mut failures_in_a_row) =
        (FetchReport::default(), Vec::new(), HashMap::<String, usize>::new());
    let mut remaining = missing.into_iter();
    let mut running = futures::stream::FuturesUnordered::new();
    loop {
        while running.len() < AT_ONCE
            && let Some(source) = remaining.next()
        {
            let host = host_of(source);
            if failures_in_a_row.get(&host).is_some_and(|n| *n >= GIVE_UP) {
                *out.failed.entry(format!("{host} was not asked again")).or_default() += 1;
                bar.inc(1);
                continue;
            }
            running.push(async move { (host, fetch_one(media, client, site, source).await) });
        }
        let Some((host, done)) = running.next().await else { break };
        bar.inc(1);
        match done {
            Ok(row) => {
                failures_in_a_row.remove(&host);
                rows.push(row);
            }
            Err(failed) => {
                if failed.of_host {
                    *failures_in_a_row.entry(host).or_default() += 1;
                }
                *out.failed.entry(failed.why).or_default() += 1;
            }
        }
        if rows.len() >= BATCH {
            out.stored += save(store, site, &mut rows).await?;
        }
    }
    out.stored += save(store, site, &mut rows).await?;
    bar.finish_and_clear();
    Ok(out)
}

fn host_of(source: &MediaRef) -> String {
    let url = Url::parse(source.as_str()).ok();
    url.and_then(|u| u.host_str().map(str::to_owned)).unwrap_or_default()
}

async fn save(store: &Store, site: &SiteId, rows: &mut Vec<PictureRow>) -> Result<usize> {
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
    why: String,
    of_host: bool,
}

async fn fetch_one(
    media: &MediaStore,
    client: &Outbound,
    site: &SiteId,
    source: &MediaRef,
) -> Result<PictureRow, FetchError> {
    let failed = |why: String| FetchError { why, of_host: false };
    let url = Url::parse(source.as_str()).map_err(|e| failed(format!("{source}: {e}")))?;
    let bytes = client
        .get(&url, LIMITS)
        .await
        .map_err(|e| FetchError { of_host: e.is_host_error(), why: e.to_string() })?;
    let scope = site.as_str().parse().map_err(|_| failed(format!("{site} has no place for pictures")))?;
    let stored =
        media.ingest(&scope, bytes, Source::Upload).await.map_err(|e| failed(format!("{source}: {e}")))?;
    Ok(PictureRow {
        source: source.clone(),
        media_id: stored.id.to_string(),
        width: stored.width,
        height: stored.height,
    })
}
