//! Links in mails, and captcha challenges for forms.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, LOCATION, REFERRER_POLICY};
use http::{HeaderValue, Request, StatusCode, Uri};
use marquee_gateway::CALLS;
use marquee_loyalty::ConfirmedAction;

use super::{Caller, RequestError, problem};
use crate::app::App;

/// The first query parameter of a name; empty if it is missing.
pub fn parameter(uri: &Uri, name: &str) -> String {
    let query = uri.query().unwrap_or_default().as_bytes();
    let mut pairs = url::form_urlencoded::parse(query);
    pairs.find(|(key, _)| key == name).map_or_else(String::new, |(_, value)| value.into_owned())
}

/// Redeems the code of a mail and redirects to the login page in the mail's language, which shows the outcome.
pub async fn activate(State(app): State<App>, request: Request<axum::body::Body>) -> Response {
    let caller = match Caller::from_request(&app, &request) {
        Ok(caller) => caller,
        Err(error) => return error.into_response(),
    };
    let code = parameter(request.uri(), "code");
    let outcome = match app.gateway.loyalty().accounts().confirm_action(caller.visitor(), &code).await {
        Ok(ConfirmedAction::Account) => "account",
        Ok(ConfirmedAction::UserName) => "username",
        Ok(ConfirmedAction::Membership) => "membership",
        Err(error) => {
            tracing::info!(site.id = %caller.site.id, %error, "an emailed code was refused");
            "failed"
        }
    };
    let record = &caller.site.record;
    let slug = &record.settings.login_page.slug;
    let prefix = record.config.locale_prefix(&parameter(request.uri(), "locale"));
    let path = if slug.is_empty() { format!("{prefix}/") } else { format!("{prefix}/{slug}/") };
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    let location = HeaderValue::from_str(&format!("{path}?activation={outcome}"));
    headers.insert(LOCATION, location.unwrap_or_else(|_| HeaderValue::from_static("/")));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// A challenge of the built-in captcha for a call.
pub async fn challenge(State(app): State<App>, request: Request<axum::body::Body>) -> Response {
    let caller = match Caller::from_request(&app, &request) {
        Ok(caller) => caller,
        Err(error) => return error.into_response(),
    };
    let action = parameter(request.uri(), "action");
    let is_captcha_action =
        CALLS.iter().filter(|call| call.captcha).any(|call| marquee_gateway::action(call) == action);
    if !is_captcha_action {
        let title = "Unknown captcha action";
        return problem::problem(StatusCode::NOT_FOUND, title, Some("action"), None);
    }
    match app.gateway.captchas().challenge(&caller.host, &action, app.gateway.loyalty().real_time()) {
        Ok(challenge) => problem::serialized_response(&challenge),
        Err(problem) => RequestError::Problem(problem).into_response(),
    }
}
