//! Builds, renders, compresses and caches a page or resource.

use std::sync::Arc;

use http::StatusCode;
use jiff::SignedDuration;
use marquee_api::Rendered;
use marquee_catalog::Snapshot;
use marquee_model::locale::Locale;
use marquee_model::{site_path, ticketing::Flow};
use marquee_site::SiteHandle;

use crate::builders::{self, Booking, BuiltPage, PageContext, SharedInputs};
use crate::cache::CachedResponse;
use crate::document;
use crate::error::PageError;
use crate::fallback::render_fallback;
use crate::resource::{self, BuiltResource};
use crate::route::{Kind, Resource, is_api};
use crate::seo;
use crate::service::{PageResponse, Pages, RenderFailure, Variant};

/// How long a fallback page is served before rendering is tried again.
const FALLBACK_LIFETIME: SignedDuration = SignedDuration::from_secs(10);

/// A page or resource to make, with its inputs.
#[derive(Debug, Clone)]
pub(crate) struct PageJob {
    pub site: Arc<SiteHandle>,
    pub snapshot: Arc<Snapshot>,
    pub kind: Kind,
    pub locale: Locale,
    /// The path prefix of the locale, empty for the default one.
    pub prefix: String,
    pub variant: Variant,
    /// The generation of the site's data; a later write makes the page stale.
    pub generation: u64,
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

impl Pages {
    /// Makes a page or resource, unless a fresh one is in the cache by now.
    pub(crate) async fn make(self, making: PageJob) -> Result<PageResponse, PageError> {
        if let Some(page) = self.fresh(&making) {
            return Ok(PageResponse::Page(page));
        }
        match making.kind.clone() {
            Kind::Resource(resource) => self.make_resource(making, resource).await,
            _ => self.make_page(making).await,
        }
    }

    /// The cached page, if it is fresh.
    fn fresh(&self, making: &PageJob) -> Option<Arc<CachedResponse>> {
        let cached = self.cache_of(&making.variant).peek(&making.variant.key);
        cached.filter(|page| page.is_fresh(self.0.clock.now()))
    }

    fn scene<'m>(&'m self, making: &'m PageJob) -> PageContext<'m> {
        let sources = SharedInputs {
            catalog: &self.0.catalog,
            clock: self.0.clock.as_ref(),
            third_parties: &self.0.options.third_parties,
        };
        let PageJob { site, snapshot, locale, prefix, variant, .. } = making;
        PageContext::new(site, sources, snapshot.clone(), locale, prefix.clone(), variant)
    }

    /// Redirects to the ticketing site, or explains why not. Queries are unbounded, so the response is not cached.
    pub(crate) async fn book(
        &self,
        making: PageJob,
        flow: Flow,
        query: &str,
    ) -> Result<PageResponse, PageError> {
        let booking = builders::booking(&self.scene(&making), flow, query).await?;
        match booking {
            Booking::Address(address) => {
                let location = site_path::encode_non_ascii(&address);
                Ok(PageResponse::Redirect { location, status: StatusCode::FOUND })
            }
            Booking::Refused(built) => Ok(PageResponse::Page(self.finish(&making, *built).await?)),
        }
    }

    /// Makes a resource. A slow one waits for a permit, and is finished even when its visitor leaves: work on another thread
    /// cannot be canceled, and must be counted for as long as it runs.
    async fn make_resource(&self, making: PageJob, resource: Resource) -> Result<PageResponse, PageError> {
        let gate = match resource {
            Resource::Share(_) => Some(&self.0.pictures),
            Resource::Sitemap(_) | Resource::Calendar(_) | Resource::Programme(_) => Some(&self.0.data),
            Resource::Robots | Resource::Programmes | Resource::MemberArea | Resource::ThirdParties(_) => {
                None
            }
        };
        let pass = match gate {
            Some(gate) => Some(gate.acquire().await.ok_or(PageError::Busy)?),
            None => None,
        };
        let (pages, unfinished) = (self.clone(), making.clone());
        let task = tokio::spawn(async move {
            let _pass = pass;
            pages.resource(making, &resource).await
        });
        task.await.map_err(|error| unfinished.error(&error))?
    }

    async fn resource(&self, mut making: PageJob, resource: &Resource) -> Result<PageResponse, PageError> {
        let hands = &self.0.dependencies;
        let made = resource::make(&self.scene(&making), resource, hands.export.as_ref(), hands.draw.as_ref())
            .await?;
        match made {
            Some(made) => Ok(PageResponse::Page(self.keep(&making, made).await?)),
            None if is_api(&making.variant.path) => Ok(PageResponse::NoResource),
            None => {
                let theater = making.variant.theater.as_deref();
                making.variant = Variant::not_found(&making.site, &making.prefix, theater);
                making.kind = Kind::NotFound;
                match self.fresh(&making) {
                    Some(page) => Ok(PageResponse::Page(page)),
                    None => self.make_page(making).await,
                }
            }
        }
    }

    async fn make_page(&self, making: PageJob) -> Result<PageResponse, PageError> {
        let started = std::time::Instant::now();
        let built = builders::build(&self.scene(&making), making.kind.clone()).await?;
        let data_ms = started.elapsed().as_millis();
        let page = self.finish(&making, built).await?;
        let total_ms = started.elapsed().as_millis();
        tracing::debug!(page.name = making.name(), data_ms, total_ms, "page made");
        let key = making.variant.key.clone();
        self.cache_of(&making.variant).put(making.generation, key, page.clone());
        Ok(PageResponse::Page(page))
    }

    /// Compresses and caches a resource.
    async fn keep(&self, making: &PageJob, made: BuiltResource) -> Result<Arc<CachedResponse>, PageError> {
        let id = making.site.id.clone();
        let compress = move || {
            let BuiltResource { body, headers, tags, valid_until } = made;
            Arc::new(CachedResponse::new(id, StatusCode::OK, &body, headers, tags, valid_until))
        };
        let page = tokio::task::spawn_blocking(compress).await.map_err(|error| making.error(&error))?;
        self.cache_of(&making.variant).put(making.generation, making.variant.key.clone(), page.clone());
        Ok(page)
    }

    /// Renders a built page; if that fails and there is no last good page, returns a fallback page that expires soon.
    async fn finish(&self, making: &PageJob, built: BuiltPage) -> Result<Arc<CachedResponse>, PageError> {
        let json = serde_json::to_string(&built.data).map_err(|error| making.error(&error))?;
        let rendered = match self.0.dependencies.render.render(making.name(), json.clone()).await {
            Ok(text) => serde_json::from_str::<Rendered>(&text).map_err(|e| e.to_string()),
            Err(RenderFailure::Busy) => return Err(PageError::Busy),
            Err(RenderFailure::Failed(reason)) => Err(reason),
        };
        let mut assets = self.0.assets.read().clone();
        let (rendered, valid_until) = match rendered {
            Ok(rendered) => (rendered, built.valid_until),
            Err(reason) if self.cache_of(&making.variant).peek(&making.variant.key).is_some() => {
                return Err(making.error(&reason));
            }
            Err(reason) => {
                tracing::error!(page.name = making.name(), "serving a fallback page: {reason}");
                assets = Arc::default();
                (
                    render_fallback(&built.data),
                    self.0.clock.now().saturating_add(FALLBACK_LIFETIME).unwrap_or(built.valid_until),
                )
            }
        };
        let headers = document::headers(&making.site, &built.data, &rendered, &self.0.options, &assets);
        let id = making.site.id.clone();
        let mut built = built;
        let compress = move || {
            let found = seo::head(&built.data, &built.graph, &built.shared);
            built.data.page.keep_for_browser();
            // Cannot fail: it was serialized before, and now has fewer fields.
            let json = serde_json::to_string(&built.data).unwrap_or(json);
            let html = document::document(&built.data, &json, &found, &rendered, &assets);
            Arc::new(CachedResponse::new(id, built.status, html.as_bytes(), headers, built.tags, valid_until))
        };
        tokio::task::spawn_blocking(compress).await.map_err(|error| making.error(&error))
    }
}

#[cfg(test)]
mod tests;
