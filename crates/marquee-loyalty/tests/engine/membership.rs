//! Memberships: the chain of calls, and what they cost (ACT-07 to ACT-12, CALL-28 to CALL-31).

use marquee_loyalty::{Completed, Due, LoyaltyError, Registered, Registration, Visitor, Wanted};
use marquee_mail::Letter;
use marquee_model::OrderId;
use marquee_model::loyalty::{MembershipItem, Money, Standing};

use crate::cinema::{Cinema, DAY, MINUTE, PASSWORD, code, is_limited, text, wanted};

const ADA: &str = "ada@example.org";

fn item(code: &str, level_id: i32, amount: i64, duration_months: u32) -> MembershipItem {
    MembershipItem {
        code: code.into(),
        group: "Memberships".into(),
        name: format!("Club {code}"),
        description: String::new(),
        price: usd(amount),
        level_id,
        club_id: String::new(),
        duration_months,
    }
}

fn usd(amount: i64) -> Money {
    Money { amount, currency: "USD".into() }
}

/// A cinema with memberships and a member who is to complete one.
async fn ready(c: &Cinema) {
    let club = MembershipItem { club_id: "gold".into(), ..item("GOLD", 2, 2500, 12) };
    c.offer(&[item("FREE", 1, 0, 12), club, item("EVER", 3, 9900, 0)]).await;
    let sent = Registration { membership_item: text("FREE"), ..wanted("ada") };
    let answer = c.engine.register(c.visitor(), 3, &sent).await.unwrap();
    assert!(matches!(answer, Registered::Pending(_)));
}

async fn want(c: &Cinema, item: &str, level_id: i32) -> Result<String, LoyaltyError> {
    let wanted = Wanted { email: ADA.into(), item: item.into(), level_id };
    c.engine.want_membership(c.visitor(), &wanted).await
}

async fn order(c: &Cinema, v: Visitor<'_>, begun: &str, items: &[(&str, u32)]) -> Result<Due, LoyaltyError> {
    let items: Vec<(String, u32)> = items.iter().map(|(code, n)| ((*code).to_owned(), *n)).collect();
    c.engine.order_membership(v, begun, &items, Some("meridian-main")).await
}

/// An order of a membership, begun and placed.
async fn ordered(c: &Cinema, item: &str, level_id: i32) -> Due {
    let begun = want(c, item, level_id).await.unwrap();
    order(c, c.visitor(), &begun, &[(item, 1)]).await.unwrap()
}

async fn complete(c: &Cinema, order: &OrderId) -> &'static str {
    match c.engine.complete(c.visitor(), order).await.unwrap() {
        Completed::Active(_) => "active",
        Completed::Unpaid(_) => "unpaid",
    }
}

async fn paid(c: &Cinema, order: &OrderId, amount: &Money) -> u16 {
    code(c.engine.paid(c.visitor(), order, amount).await)
}

pub async fn call_28_memberships_are_listed_in_the_operator_s_order(c: Cinema) {
    ready(&c).await;
    let all = c.engine.memberships(&c.site).await.unwrap();
    let codes: Vec<&str> = all.iter().map(|item| item.code.as_str()).collect();
    assert_eq!(codes, ["FREE", "GOLD", "EVER"]);
}

pub async fn act_11_a_free_membership_is_complete_at_once(c: Cinema) {
    ready(&c).await;
    let due = ordered(&c, "FREE", 1).await;
    assert_eq!(due.amount, usd(0));
    assert_eq!(c.stored(ADA).await.standing, Standing::Unpaid, "not before it is complete");
    assert_eq!(complete(&c, &due.order_id).await, "active");
    assert_eq!(complete(&c, &due.order_id).await, "active", "sent once more the answer is the same");
    let member = c.stored(ADA).await;
    assert_eq!((member.standing, member.level_id), (Standing::Active, 1));
    assert_eq!(member.expires_at.unwrap().to_string(), "2026-05-05T18:00:00Z");
    let told = Letter::MembershipActive { name: "Club FREE".into(), until: text("May 5, 2026") };
    assert_eq!(c.letters(ADA).await, [told]);
    assert_eq!(code(c.sign_in(ADA, PASSWORD).await), 0);
}

/// Security 3.4: amount 0 completes only an order whose total is 0.
pub async fn call_31_a_paid_membership_begins_when_just_its_price_was_paid(c: Cinema) {
    ready(&c).await;
    let due = ordered(&c, "GOLD", 2).await;
    assert_eq!(due.amount, usd(2500), "the catalogue's price");
    assert_eq!(complete(&c, &due.order_id).await, "unpaid");
    for wrong in [usd(0), usd(2499), usd(2501), Money { amount: 2500, currency: "EUR".into() }] {
        assert_eq!(paid(&c, &due.order_id, &wrong).await, 85);
    }
    let nobodys = OrderId::stored("nobody's".into());
    assert_eq!(paid(&c, &nobodys, &usd(2500)).await, 85);
    assert_eq!(code(c.engine.complete(c.visitor(), &nobodys).await), 85);
    assert_eq!(code(c.sign_in(ADA, PASSWORD).await), 26);
    assert_eq!(paid(&c, &due.order_id, &usd(2500)).await, 0);
    let first = c.stored(ADA).await;
    assert_eq!((first.standing, first.level_id, first.club_id.as_str()), (Standing::Active, 2, "gold"));
    c.at(DAY);
    assert_eq!(paid(&c, &due.order_id, &usd(2500)).await, 0, "a report that comes twice");
    assert_eq!(c.stored(ADA).await, first);
    assert_eq!(complete(&c, &due.order_id).await, "active");
    assert_eq!(c.kinds(ADA).await, ["membershipActive"]);
}

pub async fn act_11_what_was_paid_for_begins_though_it_is_offered_no_more(c: Cinema) {
    ready(&c).await;
    let due = ordered(&c, "GOLD", 2).await;
    let mut tx = c.store.begin().await.unwrap();
    assert!(tx.remove_offer::<MembershipItem>(&c.site.key, "GOLD").await.unwrap());
    tx.commit().await.unwrap();
    assert!(want(&c, "GOLD", 2).await.is_err());
    assert_eq!(paid(&c, &due.order_id, &usd(2500)).await, 0);
    let ada = c.stored(ADA).await;
    assert_eq!((ada.standing, ada.level_id, ada.club_id.as_str()), (Standing::Active, 2, "gold"));
}

pub async fn act_10_the_steps_are_taken_in_order_by_one_browser(c: Cinema) {
    ready(&c).await;
    let begun = want(&c, "GOLD", 2).await.unwrap();
    let other = Visitor { device: "Safari on iOS", ..c.visitor() };
    assert_eq!(code(order(&c, other, &begun, &[("GOLD", 1)]).await), 85);
    for items in [&[][..], &[("FREE", 1)], &[("GOLD", 2)], &[("GOLD", 0)], &[("GOLD", 1), ("FREE", 1)]] {
        assert_eq!(code(order(&c, c.visitor(), &begun, items).await), 85, "{items:?}");
    }
    let registration = c.engine.begin_registration(c.visitor(), "new@example.org").await.unwrap();
    for unknown in ["", "x", &registration] {
        assert_eq!(code(order(&c, c.visitor(), unknown, &[("GOLD", 1)]).await), 85);
    }
    for id in [&begun, &registration] {
        assert_eq!(c.state(id).await, 7, "security 1.11: it opens nothing");
        assert_eq!(code(c.engine.session_of_id(&c.site, id).await), 7);
    }
    c.at(30 * MINUTE - 1);
    assert_eq!(code(order(&c, c.visitor(), &begun, &[("GOLD", 1)]).await), 0);
    c.at(30 * MINUTE);
    assert_eq!(code(order(&c, c.visitor(), &begun, &[("GOLD", 1)]).await), 85);
}

/// ERR-07, ERR-16, ERR-19.
pub async fn call_29_what_does_not_fit_is_not_begun(c: Cinema) {
    ready(&c).await;
    assert_eq!(code(want(&c, "GOLD", 1).await), 85, "another level than was read");
    assert_eq!(code(want(&c, "UNKNOWN", 1).await), 85);
    let due = ordered(&c, "GOLD", 2).await;
    assert_eq!(paid(&c, &due.order_id, &usd(2500)).await, 0);
    assert_eq!(code(want(&c, "GOLD", 2).await), 76);
    assert_eq!(code(want(&c, "FREE", 1).await), 76, "nor a lower one");
    assert_eq!(code(want(&c, "EVER", 3).await), 0);
    let nobody = Wanted { email: "nobody@example.org".into(), item: "GOLD".into(), level_id: 2 };
    for _ in 0..3 {
        assert_eq!(code(c.engine.want_membership(c.visitor(), &nobody).await), 30);
    }
    assert!(is_limited(&c.engine.want_membership(c.visitor(), &nobody).await), "security 2.5");
    assert!(is_limited(&want(&c, "EVER", 3).await), "also for who is there");
    c.at(400 * DAY);
    assert_eq!(code(want(&c, "GOLD", 2).await), 0, "it is over");
}

pub async fn act_11_a_membership_that_runs_is_prolonged_by_one_that_is_paid(c: Cinema) {
    ready(&c).await;
    let (one, two) = (ordered(&c, "GOLD", 2).await, ordered(&c, "GOLD", 2).await);
    assert_eq!(paid(&c, &one.order_id, &usd(2500)).await, 0);
    c.at(10 * DAY);
    assert_eq!(paid(&c, &two.order_id, &usd(2500)).await, 0);
    let end = c.stored(ADA).await.expires_at.unwrap().to_string();
    assert_eq!(end, "2027-05-05T18:00:00Z");
    let forever = ordered(&c, "EVER", 3).await;
    assert_eq!(paid(&c, &forever.order_id, &usd(9900)).await, 0);
    let member = c.stored(ADA).await;
    assert_eq!((member.level_id, member.expires_at), (3, None));
    let told = Letter::MembershipActive { name: "Club EVER".into(), until: None };
    assert_eq!(c.letters(ADA).await.pop(), Some(told));
}

pub async fn err_16_a_free_membership_is_not_taken_again_and_again(c: Cinema) {
    ready(&c).await;
    let (one, two) = (ordered(&c, "FREE", 1).await, ordered(&c, "FREE", 1).await);
    let gold = ordered(&c, "GOLD", 2).await;
    assert_eq!(complete(&c, &one.order_id).await, "active");
    let member = c.stored(ADA).await;
    assert_eq!(code(c.engine.complete(c.visitor(), &two.order_id).await), 76);
    assert_eq!(c.stored(ADA).await, member);
    assert_eq!(paid(&c, &gold.order_id, &usd(2500)).await, 0);
    assert_eq!(code(c.engine.complete(c.visitor(), &two.order_id).await), 76, "nor in place of a better one");
    assert_eq!(c.stored(ADA).await.level_id, 2);
    let unconfirmed = async |standing| c.set_standing(ADA, standing).await;
    unconfirmed(Standing::Unconfirmed).await;
    assert_eq!(code(c.engine.complete(c.visitor(), &two.order_id).await), 76);
}

/// CALL-17: who only knows an address has no letter sent to it but the one that asks.
pub async fn call_17_a_free_membership_is_told_of_when_the_address_is_confirmed(mut c: Cinema) {
    c.offer(&[item("FREE", 1, 0, 12), item("GOLD", 2, 2500, 12)]).await;
    c.site.config.options.email_activation = true;
    let sent = Registration { membership_item: text("FREE"), ..wanted("ada") };
    assert!(matches!(c.engine.register(c.visitor(), 3, &sent).await.unwrap(), Registered::Mailed));
    let due = ordered(&c, "FREE", 1).await;
    assert_eq!(complete(&c, &due.order_id).await, "active");
    assert_eq!(c.kinds(ADA).await, ["activation"]);
    let code = c.mailed_code(ADA).await;
    c.engine.activate(c.visitor(), &code).await.unwrap();
    let told = Letter::MembershipActive { name: "Club FREE".into(), until: text("May 5, 2026") };
    assert_eq!(c.letters(ADA).await[2..], [told]);
    assert_eq!(c.kinds(ADA).await, ["activation", "welcome", "membershipActive"]);
}

/// Security 1.11: who only knows an address changes nothing of its member.
pub async fn security_1_11_an_order_that_is_not_complete_changes_nothing(c: Cinema) {
    ready(&c).await;
    let before = c.stored(ADA).await;
    let due = ordered(&c, "GOLD", 2).await;
    assert_eq!(complete(&c, &due.order_id).await, "unpaid");
    assert_eq!(c.stored(ADA).await, before);
    assert!(c.letters(ADA).await.is_empty());
}
