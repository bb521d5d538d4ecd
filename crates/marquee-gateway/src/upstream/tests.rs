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
fn ent_01_a_status_alone_is_a_code() {
    let call = crate::table::CALLS.iter().find(|c| c.name == N::RefreshLogin).unwrap();
    let of = |value: Value| code(call, &fields(value)).ok();
    assert_eq!(of(json!({ "statusCode": 200 })), Some(0));
    assert_eq!(of(json!({ "statusCode": 0 })), Some(0));
    assert_eq!(of(json!({ "statusCode": 201 })), Some(201));
    assert_eq!(of(json!({ "statusCode": 200, "peachCode": 31 })), Some(31));
    assert_eq!(of(json!({ "other": 1 })), None);
}
