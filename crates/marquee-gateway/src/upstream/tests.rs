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

#[test]
fn watch_03_only_favorites_may_lack_a_code() {
    let code_of = |name: N, value: Value| {
        let call = crate::table::CALLS.iter().find(|c| c.name == name).unwrap();
        code(call, &to_fields(value)).ok()
    };
    assert_eq!(code_of(N::GetFavoriteFilms, json!({ "productIds": [] })), Some(0));
    assert_eq!(code_of(N::GetFavoriteFilms, json!({ "cards": [] })), None);
    assert_eq!(code_of(N::GetCards, json!({ "productIds": [] })), None);
}

/// The effect of a response at noon of November 20, 2026.
fn effect_at_noon(name: N, version: Version, response: Value) -> Effect {
    let call = crate::table::CALLS.iter().find(|c| c.name == name && c.version() == version).unwrap();
    effect(call, &mut to_fields(response), "2026-11-20T12:00:00Z".parse().unwrap())
}

fn signed_in(expiry: Option<&str>) -> Value {
    json!({
        "peachCode": 0, "userSessionId": "US", "encryptedSessionId": "ES",
        "memberDetails": { "memberId": "m1", "memberExpiry": expiry },
        "sessionManagementTokens": { "boxofficeSessionToken": "T", "boxofficeRefreshSessionToken": "R" },
    })
}

#[test]
fn sess_01_a_sign_in_at_a_service_tells_whether_the_membership_has_expired() {
    let is_expired = |expiry: Option<&str>| match effect_at_noon(N::Login, Version::V3, signed_in(expiry)) {
        Effect::SignedIn { is_expired, .. } => is_expired,
        other => panic!("{other:?}"),
    };
    assert!(is_expired(Some("2026-11-20T11:59:59Z")));
    for valid in
        [Some("2026-11-20T12:00:00Z"), Some("2026-11-20T12:00:01Z"), Some("0001-01-01T00:00:00Z"), None]
    {
        assert!(!is_expired(valid), "{valid:?}");
    }
}

#[test]
fn sess_04_identifiers_of_a_service_are_kept_in_version_1_only() {
    let record = |version| match effect_at_noon(N::Login, version, signed_in(None)) {
        Effect::SignedIn { record, .. } => record,
        other => panic!("{other:?}"),
    };
    let v1 = SessionRecord {
        token: "T".into(),
        refresh_token: "R".into(),
        user_session_id: Some("US".into()),
        member_id: Some("m1".into()),
        cypher_version: 1,
        encrypted_session_id: Some("ES".into()),
        seal: None,
    };
    assert_eq!(record(Version::V1), v1);
    let v3 = SessionRecord {
        user_session_id: None,
        member_id: None,
        encrypted_session_id: None,
        cypher_version: 3,
        ..v1
    };
    assert_eq!(record(Version::V3), v3);
}

#[test]
fn trans_09_only_some_calls_of_a_service_change_the_session() {
    let effect = |name, version| effect_at_noon(name, version, signed_in(None));
    assert_eq!(effect(N::Logout, Version::V3), Effect::SignedOut);
    assert_eq!(effect(N::Delete, Version::V3), Effect::SignedOut);
    let started = Effect::RegistrationStarted("US".into());
    assert_eq!(effect(N::StartRegistration, Version::V1), started);
    assert_eq!(effect(N::SetMemberToActivateOnComplete, Version::V1), started);
    assert_eq!(effect(N::GetCards, Version::V3), Effect::None);
    assert_eq!(effect_at_noon(N::Login, Version::V3, json!({ "peachCode": 0 })), Effect::None);
    assert_eq!(effect_at_noon(N::StartRegistration, Version::V1, json!({ "peachCode": 0 })), Effect::None);
}
