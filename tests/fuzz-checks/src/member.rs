//! The fields of a member. Accepted values are short, have one line each, and are accepted again unchanged.
use marquee_gateway::{CALLS, CallName, Payload, profile};
use marquee_model::loyalty::Member;
use serde_json::{Value, json};

/// The fields of the call that changes a profile.
fn fields() -> &'static [&'static str] {
    CALLS.iter().find(|call| call.name == CallName::Edit).expect("the call exists").fields
}

/// Checks an input.
pub fn check(data: &[u8]) {
    let Ok(Value::Object(payload)) = serde_json::from_slice(data) else { return };
    let Ok(profile) = profile(&Payload::new(payload, fields())) else { return };
    let mut member: Member = serde_json::from_value(json!({
        "id": "m1", "firstName": "Ada", "lastName": "Byron", "createdAt": "2026-01-01T00:00:00Z",
    }))
    .expect("a member");
    if profile.apply(&mut member).is_err() {
        return;
    }
    let once = member.clone();
    profile.apply(&mut member).expect("an accepted profile is accepted again");
    assert_eq!(member, once);
    let texts = [&once.username, &once.email, &once.city, &once.address1, &once.national_id];
    for text in texts.into_iter().flatten().chain([&once.first_name, &once.last_name, &once.marital_status]) {
        assert!(text.chars().count() <= 200 && !text.chars().any(char::is_control), "{text:?}");
    }
    assert!(once.preferred_genres.len() <= 50 && once.preferred_cinema_list.len() <= 50);
    serde_json::to_string(&once).expect("a member is stored as JSON");
}
