//! Recovery of user names and passwords, and the member search.

use marquee_api::loyalty::SearchAnswer;
use marquee_loyalty::{ResetLink, ResetRequest};

use super::{done, ok};
use crate::gateway::Context;
use crate::reply::{Answer, Failure};

pub async fn reminder(c: &Context<'_>) -> Result<Answer, Failure> {
    c.loyalty().remind(c.visitor(), c.arguments.get("value").unwrap_or_default()).await?;
    ok()
}

/// The page that a reset mail links to.
pub fn reset_link(c: &Context<'_>) -> Result<ResetLink, Failure> {
    let argument = |name| c.arguments.get(name).unwrap_or_default();
    Ok(ResetLink::parse(c.visitor(), argument("rootUrl"), argument("resetPasswordLink"))?)
}

pub async fn request_code(c: &Context<'_>) -> Result<Answer, Failure> {
    let email = c.arguments.get("emailAddress").unwrap_or_default().to_owned();
    let request = ResetRequest { email, link: reset_link(c)? };
    c.loyalty().request_reset(c.visitor(), &request).await?;
    ok()
}

pub async fn check_code(c: &Context<'_>) -> Result<Answer, Failure> {
    let argument = |name| c.arguments.get(name).unwrap_or_default();
    c.loyalty().check_reset(c.visitor(), argument("emailAddress"), argument("resetCode")).await?;
    ok()
}

pub async fn reset(c: &Context<'_>) -> Result<Answer, Failure> {
    let (code, password) = (c.payload.needed("resetCode")?, c.payload.needed("password")?);
    let address = c.payload.text("emailAddress")?;
    c.loyalty().reset(c.visitor(), address.as_deref(), &code, &password).await?;
    ok()
}

pub async fn search(c: &Context<'_>) -> Result<Answer, Failure> {
    let (email, card) = (c.payload.text("email")?, c.payload.text("memberCardNumber")?);
    let last_name = c.payload.needed("lastName")?;
    let found = c.loyalty().search(c.visitor(), email.as_deref(), card.as_deref(), &last_name).await?;
    done(SearchAnswer { has_user_name: found.has_user_name, club_id: found.club_id })
}
