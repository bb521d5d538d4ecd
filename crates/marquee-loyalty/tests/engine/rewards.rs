//! Rewards (CALL-22 to CALL-26, security 4.1).

use std::sync::Arc;

use marquee_loyalty::{AuthenticatedMember, LoyaltyError, PointsAdjustment, RewardOrder, SignInResult};
use marquee_mail::Letter;
use marquee_model::loyalty::{Level, OrderKind, OrderStatus, Reward, TransferKind};
use marquee_store::Account;

use crate::cinema::{
    Cinema, DAY, EXPIRY_TEST_TIME, HOUR, MINUTE, Outcome, Reason, error_field, is_limited, refusal,
    repeat_while_busy,
};

const ADA: &str = "ada@example.org";

fn reward(item: &str, cost: i64) -> Reward {
    Reward {
        item_code: item.into(),
        name: format!("A {item}"),
        description: String::new(),
        points_cost: cost,
        image_url: None,
        from_level: 0,
        theaters: Vec::new(),
        is_available: true,
        localizations: std::collections::BTreeMap::new(),
    }
}

/// Creates rewards and a member with points.
async fn ready(c: &Cinema, points: i64) -> SignInResult {
    c.save_offers(&[
        reward("POPCORN", 50),
        Reward { is_available: false, ..reward("SOLD-OUT", 1) },
        Reward { from_level: 2, ..reward("LOUNGE", 1) },
        Reward { theaters: vec!["C1".into()], ..reward("POSTER", 5) },
        reward("FREE", 0),
    ])
    .await;
    let sign_in = c.join("ada").await;
    if points > 0 {
        let principal = c.authenticate(&sign_in).await;
        c.give_points(&principal, points).await;
    }
    sign_in
}

async fn order(
    c: &Cinema,
    principal: &AuthenticatedMember,
    item: &str,
    id: Option<&str>,
) -> Result<RewardOrder, LoyaltyError> {
    c.engine.program().order_reward(c.visitor(), principal, None, item, 1, id).await
}

async fn redeem(c: &Cinema, reward: &str) -> Outcome {
    refusal(c.engine.program().redeem(c.visitor(), reward).await)
}

pub async fn call_23_an_unavailable_reward_has_a_reason(c: Cinema) {
    let sign_in = ready(&c, 49).await;
    let list = async |cinema: Option<&str>| -> Vec<(String, Option<&str>)> {
        let principal = c.authenticate(&sign_in).await;
        let all = c.engine.program().rewards(&c.site, &principal, cinema).await.unwrap();
        all.into_iter().map(|offer| (offer.reward.item_code, offer.unavailable)).collect()
    };
    let expected = [
        ("POPCORN".to_owned(), Some("NOT_ENOUGH_POINTS")),
        ("SOLD-OUT".to_owned(), Some("NOT_AVAILABLE")),
        ("LOUNGE".to_owned(), Some("LEVEL_TOO_LOW")),
        ("POSTER".to_owned(), None),
        ("FREE".to_owned(), None),
    ];
    assert_eq!(list(Some("C1")).await, expected);
    assert_eq!(list(Some("C2")).await.len(), 4, "the poster is for another theater");
    let principal = c.authenticate(&sign_in).await;
    c.give_points(&principal, 1).await;
    c.change(ADA, |member| member.level_id = 2).await;
    let rewards = list(None).await;
    assert_eq!(rewards.iter().filter(|(_, reason)| reason.is_some()).count(), 1, "{rewards:?}");
}

pub async fn call_24_an_order_deducts_the_points_and_returns_a_code(c: Cinema) {
    let sign_in = ready(&c, 120).await;
    let principal = c.authenticate(&sign_in).await;
    let ordered = c
        .engine
        .program()
        .order_reward(c.visitor(), &principal, Some("C1"), "POPCORN", 2, None)
        .await
        .unwrap();
    assert_eq!((ordered.points, ordered.code.len()), (20, 20));
    assert_eq!(c.authenticate(&sign_in).await.details.points, 20);
    let letter = c.letters(ADA).await.pop().unwrap();
    let expected =
        Letter::RewardOrdered { name: "A POPCORN".into(), quantity: 2, code: ordered.code.clone() };
    assert_eq!(letter, expected);
    let orders = c.engine.program().orders(&c.site, &principal, None).await.unwrap();
    assert_eq!((&orders[0].id, orders[0].kind), (&ordered.order_id, OrderKind::Reward));
    assert_eq!((orders[0].status, orders[0].concessions[0].quantity), (OrderStatus::Completed, 2));
    let lines = c.engine.program().transactions(&c.site, &principal, Some(1)).await.unwrap();
    assert_eq!((lines[0].kind, lines[0].amount, lines[0].balance_after), (TransferKind::Redeem, -100, 20));
    assert_eq!(lines[0].order_id.as_ref(), Some(&ordered.order_id));
    assert_eq!(
        order(&c, &principal, "FREE", None).await.unwrap().points,
        20,
        "a free reward takes no points"
    );
}

/// ERR-19, security 3.4.
pub async fn err_19_unavailable_rewards_cannot_be_ordered(c: Cinema) {
    let sign_in = ready(&c, 99).await;
    let principal = c.authenticate(&sign_in).await;
    for item in ["SOLD-OUT", "LOUNGE", "UNKNOWN", ""] {
        assert_eq!(
            refusal(order(&c, &principal, item, None).await),
            Some(Reason::RewardUnavailable),
            "{item}"
        );
    }
    let ordering = |cinema, item, quantity| {
        c.engine.program().order_reward(c.visitor(), &principal, cinema, item, quantity, None)
    };
    assert_eq!(
        refusal(ordering(Some("C2"), "POSTER", 1).await),
        Some(Reason::RewardUnavailable),
        "the reward of another theater"
    );
    assert_eq!(
        refusal(ordering(None, "POPCORN", 2).await),
        Some(Reason::NotEnoughPoints),
        "not enough points"
    );
    for quantity in [0, 21, u32::MAX] {
        assert_eq!(error_field(ordering(None, "FREE", quantity).await), "quantity");
    }
    assert_eq!(refusal(ordering(None, "FREE", 20).await), None);
    for id in ["", &"a".repeat(101)] {
        assert_eq!(error_field(order(&c, &principal, "FREE", Some(id)).await), "clientRequestId");
    }
    assert_eq!(refusal(order(&c, &principal, "FREE", Some(&"a".repeat(100))).await), None);
    assert_eq!(c.authenticate(&sign_in).await.details.points, 99);
}

pub async fn call_26_a_repeated_request_deducts_points_once_and_gets_the_same_response(c: Cinema) {
    c.at(EXPIRY_TEST_TIME);
    let sign_in = ready(&c, 120).await;
    let principal = c.authenticate(&sign_in).await;
    let first_order = order(&c, &principal, "POPCORN", Some("r1")).await.unwrap();
    assert_eq!(order(&c, &principal, "POPCORN", Some("r1")).await.unwrap(), first_order);
    let body = c.engine.program().order_reward(c.visitor(), &principal, None, "POPCORN", 2, Some("r1")).await;
    assert_eq!(error_field(body), "clientRequestId", "another body is refused");
    assert_eq!(error_field(order(&c, &principal, "FREE", Some("r1")).await), "clientRequestId");
    assert_eq!(c.authenticate(&sign_in).await.details.points, 70);
    c.save_offers(&[Reward { is_available: false, ..reward("POPCORN", 50) }, reward("FREE", 0)]).await;
    assert_eq!(order(&c, &principal, "POPCORN", Some("r1")).await.unwrap(), first_order, "no longer offered");
    c.save_offers(&[reward("POPCORN", 50), reward("FREE", 0)]).await;
    let bea = c.member("bea").await;
    c.give_points(&bea, 50).await;
    assert_ne!(order(&c, &bea, "POPCORN", Some("r1")).await.unwrap().order_id, first_order.order_id);
    // Also after a long time, and after the secret was rotated.
    c.at(EXPIRY_TEST_TIME + DAY + 10 * MINUTE);
    c.engine.maintenance().delete_expired().await.unwrap();
    let later = c.with_newer_secret();
    let principal = later.authenticate(&sign_in).await;
    assert_eq!(order(&later, &principal, "POPCORN", Some("r1")).await.unwrap(), first_order);
    assert_eq!(error_field(order(&later, &principal, "FREE", Some("r1")).await), "clientRequestId");
    assert_eq!(redeem(&later, &first_order.code).await, None);
}

pub async fn security_4_1_concurrent_orders_never_overdraw(c: Cinema) {
    let sign_in = ready(&c, 170).await;
    let principal = c.authenticate(&sign_in).await;
    let c = Arc::new(c);
    let mut all = Vec::new();
    for number in 0..24 {
        let (c, principal) = (c.clone(), principal.clone());
        // Each request is sent twice.
        all.push(tokio::spawn(async move {
            let id = format!("r{}", number / 2);
            repeat_while_busy(|| order(&c, &principal, "POPCORN", Some(&id))).await
        }));
    }
    let mut orders = Vec::new();
    for task in all {
        match task.await.unwrap() {
            Ok(ordered) => orders.push(ordered.order_id),
            refused => assert_eq!(refusal(refused), Some(Reason::NotEnoughPoints)),
        }
    }
    assert_eq!(orders.len(), 6);
    orders.sort();
    orders.dedup();
    assert_eq!(orders.len(), 3, "there are points for three orders, each is returned twice");
    assert_eq!(c.authenticate(&sign_in).await.details.points, 20);
    assert_eq!(c.engine.program().orders(&c.site, &principal, None).await.unwrap().len(), 3);
}

pub async fn call_25_a_code_is_redeemed_once(c: Cinema) {
    let sign_in = ready(&c, 120).await;
    let principal = c.authenticate(&sign_in).await;
    let ordered = order(&c, &principal, "POPCORN", None).await.unwrap();
    let spelled_code = format!("{} - {}", ordered.code[..10].to_lowercase(), &ordered.code[10..]);
    c.at(HOUR);
    let redeemed = c.engine.program().redeem(c.visitor(), &spelled_code).await.unwrap();
    assert_eq!((redeemed.id, redeemed.status), (ordered.order_id, OrderStatus::Redeemed));
    assert_eq!(redeemed.redeemed_at, Some(c.time(HOUR)));
    assert_eq!(redeem(&c, &ordered.code).await, Some(Reason::InvalidRedemptionCode));
    assert_eq!(redeem(&c, "").await, Some(Reason::InvalidRedemptionCode));
    let second_order = order(&c, &principal, "POPCORN", None).await.unwrap();
    let (a, b) = tokio::join!(redeem(&c, &second_order.code), redeem(&c, &second_order.code));
    let invalid_code = Some(Reason::InvalidRedemptionCode);
    assert!(
        [(None, invalid_code), (invalid_code, None)].contains(&(a, b)),
        "only one of two tills redeems it"
    );
}

pub async fn security_1_11_an_ip_address_is_limited_to_ten_wrong_codes_an_hour(c: Cinema) {
    let sign_in = ready(&c, 50).await;
    let principal = c.authenticate(&sign_in).await;
    let ordered = order(&c, &principal, "POPCORN", None).await.unwrap();
    for number in 0..10 {
        assert_eq!(redeem(&c, &format!("WRONG{number}")).await, Some(Reason::InvalidRedemptionCode));
    }
    assert!(is_limited(&c.engine.program().redeem(c.visitor(), &ordered.code).await));
    c.at(HOUR);
    assert_eq!(redeem(&c, &ordered.code).await, None);
}

/// Freezes the account directly, because an inconsistent ledger cannot be created without writing to its tables.
pub async fn security_4_2_a_frozen_account_accepts_credits_only(c: Cinema) {
    let sign_in = ready(&c, 120).await;
    let principal = c.authenticate(&sign_in).await;
    let account = Account::Points(principal.member().id.clone());
    let freeze = async |frozen| {
        let mut tx = c.store.begin().await.unwrap();
        tx.set_frozen(&c.site.key, &account, frozen).await.unwrap();
        tx.commit().await.unwrap();
    };
    freeze(true).await;
    assert_eq!(refusal(order(&c, &principal, "POPCORN", None).await), Some(Reason::AccountFrozen));
    assert_eq!(c.give_points(&principal, 5).await, 125);
    freeze(false).await;
    assert_eq!(order(&c, &principal, "POPCORN", None).await.unwrap().points, 75);
    let report = c.engine.maintenance().audit_ledger().await.unwrap();
    assert!(
        report.accounts > 0 && report.affected_accounts.iter().all(|(site, _)| site != c.site.key.as_str())
    );
}

pub async fn security_4_1_an_operator_adds_or_deducts_at_most_a_billion_points_at_once(c: Cinema) {
    let ada = c.member("ada").await;
    assert_eq!(c.give_points(&ada, 1_000_000_000).await, 1_000_000_000);
    assert_eq!(c.give_points(&ada, 1).await, 1_000_000_001);
    assert_eq!(c.give_points(&ada, -1_000_000_000).await, 1);
}

pub async fn levels_are_listed_in_the_operator_s_order(c: Cinema) {
    let level = |id: i32| Level { id, name: format!("Level {id}"), points_per_unit: 10, from_points: None };
    let all = [level(2), level(0), level(1)];
    c.save_offers(&all).await;
    assert_eq!(c.engine.program().levels(&c.site).await.unwrap(), all);
}

pub async fn security_4_1_an_operator_cannot_overdraw_points(c: Cinema) {
    let sign_in = ready(&c, 10).await;
    let principal = c.authenticate(&sign_in).await;
    let id = &principal.member().id;
    let adjust = |amount| {
        let adjustment = PointsAdjustment { amount, reason: "corrected", ..Default::default() };
        c.engine.operations().adjust_points(&c.site, "operator:eve", id, adjustment)
    };
    assert_eq!(adjust(-4).await.unwrap(), 6);
    assert_eq!(refusal(adjust(-7).await), Some(Reason::NotEnoughPoints));
    for amount in [0, i64::MAX, i64::MIN, 1_000_000_001] {
        assert_eq!(error_field(adjust(amount).await), "amount", "{amount}");
    }
    let unknown_id = c.engine.operations().new_member_id().unwrap();
    let one = PointsAdjustment { amount: 1, ..Default::default() };
    let result = c.engine.operations().adjust_points(&c.site, "operator:eve", &unknown_id, one).await;
    assert_eq!(refusal(result), Some(Reason::UnknownMember));
    assert_eq!(c.authenticate(&sign_in).await.details.points, 6);
    let log = c.store.audit_page(&c.site.key, None, "", 9).await.unwrap();
    let lines: Vec<_> =
        log.iter().map(|(_, l)| (l.actor.as_str(), l.action.as_str(), l.detail.as_str())).collect();
    assert_eq!(lines, [("operator:eve", "points.adjust", "-4"), ("operator:eve", "points.adjust", "10")]);
    let history = c.engine.program().transactions(&c.site, &principal, None).await.unwrap();
    let kinds: Vec<_> = history.iter().map(|line| (line.kind, line.amount, &*line.description)).collect();
    assert_eq!(kinds, [(TransferKind::Adjust, -4, "corrected"), (TransferKind::Adjust, 10, "a gift")]);
}
