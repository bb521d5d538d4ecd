//! Signing in and out, and who is signed in.

use std::sync::Arc;

use marquee_api::loyalty::MemberAnswer;
use marquee_loyalty::{Signed, SignedIn, Who};
use marquee_model::peach::PeachCode;
use serde_json::{Map, json};

use super::ok;
use crate::gateway::Context;
use crate::record::Record;
use crate::reply::{Answer, Effect, Failure, fields, member_details, signed_in};
use crate::table::Version;

fn version(c: &Context<'_>) -> u8 {
    if c.call.version() == Version::V3 { 3 } else { 1 }
}

/// The details of who signed in; their tokens go where the mode wants them.
pub fn with_session(c: &Context<'_>, signed: &SignedIn) -> Answer {
    let mut effect = signed_in(signed);
    if let Effect::SignedIn { record, .. } = &mut effect
        && record.user_session_id.is_some()
    {
        let site = &c.asked.site.record;
        record.encrypted_session_id =
            c.parts.seals.seal(site, "encryptedSessionId", signed.session.as_str()).ok();
    }
    Answer::Done(fields(MemberAnswer { member_details: member_details(&signed.details) }), effect)
}

/// The details of who is signed in; in header mode with the token they were asked with.
fn known(c: &Context<'_>, signed: Arc<Signed>, token: &str) -> Answer {
    if c.asked.in_cookies {
        return Answer::Member(signed, Map::new(), Effect::None);
    }
    let record = Record {
        token: token.to_owned(),
        refresh_token: String::new(),
        user_session_id: None,
        member_id: None,
        cypher_version: signed.session.family.version,
        encrypted_session_id: None,
        seal: None,
    };
    Answer::Member(signed, Map::new(), Effect::SignedIn { record, is_expired: false })
}

pub async fn login(c: &Context<'_>) -> Result<Answer, Failure> {
    let (username, password) = (c.payload.needed("username")?, c.payload.needed("password")?);
    let signed = c.loyalty().sign_in(c.visitor(), version(c), &username, &password).await?;
    Ok(with_session(c, &signed))
}

pub async fn refresh(c: &Context<'_>) -> Result<Answer, Failure> {
    let token = c.asked.sent.refresh.as_deref().ok_or(PeachCode::Session)?;
    let signed = c.loyalty().refresh(c.visitor(), token).await?;
    let effect = signed_in(&signed);
    Ok(Answer::Done(fields(MemberAnswer { member_details: member_details(&signed.details) }), effect))
}

/// Version 1 ends the session of its token; version 3 the one it names, and one that is not known is no failure.
pub async fn logout(c: &Context<'_>) -> Result<Answer, Failure> {
    let site = &c.asked.site.record;
    if version(c) == 1 {
        let signed = c.anybody().await?;
        c.loyalty().sign_out(site, &signed).await?;
    } else {
        let named = c.payload.text("userSessionId")?;
        if let Some(token) = named.or_else(|| c.asked.sent.session.clone()) {
            c.loyalty().sign_out_by(site, &token).await?;
        }
    }
    Ok(Answer::Done(serde_json::Map::new(), Effect::SignedOut))
}

/// By session, by a ticket, or by the identifier that a sign-in gave (ROLE-06).
pub async fn get_member(c: &Context<'_>) -> Result<Answer, Failure> {
    if let Some(id) = c.arguments.get("userSessionId") {
        let signed = c.loyalty().session_of_id(&c.asked.site.record, id).await?;
        return Ok(Answer::Member(signed, Map::new(), Effect::None));
    }
    let token = c.asked.sent.session.clone().ok_or(PeachCode::Session)?;
    by_token(c, &token).await
}

async fn by_token(c: &Context<'_>, token: &str) -> Result<Answer, Failure> {
    Ok(match c.loyalty().who(c.visitor(), token, version(c)).await? {
        Who::Session(signed) => known(c, signed, token),
        Who::Ticket(signed) => with_session(c, &signed),
    })
}

pub async fn validate_token(c: &Context<'_>) -> Result<Answer, Failure> {
    let token = c.arguments.get("token").unwrap_or_default();
    c.loyalty().validate(&c.asked.site.record, token).await?;
    ok()
}

pub async fn login_by_token(c: &Context<'_>) -> Result<Answer, Failure> {
    by_token(c, c.arguments.get("token").unwrap_or_default()).await
}

pub async fn validated_member(c: &Context<'_>) -> Result<Answer, Failure> {
    let signed = c.anybody().await?;
    let mut body = Map::new();
    // The identifier is told to who holds it already, and never where cookies hold it (security 1.4).
    if !c.asked.in_cookies {
        body.insert("userSessionId".to_owned(), json!(c.asked.sent.session));
    }
    Ok(Answer::Member(signed, body, Effect::None))
}
