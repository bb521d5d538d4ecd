//! Cached reads of a site's catalog: everything except shows as a snapshot, shows by cinema day.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use marquee_model::catalog::{
    Attribute, Closure, Event, Menus, Movie, Page, PictureDetails, PictureDetailsBySource, Showtime, Theater,
    TheaterAlert,
};
use marquee_model::loyalty::{Level, MembershipItem, Reward};
use marquee_model::numbers::site_zone;
use marquee_model::settings::SiteConfig;
use marquee_model::{Change, MediaRef, MovieId, SiteId, Tag, TheaterId};
use marquee_store::{CaptionsRow, ClosedDays, PictureRow, ShowFilter, Store, StoreError, VideoRow};
use parking_lot::Mutex;

use crate::completion::merged_film;
use crate::edits::DraftProgram;
use crate::rules;
use crate::selection::Selection;
use crate::show_cache::{DayShows, ShowCache, UpcomingDays};

/// Maximum number of changed films that are read again by id. If more have changed, all films are read.
const FEW_FILMS: usize = 200;

/// A site's catalog without its shows. Unchanged parts are shared between successive snapshots.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    /// The site's theaters in its order: those of `theaterIds`, or all (SITE-08).
    pub theaters: Arc<Vec<Theater>>,
    /// Theaters of the catalog that the site does not show. Members' orders may still refer to them.
    pub hidden_theaters: Arc<Vec<Theater>>,
    /// Alerts of theaters, also those that have ended.
    pub alerts: Arc<Vec<TheaterAlert>>,
    /// `theaterIds` of the site's configuration; empty means all.
    theater_ids: Arc<Vec<TheaterId>>,
    /// `globalExcludedMovieIds` of the site's configuration.
    excluded_movie_ids: Arc<Vec<MovieId>>,
    /// The films and the theaters whose shows of them are hidden, of `filmPlaces`.
    hidden_at: Arc<Vec<(MovieId, TheaterId)>>,
    pub movies: Arc<HashMap<MovieId, Arc<Movie>>>,
    /// The films of the site that films of feeds are, by the id of the feed's film.
    merged_films: Arc<HashMap<MovieId, MovieId>>,
    /// Events in the site's order.
    pub events: Arc<Vec<Event>>,
    /// Content pages, by path.
    pub pages: Arc<HashMap<String, Page>>,
    pub menus: Arc<Menus>,
    pub offers: Arc<Offers>,
    /// The site's own attribute names, by key.
    pub attributes: Arc<HashMap<String, Attribute>>,
    /// Pictures, by the source that records refer to.
    pub pictures: Arc<HashMap<String, PictureRow>>,
    /// What operators say about pictures.
    pub picture_details: Arc<PictureDetailsBySource>,
    /// The details of pictures by media id, with an entry for each source; only of media with details.
    detailed_media: Arc<HashMap<String, Vec<PictureDetails>>>,
    /// The media ids to which addresses of replaced pictures lead.
    replaced_media: Arc<HashMap<String, String>>,
    /// Videos of the media library, by the source that records refer to.
    pub videos: Arc<HashMap<String, VideoRow>>,
    /// Their captions by the same source, in the order of the locales.
    pub captions: Arc<HashMap<String, Vec<CaptionsRow>>>,
}

/// Offers of a loyalty program, each kind in the operator's order.
#[derive(Debug, Clone, Default)]
pub struct Offers {
    pub levels: Vec<Level>,
    pub memberships: Vec<MembershipItem>,
    pub rewards: Vec<Reward>,
}

/// Records of a draft, which replace those of the published site in a preview.
#[derive(Debug, Clone, Default)]
pub struct DraftRecords {
    /// In the site's order.
    pub theaters: Vec<Theater>,
    /// In the site's order.
    pub events: Vec<Event>,
    pub pages: Vec<Page>,
    pub menus: Menus,
    pub attributes: Vec<Attribute>,
    pub picture_details: PictureDetailsBySource,
    /// Films and shows that the draft changes.
    pub program: DraftProgram,
}

impl Snapshot {
    /// The film that a record names, which may have been merged into another one since.
    #[must_use]
    pub fn named_film<'s>(&'s self, film: &'s MovieId) -> &'s MovieId {
        if self.movies.contains_key(film) { film } else { merged_film(&self.merged_films, film) }
    }

    /// Films in the site's order, without excluded ones (SITE-12).
    #[must_use]
    pub fn sorted_movies<'a>(
        &self,
        movies: impl Iterator<Item = &'a Movie>,
        config: &SiteConfig,
    ) -> Vec<&'a Movie> {
        rules::sorted_movies(movies, config, |id| self.named_film(id))
    }

    /// Orders films of [`Self::sorted_movies`] by their number of shows; those of `movieOrderIndex` stay first (SITE-12).
    pub fn sort_by_shows(&self, movies: &mut [&Movie], counts: &HashMap<MovieId, u64>, config: &SiteConfig) {
        rules::sort_by_shows(movies, counts, config, |id| self.named_film(id));
    }

    /// Lets events name the films into which theirs were merged.
    fn follow_merged_films(&mut self) {
        if self.merged_films.is_empty() {
            return;
        }
        let mut events = Vec::clone(&self.events);
        for event in &mut events {
            let of_dates = event.dates.iter_mut().filter_map(|date| date.movie_id.as_mut());
            for film in of_dates.chain(&mut event.movie_ids) {
                *film = self.named_film(film).clone();
            }
            let mut seen = HashSet::new();
            event.movie_ids.retain(|film| seen.insert(film.clone()));
        }
        if events != *self.events {
            self.events = Arc::new(events);
        }
    }

    /// A copy with the records and the configuration of a draft.
    #[must_use]
    pub fn with_draft(&self, config: &SiteConfig, draft: DraftRecords) -> Self {
        let mut movies = self.movies.clone();
        if !draft.program.films.is_empty() {
            let movies = Arc::make_mut(&mut movies);
            for (id, film) in draft.program.films {
                match film {
                    Some(film) => movies.insert(id, Arc::new(film)),
                    None => movies.remove(&id),
                };
            }
        }
        let Selection { theater_ids, excluded_movie_ids, hidden_at } = Selection::from_config(config);
        let (shown, hidden) = split_shown(draft.theaters, &theater_ids);
        let mut snapshot = Self {
            theaters: Arc::new(shown),
            hidden_theaters: Arc::new(hidden),
            theater_ids: Arc::new(theater_ids),
            excluded_movie_ids: Arc::new(excluded_movie_ids),
            hidden_at: Arc::new(hidden_at),
            movies,
            events: Arc::new(draft.events),
            pages: Arc::new(draft.pages.into_iter().map(|page| (page.path.clone(), page)).collect()),
            menus: Arc::new(draft.menus),
            attributes: Arc::new(draft.attributes.into_iter().map(|a| (a.key.clone(), a)).collect()),
            picture_details: Arc::new(draft.picture_details),
            ..self.clone()
        };
        snapshot.follow_merged_films();
        snapshot
    }

    /// One of the site's theaters.
    #[must_use]
    pub fn theater(&self, id: &TheaterId) -> Option<&Theater> {
        self.theaters.iter().find(|t| &t.id == id)
    }

    /// A theater of the catalog, even if the site does not show it.
    #[must_use]
    pub fn any_theater(&self, id: &TheaterId) -> Option<&Theater> {
        self.theater(id).or_else(|| self.hidden_theaters.iter().find(|t| &t.id == id))
    }

    /// The alert of a theater, unless it has ended.
    #[must_use]
    pub fn alert(&self, theater: &TheaterId, now: Timestamp) -> Option<&TheaterAlert> {
        self.alerts.iter().find(|alert| alert.theater == *theater && now < alert.ends_at)
    }

    /// The filter that selects the shows of the site's theaters, without those of excluded films (SITE-12) and of closed days.
    #[must_use]
    pub fn show_filter(&self) -> ShowFilter {
        // Without hidden theaters no filter is needed, and the database can read shows in index order.
        let is_filtered = !self.hidden_theaters.is_empty();
        ShowFilter {
            among: is_filtered.then(|| self.theater_ids.to_vec()),
            except_movies: self.excluded_movie_ids.to_vec(),
            except_at: self.hidden_at.to_vec(),
            except_closed: self.theaters.iter().flat_map(closed_days).collect(),
            ..ShowFilter::default()
        }
    }

    /// When the site must stop showing a picture with these details; `None` without a limit.
    #[must_use]
    pub fn rights_end(&self, details: &PictureDetails) -> Option<Timestamp> {
        details.rights_until?;
        details.rights_end(&site_zone(&self.theaters))
    }

    /// The details of every picture that is stored as these media; empty if none has details.
    #[must_use]
    pub fn details_of_media(&self, media_id: &str) -> &[PictureDetails] {
        self.detailed_media.get(media_id).map_or(&[], Vec::as_slice)
    }

    /// The media that replaced these.
    #[must_use]
    pub fn replacement(&self, media_id: &str) -> Option<&str> {
        self.replaced_media.get(media_id).map(String::as_str)
    }

    #[must_use]
    pub fn movie(&self, id: &MovieId) -> Option<&Movie> {
        self.movies.get(id).map(AsRef::as_ref)
    }

    /// All films, in no particular order.
    pub fn all_movies(&self) -> impl Iterator<Item = &Movie> {
        self.movies.values().map(AsRef::as_ref)
    }
}

/// The caches of one site.
#[derive(Debug, Default)]
struct SiteCache {
    cached: Mutex<CachedSnapshot>,
    /// Held while the snapshot is read, so that concurrent callers share one read.
    reading: tokio::sync::Mutex<()>,
    shows: Mutex<ShowCache>,
}

/// A snapshot and its invalidations. `generation` counts the invalidations; `outdated` has the generation and tag of each one since
/// the snapshot was read.
#[derive(Debug, Default)]
struct CachedSnapshot {
    snapshot: Option<Arc<Snapshot>>,
    generation: u64,
    outdated: Vec<(u64, Tag)>,
}

impl CachedSnapshot {
    /// The snapshot, unless it is outdated.
    fn current(&self) -> Option<Arc<Snapshot>> {
        self.snapshot.clone().filter(|_| self.outdated.is_empty())
    }
}

/// The catalogs of all sites. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Catalog {
    store: Store,
    sites: Arc<Mutex<HashMap<SiteId, Arc<SiteCache>>>>,
    /// What a preview shows instead of the published program of its site, and its filter.
    pub(crate) draft: Option<Arc<DraftShows>>,
}

/// The shows of a preview.
#[derive(Debug)]
pub(crate) struct DraftShows {
    program: DraftProgram,
    /// [`Snapshot::show_filter`] of the preview.
    pub(crate) filter: ShowFilter,
}

fn by_source(rows: Vec<PictureRow>) -> HashMap<String, PictureRow> {
    rows.into_iter().map(|p| (p.source.as_str().to_owned(), p)).collect()
}

/// [`Snapshot::detailed_media`].
fn details_by_media(
    pictures: &HashMap<String, PictureRow>,
    details: &PictureDetailsBySource,
) -> HashMap<String, Vec<PictureDetails>> {
    let row = |source: &MediaRef| pictures.get(source.as_str());
    let mut by_media: HashMap<String, Vec<PictureDetails>> =
        details.keys().filter_map(row).map(|row| (row.media_id.clone(), Vec::new())).collect();
    if !by_media.is_empty() {
        for row in pictures.values() {
            if let Some(of_media) = by_media.get_mut(&row.media_id) {
                of_media.push(details.get(&row.source).cloned().unwrap_or_default());
            }
        }
    }
    by_media
}

fn closed_days(theater: &Theater) -> impl Iterator<Item = ClosedDays> {
    let of =
        |closure: &Closure| ClosedDays { theater: theater.id.clone(), from: closure.from, to: closure.to };
    theater.closures.iter().map(of)
}

/// Splits theaters into those of `ids`, in that order, and the remaining ones. Empty `ids` mean all theaters.
fn split_shown(all: Vec<Theater>, ids: &[TheaterId]) -> (Vec<Theater>, Vec<Theater>) {
    if ids.is_empty() {
        return (all, Vec::new());
    }
    let position = |t: &Theater| ids.iter().position(|id| *id == t.id);
    let (mut shown, hidden): (Vec<_>, Vec<_>) = all.into_iter().partition(|t| position(t).is_some());
    shown.sort_by_key(position);
    (shown, hidden)
}

impl Catalog {
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self { store, sites: Arc::default(), draft: None }
    }

    /// The underlying store, for reads that are not cached here.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The catalog with the program of a draft, for a preview of one site. `snapshot` is that of the preview.
    #[must_use]
    pub fn with_draft(&self, program: DraftProgram, snapshot: &Snapshot) -> Self {
        let draft = DraftShows { program, filter: snapshot.show_filter() };
        Self { draft: Some(Arc::new(draft)), ..self.clone() }
    }

    /// Shows, sorted by start, theater and id.
    pub async fn shows(&self, id: &SiteId, filter: &ShowFilter) -> Result<Vec<Showtime>, StoreError> {
        match &self.draft {
            None => self.store.shows(id, filter).await,
            Some(draft) => {
                let all = ShowFilter { limit: None, ..filter.clone() };
                Ok(draft.program.shows(filter, self.store.shows(id, &all).await?))
            }
        }
    }

    /// Cinema days that have a show, ascending.
    pub async fn show_days(&self, id: &SiteId, filter: &ShowFilter) -> Result<Vec<Date>, StoreError> {
        if self.draft.is_none() {
            return self.store.show_days(id, filter).await;
        }
        let shows = self.shows(id, &ShowFilter { limit: None, ..filter.clone() }).await?;
        let days: BTreeSet<Date> = shows.iter().map(|show| show.business_date).collect();
        let limit = filter.limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        Ok(days.into_iter().take(limit).collect())
    }

    fn site(&self, id: &SiteId) -> Arc<SiteCache> {
        self.sites.lock().entry(id.clone()).or_default().clone()
    }

    /// The snapshot of a site's catalog. It includes every change that was passed to [`Self::invalidate`] before.
    pub async fn snapshot(&self, id: &SiteId) -> Result<Arc<Snapshot>, StoreError> {
        let site = self.site(id);
        if let Some(current) = site.cached.lock().current() {
            return Ok(current);
        }
        Box::pin(self.read(id, &site)).await
    }

    /// Reads the outdated parts of a snapshot, one caller at a time.
    async fn read(&self, id: &SiteId, site: &SiteCache) -> Result<Arc<Snapshot>, StoreError> {
        let _reading = site.reading.lock().await;
        // `outdated` is cleared only when the new snapshot is stored; until then the old one must not count as current.
        let (current, outdated, as_of) = {
            let cached = site.cached.lock();
            if let Some(current) = cached.current() {
                return Ok(current);
            }
            let outdated = cached.outdated.iter().map(|(_, tag)| tag.clone()).collect();
            (cached.snapshot.clone(), outdated, cached.generation)
        };
        let started = std::time::Instant::now();
        let snapshot = Arc::new(match current {
            Some(current) => self.refresh(id, &current, &outdated).await?,
            None => self.read_all(id).await?,
        });
        tracing::debug!(site.id = %id, elapsed_ms = started.elapsed().as_millis(), "catalog read");
        let mut cached = site.cached.lock();
        let selects_other_shows = |current: &Arc<Snapshot>| current.show_filter() != snapshot.show_filter();
        if cached.snapshot.as_ref().is_some_and(selects_other_shows) {
            site.shows.lock().invalidate();
        }
        cached.outdated.retain(|(number, _)| *number > as_of);
        cached.snapshot = Some(snapshot.clone());
        Ok(snapshot)
    }

    async fn read_all(&self, id: &SiteId) -> Result<Snapshot, StoreError> {
        let mut snapshot = Snapshot::default();
        let all = [Tag::Site, Tag::Theaters, Tag::Events, Tag::Offers].into();
        let remaining = self.refresh_parts(id, &mut snapshot, &all);
        let (movies, merged, ()) =
            futures::try_join!(self.store.movies(id), self.store.merged_films(id), remaining)?;
        snapshot.merged_films = Arc::new(merged);
        snapshot.movies = Arc::new(movies.into_iter().map(|m| (m.id.clone(), Arc::new(m))).collect());
        snapshot.follow_merged_films();
        Ok(snapshot)
    }

    /// A copy of `before` in which the parts named by `changed` are read again.
    async fn refresh(
        &self,
        id: &SiteId,
        before: &Snapshot,
        changed: &BTreeSet<Tag>,
    ) -> Result<Snapshot, StoreError> {
        let mut snapshot = before.clone();
        let films: Vec<&MovieId> = changed
            .iter()
            .filter_map(|t| if let Tag::Movie(movie) = t { Some(movie) } else { None })
            .collect();
        let mut changed = Cow::Borrowed(changed);
        if !films.is_empty() {
            let merged = self.store.merged_films(id).await?;
            if merged != *snapshot.merged_films {
                changed.to_mut().insert(Tag::Events);
                snapshot.merged_films = Arc::new(merged);
            }
            let is_small = films.len() <= FEW_FILMS;
            let changed_films = if is_small {
                self.store.movies_by_id(id, &films).await?
            } else {
                self.store.movies(id).await?
            };
            let movies = Arc::make_mut(&mut snapshot.movies);
            movies.retain(|movie_id, _| is_small && !films.contains(&movie_id));
            movies.extend(changed_films.into_iter().map(|m| (m.id.clone(), Arc::new(m))));
        }
        self.refresh_parts(id, &mut snapshot, &changed).await?;
        snapshot.follow_merged_films();
        Ok(snapshot)
    }

    /// Reads the parts named by `changed` again, except films.
    async fn refresh_parts(
        &self,
        id: &SiteId,
        snapshot: &mut Snapshot,
        changed: &BTreeSet<Tag>,
    ) -> Result<(), StoreError> {
        let s = &self.store;
        let is_site = changed.contains(&Tag::Site);
        let old_theater_ids = snapshot.theater_ids.clone();
        if is_site {
            let site = s.site(id).await?;
            let selection = site.map(|site| Selection::from_config(&site.record.config)).unwrap_or_default();
            snapshot.theater_ids = Arc::new(selection.theater_ids);
            snapshot.excluded_movie_ids = Arc::new(selection.excluded_movie_ids);
            snapshot.hidden_at = Arc::new(selection.hidden_at);
        }
        if changed.contains(&Tag::Theaters) || old_theater_ids != snapshot.theater_ids {
            let (shown, hidden) = split_shown(s.theaters(id).await?, &snapshot.theater_ids);
            (snapshot.theaters, snapshot.hidden_theaters) = (Arc::new(shown), Arc::new(hidden));
            snapshot.alerts = Arc::new(s.theater_alerts(id).await?);
        }
        if changed.contains(&Tag::Offers) {
            let (levels, memberships, rewards) =
                futures::try_join!(s.offers(id), s.offers(id), s.offers(id))?;
            snapshot.offers = Arc::new(Offers { levels, memberships, rewards });
        }
        if changed.contains(&Tag::Events) {
            snapshot.events = Arc::new(s.events(id).await?);
        }
        if is_site || changed.iter().any(|t| matches!(t, Tag::Page(_))) {
            let pages = s.pages(id).await?;
            snapshot.pages = Arc::new(pages.into_iter().map(|p| (p.path.clone(), p)).collect());
        }
        if is_site {
            let attributes = s.attributes(id).await?;
            snapshot.attributes = Arc::new(attributes.into_iter().map(|a| (a.key.clone(), a)).collect());
            snapshot.menus = Arc::new(s.menus(id).await?);
            snapshot.pictures = Arc::new(by_source(s.pictures(id).await?));
            snapshot.picture_details = Arc::new(s.picture_details(id).await?);
            snapshot.detailed_media =
                Arc::new(details_by_media(&snapshot.pictures, &snapshot.picture_details));
            let files = s.picture_files(id).await?.into_iter();
            let replaced = files.filter_map(|file| Some((file.media_id, file.replaced_by?)));
            snapshot.replaced_media = Arc::new(replaced.collect());
            let videos = s.videos(id).await?.into_iter().filter(|video| video.removed_at.is_none());
            snapshot.videos = Arc::new(videos.map(|video| (video.source.to_string(), video)).collect());
            let mut captions: HashMap<String, Vec<CaptionsRow>> = HashMap::new();
            for row in s.captions(id).await? {
                captions.entry(row.video.to_string()).or_default().push(row);
            }
            snapshot.captions = Arc::new(captions);
        }
        Ok(())
    }

    /// The cached snapshot, without waiting; it may be outdated.
    #[must_use]
    pub fn cached_snapshot(&self, id: &SiteId) -> Option<Arc<Snapshot>> {
        self.site(id).cached.lock().snapshot.clone()
    }

    /// The shows of a cinema day, at one theater or at all of the site's theaters.
    pub async fn day(
        &self,
        id: &SiteId,
        theater: Option<&TheaterId>,
        date: Date,
    ) -> Result<Arc<DayShows>, StoreError> {
        if let Some(draft) = &self.draft {
            let filter = ShowFilter { theater: theater.cloned(), date: Some(date), ..draft.filter.clone() };
            return Ok(Arc::new(DayShows::new(self.shows(id, &filter).await?)));
        }
        let (site, key) = (self.site(id), (theater.cloned(), date));
        let generation = match site.shows.lock().day(&key) {
            Ok(day) => return Ok(day),
            Err(generation) => generation,
        };
        let shows = self.snapshot(id).await?.show_filter();
        let filter = ShowFilter { theater: theater.cloned(), date: Some(date), ..shows };
        let day = Arc::new(DayShows::new(self.store.shows(id, &filter).await?));
        site.shows.lock().put_day(generation, key, &day);
        Ok(day)
    }

    /// Days and films with shows from a cinema day on, at one theater or all. At most 400 days.
    pub async fn upcoming_days(
        &self,
        id: &SiteId,
        theater: Option<&TheaterId>,
        from: Date,
    ) -> Result<Arc<UpcomingDays>, StoreError> {
        if let Some(draft) = &self.draft {
            let filter =
                ShowFilter { theater: theater.cloned(), from_date: Some(from), ..draft.filter.clone() };
            return Ok(Arc::new(UpcomingDays::from_shows(&self.shows(id, &filter).await?)));
        }
        let (site, key) = (self.site(id), (theater.cloned(), from));
        let generation = match site.shows.lock().upcoming_days(&key) {
            Ok(upcoming_days) => return Ok(upcoming_days),
            Err(generation) => generation,
        };
        let shows = self.snapshot(id).await?.show_filter();
        let filter = ShowFilter { theater: theater.cloned(), from_date: Some(from), ..shows };
        let days = self.store.show_days(id, &ShowFilter { limit: Some(400), ..filter.clone() }).await?;
        let first_days = self.store.first_show_days(id, &filter).await?;
        let upcoming_days =
            Arc::new(UpcomingDays { days, first_day_by_movie: first_days.into_iter().collect() });
        site.shows.lock().put_upcoming_days(generation, key, &upcoming_days);
        Ok(upcoming_days)
    }

    /// The upcoming days of all theaters from a cinema day on, if they are cached.
    #[must_use]
    pub fn peek_upcoming_days(&self, id: &SiteId, from: Date) -> Option<Arc<UpcomingDays>> {
        self.site(id).shows.lock().upcoming_days(&(None, from)).ok()
    }

    /// Invalidates the cached data that a change affects.
    pub fn invalidate(&self, change: &Change) {
        let site = self.site(&change.site);
        {
            let mut cached = site.cached.lock();
            cached.generation += 1;
            let number = cached.generation;
            cached.outdated.extend(change.tags.iter().map(|tag| (number, tag.clone())));
        }
        if change.tags.iter().any(|t| matches!(t, Tag::Films | Tag::Theater(_))) {
            site.shows.lock().invalidate();
        }
    }
}

#[cfg(test)]
mod tests;
