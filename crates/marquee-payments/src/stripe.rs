//! The calls (third-party.md, section 6): forms there, JSON back.

use std::time::Duration;

use jiff::Timestamp;
use marquee_model::SiteId;
use marquee_outbound::{Answer, Ask, Limits, Outbound, OutboundError};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use url::Url;

use crate::checkout::Session;
use crate::{Checkout, CheckoutOrder, CheckoutSession, Event, PaymentError, webhook};

/// Where Stripe is.
pub const STRIPE_URL: &str = "https://api.stripe.com";

/// The version of Stripe's interface that is spoken here.
pub(crate) const VERSION: &str = "2026-10-28.endive";

/// What one call may take (security 3.5).
const LIMITS: Limits = Limits { bytes: 1 << 20, time: Duration::from_secs(10) };

/// An operator's account.
#[derive(Clone)]
pub struct StripeOptions {
    /// The secret key, `sk_…`.
    pub secret_key: String,
    /// What reports are signed with, `whsec_…`.
    pub webhook_secret: String,
    /// Where Stripe is asked, if not at [`STRIPE_URL`].
    pub base_url: Option<Url>,
}

impl std::fmt::Debug for StripeOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StripeOptions")
            .field("base_url", &self.base_url.as_ref().map(Url::as_str))
            .finish_non_exhaustive()
    }
}

/// Asks Stripe. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Stripe {
    outbound: Outbound,
    options: StripeOptions,
    base_url: Url,
}

/// Somebody who is to have a payment portal.
#[derive(Debug, Clone, Copy)]
pub struct NewCustomer<'a> {
    /// Whose member it is.
    pub site: &'a SiteId,
    /// The member's id in the site.
    pub member_id: &'a str,
    /// The member's e-mail address.
    pub email: &'a str,
    /// The same for each try, so that there is one customer; at most 255 characters.
    pub idempotency_key: &'a str,
}

#[derive(Deserialize)]
struct Made {
    id: String,
}

#[derive(Deserialize)]
struct Portal {
    url: String,
}

#[derive(Deserialize)]
struct Failure {
    error: Failed,
}

#[derive(Deserialize)]
struct Failed {
    #[serde(rename = "type")]
    kind: Option<String>,
    code: Option<String>,
}

impl Stripe {
    /// Calls for one account.
    #[must_use]
    pub fn new(outbound: Outbound, options: StripeOptions) -> Self {
        let usual = || Url::parse(STRIPE_URL).expect("a constant address");
        let base_url = options.base_url.clone().unwrap_or_else(usual);
        Self { outbound, options, base_url }
    }

    /// Makes a customer and returns its id, to be kept with the member.
    ///
    /// # Errors
    /// [`PaymentError`].
    pub async fn create_customer(&self, new: NewCustomer<'_>) -> Result<String, PaymentError> {
        let form = [
            ("email", new.email),
            ("metadata[site]", new.site.as_str()),
            ("metadata[member_id]", new.member_id),
        ];
        let ask =
            Ask::form(self.address(&["customers"]), form).with_header("idempotency-key", new.idempotency_key);
        let Made { id } = self.call(ask).await?;
        if is_id(&id) { Ok(id) } else { Err(PaymentError::Nonsense("a customer without an id")) }
    }

    /// A page where a customer sees and changes what they pay with; it leads back to `return_url`.
    ///
    /// # Errors
    /// [`PaymentError`].
    pub async fn portal_session(&self, customer: &str, return_url: &Url) -> Result<Url, PaymentError> {
        let form = [("customer", customer), ("return_url", return_url.as_str())];
        let portal: Portal =
            self.call(Ask::form(self.address(&["billing_portal", "sessions"]), form)).await?;
        self.page(&portal.url)
    }

    /// A page where an order is paid. Asked again for the same order, Stripe answers with the same page for a day; after
    /// that the page has expired. The same order with another price is refused.
    ///
    /// # Errors
    /// [`PaymentError`].
    pub async fn checkout_session(&self, order: CheckoutOrder<'_>) -> Result<CheckoutSession, PaymentError> {
        let form = order.form();
        let fields = form.iter().map(|(key, value)| (*key, value.as_str()));
        let ask = Ask::form(self.address(&["checkout", "sessions"]), fields)
            .with_header("idempotency-key", order.idempotency_key());
        let session: Session = self.call(ask).await?;
        let url = self.page(session.url.as_deref().unwrap_or_default())?;
        if is_id(&session.id) {
            Ok(CheckoutSession { id: session.id, url })
        } else {
            Err(PaymentError::Nonsense("a checkout without an id"))
        }
    }

    /// How a checkout stands.
    ///
    /// # Errors
    /// [`PaymentError`]; `Refused` with 404 when there is no such checkout.
    pub async fn checkout_status(&self, session_id: &str) -> Result<Checkout, PaymentError> {
        if !is_id(session_id) {
            return Err(PaymentError::Refused { status: 404, code: "resource_missing".to_owned() });
        }
        let session: Session =
            self.call(Ask::get(self.address(&["checkout", "sessions", session_id]))).await?;
        let checkout = session.checkout().filter(|checkout| checkout.session_id == session_id);
        checkout.ok_or(PaymentError::Nonsense("a checkout that was not made here"))
    }

    /// Reads a report: `signature` is the header `Stripe-Signature`, `body` the bytes as they came.
    ///
    /// # Errors
    /// [`PaymentError::Forged`] for one that is not Stripe's, [`PaymentError::Nonsense`] for one that cannot be read.
    pub fn read_webhook(&self, signature: &str, body: &[u8], now: Timestamp) -> Result<Event, PaymentError> {
        webhook::read(&self.options.webhook_secret, signature, body, now)
    }

    fn address(&self, path: &[&str]) -> Url {
        let mut url = self.base_url.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().push("v1").extend(path);
        }
        url
    }

    /// A page that a visitor is led to: https, unless Stripe itself is asked without.
    fn page(&self, text: &str) -> Result<Url, PaymentError> {
        let url = Url::parse(text).ok();
        url.filter(|url| url.scheme() == "https" || url.scheme() == self.base_url.scheme())
            .ok_or(PaymentError::Nonsense("a page without an address"))
    }

    async fn call<T: DeserializeOwned>(&self, ask: Ask) -> Result<T, PaymentError> {
        let ask = ask
            .with_header("authorization", format!("Bearer {}", self.options.secret_key))
            .with_header("stripe-version", VERSION);
        let answer = self.outbound.send(ask, LIMITS).await.map_err(|error| match error {
            OutboundError::TooLarge { .. } => PaymentError::Nonsense("it is too large"),
            error => PaymentError::Unavailable(error.to_string()),
        })?;
        read(&answer)
    }
}

fn read<T: DeserializeOwned>(answer: &Answer) -> Result<T, PaymentError> {
    match answer.status {
        200 => serde_json::from_slice(&answer.body).map_err(|_| PaymentError::Nonsense("it cannot be read")),
        // Another call with the same key still runs; too many calls.
        409 | 429 | 500..=599 => Err(PaymentError::Unavailable(format!("status {}", answer.status))),
        status @ 400..=499 => {
            let failure = serde_json::from_slice::<Failure>(&answer.body).ok();
            let code = failure.and_then(|f| f.error.code.or(f.error.kind)).filter(|code| is_id(code));
            Err(PaymentError::Refused { status, code: code.unwrap_or_default() })
        }
        _ => Err(PaymentError::Nonsense("a status that Stripe has not")),
    }
}

/// Whether a text looks like an id or a code of Stripe's.
fn is_id(text: &str) -> bool {
    !text.is_empty() && text.len() <= 255 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
