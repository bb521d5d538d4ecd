//! Checkouts: pages of Stripe's where one order is paid.

use std::collections::BTreeMap;

use marquee_model::SiteId;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use url::Url;

use crate::{Currency, Money};

/// What is to be paid.
#[derive(Debug, Clone, Copy)]
pub struct CheckoutOrder<'a> {
    /// Whose order it is.
    pub site: &'a SiteId,
    /// Its id, unique in the site, at most 200 bytes.
    pub order_id: &'a str,
    /// The whole price.
    pub amount: Money,
    /// What is bought, as Stripe's page and the receipt name it.
    pub name: &'a str,
    /// Where the receipt goes.
    pub email: &'a str,
    /// Where Stripe leads to afterwards. It proves nothing: ask for the status. In its query `{CHECKOUT_SESSION_ID}` is
    /// replaced.
    pub success_url: &'a Url,
    /// Where Stripe leads to when the visitor goes back.
    pub cancel_url: &'a Url,
}

impl CheckoutOrder<'_> {
    /// The call's fields.
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

    /// The same for every try at the same order, so that there is one session for it.
    pub(crate) fn idempotency_key(&self) -> String {
        let order = format!("{}:{}{}", self.site.as_str().len(), self.site, self.order_id);
        format!("checkout-{}", hex::encode(Sha256::digest(order.as_bytes())))
    }
}

/// A page that waits for the visitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckoutSession {
    /// Stripe's id for it, to be kept with the order.
    pub id: String,
    /// Where to lead the visitor.
    pub url: Url,
}

/// How far a checkout is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckoutStatus {
    /// The page waits.
    Open,
    /// The visitor is done, the money is still on its way; a report says how it ends.
    Pending,
    /// Paid, the amount that the checkout says.
    Paid,
    /// The money never came. Only reports say so.
    Failed,
    /// The visitor did not pay in time.
    Expired,
}

/// What Stripe says of a checkout. The caller compares site, order and amount with its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkout {
    /// Stripe's id for it.
    pub session_id: String,
    /// Whose order it is for.
    pub site: SiteId,
    /// The order.
    pub order_id: String,
    /// How far it is.
    pub status: CheckoutStatus,
    /// What is to be paid, or was.
    pub amount: Money,
}

/// A session as Stripe writes it.
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
    /// What it says; nothing when it is not one that was made for an order here.
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
    fn a_checkout_is_paid_only_when_stripe_says_so() {
        let paid = session(json!({})).unwrap();
        assert_eq!((paid.order_id.as_str(), paid.site.as_str(), paid.amount.minor), ("o-1", "aster", 1250));
        for (status, payment, expected) in [
            ("complete", "paid", CheckoutStatus::Paid),
            ("complete", "no_payment_required", CheckoutStatus::Paid),
            ("complete", "unpaid", CheckoutStatus::Pending),
            ("open", "unpaid", CheckoutStatus::Open),
            ("expired", "unpaid", CheckoutStatus::Expired),
        ] {
            let got = session(json!({ "status": status, "payment_status": payment })).unwrap();
            assert_eq!(got.status, expected, "{status} {payment}");
        }
    }

    #[test]
    fn a_session_made_elsewhere_is_none_of_ours() {
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
    fn an_order_has_one_key_and_no_two_orders_share_one() {
        let url: Url = "https://aster.example/".parse().unwrap();
        let amount = Money { minor: 1, currency: Currency::parse("USD").unwrap() };
        let key = |site: &str, order_id: &str, name: &str| {
            let site = SiteId::stored(site.to_owned());
            let (success_url, cancel_url) = (&url, &url);
            let order =
                CheckoutOrder { site: &site, order_id, amount, name, email: "", success_url, cancel_url };
            order.idempotency_key()
        };
        assert_eq!(key("a", "1", "x"), key("a", "1", "y"));
        assert!(key("a", "11", "x") != key("a1", "1", "x") && key("a", "1", "x") != key("a", "2", "x"));
    }
}
