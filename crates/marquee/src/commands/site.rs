//! `marquee site`: adds, exports, imports and removes sites.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use marquee_catalog::{Import, import_site};
use marquee_check::check_site_record;
use marquee_model::host::canonical;
use marquee_model::settings::{SiteNameMode, SiteRecord};
use marquee_site::SiteFolder;
use marquee_store::Store;

use super::alert::{self, AlertCommand};
use super::check::ensure_no_errors;
use super::draft::{self, DraftCommand};
use super::find_site::find_site;
use super::schedule::{self, ScheduleCommand};
use super::site_media::{export_media, import_media, import_picture_details, import_videos};
use crate::settings::Settings;
use crate::wiring;

#[derive(Debug, Subcommand)]
pub enum SiteCommand {
    /// Lists the sites
    List,
    /// Adds a site from a site.json, or changes its settings
    Add {
        /// The site record (site.json)
        file: PathBuf,
    },
    /// Writes a site to a folder that `site import` reads back
    Export {
        /// Key of the site
        key: String,
        /// The folder to write
        dir: PathBuf,
    },
    /// Reads a folder that `site export` wrote
    Import {
        /// The folder to read
        dir: PathBuf,
    },
    #[command(flatten)]
    Draft(DraftCommand),
    /// Lists, sets and cancels publications at a later time
    #[command(subcommand)]
    Schedule(ScheduleCommand),
    /// Shows, lists and ends alerts of theaters, at once
    #[command(subcommand)]
    Alert(AlertCommand),
    /// Removes a site and all its data in the database; its pictures and videos stay in the media store
    Remove {
        /// Key of the site
        key: String,
        /// Confirms the removal
        #[arg(long)]
        yes: bool,
    },
}

pub async fn run(settings: &Settings, command: SiteCommand) -> Result<ExitCode> {
    let store = wiring::store(settings, true).await?;
    match command {
        SiteCommand::List => {
            for site in store.sites().await? {
                println!(
                    "{}\t{}\t{}",
                    site.record.key,
                    site.record.hosts.join(","),
                    site.record.site_name(SiteNameMode::Site)
                );
            }
        }
        SiteCommand::Add { file } => add(settings, &store, &file).await?,
        SiteCommand::Export { key, dir } => {
            let id = find_site(&store, &key).await?;
            SiteFolder::from_store(&store, &id).await?.write(&dir)?;
            export_media(settings, &store, &id, &dir).await?;
            println!("{key} was written to {}", dir.display());
        }
        SiteCommand::Import { dir } => import(settings, &store, &dir).await?,
        SiteCommand::Draft(command) => draft::run(settings, &store, command).await?,
        SiteCommand::Schedule(command) => schedule::run(settings, &store, command).await?,
        SiteCommand::Alert(command) => alert::run(settings, &store, command).await?,
        SiteCommand::Remove { key, yes } => {
            let id = find_site(&store, &key).await?;
            if !yes {
                bail!("this removes {key} with all its data: confirm with --yes");
            }
            let mut tx = store.begin_long().await?;
            tx.remove_site(&id).await?;
            tx.commit().await?;
            println!("{key} was removed");
        }
    }
    store.close().await;
    Ok(ExitCode::SUCCESS)
}

/// Refuses a site with the host of the site editor: the server would not start.
fn ensure_not_of_editor(settings: &Settings, record: &SiteRecord) -> Result<()> {
    match settings.editor_host.as_deref().map(canonical) {
        Some(host) if record.hosts.contains(&host) => {
            bail!("{host} is the host of the site editor (editor_host): give the site another one")
        }
        _ => Ok(()),
    }
}

async fn add(settings: &Settings, store: &Store, file: &Path) -> Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    ensure_no_errors(&check_site_record(&file.display().to_string(), &text))?;
    let record: SiteRecord = serde_json::from_str(&text).with_context(|| file.display().to_string())?;
    ensure_not_of_editor(settings, &record)?;
    let mut tx = store.begin_long().await?;
    tx.save_site(&record).await?;
    tx.commit().await?;
    println!("{} is served at {}", record.key, record.hosts.join(", "));
    Ok(())
}

async fn import(settings: &Settings, store: &Store, dir: &Path) -> Result<()> {
    ensure_no_errors(&super::check::folder(dir)?)?;
    let folder = SiteFolder::read(dir)?;
    ensure_not_of_editor(settings, &folder.record)?;
    let key = folder.record.key.clone();
    let catalog = folder.catalog;
    let import = Import {
        keep_missing: false,
        described_films: None,
        showtime_theaters: catalog.theaters.iter().map(|t| t.id.clone()).collect(),
        theaters: Some(catalog.theaters),
        removed_films: HashSet::new(),
        renamed_films: HashSet::new(),
        movies: Some(catalog.movies),
        showtimes: catalog.showtimes,
        events: Some(catalog.events),
        pages: Some(catalog.pages),
        menus: Some(catalog.menus),
        attributes: Some(catalog.attributes),
        pictures: import_media(settings, &key, dir).await?,
    };
    import_site(store, &folder.record, &import).await?;
    import_picture_details(store, &key, dir).await?;
    import_videos(settings, store, &key, dir).await?;
    println!("{key} was read from {}", dir.display());
    Ok(())
}
