//! What a member changes of their account, and its deletion.

use marquee_auth::{Token, Verdict};
use marquee_mail::Letter;
use marquee_model::SiteId;
use marquee_model::loyalty::{CardStatus, Member};
use marquee_model::peach::PeachCode;
use marquee_store::{Account, CardRow, Deletion, MemberRow, SecretKind, StoreError, WriteTx};
use serde_json::json;

use crate::details::Details;
use crate::engine::{Loyalty, Visitor, audit};
use crate::error::LoyaltyError;
use crate::letters::{USERNAME, address, link};
use crate::passwords;
use crate::profile::{Profile, needed};
use crate::secrets::NewSecret;
use crate::session::{PASSWORD_COUNTS, Signed, hex};

/// What is to be changed.
#[derive(Debug, Clone, Default)]
pub struct Change {
    /// Fields.
    pub profile: Profile,
    /// A new password.
    pub password: Option<String>,
    /// The password until now.
    pub current_password: Option<String>,
}

/// How it was shown that it is the member who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// The password was entered just now.
    Entered,
    /// It was entered a while ago, or not at all.
    None,
}

/// What is announced when it changes (security 1.9).
fn announced(before: &Member, after: &Member) -> Vec<Letter> {
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

/// Whether a user name or an address that is new is one by which another member signs in, be it as the other of the two.
pub(crate) async fn is_name_of_another(
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

impl Loyalty {
    /// Whether the password was entered within the last 15 minutes, or is entered now.
    ///
    /// # Errors
    /// 58 when the one entered now is wrong; 429 and 423 after too many of those.
    pub async fn proof(
        &self,
        visitor: Visitor<'_>,
        signed: &Signed,
        entered: Option<&str>,
    ) -> Result<Proof, LoyaltyError> {
        let Some(entered) = entered else {
            let age = self.now().duration_since(signed.session.family.password_at);
            return Ok(if age <= PASSWORD_COUNTS { Proof::Entered } else { Proof::None });
        };
        let account = format!("member:{}", signed.member().id);
        self.account_open(visitor, &account).await?;
        if self.verify(entered, signed.password_hash.as_deref()).await? == Verdict::Wrong {
            self.failed(visitor, &account).await?;
            return Err(PeachCode::CurrentPassword.into());
        }
        // Checked again: concurrent wrong attempts may have locked the account meanwhile.
        self.account_open(visitor, &account).await?;
        Ok(Proof::Entered)
    }

    /// Changes a member's own fields. E-mail, phone, user name and password need a proof (security 1.9); a changed
    /// password ends all other sign-ins.
    ///
    /// # Errors
    /// 58 for a wrong current password, 60 for an address or user name of another member, 84 for a weak password,
    /// [`LoyaltyError::Reauthenticate`] without a proof where one is needed.
    pub async fn edit(
        &self,
        visitor: Visitor<'_>,
        signed: &Signed,
        change: &Change,
    ) -> Result<Details, LoyaltyError> {
        let proof = self.proof(visitor, signed, change.current_password.as_deref()).await?;
        let hash = match &change.password {
            Some(password) if !password.is_empty() => {
                let mut after = signed.member().clone();
                change.profile.apply(&mut after)?;
                passwords::check(visitor.site, &after, password)?;
                Some(self.hash(password).await?)
            }
            _ => None,
        };
        let mut tx = self.begin().await?;
        let id = &signed.member().id;
        let mut row = tx.member(visitor.id(), id).await?.ok_or(PeachCode::Session)?;
        let before = row.member.clone();
        change.profile.apply(&mut row.member)?;
        let letters = announced(&before, &row.member);
        let mailed = before.email != row.member.email;
        if proof == Proof::None && (hash.is_some() || mailed || !letters.is_empty()) {
            return Err(LoyaltyError::Reauthenticate);
        }
        let changes_password = hash.is_some();
        if is_name_of_another(&tx, visitor.id(), &before, &row.member).await? {
            return Err(PeachCode::EmailOfAnother.into());
        }
        row.password_hash = hash.or(row.password_hash);
        match tx.save_member(visitor.id(), &row, false).await {
            Err(StoreError::Exists(_)) => return Err(PeachCode::EmailOfAnother.into()),
            other => other?,
        }
        for letter in &letters {
            self.write_to(&mut tx, visitor, &row.member, letter).await?;
        }
        if mailed {
            self.announce_address(&mut tx, visitor, &before, &row.member).await?;
        }
        if mailed || changes_password {
            // A code that lies in the old mailbox sets no password any more.
            tx.forget_secrets(visitor.id(), SecretKind::Reset, id.as_str()).await?;
        }
        if changes_password {
            tx.end_sessions_of(visitor.id(), id, Some(&signed.session.id)).await?;
            self.write_to(&mut tx, visitor, &row.member, &Letter::PasswordChanged).await?;
        }
        if change.current_password.is_some() {
            self.note_password(&mut tx, visitor, signed).await?;
        }
        tx.commit().await?;
        self.0.live.forget(visitor.id(), id);
        self.details(visitor.id(), row.member).await
    }

    /// The password was entered just now.
    async fn note_password(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        signed: &Signed,
    ) -> Result<(), LoyaltyError> {
        self.forgive(tx, visitor, &format!("member:{}", signed.member().id)).await?;
        if let Some(mut session) = tx.session(visitor.id(), &signed.session.id).await? {
            session.family.password_at = self.now();
            tx.save_session(visitor.id(), &session).await?;
        }
        Ok(())
    }

    /// A changed address is announced to both.
    async fn announce_address(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        before: &Member,
        after: &Member,
    ) -> Result<(), LoyaltyError> {
        let (Some(old), Some(new)) = (&before.email, &after.email) else { return Ok(()) };
        let (Some(from), Some(to)) = (address(old), address(new)) else { return Ok(()) };
        let letter = Letter::EmailChanged { old: from, new: to };
        for email in [old, new] {
            self.queue(tx, visitor, Some(after.id.clone()), email.clone(), &after.language, &letter).await?;
        }
        Ok(())
    }

    /// Sets the user name of a member who has none, by the capability of a search; a mail confirms it (security 2.6).
    ///
    /// # Errors
    /// 85 when the capability is not known, was used or its time is over, or the member has no address to confirm from;
    /// 60 when another member has the name.
    pub async fn set_username(
        &self,
        visitor: Visitor<'_>,
        capability: &str,
        username: &str,
    ) -> Result<(), LoyaltyError> {
        let username = needed("username", username)?;
        let token = Token::read(capability).ok_or(PeachCode::ActivationInfo)?;
        let mut tx = self.begin().await?;
        let taken = tx.take_secret(visitor.id(), SecretKind::Capability, &hex(&token), self.now()).await?;
        let id = taken.and_then(|row| row.subject).ok_or(PeachCode::ActivationInfo)?;
        let row = tx.member(visitor.id(), &marquee_model::MemberId::stored(id)).await?;
        let Some(MemberRow { member, .. }) = row.filter(|row| row.member.username.is_none()) else {
            return Err(PeachCode::ActivationInfo.into());
        };
        if member.email.is_none() {
            return Err(PeachCode::ActivationInfo.into());
        }
        if tx
            .member_by_login(visitor.id(), &username)
            .await?
            .is_some_and(|other| other.member.id != member.id)
        {
            return Err(PeachCode::EmailOfAnother.into());
        }
        let secret = NewSecret {
            kind: SecretKind::UserName,
            member: Some(&member.id),
            valid_for: USERNAME,
            data: json!({ "username": username }),
        };
        let confirm = self.new_secret(&mut tx, visitor.id(), secret).await?;
        let link = link(&format!("{}/api/activate?code={}", visitor.origin, confirm.reveal()))?;
        let minutes = u32::try_from(USERNAME.as_mins()).unwrap_or(0);
        self.write_to(&mut tx, visitor, &member, &Letter::ConfirmUsername { link, minutes }).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Deletes a member: everything that names them is gone, their ledger stays without them.
    ///
    /// # Errors
    /// [`LoyaltyError::Reauthenticate`] unless the password was entered within the last 15 minutes.
    pub async fn delete(&self, visitor: Visitor<'_>, signed: &Signed) -> Result<(), LoyaltyError> {
        if self.proof(visitor, signed, None).await? == Proof::None {
            return Err(LoyaltyError::Reauthenticate);
        }
        let member = signed.member();
        let mut tx = self.begin().await?;
        self.erase(&mut tx, visitor.id(), member, "member").await?;
        if let Some(email) = member.email.clone() {
            self.queue(&mut tx, visitor, None, email, &member.language, &Letter::AccountDeleted).await?;
        }
        tx.commit().await?;
        self.0.live.forget(visitor.id(), &member.id);
        self.0.erased.notify_one();
        tracing::info!(site.id = %visitor.id(), member.id = %member.id, "a member deleted their account");
        Ok(())
    }

    /// Removes a member within a write. Their cards are never good again.
    pub(crate) async fn erase(
        &self,
        tx: &mut WriteTx,
        site: &SiteId,
        member: &Member,
        actor: &str,
    ) -> Result<(), LoyaltyError> {
        for mut card in tx.cards_of(site, &member.id).await? {
            card.status = CardStatus::Lost;
            card.is_primary = false;
            tx.save_card(site, &CardRow { member: Some(member.id.clone()), card }).await?;
        }
        tx.forget_words(site, &Account::Points(member.id.clone())).await?;
        tx.remove_member(site, &member.id).await?;
        let at = self.now();
        // Under older keys too: mails that were sent with one bear its hash.
        for hash in self.0.deleted.all(&[site.as_str(), member.id.as_str()]) {
            tx.note_deletion(&Deletion { site: site.clone(), hash, at }).await?;
        }
        let line = audit(at, actor, "member.delete", member.id.as_str());
        tx.log_audit(site, &line).await?;
        Ok(())
    }
}
