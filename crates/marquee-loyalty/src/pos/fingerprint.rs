//! The canonical form of a booking, and its stored response.

use jiff::Timestamp;
use marquee_model::loyalty::{Money, OrderLine};
use marquee_model::{MemberId, OrderId};
use serde::{Deserialize, Serialize};

use super::Booking;
use crate::error::LoyaltyError;
use crate::idempotency::Fingerprints;

/// The version of the form below.
const VERSION: u8 = 1;

#[derive(Serialize)]
struct BookingForm<'a> {
    version: u8,
    transaction: &'a str,
    member: &'a str,
    is_refund: bool,
    cinema: Option<&'a str>,
    at: Option<i64>,
    reference: Option<&'a str>,
    movie_title: Option<&'a str>,
    showtime_at: Option<i64>,
    screen: Option<&'a str>,
    tickets: Vec<LineForm<'a>>,
    concessions: Vec<LineForm<'a>>,
    ticket_ids: &'a [String],
    total: MoneyForm<'a>,
    membership: Option<&'a str>,
    refunded_order: Option<&'a str>,
}

#[derive(Serialize)]
struct LineForm<'a> {
    name: &'a str,
    quantity: u32,
    price: MoneyForm<'a>,
}

#[derive(Serialize)]
struct MoneyForm<'a> {
    amount: i64,
    currency: &'a str,
}

impl<'a> From<&'a Money> for MoneyForm<'a> {
    fn from(Money { amount, currency }: &'a Money) -> Self {
        Self { amount: *amount, currency }
    }
}

impl<'a> From<&'a OrderLine> for LineForm<'a> {
    fn from(OrderLine { name, quantity, price }: &'a OrderLine) -> Self {
        Self { name, quantity: *quantity, price: price.into() }
    }
}

/// The canonical forms of a booking. They do not contain the theater's name, because it comes from the catalog.
pub fn of_booking(booking: &Booking) -> Result<Fingerprints, LoyaltyError> {
    let microseconds = |at: Option<Timestamp>| at.map(Timestamp::as_microsecond);
    let form = BookingForm {
        version: VERSION,
        transaction: &booking.transaction,
        member: &booking.member,
        is_refund: booking.is_refund,
        cinema: booking.cinema_id.as_deref(),
        at: microseconds(booking.at),
        reference: booking.reference.as_deref(),
        movie_title: booking.movie_title.as_deref(),
        showtime_at: microseconds(booking.showtime_at),
        screen: booking.screen_name.as_deref(),
        tickets: booking.tickets.iter().map(LineForm::from).collect(),
        concessions: booking.concessions.iter().map(LineForm::from).collect(),
        ticket_ids: &booking.ticket_ids,
        total: (&booking.total).into(),
        membership: booking.membership.as_deref(),
        refunded_order: booking.refunded_order.as_ref().map(OrderId::as_str),
    };
    Ok(Fingerprints { current: serde_json::to_string(&form)?, older: vec![version_0::booking(booking)] })
}

/// The stored response to a booking.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredBooking {
    pub order_id: OrderId,
    pub member_id: MemberId,
    pub points: i64,
    pub balance: i64,
}

/// The form that was used before forms had a version: the `Debug` output of a struct. Do not rename these copies or reorder
/// their fields.
mod version_0 {
    use std::fmt::Debug;

    use jiff::Timestamp;

    /// The `Debug` output of a booking.
    pub fn booking(booking: &super::super::Booking) -> String {
        let copy = Booking {
            transaction: &booking.transaction,
            member: &booking.member,
            is_refund: booking.is_refund,
            cinema_id: booking.cinema_id.as_deref(),
            cinema_name: booking.cinema_name.as_deref(),
            at: booking.at,
            reference: booking.reference.as_deref(),
            movie_title: booking.movie_title.as_deref(),
            showtime_at: booking.showtime_at,
            screen_name: booking.screen_name.as_deref(),
            tickets: lines(&booking.tickets),
            concessions: lines(&booking.concessions),
            ticket_ids: &booking.ticket_ids,
            total: money(&booking.total),
            membership: booking.membership.as_deref(),
            refunded_order: booking.refunded_order.as_ref().map(|id| OrderId(id.as_str())),
        };
        format!("{copy:?}")
    }

    #[derive(Debug)]
    #[expect(dead_code, reason = "the fields are read by Debug")]
    struct Booking<'a> {
        transaction: &'a str,
        member: &'a str,
        is_refund: bool,
        cinema_id: Option<&'a str>,
        cinema_name: Option<&'a str>,
        at: Option<Timestamp>,
        reference: Option<&'a str>,
        movie_title: Option<&'a str>,
        showtime_at: Option<Timestamp>,
        screen_name: Option<&'a str>,
        tickets: Vec<OrderLine<'a>>,
        concessions: Vec<OrderLine<'a>>,
        ticket_ids: &'a [String],
        total: Money<'a>,
        membership: Option<&'a str>,
        refunded_order: Option<OrderId<'a>>,
    }

    #[derive(Debug)]
    #[expect(dead_code, reason = "the fields are read by Debug")]
    struct OrderLine<'a> {
        name: &'a str,
        quantity: u32,
        price: Money<'a>,
    }

    #[derive(Debug)]
    #[expect(dead_code, reason = "the fields are read by Debug")]
    struct Money<'a> {
        amount: i64,
        currency: &'a str,
    }

    struct OrderId<'a>(&'a str);

    impl Debug for OrderId<'_> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "OrderId({:?})", self.0)
        }
    }

    fn lines(lines: &[marquee_model::loyalty::OrderLine]) -> Vec<OrderLine<'_>> {
        lines.iter().map(copy).collect()
    }

    fn copy(line: &marquee_model::loyalty::OrderLine) -> OrderLine<'_> {
        OrderLine { name: &line.name, quantity: line.quantity, price: money(&line.price) }
    }

    fn money(money: &marquee_model::loyalty::Money) -> Money<'_> {
        Money { amount: money.amount, currency: &money.currency }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample_booking() -> Booking {
        let usd = |amount| Money { amount, currency: "USD".into() };
        let text = |text: &str| Some(text.to_owned());
        Booking {
            transaction: "t1".into(),
            member: "ada@example.org".into(),
            is_refund: false,
            cinema_id: text("c1"),
            cinema_name: text("Meridian"),
            is_unknown_cinema: false,
            at: "2025-05-05T18:00:00Z".parse().ok(),
            reference: None,
            movie_title: text("The \"Salt\""),
            showtime_at: None,
            screen_name: None,
            tickets: vec![OrderLine { name: "Adult".into(), quantity: 2, price: usd(625) }],
            concessions: Vec::new(),
            ticket_ids: vec!["t1-1".into()],
            total: usd(1250),
            membership: None,
            refunded_order: OrderId::parse("o1").ok(),
        }
    }

    #[test]
    fn security_4_1_the_form_of_a_version_does_not_change() {
        let json = concat!(
            r#"{"version":1,"transaction":"t1","member":"ada@example.org","is_refund":false,"cinema":"c1","#,
            r#""at":1746468000000000,"reference":null,"movie_title":"The \"Salt\"","showtime_at":null,"#,
            r#""screen":null,"tickets":[{"name":"Adult","quantity":2,"price":{"amount":625,"currency":"USD"}}],"#,
            r#""concessions":[],"ticket_ids":["t1-1"],"total":{"amount":1250,"currency":"USD"},"#,
            r#""membership":null,"refunded_order":"o1"}"#,
        );
        let text = concat!(
            r#"Booking { transaction: "t1", member: "ada@example.org", is_refund: false, cinema_id: Some("c1"), "#,
            r#"cinema_name: Some("Meridian"), at: Some(2025-05-05T18:00:00Z), reference: None, "#,
            r#"movie_title: Some("The \"Salt\""), showtime_at: None, screen_name: None, "#,
            r#"tickets: [OrderLine { name: "Adult", quantity: 2, price: Money { amount: 625, currency: "USD" } }], "#,
            r#"concessions: [], ticket_ids: ["t1-1"], total: Money { amount: 1250, currency: "USD" }, "#,
            r#"membership: None, refunded_order: Some(OrderId("o1")) }"#,
        );
        let forms = of_booking(&sample_booking()).unwrap();
        assert_eq!((forms.current.as_str(), forms.older), (json, vec![text.to_owned()]));
    }

    #[test]
    fn security_4_1_a_renamed_theater_does_not_make_a_retry_another_booking() {
        let renamed = Booking { cinema_name: Some("Meridian Main".into()), ..sample_booking() };
        assert_eq!(of_booking(&renamed).unwrap().current, of_booking(&sample_booking()).unwrap().current);
    }
}
