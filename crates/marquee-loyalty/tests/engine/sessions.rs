//! Refreshing, ending and listing sign-ins.

use marquee_loyalty::SignInResult;
use marquee_model::loyalty::MemberStatus;
use marquee_model::{Clock, SystemClock};

use crate::cinema::{ApiVersion, Cinema, HOUR, MINUTE, OTHER_PASSWORD, Outcome, PASSWORD, Reason, refusal};

const ADA: &str = "ada@example.org";

async fn refresh(c: &Cinema, token: &str) -> SignInResult {
    c.engine.sessions().refresh(c.visitor(), token).await.unwrap()
}

async fn refreshed(c: &Cinema, token: &str) -> Outcome {
    refusal(c.engine.sessions().refresh(c.visitor(), token).await)
}

/// CALL-03, SESS-19.
pub async fn security_1_7_a_repeated_refresh_gives_the_same_pair_for_ten_seconds(c: Cinema) {
    let first_pair = c.join("ada").await;
    c.at(MINUTE);
    let second_pair = refresh(&c, &first_pair.tokens.refresh).await;
    assert!(second_pair.tokens != first_pair.tokens && second_pair.session == first_pair.session);
    assert_eq!(second_pair.details.member.email.as_deref(), Some(ADA));
    assert_eq!(c.token_status(&second_pair.tokens.session).await, None);
    assert_eq!(
        c.token_status(&first_pair.tokens.session).await,
        None,
        "the previous token is valid for a minute"
    );
    c.at(MINUTE + 10);
    let repeated = refresh(&c, &first_pair.tokens.refresh).await;
    assert!(repeated.tokens == second_pair.tokens);
    c.at(2 * MINUTE);
    assert_eq!(c.token_status(&first_pair.tokens.session).await, Some(Reason::InvalidSession));
    assert_eq!(c.token_status(&second_pair.tokens.session).await, None);
    assert_eq!(
        refreshed(&c, &second_pair.tokens.session).await,
        Some(Reason::InvalidSession),
        "a session token cannot refresh"
    );
    assert_eq!(
        c.token_status(&second_pair.tokens.refresh).await,
        Some(Reason::InvalidSession),
        "a refresh token does not authenticate calls"
    );
}

pub async fn security_1_7_reuse_of_a_refresh_token_ends_the_sign_in_and_is_reported(c: Cinema) {
    let (first_pair, other_sign_in) = (c.join("ada").await, c.sign_in(ADA, PASSWORD).await.unwrap());
    let second_pair = refresh(&c, &first_pair.tokens.refresh).await;
    c.at(11);
    assert_eq!(refreshed(&c, &first_pair.tokens.refresh).await, Some(Reason::InvalidSession));
    for token in [&first_pair.tokens.session, &second_pair.tokens.session] {
        assert_eq!(c.token_status(token).await, Some(Reason::InvalidSession));
    }
    assert_eq!(
        refreshed(&c, &second_pair.tokens.refresh).await,
        Some(Reason::InvalidSession),
        "the whole family has ended"
    );
    assert_eq!(c.token_status(&other_sign_in.tokens.session).await, None, "other sign-ins continue");
    assert_eq!(c.audited().await.first().unwrap(), "session.reused");
    assert_eq!(c.email_kinds(ADA).await, ["welcome", "sessionsEnded"]);
}

pub async fn security_1_7_only_the_direct_predecessor_can_be_repeated(c: Cinema) {
    let first_pair = c.join("ada").await;
    let second_pair = refresh(&c, &first_pair.tokens.refresh).await;
    let third_pair = refresh(&c, &second_pair.tokens.refresh).await;
    assert_eq!(refreshed(&c, &first_pair.tokens.refresh).await, Some(Reason::InvalidSession));
    assert_eq!(c.token_status(&third_pair.tokens.session).await, Some(Reason::InvalidSession));
}

pub async fn security_1_7_concurrent_refreshes_get_the_same_pair(c: Cinema) {
    let first_pair = c.join("ada").await;
    let token = &first_pair.tokens.refresh;
    let (a, b, d) = tokio::join!(refresh(&c, token), refresh(&c, token), refresh(&c, token));
    assert!(a.tokens == b.tokens && b.tokens == d.tokens);
    assert_eq!(c.token_status(&a.tokens.session).await, None);
    let next_pair = refresh(&c, &a.tokens.refresh).await;
    assert_eq!(c.token_status(&next_pair.tokens.session).await, None);
}

/// LOYC-12.
pub async fn security_1_8_a_sign_in_has_an_idle_and_an_absolute_timeout(mut c: Cinema) {
    c.loyalty().session_timeout = 1;
    let idle = c.join("ada").await;
    c.at(HOUR - 1);
    assert_eq!(c.token_status(&idle.tokens.session).await, None);
    c.at(HOUR);
    assert_eq!(c.token_status(&idle.tokens.session).await, Some(Reason::InvalidSession));
    assert_eq!(refreshed(&c, &idle.tokens.refresh).await, Some(Reason::InvalidSession));
    let mut busy = c.sign_in(ADA, PASSWORD).await.unwrap();
    for minutes in [50, 100, 150] {
        c.at(HOUR + minutes * MINUTE);
        busy = refresh(&c, &busy.tokens.refresh).await;
    }
    c.at(4 * HOUR - 1);
    assert_eq!(c.token_status(&busy.tokens.session).await, None);
    c.at(4 * HOUR);
    assert_eq!(c.token_status(&busy.tokens.session).await, Some(Reason::InvalidSession));
    assert_eq!(refreshed(&c, &busy.tokens.refresh).await, Some(Reason::InvalidSession));
    assert!(
        c.email_kinds(ADA).await.iter().all(|kind| *kind != "sessionsEnded"),
        "expiry is not reported as theft"
    );
}

/// LOYC-12.
pub async fn security_1_8_the_idle_timeout_is_the_site_s(mut c: Cinema) {
    c.loyalty().session_timeout = 2;
    let sign_in = c.join("ada").await;
    c.at(2 * HOUR - 1);
    assert_eq!(c.token_status(&sign_in.tokens.session).await, None);
    c.at(2 * HOUR);
    assert_eq!(c.token_status(&sign_in.tokens.session).await, Some(Reason::InvalidSession));
}

pub async fn security_1_7_only_the_newest_refresh_token_and_its_predecessor_can_be_exchanged(mut c: Cinema) {
    c.loyalty().session_timeout = 1;
    let can_refresh = async |token: &str| c.engine.sessions().can_refresh(&c.site, token).await;
    let first_pair = c.join("ada").await;
    assert!(can_refresh(&first_pair.tokens.refresh).await);
    let second_pair = refresh(&c, &first_pair.tokens.refresh).await;
    let third_pair = refresh(&c, &second_pair.tokens.refresh).await;
    let (newest, predecessor) = (&third_pair.tokens.refresh, &second_pair.tokens.refresh);
    let forged = format!("{}AAAA", &newest[..newest.len() - 4]);
    for invalid in ["", "x", &forged, &first_pair.tokens.refresh, &third_pair.tokens.session] {
        assert!(!can_refresh(invalid).await, "{invalid}");
    }
    for seconds in [0, HOUR - 1] {
        c.at(seconds);
        assert!(can_refresh(newest).await && can_refresh(predecessor).await, "{seconds}");
    }
    c.at(HOUR);
    assert!(!can_refresh(newest).await && !can_refresh(predecessor).await, "the sign-in has expired");
    c.at(0);
    c.engine.sessions().sign_out_by_token(&c.site, newest).await.unwrap();
    assert!(!can_refresh(newest).await, "signed out");
}

pub async fn security_1_8_a_session_token_of_version_1_expires_after_20_minutes(c: Cinema) {
    c.join("ada").await;
    let first_pair =
        c.engine.sessions().sign_in(c.visitor(), ApiVersion::V1, ADA, &PASSWORD.into()).await.unwrap();
    c.at(20 * MINUTE);
    assert_eq!(c.token_status(&first_pair.tokens.session).await, Some(Reason::InvalidSession));
    let next_pair = refresh(&c, &first_pair.tokens.refresh).await;
    assert_eq!((c.token_status(&next_pair.tokens.session).await, next_pair.version), (None, ApiVersion::V1));
    assert!(next_pair.tokens.user_session.is_none(), "the identifier does not change");
}

/// CALL-04.
pub async fn call_04_a_sign_out_ends_that_sign_in_at_once(c: Cinema) {
    let (sign_in, other_sign_in) = (c.join("ada").await, c.sign_in(ADA, PASSWORD).await.unwrap());
    let principal = c.authenticate(&sign_in).await;
    c.engine.sessions().sign_out(&c.site, &principal).await.unwrap();
    assert_eq!(c.token_status(&sign_in.tokens.session).await, Some(Reason::InvalidSession));
    assert_eq!(refreshed(&c, &sign_in.tokens.refresh).await, Some(Reason::InvalidSession));
    assert_eq!(c.token_status(&other_sign_in.tokens.session).await, None);
}

/// CALL-05, SESS-31.
pub async fn call_05_a_refresh_token_signs_out_and_an_unknown_one_is_ignored(c: Cinema) {
    let (first_sign_in, second_sign_in) = (c.join("ada").await, c.sign_in(ADA, PASSWORD).await.unwrap());
    for unknown in ["", "x", "unknown-token"] {
        c.engine.sessions().sign_out_by_token(&c.site, unknown).await.unwrap();
    }
    let end = first_sign_in.tokens.refresh.len() - 4;
    let forged = format!("{}AAAA", &first_sign_in.tokens.refresh[..end]);
    c.engine.sessions().sign_out_by_token(&c.site, &forged).await.unwrap();
    assert_eq!(c.token_status(&first_sign_in.tokens.session).await, None);
    let next_pair = refresh(&c, &first_sign_in.tokens.refresh).await;
    c.engine.sessions().sign_out_by_token(&c.site, &first_sign_in.tokens.refresh).await.unwrap();
    assert_eq!(
        c.token_status(&next_pair.tokens.session).await,
        Some(Reason::InvalidSession),
        "the previous token works too"
    );
    c.engine.sessions().sign_out_by_token(&c.site, &second_sign_in.tokens.session).await.unwrap();
    assert_eq!(c.token_status(&second_sign_in.tokens.session).await, Some(Reason::InvalidSession));
    c.engine.sessions().sign_out_by_token(&c.site, &second_sign_in.tokens.refresh).await.unwrap();
}

pub async fn security_1_9_a_member_lists_and_ends_their_own_sign_ins(c: Cinema) {
    let older = c.join("ada").await;
    c.at(MINUTE);
    let newer = c.sign_in(ADA, PASSWORD).await.unwrap();
    let bea = c.join("bea").await;
    let principal = c.authenticate(&older).await;
    let list = c.engine.sessions().of_member(&c.site, &principal).await.unwrap();
    let ids: Vec<_> = list.iter().map(|row| &row.id).collect();
    assert_eq!(ids, [&newer.session, &older.session]);
    assert_eq!(list[0].family.device, "Firefox on Linux");
    assert_eq!(
        refusal(c.engine.sessions().end_session(&c.site, &principal, &bea.session).await),
        Some(Reason::UnknownSignIn)
    );
    assert_eq!(c.token_status(&bea.tokens.session).await, None);
    c.engine.sessions().end_session(&c.site, &principal, &newer.session).await.unwrap();
    assert_eq!(c.token_status(&newer.tokens.session).await, Some(Reason::InvalidSession));
    assert_eq!(c.engine.sessions().of_member(&c.site, &principal).await.unwrap().len(), 1);
}

pub async fn role_06_the_user_session_id_of_version_1_identifies_a_member(c: Cinema) {
    let sign_in_v3 = c.join("ada").await;
    let sign_in_v1 =
        c.engine.sessions().sign_in(c.visitor(), ApiVersion::V1, ADA, &PASSWORD.into()).await.unwrap();
    let id = sign_in_v1.tokens.user_session.clone().unwrap();
    let by_id = c.engine.sessions().session_by_user_session(&c.site, &id).await.unwrap();
    assert_eq!(by_id.member().email.as_deref(), Some(ADA));
    // Other tokens are refused. Identifiers from unauthenticated calls do not authenticate anything (security 1.11).
    let registration_token =
        c.engine.accounts().begin_registration(c.visitor(), "new@example.org").await.unwrap();
    for invalid in [&sign_in_v1.tokens.session, &sign_in_v3.tokens.refresh, &registration_token, "", "x"] {
        assert_eq!(
            refusal(c.engine.sessions().session_by_user_session(&c.site, invalid).await),
            Some(Reason::InvalidSession),
            "{invalid}"
        );
    }
    assert_eq!(c.token_status(&id).await, Some(Reason::InvalidSession));
    assert_eq!(c.token_status(&registration_token).await, Some(Reason::InvalidSession));
    c.engine.sessions().sign_out(&c.site, &by_id).await.unwrap();
    assert_eq!(
        refusal(c.engine.sessions().session_by_user_session(&c.site, &id).await),
        Some(Reason::InvalidSession)
    );
}

pub async fn role_06_a_user_session_id_expires_with_its_sign_in(mut c: Cinema) {
    c.loyalty().session_timeout = 1;
    c.join("ada").await;
    let sign_in =
        c.engine.sessions().sign_in(c.visitor(), ApiVersion::V1, ADA, &PASSWORD.into()).await.unwrap();
    let id = sign_in.tokens.user_session.unwrap();
    let status = async |id: &str| refusal(c.engine.sessions().session_by_user_session(&c.site, id).await);
    let forged = format!("{}AAAA", &id[..id.len() - 4]);
    assert_eq!(status(&forged).await, Some(Reason::InvalidSession));
    c.at(HOUR - 1);
    assert_eq!(status(&id).await, None);
    for seconds in [HOUR, HOUR + 1] {
        c.at(seconds);
        assert_eq!(status(&id).await, Some(Reason::InvalidSession), "{seconds}");
    }
}

pub async fn security_1_6_an_operator_ends_all_sign_ins_of_a_member(c: Cinema) {
    for standing in [MemberStatus::Blocked, MemberStatus::PasswordDue] {
        let name = format!("{standing:?}").to_lowercase();
        let sign_in = c.join(&name).await;
        c.set_standing(&format!("{name}@example.org"), standing).await;
        assert_eq!(c.token_status(&sign_in.tokens.session).await, Some(Reason::InvalidSession));
        assert_eq!(refreshed(&c, &sign_in.tokens.refresh).await, Some(Reason::InvalidSession));
    }
    let sign_in = c.join("ada").await;
    let member = c.stored(ADA).await;
    c.engine
        .operations()
        .put_member(&c.site, "operator:eve", &member, Some(&OTHER_PASSWORD.into()))
        .await
        .unwrap();
    assert_eq!(
        c.token_status(&sign_in.tokens.session).await,
        Some(Reason::InvalidSession),
        "a new password ends them too"
    );
    assert_eq!(refusal(c.sign_in(ADA, OTHER_PASSWORD).await), None);
}

/// Of a session that is too large for a cookie.
pub async fn security_1_3_a_stored_record_has_a_random_reference_and_expires_with_its_sign_in(mut c: Cinema) {
    let store = async |c: &Cinema| c.engine.sessions().store_record(&c.site, "sealed").await.unwrap();
    let load = async |c: &Cinema, reference: &str| {
        c.engine.sessions().load_record(&c.site, reference).await.unwrap()
    };
    let reference = store(&c).await;
    assert_ne!(store(&c).await, reference);
    assert_eq!(load(&c, &reference).await.as_deref(), Some("sealed"));
    assert_eq!(load(&c.second_site(), &reference).await, None, "security 7.2: another site");
    for unknown in ["", "x", &"A".repeat(43)] {
        assert_eq!(load(&c, unknown).await, None, "{unknown}");
    }
    for (timeout, hours) in [(1, 24), (24, 24), (25, 25)] {
        c.at(0);
        c.loyalty().session_timeout = timeout;
        let reference = store(&c).await;
        c.at(hours * HOUR - 1);
        assert_eq!(load(&c, &reference).await.as_deref(), Some("sealed"), "{timeout}");
        c.at(hours * HOUR);
        assert_eq!(load(&c, &reference).await, None, "{timeout}");
    }
}

/// The database has the real time; the clock of these cases is fixed in 2025.
pub async fn security_7_6_expiry_uses_the_database_s_clock(c: Cinema) {
    let ada = c.join("ada").await;
    let offset = c.engine.maintenance().sync_clock().await.unwrap();
    let actual_offset = SystemClock::default().now().duration_since(c.time(0)).as_millis();
    match c.store.server_time().await.unwrap() {
        None => {
            assert_eq!(offset, 0, "SQLite uses the local clock");
            assert_eq!(c.token_status(&ada.tokens.session).await, None);
        }
        Some(_) => {
            assert!((i128::from(offset) - actual_offset).abs() < 60_000, "{offset} {actual_offset}");
            assert_eq!(
                c.token_status(&ada.tokens.session).await,
                Some(Reason::InvalidSession),
                "expired by the database clock"
            );
        }
    }
}
