//! Responds to page requests with a cached page, a new one, or the last good one if a new one cannot be made.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use futures::StreamExt;
use futures::future::{BoxFuture, Shared};
use http::StatusCode;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use marquee_catalog::{Catalog, DraftRecords, Snapshot};
use marquee_media::{MediaId, PictureName};
use marquee_model::catalog::Showtime;
use marquee_model::numbers::{CountKind, site_zone, ticketing_key};
use marquee_model::{Change, Clock, SiteId, Tag, TheaterId, site_path};
use marquee_single_flight::Flights;
use marquee_site::{SiteHandle, SiteIndex};
use marquee_store::{CaptionsRow, StoreError, VideoRow};

use crate::address::{LinkBuilder, apply_trailing_slash, pictures_path};
use crate::builders::{self, focus_of};
use crate::cache::CachedResponse;
use crate::counts::SiteCounts;
use crate::declared_inputs;
use crate::document::Assets;
use crate::error::PageError;
use crate::kind::{Kind, Resource};
use crate::make::{PageDependencies, PageJob, PageMaker, PageResponse, not_found};
use crate::options::Options;
use crate::request::{Query, Request, Variant, is_api, key_of};
use crate::route::{Resolved, resolve};

mod assistant;

/// How long an expired page is served while a new one is made.
const SERVE_EXPIRED: SignedDuration = SignedDuration::from_secs(120);

/// The pages of all sites. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Pages(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    maker: Arc<PageMaker>,
    sites: SiteIndex,
    /// Running renderings, by cache key and generation of the site's data.
    flights: Flights<(String, u64), Result<PageResponse, PageError>>,
}

/// How to respond to a request.
enum Plan {
    Respond(PageResponse),
    Make(Box<PageJob>),
}

/// A percent-encoded relative URL, from a decoded path of the site and a query, which is kept verbatim.
fn encoded_address(path: &str, query: &str) -> String {
    let mut location = site_path::encode(path);
    if !query.is_empty() {
        location.push('?');
        location.push_str(&site_path::encode_non_ascii(query));
    }
    location
}

/// How the address of a picture is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureAccess {
    /// Until its rights end, if they do.
    Shown { until: Option<Timestamp> },
    /// The file was replaced.
    Moved(PictureName),
    /// The published site does not crop it around this point, but as named here. A draft may.
    OtherFocus(PictureName),
    /// The rights have ended.
    Ended,
}

impl Pages {
    #[must_use]
    pub fn new(
        catalog: Catalog,
        sites: SiteIndex,
        dependencies: PageDependencies,
        clock: Arc<dyn Clock>,
        assets: Assets,
        options: Options,
    ) -> Self {
        let maker = Arc::new(PageMaker::new(catalog, dependencies, clock, assets, options));
        Self(Arc::new(Inner { maker, sites, flights: Flights::default() }))
    }

    /// A fresh page from the cache. Does not wait.
    #[must_use]
    pub fn cached(&self, site: &SiteHandle, request: Request<'_>) -> Option<Arc<CachedResponse>> {
        let request = Request {
            theater: self.existing_theater(site, request.theater),
            ..request.without_visitor_inputs()
        };
        let query = if request.query.is_empty() { String::new() } else { self.peek_query(site, request)? };
        let key = key_of(site, request.path, &query, request.theater);
        let page = self.0.maker.caches.by_path(request.path, !query.is_empty()).get(&key)?;
        page.is_fresh(self.0.maker.clock.now()).then_some(page)
    }

    /// The declared query of a request; `None` if the site's data would have to be read from the database first.
    fn peek_query(&self, site: &SiteHandle, request: Request<'_>) -> Option<String> {
        let query = Query::parse(request.path, request.query);
        if query == Query::default() {
            return Some(String::new());
        }
        let snapshot = self.0.maker.catalog.cached_snapshot(&site.id)?;
        let today = self.today();
        let days = match query.day {
            Some(_) => {
                let upcoming_days =
                    self.0.maker.catalog.peek_upcoming_days(&site.id, declared_inputs::first_day(today))?;
                Some(declared_inputs::days(today, &upcoming_days.days))
            }
            None => None,
        };
        Some(query.declared(&snapshot, days.as_ref()).canonical())
    }

    /// The date in UTC: sites have theaters in several zones.
    fn today(&self) -> jiff::civil::Date {
        self.0.maker.clock.now().to_zoned(TimeZone::UTC).date()
    }

    /// The request with its declared inputs.
    async fn variant(&self, site: &SiteHandle, snapshot: &Snapshot, request: Request<'_>) -> Variant {
        let request = Request {
            theater: self.existing_theater(site, request.theater),
            ..request.without_visitor_inputs()
        };
        let query = Query::parse(request.path, request.query);
        let days = match query.day {
            Some(_) => {
                let today = self.today();
                match self
                    .0
                    .maker
                    .catalog
                    .upcoming_days(&site.id, None, declared_inputs::first_day(today))
                    .await
                {
                    Ok(upcoming_days) => Some(declared_inputs::days(today, &upcoming_days.days)),
                    Err(error) => {
                        // Without the database, pages of the next days may still be in the cache.
                        tracing::warn!(site.id = %site.id, %error, "cannot read the days with shows");
                        Some(declared_inputs::days(today, &[]))
                    }
                }
            }
            None => None,
        };
        Variant::new(site, request, query.declared(snapshot, days.as_ref()))
    }

    /// The theater of the request's cookie, if the site is a circuit and has it (security 9: unknown theater ids are ignored).
    fn existing_theater<'r>(&self, site: &SiteHandle, theater: Option<&'r str>) -> Option<&'r str> {
        let id = theater.filter(|_| !site.record.config.is_single_location)?;
        let snapshot = self.0.maker.catalog.cached_snapshot(&site.id)?;
        snapshot.theaters.iter().any(|t| t.id.as_str() == id).then_some(id)
    }

    /// Whether a site has a theater with this id; false if the catalog cannot be read.
    pub async fn has_theater(&self, site: &SiteHandle, id: &str) -> bool {
        match self.0.maker.catalog.snapshot(&site.id).await {
            Ok(snapshot) => snapshot.theaters.iter().any(|t| t.id.as_str() == id),
            Err(_) => false,
        }
    }

    /// The page of a request: the cached one, an expired one while a new one is made, or a new one; when it cannot
    /// be made, the last good one.
    ///
    /// # Errors
    /// [`PageError`] if the page cannot be made and no older one is cached.
    pub async fn respond(
        &self,
        site: &Arc<SiteHandle>,
        request: Request<'_>,
    ) -> Result<PageResponse, PageError> {
        let job = match self.plan(site, request).await? {
            Plan::Respond(response) => return Ok(response),
            Plan::Make(job) => *job,
        };
        if let Kind::Ticketing(flow) = job.kind {
            return self.0.maker.book(job, flow, request.query).await;
        }
        let cached = self.0.maker.caches.peek(&job.variant);
        let now = self.0.maker.clock.now();
        if let Some(page) = &cached {
            if page.is_fresh(now) {
                return Ok(PageResponse::Page(page.clone()));
            }
            if page.is_usable(now, SERVE_EXPIRED) {
                self.refresh(job);
                return Ok(PageResponse::Page(page.clone()));
            }
        }
        match (self.make_shared(job).await, cached) {
            (Err(error), Some(page)) => {
                tracing::error!(site.id = %site.id, %error, "serving the last good page");
                Ok(PageResponse::Page(page))
            }
            (result, _) => result,
        }
    }

    /// A page of a site as a draft has it. `site` has the draft's settings. Of its resources, only link-preview pictures are
    /// previewed.
    ///
    /// # Errors
    /// [`PageError`] if the page cannot be made.
    pub async fn preview(
        &self,
        site: Arc<SiteHandle>,
        records: DraftRecords,
        request: Request<'_>,
    ) -> Result<PageResponse, PageError> {
        let published = self.0.maker.catalog.snapshot(&site.id).await?;
        let program = records.program.clone();
        let snapshot = Arc::new(published.with_draft(&site.record.config, records));
        let catalog = self.0.maker.catalog.with_draft(program, &snapshot);
        let job = match self.plan_with(site, snapshot, 0, request).await {
            Plan::Respond(response) => return Ok(response),
            Plan::Make(job) => PageJob { catalog, ..*job },
        };
        match &job.kind {
            Kind::Resource(Resource::Share(subject)) => self.0.maker.draft_picture(&job, subject).await,
            Kind::Resource(_) | Kind::Ticketing(_) => Ok(PageResponse::NoResource),
            _ => Ok(PageResponse::Page(self.0.maker.render_page(&job).await?)),
        }
    }

    /// Those of `paths` that have no page on a site as a draft has it. `site` has the draft's settings.
    ///
    /// # Errors
    /// [`StoreError`] if the catalog cannot be read.
    pub async fn missing_paths(
        &self,
        site: &SiteHandle,
        records: DraftRecords,
        paths: impl Iterator<Item = &str>,
    ) -> Result<HashSet<String>, StoreError> {
        let published = self.0.maker.catalog.snapshot(&site.id).await?;
        let snapshot = published.with_draft(&site.record.config, records);
        let is_missing = |path: &&str| {
            matches!(resolve(site, &snapshot, path), Resolved::Page { kind: Kind::NotFound, .. })
        };
        Ok(paths.filter(is_missing).map(str::to_owned).collect())
    }

    /// Resolves a request. Redirects carry the query of their own request, so they are not shared with other requests.
    async fn plan(&self, site: &Arc<SiteHandle>, request: Request<'_>) -> Result<Plan, PageError> {
        // Before the data is read, so that a later write makes the page stale.
        let generation = self.0.maker.caches.generation(&site.id);
        let snapshot = self.0.maker.catalog.snapshot(&site.id).await?;
        // The settings may have changed since the request arrived.
        let site = self.0.sites.by_id(&site.id).unwrap_or_else(|| site.clone());
        Ok(self.plan_with(site, snapshot, generation, request).await)
    }

    /// Resolves a request with the data of a site.
    async fn plan_with(
        &self,
        site: Arc<SiteHandle>,
        snapshot: Arc<Snapshot>,
        generation: u64,
        request: Request<'_>,
    ) -> Plan {
        let (kind, locale, prefix) = match resolve(&site, &snapshot, request.path) {
            Resolved::Page { kind, locale, prefix } => (kind, locale, prefix),
            Resolved::Redirect { path, status } => {
                let status = StatusCode::from_u16(status).unwrap_or(StatusCode::FOUND);
                let location = encoded_address(&path, request.query);
                return Plan::Respond(PageResponse::Redirect { location, status });
            }
            Resolved::External { address, status } => {
                let status = StatusCode::from_u16(status).unwrap_or(StatusCode::FOUND);
                let separator = match address.contains('?') {
                    _ if request.query.is_empty() => "",
                    true => "&",
                    false => "?",
                };
                let location = site_path::encode_non_ascii(&format!("{address}{separator}{}", request.query));
                return Plan::Respond(PageResponse::Redirect { location, status });
            }
        };
        if matches!(kind, Kind::NotFound) && is_api(request.path) {
            return Plan::Respond(PageResponse::NoResource);
        }
        let path = apply_trailing_slash(request.path, site.record.config.options.trailing_slash);
        if path != request.path && !matches!(kind, Kind::NotFound | Kind::Resource(_)) {
            let (location, status) = (encoded_address(&path, request.query), StatusCode::MOVED_PERMANENTLY);
            return Plan::Respond(PageResponse::Redirect { location, status });
        }
        let variant = match kind {
            Kind::NotFound => {
                let theater = self.existing_theater(&site, request.theater);
                not_found(&site, &prefix, request.path, theater)
            }
            _ => self.variant(&site, &snapshot, request).await,
        };
        let catalog = self.0.maker.catalog.clone();
        let job = PageJob { site, snapshot, kind, locale, prefix, variant, catalog, generation };
        Plan::Make(Box::new(job))
    }

    fn refresh(&self, job: PageJob) {
        if self.0.flights.has(&(job.variant.key.clone(), job.generation)) {
            return;
        }
        let (site, flight) = (job.site.id.clone(), self.make_shared(job));
        tokio::spawn(async move {
            if let Err(error) = flight.await {
                tracing::error!(site.id = %site, %error, "cannot refresh a page");
            }
        });
    }

    /// Makes a page, once for all concurrent requests.
    fn make_shared(&self, job: PageJob) -> Shared<BoxFuture<'static, Result<PageResponse, PageError>>> {
        let name = (job.variant.key.clone(), job.generation);
        let maker = self.0.maker.clone();
        self.0.flights.get_or_start(name, move || maker.make(job))
    }

    /// Counts a request of a person for a page.
    pub fn count(&self, page: &CachedResponse) {
        let Some(counted) = &page.counted else { return };
        counted.views.fetch_add(1, Ordering::Relaxed);
        if let Some(words) = &counted.empty_search {
            self.0.maker.counts.add(&page.site, CountKind::Search, words, 1);
        }
    }

    /// Counts a person who is sent to this URL of the ticketing site, if it names a show of the site.
    pub async fn count_ticketing(&self, site: &SiteHandle, url: &str) {
        match self.show_of(site, url).await {
            Ok(Some(show)) => {
                let key = ticketing_key(&show.movie_id, &show.id);
                self.0.maker.counts.add(&site.id, CountKind::Ticketing, &key, 1);
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(site.id = %site.id, %error, "cannot count a tap to ticketing"),
        }
    }

    /// The path of the event's page if a URL of the ticketing site names a show that only members can book now (ENT-06). `path` is
    /// that of the request; the page is in its language.
    ///
    /// # Errors
    /// [`StoreError`] if the catalog cannot be read.
    pub async fn members_first_page(
        &self,
        site: &SiteHandle,
        path: &str,
        url: &str,
    ) -> Result<Option<String>, StoreError> {
        let snapshot = self.0.maker.catalog.snapshot(&site.id).await?;
        if snapshot.events.iter().all(|e| e.members_first_until.is_none()) {
            return Ok(None);
        }
        let Some(show) = self.show_of(site, url).await? else { return Ok(None) };
        let event = builders::event_for_members(site, &snapshot, &show, self.now());
        let prefix = site.record.config.locale_prefix(path.split('/').nth(1).unwrap_or_default());
        Ok(event.map(|e| LinkBuilder::new(site, &prefix).event(e.id.as_str(), &e.slug)))
    }

    /// The show that a URL of the ticketing site names in `perfCode`.
    async fn show_of(&self, site: &SiteHandle, url: &str) -> Result<Option<Showtime>, StoreError> {
        let query = url.split_once('?').map_or("", |(_, query)| query);
        let query = query.split('#').next().unwrap_or_default();
        let mut pairs = url::form_urlencoded::parse(query.as_bytes());
        let Some((_, code)) = pairs.find(|(name, _)| name == "perfCode") else { return Ok(None) };
        builders::show_by_code(self.0.maker.catalog.store(), &site.id, &code).await
    }

    /// Adds the counts since the last call to the database. Those that cannot be saved stay in memory. Counts of the time around
    /// midnight belong to the day on which they are saved.
    pub async fn save_counts(&self) {
        for (id, counts) in self.0.maker.counts.take() {
            if self.0.sites.by_id(&id).is_none() {
                continue;
            }
            if let Err(error) = self.save_site_counts(&id, &counts).await {
                tracing::warn!(site.id = %id, %error, "cannot save counts: trying again later");
                for (kind, keys) in counts {
                    for (key, count) in keys {
                        self.0.maker.counts.add(&id, kind, &key, count);
                    }
                }
            }
        }
    }

    async fn save_site_counts(&self, site: &SiteId, counts: &SiteCounts) -> Result<(), StoreError> {
        let store = self.0.maker.catalog.store();
        let theaters = store.theaters(site).await?;
        let day = self.now().to_zoned(site_zone(&theaters)).date();
        let mut tx = store.begin().await?;
        for (kind, keys) in counts {
            tx.add_counts(site, day, *kind, keys).await?;
        }
        tx.commit().await.map(drop)
    }

    /// Applies a write: drops outdated catalog data, reloads the sites if their settings changed, and marks outdated pages
    /// stale. Returns the cache keys of those pages, without resources.
    ///
    /// # Errors
    /// [`StoreError`] if the sites cannot be reloaded. The pages are stale in this case too; apply the change again.
    pub async fn apply_change(&self, change: &Change) -> Result<Vec<String>, StoreError> {
        self.0.maker.catalog.invalidate(change);
        let reloaded = match change.tags.iter().any(|tag| matches!(tag, Tag::Site | Tag::SavedBlocks)) {
            true => self.0.sites.reload().await,
            false => Ok(()),
        };
        let keys = self.0.maker.caches.purge(change);
        reloaded.map(|()| keys)
    }

    /// Makes the pages of a site that are neither deferred (SITE-13, [`Options::defer_pages`](crate::Options::defer_pages)) nor
    /// fresh, at most `max_concurrent` at a time. Returns how many were made.
    ///
    /// # Errors
    /// [`PageError::Store`] if the catalog cannot be read. A page that cannot be made is only logged.
    pub async fn publish(&self, site: &Arc<SiteHandle>, max_concurrent: usize) -> Result<usize, PageError> {
        if self.0.maker.options.defer_pages {
            return Ok(0);
        }
        let snapshot = self.0.maker.catalog.snapshot(&site.id).await?;
        let paths = builders::published_paths(site, &snapshot);
        // The home page first and alone: visitors of a server that has just started request it most.
        let mut paths = paths.into_iter();
        let first = match paths.next() {
            Some(home) => self.publish_one(site, &home).await,
            None => false,
        };
        let published = futures::stream::iter(paths).map(|path| {
            let (pages, site) = (self.clone(), site.clone());
            async move { pages.publish_one(&site, &path).await }
        });
        let others = published
            .buffer_unordered(max_concurrent.max(1))
            .filter(|published| std::future::ready(*published))
            .count()
            .await;
        Ok(usize::from(first) + others)
    }

    /// Makes a page if it is not fresh; returns whether it was made.
    async fn publish_one(&self, site: &Arc<SiteHandle>, path: &str) -> bool {
        let result = match self.plan(site, Request { path, query: "", theater: None }).await {
            Ok(Plan::Respond(_)) => return false,
            Ok(Plan::Make(job)) => {
                let cached = self.0.maker.caches.peek(&job.variant);
                if cached.is_some_and(|page| page.is_fresh(self.0.maker.clock.now())) {
                    return false;
                }
                self.make_shared(*job).await.map(drop)
            }
            Err(error) => Err(error),
        };
        if let Err(error) = &result {
            tracing::error!(site.id = %site.id, %error, "cannot make a page");
        }
        result.is_ok()
    }

    /// Replaces the build of the front end and clears the caches of pages (development).
    pub fn replace_assets(&self, assets: Assets) {
        self.0.maker.replace_assets(assets);
    }

    /// Origins that may frame and restyle a page (PREV-04).
    #[must_use]
    pub fn preview_origins(&self) -> &[String] {
        &self.0.maker.options.preview_origins
    }

    /// Estimated bytes and number of cached pages and resources, for metrics.
    #[must_use]
    pub fn cache_size(&self) -> (u64, usize) {
        self.0.maker.caches.size()
    }

    /// Number of pages and resources that are being made, for metrics.
    #[must_use]
    pub fn in_flight(&self) -> usize {
        self.0.flights.count()
    }

    /// The name of a theater of the site, also of one that `theaterIds` leaves out.
    pub async fn theater_name(
        &self,
        site: &SiteHandle,
        id: &TheaterId,
    ) -> Result<Option<String>, StoreError> {
        let snapshot = self.0.maker.catalog.snapshot(&site.id).await?;
        Ok(snapshot.any_theater(id).map(|theater| theater.name.clone()))
    }

    /// How the address of a picture is answered.
    ///
    /// # Errors
    /// [`StoreError`] if the catalog cannot be read.
    pub async fn picture_access(
        &self,
        site: &SiteHandle,
        name: &PictureName,
    ) -> Result<PictureAccess, StoreError> {
        let snapshot = self.0.maker.catalog.snapshot(&site.id).await?;
        let id: MediaId = match snapshot.replacement(name.id.as_str()).and_then(|id| id.parse().ok()) {
            Some(id) => id,
            None => name.id.clone(),
        };
        let details = snapshot.details_of_media(id.as_str());
        let mut ends = details.iter().map(|details| snapshot.rights_end(details));
        // Pictures with the same bytes may have different rights.
        let until = if ends.clone().any(|end| end.is_none()) { None } else { ends.by_ref().flatten().max() };
        if until.is_some_and(|end| end <= self.now()) {
            return Ok(PictureAccess::Ended);
        }
        let current = PictureName { focus: details.iter().find_map(focus_of), id };
        if current.id != name.id {
            return Ok(PictureAccess::Moved(current));
        }
        let is_current =
            name.focus.is_none_or(|focus| details.iter().any(|details| focus_of(details) == Some(focus)));
        Ok(if is_current { PictureAccess::Shown { until } } else { PictureAccess::OtherFocus(current) })
    }

    /// A video of the media library, as far as this node has heard of it.
    ///
    /// # Errors
    /// [`StoreError`] if the catalog cannot be read.
    pub async fn video(&self, site: &SiteHandle, source: &str) -> Result<Option<VideoRow>, StoreError> {
        let snapshot = self.0.maker.catalog.snapshot(&site.id).await?;
        Ok(snapshot.videos.get(source).cloned())
    }

    /// The captions of a video of the media library in a language, likewise.
    ///
    /// # Errors
    /// [`StoreError`] if the catalog cannot be read.
    pub async fn captions(
        &self,
        site: &SiteHandle,
        source: &str,
        locale: &str,
    ) -> Result<Option<CaptionsRow>, StoreError> {
        let snapshot = self.0.maker.catalog.snapshot(&site.id).await?;
        let rows = snapshot.captions.get(source).filter(|_| snapshot.videos.contains_key(source));
        Ok(rows.into_iter().flatten().find(|row| row.locale.long() == locale).cloned())
    }

    /// Ids and rendition names of the pictures in the cached pages at `paths`, in order of appearance, without duplicates.
    pub(crate) fn pictures(&self, site: &SiteHandle, paths: &[String]) -> Vec<(String, String)> {
        let mut pictures: Vec<(String, String)> = Vec::new();
        let start = pictures_path(site);
        for path in paths {
            let Some(page) = self.0.maker.caches.by_path(path, false).peek(&key_of(site, path, "", None))
            else {
                continue;
            };
            let html = page.html();
            let html = String::from_utf8_lossy(&html);
            let body = html.split("<script").next().unwrap_or_default();
            for url in body.split(&start).skip(1) {
                let address = url.split(['"', ' ', ',']).next().unwrap_or_default();
                let Some((id, name)) = address.split_once('/') else { continue };
                let picture = (id.to_owned(), name.to_owned());
                if !pictures.contains(&picture) {
                    pictures.push(picture);
                }
            }
        }
        pictures
    }

    /// The published catalogs of all sites, as pages read them.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.0.maker.catalog
    }

    /// The current time, from the injected clock.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.0.maker.clock.now()
    }
}

#[cfg(test)]
mod tests;
