//! Inner calls without an envelope, for a server in front of this one (TRANS-09): the same calls and responses as
//! `/api/cypher`, in header mode only.

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{Method, Request};
use marquee_api::paths::INNER_CALLS_PREFIX;
use marquee_gateway::{Envelope, InnerRoute, Reply, ResponseFormat};

use super::{Caller, RequestError, body, cypher, problem};
use crate::app::App;

/// Responds to an inner call.
pub async fn inner(State(app): State<App>, request: Request<Body>) -> Response {
    match respond(&app, request).await {
        Ok(response) => response,
        Err(error) => error.into_response(),
    }
}

async fn respond(app: &App, request: Request<Body>) -> Result<Response, RequestError> {
    let caller = Caller::from_request(app, &request)?;
    let path = request.uri().path_and_query().map(http::uri::PathAndQuery::as_str).unwrap_or_default();
    let route =
        InnerRoute::parse(path.strip_prefix(INNER_CALLS_PREFIX.trim_end_matches('/')).unwrap_or_default())?;
    let (tokens, _) = cypher::request_tokens(None, request.headers()).await;
    let method = match *request.method() {
        Method::POST => marquee_gateway::Method::Post,
        _ => marquee_gateway::Method::Get,
    };
    let bytes = body(request).await?;
    // Wallet passes are text, all other responses are JSON.
    let prefix = caller.site.record.config.options.wallet_prefix();
    let is_pass = route.segments.first().is_some_and(|first| first == prefix);
    let format = if is_pass { ResponseFormat::Raw } else { ResponseFormat::Json };
    let envelope = Envelope::from_payload(method, route, format, &bytes)?;
    let Reply { body, .. } = app.gateway.handle(&caller.gateway_request(false, tokens), envelope).await?;
    Ok(problem::gateway_response(body))
}
