//! Changes of cards and gift cards.

use super::*;

/// Imports the members `ada@example.org` and `ben@example.org`, and the cards `B1` with a PIN and `B2` without one.
async fn case_with_cards() -> Case {
    let case = case().await;
    case.import(Subject::Members, PEOPLE).await;
    case.import(Subject::Cards, "code,pin,cardType\nb1,1234,Plastic\nb2,,Plastic\n").await;
    case
}

#[tokio::test]
async fn a_card_keeps_its_owner_unless_an_operator_removes_them() {
    let case = case_with_cards().await;
    let ben = case.admin().find_member("ben@example.org").await.unwrap();
    let owner = async || case.admin().read(Subject::Cards, "b1").await.unwrap()["member"].clone();
    let file = "code,member\nb1,ben@example.org\n";
    assert_eq!(counts(&case.import(Subject::Cards, file).await), (0, 1, 0, 0));
    assert_eq!(owner().await, json!(ben));
    // The same owner again is no conflict.
    assert_eq!(counts(&case.import(Subject::Cards, file).await), (0, 0, 1, 0));
    case.change(Subject::Cards, "b1", json!({"member": ben.as_str()})).await.unwrap();
    case.change(Subject::Cards, "b1", json!({"cardType": "Gold"})).await.unwrap();
    assert_eq!(owner().await, json!(ben));
    // A file of unassigned cards.
    assert_eq!(counts(&case.import(Subject::Cards, "code,member\nb1,\n").await), (0, 0, 1, 0));
    assert_eq!(owner().await, json!(ben));
    let card = case.change(Subject::Cards, "b1", json!({"member": null})).await.unwrap();
    assert_eq!((&card["member"], &card["status"]), (&json!(null), &json!("ACTIVE")));
}

#[tokio::test]
async fn a_change_keeps_the_primary_card_and_a_card_without_owner_is_not_primary() {
    let case = case_with_cards().await;
    let is_primary =
        async |code: &str| case.admin().read(Subject::Cards, code).await.unwrap()["isPrimary"].clone();
    case.change(Subject::Cards, "b1", json!({"member": "ada@example.org"})).await.unwrap();
    assert_eq!((is_primary("plastic1").await, is_primary("b1").await), (json!(true), json!(false)));
    case.change(Subject::Cards, "plastic1", json!({"cardType": "Gold"})).await.unwrap();
    assert_eq!((is_primary("plastic1").await, is_primary("b1").await), (json!(true), json!(false)));
    let removed = case.change(Subject::Cards, "plastic1", json!({"member": null})).await.unwrap();
    assert_eq!(removed["isPrimary"], json!(false));
    assert_eq!(is_primary("b1").await, json!(true));
    let lost = case.change(Subject::Cards, "b1", json!({"status": "LOST", "member": null})).await.unwrap();
    assert_eq!((&lost["isPrimary"], &lost["member"]), (&json!(false), &json!(null)));
}

#[tokio::test]
async fn an_empty_cell_keeps_a_card_s_pin_and_an_operator_can_remove_it() {
    let case = case_with_cards().await;
    let has_pin = async |code: &str| case.admin().read(Subject::Cards, code).await.unwrap()["hasPin"].clone();
    assert_eq!((has_pin("b1").await, has_pin("b2").await), (json!(true), json!(false)));
    assert_eq!(counts(&case.import(Subject::Cards, "code,pin\nb1,\n").await), (0, 0, 1, 0));
    assert_eq!(counts(&case.import(Subject::Cards, "code,pin\nb1,1234\n").await), (0, 0, 1, 0));
    assert_eq!(counts(&case.import(Subject::Cards, "code,pin\nb1,4321\n").await), (0, 1, 0, 0));
    assert_eq!(has_pin("b1").await, json!(true));
    let card = case.change(Subject::Cards, "b1", json!({"pin": null})).await.unwrap();
    assert_eq!(card["hasPin"], json!(false));
}

#[tokio::test]
async fn an_expired_card_is_shown_as_expired() {
    let case = case_with_cards().await;
    let card = case.change(Subject::Cards, "b1", json!({"expiresAt": "2026-11-20T17:59:59Z"})).await.unwrap();
    assert_eq!(card["status"], "EXPIRED");
    let card = case.change(Subject::Cards, "b1", json!({"expiresAt": "2026-11-20T18:00:00Z"})).await.unwrap();
    assert_eq!(card["status"], "ACTIVE", "its last second");
    assert_eq!(
        case.change(Subject::Cards, "b9", json!({"cardType": "Gold"})).await,
        Err("card not found".into())
    );
}

#[tokio::test]
async fn a_member_gets_a_card_without_owner_that_is_not_lost() {
    let case = case_with_cards().await;
    case.change(Subject::Cards, "b2", json!({"status": "LOST"})).await.unwrap();
    let with_card = |code: &str| json!({"email": "eve@example.org", "firstName": "Eve", "lastName": "Adams", "cardCode": code});
    for (code, refusal) in [
        ("plastic 1", "cardCode: the card belongs to another member"),
        ("b2", "cardCode: the card was reported lost and cannot be used again"),
    ] {
        assert_eq!(case.create(Subject::Members, with_card(code)).await.unwrap_err(), refusal);
        assert!(case.admin().find_member("eve@example.org").await.is_err(), "{code}");
    }
    let eve = case.create(Subject::Members, with_card("b1")).await.unwrap();
    assert_eq!(eve["cardCode"], "B1");
    let id = eve["id"].as_str().unwrap();
    // The member's own card is no change.
    let file = "email,cardCode\neve@example.org,b1\n";
    assert_eq!(counts(&case.import(Subject::Members, file).await), (0, 0, 1, 0));
    assert_eq!(
        case.change(Subject::Members, id, json!({"cardCode": "new1"})).await.unwrap()["cardCode"],
        "B1"
    );
    assert_eq!(case.admin().read(Subject::Cards, "new1").await.unwrap()["member"], json!(id));
}

#[tokio::test]
async fn security_3_7_a_file_changes_the_pin_of_a_gift_card() {
    let case = case().await;
    let import = async |pin: &str| {
        let file = format!("number,pin,amount,currency\nGC-1000-2000,{pin},2500,EUR\n");
        counts(&case.import(Subject::GiftCards, &file).await)
    };
    let is_accepted =
        async |pin: &str| case.engine.cards().gift_balance(case.visitor(), "GC-1000-2000", pin).await.is_ok();
    assert_eq!(import("1234").await, (1, 0, 0, 0));
    assert_eq!(import("1234").await, (0, 0, 1, 0));
    assert!(is_accepted("1234").await);
    assert_eq!(import("4321").await, (0, 1, 0, 0));
    assert!(is_accepted("4321").await && !is_accepted("1234").await);
    assert_eq!(import("").await, (0, 0, 1, 0), "an empty cell keeps the PIN");
    assert!(is_accepted("4321").await && !is_accepted("").await);
}
