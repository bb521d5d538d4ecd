//! The pages for visitors.

use http::StatusCode;

use super::book::{Outcome, Session, State};
use super::{Reply, Server};
use marquee_model::text::escape_html;

/// The checkout page, with a button for each outcome.
pub(super) fn checkout(desk: &Server, id: &str) -> Reply {
    let book = desk.book.lock();
    let Some(session) = book.session(id).filter(|session| session.state == State::Open) else {
        return not_found_page();
    };
    let button = |name: &str, words: &str| {
        format!("<form method=\"post\" action=\"/pay/{id}/{name}\"><button>{words}</button></form>")
    };
    let name = escape_html(session.field("line_items[0][price_data][product_data][name]"));
    let main = format!(
        "<p>{name}: {}</p><p>For {}</p>{}{}{}",
        price(session),
        escape_html(session.field("customer_email")),
        button("now", "Pay"),
        button("later", "Pay by bank transfer, which takes days"),
        button("cancel", "Back without paying"),
    );
    Reply::page(StatusCode::OK, "Payment", &main)
}

/// Handles a button of the checkout page.
pub(super) async fn submit(desk: &Server, id: &str, button: &str) -> Reply {
    let Some(session) = desk.book.lock().session(id).cloned() else { return not_found_page() };
    let outcome = match button {
        "now" => Outcome::Paid,
        "later" => Outcome::Pending,
        "cancel" => return Reply::see_other(session.field("cancel_url").to_owned()),
        _ => return not_found_page(),
    };
    if desk.finish(id, outcome).await {
        Reply::see_other(session.field("success_url").replace("{CHECKOUT_SESSION_ID}", id))
    } else {
        not_found_page()
    }
}

/// The billing portal.
pub(super) fn portal(desk: &Server, id: &str) -> Reply {
    let book = desk.book.lock();
    let Some(back) = book.portals.get(id) else { return not_found_page() };
    let main = format!("<p>No card is stored.</p><p><a href=\"{}\">Back</a></p>", escape_html(back));
    Reply::page(StatusCode::OK, "Means of payment", &main)
}

fn not_found_page() -> Reply {
    Reply::page(StatusCode::NOT_FOUND, "Nothing to pay", "<p>This page was used, or is unknown.</p>")
}

/// The price with two decimal places, which is correct for most currencies.
fn price(session: &Session) -> String {
    let (whole, cents) = (session.amount / 100, session.amount % 100);
    format!("{whole}.{cents:02} {}", session.currency.to_ascii_uppercase())
}
