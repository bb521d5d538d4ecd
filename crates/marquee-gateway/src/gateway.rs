//! Handles one call, from its envelope to its answer.

use std::net::IpAddr;
use std::sync::Arc;

use marquee_api::loyalty::SessionTokens;
use marquee_catalog::{Catalog, Snapshot};
use marquee_loyalty::{AuthenticatedMember, Loyalty, Visitor};
use marquee_model::TheaterId;
use marquee_model::peach::PeachCode;
use marquee_payments::Stripe;
use marquee_site::SiteHandle;
use serde_json::{Map, Value, json};

use crate::calls;
use crate::captcha::Captchas;
use crate::envelope::{Envelope, ResponseFormat};
use crate::payload::Payload;
use crate::problem::Problem;
use crate::record::{CookieSealer, SessionRecord};
use crate::reply::{Answer, Effect, Failure, Refusal, details_text, message};
use crate::signed_out::SignedOut;
use crate::table::{Arguments, Call, CallName, Session, find};
use crate::upstream::Upstreams;
use crate::wallet::Wallets;

/// Placeholder sent to pages instead of an identifier that only the cookie holds (security 1.4).
pub const IN_COOKIE_PLACEHOLDER: &str = "in-cookie";

/// Dependencies of the gateway.
#[derive(Debug)]
pub struct Dependencies {
    pub loyalty: Loyalty,
    pub catalog: Catalog,
    pub captchas: Captchas,
    /// The payment provider, if one is configured.
    pub payments: Option<Stripe>,
    /// Signers of wallet passes.
    pub wallets: Wallets,
    /// Clients of external services that answer instead of the engine (proxy mode).
    pub upstreams: Upstreams,
    /// Encrypts cookies.
    pub seals: CookieSealer,
    /// Cache of ended sign-ins in proxy mode.
    pub signed_out: SignedOut,
}

/// The gateway. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Gateway(pub(crate) Arc<Dependencies>);

/// The tokens of a request, from its headers or from the cookie.
#[derive(Debug, Clone, Default)]
pub struct RequestTokens {
    pub session: Option<String>,
    pub refresh: Option<String>,
    /// The session record of the cookie; `None` in header mode.
    pub record: Option<SessionRecord>,
    /// The identifier of a started registration, from its cookie.
    pub registration_id: Option<String>,
}

/// A request: who makes a call, and from where.
#[derive(Debug)]
pub struct CallRequest<'a> {
    pub site: &'a SiteHandle,
    pub origin: &'a str,
    /// Host of the request; captchas are bound to it.
    pub host: &'a str,
    /// IP address of the client.
    pub address: IpAddr,
    /// The client's `User-Agent`.
    pub device: &'a str,
    /// Language of the page, such as `en-US`.
    pub language: &'a str,
    /// Cookie mode: the session is in cookies, not in headers.
    pub in_cookies: bool,
    pub tokens: RequestTokens,
}

/// Body of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// The text of a JSON object.
    Json(String),
    /// Text, never shown as a page (security 3.3).
    Text(String),
    /// Bytes, never shown as a page.
    Bytes(Vec<u8>),
}

/// An answer with its effect on the session.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    pub body: Body,
    /// What the cookies must be set to; always [`Effect::None`] in header mode.
    pub effect: Effect,
}

/// Input of the functions in `calls`.
pub(crate) struct Context<'a> {
    pub parts: &'a Dependencies,
    pub request: &'a CallRequest<'a>,
    pub call: &'static Call,
    pub arguments: &'a Arguments,
    pub payload: Payload,
    pub format: ResponseFormat,
    pub snapshot: Arc<Snapshot>,
}

impl Context<'_> {
    pub fn visitor(&self) -> Visitor<'_> {
        visitor(self.request)
    }

    pub fn loyalty(&self) -> &Loyalty {
        &self.parts.loyalty
    }

    /// The signed-in member, even if their membership has expired.
    pub async fn current_member(&self) -> Result<Arc<AuthenticatedMember>, Failure> {
        let token = self.request.tokens.session.as_deref().ok_or(PeachCode::InvalidSession)?;
        Ok(self.loyalty().sessions().session_by_token(&self.request.site.record, token).await?)
    }

    /// The signed-in member (ROLE-04); refused with 46 if their membership has expired and the site does not allow that.
    pub async fn active_member(&self) -> Result<Arc<AuthenticatedMember>, Failure> {
        let signed = self.current_member().await?;
        self.loyalty().sessions().require_unexpired(&self.request.site.record, &signed)?;
        Ok(signed)
    }

    /// The cinema id of the call; `None` if absent or empty.
    pub fn cinema(&self) -> Option<&str> {
        self.arguments.cinema().filter(|id| !id.is_empty())
    }

    pub fn cinema_name(&self, id: &str) -> Option<&str> {
        let id = TheaterId::parse(id).ok()?;
        self.snapshot.any_theater(&id).map(|theater| theater.name.as_str())
    }

    /// Whether a cinema id belongs to the site.
    pub fn is_own_cinema(&self, id: &str) -> bool {
        let own = &self.request.site.record.settings.loyalty.cinema_id;
        (!own.is_empty() && own == id) || self.cinema_name(id).is_some()
    }
}

pub(crate) fn visitor<'a>(asked: &'a CallRequest<'_>) -> Visitor<'a> {
    Visitor {
        site: &asked.site.record,
        origin: asked.origin,
        address: asked.address,
        device: asked.device,
        language: asked.language,
    }
}

/// Whether a circuit id belongs to the site.
fn is_own_circuit(site: &SiteHandle, circuit: &str) -> bool {
    let settings = &site.record.settings;
    let ids = [Some(settings.loyalty.circuit_id.as_str()), settings.circuit.id.as_deref()];
    !circuit.is_empty() && ids.into_iter().flatten().any(|id| id == circuit)
}

impl Gateway {
    #[must_use]
    pub fn new(parts: Dependencies) -> Self {
        Self(Arc::new(parts))
    }

    /// The engine, for endpoints outside the table.
    #[must_use]
    pub fn loyalty(&self) -> &Loyalty {
        &self.0.loyalty
    }

    #[must_use]
    pub fn parts(&self) -> &Dependencies {
        &self.0
    }

    /// Executes a call. A refusal by a rule is a [`Reply`] with its code.
    ///
    /// # Errors
    /// On a protocol error ([`Problem`]); the call was then not executed.
    pub async fn handle(&self, asked: &CallRequest<'_>, envelope: Envelope) -> Result<Reply, Problem> {
        let (call, arguments) =
            find(envelope.method, &envelope.route, asked.site.record.config.options.wallet_prefix())?;
        let format = envelope.format;
        let outcome = match self.carry_out(asked, envelope, call, &arguments).await {
            Ok(answer) => answer,
            Err(Failure::Problem(problem)) => return Err(problem),
            Err(Failure::Refused(mut refusal)) => {
                if Box::pin(self.is_over(asked, call, &refusal)).await {
                    refusal.effect = Effect::SignedOut;
                }
                Answer::Refused(*refusal)
            }
        };
        Ok(finish(asked, call, format, outcome))
    }

    /// Whether a refusal means that the cookie's whole session has ended, not only its session token. The cookie is then
    /// removed.
    async fn is_over(&self, asked: &CallRequest<'_>, call: &Call, refusal: &Refusal) -> bool {
        let Some(record) = asked.tokens.record.as_ref() else { return false };
        if refusal.code != PeachCode::InvalidSession.number() {
            return false;
        }
        let site = &asked.site.record;
        if call.session == Session::Refresh || site.settings.loyalty.upstream.is_some() {
            return call.session == Session::Refresh;
        }
        !self.0.loyalty.sessions().can_refresh(site, &record.refresh_token).await
    }

    async fn carry_out(
        &self,
        asked: &CallRequest<'_>,
        envelope: Envelope,
        call: &'static Call,
        arguments: &Arguments,
    ) -> Result<Answer, Failure> {
        let snapshot = self.0.catalog.snapshot(&asked.site.id).await.map_err(|error| {
            tracing::error!(%error, "cannot read the catalog");
            Problem::Unavailable { seconds: 2 }
        })?;
        let format = envelope.format;
        let mut payload = Payload::new(envelope.payload, call.fields);
        // In cookie mode the page has no identifiers; they are taken from its cookies (security 1.4).
        if asked.in_cookies {
            let identifier = match call.name {
                CallName::Logout => asked.tokens.refresh.clone(),
                CallName::AddMembership => asked.tokens.registration_id.clone(),
                _ => None,
            };
            if let Some(id) = identifier {
                payload.set("userSessionId", id);
            }
        }
        let context = Context { parts: &self.0, request: asked, call, arguments, payload, format, snapshot };
        if arguments.circuit().is_some_and(|circuit| !is_own_circuit(asked.site, circuit))
            || context.cinema().is_some_and(|cinema| !context.is_own_cinema(cinema))
        {
            return Err(PeachCode::MemberNotFound.into());
        }
        if call.captcha {
            Box::pin(self.0.captchas.check(&context, envelope.captcha.as_deref())).await?;
        }
        // A call without its required token is refused before its payload is read.
        let missing = match call.session {
            Session::Required => asked.tokens.session.is_none(),
            Session::Refresh => asked.tokens.refresh.is_none(),
            Session::None | Session::Optional | Session::RequiredOrId => false,
        };
        if missing {
            return Err(PeachCode::InvalidSession.into());
        }
        match &asked.site.record.settings.loyalty.upstream {
            Some(upstream) => {
                // The service mails the link without checking it (security 2.7).
                if matches!(call.name, CallName::GetResetPasswordCode) {
                    calls::reset_link(&context)?;
                }
                Box::pin(self.0.upstreams.forward(&context, upstream)).await
            }
            None => calls::carry_out(&context).await,
        }
    }
}

/// Builds the reply for the session mode and the format.
fn finish(asked: &CallRequest<'_>, call: &Call, format: ResponseFormat, answer: Answer) -> Reply {
    let mut member = None;
    let (mut fields, effect) = match answer {
        Answer::Text(text) => return Reply { body: Body::Text(text), effect: Effect::None },
        Answer::Bytes(bytes) => return Reply { body: Body::Bytes(bytes), effect: Effect::None },
        Answer::Done(fields, effect) => (done(fields), effect),
        Answer::Member(signed, fields, effect) => {
            member = Some(signed);
            (done(fields), effect)
        }
        Answer::Refused(refusal) => refused(asked, refusal),
    };
    let effect = match effect {
        Effect::SignedIn { record, is_expired } if asked.in_cookies => {
            Effect::SignedIn { record: merged(call, record, asked.tokens.record.as_ref()), is_expired }
        }
        Effect::SignedIn { record, .. } => {
            add_tokens(&mut fields, &record, call);
            Effect::None
        }
        Effect::RegistrationStarted(id) => {
            let shown = if asked.in_cookies { IN_COOKIE_PLACEHOLDER } else { id.as_str() };
            fields.insert("userSessionId".to_owned(), json!(shown));
            if asked.in_cookies { Effect::RegistrationStarted(id) } else { Effect::None }
        }
        other => {
            if asked.in_cookies {
                other
            } else {
                Effect::None
            }
        }
    };
    let mut text = serde_json::to_string(&fields).unwrap_or_default();
    if let Some(signed) = member {
        // Appends the serialized details to the object, in front of its closing brace.
        text.truncate(text.len().saturating_sub(1));
        let details = details_text(&signed);
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

/// The fields of a successful answer.
fn done(fields: Map<String, Value>) -> Map<String, Value> {
    let mut all = Map::new();
    all.insert("peachCode".to_owned(), json!(0));
    all.insert("statusCode".to_owned(), json!(200));
    all.extend(fields);
    all
}

fn refused(asked: &CallRequest<'_>, refusal: Refusal) -> (Map<String, Value>, Effect) {
    let provider = asked.site.record.settings.loyalty.provider;
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
    let Some(before) = before.filter(|b| b.cypher_version == record.cypher_version) else { return record };
    // A new sign-in gets a new seal.
    let continues = matches!(call.name, CallName::RefreshLogin | CallName::GetMember);
    SessionRecord {
        seal: before.seal.clone().filter(|_| continues),
        user_session_id: record.user_session_id.or_else(|| before.user_session_id.clone()),
        encrypted_session_id: record.encrypted_session_id.or_else(|| before.encrypted_session_id.clone()),
        ..record
    }
}

/// Header mode: adds the tokens and identifiers to the answer.
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
