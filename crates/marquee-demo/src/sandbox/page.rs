//! The HTML of the sandbox: documents without scripts, under a content security policy as strict as that of the sites.

use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, RETRY_AFTER,
    X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use marquee_model::ticketing::Flow;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::SandboxError;
use super::receipt::Receipt;
use super::sessions::Session;
use super::shop::{self, Amount, DEFAULT_ROW, MAX_TICKETS, Offer, Price, ROWS, TicketChoice, site_name};

/// The stylesheet, which the policy allows by its hash.
const STYLE: &str = include_str!("style.css");

/// Sets the headers of every response.
pub fn protect(headers: &mut HeaderMap) {
    let hash = STANDARD.encode(Sha256::digest(STYLE));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{hash}'; form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'"
    );
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    let fixed = [
        (CACHE_CONTROL, "private, no-store"),
        (REFERRER_POLICY, "no-referrer"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (marquee_pages::RESOURCE_POLICY, "same-origin"),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), microphone=(), payment=(), usb=(), geolocation=()",
        ),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// Fields of the payment form in addition to the choice.
pub struct PaymentFields<'a> {
    pub csrf: &'a str,
    pub transaction: &'a str,
    /// Id of the member for whom the purchase is booked; empty without a member.
    pub member: &'a str,
    pub total: Amount,
}

/// A document.
fn document(status: StatusCode, title: &str, body: &Markup) -> Response {
    let html = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta name="robots" content="noindex";
                title { (title) " | Sandbox ticketing" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    div {
                        p.brand { "Sandbox ticketing" }
                        p.hint { "A shop of the demo. Nothing is charged." }
                    }
                }
                main { (body) }
            }
        }
    };
    let mut response = (status, html.into_string()).into_response();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    response
}

/// A number with thousands separators: `1,164`.
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let parts: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    format!("{}{}", if number < 0 { "-" } else { "" }, parts.join(","))
}

fn points(number: i64) -> String {
    format!("{} {}", grouped(number), if number == 1 { "point" } else { "points" })
}

/// The signed-in member, and the notice of the session.
fn sign_in_status(session: Option<&Session>) -> Markup {
    let signed_in = session.and_then(|session| session.signed_in.as_ref());
    let notice = session.and_then(|session| session.notice.as_deref());
    html! {
        @if let Some(signed_in) = signed_in {
            p class="who in" {
                "Signed in as " (signed_in.member.name)
                @if let Some(card) = &signed_in.member.card { ", card " (card) }
                ", " (points(signed_in.member.points)) ", at " (signed_in.site_name) "."
            }
        } @else {
            p.who { "Not signed in." }
        }
        @if let Some(notice) = notice { (note(notice)) }
    }
}

fn note(text: &str) -> Markup {
    html! { p.note role="status" { (text) } }
}

fn back(offer: &Offer) -> Markup {
    html! { a href=(shop::home(&offer.site)) { "Back to " (site_name(&offer.site)) } }
}

/// The link back to the member's site.
fn home(session: Option<&Session>) -> Markup {
    let signed_in = session.and_then(|session| session.signed_in.as_ref());
    html! {
        @if let Some(signed_in) = signed_in {
            nav { a href=(signed_in.home) { "Back to " (signed_in.site_name) } }
        }
    }
}

fn facts(pairs: &[(&str, &str)]) -> Markup {
    html! {
        dl {
            @for (name, value) in pairs.iter().filter(|(_, value)| !value.is_empty()) {
                dt { (name) }
                dd { (value) }
            }
        }
    }
}

fn of_show(offer: &Offer) -> Markup {
    let screen = offer.screen.as_deref().unwrap_or_default();
    facts(&[("Theater", &offer.theater), ("When", &offer.when), ("Where", screen)])
}

fn hidden(name: &str, value: &str) -> Markup {
    html! { input type="hidden" name=(name) value=(value); }
}

/// The note that a purchase earns no points, for visitors who are not signed in as members of the show's site.
fn no_points_note(offer: &Offer, session: Option<&Session>) -> Markup {
    let site = site_name(&offer.site);
    match session.and_then(|session| session.signed_in.as_ref()) {
        Some(signed_in) if signed_in.site == offer.site.id => html! {},
        Some(signed_in) => note(&format!(
            "This show is at {site}. You came from {}: it is booked for nobody and earns no points.",
            signed_in.site_name
        )),
        None => html! {
            p.note role="status" {
                "Without a member the purchase is booked for nobody and earns no points. "
                a href={ (shop::home(&offer.site)) "login/" } { "Sign in at " (site) }
                " first to earn some."
            }
        },
    }
}

/// A show with the form to choose seats.
pub fn show(offer: &Offer, session: Option<&Session>) -> Response {
    let body = html! {
        (sign_in_status(session))
        h1 { (offer.title) }
        (of_show(offer))
        @if let Some(reason) = offer.refusal {
            (note(reason))
        } @else {
            (no_points_note(offer, session))
            (choices(offer, session))
        }
        nav { (back(offer)) }
    };
    document(StatusCode::OK, &offer.title, &body)
}

fn choices(offer: &Offer, session: Option<&Session>) -> Markup {
    let is_member = session.is_some_and(|session| session.member_of(&offer.site.id).is_some());
    let (proposed, prices): (_, &[Price]) = if is_member {
        (Price::Member, &[Price::Adult, Price::Member])
    } else {
        (Price::Adult, &[Price::Adult])
    };
    html! {
        form.card method="get" action="/book" {
            (hidden("perfCode", &offer.code))
            fieldset {
                legend { "Price a ticket" }
                @for price in prices {
                    label.pick {
                        input type="radio" name="price" value=(price.value()) checked[*price == proposed];
                        span { (price.name()) }
                        (offer.price(*price).to_string())
                    }
                }
            }
            div.field {
                label for="tickets" { "Tickets" }
                select #tickets name="tickets" {
                    @for number in 1..=MAX_TICKETS { option value=(number) { (number) } }
                }
            }
            div.field {
                label for="row" { "Row" }
                select #row name="row" {
                    @for row in ROWS {
                        option value=(row) selected[row == DEFAULT_ROW] { (row) (row_label(row)) }
                    }
                }
            }
            button { "Continue" }
        }
    }
}

/// The label of the first and the last row.
fn row_label(row: &str) -> &'static str {
    match ROWS {
        [first, ..] if first == row => ", front",
        [.., last] if last == row => ", back",
        _ => "",
    }
}

/// The summary of a purchase, with the button to pay.
pub fn review(offer: &Offer, choice: TicketChoice, terms: &PaymentFields<'_>, session: &Session) -> Response {
    let (count, amount, total) =
        (choice.tickets.to_string(), terms.total.amount.to_string(), terms.total.to_string());
    let tickets = format!("{count} \u{d7} {}, {} each", choice.price.name(), offer.price(choice.price));
    let fields = [
        ("csrf", terms.csrf),
        ("transaction", terms.transaction),
        ("perfCode", &offer.code),
        ("tickets", &count),
        ("price", choice.price.value()),
        ("row", choice.row),
        ("total", &amount),
        ("member", terms.member),
    ];
    let code: String = url::form_urlencoded::byte_serialize(offer.code.as_bytes()).collect();
    let body = html! {
        (sign_in_status(Some(session)))
        h1 { "Check and pay" }
        (no_points_note(offer, Some(session)))
        form.card method="post" action="/book" {
            @for (name, value) in fields { (hidden(name, value)) }
            h2 { (offer.title) }
            (of_show(offer))
            (facts(&[("Tickets", &tickets), ("Row", choice.row)]))
            p.total { "Total " (total) }
            button { "Pay " (total) ", nothing is charged" }
        }
        nav {
            a href={ "/startticketing?perfCode=" (code) } { "Choose other seats" }
            (back(offer))
        }
    };
    document(StatusCode::OK, "Check and pay", &body)
}

/// The tickets that were bought.
pub fn receipt(receipt: &Receipt) -> Response {
    let tickets = format!("{} \u{d7} {}", receipt.seats.len(), receipt.price);
    let lines = facts(&[
        ("Order", receipt.booked.as_ref().map_or("", |earned| earned.order.as_str())),
        ("Reference", &receipt.reference),
        ("Film", &receipt.title),
        ("Theater", &receipt.theater),
        ("When", &receipt.when),
        ("Where", receipt.screen.as_deref().unwrap_or_default()),
        ("Tickets", &tickets),
        ("Seats", &receipt.seats.join(", ")),
        ("Total", &format!("{}, nothing was charged", receipt.total)),
    ]);
    let orders = receipt.booked.as_ref().and(receipt.orders.as_ref());
    let body = html! {
        h1 { "Your tickets" }
        @if let Some(earned) = &receipt.booked {
            p class="who in" {
                strong { (earned.name) } " earned " strong { (points(earned.points)) }
                " and has " (points(earned.balance)) " now."
            }
        } @else {
            p.who { "Nobody was signed in: this purchase was booked for nobody and earned no points." }
        }
        div.card { (lines) }
        nav {
            @if let Some(orders) = orders { a href=(orders) { "Your orders at " (receipt.site_name) } }
            a href=(receipt.home) { "Back to " (receipt.site_name) }
        }
    };
    document(StatusCode::OK, "Your tickets", &body)
}

/// The page for an unknown show.
pub fn no_show(session: Option<&Session>) -> Response {
    message(StatusCode::NOT_FOUND, "No such show", "There is no such showtime.", session)
}

/// The page for a visitor who has not chosen a show.
pub fn nothing_chosen(session: Option<&Session>) -> Response {
    let body = html! {
        (sign_in_status(session))
        h1 { "Sandbox ticketing" }
        p { "Choose a showtime on one of the demo sites to come here." }
        (home(session))
    };
    document(StatusCode::OK, "Welcome", &body)
}

/// The page of a flow that the sandbox only describes; 404 without a flow.
pub fn other_flow(flow: Option<Flow>, session: Option<&Session>) -> Response {
    let (status, title, text) = match flow {
        Some(flow) => {
            let (title, text) = flow_text(flow);
            (StatusCode::OK, title, text)
        }
        None => (StatusCode::NOT_FOUND, "No such page", "The sandbox has no page at this address."),
    };
    message(status, title, text, session)
}

fn message(status: StatusCode, title: &str, text: &str, session: Option<&Session>) -> Response {
    let body = html! {
        (sign_in_status(session))
        h1 { (title) }
        p { (text) }
        (home(session))
    };
    document(status, title, &body)
}

fn flow_text(flow: Flow) -> (&'static str, &'static str) {
    match flow {
        Flow::Ticketing | Flow::StartTicketing | Flow::LaunchTicketing => {
            ("Tickets", "Seats are chosen and paid here.")
        }
        Flow::StartConcessions | Flow::ConcessionsLanding => (
            "Food and drinks",
            "On a real ticketing site you would order food and drinks here. The sandbox sells seats only.",
        ),
        Flow::GiftCards | Flow::PhysicalGiftCards => (
            "Gift cards",
            "On a real ticketing site you would buy gift cards here, to print or by mail. The sandbox sells seats only.",
        ),
        Flow::GiftMembership => (
            "A membership as a gift",
            "On a real ticketing site you would buy somebody a membership here. The sandbox sells seats only.",
        ),
        Flow::Vouchers => (
            "Vouchers",
            "On a real ticketing site you would buy vouchers for films and snacks here. The sandbox sells seats only.",
        ),
        Flow::SignUp => (
            "Join",
            "On a real ticketing site you would become a member here. In the demo you join on the cinema\u{2019}s own site.",
        ),
        Flow::Refund => (
            "Refunds",
            "On a real ticketing site you would give tickets back here. The sandbox charged nothing.",
        ),
        Flow::StartSeasonPass => (
            "Season passes",
            "On a real ticketing site you would buy a season pass here. The sandbox sells seats only.",
        ),
        Flow::LoyaltyCredit => (
            "Credit",
            "On a real ticketing site you would load credit on your card here. The sandbox sells seats only.",
        ),
        Flow::PayReservation => (
            "Pay a reservation",
            "On a real ticketing site you would pay what you reserved here. The sandbox keeps no reservations.",
        ),
        Flow::LoyaltyUpgrade => (
            "A higher level",
            "On a real ticketing site you would upgrade your membership here. The sandbox sells seats only.",
        ),
    }
}

/// The error page.
pub fn failure(failure: &SandboxError) -> Response {
    let (status, title, text) = match failure {
        SandboxError::MethodNotAllowed => (
            StatusCode::METHOD_NOT_ALLOWED,
            "Method not allowed",
            "This address does not support the method of the request.",
        ),
        SandboxError::Form => (StatusCode::BAD_REQUEST, "That did not work", "The form could not be read."),
        SandboxError::CsrfMismatch => (
            StatusCode::FORBIDDEN,
            "That did not work",
            "The form is not from a page of your session, or the session ended. Nothing was booked. Choose your seats again.",
        ),
        SandboxError::UnknownShow => (StatusCode::NOT_FOUND, "No such show", "There is no such showtime."),
        SandboxError::NoOrder => {
            (StatusCode::NOT_FOUND, "No such order", "There is no such order in this session.")
        }
        SandboxError::Unbookable(reason) => (StatusCode::CONFLICT, "Not sold", *reason),
        SandboxError::Refused(title) => (StatusCode::CONFLICT, "Not sold", title.as_str()),
        SandboxError::SiteUnreachable(error) => {
            tracing::warn!(%error, "a call of the sandbox to a site failed: {error}");
            (
                StatusCode::BAD_GATEWAY,
                "Not sold",
                "The cinema\u{2019}s site did not respond. Go back and press the button again: you pay once.",
            )
        }
        SandboxError::Store(_) | SandboxError::Random(_) => {
            tracing::error!(error = %failure, "the sandbox cannot respond: {failure}");
            (StatusCode::SERVICE_UNAVAILABLE, "One moment, please", "Try again shortly.")
        }
    };
    let body = html! {
        h1 { (title) }
        (note(text))
    };
    let mut response = document(status, title, &body);
    match status {
        StatusCode::METHOD_NOT_ALLOWED => super::allow(response.headers_mut()),
        StatusCode::SERVICE_UNAVAILABLE => {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("2"));
        }
        _ => {}
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_grouped() {
        assert_eq!([points(0), points(1), points(840)], ["0 points", "1 point", "840 points"]);
        assert_eq!([grouped(1_164), grouped(1_234_567), grouped(-1_000)], ["1,164", "1,234,567", "-1,000"]);
    }
}
