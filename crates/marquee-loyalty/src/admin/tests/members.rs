//! Changes of members and their sign-ins.

use marquee_auth::Password;
use marquee_model::loyalty::ApiVersion;

use super::*;
use crate::error::RefusalReason;

const PASSWORD: &str = "copper kettle 27 moons";

/// Imports members, sets the password of `ada@example.org`, and signs her in. Returns her id and session token.
async fn signed_in() -> (Case, MemberId, String) {
    let case = case().await;
    case.import(Subject::Members, PEOPLE).await;
    let id = case.admin().find_member("ada").await.unwrap();
    let member = case.engine.store().member(&case.site.key, &id).await.unwrap().unwrap().member;
    let password = Password::from(PASSWORD);
    case.engine.operations().put_member(&case.site, ACTOR, &member, Some(&password)).await.unwrap();
    let sessions = case.engine.sessions();
    let sign_in = sessions.sign_in(case.visitor(), ApiVersion::V3, "ada", &password).await.unwrap();
    (case, id, sign_in.tokens.session)
}

#[tokio::test]
async fn security_1_6_a_change_is_visible_to_signed_in_members_at_once() {
    let (case, id, token) = signed_in().await;
    let member = async || {
        let principal = case.engine.sessions().session_by_token(&case.site, &token).await.unwrap();
        (principal.member().city.clone(), principal.details.card.as_ref().unwrap().code.as_str().to_owned())
    };
    assert_eq!(member().await, (None, "PLASTIC1".to_owned()));
    case.change(Subject::Members, id.as_str(), json!({"city": "Lyon"})).await.unwrap();
    assert_eq!(member().await, (Some("Lyon".to_owned()), "PLASTIC1".to_owned()));
    case.import(Subject::Members, "username,city\nada,Paris\n").await;
    assert_eq!(member().await, (Some("Paris".to_owned()), "PLASTIC1".to_owned()));
    case.create(Subject::Cards, json!({"code": "b1", "member": id.as_str()})).await.unwrap();
    case.change(Subject::Cards, "plastic1", json!({"status": "LOST"})).await.unwrap();
    assert_eq!(member().await.1, "B1");
}

/// Lifting the block does not revive them.
#[tokio::test]
async fn security_1_6_an_inactive_standing_ends_all_sign_ins() {
    for standing in ["blocked", "passwordDue"] {
        let (case, id, token) = signed_in().await;
        let status = async || match case.engine.sessions().session_by_token(&case.site, &token).await {
            Ok(_) => None,
            Err(LoyaltyError::Refused(reason)) => Some(reason),
            Err(other) => panic!("{other:?}"),
        };
        case.change(Subject::Members, id.as_str(), json!({"city": "Lyon", "standing": "active"}))
            .await
            .unwrap();
        assert_eq!(status().await, None);
        for standing in [standing, "active"] {
            case.change(Subject::Members, id.as_str(), json!({"standing": standing})).await.unwrap();
            assert_eq!(status().await, Some(RefusalReason::InvalidSession), "{standing}");
        }
    }
}
