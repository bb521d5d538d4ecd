//! Health and metrics.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderValue, StatusCode};

use crate::app::App;

fn text(status: StatusCode, body: String) -> Response {
    let mut response = (status, body).into_response();
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

/// Liveness: the process runs.
pub async fn healthz() -> Response {
    text(StatusCode::OK, "ok\n".to_owned())
}

/// Readiness: 503 unless the database responds.
pub async fn readyz(State(app): State<App>) -> Response {
    match app.store.ping().await {
        Ok(()) => text(StatusCode::OK, "ok\n".to_owned()),
        Err(error) => {
            tracing::warn!(%error, "not ready: the database does not respond");
            text(StatusCode::SERVICE_UNAVAILABLE, "not ready\n".to_owned())
        }
    }
}

/// Metrics in the Prometheus text format.
pub async fn metrics(State(app): State<App>) -> Response {
    let (bytes, pages) = app.pages.cache_size();
    #[expect(clippy::cast_precision_loss, reason = "a gauge")]
    {
        metrics::gauge!("marquee_page_cache_bytes").set(bytes as f64);
        metrics::gauge!("marquee_page_cache_pages").set(pages as f64);
        metrics::gauge!("marquee_pages_in_flight").set(app.pages.in_flight() as f64);
    }
    text(StatusCode::OK, (app.metrics)())
}
