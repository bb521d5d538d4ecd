//! Answers one request: cached pages and loyalty calls first, then everything else.

use std::convert::Infallible;

use axum::Router;
use axum::body::Body;
use http::{Method, Request, Response, StatusCode};
use hyper::body::Incoming;
use tower::ServiceExt;

use crate::host::{HostName, host};
use crate::listen::PacedBody;
use crate::router::App;
use crate::{error, headers, loyalty, page, path_check};

/// Maximum length of path and query, in bytes (security 7.3).
const LONGEST_ADDRESS: usize = 8 * 1024;

pub async fn answer(
    app: &App,
    router: &Router,
    request: Request<PacedBody<Incoming>>,
) -> Result<Response<Body>, Infallible> {
    let uri = request.uri();
    let is_short = uri.path_and_query().is_none_or(|p| p.as_str().len() <= LONGEST_ADDRESS);
    let path = path_check::check(uri.path());
    if is_short
        && path.is_ok()
        && matches!(*request.method(), Method::GET | Method::HEAD)
        && let Some(ready) = page::cached_response(app, uri, request.headers())
    {
        metrics::counter!("marquee_requests_total", "answer" => "cached").increment(1);
        return Ok(ready.map(Body::new));
    }
    // The demo's stand-ins act as servers of other companies, which set their own headers.
    let stand_in =
        app.demo.as_ref().and_then(|demo| Some((demo, demo.stand_in_for(uri, request.headers())?)));
    let is_ours = stand_in.is_none();
    let is_https = is_ours && is_https(app, &request);
    // Boxed to keep the future small: the server moves it for each request, and most requests are for cached pages.
    let mut response = if !is_short {
        error::minimal_page(StatusCode::URI_TOO_LONG, "Address too long", "The address is longer than 8 KB.")
    } else if let Err(refused) = path {
        let (head, _) = request.into_parts();
        Box::pin(path_check::answer(app, refused, &head)).await
    } else if let Some((demo, who)) = stand_in {
        Box::pin(demo.respond_as(who, app, request.map(Body::new))).await
    } else if *request.method() == Method::POST && uri.path() == loyalty::CYPHER {
        // Most requests of member pages are loyalty calls, and routing would take as long as the call itself.
        Box::pin(loyalty::call(app, request.map(Body::new))).await
    } else {
        Box::pin(router.clone().oneshot(request.map(Body::new))).await?
    };
    if is_ours {
        headers::complete(response.headers_mut(), is_https);
    }
    let class = match response.status().as_u16() {
        200..=299 => "2xx",
        300..=399 => "3xx",
        400..=499 => "4xx",
        _ => "5xx",
    };
    metrics::counter!("marquee_requests_total", "answer" => class).increment(1);
    Ok(response)
}

/// Whether a request is for a site with an https origin.
fn is_https<B>(app: &App, request: &Request<B>) -> bool {
    match host(request.uri(), request.headers()) {
        HostName::Name(name) => {
            app.directory.by_host(&name).is_some_and(|site| site.origin.starts_with("https://"))
        }
        HostName::Bad => false,
    }
}
