//! Pictures that films name by their address and the library does not have.

use std::collections::{BTreeSet, HashSet};

use marquee_model::{MediaRef, SiteId};

use super::slots::Slot;
use super::{Library, LibraryError, MAX_PICTURES};
use crate::draft::Author;

/// Pictures of films that are fetched together.
#[derive(Debug)]
pub struct FilmPictures {
    pub sources: Vec<MediaRef>,
    /// Whether the site lacks further ones after these.
    pub has_more: bool,
}

impl Library {
    /// Posters and stills of films, named by their address, that the site does not have, by address. Imports fetch pictures unless
    /// they are told not to, or cannot.
    ///
    /// # Errors
    /// [`LibraryError::Store`].
    pub async fn missing_of_films(&self, site: &SiteId) -> Result<Vec<MediaRef>, LibraryError> {
        let existing = self.store.pictures(site).await?;
        let existing: HashSet<&MediaRef> = existing.iter().map(|row| &row.source).collect();
        let films = self.store.movies(site).await?;
        let named = films.into_iter().flat_map(|film| [film.poster, film.backdrop, film.hero]).flatten();
        let is_missing = |source: &MediaRef| source.as_str().contains("://") && !existing.contains(source);
        Ok(named.filter(is_missing).collect::<BTreeSet<_>>().into_iter().collect())
    }

    /// The first `limit` pictures of [`Self::missing_of_films`], after one of them if `after` names it. A picture that cannot be
    /// fetched stays missing, so without `after` it would be tried again.
    ///
    /// # Errors
    /// [`LibraryError::Full`], [`LibraryError::Store`].
    pub async fn next_of_films(
        &self,
        site: &SiteId,
        after: Option<&MediaRef>,
        limit: usize,
    ) -> Result<FilmPictures, LibraryError> {
        let mut sources = self.missing_of_films(site).await?;
        sources.retain(|source| after.is_none_or(|after| source > after));
        let room = MAX_PICTURES.saturating_sub(self.store.pictures(site).await?.len());
        if room == 0 && !sources.is_empty() {
            return Err(LibraryError::Full);
        }
        let limit = limit.min(room);
        let has_more = sources.len() > limit;
        sources.truncate(limit);
        Ok(FilmPictures { sources, has_more })
    }

    /// Begins to fetch the pictures of films of a site. Other nodes of a cluster may do it too: both store the same.
    ///
    /// # Errors
    /// [`LibraryError::Fetching`] while an earlier run continues.
    pub fn begin_fetch(&self, site: &SiteId) -> Result<Slot, LibraryError> {
        self.fetching.begin(site, 1).ok_or(LibraryError::Fetching)
    }

    /// Records in the audit log that pictures of films were fetched. `detail` has their number.
    ///
    /// # Errors
    /// [`LibraryError::Store`].
    pub async fn record_fetch(
        &self,
        site: &SiteId,
        author: &Author,
        detail: String,
    ) -> Result<(), LibraryError> {
        let mut tx = self.store.begin().await?;
        let line = self.audit(author, "media.use-films", "", detail);
        tx.log_audit(site, &line).await?;
        tx.commit().await?;
        Ok(())
    }
}
