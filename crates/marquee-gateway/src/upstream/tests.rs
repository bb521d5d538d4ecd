use super::*;

#[test]
fn security_1_4_no_part_of_an_answer_has_a_token() {
    let answer = json!({
        "memberId": "1", "userSessionId": "u", "deep": [{ "sessionManagementTokens": {}, "kept": 1 }],
        "encryptedSessionId": "e", "boxofficeRefreshSessionToken": "r",
    });
    assert_eq!(without_secrets(answer), json!({ "memberId": "1", "deep": [{ "kept": 1 }] }));
}

#[test]
fn security_3_5_a_pass_is_three_parts_of_base64url() {
    for good in ["a.b.c", "eyJhbGciOiJSUzI1NiJ9.e30.AZaz09-_", "a.b.c\n"] {
        assert_eq!(pass(good.as_bytes()), Some(good.trim_end()));
    }
    for bad in [
        "",
        "a.b",
        "a.b.c.d",
        "a..c",
        ".b.c",
        "a.b.",
        "a.b.c=",
        "<b>.x.y",
        "{\"a\":1}.b.c",
        "a. b.c",
        "\na.b.c",
    ] {
        assert_eq!(pass(bad.as_bytes()), None, "{bad}");
    }
    assert_eq!(pass(b"a.b.\xff"), None);
}

#[test]
fn ent_01_a_status_alone_is_a_code() {
    let call = crate::table::CALLS.iter().find(|c| c.name == N::RefreshLogin).unwrap();
    let of = |value: Value| code(call, &fields(value)).ok();
    assert_eq!(of(json!({ "statusCode": 200 })), Some(0));
    assert_eq!(of(json!({ "statusCode": 0 })), Some(0));
    assert_eq!(of(json!({ "statusCode": 201 })), Some(201));
    assert_eq!(of(json!({ "statusCode": 200, "peachCode": 31 })), Some(31));
    assert_eq!(of(json!({ "other": 1 })), None);
}

#[test]
fn security_1_4_a_service_may_answer_the_fields_of_the_table_and_no_others() {
    let of = |name: N, version: Version| {
        let call = crate::table::CALLS.iter().find(|c| c.name == name && c.version() == version).unwrap();
        call.of_service().collect::<Vec<_>>()
    };
    assert_eq!(of(N::Login, Version::V1), ["memberDetails"]);
    assert_eq!(of(N::Edit, Version::V3), ["memberDetails"]);
    assert_eq!(of(N::CompletePayment, Version::V1), ["orderId", "memberDetails", "paymentUrl"]);
    assert_eq!(of(N::Delete, Version::V3), ["reauthenticate"]);
    assert_eq!(of(N::GetFavoriteFilms, Version::V3), ["externalFilmIds", "productIds"]);
    for name in [N::StartRegistration, N::Logout, N::ValidateToken, N::CreateLoyaltyCard, N::GetETicket] {
        assert!(of(name, Version::V1).is_empty(), "{name:?}");
    }
    for call in crate::table::CALLS {
        assert!(call.of_service().all(|field| !SECRET.contains(&field)), "{}", call.path);
    }
}
