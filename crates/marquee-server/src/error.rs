//! Error responses for people and programs, without internal details.

use axum::response::{IntoResponse, Response};
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, RETRY_AFTER,
    X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderValue, StatusCode};
use marquee_messages::{Language, server};
use marquee_pages::is_api;
use maud::{DOCTYPE, html};

use crate::problem::problem;

/// `Retry-After` if the server is overloaded, in seconds.
const RETRY_AFTER_SECONDS: u64 = 2;

/// A minimal page in English with a heading and a sentence, which needs no files of a site.
pub fn minimal_page(status: StatusCode, heading: &str, sentence: &str) -> Response {
    minimal_page_in(Language::ENGLISH, status, heading, sentence)
}

/// A minimal page with a heading and a sentence in a language.
fn minimal_page_in(language: Language, status: StatusCode, heading: &str, sentence: &str) -> Response {
    let page = html! {
        (DOCTYPE)
        html lang=(language.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                title { (heading) }
            }
            body { main { h1 { (heading) } p { (sentence) } } }
        }
    };
    let html = page.into_string();
    let mut response = (status, html).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"),
    );
    if status == StatusCode::SERVICE_UNAVAILABLE {
        headers.insert(RETRY_AFTER, HeaderValue::from(RETRY_AFTER_SECONDS));
    }
    response
}

/// 400 for a request without exactly one valid host.
pub fn bad_host() -> Response {
    minimal_page(StatusCode::BAD_REQUEST, "Bad request", "The Host header is missing or invalid.")
}

/// 404 for an unknown host (security 7.1).
pub fn unknown_host() -> Response {
    minimal_page(StatusCode::NOT_FOUND, "Not found", "Unknown host.")
}

/// 404 for a file.
pub fn file_not_found() -> Response {
    minimal_page(StatusCode::NOT_FOUND, "Not found", "File not found.")
}

/// 404: a problem report below `/api/`, else a page.
pub fn not_found(path: &str, language: Language) -> Response {
    if is_api(path) {
        return problem(StatusCode::NOT_FOUND, "Not found", None, None);
    }
    minimal_page_in(
        language,
        StatusCode::NOT_FOUND,
        server::errors_no_file_title(language),
        server::errors_no_file_text(language),
    )
}

/// 405: a problem report below `/api/`, else an empty response. The router adds the `Allow` header.
pub async fn method_not_allowed(uri: http::Uri) -> Response {
    let status = StatusCode::METHOD_NOT_ALLOWED;
    if is_api(uri.path()) {
        problem(status, "Method not allowed", None, None)
    } else {
        status.into_response()
    }
}

/// 503: a problem report below `/api/`, else a page.
pub fn service_unavailable(path: &str, language: Language) -> Response {
    if is_api(path) {
        return problem(
            StatusCode::SERVICE_UNAVAILABLE,
            "Service unavailable: too many requests",
            None,
            Some(RETRY_AFTER_SECONDS),
        );
    }
    minimal_page_in(
        language,
        StatusCode::SERVICE_UNAVAILABLE,
        server::errors_busy_title(language),
        server::errors_busy_text(language),
    )
}

/// 500: a problem report below `/api/`, else a page.
pub fn failed(path: &str, language: Language) -> Response {
    if is_api(path) {
        return problem(StatusCode::INTERNAL_SERVER_ERROR, "Internal server error", None, None);
    }
    internal_error_in(language)
}

/// 500 as a page in English.
pub fn internal_error() -> Response {
    internal_error_in(Language::ENGLISH)
}

fn internal_error_in(language: Language) -> Response {
    minimal_page_in(
        language,
        StatusCode::INTERNAL_SERVER_ERROR,
        server::errors_failed_title(language),
        server::errors_failed_text(language),
    )
}
