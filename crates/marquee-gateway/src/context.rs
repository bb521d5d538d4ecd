//! A request, and the context that the functions of calls receive.

use std::net::IpAddr;
use std::sync::Arc;

use marquee_catalog::Snapshot;
use marquee_loyalty::{AuthenticatedMember, Loyalty, Visitor};
use marquee_model::TheaterId;
use marquee_model::peach::PeachCode;
use marquee_payments::Stripe;
use marquee_site::SiteHandle;

use crate::envelope::ResponseFormat;
use crate::payload::Payload;
use crate::record::{CookieSealer, SessionRecord};
use crate::reply::Failure;
use crate::table::{Arguments, Call};
use crate::wallet::Wallets;

/// Dependencies of calls.
#[derive(Debug)]
pub struct Services {
    pub loyalty: Loyalty,
    /// The payment provider, if one is configured.
    pub payments: Option<Stripe>,
    /// Signers of wallet passes.
    pub wallets: Wallets,
    /// Encrypts cookies.
    pub seals: CookieSealer,
}

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

/// A call with its client, site and tokens.
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
    /// Language of the page, such as `en`.
    pub language: &'a str,
    /// Cookie mode: the session is in cookies, not in headers.
    pub is_cookie_mode: bool,
    pub tokens: RequestTokens,
}

/// Input of the functions in `calls`.
pub(crate) struct Context<'a> {
    pub services: &'a Services,
    pub request: &'a CallRequest<'a>,
    pub call: &'static Call,
    pub arguments: &'a Arguments,
    pub payload: Payload,
    pub format: ResponseFormat,
    pub snapshot: Arc<Snapshot>,
}

impl Context<'_> {
    pub fn visitor(&self) -> Visitor<'_> {
        let CallRequest { site, origin, address, device, language, .. } = self.request;
        Visitor { site: &site.record, origin, address: *address, device, language }
    }

    pub fn loyalty(&self) -> &Loyalty {
        &self.services.loyalty
    }

    /// The signed-in member, even if their membership has expired.
    pub async fn current_member(&self) -> Result<Arc<AuthenticatedMember>, Failure> {
        let token = self.request.tokens.session.as_deref().ok_or(PeachCode::InvalidSession)?;
        Ok(self.loyalty().sessions().session_by_token(&self.request.site.record, token).await?)
    }

    /// The signed-in member (ROLE-04); refused with peachCode 46 if their membership has expired and the site does not allow that.
    pub async fn active_member(&self) -> Result<Arc<AuthenticatedMember>, Failure> {
        let principal = self.current_member().await?;
        self.loyalty().sessions().require_unexpired(&self.request.site.record, &principal)?;
        Ok(principal)
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
        let own_cinema = &self.request.site.record.settings.loyalty.cinema_id;
        (!own_cinema.is_empty() && own_cinema == id) || self.cinema_name(id).is_some()
    }
}
