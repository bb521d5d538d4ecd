//! A ticketing site: a stand-in for the shop of another company, which sells seats, and to which members are handed over.
//!
//! For members and bookings it uses only the product's public API (`product.rs`), like an external ticketing site: it redeems
//! hand-over tickets and books at the endpoint for points of sale. Shows come from the store. `arrival.rs` handles hand-overs,
//! `sessions.rs` stores sessions, `shop.rs` has offers and prices, `sale.rs` sells seats, `receipt.rs` has the receipts of
//! purchases, `page.rs` has the HTML.

mod arrival;
mod page;
mod product;
mod receipt;
mod sale;
mod sessions;
mod shop;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{ALLOW, CONTENT_TYPE, LOCATION};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use marquee_model::SiteId;
use marquee_model::ticketing::Flow;
use marquee_server::App;
use marquee_site::SiteHandle;

use crate::body_within;
use product::Product;
use sessions::{Session, Sessions};
use shop::TicketChoice;

/// Maximum size of a form in bytes.
const MAX_FORM_BYTES: usize = 32 * 1024;

/// The ticketing site.
struct Ticketing {
    app: App,
    product: Product,
    sessions: Sessions,
}

/// The ticketing site as a service. `keys` are the point-of-sale API keys of the sites that sell here.
pub fn service(app: &App, keys: BTreeMap<SiteId, String>) -> Router {
    let product = Product::new(marquee_server::router(app.clone()), keys);
    let ticketing = Arc::new(Ticketing { app: app.clone(), product, sessions: Sessions::default() });
    Router::new().fallback(move |request: Request<Body>| {
        let ticketing = ticketing.clone();
        async move { ticketing.respond(request).await }
    })
}

impl Ticketing {
    /// The sites that sell here.
    fn sites(&self) -> Vec<Arc<SiteHandle>> {
        self.app.sites.all().into_iter().filter(|site| self.product.has(&site.id)).collect()
    }

    async fn respond(&self, request: Request<Body>) -> Response {
        let mut response = match self.try_respond(request).await {
            Ok(response) => response,
            Err(failure) => page::failure(&failure),
        };
        page::protect(response.headers_mut());
        response
    }

    async fn try_respond(&self, request: Request<Body>) -> Result<Response, SandboxError> {
        let (head, body) = request.into_parts();
        let form = match head.method {
            Method::GET | Method::HEAD => Fields::default(),
            Method::POST => form(&head.headers, body).await?,
            _ => return Err(SandboxError::MethodNotAllowed),
        };
        let context = RequestContext {
            app: &self.app,
            demo: self,
            query: Fields::parse(head.uri.query().unwrap_or_default()),
            head,
        };
        if let Some(response) = arrival::redeem_token(&context, &form).await? {
            return Ok(response);
        }
        if context.head.method != Method::POST {
            return self.show(&context).await;
        }
        if context.path() == "book" {
            return sale::pay(&context, &form).await;
        }
        // A form from a site, without a token. All its parameters are in the URL.
        Ok(see_other(&context.address(&[])))
    }

    /// The page at the request's URL.
    async fn show(&self, context: &RequestContext<'_>) -> Result<Response, SandboxError> {
        let session = context.session().await?;
        let path = context.path();
        if let Some(reference) = path.strip_prefix("orders/") {
            let receipt = session.as_ref().and_then(|(_, session)| session.receipt(reference));
            return receipt.map_or(Err(SandboxError::NoOrder), |receipt| Ok(page::receipt(&receipt)));
        }
        let session = session.map(|(_, session)| session);
        let flow = Flow::from_path(path);
        let is_booking = path.is_empty() || path == "book" || path.starts_with("book/");
        if !is_booking && flow.is_none_or(|flow| !flow.is_booking()) {
            return Ok(page::other_flow(flow, session.as_ref()));
        }
        let Some(code) = context.show_code() else { return Ok(page::nothing_chosen(session.as_ref())) };
        let Some(offer) = shop::offer(context, &code).await? else {
            return Ok(page::no_show(session.as_ref()));
        };
        let member = session.as_ref().and_then(|session| session.member_of(&offer.site.id));
        if path == "book"
            && offer.refusal.is_none()
            && let Some(choice) = TicketChoice::parse(&context.query, member.is_some())
        {
            return sale::review(context, &offer, choice).await;
        }
        Ok(page::show(&offer, session.as_ref()))
    }
}

/// Why a request fails.
#[derive(Debug, thiserror::Error)]
enum SandboxError {
    #[error("method not allowed")]
    MethodNotAllowed,
    #[error("invalid form")]
    Form,
    #[error("the form is not from a page of this session")]
    CsrfMismatch,
    #[error("unknown show")]
    UnknownShow,
    #[error("this session has no such order")]
    NoOrder,
    #[error("the show cannot be booked: {0}")]
    Unbookable(&'static str),
    #[error("the point-of-sale endpoint refused the booking: {0}")]
    Refused(String),
    #[error(transparent)]
    SiteUnreachable(#[from] product::SiteUnavailable),
    #[error(transparent)]
    Store(#[from] marquee_store::StoreError),
    #[error(transparent)]
    Random(#[from] marquee_auth::AuthError),
}

/// A request, with the state that is needed to respond to it.
struct RequestContext<'a> {
    app: &'a App,
    demo: &'a Ticketing,
    head: Parts,
    query: Fields,
}

impl RequestContext<'_> {
    /// The path without leading and trailing slashes.
    fn path(&self) -> &str {
        self.head.uri.path().trim_matches('/')
    }

    /// Path and query without the parameters in `without`. The path has exactly one leading slash, so that it is not a URL of
    /// another host.
    fn address(&self, without: &[String]) -> String {
        let path = self.head.uri.path().trim_start_matches(['/', '\\']);
        let query = self.head.uri.query().unwrap_or_default();
        let is_kept = |parameter: &&str| {
            let name = url::form_urlencoded::parse(parameter.as_bytes()).next();
            name.is_some_and(|(name, _)| !without.iter().any(|removed| *removed == name))
        };
        let remaining: Vec<&str> = query.split('&').filter(is_kept).collect();
        if remaining.is_empty() { format!("/{path}") } else { format!("/{path}?{}", remaining.join("&")) }
    }

    /// The code of the requested show, from the query or from the path `book/{code}`.
    fn show_code(&self) -> Option<String> {
        let code = self.query.get("perfCode").or_else(|| self.query.get("perfcode"));
        code.or_else(|| self.path().strip_prefix("book/")).map(str::to_owned)
    }

    /// The session of the request, with the member's current data.
    async fn session(&self) -> Result<Option<(sessions::Id, Session)>, SandboxError> {
        let now = self.app.pages.now();
        let Some((id, mut session)) = self.demo.sessions.session_of_request(&self.head.headers, now) else {
            return Ok(None);
        };
        let mut changed = arrival::refresh_member(self, &mut session).await?;
        let mut updated = session.clone();
        // A notice is shown once to a signed-in member, and on every page to others.
        changed |= updated.signed_in.is_some() && updated.notice.take().is_some();
        if changed {
            let updated = (updated.signed_in, updated.notice);
            self.demo.sessions.change(&id, |session| (session.signed_in, session.notice) = updated);
        }
        Ok(Some((id, session)))
    }
}

/// The fields of a form or a query.
#[derive(Debug, Default)]
struct Fields(Vec<(String, String)>);

impl Fields {
    fn parse(text: &str) -> Self {
        Self(url::form_urlencoded::parse(text.as_bytes()).into_owned().collect())
    }

    /// The first field of a name that is not empty.
    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, value)| key == name && !value.is_empty()).map(|(_, v)| v.as_str())
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(key, _)| key == name)
    }
}

async fn form(headers: &HeaderMap, body: Body) -> Result<Fields, SandboxError> {
    let kind = headers.get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        return Err(SandboxError::Form);
    }
    let bytes = body_within(headers, body, MAX_FORM_BYTES).await.ok_or(SandboxError::Form)?;
    Ok(Fields(url::form_urlencoded::parse(&bytes).into_owned().collect()))
}

/// A redirect to an address of the sandbox.
fn see_other(address: &str) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    let location = HeaderValue::from_str(address).unwrap_or_else(|_| HeaderValue::from_static("/"));
    response.headers_mut().insert(LOCATION, location);
    response
}

/// Sets the `Allow` header of pages and forms.
fn allow(headers: &mut HeaderMap) {
    headers.insert(ALLOW, HeaderValue::from_static("GET, HEAD, POST"));
}
