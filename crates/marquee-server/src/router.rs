//! All routes.

use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request};
use axum::routing::{get, post};
use marquee_api::paths::{
    ACTIVATE_PATH, ASSETS_PREFIX, CAPTCHA_CHALLENGE_PATH, CYPHER_PATH, EDITOR_API_PREFIX,
    END_MEMBER_SESSION_PATH, FEED_PUSH_PREFIX, FONTS_PREFIX, HAND_OVER_PATH, HAND_OVER_TICKET_PATH,
    HEALTH_PATH, INNER_CALLS_PREFIX, MARKETING_ID_PATH, MCP_PATH, MEDIA_PREFIX, MEMBER_EXPORT_PATH,
    MEMBER_SESSIONS_PATH, OPENAPI_PATH, OPERATOR_PREFIX, PAYMENT_WEBHOOK_PATH, POS_TRANSACTIONS_PATH,
    PREVIEW_PATH, READINESS_PATH, SELECT_THEATER_PATH, SERVICE_WORKER_PATH, SIGN_IN_PATH,
    THIRD_PARTY_PROXY_PATH,
};
use marquee_model::ticketing::REDIRECTS;
use tower_http::trace::TraceLayer;

use crate::app::App;
use crate::limits::Limits;
use crate::span::request_span;
use crate::{
    draft_preview, error, files, health, loyalty, mcp, media, openapi, preview, proxy, push, redirect,
    theater,
};

/// The public routes. All other paths are pages.
pub fn router(app: App) -> Router {
    Router::new()
        .route(HEALTH_PATH, get(health::healthz))
        .route(READINESS_PATH, get(health::readyz))
        .route(&format!("{ASSETS_PREFIX}{{*path}}"), get(files::asset))
        .route(&format!("{FONTS_PREFIX}{{*path}}"), get(files::font))
        .route("/icons/{name}", get(files::icon))
        .route("/favicon.svg", get(files::favicon))
        .route("/favicon.ico", get(files::favicon))
        .route(&format!("{MEDIA_PREFIX}{{site}}/{{id}}/{{rendition}}"), get(media::rendition))
        .route(SERVICE_WORKER_PATH, get(files::service_worker))
        .route(SELECT_THEATER_PATH, get(theater::select))
        .route(OPENAPI_PATH, get(openapi::openapi))
        .route(MCP_PATH, post(mcp::message).layer(DefaultBodyLimit::disable()))
        .route(PREVIEW_PATH, get(preview::origins))
        .route(THIRD_PARTY_PROXY_PATH, get(proxy::script))
        .merge(redirects())
        .merge(
            Router::new()
                .route(&format!("{FEED_PUSH_PREFIX}{{feed}}"), post(push::push))
                .layer(DefaultBodyLimit::disable()),
        )
        .merge(members())
        .fallback(
            get(draft_preview::page_or_preview)
                .post(loyalty::sign_in_on_page)
                .fallback(error::method_not_allowed),
        )
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

fn redirects() -> Router<App> {
    REDIRECTS.into_iter().fold(Router::new(), |router, (path, _)| {
        router.route(path, get(redirect::redirect).post(redirect::redirect))
    })
}

/// The routes of members, operators and partners. Each handler limits its body itself, to respond with a problem report.
fn members() -> Router<App> {
    let records = |rest: &str| format!("{OPERATOR_PREFIX}{{site}}/{rest}");
    Router::new()
        .route(CYPHER_PATH, post(loyalty::cypher))
        .route(SIGN_IN_PATH, post(loyalty::sign_in))
        .route(HAND_OVER_TICKET_PATH, post(loyalty::ticket))
        .route(HAND_OVER_PATH, get(loyalty::redirect_to_ticketing))
        .route(ACTIVATE_PATH, get(loyalty::activate))
        .route(CAPTCHA_CHALLENGE_PATH, get(loyalty::challenge))
        .route(MEMBER_EXPORT_PATH, get(loyalty::export))
        .route(MARKETING_ID_PATH, get(loyalty::marketing_id))
        .route(MEMBER_SESSIONS_PATH, get(loyalty::sessions))
        .route(END_MEMBER_SESSION_PATH, post(loyalty::end_session))
        .route(POS_TRANSACTIONS_PATH, post(loyalty::transactions))
        .route(PAYMENT_WEBHOOK_PATH, post(loyalty::webhook))
        .route(&records("{kind}"), get(loyalty::records).post(loyalty::records))
        .route(&records("{kind}/import"), post(loyalty::import_file))
        .route(&records("members/{id}/points"), post(loyalty::points))
        .route(&records("{kind}/{id}"), get(loyalty::record).put(loyalty::record).delete(loyalty::record))
        .route(&format!("{INNER_CALLS_PREFIX}{{*route}}"), get(loyalty::inner).post(loyalty::inner))
        .layer(DefaultBodyLimit::disable())
}

/// Maximum time for the body of a request to this path (security 7.3).
pub(crate) fn body_time(path: &str, limits: &Limits) -> Duration {
    let is_editor = path.starts_with(EDITOR_API_PREFIX);
    if is_editor && (path.ends_with("media/videos") || path.ends_with("media/video")) {
        limits.video
    } else if is_upload(path) {
        limits.upload
    } else {
        limits.body
    }
}

fn is_upload(path: &str) -> bool {
    (path.starts_with(OPERATOR_PREFIX) && path.ends_with("/import"))
        || path.starts_with(FEED_PUSH_PREFIX)
        || (path.starts_with(EDITOR_API_PREFIX)
            && ["/import", "/media", "media/picture", "media/video/captions", "/schedule", "/sites"]
                .iter()
                .any(|end| path.ends_with(end)))
}

/// The routes of the admin listener.
pub(crate) fn admin_router(app: App) -> Router {
    Router::new()
        .route(HEALTH_PATH, get(health::healthz))
        .route(READINESS_PATH, get(health::readyz))
        .route("/metrics", get(health::metrics))
        .with_state(app)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_7_3_uploads_have_more_time_and_videos_an_hour() {
        let limits = Limits::default();
        for (path, time) in [
            ("/api/editor/acme/media/videos", limits.video),
            ("/api/editor/acme/media/video", limits.video),
            ("/api/editor/acme/media", limits.upload),
            ("/api/editor/acme/media/picture", limits.upload),
            ("/api/editor/acme/media/video/captions", limits.upload),
            ("/api/operator/acme/members/import", limits.upload),
            ("/api/editor/acme/draft", limits.body),
            ("/media/videos", limits.body),
            ("/", limits.body),
        ] {
            assert_eq!(body_time(path, &limits), time, "{path}");
        }
    }
}
