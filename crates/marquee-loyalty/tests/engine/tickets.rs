//! Tickets that hand a sign-in over to the ticketing site (security 5.2, CALL-14, CALL-15).

use marquee_loyalty::{SignInResult, TokenOwner};

use crate::cinema::{ApiVersion, Cinema, HOUR, MINUTE, Outcome, Reason, refusal};

const TICKETING: &str = "http://ticketing.localhost:8080";

async fn ticket(c: &Cinema, signed_in: &SignInResult) -> String {
    let principal = c.authenticate(signed_in).await;
    c.engine.sessions().create_ticket(&c.site, &principal, TICKETING).await.unwrap()
}

async fn exchanged(c: &Cinema, ticket: &str) -> SignInResult {
    match c.engine.sessions().resolve_token(c.visitor(), ticket, ApiVersion::V3).await.unwrap() {
        TokenOwner::Ticket(sign_in) => *sign_in,
        TokenOwner::Session(_) => panic!("a ticket begins a new sign-in"),
    }
}

async fn resolve(c: &Cinema, token: &str) -> Outcome {
    refusal(c.engine.sessions().resolve_token(c.visitor(), token, ApiVersion::V3).await)
}

async fn validate(c: &Cinema, token: &str) -> Outcome {
    refusal(c.engine.sessions().validate(&c.site, token).await)
}

pub async fn security_5_2_a_ticket_is_exchanged_once_but_can_be_validated_repeatedly(c: Cinema) {
    let ada = c.join("ada").await;
    let ticket = ticket(&c, &ada).await;
    assert_eq!((validate(&c, &ticket).await, validate(&c, &ticket).await), (None, None));
    assert_eq!(
        c.token_status(&ticket).await,
        Some(Reason::InvalidSession),
        "a ticket does not authenticate calls"
    );
    let child = exchanged(&c, &ticket).await;
    assert_ne!(child.session, ada.session);
    assert_eq!(c.authenticate(&child).await.member(), c.authenticate(&ada).await.member());
    assert_eq!(
        (resolve(&c, &ticket).await, validate(&c, &ticket).await),
        (Some(Reason::InvalidSession), Some(Reason::InvalidSession))
    );
    for invalid in ["", "x", &ada.tokens.refresh] {
        assert_eq!(
            (resolve(&c, invalid).await, validate(&c, invalid).await),
            (Some(Reason::InvalidSession), Some(Reason::InvalidSession))
        );
    }
}

pub async fn security_5_2_a_ticket_expires_after_two_minutes(c: Cinema) {
    let ada = c.join("ada").await;
    let (first_ticket, second_ticket) = (ticket(&c, &ada).await, ticket(&c, &ada).await);
    c.at(2 * MINUTE - 1);
    exchanged(&c, &first_ticket).await;
    c.at(2 * MINUTE);
    assert_eq!(
        (validate(&c, &second_ticket).await, resolve(&c, &second_ticket).await),
        (Some(Reason::InvalidSession), Some(Reason::InvalidSession))
    );
}

pub async fn security_5_2_one_of_concurrent_exchanges_succeeds(c: Cinema) {
    let ada = c.join("ada").await;
    let ticket = ticket(&c, &ada).await;
    let (a, b, d) = tokio::join!(resolve(&c, &ticket), resolve(&c, &ticket), resolve(&c, &ticket));
    let mut codes = [a, b, d];
    codes.sort_unstable_by_key(Option::is_some);
    assert_eq!(codes, [None, Some(Reason::InvalidSession), Some(Reason::InvalidSession)]);
}

pub async fn security_5_2_a_handed_over_sign_in_ends_with_its_parent(c: Cinema) {
    let ada = c.join("ada").await;
    let child = exchanged(&c, &ticket(&c, &ada).await).await;
    let grandchild = exchanged(&c, &ticket(&c, &child).await).await;
    let unused = ticket(&c, &ada).await;
    let principal = c.authenticate(&child).await;
    c.engine.sessions().sign_out(&c.site, &principal).await.unwrap();
    assert_eq!(c.token_status(&ada.tokens.session).await, None, "ending the child does not end the parent");
    let principal = c.authenticate(&ada).await;
    c.engine.sessions().sign_out(&c.site, &principal).await.unwrap();
    assert_eq!(c.token_status(&child.tokens.session).await, Some(Reason::InvalidSession));
    assert_eq!(c.token_status(&grandchild.tokens.session).await, Some(Reason::InvalidSession));
    assert_eq!(
        refusal(c.engine.sessions().refresh(c.visitor(), &grandchild.tokens.refresh).await),
        Some(Reason::InvalidSession)
    );
    assert_eq!(
        (validate(&c, &unused).await, resolve(&c, &unused).await),
        (Some(Reason::InvalidSession), Some(Reason::InvalidSession)),
        "its tickets end too"
    );
}

pub async fn security_5_2_a_handed_over_sign_in_expires_with_its_parent(mut c: Cinema) {
    c.loyalty().session_timeout = 1;
    let mut ada = c.join("ada").await;
    for minutes in [50, 100, 150] {
        c.at(minutes * MINUTE);
        ada = c.engine.sessions().refresh(c.visitor(), &ada.tokens.refresh).await.unwrap();
    }
    c.at(179 * MINUTE);
    let (child, unused) = (exchanged(&c, &ticket(&c, &ada).await).await, ticket(&c, &ada).await);
    assert_eq!(c.token_status(&child.tokens.session).await, None);
    c.at(3 * HOUR);
    assert_eq!(c.token_status(&child.tokens.session).await, Some(Reason::InvalidSession));
    assert_eq!(
        (validate(&c, &unused).await, resolve(&c, &unused).await),
        (Some(Reason::InvalidSession), Some(Reason::InvalidSession)),
        "its ticket expires with it"
    );
}

/// SESS-28: looking up a session token does not change it.
pub async fn call_14_a_session_token_identifies_its_member(c: Cinema) {
    let ada = c.join("ada").await;
    assert_eq!(validate(&c, &ada.tokens.session).await, None);
    let owner =
        c.engine.sessions().resolve_token(c.visitor(), &ada.tokens.session, ApiVersion::V3).await.unwrap();
    assert!(matches!(owner, TokenOwner::Session(principal) if principal.session.id == ada.session));
    assert_eq!(resolve(&c, &ada.tokens.session).await, None);
}

/// A ticket's sign-in inherits the time at which the password was entered (security 1.9).
pub async fn security_1_9_a_ticket_does_not_count_as_entering_the_password(c: Cinema) {
    let ada = c.join("ada").await;
    c.at(16 * MINUTE);
    let child = exchanged(&c, &ticket(&c, &ada).await).await;
    let principal = c.authenticate(&child).await;
    let proof = c.engine.accounts().check_password_proof(c.visitor(), &principal, None).await.unwrap();
    assert_eq!(proof, marquee_loyalty::Proof::Missing);
}
