//! All routes.

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request};
use axum::routing::{get, post};
use http::Method;
use marquee_api::loyalty::CYPHER_PATH;
use marquee_model::ticketing::REDIRECTS;
use tower_http::trace::TraceLayer;
use tracing::Span;

use crate::app::App;
use crate::{error, files, health, loyalty, media, openapi, page, preview, proxy, redirect, theater};

/// The public routes. All other paths are pages.
pub fn router(app: App) -> Router {
    Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/assets/{*path}", get(files::asset))
        .route("/fonts/{*path}", get(files::font))
        .route("/icons/{name}", get(files::icon))
        .route("/favicon.svg", get(files::favicon))
        .route("/favicon.ico", get(files::favicon))
        .route("/media/{site}/{id}/{rendition}", get(media::rendition))
        .route("/sw.js", get(files::service_worker))
        .route("/api/select-theater", get(theater::select))
        .route("/api/openapi.json", get(openapi::openapi))
        .route("/api/preview", get(preview::origins))
        .route("/__third-party-proxy", get(proxy::script))
        .merge(redirects())
        .merge(members())
        .fallback(get(page::page).fallback(error::method_not_allowed))
        .method_not_allowed_fallback(error::method_not_allowed)
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(|request: &Request| {
                    let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str);
                    request_span(request.method(), route)
                })
                .on_request(())
                .on_response(())
                .on_failure(()),
        )
        .with_state(app)
}

/// The span of a request, with its method and its route. The path is not logged, because it may contain personal data.
pub(crate) fn request_span(method: &Method, route: &str) -> Span {
    tracing::info_span!("request", %method, route)
}

fn redirects() -> Router<App> {
    REDIRECTS.into_iter().fold(Router::new(), |router, (path, _)| {
        router.route(path, get(redirect::redirect).post(redirect::redirect))
    })
}

/// The routes of members, operators and partners. Each handler limits its body itself, to respond with a problem report.
fn members() -> Router<App> {
    Router::new()
        .route(CYPHER_PATH, post(loyalty::cypher))
        .route(loyalty::SIGN_IN, post(loyalty::sign_in))
        .route("/api/hand-over-ticket", post(loyalty::ticket))
        .route("/api/hand-over", get(loyalty::redirect_to_ticketing))
        .route("/api/activate", get(loyalty::activate))
        .route("/api/captcha/challenge", get(loyalty::challenge))
        .route("/api/member/export", get(loyalty::export))
        .route("/api/marketing-id", get(loyalty::marketing_id))
        .route("/api/member/sessions", get(loyalty::sessions))
        .route("/api/member/sessions/end", post(loyalty::end_session))
        .route("/api/pos/transactions", post(loyalty::transactions))
        .route("/api/payments/webhook", post(loyalty::webhook))
        .route("/api/operator/{site}/{kind}", get(loyalty::records).post(loyalty::records))
        .route("/api/operator/{site}/{kind}/import", post(loyalty::import_file))
        .route("/api/operator/{site}/members/{id}/points", post(loyalty::points))
        .route(
            "/api/operator/{site}/{kind}/{id}",
            get(loyalty::record).put(loyalty::record).delete(loyalty::record),
        )
        .route("/api/loyalty/{*route}", get(loyalty::inner).post(loyalty::inner))
        .layer(DefaultBodyLimit::disable())
}

/// Whether a request to this path has the time limit of an upload (security 7.3).
pub(crate) fn is_upload(path: &str) -> bool {
    path.starts_with("/api/operator/") && path.ends_with("/import")
}

/// The routes of the admin listener.
pub(crate) fn admin_router(app: App) -> Router {
    Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(health::metrics))
        .with_state(app)
}
