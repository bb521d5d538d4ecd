//! Builds, renders, compresses and caches a page or resource.

use std::sync::Arc;

use http::StatusCode;
use jiff::SignedDuration;
use marquee_api::Rendered;
use marquee_catalog::Snapshot;
use marquee_model::locale::Locale;
use marquee_model::{site_path, ticketing::Flow};
use marquee_site::SiteHandle;

use crate::build::{self, Booking, Built, Scene, Sources};
use crate::cache::Cached;
use crate::document;
use crate::found;
use crate::plain::plain;
use crate::resource::{self, Made};
use crate::route::{Kind, Resource, is_api};
use crate::service::{Answer, PageError, Pages, RenderFailure, Variant};

/// How long a fallback page is served before rendering is tried again.
const FALLBACK_LIFETIME: SignedDuration = SignedDuration::from_secs(10);

/// A page or resource to make, with its inputs.
#[derive(Debug, Clone)]
pub(crate) struct Making {
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

impl Making {
    /// The name for logs and errors: site, route template, id and locale, never the path (security 7.7).
    fn name(&self) -> String {
        let id = self.kind.id().map(|id| format!(" {id}")).unwrap_or_default();
        format!("{} {}{id} {}", self.site.id, self.kind.route(), self.locale.short())
    }

    fn failed(&self, reason: &dyn std::fmt::Display) -> PageError {
        PageError::Failed { name: self.name(), reason: reason.to_string() }
    }
}

impl Pages {
    /// Makes a page or resource, unless a fresh one is in the cache by now.
    pub(crate) async fn make(self, making: Making) -> Result<Answer, PageError> {
        if let Some(page) = self.fresh(&making) {
            return Ok(Answer::Page(page));
        }
        match making.kind.clone() {
            Kind::Resource(resource) => self.make_resource(making, resource).await,
            _ => self.make_page(making).await,
        }
    }

    /// The cached page, if it is fresh.
    fn fresh(&self, making: &Making) -> Option<Arc<Cached>> {
        let cached = self.kept(&making.variant).peek(&making.variant.key);
        cached.filter(|page| page.is_fresh(self.0.clock.now()))
    }

    fn scene<'m>(&'m self, making: &'m Making) -> Scene<'m> {
        let sources = Sources {
            catalog: &self.0.catalog,
            clock: self.0.clock.as_ref(),
            third_parties: &self.0.options.third_parties,
        };
        let Making { site, snapshot, locale, prefix, variant, .. } = making;
        Scene::new(site, sources, snapshot.clone(), locale, prefix.clone(), variant)
    }

    /// Redirects to the ticketing site, or explains why not. Queries are unbounded, so the response is not cached.
    pub(crate) async fn book(&self, making: Making, flow: Flow, query: &str) -> Result<Answer, PageError> {
        let booking = build::booking(&self.scene(&making), flow, query).await?;
        match booking {
            Booking::Address(address) => {
                let location = site_path::visible(&address);
                Ok(Answer::Redirect { location, status: StatusCode::FOUND })
            }
            Booking::Refused(built) => Ok(Answer::Page(self.finish(&making, *built).await?)),
        }
    }

    /// Makes a resource. A slow one waits for a permit, and is finished even when its visitor leaves: work on another thread
    /// cannot be canceled, and must be counted for as long as it runs.
    async fn make_resource(&self, making: Making, resource: Resource) -> Result<Answer, PageError> {
        let gate = match resource {
            Resource::Share(_) => Some(&self.0.pictures),
            Resource::Sitemap(_) | Resource::Calendar(_) | Resource::Programme(_) => Some(&self.0.data),
            Resource::Robots | Resource::Programmes | Resource::MemberArea | Resource::ThirdParties(_) => {
                None
            }
        };
        let pass = match gate {
            Some(gate) => Some(gate.enter().await.ok_or(PageError::Busy)?),
            None => None,
        };
        let (pages, unfinished) = (self.clone(), making.clone());
        let task = tokio::spawn(async move {
            let _pass = pass;
            pages.resource(making, &resource).await
        });
        task.await.map_err(|error| unfinished.failed(&error))?
    }

    async fn resource(&self, mut making: Making, resource: &Resource) -> Result<Answer, PageError> {
        let hands = &self.0.hands;
        let made = resource::make(&self.scene(&making), resource, hands.export.as_ref(), hands.draw.as_ref())
            .await?;
        match made {
            Some(made) => Ok(Answer::Page(self.keep(&making, made).await?)),
            None if is_api(&making.variant.path) => Ok(Answer::NoResource),
            None => {
                let theater = making.variant.theater.as_deref();
                making.variant = Variant::not_found(&making.site, &making.prefix, theater);
                making.kind = Kind::NotFound;
                match self.fresh(&making) {
                    Some(page) => Ok(Answer::Page(page)),
                    None => self.make_page(making).await,
                }
            }
        }
    }

    async fn make_page(&self, making: Making) -> Result<Answer, PageError> {
        let started = std::time::Instant::now();
        let built = build::build(&self.scene(&making), making.kind.clone()).await?;
        let data_ms = started.elapsed().as_millis();
        let page = self.finish(&making, built).await?;
        let whole_ms = started.elapsed().as_millis();
        tracing::debug!(page.name = making.name(), data_ms, whole_ms, "page made");
        let key = making.variant.key.clone();
        self.kept(&making.variant).put(making.generation, key, page.clone());
        Ok(Answer::Page(page))
    }

    /// Compresses and caches a resource.
    async fn keep(&self, making: &Making, made: Made) -> Result<Arc<Cached>, PageError> {
        let id = making.site.id.clone();
        let compress = move || {
            let Made { body, headers, tags, valid_until } = made;
            Arc::new(Cached::new(id, StatusCode::OK, &body, headers, tags, valid_until))
        };
        let page = tokio::task::spawn_blocking(compress).await.map_err(|error| making.failed(&error))?;
        self.kept(&making.variant).put(making.generation, making.variant.key.clone(), page.clone());
        Ok(page)
    }

    /// Renders a built page; if that fails and there is no last good page, returns a fallback page that expires soon.
    async fn finish(&self, making: &Making, built: Built) -> Result<Arc<Cached>, PageError> {
        let json = serde_json::to_string(&built.data).map_err(|error| making.failed(&error))?;
        let rendered = match self.0.hands.render.render(making.name(), json.clone()).await {
            Ok(text) => serde_json::from_str::<Rendered>(&text).map_err(|e| e.to_string()),
            Err(RenderFailure::Busy) => return Err(PageError::Busy),
            Err(RenderFailure::Failed(reason)) => Err(reason),
        };
        let mut assets = self.0.assets.read().clone();
        let (rendered, valid_until) = match rendered {
            Ok(rendered) => (rendered, built.valid_until),
            Err(reason) if self.kept(&making.variant).peek(&making.variant.key).is_some() => {
                return Err(making.failed(&reason));
            }
            Err(reason) => {
                tracing::error!(page.name = making.name(), "fallback page served: {reason}");
                assets = Arc::default();
                (
                    plain(&built.data),
                    self.0.clock.now().saturating_add(FALLBACK_LIFETIME).unwrap_or(built.valid_until),
                )
            }
        };
        let headers = document::headers(&making.site, &built.data, &rendered, &self.0.options, &assets);
        let id = making.site.id.clone();
        let mut built = built;
        let compress = move || {
            let found = found::head(&built.data, &built.graph, &built.shared);
            built.data.page.keep_for_browser();
            // Cannot fail: it was serialized before, and now has fewer fields.
            let json = serde_json::to_string(&built.data).unwrap_or(json);
            let html = document::document(&built.data, &json, &found, &rendered, &assets);
            Arc::new(Cached::new(id, built.status, html.as_bytes(), headers, built.tags, valid_until))
        };
        tokio::task::spawn_blocking(compress).await.map_err(|error| making.failed(&error))
    }
}

#[cfg(test)]
mod tests;
