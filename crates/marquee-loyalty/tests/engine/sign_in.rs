//! Sign-ins, and their failures.

use marquee_model::loyalty::MemberStatus;
use marquee_store::MemberRow;

use crate::cinema::{
    ApiVersion, Cinema, DAY, EXPIRY_TEST_TIME, HOUR, OTHER_PASSWORD, PASSWORD, Reason, refusal, text,
};

const ADA: &str = "ada@example.org";

/// A hash of [`PASSWORD`] with less memory and fewer passes than the current parameters.
const OLD_HASH: &str =
    "$argon2id$v=19$m=8192,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$w5ackoj1eIJLgz4aN84p5fgMnwRk0v7pwEoH2AzoBQs";

async fn set_hash(c: &Cinema, hash: &str) {
    let mut tx = c.store.begin().await.unwrap();
    let row = tx.member_by_login(&c.site.key, ADA).await.unwrap().unwrap();
    let row = MemberRow { password_hash: text(hash), ..row };
    tx.save_member(&c.site.key, &row, false).await.unwrap();
    tx.commit().await.unwrap();
}

async fn hash(c: &Cinema) -> String {
    c.store.member_by_email(&c.site.key, ADA).await.unwrap().unwrap().password_hash.unwrap()
}

/// CALL-01, CALL-02, SESS-04.
pub async fn call_01_only_version_1_returns_a_user_session_id(c: Cinema) {
    c.join("ada").await;
    let sign_in_v1 =
        c.engine.sessions().sign_in(c.visitor(), ApiVersion::V1, ADA, &PASSWORD.into()).await.unwrap();
    let sign_in_v3 =
        c.engine.sessions().sign_in(c.visitor(), ApiVersion::V3, ADA, &PASSWORD.into()).await.unwrap();
    assert_eq!((sign_in_v1.version, sign_in_v3.version), (ApiVersion::V1, ApiVersion::V3));
    assert!(sign_in_v1.tokens.user_session.is_some() && sign_in_v3.tokens.user_session.is_none());
    assert_eq!(sign_in_v1.details.member.email.as_deref(), Some(ADA));
    assert!(sign_in_v1.details.card.is_some() && !sign_in_v1.is_expired);
    assert_ne!(sign_in_v1.session, sign_in_v3.session, "security 1.6: new ids at every sign-in");
    assert_eq!(c.authenticate(&sign_in_v1).await.member(), c.authenticate(&sign_in_v3).await.member());
}

pub async fn sess_23_a_member_signs_in_by_user_name_or_address_in_any_case(c: Cinema) {
    c.join("ada").await;
    c.change(ADA, |member| member.username = text("Countess")).await;
    for name in [ADA, " ADA@Example.org ", "countess", "COUNTESS", "\u{ff43}ountess"] {
        assert_eq!(refusal(c.sign_in(name, PASSWORD).await), None, "{name}");
    }
    assert_eq!(refusal(c.sign_in("ada", PASSWORD).await), Some(Reason::WrongCredentials));
}

pub async fn err_08_wrong_passwords_and_unknown_names_look_the_same(c: Cinema) {
    let ada = c.member("ada").await;
    let mut without_login = ada.member().clone();
    without_login.id = c.engine.operations().new_member_id().unwrap();
    (without_login.username, without_login.email) = (None, text("bea@example.org"));
    c.engine.operations().put_member(&c.site, "operator:eve", &without_login, None).await.unwrap();
    for (name, password) in [
        (ADA, OTHER_PASSWORD),
        (ADA, ""),
        ("unknown@example.org", PASSWORD),
        ("", PASSWORD),
        ("bea@example.org", PASSWORD),
        ("bea@example.org", ""),
    ] {
        assert_eq!(refusal(c.sign_in(name, password).await), Some(Reason::WrongCredentials), "{name}");
    }
}

/// ERR-05, ERR-10, ERR-20, ERR-21 (loyalty-gateway.md, section 2).
pub async fn err_05_the_reason_is_revealed_only_after_the_correct_password(c: Cinema) {
    c.join("ada").await;
    for (standing, expected) in [
        (MemberStatus::Unconfirmed, Some(Reason::NotActivated)),
        (MemberStatus::Unpaid, Some(Reason::NotActivated)),
        (MemberStatus::PasswordDue, Some(Reason::PasswordChangeRequired)),
        (MemberStatus::Blocked, Some(Reason::AccountBlocked)),
    ] {
        c.set_standing(ADA, standing).await;
        assert_eq!(
            refusal(c.sign_in(ADA, OTHER_PASSWORD).await),
            Some(Reason::WrongCredentials),
            "{standing:?}"
        );
        assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), expected, "{standing:?}");
        c.set_standing(ADA, MemberStatus::Active).await;
        assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), None, "{standing:?}");
    }
    let expired_at = c.time(-1);
    c.change(ADA, |member| member.expires_at = Some(expired_at)).await;
    assert_eq!(refusal(c.sign_in(ADA, OTHER_PASSWORD).await), Some(Reason::WrongCredentials));
    assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), Some(Reason::MembershipExpired));
}

pub async fn role_08_an_expired_member_stays_signed_in_if_the_site_allows_it(mut c: Cinema) {
    let sign_in = c.join("ada").await;
    let end = c.time(HOUR);
    c.change(ADA, |member| member.expires_at = Some(end)).await;
    let principal = c.authenticate(&sign_in).await;
    assert_eq!(refusal(c.engine.sessions().require_unexpired(&c.site, &principal)), None);
    c.at(2 * HOUR);
    assert_eq!(
        refusal(c.engine.sessions().require_unexpired(&c.site, &principal)),
        Some(Reason::MembershipExpired)
    );
    assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), Some(Reason::MembershipExpired));
    c.loyalty().allow_expired_accounts_login = true;
    assert_eq!(refusal(c.engine.sessions().require_unexpired(&c.site, &principal)), None);
    let second_sign_in =
        c.engine.sessions().sign_in(c.visitor(), ApiVersion::V1, ADA, &PASSWORD.into()).await.unwrap();
    assert!(second_sign_in.is_expired, "SESS-24: version 1 records it");
}

pub async fn security_2_1_an_outdated_hash_is_replaced_at_sign_in(c: Cinema) {
    c.join("ada").await;
    set_hash(&c, OLD_HASH).await;
    assert_eq!(refusal(c.sign_in(ADA, OTHER_PASSWORD).await), Some(Reason::WrongCredentials));
    assert_eq!(hash(&c).await, OLD_HASH, "a wrong password does not change it");
    c.sign_in(ADA, PASSWORD).await.unwrap();
    let new_hash = hash(&c).await;
    assert!(new_hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{new_hash}");
    c.sign_in(ADA, PASSWORD).await.unwrap();
    assert_eq!(hash(&c).await, new_hash, "replaced only once");
}

/// A concurrent password change wins over the sign-in.
pub async fn security_1_6_a_sign_in_during_a_password_change_is_ended(c: Cinema) {
    let ada = c.member("ada").await;
    set_hash(&c, OLD_HASH).await;
    let stale = c.engine.clone();
    let (site, visitor) = (c.site.clone(), c.visitor());
    let member = ada.member().clone();
    let (old, new) = (PASSWORD.into(), OTHER_PASSWORD.into());
    let changing = stale.operations().put_member(&site, "operator:eve", &member, Some(&new));
    let (sign_in, changed) =
        tokio::join!(c.engine.sessions().sign_in(visitor, ApiVersion::V3, ADA, &old), changing);
    changed.unwrap();
    if let Ok(sign_in) = sign_in {
        assert_eq!(c.token_status(&sign_in.tokens.session).await, Some(Reason::InvalidSession));
    }
    assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), Some(Reason::WrongCredentials));
    assert_eq!(refusal(c.sign_in(ADA, OTHER_PASSWORD).await), None);
}

pub async fn security_7_6_only_expired_rows_are_deleted(c: Cinema) {
    c.at(EXPIRY_TEST_TIME);
    let ada = c.join("ada").await;
    c.at(EXPIRY_TEST_TIME - DAY * 365);
    let bea = c.join("bea").await;
    c.at(EXPIRY_TEST_TIME - DAY * 300);
    c.engine.maintenance().delete_expired().await.unwrap();
    assert!(c.store.session(&c.site.key, &bea.session).await.unwrap().is_none());
    assert!(c.store.session(&c.site.key, &ada.session).await.unwrap().is_some());
    assert_eq!(c.token_status(&bea.tokens.session).await, Some(Reason::InvalidSession));
}
