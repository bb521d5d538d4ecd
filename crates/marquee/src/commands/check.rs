//! `marquee check`: validates settings, catalogs and feeds. Prints each error with file:line; exits with 1 if there is any.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use marquee_catalog::films_by_all_titles;
use marquee_check::{
    CatalogPart, File, Finding, Severity, check_catalog_part, check_site_folder, check_site_record,
};
use marquee_feeds::{Format, Limits, ReadOptions, Source};
use marquee_import::SiteFacts;
use marquee_model::catalog::{SITE_FILE, file_name_in_path};
use marquee_site::SiteFolder;

use super::find_site::find_site;
use crate::settings::Settings;
use crate::wiring;

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Checks a stored site; with --format, the files as feeds for its theaters
    #[arg(long)]
    site: Option<String>,
    #[arg(long, help = format!("Checks the files as a feed of this format: {}", Format::names()))]
    format: Option<Format>,
    /// Site folders, site.json, catalog files or feeds; without any, only the server settings are checked
    files: Vec<PathBuf>,
}

pub async fn run(settings: &Settings, args: &CheckArgs) -> Result<ExitCode> {
    let mut findings = Vec::new();
    if let Some(key) = &args.site {
        findings.extend(stored(settings, key).await?);
    }
    let facts = match (&args.site, args.format) {
        (Some(key), Some(_)) => Some(facts(settings, key).await?),
        _ => None,
    };
    let options = facts.as_ref().map(SiteFacts::options).unwrap_or_default();
    let mut refused_count = 0;
    for path in &args.files {
        match args.format {
            Some(format) => refused_count += usize::from(!feed(format, path, &options)?),
            None => findings.extend(files(path)?),
        }
    }
    let errors = print(&findings) + refused_count;
    let warnings = findings.iter().filter(|f| f.severity == Severity::Warning).count();
    println!("{errors} errors, {warnings} warnings");
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(findings: &[Finding]) -> usize {
    for finding in findings {
        println!("{finding}");
    }
    findings.iter().filter(|f| f.severity == Severity::Error).count()
}

/// Prints the findings; returns an error if one of them is an error, so that the record is not stored.
pub fn ensure_no_errors(findings: &[Finding]) -> Result<()> {
    match print(findings) {
        0 => Ok(()),
        1 => bail!("1 error: nothing was stored"),
        n => bail!("{n} errors: nothing was stored"),
    }
}

/// Names of the files of a site folder that are checked.
fn names() -> impl Iterator<Item = &'static str> {
    std::iter::once(SITE_FILE).chain(CatalogPart::ALL.iter().map(|part| part.file_name()))
}

/// Checks every file of a site folder, and references between them.
pub fn folder(dir: &Path) -> Result<Vec<Finding>> {
    let mut texts = Vec::new();
    for path in names().map(|name| dir.join(name)).filter(|path| path.exists()) {
        texts.push((path.display().to_string(), read(&path)?));
    }
    let files: Vec<File<'_>> = texts.iter().map(|(name, text)| File { name, text }).collect();
    Ok(check_site_folder(&files))
}

fn files(path: &Path) -> Result<Vec<Finding>> {
    if path.is_dir() {
        return folder(path);
    }
    let (name, text) = (path.display().to_string(), read(path)?);
    if file_name_in_path(&name) == SITE_FILE {
        return Ok(check_site_record(&name, &text));
    }
    match CatalogPart::from_file_name(&name) {
        Some(catalog_part) => Ok(check_catalog_part(catalog_part, &name, &text)),
        None => bail!(
            "{name} is not one of {}; use --format to check a feed",
            names().collect::<Vec<_>>().join(", ")
        ),
    }
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// Checks a stored site as if it were exported to a folder.
async fn stored(settings: &Settings, key: &str) -> Result<Vec<Finding>> {
    let store = wiring::store(settings, true).await?;
    let site = find_site(&store, key).await?;
    let folder = SiteFolder::from_store(&store, &site).await?;
    store.close().await;
    let c = &folder.catalog;
    let texts = [
        (SITE_FILE, serde_json::to_string_pretty(&folder.record)?),
        (CatalogPart::Theaters.file_name(), serde_json::to_string_pretty(&c.theaters)?),
        (CatalogPart::Movies.file_name(), serde_json::to_string_pretty(&c.movies)?),
        (CatalogPart::Showtimes.file_name(), serde_json::to_string_pretty(&c.showtimes)?),
        (CatalogPart::Events.file_name(), serde_json::to_string_pretty(&c.events)?),
        (CatalogPart::Pages.file_name(), serde_json::to_string_pretty(&c.pages)?),
        (CatalogPart::Menus.file_name(), serde_json::to_string_pretty(&c.menus)?),
        (CatalogPart::Attributes.file_name(), serde_json::to_string_pretty(&c.attributes)?),
    ];
    let files: Vec<File<'_>> = texts.iter().map(|(name, text)| File { name, text }).collect();
    Ok(check_site_folder(&files))
}

/// What a stored site knows of the names in a feed.
async fn facts(settings: &Settings, key: &str) -> Result<SiteFacts> {
    let store = wiring::store(settings, true).await?;
    let site = find_site(&store, key).await?;
    let stored = store.site(&site).await?.context("the site was removed by someone else")?;
    let films = films_by_all_titles(&store, &site).await?;
    let facts = SiteFacts::of_site(&stored.record, store.theaters(&site).await?, films);
    store.close().await;
    Ok(facts)
}

/// Reads a feed without storing it; returns false if an import would reject it.
fn feed(format: Format, path: &Path, options: &ReadOptions<'_>) -> Result<bool> {
    let source = Source::open(path, Limits::default()).with_context(|| path.display().to_string())?;
    match marquee_feeds::read(format, &source, options) {
        Ok(reading) => {
            for skipped in &reading.skipped {
                println!("{skipped}");
            }
            for warning in &reading.warnings {
                println!("{warning}");
            }
            println!("{}: {} rows, {} skipped", path.display(), reading.rows_read, reading.skipped.len());
            Ok(true)
        }
        Err(error) => {
            println!("{}: {error}", path.display());
            Ok(false)
        }
    }
}
