//! Cards, offers, orders, favorites, idempotency records, API keys, audit log.

use jiff::Timestamp;
use marquee_model::loyalty::{
    Card, CardStatus, EVoucher, GiftCard, Level, MembershipItem, Order, Reward, TransferKind,
};
use marquee_model::operator::PointsLimit;
use marquee_model::{CardCode, GiftCardId, OrderId, SiteId, TransferId};
use marquee_store::{
    Account, ApiKey, AuditRow, CardRow, Favorite, FavoriteKind, GiftCardRow, IdempotencyRecord, KeyScope,
    OfferKind, OrderRow, Posting, RewardUse, StoreError, Transfer,
};
use serde_json::json;

use crate::db::Db;
use crate::members::{NOW, join, later, member_id, now};
use crate::records::site_id;

pub fn card(code: &str) -> Card {
    Card {
        code: CardCode::parse(code).unwrap(),
        card_type: "DEMATERIALIZED".into(),
        status: CardStatus::Active,
        is_primary: true,
        issued_at: now(),
        expires_at: Some(later(60)),
        pin_hash: None,
    }
}

pub fn order(id: &str, member: &str, seconds: i64) -> OrderRow {
    let order: Order = serde_json::from_value(json!({
        "id": id, "kind": "PURCHASE", "orderedAt": later(seconds), "total": {"amount": 1250, "currency": "EUR"},
        "status": "COMPLETED", "ticketIds": [format!("{id}-1"), format!("{id}-2")],
    }))
    .unwrap();
    OrderRow { member: Some(member_id(member)), code_hash: None, order }
}

pub async fn cards_may_have_an_owner(db: Db) {
    let (s, site, ada) = (&db.store, site_id("acme"), member_id("m1"));
    join(s, &site, &["m1", "m2"]).await;
    let mut tx = s.begin().await.unwrap();
    tx.save_card(&site, &CardRow { member: Some(ada.clone()), card: card("B2") }).await.unwrap();
    tx.save_card(&site, &CardRow { member: None, card: card("A1") }).await.unwrap();
    tx.commit().await.unwrap();
    let code = CardCode::parse("A1").unwrap();
    assert_eq!(s.member_cards(&site, &ada).await.unwrap(), [card("B2")]);
    let mut tx = s.begin().await.unwrap();
    let mut card_row = tx.card(&site, &code).await.unwrap().unwrap();
    assert_eq!(card_row, CardRow { member: None, card: card("A1") });
    card_row.member = Some(ada.clone());
    tx.save_card(&site, &card_row).await.unwrap();
    assert_eq!(tx.member_cards(&site, &ada).await.unwrap(), [card("A1"), card("B2")]);
    tx.commit().await.unwrap();
    assert_eq!(s.card(&site, &code).await.unwrap(), Some(card_row));
    assert_eq!(s.card(&site_id("other"), &code).await.unwrap(), None);
    let of_all = s.cards_of_members(&site, &[&ada, &member_id("m9")]).await.unwrap();
    let of_ada = |card| CardRow { member: Some(ada.clone()), card };
    assert_eq!(of_all, [of_ada(card("A1")), of_ada(card("B2"))]);
    assert_eq!(s.cards_of_members(&site_id("other"), &[&ada]).await.unwrap(), []);
    let after: Vec<String> = s
        .cards(&site, Some(&code), 9)
        .await
        .unwrap()
        .into_iter()
        .map(|r| r.card.code.as_str().to_owned())
        .collect();
    assert_eq!(after, ["B2"]);
}

pub async fn gift_cards_are_found_by_the_hash_of_their_number(db: Db) {
    let (s, site) = (&db.store, site_id("acme"));
    let card = GiftCard {
        id: GiftCardId::parse("g1").unwrap(),
        last_four: "6001".into(),
        pin_hash: Some("p".into()),
        currency: "EUR".into(),
        issued_at: now(),
        expires_at: None,
        failures: 0,
        locked_until: None,
    };
    let mut row = GiftCardRow { number_hash: "n1".into(), card };
    let mut tx = s.begin().await.unwrap();
    tx.save_gift_card(&site, &row).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(s.gift_card(&site, "n1").await.unwrap().as_ref(), Some(&row));
    assert_eq!(s.gift_card(&site_id("other"), "n1").await.unwrap(), None);
    row.card.failures = 5;
    let mut tx = s.begin().await.unwrap();
    tx.save_gift_card(&site, &row).await.unwrap();
    assert_eq!(tx.gift_card(&site, "n1").await.unwrap().as_ref(), Some(&row));
    tx.commit().await.unwrap();
    let id = row.card.id.clone();
    let tx = s.begin().await.unwrap();
    assert_eq!(tx.gift_card_by_id(&site, &id).await.unwrap().as_ref(), Some(&row));
    assert_eq!(tx.gift_card_by_id(&site_id("other"), &id).await.unwrap(), None);
    drop(tx);
    assert_eq!(s.gift_cards(&site, None, 9).await.unwrap(), [row]);
    assert_eq!(s.gift_cards(&site, Some(&id), 9).await.unwrap(), []);
}

pub async fn the_value_of_gift_cards_leaves_out_expired_and_empty_ones(db: Db) {
    let (s, site) = (&db.store, site_id("acme"));
    let cards = [
        ("g1", "EUR", None, 500),
        ("g2", "EUR", Some(later(2)), 250),
        ("g3", "USD", Some(now()), 900),
        ("g4", "CHF", None, 0),
    ];
    let mut tx = s.begin().await.unwrap();
    for (id, currency, expires_at, amount) in cards {
        let id = GiftCardId::parse(id).unwrap();
        let card = GiftCard {
            id: id.clone(),
            last_four: "6001".into(),
            pin_hash: None,
            currency: currency.into(),
            issued_at: now(),
            expires_at,
            failures: 0,
            locked_until: None,
        };
        tx.save_gift_card(&site, &GiftCardRow { number_hash: id.to_string(), card }).await.unwrap();
        if amount > 0 {
            let postings = [(Account::Program, -amount), (Account::GiftCard(id.clone()), amount)]
                .map(|(account, amount)| Posting { account, amount });
            let transfer = Transfer {
                id: TransferId::parse(id.as_str()).unwrap(),
                kind: TransferKind::Earn,
                unit: currency.into(),
                at: now(),
                description: "Gift card".into(),
                cinema_id: None,
                order_id: None,
                postings: postings.into(),
            };
            tx.book(&site, &transfer).await.unwrap();
        }
    }
    tx.commit().await.unwrap();
    let value = |currency: &str, amount| (currency.to_owned(), amount);
    assert_eq!(s.gift_card_value(&site, now()).await.unwrap(), [value("EUR", 750)].into());
    assert_eq!(s.gift_card_value(&site, later(3)).await.unwrap(), [value("EUR", 500)].into());
    assert_eq!(s.gift_card_value(&site_id("other"), now()).await.unwrap(), [].into());
}

async fn check_offers<T: OfferKind + PartialEq + Clone + std::fmt::Debug>(
    db: &Db,
    site: &SiteId,
    a: T,
    b: T,
) {
    let s = &db.store;
    let mut tx = s.begin().await.unwrap();
    tx.save_offer(site, 2, &a).await.unwrap();
    tx.save_offer(site, 1, &b).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(s.offers::<T>(site).await.unwrap(), [b.clone(), a.clone()]);
    let mut tx = s.begin().await.unwrap();
    tx.save_offer(site, 0, &a).await.unwrap();
    assert_eq!(tx.offers_with_positions::<T>(site).await.unwrap(), [(0, a.clone()), (1, b.clone())]);
    tx.commit().await.unwrap();
    assert_eq!(s.offers::<T>(site).await.unwrap(), [a.clone(), b.clone()]);
    let mut tx = s.begin().await.unwrap();
    assert!(tx.remove_offer::<T>(site, &a.id()).await.unwrap());
    assert!(!tx.remove_offer::<T>(site, &a.id()).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(s.offers::<T>(site).await.unwrap(), [b]);
}

pub async fn offers_are_stored_by_kind_in_the_operators_order(db: Db) {
    let site = site_id("acme");
    let level = |id| Level { id, name: format!("L{id}"), points_per_unit: 10, from_points: Some(500) };
    check_offers(&db, &site, level(1), level(2)).await;
    let reward = |id: &str| -> Reward {
        serde_json::from_value(json!({"itemCode": id, "name": id, "pointsCost": 5})).unwrap()
    };
    check_offers(&db, &site, reward("1"), reward("2")).await;
    let price = json!({"amount": 0, "currency": "EUR"});
    let item = |id: &str| -> MembershipItem {
        serde_json::from_value(json!({"code": id, "name": id, "price": price, "levelId": 1})).unwrap()
    };
    check_offers(&db, &site, item("1"), item("2")).await;
    let voucher = |id: &str| -> EVoucher {
        serde_json::from_value(json!({"code": id, "name": id, "price": price})).unwrap()
    };
    check_offers(&db, &site, voucher("1"), voucher("2")).await;
}

pub async fn orders_are_listed_newest_first_and_found_by_ticket_and_code(db: Db) {
    let (s, site, ada) = (&db.store, site_id("acme"), member_id("m1"));
    join(s, &site, &["m1", "m2"]).await;
    let mut reward = order("o3", "m1", 20);
    reward.code_hash = Some("code".into());
    let mut tx = s.begin().await.unwrap();
    for row in [order("o1", "m1", 10), order("o2", "m1", 30), order("o4", "m2", 40), reward.clone()] {
        tx.save_order(&site, &row).await.unwrap();
    }
    let own = tx.member_orders(&site, &ada).await.unwrap();
    assert_eq!(
        own.iter().map(|o| o.id.as_str()).collect::<Vec<_>>(),
        ["o2", "o3", "o1"],
        "visible within its own transaction"
    );
    tx.commit().await.unwrap();
    let ids = async |limit| -> Vec<String> {
        let orders = s.member_orders(&site, &ada, limit).await.unwrap();
        orders.into_iter().map(|o| o.id.as_str().to_owned()).collect()
    };
    assert_eq!(ids(None).await, ["o2", "o3", "o1"]);
    assert_eq!(ids(Some(2)).await, ["o2", "o3"]);
    assert_eq!(s.order_by_ticket(&site, "o2-2").await.unwrap(), Some(order("o2", "m1", 30)));
    assert_eq!(s.order_by_ticket(&site, "o2").await.unwrap(), None);
    assert_eq!(s.order_by_ticket(&site_id("other"), "o2-2").await.unwrap(), None);
    let tx = s.begin().await.unwrap();
    assert_eq!(tx.order_by_code_hash(&site, "code").await.unwrap(), Some(reward));
    assert_eq!(tx.order_by_code_hash(&site_id("other"), "code").await.unwrap(), None);
    assert_eq!(tx.order(&site, &OrderId::parse("o4").unwrap()).await.unwrap(), Some(order("o4", "m2", 40)));
}

/// An order of a reward, made and redeemed some seconds after [`now`].
fn reward_order(
    id: &str,
    member: &str,
    code: &str,
    quantity: u32,
    redeemed: Option<i64>,
    at: i64,
) -> OrderRow {
    let points = json!({ "amount": 0, "currency": "POINTS" });
    let order: Order = serde_json::from_value(json!({
        "id": id, "kind": "REWARD", "orderedAt": later(at), "total": points, "status": "COMPLETED",
        "itemCode": code, "concessions": [{ "name": code, "quantity": quantity, "price": points }],
        "redeemedAt": redeemed.map(later),
    }))
    .unwrap();
    OrderRow { member: Some(member_id(member)), code_hash: Some(format!("hash-{id}")), order }
}

pub async fn rewards_are_counted_by_when_they_were_ordered_and_redeemed(db: Db) {
    let (s, site) = (&db.store, site_id("acme"));
    join(s, &site, &["m1", "m2", "m3"]).await;
    join(s, &site_id("other"), &["m1"]).await;
    let mut tx = s.begin().await.unwrap();
    for row in [
        reward_order("o1", "m1", "POP", 2, Some(20), 10),
        reward_order("o2", "m1", "POP", 1, None, 15),
        reward_order("o3", "m2", "TEA", 1, Some(12), -500),
        reward_order("o4", "m2", "TEA", 5, Some(-400), -500),
        reward_order("o5", "m2", "SEAT", 1, None, -500),
        order("purchase", "m3", 11),
    ] {
        tx.save_order(&site, &row).await.unwrap();
    }
    tx.save_order(&site_id("other"), &reward_order("o6", "m1", "POP", 9, Some(20), 10)).await.unwrap();
    tx.commit().await.unwrap();
    let used =
        |item_code: &str, ordered, redeemed| RewardUse { item_code: item_code.into(), ordered, redeemed };
    assert_eq!(s.reward_use(&site, now()).await.unwrap(), [used("POP", 3, 2), used("TEA", 0, 1)]);
    assert_eq!(s.reward_use(&site, later(18)).await.unwrap(), [used("POP", 0, 2)]);
    assert_eq!(s.reward_use(&site, later(21)).await.unwrap(), []);
    assert_eq!(s.count_members_with_rewards(&site, now()).await.unwrap(), 1);
    assert_eq!(s.count_members_with_rewards(&site, later(-501)).await.unwrap(), 2);
}

pub async fn favorites_keep_their_order_and_kind(db: Db) {
    let (s, site, ada) = (&db.store, site_id("acme"), member_id("m1"));
    join(s, &site, &["m1", "m2"]).await;
    let add = async |kind, id: &str, newsletter, seconds| {
        let mut tx = s.begin().await.unwrap();
        let favorite = Favorite { id: id.into(), newsletter };
        tx.save_favorite(&site, &ada, kind, &favorite, later(seconds)).await.unwrap();
        tx.commit().await.unwrap();
    };
    add(FavoriteKind::Cinema, "T2", true, 1).await;
    add(FavoriteKind::Cinema, "T1", true, 2).await;
    add(FavoriteKind::Film, "T1", false, 3).await;
    add(FavoriteKind::Cinema, "T2", false, 4).await;
    let list = async |kind| -> Vec<(String, bool)> {
        let favorites = s.favorites(&site, &ada, kind).await.unwrap();
        favorites.into_iter().map(|f| (f.id, f.newsletter)).collect()
    };
    assert_eq!(list(FavoriteKind::Cinema).await, [("T2".into(), false), ("T1".into(), true)]);
    let mut tx = s.begin().await.unwrap();
    tx.remove_favorite(&site, &ada, FavoriteKind::Cinema, "T1").await.unwrap();
    tx.remove_favorite(&site, &ada, FavoriteKind::Cinema, "T1").await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(list(FavoriteKind::Cinema).await, [("T2".into(), false)]);
    assert_eq!(list(FavoriteKind::Film).await, [("T1".into(), false)]);
    assert!(s.favorites(&site_id("other"), &ada, FavoriteKind::Film).await.unwrap().is_empty());
}

pub async fn a_request_id_stores_one_response(db: Db) {
    let (s, site) = (&db.store, site_id("acme"));
    let record = IdempotencyRecord { body_hash: "b".into(), response: json!({"orderId": "o1"}) };
    let mut tx = s.begin().await.unwrap();
    assert_eq!(tx.idempotency_record(&site, "m1", "r1").await.unwrap(), None);
    tx.save_idempotency_record(&site, "m1", "r1", &record, now()).await.unwrap();
    tx.save_idempotency_record(&site, "m2", "r1", &record, now()).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = s.begin().await.unwrap();
    assert_eq!(tx.idempotency_record(&site, "m1", "r1").await.unwrap(), Some(record.clone()));
    assert_eq!(tx.idempotency_record(&site_id("other"), "m1", "r1").await.unwrap(), None);
    let duplicate = tx.save_idempotency_record(&site, "m1", "r1", &record, now()).await;
    assert!(matches!(duplicate, Err(StoreError::Exists(_))));
}

pub async fn api_keys_are_found_by_hash_and_audit_entries_are_listed(db: Db) {
    let (s, site) = (&db.store, site_id("acme"));
    let created_at: Timestamp = NOW.parse().unwrap();
    let key = |name: &str, hash: &str| {
        let scope = if name == "box" { KeyScope::Operator } else { KeyScope::Till };
        let expires_at = (name == "box").then_some(created_at);
        ApiKey {
            name: name.into(),
            scope,
            hash: hash.into(),
            created_at,
            expires_at,
            used_at: None,
            points_limit: if name == "box" { PointsLimit::BOX_OFFICE } else { PointsLimit::Unlimited },
        }
    };
    let row = |action: &str| AuditRow {
        at: created_at,
        actor: "operator:ada".into(),
        action: action.into(),
        subject: "m1".into(),
        detail: String::new(),
    };
    let mut tx = s.begin().await.unwrap();
    let as_operator = ApiKey { scope: KeyScope::Operator, ..key("till", "h1") };
    tx.save_api_key(&site, &as_operator).await.unwrap();
    tx.save_api_key(&site, &key("till", "h2")).await.unwrap();
    tx.save_api_key(&site, &key("box", "h3")).await.unwrap();
    tx.log_audit(&site, &row("a")).await.unwrap();
    tx.log_audit(&site, &row("b")).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(s.api_key(&site, "h1").await.unwrap(), None);
    assert_eq!(s.api_key(&site, "h2").await.unwrap(), Some(key("till", "h2")));
    assert_eq!(s.api_key(&site_id("other"), "h2").await.unwrap(), None);
    assert_eq!(s.api_keys(&site).await.unwrap(), [key("box", "h3"), key("till", "h2")]);
    assert_eq!(s.audit_of(&site, "m1", 1).await.unwrap(), [row("b")]);
    assert_eq!(s.audit_of(&site, "m", 9).await.unwrap(), []);
    let page = s.audit_page(&site, None, "", 9).await.unwrap();
    assert!(page.iter().map(|(_, line)| line).eq(&[row("b"), row("a")]));
    assert_eq!(s.audit_page(&site, Some(page[0].0), "", 9).await.unwrap(), page[1..]);
    assert_eq!(s.audit_page(&site, None, "ADA", 9).await.unwrap(), page);
    assert!(s.audit_page(&site, None, "%", 9).await.unwrap().is_empty(), "searched verbatim");
    let mut tx = s.begin().await.unwrap();
    tx.touch_api_key(&site, "h2", created_at).await.unwrap();
    tx.touch_api_key(&site_id("other"), "h3", created_at).await.unwrap();
    tx.commit().await.unwrap();
    let used = ApiKey { used_at: Some(created_at), ..key("till", "h2") };
    assert_eq!(s.api_keys(&site).await.unwrap(), [key("box", "h3"), used]);
    let mut tx = s.begin().await.unwrap();
    assert!(
        tx.remove_api_key(&site, "till").await.unwrap() && !tx.remove_api_key(&site, "till").await.unwrap()
    );
}
