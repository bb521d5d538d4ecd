//! Looks in The Movie Database for films of which a site lacks facts, texts or pictures (decision 0075).

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use marquee_api::editor::FeedCredential;
use marquee_catalog::{SUGGESTED_CONFIDENCE, film_confidence, merged_film, searched_title};
use marquee_feeds::{Format, SourceFile, TmdbAudience, tmdb_document};
use marquee_import::{FetchError, FetchHeaders, fetch_with};
use marquee_model::catalog::Movie;
use marquee_model::feed::{FeedConfig, FeedProblem, FilmMatchState};
use marquee_model::settings::SiteRecord;
use marquee_model::{MediaRef, MovieId, SiteId};
use marquee_outbound::Outbound;
use marquee_store::{EditedKind, ShowFilter, StoreError};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::credential::headers;
use crate::error::{RunError, failed};
use crate::ports::Ports;

/// Maximum number of films that a run looks for.
const MAX_FILMS: usize = 200;
/// Films of a search that are looked at more closely.
const MAX_CANDIDATES: usize = 5;
/// After this time a run takes what it has; the next one looks for the other films. A run as a whole has a minute.
pub const RUN_TIME: Duration = Duration::from_secs(40);
/// The same of a trial, for which a person waits.
pub const TRIAL_TIME: Duration = Duration::from_secs(15);
/// Films in a row whose requests fail, after which the others are left to the next run.
const MAX_FAILURES: usize = 3;

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

impl FilmQuery {
    /// The film whose facts it has although a person said that it is another one: described once more, it loses them.
    fn wrong(&self) -> Option<u32> {
        self.film.tmdb_id.filter(|number| self.others.contains(number))
    }
}

/// What went wrong with a request.
enum Problem {
    Fetch(FetchError),
    /// The response to a search is not one of this interface.
    Response,
    /// The response with the details of a film is not one.
    Details,
}

impl Problem {
    /// Whether it says something about all films: that the key is refused, or that there are too many requests.
    const fn is_of_all(&self) -> bool {
        matches!(self, Self::Response | Self::Fetch(FetchError::Status(401 | 403 | 429)))
    }
}

impl From<Problem> for RunError {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Fetch(error) => failed(&error),
            Problem::Response | Problem::Details => {
                let text = "the address does not respond as themoviedb.org does: check it".to_owned();
                Self::Failed { problem: FeedProblem::Invalid, text }
            }
        }
    }
}

/// Looks for the films of a site that play or will, and lack something. Responses become one file. `time` is how long that may take.
///
/// # Errors
/// [`RunError::Failed`] if no film could be read because requests failed; [`RunError::Store`]
pub async fn read_film_facts(
    ports: &Ports,
    (site, record): (&SiteId, &SiteRecord),
    config: &FeedConfig,
    (credential, time): (&FeedCredential, Duration),
) -> Result<SourceFile, RunError> {
    let credential =
        headers(credential).map_err(|error| RunError::failed(FeedProblem::Credential, &error))?;
    let database = Database {
        client: &ports.outbound,
        address: config.address.trim_end_matches('/'),
        headers: FetchHeaders {
            credential,
            format: Some(Format::Tmdb),
            ..FetchHeaders::new(ports.clock.now())
        },
        audience: audience_of(record),
    };
    let end = Instant::now() + time;
    let (mut films, mut failures, mut is_answered, mut last) = (Vec::new(), 0, false, None);
    for query in queries(ports, site).await? {
        let Ok(found) = tokio::time::timeout_at(end, database.film(&query)).await else {
            last = Some(Problem::Fetch(FetchError::Timeout));
            break;
        };
        match found {
            Ok(found) => {
                (failures, is_answered) = (0, true);
                films
                    .extend(found.map(|details| (query.film.id.clone(), database.audience.trimmed(details))));
            }
            Err(problem) => {
                failures += 1;
                tracing::debug!(site.id = %site, film.id = %query.film.id, "a film was not read");
                let is_end = problem.is_of_all() || failures >= MAX_FAILURES;
                last = Some(problem);
                if is_end {
                    break;
                }
            }
        }
    }
    // What was read is of use; the next run goes on.
    if let Some(problem) = last.filter(|_| !is_answered) {
        return Err(problem.into());
    }
    let bytes = tmdb_document(&database.audience, &films).to_string().into_bytes();
    Ok(SourceFile { name: "films.json".to_owned(), bytes })
}

/// The films that are looked for: those that were never found first, and of them those that play. Each day has another order, because
/// a run may end before the last of them.
async fn queries(ports: &Ports, site: &SiteId) -> Result<Vec<FilmQuery>, StoreError> {
    let now = ports.clock.now();
    let filter = ShowFilter { from: Some(now), ..ShowFilter::default() };
    let shows = ports.store.shows(site, &filter).await?;
    let playing: HashSet<&MovieId> = shows.iter().map(|show| &show.movie_id).collect();
    let today = now.to_zoned(jiff::tz::TimeZone::UTC).date();
    let is_coming = |film: &Movie| film.release_date.is_some_and(|day| day >= today);
    let merged = ports.store.merged_films(site).await?;
    let (mut known, mut others): (HashMap<MovieId, u32>, HashMap<MovieId, HashSet<u32>>) = Default::default();
    for row in ports.store.film_matches(site).await? {
        let Some(number) = row.record.tmdb_id else { continue };
        let film = merged_film(&merged, &row.target).clone();
        if row.state == FilmMatchState::Different {
            others.entry(film).or_default().insert(number);
        } else if row.state.is_same_film() {
            known.insert(film, number);
        }
    }
    // What is typed in is not completed.
    let edits = ports.store.record_edits(site, EditedKind::Film).await?;
    let typed: HashSet<&str> = edits.iter().filter(|row| row.edit.added).map(|row| row.id.as_str()).collect();
    let mut queries: Vec<FilmQuery> = ports
        .store
        .movies(site)
        .await?
        .into_iter()
        .filter(|film| !typed.contains(film.id.as_str()))
        .map(|film| FilmQuery {
            known: known.get(&film.id).copied(),
            others: others.remove(&film.id).unwrap_or_default(),
            film,
        })
        .filter(|query| {
            let film = &query.film;
            query.wrong().is_some() || (lacks_facts(film) && (playing.contains(&film.id) || is_coming(film)))
        })
        .collect();
    let day = now.as_second() / 86_400;
    queries.sort_by_cached_key(|query| {
        let mut hasher = DefaultHasher::new();
        (day, &query.film.id).hash(&mut hasher);
        let is_playing = playing.contains(&query.film.id);
        (query.wrong().is_none(), query.known.is_some(), !is_playing, hasher.finish())
    });
    queries.truncate(MAX_FILMS);
    Ok(queries)
}

/// The pictures of films that were completed, which are fetched until the site has them.
pub async fn pictures_of_completed(ports: &Ports, site: &SiteId) -> Result<Vec<MediaRef>, StoreError> {
    let films = ports.store.movies(site).await?;
    let completed = films.into_iter().filter(|film| film.tmdb_id.is_some());
    let pictures = completed.flat_map(|film| [film.poster, film.backdrop]).flatten();
    Ok(pictures.filter(|picture| picture.as_str().starts_with("https://")).collect())
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
        others: config
            .locales()
            .filter(|other| other.short() != own)
            .map(|other| other.long().to_owned())
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
    async fn film(&self, query: &FilmQuery) -> Result<Option<Value>, Problem> {
        if let Some(number) = query.wrong() {
            // It has to be named, whatever it is called now.
            return Ok(Some(json!({ "id": number, "title": query.film.title })));
        }
        if let Some(number) = query.known
            && let Some(details) = self.details(number).await?
        {
            return Ok(Some(details));
        }
        let (title, year) = searched_title(&query.film);
        let mut likely = self.likely(query, &self.audience.search(&title, year)).await?;
        if likely.is_empty() && year.is_some() {
            // The year of a new version, or that of the release in this country.
            likely = self.likely(query, &self.audience.search(&title, None)).await?;
        }
        let (mut best, mut value): (u8, Option<Value>) = (0, None);
        for number in likely {
            let Some(details) = self.details(number).await? else { continue };
            let Some(film) = self.audience.film(&details) else { continue };
            let confidence = film_confidence(&query.film, &film);
            if confidence > best && confidence >= SUGGESTED_CONFIDENCE {
                (best, value) = (confidence, Some(details));
            } else if confidence == best {
                // Nothing tells them apart.
                value = None;
            }
        }
        Ok(value)
    }

    /// The films of a search that may be the film, the likeliest first.
    async fn likely(&self, query: &FilmQuery, search: &str) -> Result<Vec<u32>, Problem> {
        let response = self.request(search).await.map_err(Problem::Fetch)?;
        let found = self.audience.found(&response).ok_or(Problem::Response)?;
        let rated = found.iter().map(|(number, film)| (film_confidence(&query.film, film), *number));
        let is_likely = |(confidence, number): &(u8, u32)| {
            *confidence >= SUGGESTED_CONFIDENCE && !query.others.contains(number)
        };
        let mut likely: Vec<(u8, u32)> = rated.filter(is_likely).collect();
        likely.sort_by_key(|(confidence, _)| std::cmp::Reverse(*confidence));
        Ok(likely.into_iter().map(|(_, number)| number).take(MAX_CANDIDATES).collect())
    }

    /// `None` for a film that was removed.
    async fn details(&self, number: u32) -> Result<Option<Value>, Problem> {
        match self.request(&self.audience.details(number)).await {
            Ok(details) if self.audience.film(&details).is_some() => Ok(Some(details)),
            Ok(_) => Err(Problem::Details),
            Err(FetchError::Status(404)) => Ok(None),
            Err(error) => Err(Problem::Fetch(error)),
        }
    }

    /// A response that is not JSON is null.
    async fn request(&self, path: &str) -> Result<Value, FetchError> {
        let address = format!("{}/{path}", self.address);
        let fetched = fetch_with(self.client, &address, &self.headers).await?;
        let file = fetched.and_then(|fetched| fetched.files.into_iter().next());
        let bytes = file.map(|file| file.bytes).unwrap_or_default();
        Ok(serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }
}
