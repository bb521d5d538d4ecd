//! What an import would change, record by record: the import itself, in a transaction that is dropped.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::Hash;

use jiff::Timestamp;
use marquee_model::catalog::{Attribute, Movie, Showtime, Theater};
use marquee_model::{SiteId, TheaterId};
use marquee_store::{AuditRow, ShowFilter, Store, StoreError, WriteTx};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::descriptions::store_imported;

use super::{Import, ImportCounts, ImportError, ImportReport, completed, import_in};

/// A record before and after an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference<T> {
    Added(T),
    Changed { before: T, after: T },
    Removed(T),
    Unchanged(T),
}

impl<T> Difference<T> {
    /// The record after the import; the one before if it is removed.
    pub const fn record(&self) -> &T {
        match self {
            Self::Added(record) | Self::Removed(record) | Self::Unchanged(record) => record,
            Self::Changed { after, .. } => after,
        }
    }

    /// The record before the import.
    pub const fn before(&self) -> Option<&T> {
        match self {
            Self::Added(_) => None,
            Self::Changed { before, .. } => Some(before),
            Self::Removed(record) | Self::Unchanged(record) => Some(record),
        }
    }

    /// The record after the import.
    pub const fn after(&self) -> Option<&T> {
        match self {
            Self::Removed(_) => None,
            Self::Changed { after, .. } => Some(after),
            Self::Added(record) | Self::Unchanged(record) => Some(record),
        }
    }

    pub const fn is_unchanged(&self) -> bool {
        matches!(self, Self::Unchanged(_))
    }
}

impl std::ops::AddAssign for ImportCounts {
    fn add_assign(&mut self, other: Self) {
        self.added += other.added;
        self.changed += other.changed;
        self.removed += other.removed;
        self.unchanged += other.unchanged;
    }
}

impl ImportCounts {
    /// Counts a record.
    pub const fn add<T>(&mut self, difference: &Difference<T>) {
        match difference {
            Difference::Added(_) => self.added += 1,
            Difference::Changed { .. } => self.changed += 1,
            Difference::Removed(_) => self.removed += 1,
            Difference::Unchanged(_) => self.unchanged += 1,
        }
    }
}

/// What an import would change.
#[derive(Debug, Clone)]
pub struct ImportPlan {
    pub report: ImportReport,
    /// In the order that the site has after the import; removed ones last.
    pub theaters: Vec<Difference<Theater>>,
    /// As the films.
    pub movies: Vec<Difference<Movie>>,
    /// Sorted by start; removed ones last.
    pub shows: Vec<Difference<Showtime>>,
    /// SHA-256 of what changes in theaters, films, shows and attributes, in hexadecimal. Another import with the same digest changes the same.
    pub digest: String,
    /// Number of these changes.
    changes: usize,
}

impl ImportPlan {
    /// Theaters that the import changes or whose shows it replaces, with the counts of their shows from `now` on.
    #[must_use]
    pub fn counts_by_theater(&self, import: &Import, now: Timestamp) -> BTreeMap<TheaterId, ImportCounts> {
        let replaced = import.showtime_theaters.iter();
        let changed = self.theaters.iter().filter(|theater| !theater.is_unchanged());
        let of_shows = self.shows.iter().filter(|show| !show.is_unchanged());
        let mut counts: BTreeMap<TheaterId, ImportCounts> = replaced
            .chain(changed.map(|theater| &theater.record().id))
            .chain(of_shows.map(|show| &show.record().theater_id))
            .map(|id| (id.clone(), ImportCounts::default()))
            .collect();
        for show in self.upcoming_shows(now) {
            if let Some(counts) = counts.get_mut(&show.record().theater_id) {
                counts.add(show);
            }
        }
        counts
    }

    /// Shows that start from `now` on, before or after the import.
    pub fn upcoming_shows(&self, now: Timestamp) -> impl Iterator<Item = &Difference<Showtime>> {
        self.shows.iter().filter(move |show| {
            show.before().into_iter().chain(show.after()).any(|show| show.starts_at >= now)
        })
    }

    /// The same plan as if neither the site nor the import had the shows that `is_left_out` selects.
    #[must_use]
    pub fn without_shows(mut self, is_left_out: impl Fn(&Showtime) -> bool) -> Self {
        let shows = self.shows.into_iter().filter_map(|show| match show {
            Difference::Changed { before, after } => match (is_left_out(&before), is_left_out(&after)) {
                (false, false) => Some(Difference::Changed { before, after }),
                (false, true) => Some(Difference::Removed(before)),
                (true, false) => Some(Difference::Added(after)),
                (true, true) => None,
            },
            other => (!is_left_out(other.record())).then_some(other),
        });
        self.shows = shows.collect();
        self
    }

    /// Whether nothing that people see would change.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.changes == 0
    }
}

/// What [`import_schedule`](super::import_schedule) would change. Nothing is stored.
///
/// # Errors
/// [`ImportError`], as the import.
pub async fn plan_import(
    store: &Store,
    site: &SiteId,
    import: &Import,
    allow_empty: bool,
) -> Result<ImportPlan, ImportError> {
    let mut tx = store.begin_long().await?;
    // Dropped with all that it has written.
    let completed = completed(&mut tx, site, import).await?;
    import_planned_in(&mut tx, site, &completed, allow_empty).await
}

/// Imports a schedule if it changes what a dry run with this digest has shown, with an entry of the audit log.
///
/// # Errors
/// [`ImportError`]; [`ImportError::Outdated`] if it would change something else. The site is unchanged.
pub async fn import_planned(
    store: &Store,
    site: &SiteId,
    import: &Import,
    digest: &str,
    audit: impl FnOnce(&ImportReport) -> AuditRow,
) -> Result<ImportPlan, ImportError> {
    let mut tx = store.begin_long().await?;
    let completed = completed(&mut tx, site, import).await?;
    let mut plan = import_planned_in(&mut tx, site, &completed, false).await?;
    if plan.digest != digest {
        return Err(ImportError::Outdated);
    }
    store_imported(&mut tx, site, import.movies.as_deref().unwrap_or_default()).await?;
    // What is in the theaters now was not announced by their feeds.
    tx.forget_announcements(site).await?;
    tx.log_audit(site, &audit(&plan.report)).await?;
    plan.report.changes = tx.commit().await?;
    Ok(plan)
}

/// Imports a schedule within a transaction, and returns what that changes: the caller commits it, or drops it.
///
/// # Errors
/// [`ImportError`], as [`import_schedule`](super::import_schedule).
pub async fn import_planned_in(
    tx: &mut WriteTx,
    site: &SiteId,
    import: &Import,
    allow_empty: bool,
) -> Result<ImportPlan, ImportError> {
    let before = Records::read(tx, site).await?;
    let report = import_in(tx, site, import, allow_empty).await?;
    let after = Records::read(tx, site).await?;
    let attributes = compare(before.attributes, after.attributes, |attribute| attribute.key.clone());
    let theaters = compare(before.theaters, after.theaters, |theater| theater.id.clone());
    let movies = compare(before.movies, after.movies, |movie| movie.id.clone());
    let shows = compare(before.shows, after.shows, |show| show.id.clone());
    let mut digest = Sha256::new();
    let changes = [
        add_changes(&mut digest, "attributes", &attributes),
        add_changes(&mut digest, "theaters", &theaters),
        add_changes(&mut digest, "movies", &movies),
        add_changes(&mut digest, "shows", &shows),
    ];
    let changes = changes.iter().sum();
    Ok(ImportPlan { report, theaters, movies, shows, digest: hex::encode(digest.finalize()), changes })
}

/// What an import of a schedule can change and people see.
struct Records {
    attributes: Vec<Attribute>,
    theaters: Vec<Theater>,
    movies: Vec<Movie>,
    shows: Vec<Showtime>,
}

impl Records {
    async fn read(tx: &WriteTx, site: &SiteId) -> Result<Self, StoreError> {
        Ok(Self {
            attributes: tx.attributes(site).await?,
            theaters: tx.theaters(site).await?,
            movies: tx.movies(site).await?,
            shows: tx.shows(site, &ShowFilter::default()).await?,
        })
    }
}

fn compare<T: PartialEq, K: Hash + Eq>(
    before: Vec<T>,
    after: Vec<T>,
    key: impl Fn(&T) -> K,
) -> Vec<Difference<T>> {
    let keys: HashSet<K> = after.iter().map(&key).collect();
    let (kept, removed): (Vec<T>, Vec<T>) =
        before.into_iter().partition(|record| keys.contains(&key(record)));
    let mut kept: HashMap<K, T> = kept.into_iter().map(|record| (key(&record), record)).collect();
    let compared = after.into_iter().map(|after| match kept.remove(&key(&after)) {
        None => Difference::Added(after),
        Some(before) if before == after => Difference::Unchanged(after),
        Some(before) => Difference::Changed { before, after },
    });
    compared.chain(removed.into_iter().map(Difference::Removed)).collect()
}

/// Adds the records that change to a digest, and returns their number.
fn add_changes<T: Serialize>(digest: &mut Sha256, kind: &str, records: &[Difference<T>]) -> usize {
    digest.update(kind);
    let changed = records.iter().filter(|record| !record.is_unchanged());
    for record in changed.clone() {
        // Records are serialized to JSON whenever they are stored.
        digest.update(serde_json::to_vec(&(record.before(), record.after())).unwrap_or_default());
    }
    changed.count()
}
