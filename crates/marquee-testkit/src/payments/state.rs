//! The in-memory state of the fake.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use url::Url;

/// A random id, unique across runs.
pub(super) fn new_id(prefix: &str) -> String {
    let (high, low) = (getrandom::u64().unwrap_or_default(), getrandom::u64().unwrap_or_default());
    format!("{prefix}_{high:016x}{low:016x}")
}

/// The next state of a checkout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The payment succeeded.
    Paid,
    /// The visitor has finished, the payment is processing.
    Pending,
    /// The payment that was processing failed.
    Failed,
    /// The session expired before payment.
    Expired,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SessionState {
    Open,
    Paid,
    Pending,
    Failed,
    Expired,
}

#[derive(Debug, Clone)]
pub(super) struct Session {
    pub id: String,
    pub state: SessionState,
    pub created: i64,
    pub form: BTreeMap<String, String>,
    pub amount: u64,
    pub currency: String,
}

impl Session {
    /// A form field of the call that created it, or empty.
    pub fn field(&self, name: &str) -> &str {
        self.form.get(name).map(String::as_str).unwrap_or_default()
    }

    /// The session in Stripe's JSON format.
    pub fn json(&self, origin: &Url) -> Value {
        let (status, payment) = match self.state {
            SessionState::Open => ("open", "unpaid"),
            SessionState::Paid => ("complete", "paid"),
            SessionState::Pending | SessionState::Failed => ("complete", "unpaid"),
            SessionState::Expired => ("expired", "unpaid"),
        };
        let metadata: BTreeMap<&str, &str> = self
            .form
            .iter()
            .filter_map(|(key, value)| {
                Some((key.strip_prefix("metadata[")?.strip_suffix(']')?, value.as_str()))
            })
            .collect();
        let url = (self.state == SessionState::Open).then(|| format!("{origin}pay/{}", self.id));
        json!({
            "id": self.id, "object": "checkout.session", "mode": "payment", "status": status,
            "payment_status": payment, "client_reference_id": self.form.get("client_reference_id"),
            "metadata": metadata, "amount_total": self.amount, "currency": self.currency,
            "customer_email": self.form.get("customer_email"), "url": url, "created": self.created,
            "livemode": false,
        })
    }
}

/// The response to a call with an idempotency key.
#[derive(Debug, Clone)]
pub(super) struct CachedResponse {
    pub path: String,
    pub form: BTreeMap<String, String>,
    pub body: Value,
}

#[derive(Debug, Default)]
pub(super) struct State {
    sessions: BTreeMap<String, Session>,
    /// The return URL of each portal session, by id.
    pub portals: BTreeMap<String, String>,
    pub responses: BTreeMap<String, CachedResponse>,
}

impl State {
    pub fn session(&self, id: &str) -> Option<&Session> {
        self.sessions.get(id)
    }

    pub fn insert(&mut self, session: Session) {
        self.sessions.insert(session.id.clone(), session);
    }

    /// Applies an outcome and returns the webhook's event type; `None` if the current state does not allow it.
    pub fn finish(&mut self, id: &str, outcome: Outcome) -> Option<&'static str> {
        let session = self.sessions.get_mut(id)?;
        let (state, kind) = match (session.state, outcome) {
            (SessionState::Open, Outcome::Paid) => (SessionState::Paid, "checkout.session.completed"),
            (SessionState::Open, Outcome::Pending) => (SessionState::Pending, "checkout.session.completed"),
            (SessionState::Open, Outcome::Expired) => (SessionState::Expired, "checkout.session.expired"),
            (SessionState::Pending, Outcome::Paid) => {
                (SessionState::Paid, "checkout.session.async_payment_succeeded")
            }
            (SessionState::Pending, Outcome::Failed) => {
                (SessionState::Failed, "checkout.session.async_payment_failed")
            }
            _ => return None,
        };
        session.state = state;
        Some(kind)
    }
}
