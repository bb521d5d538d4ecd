//! Films of feeds that are, or may be, films that the site has from elsewhere (decision 0072).

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use marquee_api::editor::{FilmMatch, FilmMatches};
use marquee_import::host_of;
use marquee_model::catalog::Movie;
use marquee_model::feed::{FeedConfig, FilmMatchState};
use marquee_model::{MovieId, SiteId};
use marquee_store::{AuditRow, FilmMatchRow, Store, StoreError};

use crate::error::RunError;
use crate::film_facts::is_of_facts;
use crate::runner::FeedRunner;

/// The matches of a site whose film exists, those that wait for a decision first. Nobody is asked about two films of which
/// neither has a coming show or release at `now`.
///
/// # Errors
/// [`StoreError`]
pub async fn list_film_matches(
    store: &Store,
    site: &SiteId,
    now: Timestamp,
) -> Result<FilmMatches, StoreError> {
    let films: HashMap<MovieId, Movie> =
        store.movies(site).await?.into_iter().map(|film| (film.id.clone(), film)).collect();
    let shows = store.count_upcoming_shows(site, now).await?;
    let mut rows = store.film_matches(site).await?;
    let feeds = store.feeds(site).await?;
    let has_facts = feeds.iter().any(|feed| is_of_facts(&feed.config));
    let today = now.to_zoned(TimeZone::UTC).date();
    let is_current = |id: &MovieId| {
        let is_coming = |film: &Movie| film.release_date.is_some_and(|release| release >= today);
        films.get(id).is_some_and(|film| shows.contains_key(id) || is_coming(film))
    };
    // A suggestion is for two films of the site, or for one and the facts of another catalog.
    let is_shown = |row: &FilmMatchRow| match row.state {
        FilmMatchState::Suggested => {
            let is_described = row.record.tmdb_id.is_some() && has_facts;
            let are_known =
                films.contains_key(&row.target) && (is_described || films.contains_key(&row.film));
            are_known && (is_current(&row.target) || is_current(&row.film))
        }
        _ => films.contains_key(&row.target),
    };
    rows.retain(is_shown);
    rows.sort_by_key(|row| (row.state, std::cmp::Reverse(row.confidence)));
    let title = |id: &MovieId| films.get(id).map(|film| film.title.clone()).unwrap_or_default();
    let matches = rows.into_iter().map(|row| FilmMatch {
        target_title: title(&row.target),
        film: row.film.to_string(),
        title: title_of(row.record),
        source: row.source,
        target: row.target.to_string(),
        state: row.state,
        confidence: row.confidence,
        decided_by: row.decided_by,
    });
    Ok(FilmMatches { matches: matches.collect() })
}

/// The title of a film; with year and director if it is no film of the site, on whose page they would be.
fn title_of(film: Movie) -> String {
    let year = film.year.map(|year| year.to_string());
    let facts: Vec<String> = year.into_iter().chain(film.directors).collect();
    if film.tmdb_id.is_none() || facts.is_empty() {
        return film.title;
    }
    format!("{} ({})", film.title, facts.join(", "))
}

impl FeedRunner {
    /// Says whether a film of a feed is the film of the site with which it was compared, once and for all. The feeds of its
    /// server are due at once, so that the site follows. `actor` is the person in the audit log.
    ///
    /// # Errors
    /// [`RunError::NotFound`] for a film that was compared with none; [`RunError::Store`].
    pub async fn decide_film(
        &self,
        site: &SiteId,
        film: &MovieId,
        is_same: bool,
        actor: &str,
    ) -> Result<(), RunError> {
        let now = self.now();
        let mut tx = self.store().begin().await?;
        let matches = tx.film_matches(site).await?;
        let asked = matches.into_iter().find(|row| row.film == *film).ok_or(RunError::NotFound)?;
        // Feeds are locked before matches, as by a run.
        let feeds = tx.feeds(site).await?;
        let is_of_source = |config: &FeedConfig| match asked.record.tmdb_id {
            Some(_) => is_of_facts(config),
            None => host_of(&config.address).as_ref() == Some(&asked.source),
        };
        let of_source = feeds.iter().filter(|feed| is_of_source(&feed.config));
        let of_source: Vec<_> = of_source.map(|feed| &feed.id).collect();
        tx.run_feeds_again(site, &of_source, now).await?;
        let row = tx.film_match(site, film).await?.ok_or(RunError::NotFound)?;
        let state = if is_same { FilmMatchState::Same } else { FilmMatchState::Different };
        let audit = AuditRow {
            at: now,
            actor: actor.to_owned(),
            action: if is_same { "film.same" } else { "film.different" }.to_owned(),
            subject: film.to_string(),
            detail: format!("{} ({}), {}", row.record.title, row.source, row.target),
        };
        tx.save_film_match(site, &FilmMatchRow { state, decided_by: Some(actor.to_owned()), ..row }).await?;
        tx.log_audit(site, &audit).await?;
        tx.commit().await?;
        Ok(())
    }
}
