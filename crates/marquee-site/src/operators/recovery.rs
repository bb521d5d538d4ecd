//! A forgotten password, and the operator's own name and address (security 2.8).

use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};
use marquee_auth::Password;
use marquee_model::{OperatorId, SiteId};
use marquee_store::{Counter, OperatorRow, RoleScope, WriteTx};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::limits::limited;
use super::{Device, OperatorError, Operators, SignInOutcome, SignedIn, email, line};

/// How long the link of a forgotten password works.
pub const RESET_MINUTES: u32 = 30;
/// How long the link works that confirms a new address.
pub const NEW_EMAIL_HOURS: u32 = 24;
/// What is counted by the hour.
const WINDOW: SignedDuration = SignedDuration::from_hours(1);
/// Requests of a network for links.
const MAX_REQUESTS: u64 = 20;
/// Links for an account.
const MAX_LINKS: u64 = 5;
/// Uses of links with a code, so that nobody who reads the mails of an operator finds it by trying.
const MAX_CODES: u64 = 10;

/// What the link of a forgotten password has. It works until the account changes, so once.
#[derive(Serialize, Deserialize)]
struct Reset {
    operator: OperatorId,
    /// Hash of address, password and authenticator app.
    state: String,
    /// In Unix seconds.
    until: i64,
}

/// What the link has that confirms a new address.
#[derive(Serialize, Deserialize)]
struct NewEmail {
    operator: OperatorId,
    /// As in [`Reset`]: a new password ends the link.
    state: String,
    new: String,
    /// In Unix seconds.
    until: i64,
}

/// A link that is to be mailed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailedToken {
    /// Where to.
    pub email: String,
    /// In whose look the mail is.
    pub site: SiteId,
    pub token: String,
}

/// A changed address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedEmail {
    pub old: String,
    pub new: String,
    /// In whose look the mails about it are.
    pub site: Option<SiteId>,
}

impl Operators {
    fn reset_state(&self, row: &OperatorRow) -> String {
        let (password, app) = (row.password_hash.as_deref(), row.totp_secret.as_deref());
        self.0.keys.hash(&["reset", &row.email, password.unwrap_or_default(), app.unwrap_or_default()])
    }

    fn seal<T: Serialize>(&self, kind: &str, payload: &T) -> Result<String, OperatorError> {
        Ok(self.0.links.seal(&serde_json::to_vec(payload).unwrap_or_default(), &[kind])?)
    }

    fn open<T: DeserializeOwned>(&self, kind: &str, token: &str) -> Result<T, OperatorError> {
        let bytes = self.0.links.open(token, &[kind]).ok_or(OperatorError::InvalidLink)?;
        serde_json::from_slice(&bytes).map_err(|_| OperatorError::InvalidLink)
    }

    fn later(&self, span: SignedDuration) -> i64 {
        self.now().saturating_add(span).unwrap_or(Timestamp::MAX).as_second()
    }

    /// Counts a use of something that an hour has `max` of.
    async fn count_use(&self, key: &[&str], max: u64) -> Result<(), OperatorError> {
        if !self.0.has_limits {
            return Ok(());
        }
        let (key, now) = (self.0.keys.hash(key), self.now());
        let mut tx = self.0.store.begin().await?;
        let old = tx.operator_counter(&key).await?.filter(|counter| counter.until > now);
        let until = old.map_or_else(|| now.saturating_add(WINDOW).unwrap_or(now), |counter| counter.until);
        let count = old.map_or(0, |counter| counter.count) + 1;
        if count > max {
            return Err(limited(until, now));
        }
        tx.save_operator_counter(&key, &Counter { count, retry_at: now, until }).await?;
        tx.commit().await?;
        Ok(())
    }

    /// The site in whose look an operator gets mails: the first one of theirs.
    async fn site_of(&self, operator: &OperatorId) -> Result<Option<SiteId>, OperatorError> {
        let mut is_everywhere = false;
        for role in self.0.store.operator_roles(operator).await? {
            match role.scope {
                RoleScope::Site(site) => return Ok(Some(site)),
                RoleScope::Everywhere => is_everywhere = true,
            }
        }
        let sites = if is_everywhere { self.0.store.sites().await? } else { Vec::new() };
        Ok(sites.into_iter().next().map(|site| site.record.key))
    }

    /// Counts a request for the link of a forgotten password.
    ///
    /// # Errors
    /// `Limited` after too many for the address or from the network, whether the account exists or not.
    pub async fn count_reset(&self, address: IpAddr, email: &str) -> Result<(), OperatorError> {
        let network = marquee_model::host::client_network(address).to_string();
        self.count_use(&["reset network", &network], MAX_REQUESTS).await?;
        self.count_use(&["reset account", &marquee_model::loyalty::folded(email)], MAX_LINKS).await
    }

    /// The link of a forgotten password; `None` if no account with a site has this address.
    ///
    /// # Errors
    /// [`OperatorError::Store`].
    pub async fn reset_link(&self, email: &str) -> Result<Option<MailedToken>, OperatorError> {
        let Some(row) = self.0.store.operator_by_email(email).await? else { return Ok(None) };
        let Some(site) = self.site_of(&row.id).await? else { return Ok(None) };
        let until = self.later(SignedDuration::from_mins(RESET_MINUTES.into()));
        let payload = Reset { operator: row.id.clone(), state: self.reset_state(&row), until };
        Ok(Some(MailedToken { token: self.seal("reset", &payload)?, email: row.email, site }))
    }

    /// Sets the password of an account whose owner has the link, ends all its sign-ins and begins a new one. An account with an
    /// authenticator app needs its code, or a recovery code. A locked account is open again.
    ///
    /// # Errors
    /// `InvalidLink`; `Password` if the new one is too weak; `WrongCredentials` for a wrong code; `Limited`, `Busy`.
    pub async fn reset_password(
        &self,
        device: Device<'_>,
        token: &str,
        code: Option<&str>,
        new: &Password,
    ) -> Result<SignInOutcome, OperatorError> {
        let Reset { operator, state, until } = self.open("reset", token)?;
        let row = self.0.store.operator(&operator).await?;
        let is_valid = |row: &OperatorRow| until > self.now().as_second() && self.reset_state(row) == state;
        let row = row.filter(is_valid).ok_or(OperatorError::InvalidLink)?;
        let hash = self.hash(new, &[&row.name, &row.email]).await?;
        if self.has_totp(&row)? {
            if code.is_none() {
                return Ok(SignInOutcome::Code);
            }
            self.count_use(&["reset code", operator.as_str()], MAX_CODES).await?;
        }
        let mut tx = self.0.store.begin().await?;
        // The link may have been used during the computation.
        let current = tx.operator(&operator).await?.filter(is_valid);
        let mut current = current.ok_or(OperatorError::InvalidLink)?;
        if !self.use_code(&mut current, code)? {
            return Err(OperatorError::WrongCredentials);
        }
        current.password_hash = Some(hash);
        self.clear_failures(&mut tx, &current.email).await?;
        tx.end_operator_sessions(&operator, None).await?;
        let token = self.begin_session(&mut tx, device, &mut current, None).await?;
        self.audit_account(&mut tx, &current, "operator.password-reset", "").await?;
        tx.commit().await?;
        Ok(SignInOutcome::Done(token))
    }

    /// Changes the operator's own name.
    ///
    /// # Errors
    /// `Field`.
    pub async fn rename(&self, person: &SignedIn, name: &str) -> Result<(), OperatorError> {
        let name = line("name", name)?;
        let mut tx = self.0.store.begin().await?;
        let mut row = tx.operator(&person.operator.id).await?.ok_or(OperatorError::NotFound)?;
        if row.name == name {
            return Ok(());
        }
        let old = std::mem::replace(&mut row.name, name);
        tx.save_operator(&row).await?;
        self.audit_account(&mut tx, &row, "operator.name", &old).await?;
        tx.commit().await?;
        Ok(())
    }

    /// The link that confirms a new address of the operator. Until it is opened, the old one is in effect.
    ///
    /// # Errors
    /// `Field`; `EmailTaken` if another account has the address; `Unconfirmed`; `Limited`; `NotFound` for an operator without a
    /// site.
    pub async fn new_email_link(&self, person: &SignedIn, new: &str) -> Result<MailedToken, OperatorError> {
        person.require_recent()?;
        let new = email(new)?;
        let id = &person.operator.id;
        self.count_use(&["new email", id.as_str()], MAX_LINKS).await?;
        if self.0.store.operator_by_email(&new).await?.is_some_and(|other| other.id != *id) {
            return Err(OperatorError::EmailTaken);
        }
        let site = self.site_of(id).await?.ok_or(OperatorError::NotFound)?;
        let until = self.later(SignedDuration::from_hours(NEW_EMAIL_HOURS.into()));
        let state = self.reset_state(&person.operator);
        let payload = NewEmail { operator: id.clone(), state, new: new.clone(), until };
        Ok(MailedToken { token: self.seal("email", &payload)?, email: new, site })
    }

    /// Changes the address of an account to the one at which the link was opened. The change is in the returned transaction, so that
    /// the mails about it are queued with it.
    ///
    /// # Errors
    /// `InvalidLink`, also if it was used, or if address, password or authenticator app have changed since; `EmailTaken`.
    pub async fn begin_email_change(&self, token: &str) -> Result<(WriteTx, ChangedEmail), OperatorError> {
        let NewEmail { operator, state, new, until } = self.open("email", token)?;
        let (now, used) = (self.now(), self.0.keys.hash(&["used link", token]));
        let site = self.site_of(&operator).await?;
        let owner = self.0.store.operator_by_email(&new).await?;
        let mut tx = self.0.store.begin().await?;
        let row = tx.operator(&operator).await?.filter(|row| self.reset_state(row) == state);
        let is_used = tx.operator_counter(&used).await?.is_some();
        let mut row =
            row.filter(|_| until > now.as_second() && !is_used).ok_or(OperatorError::InvalidLink)?;
        if owner.is_some_and(|other| other.id != operator) {
            return Err(OperatorError::EmailTaken);
        }
        // The account has the state of the link again if its address is changed back.
        let until = Timestamp::from_second(until).unwrap_or(Timestamp::MAX);
        tx.save_operator_counter(&used, &Counter { count: 1, retry_at: now, until }).await?;
        let old = std::mem::replace(&mut row.email, new.clone());
        tx.save_operator(&row).await?;
        self.audit_account(&mut tx, &row, "operator.email", &old).await?;
        Ok((tx, ChangedEmail { old, new, site }))
    }
}
