//! The site editor: its pages below `/editor/`, and its API below `/api/editor/` (security 2.8).
//!
//! It answers on its own host; only the demo has it on the host of a site. Each handler authenticates the operator, checks
//! what the role permits, and calls [`marquee_site::draft::Drafts`] or [`Operators`].

mod account;
mod captions;
mod draft;
mod feeds;
mod film_labels;
mod films;
mod import;
mod keys;
mod language;
mod library;
mod may;
mod media;
mod members;
mod numbers;
mod overview;
mod page;
mod passkeys;
mod preview;
mod program;
mod recovery;
mod reply;
mod schedule;
mod sites;
mod team;
mod theaters;
mod videos;
mod webhooks;
mod website;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, FromRequest, MatchedPath, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::{delete, get, post, put};
use cookie::{Cookie, SameSite};
use http::header::{CONTENT_DISPOSITION, HOST, USER_AGENT};
use http::uri::Authority;
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use marquee_api::paths::{EDITOR_API_PREFIX, EDITOR_PREFIX, FONTS_PREFIX};
use marquee_model::host::{is_loopback, without_port};
use marquee_model::operator::Permission;
use marquee_model::{SiteId, TheaterId};
use marquee_site::SiteHandle;
use marquee_site::draft::Author;
use marquee_site::operators::{Device, Operators, PasskeyHost, SignedIn};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tower_http::trace::TraceLayer;

use crate::app::App;
use crate::cookies::{add, cookie_values};
use crate::loyalty::{body_within, is_from_origin};
use crate::problem::{problem, uncached_response};
use crate::span::request_span;

use reply::{Refusal, failed, refuse, with_code};
pub use website::Readings;

/// Name of the cookie with the token of a sign-in, after its prefix.
const COOKIE: &str = "operatorSession";
/// Maximum size of a request in bytes.
const MAX_BODY: usize = 4 << 20;

/// What the editor needs.
#[derive(Debug, Clone)]
pub struct Editor {
    pub app: App,
    pub operators: Operators,
    /// Address of the editor without path, for links in mails, for example `https://editor.cinema.example`.
    pub origin: String,
    /// Limits of readings of other websites and of schedules.
    pub readings: Readings,
}

type Shared = State<Arc<Editor>>;

/// The routes of one site.
fn routes_of_site() -> Router<Arc<Editor>> {
    let of_site = |path: &str| format!("{EDITOR_API_PREFIX}{{site}}/{path}");
    Router::new()
        .route(&of_site("media"), get(media::list).post(media::upload))
        .route(&of_site("media/films"), post(media::fetch_of_films))
        .route(&of_site("media/picture"), put(media::replace).delete(media::remove))
        .route(&of_site("media/picture/restore"), post(media::restore))
        .route(&of_site("media/videos"), post(videos::upload))
        .route(&of_site("media/video"), put(videos::replace).delete(videos::remove))
        .route(&of_site("media/video/restore"), post(videos::restore))
        .route(
            &of_site("media/video/captions"),
            get(captions::text).put(captions::save).delete(captions::remove),
        )
        .route(&of_site("draft"), get(draft::draft).patch(draft::edit))
        .route(&of_site("draft/version"), get(draft::version))
        .route(&of_site("draft/discard"), post(draft::discard))
        .route(&of_site("requests"), post(draft::send_request))
        .route(&of_site("requests/{kind}/{from}"), delete(draft::answer))
        .route(&of_site("preview"), get(preview::address))
        .route(&of_site("overview"), get(overview::overview))
        .route(&of_site("numbers"), get(numbers::numbers))
        .route(&of_site("numbers.csv"), get(numbers::numbers_csv))
        .route(&of_site("page-views"), get(numbers::page_views))
        .route(&of_site("films"), get(films::films))
        .route(&of_site("films/{id}"), get(films::film))
        .route(&of_site("film-matches"), get(films::matches))
        .route(&of_site("film-matches/{film}"), put(films::decide_match))
        .route(&of_site("program"), get(program::program))
        .route(&of_site("program/spreadsheet"), post(program::read_spreadsheet))
        .route(&of_site("program/import/plan"), post(import::plan))
        .route(&of_site("program/import"), post(import::import))
        .route(&of_site("program/template.csv"), get(program::template))
        .route(&of_site("program/template.xlsx"), get(program::workbook))
        .merge(routes_of_feeds())
        .merge(routes_of_webhooks())
        .route(&of_site("theaters"), get(theaters::of_feeds))
        .route(&of_site("theaters/{theater}/shows"), get(theaters::count_shows))
        .route(&of_site("alerts"), get(theaters::alerts))
        .route(&of_site("alerts/{theater}"), put(theaters::set_alert).delete(theaters::end_alert))
        .route(&of_site("publish"), post(draft::publish))
        .route(&of_site("publish/scheduled"), delete(draft::cancel_schedule))
        .route(&of_site("history"), get(draft::history))
        .route(&of_site("history/{number}"), get(draft::revision))
        .route(&of_site("history/{number}/restore"), post(draft::restore))
        .route(&of_site("removed"), get(draft::removed))
        .route(&of_site("removed/restore"), post(draft::put_back))
        .route(&of_site("team"), get(team::team))
        .route(&of_site("team/{id}"), put(team::change_role).delete(team::remove))
        .route(&of_site("team/{id}/restore"), post(team::restore))
        .route(&of_site("team/{id}/reminder"), post(team::remind))
        .route(&of_site("roles"), get(team::roles).post(team::create_role))
        .route(&of_site("roles/{role}"), put(team::change_own_role).delete(team::delete_role))
        .route(&of_site("box-office-points"), put(team::change_box_office_points))
        .route(&of_site("invitations"), post(team::invite))
        .route(&of_site("invitations/{id}"), delete(team::withdraw))
        .route(&of_site("invitations/{id}/restore"), post(team::restore_invitation))
        .route(&of_site("keys"), get(keys::list).post(keys::create))
        .route(&of_site("keys/{name}"), delete(keys::remove))
        .merge(members::routes())
        .route(&of_site("audit"), get(team::audit))
        .route(&of_site("audit.csv"), get(team::audit_csv))
}

/// The routes of a site's webhooks.
fn routes_of_webhooks() -> Router<Arc<Editor>> {
    let of_site = |path: &str| format!("{EDITOR_API_PREFIX}{{site}}/webhooks{path}");
    Router::new()
        .route(&of_site(""), get(webhooks::list).post(webhooks::add))
        .route(&of_site("/{webhook}"), put(webhooks::change).delete(webhooks::remove))
        .route(&of_site("/{webhook}/secret"), post(webhooks::replace_secret))
        .route(&of_site("/{webhook}/test"), post(webhooks::test))
        .route(&of_site("/{webhook}/messages"), get(webhooks::messages))
        .route(&of_site("/{webhook}/messages/{message}"), post(webhooks::resend))
}

/// The routes of a site's feeds.
fn routes_of_feeds() -> Router<Arc<Editor>> {
    let of_site = |path: &str| format!("{EDITOR_API_PREFIX}{{site}}/feeds{path}");
    Router::new()
        .route(&of_site(""), get(feeds::list).post(feeds::connect))
        .route(&of_site("/trial"), post(feeds::trial))
        .route(&of_site("/try-titles"), post(feeds::try_titles))
        .route(&of_site("/{feed}/titles"), get(feeds::titles))
        .route(&of_site("/{feed}"), put(feeds::change).delete(feeds::remove))
        .route(&of_site("/{feed}/push"), post(feeds::turn_push_on).delete(feeds::turn_push_off))
        .route(&of_site("/{feed}/run"), post(feeds::run))
        .route(&of_site("/{feed}/runs"), get(feeds::runs))
        .route(&of_site("/{feed}/runs/{run}"), get(feeds::one_run))
        .route(&of_site("/{feed}/runs/{run}/response"), get(feeds::response))
        .route(&of_site("/{feed}/runs/{run}/replay"), post(feeds::replay))
        .route(&of_site("/{feed}/runs/{run}/decision"), post(feeds::decide))
}

impl Editor {
    /// The routes of the editor's host.
    pub fn router(self) -> Router {
        let editor = Arc::new(self);
        let api = |path: &str| format!("{EDITOR_API_PREFIX}{path}");
        Router::new()
            .route("/", get(page::to_editor))
            .route(EDITOR_PREFIX, get(page::page))
            .route(&format!("{EDITOR_PREFIX}{{*path}}"), get(page::page))
            .route(&format!("{FONTS_PREFIX}{{*path}}"), get(page::font))
            .route(&api("openapi.json"), get(openapi))
            .route(&api("session"), get(account::session))
            .route(&api("sign-in"), post(account::sign_in))
            .route(&api("sign-out"), post(account::sign_out))
            .route(&api("reauthenticate"), post(account::reauthenticate))
            .route(&api("password"), post(account::change_password))
            .route(&api("password/reset"), post(recovery::request_reset))
            .route(&api("password/reset/confirm"), post(recovery::reset))
            .route(&api("account"), put(recovery::rename))
            .route(&api("account/email"), post(recovery::request_email))
            .route(&api("account/email/confirm"), post(recovery::confirm_email))
            .route(&api("invitation"), get(account::invitation).post(account::accept))
            .merge(passkeys::routes())
            .route(&api("totp"), post(account::begin_totp).delete(account::remove_totp))
            .route(&api("totp/confirm"), post(account::confirm_totp))
            .route(&api("recovery-codes"), post(account::recovery_codes))
            .route(&api("sessions"), get(account::sessions).delete(account::end_other_sessions))
            .route(&api("sessions/{id}"), delete(account::end_session))
            .route(&api("site-schema"), get(draft::schema))
            .route(&api("looks"), get(sites::looks))
            .route(&api("website"), post(website::read))
            .route(&api("schedule"), post(schedule::read))
            .route(&api("sites"), post(sites::create))
            .merge(routes_of_site())
            .fallback(not_found)
            .method_not_allowed_fallback(method_not_allowed)
            .layer(DefaultBodyLimit::disable())
            .layer(from_fn_with_state(editor.clone(), check_origin))
            .layer(
                TraceLayer::new_for_http()
                    .make_span_with(|request: &Request| {
                        let route = request.extensions().get::<MatchedPath>();
                        request_span(request.method(), route.map_or("editor", MatchedPath::as_str))
                    })
                    .on_request(())
                    .on_response(())
                    .on_failure(()),
            )
            .with_state(editor)
    }

    /// Whether the editor is reached over https: its cookie then has the prefix `__Host-` and the attribute `Secure`.
    fn is_secure(&self) -> bool {
        self.origin.starts_with("https://")
    }

    fn cookie_name(&self) -> String {
        format!("{}{COOKIE}", if self.is_secure() { "__Host-" } else { "" })
    }

    /// Sets the cookie of a sign-in; without a token it is removed.
    fn set_cookie(&self, headers: &mut HeaderMap, token: Option<&str>) {
        let mut cookie = Cookie::build((self.cookie_name(), token.unwrap_or_default()))
            .path("/")
            .http_only(true)
            .same_site(SameSite::Strict)
            .secure(self.is_secure());
        if token.is_none() {
            cookie = cookie.removal();
        }
        add(headers, &cookie.build());
    }

    /// The person who makes a request.
    async fn signed_in(&self, headers: &HeaderMap) -> Result<SignedIn, Refusal> {
        let name = self.cookie_name();
        let mut values = cookie_values(headers, &name);
        // Of several cookies with the same name none is used.
        let token = values.next().filter(|_| values.next().is_none()).unwrap_or_default();
        let person = self.operators.authenticate(token).await.map_err(failed)?;
        person.ok_or_else(|| refuse(StatusCode::UNAUTHORIZED, "Sign in first"))
    }

    /// The person who makes a request, who must be an owner of all sites.
    async fn owner_of_all_sites(&self, headers: &HeaderMap) -> Result<SignedIn, Refusal> {
        let person = self.signed_in(headers).await?;
        if sites::may_create_sites(&person) {
            Ok(person)
        } else {
            Err(refuse(StatusCode::FORBIDDEN, "Only owners of all sites create sites"))
        }
    }

    /// The person who makes a request, and a site, as far as the role permits.
    async fn access(
        &self,
        headers: &HeaderMap,
        site: &str,
        permission: Permission,
        place: Place<'_>,
    ) -> Result<Access, Refusal> {
        let person = self.signed_in(headers).await?;
        let unknown = || refuse(StatusCode::NOT_FOUND, "Site not found");
        let id = SiteId::parse(site).map_err(|_| unknown())?;
        let site = self.app.sites.by_id(&id).ok_or_else(unknown)?;
        let author = match place {
            Place::Site => person.author(&id, permission),
            // Nobody is limited to a theater without a valid id.
            Place::Theater(theater) => match TheaterId::parse(theater) {
                Ok(theater) => person.author_at(&id, permission, theater),
                Err(_) => person.author(&id, permission),
            },
            Place::InPart => person.author_somewhere(&id, permission),
        };
        let author = author.map_err(failed)?;
        if site.record.config.options.operators_need_second_factor
            && !self.operators.has_second_factor(&person).map_err(failed)?
        {
            let title =
                "This site needs a second factor: add a passkey or an authenticator app to your account";
            return Err(with_code(StatusCode::FORBIDDEN, title, "secondFactor"));
        }
        Ok(Access { person, author, id, site })
    }
}

/// What a request changes.
#[derive(Debug, Clone, Copy)]
enum Place<'a> {
    /// The whole site, as far as limits to theaters are concerned.
    Site,
    /// The theater with this id.
    Theater(&'a str),
    /// Parts that the callee checks one by one.
    InPart,
}

/// A person's access to a site.
pub struct Access {
    person: SignedIn,
    author: Author,
    id: SiteId,
    site: Arc<SiteHandle>,
}

/// Refuses requests of other sites' pages that change something: they need the editor's own origin (security 1.5).
async fn check_origin(State(editor): Shared, request: Request, next: Next) -> Response {
    let is_change = !matches!(*request.method(), Method::GET | Method::HEAD);
    let (head, body) = request.into_parts();
    let is_own = is_from_origin(&head.headers, &browser_origin(&editor, &head));
    let request = Request::from_parts(head, body);
    let mut response = if is_change && !is_own {
        problem(StatusCode::FORBIDDEN, "The request comes from another site", None, None)
    } else {
        next.run(request).await
    };
    crate::headers::complete(response.headers_mut(), editor.is_secure());
    response
}

/// The origin that the browser uses.
fn browser_origin(editor: &Editor, head: &http::request::Parts) -> String {
    let (uri, headers) = (&head.uri, &head.headers);
    let authority = headers.get(HOST).and_then(|v| v.to_str().ok());
    let authority = authority.or_else(|| uri.authority().map(Authority::as_str)).unwrap_or_default();
    let own = if is_loopback(without_port(authority)) { "http" } else { "https" };
    let scheme = editor.app.proxies.scheme(&head.extensions, headers).unwrap_or(own);
    format!("{scheme}://{authority}")
}

/// The host of a request, as far as browsers offer passkeys there.
fn passkey_host(editor: &Editor, head: &http::request::Parts) -> Option<PasskeyHost> {
    PasskeyHost::parse(&browser_origin(editor, head))
}

/// Where a request comes from.
fn device<'a>(editor: &Editor, head: &'a http::request::Parts) -> Device<'a> {
    Device {
        address: editor.app.proxies.visitor(&head.extensions, &head.headers),
        user_agent: head.headers.get(USER_AGENT).and_then(|v| v.to_str().ok()).unwrap_or_default(),
    }
}

/// The JSON body of a request of somebody who is signed in. The extractors before it have checked that.
pub struct Form<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Editor>> for Form<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &Arc<Editor>) -> Result<Self, Refusal> {
        let (head, body) = request.into_parts();
        json_body(&head.headers, body).await.map(Self)
    }
}

/// The JSON body of a request of somebody who is signed in.
async fn json_body<T: DeserializeOwned>(headers: &HeaderMap, body: Body) -> Result<T, Refusal> {
    json_body_within(headers, body, MAX_BODY).await
}

/// The JSON body of a request, limited to `max` bytes.
async fn json_body_within<T: DeserializeOwned>(
    headers: &HeaderMap,
    body: Body,
    max: usize,
) -> Result<T, Refusal> {
    let content_type =
        headers.get(http::header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let media_type = content_type.split(';').next().unwrap_or_default().trim();
    if !media_type.eq_ignore_ascii_case("application/json") {
        return Err(refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body must be application/json"));
    }
    let bytes = body_within(headers, body, max).await.map_err(reply::body_refused)?;
    serde_json::from_slice(&bytes)
        .map_err(|error| refuse(StatusCode::BAD_REQUEST, &format!("Invalid body: {error}")))
}

/// A JSON response.
fn json<T: Serialize>(value: &T) -> Result<Response, Refusal> {
    let text = serde_json::to_string(value).map_err(|error| {
        tracing::error!(%error, "cannot serialize a response");
        refuse(StatusCode::INTERNAL_SERVER_ERROR, "The response cannot be written")
    })?;
    Ok(uncached_response(StatusCode::OK, "application/json", text))
}

/// A file to save. `disposition` names it.
fn download(disposition: &str, content_type: &'static str, content: impl Into<Body>) -> Response {
    let mut response = uncached_response(StatusCode::OK, content_type, content);
    if let Ok(disposition) = HeaderValue::from_str(disposition) {
        response.headers_mut().insert(CONTENT_DISPOSITION, disposition);
    }
    response
}

fn no_content() -> Response {
    uncached_response(StatusCode::NO_CONTENT, "application/json", Body::empty())
}

/// A query parameter; `None` if it is missing or empty.
fn query(uri: &http::Uri, name: &str) -> Option<String> {
    let mut pairs = url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    pairs.find(|(key, _)| key == name).map(|(_, value)| value.into_owned()).filter(|value| !value.is_empty())
}

/// A query parameter that is a number.
fn number(uri: &http::Uri, name: &'static str) -> Result<Option<i64>, Refusal> {
    let malformed = |_| {
        let title = format!("{name} must be a number");
        Refusal(Box::new(problem(StatusCode::BAD_REQUEST, &title, Some(name), None)))
    };
    query(uri, name).map(|text| text.parse().map_err(malformed)).transpose()
}

/// The OpenAPI document of this API.
async fn openapi() -> Result<Response, Refusal> {
    json(&marquee_api::editor::openapi())
}

async fn not_found() -> Response {
    problem(StatusCode::NOT_FOUND, "Not found", None, None)
}

async fn method_not_allowed() -> Response {
    problem(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed", None, None)
}
