//! `marquee site`: adds, exports, imports and removes sites.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use marquee_catalog::{Import, import_site};
use marquee_check::check_site_record;
use marquee_media::{MediaId, Source};
use marquee_model::catalog::PictureDetailsBySource;
use marquee_model::settings::SiteNameMode;
use marquee_model::{MediaRef, SiteId};
use marquee_site::SiteFolder;
use marquee_store::{PictureRow, Store};

use super::alert::{self, AlertCommand};
use super::check::ensure_no_errors;
use super::draft::{self, DraftCommand};
use super::find_site::find_site;
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
    /// Shows, lists and ends alerts of theaters, at once
    #[command(subcommand)]
    Alert(AlertCommand),
    /// Removes a site and all its data in the database; its pictures stay in the media store
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
        SiteCommand::Add { file } => add(&store, &file).await?,
        SiteCommand::Export { key, dir } => {
            let id = find_site(&store, &key).await?;
            SiteFolder::from_store(&store, &id).await?.write(&dir)?;
            export_media(settings, &store, &id, &dir).await?;
            println!("{key} was written to {}", dir.display());
        }
        SiteCommand::Import { dir } => import(settings, &store, &dir).await?,
        SiteCommand::Draft(command) => draft::run(settings, &store, command).await?,
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

async fn add(store: &Store, file: &Path) -> Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    ensure_no_errors(&check_site_record(&file.display().to_string(), &text))?;
    let record: marquee_model::settings::SiteRecord =
        serde_json::from_str(&text).with_context(|| file.display().to_string())?;
    let mut tx = store.begin_long().await?;
    tx.save_site(&record).await?;
    tx.commit().await?;
    println!("{} is served at {}", record.key, record.hosts.join(", "));
    Ok(())
}

async fn import(settings: &Settings, store: &Store, dir: &Path) -> Result<()> {
    ensure_no_errors(&super::check::folder(dir)?)?;
    let folder = SiteFolder::read(dir)?;
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
    println!("{key} was read from {}", dir.display());
    Ok(())
}

/// Name of the file with what operators say about the pictures.
const PICTURE_DETAILS: &str = "picture-details.json";

/// Replaces what operators say about the pictures, if the folder has it.
async fn import_picture_details(store: &Store, site: &SiteId, dir: &Path) -> Result<()> {
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
/// operators say about them to `picture-details.json`.
async fn export_media(settings: &Settings, store: &Store, site: &SiteId, dir: &Path) -> Result<()> {
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
    std::fs::write(dir.join(PICTURE_DETAILS), text).with_context(|| dir.display().to_string())
}

/// Stores the pictures that [`export_media`] wrote; empty if the folder has no `pictures.json`.
async fn import_media(settings: &Settings, site: &SiteId, dir: &Path) -> Result<Vec<PictureRow>> {
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
