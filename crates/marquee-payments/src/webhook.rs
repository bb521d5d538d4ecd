//! Webhooks: signed requests from Stripe (third-party.md, section 6).

use hmac::{Hmac, KeyInit, Mac};
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::checkout::Session;
use crate::{Checkout, CheckoutStatus, PaymentError};

/// The maximum age of a webhook. Times in the future are accepted, as in Stripe's own libraries.
const TOLERANCE: SignedDuration = SignedDuration::from_mins(5);

/// Maximum number of signatures that are checked; Stripe sends two while a secret is rotated.
const MAX_SIGNATURES: usize = 8;

/// A webhook event. Events can be delivered twice and out of order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WebhookEvent {
    /// The state of a checkout session that was created here changed.
    Checkout {
        /// The event's id, the same on redelivery.
        id: String,
        checkout: Checkout,
    },
    /// Any other event; it must be acknowledged too.
    Other {
        id: String,
        /// The event's type, for example `invoice.paid`.
        kind: String,
    },
}

#[derive(Deserialize)]
struct Envelope {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: serde_json::Value,
}

/// Verifies the signature and parses the event.
pub(crate) fn read(
    secret: &str,
    signature: &str,
    body: &[u8],
    now: Timestamp,
) -> Result<WebhookEvent, PaymentError> {
    check(secret, signature, body, now)?;
    let malformed = |_| PaymentError::InvalidResponse("malformed webhook");
    let Envelope { id, kind, data } = serde_json::from_slice(body).map_err(malformed)?;
    let status = match kind.as_str() {
        "checkout.session.completed" | "checkout.session.async_payment_succeeded" => None,
        "checkout.session.async_payment_failed" => Some(CheckoutStatus::Failed),
        "checkout.session.expired" => Some(CheckoutStatus::Expired),
        _ => return Ok(WebhookEvent::Other { id, kind }),
    };
    let session: Session = serde_json::from_value(data.object).map_err(malformed)?;
    Ok(match session.checkout() {
        Some(checkout) => {
            let status = status.unwrap_or(checkout.status);
            WebhookEvent::Checkout { id, checkout: Checkout { status, ..checkout } }
        }
        None => WebhookEvent::Other { id, kind },
    })
}

/// Verifies the header `Stripe-Signature` for these bytes, and its age.
fn check(secret: &str, signature: &str, body: &[u8], now: Timestamp) -> Result<(), PaymentError> {
    let parts = || signature.split(',').filter_map(|part| part.trim().split_once('='));
    let mut times = parts().filter(|(key, _)| *key == "t").map(|(_, value)| value);
    let (Some(time), None) = (times.next(), times.next()) else {
        return Err(PaymentError::InvalidSignature("missing or invalid timestamp"));
    };
    let signed_at = time.parse().ok().and_then(|second| Timestamp::from_second(second).ok());
    let signed_at = signed_at.ok_or(PaymentError::InvalidSignature("missing or invalid timestamp"))?;
    let expected = mac(secret, time, body);
    let signatures = parts().filter(|(key, _)| *key == "v1").filter_map(|(_, value)| hex::decode(value).ok());
    // Constant-time comparison.
    let is_valid =
        signatures.take(MAX_SIGNATURES).any(|signature| expected.as_slice().ct_eq(&signature).into());
    if !is_valid {
        return Err(PaymentError::InvalidSignature("signature mismatch"));
    }
    if now.duration_since(signed_at) > TOLERANCE {
        return Err(PaymentError::InvalidSignature("expired"));
    }
    Ok(())
}

/// The header `Stripe-Signature` for these bytes.
#[cfg(test)]
fn sign(secret: &str, at: Timestamp, body: &[u8]) -> String {
    let time = at.as_second().to_string();
    format!("t={time},v1={}", hex::encode(mac(secret, &time, body)))
}

fn mac(secret: &str, time: &str, body: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes keys of any length");
    for bytes in [time.as_bytes(), b".", body] {
        mac.update(bytes);
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests;
