//! The pages for visitors.

use http::StatusCode;
use marquee_model::money::decimal;
use maud::{Markup, html};

use super::state::{Outcome, Session, SessionState};
use super::{Reply, Server};

/// The checkout page, with a button for each outcome.
pub(super) fn checkout(server: &Server, id: &str) -> Reply {
    let state = server.state.lock();
    let Some(session) = state.session(id).filter(|session| session.state == SessionState::Open) else {
        return not_found_page();
    };
    let button = |name: &str, label: &str| -> Markup {
        html! { form method="post" action={ "/pay/" (id) "/" (name) } { button { (label) } } }
    };
    let main = html! {
        p { (session.field("line_items[0][price_data][product_data][name]")) ": " (price(session)) }
        p { "For " (session.field("customer_email")) }
        (button("now", "Pay"))
        (button("later", "Pay by bank transfer, which takes days"))
        (button("cancel", "Back without paying"))
    };
    Reply::page(StatusCode::OK, "Payment", &main)
}

/// Handles a button of the checkout page.
pub(super) async fn submit(server: &Server, id: &str, button: &str) -> Reply {
    let Some(session) = server.state.lock().session(id).cloned() else { return not_found_page() };
    let outcome = match button {
        "now" => Outcome::Paid,
        "later" => Outcome::Pending,
        "cancel" => return Reply::see_other(session.field("cancel_url").to_owned()),
        _ => return not_found_page(),
    };
    if server.finish(id, outcome).await {
        Reply::see_other(session.field("success_url").replace("{CHECKOUT_SESSION_ID}", id))
    } else {
        not_found_page()
    }
}

/// The billing portal.
pub(super) fn portal(server: &Server, id: &str) -> Reply {
    let state = server.state.lock();
    let Some(return_url) = state.portals.get(id) else { return not_found_page() };
    let main = html! {
        p { "No card is stored." }
        p { a href=(return_url) { "Back" } }
    };
    Reply::page(StatusCode::OK, "Payment methods", &main)
}

fn not_found_page() -> Reply {
    let main = html! { p { "This page does not exist or was already used." } };
    Reply::page(StatusCode::NOT_FOUND, "Page not found", &main)
}

/// The price with the decimal places of its currency: `12.50 USD`, `1250 JPY`.
fn price(session: &Session) -> String {
    let currency = session.currency.to_ascii_uppercase();
    format!("{} {currency}", decimal(i64::try_from(session.amount).unwrap_or(i64::MAX), &currency))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn prices_have_the_decimal_places_of_their_currency() {
        let price_in = |currency: &str| {
            price(&Session {
                id: String::new(),
                state: SessionState::Open,
                created: 0,
                form: BTreeMap::new(),
                amount: 1250,
                currency: currency.to_owned(),
            })
        };
        assert_eq!(["usd", "jpy", "kwd"].map(price_in), ["12.50 USD", "1250 JPY", "1.250 KWD"]);
    }
}
