//! Gift cards (CALL-36, ERR-11, security 3.7).

use marquee_loyalty::NewGiftCard;
use marquee_model::loyalty::Money;

use crate::cinema::{Cinema, DAY, HOUR, Outcome, Reason, error_field, is_limited, refusal};

fn usd(amount: i64) -> Money {
    Money { amount, currency: "USD".into() }
}

async fn issue(c: &Cinema) -> NewGiftCard {
    c.engine.operations().issue_gift_card(&c.site, "operator:eve", &usd(2500), None, None).await.unwrap()
}

/// Reads a balance, each time from another IP address.
async fn balance_from(c: &Cinema, from: u32, number: &str, pin: &str) -> Outcome {
    let visitor = c.from(&format!("198.51.100.{from}"));
    refusal(c.engine.cards().gift_balance(visitor, number, pin).await)
}

pub async fn call_36_a_gift_card_s_balance_requires_its_pin(c: Cinema) {
    let end = c.time(30 * DAY);
    let number_and_pin = Some(("6001-2345 6789", "0042"));
    let issued = c
        .engine
        .operations()
        .issue_gift_card(&c.site, "operator:eve", &usd(2500), number_and_pin, Some(end))
        .await
        .unwrap();
    assert_eq!((issued.number.as_str(), issued.card.last_four.as_str()), ("600123456789", "6789"));
    let balance = c.engine.cards().gift_balance(c.visitor(), " 6001 2345-6789", " 0042 ").await.unwrap();
    assert_eq!((balance.balance, balance.expires_at), (usd(2500), Some(end)));
    let duplicate =
        c.engine.operations().issue_gift_card(&c.site, "operator:eve", &usd(1), number_and_pin, None).await;
    assert_eq!(refusal(duplicate), Some(Reason::GiftCardNumberTaken), "numbers are unique");
    for amount in [0, -1] {
        let empty =
            c.engine.operations().issue_gift_card(&c.site, "operator:eve", &usd(amount), None, None).await;
        assert_eq!(error_field(empty), "amount");
    }
    let random = issue(&c).await;
    assert_eq!((random.number.len(), random.pin.as_ref().unwrap().len()), (17, 4));
    assert_eq!(balance_from(&c, 1, &random.number.to_lowercase(), random.pin.as_ref().unwrap()).await, None);
    assert_eq!(
        c.with_newer_secret()
            .engine
            .cards()
            .gift_balance(c.visitor(), &random.number, random.pin.as_ref().unwrap())
            .await
            .unwrap()
            .balance,
        usd(2500)
    );
}

pub async fn err_11_all_gift_card_failures_look_the_same(c: Cinema) {
    let card = issue(&c).await;
    let pin = card.pin.clone().unwrap();
    let end = Some(c.time(DAY));
    let expired =
        c.engine.operations().issue_gift_card(&c.site, "operator:eve", &usd(1), None, end).await.unwrap();
    assert_eq!(balance_from(&c, 1, &card.number, "wrong").await, Some(Reason::InvalidGiftCard));
    assert_eq!(balance_from(&c, 1, &card.number, "").await, Some(Reason::InvalidGiftCard));
    assert_eq!(balance_from(&c, 1, "600100000000", &pin).await, Some(Reason::InvalidGiftCard));
    assert_eq!(balance_from(&c, 1, "", "").await, Some(Reason::InvalidGiftCard));
    assert_eq!(balance_from(&c, 1, &expired.number, expired.pin.as_ref().unwrap()).await, None);
    c.at(DAY);
    assert_eq!(
        balance_from(&c, 1, &expired.number, expired.pin.as_ref().unwrap()).await,
        None,
        "its last second"
    );
    c.at(DAY + 1);
    assert_eq!(
        balance_from(&c, 1, &expired.number, expired.pin.as_ref().unwrap()).await,
        Some(Reason::InvalidGiftCard),
        "expired"
    );
    assert_eq!(balance_from(&c, 1, &card.number, &pin).await, None);
}

pub async fn security_3_7_five_failures_lock_a_card_for_a_day(c: Cinema) {
    let card = issue(&c).await;
    let pin = card.pin.clone().unwrap();
    for number in 1..=4 {
        assert_eq!(balance_from(&c, number, &card.number, "wrong").await, Some(Reason::InvalidGiftCard));
    }
    assert_eq!(balance_from(&c, 5, &card.number, &pin).await, None, "a success resets the failures");
    for number in 1..=5 {
        assert_eq!(balance_from(&c, number, &card.number, "wrong").await, Some(Reason::InvalidGiftCard));
    }
    for seconds in [0, DAY - 1] {
        c.at(seconds);
        assert_eq!(balance_from(&c, 6, &card.number, &pin).await, Some(Reason::InvalidGiftCard));
        // Failures during the lock neither extend it nor count afterward.
        for number in 7..=12 {
            assert_eq!(balance_from(&c, number, &card.number, "wrong").await, Some(Reason::InvalidGiftCard));
        }
    }
    c.at(DAY);
    assert_eq!(balance_from(&c, 8, &card.number, &pin).await, None);
}

/// Compares SQL statements instead of times: known and unknown numbers must execute the same queries and writes.
pub async fn security_3_7_known_and_unknown_numbers_execute_the_same_statements(c: Cinema) {
    let card = issue(&c).await;
    let watched = c.with_watched_store();
    for attempt in 1..=7 {
        let known_number =
            watched.statements(balance_from(&watched.cinema, attempt, &card.number, "wrong")).await;
        let unknown = watched
            .statements(balance_from(&watched.cinema, 20 + attempt, "6001000000000000", "wrong"))
            .await;
        assert!(known_number.iter().any(|sql| sql.contains("gift_card")), "{known_number:?}");
        assert_eq!(known_number, unknown, "failure {attempt}");
    }
    let cards = c.store.gift_cards(&c.site.key, None, 100).await.unwrap();
    assert_eq!(cards.len(), 1, "lists do not contain the dummy record");
    let own = c
        .engine
        .cards()
        .gift_balance(c.from("198.51.100.60"), &card.number, card.pin.as_ref().unwrap())
        .await;
    assert_eq!(refusal(own), Some(Reason::InvalidGiftCard), "locked");
}

pub async fn security_3_7_an_ip_address_is_limited_to_ten_balance_queries_an_hour(c: Cinema) {
    let card = issue(&c).await;
    let pin = card.pin.clone().unwrap();
    for _ in 0..5 {
        assert_eq!(balance_from(&c, 1, &card.number, &pin).await, None);
        assert_eq!(balance_from(&c, 1, "600100000000", "1").await, Some(Reason::InvalidGiftCard));
    }
    for number in [card.number.as_str(), "600100000000"] {
        assert!(is_limited(&c.engine.cards().gift_balance(c.from("198.51.100.1"), number, &pin).await));
    }
    assert_eq!(balance_from(&c, 2, &card.number, &pin).await, None);
    c.at(HOUR);
    assert_eq!(balance_from(&c, 1, &card.number, &pin).await, None);
}
