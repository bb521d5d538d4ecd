//! What the stand-in remembers while it runs.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use url::Url;

/// An id that was not given before, nor by an earlier run.
pub(super) fn new_id(prefix: &str) -> String {
    let (high, low) = (getrandom::u64().unwrap_or_default(), getrandom::u64().unwrap_or_default());
    format!("{prefix}_{high:016x}{low:016x}")
}

/// How a checkout goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The money is there.
    Paid,
    /// The visitor is done, the money is on its way.
    Pending,
    /// The money that was on its way never comes.
    Failed,
    /// Nobody paid in time.
    Expired,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Open,
    Paid,
    Pending,
    Failed,
    Expired,
}

/// A checkout.
#[derive(Debug, Clone)]
pub(super) struct Session {
    pub id: String,
    pub state: State,
    pub created: i64,
    pub form: BTreeMap<String, String>,
    pub amount: u64,
    pub currency: String,
}

impl Session {
    /// A field of the call that made it.
    pub fn field(&self, name: &str) -> &str {
        self.form.get(name).map(String::as_str).unwrap_or_default()
    }

    /// As Stripe writes it.
    pub fn json(&self, origin: &Url) -> Value {
        let (status, payment) = match self.state {
            State::Open => ("open", "unpaid"),
            State::Paid => ("complete", "paid"),
            State::Pending | State::Failed => ("complete", "unpaid"),
            State::Expired => ("expired", "unpaid"),
        };
        let metadata: BTreeMap<&str, &str> = self
            .form
            .iter()
            .filter_map(|(key, value)| {
                Some((key.strip_prefix("metadata[")?.strip_suffix(']')?, value.as_str()))
            })
            .collect();
        let url = (self.state == State::Open).then(|| format!("{origin}pay/{}", self.id));
        json!({
            "id": self.id, "object": "checkout.session", "mode": "payment", "status": status,
            "payment_status": payment, "client_reference_id": self.form.get("client_reference_id"),
            "metadata": metadata, "amount_total": self.amount, "currency": self.currency,
            "customer_email": self.form.get("customer_email"), "url": url, "created": self.created,
            "livemode": false,
        })
    }
}

/// An answer to a call that had an idempotency key.
#[derive(Debug, Clone)]
pub(super) struct Answered {
    /// What was asked.
    pub path: String,
    pub form: BTreeMap<String, String>,
    /// What was answered.
    pub body: Value,
}

#[derive(Debug, Default)]
pub(super) struct Book {
    sessions: BTreeMap<String, Session>,
    /// Where portals lead back to.
    pub portals: BTreeMap<String, String>,
    pub answered: BTreeMap<String, Answered>,
}

impl Book {
    pub fn session(&self, id: &str) -> Option<&Session> {
        self.sessions.get(id)
    }

    pub fn keep(&mut self, session: Session) {
        self.sessions.insert(session.id.clone(), session);
    }

    /// Follows an outcome; with the kind of its report, or nothing when that cannot happen now.
    pub fn finish(&mut self, id: &str, outcome: Outcome) -> Option<&'static str> {
        let session = self.sessions.get_mut(id)?;
        let (state, kind) = match (session.state, outcome) {
            (State::Open, Outcome::Paid) => (State::Paid, "checkout.session.completed"),
            (State::Open, Outcome::Pending) => (State::Pending, "checkout.session.completed"),
            (State::Open, Outcome::Expired) => (State::Expired, "checkout.session.expired"),
            (State::Pending, Outcome::Paid) => (State::Paid, "checkout.session.async_payment_succeeded"),
            (State::Pending, Outcome::Failed) => (State::Failed, "checkout.session.async_payment_failed"),
            _ => return None,
        };
        session.state = state;
        Some(kind)
    }
}
