//! Changes of levels, rewards, memberships and e-vouchers.

use marquee_model::loyalty::Reward;

use super::*;

#[tokio::test]
async fn offers_refer_to_existing_levels_and_theaters() {
    let case = case().await;
    let voucher = |theaters: Value| json!({"code": "V", "name": "V", "price": {"amount": 5, "currency": "EUR"}, "theaters": theaters});
    // E-vouchers have no level, so that none needs to exist.
    case.create(Subject::EVouchers, voucher(json!([]))).await.unwrap();
    let error = case.change(Subject::EVouchers, "V", json!({"theaters": ["T9"]})).await.unwrap_err();
    assert_eq!(error, "theaters must contain only existing theaters, not \"T9\"");
    case.import(Subject::Levels, "id,name\n1,Silver\n").await;
    let membership = |level: i32| {
        let code = format!("M{level}");
        json!({"code": code, "name": "M", "price": {"amount": 5, "currency": "EUR"}, "levelId": level})
    };
    let error = case.create(Subject::Memberships, membership(2)).await.unwrap_err();
    assert_eq!(error, "levelId must be an existing level");
    for level in [0, 1] {
        case.create(Subject::Memberships, membership(level)).await.unwrap();
    }
    let error = case.change(Subject::Memberships, "M1", json!({"levelId": 2})).await.unwrap_err();
    assert_eq!(error, "levelId must be an existing level");
}

#[tokio::test]
async fn a_new_offer_is_the_last_one_and_an_unknown_one_cannot_be_changed() {
    let case = case().await;
    let file = "itemCode,name,pointsCost\nB,One,5\nA,Two,6\nC,Three,7\n";
    case.import(Subject::Rewards, file).await;
    case.create(Subject::Rewards, json!({"itemCode": "D", "name": "Four", "pointsCost": 8})).await.unwrap();
    let all = case.all(Subject::Rewards).await;
    let positions: Vec<_> = all
        .iter()
        .map(|item| (item["itemCode"].as_str().unwrap(), item["position"].as_i64().unwrap()))
        .collect();
    assert_eq!(positions, [("B", 0), ("A", 1), ("C", 2), ("D", 3)]);
    let change = json!({"name": "Five", "pointsCost": 9});
    assert_eq!(case.change(Subject::Rewards, "E", change).await, Err("reward not found".into()));
    let error = case.admin().read(Subject::Rewards, "E").await.unwrap_err().to_string();
    assert_eq!(error, "reward not found");
}

#[tokio::test]
async fn a_kind_has_at_most_5000_offers() {
    let case = case().await;
    let mut tx = case.engine.store().begin().await.unwrap();
    for number in 0..4999 {
        let reward = json!({"itemCode": format!("R{number}"), "name": "Popcorn", "pointsCost": 5});
        let reward: Reward = serde_json::from_value(reward).unwrap();
        tx.save_offer(&case.site.key, number, &reward).await.unwrap();
    }
    tx.commit().await.unwrap();
    // The limit also counts the rows of the file itself.
    let file = "itemCode,name,pointsCost\nR0,Large popcorn,5\nR4999,Last,5\nR5000,Excess,5\n";
    let report = case.import(Subject::Rewards, file).await;
    assert_eq!(counts(&report), (1, 1, 0, 1));
    assert_eq!(skip_reasons(&report), [(4, "at most 5000 records of a kind are allowed")]);
    let excess = json!({"itemCode": "R5000", "name": "Excess", "pointsCost": 5});
    assert!(case.create(Subject::Rewards, excess.clone()).await.is_err());
    case.admin().remove(Subject::Rewards, "R1").await.unwrap();
    case.create(Subject::Rewards, excess).await.unwrap();
}
