//! Asks The Movie Database for films of which a site lacks facts, texts or pictures (decision 0075).

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use marquee_api::editor::FeedCredential;
use marquee_catalog::{SUGGESTED_CONFIDENCE, film_confidence, searched_title};
use marquee_feeds::{Format, SourceFile, TmdbAudience, tmdb_document};
use marquee_import::{FetchError, FetchHeaders, fetch_with};
use marquee_model::catalog::Movie;
use marquee_model::feed::{FeedConfig, FeedProblem, FilmMatchState};
use marquee_model::settings::SiteRecord;
use marquee_model::{MovieId, SiteId};
use marquee_outbound::Outbound;
use marquee_store::{ShowFilter, StoreError};
use serde_json::Value;
use tokio::time::Instant;

use crate::credential::headers;
use crate::error::{RunError, failed};
use crate::ports::Ports;

/// Maximum number of films that a run asks about.
const MAX_FILMS: usize = 200;
/// Films of a search that are looked at more closely.
const MAX_CANDIDATES: usize = 3;
/// After this time a run takes what it has; the next one asks about the other films.
const MAX_TIME: Duration = Duration::from_secs(120);

/// Whether a feed has facts of films instead of shows.
pub fn is_of_facts(config: &FeedConfig) -> bool {
    let format = config.format.as_deref().and_then(|name| name.parse::<Format>().ok());
    format.is_some_and(|format| !format.has_shows())
}

/// A film of the site that is looked for.
struct FilmQuery {
    film: Movie,
    /// The film that it is there, if that is known.
    known: Option<u32>,
    /// Films of which a person said that they are others.
    others: HashSet<u32>,
}

/// Asks about the films of a site that play or will, and lack something. Responses become one file.
///
/// # Errors
/// [`RunError::Failed`] if no film could be read because a request failed; [`RunError::Store`]
pub async fn read_film_facts(
    ports: &Ports,
    (site, record): (&SiteId, &SiteRecord),
    config: &FeedConfig,
    credential: &FeedCredential,
) -> Result<SourceFile, RunError> {
    let credential =
        headers(credential).map_err(|error| RunError::failed(FeedProblem::Credential, &error))?;
    let database = Database {
        client: &ports.outbound,
        address: config.address.trim_end_matches('/'),
        headers: FetchHeaders { credential, ..FetchHeaders::default() },
        audience: audience_of(record),
    };
    let end = Instant::now() + MAX_TIME;
    let (mut films, mut numbers): (Vec<Value>, HashSet<u32>) = Default::default();
    for query in queries(ports, site).await? {
        match database.film(&query).await {
            Ok(found) => {
                let found = found.filter(|(number, _)| numbers.insert(*number));
                films.extend(found.map(|(_, details)| database.audience.trimmed(details)));
            }
            // What was read is of use; the next run goes on.
            Err(_) if !films.is_empty() => break,
            Err(error) => return Err(failed(&error)),
        }
        if Instant::now() > end {
            break;
        }
    }
    let bytes = tmdb_document(&database.audience, &films).to_string().into_bytes();
    Ok(SourceFile { name: "films.json".to_owned(), bytes })
}

/// The films that are looked for, those that play first.
async fn queries(ports: &Ports, site: &SiteId) -> Result<Vec<FilmQuery>, StoreError> {
    let now = ports.clock.now();
    let filter = ShowFilter { from: Some(now), ..ShowFilter::default() };
    let shows = ports.store.shows(site, &filter).await?;
    let playing: HashSet<&MovieId> = shows.iter().map(|show| &show.movie_id).collect();
    let today = now.to_zoned(jiff::tz::TimeZone::UTC).date();
    let is_coming = |film: &Movie| film.release_date.is_some_and(|day| day >= today);
    let mut films = ports.store.movies(site).await?;
    films.retain(|film| lacks_facts(film) && (playing.contains(&film.id) || is_coming(film)));
    films.sort_by_key(|film| !playing.contains(&film.id));
    films.truncate(MAX_FILMS);
    let (mut known, mut others): (HashMap<MovieId, u32>, HashMap<MovieId, HashSet<u32>>) = Default::default();
    for row in ports.store.film_matches(site).await? {
        let Some(number) = row.record.tmdb_id else { continue };
        if row.state == FilmMatchState::Different {
            others.entry(row.target).or_default().insert(number);
        } else if row.state.is_same_film() {
            known.insert(row.target, number);
        }
    }
    let queries = films.into_iter().map(|film| FilmQuery {
        known: known.get(&film.id).copied(),
        others: others.remove(&film.id).unwrap_or_default(),
        film,
    });
    Ok(queries.collect())
}

const fn lacks_facts(film: &Movie) -> bool {
    film.poster.is_none()
        || film.backdrop.is_none()
        || film.runtime.is_none()
        || film.trailer.is_none()
        || film.synopsis.is_empty()
        || film.directors.is_empty()
        || film.cast.is_empty()
        || film.genres.is_empty()
}

fn audience_of(record: &SiteRecord) -> TmdbAudience {
    let config = &record.config;
    let own = config.locale.short();
    TmdbAudience {
        country: config.country.iso31661_a2.clone(),
        locale: config.locale.long().to_owned(),
        languages: config
            .locales()
            .map(|locale| locale.short().to_owned())
            .filter(|other| other != own)
            .collect(),
    }
}

/// The Movie Database, or what takes its place in tests.
struct Database<'r> {
    client: &'r Outbound,
    address: &'r str,
    headers: FetchHeaders,
    audience: TmdbAudience,
}

impl Database<'_> {
    /// The details of a film; `None` if none is likely to be it.
    async fn film(&self, query: &FilmQuery) -> Result<Option<(u32, Value)>, FetchError> {
        if let Some(number) = query.known {
            return Ok(self.details(number).await?.map(|details| (number, details)));
        }
        let (title, year) = searched_title(&query.film);
        let mut found = self.search(&title, year).await?;
        if found.is_empty() && year.is_some() {
            // The year of a new version.
            found = self.search(&title, None).await?;
        }
        let rated = found.iter().map(|(number, film)| (film_confidence(&query.film, film), *number));
        let is_likely = |(confidence, number): &(u8, u32)| {
            *confidence >= SUGGESTED_CONFIDENCE && !query.others.contains(number)
        };
        let mut likely: Vec<(u8, u32)> = rated.filter(is_likely).collect();
        likely.sort_by_key(|(confidence, _)| std::cmp::Reverse(*confidence));
        let mut best: Option<(u8, u32, Value)> = None;
        for (_, number) in likely.into_iter().take(MAX_CANDIDATES) {
            let Some(details) = self.details(number).await? else { continue };
            let Some(film) = self.audience.film(&details) else { continue };
            let confidence = film_confidence(&query.film, &film);
            let is_better = best.as_ref().is_none_or(|(best, ..)| confidence > *best);
            if confidence >= SUGGESTED_CONFIDENCE && is_better {
                best = Some((confidence, number, details));
            }
        }
        Ok(best.map(|(_, number, details)| (number, details)))
    }

    async fn search(&self, title: &str, year: Option<u16>) -> Result<Vec<(u32, Movie)>, FetchError> {
        let response = self.request(&self.audience.search(title, year)).await?;
        Ok(self.audience.found(&response))
    }

    /// `None` for a film that was removed.
    async fn details(&self, number: u32) -> Result<Option<Value>, FetchError> {
        match self.request(&self.audience.details(number)).await {
            Ok(details) => Ok(Some(details)),
            Err(FetchError::Status(404)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// A response that is not JSON is one without films.
    async fn request(&self, path: &str) -> Result<Value, FetchError> {
        let address = format!("{}/{path}", self.address);
        let fetched = fetch_with(self.client, &address, &self.headers).await?;
        let bytes = fetched.map(|fetched| fetched.file.bytes).unwrap_or_default();
        Ok(serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }
}
