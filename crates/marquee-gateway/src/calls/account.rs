//! Registration, changes of one's own data, deletion of one's account.

use marquee_api::loyalty::MemberAnswer;
use marquee_loyalty::{Change, Registered};
use marquee_model::peach::PeachCode;

use super::fields_of::{profile, registration};
use super::{done, ok, session};
use crate::gateway::Context;
use crate::reply::{Answer, Effect, Failure, member_details};
use crate::table::Version;

pub async fn create(c: &Context<'_>) -> Result<Answer, Failure> {
    let version = if c.call.version() == Version::V3 { 3 } else { 1 };
    match c.loyalty().register(c.visitor(), version, &registration(&c.payload)?).await? {
        Registered::Active(signed) => Ok(session::with_session(c, &signed)),
        Registered::Pending(details) => done(MemberAnswer { member_details: member_details(&details) }),
        Registered::Mailed => ok(),
    }
}

pub async fn start_registration(c: &Context<'_>) -> Result<Answer, Failure> {
    let id = c.loyalty().begin_registration(c.visitor(), &c.payload.needed("email")?).await?;
    Ok(Answer::Done(serde_json::Map::new(), Effect::Begun(id)))
}

pub async fn edit(c: &Context<'_>) -> Result<Answer, Failure> {
    if c.asked.sent.session.is_none() {
        // Version 1 only: the table requires a session for version 3. The answer has no member data (security 2.6).
        let club = c.payload.text("clubId")?.ok_or(PeachCode::Session)?;
        c.loyalty().set_username(c.visitor(), &club, &c.payload.needed("username")?).await?;
        return ok();
    }
    let signed = c.anybody().await?;
    let change = Change {
        profile: profile(&c.payload)?,
        password: c.payload.text("password")?,
        current_password: c.payload.text("currentPassword")?,
    };
    let details = c.loyalty().edit(c.visitor(), &signed, &change).await?;
    done(MemberAnswer { member_details: member_details(&details) })
}

pub async fn delete(c: &Context<'_>) -> Result<Answer, Failure> {
    let signed = c.anybody().await?;
    let named = c.arguments.get("memberId").unwrap_or_default();
    if !named.is_empty() && named != signed.member().id.as_str() {
        return Err(PeachCode::MemberNotFound.into());
    }
    c.loyalty().delete(c.visitor(), &signed).await?;
    Ok(Answer::Done(serde_json::Map::new(), Effect::SignedOut))
}

pub async fn send_activation(c: &Context<'_>) -> Result<Answer, Failure> {
    c.loyalty().send_activation(c.visitor(), &c.payload.needed("email")?).await?;
    ok()
}
