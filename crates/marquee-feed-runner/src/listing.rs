//! The feeds of a site with their health, and their runs.

use std::collections::{BTreeMap, HashMap};

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use marquee_api::editor::{
    EditorFeed, EditorFeeds, FeedDay, FeedHealth, FeedPushStatus, FeedRun, FeedTheater, ScheduleFormat,
    TheaterWithoutFeed,
};
use marquee_api::paths::FEED_PUSH_PREFIX;
use marquee_import::name_of;
use marquee_model::catalog::Theater;
use marquee_model::feed::FeedRunResult;
use marquee_model::{FeedId, SiteId, TheaterId};
use marquee_store::{FeedDayRow, FeedRow, FeedRunRow, ShowFilter, Store, StoreError};

use crate::credential::SealedCredentials;
use crate::timing::is_stale;

/// Runs of all feeds in a list.
const LATEST_RUNS: u64 = 20;
/// Days of a feed in a list.
const DAYS: i64 = 14;

/// The feeds of a site, and their latest runs.
///
/// # Errors
/// [`StoreError`]
pub async fn list(
    store: &Store,
    credentials: &SealedCredentials,
    site: &SiteId,
    now: Timestamp,
) -> Result<EditorFeeds, StoreError> {
    let rows = store.feeds(site).await?;
    let theaters = store.theaters(site).await?;
    let mut shows: BTreeMap<TheaterId, u64> = BTreeMap::new();
    for of_film in store.count_upcoming_shows(site, now).await?.into_values() {
        for (theater, count) in of_film {
            *shows.entry(theater).or_default() += count;
        }
    }
    let today = now.to_zoned(TimeZone::UTC).date();
    let first = today.saturating_sub((DAYS - 1).days());
    let mut days: HashMap<FeedId, Vec<FeedDayRow>> = HashMap::new();
    for day in store.feed_days(site, first).await? {
        days.entry(day.feed.clone()).or_default().push(day);
    }
    let mut feeds = Vec::new();
    for row in &rows {
        let own = days.remove(&row.id).unwrap_or_default();
        let days = first.series(1.day()).take_while(|day| *day <= today).map(|day| {
            let counted = own.iter().find(|row| row.day == day);
            let (result, runs) = (counted.map(|row| row.result), counted.map_or(0, |row| row.runs));
            FeedDay { day: day.to_string(), result, runs }
        });
        let days = days.collect();
        feeds.push(feed(store, credentials, row, days, &shows, now).await?);
    }
    let is_free =
        |theater: &&Theater| rows.iter().all(|row| row.config.targets().all(|id| *id != theater.id));
    let without_feed = theaters.iter().filter(is_free).map(|theater| TheaterWithoutFeed {
        id: theater.id.to_string(),
        name: theater.name.clone(),
        shows: shows.get(&theater.id).copied().unwrap_or_default(),
    });
    let runs = store.feed_runs(site, None, None, LATEST_RUNS).await?;
    Ok(EditorFeeds {
        feeds,
        without_feed: without_feed.collect(),
        runs: runs.into_iter().map(api_run).collect(),
    })
}

async fn feed(
    store: &Store,
    credentials: &SealedCredentials,
    row: &FeedRow,
    days: Vec<FeedDay>,
    shows: &BTreeMap<TheaterId, u64>,
    now: Timestamp,
) -> Result<EditorFeed, StoreError> {
    let last_run = store.feed_runs(&row.site, Some(&row.id), None, 1).await?.pop();
    let mut until = None;
    for theater in row.config.targets() {
        let filter = ShowFilter {
            theater: Some(theater.clone()),
            from_date: Some(now.to_zoned(TimeZone::UTC).date()),
            ..ShowFilter::default()
        };
        until = until.max(store.show_days(&row.site, &filter).await?.pop());
    }
    let config = &row.config;
    let is_waiting = row.state.held_run.is_some();
    Ok(EditorFeed {
        id: row.id.to_string(),
        name: config.name.clone(),
        address: config.address.clone(),
        format: config.format.as_deref().and_then(format_of_name),
        theaters: config
            .theaters
            .iter()
            .map(|matched| FeedTheater {
                feed: matched.feed.to_string(),
                theater: matched.theater.as_ref().map(ToString::to_string),
            })
            .collect(),
        interval_minutes: config.interval_minutes,
        hold_percent: config.hold_percent,
        conflicts: config.conflicts,
        missing_shows: config.missing_shows,
        title_rules: config.title_rules.clone(),
        is_on: row.is_on,
        credential: credentials.kind((&row.site, &row.id), row.credential.as_deref()),
        health: health(row, last_run.as_ref(), now),
        days,
        warnings: last_run.as_ref().map_or(0, |run| run.warnings),
        last_run: last_run.map(api_run),
        last_success: row.state.succeeded_at,
        next_run: Some(row.state.next_at).filter(|_| row.is_on && !is_waiting),
        held_run: row.state.held_run.as_ref().map(ToString::to_string),
        shows: config.targets().filter_map(|theater| shows.get(theater)).sum(),
        shows_until: until.map(|day| day.to_string()),
        push: row.push_secret.as_ref().map(|_| FeedPushStatus {
            path: format!("{FEED_PUSH_PREFIX}{}", row.id),
            last_message: row.state.last_push.as_ref().map(|push| push.at),
        }),
    })
}

fn format_of_name(name: &str) -> Option<ScheduleFormat> {
    name.parse().ok().map(name_of)
}

fn health(row: &FeedRow, last: Option<&FeedRunRow>, now: Timestamp) -> FeedHealth {
    if row.state.held_run.is_some() {
        FeedHealth::Held
    } else if !row.is_on {
        FeedHealth::Off
    } else if is_stale(row, now) {
        FeedHealth::Stale
    } else {
        match last.map(|run| run.result) {
            None => FeedHealth::New,
            Some(FeedRunResult::Failed) => FeedHealth::Failing,
            Some(_) => FeedHealth::Healthy,
        }
    }
}

/// A run as people see it.
#[must_use]
pub fn api_run(run: FeedRunRow) -> FeedRun {
    FeedRun {
        id: run.id.to_string(),
        feed: run.feed.to_string(),
        started: run.at,
        took_milliseconds: run.took_milliseconds,
        result: run.result,
        added: run.added,
        moved: run.moved,
        gone: run.gone,
        unchanged: run.unchanged,
        warnings: run.warnings,
        problem: run.problem,
        error: run.error,
        has_response: run.response_size > 0,
    }
}
