//! Deleting an account, and taking one's data along (CALL-18, security 7.8).

use marquee_loyalty::Registration;
use marquee_model::CardCode;
use marquee_model::loyalty::Order;
use marquee_store::{Account, OrderRow};
use serde_json::json;

use crate::cinema::{Cinema, code, text, wanted};
use crate::pos::{booking, till};

const ADA: &str = "ada@example.org";

pub async fn call_18_a_deleted_member_leaves_a_ledger_and_no_name(c: Cinema) {
    let joined = c.join("ada").await;
    let ada = c.signed(&joined).await;
    c.give(&ada, 40).await;
    c.engine.set_film(&c.site, &ada, "318204", true).await.unwrap();
    crate::recovery::ask(&c, ADA).await.unwrap();
    let reset = c.mailed_code(ADA).await;
    let signed = c.signed(&joined).await;
    c.engine.delete(c.visitor(), &signed).await.unwrap();
    assert_eq!(c.state(&joined.tokens.session).await, 7);
    assert_eq!(code(c.engine.refresh(c.visitor(), &joined.tokens.refresh).await), 7);
    assert_eq!(code(c.sign_in(ADA, crate::cinema::PASSWORD).await), 31);
    assert_eq!(code(c.engine.check_reset(c.visitor(), ADA, &reset).await), 57);
    assert_eq!(c.kinds(ADA).await, ["accountDeleted"], "no mail that was queued before");
    assert_eq!(c.audited().await.first().unwrap(), "member.delete");
    let account = Account::Points(ada.member().id.clone());
    assert_eq!(c.store.balance(&c.site.key, &account).await.unwrap(), 40);
    assert!(
        c.engine
            .audit_ledger()
            .await
            .unwrap()
            .accounts_wrong
            .iter()
            .all(|(site, _)| *site != c.site.key.to_string())
    );
    let anew = c.member("ada").await;
    assert_ne!(anew.member().id, ada.member().id);
    assert_eq!((anew.details.points, anew.member().lifetime_points), (0, 0));
    assert!(c.engine.films(&c.site, &anew).await.unwrap().is_empty());
}

pub async fn call_18_the_cards_of_a_deleted_member_are_never_good_again(c: Cinema) {
    let ada = c.member("ada").await;
    let number = ada.details.card.clone().unwrap().code;
    c.engine.delete(c.visitor(), &ada).await.unwrap();
    let bea = c.member("bea").await;
    let number = number.as_str();
    assert_eq!(code(c.engine.add_card(&c.site, &bea, number, None).await), 85);
    let with_it = Registration { card: text(number), ..wanted("dan") };
    assert_eq!(code(c.engine.register(c.visitor(), 3, &with_it).await), 85);
    let put = c.engine.put_card(&c.site, "operator:eve", number, None, Some(&bea.member().id)).await;
    assert_eq!(code(put), 85);
    let till = till(&c).await;
    assert_eq!(code(c.engine.book(&c.site, &till, &booking("t1", number)).await), 30);
    let kept = c.store.card(&c.site.key, &CardCode::stored(number.to_owned())).await.unwrap().unwrap();
    assert_eq!(kept.member, None);
}

fn order() -> Order {
    serde_json::from_value(json!({
        "id": "o1", "kind": "PURCHASE", "orderedAt": "2025-05-05T17:00:00Z", "movieTitle": "The Salt Cartographer",
        "total": { "amount": 1250, "currency": "USD" }, "status": "COMPLETED", "ticketIds": ["T-1"],
    }))
    .unwrap()
}

pub async fn security_7_8_a_member_takes_all_their_data_along(c: Cinema) {
    let joined = c.join("ada").await;
    let ada = c.signed(&joined).await;
    c.give(&ada, 40).await;
    c.engine.set_film(&c.site, &ada, "318204", true).await.unwrap();
    let choice = marquee_loyalty::CinemaChoice { id: "C1".into(), newsletter: true };
    c.engine.save_cinemas(&c.site, &ada, &[choice]).await.unwrap();
    let mut tx = c.store.begin().await.unwrap();
    let row = OrderRow { member: Some(ada.member().id.clone()), code_hash: None, order: order() };
    tx.save_order(&c.site.key, &row).await.unwrap();
    tx.commit().await.unwrap();
    let ada = c.signed(&joined).await;
    let data = c.engine.export(&c.site, &ada).await.unwrap();
    let of = |pointer: &str| data.pointer(pointer).cloned().unwrap_or_default();
    assert_eq!(of("/member/email"), ADA);
    assert_eq!(of("/member/consents/newsletterFrequency"), "-1");
    assert_eq!(of("/points"), 40);
    let card = ada.details.card.as_ref().unwrap().code.as_str();
    assert_eq!((of("/cards/0/cardCode"), of("/cards/0/isPrimary")), (json!(card), json!(true)));
    assert_eq!((of("/orders/0/id"), of("/orders/0/ticketIds/0")), (json!("o1"), json!("T-1")));
    assert_eq!((of("/transactions/0/amount"), of("/transactions/0/kind")), (json!(40), json!("ADJUST")));
    assert_eq!(
        (of("/favoriteFilms/0"), of("/favoriteCinemas/0/boxofficeCinemaId")),
        (json!("318204"), json!("C1"))
    );
    assert_eq!((of("/sessions/0/device"), of("/sessions/1")), (json!("Firefox on Linux"), json!(null)));
    let text = data.to_string();
    for secret in
        ["argon2", "passwordHash", "pinHash", joined.tokens.session.as_str(), joined.tokens.refresh.as_str()]
    {
        assert!(!text.contains(secret), "{secret}");
    }
}
