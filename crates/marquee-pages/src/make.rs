//! Builds, renders, compresses and caches a page or resource.

use std::sync::Arc;

use futures::future::BoxFuture;
use http::StatusCode;
use http::header::{CACHE_CONTROL, HeaderValue};
use jiff::SignedDuration;
use marquee_api::assistant::ToolCall;
use marquee_api::{PageBody, Rendered, SearchEntry};
use marquee_catalog::{Catalog, Snapshot};
use marquee_model::locale::Locale;
use marquee_model::numbers::{CountKind, search_key};
use marquee_model::{Clock, site_path, ticketing::Flow};
use marquee_site::SiteHandle;
use parking_lot::RwLock;

use crate::assistant::{self, ToolError, ToolResult};
use crate::builders::{self, Booking, BuiltPage, PageContext, SharedInputs};
use crate::cache::CachedResponse;
use crate::caches::Caches;
use crate::counts::{Counted, Counts};
use crate::document::{self, Assets};
use crate::error::PageError;
use crate::fallback::render_fallback;
use crate::focus::focus_rules;
use crate::gate::Gate;
use crate::kind::{Kind, PreviewSubject, Resource};
use crate::options::Options;
use crate::request::{Query, Request, Variant, is_api};
use crate::resource::{self, BuiltResource, Export};
use crate::seo::{self, PictureRenderer};

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

/// How long a fallback page is served before rendering is tried again.
const FALLBACK_LIFETIME: SignedDuration = SignedDuration::from_secs(10);

/// A page or resource to make, with its inputs.
#[derive(Debug, Clone)]
pub struct PageJob {
    pub site: Arc<SiteHandle>,
    pub snapshot: Arc<Snapshot>,
    pub kind: Kind,
    pub locale: Locale,
    /// The path prefix of the locale, empty for the default one.
    pub prefix: String,
    pub variant: Variant,
    /// Where shows are read.
    pub catalog: Catalog,
    /// The generation of the site's data; a later write makes the page stale.
    pub generation: u64,
}

/// The variant of the 404 page in the locale of a path prefix, as a preview if the requested path is one. All other unknown paths
/// share it, because their number is unbounded.
#[must_use]
pub fn not_found(site: &SiteHandle, prefix: &str, requested_path: &str, theater: Option<&str>) -> Variant {
    let config = &site.record.config;
    let site_path = requested_path.strip_prefix(prefix).unwrap_or(requested_path);
    let reserved = if config.is_preview(site_path) { config.reserved_path_prefix() } else { "" };
    let path = format!("{prefix}{reserved}{}", Kind::NotFound.route_template());
    Variant::new(site, Request { path: &path, query: "", theater }, Query::default())
}

impl PageJob {
    /// The name for logs and errors: site, route template, id and locale, never the path (security 7.7).
    fn name(&self) -> String {
        let id = self.kind.id().map(|id| format!(" {id}")).unwrap_or_default();
        format!("{} {}{id} {}", self.site.id, self.kind.route_template(), self.locale.short())
    }

    fn error(&self, reason: &dyn std::fmt::Display) -> PageError {
        PageError::Failed { name: self.name(), reason: reason.to_string() }
    }
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

/// Makes pages and resources, and stores them in the caches.
#[derive(Debug)]
pub struct PageMaker {
    pub catalog: Catalog,
    pub clock: Arc<dyn Clock>,
    pub options: Options,
    pub caches: Caches,
    pub counts: Counts,
    dependencies: PageDependencies,
    assets: RwLock<Arc<Assets>>,
    /// Limits the drawing of pictures, which is refused first under load (security 7.4).
    pub(crate) pictures: Gate,
    /// Limits the building of other slow resources.
    pub(crate) data: Gate,
}

impl PageMaker {
    #[must_use]
    pub fn new(
        catalog: Catalog,
        dependencies: PageDependencies,
        clock: Arc<dyn Clock>,
        assets: Assets,
        options: Options,
    ) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        // Half of the cores are left for other work.
        let drawing = (cores / 2).max(1);
        Self {
            catalog,
            clock,
            caches: Caches::new(options.cache_bytes),
            counts: Counts::default(),
            options,
            dependencies,
            assets: RwLock::new(Arc::new(assets)),
            pictures: Gate::new(drawing, drawing * PICTURES_WAITING),
            data: Gate::new(cores, cores * DATA_WAITING),
        }
    }

    /// Replaces the build of the front end and clears the caches of pages (development).
    pub fn replace_assets(&self, assets: Assets) {
        *self.assets.write() = Arc::new(assets);
        self.caches.clear_pages();
    }

    /// Makes a page or resource, unless a fresh one is in the cache by now.
    pub async fn make(self: Arc<Self>, job: PageJob) -> Result<PageResponse, PageError> {
        if let Some(page) = self.fresh(&job) {
            return Ok(PageResponse::Page(page));
        }
        match job.kind.clone() {
            Kind::Resource(resource) => self.make_resource(job, resource).await,
            _ => self.make_page(job).await,
        }
    }

    /// The cached page, if it is fresh.
    fn fresh(&self, job: &PageJob) -> Option<Arc<CachedResponse>> {
        let cached = self.caches.peek(&job.variant);
        cached.filter(|page| page.is_fresh(self.clock.now()))
    }

    fn context<'m>(&'m self, job: &'m PageJob) -> PageContext<'m> {
        let sources = SharedInputs {
            catalog: &job.catalog,
            clock: self.clock.as_ref(),
            third_parties: &self.options.third_parties,
        };
        let PageJob { site, snapshot, locale, prefix, variant, .. } = job;
        PageContext::new(site, sources, snapshot.clone(), locale, prefix.clone(), variant)
    }

    /// Redirects to the ticketing site, or explains why not. Queries are unbounded, so the response is not cached.
    pub async fn book(&self, job: PageJob, flow: Flow, query: &str) -> Result<PageResponse, PageError> {
        let booking = builders::booking(&self.context(&job), flow, query).await?;
        match booking {
            Booking::Redirect(address) => {
                let location = site_path::encode_non_ascii(&address);
                Ok(PageResponse::Redirect { location, status: StatusCode::FOUND })
            }
            Booking::Refused(built) => Ok(PageResponse::Page(self.finish(&job, *built).await?)),
        }
    }

    /// Makes a resource. A slow one waits for a permit, and is finished even if the visitor disconnects: work on another thread
    /// cannot be canceled, and must be counted for as long as it runs.
    async fn make_resource(
        self: Arc<Self>,
        job: PageJob,
        resource: Resource,
    ) -> Result<PageResponse, PageError> {
        let gate = match resource {
            Resource::Share(_) => Some(&self.pictures),
            Resource::Sitemap(_)
            | Resource::Calendar(_)
            | Resource::Schedule(_)
            | Resource::ScheduleTable(_)
            | Resource::NewFilms
            | Resource::ChangedShows => Some(&self.data),
            Resource::Robots
            | Resource::Schedules
            | Resource::LlmsTxt
            | Resource::MemberArea
            | Resource::ThirdParties(_) => None,
        };
        let pass = match gate {
            Some(gate) => Some(gate.acquire().await.ok_or(PageError::Busy)?),
            None => None,
        };
        let (maker, unfinished) = (self.clone(), job.clone());
        let task = tokio::spawn(async move {
            let _pass = pass;
            maker.resource(job, &resource).await
        });
        task.await.map_err(|error| unfinished.error(&error))?
    }

    async fn resource(&self, mut job: PageJob, resource: &Resource) -> Result<PageResponse, PageError> {
        let dependencies = &self.dependencies;
        let resource = resource::make(
            &self.context(&job),
            resource,
            dependencies.export.as_ref(),
            dependencies.draw.as_ref(),
        )
        .await?;
        match resource {
            Some(resource) => Ok(PageResponse::Page(self.cache_resource(&job, resource).await?)),
            None if is_api(&job.variant.path) => Ok(PageResponse::NoResource),
            None => {
                let theater = job.variant.theater.as_deref();
                job.variant = not_found(&job.site, &job.prefix, &job.variant.path, theater);
                job.kind = Kind::NotFound;
                match self.fresh(&job) {
                    Some(page) => Ok(PageResponse::Page(page)),
                    None => self.make_page(job).await,
                }
            }
        }
    }

    /// Draws the link-preview picture of a draft, without the caches.
    pub async fn draft_picture(
        &self,
        job: &PageJob,
        subject: &PreviewSubject,
    ) -> Result<PageResponse, PageError> {
        let _pass = self.pictures.acquire().await.ok_or(PageError::Busy)?;
        let drawn = resource::share(&self.context(job), subject, self.dependencies.draw.as_ref()).await;
        let Some(mut drawn) = drawn else { return Ok(PageResponse::NoResource) };
        drawn.headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
        Ok(PageResponse::Page(self.compressed(job, drawn).await?))
    }

    async fn make_page(&self, job: PageJob) -> Result<PageResponse, PageError> {
        let page = self.render_page(&job).await?;
        self.caches.put(&job.variant, job.generation, page.clone());
        Ok(PageResponse::Page(page))
    }

    /// Builds and renders a page, without the caches.
    pub async fn render_page(&self, job: &PageJob) -> Result<Arc<CachedResponse>, PageError> {
        let started = std::time::Instant::now();
        let built = builders::build(&self.context(job), job.kind.clone()).await?;
        let data_ms = started.elapsed().as_millis();
        let page = self.finish(job, built).await?;
        let total_ms = started.elapsed().as_millis();
        tracing::debug!(page.name = job.name(), data_ms, total_ms, "page made");
        Ok(page)
    }

    /// Compresses and caches a resource.
    async fn cache_resource(
        &self,
        job: &PageJob,
        built: BuiltResource,
    ) -> Result<Arc<CachedResponse>, PageError> {
        let page = self.compressed(job, built).await?;
        self.caches.put(&job.variant, job.generation, page.clone());
        Ok(page)
    }

    async fn compressed(
        &self,
        job: &PageJob,
        built: BuiltResource,
    ) -> Result<Arc<CachedResponse>, PageError> {
        let id = job.site.id.clone();
        let compress = move || {
            let BuiltResource { body, headers, tags, valid_until } = built;
            Arc::new(CachedResponse::new(id, StatusCode::OK, &body, headers, tags, valid_until))
        };
        tokio::task::spawn_blocking(compress).await.map_err(|error| job.error(&error))
    }

    /// What a page counts as: only pages that exist have a counter, so that unknown paths never become keys.
    fn counted(&self, job: &PageJob, built: &BuiltPage, rendered: &Rendered) -> Option<Counted> {
        let is_page = !matches!(
            job.kind,
            Kind::NotFound | Kind::ServerError | Kind::Offline | Kind::Ticketing(_) | Kind::Resource(_)
        );
        if !is_page || built.status != StatusCode::OK || built.data.context.is_preview {
            return None;
        }
        let has_no_results = rendered.found.as_ref().is_some_and(|found| found.count == 0);
        Some(Counted {
            views: self.counts.counter(&job.site.id, CountKind::View, &job.variant.path),
            empty_search: has_no_results.then(|| search_key(&job.variant.query.search)),
        })
    }

    async fn rendered(&self, job: &PageJob, json: String) -> Result<Rendered, RenderFailure> {
        let text = self.dependencies.render.render(job.name(), json).await?;
        serde_json::from_str(&text).map_err(|error| RenderFailure::Failed(error.to_string()))
    }

    /// Calls a tool of assistants. It is finished even if the assistant disconnects, as resources are, and counted with them.
    pub async fn call_tool(self: Arc<Self>, job: PageJob, call: ToolCall) -> Result<ToolResult, ToolError> {
        let pass = self.data.acquire().await.ok_or(PageError::Busy)?;
        let unfinished = job.clone();
        let task = tokio::spawn(async move {
            let _pass = pass;
            match &call {
                ToolCall::Search(_) => self.search(&job).await,
                _ => assistant::call(&self.context(&job), &call).await,
            }
        });
        task.await.map_err(|error| unfinished.error(&error))?
    }

    /// What connecting assistants are told.
    pub fn instructions(&self, job: &PageJob) -> String {
        assistant::instructions(&self.context(job))
    }

    /// Runs the search of a search page.
    async fn search(&self, job: &PageJob) -> Result<ToolResult, ToolError> {
        let context = self.context(job);
        let built = builders::build(&context, Kind::Search).await?;
        let json = serde_json::to_string(&built.data).map_err(|error| job.error(&error))?;
        let found = match self.rendered(job, json).await {
            Ok(rendered) => rendered.found,
            Err(RenderFailure::Busy) => return Err(PageError::Busy.into()),
            Err(RenderFailure::Failed(reason)) => return Err(job.error(&reason).into()),
        };
        let (PageBody::Search(mut page), Some(found)) = (built.data.page, found) else {
            return Err(job.error(&"the renderer did not search").into());
        };
        let mut entries: Vec<Option<SearchEntry>> = page.entries.drain(..).map(Some).collect();
        let positions = found.positions.iter().filter_map(|position| usize::try_from(*position).ok());
        let results = positions.filter_map(|position| entries.get_mut(position)?.take()).collect();
        assistant::search_result(&context, results, usize::try_from(found.count).unwrap_or(usize::MAX))
    }

    /// Renders a built page; if that fails and there is no last good page, returns a fallback page that expires soon.
    async fn finish(&self, job: &PageJob, built: BuiltPage) -> Result<Arc<CachedResponse>, PageError> {
        let json = serde_json::to_string(&built.data).map_err(|error| job.error(&error))?;
        let rendered = match self.rendered(job, json.clone()).await {
            Ok(rendered) => Ok(rendered),
            Err(RenderFailure::Busy) => return Err(PageError::Busy),
            Err(RenderFailure::Failed(reason)) => Err(reason),
        };
        let mut assets = self.assets.read().clone();
        let is_fallback = rendered.is_err();
        let (rendered, valid_until) = match rendered {
            Ok(rendered) => (rendered, built.valid_until),
            Err(reason) if self.caches.peek(&job.variant).is_some_and(|page| !page.is_fallback) => {
                return Err(job.error(&reason));
            }
            Err(reason) => {
                tracing::error!(page.name = job.name(), "serving a fallback page: {reason}");
                assets = Arc::default();
                (
                    render_fallback(&built.data),
                    self.clock.now().saturating_add(FALLBACK_LIFETIME).unwrap_or(built.valid_until),
                )
            }
        };
        let mut rendered = rendered;
        rendered.css.push_str(&focus_rules(&rendered.body, &built.focal_pictures));
        let headers = document::headers(&job.site, &built.data, &rendered, &self.options, &assets);
        let id = job.site.id.clone();
        let counted = self.counted(job, &built, &rendered);
        let mut built = built;
        let compress = move || {
            let seo_head = seo::head(&built.data, &built.graph, &built.preview_picture_url);
            built.data.page.remove_server_only_data();
            // Cannot fail: it was serialized before, and now has fewer fields.
            let json = serde_json::to_string(&built.data).unwrap_or(json);
            let html = document::document(&built.data, &json, &seo_head, &rendered, &assets);
            let page =
                CachedResponse::new(id, built.status, html.as_bytes(), headers, built.tags, valid_until);
            Arc::new(page.counted_as(counted).never_after(built.never_after).as_fallback(is_fallback))
        };
        tokio::task::spawn_blocking(compress).await.map_err(|error| job.error(&error))
    }
}
