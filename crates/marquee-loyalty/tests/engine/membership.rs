//! Memberships: the sequence of calls, and payment (ACT-07 to ACT-12, CALL-28 to CALL-31).

use marquee_loyalty::{
    ConfirmedAction, LoyaltyError, MembershipChoice, MembershipCompletion, MembershipOrder, Registration,
    RegistrationResult, SignInResult, Visitor,
};
use marquee_mail::Letter;
use marquee_model::OrderId;
use marquee_model::loyalty::{MemberStatus, MembershipItem, Money, OrderStatus};
use marquee_store::MemberRow;

use crate::cinema::{
    ApiVersion, Cinema, DAY, HOUR, MINUTE, Outcome, PASSWORD, Reason, is_limited, new_registration, refusal,
    text,
};

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
        localizations: std::collections::BTreeMap::new(),
    }
}

fn usd(amount: i64) -> Money {
    Money { amount, currency: "USD".into() }
}

/// Creates memberships and a member who has to complete one.
async fn ready(c: &Cinema) {
    let club = MembershipItem { club_id: "gold".into(), ..item("GOLD", 2, 2500, 12) };
    c.save_offers(&[item("FREE", 1, 0, 12), club, item("EVER", 3, 9900, 0)]).await;
    let registration = Registration { membership_item: text("FREE"), ..new_registration("ada") };
    let result = c.engine.accounts().register(c.visitor(), ApiVersion::V3, &registration).await.unwrap();
    assert!(matches!(result, RegistrationResult::Pending(_)));
}

async fn begin_activation(c: &Cinema, item: &str, level_id: i32) -> Result<String, LoyaltyError> {
    let choice = MembershipChoice { email: ADA.into(), item: item.into(), level_id };
    c.engine.memberships().begin_activation(c.visitor(), &choice).await
}

async fn order(
    c: &Cinema,
    v: Visitor<'_>,
    begun: &str,
    items: &[(&str, u32)],
) -> Result<MembershipOrder, LoyaltyError> {
    let items: Vec<(String, u32)> = items.iter().map(|(code, n)| ((*code).to_owned(), *n)).collect();
    c.engine.memberships().order_membership(v, begun, &items, Some("meridian-main")).await
}

/// Begins an activation and places the order.
async fn ordered(c: &Cinema, item: &str, level_id: i32) -> MembershipOrder {
    let activation = begin_activation(c, item, level_id).await.unwrap();
    order(c, c.visitor(), &activation, &[(item, 1)]).await.unwrap()
}

async fn complete(c: &Cinema, order: &OrderId) -> &'static str {
    match c.engine.memberships().complete_membership(c.visitor(), order, None).await.unwrap() {
        MembershipCompletion::Active(_) => "active",
        MembershipCompletion::AwaitsConfirmation(_) => "awaits confirmation",
        MembershipCompletion::Unpaid(_) => "unpaid",
    }
}

async fn paid(c: &Cinema, order: &OrderId, amount: &Money) -> Outcome {
    refusal(c.engine.memberships().record_payment(c.visitor(), order, amount).await)
}

pub async fn call_28_memberships_are_listed_in_the_operator_s_order(c: Cinema) {
    ready(&c).await;
    let all = c.engine.memberships().list(&c.site).await.unwrap();
    let codes: Vec<&str> = all.iter().map(|item| item.code.as_str()).collect();
    assert_eq!(codes, ["FREE", "GOLD", "EVER"]);
}

pub async fn act_11_a_free_membership_is_completed_at_once(c: Cinema) {
    ready(&c).await;
    let pending = ordered(&c, "FREE", 1).await;
    assert_eq!(pending.amount, usd(0));
    assert_eq!(c.stored(ADA).await.standing, MemberStatus::Unpaid, "inactive until completed");
    assert_eq!(complete(&c, &pending.order_id).await, "active");
    assert_eq!(complete(&c, &pending.order_id).await, "active", "idempotent");
    let member = c.stored(ADA).await;
    assert_eq!((member.standing, member.level_id), (MemberStatus::Active, 1));
    assert_eq!(member.expires_at.unwrap().to_string(), "2026-05-05T18:00:00Z");
    let expected = Letter::MembershipActive { name: "Club FREE".into(), until: text("May 5, 2026") };
    assert_eq!(c.letters(ADA).await, [expected]);
    assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), None);
}

pub async fn act_12_a_payment_of_a_canceled_order_is_refused(c: Cinema) {
    ready(&c).await;
    let pending = ordered(&c, "GOLD", 2).await;
    let mut tx = c.store.begin().await.unwrap();
    let mut row = tx.order(&c.site.key, &pending.order_id).await.unwrap().unwrap();
    row.order.status = OrderStatus::Canceled;
    tx.save_order(&c.site.key, &row).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(paid(&c, &pending.order_id, &pending.amount).await, Some(Reason::OrderClosed));
    assert_eq!(c.stored(ADA).await.standing, MemberStatus::Unpaid);
}

pub async fn act_11_a_registration_sends_one_email(c: Cinema) {
    c.save_offers(&[item("FREE", 1, 0, 12)]).await;
    for (name, later) in [("ada", 0), ("bea", DAY)] {
        let address = format!("{name}@example.org");
        c.engine.accounts().register(c.visitor(), ApiVersion::V3, &new_registration(name)).await.unwrap();
        c.at(later);
        let choice = MembershipChoice { email: address.clone(), item: "FREE".into(), level_id: 1 };
        let choice = c.engine.memberships().begin_activation(c.visitor(), &choice).await.unwrap();
        let pending = order(&c, c.visitor(), &choice, &[("FREE", 1)]).await.unwrap();
        // New members are signed in.
        let id = c.stored(&address).await.id;
        let result = c
            .engine
            .memberships()
            .complete_membership(c.visitor(), &pending.order_id, Some(&id))
            .await
            .unwrap();
        assert!(matches!(result, MembershipCompletion::Active(_)));
    }
    assert_eq!(c.email_kinds(ADA).await, ["welcome"]);
    // A later membership gets its own email.
    assert_eq!(c.email_kinds("bea@example.org").await, ["welcome", "membershipActive"]);
}

/// An established member who is signed in, so that no confirmation is needed.
pub async fn act_11_the_welcome_email_replaces_the_membership_s_for_an_hour(c: Cinema) {
    let ada = create_active_member(&c).await;
    let bea = c.join("bea").await;
    for (name, sign_in, seconds, kinds) in
        [("ada", ada, HOUR - 1, &["welcome"][..]), ("bea", bea, HOUR, &["welcome", "membershipActive"])]
    {
        let address = format!("{name}@example.org");
        c.at(seconds);
        let choice = MembershipChoice { email: address.clone(), item: "FREE".into(), level_id: 1 };
        let choice = c.engine.memberships().begin_activation(c.visitor(), &choice).await.unwrap();
        let pending = order(&c, c.visitor(), &choice, &[("FREE", 1)]).await.unwrap();
        let caller = Some(&sign_in.details.member.id);
        c.engine.memberships().complete_membership(c.visitor(), &pending.order_id, caller).await.unwrap();
        assert_eq!(c.email_kinds(&address).await, kinds, "{name}");
    }
}

/// Security 3.4: amount 0 completes only an order whose total is 0.
pub async fn call_31_a_membership_begins_when_its_exact_price_is_paid(c: Cinema) {
    ready(&c).await;
    let pending = ordered(&c, "GOLD", 2).await;
    assert_eq!(pending.amount, usd(2500), "the price in the catalog");
    assert_eq!(complete(&c, &pending.order_id).await, "unpaid");
    for wrong_amount in [usd(0), usd(2499), usd(2501), Money { amount: 2500, currency: "EUR".into() }] {
        assert_eq!(paid(&c, &pending.order_id, &wrong_amount).await, Some(Reason::UnknownOrder));
    }
    let unknown_order = OrderId::parse("unknown").unwrap();
    assert_eq!(paid(&c, &unknown_order, &usd(2500)).await, Some(Reason::UnknownOrder));
    assert_eq!(
        refusal(c.engine.memberships().complete_membership(c.visitor(), &unknown_order, None).await),
        Some(Reason::UnknownOrder)
    );
    assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), Some(Reason::NotActivated));
    assert_eq!(paid(&c, &pending.order_id, &usd(2500)).await, None);
    let member_before = c.stored(ADA).await;
    assert_eq!(
        (member_before.standing, member_before.level_id, member_before.club_id.as_str()),
        (MemberStatus::Active, 2, "gold")
    );
    c.at(DAY);
    assert_eq!(paid(&c, &pending.order_id, &usd(2500)).await, None, "a repeated webhook is accepted");
    assert_eq!(c.stored(ADA).await, member_before);
    assert_eq!(complete(&c, &pending.order_id).await, "active");
    assert_eq!(c.email_kinds(ADA).await, ["membershipActive"]);
}

pub async fn act_11_a_paid_membership_begins_even_if_its_offer_was_deleted(c: Cinema) {
    ready(&c).await;
    let pending = ordered(&c, "GOLD", 2).await;
    let mut tx = c.store.begin().await.unwrap();
    assert!(tx.remove_offer::<MembershipItem>(&c.site.key, "GOLD").await.unwrap());
    tx.commit().await.unwrap();
    assert!(begin_activation(&c, "GOLD", 2).await.is_err());
    assert_eq!(paid(&c, &pending.order_id, &usd(2500)).await, None);
    let ada = c.stored(ADA).await;
    assert_eq!((ada.standing, ada.level_id, ada.club_id.as_str()), (MemberStatus::Active, 2, "gold"));
}

pub async fn act_10_the_steps_must_be_in_order_and_in_one_browser(c: Cinema) {
    ready(&c).await;
    let activation = begin_activation(&c, "GOLD", 2).await.unwrap();
    let other_device = Visitor { device: "Safari on iOS", ..c.visitor() };
    assert_eq!(
        refusal(order(&c, other_device, &activation, &[("GOLD", 1)]).await),
        Some(Reason::InvalidCode)
    );
    for items in [&[][..], &[("FREE", 1)], &[("GOLD", 2)], &[("GOLD", 0)], &[("GOLD", 1), ("FREE", 1)]] {
        assert_eq!(
            refusal(order(&c, c.visitor(), &activation, items).await),
            Some(Reason::UnknownMembership),
            "{items:?}"
        );
    }
    let registration = c.engine.accounts().begin_registration(c.visitor(), "new@example.org").await.unwrap();
    for unknown in ["", "x", &registration] {
        assert_eq!(refusal(order(&c, c.visitor(), unknown, &[("GOLD", 1)]).await), Some(Reason::InvalidCode));
    }
    for id in [&activation, &registration] {
        assert_eq!(
            c.token_status(id).await,
            Some(Reason::InvalidSession),
            "security 1.11: it does not authenticate"
        );
        assert_eq!(
            refusal(c.engine.sessions().session_by_user_session(&c.site, id).await),
            Some(Reason::InvalidSession)
        );
    }
    c.at(30 * MINUTE - 1);
    assert_eq!(refusal(order(&c, c.visitor(), &activation, &[("GOLD", 1)]).await), None);
    c.at(30 * MINUTE);
    assert_eq!(refusal(order(&c, c.visitor(), &activation, &[("GOLD", 1)]).await), Some(Reason::InvalidCode));
}

/// ERR-07, ERR-16, ERR-19.
pub async fn call_29_an_unsuitable_membership_is_refused(c: Cinema) {
    ready(&c).await;
    assert_eq!(
        refusal(begin_activation(&c, "GOLD", 1).await),
        Some(Reason::UnknownMembership),
        "not the level that was shown"
    );
    assert_eq!(refusal(begin_activation(&c, "UNKNOWN", 1).await), Some(Reason::UnknownMembership));
    let pending = ordered(&c, "GOLD", 2).await;
    assert_eq!(paid(&c, &pending.order_id, &usd(2500)).await, None);
    assert_eq!(refusal(begin_activation(&c, "GOLD", 2).await), Some(Reason::AlreadyHasMembership));
    assert_eq!(
        refusal(begin_activation(&c, "FREE", 1).await),
        Some(Reason::AlreadyHasMembership),
        "a lower one is refused too"
    );
    assert_eq!(refusal(begin_activation(&c, "EVER", 3).await), None);
    let unknown_member =
        MembershipChoice { email: "nobody@example.org".into(), item: "GOLD".into(), level_id: 2 };
    for _ in 0..3 {
        assert_eq!(
            refusal(c.engine.memberships().begin_activation(c.visitor(), &unknown_member).await),
            Some(Reason::UnknownMember)
        );
    }
    assert!(
        is_limited(&c.engine.memberships().begin_activation(c.visitor(), &unknown_member).await),
        "security 2.5"
    );
    assert!(is_limited(&begin_activation(&c, "EVER", 3).await), "also for members");
    c.at(400 * DAY);
    assert_eq!(refusal(begin_activation(&c, "GOLD", 2).await), None, "expired");
}

pub async fn act_11_a_paid_membership_extends_an_active_one(c: Cinema) {
    ready(&c).await;
    let (first_order, second_order) = (ordered(&c, "GOLD", 2).await, ordered(&c, "GOLD", 2).await);
    assert_eq!(paid(&c, &first_order.order_id, &usd(2500)).await, None);
    c.at(10 * DAY);
    assert_eq!(paid(&c, &second_order.order_id, &usd(2500)).await, None);
    let end = c.stored(ADA).await.expires_at.unwrap().to_string();
    assert_eq!(end, "2027-05-05T18:00:00Z");
    let unlimited = ordered(&c, "EVER", 3).await;
    assert_eq!(paid(&c, &unlimited.order_id, &usd(9900)).await, None);
    let member = c.stored(ADA).await;
    assert_eq!((member.level_id, member.expires_at), (3, None));
    let expected = Letter::MembershipActive { name: "Club EVER".into(), until: None };
    assert_eq!(c.letters(ADA).await.pop(), Some(expected));
}

pub async fn err_16_a_free_membership_is_not_extended(c: Cinema) {
    ready(&c).await;
    let (first_order, second_order) = (ordered(&c, "FREE", 1).await, ordered(&c, "FREE", 1).await);
    let gold = ordered(&c, "GOLD", 2).await;
    assert_eq!(complete(&c, &first_order.order_id).await, "active");
    let member = c.stored(ADA).await;
    assert_eq!(
        refusal(c.engine.memberships().complete_membership(c.visitor(), &second_order.order_id, None).await),
        Some(Reason::AlreadyHasMembership)
    );
    assert_eq!(c.stored(ADA).await, member);
    assert_eq!(paid(&c, &gold.order_id, &usd(2500)).await, None);
    assert_eq!(
        refusal(c.engine.memberships().complete_membership(c.visitor(), &second_order.order_id, None).await),
        Some(Reason::AlreadyHasMembership),
        "a higher one is not replaced"
    );
    assert_eq!(c.stored(ADA).await.level_id, 2);
    let unconfirmed = async |standing| c.set_standing(ADA, standing).await;
    unconfirmed(MemberStatus::Unconfirmed).await;
    assert_eq!(
        refusal(c.engine.memberships().complete_membership(c.visitor(), &second_order.order_id, None).await),
        Some(Reason::AlreadyHasMembership)
    );
}

/// CALL-17: someone who only knows an address can trigger no email to it except the confirmation.
pub async fn call_17_the_email_about_a_free_membership_waits_for_address_confirmation(mut c: Cinema) {
    c.save_offers(&[item("FREE", 1, 0, 12), item("GOLD", 2, 2500, 12)]).await;
    c.site.config.options.email_activation = true;
    let registration = Registration { membership_item: text("FREE"), ..new_registration("ada") };
    assert!(matches!(
        c.engine.accounts().register(c.visitor(), ApiVersion::V3, &registration).await.unwrap(),
        RegistrationResult::Mailed
    ));
    let pending = ordered(&c, "FREE", 1).await;
    assert_eq!(complete(&c, &pending.order_id).await, "active");
    assert_eq!(c.email_kinds(ADA).await, ["activation"]);
    let code = c.mailed_code(ADA).await;
    c.engine.accounts().confirm_action(c.visitor(), &code).await.unwrap();
    let expected = Letter::MembershipActive { name: "Club FREE".into(), until: text("May 5, 2026") };
    assert_eq!(c.letters(ADA).await[1..], [expected]);
    assert_eq!(c.email_kinds(ADA).await, ["activation", "membershipActive"], "one email per registration");
}

pub async fn call_17_an_incomplete_membership_is_not_mentioned_after_address_confirmation(mut c: Cinema) {
    c.save_offers(&[item("FREE", 1, 0, 12)]).await;
    c.site.config.options.email_activation = true;
    let registration = Registration { membership_item: text("FREE"), ..new_registration("ada") };
    c.engine.accounts().register(c.visitor(), ApiVersion::V3, &registration).await.unwrap();
    ordered(&c, "FREE", 1).await;
    let code = c.mailed_code(ADA).await;
    c.engine.accounts().confirm_action(c.visitor(), &code).await.unwrap();
    assert_eq!(c.email_kinds(ADA).await, ["activation", "welcome"]);
    assert_eq!(c.stored(ADA).await.level_id, 0);
}

/// Security 1.11: knowing an address is not enough to change its member.
pub async fn security_1_11_an_incomplete_order_changes_nothing(c: Cinema) {
    ready(&c).await;
    let before = c.stored(ADA).await;
    let pending = ordered(&c, "GOLD", 2).await;
    assert_eq!(complete(&c, &pending.order_id).await, "unpaid");
    assert_eq!(c.stored(ADA).await, before);
    assert!(c.letters(ADA).await.is_empty());
}

/// Creates a free membership and an active member of level 0.
async fn create_active_member(c: &Cinema) -> SignInResult {
    c.save_offers(&[item("FREE", 1, 0, 12)]).await;
    c.join("ada").await
}

/// Anyone may know an email address, so only the emailed link changes an established member.
pub async fn security_1_11_an_active_member_confirms_a_free_membership_by_email(c: Cinema) {
    create_active_member(&c).await;
    let before = c.stored(ADA).await;
    let pending = ordered(&c, "FREE", 1).await;
    for _ in 0..5 {
        assert_eq!(
            complete(&c, &pending.order_id).await,
            "awaits confirmation",
            "only three emails are sent"
        );
    }
    let result =
        c.engine.memberships().complete_membership(c.visitor(), &pending.order_id, None).await.unwrap();
    let MembershipCompletion::AwaitsConfirmation(details) = result else { panic!("it awaits confirmation") };
    assert_eq!(
        (details.member.level_id, details.member.expires_at),
        (1, None),
        "only the chosen level is revealed"
    );
    let bea_sign_in = c.join("bea").await;
    let bea = c.authenticate(&bea_sign_in).await;
    let other = c
        .engine
        .memberships()
        .complete_membership(c.visitor(), &pending.order_id, Some(&bea.member().id))
        .await
        .unwrap();
    assert!(matches!(other, MembershipCompletion::AwaitsConfirmation(_)));
    assert_eq!(c.stored(ADA).await, before);
    assert_eq!(c.email_kinds(ADA).await[1..], ["confirmMembership"; 3]);
    let code = c.mailed_code(ADA).await;
    assert_eq!(
        c.engine.accounts().confirm_action(c.visitor(), &code).await.unwrap(),
        ConfirmedAction::Membership
    );
    assert_eq!(
        refusal(c.engine.accounts().confirm_action(c.visitor(), &code).await),
        Some(Reason::InvalidCode),
        "the code is used up"
    );
    let after = c.stored(ADA).await;
    assert_eq!((after.level_id, after.standing), (1, MemberStatus::Active));
    assert_eq!(c.email_kinds(ADA).await.last(), Some(&"membershipActive"));
    assert_eq!(
        complete(&c, &pending.order_id).await,
        "active",
        "a second call gets the response of a completed order"
    );
}

pub async fn act_12_a_canceled_order_cannot_be_confirmed_by_email(c: Cinema) {
    create_active_member(&c).await;
    let before = c.stored(ADA).await;
    let pending = ordered(&c, "FREE", 1).await;
    assert_eq!(complete(&c, &pending.order_id).await, "awaits confirmation");
    let mut tx = c.store.begin().await.unwrap();
    let mut row = tx.order(&c.site.key, &pending.order_id).await.unwrap().unwrap();
    row.order.status = OrderStatus::Canceled;
    tx.save_order(&c.site.key, &row).await.unwrap();
    tx.commit().await.unwrap();
    let code = c.mailed_code(ADA).await;
    assert_eq!(
        refusal(c.engine.accounts().confirm_action(c.visitor(), &code).await),
        Some(Reason::UnknownOrder)
    );
    assert_eq!(c.stored(ADA).await, before);
}

/// Imported members have no password yet.
pub async fn security_1_11_a_member_without_a_password_must_confirm_too(c: Cinema) {
    create_active_member(&c).await;
    let mut tx = c.store.begin().await.unwrap();
    let row = c.store.member_by_email(&c.site.key, ADA).await.unwrap().unwrap();
    tx.save_member(&c.site.key, &MemberRow { password_hash: None, ..row }, false).await.unwrap();
    tx.commit().await.unwrap();
    let before = c.stored(ADA).await;
    let pending = ordered(&c, "FREE", 1).await;
    assert_eq!(complete(&c, &pending.order_id).await, "awaits confirmation");
    assert_eq!(c.stored(ADA).await, before);
}

pub async fn security_1_11_an_unconfirmed_membership_expires_after_two_days(c: Cinema) {
    create_active_member(&c).await;
    let before = c.stored(ADA).await;
    let pending = ordered(&c, "FREE", 1).await;
    assert_eq!(complete(&c, &pending.order_id).await, "awaits confirmation");
    let code = c.mailed_code(ADA).await;
    c.at(2 * DAY);
    assert_eq!(
        refusal(c.engine.accounts().confirm_action(c.visitor(), &code).await),
        Some(Reason::InvalidCode)
    );
    assert_eq!(c.stored(ADA).await, before);
}

pub async fn act_11_a_signed_in_member_gets_a_free_membership_at_once(c: Cinema) {
    let sign_in = create_active_member(&c).await;
    let ada = c.authenticate(&sign_in).await;
    // After the hour in which only the welcome email is sent.
    c.at(2 * 3600);
    let pending = ordered(&c, "FREE", 1).await;
    let result = c
        .engine
        .memberships()
        .complete_membership(c.visitor(), &pending.order_id, Some(&ada.member().id))
        .await
        .unwrap();
    assert!(matches!(result, MembershipCompletion::Active(_)));
    assert_eq!(c.stored(ADA).await.level_id, 1);
    assert_eq!(c.email_kinds(ADA).await, ["welcome", "membershipActive"]);
}

pub async fn a_member_keeps_their_customer_id_at_the_payment_provider(c: Cinema) {
    let sign_in = c.join("ada").await;
    let ada = c.authenticate(&sign_in).await;
    c.engine.memberships().set_payment_customer(&c.site, &ada, "cus_1").await.unwrap();
    assert_eq!(c.stored(ADA).await.payment_customer.as_deref(), Some("cus_1"));
    let principal = c.authenticate(&sign_in).await;
    assert_eq!(principal.member().payment_customer.as_deref(), Some("cus_1"), "at once");
}
