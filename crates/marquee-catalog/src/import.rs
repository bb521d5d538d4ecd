//! Idempotent import of a schedule in one write transaction, with a report of the changes.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use marquee_model::catalog::{Attribute, Event, Menus, Movie, Page, Showtime, Theater};
use marquee_model::settings::SiteRecord;
use marquee_model::{Change, MovieId, SiteId, TheaterId};
use marquee_store::{EditedKind, PictureRow, ShowFilter, Store, StoreError, WriteTx};
use serde::Serialize;

mod plan;

pub use plan::{Difference, ImportPlan, import_planned, import_planned_in, plan_import};

use crate::completion::completed_films;
use crate::descriptions::store_imported;
use crate::edits::{self, CinemaDays, Edits, import_films, named_films};

/// A schedule to import. Parts that are `None` are not changed on the site.
#[derive(Debug, Clone, Default)]
pub struct Import {
    /// If true, theaters and films that are missing from the import are kept; otherwise they are removed.
    pub keep_missing: bool,
    /// If there are some, the films are descriptions of these films of the site, and none of them is added.
    pub described_films: Option<HashMap<MovieId, MovieId>>,
    pub theaters: Option<Vec<Theater>>,
    pub movies: Option<Vec<Movie>>,
    /// Films of the site that are removed, whether missing ones are kept or not.
    pub removed_films: HashSet<MovieId>,
    /// Films whose title was changed by a rule of their feed. They are any film of that title (decision 0074).
    pub renamed_films: HashSet<MovieId>,
    /// The shows of [`Import::showtime_theaters`].
    pub showtimes: Vec<Showtime>,
    /// Theaters whose shows are replaced; shows of other theaters are kept.
    pub showtime_theaters: Vec<TheaterId>,
    pub events: Option<Vec<Event>>,
    pub pages: Option<Vec<Page>>,
    pub menus: Option<Menus>,
    /// The site's own attribute names.
    pub attributes: Option<Vec<Attribute>>,
    /// Stored pictures that the records refer to.
    pub pictures: Vec<PictureRow>,
}

/// Why an import was refused. The site keeps its previous schedule.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Without `allow_empty`, an import that has no shows for its theaters or would leave the site without. Holds the number of shows
    /// that it would remove.
    #[error(
        "the import has no showtimes and would remove {0}. The feed may be broken: use --allow-empty to import it anyway"
    )]
    Empty(usize),
    /// A show refers to a theater or film that is neither in the import nor on the site.
    #[error("showtime {show} refers to unknown {kind} {id}")]
    Dangling {
        /// Id of the show.
        show: String,
        /// `theater` or `movie`.
        kind: &'static str,
        /// The unknown id.
        id: String,
    },
    #[error("site {0} not found")]
    UnknownSite(SiteId),
    /// The import would change something else than its dry run has shown.
    #[error("the program was changed since the dry run: check the import again")]
    Outdated,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Number of records of one kind, by the result of the import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ImportCounts {
    pub added: usize,
    pub changed: usize,
    pub removed: usize,
    pub unchanged: usize,
}

/// Result of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ImportReport {
    /// By kind: `theaters`, `movies`, `showtimes`, `events`, `pages`.
    pub counts: BTreeMap<&'static str, ImportCounts>,
    /// Committed changes, to invalidate caches with.
    #[serde(skip)]
    pub changes: Vec<Change>,
}

struct Diff<'a, T> {
    save: Vec<&'a T>,
    removed: Vec<&'a T>,
    counts: ImportCounts,
}

/// Compares records by key. New and changed records must be saved, missing ones removed.
fn diff<'a, T: PartialEq, K: std::hash::Hash + Eq>(
    old: &'a [T],
    new: &'a [T],
    key: impl Fn(&'a T) -> K,
) -> Diff<'a, T> {
    let existing: HashMap<K, &T> = old.iter().map(|r| (key(r), r)).collect();
    let mut new_keys = HashSet::new();
    let mut d = Diff { save: Vec::new(), removed: Vec::new(), counts: ImportCounts::default() };
    for record in new {
        match existing.get(&key(record)) {
            Some(unchanged) if *unchanged == record => d.counts.unchanged += 1,
            Some(_) => {
                d.counts.changed += 1;
                d.save.push(record);
            }
            None => {
                d.counts.added += 1;
                d.save.push(record);
            }
        }
        new_keys.insert(key(record));
    }
    d.removed = old.iter().filter(|r| !new_keys.contains(&key(r))).collect();
    d.counts.removed = d.removed.len();
    d
}

/// Imports a schedule: all or nothing, and idempotent. `allow_empty` permits removing all shows.
///
/// # Errors
/// [`ImportError`]. The site is unchanged.
pub async fn import_schedule(
    store: &Store,
    site: &SiteId,
    import: &Import,
    allow_empty: bool,
) -> Result<ImportReport, ImportError> {
    let mut tx = store.begin_long().await?;
    let completed = completed(&mut tx, site, import).await?;
    let report = import_in(&mut tx, site, &completed, allow_empty).await?;
    store_imported(&mut tx, site, import.movies.as_deref().unwrap_or_default()).await?;
    // What is in the theaters now was not announced by their feeds.
    tx.forget_announcements(site).await?;
    Ok(ImportReport { changes: tx.commit().await?, ..report })
}

/// Saves a site and its schedule, which may be empty, in one transaction, so that no reader sees a site without its schedule.
///
/// # Errors
/// [`ImportError`]. Nothing is saved.
pub async fn import_site(
    store: &Store,
    record: &SiteRecord,
    import: &Import,
) -> Result<ImportReport, ImportError> {
    let mut tx = store.begin_long().await?;
    tx.save_site(record).await?;
    let completed = completed(&mut tx, &record.key, import).await?;
    let report = import_in(&mut tx, &record.key, &completed, true).await?;
    store_imported(&mut tx, &record.key, import.movies.as_deref().unwrap_or_default()).await?;
    tx.forget_announcements(&record.key).await?;
    Ok(ImportReport { changes: tx.commit().await?, ..report })
}

/// The import with its films completed. The site is locked, so that no run of a feed finds other matches meanwhile.
async fn completed(tx: &mut WriteTx, site: &SiteId, import: &Import) -> Result<Import, ImportError> {
    tx.lock_site(site).await?.ok_or_else(|| ImportError::UnknownSite(site.clone()))?;
    let movies = match &import.movies {
        Some(films) => Some(completed_films(tx, site, films).await?),
        None => None,
    };
    Ok(Import { movies, ..import.clone() })
}

async fn import_in(
    tx: &mut WriteTx,
    site: &SiteId,
    import: &Import,
    allow_empty: bool,
) -> Result<ImportReport, ImportError> {
    // Locked, so that no other import changes the records with which this one compares.
    let Some(stored) = tx.lock_site(site).await? else {
        return Err(ImportError::UnknownSite(site.clone()));
    };
    let old_theaters = tx.theaters(site).await?;
    let old_movies = tx.movies(site).await?;
    let film_edits = Edits::read(tx, site, EditedKind::Film).await?;
    let unedited_movies = film_edits.without(old_movies.clone(), |film| film.id.as_str());
    let theater_edits = Edits::read(tx, site, EditedKind::Theater).await?;
    let unedited_theaters = theater_edits.without(old_theaters.clone(), |theater| theater.id.as_str());
    let import = if import.keep_missing {
        &with_existing(import, &unedited_theaters, &unedited_movies)
    } else {
        import
    };
    refuse_dangling(import, &old_theaters, (&old_movies, &film_edits))?;
    let new_theaters = match &import.theaters {
        Some(imported) => Some(edits::import_theaters(tx, site, imported).await?),
        None => None,
    };
    let theaters = new_theaters.as_deref().unwrap_or(&old_theaters);
    let days = CinemaDays { theaters, start_hour: stored.record.config.options.business_day_start_hour() };
    let mut report = ImportReport::default();
    let all_shows = ShowFilter::default();
    let shows_before = tx.count_shows(site, &all_shows).await?;
    if let Some(new) = &new_theaters {
        import_theaters(tx, site, &old_theaters, new, &mut report).await?;
    }
    if let Some(imported) = &import.movies {
        let needed = named_films(tx, site, true).await?;
        let new = &import_films(tx, site, imported, &old_movies, &needed).await?;
        let d = diff(&old_movies, new, |m| &m.id);
        tx.save_movies(site, &d.save).await?;
        let removed_ids: Vec<MovieId> = d.removed.iter().map(|m| m.id.clone()).collect();
        tx.remove_movies(site, &removed_ids).await?;
        report.counts.insert("movies", d.counts);
    }
    // The shows of removed theaters and films are removed with them.
    let removed_shows = shows_before.saturating_sub(tx.count_shows(site, &all_shows).await?);
    let mut counts = import_shows(tx, site, import, days).await?;
    counts.removed += usize::try_from(removed_shows).unwrap_or(usize::MAX);
    report.counts.insert("showtimes", counts);
    if !allow_empty && counts.removed > 0 {
        let has_schedule = !import.showtime_theaters.is_empty() || import.theaters.is_some();
        let has_no_shows = has_schedule && import.showtimes.is_empty();
        if has_no_shows || tx.count_shows(site, &all_shows).await? == 0 {
            return Err(ImportError::Empty(counts.removed));
        }
    }
    import_editorial(tx, site, import, &mut report).await?;
    let existing: HashSet<PictureRow> = tx.pictures(site).await?.into_iter().collect();
    for row in import.pictures.iter().filter(|p| !existing.contains(p)) {
        tx.save_picture(site, row).await?;
    }
    Ok(report)
}

/// The import, completed with the site's theaters and films that it does not contain.
fn with_existing(import: &Import, theaters: &[Theater], movies: &[Movie]) -> Import {
    let mut merged = import.clone();
    if let Some(new) = &mut merged.theaters {
        // Existing theaters keep their order: the first one determines the site's time zone.
        let mut imported = std::mem::take(new);
        for theater in theaters {
            let position = imported.iter().position(|t| t.id == theater.id);
            new.push(position.map_or_else(|| theater.clone(), |at| imported.remove(at)));
        }
        new.append(&mut imported);
    }
    if let Some(new) = &mut merged.movies {
        if import.described_films.is_some() {
            let known: HashSet<&MovieId> = movies.iter().map(|film| &film.id).collect();
            new.retain(|film| known.contains(&film.id));
        }
        let imported_ids: HashSet<MovieId> = new.iter().map(|m| m.id.clone()).collect();
        let is_kept =
            |film: &&Movie| !imported_ids.contains(&film.id) && !import.removed_films.contains(&film.id);
        new.extend(movies.iter().filter(is_kept).cloned());
    }
    merged
}

fn refuse_dangling(
    import: &Import,
    theaters: &[Theater],
    (old_movies, edits): (&[Movie], &Edits),
) -> Result<(), ImportError> {
    let theaters = import.theaters.as_deref().unwrap_or(theaters);
    // Films that were typed in stay.
    let is_added = |film: &&Movie| edits.0.get(film.id.as_str()).is_some_and(|row| row.edit.added);
    let added = old_movies.iter().filter(is_added);
    let movies = import.movies.as_deref().unwrap_or(old_movies);
    let theaters: HashSet<_> = theaters.iter().map(|t| &t.id).collect();
    let movies: HashSet<_> = movies.iter().chain(added).map(|m| &m.id).collect();
    let dangling = |s: &Showtime, kind, id: &str| ImportError::Dangling {
        show: s.id.to_string(),
        kind,
        id: id.to_owned(),
    };
    for s in &import.showtimes {
        if !theaters.contains(&s.theater_id) {
            return Err(dangling(s, "theater", s.theater_id.as_str()));
        }
        if !movies.contains(&s.movie_id) {
            return Err(dangling(s, "movie", s.movie_id.as_str()));
        }
    }
    Ok(())
}

async fn import_theaters(
    tx: &mut WriteTx,
    site: &SiteId,
    old: &[Theater],
    new: &[Theater],
    report: &mut ImportReport,
) -> Result<(), StoreError> {
    let d = diff(old, new, |t| &t.id);
    let moved = old.iter().map(|t| &t.id).ne(new.iter().map(|t| &t.id));
    let rows: Vec<(i32, &Theater)> =
        (0..).zip(new).filter(|(_, t)| moved || d.save.iter().any(|s| s.id == t.id)).collect();
    tx.save_theaters(site, &rows).await?;
    let removed_ids: Vec<TheaterId> = d.removed.iter().map(|t| t.id.clone()).collect();
    tx.remove_theaters(site, &removed_ids).await?;
    report.counts.insert("theaters", d.counts);
    Ok(())
}

async fn import_shows(
    tx: &mut WriteTx,
    site: &SiteId,
    import: &Import,
    days: CinemaDays<'_>,
) -> Result<ImportCounts, StoreError> {
    let of_shows = import.showtimes.iter().map(|s| &s.theater_id);
    let theaters: HashSet<TheaterId> = import.showtime_theaters.iter().chain(of_shows).cloned().collect();
    let mut old = Vec::new();
    for theater in theaters.iter().collect::<BTreeSet<_>>() {
        old.append(&mut tx.theater_shows(site, theater).await?);
    }
    let new = edits::import_shows(tx, site, &import.showtimes, &theaters, days).await?;
    // All theaters at once: a show that moves from one to another has changed.
    let d = diff(&old, &new, |s| &s.id);
    tx.save_shows(site, &d.save).await?;
    tx.remove_shows(site, &d.removed).await?;
    Ok(d.counts)
}

async fn import_editorial(
    tx: &mut WriteTx,
    site: &SiteId,
    import: &Import,
    report: &mut ImportReport,
) -> Result<(), StoreError> {
    if let Some(new) = &import.events {
        let old = tx.events(site).await?;
        if &old != new {
            tx.replace_events(site, new).await?;
        }
        report.counts.insert("events", diff(&old, new, |e| &e.id).counts);
    }
    if let Some(new) = &import.pages {
        let old = tx.pages(site).await?;
        let d = diff(&old, new, |p| &p.path).counts;
        if d.added + d.changed + d.removed > 0 {
            tx.replace_pages(site, new).await?;
        }
        report.counts.insert("pages", d);
    }
    if let Some(new) = &import.menus
        && &tx.menus(site).await? != new
    {
        tx.save_menus(site, new).await?;
    }
    if let Some(new) = &import.attributes
        && &tx.attributes(site).await? != new
    {
        tx.save_attributes(site, new).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
