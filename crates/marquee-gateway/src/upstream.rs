//! Proxy mode: an external service responds instead of the engine. Requests are rebuilt from the table and validated parts,
//! within limits; of responses only the declared fields are copied (security 1.4, 3.1, 3.2, 3.5).

use std::collections::HashMap;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use marquee_api::loyalty::{REFRESH_TOKEN_HEADER, SESSION_TOKEN_HEADER};
use marquee_model::SiteId;
use marquee_model::peach::PeachCode;
use marquee_model::settings::{DEFAULT_WALLET_PREFIX, LoyaltyUpstream};
use marquee_outbound::{Limits, Outbound, OutboundError, OutboundRequest};
use parking_lot::Mutex;
use serde_json::{Map, Value, json};
use tokio::sync::Semaphore;
use url::Url;

use crate::context::Context;
use crate::envelope::{Method, ResponseFormat};
use crate::problem::Problem;
use crate::record::SessionRecord;
use crate::reply::{CallResponse, Effect, Failure, Refusal, to_fields};
use crate::table::{Call, CallName as N, Session, Version};

mod breaker;

use breaker::Breaker;

/// Limits of one response: 1 MiB, 10 seconds.
const LIMITS: Limits = Limits { bytes: 1 << 20, time: Duration::from_secs(10) };
/// Maximum number of concurrent calls of all sites together.
const MAX_CONCURRENT: usize = 64;

/// Client of the external services of all sites.
#[derive(Debug)]
pub struct Upstreams {
    outbound: Outbound,
    slots: Semaphore,
    breakers: Mutex<HashMap<SiteId, Breaker>>,
}

/// Raw response of a service.
struct ServiceResponse {
    status: u16,
    body: Vec<u8>,
}

impl Upstreams {
    #[must_use]
    pub fn new(outbound: Outbound) -> Self {
        Self { outbound, slots: Semaphore::new(MAX_CONCURRENT), breakers: Mutex::default() }
    }

    /// Forwards a call to the service.
    pub(crate) async fn forward(
        &self,
        c: &Context<'_>,
        upstream: &LoyaltyUpstream,
    ) -> Result<CallResponse, Failure> {
        let Ok(_slot) = self.slots.try_acquire() else {
            return Err(Problem::Unavailable { seconds: 2 }.into());
        };
        let site = &c.request.site.id;
        if !self.breakers.lock().entry(site.clone()).or_default().allows(Instant::now()) {
            return Err(Problem::Unavailable { seconds: 5 }.into());
        }
        let mut response = self.send(c, upstream).await;
        // A failed read is retried once; a write never is.
        if c.call.method == Method::Get && matches!(response, Err(Problem::Unavailable { .. })) {
            response = self.send(c, upstream).await;
        }
        let failed = response.as_ref().map_or(true, |response| response.status >= 500);
        self.breakers.lock().entry(site.clone()).or_default().record(!failed, Instant::now());
        interpret(c, response?)
    }

    async fn send(&self, c: &Context<'_>, upstream: &LoyaltyUpstream) -> Result<ServiceResponse, Problem> {
        let url = call_url(&upstream.base_url, c).ok_or(Problem::Unavailable { seconds: 60 })?;
        let mut request = match c.call.method {
            Method::Get => OutboundRequest::get(url),
            Method::Post => {
                let body = Value::Object(c.payload.fields().clone()).to_string();
                OutboundRequest::post(url, "application/json", body.into_bytes())
            }
        };
        request = request.with_header("accept", "application/json");
        let tokens = &c.request.tokens;
        let session = match c.call.session {
            Session::Required | Session::Optional | Session::RequiredOrId => tokens.session.as_ref(),
            Session::None | Session::Refresh => None,
        };
        if let Some(token) = session {
            request = request.with_header(SESSION_TOKEN_HEADER, token.as_str());
        }
        if let (Session::Refresh, Some(token)) = (c.call.session, &tokens.refresh) {
            request = request.with_header(REFRESH_TOKEN_HEADER, token.as_str());
        }
        match self.outbound.send(request, LIMITS).await {
            Ok(response) => Ok(ServiceResponse { status: response.status, body: response.body.to_vec() }),
            Err(error) => {
                tracing::warn!(site.id = %c.request.site.id, %error, "the request to the loyalty service failed");
                Err(match error {
                    OutboundError::Timeout { .. } => Problem::GatewayTimeout,
                    OutboundError::TooLarge { .. } => Problem::BadGateway,
                    _ => Problem::Unavailable { seconds: 5 },
                })
            }
        }
    }
}

/// URL of a call: the table's path with encoded arguments, and the declared query parameters.
fn call_url(base: &str, c: &Context<'_>) -> Option<Url> {
    let mut url = Url::parse(base).ok()?;
    {
        let mut path = url.path_segments_mut().ok()?;
        path.pop_if_empty();
        for segment in c.call.path.split('/').skip(1) {
            if segment == DEFAULT_WALLET_PREFIX {
                path.push(c.request.site.record.config.options.wallet_prefix());
                continue;
            }
            let name = segment.strip_prefix('{').and_then(|p| p.strip_suffix('}'));
            path.push(name.map_or(Some(segment), |name| c.arguments.get(name))?);
        }
    }
    let declared_names = c.call.query.iter().chain(c.call.optional);
    let pairs: Vec<_> = declared_names.filter_map(|name| Some((*name, c.arguments.get(name)?))).collect();
    if !pairs.is_empty() {
        url.query_pairs_mut().clear().extend_pairs(pairs);
    }
    Some(url)
}

/// Fields that are removed from responses at any depth, in addition to `boxofficeRefreshSessionToken`.
const SECRET: [&str; 4] =
    ["sessionManagementTokens", "userSessionId", "encryptedSessionId", "boxofficeSessionToken"];

fn without_secrets(value: Value) -> Value {
    match value {
        Value::Object(map) => Value::Object(
            map.into_iter()
                .filter(|(name, _)| {
                    !SECRET.contains(&name.as_str()) && name != "boxofficeRefreshSessionToken"
                })
                .map(|(name, value)| (name, without_secrets(value)))
                .collect(),
        ),
        Value::Array(items) => Value::Array(items.into_iter().map(without_secrets).collect()),
        other => other,
    }
}

/// The wallet pass in a body: a signed JWT, three base64url parts. `None` for any other body (security 3.5).
fn pass(body: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(body).ok()?.trim_ascii_end();
    let is_part = |segment: &str| {
        !segment.is_empty() && segment.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    };
    let mut parts = text.split('.');
    (parts.clone().count() == 3 && parts.all(is_part)).then_some(text)
}

/// Converts a service's response.
fn interpret(c: &Context<'_>, response: ServiceResponse) -> Result<CallResponse, Failure> {
    match response.status {
        200 => {}
        429 => return Err(Problem::TooManyRequests { seconds: 60 }.into()),
        503 => return Err(Problem::Unavailable { seconds: 5 }.into()),
        504 => return Err(Problem::GatewayTimeout.into()),
        status => {
            tracing::warn!(site.id = %c.request.site.id, status, "the loyalty service returned an error status");
            return Err(Problem::BadGateway.into());
        }
    }
    let wants_pass = c.call.response.is_pass && c.format != ResponseFormat::Json;
    if wants_pass && let Some(pass) = pass(&response.body) {
        return Ok(CallResponse::Text(pass.to_owned()));
    }
    let parsed: Value = serde_json::from_slice(&response.body).map_err(|_| Problem::BadGateway)?;
    // Some services respond with a bare list of product ids (WATCH-03).
    let mut body = match parsed {
        Value::Object(body) => body,
        Value::Array(ids) if c.call.name == N::GetFavoriteFilms => to_fields(json!({ "productIds": ids })),
        _ => return Err(Problem::BadGateway.into()),
    };
    let code = code(c.call, &body)?;
    let effect = effect(c.call, &mut body, c.loyalty().real_time());
    let declared_fields: Map<String, Value> = body
        .iter()
        .filter(|(name, _)| c.call.copied_service_fields().any(|field| field == name.as_str()))
        .map(|(name, value)| (name.clone(), without_secrets(value.clone())))
        .collect();
    if code == 0 {
        // A success without the requested pass is invalid.
        return if wants_pass {
            Err(Problem::BadGateway.into())
        } else {
            Ok(CallResponse::Done(declared_fields, effect))
        };
    }
    let message = body.get("clientErrorMessage").and_then(Value::as_str).map(str::to_owned);
    hide_membership(c, Refusal { code, message, fields: declared_fields, effect: Effect::None })
}

/// The code of a response; the `statusCode` if there is no `peachCode` (ENT-01).
fn code(call: &Call, body: &Map<String, Value>) -> Result<u16, Failure> {
    let number = |name: &str| body.get(name).and_then(Value::as_u64).and_then(|n| u16::try_from(n).ok());
    match (number("peachCode"), number("statusCode")) {
        (Some(code), _) => Ok(code),
        (None, Some(0 | 200)) => Ok(0),
        (None, Some(other)) => Ok(other),
        (None, None) if body.contains_key("productIds") && call.name == N::GetFavoriteFilms => Ok(0),
        (None, None) => Err(Problem::BadGateway.into()),
    }
}

/// Effect of a response on the session.
fn effect(call: &Call, body: &mut Map<String, Value>, now: Timestamp) -> Effect {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    let details = body.get("memberDetails");
    let is_expired = text(details.and_then(|d| d.get("memberExpiry")))
        .filter(|at| !at.starts_with("0001-"))
        .and_then(|at| at.parse::<Timestamp>().ok())
        .is_some_and(|end| end < now);
    let tokens = body.get("sessionManagementTokens");
    let token = text(tokens.and_then(|t| t.get("boxofficeSessionToken")));
    let refresh = text(tokens.and_then(|t| t.get("boxofficeRefreshSessionToken")));
    let user_session_id = text(body.get("userSessionId"));
    match call.name {
        N::Login | N::RefreshLogin | N::Create | N::LoginByToken | N::GetMember => {
            let Some(token) = token else { return Effect::None };
            let is_v1 = call.version() == Version::V1;
            let record = SessionRecord {
                token,
                refresh_token: refresh.unwrap_or_default(),
                user_session_id: user_session_id.filter(|_| is_v1),
                member_id: text(details.and_then(|d| d.get("memberId"))).filter(|_| is_v1),
                cypher_version: if is_v1 { 1 } else { 3 },
                encrypted_session_id: text(body.get("encryptedSessionId")).filter(|_| is_v1),
                seal: None,
            };
            Effect::SignedIn { record, is_expired }
        }
        N::StartRegistration | N::SetMemberToActivateOnComplete => {
            user_session_id.map_or(Effect::None, Effect::RegistrationStarted)
        }
        N::Logout | N::Delete => Effect::SignedOut,
        _ => Effect::None,
    }
}

/// Replaces codes of calls without a session that would reveal who is a member (security 2.5).
fn hide_membership(c: &Context<'_>, mut refusal: Refusal) -> Result<CallResponse, Failure> {
    let unknown = [PeachCode::EmailUnknown, PeachCode::MemberNotFound, PeachCode::WrongCredentials];
    if unknown.iter().any(|code| code.number() == refusal.code) {
        let reveals = c.request.site.record.settings.loyalty.reveal_unknown_email;
        match c.call.name {
            N::Login => {
                refusal = Refusal { effect: refusal.effect, ..Refusal::new(PeachCode::WrongCredentials) };
            }
            N::UsernameReminder | N::GetResetPasswordCode if reveals => {
                refusal = Refusal::new(PeachCode::EmailUnknown);
            }
            N::UsernameReminder | N::GetResetPasswordCode => {
                return Ok(CallResponse::Done(Map::new(), Effect::None));
            }
            N::ValidatePasswordResetCode | N::ResetPassword => {
                refusal = Refusal::new(PeachCode::InvalidResetCode)
            }
            _ => {}
        }
    }
    // A sign-out ends the local session even if the service refuses it (SESS-32).
    if c.call.name == N::Logout {
        refusal.effect = Effect::SignedOut;
    }
    Err(Failure::Refused(Box::new(refusal)))
}

#[cfg(test)]
mod tests;
