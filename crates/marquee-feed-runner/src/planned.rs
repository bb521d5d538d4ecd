//! What a feed may change of what it says, and the import of that within a transaction.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use jiff::Timestamp;
use marquee_api::editor::{FeedConflict, FeedDifferences, FeedLoss, FoundTheater};
use marquee_catalog::{Difference, Import, ImportPlan, import_planned_in, merge_films};
use marquee_import::FoundSchedule;
use marquee_messages::Language;
use marquee_model::catalog::{Attribute, Showtime, Theater};
use marquee_model::feed::{FeedConfig, FeedTheaterMatch};
use marquee_model::{FeedId, MovieId, ShowId, SiteId, TheaterId};
use marquee_store::{EditedKind, StoreError, WriteTx};

use crate::changes::{Announced, Missing, add_changes};
use crate::clashes::{double_bookings, typed_twice};
use crate::conflicts::{Conflict, resolve_conflicts};
use crate::error::RunError;
use crate::loss::loss;
use crate::shared::SharedTheaters;

/// Maximum number of conflicts in a report.
const MAX_CONFLICTS: usize = 100;

/// What a run does with a schedule.
#[derive(Debug)]
pub struct Planned {
    /// Without the shows of other feeds.
    pub plan: ImportPlan,
    pub found: FoundSchedule,
    pub loss: FeedLoss,
    pub conflicts: Vec<Conflict>,
}

/// Numbers of coming shows.
#[derive(Debug, Clone, Copy, Default)]
pub struct RunCounts {
    pub added: u32,
    pub moved: u32,
    pub gone: u32,
    pub unchanged: u32,
}

impl Planned {
    /// Whether nothing would change.
    pub fn is_same(&self) -> bool {
        self.plan.is_same()
    }

    /// The coming shows of the theaters whose shows the feed replaces. A show that keeps its start counts as unchanged, whatever
    /// else changes.
    pub fn counts(&self, now: Timestamp) -> RunCounts {
        let theaters: HashSet<&TheaterId> = self.found.import.showtime_theaters.iter().collect();
        let mut counts = RunCounts::default();
        let coming = self.plan.upcoming_shows(now);
        for show in coming.filter(|show| theaters.contains(&show.record().theater_id)) {
            match show {
                Difference::Added(_) => counts.added += 1,
                Difference::Removed(_) => counts.gone += 1,
                Difference::Changed { before, after } if before.starts_at != after.starts_at => {
                    counts.moved += 1;
                }
                Difference::Changed { .. } | Difference::Unchanged(_) => counts.unchanged += 1,
            }
        }
        counts
    }

    /// The conflicts with the titles of their films.
    pub fn conflicts(&self) -> Vec<FeedConflict> {
        let titles: HashMap<&MovieId, &str> =
            self.plan.movies.iter().map(|film| (&film.record().id, film.record().title.as_str())).collect();
        let shows: HashMap<&str, &Showtime> =
            self.found.import.showtimes.iter().map(|show| (show.id.as_str(), show)).collect();
        let conflict = |conflict: &Conflict| {
            let show = shows.get(conflict.show.as_str())?;
            Some(FeedConflict {
                show: conflict.show.to_string(),
                film: titles.get(&show.movie_id).copied().unwrap_or_default().to_owned(),
                theater: show.theater_id.to_string(),
                own: conflict.own,
                feed: conflict.feed,
            })
        };
        self.conflicts.iter().filter_map(conflict).take(MAX_CONFLICTS).collect()
    }

    /// What the run changes, with remarks in a language.
    pub fn differences(&self, now: Timestamp, language: Language) -> FeedDifferences {
        FeedDifferences {
            plan: self.found.report(&self.plan, now, language),
            loss: self.loss.clone(),
            conflicts: self.conflicts(),
        }
    }
}

/// Imports what a feed says within a transaction: the caller commits it, or drops it.
///
/// # Errors
/// [`RunError::Failed`] if the response has shows of unknown theaters or films; [`RunError::Store`].
pub async fn plan_in(
    tx: &mut WriteTx,
    (site, feed): (&SiteId, Option<&FeedId>),
    config: &FeedConfig,
    mut found: FoundSchedule,
    missing: Missing,
    now: Timestamp,
) -> Result<Planned, RunError> {
    // No other run of the site adds films meanwhile with which those of this one are not compared.
    tx.lock_site(site).await?.ok_or(RunError::NotFound)?;
    let known = tx.theaters(site).await?;
    restrict(&mut found.import, config, &known);
    let describes_films = config.is_of_films_only() && found.import.described_films.is_none();
    if describes_films {
        // Each is the film of its title, unless a fact says otherwise.
        found.import.renamed_films =
            found.import.movies.iter().flatten().map(|film| film.id.clone()).collect();
    }
    let films = merge_films(tx, site, &mut found.import, &found.origin).await?;
    if let Some(attributes) = found.import.attributes.take() {
        found.import.attributes = Some(merged(tx.attributes(site).await?, attributes));
    }
    if describes_films {
        let known: HashSet<MovieId> = tx.movies(site).await?.into_iter().map(|film| film.id).collect();
        found.import.movies.get_or_insert_default().retain(|film| known.contains(&film.id));
    }
    let shared = SharedTheaters::read(tx, site, feed, config).await?;
    let (mut announced, mut others) = announced_shows(tx, site, &found.import, &shared, now).await?;
    for show in announced.shows.iter_mut().chain(&mut announced.typed).chain(&mut others) {
        if let Some(film) = films.get(&show.movie_id) {
            show.movie_id = film.clone();
        }
    }
    found.remarks.extend(shared.separate(&mut found.import, &mut others, &known));
    let typed = announced.typed.clone();
    add_changes(&mut found.import, announced, missing, now);
    let own = found.import.showtimes.clone();
    let of_others: HashSet<ShowId> = others.iter().map(|show| show.id.clone()).collect();
    // The import replaces all shows of a theater.
    found.import.showtimes.extend(others);
    let conflicts = resolve_conflicts(tx, site, &found.import, config.conflicts).await?;
    let plan = import_planned_in(tx, site, &found.import, true).await?;
    shared.save(tx, site, &own).await?;
    let own: HashSet<ShowId> = own.into_iter().map(|show| show.id).collect();
    found.remarks.extend(double_bookings(&plan, now));
    found.remarks.extend(typed_twice(&plan, &typed, &own, now));
    // For visitors and for the loss, a show that has vanished is gone. Others' shows are not this feed's loss.
    let plan = plan.without_shows(|show| show.has_vanished() || of_others.contains(&show.id));
    let loss = loss(&plan.theaters, &plan.shows, config.hold_percent, now);
    Ok(Planned { plan, found, loss, conflicts })
}

/// The theaters of a response, each with the theater of the site that it is.
pub fn found_theaters(import: &Import, config: &FeedConfig, known: &[Theater]) -> Vec<FoundTheater> {
    let mut shows: BTreeMap<&TheaterId, usize> =
        import.showtime_theaters.iter().map(|theater| (theater, 0)).collect();
    for theater in import.theaters.iter().flatten() {
        shows.entry(&theater.id).or_default();
    }
    for show in &import.showtimes {
        *shows.entry(&show.theater_id).or_default() += 1;
    }
    let named = || import.theaters.iter().flatten().chain(known);
    let found = shows.into_iter().map(|(id, shows)| FoundTheater {
        id: id.to_string(),
        name: named().find(|theater| theater.id == *id).map_or_else(String::new, |t| t.name.clone()),
        shows,
        theater: target(config, id).map(ToString::to_string),
    });
    found.collect()
}

/// The settings of a trial that matches no theater yet: each theater of the response is the theater of the site with the same id.
pub fn matched_by_id(import: &Import, config: &FeedConfig) -> FeedConfig {
    let theaters = found_theaters(import, config, &[]).into_iter().filter_map(|found| {
        let feed = TheaterId::parse(&found.id).ok()?;
        Some(FeedTheaterMatch { theater: Some(feed.clone()), feed })
    });
    FeedConfig { theaters: theaters.collect(), ..config.clone() }
}

fn target<'c>(config: &'c FeedConfig, theater: &TheaterId) -> Option<&'c TheaterId> {
    let matched = config.theaters.iter().find(|matched| matched.feed == *theater);
    // Rows that name no theater were read for the one of the site that the feed changes.
    let only = match config.theaters.as_slice() {
        [only] => only.theater.as_ref().filter(|target| *target == theater),
        _ => None,
    };
    matched.map_or(only, |matched| matched.theater.as_ref())
}

/// Leaves out what a feed must not change, and gives its theaters the ids that they have on the site. A theater of the feed that
/// the response does not name has no shows. Theaters and films are never removed; a theater with an id of its own on the site is
/// described by the site.
fn restrict(import: &mut Import, config: &FeedConfig, known: &[Theater]) {
    let named: BTreeSet<TheaterId> = import
        .theaters
        .iter()
        .flatten()
        .map(|theater| &theater.id)
        .chain(&import.showtime_theaters)
        .chain(import.showtimes.iter().map(|show| &show.theater_id))
        .cloned()
        .collect();
    import.keep_missing = true;
    let all_films: HashSet<MovieId> = import.showtimes.iter().map(|show| show.movie_id.clone()).collect();
    let describes = |theater: &Theater, target: &TheaterId| {
        theater.id == *target || known.iter().all(|known| known.id != *target)
    };
    let described: Vec<Theater> = import
        .theaters
        .take()
        .into_iter()
        .flatten()
        .filter_map(|theater| {
            let target = target(config, &theater.id)?;
            describes(&theater, target).then(|| Theater { id: target.clone(), ..theater })
        })
        .collect();
    import.theaters = Some(described).filter(|theaters| !theaters.is_empty());
    import.showtimes = std::mem::take(&mut import.showtimes)
        .into_iter()
        .filter_map(|show| Some(Showtime { theater_id: target(config, &show.theater_id)?.clone(), ..show }))
        .collect();
    let replaced = import.showtime_theaters.iter().filter_map(|theater| target(config, theater));
    let is_named = |matched: &&FeedTheaterMatch| named.contains(&matched.feed);
    let silent = config.targets().filter(|target| {
        let mut sources = config.theaters.iter().filter(|m| m.theater.as_ref() == Some(*target));
        sources.all(|matched| !is_named(&matched))
    });
    let replaced: BTreeSet<TheaterId> = replaced.chain(silent).cloned().collect();
    import.showtime_theaters = replaced.into_iter().collect();
    // Films that play only in theaters of somebody else are not this site's.
    let films: HashSet<&MovieId> = import.showtimes.iter().map(|show| &show.movie_id).collect();
    for movies in import.movies.iter_mut().filter(|_| !config.is_of_films_only()) {
        movies.retain(|film| films.contains(&film.id) || !all_films.contains(&film.id));
    }
}

/// The attributes of the site with those of a feed.
fn merged(own: Vec<Attribute>, of_feed: Vec<Attribute>) -> Vec<Attribute> {
    let keys: HashSet<String> = own.iter().map(|attribute| attribute.key.clone()).collect();
    own.into_iter().chain(of_feed.into_iter().filter(|attribute| !keys.contains(&attribute.key))).collect()
}

/// What the site has announced in the theaters of an import, and what other feeds have announced there.
async fn announced_shows(
    tx: &WriteTx,
    site: &SiteId,
    import: &Import,
    shared: &SharedTheaters,
    now: Timestamp,
) -> Result<(Announced, Vec<Showtime>), StoreError> {
    let mut announced = Announced::default();
    let rows = tx.record_edits(site, EditedKind::Show).await?;
    let edited: HashMap<&str, bool> = rows.iter().map(|row| (row.id.as_str(), row.edit.added)).collect();
    for theater in &import.showtime_theaters {
        for show in tx.theater_shows(site, theater).await? {
            match edited.get(show.id.as_str()) {
                None => announced.shows.push(show),
                Some(true) => announced.typed.push(show),
                // What the feed said is in the edit.
                Some(false) => {}
            }
        }
    }
    let bases = rows.iter().filter(|row| !row.edit.added).filter_map(|row| row.base.clone());
    let bases = bases.filter_map(|base| serde_json::from_value::<Showtime>(base).ok());
    announced.shows.extend(bases.filter(|show| import.showtime_theaters.contains(&show.theater_id)));
    let (others, own): (Vec<_>, Vec<_>) = announced.shows.into_iter().partition(|show| shared.is_other(show));
    announced.shows = own;
    announced.shows.retain(|show| show.announced().iter().chain([&show.starts_at]).any(|at| *at >= now));
    Ok((announced, others))
}

#[cfg(test)]
mod tests {
    use marquee_model::feed::{FeedConflicts, MissingShows};
    use serde_json::json;

    use super::*;

    fn id(text: &str) -> TheaterId {
        TheaterId::parse(text).unwrap()
    }

    fn config(pairs: &[(&str, Option<&str>)]) -> FeedConfig {
        let matched = |(feed, theater): &(&str, Option<&str>)| FeedTheaterMatch {
            feed: id(feed),
            theater: theater.map(id),
        };
        FeedConfig {
            name: "Agile".to_owned(),
            address: "https://cinema.example/".to_owned(),
            format: None,
            theaters: pairs.iter().map(matched).collect(),
            interval_minutes: 5,
            hold_percent: 40,
            conflicts: FeedConflicts::FeedWins,
            missing_shows: MissingShows::Canceled,
            title_rules: Vec::new(),
        }
    }

    fn theater(id: &str) -> Theater {
        serde_json::from_value(json!({ "id": id, "name": id, "slug": id })).unwrap()
    }

    fn import() -> Import {
        let show = |id: &str, theater: &str, film: &str| {
            let show = json!({
                "id": id, "theaterId": theater, "movieId": film,
                "startsAt": "2026-11-21T18:00:00Z", "businessDate": "2026-11-21",
            });
            serde_json::from_value::<Showtime>(show).unwrap()
        };
        let film = |id: &str| serde_json::from_value(json!({ "id": id, "title": id, "slug": id })).unwrap();
        Import {
            theaters: Some(vec![theater("A"), theater("B")]),
            movies: Some(vec![film("1"), film("2"), film("3")]),
            showtimes: vec![show("a", "A", "1"), show("b", "B", "2")],
            showtime_theaters: vec![id("A"), id("B")],
            ..Import::default()
        }
    }

    #[test]
    fn a_feed_changes_its_own_theaters_only() {
        let mut import = import();
        restrict(&mut import, &config(&[("A", Some("T1")), ("B", None)]), &[theater("T1"), theater("T2")]);
        assert_eq!(import.theaters, None, "the site describes its theater");
        assert_eq!(import.showtime_theaters, [id("T1")]);
        let shows: Vec<_> = import.showtimes.iter().map(|s| (s.id.as_str(), s.theater_id.as_str())).collect();
        assert_eq!(shows, [("a", "T1")]);
        let films: Vec<_> = import.movies.iter().flatten().map(|film| film.id.as_str()).collect();
        assert_eq!(films, ["1", "3"], "a film that plays elsewhere only is left out");
        assert!(import.keep_missing);
    }

    #[test]
    fn a_theater_that_the_response_does_not_name_has_no_shows() {
        let mut import = import();
        restrict(
            &mut import,
            &config(&[("A", Some("A")), ("C", Some("T3"))]),
            &[theater("A"), theater("T3")],
        );
        assert_eq!(import.showtime_theaters, [id("A"), id("T3")]);
        assert_eq!(import.theaters.unwrap().len(), 1, "a theater of the feed is described by it");
        let mut unreadable =
            Import { showtimes: Vec::new(), showtime_theaters: Vec::new(), ..self::import() };
        restrict(&mut unreadable, &config(&[("A", Some("A"))]), &[theater("A")]);
        assert!(unreadable.showtime_theaters.is_empty(), "its rows are invalid, so its shows stay");
    }

    #[test]
    fn a_trial_matches_theaters_by_their_ids() {
        let matched = matched_by_id(&import(), &config(&[]));
        let found = found_theaters(&import(), &matched, &[]);
        let found: Vec<_> = found.iter().map(|t| (t.id.as_str(), t.shows, t.theater.as_deref())).collect();
        assert_eq!(found, [("A", 1, Some("A")), ("B", 1, Some("B"))]);
    }
}
