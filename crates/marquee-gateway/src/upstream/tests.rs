use super::*;

#[test]
fn security_1_4_tokens_are_removed_at_any_depth() {
    let response = json!({
        "memberId": "1", "userSessionId": "u", "deep": [{ "sessionManagementTokens": {}, "kept": 1 }],
        "encryptedSessionId": "e", "boxofficeRefreshSessionToken": "r",
    });
    assert_eq!(without_secrets(response), json!({ "memberId": "1", "deep": [{ "kept": 1 }] }));
}

#[test]
fn security_3_5_a_pass_is_three_base64url_parts() {
    for valid in ["a.b.c", "eyJhbGciOiJSUzI1NiJ9.e30.AZaz09-_", "a.b.c\n"] {
        assert_eq!(pass(valid.as_bytes()), Some(valid.trim_end()));
    }
    for invalid in [
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
        assert_eq!(pass(invalid.as_bytes()), None, "{invalid}");
    }
    assert_eq!(pass(b"a.b.\xff"), None);
}

#[test]
fn ent_01_a_status_code_alone_is_the_code() {
    let call = crate::table::CALLS.iter().find(|c| c.name == N::RefreshLogin).unwrap();
    let code_of = |value: Value| code(call, &to_fields(value)).ok();
    assert_eq!(code_of(json!({ "statusCode": 200 })), Some(0));
    assert_eq!(code_of(json!({ "statusCode": 0 })), Some(0));
    assert_eq!(code_of(json!({ "statusCode": 201 })), Some(201));
    assert_eq!(code_of(json!({ "statusCode": 200, "peachCode": 31 })), Some(31));
    assert_eq!(code_of(json!({ "other": 1 })), None);
}

#[test]
fn security_1_4_only_declared_fields_of_a_service_are_copied() {
    let copied = |name: N, version: Version| {
        let call = crate::table::CALLS.iter().find(|c| c.name == name && c.version() == version).unwrap();
        call.copied_service_fields().collect::<Vec<_>>()
    };
    assert_eq!(copied(N::Login, Version::V1), ["memberDetails"]);
    assert_eq!(copied(N::Edit, Version::V3), ["memberDetails"]);
    assert_eq!(copied(N::CompletePayment, Version::V1), ["orderId", "memberDetails", "paymentUrl"]);
    assert_eq!(copied(N::Delete, Version::V3), ["reauthenticate"]);
    assert_eq!(copied(N::GetFavoriteFilms, Version::V3), ["externalFilmIds", "productIds"]);
    for name in [N::StartRegistration, N::Logout, N::ValidateToken, N::CreateLoyaltyCard, N::GetETicket] {
        assert!(copied(name, Version::V1).is_empty(), "{name:?}");
    }
    for call in crate::table::CALLS {
        assert!(call.copied_service_fields().all(|field| !SECRET.contains(&field)), "{}", call.path);
    }
}
