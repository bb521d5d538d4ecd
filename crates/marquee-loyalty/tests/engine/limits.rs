//! Limits on failed sign-ins (security 2.3).

use std::sync::Arc;

use marquee_loyalty::LoyaltyError;

use crate::cinema::{
    ApiVersion, Cinema, DAY, HOUR, MINUTE, OTHER_PASSWORD, Outcome, PASSWORD, Reason, is_limited, refusal,
    repeat_while_busy,
};

const ADA: &str = "ada@example.org";

/// Signs in from another IP address for each number.
async fn sign_in_from(c: &Cinema, number: usize, name: &str, password: &str) -> Outcome {
    let visitor = c.from(&format!("198.51.{}.{}", 100 + number / 250, number % 250));
    let sign_in =
        || async { c.engine.sessions().sign_in(visitor, ApiVersion::V3, name, &password.into()).await };
    refusal(repeat_while_busy(sign_in).await)
}

/// Known and unknown names get the same results.
pub async fn security_2_3_each_failure_extends_the_lockout_of_known_and_unknown_names(c: Cinema) {
    c.join("ada").await;
    let mut outcomes = Vec::new();
    for name in [ADA, "nobody@example.org"] {
        let mut codes = Vec::new();
        // The fifth failure starts the first lockout.
        for seconds in [0, 0, 0, 0, 0, 0, 1, 2, 3, 6, 7, 14, 15, 15, 31] {
            c.at(seconds);
            codes.push(sign_in_from(&c, 1, name, OTHER_PASSWORD).await);
        }
        outcomes.push(codes);
    }
    let (wrong_credentials, locked) = (Some(Reason::WrongCredentials), Some(Reason::TooManyFailures));
    let first_five = [wrong_credentials; 5];
    let then = [
        locked,
        wrong_credentials,
        locked,
        wrong_credentials,
        locked,
        wrong_credentials,
        locked,
        wrong_credentials,
        locked,
        wrong_credentials,
    ];
    assert_eq!(outcomes[0], [first_five.as_slice(), &then].concat());
    assert_eq!(outcomes[0], outcomes[1]);
    assert_eq!(
        refusal(c.sign_in(ADA, PASSWORD).await),
        Some(Reason::TooManyFailures),
        "the correct password is locked out too"
    );
    c.at(31 + 32);
    assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), None);
    for _ in 0..5 {
        assert_eq!(
            sign_in_from(&c, 2, ADA, OTHER_PASSWORD).await,
            Some(Reason::WrongCredentials),
            "a success resets the failures"
        );
    }
    assert_eq!(sign_in_from(&c, 2, ADA, OTHER_PASSWORD).await, Some(Reason::TooManyFailures));
    let result = c.sign_in("ADA@example.ORG ", PASSWORD).await;
    assert_eq!(refusal(result), Some(Reason::TooManyFailures), "in any letter case");
}

pub async fn security_2_3_failures_are_cleared_90_days_after_the_last_one(c: Cinema) {
    let (wrong_credentials, locked) = (Some(Reason::WrongCredentials), Some(Reason::TooManyFailures));
    for (name, seconds, sixth) in
        [("ada@example.org", 90 * DAY - 1, locked), ("bea@example.org", 90 * DAY, wrong_credentials)]
    {
        c.at(0);
        for _ in 0..4 {
            assert_eq!(sign_in_from(&c, 1, name, OTHER_PASSWORD).await, wrong_credentials, "{name}");
        }
        c.at(seconds);
        assert_eq!(sign_in_from(&c, 1, name, OTHER_PASSWORD).await, wrong_credentials, "{name}");
        assert_eq!(sign_in_from(&c, 1, name, OTHER_PASSWORD).await, sixth, "{name}");
    }
}

pub async fn err_23_after_a_hundred_failures_only_a_reset_unlocks(c: Cinema) {
    c.join("ada").await;
    for number in 0..100 {
        c.at(i64::try_from(number).unwrap() * 15 * MINUTE);
        for name in [ADA, "nobody@example.org"] {
            assert_eq!(
                sign_in_from(&c, number, name, OTHER_PASSWORD).await,
                Some(Reason::WrongCredentials),
                "{number}"
            );
        }
    }
    let end = 100 * 15 * MINUTE;
    for seconds in [end, end + 400 * DAY] {
        c.at(seconds);
        assert_eq!(sign_in_from(&c, 200, ADA, PASSWORD).await, Some(Reason::AccountLocked));
        assert_eq!(sign_in_from(&c, 200, "nobody@example.org", PASSWORD).await, Some(Reason::AccountLocked));
    }
    crate::recovery::request_reset(&c, ADA).await.unwrap();
    let reset = c.mailed_code(ADA).await;
    c.engine.accounts().reset_password(c.visitor(), None, &reset, &OTHER_PASSWORD.into()).await.unwrap();
    assert_eq!(sign_in_from(&c, 201, ADA, OTHER_PASSWORD).await, None);
}

pub async fn security_2_3_an_ip_address_is_limited_to_thirty_failures_in_ten_minutes(c: Cinema) {
    c.join("ada").await;
    let at_home = |host: u32| c.from(&format!("2001:db8:7:1::{host:x}"));
    for number in 0..30 {
        let name = format!("nobody{number}@example.org");
        assert_eq!(
            refusal(
                c.engine.sessions().sign_in(at_home(number), ApiVersion::V3, &name, &PASSWORD.into()).await
            ),
            Some(Reason::WrongCredentials),
            "{number}"
        );
    }
    for name in [ADA, "nobody@example.org"] {
        let limited = c.engine.sessions().sign_in(at_home(99), ApiVersion::V3, name, &PASSWORD.into()).await;
        let Err(LoyaltyError::Limited { seconds }) = limited else { panic!("{limited:?}") };
        assert_eq!(seconds, 600);
    }
    let other_network = c.from("2001:db8:7:2::1");
    assert_eq!(
        refusal(c.engine.sessions().sign_in(other_network, ApiVersion::V3, ADA, &PASSWORD.into()).await),
        None
    );
    c.at(10 * MINUTE - 1);
    assert!(is_limited(
        &c.engine.sessions().sign_in(at_home(1), ApiVersion::V3, ADA, &PASSWORD.into()).await
    ));
    c.at(10 * MINUTE);
    assert_eq!(
        refusal(c.engine.sessions().sign_in(at_home(1), ApiVersion::V3, ADA, &PASSWORD.into()).await),
        None
    );
}

pub async fn security_2_3_concurrent_guesses_reveal_no_more_than_sequential_ones(c: Cinema) {
    c.join("ada").await;
    let c = Arc::new(c);
    let mut all = Vec::new();
    for number in 0..16 {
        let c = c.clone();
        all.push(tokio::spawn(async move { sign_in_from(&c, number, ADA, OTHER_PASSWORD).await }));
    }
    let mut codes = Vec::new();
    for task in all {
        codes.push(task.await.unwrap());
    }
    assert_eq!(codes.iter().filter(|code| **code == Some(Reason::WrongCredentials)).count(), 5, "{codes:?}");
    assert_eq!(codes.iter().filter(|code| **code == Some(Reason::TooManyFailures)).count(), 11, "{codes:?}");
}

/// Guesses of the current password in a session are limited like guesses at sign-in.
pub async fn security_1_9_guessing_the_current_password_locks_the_account(c: Cinema) {
    let ada = c.member("ada").await;
    let guess = async |password: &str| {
        refusal(c.engine.accounts().check_password_proof(c.visitor(), &ada, Some(&password.into())).await)
    };
    for _ in 0..5 {
        assert_eq!(guess(OTHER_PASSWORD).await, Some(Reason::WrongPassword));
    }
    assert_eq!(guess(PASSWORD).await, Some(Reason::TooManyFailures));
    assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), Some(Reason::TooManyFailures));
    c.at(HOUR);
    assert_eq!(guess(PASSWORD).await, None);
}

/// While captchas cannot be verified.
pub async fn security_2_4_without_captchas_an_ip_address_is_limited_to_ten_failures_in_ten_minutes(
    c: Cinema,
) {
    c.join("ada").await;
    let strict_limit = async |address: &str| c.engine.captchas().check_strict_limit(c.from(address)).await;
    let address = "198.51.100.1";
    assert_eq!(refusal(strict_limit(address).await), None);
    for number in 0..10 {
        assert_eq!(refusal(strict_limit(address).await), None, "{number}");
        let name = format!("nobody{number}@example.org");
        assert_eq!(sign_in_from(&c, 1, &name, PASSWORD).await, Some(Reason::WrongCredentials));
    }
    let limited = strict_limit(address).await;
    let Err(LoyaltyError::Limited { seconds }) = limited else { panic!("{limited:?}") };
    assert_eq!(seconds, 600);
    assert_eq!(refusal(strict_limit("198.51.100.2").await), None, "another IP address");
    assert_eq!(sign_in_from(&c, 1, ADA, PASSWORD).await, None, "the usual limit is thirty");
    c.at(10 * MINUTE - 1);
    assert!(is_limited(&strict_limit(address).await));
    c.at(10 * MINUTE);
    assert_eq!(refusal(strict_limit(address).await), None);
}
