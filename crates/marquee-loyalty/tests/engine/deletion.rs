//! Account deletion and data export (CALL-18, security 7.8).

use std::time::Duration;

use marquee_loyalty::Registration;
use marquee_model::CardCode;
use marquee_model::loyalty::Order;
use marquee_store::{Account, Deletion, OrderRow};
use serde_json::json;

use crate::cinema::{ApiVersion, Cinema, MINUTE, Reason, new_registration, refusal, text};
use crate::pos::{booking, till};

const ADA: &str = "ada@example.org";

pub async fn call_18_a_deleted_member_leaves_only_the_ledger(c: Cinema) {
    let sign_in = c.join("ada").await;
    let ada = c.authenticate(&sign_in).await;
    c.give_points(&ada, 40).await;
    c.engine.accounts().set_favorite_film(&c.site, &ada, "318204", true).await.unwrap();
    crate::recovery::request_reset(&c, ADA).await.unwrap();
    let reset = c.mailed_code(ADA).await;
    let principal = c.authenticate(&sign_in).await;
    c.engine.accounts().delete_account(c.visitor(), &principal).await.unwrap();
    assert_eq!(c.token_status(&sign_in.tokens.session).await, Some(Reason::InvalidSession));
    assert_eq!(
        refusal(c.engine.sessions().refresh(c.visitor(), &sign_in.tokens.refresh).await),
        Some(Reason::InvalidSession)
    );
    assert_eq!(refusal(c.sign_in(ADA, crate::cinema::PASSWORD).await), Some(Reason::WrongCredentials));
    assert_eq!(
        refusal(c.engine.accounts().check_reset_code(c.visitor(), ADA, &reset).await),
        Some(Reason::InvalidResetCode)
    );
    assert_eq!(c.email_kinds(ADA).await, ["accountDeleted"], "earlier emails are removed from the queue");
    assert_eq!(c.audited().await.first().unwrap(), "member.delete");
    let account = Account::Points(ada.member().id.clone());
    assert_eq!(c.store.balance(&c.site.key, &account).await.unwrap(), 40);
    assert!(
        c.engine
            .maintenance()
            .audit_ledger()
            .await
            .unwrap()
            .affected_accounts
            .iter()
            .all(|(site, _)| *site != c.site.key.to_string())
    );
    let new_member = c.member("ada").await;
    assert_ne!(new_member.member().id, ada.member().id);
    assert_eq!((new_member.details.points, new_member.member().lifetime_points), (0, 0));
    assert!(c.engine.accounts().favorite_films(&c.site, &new_member).await.unwrap().is_empty());
}

pub async fn call_18_cards_of_a_deleted_member_stay_invalid(c: Cinema) {
    let ada = c.member("ada").await;
    let number = ada.details.card.clone().unwrap().code;
    c.engine.accounts().delete_account(c.visitor(), &ada).await.unwrap();
    let bea = c.member("bea").await;
    let number = number.as_str();
    assert_eq!(
        refusal(c.engine.cards().add_card(&c.site, &bea, number, None).await),
        Some(Reason::UnusableCard)
    );
    let with_it = Registration { card: text(number), ..new_registration("dan") };
    assert_eq!(
        refusal(c.engine.accounts().register(c.visitor(), ApiVersion::V3, &with_it).await),
        Some(Reason::UnusableCard)
    );
    let put =
        c.engine.operations().put_card(&c.site, "operator:eve", number, None, Some(&bea.member().id)).await;
    assert_eq!(refusal(put), Some(Reason::UnusableCard));
    let till = till(&c).await;
    assert_eq!(
        refusal(c.engine.tills().book_purchase(&c.site, &till, &booking("t1", number)).await),
        Some(Reason::UnknownMember)
    );
    let card = c.store.card(&c.site.key, &CardCode::parse(number).unwrap()).await.unwrap().unwrap();
    assert_eq!(card.member, None);
}

pub async fn security_7_8_a_deletion_wakes_the_task_that_cleans_files(c: Cinema) {
    let wait = async |milliseconds| {
        let limit = Duration::from_millis(milliseconds);
        tokio::time::timeout(limit, c.engine.deletions().member_deleted()).await.is_ok()
    };
    let (ada, bea) = (c.member("ada").await, c.member("bea").await);
    assert!(!wait(1).await);
    c.engine.accounts().delete_account(c.visitor(), &ada).await.unwrap();
    assert!(wait(10_000).await, "by the member");
    assert!(!wait(1).await);
    c.engine.operations().remove_member(&c.site, "operator:eve", &bea.member().id).await.unwrap();
    assert!(wait(10_000).await, "by an operator");
}

/// A backup from before the deletions brings the members back.
pub async fn security_7_8_deletions_are_repeated_once_after_a_restore(c: Cinema) {
    let at = c.time(0);
    let mut listed = Vec::new();
    for name in ["ada", "bea", "dan"] {
        let id = c.member(name).await.member().id.clone();
        let hash = c.engine.deletions().deletion_hash(&c.site.key, &id);
        listed.push(Deletion { site: c.site.key.clone(), hash, at });
    }
    let unlisted = c.member("eve").await;
    assert_eq!(c.engine.deletions().delete_again(&listed).await.unwrap(), 3);
    let remaining = c.store.members(&c.site.key, "", None, 9).await.unwrap();
    assert_eq!(remaining.iter().map(|row| &row.member.id).collect::<Vec<_>>(), [&unlisted.member().id]);
    let recorded = c.engine.deletions().deletions().await.unwrap();
    for deletion in &listed {
        assert!(recorded.iter().any(|row| row.site == c.site.key && row.hash == deletion.hash));
    }
    assert_eq!(c.engine.deletions().delete_again(&listed).await.unwrap(), 0);
}

/// On PostgreSQL, files are cleaned after twelve hours, which this case does not reach.
pub async fn security_7_8_sqlite_files_are_cleaned_at_once_and_again_after_three_minutes(c: Cinema) {
    let ada = c.member("ada").await;
    c.engine.accounts().delete_account(c.visitor(), &ada).await.unwrap();
    let pending = async || -> Vec<Deletion> {
        let all = c.engine.deletions().pending_deletions().await.unwrap();
        all.into_iter().filter(|deletion| deletion.site == c.site.key).collect()
    };
    let clean = async || c.engine.deletions().clean_files(&pending().await).await.unwrap();
    assert_eq!(pending().await.len(), 1);
    let is_embedded = c.store.engine() == "sqlite";
    for seconds in [0, 3 * MINUTE - 1] {
        c.at(seconds);
        assert_eq!(clean().await, is_embedded);
        assert_eq!(pending().await.len(), 1, "emails may still be in the queue after {seconds} s");
    }
    c.at(3 * MINUTE);
    assert_eq!(clean().await, is_embedded);
    assert_eq!(pending().await.is_empty(), is_embedded);
    assert!(!c.engine.deletions().clean_files(&[]).await.unwrap());
}

fn order() -> Order {
    serde_json::from_value(json!({
        "id": "o1", "kind": "PURCHASE", "orderedAt": "2025-05-05T17:00:00Z", "movieTitle": "The Salt Cartographer",
        "total": { "amount": 1250, "currency": "USD" }, "status": "COMPLETED", "ticketIds": ["T-1"],
    }))
    .unwrap()
}

pub async fn security_7_8_a_member_can_export_all_their_data(c: Cinema) {
    let sign_in = c.join("ada").await;
    let ada = c.authenticate(&sign_in).await;
    c.give_points(&ada, 40).await;
    c.engine.accounts().set_favorite_film(&c.site, &ada, "318204", true).await.unwrap();
    let choice = marquee_loyalty::FavoriteTheater { id: "C1".into(), newsletter: true };
    c.engine.accounts().save_favorite_theaters(&c.site, &ada, &[choice]).await.unwrap();
    let mut tx = c.store.begin().await.unwrap();
    let row = OrderRow { member: Some(ada.member().id.clone()), code_hash: None, order: order() };
    tx.save_order(&c.site.key, &row).await.unwrap();
    tx.commit().await.unwrap();
    let admin = c.engine.admin(&c.site, "operator:eve");
    admin.add_note(&ada.member().id, "Prefers row F").await.unwrap();
    let ada = c.authenticate(&sign_in).await;
    let data = c.engine.accounts().export(&c.site, &ada).await.unwrap();
    let value_at = |pointer: &str| data.pointer(pointer).cloned().unwrap_or_default();
    assert_eq!(value_at("/member/email"), ADA);
    assert_eq!(value_at("/member/consents/newsletterFrequency"), "-1");
    assert_eq!(value_at("/points"), 40);
    let card = ada.details.card.as_ref().unwrap().code.as_str();
    assert_eq!((value_at("/cards/0/cardCode"), value_at("/cards/0/isPrimary")), (json!(card), json!(true)));
    assert_eq!((value_at("/orders/0/id"), value_at("/orders/0/ticketIds/0")), (json!("o1"), json!("T-1")));
    assert_eq!(
        (value_at("/transactions/0/amount"), value_at("/transactions/0/kind")),
        (json!(40), json!("ADJUST"))
    );
    assert_eq!(
        (value_at("/favoriteFilms/0"), value_at("/favoriteCinemas/0/boxofficeCinemaId")),
        (json!("318204"), json!("C1"))
    );
    assert_eq!(
        (value_at("/sessions/0/device"), value_at("/sessions/1")),
        (json!("Firefox on Linux"), json!(null))
    );
    assert_eq!((value_at("/notes/0/text"), value_at("/notes/1")), (json!("Prefers row F"), json!(null)));
    assert_eq!(admin.export_member(&ada.member().id).await.unwrap(), data, "operators export the same");
    let text = data.to_string();
    for secret in [
        "operator:eve",
        "argon2",
        "passwordHash",
        "pinHash",
        sign_in.tokens.session.as_str(),
        sign_in.tokens.refresh.as_str(),
    ] {
        assert!(!text.contains(secret), "{secret}");
    }
}
