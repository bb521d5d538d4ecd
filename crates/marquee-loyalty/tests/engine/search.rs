//! The search for a visitor's own account, and setting a missing username (CALL-13, REG-13, REG-14, security 2.6).

use marquee_loyalty::ConfirmedAction;
use marquee_model::loyalty::Member;

use crate::cinema::{Cinema, HOUR, MINUTE, Outcome, Reason, is_limited, refusal, text};

const ADA: &str = "ada@example.org";

/// A member that an operator created: with a card, without username.
async fn create_member(c: &Cinema) -> Member {
    let mut member = c.member("pattern").await.member().clone();
    member.id = c.engine.operations().new_member_id().unwrap();
    (member.username, member.email) = (None, text(ADA));
    c.engine.operations().put_member(&c.site, "operator:eve", &member, None).await.unwrap();
    member
}

async fn capability(c: &Cinema) -> String {
    c.engine.accounts().search_member(c.visitor(), Some(ADA), None, "Lovelace").await.unwrap().club_id
}

async fn set(c: &Cinema, capability: &str, name: &str) -> Outcome {
    refusal(c.engine.accounts().set_username(c.visitor(), capability, name).await)
}

pub async fn call_13_a_member_is_found_by_address_or_card_and_last_name(mut c: Cinema) {
    c.loyalty().club_id = "7".into();
    let ada = c.member("ada").await;
    let card = ada.details.card.clone().unwrap().code.as_str().to_lowercase();
    let find = async |email: Option<&str>, card: Option<&str>, name: &str| {
        c.engine.accounts().search_member(c.visitor(), email, card, name).await
    };
    for result in [find(Some(ADA), None, " LOVELACE").await, find(Some(" "), Some(&card), "lovelace").await] {
        let result = result.unwrap();
        assert_eq!((result.has_username, result.club_id.as_str()), (true, "7"));
    }
    let (_, replacement) = c.engine.cards().report_lost(c.visitor(), &ada, None).await.unwrap();
    for (email, card, name) in [
        (Some(ADA), None, "King"),
        (Some("nobody@example.org"), None, "Lovelace"),
        (None, Some("unknown"), "Lovelace"),
        (None, Some("a/b"), "Lovelace"),
        (None, Some(&*card), "Lovelace"),
    ] {
        assert_eq!(refusal(find(email, card, name).await), Some(Reason::UnknownMember), "{email:?} {card:?}");
    }
    assert_eq!(refusal(find(None, Some(replacement.as_str()), "Lovelace").await), None);
}

pub async fn security_2_6_an_ip_address_can_search_ten_times_an_hour(c: Cinema) {
    c.join("ada").await;
    for number in 0..10 {
        let name = if number % 2 == 0 { "Lovelace" } else { "King" };
        let result = refusal(c.engine.accounts().search_member(c.visitor(), Some(ADA), None, name).await);
        assert_eq!(result, if number % 2 == 0 { None } else { Some(Reason::UnknownMember) });
    }
    for email in [ADA, "nobody@example.org"] {
        assert!(is_limited(
            &c.engine.accounts().search_member(c.visitor(), Some(email), None, "Lovelace").await
        ));
    }
    let result = c.engine.accounts().search_member(c.from("203.0.113.9"), Some(ADA), None, "Lovelace").await;
    assert_eq!(refusal(result), None);
    c.at(HOUR);
    assert_eq!(
        refusal(c.engine.accounts().search_member(c.visitor(), Some(ADA), None, "Lovelace").await),
        None
    );
}

pub async fn reg_14_a_user_name_is_set_after_confirmation_by_email(c: Cinema) {
    create_member(&c).await;
    let result = c.engine.accounts().search_member(c.visitor(), Some(ADA), None, "Lovelace").await.unwrap();
    assert!(!result.has_username);
    assert_eq!(set(&c, &result.club_id, ADA).await, None);
    assert_eq!(c.stored(ADA).await.username, None, "unchanged until confirmed");
    let code = c.mailed_code(ADA).await;
    assert_eq!(c.link(ADA).await, format!("http://localhost:8080/api/activate?code={code}"));
    let action = c.engine.accounts().confirm_action(c.visitor(), &code).await.unwrap();
    assert_eq!(action, ConfirmedAction::UserName);
    assert_eq!(c.stored(ADA).await.username.as_deref(), Some(ADA));
    assert_eq!(
        refusal(c.engine.accounts().confirm_action(c.visitor(), &code).await),
        Some(Reason::InvalidCode)
    );
    assert_eq!(c.email_kinds(ADA).await, ["confirmUsername", "usernameChanged"]);
    let result = c.engine.accounts().search_member(c.visitor(), Some(ADA), None, "Lovelace").await.unwrap();
    assert!(result.has_username);
}

pub async fn security_2_6_a_capability_works_once_within_15_minutes(c: Cinema) {
    let member = create_member(&c).await;
    let expired = capability(&c).await;
    c.at(15 * MINUTE);
    assert_eq!(set(&c, &expired, "countess").await, Some(Reason::InvalidCode));
    let (older, newer) = (capability(&c).await, capability(&c).await);
    assert_eq!(set(&c, &older, "countess").await, Some(Reason::InvalidCode), "replaced by the newer one");
    for invalid in ["", "x", member.id.as_str(), &member.club_id] {
        assert_eq!(set(&c, invalid, "countess").await, Some(Reason::InvalidCode));
    }
    assert_eq!(set(&c, &newer, "countess").await, None);
    assert_eq!(set(&c, &newer, "duchess").await, Some(Reason::InvalidCode), "used up");
    assert_eq!(
        refusal(c.engine.sessions().session_by_token(&c.site, &newer).await),
        Some(Reason::InvalidSession),
        "it is not a session token"
    );
}

pub async fn err_14_another_member_s_user_name_is_refused(c: Cinema) {
    create_member(&c).await;
    c.join("bea").await;
    let token = capability(&c).await;
    assert_eq!(set(&c, &token, "BEA@example.org").await, Some(Reason::LoginTaken));
    assert_eq!(set(&c, &token, "countess").await, None, "another name can be tried");
    let code = c.mailed_code(ADA).await;
    c.change("bea@example.org", |bea| bea.username = text("Countess")).await;
    assert_eq!(
        refusal(c.engine.accounts().confirm_action(c.visitor(), &code).await),
        Some(Reason::LoginTaken),
        "taken meanwhile"
    );
    assert_eq!(c.stored(ADA).await.username, None);
}

pub async fn security_2_6_a_confirmation_fails_after_an_hour_or_if_a_name_was_set(c: Cinema) {
    create_member(&c).await;
    let token = capability(&c).await;
    assert_eq!(set(&c, &token, "countess").await, None);
    let code = c.mailed_code(ADA).await;
    c.change(ADA, |ada| ada.username = text("augusta")).await;
    assert_eq!(
        refusal(c.engine.accounts().confirm_action(c.visitor(), &code).await),
        Some(Reason::UsernameAlreadySet)
    );
    assert_eq!(c.stored(ADA).await.username.as_deref(), Some("augusta"));
    c.change(ADA, |ada| ada.username = None).await;
    c.at(HOUR);
    assert_eq!(
        refusal(c.engine.accounts().confirm_action(c.visitor(), &code).await),
        Some(Reason::InvalidCode)
    );
}
