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

#[tokio::test]
async fn a_member_has_at_most_50_notes_and_only_their_author_removes_one() {
    let case = case().await;
    case.import(Subject::Members, PEOPLE).await;
    let id = case.admin().find_member("ada").await.unwrap();
    let first = case.admin().add_note(&id, "Row F").await.unwrap();
    for number in 1..50 {
        case.admin().add_note(&id, &number.to_string()).await.unwrap();
    }
    let refused = case.admin().add_note(&id, "One more").await;
    assert!(matches!(refused, Err(AdminError::Conflict(_))), "{refused:?}");
    let other = case.engine.admin(&case.site, "operator:theo");
    let removed = other.remove_note(&id, &first.id, RemovableNotes::Own).await;
    assert!(matches!(removed, Err(AdminError::NotAuthor)), "{removed:?}");
    other.remove_note(&id, &first.id, RemovableNotes::All).await.unwrap();
    let gone = case.admin().remove_note(&id, &first.id, RemovableNotes::Own).await;
    assert!(matches!(gone, Err(AdminError::NotFound("note"))), "{gone:?}");
    let note = case.admin().add_note(&id, "One more").await.unwrap();
    case.admin().remove_note(&id, &note.id, RemovableNotes::Own).await.unwrap();
    assert_eq!(case.admin().notes(&id).await.unwrap().len(), 49);
    let ben = case.admin().find_member("ben@example.org").await.unwrap();
    assert!(case.admin().notes(&ben).await.unwrap().is_empty());
}

#[tokio::test]
async fn an_exported_list_has_every_member_once_under_one_header() {
    let case = case().await;
    let rows = |n: u32| format!("m{n}@example.org,Ada,Number {n}\n");
    let people = (0..450).map(rows).collect::<String>();
    case.import(Subject::Members, &format!("email,firstName,lastName\n{people}")).await;
    let sheet = case.admin().export_members("").await.unwrap();
    assert_eq!((sheet.lines().count(), sheet.matches("firstName").count()), (451, 1));
    let found = case.admin().export_members("number 17").await.unwrap();
    assert_eq!(found.lines().count(), 12, "17 and 170 to 179: {found}");
}
