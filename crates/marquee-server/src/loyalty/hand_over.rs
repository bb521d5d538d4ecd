//! Hand-over of a session to the ticketing site (security 5.2): `POST /api/hand-over-ticket` gives a page a single-use ticket,
//! `GET /api/hand-over` sends the browser there with a token that scripts cannot read.

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Request, StatusCode};
use marquee_api::loyalty::HandOverResponse;
use marquee_gateway::{Failure, Problem};
use marquee_loyalty::{LoyaltyError, RefusalReason};
use marquee_messages::{Language, later};
use marquee_model::site_path;
use marquee_model::text::escape_html;
use sha2::{Digest, Sha256};
use url::Url;

use super::pages::parameter;
use super::{Caller, Cookies, RequestError, cypher, is_same_origin, problem};
use crate::app::App;
use crate::visitor::count_ticketing;

/// Responds with a ticket for the signed-in member.
pub async fn ticket(State(app): State<App>, request: Request<Body>) -> Response {
    match respond_with_ticket(&app, request).await {
        Ok(response) => response,
        Err(error) => error.into_response(),
    }
}

fn ticket_response(peach_code: u16, status_code: u16, ticket: Option<String>) -> Response {
    problem::serialized_response(&HandOverResponse { peach_code, status_code, ticket })
}

async fn respond_with_ticket(app: &App, request: Request<Body>) -> Result<Response, RequestError> {
    let caller = Caller::from_request(app, &request)?;
    let is_cookie_mode = cypher::is_cookie_mode(&caller, request.headers())?;
    let headers = request.headers().clone();
    let cookies = is_cookie_mode.then(|| Cookies::from_request(&app.gateway, &caller.site, &headers));
    let (tokens, _) = cypher::request_tokens(cookies, &headers).await;
    let settings = &caller.site.record.settings;
    let Some(to) = settings.ticketing_origin() else { return Err(Problem::UnknownRoute.into()) };
    // An external service has its own tokens, which pages must not see.
    if settings.loyalty.upstream.is_some() {
        return Err(Problem::UnknownRoute.into());
    }
    match fresh_ticket(app, &caller, tokens.session.as_deref(), &to).await {
        Ok(ticket) => Ok(ticket_response(0, 200, Some(ticket))),
        Err(Failure::Refused(refusal)) => Ok(ticket_response(refusal.code, refusal.code, None)),
        Err(Failure::Problem(problem)) => Err(problem.into()),
    }
}

async fn fresh_ticket(
    app: &App,
    caller: &Caller,
    session: Option<&str>,
    origin: &str,
) -> Result<String, Failure> {
    let token = session.ok_or(LoyaltyError::Refused(RefusalReason::InvalidSession))?;
    let (loyalty, site) = (app.gateway.loyalty(), &caller.site.record);
    let principal = loyalty.sessions().session_by_token(site, token).await?;
    loyalty.sessions().require_unexpired(site, &principal)?;
    Ok(loyalty.sessions().create_ticket(site, &principal, origin).await?)
}

/// Sends the browser to a URL of the ticketing site with a token of the signed-in member: by a redirect, or by a form that
/// posts it.
pub async fn redirect_to_ticketing(State(app): State<App>, request: Request<Body>) -> Response {
    // `Body` is not `Sync`, so no reference to the request may be held across an await.
    let caller = Caller::from_request(&app, &request);
    let (head, _) = request.into_parts();
    let result = match caller {
        Ok(caller) => respond(&app, &caller, &head).await,
        Err(error) => Err(error),
    };
    match result {
        Ok(response) => response,
        Err(error) => error.into_response(),
    }
}

async fn respond(app: &App, caller: &Caller, head: &Parts) -> Result<Response, RequestError> {
    let record = &caller.site.record;
    let origin = record.settings.ticketing_origin().ok_or(Problem::UnknownRoute)?;
    let mut to = target(&parameter(&head.uri, "to"), &record.settings.ticketing_url, &origin)?;
    let posts = match parameter(&head.uri, "method").as_str() {
        "" | "get" => false,
        "post" => true,
        _ => {
            let (field, rule) = ("method".to_owned(), "must be get or post".to_owned());
            return Err(Problem::Malformed { field, rule }.into());
        }
    };
    count_ticketing(app, &caller.site, &head.method, &head.headers, to.as_str()).await;
    let name =
        record.settings.loyalty.provider.token_parameter(record.config.options.token_parameter.as_deref());
    match token(app, caller, head, &origin).await? {
        Some(token) if posts => Ok(form(&to, &origin, name, &token, &caller.language)),
        token => {
            if let Some(token) = token {
                to.query_pairs_mut().append_pair(name, &token);
            }
            Ok(redirect(&to))
        }
    }
}

/// The requested URL, if it is one of the ticketing site.
fn target(text: &str, ticketing_url: &str, origin: &str) -> Result<Url, RequestError> {
    let of_site = |url: &Url| {
        url.origin().ascii_serialization() == origin && url.username().is_empty() && url.password().is_none()
    };
    // The URL parser removes dot segments and reads a backslash as a slash, so the path is checked in its original form, after
    // the prefix that the operator set.
    let address = text.split(['?', '#']).next().unwrap_or_default();
    let prefix = ticketing_url.trim_end_matches('/');
    let of_prefix = |rest: &&str| !prefix.is_empty() && (rest.is_empty() || rest.starts_with('/'));
    let path = address.strip_prefix(prefix).filter(of_prefix).or_else(|| {
        let (_, after_scheme) = address.split_once("://")?;
        Some(after_scheme.split_at(after_scheme.find('/').unwrap_or(after_scheme.len())).1)
    });
    let is_clear =
        !address.contains('\\') && path.is_some_and(|path| path.is_empty() || site_path::check(path).is_ok());
    Url::parse(text).ok().filter(|url| is_clear && of_site(url)).ok_or_else(|| {
        let (field, rule) = ("to".to_owned(), "must be a URL of the ticketing site".to_owned());
        Problem::Malformed { field, rule }.into()
    })
}

/// The token of a signed-in member who comes from a page of the site: the service's own token, or a ticket of the engine.
///
/// Only navigations get one, because scripts could read the response to a fetch.
async fn token(
    app: &App,
    caller: &Caller,
    head: &Parts,
    origin: &str,
) -> Result<Option<String>, RequestError> {
    let headers = &head.headers;
    let is_page = headers.get("sec-fetch-dest").is_some_and(|dest| dest == "document" || dest == "iframe");
    let navigates = is_page && headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate");
    if !navigates || !is_same_origin(caller, headers) {
        return Ok(None);
    }
    let cookies = Cookies::from_request(&app.gateway, &caller.site, headers);
    let (tokens, _) = cypher::request_tokens(Some(cookies), headers).await;
    if caller.site.record.settings.loyalty.upstream.is_some() {
        return Ok(tokens.session);
    }
    match fresh_ticket(app, caller, tokens.session.as_deref(), origin).await {
        Ok(ticket) => Ok(Some(ticket)),
        Err(Failure::Refused(_)) => Ok(None),
        Err(Failure::Problem(problem)) => Err(problem.into()),
    }
}

fn private(headers: &mut HeaderMap) {
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
}

fn redirect(to: &Url) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    private(response.headers_mut());
    if let Ok(location) = HeaderValue::from_str(to.as_str()) {
        response.headers_mut().insert(LOCATION, location);
    }
    response
}

/// Script that submits the form immediately.
const SUBMIT: &str = "document.forms[0].submit()";

/// A page whose form posts the token (HAND-11). It is sandboxed with an opaque origin, so that no page that opened or framed
/// it can read it.
fn form(to: &Url, origin: &str, name: &str, token: &str, language: &str) -> Response {
    let language = Language::of_locale(language);
    // HAND-02, HAND-03.
    let (title, button) = (later::hand_over_wait(language), later::hand_over_now(language));
    let [action, name, token] = [to.as_str(), name, token].map(escape_html);
    let page = format!(
        "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\">\
         <title>{title}</title></head><body><main><form method=\"post\" action=\"{action}\"><p>{title}</p>\
         <input type=\"hidden\" name=\"{name}\" value=\"{token}\"><button>{button}</button></form></main>\
         <script>{SUBMIT}</script></body></html>\n",
        language.tag(),
    );
    let hash = STANDARD.encode(Sha256::digest(SUBMIT));
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{hash}'; form-action {origin}; base-uri 'none'; \
         sandbox allow-forms allow-scripts"
    );
    let mut response = page.into_response();
    let headers = response.headers_mut();
    private(headers);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}
