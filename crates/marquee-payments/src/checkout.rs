//! Checkout sessions: pages hosted by Stripe on which one order is paid.

use std::collections::BTreeMap;

use marquee_model::SiteId;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use url::Url;

use crate::{Currency, Money};

/// An order to be paid.
#[derive(Debug, Clone, Copy)]
pub struct CheckoutOrder<'a> {
    pub site: &'a SiteId,
    /// The order's id, unique in the site, at most 200 bytes.
    pub order_id: &'a str,
    /// The total price.
    pub amount: Money,
    /// The item's name on Stripe's page and on the receipt.
    pub name: &'a str,
    /// The address for the receipt.
    pub email: &'a str,
    /// Where Stripe redirects after payment; it replaces `{CHECKOUT_SESSION_ID}` in the query. A request to this URL does not
    /// prove payment: check the status.
    pub success_url: &'a Url,
    /// Where Stripe redirects if the visitor cancels.
    pub cancel_url: &'a Url,
}

impl CheckoutOrder<'_> {
    /// The form fields of the call.
    pub(crate) fn form(&self) -> Vec<(&'static str, String)> {
        vec![
            ("mode", "payment".to_owned()),
            ("client_reference_id", self.order_id.to_owned()),
            ("metadata[site]", self.site.to_string()),
            ("metadata[order_id]", self.order_id.to_owned()),
            ("customer_email", self.email.to_owned()),
            ("line_items[0][quantity]", "1".to_owned()),
            ("line_items[0][price_data][currency]", self.amount.currency.to_string().to_ascii_lowercase()),
            ("line_items[0][price_data][unit_amount]", self.amount.minor.to_string()),
            ("line_items[0][price_data][product_data][name]", self.name.to_owned()),
            ("success_url", self.success_url.to_string()),
            ("cancel_url", self.cancel_url.to_string()),
        ]
    }

    /// The same for every attempt at the same order, so that Stripe creates one session.
    pub(crate) fn idempotency_key(&self) -> String {
        let order = format!("{}:{}{}", self.site.as_str().len(), self.site, self.order_id);
        format!("checkout-{}", hex::encode(Sha256::digest(order.as_bytes())))
    }
}

/// A created checkout session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckoutSession {
    /// Stripe's id of the session, to be stored with the order.
    pub id: String,
    /// The page to redirect the visitor to.
    pub url: Url,
}

/// The state of a checkout session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckoutStatus {
    /// The visitor has not finished.
    Open,
    /// The visitor has finished, but the payment is still processing. A webhook reports the outcome.
    Pending,
    /// [`Checkout::amount`] is paid.
    Paid,
    /// A delayed payment failed. Only webhooks report this.
    Failed,
    /// The session expired before the visitor paid.
    Expired,
}

/// A checkout session as Stripe reports it. The caller must compare site, order and amount with its own records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkout {
    /// Stripe's id of the session.
    pub session_id: String,
    pub site: SiteId,
    pub order_id: String,
    pub status: CheckoutStatus,
    /// The total amount.
    pub amount: Money,
}

/// The checkout session object of Stripe's API.
#[derive(Debug, Deserialize)]
pub(crate) struct Session {
    pub id: String,
    pub url: Option<String>,
    mode: Option<String>,
    status: Option<String>,
    payment_status: Option<String>,
    client_reference_id: Option<String>,
    #[serde(default)]
    metadata: Option<BTreeMap<String, String>>,
    amount_total: Option<u64>,
    currency: Option<String>,
}

impl Session {
    /// Converts the session; `None` if it was not created by [`CheckoutOrder`].
    pub fn checkout(self) -> Option<Checkout> {
        if self.mode? != "payment" {
            return None;
        }
        let status = match (self.status?.as_str(), self.payment_status?.as_str()) {
            (_, "paid" | "no_payment_required") => CheckoutStatus::Paid,
            ("open", _) => CheckoutStatus::Open,
            ("complete", _) => CheckoutStatus::Pending,
            ("expired", _) => CheckoutStatus::Expired,
            _ => return None,
        };
        Some(Checkout {
            session_id: self.id,
            site: SiteId::parse(self.metadata?.get("site")?).ok()?,
            order_id: self.client_reference_id?,
            status,
            amount: Money { minor: self.amount_total?, currency: Currency::parse(&self.currency?)? },
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn session(changes: Value) -> Option<Checkout> {
        let mut session = json!({
            "id": "cs_1", "mode": "payment", "status": "complete", "payment_status": "paid",
            "client_reference_id": "o-1", "metadata": { "site": "aster" }, "amount_total": 1250, "currency": "usd",
        });
        session.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        serde_json::from_value::<Session>(session).unwrap().checkout()
    }

    #[test]
    fn a_checkout_is_paid_only_if_stripe_reports_it() {
        let checkout = session(json!({})).unwrap();
        assert_eq!(
            (checkout.order_id.as_str(), checkout.site.as_str(), checkout.amount.minor),
            ("o-1", "aster", 1250)
        );
        for (status, payment, expected) in [
            ("complete", "paid", CheckoutStatus::Paid),
            ("complete", "no_payment_required", CheckoutStatus::Paid),
            ("complete", "unpaid", CheckoutStatus::Pending),
            ("open", "unpaid", CheckoutStatus::Open),
            ("expired", "unpaid", CheckoutStatus::Expired),
        ] {
            let checkout = session(json!({ "status": status, "payment_status": payment })).unwrap();
            assert_eq!(checkout.status, expected, "{status} {payment}");
        }
    }

    #[test]
    fn sessions_created_elsewhere_are_ignored() {
        for changes in [
            json!({ "mode": "setup" }),
            json!({ "client_reference_id": null }),
            json!({ "metadata": null }),
            json!({ "metadata": {} }),
            json!({ "metadata": { "site": "No Site" } }),
            json!({ "amount_total": null }),
            json!({ "currency": "dollars" }),
            json!({ "status": "odd", "payment_status": "unpaid" }),
        ] {
            assert_eq!(session(changes.clone()), None, "{changes}");
        }
    }

    #[test]
    fn idempotency_keys_identify_the_order() {
        let url: Url = "https://aster.example/".parse().unwrap();
        let amount = Money { minor: 1, currency: Currency::parse("USD").unwrap() };
        let key = |site: &str, order_id: &str, name: &str| {
            let site = SiteId::parse(site).unwrap();
            let (success_url, cancel_url) = (&url, &url);
            let order =
                CheckoutOrder { site: &site, order_id, amount, name, email: "", success_url, cancel_url };
            order.idempotency_key()
        };
        assert_eq!(key("a", "1", "x"), key("a", "1", "y"));
        assert!(key("a", "11", "x") != key("a1", "1", "x") && key("a", "1", "x") != key("a", "2", "x"));
    }
}
