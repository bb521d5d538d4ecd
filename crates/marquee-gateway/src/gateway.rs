//! One call from its envelope to its answer.

use std::net::IpAddr;
use std::sync::Arc;

use marquee_api::loyalty::SessionTokens;
use marquee_catalog::{Catalog, Snapshot};
use marquee_loyalty::{Loyalty, Signed, Visitor};
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
use crate::record::{Record, Seals};
use crate::reply::{Answer, Effect, Failure, Refusal, details_text, sentence};
use crate::signed_out::SignedOut;
use crate::table::{Arguments, Call, CallName, Session, find};
use crate::upstream::Upstreams;
use crate::wallet::Wallets;

/// What stands for an identifier that a cookie holds, where pages expect one (security 1.4).
pub const IN_COOKIE: &str = "in-cookie";

/// What the gateway works with.
#[derive(Debug)]
pub struct Parts {
    /// The engine.
    pub loyalty: Loyalty,
    /// Films and theaters.
    pub catalog: Catalog,
    /// Who checks captchas.
    pub captchas: Captchas,
    /// Who takes payments, if anybody does.
    pub payments: Option<Stripe>,
    /// Who signs passes.
    pub wallets: Wallets,
    /// Services that answer instead of the engine.
    pub upstreams: Upstreams,
    /// Seals cookies.
    pub seals: Seals,
    /// Sign-ins in proxy mode that have ended.
    pub signed_out: SignedOut,
}

/// The gateway. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Gateway(pub(crate) Arc<Parts>);

/// The tokens that came with a call, from its headers or from the cookie.
#[derive(Debug, Clone, Default)]
pub struct Sent {
    /// The session token.
    pub session: Option<String>,
    /// The refresh token.
    pub refresh: Option<String>,
    /// The record of the cookie; nothing in header mode.
    pub record: Option<Record>,
    /// The identifier of a registration that has begun, from its cookie.
    pub begun: Option<String>,
}

/// A call as it arrived.
#[derive(Debug)]
pub struct Asked<'a> {
    /// The site.
    pub site: &'a SiteHandle,
    /// The site's origin.
    pub origin: &'a str,
    /// The host the visitor asked, for captchas.
    pub host: &'a str,
    /// Where the call comes from.
    pub address: IpAddr,
    /// What the visitor's program calls itself.
    pub device: &'a str,
    /// The language of the page.
    pub language: &'a str,
    /// Whether the session travels in cookies.
    pub in_cookies: bool,
    /// The tokens.
    pub sent: Sent,
}

/// What leaves.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// The text of a JSON object.
    Json(String),
    /// Text, never shown as a page (security 3.3).
    Text(String),
    /// Bytes, never shown as a page.
    Bytes(Vec<u8>),
}

/// An answer and what it changes of the session.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The answer.
    pub body: Body,
    /// What cookies it sets, in cookie mode.
    pub effect: Effect,
}

/// What a call's function is given.
pub(crate) struct Context<'a> {
    pub parts: &'a Parts,
    pub asked: &'a Asked<'a>,
    pub call: &'static Call,
    pub arguments: &'a Arguments,
    pub payload: Payload,
    pub format: ResponseFormat,
    pub snapshot: Arc<Snapshot>,
}

impl Context<'_> {
    pub fn visitor(&self) -> Visitor<'_> {
        visitor(self.asked)
    }

    pub fn loyalty(&self) -> &Loyalty {
        &self.parts.loyalty
    }

    /// Who calls; also one whose membership is over.
    pub async fn anybody(&self) -> Result<Arc<Signed>, Failure> {
        let token = self.asked.sent.session.as_deref().ok_or(PeachCode::Session)?;
        Ok(self.loyalty().session(&self.asked.site.record, token).await?)
    }

    /// Who calls (ROLE-04), refused with 46 when the membership is over and those may not be signed in.
    pub async fn member(&self) -> Result<Arc<Signed>, Failure> {
        let signed = self.anybody().await?;
        self.loyalty().not_expired(&self.asked.site.record, &signed)?;
        Ok(signed)
    }

    /// The cinema of the call, if it names one.
    pub fn cinema(&self) -> Option<&str> {
        self.arguments.cinema().filter(|id| !id.is_empty())
    }

    /// A theater's name.
    pub fn cinema_name(&self, id: &str) -> Option<&str> {
        let id = TheaterId::parse(id).ok()?;
        self.snapshot.any_theater(&id).map(|theater| theater.name.as_str())
    }

    /// Whether a cinema is the site's own.
    pub fn has_cinema(&self, id: &str) -> bool {
        let own = &self.asked.site.record.settings.loyalty.cinema_id;
        (!own.is_empty() && own == id) || self.cinema_name(id).is_some()
    }
}

/// The visitor as the engine knows them.
pub(crate) fn visitor<'a>(asked: &'a Asked<'_>) -> Visitor<'a> {
    Visitor {
        site: &asked.site.record,
        origin: asked.origin,
        address: asked.address,
        device: asked.device,
        language: asked.language,
    }
}

/// Whether a circuit is the site's own.
fn has_circuit(site: &SiteHandle, circuit: &str) -> bool {
    let settings = &site.record.settings;
    let ids = [Some(settings.loyalty.circuit_id.as_str()), settings.circuit.id.as_deref()];
    !circuit.is_empty() && ids.into_iter().flatten().any(|id| id == circuit)
}

impl Gateway {
    /// A gateway of its parts.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    /// The engine, for what does not go through the table.
    #[must_use]
    pub fn loyalty(&self) -> &Loyalty {
        &self.0.loyalty
    }

    /// What it works with.
    #[must_use]
    pub fn parts(&self) -> &Parts {
        &self.0
    }

    /// Carries a call out.
    ///
    /// # Errors
    /// [`Problem`]; then nothing was done.
    pub async fn answer(&self, asked: &Asked<'_>, envelope: Envelope) -> Result<Reply, Problem> {
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

    /// Whether a cookie's session is over, and not only its session token: then it is over in the browser as well.
    async fn is_over(&self, asked: &Asked<'_>, call: &Call, refusal: &Refusal) -> bool {
        let Some(record) = asked.sent.record.as_ref() else { return false };
        if refusal.code != PeachCode::Session.number() {
            return false;
        }
        let site = &asked.site.record;
        if call.session == Session::Refresh || site.settings.loyalty.upstream.is_some() {
            return call.session == Session::Refresh;
        }
        !self.0.loyalty.can_refresh(site, &record.refresh_token).await
    }

    async fn carry_out(
        &self,
        asked: &Asked<'_>,
        envelope: Envelope,
        call: &'static Call,
        arguments: &Arguments,
    ) -> Result<Answer, Failure> {
        let snapshot = self.0.catalog.snapshot(&asked.site.id).await.map_err(|error| {
            tracing::error!(%error, "the catalog cannot be read");
            Problem::Unavailable { seconds: 2 }
        })?;
        let format = envelope.format;
        let mut payload = Payload::of(envelope.payload, call.fields);
        // An identifier that the page never saw comes from its cookie (security 1.4).
        if asked.in_cookies {
            let held = match call.name {
                CallName::Logout => asked.sent.refresh.clone(),
                CallName::AddMembership => asked.sent.begun.clone(),
                _ => None,
            };
            if let Some(id) = held {
                payload.set("userSessionId", id);
            }
        }
        let context = Context { parts: &self.0, asked, call, arguments, payload, format, snapshot };
        if arguments.circuit().is_some_and(|circuit| !has_circuit(asked.site, circuit))
            || context.cinema().is_some_and(|cinema| !context.has_cinema(cinema))
        {
            return Err(PeachCode::MemberNotFound.into());
        }
        if call.captcha {
            Box::pin(self.0.captchas.check(&context, envelope.captcha.as_deref())).await?;
        }
        // Without its token a call is refused before anything of it is looked at.
        let missing = match call.session {
            Session::Required => asked.sent.session.is_none(),
            Session::Refresh => asked.sent.refresh.is_none(),
            Session::None | Session::Optional | Session::RequiredOrId => false,
        };
        if missing {
            return Err(PeachCode::Session.into());
        }
        match &asked.site.record.settings.loyalty.upstream {
            Some(upstream) => {
                // The service mails the link, so it is checked here (security 2.7).
                if matches!(call.name, CallName::GetResetPasswordCode) {
                    calls::reset_link(&context)?;
                }
                Box::pin(self.0.upstreams.forward(&context, upstream)).await
            }
            None => calls::carry_out(&context).await,
        }
    }
}

/// Puts the answer together, for the session's mode.
fn finish(asked: &Asked<'_>, call: &Call, format: ResponseFormat, answer: Answer) -> Reply {
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
            Effect::SignedIn { record: merged(call, record, asked.sent.record.as_ref()), is_expired }
        }
        Effect::SignedIn { record, .. } => {
            tell_tokens(&mut fields, &record, call);
            Effect::None
        }
        Effect::Begun(id) => {
            let told = if asked.in_cookies { IN_COOKIE } else { id.as_str() };
            fields.insert("userSessionId".to_owned(), json!(told));
            if asked.in_cookies { Effect::Begun(id) } else { Effect::None }
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
        // An object that is not empty ends with a brace.
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

/// The fields of a call that was carried out.
fn done(fields: Map<String, Value>) -> Map<String, Value> {
    let mut whole = Map::new();
    whole.insert("peachCode".to_owned(), json!(0));
    whole.insert("statusCode".to_owned(), json!(200));
    whole.extend(fields);
    whole
}

fn refused(asked: &Asked<'_>, refusal: Refusal) -> (Map<String, Value>, Effect) {
    let provider = asked.site.record.settings.loyalty.provider;
    let message = refusal
        .message
        .or_else(|| sentence(refusal.code, provider).map(str::to_owned))
        .unwrap_or_else(|| fallback(refusal.code).to_owned());
    let mut fields = Map::new();
    fields.insert("peachCode".to_owned(), json!(refusal.code));
    fields.insert("statusCode".to_owned(), json!(refusal.code));
    fields.insert("clientErrorMessage".to_owned(), json!(message));
    fields.extend(refusal.fields);
    (fields, refusal.effect)
}

/// What is said of a code that the catalogue has no sentence for (ERR-23).
fn fallback(code: u16) -> &'static str {
    match code {
        7 => "Please sign in",
        423 => "Your account is locked",
        429 => "Too many attempts. Please try again later.",
        _ => "An error has occurred. Please try again.",
    }
}

/// What a refresh does not give again stays (SESS-19, SESS-29).
fn merged(call: &Call, record: Record, before: Option<&Record>) -> Record {
    let Some(before) = before.filter(|b| b.cypher_version == record.cypher_version) else { return record };
    // A new sign-in gets a new name.
    let goes_on = matches!(call.name, CallName::RefreshLogin | CallName::GetMember);
    Record {
        seal: before.seal.clone().filter(|_| goes_on),
        user_session_id: record.user_session_id.or_else(|| before.user_session_id.clone()),
        encrypted_session_id: record.encrypted_session_id.or_else(|| before.encrypted_session_id.clone()),
        ..record
    }
}

/// Header mode: the caller keeps the tokens.
fn tell_tokens(fields: &mut Map<String, Value>, record: &Record, call: &Call) {
    let tokens = SessionTokens {
        boxoffice_session_token: record.token.clone(),
        boxoffice_refresh_session_token: Some(record.refresh_token.clone()).filter(|t| !t.is_empty()),
    };
    fields.insert("sessionManagementTokens".to_owned(), json!(tokens));
    let told =
        [("userSessionId", &record.user_session_id), ("encryptedSessionId", &record.encrypted_session_id)];
    for (name, value) in told {
        if let Some(value) = value.as_ref().filter(|_| call.session_fields.contains(&name)) {
            fields.insert(name.to_owned(), json!(value));
        }
    }
}
