//! A fake Stripe: the same calls and webhooks over real sockets, with payment pages. It listens on
//! loopback only and keeps its state in memory. Some values provoke Stripe's errors: the customer `cus_missing`, an email
//! address without `@`, a price below 50.

mod calls;
mod pages;
mod state;

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use hmac::{Hmac, KeyInit, Mac};
use http::{Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use jiff::Timestamp;
use marquee_model::Clock;
use marquee_outbound::{Limits, Outbound, OutboundRequest};
use maud::{DOCTYPE, Markup, html};
use parking_lot::Mutex;
use serde_json::json;
use sha2::Sha256;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use url::Url;

use state::{State, new_id};

pub use state::Outcome;

/// The version of the API, which every call must name.
const VERSION: &str = "2026-10-28.endive";

/// Maximum size of a request body in bytes.
const MAX_BODY_BYTES: usize = 64 << 10;

/// The limits of a webhook's response.
const LIMITS: Limits = Limits { bytes: 64 << 10, time: Duration::from_secs(5) };

/// Settings; the keys must match those of the client.
#[derive(Clone)]
pub struct FakeStripeOptions {
    /// The port on loopback; 0 for any free one.
    pub port: u16,
    /// The secret key that calls must send.
    pub secret_key: String,
    /// The signing secret of webhooks.
    pub webhook_secret: String,
    /// Where webhooks are sent; `None` to send none.
    pub webhook_url: Option<Url>,
}

/// A running fake. It stops when dropped.
#[derive(Debug)]
pub struct FakeStripe {
    server: Arc<Server>,
    task: JoinHandle<()>,
}

/// The shared state of all requests.
struct Server {
    origin: Url,
    options: FakeStripeOptions,
    outbound: Outbound,
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("origin", &self.origin.as_str()).finish_non_exhaustive()
    }
}

/// A response before conversion to HTTP.
struct Reply {
    status: StatusCode,
    content_type: &'static str,
    location: Option<String>,
    body: String,
}

impl FakeStripe {
    /// Starts the fake.
    ///
    /// # Errors
    /// If the port is in use, or the platform's root certificates cannot be loaded.
    pub async fn start(options: FakeStripeOptions, clock: Arc<dyn Clock>) -> std::io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
        let address: SocketAddr = listener.local_addr()?;
        let origin = Url::parse(&format!("http://{address}/")).map_err(std::io::Error::other)?;
        let allowed = options.webhook_url.as_ref().and_then(|url| {
            let port = url.port_or_known_default()?;
            Some(format!("{}:{port}", url.host_str()?))
        });
        let allowed: Vec<String> = allowed.into_iter().collect();
        let outbound = Outbound::new(&allowed).map_err(std::io::Error::other)?;
        let state = Mutex::new(State::default());
        let server = Arc::new(Server { origin, options, outbound, clock, state });
        let task = tokio::spawn(accept(listener, Arc::clone(&server)));
        Ok(Self { server, task })
    }

    /// The base URL of its API.
    #[must_use]
    pub fn url(&self) -> &Url {
        &self.server.origin
    }

    /// Moves a checkout to a new state and sends the webhook. Returns false if the checkout does not exist or its state does
    /// not allow this outcome.
    pub async fn finish(&self, session_id: &str, outcome: Outcome) -> bool {
        self.server.finish(session_id, outcome).await
    }
}

impl Drop for FakeStripe {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Server {
    async fn finish(&self, session_id: &str, outcome: Outcome) -> bool {
        let (kind, session) = {
            let mut state = self.state.lock();
            let Some(kind) = state.finish(session_id, outcome) else { return false };
            let Some(session) = state.session(session_id) else { return false };
            (kind, session.json(&self.origin))
        };
        let now = self.clock.now();
        let event = json!({
            "id": new_id("evt"), "object": "event", "type": kind, "created": now.as_second(), "livemode": false,
            "api_version": VERSION, "data": { "object": session },
        });
        let Some(url) = &self.options.webhook_url else { return true };
        let body = event.to_string();
        let signature = sign(&self.options.webhook_secret, now, body.as_bytes());
        let request = OutboundRequest::post(url.clone(), "application/json", body)
            .with_header("stripe-signature", signature);
        match self.outbound.send(request, LIMITS).await {
            Ok(response) if response.status < 300 => {}
            Ok(response) => tracing::warn!(status = response.status, "the webhook was rejected"),
            Err(error) => tracing::warn!(%error, "cannot send the webhook: {error}"),
        }
        true
    }

    async fn respond(&self, request: Request<Incoming>) -> Reply {
        let (head, body) = request.into_parts();
        let Ok(body) = Limited::new(body, MAX_BODY_BYTES).collect().await else {
            return Reply::failure(StatusCode::PAYLOAD_TOO_LARGE, "invalid_request_error", None);
        };
        let body = body.to_bytes();
        let path: Vec<&str> = head.uri.path().trim_matches('/').split('/').collect();
        match (head.method.clone(), path.as_slice()) {
            (method, ["v1", path @ ..]) => calls::handle(self, &method, path, &head.headers, &body),
            (Method::GET, ["pay", id]) => pages::checkout(self, id),
            (Method::POST, ["pay", id, button]) => pages::submit(self, id, button).await,
            (Method::GET, ["portal", id]) => pages::portal(self, id),
            _ => Reply::page(StatusCode::NOT_FOUND, "Not found", &html! { "Page not found." }),
        }
    }
}

async fn accept(listener: TcpListener, server: Arc<Server>) {
    while let Ok((stream, _)) = listener.accept().await {
        let server = Arc::clone(&server);
        tokio::spawn(async move {
            let service =
                service_fn(|request| async { Ok::<_, Infallible>(server.respond(request).await.response()) });
            let io = TokioIo::new(stream);
            if let Err(error) = hyper::server::conn::http1::Builder::new().serve_connection(io, service).await
            {
                tracing::debug!(%error, "a connection to the fake payment service failed: {error}");
            }
        });
    }
}

/// The header `Stripe-Signature` for these bytes.
fn sign(secret: &str, at: Timestamp, body: &[u8]) -> String {
    let time = at.as_second().to_string();
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes keys of any length");
    for part in [time.as_bytes(), b".", body] {
        mac.update(part);
    }
    format!("t={time},v1={}", hex::encode(mac.finalize().into_bytes()))
}

impl Reply {
    fn json(status: StatusCode, body: &serde_json::Value) -> Self {
        Self { status, content_type: "application/json", location: None, body: body.to_string() }
    }

    fn failure(status: StatusCode, kind: &str, code: Option<&str>) -> Self {
        Self::json(status, &json!({ "error": { "type": kind, "code": code, "message": "This is a fake." } }))
    }

    /// An HTML page.
    fn page(status: StatusCode, title: &str, main: &Markup) -> Self {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width";
                    title { (title) }
                }
                body {
                    main {
                        h1 { (title) }
                        (main)
                        p { "This page stands in for a payment provider. No money moves." }
                    }
                }
            }
        };
        let body = page.into_string();
        Self { status, content_type: "text/html; charset=utf-8", location: None, body }
    }

    fn see_other(location: String) -> Self {
        let (status, content_type) = (StatusCode::SEE_OTHER, "text/plain");
        Self { status, content_type, location: Some(location), body: String::new() }
    }

    fn response(self) -> Response<Full<Bytes>> {
        let mut response =
            Response::builder().status(self.status).header(header::CONTENT_TYPE, self.content_type);
        if let Some(location) = self.location {
            response = response.header(header::LOCATION, location);
        }
        let failed = |_| {
            let mut response = Response::new(Full::default());
            *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
            response
        };
        response.body(Full::from(self.body)).unwrap_or_else(failed)
    }
}
