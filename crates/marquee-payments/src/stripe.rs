//! The API client (third-party.md, section 6): form-encoded requests, JSON responses.

use std::time::Duration;

use jiff::Timestamp;
use marquee_model::SiteId;
use marquee_outbound::{Limits, Outbound, OutboundError, OutboundRequest, OutboundResponse};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use url::Url;

use crate::checkout::Session;
use crate::{Checkout, CheckoutOrder, CheckoutSession, PaymentError, WebhookEvent, webhook};

/// Stripe's API.
pub const STRIPE_URL: &str = "https://api.stripe.com";

/// The version of Stripe's API that this crate uses.
pub(crate) const VERSION: &str = "2026-10-28.endive";

/// The limits of one call (security 3.5).
const LIMITS: Limits = Limits { bytes: 1 << 20, time: Duration::from_secs(10) };

/// An operator's Stripe account.
#[derive(Clone)]
pub struct StripeOptions {
    /// The secret key, `sk_…`.
    pub secret_key: String,
    /// The signing secret of webhooks, `whsec_…`.
    pub webhook_secret: String,
    /// The API's base URL. Default: [`STRIPE_URL`].
    pub base_url: Option<Url>,
}

impl std::fmt::Debug for StripeOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StripeOptions")
            .field("base_url", &self.base_url.as_ref().map(Url::as_str))
            .finish_non_exhaustive()
    }
}

/// A client of Stripe's API. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Stripe {
    outbound: Outbound,
    options: StripeOptions,
    base_url: Url,
}

/// A customer to create, so that a member can use the billing portal.
#[derive(Debug, Clone, Copy)]
pub struct NewCustomer<'a> {
    pub site: &'a SiteId,
    pub member_id: &'a str,
    pub email: &'a str,
    /// Must be the same on every retry, so that Stripe creates one customer; at most 255 characters.
    pub idempotency_key: &'a str,
}

#[derive(Deserialize)]
struct CreatedCustomer {
    id: String,
}

#[derive(Deserialize)]
struct Portal {
    url: String,
}

#[derive(Deserialize)]
struct ErrorResponse {
    error: ErrorBody,
}

#[derive(Deserialize)]
struct ErrorBody {
    #[serde(rename = "type")]
    kind: Option<String>,
    code: Option<String>,
}

impl Stripe {
    #[must_use]
    pub fn new(outbound: Outbound, options: StripeOptions) -> Self {
        let default_url = || Url::parse(STRIPE_URL).expect("STRIPE_URL must be a URL");
        let base_url = options.base_url.clone().unwrap_or_else(default_url);
        Self { outbound, options, base_url }
    }

    /// Creates a customer and returns its id, to be stored with the member.
    pub async fn create_customer(&self, new: NewCustomer<'_>) -> Result<String, PaymentError> {
        let form = [
            ("email", new.email),
            ("metadata[site]", new.site.as_str()),
            ("metadata[member_id]", new.member_id),
        ];
        let request = OutboundRequest::form(self.address(&["customers"]), form)
            .with_header("idempotency-key", new.idempotency_key);
        let CreatedCustomer { id } = self.call(request).await?;
        if is_id(&id) { Ok(id) } else { Err(PaymentError::InvalidResponse("customer without id")) }
    }

    /// Creates a billing portal session, in which a customer manages payment methods. The page links back to `return_url`.
    pub async fn portal_session(&self, customer: &str, return_url: &Url) -> Result<Url, PaymentError> {
        let form = [("customer", customer), ("return_url", return_url.as_str())];
        let portal: Portal =
            self.call(OutboundRequest::form(self.address(&["billing_portal", "sessions"]), form)).await?;
        self.page(&portal.url)
    }

    /// Creates a checkout session. Repeated for the same order, Stripe returns the same session for a day; after that the
    /// session has expired.
    ///
    /// # Errors
    /// [`PaymentError::Refused`] with 400 `idempotency_error` if the order was sent before with another price.
    pub async fn checkout_session(&self, order: CheckoutOrder<'_>) -> Result<CheckoutSession, PaymentError> {
        let form = order.form();
        let fields = form.iter().map(|(key, value)| (*key, value.as_str()));
        let request = OutboundRequest::form(self.address(&["checkout", "sessions"]), fields)
            .with_header("idempotency-key", order.idempotency_key());
        let session: Session = self.call(request).await?;
        let url = self.page(session.url.as_deref().unwrap_or_default())?;
        if is_id(&session.id) {
            Ok(CheckoutSession { id: session.id, url })
        } else {
            Err(PaymentError::InvalidResponse("checkout session without id"))
        }
    }

    /// Reads a checkout session.
    ///
    /// # Errors
    /// [`PaymentError::Refused`] with 404 if it does not exist.
    pub async fn checkout_status(&self, session_id: &str) -> Result<Checkout, PaymentError> {
        if !is_id(session_id) {
            return Err(PaymentError::Refused { status: 404, code: "resource_missing".to_owned() });
        }
        let session: Session =
            self.call(OutboundRequest::get(self.address(&["checkout", "sessions", session_id]))).await?;
        let checkout = session.checkout().filter(|checkout| checkout.session_id == session_id);
        checkout.ok_or(PaymentError::InvalidResponse("the checkout session was not created by this server"))
    }

    /// Verifies and parses a webhook: `signature` is the header `Stripe-Signature`, `body` the unchanged request body.
    ///
    /// # Errors
    /// [`PaymentError::InvalidSignature`] if the signature is invalid or too old, [`PaymentError::InvalidResponse`] if the body is malformed.
    pub fn read_webhook(
        &self,
        signature: &str,
        body: &[u8],
        now: Timestamp,
    ) -> Result<WebhookEvent, PaymentError> {
        webhook::read(&self.options.webhook_secret, signature, body, now)
    }

    fn address(&self, path: &[&str]) -> Url {
        let mut url = self.base_url.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().push("v1").extend(path);
        }
        url
    }

    /// Parses the URL of a page for the visitor: HTTPS, or the scheme of the base URL.
    fn page(&self, text: &str) -> Result<Url, PaymentError> {
        let url = Url::parse(text).ok();
        url.filter(|url| url.scheme() == "https" || url.scheme() == self.base_url.scheme())
            .ok_or(PaymentError::InvalidResponse("invalid page URL"))
    }

    async fn call<T: DeserializeOwned>(&self, request: OutboundRequest) -> Result<T, PaymentError> {
        let request = request
            .with_header("authorization", format!("Bearer {}", self.options.secret_key))
            .with_header("stripe-version", VERSION);
        let response = self.outbound.send(request, LIMITS).await.map_err(|error| match error {
            OutboundError::TooLarge { .. } => PaymentError::InvalidResponse("response too large"),
            error => PaymentError::Unavailable(error.to_string()),
        })?;
        read(&response)
    }
}

fn read<T: DeserializeOwned>(response: &OutboundResponse) -> Result<T, PaymentError> {
    match response.status {
        200 => serde_json::from_slice(&response.body)
            .map_err(|_| PaymentError::InvalidResponse("malformed JSON")),
        // 409: a call with the same idempotency key is running; 429: too many calls.
        409 | 429 | 500..=599 => Err(PaymentError::Unavailable(format!("status {}", response.status))),
        status @ 400..=499 => {
            let failure = serde_json::from_slice::<ErrorResponse>(&response.body).ok();
            let code = failure.and_then(|f| f.error.code.or(f.error.kind)).filter(|code| is_id(code));
            Err(PaymentError::Refused { status, code: code.unwrap_or_default() })
        }
        _ => Err(PaymentError::InvalidResponse("unexpected status")),
    }
}

/// Whether a text has the form of a Stripe id or error code.
fn is_id(text: &str) -> bool {
    !text.is_empty() && text.len() <= 255 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
