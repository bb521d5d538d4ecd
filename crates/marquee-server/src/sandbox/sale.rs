//! Selling seats: what is to be paid, and the purchase, booked once at the door for tills.

use axum::response::Response;
use http::header::SET_COOKIE;
use marquee_auth::Token;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::product::Member;
use super::sessions::Session;
use super::shop::{self, Amount, Choice, Offer, site_name};
use super::{Failure, Fields, Here, page, see_other};

/// The first seat of a row that is sold, and how many are tried.
const FIRST_SEAT: u8 = 4;
const SEATS: u8 = 6;

/// A purchase that was made.
#[derive(Debug, Clone)]
pub struct Receipt {
    pub reference: String,
    pub title: String,
    pub theater: String,
    pub when: String,
    pub screen: Option<String>,
    pub price: &'static str,
    pub seats: Vec<String>,
    pub total: Amount,
    pub site_name: String,
    /// Where the site is.
    pub home: String,
    /// Where its members find their orders, when it has such pages.
    pub orders: Option<String>,
    /// What was booked for a member.
    pub booked: Option<Earned>,
}

/// What the site says of a booking.
#[derive(Debug, Clone)]
pub struct Earned {
    pub name: String,
    pub order: String,
    pub points: i64,
    pub balance: i64,
}

/// What a form to pay with says beside the choice.
pub struct Terms<'a> {
    pub csrf: &'a str,
    pub transaction: &'a str,
    /// For whom it is booked; empty for nobody.
    pub member: &'a str,
    pub total: Amount,
}

/// Shows what is to be paid. Who has no session gets one, for the form.
pub async fn review(here: &Here<'_>, offer: &Offer, choice: Choice) -> Result<Response, Failure> {
    let now = here.app.pages.now();
    let (session, cookie) = match here.session().await? {
        Some((_, session)) => (session, None),
        None => {
            let session = Session::new(now)?;
            let cookie = here.demo.sessions.begin(&here.head.headers, session.clone(), now)?;
            (session, cookie)
        }
    };
    let transaction = Token::new()?;
    let terms = Terms {
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

/// Sells what a form of the session says.
pub async fn pay(here: &Here<'_>, form: &Fields) -> Result<Response, Failure> {
    let (id, session) = here.session().await?.ok_or(Failure::Foreign)?;
    if !session.made(form.get("csrf")) {
        return Err(Failure::Foreign);
    }
    let transaction = form.get("transaction").and_then(Token::read).ok_or(Failure::Form)?;
    let reference = reference(transaction.reveal());
    // A second click on the same page leads to what the first one bought.
    if session.receipt(&reference).is_some() {
        return Ok(see_other(&format!("/orders/{reference}")));
    }
    let offer = match form.get("perfCode") {
        Some(code) => shop::offer(here, code).await?.ok_or(Failure::NoShow)?,
        None => return Err(Failure::NoShow),
    };
    if let Some(why) = offer.refusal {
        return Err(Failure::Unbookable(why));
    }
    let member = session.member_of(&offer.site.id);
    let Some(choice) = Choice::read(form, member.is_some()) else {
        return Ok(see_other(&again(&offer, None)));
    };
    let total = offer.total(choice);
    let agreed = form.get("total") == Some(total.amount.to_string().as_str())
        && form.get("member") == member.map(|member| member.id.as_str());
    if !agreed {
        // They signed out since, or the price is another one: they are to see what they pay, and for whom.
        return Ok(see_other(&again(&offer, Some(choice))));
    }
    let seats = seats(transaction.reveal(), choice);
    let mut receipt = receipt(&offer, choice, reference, seats);
    if let Some(member) = member {
        let sale = transaction.reveal();
        receipt.booked = Some(book(here, &offer, choice, (sale, &receipt), member).await?);
    }
    let address = format!("/orders/{}", receipt.reference);
    here.demo.sessions.change(&id, |session| session.keep(receipt));
    Ok(see_other(&address))
}

/// Back to a choice, or to where one is made.
fn again(offer: &Offer, choice: Option<Choice>) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.append_pair("perfCode", &offer.code);
    if let Some(choice) = choice {
        query.append_pair("tickets", &choice.tickets.to_string());
        query.append_pair("price", choice.price.word());
        query.append_pair("row", choice.row);
    }
    format!("/book?{}", query.finish())
}

/// Books a purchase at the site's door. All that is sent follows from the form: sent again, it is the same booking.
async fn book(
    here: &Here<'_>,
    offer: &Offer,
    choice: Choice,
    (transaction, receipt): (&str, &Receipt),
    member: &Member,
) -> Result<Earned, Failure> {
    let one = offer.price(choice.price);
    let of = |amount: &Amount| json!({ "amount": amount.amount, "currency": amount.currency });
    let ids: Vec<_> = receipt.seats.iter().map(|seat| format!("{}-{seat}", receipt.reference)).collect();
    let sale = json!({
        "transactionId": transaction,
        "member": member.id,
        "cinemaId": offer.show.theater_id.as_str(),
        "bookingReference": receipt.reference,
        "movieTitle": offer.title,
        "showtimeAt": offer.show.starts_at,
        "screenName": offer.screen,
        "tickets": [{ "name": choice.price.name(), "quantity": choice.tickets, "price": of(&one) }],
        "ticketIds": ids,
        "total": of(&receipt.total),
    });
    match here.demo.product.book(&offer.site, &sale).await? {
        Ok(booked) => Ok(Earned {
            name: member.name.clone(),
            order: booked.order_id,
            points: booked.points,
            balance: booked.balance,
        }),
        Err(title) => Err(Failure::Refused(title)),
    }
}

fn receipt(offer: &Offer, choice: Choice, reference: String, seats: Vec<String>) -> Receipt {
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

/// What visitors know a purchase by.
fn reference(transaction: &str) -> String {
    let digest = Sha256::digest(transaction);
    let hex: String = digest.iter().take(4).map(|byte| format!("{byte:02X}")).collect();
    format!("SB-{hex}")
}

/// Neighbouring seats of the row. Nobody keeps a plan of the auditorium: two purchases may have the same ones.
fn seats(transaction: &str, choice: Choice) -> Vec<String> {
    let chance = Sha256::digest(transaction).last().copied().unwrap_or_default();
    let first = FIRST_SEAT + chance % SEATS;
    (first..).take(usize::from(choice.tickets)).map(|seat| format!("{}{seat}", choice.row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::shop::Price;

    #[test]
    fn a_purchase_is_told_the_same_way_again() {
        let choice = Choice { tickets: 3, price: Price::Adult, row: "F" };
        assert_eq!(seats("a", choice), seats("a", choice));
        assert_eq!(seats("a", choice).len(), 3);
        assert!(reference("a").len() == 11 && reference("a") != reference("b"));
    }
}
