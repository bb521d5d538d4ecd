//! Tills: purchases, points, histories (CALL-19 to CALL-21).

use std::sync::Arc;

use marquee_loyalty::{AdminError, Booking, BookingResult, LoyaltyError, Till};
use marquee_model::OrderId;
use marquee_model::loyalty::{Level, MembershipItem, Money, OrderLine, OrderStatus, TransferKind};
use marquee_model::operator::PointsLimit;
use marquee_store::{Account, KeyScope};

use crate::cinema::{
    Cinema, DAY, EXPIRY_TEST_TIME, HOUR, MINUTE, Reason, error_field, refusal, repeat_while_busy, text,
};

const ADA: &str = "ada@example.org";

fn usd(amount: i64) -> Money {
    Money { amount, currency: "USD".into() }
}

/// Two tickets of 12.50 for a member.
pub fn booking(transaction: &str, member: &str) -> Booking {
    let ticket = OrderLine { name: "Adult".into(), quantity: 2, price: usd(625) };
    Booking {
        transaction: transaction.into(),
        member: member.into(),
        is_refund: false,
        cinema_id: text("meridian-main"),
        cinema_name: text("Meridian"),
        is_unknown_cinema: false,
        at: None,
        reference: text("R-77"),
        movie_title: text("The Salt Cartographer"),
        showtime_at: None,
        screen_name: text("1"),
        tickets: vec![ticket],
        concessions: Vec::new(),
        ticket_ids: vec![format!("{transaction}-1"), format!("{transaction}-2")],
        total: usd(1250),
        membership: None,
        refunded_order: None,
    }
}

fn refund(transaction: &str, member: &str, order: &OrderId) -> Booking {
    let order = Some(order.clone());
    Booking { is_refund: true, refunded_order: order, ticket_ids: Vec::new(), ..booking(transaction, member) }
}

async fn till_key(c: &Cinema) -> String {
    let admin = c.engine.admin(&c.site, "operator:eve");
    admin.add_key("till-1", KeyScope::Till, None, PointsLimit::BOX_OFFICE).await.unwrap()
}

pub async fn till(c: &Cinema) -> Till {
    let key = till_key(c).await;
    c.engine.tills().authenticate_till(c.visitor(), &key).await.unwrap()
}

async fn book(c: &Cinema, till: &Till, booking: &Booking) -> BookingResult {
    c.engine.tills().book_purchase(&c.site, till, booking).await.unwrap()
}

fn level(id: i32, points_per_unit: i64, from_points: Option<i64>) -> Level {
    Level { id, name: format!("Level {id}"), points_per_unit, from_points }
}

async fn levels(c: &Cinema) {
    c.save_offers(&[
        level(0, 10, None),
        level(1, 20, Some(125)),
        level(2, 30, Some(600)),
        level(9, 99, None),
    ])
    .await;
}

pub async fn err_23_a_till_authenticates_by_its_key(c: Cinema) {
    let key = till_key(&c).await;
    assert_eq!(c.engine.tills().authenticate_till(c.visitor(), &key).await.unwrap().name, "till-1");
    let wrong_key = "A".repeat(43);
    for unknown in ["", "x", &wrong_key] {
        assert_eq!(
            refusal(c.engine.tills().authenticate_till(c.visitor(), unknown).await),
            Some(Reason::UnknownKey)
        );
    }
    let ada = c.join("ada").await;
    assert_eq!(
        refusal(c.engine.tills().authenticate_till(c.visitor(), &ada.tokens.session).await),
        Some(Reason::UnknownKey)
    );
    let newer = c
        .engine
        .admin(&c.site, "operator:eve")
        .add_key("till-1", KeyScope::Till, None, PointsLimit::BOX_OFFICE)
        .await
        .unwrap();
    assert_eq!(
        refusal(c.engine.tills().authenticate_till(c.visitor(), &key).await),
        Some(Reason::UnknownKey),
        "replaced by the newer one"
    );
    assert_eq!(refusal(c.engine.tills().authenticate_till(c.visitor(), &newer).await), None);
}

pub async fn security_4_1_a_repeated_purchase_is_booked_once(c: Cinema) {
    c.at(EXPIRY_TEST_TIME);
    levels(&c).await;
    let (till, sign_in) = (till(&c).await, c.join("ada").await);
    let ada = c.authenticate(&sign_in).await;
    let card = ada.details.card.clone().unwrap().code;
    let request = booking("t1", card.as_str());
    let first_result = book(&c, &till, &request).await;
    assert_eq!((first_result.points, first_result.balance, first_result.is_repeated), (125, 125, false));
    assert_eq!(first_result.member_id, ada.member().id);
    let repeated = BookingResult { is_repeated: true, ..first_result.clone() };
    assert_eq!(book(&c, &till, &request).await, repeated);
    let conflicting = Booking { total: usd(9999), ..request.clone() };
    assert_eq!(
        error_field(c.engine.tills().book_purchase(&c.site, &till, &conflicting).await),
        "transactionId"
    );
    // Also after a long time, and after the card was reported lost.
    c.engine.cards().report_lost(c.visitor(), &ada, None).await.unwrap();
    c.at(EXPIRY_TEST_TIME + DAY + 10 * MINUTE);
    c.engine.maintenance().delete_expired().await.unwrap();
    assert_eq!(book(&c, &till, &request).await, repeated);
    assert_eq!(book(&c.with_newer_secret(), &till, &request).await, repeated);
    // Also after its theater was removed.
    let removed = Booking { cinema_name: None, is_unknown_cinema: true, ..request.clone() };
    assert_eq!(book(&c, &till, &removed).await, repeated);
    let unknown = Booking { is_unknown_cinema: true, ..booking("t2", ADA) };
    assert_eq!(error_field(c.engine.tills().book_purchase(&c.site, &till, &unknown).await), "cinemaId");
    let other_till = Till { name: "till-2".into() };
    assert!(!book(&c, &other_till, &booking("t1", ADA)).await.is_repeated, "transaction ids are per till");
    assert_eq!(c.authenticate(&sign_in).await.details.points, 125 + 250);
}

pub async fn security_7_7_the_stored_booking_contains_no_personal_data(c: Cinema) {
    let till = till(&c).await;
    c.join("ada").await;
    book(&c, &till, &booking("t1", ADA)).await;
    let tx = c.store.begin().await.unwrap();
    let stored = tx.idempotency_record(&c.site.key, "pos:till-1", "t1").await.unwrap().unwrap();
    assert!(stored.body_hash.len() == 64 && stored.body_hash.bytes().all(|b| b.is_ascii_hexdigit()));
    assert!(!stored.response.to_string().contains('@'));
}

pub async fn security_4_1_concurrent_bookings_lose_no_points(c: Cinema) {
    levels(&c).await;
    let (till, sign_in) = (till(&c).await, c.join("ada").await);
    let c = Arc::new(c);
    let mut all = Vec::new();
    // More requests than the database has connections, each sent twice.
    for number in 0..48 {
        let (c, till) = (c.clone(), till.clone());
        all.push(tokio::spawn(async move {
            let request = Booking { total: usd(100), ..booking(&format!("t{}", number / 2), ADA) };
            let book = || async { c.engine.tills().book_purchase(&c.site, &till, &request).await };
            repeat_while_busy(book).await.unwrap().is_repeated
        }));
    }
    let mut first_times = 0;
    for task in all {
        first_times += usize::from(!task.await.unwrap());
    }
    assert_eq!(first_times, 24);
    // Ten points each until 125 are earned, then twenty each.
    assert_eq!(c.authenticate(&sign_in).await.details.points, 13 * 10 + 11 * 20);
}

/// Some bookings come before the merge, some while it waits for them or they for it, some after it.
pub async fn security_4_1_bookings_during_a_merge_land_on_the_kept_member(c: Cinema) {
    levels(&c).await;
    let till = till(&c).await;
    let (ada, bob) = (c.member("ada").await, c.member("bob").await);
    let (kept, closed) = (ada.member().id.clone(), bob.member().id.clone());
    let card = bob.details.card.clone().unwrap().code.as_str().to_owned();
    let c = Arc::new(c);
    let mut bookings = Vec::new();
    let mut merge = None;
    for number in 0..32 {
        if number == 8 {
            let (c, kept, closed) = (c.clone(), kept.clone(), closed.clone());
            merge = Some(tokio::spawn(async move {
                let admin = c.engine.admin(&c.site, "operator:eve");
                loop {
                    match admin.merge_members(&kept, &closed).await {
                        Err(AdminError::Loyalty(LoyaltyError::Store(_))) => {}
                        result => return result.unwrap(),
                    }
                }
            }));
        }
        let (c, till, kept) = (c.clone(), till.clone(), kept.clone());
        let (card, closed) = (card.clone(), closed.clone());
        bookings.push(tokio::spawn(async move {
            let by_address = number % 4 == 3;
            let member = match number % 4 {
                0 => closed.as_str(),
                1 => &card,
                2 => kept.as_str(),
                _ => "bob@example.org",
            };
            let mut request = Booking { total: usd(100), ..booking(&format!("t{number}"), member) };
            loop {
                match c.engine.tills().book_purchase(&c.site, &till, &request).await {
                    // Nobody has the address any more: the till looks the member up again.
                    Err(LoyaltyError::Refused(Reason::UnknownMember)) if by_address => {
                        request.member.clone_from(&card);
                    }
                    // 503, as no connection is free: the till repeats the booking.
                    Err(LoyaltyError::Store(_)) => {}
                    result => return result.unwrap(),
                }
            }
        }));
    }
    let mut points = 0;
    let mut orders = Vec::new();
    for booking in bookings {
        let result = booking.await.unwrap();
        assert!(result.member_id == kept || result.member_id == closed, "{result:?}");
        points += result.points;
        orders.push(result.order_id);
    }
    assert!(merge.unwrap().await.unwrap());
    let site = &c.site.key;
    let accounts = [&kept, &closed].map(|id| Account::Points(id.clone()));
    assert_eq!(c.store.balances(site, &accounts).await.unwrap(), [points, 0]);
    let mut kept_orders: Vec<_> =
        c.store.member_orders(site, &kept, None).await.unwrap().into_iter().map(|order| order.id).collect();
    orders.sort();
    kept_orders.sort();
    assert_eq!(kept_orders, orders, "each booking is an order of the kept member, once");
    let row = c.store.member(site, &kept).await.unwrap().unwrap();
    assert_eq!(row.member.lifetime_points, points);
    assert!(c.store.member(site, &closed).await.unwrap().is_none());
    let report = c.store.verify_site_ledger(site).await.unwrap();
    assert_eq!(report.errors, Vec::<String>::new());
}

pub async fn loyc_05_points_depend_on_the_level_and_raise_it(c: Cinema) {
    levels(&c).await;
    let (till, sign_in) = (till(&c).await, c.join("ada").await);
    let booked = async |id: &str, amount| {
        let request = Booking { total: usd(amount), ..booking(id, ADA) };
        let booked = book(&c, &till, &request).await;
        (booked.points, booked.balance, c.stored(ADA).await.level_id)
    };
    assert_eq!(booked("t1", 1249).await, (124, 124, 0), "rounded down");
    assert_eq!(booked("t2", 0).await, (0, 124, 0));
    assert_eq!(booked("t3", 10).await, (1, 125, 1));
    assert_eq!(booked("t4", 2400).await, (480, 605, 2));
    assert_eq!(booked("t5", 100).await, (30, 635, 2));
    let principal = c.authenticate(&sign_in).await;
    c.give_points(&principal, -600).await;
    assert_eq!(booked("t6", 100).await, (30, 65, 2), "spending points does not lower the level");
    assert_eq!(c.authenticate(&sign_in).await.details.level_name.as_deref(), Some("Level 2"));
}

pub async fn call_21_histories_are_newest_first_and_can_be_limited(c: Cinema) {
    levels(&c).await;
    let (till, ada) = (till(&c).await, c.member("ada").await);
    for (at, id) in [(MINUTE, "t1"), (HOUR, "t2")] {
        c.at(at);
        book(&c, &till, &booking(id, ADA)).await;
    }
    let earlier = Booking { at: Some(c.time(-DAY)), ..booking("t3", ADA) };
    book(&c, &till, &earlier).await;
    let orders = c.engine.program().orders(&c.site, &ada, None).await.unwrap();
    let ids: Vec<&str> = orders.iter().map(|order| order.ticket_ids[0].as_str()).collect();
    assert_eq!(ids, ["t2-1", "t1-1", "t3-1"]);
    let order = &orders[0];
    assert_eq!((order.total.clone(), order.booking_reference.as_deref()), (usd(1250), Some("R-77")));
    assert_eq!(
        (order.movie_title.as_deref(), order.cinema_name.as_deref()),
        (Some("The Salt Cartographer"), Some("Meridian"))
    );
    assert_eq!((order.tickets[0].quantity, order.status), (2, OrderStatus::Completed));
    let lines = c.engine.program().transactions(&c.site, &ada, None).await.unwrap();
    let rows: Vec<_> = lines.iter().map(|l| (l.kind, l.amount, l.balance_after)).collect();
    let earn = TransferKind::Earn;
    assert_eq!(rows, [(earn, 250, 625), (earn, 250, 375), (earn, 125, 125)]);
    assert_eq!(lines[0].description, "The Salt Cartographer");
    assert_eq!(lines[2].order_id.as_ref(), Some(&orders[1].id));
    assert_eq!(c.engine.program().orders(&c.site, &ada, Some(1)).await.unwrap(), orders[..1]);
    assert_eq!(c.engine.program().transactions(&c.site, &ada, Some(2)).await.unwrap(), lines[..2]);
}

pub async fn call_19_a_refund_takes_back_the_remaining_points_once(c: Cinema) {
    levels(&c).await;
    let (till, sign_in) = (till(&c).await, c.join("ada").await);
    let bea = c.member("bea").await;
    let purchase = book(&c, &till, &booking("t1", ADA)).await;
    let request = refund("r1", ADA, &purchase.order_id);
    let by_bea = Booking { member: bea.member().id.as_str().into(), ..request.clone() };
    assert_eq!(
        refusal(c.engine.tills().book_purchase(&c.site, &till, &by_bea).await),
        Some(Reason::UnknownOrder),
        "another member's order"
    );
    let refunded = book(&c, &till, &request).await;
    assert_eq!((refunded.points, refunded.balance), (-125, 0));
    assert!(book(&c, &till, &request).await.is_repeated);
    let second_refund = refund("r2", ADA, &purchase.order_id);
    assert_eq!(
        refusal(c.engine.tills().book_purchase(&c.site, &till, &second_refund).await),
        Some(Reason::UnknownOrder)
    );
    let unknown = refund("r3", ADA, &OrderId::parse("unknown").unwrap());
    assert_eq!(
        refusal(c.engine.tills().book_purchase(&c.site, &till, &unknown).await),
        Some(Reason::UnknownOrder)
    );
    let second_purchase = book(&c, &till, &booking("t2", ADA)).await;
    let principal = c.authenticate(&sign_in).await;
    c.give_points(&principal, 1 - second_purchase.balance).await;
    let refunded = book(&c, &till, &refund("r4", ADA, &second_purchase.order_id)).await;
    assert_eq!((refunded.points, refunded.balance), (-1, 0), "the balance never becomes negative");
    let orders = c.engine.program().orders(&c.site, &principal, None).await.unwrap();
    assert!(orders.iter().all(|order| order.status == OrderStatus::Refunded));
}

pub async fn call_30_a_membership_sold_at_a_till_begins_or_is_extended(c: Cinema) {
    let price = usd(2500);
    let gold = MembershipItem {
        code: "GOLD".into(),
        group: String::new(),
        name: "Gold".into(),
        description: String::new(),
        price,
        level_id: 2,
        club_id: String::new(),
        duration_months: 12,
        localizations: std::collections::BTreeMap::new(),
    };
    c.save_offers(&[gold]).await;
    let (till, ada) = (till(&c).await, c.member("ada").await);
    for (id, end) in [("t1", "2026-05-05T18:00:00Z"), ("t2", "2027-05-05T18:00:00Z")] {
        let request = Booking { membership: text("GOLD"), ..booking(id, ADA) };
        book(&c, &till, &request).await;
        let member = c.stored(ADA).await;
        assert_eq!((member.level_id, member.expires_at.unwrap().to_string().as_str()), (2, end));
    }
    let unknown = Booking { membership: text("UNKNOWN"), ..booking("t3", ADA) };
    assert_eq!(
        error_field(c.engine.tills().book_purchase(&c.site, &till, &unknown).await),
        "membershipItemCode"
    );
    assert_eq!(c.engine.program().orders(&c.site, &ada, None).await.unwrap().len(), 2, "nothing is booked");
}

pub async fn err_07_an_invalid_booking_changes_nothing(c: Cinema) {
    let (till, ada) = (till(&c).await, c.member("ada").await);
    for unknown in ["", "UNKNOWN", "nobody@example.org", "a b/c"] {
        assert_eq!(
            refusal(c.engine.tills().book_purchase(&c.site, &till, &booking("t1", unknown)).await),
            Some(Reason::UnknownMember),
            "{unknown}"
        );
    }
    let request = || booking("t1", ADA);
    let order = Some(OrderId::parse("o").unwrap());
    let line = request().tickets[0].clone();
    for (invalid, field) in [
        (Booking { transaction: String::new(), ..request() }, "transactionId"),
        (Booking { transaction: "t".repeat(101), ..request() }, "transactionId"),
        (Booking { total: usd(-1), ..request() }, "total.amount"),
        (Booking { total: usd(100_000_001), ..request() }, "total.amount"),
        (Booking { total: Money { amount: 1, currency: "usd".into() }, ..request() }, "total.currency"),
        (Booking { ticket_ids: vec![String::new()], ..request() }, "ticketIds"),
        (Booking { ticket_ids: vec!["x".into(); 201], ..request() }, "ticketIds"),
        (Booking { tickets: vec![line.clone(); 201], ..request() }, "tickets"),
        (Booking { concessions: vec![line; 201], ..request() }, "concessions"),
        (Booking { is_refund: true, ..request() }, "orderId"),
        (Booking { refunded_order: order, ..request() }, "orderId"),
    ] {
        assert_eq!(error_field(c.engine.tills().book_purchase(&c.site, &till, &invalid).await), field);
    }
    assert!(c.engine.program().orders(&c.site, &ada, None).await.unwrap().is_empty());
}

pub async fn err_07_the_largest_booking_is_accepted(c: Cinema) {
    let till = till(&c).await;
    c.join("ada").await;
    let line = booking("t1", ADA).tickets[0].clone();
    let largest = Booking {
        transaction: "t".repeat(100),
        tickets: vec![line.clone(); 200],
        concessions: vec![line; 200],
        ticket_ids: vec!["x".repeat(100); 200],
        total: usd(100_000_000),
        ..booking("t1", ADA)
    };
    assert_eq!(refusal(c.engine.tills().book_purchase(&c.site, &till, &largest).await), None);
}

pub async fn call_21_points_are_earned_at_the_time_of_the_order_and_taken_back_at_the_refund(c: Cinema) {
    levels(&c).await;
    let (till, ada) = (till(&c).await, c.member("ada").await);
    let earlier = Booking { at: Some(c.time(-DAY)), ..booking("t1", ADA) };
    let purchase = book(&c, &till, &earlier).await;
    c.at(HOUR);
    book(&c, &till, &refund("r1", ADA, &purchase.order_id)).await;
    let history = c.engine.program().transactions(&c.site, &ada, None).await.unwrap();
    let lines: Vec<_> = history.iter().map(|line| (line.kind, line.amount, line.at)).collect();
    let refunded = (TransferKind::Adjust, -125, c.time(HOUR));
    assert_eq!(lines, [refunded, (TransferKind::Earn, 125, c.time(-DAY))]);
}

pub async fn call_21_a_refund_without_points_is_not_in_the_points_history(c: Cinema) {
    levels(&c).await;
    let (till, ada) = (till(&c).await, c.member("ada").await);
    let free = book(&c, &till, &Booking { total: usd(0), ..booking("t1", ADA) }).await;
    let refunded = book(&c, &till, &refund("r1", ADA, &free.order_id)).await;
    assert_eq!((refunded.points, refunded.balance), (0, 0));
    assert!(c.engine.program().transactions(&c.site, &ada, None).await.unwrap().is_empty());
    let purchase = book(&c, &till, &booking("t2", ADA)).await;
    c.give_points(&ada, -purchase.balance).await;
    book(&c, &till, &refund("r2", ADA, &purchase.order_id)).await;
    let history = c.engine.program().transactions(&c.site, &ada, None).await.unwrap();
    assert_eq!(history.len(), 2, "all points were spent: {history:?}");
}

/// WALLET: members can only read their own tickets.
pub async fn security_3_6_a_ticket_belongs_to_its_buyer(c: Cinema) {
    let (till, ada, bea) = (till(&c).await, c.member("ada").await, c.member("bea").await);
    let booked = book(&c, &till, &booking("t1", ADA)).await;
    let order = c.engine.program().order_by_ticket(&c.site, &ada, "t1-2").await.unwrap();
    assert_eq!(order.id, booked.order_id);
    assert_eq!(
        refusal(c.engine.program().order_by_ticket(&c.site, &bea, "t1-2").await),
        Some(Reason::UnknownTicket)
    );
    assert_eq!(
        refusal(c.engine.program().order_by_ticket(&c.site, &ada, "t1-3").await),
        Some(Reason::UnknownTicket)
    );
}
