use serde_json::json;

use super::*;

#[test]
fn err_02_a_provider_may_have_its_own_message() {
    let cases: Vec<Value> =
        serde_json::from_str(include_str!("../../../../fixtures/errors/texts.json")).unwrap();
    assert!(!cases.is_empty());
    for case in cases {
        let provider = serde_json::from_value(case["provider"].clone()).unwrap();
        let code = u16::try_from(case["code"].as_u64().unwrap()).unwrap();
        assert_eq!(message(code, provider), case["text"].as_str(), "{case}");
    }
}

#[test]
fn sess_06_a_missing_instant_is_the_zero_date() {
    assert_eq!(format_instant_or_zero(None), "0001-01-01T00:00:00Z");
    assert_eq!(format_instant_or_zero("2026-11-20T18:00:00.123Z".parse().ok()), "2026-11-20T18:00:00Z");
}

fn read<T: serde::de::DeserializeOwned>(value: serde_json::Value) -> T {
    serde_json::from_value(value).unwrap()
}

#[test]
fn missing_member_fields_are_null() {
    let member = read(json!({
        "id": "m1", "username": null, "email": "ada@example.org", "firstName": "Ada", "lastName": "Lovelace",
        "dateOfBirth": "1990-05-17", "createdAt": "2025-01-01T00:00:00.5Z",
    }));
    let details = Details { member, level_name: None, points: 12, card: None };
    assert_eq!(
        json!(member_details(&details)),
        json!({
            "memberId": "m1", "clubId": "", "username": null, "email": "ada@example.org", "firstName": "Ada",
            "lastName": "Lovelace", "phoneNumber": null, "mobileNumber": null, "dateOfBirth": "1990-05-17",
            "gender": null, "address1": null, "address2": null, "city": null, "state": null, "zipCode": null,
            "country": null, "memberLevelId": 0, "memberLevelName": null, "memberExpiry": "0001-01-01T00:00:00Z",
            "memberCardNumber": null,
            "balances": [{ "balanceType": "POINTS", "name": "Points", "amount": 12 }],
            "sendNewsletter": false, "wishToReceiveSMS": false, "contactByThirdParty": false,
            "newsletterFrequency": "-1", "pickupCinemaId": null, "preferredCinemaId": null,
            "preferredCinemaList": [], "preferredGenres": [], "houseSize": 0, "maritalStatus": "",
            "nationalId": null, "isActivated": true, "createdAt": "2025-01-01T00:00:00Z",
        })
    );
    assert_eq!(
        json!(membership_status(&details)),
        json!({
            "memberLevelId": 0, "memberLevelName": null, "memberExpiry": "0001-01-01T00:00:00Z", "isActivated": true,
        })
    );
}

#[test]
fn orders_and_cards_keep_their_wire_format() {
    let minimal = read(json!({
        "id": "o1", "kind": "PURCHASE", "orderedAt": "2026-11-20T18:00:00Z", "status": "COMPLETED",
        "tickets": [{ "name": "Adult", "quantity": 2, "price": { "amount": 1450, "currency": "USD" } }],
        "total": { "amount": 2900, "currency": "USD" }, "ticketIds": ["t1"],
    }));
    assert_eq!(
        json!(order(&minimal)),
        json!({
            "orderId": "o1", "bookingReference": null, "orderedAt": "2026-11-20T18:00:00Z", "cinemaId": null,
            "cinemaName": null, "movieTitle": null, "showtimeAt": null, "screenName": null,
            "tickets": [{ "name": "Adult", "quantity": 2, "price": { "amount": 1450, "currency": "USD" } }],
            "concessions": [], "total": { "amount": 2900, "currency": "USD" }, "status": "COMPLETED",
            "ticketIds": ["t1"], "kind": "PURCHASE", "itemCode": null, "redeemedAt": null,
        })
    );
    let incomplete = read(json!({
        "code": "LUM1", "cardType": "PLASTIC", "status": "LOST", "issuedAt": "2026-11-20T18:00:00Z",
    }));
    assert_eq!(
        json!(card(&incomplete)),
        json!({
            "cardCode": "LUM1", "cardType": "PLASTIC", "status": "LOST", "isPrimary": false,
            "issuedAt": "2026-11-20T18:00:00Z", "expiresAt": "0001-01-01T00:00:00Z",
        })
    );
}
