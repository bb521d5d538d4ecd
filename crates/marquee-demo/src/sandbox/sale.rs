//! Sale of seats: the summary, and the purchase, which is booked once at the endpoint for points of sale.

use axum::response::Response;
use http::header::SET_COOKIE;
use marquee_auth::Token;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::page::PaymentFields;
use super::product::Member;
use super::receipt::{MemberBooking, Receipt};
use super::sessions::Session;
use super::shop::{self, Amount, Offer, TicketChoice, site_name};
use super::{Fields, RequestContext, SandboxError, page, see_other};

/// The lowest first seat of a purchase.
const FIRST_SEAT: u8 = 4;
/// Number of possible first seats.
const SEATS: u8 = 6;

/// The summary of a purchase. Begins a session if there is none, because the form needs one.
pub async fn review(
    context: &RequestContext<'_>,
    offer: &Offer,
    choice: TicketChoice,
) -> Result<Response, SandboxError> {
    let now = context.app.pages.now();
    let (session, cookie) = match context.session().await? {
        Some((_, session)) => (session, None),
        None => {
            let session = Session::new(now)?;
            let cookie = context.demo.sessions.begin(&context.head.headers, session.clone(), now)?;
            (session, cookie)
        }
    };
    let transaction = Token::new()?;
    let terms = PaymentFields {
        csrf: session.csrf.reveal(),
        transaction: transaction.reveal(),
        member: session.member_of(&offer.site.id).map_or("", |member| member.id.as_str()),
        total: offer.total(choice),
    };
    let mut response = page::review(offer, choice, &terms, &session);
    if let Some(cookie) = cookie {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Completes the purchase of a payment form.
pub async fn pay(context: &RequestContext<'_>, form: &Fields) -> Result<Response, SandboxError> {
    let (id, session) = context.session().await?.ok_or(SandboxError::CsrfMismatch)?;
    if !session.has_csrf_token(form.get("csrf")) {
        return Err(SandboxError::CsrfMismatch);
    }
    let transaction = form.get("transaction").and_then(Token::parse).ok_or(SandboxError::Form)?;
    let reference = reference(transaction.reveal());
    // Submitting the same form again leads to the receipt of the first submission.
    if session.receipt(&reference).is_some() {
        return Ok(see_other(&format!("/orders/{reference}")));
    }
    let offer = match form.get("perfCode") {
        Some(code) => shop::offer(context, code).await?.ok_or(SandboxError::UnknownShow)?,
        None => return Err(SandboxError::UnknownShow),
    };
    if let Some(reason) = offer.refusal {
        return Err(SandboxError::Unbookable(reason));
    }
    let member = session.member_of(&offer.site.id);
    let Some(choice) = TicketChoice::parse(form, member.is_some()) else {
        return Ok(see_other(&choice_path(&offer, None)));
    };
    let total = offer.total(choice);
    let agreed = form.get("total") == Some(total.amount.to_string().as_str())
        && form.get("member") == member.map(|member| member.id.as_str());
    if !agreed {
        // The member or the price has changed in the meantime: show the summary again.
        return Ok(see_other(&choice_path(&offer, Some(choice))));
    }
    let seats = seats(transaction.reveal(), choice);
    let mut receipt = receipt(&offer, choice, reference, seats);
    if let Some(member) = member {
        let sale = transaction.reveal();
        receipt.booked = Some(book(context, &offer, choice, (sale, &receipt), member).await?);
    }
    let address = format!("/orders/{}", receipt.reference);
    context.demo.sessions.change(&id, |session| session.add_receipt(receipt));
    Ok(see_other(&address))
}

/// The path of the summary of a choice, or of the form to choose.
fn choice_path(offer: &Offer, choice: Option<TicketChoice>) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.append_pair("perfCode", &offer.code);
    if let Some(choice) = choice {
        query.append_pair("tickets", &choice.tickets.to_string());
        query.append_pair("price", choice.price.value());
        query.append_pair("row", choice.row);
    }
    format!("/book?{}", query.finish())
}

/// Books a purchase with the site. The request depends only on the form, so a repeated request is the same booking.
async fn book(
    context: &RequestContext<'_>,
    offer: &Offer,
    choice: TicketChoice,
    (transaction, receipt): (&str, &Receipt),
    member: &Member,
) -> Result<MemberBooking, SandboxError> {
    let unit_price = offer.price(choice.price);
    let money = |amount: &Amount| json!({ "amount": amount.amount, "currency": amount.currency });
    let ids: Vec<_> = receipt.seats.iter().map(|seat| format!("{}-{seat}", receipt.reference)).collect();
    let sale = json!({
        "transactionId": transaction,
        "member": member.id,
        "cinemaId": offer.show.theater_id.as_str(),
        "bookingReference": receipt.reference,
        "movieTitle": offer.title,
        "showtimeAt": offer.show.starts_at,
        "screenName": offer.screen,
        "tickets": [{ "name": choice.price.name(), "quantity": choice.tickets, "price": money(&unit_price) }],
        "ticketIds": ids,
        "total": money(&receipt.total),
    });
    match context.demo.product.book(&offer.site, &sale).await? {
        Ok(booked) => Ok(MemberBooking {
            name: member.name.clone(),
            order: booked.order_id,
            points: booked.points,
            balance: booked.balance,
        }),
        Err(title) => Err(SandboxError::Refused(title)),
    }
}

fn receipt(offer: &Offer, choice: TicketChoice, reference: String, seats: Vec<String>) -> Receipt {
    let settings = &offer.site.record.settings;
    let slug = &settings.login_page.slug;
    Receipt {
        reference,
        title: offer.title.clone(),
        theater: offer.theater.clone(),
        when: offer.when.clone(),
        screen: offer.screen.clone(),
        price: choice.price.name(),
        seats,
        total: offer.total(choice),
        site_name: site_name(&offer.site),
        home: shop::home(&offer.site),
        orders: (!slug.is_empty()).then(|| format!("{}/{slug}/orders/", offer.site.origin)),
        booked: None,
    }
}

/// The booking reference of a purchase.
fn reference(transaction: &str) -> String {
    let digest = Sha256::digest(transaction);
    let hex: String = digest.iter().take(4).map(|byte| format!("{byte:02X}")).collect();
    format!("SB-{hex}")
}

/// Adjacent seats of the row. Sold seats are not tracked, so two purchases may have the same seats.
fn seats(transaction: &str, choice: TicketChoice) -> Vec<String> {
    let chance = Sha256::digest(transaction).last().copied().unwrap_or_default();
    let first_seat = FIRST_SEAT + chance % SEATS;
    (first_seat..).take(usize::from(choice.tickets)).map(|seat| format!("{}{seat}", choice.row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::shop::Price;

    #[test]
    fn reference_and_seats_are_derived_from_the_transaction() {
        let choice = TicketChoice { tickets: 3, price: Price::Adult, row: "F" };
        assert_eq!(seats("a", choice), seats("a", choice));
        assert_eq!(seats("a", choice).len(), 3);
        assert!(reference("a").len() == 11 && reference("a") != reference("b"));
    }
}
