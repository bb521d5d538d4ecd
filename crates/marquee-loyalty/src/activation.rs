//! Confirmation by emailed links.

use marquee_auth::Token;
use marquee_mail::Letter;
use marquee_model::MemberId;
use marquee_model::loyalty::MemberStatus;
use marquee_store::{SecretKind, StoreError};

use crate::account::is_login_taken;
use crate::context::Visitor;
use crate::error::{LoyaltyError, RefusalReason};
use crate::limits::Action;
use crate::membership::membership_letter;
use crate::profile::email_address;
use crate::registration::welcome;
use crate::secrets::{ConfirmedOrder, RequestedUserName, payload, token_hash};
use crate::services::Accounts;

/// The action that an emailed link confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfirmedAction {
    /// The email address; the member can sign in now.
    Account,
    /// A username that was requested without signing in.
    UserName,
    /// A membership that was ordered without signing in.
    Membership,
}

impl Accounts<'_> {
    /// Sends the email with the confirmation link again.
    ///
    /// # Errors
    /// `UnknownMember`, `AlreadyConfirmed`; [`LoyaltyError::Limited`] after five of these errors within an hour.
    pub async fn send_activation(self, visitor: Visitor<'_>, address: &str) -> Result<(), LoyaltyError> {
        let address = email_address("email", address)?;
        self.context.check_limit(visitor, Action::Reveal).await?;
        let Some(row) = self.context.store.member_by_email(visitor.id(), &address).await? else {
            return Err(self.context.limit_revealing(visitor, RefusalReason::UnknownMember).await);
        };
        if row.member.standing != MemberStatus::Unconfirmed {
            return Err(self.context.limit_revealing(visitor, RefusalReason::AlreadyConfirmed).await);
        }
        let mut tx = self.context.begin().await?;
        if self.context.count_email(&mut tx, visitor, &address).await? {
            self.mail_activation(&mut tx, visitor, &row.member).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Redeems the code of an emailed link.
    ///
    /// # Errors
    /// `InvalidCode`; `UsernameAlreadySet`, `LoginTaken` for a username; `UnknownOrder`, `AlreadyHasMembership` for a
    /// membership.
    pub async fn confirm_action(
        self,
        visitor: Visitor<'_>,
        code: &str,
    ) -> Result<ConfirmedAction, LoyaltyError> {
        let token = Token::parse(code).ok_or(RefusalReason::InvalidCode)?;
        let (hash, now) = (token_hash(&token), self.context.now());
        let mut tx = self.context.begin().await?;
        let site = visitor.id();
        let mut consumed = None;
        for (kind, secret) in [
            (ConfirmedAction::Account, SecretKind::Activation),
            (ConfirmedAction::UserName, SecretKind::UserName),
            (ConfirmedAction::Membership, SecretKind::Membership),
        ] {
            if let Some(secret_row) = tx.consume_secret(site, secret, &hash, now).await? {
                consumed = Some((kind, secret_row));
                break;
            }
        }
        let (kind, secret_row) = consumed.ok_or(RefusalReason::InvalidCode)?;
        let id = MemberId::parse(secret_row.subject.as_deref().unwrap_or_default())
            .map_err(|_| RefusalReason::InvalidCode)?;
        let mut row = tx.member(site, &id).await?.ok_or(RefusalReason::InvalidCode)?;
        let before = row.member.clone();
        let letter = match kind {
            ConfirmedAction::Membership => {
                let ConfirmedOrder { order } = payload(&secret_row).ok_or(RefusalReason::InvalidCode)?;
                self.context.memberships().begin_confirmed_membership(tx, visitor, &order, row).await?;
                return Ok(kind);
            }
            ConfirmedAction::Account => {
                row.member.confirm_email();
                let membership = membership_letter(&tx, site, &row.member).await?;
                // One email per registration: the one about the membership replaces the welcome.
                membership.unwrap_or_else(|| welcome(&row.member))
            }
            ConfirmedAction::UserName => {
                let RequestedUserName { username } =
                    payload(&secret_row).ok_or(RefusalReason::InvalidCode)?;
                if row.member.username.is_some() {
                    return Err(RefusalReason::UsernameAlreadySet.into());
                }
                row.member.username = Some(username.clone());
                Letter::UsernameChanged { username }
            }
        };
        if is_login_taken(&tx, site, &before, &row.member).await? {
            return Err(RefusalReason::LoginTaken.into());
        }
        match tx.save_member(site, &row, false).await {
            Err(StoreError::Exists(_)) => return Err(RefusalReason::LoginTaken.into()),
            other => other?,
        }
        self.context.email_member(&mut tx, visitor, &row.member, &letter).await?;
        tx.commit().await?;
        self.context.session_cache.invalidate(site, &id);
        Ok(kind)
    }
}
