//! Pictures that a feed names by address: fetched once, stored as the site's own.

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

/// Pictures fetched at a time.
const AT_ONCE: usize = 4;

/// What one picture may take.
const LIMITS: Limits = Limits { bytes: Options::MAX_BYTES as u64, time: Duration::from_secs(30) };

/// Pictures stored in one write: the site's pages are made anew after each.
const LOT: usize = 100;

/// After so many pictures of a host in a row that could not even be asked for, the others are not tried.
const GIVE_UP: usize = 3;

/// What became of a feed's pictures.
#[derive(Debug, Default)]
pub struct Fetched {
    /// Taken in.
    pub stored: usize,
    /// Why others were not: a text each, as many as it happened to.
    pub failed: BTreeMap<String, usize>,
}

/// Fetches those of `wanted` that the site does not have.
///
/// # Errors
/// When the database cannot be read or written; what does not come from elsewhere is no error.
pub async fn fetch(
    store: &Store,
    media: &MediaStore,
    client: &Outbound,
    site: &SiteId,
    wanted: &[MediaRef],
) -> Result<Fetched> {
    let known: Vec<MediaRef> = store.pictures(site).await?.into_iter().map(|p| p.source).collect();
    let mut missing: Vec<&MediaRef> = wanted.iter().filter(|w| !known.contains(w)).collect();
    missing.sort();
    missing.dedup();
    let style = ProgressStyle::with_template("{msg:12} [{bar:40}] {pos}/{len}")?.progress_chars("=> ");
    let bar = ProgressBar::new(missing.len() as u64).with_style(style).with_message("pictures");
    let (mut out, mut rows, mut silent) = (Fetched::default(), Vec::new(), HashMap::<String, usize>::new());
    let mut left = missing.into_iter();
    let mut running = futures::stream::FuturesUnordered::new();
    loop {
        while running.len() < AT_ONCE
            && let Some(source) = left.next()
        {
            let host = host_of(source);
            if silent.get(&host).is_some_and(|n| *n >= GIVE_UP) {
                *out.failed.entry(format!("{host} was not asked again")).or_default() += 1;
                bar.inc(1);
                continue;
            }
            running.push(async move { (host, one(media, client, site, source).await) });
        }
        let Some((host, done)) = running.next().await else { break };
        bar.inc(1);
        match done {
            Ok(row) => {
                silent.remove(&host);
                rows.push(row);
            }
            Err(failed) => {
                if failed.of_host {
                    *silent.entry(host).or_default() += 1;
                }
                *out.failed.entry(failed.why).or_default() += 1;
            }
        }
        if rows.len() >= LOT {
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

/// Why a picture was not taken in.
struct Failed {
    why: String,
    of_host: bool,
}

async fn one(
    media: &MediaStore,
    client: &Outbound,
    site: &SiteId,
    source: &MediaRef,
) -> Result<PictureRow, Failed> {
    let failed = |why: String| Failed { why, of_host: false };
    let url = Url::parse(source.as_str()).map_err(|e| failed(format!("{source}: {e}")))?;
    let bytes =
        client.get(&url, LIMITS).await.map_err(|e| Failed { of_host: e.is_of_host(), why: e.to_string() })?;
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
