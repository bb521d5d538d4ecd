//! Films with what they lack and other feeds or imports say of them (decision 0072).

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use marquee_model::catalog::Movie;
use marquee_model::feed::FilmMatchState;
use marquee_model::{MovieId, SiteId};
use marquee_store::{FilmMatchRow, StoreError, WriteTx};

/// Matches that are followed from a film to the one that the site shows.
const MAX_STEPS: usize = 8;

/// A film with the facts, texts and pictures that it lacks and another description of it has.
fn completed(film: &Movie, other: &Movie) -> Movie {
    fn list(own: &[String], other: &[String]) -> Vec<String> {
        if own.is_empty() { other.to_vec() } else { own.to_vec() }
    }
    fn words(own: &str, other: &str) -> String {
        if own.is_empty() { other.to_owned() } else { own.to_owned() }
    }
    let mut film = film.clone();
    film.original_title = film.original_title.or_else(|| other.original_title.clone());
    film.release_date = film.release_date.or(other.release_date);
    film.runtime = film.runtime.or(other.runtime);
    film.year = film.year.or(other.year);
    film.certificate = film.certificate.or_else(|| other.certificate.clone());
    film.advisory = film.advisory.or_else(|| other.advisory.clone());
    film.genres = list(&film.genres, &other.genres);
    film.directors = list(&film.directors, &other.directors);
    film.cast = list(&film.cast, &other.cast);
    film.languages = list(&film.languages, &other.languages);
    film.countries = list(&film.countries, &other.countries);
    film.distributor = film.distributor.or_else(|| other.distributor.clone());
    film.tagline = words(&film.tagline, &other.tagline);
    film.synopsis = words(&film.synopsis, &other.synopsis);
    film.poster = film.poster.or_else(|| other.poster.clone());
    film.backdrop = film.backdrop.or_else(|| other.backdrop.clone());
    film.hero = film.hero.or_else(|| other.hero.clone());
    film.trailer = film.trailer.or_else(|| other.trailer.clone());
    film.tmdb_id = film.tmdb_id.or(other.tmdb_id);
    for (locale, texts) in &other.localizations {
        film.localizations.entry(locale.clone()).or_insert_with(|| texts.clone());
    }
    film
}

/// The film of the site that a film is, by way of its matches; itself without one.
#[must_use]
pub fn merged_film<'m>(matches: &'m HashMap<MovieId, MovieId>, film: &'m MovieId) -> &'m MovieId {
    let mut id = film;
    for _ in 0..MAX_STEPS {
        match matches.get(id) {
            Some(next) => id = next,
            None => break,
        }
    }
    id
}

/// The films of a feed, and those from elsewhere of which its films were compared, each with what it lacks and others say of it: the
/// same whichever of their feeds runs.
pub fn complete_films(
    films: &[Movie],
    (rows, own): (&BTreeMap<MovieId, FilmMatchRow>, &BTreeSet<MovieId>),
    of_feeds: &[Movie],
) -> Vec<Movie> {
    let targets = targets(rows.values());
    let mut others: HashMap<&MovieId, Vec<&Movie>> = HashMap::new();
    // A film of another catalog that a person has told from one of the films that are one.
    let different = rows.values().filter(|row| row.state == FilmMatchState::Different);
    let different: HashSet<(&MovieId, u32)> =
        different.filter_map(|row| Some((merged_film(&targets, &row.target), row.record.tmdb_id?))).collect();
    for row in rows.values().filter(|row| row.state.is_same_film()) {
        let film = merged_film(&targets, &row.film);
        if row.record.tmdb_id.is_none_or(|number| !different.contains(&(film, number))) {
            others.entry(film).or_default().push(&row.record);
        }
    }
    let complete = |film: &Movie| {
        let others = others.get(&film.id).into_iter().flatten();
        others.fold(film.clone(), |film, other| completed(&film, other))
    };
    // Also after a person said that they are different: then they lose what was the other's.
    let compared =
        rows.values().filter(|row| own.contains(&row.film) && row.state != FilmMatchState::Suggested);
    let elsewhere: BTreeMap<&MovieId, Option<&Movie>> =
        compared.map(|row| (&row.target, row.target_record.as_ref())).collect();
    let is_own = |id: &MovieId| films.iter().any(|film| film.id == *id);
    let elsewhere = of_feeds.iter().filter(|film| !is_own(&film.id)).filter_map(|film| {
        // As its own feed or import described it.
        elsewhere.get(&film.id).map(|described| described.unwrap_or(film))
    });
    films.iter().chain(elsewhere).map(complete).collect()
}

/// The films of an import, completed in the same way.
pub async fn completed_films(tx: &WriteTx, site: &SiteId, films: &[Movie]) -> Result<Vec<Movie>, StoreError> {
    let rows: BTreeMap<MovieId, FilmMatchRow> =
        tx.film_matches(site).await?.into_iter().map(|row| (row.film.clone(), row)).collect();
    Ok(complete_films(films, (&rows, &BTreeSet::new()), &[]))
}

/// For each film that another one is, that one.
pub fn targets<'r>(rows: impl Iterator<Item = &'r FilmMatchRow>) -> HashMap<MovieId, MovieId> {
    let same = rows.filter(|row| row.state.is_same_film());
    same.map(|row| (row.film.clone(), row.target.clone())).collect()
}
