//! Codes of authenticator apps (RFC 6238), and recovery codes.

use marquee_api::editor::{RecoveryCodes, TotpSetup};
use marquee_auth::{random_bytes, random_text};
use marquee_store::{OperatorRow, StoredSite};
use serde::{Deserialize, Serialize};
use totp_rs::{Builder, Secret, Totp};

use super::{OperatorError, Operators, SignedIn};

/// Number of recovery codes.
const RECOVERY_CODES: usize = 10;
/// Length of a recovery code in characters.
const RECOVERY_LENGTH: usize = 12;
/// Length of a secret in bytes, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;
/// Name of the account in the app.
const ISSUER: &str = "Marquee";

/// A stored secret.
#[derive(Serialize, Deserialize)]
struct StoredSecret {
    bytes: Vec<u8>,
    /// Whether a code has confirmed it. Until then it has no effect.
    is_confirmed: bool,
}

fn totp(bytes: &[u8], email: &str) -> Result<Totp, OperatorError> {
    // A colon separates issuer and account.
    let account = email.replace(':', " ");
    Builder::new()
        .with_secret(Secret::from(bytes.to_vec()))
        .with_skew(1)
        .with_account_name(account)
        .with_issuer(Some(ISSUER))
        .build()
        .map_err(|_| OperatorError::Field { field: "email", rule: "cannot be used in an authenticator app" })
}

/// The form in which recovery codes are compared.
fn normalized(code: &str) -> String {
    code.chars().filter(|c| c.is_ascii_alphanumeric()).map(|c| c.to_ascii_uppercase()).collect()
}

impl Operators {
    fn secret(&self, row: &OperatorRow) -> Result<Option<StoredSecret>, OperatorError> {
        let Some(sealed) = &row.totp_secret else { return Ok(None) };
        let bytes = self.0.totp.open(sealed, &[row.id.as_str()]);
        let secret = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        // Without the key of the secret no code can be checked, and without a code nobody gets in.
        match secret {
            Some(secret) => Ok(Some(secret)),
            None => Err(OperatorError::Field {
                field: "code",
                rule: "cannot be checked, because the secret key of the server was removed",
            }),
        }
    }

    /// Whether an account requires codes.
    pub(super) fn has_totp(&self, row: &OperatorRow) -> Result<bool, OperatorError> {
        Ok(self.secret(row)?.is_some_and(|secret| secret.is_confirmed))
    }

    /// Checks a code, and marks it as used in `row`. True if the account requires none.
    pub(super) fn use_code(&self, row: &mut OperatorRow, code: Option<&str>) -> Result<bool, OperatorError> {
        let Some(secret) = self.secret(row)?.filter(|secret| secret.is_confirmed) else { return Ok(true) };
        let Some(code) = code else { return Ok(false) };
        if let Some(step) = self.matching_step(&secret, &row.email, code)? {
            // Each code is valid once.
            let is_new = step > row.totp_step;
            row.totp_step = row.totp_step.max(step);
            return Ok(is_new);
        }
        let code = normalized(code);
        let hashes: Vec<String> = self.0.recovery.hash_with_all_keys(&[row.id.as_str(), &code]).collect();
        let before = row.recovery_codes.len();
        row.recovery_codes.retain(|hash| !hashes.contains(hash));
        Ok(row.recovery_codes.len() < before)
    }

    /// The time step of a valid code.
    fn matching_step(
        &self,
        secret: &StoredSecret,
        email: &str,
        code: &str,
    ) -> Result<Option<u64>, OperatorError> {
        let digits: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        // Apps run in real time, also if the clock of a demo is shifted.
        let now = self.now();
        let real = now.saturating_sub(self.0.clock.shift()).unwrap_or(now);
        let seconds = u64::try_from(real.as_second()).unwrap_or_default();
        Ok(totp(&secret.bytes, email)?.check(&digits, seconds))
    }

    fn sealed(&self, row: &OperatorRow, secret: &StoredSecret) -> Result<String, OperatorError> {
        let bytes = serde_json::to_vec(secret).unwrap_or_default();
        Ok(self.0.totp.seal(&bytes, &[row.id.as_str()])?)
    }

    /// Whether the account of a person requires codes.
    ///
    /// # Errors
    /// [`OperatorError::Field`] if the secret cannot be decrypted.
    pub fn requires_code(&self, person: &SignedIn) -> Result<bool, OperatorError> {
        self.has_totp(&person.operator)
    }

    /// Whether a person signed in with more than a password: with a passkey, or to an account that requires codes.
    ///
    /// # Errors
    /// [`OperatorError::Field`] if the secret cannot be decrypted.
    pub fn has_second_factor(&self, person: &SignedIn) -> Result<bool, OperatorError> {
        Ok(person.session.passkey.is_some() || self.has_totp(&person.operator)?)
    }

    /// Refuses to add a passkey or an authenticator app in a sign-in with a password only, if the account has passkeys and a site of
    /// it requires a second factor: a password, which a mailed link replaces, is not enough to get one.
    pub(super) async fn may_add_factor(&self, person: &SignedIn) -> Result<(), OperatorError> {
        let id = &person.operator.id;
        if self.has_second_factor(person)? || self.0.store.passkeys(id).await?.is_empty() {
            return Ok(());
        }
        let sites = self.0.store.sites().await?;
        let requires = |site: &StoredSite| {
            site.record.config.options.operators_need_second_factor
                && person.grant(&site.record.key).is_some()
        };
        if sites.iter().any(requires) { Err(OperatorError::PasskeyFirst) } else { Ok(()) }
    }

    /// Creates the secret of an authenticator app, which has an effect after [`Operators::confirm_totp`].
    ///
    /// # Errors
    /// [`OperatorError::AlreadyThere`] if the account has one, [`OperatorError::PasskeyFirst`].
    pub async fn begin_totp(&self, person: &SignedIn) -> Result<TotpSetup, OperatorError> {
        self.may_add_factor(person).await?;
        let mut tx = self.0.store.begin().await?;
        let mut row = tx.operator(&person.operator.id).await?.ok_or(OperatorError::NotFound)?;
        if self.has_totp(&row)? {
            return Err(OperatorError::AlreadyThere);
        }
        let bytes = random_bytes::<SECRET_BYTES>()?.to_vec();
        let totp = totp(&bytes, &row.email)?;
        row.totp_secret = Some(self.sealed(&row, &StoredSecret { bytes, is_confirmed: false })?);
        tx.save_operator(&row).await?;
        tx.commit().await?;
        let failed =
            |_| OperatorError::Field { field: "email", rule: "cannot be used in an authenticator app" };
        Ok(TotpSetup { secret: totp.secret().to_base32(), url: totp.to_url().map_err(failed)? })
    }

    /// Confirms the authenticator app with a code. Returns recovery codes.
    ///
    /// # Errors
    /// [`OperatorError::WrongCredentials`] for a wrong code, [`OperatorError::NotFound`] without
    /// [`Operators::begin_totp`], [`OperatorError::PasskeyFirst`].
    pub async fn confirm_totp(&self, person: &SignedIn, code: &str) -> Result<RecoveryCodes, OperatorError> {
        self.may_add_factor(person).await?;
        let mut tx = self.0.store.begin().await?;
        let mut row = tx.operator(&person.operator.id).await?.ok_or(OperatorError::NotFound)?;
        let secret =
            self.secret(&row)?.filter(|secret| !secret.is_confirmed).ok_or(OperatorError::NotFound)?;
        let step = self.matching_step(&secret, &row.email, code)?.ok_or(OperatorError::WrongCredentials)?;
        row.totp_step = step;
        row.totp_secret = Some(self.sealed(&row, &StoredSecret { is_confirmed: true, ..secret })?);
        let codes = self.new_codes(&mut row)?;
        tx.save_operator(&row).await?;
        self.audit_account(&mut tx, &row, "operator.totp.add", "").await?;
        tx.commit().await?;
        Ok(codes)
    }

    /// Removes the authenticator app.
    ///
    /// # Errors
    /// [`OperatorError::Unconfirmed`].
    pub async fn remove_totp(&self, person: &SignedIn) -> Result<(), OperatorError> {
        person.require_recent()?;
        let mut tx = self.0.store.begin().await?;
        let mut row = tx.operator(&person.operator.id).await?.ok_or(OperatorError::NotFound)?;
        row.totp_secret = None;
        row.recovery_codes.clear();
        tx.save_operator(&row).await?;
        self.audit_account(&mut tx, &row, "operator.totp.remove", "").await?;
        tx.commit().await?;
        Ok(())
    }

    /// Replaces the recovery codes.
    ///
    /// # Errors
    /// [`OperatorError::Unconfirmed`], [`OperatorError::NotFound`] without an authenticator app.
    pub async fn replace_recovery_codes(&self, person: &SignedIn) -> Result<RecoveryCodes, OperatorError> {
        person.require_recent()?;
        let mut tx = self.0.store.begin().await?;
        let mut row = tx.operator(&person.operator.id).await?.ok_or(OperatorError::NotFound)?;
        if !self.has_totp(&row)? {
            return Err(OperatorError::NotFound);
        }
        let codes = self.new_codes(&mut row)?;
        tx.save_operator(&row).await?;
        self.audit_account(&mut tx, &row, "operator.codes", "").await?;
        tx.commit().await?;
        Ok(codes)
    }

    fn new_codes(&self, row: &mut OperatorRow) -> Result<RecoveryCodes, OperatorError> {
        let mut codes = Vec::new();
        row.recovery_codes.clear();
        for _ in 0..RECOVERY_CODES {
            let code = random_text(RECOVERY_LENGTH)?.to_ascii_uppercase();
            row.recovery_codes.push(self.0.recovery.hash(&[row.id.as_str(), &normalized(&code)]));
            let (start, rest) = code.split_at(RECOVERY_LENGTH / 3);
            let (middle, end) = rest.split_at(RECOVERY_LENGTH / 3);
            codes.push(format!("{start}-{middle}-{end}"));
        }
        Ok(RecoveryCodes { codes })
    }
}
