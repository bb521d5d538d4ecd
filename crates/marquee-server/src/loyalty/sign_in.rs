//! Sign-in by an HTML form, for browsers without scripts. It makes the same call as the page's script, in cookie mode, and
//! redirects to the page the visitor came from, or back to the form with an error code.

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{ALLOW, CACHE_CONTROL, LOCATION, REFERRER_POLICY};
use http::{HeaderValue, Request, StatusCode};
use marquee_auth::Password;
use marquee_gateway::{
    Body as CallBody, CALLS, CallName, Effect, Envelope, InnerRoute, Problem, Reply, ResponseFormat, Version,
};
use marquee_model::settings::SiteRecord;
use marquee_model::site_path::is_return_address;
use serde_json::Value;
use url::form_urlencoded;

use super::{Caller, Cookies, RequestError, body_of, cypher, is_same_origin};
use crate::app::App;
use crate::error;

/// Handles the form.
pub async fn sign_in(State(app): State<App>, request: Request<Body>) -> Response {
    match respond(&app, request).await {
        Ok(response) => response,
        Err(error) => error.into_response(),
    }
}

/// Handles the form at the address of its page, whose query has `next` and `return`: the form has no `action`, because every visitor
/// gets the same HTML. 405 for all other pages.
pub async fn sign_in_on_page(State(app): State<App>, request: Request<Body>) -> Response {
    let has_form = Caller::from_request(&app, &request)
        .is_ok_and(|caller| is_member_page(&caller.site.record, request.uri().path()));
    if has_form {
        return sign_in(State(app), request).await;
    }
    let mut response = error::method_not_allowed(request.uri().clone()).await;
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET,HEAD"));
    response
}

/// Whether a path is that of the login page or below it: these pages show the form to guests.
fn is_member_page(site: &SiteRecord, path: &str) -> bool {
    let slug = &site.settings.login_page.slug;
    let is_at_or_below = |prefix: &str| {
        let rest = path.strip_prefix(&format!("{prefix}/{slug}"));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    !slug.is_empty() && site.config.locale_prefixes().any(|(_, prefix)| is_at_or_below(&prefix))
}

async fn respond(app: &App, request: Request<Body>) -> Result<Response, RequestError> {
    let caller = Caller::from_request(app, &request)?;
    let settings = &caller.site.record.settings;
    if settings.login_page.slug.is_empty() {
        return Err(Problem::UnknownRoute.into());
    }
    if !is_same_origin(&caller, request.headers()) {
        return Err(Problem::CrossOrigin.into());
    }
    let (head, sent_body) = request.into_parts();
    let bytes = body_of(&head.headers, sent_body).await?;
    let form = Form::read(&bytes, head.uri.query().unwrap_or_default(), &caller.site.record);
    let cookies = Cookies::from_request(&app.gateway, &caller.site, &head.headers);
    let (tokens, _) = cypher::request_tokens(Some(cookies), &head.headers).await;
    let envelope = login(&caller, &form)?;
    let (code, effect) = match app.gateway.handle(&caller.gateway_request(true, tokens), envelope).await {
        Ok(Reply { body, effect }) => (code_of(&body), effect),
        // The form shows a message.
        Err(Problem::TooManyRequests { .. }) => (429, Effect::None),
        Err(Problem::Unavailable { .. } | Problem::BadGateway | Problem::GatewayTimeout) => {
            (503, Effect::None)
        }
        Err(problem) => return Err(problem.into()),
    };
    let to = if code == 0 { form.target() } else { form.back(code) };
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    headers.insert(LOCATION, HeaderValue::from_str(&to).unwrap_or_else(|_| HeaderValue::from_static("/")));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    cypher::apply(cookies, &effect, headers).await?;
    Ok(response)
}

/// The fields of the form.
struct Form {
    username: String,
    password: Password,
    /// Path of the site to open after the sign-in.
    next: String,
    /// The home page in the visitor's language, the default of `next`.
    home: String,
    /// The path of the form's page.
    page: String,
    /// Path on the ticketing site that the member is handed over to (HAND-01).
    return_path: Option<String>,
}

impl Form {
    /// The form of a body, and of the query of the page that has sent it.
    fn read(bytes: &[u8], query: &str, site: &SiteRecord) -> Self {
        let value = |pairs: &[u8], name: &str| {
            let mut pairs = form_urlencoded::parse(pairs);
            pairs.find(|(key, _)| key == name).map_or_else(String::new, |(_, value)| value.into_owned())
        };
        let (field, parameter) = (|name| value(bytes, name), |name| value(query.as_bytes(), name));
        // With or without a trailing slash, as the site's links (LINK-17).
        let page = field("page");
        let slug = &site.settings.login_page.slug;
        let mut prefixes = site.config.locale_prefixes().map(|(_, prefix)| prefix);
        let prefix = prefixes.find(|prefix| page.trim_end_matches('/') == format!("{prefix}/{slug}"));
        let page = if prefix.is_some() { page } else { format!("/{slug}/") };
        let prefix = prefix.unwrap_or_default();
        let home = format!("{prefix}/");
        let next = [field("next"), parameter("next")].into_iter().find(|next| is_return_address(next));
        let return_path = Some(parameter("return")).filter(|path| is_return_address(path));
        let (username, password) = (field("username"), field("password").into());
        Self { username, password, next: next.unwrap_or_else(|| home.clone()), home, page, return_path }
    }

    /// Where a sign-in leads: with `return`, back to the page, which hands the member over (HAND-01).
    fn target(&self) -> String {
        let Some(path) = &self.return_path else { return self.next.clone() };
        let query = form_urlencoded::Serializer::new(String::new()).append_pair("return", path).finish();
        format!("{}?{query}", self.page)
    }

    /// The form's path with an error code, `next` and `return`. The URL must contain neither username nor password.
    fn back(&self, code: u64) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("code", &code.to_string());
        if self.next != self.home {
            query.append_pair("next", &self.next);
        }
        if let Some(path) = &self.return_path {
            query.append_pair("return", path);
        }
        format!("{}?{}", self.page, query.finish())
    }
}

/// The login call in the site's API version.
fn login(caller: &Caller, form: &Form) -> Result<Envelope, RequestError> {
    let settings = &caller.site.record.settings;
    let parameters = settings.loyalty.call_parameters(settings.circuit.id.as_deref().unwrap_or_default(), "");
    let version = if parameters.version == 3 { Version::V3 } else { Version::V1 };
    let call = CALLS.iter().find(|call| call.name == CallName::Login && call.version() == version);
    let call = call.ok_or(Problem::UnknownRoute)?;
    let mut query = form_urlencoded::Serializer::new(String::new());
    // The circuit is the only parameter, in both versions.
    query.extend_pairs(call.query.iter().map(|name| (name, &parameters.circuit_id)));
    let route = InnerRoute::parse(&format!("{}?{}", call.path, query.finish()))?;
    let payload = [("username", form.username.as_str()), ("password", form.password.reveal())];
    let payload = payload.map(|(name, text)| (name.to_owned(), Value::from(text))).into_iter().collect();
    Ok(Envelope { method: call.method, route, format: ResponseFormat::Json, captcha: None, payload })
}

/// The code of a response; 500 if it has none.
fn code_of(body: &CallBody) -> u64 {
    let CallBody::Json(text) = body else { return 500 };
    let response: Value = serde_json::from_str(text).unwrap_or_default();
    response.get("peachCode").and_then(Value::as_u64).unwrap_or(500)
}
