//! Operators: sign-in with password and code or with a passkey, sessions, invitations, people of a site (security 2.8).

mod device;
mod limits;
mod manager;
mod passkeys;
mod people;
mod recovery;
mod removal;
mod roles;
mod signed_in;
mod totp;
mod webauthn;

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use marquee_api::editor::OperatorSession;
use marquee_auth::{
    AuthError, HashPool, Hasher, KeyedHash, Password, PasswordMatch, PasswordRejection, Sealer, Token,
    check_operator_password, random_text,
};
use marquee_model::email::is_email;
use marquee_model::operator::{
    GrantRefusal, InvalidRole, OPERATOR_CONFIRMATION_MINUTES, OPERATOR_IDLE_MINUTES, OPERATOR_SESSION_HOURS,
    OperatorRole,
};
use marquee_model::{Clock, OperatorId, SiteId};
use marquee_store::{
    OperatorRow, OperatorSessionRow, RemovedPerson, Store, StoreError, WithdrawnInvitation, WriteTx,
};

use crate::draft::REQUEST_SHOWN;

pub use device::Device;
pub use limits::account_key;
pub use manager::{Manager, invitation_link};
pub use passkeys::{MAX_PASSKEYS, PasskeyPlace};
pub use people::{INVITATION_DAYS, NewInvitation};
pub use recovery::{ChangedEmail, MailedToken, NEW_EMAIL_HOURS, RESET_MINUTES};
pub use removal::removal;
pub use roles::MAX_OWN_ROLES;
pub use signed_in::SignedIn;
pub use webauthn::PasskeyHost;

/// How often the time of the last request is saved.
const SEEN_INTERVAL: SignedDuration = SignedDuration::from_secs(60);
/// Maximum length of names and addresses in characters.
const MAX_TEXT: usize = 200;
/// Length of an operator's id.
const ID_LENGTH: usize = 16;

/// What the service needs.
#[derive(Debug)]
pub struct OperatorOptions<'a> {
    /// The server's secrets, newest first.
    pub secrets: &'a [String],
    /// Whether rate limits apply. Disable in tests only.
    pub limits: bool,
    /// The threads that hash passwords.
    pub hashes: HashPool,
}

/// Why a call of an operator was refused.
#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    /// Unknown address, wrong password, or wrong code.
    #[error("the email address, password or code is wrong")]
    WrongCredentials,
    /// After too many failures, for some seconds.
    #[error("too many attempts: try again in {seconds} s")]
    Limited { seconds: u64 },
    /// After a hundred failures.
    #[error("the account is locked: ask for a link to set a new password")]
    Locked,
    /// Password and code must be entered again, or a passkey used.
    #[error("enter your password again")]
    Unconfirmed,
    /// The role does not permit it, or is limited to other theaters.
    #[error(transparent)]
    NotPermitted(#[from] GrantRefusal),
    /// The invitation is unknown, used or expired.
    #[error("this link is no longer valid: ask for a new invitation")]
    InvalidInvitation,
    /// The link of a forgotten password or of a new address is unknown, used or expired.
    #[error("this link is no longer valid: ask for a new one")]
    InvalidLink,
    #[error("{0}")]
    Password(#[from] PasswordRejection),
    /// A field is missing or malformed.
    #[error("{field} {rule}")]
    Field { field: &'static str, rule: &'static str },
    #[error("this person does not sign in with a password only")]
    NothingToRemind,
    #[error("somebody with this address already has access")]
    AlreadyThere,
    /// The account has a passkey, and this sign-in has not used one.
    #[error("sign in with your passkey to add another way")]
    PasskeyFirst,
    #[error("another account has this address")]
    EmailTaken,
    /// The editor was opened without a host name, or without https.
    #[error("passkeys work on a host name with https only")]
    PasskeysUnavailable,
    /// The challenge has expired or was used, or the answer of the authenticator is invalid.
    #[error("the passkey was not accepted: try again")]
    PasskeyRejected,
    #[error("this passkey is registered already")]
    PasskeyExists,
    #[error("an account has at most {MAX_PASSKEYS} passkeys: remove one first")]
    TooManyPasskeys,
    /// Without it nobody could sign in to the account.
    #[error("this is the only way to sign in: add another passkey or set a password first")]
    LastSignIn,
    #[error("the last owner cannot leave: make somebody else an owner first")]
    LastOwner,
    /// A role of the site's own that cannot be defined so.
    #[error("{} {}", .0.field(), .0)]
    Role(InvalidRole),
    #[error("a site has at most {MAX_OWN_ROLES} roles of its own: delete one first")]
    TooManyRoles,
    /// A role that people have, or are invited with.
    #[error("the role is still that of {}: give them another one, or withdraw the invitation, first", .people.join(", "))]
    RoleInUse { people: Vec<String> },
    /// People have the role at some theaters only, and it would now permit what belongs to the whole site.
    #[error(
        "the role is limited to theaters for {}, which these permissions do not allow: give them all theaters first",
        .people.join(", ")
    )]
    RoleIsLimited { people: Vec<String> },
    #[error("not found")]
    NotFound,
    /// Too many passwords are being checked.
    #[error("the server is busy: try again")]
    Busy,
    #[error(transparent)]
    Auth(AuthError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<AuthError> for OperatorError {
    fn from(error: AuthError) -> Self {
        match error {
            AuthError::QueueFull => Self::Busy,
            AuthError::Rejected(rejection) => Self::Password(rejection),
            other => Self::Auth(other),
        }
    }
}

/// The result of a sign-in with the correct password.
#[derive(Debug)]
pub enum SignInOutcome {
    /// The token of the new sign-in, for the cookie.
    Done(Token),
    /// A code is required.
    Code,
}

/// The operators of all sites. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Operators(Arc<Inner>);

struct Inner {
    store: Store,
    clock: Arc<dyn Clock>,
    hashes: HashPool,
    has_limits: bool,
    /// Hashes keys of counters.
    keys: KeyedHash,
    /// Encrypts secrets of authenticator apps.
    totp: Sealer,
    /// Hashes recovery codes.
    recovery: KeyedHash,
    /// Encrypts what mailed links have.
    links: Sealer,
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Operators").finish_non_exhaustive()
    }
}

fn token_hash(token: &Token) -> String {
    hex::encode(token.hash().as_bytes())
}

/// A text of one line within the maximum length.
fn line(field: &'static str, text: &str) -> Result<String, OperatorError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(OperatorError::Field { field, rule: "is missing" });
    }
    if text.chars().count() > MAX_TEXT || text.contains(char::is_control) {
        return Err(OperatorError::Field { field, rule: "must be one line of at most 200 characters" });
    }
    Ok(text.to_owned())
}

fn email(text: &str) -> Result<String, OperatorError> {
    let email = line("email", text)?;
    if is_email(&email) {
        Ok(email)
    } else {
        Err(OperatorError::Field { field: "email", rule: "must be an email address" })
    }
}

/// Whether a sign-in was unused for too long, or is too old (security 2.8).
#[must_use]
pub fn is_over(session: &OperatorSessionRow, now: Timestamp) -> bool {
    let ago = |duration| now.saturating_sub(duration).unwrap_or(Timestamp::MIN);
    session.seen_at < ago(SignedDuration::from_mins(OPERATOR_IDLE_MINUTES))
        || session.created_at < ago(SignedDuration::from_hours(OPERATOR_SESSION_HOURS))
}

impl Operators {
    /// # Errors
    /// [`AuthError::NoSecret`] if no secret is configured.
    pub fn new(store: Store, clock: Arc<dyn Clock>, options: OperatorOptions<'_>) -> Result<Self, AuthError> {
        Ok(Self(Arc::new(Inner {
            store,
            clock,
            hashes: options.hashes,
            has_limits: options.limits,
            keys: KeyedHash::new(options.secrets, limits::PURPOSE)?,
            totp: Sealer::new(options.secrets, "authenticator app")?,
            recovery: KeyedHash::new(options.secrets, "recovery code")?,
            links: Sealer::new(options.secrets, "operator link")?,
        })))
    }

    fn now(&self) -> Timestamp {
        self.0.clock.now()
    }

    fn ago(&self, span: SignedDuration) -> Timestamp {
        self.now().saturating_sub(span).unwrap_or(Timestamp::MIN)
    }

    async fn verify(&self, password: &Password, hash: Option<&str>) -> Result<PasswordMatch, OperatorError> {
        let (password, hash) = (password.clone(), hash.map(str::to_owned));
        Ok(self.0.hashes.result(move |hasher: &mut Hasher| hasher.verify(&password, hash.as_deref())).await?)
    }

    async fn hash(&self, password: &Password, own_words: &[&str]) -> Result<String, OperatorError> {
        check_operator_password(password, own_words)?;
        let password = password.clone();
        Ok(self.0.hashes.result(move |hasher: &mut Hasher| hasher.hash(&password)).await??)
    }

    /// Signs in with address, password and, if the account has an authenticator app, a code of it or a recovery code.
    ///
    /// # Errors
    /// `WrongCredentials` for an unknown address, a wrong password or a wrong code, after the same time; `Limited` or `Locked`
    /// after too many failures, whether the account exists or not; `Busy`.
    pub async fn sign_in(
        &self,
        device: Device<'_>,
        email: &str,
        password: &Password,
        code: Option<&str>,
    ) -> Result<SignInOutcome, OperatorError> {
        self.check_limits(device.address, email).await?;
        let row = self.0.store.operator_by_email(email).await?;
        let is_match =
            self.verify(password, row.as_ref().and_then(|row| row.password_hash.as_deref())).await?;
        let Some(row) = row.filter(|_| is_match != PasswordMatch::Invalid) else {
            self.record_failure(device.address, email).await?;
            return Err(OperatorError::WrongCredentials);
        };
        if self.has_totp(&row)? && code.is_none() {
            return Ok(SignInOutcome::Code);
        }
        let mut tx = self.0.store.begin().await?;
        // The password may have been changed during the comparison.
        let current = tx.operator(&row.id).await?.filter(|now| now.password_hash == row.password_hash);
        let mut current = current.ok_or(OperatorError::WrongCredentials)?;
        if !self.use_code(&mut current, code)? {
            drop(tx);
            self.record_failure(device.address, email).await?;
            return Err(OperatorError::WrongCredentials);
        }
        self.clear_failures(&mut tx, email).await?;
        let token = self.begin_session(&mut tx, device, &mut current, None).await?;
        tx.commit().await?;
        tracing::info!(operator.id = %current.id, "operator signed in");
        Ok(SignInOutcome::Done(token))
    }

    async fn begin_session(
        &self,
        tx: &mut WriteTx,
        device: Device<'_>,
        operator: &mut OperatorRow,
        passkey: Option<String>,
    ) -> Result<Token, OperatorError> {
        let (now, token) = (self.now(), Token::new()?);
        operator.seen_at = Some(now);
        tx.save_operator(operator).await?;
        tx.begin_operator_session(&OperatorSessionRow {
            id: random_text(ID_LENGTH)?,
            operator: operator.id.clone(),
            hash: token_hash(&token),
            device: device.name(),
            created_at: now,
            seen_at: now,
            confirmed_at: now,
            opened_sites: std::collections::BTreeSet::new(),
            passkey,
        })
        .await?;
        Ok(token)
    }

    /// The person with a token; `None` if it is unknown, unused for too long or too old.
    ///
    /// # Errors
    /// [`OperatorError::Store`].
    pub async fn authenticate(&self, token: &str) -> Result<Option<SignedIn>, OperatorError> {
        let Some(token) = Token::parse(token) else { return Ok(None) };
        let Some(mut session) = self.0.store.operator_session(&token_hash(&token)).await? else {
            return Ok(None);
        };
        if is_over(&session, self.now()) {
            return Ok(None);
        }
        let Some(mut operator) = self.0.store.operator(&session.operator).await? else { return Ok(None) };
        if session.seen_at < self.ago(SEEN_INTERVAL) {
            session.seen_at = self.now();
            let mut tx = self.0.store.begin().await?;
            let Some(mut current) = tx.operator(&session.operator).await? else { return Ok(None) };
            // It may have ended meanwhile.
            if !tx.change_operator_session(&session).await? {
                return Ok(None);
            }
            current.seen_at = Some(session.seen_at);
            tx.save_operator(&current).await?;
            operator = current;
            tx.commit().await?;
        }
        let roles = self.0.store.operator_roles(&session.operator).await?;
        let box_office_points = if roles.iter().any(|row| row.grant.role().is(OperatorRole::BoxOffice)) {
            self.0.store.changed_box_office_points().await?
        } else {
            BTreeMap::new()
        };
        let is_recent =
            session.confirmed_at >= self.ago(SignedDuration::from_mins(OPERATOR_CONFIRMATION_MINUTES));
        Ok(Some(SignedIn { operator, session, roles, box_office_points, is_recent }))
    }

    /// Records in a site's audit log that a sign-in has opened the site, once for each sign-in.
    ///
    /// # Errors
    /// [`OperatorError::Store`].
    pub async fn record_opening(&self, person: &SignedIn, site: &SiteId) -> Result<(), OperatorError> {
        if person.session.opened_sites.contains(site) {
            return Ok(());
        }
        let mut session = person.session.clone();
        session.opened_sites.insert(site.clone());
        let mut tx = self.0.store.begin().await?;
        tx.change_operator_session(&session).await?;
        let actor = format!("operator:{}", person.operator.email);
        let row = match &session.passkey {
            Some(passkey) => self.audit(&actor, "editor.open.passkey", passkey, &session.device),
            None => self.audit(&actor, "editor.open", "", &session.device),
        };
        tx.log_audit(site, &row).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Ends a sign-in.
    ///
    /// # Errors
    /// [`OperatorError::NotFound`] if the operator has no such sign-in.
    pub async fn end_session(&self, person: &SignedIn, id: &str) -> Result<(), OperatorError> {
        let mut tx = self.0.store.begin().await?;
        if !tx.end_operator_session(&person.operator.id, id).await? {
            return Err(OperatorError::NotFound);
        }
        // Signing out here is not remarkable, ending another sign-in is.
        if id != person.session.id {
            self.audit_account(&mut tx, &person.operator, "operator.sign-out", "").await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Ends all other sign-ins of the operator.
    ///
    /// # Errors
    /// [`OperatorError::Store`].
    pub async fn end_other_sessions(&self, person: &SignedIn) -> Result<(), OperatorError> {
        let mut tx = self.0.store.begin().await?;
        tx.end_operator_sessions(&person.operator.id, Some(&person.session.id)).await?;
        self.audit_account(&mut tx, &person.operator, "operator.sign-out.others", "").await?;
        tx.commit().await?;
        Ok(())
    }

    /// The sign-ins of the operator, newest first.
    ///
    /// # Errors
    /// [`OperatorError::Store`].
    pub async fn sessions(&self, person: &SignedIn) -> Result<Vec<OperatorSession>, OperatorError> {
        let rows = self.0.store.operator_sessions(&person.operator.id).await?;
        let session = |row: OperatorSessionRow| OperatorSession {
            is_current: row.id == person.session.id,
            id: row.id,
            device: row.device,
            created_at: row.created_at,
            seen_at: row.seen_at,
            passkey: row.passkey,
        };
        let now = self.now();
        Ok(rows.into_iter().filter(|row| !is_over(row, now)).map(session).collect())
    }

    /// Checks password and code of a signed-in operator.
    async fn confirm(
        &self,
        device: Device<'_>,
        person: &SignedIn,
        password: &Password,
        code: Option<&str>,
    ) -> Result<(WriteTx, OperatorRow), OperatorError> {
        let email = &person.operator.email;
        self.check_limits(device.address, email).await?;
        let is_match = self.verify(password, person.operator.password_hash.as_deref()).await?;
        let tx = self.0.store.begin().await?;
        let current = tx.operator(&person.operator.id).await?;
        let current = current.filter(|now| now.password_hash == person.operator.password_hash);
        let mut current = current.filter(|_| is_match != PasswordMatch::Invalid);
        let is_valid = match &mut current {
            Some(row) => self.use_code(row, code)?,
            None => false,
        };
        match current.filter(|_| is_valid) {
            Some(row) => Ok((tx, row)),
            None => {
                drop(tx);
                self.record_failure(device.address, email).await?;
                Err(OperatorError::WrongCredentials)
            }
        }
    }

    /// Permits people, keys and exports for some minutes, after password and code were entered again.
    ///
    /// # Errors
    /// As [`Operators::sign_in`].
    pub async fn reauthenticate(
        &self,
        device: Device<'_>,
        person: &SignedIn,
        password: &Password,
        code: Option<&str>,
    ) -> Result<(), OperatorError> {
        let (mut tx, row) = self.confirm(device, person, password, code).await?;
        tx.save_operator(&row).await?;
        self.confirm_session(&mut tx, person).await?;
        self.clear_failures(&mut tx, &row.email).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Marks the sign-in as confirmed now.
    async fn confirm_session(&self, tx: &mut WriteTx, person: &SignedIn) -> Result<(), OperatorError> {
        let session = OperatorSessionRow { confirmed_at: self.now(), ..person.session.clone() };
        tx.change_operator_session(&session).await?;
        Ok(())
    }

    /// Changes the password and ends all other sign-ins. An account with passkeys only gets a password.
    ///
    /// # Errors
    /// As [`Operators::sign_in`], `Password` if the new one is too weak, `Unconfirmed` for an account without a password.
    pub async fn change_password(
        &self,
        device: Device<'_>,
        person: &SignedIn,
        old: &Password,
        code: Option<&str>,
        new: &Password,
    ) -> Result<(), OperatorError> {
        let hash = self.hash(new, &[&person.operator.name, &person.operator.email]).await?;
        let (mut tx, row) = if person.operator.password_hash.is_some() {
            self.confirm(device, person, old, code).await?
        } else {
            person.require_recent()?;
            let tx = self.0.store.begin().await?;
            let row = tx.operator(&person.operator.id).await?;
            let row = row.filter(|row| row.password_hash.is_none()).ok_or(OperatorError::WrongCredentials)?;
            (tx, row)
        };
        tx.save_operator(&OperatorRow { password_hash: Some(hash), ..row }).await?;
        tx.end_operator_sessions(&person.operator.id, Some(&person.session.id)).await?;
        self.audit_account(&mut tx, &person.operator, "operator.password", "").await?;
        tx.commit().await?;
        Ok(())
    }

    /// Removes what has expired.
    ///
    /// # Errors
    /// [`OperatorError::Store`].
    pub async fn clean(&self) -> Result<(), OperatorError> {
        let mut tx = self.0.store.begin().await?;
        let created = self.ago(SignedDuration::from_hours(OPERATOR_SESSION_HOURS));
        let seen = self.ago(SignedDuration::from_mins(OPERATOR_IDLE_MINUTES));
        tx.remove_expired_operator_rows(created, seen, self.now()).await?;
        tx.remove_operator_requests(self.ago(REQUEST_SHOWN)).await?;
        tx.forget_removed_until::<WithdrawnInvitation>(self.ago(crate::RESTORABLE)).await?;
        tx.forget_removed_until::<RemovedPerson>(self.ago(removal::RESTORABLE_PERSON)).await?;
        tx.commit().await?;
        Ok(())
    }
}

fn new_id() -> Result<OperatorId, OperatorError> {
    OperatorId::parse(&random_text(ID_LENGTH)?).map_err(|_| OperatorError::NotFound)
}

/// A new operator.
fn new_operator(
    id: OperatorId,
    name: String,
    email: String,
    password_hash: Option<String>,
    created_at: Timestamp,
) -> OperatorRow {
    OperatorRow {
        id,
        email,
        name,
        password_hash,
        totp_secret: None,
        totp_step: 0,
        recovery_codes: Vec::new(),
        created_at,
        seen_at: None,
    }
}
