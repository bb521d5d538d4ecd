//! Answering a page request: cached, made, or the last good one.

use std::collections::HashMap;
use std::sync::Arc;

use futures::StreamExt;
use futures::future::BoxFuture;
use http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use marquee_api::Rendered;
use marquee_catalog::Catalog;
use marquee_model::catalog::Showtime;
use marquee_model::{Change, Clock, MovieId, TheaterId};
use marquee_site::{Directory, SiteHandle};
use marquee_store::StoreError;
use parking_lot::{Mutex, RwLock};

use crate::build::{self, Booking, Built, Scene, Sources};
use crate::cache::{Cache, Cached};
use crate::document::{self, Assets};
use crate::format::Formats;
use crate::found::{self, Draw};
use crate::plain::plain;
use crate::resource::{self, Export, Made};
use crate::route::{Kind, Query, Request, Resolved, resolve};
use crate::third_parties::ThirdPartySettings;

/// How long after its content changed a page may still be served while a new one is made.
const SERVE_OLD: SignedDuration = SignedDuration::from_secs(120);

/// How long a plain page stands in for one that cannot be rendered.
const PLAIN_STANDS: SignedDuration = SignedDuration::from_secs(10);

/// Bytes the pictures to share may take.
const CARDS_BYTES: usize = 8 << 20;

/// Why a render gave no page.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RenderFailure {
    /// All workers are busy and the queue is full.
    #[error("the renderer is busy")]
    Busy,
    /// The page could not be rendered.
    #[error("{0}")]
    Failed(String),
}

/// Renders page data (JSON) to a [`Rendered`] (JSON).
pub trait Render: Send + Sync + std::fmt::Debug {
    /// Renders; `key` names the page in errors.
    fn render(&self, key: String, json: String) -> BoxFuture<'_, Result<String, RenderFailure>>;
}

/// What the pages need to know beside the catalog.
#[derive(Debug, Clone)]
pub struct Options {
    /// Bytes the finished pages may take.
    pub cache_bytes: usize,
    /// Origins that may frame a preview.
    pub preview_origins: Vec<String>,
    /// What the server's settings say of third parties.
    pub third_parties: ThirdPartySettings,
}

/// Who does for the pages what they do not know.
#[derive(Debug, Clone)]
pub struct Hands {
    /// Renders page data.
    pub render: Arc<dyn Render>,
    /// Writes a programme in an open format.
    pub export: Arc<dyn Export>,
    /// Draws the pictures pages are shared with.
    pub draw: Arc<dyn Draw>,
}

/// Why a page request has no page.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The renderer has no room; come back later.
    #[error("the renderer is busy")]
    Busy,
    /// The catalog cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The page cannot be made.
    #[error("page {key} cannot be made: {reason}")]
    Failed {
        /// The page.
        key: String,
        /// Why.
        reason: String,
    },
}

/// What a request gets.
#[derive(Debug)]
pub enum Answer {
    /// A finished page.
    Page(Arc<Cached>),
    /// Another address.
    Redirect {
        /// Path and query.
        location: String,
        /// 301 or 302.
        status: StatusCode,
    },
}

/// The pages of all sites. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Pages(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    catalog: Catalog,
    directory: Directory,
    hands: Hands,
    clock: Arc<dyn Clock>,
    assets: RwLock<Arc<Assets>>,
    options: Options,
    cache: Cache,
    /// Pictures to share: large, and asked for by few. They must not drive the pages out.
    cards: Cache,
    flights: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
}

/// The cache key: site, route and declared inputs only (security 7.2).
fn key_of(site: &SiteHandle, request: Request<'_>) -> String {
    let query = match request.query {
        "" => String::new(),
        query => Query::parse(request.path, query).text(),
    };
    format!("{}\n{}{query}\n{}", site.id, request.path, request.theater.unwrap_or_default())
}

impl Pages {
    /// Pages of the catalogs in `catalog`.
    #[must_use]
    pub fn new(
        catalog: Catalog,
        directory: Directory,
        hands: Hands,
        clock: Arc<dyn Clock>,
        assets: Assets,
        options: Options,
    ) -> Self {
        let (cache, cards) = (Cache::new(options.cache_bytes), Cache::new(CARDS_BYTES));
        Self(Arc::new(Inner {
            catalog,
            directory,
            hands,
            clock,
            assets: RwLock::new(Arc::new(assets)),
            options,
            cache,
            cards,
            flights: Mutex::default(),
        }))
    }

    /// A finished page that may be served as it is, without waiting for anything.
    #[must_use]
    pub fn cached(&self, site: &SiteHandle, request: Request<'_>) -> Option<Arc<Cached>> {
        let request = Request { theater: self.known_theater(site, request.theater), ..request.bare() };
        let key = key_of(site, request);
        let page = self.kept(&key).get(&key)?;
        page.is_fresh(self.0.clock.now()).then_some(page)
    }

    /// Where what has this key is kept.
    fn kept(&self, key: &str) -> &Cache {
        if key.contains("/api/share/") { &self.0.cards } else { &self.0.cache }
    }

    /// The theater of the request's cookie if it is one of a circuit's (security 9: only known theater ids count).
    fn known_theater<'r>(&self, site: &SiteHandle, theater: Option<&'r str>) -> Option<&'r str> {
        let id = theater.filter(|_| !site.record.config.is_single_location)?;
        let snapshot = self.0.catalog.peek(&site.id)?;
        snapshot.theaters.iter().any(|t| t.id.as_str() == id).then_some(id)
    }

    /// Whether a site has a theater of this id.
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
    /// [`PageError`] when there is no page and none can be made.
    pub async fn answer(&self, site: &Arc<SiteHandle>, request: Request<'_>) -> Result<Answer, PageError> {
        self.0.catalog.snapshot(&site.id).await?;
        let request = Request { theater: self.known_theater(site, request.theater), ..request.bare() };
        let key = key_of(site, request);
        let now = self.0.clock.now();
        let kept = self.kept(&key).peek(&key);
        if let Some(page) = &kept {
            if page.is_fresh(now) {
                return Ok(Answer::Page(page.clone()));
            }
            if !page.is_stale() && now < page.valid_until.saturating_add(SERVE_OLD).unwrap_or(now) {
                self.refresh(site.clone(), key, request);
                return Ok(Answer::Page(page.clone()));
            }
        }
        match self.make_once(site, &key, request).await {
            Ok(answer) => Ok(answer),
            Err(error) => match kept {
                Some(page) => {
                    tracing::error!(site.id = %site.id, page.path = request.path, %error, "page kept: {error}");
                    Ok(Answer::Page(page))
                }
                None => Err(error),
            },
        }
    }

    fn refresh(&self, site: Arc<SiteHandle>, key: String, request: Request<'_>) {
        let (pages, path, query) = (self.clone(), request.path.to_owned(), request.query.to_owned());
        let theater = request.theater.map(str::to_owned);
        if self.0.flights.lock().contains_key(&key) {
            return;
        }
        tokio::spawn(async move {
            let request = Request { path: &path, query: &query, theater: theater.as_deref() };
            if let Err(error) = pages.make_once(&site, &key, request).await {
                tracing::error!(site.id = %site.id, page.path = path, %error, "page not renewed: {error}");
            }
        });
    }

    /// Makes a page, once for all who wait for the same one.
    async fn make_once(
        &self,
        site: &Arc<SiteHandle>,
        key: &str,
        request: Request<'_>,
    ) -> Result<Answer, PageError> {
        let flight = self.0.flights.lock().entry(key.to_owned()).or_default().clone();
        let guard = flight.lock().await;
        let answer = match self.kept(key).peek(key) {
            Some(page) if page.is_fresh(self.0.clock.now()) => Ok(Answer::Page(page)),
            _ => self.make(site, key, request).await,
        };
        self.0.flights.lock().remove(key);
        drop(guard);
        answer
    }

    async fn make(
        &self,
        site: &Arc<SiteHandle>,
        key: &str,
        request: Request<'_>,
    ) -> Result<Answer, PageError> {
        let round = self.kept(key).round(&site.id);
        // The settings may have changed since the request came in.
        let site = &self.0.directory.of_id(&site.id).unwrap_or_else(|| site.clone());
        let snapshot = self.0.catalog.snapshot(&site.id).await?;
        let (kind, locale, prefix) = match resolve(site, &snapshot, request.path) {
            Resolved::Page { kind, locale, prefix } => (kind, locale, prefix),
            Resolved::Redirect { path, status } => {
                let query =
                    if request.query.is_empty() { String::new() } else { format!("?{}", request.query) };
                let status = StatusCode::from_u16(status).unwrap_or(StatusCode::FOUND);
                return Ok(Answer::Redirect { location: path + &query, status });
            }
        };
        let wanted = crate::address::slashed(request.path, site.record.config.options.trailing_slash);
        if wanted != request.path && !matches!(kind, Kind::NotFound | Kind::Resource(_)) {
            let query = if request.query.is_empty() { String::new() } else { format!("?{}", request.query) };
            return Ok(Answer::Redirect { location: wanted + &query, status: StatusCode::MOVED_PERMANENTLY });
        }
        let sources = Sources {
            catalog: &self.0.catalog,
            clock: self.0.clock.as_ref(),
            third_parties: &self.0.options.third_parties,
        };
        let scene = Scene::new(site, sources, snapshot, &locale, prefix, request);
        let kind = match kind {
            Kind::Resource(resource) => {
                match resource::make(
                    &scene,
                    &resource,
                    self.0.hands.export.as_ref(),
                    self.0.hands.draw.as_ref(),
                )
                .await?
                {
                    Some(made) => return Ok(Answer::Page(self.keep(site, round, key, made).await?)),
                    None => Kind::NotFound,
                }
            }
            other => other,
        };
        let not_found = matches!(kind, Kind::NotFound);
        let begun = std::time::Instant::now();
        let built = match kind {
            Kind::Ticketing(flow) => match build::booking(&scene, flow, request.query).await? {
                Booking::Address(location) => {
                    return Ok(Answer::Redirect { location, status: StatusCode::FOUND });
                }
                Booking::Refused(built) => *built,
            },
            kind => build::build(&scene, kind).await?,
        };
        let data_ms = begun.elapsed().as_millis();
        let page = self.finish(site, key, built).await?;
        let whole_ms = begun.elapsed().as_millis();
        tracing::debug!(site.id = %site.id, page.path = request.path, data_ms, whole_ms, "page made");
        // Addresses that lead nowhere are without number: they are answered, not kept.
        if !not_found || request.path == "/404.html" {
            self.kept(key).put(round, key.to_owned(), page.clone());
        }
        Ok(Answer::Page(page))
    }

    /// Keeps a resource like a page.
    async fn keep(
        &self,
        site: &SiteHandle,
        round: u64,
        key: &str,
        made: Made,
    ) -> Result<Arc<Cached>, PageError> {
        let id = site.id.clone();
        let compress = move || {
            let Made { body, headers, tags, valid_until } = made;
            Arc::new(Cached::new(id, StatusCode::OK, &body, headers, tags, valid_until))
        };
        let failed =
            |e: tokio::task::JoinError| PageError::Failed { key: key.to_owned(), reason: e.to_string() };
        let page = tokio::task::spawn_blocking(compress).await.map_err(failed)?;
        self.kept(key).put(round, key.to_owned(), page.clone());
        Ok(page)
    }

    /// Renders a built page; when that fails and there is no last good page, a plain readable one for a moment.
    async fn finish(&self, site: &SiteHandle, key: &str, built: Built) -> Result<Arc<Cached>, PageError> {
        let name = key.replace('\n', " ");
        let failed = |reason: String| PageError::Failed { key: name.clone(), reason };
        let json = serde_json::to_string(&built.data).map_err(|e| failed(e.to_string()))?;
        let rendered = match self.0.hands.render.render(name.clone(), json.clone()).await {
            Ok(text) => serde_json::from_str::<Rendered>(&text).map_err(|e| e.to_string()),
            Err(RenderFailure::Busy) => return Err(PageError::Busy),
            Err(RenderFailure::Failed(reason)) => Err(reason),
        };
        let mut assets = self.0.assets.read().clone();
        let (rendered, valid_until) = match rendered {
            Ok(rendered) => (rendered, built.valid_until),
            Err(reason) if self.kept(key).peek(key).is_some() => return Err(failed(reason)),
            Err(reason) => {
                tracing::error!(site.id = %site.id, page.key = name, "page shown plainly: {reason}");
                assets = Arc::default();
                (
                    plain(&built.data),
                    self.0.clock.now().saturating_add(PLAIN_STANDS).unwrap_or(built.valid_until),
                )
            }
        };
        let headers = document::headers(site, &built.data, &rendered, &self.0.options, &assets);
        let id = site.id.clone();
        let mut built = built;
        let compress = move || {
            let found = found::head(&built.data, &built.graph, &built.shared);
            built.data.page.keep_for_browser();
            // It was written before; what was taken out since cannot make it fail.
            let json = serde_json::to_string(&built.data).unwrap_or(json);
            let html = document::document(&built.data, &json, &found, &rendered, &assets);
            Arc::new(Cached::new(id, built.status, html.as_bytes(), headers, built.tags, valid_until))
        };
        tokio::task::spawn_blocking(compress).await.map_err(|e| failed(e.to_string()))
    }

    /// Follows a write: forgets what it made stale and makes the pages anew that had been made before.
    ///
    /// # Errors
    /// [`StoreError`] when the sites cannot be read again.
    pub async fn follow(&self, change: &Change) -> Result<Vec<String>, StoreError> {
        self.0.catalog.forget(change);
        if change.tags.contains(&marquee_model::Tag::Site) {
            self.0.directory.reload().await?;
        }
        self.0.cards.purge(change);
        Ok(self.0.cache.purge(change))
    }

    /// Makes the pages of a site that are not deferred (SITE-13) and not fresh, `at_once` at a time; returns how many
    /// were made.
    ///
    /// # Errors
    /// [`PageError::Store`] when the catalog cannot be read.
    pub async fn publish(&self, site: &Arc<SiteHandle>, at_once: usize) -> Result<usize, PageError> {
        let snapshot = self.0.catalog.snapshot(&site.id).await?;
        let paths = build::published_paths(site, &snapshot);
        // The home page first and alone: it is what a visitor of a server just started asks for.
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
        let request = Request { path, query: "", theater: None };
        let key = key_of(site, request);
        if self.kept(&key).peek(&key).is_some_and(|page| page.is_fresh(self.0.clock.now())) {
            return false;
        }
        match self.make_once(site, &key, request).await {
            Ok(_) => true,
            Err(error) => {
                tracing::error!(site.id = %site.id, page.path = path, %error, "page not made: {error}");
                false
            }
        }
    }

    /// Takes a new build of the front end (development).
    pub fn replace_assets(&self, assets: Assets) {
        *self.0.assets.write() = Arc::new(assets);
        self.0.cache.clear();
    }

    /// Origins that may frame and restyle a page (PREV-04).
    #[must_use]
    pub fn preview_origins(&self) -> &[String] {
        &self.0.options.preview_origins
    }

    /// Bytes and number of kept pages, for metrics.
    #[must_use]
    pub fn cache_size(&self) -> (u64, usize) {
        self.0.cache.size()
    }

    /// The title of a film.
    pub async fn movie_title(&self, site: &SiteHandle, id: &MovieId) -> Option<String> {
        let snapshot = self.0.catalog.snapshot(&site.id).await.ok()?;
        snapshot.movie(id).map(|m| m.title.clone())
    }

    /// The name of a theater.
    pub async fn theater_name(&self, site: &SiteHandle, id: &TheaterId) -> Option<String> {
        let snapshot = self.0.catalog.snapshot(&site.id).await.ok()?;
        snapshot.theater(id).map(|t| t.name.clone())
    }

    /// Day and time of a show where it plays, in the site's locale.
    pub async fn local_time(&self, site: &SiteHandle, show: &Showtime) -> String {
        let snapshot = self.0.catalog.snapshot(&site.id).await.ok();
        let zone = snapshot
            .as_ref()
            .and_then(|s| s.theater(&show.theater_id))
            .map_or("UTC", |t| t.time_zone.as_str());
        let formats = Formats::of(&site.record.config.locale);
        let time = formats.time_in(show.starts_at, &marquee_model::time::zone(zone)).text();
        format!("{}, {time}", formats.day_long(show.business_date))
    }

    /// Ids and rendition names of the pictures that finished pages at `paths` ask for, each once, in their order.
    #[must_use]
    pub fn pictures(&self, site: &SiteHandle, paths: &[&str]) -> Vec<(String, String)> {
        let mut out: Vec<(String, String)> = Vec::new();
        let start = format!("/media/{}/", site.id);
        for path in paths {
            let key = key_of(site, Request { path, query: "", theater: None });
            let Some(page) = self.kept(&key).peek(&key) else { continue };
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

    /// The time the pages go by.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.0.clock.now()
    }
}
