//! Account changes and deletion by members.

use marquee_auth::{Password, PasswordMatch, Token};
use marquee_mail::Letter;
use marquee_model::SiteId;
use marquee_model::loyalty::{CardStatus, Member};
use marquee_store::{Account, CardRow, Deletion, MemberRow, SecretKind, StoreError, WriteTx};

use crate::caller::AuthenticatedMember;
use crate::caller::Details;
use crate::context::{Context, Visitor, audit};
use crate::error::{LoyaltyError, RefusalReason};
use crate::mail_queue::{USERNAME_LIFETIME, activation_link, address};
use crate::passwords;
use crate::profile::{Profile, required};
use crate::secrets::{NewSecret, RequestedUserName, SecretPayload, token_hash};
use crate::services::Accounts;
use crate::session::RECENT_PASSWORD;

/// A change of an account.
#[derive(Debug, Clone, Default)]
pub struct AccountChange {
    pub profile: Profile,
    /// The new password; `None` or empty keeps the old one.
    pub password: Option<Password>,
    /// The current password, to authorize sensitive changes.
    pub current_password: Option<Password>,
}

/// Whether the caller entered the password recently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// The password was entered with this call or within the last 15 minutes.
    Recent,
    /// It was entered earlier.
    Missing,
}

/// The notifications for a change of username or phone numbers (security 1.9).
fn change_notifications(before: &Member, after: &Member) -> Vec<Letter> {
    let mut letters = Vec::new();
    if before.username != after.username {
        letters.push(Letter::UsernameChanged { username: after.username.clone().unwrap_or_default() });
    }
    let phones = |m: &Member| (m.phone_number.clone(), m.mobile_number.clone());
    if phones(before) != phones(after) {
        letters.push(Letter::PhoneChanged);
    }
    letters
}

/// Whether a changed username or email address is the username or address of another member.
pub(crate) async fn is_login_taken(
    tx: &WriteTx,
    site: &SiteId,
    before: &Member,
    after: &Member,
) -> Result<bool, StoreError> {
    let names = [(&before.username, &after.username), (&before.email, &after.email)];
    for name in names.into_iter().filter(|(old, new)| old != new).filter_map(|(_, new)| new.as_deref()) {
        if tx.member_by_login(site, name).await?.is_some_and(|other| other.member.id != after.id) {
            return Ok(true);
        }
    }
    Ok(false)
}

impl Accounts<'_> {
    /// Checks the entered password. If `entered` is `None`, checks whether the password was entered within the last 15 minutes.
    ///
    /// # Errors
    /// `WrongPassword`; `TooManyFailures` or `AccountLocked` after too many wrong passwords.
    pub async fn check_password_proof(
        self,
        visitor: Visitor<'_>,
        principal: &AuthenticatedMember,
        entered: Option<&Password>,
    ) -> Result<Proof, LoyaltyError> {
        let Some(entered) = entered else {
            let age = self.context.now().duration_since(principal.session.family.password_at);
            return Ok(if age <= RECENT_PASSWORD { Proof::Recent } else { Proof::Missing });
        };
        let account = format!("member:{}", principal.member().id);
        self.context.check_account_lockout(visitor, &account).await?;
        if self.context.verify(entered, principal.password_hash.as_deref()).await? == PasswordMatch::Invalid {
            self.context.record_failure(visitor, &account).await?;
            return Err(RefusalReason::WrongPassword.into());
        }
        // Checked again: concurrent wrong attempts may have locked out the account meanwhile.
        self.context.check_account_lockout(visitor, &account).await?;
        Ok(Proof::Recent)
    }

    /// Changes a member's own account. Changes of email address, phone numbers, username and password require
    /// [`Proof::Recent`] (security 1.9); a new password ends all other sign-ins.
    ///
    /// # Errors
    /// `WrongPassword`, `TooManyFailures` or `AccountLocked` for the current password, `LoginTaken`, `WeakPassword`;
    /// [`LoyaltyError::Reauthenticate`] if a required proof is missing, [`LoyaltyError::Field`] for an invalid field.
    pub async fn edit_account(
        self,
        visitor: Visitor<'_>,
        principal: &AuthenticatedMember,
        change: &AccountChange,
    ) -> Result<Details, LoyaltyError> {
        let proof = self.check_password_proof(visitor, principal, change.current_password.as_ref()).await?;
        let hash = match &change.password {
            Some(password) if !password.is_empty() => {
                let mut after = principal.member().clone();
                change.profile.apply(&mut after)?;
                passwords::check(visitor.site, &after, password)?;
                Some(self.context.hash(password).await?)
            }
            _ => None,
        };
        let mut tx = self.context.begin().await?;
        let id = &principal.member().id;
        let mut row = tx.member(visitor.id(), id).await?.ok_or(RefusalReason::InvalidSession)?;
        let before = row.member.clone();
        change.profile.apply(&mut row.member)?;
        let letters = change_notifications(&before, &row.member);
        let email_changed = before.email != row.member.email;
        if proof == Proof::Missing && (hash.is_some() || email_changed || !letters.is_empty()) {
            return Err(LoyaltyError::Reauthenticate);
        }
        let changes_password = hash.is_some();
        if is_login_taken(&tx, visitor.id(), &before, &row.member).await? {
            return Err(RefusalReason::LoginTaken.into());
        }
        row.password_hash = hash.or(row.password_hash);
        match tx.save_member(visitor.id(), &row, false).await {
            Err(StoreError::Exists(_)) => return Err(RefusalReason::LoginTaken.into()),
            other => other?,
        }
        for letter in &letters {
            self.context.email_member(&mut tx, visitor, &row.member, letter).await?;
        }
        if email_changed {
            self.announce_address(&mut tx, visitor, &before, &row.member).await?;
        }
        if email_changed || changes_password {
            // Invalidate reset codes in the old mailbox.
            tx.remove_secrets(visitor.id(), SecretKind::Reset, id.as_str()).await?;
        }
        if changes_password {
            tx.end_member_sessions(visitor.id(), id, Some(&principal.session.id)).await?;
            self.context.email_member(&mut tx, visitor, &row.member, &Letter::PasswordChanged).await?;
        }
        if change.current_password.is_some() {
            self.record_password_entry(&mut tx, visitor, principal).await?;
        }
        tx.commit().await?;
        self.context.session_cache.invalidate(visitor.id(), id);
        self.context.details(visitor.id(), row.member).await
    }

    /// Records in the sign-in that the password was entered now.
    async fn record_password_entry(
        self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        principal: &AuthenticatedMember,
    ) -> Result<(), LoyaltyError> {
        self.context.clear_failures(tx, visitor, &format!("member:{}", principal.member().id)).await?;
        if let Some(mut session) = tx.session(visitor.id(), &principal.session.id).await? {
            session.family.password_at = self.context.now();
            tx.save_session(visitor.id(), &session).await?;
        }
        Ok(())
    }

    /// Notifies the old and the new address.
    async fn announce_address(
        self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        before: &Member,
        after: &Member,
    ) -> Result<(), LoyaltyError> {
        let (Some(old_email), Some(new_email)) = (&before.email, &after.email) else { return Ok(()) };
        let (Some(from), Some(to)) = (address(old_email), address(new_email)) else { return Ok(()) };
        let letter = Letter::EmailChanged { old: from, new: to };
        for email in [old_email, new_email] {
            self.context
                .queue_email(tx, visitor, Some(after.id.clone()), email.clone(), &after.language, &letter)
                .await?;
        }
        Ok(())
    }

    /// Requests a username for a member without one, authorized by the capability from [`Accounts::search_member`]. The member
    /// confirms it by an emailed link (security 2.6).
    ///
    /// # Errors
    /// `InvalidCode` for the capability, `UsernameAlreadySet`, `NoEmail`, `LoginTaken`; [`LoyaltyError::Field`] for an invalid
    /// name.
    pub async fn set_username(
        self,
        visitor: Visitor<'_>,
        capability: &str,
        username: &str,
    ) -> Result<(), LoyaltyError> {
        let username = required("username", username)?;
        let token = Token::parse(capability).ok_or(RefusalReason::InvalidCode)?;
        let mut tx = self.context.begin().await?;
        let secret = tx
            .consume_secret(visitor.id(), SecretKind::SetUsername, &token_hash(&token), self.context.now())
            .await?;
        let subject = secret.and_then(|row| row.subject).ok_or(RefusalReason::InvalidCode)?;
        let id = marquee_model::MemberId::parse(&subject).map_err(|_| RefusalReason::InvalidCode)?;
        let row = tx.member(visitor.id(), &id).await?;
        let Some(MemberRow { member, .. }) = row.filter(|row| row.member.username.is_none()) else {
            return Err(RefusalReason::UsernameAlreadySet.into());
        };
        if member.email.is_none() {
            return Err(RefusalReason::NoEmail.into());
        }
        if tx
            .member_by_login(visitor.id(), &username)
            .await?
            .is_some_and(|other| other.member.id != member.id)
        {
            return Err(RefusalReason::LoginTaken.into());
        }
        let secret = NewSecret {
            member: Some(&member.id),
            valid_for: USERNAME_LIFETIME,
            payload: SecretPayload::UserName(RequestedUserName { username }),
        };
        let confirm = self.context.new_secret(&mut tx, visitor.id(), secret).await?;
        let link = activation_link(visitor, &member, &confirm)?;
        let minutes = u32::try_from(USERNAME_LIFETIME.as_mins()).unwrap_or(0);
        self.context
            .email_member(&mut tx, visitor, &member, &Letter::ConfirmUsername { link, minutes })
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Deletes a member and all personal data. Ledger entries are kept without personal data.
    ///
    /// # Errors
    /// [`LoyaltyError::Reauthenticate`] unless the password was entered within the last 15 minutes.
    pub async fn delete_account(
        self,
        visitor: Visitor<'_>,
        principal: &AuthenticatedMember,
    ) -> Result<(), LoyaltyError> {
        if self.check_password_proof(visitor, principal, None).await? == Proof::Missing {
            return Err(LoyaltyError::Reauthenticate);
        }
        let member = principal.member();
        let mut tx = self.context.begin().await?;
        self.context.delete_member(&mut tx, visitor.id(), member, "member").await?;
        if let Some(email) = member.email.clone() {
            self.context
                .queue_email(&mut tx, visitor, None, email, &member.language, &Letter::AccountDeleted)
                .await?;
        }
        tx.commit().await?;
        self.context.session_cache.invalidate(visitor.id(), &member.id);
        self.context.member_deleted.notify_one();
        tracing::info!(site.id = %visitor.id(), member.id = %member.id, "account deleted");
        Ok(())
    }
}

impl Context {
    /// Deletes a member within a transaction. Their cards become permanently invalid.
    pub(crate) async fn delete_member(
        &self,
        tx: &mut WriteTx,
        site: &SiteId,
        member: &Member,
        actor: &str,
    ) -> Result<(), LoyaltyError> {
        for mut card in tx.member_cards(site, &member.id).await? {
            card.status = CardStatus::Lost;
            card.is_primary = false;
            tx.save_card(site, &CardRow { member: Some(member.id.clone()), card }).await?;
        }
        // A backup from before a merge has the merged accounts too.
        let mut ids = tx.merged_ids(site, &member.id).await?;
        ids.push(member.id.clone());
        for id in &ids {
            tx.clear_descriptions(site, &Account::Points(id.clone())).await?;
        }
        tx.remove_member(site, &member.id).await?;
        let at = self.now();
        for id in &ids {
            // Under older keys too: emails sent before a key rotation are tagged with the older hash.
            for hash in self.deletion_hash_key.hash_with_all_keys(&[site.as_str(), id.as_str()]) {
                tx.record_deletion(&Deletion { site: site.clone(), hash, at }).await?;
            }
        }
        let line = audit(at, actor, "member.delete", member.id.as_str());
        tx.log_audit(site, &line).await?;
        Ok(())
    }
}
