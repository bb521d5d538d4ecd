//! Recovery of usernames and passwords, and the member search.

use marquee_api::loyalty::SearchResponse;
use marquee_loyalty::{ResetLink, ResetRequest};

use super::{empty_response, fields_response};
use crate::context::Context;
use crate::reply::{CallResponse, Failure};

pub async fn reminder(c: &Context<'_>) -> Result<CallResponse, Failure> {
    c.loyalty().accounts().email_username(c.visitor(), c.arguments.get("value").unwrap_or_default()).await?;
    empty_response()
}

/// The page that a reset mail links to.
pub fn reset_link(c: &Context<'_>) -> Result<ResetLink, Failure> {
    let argument = |name| c.arguments.get(name).unwrap_or_default();
    Ok(ResetLink::parse(c.visitor(), argument("rootUrl"), argument("resetPasswordLink"))?)
}

pub async fn request_code(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let email = c.arguments.get("emailAddress").unwrap_or_default().to_owned();
    let request = ResetRequest { email, link: reset_link(c)? };
    c.loyalty().accounts().request_password_reset(c.visitor(), &request).await?;
    empty_response()
}

pub async fn check_code(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let argument = |name| c.arguments.get(name).unwrap_or_default();
    c.loyalty()
        .accounts()
        .check_reset_code(c.visitor(), argument("emailAddress"), argument("resetCode"))
        .await?;
    empty_response()
}

pub async fn reset(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let (code, password) = (c.payload.required_text("resetCode")?, c.payload.required_password("password")?);
    let address = c.payload.optional_text("emailAddress")?;
    c.loyalty().accounts().reset_password(c.visitor(), address.as_deref(), &code, &password).await?;
    empty_response()
}

pub async fn search(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let (email, card) = (c.payload.optional_text("email")?, c.payload.optional_text("memberCardNumber")?);
    let last_name = c.payload.required_text("lastName")?;
    let result = c
        .loyalty()
        .accounts()
        .search_member(c.visitor(), email.as_deref(), card.as_deref(), &last_name)
        .await?;
    fields_response(SearchResponse { has_user_name: result.has_username, club_id: result.club_id })
}
