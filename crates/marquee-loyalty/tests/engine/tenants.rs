//! Isolation of two sites on one server (security 7.2).

use marquee_loyalty::{PointsAdjustment, SignInResult};
use marquee_model::operator::PointsLimit;
use marquee_store::KeyScope;

use crate::cinema::{ApiVersion, Cinema, OTHER_PASSWORD, PASSWORD, Reason, error_field, refusal};
use crate::pos::{booking, till};

const ADA: &str = "ada@example.org";

/// Creates a second site, and a member with the same name on both.
async fn both_sites(c: &Cinema) -> (Cinema, SignInResult, SignInResult) {
    let other = c.second_site();
    let (sign_in, other_sign_in) = (c.join("ada").await, other.join("ada").await);
    (other, sign_in, other_sign_in)
}

async fn points(c: &Cinema, signed_in: &SignInResult) -> i64 {
    c.authenticate(signed_in).await.details.points
}

pub async fn security_7_2_tokens_are_invalid_on_another_site(c: Cinema) {
    let (other, sign_in, other_sign_in) = both_sites(&c).await;
    assert_ne!(sign_in.details.member.id, other_sign_in.details.member.id);
    assert_eq!(
        (
            c.token_status(&other_sign_in.tokens.session).await,
            other.token_status(&sign_in.tokens.session).await
        ),
        (Some(Reason::InvalidSession), Some(Reason::InvalidSession))
    );
    assert_eq!(
        refusal(other.engine.sessions().refresh(other.visitor(), &sign_in.tokens.refresh).await),
        Some(Reason::InvalidSession)
    );
    other.engine.sessions().sign_out_by_token(&other.site, &sign_in.tokens.refresh).await.unwrap();
    let principal = c.authenticate(&sign_in).await;
    let ticket =
        c.engine.sessions().create_ticket(&c.site, &principal, "http://ticketing.example").await.unwrap();
    assert_eq!(
        refusal(other.engine.sessions().validate(&other.site, &ticket).await),
        Some(Reason::InvalidSession)
    );
    assert_eq!(
        refusal(other.engine.sessions().resolve_token(other.visitor(), &ticket, ApiVersion::V3).await),
        Some(Reason::InvalidSession)
    );
    let first_result =
        c.engine.sessions().sign_in(c.visitor(), ApiVersion::V1, ADA, &PASSWORD.into()).await.unwrap();
    let id = first_result.tokens.user_session.unwrap();
    assert_eq!(
        refusal(other.engine.sessions().session_by_user_session(&other.site, &id).await),
        Some(Reason::InvalidSession)
    );
    let other_member = other.authenticate(&other_sign_in).await;
    assert_eq!(
        refusal(other.engine.sessions().end_session(&other.site, &other_member, &sign_in.session).await),
        Some(Reason::UnknownSignIn)
    );
    assert_eq!(c.token_status(&sign_in.tokens.session).await, None, "the sign-in continues");
    assert_eq!(refusal(c.engine.sessions().validate(&c.site, &ticket).await), None);
}

pub async fn security_7_2_codes_and_numbers_are_invalid_on_another_site(c: Cinema) {
    let (other, sign_in, other_sign_in) = both_sites(&c).await;
    crate::recovery::request_reset(&c, ADA).await.unwrap();
    let code = c.mailed_code(ADA).await;
    assert_eq!(
        refusal(other.engine.accounts().check_reset_code(other.visitor(), ADA, &code).await),
        Some(Reason::InvalidResetCode)
    );
    assert_eq!(
        refusal(
            other
                .engine
                .accounts()
                .reset_password(other.visitor(), None, &code, &OTHER_PASSWORD.into())
                .await
        ),
        Some(Reason::InvalidResetCode)
    );
    let (operator, other_member) = ("operator:eve", other.authenticate(&other_sign_in).await);
    c.engine.operations().put_card(&c.site, operator, "EXTRA1", None, None).await.unwrap();
    assert_eq!(
        refusal(other.engine.cards().add_card(&other.site, &other_member, "EXTRA1", None).await),
        Some(Reason::UnknownCard)
    );
    let value = marquee_model::loyalty::Money { amount: 1, currency: "USD".into() };
    let gift = c
        .engine
        .operations()
        .issue_gift_card(&c.site, operator, &value, Some(("6001", "1")), None)
        .await
        .unwrap();
    assert_eq!(
        refusal(other.engine.cards().gift_balance(other.visitor(), &gift.number, "1").await),
        Some(Reason::InvalidGiftCard)
    );
    let key = c
        .engine
        .admin(&c.site, operator)
        .add_key("till", KeyScope::Till, None, PointsLimit::BOX_OFFICE)
        .await
        .unwrap();
    assert_eq!(
        refusal(other.engine.tills().authenticate_till(other.visitor(), &key).await),
        Some(Reason::UnknownKey)
    );
    let id = &sign_in.details.member.id;
    let one = PointsAdjustment { amount: 1, ..Default::default() };
    let result = other.engine.operations().adjust_points(&other.site, operator, id, one).await;
    assert_eq!((refusal(result), points(&c, &sign_in).await), (Some(Reason::UnknownMember), 0));
    assert_eq!(
        refusal(other.engine.operations().remove_member(&other.site, operator, id).await),
        Some(Reason::UnknownMember)
    );
    assert_eq!(
        refusal(c.engine.accounts().reset_password(c.visitor(), None, &code, &OTHER_PASSWORD.into()).await),
        None
    );
}

pub async fn security_7_2_changes_do_not_affect_another_site(c: Cinema) {
    let (other, sign_in, other_sign_in) = both_sites(&c).await;
    let (till, bea) = (till(&c).await, other.join("bea").await);
    assert_eq!(
        refusal(c.engine.tills().book_purchase(&c.site, &till, &booking("t1", "bea@example.org")).await),
        Some(Reason::UnknownMember)
    );
    let principal = c.authenticate(&sign_in).await;
    c.give_points(&principal, 10).await;
    c.engine.accounts().set_favorite_film(&c.site, &principal, "1", true).await.unwrap();
    assert_eq!((points(&other, &other_sign_in).await, points(&other, &bea).await), (0, 0));
    let other_member = other.authenticate(&other_sign_in).await;
    assert!(other.engine.accounts().favorite_films(&other.site, &other_member).await.unwrap().is_empty());
    assert!(other.engine.program().orders(&other.site, &principal, None).await.unwrap().is_empty());
    assert!(other.engine.cards().of_member(&other.site, &principal).await.unwrap().is_empty());
    for _ in 0..6 {
        let result =
            c.engine.sessions().sign_in(c.visitor(), ApiVersion::V3, ADA, &OTHER_PASSWORD.into()).await;
        assert_ne!(refusal(result), None);
    }
    assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), Some(Reason::TooManyFailures));
    assert_eq!(refusal(other.sign_in(ADA, PASSWORD).await), None, "failures are counted per site");
    let principal = c.authenticate(&sign_in).await;
    c.engine.accounts().delete_account(c.visitor(), &principal).await.unwrap();
    assert_eq!(refusal(other.sign_in(ADA, PASSWORD).await), None);
    assert_eq!(other.email_kinds(ADA).await, ["welcome"]);
    let link = marquee_loyalty::ResetLink::parse(other.visitor(), "evil.example", "/login/");
    assert_eq!(error_field(link), "rootUrl");
}
