//! `marquee import`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use marquee_catalog::{Report, apply};
use marquee_feeds::{Format, Limits, ReadOptions, Reading, SettingsPatch, Source, read};
use marquee_model::SiteId;
use marquee_model::settings::SiteRecord;
use marquee_store::Store;

use super::site::existing;
use crate::settings::Settings;
use crate::{programme, wiring};

/// How many left-out rows the report names; the JSON report names all.
const NAMED: usize = 20;

#[derive(Debug, Args)]
pub struct ImportArgs {
    /// The site
    #[arg(long)]
    site: String,
    /// cinemashowtimes or boxoffice
    #[arg(long)]
    format: Format,
    /// Lets the programme empty a site that has shows
    #[arg(long)]
    allow_empty: bool,
    /// Writes the whole report as JSON to a file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// A file, or a folder of files
    source: PathBuf,
}

pub async fn run(settings: &Settings, args: ImportArgs) -> Result<ExitCode> {
    let text = args.source.display().to_string();
    if text.starts_with("http://") || text.starts_with("https://") {
        bail!(
            "feeds are read from files and folders: fetch {text} first, for example with curl, and import the file"
        );
    }
    let store = wiring::store(settings, true).await?;
    let site = existing(&store, &args.site).await?;
    let stored = store.site(&site).await?.context("the site was removed meanwhile")?;
    let reading = read_feed(&stored.record, &args)?;
    let report = take_in(&store, &site, stored.record, reading, &args).await?;
    drop(report);
    store.close().await;
    Ok(ExitCode::SUCCESS)
}

fn read_feed(record: &SiteRecord, args: &ImportArgs) -> Result<Reading> {
    let style =
        ProgressStyle::with_template("{msg:12} [{bar:40}] {bytes}/{total_bytes}")?.progress_chars("=> ");
    let bar = ProgressBar::new(0).with_style(style).with_message("reading");
    let source = Source::open(&args.source, Limits::default())?;
    let progress = |done: u64, total: u64| {
        bar.set_length(total);
        bar.set_position(done);
    };
    let options = &record.config.options;
    let reading = read(
        args.format,
        &source,
        &ReadOptions {
            business_day_start_hour: options
                .business_day_start_hour
                .unwrap_or(marquee_model::time::BUSINESS_DAY_START_HOUR),
            few_left_percent: options.few_left_percent.unwrap_or(85),
            language: Some(record.config.locale.short()),
            progress: &progress,
            ..ReadOptions::default()
        },
    );
    bar.finish_and_clear();
    reading.with_context(|| format!("{} was refused; the site keeps its programme", args.source.display()))
}

async fn take_in(
    store: &Store,
    site: &SiteId,
    record: SiteRecord,
    reading: Reading,
    args: &ImportArgs,
) -> Result<Report> {
    let spinner = ProgressBar::new_spinner().with_message("storing");
    spinner.enable_steady_tick(std::time::Duration::from_millis(120));
    let Reading { programme, skipped, warnings, rows_read } = reading;
    let patch = programme.settings.clone();
    let report = apply(store, site, &programme::import(programme), args.allow_empty).await;
    spinner.finish_and_clear();
    let report = report.context("nothing was changed")?;
    if let Some(patch) = patch {
        patch_settings(store, record, patch).await?;
    }
    println!("{rows_read} rows read");
    println!("{:<12}{:>8}{:>9}{:>9}{:>11}", "", "added", "changed", "removed", "unchanged");
    for (kind, c) in &report.counts {
        println!("{kind:<12}{:>8}{:>9}{:>9}{:>11}", c.added, c.changed, c.removed, c.unchanged);
    }
    if !skipped.is_empty() {
        println!("{} left out", skipped.len());
    }
    for s in skipped.iter().take(NAMED) {
        println!("  {s}");
    }
    if skipped.len() > NAMED {
        println!("  and {} more: --report FILE names all", skipped.len() - NAMED);
    }
    if !warnings.is_empty() {
        println!("{} taken with a remark", warnings.len());
    }
    for w in warnings.iter().take(NAMED) {
        println!("  {w}");
    }
    if let Some(path) = &args.report {
        let text = serde_json::to_string_pretty(&serde_json::json!({
            "rowsRead": rows_read,
            "counts": report.counts,
            "leftOut": skipped.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "remarks": warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        }))?;
        std::fs::write(path, text + "\n").with_context(|| path.display().to_string())?;
    }
    Ok(report)
}

/// Merges what a feed says of settings; what would not be a valid record is left out.
async fn patch_settings(store: &Store, mut record: SiteRecord, patch: SettingsPatch) -> Result<()> {
    let before = record.clone();
    for (key, value) in patch {
        let mut whole = serde_json::to_value(&record.settings)?;
        // Where the site answers and what it looks like is the operator's choice, not the feed's.
        if ["id", "domain", "logo"].contains(&key.as_str()) {
            continue;
        }
        whole[key.as_str()] = value;
        match serde_json::from_value(whole) {
            Ok(settings) => record.settings = settings,
            Err(error) => println!("  setting {key} was left out: {error}"),
        }
    }
    if record != before {
        let mut tx = store.begin().await?;
        tx.save_site(&record).await?;
        tx.commit().await?;
    }
    Ok(())
}
