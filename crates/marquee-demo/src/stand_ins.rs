//! Stand-ins for the third parties of a site: scripts with the interfaces of the real ones, which report calls, and a page
//! that lists the calls.
//!
//! A script consists of `report.js` and the stand-in itself. To add one: add a file to `stand_ins/scripts`, an entry to
//! [`script`], and its URL to `marquee-pages/src/third_parties.rs`.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderValue, Method, Request, StatusCode};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

use crate::body_within;

/// Maximum number of stored calls.
const MAX_CALLS: usize = 2_000;
/// Maximum size of a call in bytes.
const MAX_CALL_BYTES: usize = 64 * 1024;

const REPORT: &str = include_str!("stand_ins/scripts/report.js");
const FRAME: &str = include_str!("stand_ins/scripts/frame.js");

/// A stored call.
#[derive(Debug, Clone, Serialize)]
struct Call {
    /// Consecutive, from 1.
    number: u64,
    #[serde(flatten)]
    report: CallReport,
}

/// The report of a call, sent by a script.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct CallReport {
    /// The third party whose interface was called.
    service: String,
    /// The function or command that was called.
    call: String,
    /// The arguments.
    args: Vec<Value>,
    /// The URL of the page.
    page: String,
    /// Time of the call by the visitor's clock, in ms.
    #[serde(default)]
    at: f64,
    /// Time when the page was opened, in ms.
    #[serde(default)]
    visit: f64,
    /// Number of the call in its visit, from 1. Reports may arrive in another order.
    #[serde(default)]
    order: u32,
}

/// The stand-ins as a service.
pub fn service() -> Router {
    let stand_ins = Arc::new(StandIns::default());
    Router::new().fallback(move |request: Request<Body>| {
        let stand_ins = stand_ins.clone();
        async move { stand_ins.respond(request).await }
    })
}

/// The stand-ins, and the calls that were reported.
#[derive(Debug, Default)]
struct StandIns {
    calls: Mutex<(u64, VecDeque<Call>)>,
    /// The path whose responses are held back, so that one can see a page whose third party is slow.
    held_path: watch::Sender<Option<String>>,
}

impl StandIns {
    /// Responds to a request to their host.
    async fn respond(&self, request: Request<Body>) -> Response {
        let (head, body) = request.into_parts();
        let path = head.uri.path();
        let mut response = match (&head.method, path) {
            (&Method::POST, "/calls") => match body_within(&head.headers, body, MAX_CALL_BYTES).await {
                Some(bytes) => self.store_call(&bytes),
                None => (StatusCode::PAYLOAD_TOO_LARGE, "The call is too large.").into_response(),
            },
            (&Method::GET, "/calls") => self.list(head.uri.query()),
            (&Method::DELETE, "/calls") => {
                self.calls.lock().1.clear();
                StatusCode::NO_CONTENT.into_response()
            }
            (&Method::PUT, "/held") => {
                self.held_path.send_replace(query_value(head.uri.query(), "path"));
                StatusCode::NO_CONTENT.into_response()
            }
            (&Method::DELETE, "/held") => {
                self.held_path.send_replace(None);
                StatusCode::NO_CONTENT.into_response()
            }
            (&Method::GET | &Method::HEAD, path) => {
                let mut held_path = self.held_path.subscribe();
                // Only fails without a sender, and `self` has it.
                let _ = held_path.wait_for(|held| held.as_deref() != Some(path)).await;
                file(path)
            }
            _ => {
                let mut response = StatusCode::METHOD_NOT_ALLOWED.into_response();
                response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
                response
            }
        };
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        // Pages of other origins load the stand-ins.
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        headers.insert(marquee_pages::RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
        response
    }

    fn store_call(&self, bytes: &[u8]) -> Response {
        let Ok(report) = serde_json::from_slice::<CallReport>(bytes) else {
            let expected = "service, call, args and page are required";
            return (StatusCode::BAD_REQUEST, expected).into_response();
        };
        let mut calls = self.calls.lock();
        calls.0 += 1;
        let number = calls.0;
        if calls.1.len() == MAX_CALLS {
            calls.1.pop_front();
        }
        calls.1.push_back(Call { number, report });
        StatusCode::NO_CONTENT.into_response()
    }

    /// The calls after a number, oldest first.
    fn list(&self, query: Option<&str>) -> Response {
        let after = query_value(query, "after").and_then(|value| value.parse().ok()).unwrap_or(0);
        let calls: Vec<Call> =
            self.calls.lock().1.iter().filter(|call| call.number > after).cloned().collect();
        axum::Json(calls).into_response()
    }
}

/// The first value of a name in a query.
fn query_value(query: Option<&str>, name: &str) -> Option<String> {
    url::form_urlencoded::parse(query.unwrap_or_default().as_bytes())
        .find(|(key, _)| key == name)
        .map(|(_, value)| value.into_owned())
}

/// The script at a path. The paths are those of the third parties.
fn script(path: &str) -> Option<String> {
    let (needs_frame, text) = match path {
        "/gtag/js" => (false, include_str!("stand_ins/scripts/gtag.js")),
        "/gtm.js" => (false, include_str!("stand_ins/scripts/gtm.js")),
        "/launch.js" => (false, include_str!("stand_ins/scripts/launch.js")),
        "/marketing.js" => (false, include_str!("stand_ins/scripts/marketing.js")),
        "/recaptcha/api.js" => (false, include_str!("stand_ins/scripts/recaptcha.js")),
        "/tag/js/gpt.js" => (true, include_str!("stand_ins/scripts/gpt.js")),
        path if path.starts_with("/library/") => (true, include_str!("stand_ins/scripts/jad.js")),
        path if path.starts_with("/didomi/") && path.ends_with("/loader.js") => {
            (false, include_str!("stand_ins/scripts/didomi.js"))
        }
        _ => return None,
    };
    Some(format!("(() => {{\n{REPORT}{}{text}}})();\n", if needs_frame { FRAME } else { "" }))
}

/// A creative of an ad.
fn creative(name: &str) -> Option<&'static str> {
    Some(match name {
        "coffee" => include_str!("stand_ins/creatives/coffee.svg"),
        "coffee-large" => include_str!("stand_ins/creatives/coffee-large.svg"),
        "coffee-small" => include_str!("stand_ins/creatives/coffee-small.svg"),
        "didomi" => include_str!("stand_ins/creatives/didomi.svg"),
        "train" => include_str!("stand_ins/creatives/train.svg"),
        "train-small" => include_str!("stand_ins/creatives/train-small.svg"),
        "train-wide" => include_str!("stand_ins/creatives/train-wide.svg"),
        _ => return None,
    })
}

fn file(path: &str) -> Response {
    if let Some(text) = script(path) {
        return typed("text/javascript; charset=utf-8", "default-src 'none'; sandbox", text);
    }
    match path {
        "/" => typed(
            "text/html; charset=utf-8",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
             form-action 'self'; frame-ancestors 'none'",
            include_str!("stand_ins/inspector.html").to_owned(),
        ),
        "/inspector.css" => typed(
            "text/css; charset=utf-8",
            "default-src 'none'",
            include_str!("stand_ins/inspector.css").to_owned(),
        ),
        "/inspector.js" => typed(
            "text/javascript; charset=utf-8",
            "default-src 'none'",
            include_str!("stand_ins/inspector.js").to_owned(),
        ),
        path => match path.strip_prefix("/creatives/").and_then(|file| file.rsplit_once('.')) {
            Some((name, "svg")) => match creative(name) {
                Some(svg) => typed("image/svg+xml", "default-src 'none'; sandbox", svg.to_owned()),
                None => not_found(),
            },
            Some((name, "html")) => match creative(name) {
                Some(svg) => typed(
                    "text/html; charset=utf-8",
                    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
                    format!(
                        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Advertisement</title>\
                         <style>html,body{{margin:0;overflow:hidden}}svg{{display:block;width:100%;height:auto}}</style>{svg}</html>"
                    ),
                ),
                None => not_found(),
            },
            _ => not_found(),
        },
    }
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "File not found.").into_response()
}

fn typed(content_type: &'static str, policy: &'static str, text: String) -> Response {
    let mut response = text.into_response();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

#[cfg(test)]
mod tests;
