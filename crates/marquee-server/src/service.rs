//! Responds to one request: cached pages and loyalty calls first, then everything else.

use std::convert::Infallible;

use axum::Router;
use axum::body::Body;
use http::{Method, Request, Response, StatusCode, Uri};
use hyper::body::Incoming;
use marquee_api::paths::CYPHER_PATH;
use marquee_model::site_path::PathError;
use metrics::Counter;
use tower::ServiceExt;
use tracing::Instrument;

use crate::app::App;
use crate::host::{HostName, host};
use crate::other_hosts::OtherHosts;
use crate::paced_body::PacedBody;
use crate::router::router;
use crate::span::request_span;
use crate::tls::Tls;
use crate::{error, headers, loyalty, page, path_check};

/// Maximum length of path and query, in bytes (security 7.3).
const MAX_ADDRESS_BYTES: usize = 8 * 1024;

/// Responds to the requests of visitors: to sites and to other hosts.
pub struct Service {
    app: App,
    router: Router,
    others: OtherHosts,
    /// The certificates of a server that encrypts connections.
    tls: Option<Tls>,
    /// Number of requests whose response was cached.
    cached: Counter,
}

impl Service {
    /// `others` has the hosts that are not sites; most servers have none.
    pub fn new(app: App, others: OtherHosts, tls: Option<Tls>) -> Self {
        let cached = metrics::counter!("marquee_requests_total", "answer" => "cached");
        Self { router: router(app.clone()), app, others, tls, cached }
    }

    pub async fn respond(&self, request: Request<PacedBody<Incoming>>) -> Result<Response<Body>, Infallible> {
        let uri = request.uri();
        let host = host(uri, request.headers());
        if !is_short(uri) {
            return Ok(completed(too_long(), is_https(&self.app, &host)));
        }
        if let Some(tls) = &self.tls
            && self.app.proxies.scheme(request.extensions(), request.headers()) != Some("https")
            && let Some(response) = Box::pin(tls.respond_unencrypted(&host, uri)).await
        {
            return Ok(completed(response, false));
        }
        let path = path_check::check(uri.path());
        let other_host = self.others.service(&host, uri.path());
        if other_host.is_none()
            && path.is_ok()
            && matches!(*request.method(), Method::GET | Method::HEAD)
            && let HostName::Name(name) = &host
            && let Some(ready) =
                page::cached_response(&self.app, name, request.method(), uri, request.headers())
        {
            self.cached.increment(1);
            return Ok(ready.map(Body::new));
        }
        // Boxed to keep the future small: the server moves it for each request, and most requests are for cached pages.
        let Some(service) = other_host else {
            let response = Box::pin(self.respond_site(path, request)).await?;
            return Ok(completed(response, is_https(&self.app, &host)));
        };
        let response = match path {
            Ok(()) => Box::pin(service.clone().oneshot(request.map(Body::new))).await?,
            Err(refused) => path_check::respond_other_host(refused, &request.into_parts().0),
        };
        count(&response);
        Ok(response)
    }

    /// Responds to a request to a site, whose page is not cached.
    async fn respond_site(
        &self,
        path: Result<(), PathError>,
        request: Request<PacedBody<Incoming>>,
    ) -> Result<Response<Body>, Infallible> {
        if let Err(refused) = path {
            let (head, _) = request.into_parts();
            Ok(path_check::respond(&self.app, refused, &head).await)
        } else if *request.method() == Method::POST && request.uri().path() == CYPHER_PATH {
            // Most requests of member pages are loyalty calls, and routing would take as long as the call itself.
            let span = request_span(request.method(), CYPHER_PATH);
            Ok(loyalty::call(&self.app, request.map(Body::new)).instrument(span).await)
        } else {
            self.router.clone().oneshot(request.map(Body::new)).await
        }
    }
}

/// Counts a response of this server itself, and adds the headers that it lacks; `is_https` is whether visitors reach its host over https.
fn completed(mut response: Response<Body>, is_https: bool) -> Response<Body> {
    headers::complete(response.headers_mut(), is_https);
    count(&response);
    response
}

fn is_short(uri: &Uri) -> bool {
    uri.path_and_query().is_none_or(|p| p.as_str().len() <= MAX_ADDRESS_BYTES)
}

fn too_long() -> Response<Body> {
    error::minimal_page(StatusCode::URI_TOO_LONG, "URL too long", "The URL must be at most 8 KB.")
}

fn count(response: &Response<Body>) {
    let class = match response.status().as_u16() {
        200..=299 => "2xx",
        300..=399 => "3xx",
        400..=499 => "4xx",
        _ => "5xx",
    };
    metrics::counter!("marquee_requests_total", "answer" => class).increment(1);
}

/// Whether a host is that of a site with an https origin.
fn is_https(app: &App, host: &HostName) -> bool {
    match host {
        HostName::Name(name) => app.sites.by_host(name).is_some_and(|site| site.is_https()),
        HostName::Bad => false,
    }
}
