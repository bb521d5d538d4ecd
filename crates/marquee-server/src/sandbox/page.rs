//! The HTML of the sandbox: documents without scripts, under a content security policy as strict as that of the sites.

use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, RETRY_AFTER,
    X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use marquee_model::text::escape_html;
use marquee_model::ticketing::Flow;
use sha2::{Digest, Sha256};

use super::SandboxError;
use super::sale::{PaymentFields, Receipt};
use super::sessions::Session;
use super::shop::{self, Choice, DEFAULT_ROW, MOST, Offer, Price, ROWS, site_name};

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
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), microphone=(), payment=(), usb=(), geolocation=()",
        ),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// A document; `body` is markup, `title` is text.
fn document(status: StatusCode, title: &str, body: &str) -> Response {
    let title = escape_html(title);
    let html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"robots\" content=\"noindex\"><title>{title} | Sandbox ticketing</title>\
         <style>{STYLE}</style></head><body><header><div><p class=\"brand\">Sandbox ticketing</p>\
         <p class=\"hint\">A shop of the demo. Nothing is charged.</p></div></header>\
         <main>{body}</main></body></html>\n"
    );
    let mut response = (status, html).into_response();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    response
}

/// A number with thousands separators: `1,164`.
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let parts: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|part| std::str::from_utf8(part).ok()).collect();
    format!("{}{}", if number < 0 { "-" } else { "" }, parts.join(","))
}

fn points(number: i64) -> String {
    format!("{} {}", grouped(number), if number == 1 { "point" } else { "points" })
}

/// Who is signed in, and the notice of the session.
fn sign_in_status(session: Option<&Session>) -> String {
    let status = match session.and_then(|session| session.signed.as_ref()) {
        Some(signed) => {
            let card = signed.member.card.as_ref().map(|card| format!(", card {}", escape_html(card)));
            format!(
                "<p class=\"who in\">Signed in as {}{}, {}, at {}.</p>",
                escape_html(&signed.member.name),
                card.unwrap_or_default(),
                points(signed.member.points),
                escape_html(&signed.site_name)
            )
        }
        None => "<p class=\"who\">Not signed in.</p>".to_owned(),
    };
    let notice = session.and_then(|session| session.notice.as_ref());
    status + &notice.map_or_else(String::new, |why| note(why))
}

fn note(text: &str) -> String {
    format!("<p class=\"note\" role=\"status\">{}</p>", escape_html(text))
}

fn link(href: &str, text: &str) -> String {
    format!("<a href=\"{}\">{}</a>", escape_html(href), escape_html(text))
}

fn back(offer: &Offer) -> String {
    link(&shop::home(&offer.site), &format!("Back to {}", site_name(&offer.site)))
}

/// The link back to the member's site.
fn home(session: Option<&Session>) -> String {
    let signed = session.and_then(|session| session.signed.as_ref());
    signed.map_or_else(String::new, |signed| {
        format!("<nav>{}</nav>", link(&signed.home, &format!("Back to {}", signed.site_name)))
    })
}

fn facts(pairs: &[(&str, &str)]) -> String {
    let pairs = pairs.iter().filter(|(_, value)| !value.is_empty());
    let lines: String =
        pairs.map(|(name, value)| format!("<dt>{name}</dt><dd>{}</dd>", escape_html(value))).collect();
    format!("<dl>{lines}</dl>")
}

fn of_show(offer: &Offer) -> String {
    let screen = offer.screen.as_deref().unwrap_or_default();
    facts(&[("Theater", &offer.theater), ("When", &offer.when), ("Where", screen)])
}

fn hidden(name: &str, value: &str) -> String {
    format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">", escape_html(value))
}

/// The note that a purchase earns no points, for visitors who are not members of the show's site.
fn no_points_note(offer: &Offer, session: Option<&Session>) -> String {
    let site = site_name(&offer.site);
    match session.and_then(|session| session.signed.as_ref()) {
        Some(signed) if signed.site == offer.site.id => String::new(),
        Some(signed) => note(&format!(
            "This show is at {site}. You came from {}: it is booked for nobody and earns no points.",
            signed.site_name
        )),
        None => format!(
            "<p class=\"note\" role=\"status\">Without a member the purchase is booked for nobody and earns no points. \
             {} first to earn some.</p>",
            link(&format!("{}login/", shop::home(&offer.site)), &format!("Sign in at {site}"))
        ),
    }
}

/// A show with the form to choose seats.
pub fn show(offer: &Offer, session: Option<&Session>) -> Response {
    let head = format!("{}<h1>{}</h1>{}", sign_in_status(session), escape_html(&offer.title), of_show(offer));
    let rest = match offer.refusal {
        Some(why) => note(why),
        None => no_points_note(offer, session) + &choices(offer, session),
    };
    document(StatusCode::OK, &offer.title, &format!("{head}{rest}<nav>{}</nav>", back(offer)))
}

fn choices(offer: &Offer, session: Option<&Session>) -> String {
    let is_member = session.is_some_and(|session| session.member_of(&offer.site.id).is_some());
    let proposed = if is_member { Price::Member } else { Price::Adult };
    let price = |price: Price| {
        format!(
            "<label class=\"pick\"><input type=\"radio\" name=\"price\" value=\"{}\"{}><span>{}</span>{}</label>",
            price.value(),
            if price == proposed { " checked" } else { "" },
            price.name(),
            offer.price(price)
        )
    };
    let prices = if is_member { price(Price::Adult) + &price(Price::Member) } else { price(Price::Adult) };
    let counts: String = (1..=MOST).map(|n| format!("<option value=\"{n}\">{n}</option>")).collect();
    let row = |row: &str| {
        let (chosen, more) = (if row == DEFAULT_ROW { " selected" } else { "" }, row_label(row));
        format!("<option value=\"{row}\"{chosen}>{row}{more}</option>")
    };
    let rows: String = ROWS.into_iter().map(row).collect();
    format!(
        "<form class=\"card\" method=\"get\" action=\"/book\">{}\
         <fieldset><legend>Price a ticket</legend>{prices}</fieldset>\
         <div class=\"field\"><label for=\"tickets\">Tickets</label><select id=\"tickets\" name=\"tickets\">{counts}</select></div>\
         <div class=\"field\"><label for=\"row\">Row</label><select id=\"row\" name=\"row\">{rows}</select></div>\
         <button>Continue</button></form>",
        hidden("perfCode", &offer.code)
    )
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
pub fn review(offer: &Offer, choice: Choice, terms: &PaymentFields<'_>, session: &Session) -> Response {
    let tickets =
        format!("{} \u{d7} {}, {} each", choice.tickets, choice.price.name(), offer.price(choice.price));
    let fields: String = [
        ("csrf", terms.csrf),
        ("transaction", terms.transaction),
        ("perfCode", &offer.code),
        ("tickets", &choice.tickets.to_string()),
        ("price", choice.price.value()),
        ("row", choice.row),
        ("total", &terms.total.amount.to_string()),
        ("member", terms.member),
    ]
    .into_iter()
    .map(|(name, value)| hidden(name, value))
    .collect();
    let code: String = url::form_urlencoded::byte_serialize(offer.code.as_bytes()).collect();
    let body = format!(
        "{}<h1>Check and pay</h1>{}<form class=\"card\" method=\"post\" action=\"/book\">{fields}\
         <h2>{}</h2>{}{}<p class=\"total\">Total {}</p>\
         <button>Pay {}, nothing is charged</button></form><nav>{}{}</nav>",
        sign_in_status(Some(session)),
        no_points_note(offer, Some(session)),
        escape_html(&offer.title),
        of_show(offer),
        facts(&[("Tickets", &tickets), ("Row", choice.row)]),
        terms.total,
        terms.total,
        link(&format!("/startticketing?perfCode={code}"), "Choose other seats"),
        back(offer)
    );
    document(StatusCode::OK, "Check and pay", &body)
}

pub fn receipt(receipt: &Receipt) -> Response {
    let earned = match &receipt.booked {
        Some(earned) => format!(
            "<p class=\"who in\"><strong>{}</strong> earned <strong>{}</strong> and has {} now.</p>",
            escape_html(&earned.name),
            points(earned.points),
            points(earned.balance)
        ),
        None => "<p class=\"who\">Nobody was signed in: this purchase was booked for nobody and earned no points.</p>"
            .to_owned(),
    };
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
    let orders = match (&receipt.booked, &receipt.orders) {
        (Some(_), Some(orders)) => link(orders, &format!("Your orders at {}", receipt.site_name)),
        _ => String::new(),
    };
    let home = link(&receipt.home, &format!("Back to {}", receipt.site_name));
    let body =
        format!("<h1>Your tickets</h1>{earned}<div class=\"card\">{lines}</div><nav>{orders}{home}</nav>");
    document(StatusCode::OK, "Your tickets", &body)
}

/// The page for an unknown show.
pub fn no_show(session: Option<&Session>) -> Response {
    let body = format!(
        "{}<h1>No such show</h1><p>There is no such showtime.</p>{}",
        sign_in_status(session),
        home(session)
    );
    document(StatusCode::NOT_FOUND, "No such show", &body)
}

/// The page for a visitor who has not chosen a show.
pub fn nothing_chosen(session: Option<&Session>) -> Response {
    let body = format!(
        "{}<h1>Sandbox ticketing</h1><p>Choose a showtime on one of the demo sites to come here.</p>{}",
        sign_in_status(session),
        home(session)
    );
    document(StatusCode::OK, "Welcome", &body)
}

/// The page of a flow other than tickets, which the sandbox only describes; 404 without a flow.
pub fn other_flow(flow: Option<Flow>, session: Option<&Session>) -> Response {
    let (status, title, text) = match flow {
        Some(flow) => {
            let (title, text) = flow_text(flow);
            (StatusCode::OK, title, text)
        }
        None => (StatusCode::NOT_FOUND, "No such page", "The sandbox has no page at this address."),
    };
    document(
        status,
        title,
        &format!("{}<h1>{title}</h1><p>{text}</p>{}", sign_in_status(session), home(session)),
    )
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
        SandboxError::Method => {
            (StatusCode::METHOD_NOT_ALLOWED, "Not here", "Pages are read and forms are sent.")
        }
        SandboxError::Form => (StatusCode::BAD_REQUEST, "That did not work", "The form could not be read."),
        SandboxError::Foreign => (
            StatusCode::FORBIDDEN,
            "That did not work",
            "The form is not from a page of your session, or the session ended. Nothing was booked. Choose your seats again.",
        ),
        SandboxError::NoShow => (StatusCode::NOT_FOUND, "No such show", "There is no such showtime."),
        SandboxError::NoOrder => {
            (StatusCode::NOT_FOUND, "No such order", "There is no such order in this session.")
        }
        SandboxError::Unbookable(why) => (StatusCode::CONFLICT, "Not sold", *why),
        SandboxError::Refused(title) => (StatusCode::CONFLICT, "Not sold", title.as_str()),
        SandboxError::Silent(error) => {
            tracing::warn!(%error, "the sandbox asked a site: {error}");
            (
                StatusCode::BAD_GATEWAY,
                "Not sold",
                "The cinema\u{2019}s site did not answer. Go back and press the button again: you pay once.",
            )
        }
        SandboxError::Store(_) | SandboxError::Random(_) => {
            tracing::error!(error = %failure, "the sandbox has no page: {failure}");
            (StatusCode::SERVICE_UNAVAILABLE, "One moment, please", "Try again shortly.")
        }
    };
    let body = format!("<h1>{title}</h1>{}", note(text));
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
