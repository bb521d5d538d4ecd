//! `marquee import`: imports a feed into a site's catalog, and fetches its pictures.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;
use marquee_catalog::{
    Difference, FetchReport, ImportReport, PictureStores, fetch_pictures, films_by_all_titles,
    import_schedule, plan_import,
};
use marquee_check::{Severity, check_site_record};
use marquee_feeds::{Format, Limits, ReadOptions, Reading, SettingsPatch, SkippedRow, Source, Warning, read};
use marquee_import::{SiteFacts, booking_site, records};
use marquee_model::catalog::{SITE_FILE, Theater};
use marquee_model::settings::SiteRecord;
use marquee_model::{MediaRef, SiteId, TheaterId};
use marquee_outbound::{Limits as FetchLimits, Outbound};
use marquee_store::Store;
use tempfile::TempDir;
use url::Url;

use super::find_site::find_site;
use crate::settings::Settings;
use crate::wiring;

/// Maximum number of skipped rows, warnings and failed pictures that are printed; the JSON report lists all rows and
/// warnings.
const MAX_PRINTED: usize = 20;

#[derive(Debug, Args)]
pub struct ImportArgs {
    /// Key of the site
    #[arg(long)]
    site: String,
    #[arg(long, help = Format::names())]
    format: Format,
    /// Theater of a schedule that names none; default the site's only one
    #[arg(long, value_name = "ID")]
    theater: Option<String>,
    /// Address of the pages for booking, for feeds with paths instead of links; default the address that the feed
    /// is from, or else the site's address for tickets
    #[arg(long, value_name = "URL")]
    booking_site: Option<Url>,
    /// Allows an import without showtimes into a site that has some
    #[arg(long)]
    allow_empty: bool,
    /// Shows what the import would change, and stores nothing
    #[arg(long)]
    dry_run: bool,
    /// Writes the full report as JSON to a file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Does not fetch the pictures that the feed gives as URLs
    #[arg(long)]
    no_pictures: bool,
    /// A file, a folder of files, or an http(s) URL
    source: String,
}

pub async fn run(settings: &Settings, args: ImportArgs) -> Result<ExitCode> {
    if !args.format.has_shows() {
        bail!("{} has no showtimes: connect it with `marquee feed add`", args.format);
    }
    let client = Outbound::new(&settings.internal_upstreams).map_err(anyhow::Error::msg)?;
    let store = wiring::store(settings, true).await?;
    let site = find_site(&store, &args.site).await?;
    let stored = store.site(&site).await?.context("the site was removed by someone else")?;
    let fetched = fetch_feed(&client, &args).await?;
    let path = fetched.as_ref().map_or(Path::new(&args.source), |folder| folder.path());
    let films = films_by_all_titles(&store, &site).await?;
    let theaters = store.theaters(&site).await?;
    let theater = args.theater.as_deref().map(|id| theater_of_site(&theaters, id)).transpose()?;
    let facts = SiteFacts::of_site(&stored.record, theaters, films)
        .at_theater(theater)
        .with_booking_site(booking_address(&args));
    let reading = read_feed(&facts, &args, path)?;
    let picture_sources: Vec<MediaRef> =
        reading.schedule.remote_pictures.iter().filter_map(|p| MediaRef::parse(&p.url).ok()).collect();
    if args.dry_run {
        plan_reading(&store, &site, reading, &args, settings.system_clock().now()).await?;
        store.close().await;
        return Ok(ExitCode::SUCCESS);
    }
    store_reading(&store, &site, reading, &args).await?;
    if !args.no_pictures && !picture_sources.is_empty() {
        let media = wiring::media(settings)?;
        let style = ProgressStyle::with_template("{msg:12} [{bar:40}] {pos}/{len}")?.progress_chars("=> ");
        let bar = ProgressBar::new(0).with_style(style).with_message("pictures");
        let progress = |done: u64, total: u64| {
            bar.set_length(total);
            bar.set_position(done);
        };
        let stores = PictureStores { store: &store, media: &media, client: &client };
        let fetched = fetch_pictures(stores, &site, &picture_sources, &progress).await;
        bar.finish_and_clear();
        print_pictures(&fetched?);
    }
    store.close().await;
    Ok(ExitCode::SUCCESS)
}

fn theater_of_site(theaters: &[Theater], id: &str) -> Result<TheaterId> {
    let ids = || theaters.iter().map(|theater| theater.id.as_str()).collect::<Vec<_>>().join(", ");
    let theater = theaters.iter().find(|theater| theater.id.as_str() == id);
    theater
        .map(|theater| theater.id.clone())
        .with_context(|| format!("unknown theater {id:?}: must be one of {}", ids()))
}

/// Address before paths of booking links.
fn booking_address(args: &ImportArgs) -> Option<String> {
    let given = args.booking_site.as_ref().map(|url| url.as_str().trim_end_matches('/').to_owned());
    given.or_else(|| {
        let fetched = Url::parse(&args.source).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        fetched.as_ref().map(booking_site)
    })
}

/// Limits for fetching a feed: 256 MiB, 10 minutes.
const FEED: FetchLimits = FetchLimits { bytes: 256 << 20, time: Duration::from_secs(600) };

/// Fetches a feed given as a URL into a temporary folder; `None` if the source is not a URL.
async fn fetch_feed(client: &Outbound, args: &ImportArgs) -> Result<Option<TempDir>> {
    let source = args.source.as_str();
    if !source.starts_with("http://") && !source.starts_with("https://") {
        return Ok(None);
    }
    let url = Url::parse(source).with_context(|| source.to_owned())?;
    let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
    let name = format!("feed{}", args.format.extension());
    let mut file = tokio::fs::File::create(folder.path().join(name)).await?;
    let style =
        ProgressStyle::with_template("{msg:12} [{bar:40}] {bytes}/{total_bytes}")?.progress_chars("=> ");
    let bar = ProgressBar::new(0).with_style(style).with_message("fetching");
    let progress = |done: u64, total: Option<u64>| {
        bar.set_length(total.unwrap_or(done));
        bar.set_position(done);
    };
    let fetched = client.get_into(&url, FEED, &mut file, progress).await;
    bar.finish_and_clear();
    fetched.context("cannot fetch the feed; the schedule is unchanged")?;
    Ok(Some(folder))
}

fn print_pictures(fetched: &FetchReport) {
    println!("{} pictures fetched", fetched.stored);
    let failed: usize = fetched.failed.values().sum();
    if failed > 0 {
        println!("{failed} pictures could not be fetched; the next import retries");
    }
    for (reason, times) in fetched.failed.iter().take(MAX_PRINTED) {
        println!("  {reason}{}", if *times > 1 { format!(" ({times} times)") } else { String::new() });
    }
}

fn read_feed(facts: &SiteFacts, args: &ImportArgs, path: &Path) -> Result<Reading> {
    let style =
        ProgressStyle::with_template("{msg:12} [{bar:40}] {bytes}/{total_bytes}")?.progress_chars("=> ");
    let bar = ProgressBar::new(0).with_style(style).with_message("reading");
    let refusal_context = || format!("{} was refused; the schedule is unchanged", args.source);
    let source = Source::open(path, Limits::default()).with_context(refusal_context)?;
    let progress = |done: u64, total: u64| {
        bar.set_length(total);
        bar.set_position(done);
    };
    let options = ReadOptions { progress: &progress, ..facts.options() };
    let reading = read(args.format, &source, &options);
    bar.finish_and_clear();
    reading.with_context(refusal_context)
}

async fn store_reading(
    store: &Store,
    site: &SiteId,
    reading: Reading,
    args: &ImportArgs,
) -> Result<ImportReport> {
    let spinner = ProgressBar::new_spinner().with_message("storing");
    spinner.enable_steady_tick(std::time::Duration::from_millis(120));
    let Reading { schedule, skipped, warnings, rows_read } = reading;
    let patch = schedule.settings.clone();
    let report = import_schedule(store, site, &records(schedule), args.allow_empty).await;
    spinner.finish_and_clear();
    let report = report.context("the schedule is unchanged")?;
    if let Some(patch) = patch {
        patch_settings(store, site, patch).await?;
    }
    print_report(&ReadRows { rows_read, skipped, warnings }, &report, args)?;
    Ok(report)
}

/// Prints what an import would change. Nothing is stored.
async fn plan_reading(
    store: &Store,
    site: &SiteId,
    reading: Reading,
    args: &ImportArgs,
    now: Timestamp,
) -> Result<()> {
    let Reading { schedule, skipped, warnings, rows_read } = reading;
    let patch = schedule.settings.clone();
    let import = records(schedule);
    let plan =
        plan_import(store, site, &import, args.allow_empty).await.context("the import would be refused")?;
    println!("Dry run: nothing is stored.");
    print_report(&ReadRows { rows_read, skipped, warnings }, &plan.report, args)?;
    println!("Shows from now on, by theater:");
    let by_theater = plan.counts_by_theater(&import, now);
    for theater in plan.theaters.iter().map(Difference::record) {
        if let Some(c) = by_theater.get(&theater.id) {
            let name = &theater.name;
            println!(
                "  {name}: {} added, {} changed, {} removed, {} unchanged",
                c.added, c.changed, c.removed, c.unchanged
            );
        }
    }
    let new: Vec<&str> = plan
        .movies
        .iter()
        .filter(|film| matches!(film, Difference::Added(_)))
        .map(|film| film.record().title.as_str())
        .collect();
    if !new.is_empty() {
        println!("New films: {}", new.join(", "));
    }
    if let Some(patch) = patch {
        println!("Settings of the feed: {}", patch.keys().cloned().collect::<Vec<_>>().join(", "));
    }
    Ok(())
}

/// The rows of a feed, without its records.
struct ReadRows {
    rows_read: usize,
    skipped: Vec<SkippedRow>,
    warnings: Vec<Warning>,
}

/// Prints what an import changed and which rows were left out, and writes the report of `--report`.
fn print_report(read: &ReadRows, report: &ImportReport, args: &ImportArgs) -> Result<()> {
    let ReadRows { rows_read, skipped, warnings } = read;
    println!("{rows_read} rows read");
    println!("{:<12}{:>8}{:>9}{:>9}{:>11}", "", "added", "changed", "removed", "unchanged");
    for (kind, c) in &report.counts {
        println!("{kind:<12}{:>8}{:>9}{:>9}{:>11}", c.added, c.changed, c.removed, c.unchanged);
    }
    if !skipped.is_empty() {
        println!("{} skipped", skipped.len());
    }
    print_first(skipped);
    if !warnings.is_empty() {
        println!("{} imported with a warning", warnings.len());
    }
    print_first(warnings);
    if let Some(path) = &args.report {
        let text = serde_json::to_string_pretty(&serde_json::json!({
            "rowsRead": rows_read,
            "counts": report.counts,
            "leftOut": skipped.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "remarks": warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        }))?;
        std::fs::write(path, text + "\n").with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Prints the first rows of a list, and how many more there are.
fn print_first(rows: &[impl std::fmt::Display]) {
    for row in rows.iter().take(MAX_PRINTED) {
        println!("  {row}");
    }
    if rows.len() > MAX_PRINTED {
        println!("  and {} more: --report FILE lists all", rows.len() - MAX_PRINTED);
    }
}

/// The record with other settings, or an error message if they are invalid. Errors that the record already has do not
/// count.
fn with_settings(record: &SiteRecord, settings: serde_json::Value) -> Result<SiteRecord, String> {
    let settings = serde_json::from_value(settings).map_err(|error| error.to_string())?;
    let changed = SiteRecord { settings, ..record.clone() };
    let errors = |record: &SiteRecord| -> Result<Vec<(String, String)>, String> {
        let text = serde_json::to_string(record).map_err(|error| error.to_string())?;
        let findings = check_site_record(SITE_FILE, &text);
        let errors = findings.into_iter().filter(|f| f.severity == Severity::Error);
        Ok(errors.map(|f| (f.key, f.message)).collect())
    };
    let before = errors(record)?;
    match errors(&changed)?.into_iter().find(|error| !before.contains(error)) {
        Some((_, message)) => Err(message),
        None => Ok(changed),
    }
}

/// Merges the settings of a feed into the site record. A value that the checks of a site file reject is skipped (security 6.5).
async fn patch_settings(store: &Store, site: &SiteId, patch: SettingsPatch) -> Result<()> {
    // Another import may have the site locked.
    let mut tx = store.begin_long().await?;
    let before = tx.lock_site(site).await?.context("the site was removed by someone else")?.record;
    let mut record = before.clone();
    for (key, value) in patch {
        let mut settings_value = serde_json::to_value(&record.settings)?;
        // The operator chooses domain and logo, not the feed.
        if ["id", "domain", "logo"].contains(&key.as_str()) {
            continue;
        }
        settings_value[key.as_str()] = value;
        match with_settings(&record, settings_value) {
            Ok(changed) => record = changed,
            Err(reason) => println!("  setting {key} was skipped: {reason}"),
        }
    }
    if record != before {
        tx.save_site(&record).await?;
        tx.commit().await?;
    }
    Ok(())
}
