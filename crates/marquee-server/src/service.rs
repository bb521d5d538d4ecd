//! One request: finished pages and members' calls first, then everything else.

use std::convert::Infallible;

use axum::Router;
use axum::body::Body;
use http::{Method, Request, Response, StatusCode};
use hyper::body::Incoming;
use tower::ServiceExt;

use crate::router::App;
use crate::{error, loyalty, page};

/// The longest address taken, in bytes (security 7.3).
const LONGEST_ADDRESS: usize = 8 * 1024;

/// Answers a request.
pub async fn answer(
    app: &App,
    router: &Router,
    request: Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    let uri = request.uri();
    if uri.path_and_query().is_some_and(|p| p.as_str().len() > LONGEST_ADDRESS) {
        return Ok(error::plain(
            StatusCode::URI_TOO_LONG,
            "Address too long",
            "The address has more than 8 KB.",
        ));
    }
    let method = request.method();
    if matches!(*method, Method::GET | Method::HEAD)
        && let Some(ready) = page::ready(app, uri, request.headers())
    {
        metrics::counter!("marquee_requests_total", "answer" => "cached").increment(1);
        return Ok(ready.map(Body::new));
    }
    // Most of what members' pages ask goes here, and the way through the router costs as much as the call.
    let stand_in = app.demo.as_ref().and_then(|demo| Some((demo, demo.answers(uri, request.headers())?)));
    // What is rarer than a finished page has a place of its own: the server moves the future of each request.
    let response = if let Some((demo, who)) = stand_in {
        Box::pin(demo.answer_as(who, app, request.map(Body::new))).await
    } else if *method == Method::POST && uri.path() == loyalty::CYPHER {
        Box::pin(loyalty::call(app, request.map(Body::new))).await
    } else {
        Box::pin(router.clone().oneshot(request.map(Body::new))).await?
    };
    let class = match response.status().as_u16() {
        200..=299 => "2xx",
        300..=399 => "3xx",
        400..=499 => "4xx",
        _ => "5xx",
    };
    metrics::counter!("marquee_requests_total", "answer" => class).increment(1);
    Ok(response)
}
