//! Members' cards (CALL-32 to CALL-35).

use marquee_loyalty::AuthenticatedMember;
use marquee_mail::Letter;
use marquee_model::MemberId;
use marquee_model::loyalty::{Card, CardStatus, Member};

use crate::cinema::{Cinema, DAY, Outcome, Reason, refusal};
use crate::pos::{booking, till};

const EVE: &str = "operator:eve";

async fn put(c: &Cinema, number: &str, pin: Option<&str>) {
    c.engine.operations().put_card(&c.site, EVE, number, pin, None).await.unwrap();
}

async fn add(c: &Cinema, principal: &AuthenticatedMember, number: &str, pin: Option<&str>) -> Outcome {
    refusal(c.engine.cards().add_card(&c.site, principal, number, pin).await)
}

async fn cards(c: &Cinema, principal: &AuthenticatedMember) -> Vec<Card> {
    c.engine.cards().of_member(&c.site, principal).await.unwrap()
}

/// The codes of a member's cards, with `*` for the primary one.
async fn listed(c: &Cinema, principal: &AuthenticatedMember) -> Vec<String> {
    let own_code = principal.details.card.as_ref().map(|card| card.code.clone());
    let name = |card: &Card| {
        if own_code.as_ref() == Some(&card.code) { "own" } else { card.code.as_str() }.to_owned()
    };
    let star = |card: &Card| if card.is_primary { "*" } else { "" };
    let mut all: Vec<String> = cards(c, principal).await.iter().map(|card| name(card) + star(card)).collect();
    all.sort();
    all
}

/// ERR-19, ERR-22.
pub async fn call_33_a_card_without_owner_is_added(c: Cinema) {
    let (ada, bea) = (c.member("ada").await, c.member("bea").await);
    put(&c, "extra1", None).await;
    assert_eq!(add(&c, &ada, "unknown", None).await, Some(Reason::UnknownCard));
    assert_eq!(add(&c, &ada, "", None).await, Some(Reason::UnknownCard));
    assert_eq!(add(&c, &ada, " extra1 ", Some("any")).await, None);
    assert_eq!(listed(&c, &ada).await, ["EXTRA1", "own*"]);
    assert_eq!(add(&c, &ada, "EXTRA1", None).await, Some(Reason::CardTaken), "the card is already added");
    assert_eq!(add(&c, &bea, "EXTRA1", None).await, Some(Reason::CardTaken));
    let unknown = MemberId::parse("nobody").unwrap();
    assert_eq!(
        refusal(c.engine.operations().put_card(&c.site, EVE, "EXTRA9", None, Some(&unknown)).await),
        Some(Reason::UnknownMember)
    );
    let put_again = c.engine.operations().put_card(&c.site, EVE, "EXTRA1", None, None).await;
    assert_eq!(refusal(put_again), Some(Reason::CardTaken));
}

pub async fn call_33_a_card_with_a_pin_requires_it(c: Cinema) {
    let ada = c.member("ada").await;
    put(&c, "PINNED", Some("4711")).await;
    for pin in [None, Some(""), Some("4712")] {
        assert_eq!(add(&c, &ada, "PINNED", pin).await, Some(Reason::WrongPin));
    }
    assert_eq!(add(&c, &ada, "PINNED", Some("4711")).await, None);
}

/// Security, section 8: at most five attempts per code.
pub async fn call_33_five_wrong_pins_lock_a_card_for_a_day(c: Cinema) {
    let (ada, bea) = (c.member("ada").await, c.member("bea").await);
    put(&c, "PINNED", Some("4711")).await;
    for number in 0..5 {
        let principal = if number % 2 == 0 { &ada } else { &bea };
        assert_eq!(add(&c, principal, "PINNED", Some(&format!("000{number}"))).await, Some(Reason::WrongPin));
    }
    assert_eq!(add(&c, &ada, "PINNED", Some("4711")).await, Some(Reason::WrongPin));
    c.at(DAY);
    assert_eq!(add(&c, &ada, "PINNED", Some("4711")).await, None);
}

pub async fn call_34_removing_the_primary_card_makes_another_one_primary(c: Cinema) {
    let sign_in = c.join("ada").await;
    let (ada, bea) = (c.authenticate(&sign_in).await, c.member("bea").await);
    put(&c, "EXTRA1", None).await;
    assert_eq!(add(&c, &ada, "EXTRA1", None).await, None);
    let own_code = ada.details.card.clone().unwrap().code;
    let delete = async |principal: &AuthenticatedMember, number: &str| {
        refusal(c.engine.cards().delete_card(&c.site, principal, number).await)
    };
    assert_eq!(delete(&bea, own_code.as_str()).await, Some(Reason::UnknownCard), "another member's card");
    assert_eq!(delete(&ada, "unknown").await, Some(Reason::UnknownCard));
    assert_eq!(delete(&ada, own_code.as_str()).await, None);
    assert_eq!(listed(&c, &ada).await, ["EXTRA1*"]);
    assert_eq!(c.authenticate(&sign_in).await.details.card.clone().unwrap().code.as_str(), "EXTRA1");
    assert_eq!(delete(&ada, "extra1").await, None);
    assert!(cards(&c, &ada).await.is_empty());
    assert_eq!(c.authenticate(&sign_in).await.details.card, None);
    assert_eq!(add(&c, &ada, "EXTRA1", None).await, None, "it can be added again");
    assert_eq!(listed(&c, &ada).await, ["EXTRA1*"]);
}

pub async fn call_35_a_lost_card_is_replaced_and_stays_invalid(c: Cinema) {
    let sign_in = c.join("ada").await;
    let (ada, bea) = (c.authenticate(&sign_in).await, c.member("bea").await);
    let own_code = ada.details.card.clone().unwrap().code;
    let (all, replacement) = c.engine.cards().report_lost(c.visitor(), &ada, None).await.unwrap();
    let states: Vec<_> =
        all.iter().map(|card| (card.code == replacement, card.status, card.is_primary)).collect();
    assert_eq!(all.len(), 2);
    assert!(
        states.contains(&(true, CardStatus::Active, true))
            && states.contains(&(false, CardStatus::Lost, false))
    );
    let Some(Letter::CardReplaced { last_four }) = c.letters("ada@example.org").await.pop() else { panic!() };
    assert!(replacement.as_str().ends_with(&last_four));
    assert_eq!(c.audited().await.first().unwrap(), "card.lost");
    let lost_code = own_code.as_str();
    assert_eq!(
        refusal(c.engine.cards().report_lost(c.visitor(), &ada, Some(lost_code)).await),
        Some(Reason::UnknownCard),
        "already reported"
    );
    assert_eq!(
        (add(&c, &ada, lost_code, None).await, add(&c, &bea, lost_code, None).await),
        (Some(Reason::UnusableCard), Some(Reason::UnusableCard))
    );
    let till = till(&c).await;
    assert_eq!(
        refusal(c.engine.tills().book_purchase(&c.site, &till, &booking("t1", lost_code)).await),
        Some(Reason::UnknownMember)
    );
    assert_eq!(
        refusal(c.engine.tills().book_purchase(&c.site, &till, &booking("t2", replacement.as_str())).await),
        None
    );
    assert_eq!(refusal(c.engine.cards().delete_card(&c.site, &ada, lost_code).await), None);
    assert_eq!(
        (add(&c, &ada, lost_code, None).await, add(&c, &bea, lost_code, None).await),
        (Some(Reason::UnusableCard), Some(Reason::UnusableCard))
    );
    assert_eq!(
        refusal(c.engine.operations().put_card(&c.site, EVE, lost_code, None, None).await),
        Some(Reason::UnusableCard),
        "operators cannot reuse it either"
    );
}

pub async fn call_35_a_secondary_card_can_be_reported_lost(c: Cinema) {
    let (ada, bea) = (c.member("ada").await, c.member("bea").await);
    put(&c, "EXTRA1", None).await;
    assert_eq!(add(&c, &ada, "EXTRA1", None).await, None);
    let report_lost = async |principal: &AuthenticatedMember, text: &str| {
        c.engine.cards().report_lost(c.visitor(), principal, Some(text)).await
    };
    assert_eq!(refusal(report_lost(&bea, "EXTRA1").await), Some(Reason::UnknownCard));
    let (all, replacement) = report_lost(&ada, "extra1").await.unwrap();
    let primary: Vec<_> = all.iter().filter(|card| card.is_primary).map(|card| &card.code).collect();
    assert_eq!(primary, [&ada.details.card.as_ref().unwrap().code]);
    assert!(all.iter().any(|card| card.code == replacement && card.status == CardStatus::Active));
}

pub async fn call_32_an_expired_card_is_shown_as_expired(c: Cinema) {
    let sign_in = c.join("ada").await;
    let ada = c.authenticate(&sign_in).await;
    let mut card = ada.details.card.clone().unwrap();
    card.expires_at = Some(c.time(DAY));
    let mut tx = c.store.begin().await.unwrap();
    let row = marquee_store::CardRow { member: Some(ada.member().id.clone()), card: card.clone() };
    tx.save_card(&c.site.key, &row).await.unwrap();
    tx.commit().await.unwrap();
    c.at(DAY + 1);
    let sign_in = c.sign_in("ada@example.org", crate::cinema::PASSWORD).await.unwrap();
    assert_eq!(cards(&c, &ada).await[0].status, CardStatus::Expired);
    assert_eq!(sign_in.details.card, None);
    assert_eq!(
        refusal(c.engine.cards().report_lost(c.visitor(), &ada, None).await),
        Some(Reason::UnknownCard)
    );
    put(&c, "EXTRA1", None).await;
    assert_eq!(add(&c, &ada, card.code.as_str(), None).await, Some(Reason::CardTaken), "it is still hers");
    assert_eq!(add(&c, &ada, "EXTRA1", None).await, None);
    assert_eq!(c.authenticate(&sign_in).await.details.card.clone().unwrap().code.as_str(), "EXTRA1");
    let primary: Vec<_> = cards(&c, &ada).await.into_iter().filter(|card| card.is_primary).collect();
    assert_eq!(primary.len(), 1);
    let (_, replacement) = c.engine.cards().report_lost(c.visitor(), &ada, None).await.unwrap();
    assert_eq!(c.authenticate(&sign_in).await.details.card.clone().unwrap().code, replacement);
}

pub async fn call_32_an_operator_s_change_adds_no_card_to_a_member_without_one(c: Cinema) {
    let ada = c.member("ada").await;
    let own_code = ada.details.card.clone().unwrap().code;
    c.engine.cards().delete_card(&c.site, &ada, own_code.as_str()).await.unwrap();
    c.change("ada@example.org", |member| member.city = Some("London".into())).await;
    assert!(cards(&c, &ada).await.is_empty());
}

/// ERR-14: neither another member's username nor their email address, in either field.
pub async fn err_14_an_operator_cannot_create_a_member_with_another_s_login(c: Cinema) {
    c.join("ada").await;
    c.change("ada@example.org", |member| member.username = Some("countess@example.org".into())).await;
    let pattern = c.member("pattern").await.member().clone();
    for (username, email) in [
        ("ada@example.org", "bea@example.org"),
        ("COUNTESS@example.org", "bea@example.org"),
        ("bea", "ADA@example.org"),
        ("bea", "Countess@example.org"),
    ] {
        let member = Member {
            id: c.engine.operations().new_member_id().unwrap(),
            username: Some(username.into()),
            email: Some(email.into()),
            ..pattern.clone()
        };
        let result = c.engine.operations().put_member(&c.site, EVE, &member, None).await;
        assert_eq!(refusal(result), Some(Reason::LoginTaken), "{username} {email}");
        assert!(c.store.member(&c.site.key, &member.id).await.unwrap().is_none());
    }
}

pub async fn call_32_a_member_created_by_an_operator_has_a_card(c: Cinema) {
    let mut member = c.member("ada").await.member().clone();
    member.id = c.engine.operations().new_member_id().unwrap();
    (member.username, member.email) = (None, Some("bea@example.org".into()));
    c.engine
        .operations()
        .put_member(&c.site, EVE, &member, Some(&crate::cinema::PASSWORD.into()))
        .await
        .unwrap();
    let bea = c.sign_in("bea@example.org", crate::cinema::PASSWORD).await.unwrap();
    assert!(bea.details.card.is_some());
    assert_eq!(c.audited().await.first().unwrap(), "member.create");
}
