//! Registration, changes of the member's own data, account deletion.

use marquee_api::loyalty::MemberResponse;
use marquee_loyalty::{AccountChange, RegistrationResult};
use marquee_model::peach::PeachCode;

use super::member_fields::{profile, registration};
use super::{empty_response, fields_response, session};
use crate::context::Context;
use crate::reply::{CallResponse, Effect, Failure, member_details};

pub async fn create(c: &Context<'_>) -> Result<CallResponse, Failure> {
    match c
        .loyalty()
        .accounts()
        .register(c.visitor(), session::version(c), &registration(&c.payload)?)
        .await?
    {
        RegistrationResult::Active(sign_in) => Ok(session::with_session(c, &sign_in)),
        RegistrationResult::Pending(details) => {
            fields_response(MemberResponse { member_details: member_details(&details) })
        }
        RegistrationResult::Mailed => empty_response(),
    }
}

pub async fn start_registration(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let id =
        c.loyalty().accounts().begin_registration(c.visitor(), &c.payload.required_text("email")?).await?;
    Ok(CallResponse::Done(serde_json::Map::new(), Effect::RegistrationStarted(id)))
}

pub async fn edit(c: &Context<'_>) -> Result<CallResponse, Failure> {
    if c.request.tokens.session.is_none() {
        // Version 1 only: the table requires a session for version 3. The response has no member data (security 2.6).
        let club = c.payload.optional_text("clubId")?.ok_or(PeachCode::InvalidSession)?;
        c.loyalty()
            .accounts()
            .set_username(c.visitor(), &club, &c.payload.required_text("username")?)
            .await?;
        return empty_response();
    }
    let principal = c.current_member().await?;
    let change = AccountChange {
        profile: profile(&c.payload)?,
        password: c.payload.optional_password("password")?,
        current_password: c.payload.optional_password("currentPassword")?,
    };
    let details = c.loyalty().accounts().edit_account(c.visitor(), &principal, &change).await?;
    fields_response(MemberResponse { member_details: member_details(&details) })
}

pub async fn delete(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.current_member().await?;
    let member_id = c.arguments.get("memberId").unwrap_or_default();
    if !member_id.is_empty() && member_id != principal.member().id.as_str() {
        return Err(PeachCode::MemberNotFound.into());
    }
    c.loyalty().accounts().delete_account(c.visitor(), &principal).await?;
    Ok(CallResponse::Done(serde_json::Map::new(), Effect::SignedOut))
}

pub async fn send_activation(c: &Context<'_>) -> Result<CallResponse, Failure> {
    c.loyalty().accounts().send_activation(c.visitor(), &c.payload.required_text("email")?).await?;
    empty_response()
}
