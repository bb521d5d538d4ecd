//! `POST /api/cypher`: loyalty calls.

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Request};
use marquee_api::loyalty::{COOKIE_MODE, REFRESH_TOKEN_HEADER, SESSION_MODE_HEADER, SESSION_TOKEN_HEADER};
use marquee_gateway::{Effect, Envelope, Problem, Reply, RequestTokens, form};

use super::{Caller, Cookies, RequestError, body_of, is_same_origin, problem};
use crate::app::App;

/// Responds to a loyalty call.
pub async fn cypher(State(app): State<App>, request: Request<Body>) -> Response {
    call(&app, request).await
}

/// Like [`cypher`], without the router.
pub async fn call(app: &App, request: Request<Body>) -> Response {
    match respond(app, request).await {
        Ok(response) => response,
        Err(error) => error.into_response(),
    }
}

/// Whether a request uses cookie mode; in header mode cookies are ignored.
pub fn is_cookie_mode(caller: &Caller, headers: &HeaderMap) -> Result<bool, RequestError> {
    match headers.get(SESSION_MODE_HEADER) {
        None => Ok(false),
        Some(mode) if mode == COOKIE_MODE => {
            if is_same_origin(caller, headers) {
                Ok(true)
            } else {
                Err(Problem::CrossOrigin.into())
            }
        }
        Some(_) => {
            let (field, rule) = (SESSION_MODE_HEADER.to_owned(), "must be cookie or omitted".to_owned());
            Err(Problem::Malformed { field, rule }.into())
        }
    }
}

/// The tokens of a request, and whether it has an invalid cookie to clear.
pub async fn request_tokens(cookies: Option<Cookies<'_>>, headers: &HeaderMap) -> (RequestTokens, bool) {
    let Some(cookies) = cookies else {
        let token = |name: &str| headers.get(name).and_then(|v| v.to_str().ok()).map(str::to_owned);
        return (
            RequestTokens {
                session: token(SESSION_TOKEN_HEADER),
                refresh: token(REFRESH_TOKEN_HEADER),
                record: None,
                registration_id: None,
            },
            false,
        );
    };
    let (record, is_stale) = Box::pin(cookies.record(headers)).await;
    let non_empty = |text: &str| Some(text.to_owned()).filter(|t| !t.is_empty());
    let tokens = RequestTokens {
        session: record.as_ref().and_then(|r| non_empty(&r.token)),
        refresh: record.as_ref().and_then(|r| non_empty(&r.refresh_token)),
        record,
        registration_id: cookies.registration(headers),
    };
    (tokens, is_stale)
}

async fn respond(app: &App, request: Request<Body>) -> Result<Response, RequestError> {
    let caller = Caller::from_request(app, &request)?;
    let is_cookie_mode = is_cookie_mode(&caller, request.headers())?;
    let (head, body) = request.into_parts();
    let headers = &head.headers;
    let kind = headers.get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let envelope = envelope(kind, body_of(headers, body).await?).await?;
    let cookies = is_cookie_mode.then(|| Cookies::from_request(&app.gateway, &caller.site, headers));
    let (mut tokens, is_stale) = request_tokens(cookies, headers).await;
    // A page that received a hand-over ticket exchanges it for a session, with this call (SESS-28, security 5.4).
    let gets_member = envelope.route.segments.iter().any(|segment| segment == "GetMember");
    if gets_member && is_cookie_mode && tokens.record.is_none() {
        tokens.session = headers.get(SESSION_TOKEN_HEADER).and_then(|v| v.to_str().ok()).map(str::to_owned);
    }
    let signs_out = envelope.route.segments.last().is_some_and(|last| last == "Logout");
    // Recorded before the call, in case the visitor disconnects or the service fails.
    let recorded = match tokens.record.as_ref().filter(|_| signs_out) {
        Some(record) => app.gateway.proxy_sign_ins().sign_out(&caller.site.record, record).await,
        None => Ok(()),
    };
    let reply = match recorded {
        Ok(()) => app.gateway.handle(&caller.gateway_request(is_cookie_mode, tokens), envelope).await,
        Err(error) => {
            tracing::error!(site.id = %caller.site.id, %error, "cannot record a sign-out");
            Err(Problem::Unavailable { seconds: 2 })
        }
    };
    let (mut response, effect) = match reply {
        Ok(Reply { body, effect }) => (problem::gateway_response(body), effect),
        Err(problem) => (RequestError::Problem(problem).into_response(), Effect::None),
    };
    if let Some(cookies) = cookies {
        // A sign-out clears the cookies even if the call failed (SESS-32).
        let effect =
            if signs_out || (is_stale && effect == Effect::None) { Effect::SignedOut } else { effect };
        apply(cookies, &effect, response.headers_mut()).await?;
    }
    Ok(response)
}

/// Applies the effect of a call to the visitor's cookies.
pub async fn apply(cookies: Cookies<'_>, effect: &Effect, out: &mut HeaderMap) -> Result<(), RequestError> {
    let done = match effect {
        Effect::None => Ok(()),
        Effect::SignedIn { record, is_expired } => {
            Box::pin(cookies.set_session(out, record, *is_expired)).await
        }
        Effect::SignedOut => {
            cookies.clear(out);
            Ok(())
        }
        Effect::RegistrationStarted(id) => cookies.set_registration(out, id),
    };
    done.map_err(|error| {
        tracing::error!(error, "cannot create a cookie");
        RequestError::Problem(Problem::Unavailable { seconds: 2 })
    })
}

/// Parses an envelope by its media type.
async fn envelope(kind: &str, bytes: Bytes) -> Result<Envelope, RequestError> {
    let media_type = kind.split(';').next().unwrap_or_default().trim();
    if media_type.eq_ignore_ascii_case("application/json") {
        Ok(Envelope::from_json(&bytes)?)
    } else if media_type.eq_ignore_ascii_case("multipart/form-data") {
        Ok(Envelope::from_fields(Box::pin(form::fields(kind, bytes)).await?)?)
    } else {
        Err(RequestError::UnsupportedMediaType)
    }
}
