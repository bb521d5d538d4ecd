//! Sign-in, sign-out, and the signed-in member.

use std::sync::Arc;

use marquee_api::loyalty::MemberResponse;
use marquee_loyalty::{AuthenticatedMember, SignInResult, TokenOwner};
use marquee_model::loyalty::ApiVersion;
use marquee_model::peach::PeachCode;
use serde_json::{Map, json};

use super::empty_response;
use crate::context::Context;
use crate::record::SessionRecord;
use crate::reply::{CallResponse, Effect, Failure, member_details, signed_in_effect, to_fields};
use crate::table::Version;

/// The API version of the sign-in that the call starts.
pub fn version(c: &Context<'_>) -> ApiVersion {
    match c.call.version() {
        Version::V3 => ApiVersion::V3,
        Version::V1 | Version::V2 => ApiVersion::V1,
    }
}

/// The details of the member who signed in, with their tokens: in the cookie or in the response, by session mode.
pub fn with_session(c: &Context<'_>, sign_in: &SignInResult) -> CallResponse {
    let mut effect = signed_in_effect(sign_in);
    if let Effect::SignedIn { record, .. } = &mut effect
        && record.user_session_id.is_some()
    {
        let site = &c.request.site.record;
        record.encrypted_session_id =
            c.services.seals.seal(site, "encryptedSessionId", sign_in.session.as_str()).ok();
    }
    CallResponse::Done(to_fields(MemberResponse { member_details: member_details(&sign_in.details) }), effect)
}

/// The details of the signed-in member; in header mode with the token that the request was made with.
fn current_member(c: &Context<'_>, principal: Arc<AuthenticatedMember>, token: &str) -> CallResponse {
    if c.request.is_cookie_mode {
        return CallResponse::Member(principal, Map::new(), Effect::None);
    }
    let record = SessionRecord {
        token: token.to_owned(),
        refresh_token: String::new(),
        user_session_id: None,
        member_id: None,
        cypher_version: principal.session.family.version.number(),
        encrypted_session_id: None,
        seal: None,
    };
    CallResponse::Member(principal, Map::new(), Effect::SignedIn { record, is_expired: false })
}

pub async fn login(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let username = c.payload.required_text("username")?;
    let password = c.payload.required_password("password")?;
    let sign_in = c.loyalty().sessions().sign_in(c.visitor(), version(c), &username, &password).await?;
    Ok(with_session(c, &sign_in))
}

pub async fn refresh(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let token = c.request.tokens.refresh.as_deref().ok_or(PeachCode::InvalidSession)?;
    let sign_in = c.loyalty().sessions().refresh(c.visitor(), token).await?;
    let effect = signed_in_effect(&sign_in);
    Ok(CallResponse::Done(
        to_fields(MemberResponse { member_details: member_details(&sign_in.details) }),
        effect,
    ))
}

/// Version 1 ends the session of the token. Version 3 ends the session in `userSessionId`, else that of the token; an
/// unknown session is not an error.
pub async fn logout(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let site = &c.request.site.record;
    if version(c) == ApiVersion::V1 {
        let principal = c.current_member().await?;
        c.loyalty().sessions().sign_out(site, &principal).await?;
    } else {
        let user_session_id = c.payload.optional_text("userSessionId")?;
        if let Some(token) = user_session_id.or_else(|| c.request.tokens.session.clone()) {
            c.loyalty().sessions().sign_out_by_token(site, &token).await?;
        }
    }
    Ok(CallResponse::Done(serde_json::Map::new(), Effect::SignedOut))
}

/// The member of a session, of a hand-over ticket, or of the `userSessionId` that a sign-in returned (ROLE-06).
pub async fn get_member(c: &Context<'_>) -> Result<CallResponse, Failure> {
    if let Some(id) = c.arguments.get("userSessionId") {
        let principal = c.loyalty().sessions().session_by_user_session(&c.request.site.record, id).await?;
        return Ok(CallResponse::Member(principal, Map::new(), Effect::None));
    }
    let token = c.request.tokens.session.clone().ok_or(PeachCode::InvalidSession)?;
    by_token(c, &token).await
}

async fn by_token(c: &Context<'_>, token: &str) -> Result<CallResponse, Failure> {
    Ok(match c.loyalty().sessions().resolve_token(c.visitor(), token, version(c)).await? {
        TokenOwner::Session(principal) => current_member(c, principal, token),
        TokenOwner::Ticket(sign_in) => with_session(c, &sign_in),
    })
}

pub async fn validate_token(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let token = c.arguments.get("token").unwrap_or_default();
    c.loyalty().sessions().validate(&c.request.site.record, token).await?;
    empty_response()
}

pub async fn login_by_token(c: &Context<'_>) -> Result<CallResponse, Failure> {
    by_token(c, c.arguments.get("token").unwrap_or_default()).await
}

pub async fn validated_member(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.current_member().await?;
    let mut body = Map::new();
    // In header mode the caller already has the identifier; in cookie mode scripts must not see it (security 1.4).
    if !c.request.is_cookie_mode {
        body.insert("userSessionId".to_owned(), json!(c.request.tokens.session));
    }
    Ok(CallResponse::Member(principal, body, Effect::None))
}
