use proptest::prelude::*;

use super::*;

const CONTEXT: CaptchaContext<'_> = CaptchaContext { host: "aster.example:8080", action: "login" };
const KEY: &str = "a secret of at least 32 characters";

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + seconds).unwrap()
}

fn altcha() -> Altcha {
    Altcha::new(&[KEY], 300).unwrap()
}

/// Solves a challenge like the widget.
fn solve(challenge: &Challenge) -> serde_json::Value {
    let number =
        (0..=u64::from(challenge.maxnumber)).find(|n| hash(&challenge.salt, *n) == challenge.challenge);
    let mut solution = serde_json::to_value(challenge).unwrap();
    let fields = solution.as_object_mut().unwrap();
    fields.remove("maxnumber");
    fields.insert("number".to_owned(), number.unwrap().into());
    fields.insert("took".to_owned(), 12.into());
    solution
}

fn answer(solution: &serde_json::Value) -> String {
    STANDARD.encode(solution.to_string())
}

fn solved() -> serde_json::Value {
    solve(&altcha().challenge(CONTEXT, at(0)).unwrap())
}

/// A solution with a valid hash and signature.
fn signed(salt: &str, number: u64) -> serde_json::Value {
    let challenge = hash(salt, number);
    let signature = hex::encode(mac(&altcha().keys[0], &challenge).finalize().into_bytes());
    serde_json::json!({ "algorithm": ALGORITHM, "challenge": challenge, "number": number, "salt": salt, "signature": signature })
}

fn refused(answer: &str, context: CaptchaContext<'_>, now: Timestamp) -> Refusal {
    match altcha().verify(answer, context, now) {
        Err(CaptchaError::Refused(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}

#[test]
fn security_2_4_a_solved_challenge_is_verified() {
    let challenge = altcha().challenge(CONTEXT, at(0)).unwrap();
    let json = serde_json::to_value(&challenge).unwrap();
    let keys: Vec<_> = json.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["algorithm", "challenge", "maxnumber", "salt", "signature"]);
    assert!(
        challenge.salt.ends_with("?expires=1800000120&host=aster.example&action=login&"),
        "{}",
        challenge.salt
    );
    let answer = answer(&solve(&challenge));
    let verified = altcha().verify(&answer, CONTEXT, at(119)).unwrap();
    assert_eq!(verified.solved_at, at(0));
    let uppercase = CaptchaContext { host: "ASTER.example", ..CONTEXT };
    assert_eq!(altcha().verify(&answer, uppercase, at(119)).unwrap(), verified);
}

#[test]
fn security_2_4_an_answer_has_one_id_in_any_encoding() {
    let solution = solved();
    let id = |solution: &serde_json::Value| altcha().verify(&answer(solution), CONTEXT, at(1)).map(|v| v.id);
    let mut tampered = solution.clone();
    tampered["took"] = 99.into();
    tampered["signature"] = solution["signature"].as_str().unwrap().to_uppercase().into();
    assert_eq!(id(&tampered).unwrap(), id(&solution).unwrap());
    assert_ne!(id(&solved()).unwrap(), id(&solution).unwrap());
    let spaced = STANDARD.encode(format!(" {solution} "));
    assert_eq!(altcha().verify(&spaced, CONTEXT, at(1)).unwrap().id, id(&solution).unwrap());
}

#[test]
fn security_2_4_an_answer_is_valid_for_two_minutes_on_its_host_for_its_action() {
    let answer = answer(&solved());
    assert_eq!(refused(&answer, CONTEXT, at(121)), Refusal::Expired);
    assert_eq!(refused(&answer, CONTEXT, at(-121)), Refusal::Expired);
    assert_eq!(
        refused(&answer, CaptchaContext { host: "meridian.example", ..CONTEXT }, at(1)),
        Refusal::HostMismatch
    );
    assert_eq!(
        refused(&answer, CaptchaContext { action: "giftcard", ..CONTEXT }, at(1)),
        Refusal::ActionMismatch
    );
}

#[test]
fn security_2_4_a_changed_answer_is_refused() {
    let solution = solved();
    let salt = solution["salt"].as_str().unwrap();
    let later = salt.replace("expires=1800000120", "expires=1800000900");
    let number = solution["number"].as_u64().unwrap();
    let rehashed = |salt: &str, number: u64| {
        let mut changed = solution.clone();
        changed["salt"] = salt.into();
        changed["number"] = number.into();
        changed["challenge"] = hash(salt, number).into();
        changed
    };
    let with = |key: &str, value: serde_json::Value| {
        let mut changed = solution.clone();
        changed[key] = value;
        changed
    };
    let other_secret = Altcha::new(&["another secret of 32 characters!!"], 300).unwrap();
    for changed in [
        with("number", (number + 1).into()),
        with("salt", later.as_str().into()),
        with("algorithm", "SHA-1".into()),
        with("challenge", hash(salt, number + 1).into()),
        with("signature", "00".repeat(32).into()),
        with("signature", "".into()),
        rehashed(&later, number),
        rehashed(&salt.replace("action=login", "action=other"), number),
        solve(&other_secret.challenge(CONTEXT, at(0)).unwrap()),
    ] {
        assert_eq!(refused(&answer(&changed), CONTEXT, at(1)), Refusal::Incorrect, "{changed}");
    }
}

#[test]
fn security_2_4_a_digit_moved_from_the_number_to_the_salt_is_refused() {
    let salt = altcha().challenge(CONTEXT, at(0)).unwrap().salt;
    let solution = signed(&salt, 42);
    assert!(altcha().verify(&answer(&solution), CONTEXT, at(1)).is_ok());
    let mut moved = solution.clone();
    moved["salt"] = format!("{salt}4").into();
    moved["number"] = 2.into();
    assert_eq!(hash(&format!("{salt}4"), 2), hash(&salt, 42), "the hash and its signature stay valid");
    assert_eq!(refused(&answer(&moved), CONTEXT, at(1)), Refusal::Incorrect);
}

#[test]
fn security_2_4_an_unreadable_answer_is_refused() {
    let long = STANDARD.encode(format!("{}{}", solved(), " ".repeat(MAX_ANSWER_BYTES)));
    let mut unsigned = solved();
    unsigned["signature"] = "no hex".into();
    let mut negative = solved();
    negative["number"] = (-1).into();
    for text in ["", "?", "e30=", "W10=", &long, &answer(&unsigned), &answer(&negative)] {
        assert_eq!(refused(text, CONTEXT, at(1)), Refusal::Malformed, "{text}");
    }
}

#[test]
fn secrets_can_be_rotated_and_are_not_printed() {
    let answer = answer(&solved());
    let rotated = Altcha::new(&["a newer secret of 32 characters!!", KEY], 300).unwrap();
    assert!(rotated.verify(&answer, CONTEXT, at(1)).is_ok());
    assert!(!format!("{rotated:?}").contains(&format!("{:?}", derive_key(KEY.as_bytes(), PURPOSE))));
    assert!(matches!(Altcha::new(&[] as &[&str], 1), Err(CaptchaError::Unavailable(_))));
}

proptest! {
    #[test]
    fn no_answer_causes_a_panic(text in "\\PC{0,80}", salt in "\\PC{0,40}", number: u64) {
        prop_assert!(altcha().verify(&text, CONTEXT, at(0)).is_err());
        prop_assert!(altcha().verify(&answer(&signed(&salt, number)), CONTEXT, at(0)).is_err());
    }
}
