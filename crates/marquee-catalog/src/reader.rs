//! Reading a site's catalog: what changes rarely is kept, shows are asked for.

use std::collections::HashMap;
use std::sync::Arc;

use marquee_model::catalog::{Attribute, Event, Menus, Movie, Page, Theater};
use marquee_model::{Change, MovieId, SiteId, Tag, TheaterId};
use marquee_store::{PictureRow, Store, StoreError};
use parking_lot::Mutex;

/// Everything of a site's catalog but its shows.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// Theaters in the site's order.
    pub theaters: Vec<Theater>,
    /// Films by id.
    pub movies: HashMap<MovieId, Movie>,
    /// Events in the site's order.
    pub events: Vec<Event>,
    /// Content pages by path.
    pub pages: HashMap<String, Page>,
    /// Menus.
    pub menus: Menus,
    /// The site's own attribute names by key.
    pub attributes: HashMap<String, Attribute>,
    /// Pictures by what records call them.
    pub pictures: HashMap<String, PictureRow>,
}

impl Snapshot {
    /// A theater by id.
    #[must_use]
    pub fn theater(&self, id: &TheaterId) -> Option<&Theater> {
        self.theaters.iter().find(|t| &t.id == id)
    }
}

/// The catalogs of all sites. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Catalog {
    store: Store,
    kept: Arc<Mutex<HashMap<SiteId, Arc<Snapshot>>>>,
}

impl Catalog {
    /// Catalogs read from `store`.
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self { store, kept: Arc::default() }
    }

    /// Where shows are asked for.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// A site's catalog without its shows.
    ///
    /// # Errors
    /// [`StoreError`] when it cannot be read.
    pub async fn snapshot(&self, site: &SiteId) -> Result<Arc<Snapshot>, StoreError> {
        if let Some(kept) = self.kept.lock().get(site) {
            return Ok(kept.clone());
        }
        let s = &self.store;
        let snapshot = Arc::new(Snapshot {
            theaters: s.theaters(site).await?,
            movies: s.movies(site).await?.into_iter().map(|m| (m.id.clone(), m)).collect(),
            events: s.events(site).await?,
            pages: s.pages(site).await?.into_iter().map(|p| (p.path.clone(), p)).collect(),
            menus: s.menus(site).await?,
            attributes: s.attributes(site).await?.into_iter().map(|a| (a.key.clone(), a)).collect(),
            pictures: s
                .pictures(site)
                .await?
                .into_iter()
                .map(|p| (p.source.as_str().to_owned(), p))
                .collect(),
        });
        self.kept.lock().insert(site.clone(), snapshot.clone());
        Ok(snapshot)
    }

    /// A site's catalog if it is at hand, without waiting.
    #[must_use]
    pub fn peek(&self, site: &SiteId) -> Option<Arc<Snapshot>> {
        self.kept.lock().get(site).cloned()
    }

    /// Forgets what `change` made stale. A change of shows alone keeps the snapshot.
    pub fn forget(&self, change: &Change) {
        let shows_only = change.tags.iter().all(|t| matches!(t, Tag::Films));
        if !shows_only {
            self.kept.lock().remove(&change.site);
        }
    }
}
