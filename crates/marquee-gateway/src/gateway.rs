//! Handles one call, from its envelope to its response.

use std::sync::Arc;

use marquee_api::loyalty::SessionTokens;
use marquee_catalog::Catalog;
use marquee_loyalty::Loyalty;
use marquee_model::peach::PeachCode;
use marquee_site::SiteHandle;
use serde_json::{Map, Value, json};

use crate::calls;
use crate::captcha::Captchas;
use crate::context::{CallRequest, Context, Services};
use crate::envelope::{Envelope, ResponseFormat};
use crate::payload::Payload;
use crate::problem::Problem;
use crate::proxy_sign_ins::ProxySignIns;
use crate::record::SessionRecord;
use crate::reply::{CallResponse, Effect, Failure, Refusal, details_text, message};
use crate::table::{Arguments, Call, CallName, Session, find};
use crate::upstream::Upstreams;

/// Placeholder sent to pages instead of an identifier that only the cookie holds (security 1.4).
pub const IN_COOKIE_PLACEHOLDER: &str = "in-cookie";

/// Dependencies of the gateway.
#[derive(Debug)]
pub struct Dependencies {
    pub services: Services,
    pub catalog: Catalog,
    pub captchas: Captchas,
    /// Clients of external services that respond instead of the engine (proxy mode).
    pub upstreams: Upstreams,
}

/// The gateway. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Gateway(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    dependencies: Dependencies,
    proxy_sign_ins: ProxySignIns,
}

/// Body of a response.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// The text of a JSON object.
    Json(String),
    /// Text, which browsers must not render as a page (security 3.3).
    Text(String),
    /// Bytes, which browsers must not render as a page.
    Bytes(Vec<u8>),
}

/// A response with its effect on the session.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    pub body: Body,
    /// How the cookies change; always [`Effect::None`] in header mode.
    pub effect: Effect,
}

/// Whether a circuit id belongs to the site.
fn is_own_circuit(site: &SiteHandle, circuit: &str) -> bool {
    let settings = &site.record.settings;
    let ids = [Some(settings.loyalty.circuit_id.as_str()), settings.circuit.id.as_deref()];
    !circuit.is_empty() && ids.into_iter().flatten().any(|id| id == circuit)
}

impl Gateway {
    #[must_use]
    pub fn new(dependencies: Dependencies) -> Self {
        let proxy_sign_ins = ProxySignIns::new(dependencies.services.loyalty.clone());
        Self(Arc::new(Inner { dependencies, proxy_sign_ins }))
    }

    /// The engine, for endpoints outside the table.
    #[must_use]
    pub fn loyalty(&self) -> &Loyalty {
        &self.services().loyalty
    }

    #[must_use]
    pub fn services(&self) -> &Services {
        &self.0.dependencies.services
    }

    #[must_use]
    pub fn captchas(&self) -> &Captchas {
        &self.0.dependencies.captchas
    }

    /// Sign-ins of sites in proxy mode.
    #[must_use]
    pub fn proxy_sign_ins(&self) -> &ProxySignIns {
        &self.0.proxy_sign_ins
    }

    /// Executes a call. A refusal by a rule is a [`Reply`] with its code.
    ///
    /// # Errors
    /// On a protocol error ([`Problem`]); the call was then not executed.
    pub async fn handle(&self, request: &CallRequest<'_>, envelope: Envelope) -> Result<Reply, Problem> {
        let (call, arguments) =
            find(envelope.method, &envelope.route, request.site.record.config.options.wallet_prefix())?;
        let format = envelope.format;
        let outcome = match self.execute(request, envelope, call, &arguments).await {
            Ok(response) => response,
            Err(Failure::Problem(problem)) => return Err(problem),
            Err(Failure::Refused(mut refusal)) => {
                if Box::pin(self.is_over(request, call, &refusal)).await {
                    refusal.effect = Effect::SignedOut;
                }
                CallResponse::Refused(*refusal)
            }
        };
        Ok(finish(request, call, format, outcome))
    }

    /// Whether a refusal means that the cookie's whole session has ended, not only its session token. The cookie is then
    /// removed.
    async fn is_over(&self, request: &CallRequest<'_>, call: &Call, refusal: &Refusal) -> bool {
        let Some(record) = request.tokens.record.as_ref() else { return false };
        if refusal.code != PeachCode::InvalidSession.number() {
            return false;
        }
        let site = &request.site.record;
        if call.session == Session::Refresh || site.settings.loyalty.upstream.is_some() {
            return call.session == Session::Refresh;
        }
        !self.loyalty().sessions().can_refresh(site, &record.refresh_token).await
    }

    async fn execute(
        &self,
        request: &CallRequest<'_>,
        envelope: Envelope,
        call: &'static Call,
        arguments: &Arguments,
    ) -> Result<CallResponse, Failure> {
        let snapshot = self.0.dependencies.catalog.snapshot(&request.site.id).await.map_err(|error| {
            tracing::error!(%error, "cannot read the catalog");
            Problem::Unavailable { seconds: 2 }
        })?;
        let format = envelope.format;
        let mut payload = Payload::new(envelope.payload, call.fields);
        // In cookie mode the page has no identifiers; they are taken from its cookies (security 1.4).
        if request.is_cookie_mode {
            let identifier = match call.name {
                CallName::Logout => request.tokens.refresh.clone(),
                CallName::AddMembership => request.tokens.registration_id.clone(),
                _ => None,
            };
            if let Some(id) = identifier {
                payload.set("userSessionId", id);
            }
        }
        let context =
            Context { services: self.services(), request, call, arguments, payload, format, snapshot };
        if arguments.circuit().is_some_and(|circuit| !is_own_circuit(request.site, circuit))
            || context.cinema().is_some_and(|cinema| !context.is_own_cinema(cinema))
        {
            return Err(PeachCode::MemberNotFound.into());
        }
        if call.captcha {
            Box::pin(self.captchas().check(&context, envelope.captcha.as_deref())).await?;
        }
        // A call without its required token is refused before its payload is read.
        let missing = match call.session {
            Session::Required => request.tokens.session.is_none(),
            Session::Refresh => request.tokens.refresh.is_none(),
            Session::None | Session::Optional | Session::RequiredOrId => false,
        };
        if missing {
            return Err(PeachCode::InvalidSession.into());
        }
        match &request.site.record.settings.loyalty.upstream {
            Some(upstream) => {
                // The link is checked here, because the service sends it by mail without checking it (security 2.7).
                if matches!(call.name, CallName::GetResetPasswordCode) {
                    calls::reset_link(&context)?;
                }
                Box::pin(self.0.dependencies.upstreams.forward(&context, upstream)).await
            }
            None => calls::execute(&context).await,
        }
    }
}

/// Builds the reply for the session mode and the format.
fn finish(request: &CallRequest<'_>, call: &Call, format: ResponseFormat, response: CallResponse) -> Reply {
    let mut member = None;
    let (mut fields, effect) = match response {
        CallResponse::Text(text) => return Reply { body: Body::Text(text), effect: Effect::None },
        CallResponse::Bytes(bytes) => return Reply { body: Body::Bytes(bytes), effect: Effect::None },
        CallResponse::Done(fields, effect) => (done(fields), effect),
        CallResponse::Member(principal, fields, effect) => {
            member = Some(principal);
            (done(fields), effect)
        }
        CallResponse::Refused(refusal) => refused(request, refusal),
    };
    let effect = match effect {
        Effect::SignedIn { record, is_expired } if request.is_cookie_mode => {
            Effect::SignedIn { record: merged(call, record, request.tokens.record.as_ref()), is_expired }
        }
        Effect::SignedIn { record, .. } => {
            add_tokens(&mut fields, &record, call);
            Effect::None
        }
        Effect::RegistrationStarted(id) => {
            let shown = if request.is_cookie_mode { IN_COOKIE_PLACEHOLDER } else { id.as_str() };
            fields.insert("userSessionId".to_owned(), json!(shown));
            if request.is_cookie_mode { Effect::RegistrationStarted(id) } else { Effect::None }
        }
        other => {
            if request.is_cookie_mode {
                other
            } else {
                Effect::None
            }
        }
    };
    let mut text = serde_json::to_string(&fields).unwrap_or_default();
    if let Some(principal) = member {
        // Appends the serialized details to the object, in front of its closing brace.
        text.truncate(text.len().saturating_sub(1));
        let details = details_text(&principal);
        text.reserve_exact(details.len() + 20);
        text.push_str(",\"memberDetails\":");
        text.push_str(details);
        text.push('}');
    }
    let body = match format {
        ResponseFormat::Json => Body::Json(text),
        ResponseFormat::Raw => Body::Text(text),
        ResponseFormat::Blob => Body::Bytes(text.into_bytes()),
    };
    Reply { body, effect }
}

/// The fields of a successful response.
fn done(fields: Map<String, Value>) -> Map<String, Value> {
    let mut all = Map::new();
    all.insert("peachCode".to_owned(), json!(0));
    all.insert("statusCode".to_owned(), json!(200));
    all.extend(fields);
    all
}

fn refused(request: &CallRequest<'_>, refusal: Refusal) -> (Map<String, Value>, Effect) {
    let provider = request.site.record.settings.loyalty.provider;
    let message = refusal
        .message
        .or_else(|| message(refusal.code, provider).map(str::to_owned))
        .unwrap_or_else(|| fallback(refusal.code).to_owned());
    let mut fields = Map::new();
    fields.insert("peachCode".to_owned(), json!(refusal.code));
    fields.insert("statusCode".to_owned(), json!(refusal.code));
    fields.insert("clientErrorMessage".to_owned(), json!(message));
    fields.extend(refusal.fields);
    (fields, refusal.effect)
}

/// The message of a code that is not in the message catalog (ERR-23).
fn fallback(code: u16) -> &'static str {
    match code {
        7 => "Please sign in",
        423 => "Your account is locked",
        429 => "Too many attempts. Please try again later.",
        _ => "An error has occurred. Please try again.",
    }
}

/// The new record, with the identifiers of the previous one that a refresh does not return (SESS-19, SESS-29).
fn merged(call: &Call, record: SessionRecord, before: Option<&SessionRecord>) -> SessionRecord {
    let Some(previous) = before.filter(|b| b.cypher_version == record.cypher_version) else { return record };
    // A new sign-in gets a new seal.
    let is_same_sign_in = matches!(call.name, CallName::RefreshLogin | CallName::GetMember);
    SessionRecord {
        seal: previous.seal.clone().filter(|_| is_same_sign_in),
        user_session_id: record.user_session_id.or_else(|| previous.user_session_id.clone()),
        encrypted_session_id: record.encrypted_session_id.or_else(|| previous.encrypted_session_id.clone()),
        ..record
    }
}

/// Header mode: adds the tokens and identifiers to the response.
fn add_tokens(fields: &mut Map<String, Value>, record: &SessionRecord, call: &Call) {
    let tokens = SessionTokens {
        boxoffice_session_token: record.token.clone(),
        boxoffice_refresh_session_token: Some(record.refresh_token.clone()).filter(|t| !t.is_empty()),
    };
    fields.insert("sessionManagementTokens".to_owned(), json!(tokens));
    let identifiers =
        [("userSessionId", &record.user_session_id), ("encryptedSessionId", &record.encrypted_session_id)];
    for (name, value) in identifiers {
        if let Some(value) = value.as_ref().filter(|_| call.session_fields.contains(&name)) {
            fields.insert(name.to_owned(), json!(value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(version: u8, identifier: Option<&str>) -> SessionRecord {
        let identifier = identifier.map(str::to_owned);
        SessionRecord {
            token: "T".into(),
            refresh_token: "R".into(),
            user_session_id: identifier.clone(),
            member_id: None,
            cypher_version: version,
            encrypted_session_id: identifier,
            seal: None,
        }
    }

    #[test]
    fn sess_19_sess_29_a_refresh_keeps_the_identifiers_that_it_does_not_return() {
        let call = |name| crate::table::CALLS.iter().find(|call| call.name == name).unwrap();
        let before = record(1, Some("old"));
        let refreshed = merged(call(CallName::RefreshLogin), record(1, None), Some(&before));
        assert_eq!(refreshed.user_session_id.as_deref(), Some("old"));
        assert_eq!(refreshed.encrypted_session_id.as_deref(), Some("old"));
        let returned = merged(call(CallName::RefreshLogin), record(1, Some("new")), Some(&before));
        assert_eq!(returned.user_session_id.as_deref(), Some("new"));
        assert_eq!(returned.encrypted_session_id.as_deref(), Some("new"));
        assert_eq!(merged(call(CallName::RefreshLogin), record(3, None), Some(&before)), record(3, None));
    }

    #[test]
    fn err_23_a_code_without_a_message_has_one_of_its_own() {
        assert_eq!(fallback(7), "Please sign in");
        assert_eq!(fallback(423), "Your account is locked");
        assert_eq!(fallback(429), "Too many attempts. Please try again later.");
        assert_eq!(fallback(8), "An error has occurred. Please try again.");
    }

    #[test]
    fn sess_02_an_empty_refresh_token_is_left_out() {
        let call = crate::table::CALLS.iter().find(|call| call.name == CallName::Login).unwrap();
        let tokens = |refresh: &str| {
            let mut fields = Map::new();
            add_tokens(
                &mut fields,
                &SessionRecord { refresh_token: refresh.into(), ..record(3, None) },
                call,
            );
            fields["sessionManagementTokens"].clone()
        };
        assert_eq!(tokens("R"), json!({ "boxofficeSessionToken": "T", "boxofficeRefreshSessionToken": "R" }));
        assert_eq!(tokens("")["boxofficeRefreshSessionToken"], serde_json::Value::Null);
    }
}
