//! Reads and writes a site as a folder: `site.json` and a file for each part of the catalog.

use std::path::{Path, PathBuf};

use marquee_model::catalog::{Attribute, Catalog, Event, Menus, Movie, Page, Showtime, Theater};
use marquee_model::catalog::{CatalogPart, SITE_FILE};
use marquee_model::settings::SiteRecord;
use marquee_store::{ShowFilter, Store, StoreError};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Why a folder could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    /// The content of a file is invalid.
    #[error("{path}:{line}:{column}: {message}")]
    Content {
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        message: String,
    },
    /// No site has this key.
    #[error("site {0} not found")]
    NoSite(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A complete site, without its pictures.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteFolder {
    /// `site.json`.
    pub record: SiteRecord,
    /// `theaters.json`, `movies.json`, `showtimes.json`, `events.json`, `pages.json`, `menus.json`, `attributes.json`.
    pub catalog: Catalog,
}

fn read<T: DeserializeOwned>(path: PathBuf) -> Result<T, FolderError> {
    let text =
        std::fs::read_to_string(&path).map_err(|source| FolderError::File { path: path.clone(), source })?;
    serde_json::from_str(&text).map_err(|e| FolderError::Content {
        path,
        line: e.line(),
        column: e.column(),
        message: e.to_string(),
    })
}

fn read_or_default<T: DeserializeOwned + Default>(path: PathBuf) -> Result<T, FolderError> {
    if path.exists() { read(path) } else { Ok(T::default()) }
}

fn write<T: Serialize>(path: PathBuf, value: &T) -> Result<(), FolderError> {
    let text = serde_json::to_string_pretty(value).unwrap_or_default() + "\n";
    std::fs::write(&path, text).map_err(|source| FolderError::File { path, source })
}

impl SiteFolder {
    /// Reads a folder. Missing files of the catalog are treated as empty.
    pub fn read(dir: &Path) -> Result<Self, FolderError> {
        Ok(Self {
            record: read(dir.join(SITE_FILE))?,
            catalog: Catalog {
                theaters: read_or_default::<Vec<Theater>>(dir.join(CatalogPart::Theaters.file_name()))?,
                movies: read_or_default::<Vec<Movie>>(dir.join(CatalogPart::Movies.file_name()))?,
                showtimes: read_or_default::<Vec<Showtime>>(dir.join(CatalogPart::Showtimes.file_name()))?,
                events: read_or_default::<Vec<Event>>(dir.join(CatalogPart::Events.file_name()))?,
                pages: read_or_default::<Vec<Page>>(dir.join(CatalogPart::Pages.file_name()))?,
                menus: read_or_default::<Menus>(dir.join(CatalogPart::Menus.file_name()))?,
                attributes: read_or_default::<Vec<Attribute>>(dir.join(CatalogPart::Attributes.file_name()))?,
            },
        })
    }

    /// Writes a folder that [`SiteFolder::read`] reads back unchanged.
    pub fn write(&self, dir: &Path) -> Result<(), FolderError> {
        std::fs::create_dir_all(dir).map_err(|source| FolderError::File { path: dir.to_owned(), source })?;
        write(dir.join(SITE_FILE), &self.record)?;
        write(dir.join(CatalogPart::Theaters.file_name()), &self.catalog.theaters)?;
        write(dir.join(CatalogPart::Movies.file_name()), &self.catalog.movies)?;
        write(dir.join(CatalogPart::Showtimes.file_name()), &self.catalog.showtimes)?;
        write(dir.join(CatalogPart::Events.file_name()), &self.catalog.events)?;
        write(dir.join(CatalogPart::Pages.file_name()), &self.catalog.pages)?;
        write(dir.join(CatalogPart::Menus.file_name()), &self.catalog.menus)?;
        write(dir.join(CatalogPart::Attributes.file_name()), &self.catalog.attributes)
    }

    /// Reads a site from the database.
    pub async fn from_store(store: &Store, site: &marquee_model::SiteId) -> Result<Self, FolderError> {
        let stored = store.site(site).await?.ok_or_else(|| FolderError::NoSite(site.to_string()))?;
        Ok(Self {
            record: stored.record,
            catalog: Catalog {
                theaters: store.theaters(site).await?,
                movies: store.movies(site).await?,
                showtimes: store.shows(site, &ShowFilter::default()).await?,
                events: store.events(site).await?,
                pages: store.pages(site).await?,
                menus: store.menus(site).await?,
                attributes: store.attributes(site).await?,
            },
        })
    }
}
