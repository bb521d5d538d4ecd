//! Answers page requests with a cached page, a new one, or the last good one if a new one cannot be made.

use std::sync::Arc;

use futures::StreamExt;
use futures::future::{BoxFuture, Shared};
use http::StatusCode;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use marquee_catalog::{Catalog, Snapshot};
use marquee_model::{Change, Clock, TheaterId, site_path};
use marquee_site::{SiteHandle, SiteIndex};
use marquee_store::StoreError;
use parking_lot::RwLock;

use crate::address::apply_trailing_slash;
use crate::builders;
use crate::cache::{Cache, CachedResponse};
use crate::declared_inputs;
use crate::document::Assets;
use crate::error::PageError;
use crate::flights::Flights;
use crate::gate::Gate;
use crate::make::PageJob;
use crate::resource::Export;
use crate::route::{Kind, Query, Request, Resolved, is_api, may_be_resource, resolve};
use crate::seo::PictureRenderer;
use crate::third_parties::ThirdPartySettings;

/// How long an expired page is served while a new one is made.
const SERVE_EXPIRED: SignedDuration = SignedDuration::from_secs(120);

/// Size of the cache of resources (share pictures, calendars, open data), in bytes.
const RESOURCES_BYTES: usize = 8 << 20;

/// Pages with a query get 1 / `PART_WITH_QUERY` of the cache: filters have more combinations than any cache can hold.
const PART_WITH_QUERY: usize = 4;

/// How many requests may wait per picture that is being drawn, and per other resource that is being built.
const PICTURES_WAITING: usize = 4;
const DATA_WAITING: usize = 16;

/// Why a page was not rendered.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RenderFailure {
    /// All workers are busy and the queue is full.
    #[error("the renderer is busy")]
    Busy,
    #[error("{0}")]
    Failed(String),
}

/// Renders page data (JSON) to a [`Rendered`] (JSON).
pub trait Render: Send + Sync + std::fmt::Debug {
    /// `key` names the page in errors and in the log.
    fn render(&self, key: String, json: String) -> BoxFuture<'_, Result<String, RenderFailure>>;
}

/// Settings of pages.
#[derive(Debug, Clone)]
pub struct Options {
    /// Maximum size of cached pages in bytes, not counting resources.
    pub cache_bytes: usize,
    /// Origins that may frame a preview.
    pub preview_origins: Vec<String>,
    pub third_parties: ThirdPartySettings,
}

/// Dependencies of page rendering that live in higher layers.
#[derive(Debug, Clone)]
pub struct PageDependencies {
    pub render: Arc<dyn Render>,
    pub export: Arc<dyn Export>,
    pub draw: Arc<dyn PictureRenderer>,
}

/// The response to a page request.
#[derive(Debug, Clone)]
pub enum PageResponse {
    /// A page or a resource.
    Page(Arc<CachedResponse>),
    /// Not found: an unknown path below `/api/`.
    NoResource,
    Redirect {
        /// The percent-encoded address.
        location: String,
        /// 301 or 302.
        status: StatusCode,
    },
}

/// The pages of all sites. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Pages(pub(crate) Arc<Inner>);

#[derive(Debug)]
pub(crate) struct Inner {
    pub catalog: Catalog,
    directory: SiteIndex,
    pub dependencies: PageDependencies,
    pub clock: Arc<dyn Clock>,
    pub assets: RwLock<Arc<Assets>>,
    pub options: Options,
    /// Pages without a query, a bounded number.
    pages: Cache,
    /// Pages with a query, which must not evict the others.
    filtered: Cache,
    /// Resources: large, or rarely requested.
    resources: Cache,
    flights: Flights<Result<PageResponse, PageError>>,
    /// Limits the drawing of pictures, which is refused first under load (security 7.4).
    pub pictures: Gate,
    /// Limits the building of other slow resources.
    pub data: Gate,
}

/// A variant of a page: its path and its declared inputs (security 7.2).
#[derive(Debug, Clone)]
pub(crate) struct Variant {
    pub path: String,
    pub query: Query,
    pub theater: Option<String>,
    /// The cache key.
    pub key: String,
    has_query: bool,
}

impl Variant {
    fn new(site: &SiteHandle, request: Request<'_>, query: Query) -> Self {
        let text = query.canonical();
        let key = key_of(site, request.path, &text, request.theater);
        let theater = request.theater.map(str::to_owned);
        Self { path: request.path.to_owned(), query, theater, key, has_query: !text.is_empty() }
    }

    /// The 404 page in the locale of a path prefix. All unknown paths share it, because their number is unbounded.
    pub(crate) fn not_found(site: &SiteHandle, prefix: &str, theater: Option<&str>) -> Self {
        let path = format!("{prefix}{}", Kind::NotFound.route_template());
        Self::new(site, Request { path: &path, query: "", theater }, Query::default())
    }
}

/// The cache key. It contains the length of the path, so that no path can be mistaken for a shorter one with a query.
fn key_of(site: &SiteHandle, path: &str, query: &str, theater: Option<&str>) -> String {
    format!("{}\n{}\n{path}{query}\n{}", site.id, path.len(), theater.unwrap_or_default())
}

/// How to answer a request.
enum Plan {
    Answer(PageResponse),
    Make(Box<PageJob>),
}

/// The percent-encoded address of a decoded path of the site and a query verbatim.
fn encoded_address(path: &str, query: &str) -> String {
    let mut location = site_path::encode(path);
    if !query.is_empty() {
        location.push('?');
        location.push_str(&site_path::encode_non_ascii(query));
    }
    location
}

impl Pages {
    #[must_use]
    pub fn new(
        catalog: Catalog,
        directory: SiteIndex,
        hands: PageDependencies,
        clock: Arc<dyn Clock>,
        assets: Assets,
        options: Options,
    ) -> Self {
        let filtered = options.cache_bytes / PART_WITH_QUERY;
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        // Half of the cores stay free for other work.
        let drawing = (cores / 2).max(1);
        Self(Arc::new(Inner {
            catalog,
            directory,
            dependencies: hands,
            clock,
            assets: RwLock::new(Arc::new(assets)),
            pages: Cache::new(options.cache_bytes - filtered),
            filtered: Cache::new(filtered),
            resources: Cache::new(RESOURCES_BYTES),
            options,
            flights: Flights::default(),
            pictures: Gate::new(drawing, drawing * PICTURES_WAITING),
            data: Gate::new(cores, cores * DATA_WAITING),
        }))
    }

    /// A fresh page from the cache. Does not wait.
    #[must_use]
    pub fn cached(&self, site: &SiteHandle, request: Request<'_>) -> Option<Arc<CachedResponse>> {
        let request = Request {
            theater: self.known_theater(site, request.theater),
            ..request.without_visitor_inputs()
        };
        let query = if request.query.is_empty() { String::new() } else { self.peek_query(site, request)? };
        let key = key_of(site, request.path, &query, request.theater);
        let page = self.cache_for(request.path, !query.is_empty()).get(&key)?;
        page.is_fresh(self.0.clock.now()).then_some(page)
    }

    /// The declared query of a request; `None` if the site's data would have to be read from the database first.
    fn peek_query(&self, site: &SiteHandle, request: Request<'_>) -> Option<String> {
        let query = Query::parse(request.path, request.query);
        if query == Query::default() {
            return Some(String::new());
        }
        let snapshot = self.0.catalog.cached_snapshot(&site.id)?;
        let today = self.today();
        let days = match query.day {
            Some(_) => {
                let outlook = self.0.catalog.peek_outlook(&site.id, declared_inputs::first_day(today))?;
                Some(declared_inputs::days(today, &outlook.days))
            }
            None => None,
        };
        Some(query.declared(&snapshot, days.as_ref()).canonical())
    }

    /// The date in UTC: sites have theaters in several zones.
    fn today(&self) -> jiff::civil::Date {
        self.0.clock.now().to_zoned(TimeZone::UTC).date()
    }

    /// The request with its declared inputs.
    async fn variant(&self, site: &SiteHandle, snapshot: &Snapshot, request: Request<'_>) -> Variant {
        let request = Request {
            theater: self.known_theater(site, request.theater),
            ..request.without_visitor_inputs()
        };
        let query = Query::parse(request.path, request.query);
        let days = match query.day {
            Some(_) => {
                let today = self.today();
                match self.0.catalog.outlook(&site.id, None, declared_inputs::first_day(today)).await {
                    Ok(outlook) => Some(declared_inputs::days(today, &outlook.days)),
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

    /// The cache for a page or resource.
    fn cache_for(&self, path: &str, has_query: bool) -> &Cache {
        match (may_be_resource(path), has_query) {
            (true, _) => &self.0.resources,
            (false, true) => &self.0.filtered,
            (false, false) => &self.0.pages,
        }
    }

    /// The cache for a variant.
    pub(crate) fn cache_of(&self, variant: &Variant) -> &Cache {
        self.cache_for(&variant.path, variant.has_query)
    }

    /// The theater of the request's cookie, if the site is a circuit and has it (security 9: unknown theater ids are ignored).
    fn known_theater<'r>(&self, site: &SiteHandle, theater: Option<&'r str>) -> Option<&'r str> {
        let id = theater.filter(|_| !site.record.config.is_single_location)?;
        let snapshot = self.0.catalog.cached_snapshot(&site.id)?;
        snapshot.theaters.iter().any(|t| t.id.as_str() == id).then_some(id)
    }

    /// Whether a site has a theater with this id; false if the catalog cannot be read.
    pub async fn has_theater(&self, site: &SiteHandle, id: &str) -> bool {
        match self.0.catalog.snapshot(&site.id).await {
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
        let making = match self.plan(site, request).await? {
            Plan::Answer(answer) => return Ok(answer),
            Plan::Make(making) => *making,
        };
        if let Kind::Ticketing(flow) = making.kind {
            return self.book(making, flow, request.query).await;
        }
        let cached = self.cache_of(&making.variant).peek(&making.variant.key);
        let now = self.0.clock.now();
        if let Some(page) = &cached {
            if page.is_fresh(now) {
                return Ok(PageResponse::Page(page.clone()));
            }
            if !page.is_stale() && now < page.valid_until.saturating_add(SERVE_EXPIRED).unwrap_or(now) {
                self.refresh(making);
                return Ok(PageResponse::Page(page.clone()));
            }
        }
        match (self.make_shared(making).await, cached) {
            (Err(error), Some(page)) => {
                tracing::error!(site.id = %site.id, %error, "serving the last good page");
                Ok(PageResponse::Page(page))
            }
            (answer, _) => answer,
        }
    }

    /// Resolves a request. Redirects carry the query of their own request, so they are not shared with other requests.
    async fn plan(&self, site: &Arc<SiteHandle>, request: Request<'_>) -> Result<Plan, PageError> {
        // Before the data is read, so that a later write makes the page stale.
        let generation = self.0.pages.generation(&site.id);
        let snapshot = self.0.catalog.snapshot(&site.id).await?;
        // The settings may have changed since the request came in.
        let site = self.0.directory.by_id(&site.id).unwrap_or_else(|| site.clone());
        let (kind, locale, prefix) = match resolve(&site, &snapshot, request.path) {
            Resolved::Page { kind, locale, prefix } => (kind, locale, prefix),
            Resolved::Redirect { path, status } => {
                let status = StatusCode::from_u16(status).unwrap_or(StatusCode::FOUND);
                let location = encoded_address(&path, request.query);
                return Ok(Plan::Answer(PageResponse::Redirect { location, status }));
            }
            Resolved::External { address } => {
                let separator = if request.query.is_empty() { "" } else { "?" };
                let location = site_path::encode_non_ascii(&format!("{address}{separator}{}", request.query));
                return Ok(Plan::Answer(PageResponse::Redirect { location, status: StatusCode::FOUND }));
            }
        };
        if matches!(kind, Kind::NotFound) && is_api(request.path) {
            return Ok(Plan::Answer(PageResponse::NoResource));
        }
        let path = apply_trailing_slash(request.path, site.record.config.options.trailing_slash);
        if path != request.path && !matches!(kind, Kind::NotFound | Kind::Resource(_)) {
            let (location, status) = (encoded_address(&path, request.query), StatusCode::MOVED_PERMANENTLY);
            return Ok(Plan::Answer(PageResponse::Redirect { location, status }));
        }
        let variant = match kind {
            Kind::NotFound => Variant::not_found(&site, &prefix, self.known_theater(&site, request.theater)),
            _ => self.variant(&site, &snapshot, request).await,
        };
        let making = PageJob { site, snapshot, kind, locale, prefix, variant, generation };
        Ok(Plan::Make(Box::new(making)))
    }

    fn refresh(&self, making: PageJob) {
        if self.0.flights.has(&(making.variant.key.clone(), making.generation)) {
            return;
        }
        let (site, flight) = (making.site.id.clone(), self.make_shared(making));
        tokio::spawn(async move {
            if let Err(error) = flight.await {
                tracing::error!(site.id = %site, %error, "cannot refresh a page");
            }
        });
    }

    /// Makes a page, once for all concurrent requests.
    fn make_shared(&self, making: PageJob) -> Shared<BoxFuture<'static, Result<PageResponse, PageError>>> {
        let name = (making.variant.key.clone(), making.generation);
        let pages = self.clone();
        self.0.flights.get_or_start(name, move || pages.make(making))
    }

    /// Applies a write: drops outdated catalog data, reloads the sites if their settings changed, and marks outdated pages
    /// stale. Returns the cache keys of those pages, without resources.
    ///
    /// # Errors
    /// [`StoreError`] if the sites cannot be reloaded. The pages are stale then too; apply the change again.
    pub async fn apply_change(&self, change: &Change) -> Result<Vec<String>, StoreError> {
        self.0.catalog.forget(change);
        let reloaded = match change.tags.contains(&marquee_model::Tag::Site) {
            true => self.0.directory.reload().await,
            false => Ok(()),
        };
        self.0.resources.purge(change);
        let mut keys = self.0.filtered.purge(change);
        // Last, because pages are made under the generation of this cache.
        keys.extend(self.0.pages.purge(change));
        reloaded.map(|()| keys)
    }

    /// Makes the pages of a site that are neither deferred (SITE-13) nor fresh, at most `at_once` concurrently. Returns how
    /// many were made.
    ///
    /// # Errors
    /// [`PageError::Store`] if the catalog cannot be read. A page that cannot be made is only logged.
    pub async fn publish(&self, site: &Arc<SiteHandle>, at_once: usize) -> Result<usize, PageError> {
        let snapshot = self.0.catalog.snapshot(&site.id).await?;
        let paths = builders::published_paths(site, &snapshot);
        // The home page first and alone: visitors of a server that has just started request it most.
        let mut paths = paths.into_iter();
        let first = match paths.next() {
            Some(home) => self.publish_one(site, &home).await,
            None => false,
        };
        let made = futures::stream::iter(paths).map(|path| {
            let (pages, site) = (self.clone(), site.clone());
            async move { pages.publish_one(&site, &path).await }
        });
        let others =
            made.buffer_unordered(at_once.max(1)).filter(|made| std::future::ready(*made)).count().await;
        Ok(usize::from(first) + others)
    }

    /// Makes a page if it is not fresh; returns whether it was made.
    async fn publish_one(&self, site: &Arc<SiteHandle>, path: &str) -> bool {
        let made = match self.plan(site, Request { path, query: "", theater: None }).await {
            Ok(Plan::Answer(_)) => return false,
            Ok(Plan::Make(making)) => {
                let cached = self.cache_of(&making.variant).peek(&making.variant.key);
                if cached.is_some_and(|page| page.is_fresh(self.0.clock.now())) {
                    return false;
                }
                self.make_shared(*making).await.map(drop)
            }
            Err(error) => Err(error),
        };
        if let Err(error) = &made {
            tracing::error!(site.id = %site.id, %error, "cannot make a page");
        }
        made.is_ok()
    }

    /// Replaces the build of the front end and clears the caches of pages (development).
    pub fn replace_assets(&self, assets: Assets) {
        *self.0.assets.write() = Arc::new(assets);
        self.0.pages.clear();
        self.0.filtered.clear();
    }

    /// Origins that may frame and restyle a page (PREV-04).
    #[must_use]
    pub fn preview_origins(&self) -> &[String] {
        &self.0.options.preview_origins
    }

    /// Estimated bytes and number of cached pages and resources, for metrics.
    #[must_use]
    pub fn cache_size(&self) -> (u64, usize) {
        let sizes = [&self.0.pages, &self.0.filtered, &self.0.resources].map(Cache::size);
        sizes.iter().fold((0, 0), |(bytes, number), size| (bytes + size.0, number + size.1))
    }

    /// Number of pages and resources that are being made, for metrics.
    #[must_use]
    pub fn in_flight(&self) -> usize {
        self.0.flights.count()
    }

    pub async fn theater_name(&self, site: &SiteHandle, id: &TheaterId) -> Option<String> {
        let snapshot = self.0.catalog.snapshot(&site.id).await.ok()?;
        snapshot.any_theater(id).map(|t| t.name.clone())
    }

    /// Ids and rendition names of the pictures in the cached pages at `paths`, in order of appearance, without duplicates.
    pub(crate) fn pictures(&self, site: &SiteHandle, paths: &[&str]) -> Vec<(String, String)> {
        let mut out: Vec<(String, String)> = Vec::new();
        let start = format!("/media/{}/", site.id);
        for path in paths {
            let Some(page) = self.cache_for(path, false).peek(&key_of(site, path, "", None)) else {
                continue;
            };
            let html = page.html();
            let html = String::from_utf8_lossy(&html);
            let body = html.split("<script").next().unwrap_or_default();
            for found in body.split(&start).skip(1) {
                let address = found.split(['"', ' ', ',']).next().unwrap_or_default();
                let Some((id, name)) = address.split_once('/') else { continue };
                let one = (id.to_owned(), name.to_owned());
                if !out.contains(&one) {
                    out.push(one);
                }
            }
        }
        out
    }

    /// The current time, from the injected clock.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.0.clock.now()
    }
}
