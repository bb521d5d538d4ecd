use proptest::prelude::*;

use super::*;

const HOURS: u32 = 720;

fn start() -> Timestamp {
    "2025-05-05T18:00:00Z".parse().unwrap()
}

fn at(seconds: i64) -> Timestamp {
    after(start(), SignedDuration::from_secs(seconds))
}

fn sign_in(version: ApiVersion) -> (SessionRow, Tokens) {
    begin(&MemberId::parse("m1").unwrap(), version, HOURS, "Firefox\u{7} on Linux", start()).unwrap()
}

fn is_session_valid(row: &SessionRow, token: &str, now: Timestamp) -> bool {
    parse_token(TokenKind::Session, token).is_some_and(|(token, _)| is_valid(row, &token, now))
}

fn refresh_at(row: &mut SessionRow, token: &str, now: Timestamp) -> RefreshOutcome {
    rotate(row, &parse_token(TokenKind::Refresh, token).unwrap().0, now).unwrap()
}

fn next_pair(row: &mut SessionRow, token: &str, now: Timestamp) -> Tokens {
    match refresh_at(row, token, now) {
        RefreshOutcome::Rotated(tokens) => tokens,
        other => panic!("{other:?}"),
    }
}

#[test]
fn security_1_8_a_session_token_expires_after_20_minutes_or_24_5_hours() {
    let (row, tokens) = sign_in(ApiVersion::V1);
    assert!(
        is_session_valid(&row, &tokens.session, at(20 * 60 - 1))
            && !is_session_valid(&row, &tokens.session, at(20 * 60))
    );
    assert!(tokens.user_session.is_some(), "SESS-04");
    let (row, tokens) = sign_in(ApiVersion::V3);
    let end = (24 * 60 + 30) * 60;
    assert!(
        is_session_valid(&row, &tokens.session, at(end - 1))
            && !is_session_valid(&row, &tokens.session, at(end))
    );
    assert!(tokens.user_session.is_none(), "SESS-04");
    assert_eq!(row.family.device, "Firefox on Linux");
    assert!(!is_session_valid(&row, &tokens.refresh, start()), "a refresh token does not authenticate calls");
}

#[test]
fn security_7_7_tokens_are_not_in_debug_output() {
    let (_, tokens) = sign_in(ApiVersion::V1);
    assert_eq!(format!("{tokens:?}"), "Tokens(…)");
}

#[test]
fn security_1_7_the_previous_session_token_is_valid_for_a_minute() {
    let (mut row, first_pair) = sign_in(ApiVersion::V3);
    let second_pair = next_pair(&mut row, &first_pair.refresh, at(100));
    assert_ne!(first_pair, second_pair);
    assert!(is_session_valid(&row, &second_pair.session, at(100)));
    assert!(
        is_session_valid(&row, &first_pair.session, at(159))
            && !is_session_valid(&row, &first_pair.session, at(160))
    );
    // A refresh does not extend the previous token.
    let (mut row, first_pair) = sign_in(ApiVersion::V1);
    next_pair(&mut row, &first_pair.refresh, at(20 * 60 - 5));
    assert!(!is_session_valid(&row, &first_pair.session, at(20 * 60)));
}

#[test]
fn security_1_7_only_the_direct_predecessor_gets_the_same_pair_for_ten_seconds() {
    let (mut row, first_pair) = sign_in(ApiVersion::V3);
    let second_pair = next_pair(&mut row, &first_pair.refresh, at(100));
    let before = row.clone();
    assert!(
        matches!(refresh_at(&mut row, &first_pair.refresh, at(110)), RefreshOutcome::Repeated(t) if t.session == second_pair.session && t.refresh == second_pair.refresh)
    );
    assert_eq!(row, before, "nothing changes");
    assert!(matches!(refresh_at(&mut row, &first_pair.refresh, at(111)), RefreshOutcome::Reused));
    let third_pair = next_pair(&mut row, &second_pair.refresh, at(111));
    assert!(
        matches!(refresh_at(&mut row, &first_pair.refresh, at(111)), RefreshOutcome::Reused),
        "two generations back"
    );
    assert!(
        matches!(refresh_at(&mut row, &second_pair.refresh, at(112)), RefreshOutcome::Repeated(t) if t.refresh == third_pair.refresh)
    );
    // Setting the clock back does not revive an older token.
    assert!(matches!(refresh_at(&mut row, &first_pair.refresh, at(0)), RefreshOutcome::Reused));
}

#[test]
fn security_1_8_a_sign_in_ends_after_its_idle_timeout_and_three_times_that_at_the_latest() {
    let (mut row, tokens) = sign_in(ApiVersion::V3);
    let idle = i64::from(HOURS) * 3600;
    assert!(matches!(refresh_at(&mut row.clone(), &tokens.refresh, at(idle)), RefreshOutcome::Expired));
    let mut refresh = tokens.refresh;
    for step in 1..=5 {
        refresh = next_pair(&mut row, &refresh, at(step * idle / 2)).refresh;
    }
    assert_eq!(row.ends_at, at(3 * idle));
    assert!(matches!(refresh_at(&mut row, &refresh, at(3 * idle)), RefreshOutcome::Expired));
}

proptest! {
    /// For any sequence of refreshes: at most two session tokens are valid at once; only the newest refresh token gives a new
    /// pair; an older one ends the family, except that the direct predecessor gets its successor's pair again.
    #[test]
    fn token_rotation_keeps_its_invariants(steps in proptest::collection::vec((0_usize..6, 0_i64..40), 1..60)) {
        let (mut row, first_pair) = sign_in(ApiVersion::V3);
        let (mut pairs, mut now) = (vec![first_pair], start());
        for (steps_back, seconds) in steps {
            now = after(now, SignedDuration::from_secs(seconds));
            let index = pairs.len().saturating_sub(1 + steps_back);
            let (newest, spent_at) = (index + 1 == pairs.len(), row.family.spent.as_ref().map(|s| s.at));
            let before = row.clone();
            match refresh_at(&mut row, &pairs[index].refresh.clone(), now) {
                RefreshOutcome::Rotated(tokens) => {
                    prop_assert!(newest);
                    prop_assert_eq!(row.family.generation, before.family.generation + 1);
                    pairs.push(tokens);
                }
                RefreshOutcome::Repeated(tokens) => {
                    prop_assert!(index + 2 == pairs.len() && now.duration_since(spent_at.unwrap()) <= REFRESH_GRACE);
                    prop_assert_eq!(&tokens.refresh, &pairs[index + 1].refresh);
                    prop_assert_eq!(&row, &before);
                }
                RefreshOutcome::Reused => {
                    prop_assert!(!newest);
                    prop_assert_eq!(&row, &before);
                    break;
                }
                RefreshOutcome::Expired => prop_assert!(false, "the sign-in lasts longer than all steps"),
            }
            let usable = pairs.iter().filter(|pair| is_session_valid(&row, &pair.session, now)).count();
            prop_assert!((1..=2).contains(&usable));
        }
    }
}
