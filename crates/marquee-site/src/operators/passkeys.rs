//! Passkeys (Web Authentication): registration, sign-in, confirmation, and invitations accepted with one (security 2.8).
//!
//! A ceremony has two requests. The first saves a challenge and returns it for the browser; the second takes it, so that it
//! works once, and checks the answer of the authenticator. User verification is required, so a passkey is both factors.

use std::collections::BTreeSet;

use marquee_api::editor::{
    InvitationPasskey, NewPasskey, OperatorPasskey, PasskeyAnswer, PasskeyCeremony, PasskeyChallenge,
};
use marquee_auth::{Token, random_text};
use marquee_model::host::client_network;
use marquee_model::{OperatorId, SiteId};
use marquee_store::{ChallengeRow, OperatorRow, PasskeyRow, RoleScope, StoreError, WriteTx};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use webauthn_rs_core::error::WebauthnError;
use webauthn_rs_core::proto::{
    AuthenticationState, PublicKeyCredential, RegisterPublicKeyCredential, RegistrationState,
};

use super::webauthn::{
    CHALLENGE_LIFETIME, PasskeyHost, answer, authentication, decoy, is_framed, read_credential, refused,
    registration, stored, user_handle,
};
use super::{Device, ID_LENGTH, OperatorError, Operators, SignInOutcome, SignedIn, email, line};

/// Maximum number of passkeys of an operator.
pub const MAX_PASSKEYS: usize = 10;
/// Maximum number of valid challenges of a network.
const NETWORK_CHALLENGES: u64 = 30;
/// Maximum number of challenges of all networks; the oldest make room.
const MAX_CHALLENGES: u64 = 10_000;
/// When a network with too many challenges may try again.
const CHALLENGE_RETRY_SECONDS: u64 = 60;
/// Length of the id of a challenge: 190 bits.
const CHALLENGE_ID_LENGTH: usize = 32;
/// Maximum length of the id of a credential in bytes (Web Authentication 5.8.3).
const MAX_CREDENTIAL_ID: usize = 1023;

/// Where a ceremony takes place: the browser, and the host that it has opened.
#[derive(Debug, Clone, Copy)]
pub struct PasskeyPlace<'a> {
    pub device: Device<'a>,
    pub host: &'a PasskeyHost,
}

/// What a challenge permits, as it is stored.
#[derive(Debug, Serialize, Deserialize)]
struct Ceremony {
    host: String,
    purpose: Purpose,
}

#[derive(Debug, Serialize, Deserialize)]
enum Purpose {
    SignIn(AuthenticationState),
    Reauthenticate(AuthenticationState),
    Register(RegistrationState),
    /// A new account.
    Join(Join),
    /// A further role of an account.
    Accept(AuthenticationState),
}

#[derive(Debug, Serialize, Deserialize)]
struct Join {
    operator: OperatorId,
    name: String,
    email: String,
    state: RegistrationState,
}

/// What a challenge belongs to, and ends with.
#[derive(Debug, Clone, Copy)]
enum Owner<'a> {
    Nobody,
    Session(&'a str),
    Invitation(&'a str),
}

fn listed(row: PasskeyRow) -> OperatorPasskey {
    OperatorPasskey {
        id: row.id,
        name: row.name,
        host: row.host,
        created_at: row.created_at,
        used_at: row.used_at,
    }
}

impl Operators {
    async fn begin(
        &self,
        place: PasskeyPlace<'_>,
        owner: Owner<'_>,
        purpose: Purpose,
        ceremony: PasskeyCeremony,
        public_key: Value,
    ) -> Result<PasskeyChallenge, OperatorError> {
        let network = client_network(place.device.address).to_string();
        let now = self.now();
        let (session, invitation) = match owner {
            Owner::Nobody => (None, None),
            Owner::Session(id) => (Some(id.to_owned()), None),
            Owner::Invitation(id) => (None, Some(id.to_owned())),
        };
        let row = ChallengeRow {
            id: random_text(CHALLENGE_ID_LENGTH)?,
            network: self.0.keys.hash(&["challenge", &network]),
            session,
            invitation,
            doc: stored(&Ceremony { host: place.host.as_str().to_owned(), purpose })?,
            expires_at: now.saturating_add(CHALLENGE_LIFETIME).unwrap_or(now),
        };
        let mut tx = self.0.store.begin().await?;
        if self.0.has_limits && tx.count_challenges(&row.network, now).await? >= NETWORK_CHALLENGES {
            return Err(OperatorError::Limited { seconds: CHALLENGE_RETRY_SECONDS });
        }
        tx.begin_challenge(&row, MAX_CHALLENGES).await?;
        tx.commit().await?;
        Ok(PasskeyChallenge { id: row.id, ceremony, public_key })
    }

    /// Takes a challenge, so that it works once. `None` if it is unknown, used, expired, of another host, or does not belong to
    /// the sign-in or the invitation.
    async fn take(
        &self,
        place: PasskeyPlace<'_>,
        id: &str,
        owner: Owner<'_>,
    ) -> Result<Option<Purpose>, OperatorError> {
        let mut tx = self.0.store.begin().await?;
        let row = tx.take_challenge(id).await?;
        tx.commit().await?;
        let is_own = |row: &ChallengeRow| {
            let belongs_to = (row.session.as_deref(), row.invitation.as_deref());
            belongs_to
                == match owner {
                    Owner::Nobody => (None, None),
                    Owner::Session(id) => (Some(id), None),
                    Owner::Invitation(id) => (None, Some(id)),
                }
        };
        let Some(row) = row.filter(is_own).filter(|row| row.expires_at > self.now()) else { return Ok(None) };
        // One that another version of this program has stored counts as expired.
        let ceremony = Ceremony::deserialize(&row.doc).ok();
        Ok(ceremony.filter(|ceremony| ceremony.host == place.host.as_str()).map(|ceremony| ceremony.purpose))
    }

    /// Checks an answer to a challenge with the passkey of its credential, and saves the passkey's new counter and flags. `None`
    /// if the credential is unknown, of another host, of another operator than `expected`, or if the answer is invalid.
    async fn verify_passkey(
        &self,
        tx: &mut WriteTx,
        host: &PasskeyHost,
        state: &AuthenticationState,
        response: &PublicKeyCredential,
        expected: Option<&OperatorId>,
    ) -> Result<Option<PasskeyRow>, OperatorError> {
        let row = tx.passkey_of_credential(&hex::encode(response.get_credential_id())).await?;
        let row =
            row.filter(|row| row.host == host.as_str() && expected.is_none_or(|id| *id == row.operator));
        let mut credential = match &row {
            Some(row) => read_credential(row)?,
            None => decoy(response.get_credential_id()),
        };
        let checked = host.webauthn().authenticate_single_credential(response, state, &credential);
        let Some(mut row) = row else { return Ok(None) };
        let result = match checked {
            Ok(result) => result,
            Err(WebauthnError::CredentialPossibleCompromise) => {
                tracing::warn!(operator.id = %row.operator, passkey.id = %row.id, "a passkey may have been copied: its counter went back");
                return Ok(None);
            }
            Err(error) => {
                tracing::info!(operator.id = %row.operator, %error, "a passkey was refused");
                return Ok(None);
            }
        };
        // An authenticator that found the account by itself says which one it is.
        let is_owner = match response.get_user_unique_id() {
            Some(handle) => *handle == *user_handle(&row.operator),
            None => expected.is_some(),
        };
        if !is_owner || is_framed(response) {
            return Ok(None);
        }
        credential.counter = result.counter();
        credential.backup_state = result.backup_state();
        credential.backup_eligible = result.backup_eligible();
        row.credential = stored(&credential)?;
        row.used_at = Some(self.now());
        tx.change_passkey(&row).await?;
        Ok(Some(row))
    }

    /// Checks the answer to a registration. The passkey is not saved.
    fn new_passkey(
        &self,
        place: PasskeyPlace<'_>,
        operator: &OperatorId,
        name: String,
        state: &RegistrationState,
        credential: &Value,
    ) -> Result<PasskeyRow, OperatorError> {
        let response: RegisterPublicKeyCredential =
            answer(credential).ok_or(OperatorError::PasskeyRejected)?;
        let credential =
            place.host.webauthn().register_credential(&response, state, None).map_err(refused)?;
        if credential.cred_id.len() > MAX_CREDENTIAL_ID {
            return Err(OperatorError::PasskeyRejected);
        }
        Ok(PasskeyRow {
            id: random_text(ID_LENGTH)?,
            operator: operator.clone(),
            host: place.host.as_str().to_owned(),
            credential_id: hex::encode(&credential.cred_id),
            credential: stored(&credential)?,
            name,
            created_at: self.now(),
            used_at: None,
        })
    }

    async fn save_new_passkey(&self, tx: &mut WriteTx, row: &PasskeyRow) -> Result<(), OperatorError> {
        if tx.passkeys(&row.operator).await?.len() >= MAX_PASSKEYS {
            return Err(OperatorError::TooManyPasskeys);
        }
        match tx.add_passkey(row).await {
            Err(StoreError::Exists(_)) => Err(OperatorError::PasskeyExists),
            result => Ok(result?),
        }
    }

    /// Records a change of an account in the audit log of every site to which the operator has access.
    pub(super) async fn audit_account(
        &self,
        tx: &mut WriteTx,
        operator: &OperatorRow,
        action: &str,
        detail: &str,
    ) -> Result<(), OperatorError> {
        let mut sites: BTreeSet<SiteId> = BTreeSet::new();
        for role in self.0.store.operator_roles(&operator.id).await? {
            match role.scope {
                RoleScope::Site(site) => sites.extend([site]),
                RoleScope::Everywhere => {
                    sites.extend(self.0.store.sites().await?.into_iter().map(|site| site.record.key));
                }
            }
        }
        let actor = format!("operator:{}", operator.email);
        let row = self.audit(&actor, action, &operator.email, detail);
        for site in &sites {
            tx.log_audit(site, &row).await?;
        }
        Ok(())
    }

    /// The passkeys of a person for all hosts, oldest first.
    ///
    /// # Errors
    /// [`OperatorError::Store`].
    pub async fn passkeys(&self, person: &SignedIn) -> Result<Vec<OperatorPasskey>, OperatorError> {
        let rows = self.0.store.passkeys(&person.operator.id).await?;
        Ok(rows.into_iter().map(listed).collect())
    }

    /// Begins to add a passkey.
    ///
    /// # Errors
    /// `Unconfirmed`, `TooManyPasskeys`, `Limited`.
    pub async fn begin_passkey(
        &self,
        place: PasskeyPlace<'_>,
        person: &SignedIn,
    ) -> Result<PasskeyChallenge, OperatorError> {
        person.require_recent()?;
        self.may_add_factor(person).await?;
        let existing = self.0.store.passkeys(&person.operator.id).await?;
        if existing.len() >= MAX_PASSKEYS {
            return Err(OperatorError::TooManyPasskeys);
        }
        let OperatorRow { id, email, name, .. } = &person.operator;
        let (options, state) = registration(place.host, id, email, name, &existing)?;
        let owner = Owner::Session(&person.session.id);
        self.begin(place, owner, Purpose::Register(state), PasskeyCeremony::Create, options).await
    }

    /// Adds a passkey.
    ///
    /// # Errors
    /// `Unconfirmed`, `TooManyPasskeys`; `PasskeyExists` if it is registered, also for somebody else; `PasskeyRejected` if the
    /// challenge has expired or the answer is invalid; `Field`.
    pub async fn add_passkey(
        &self,
        place: PasskeyPlace<'_>,
        person: &SignedIn,
        form: &NewPasskey,
    ) -> Result<OperatorPasskey, OperatorError> {
        person.require_recent()?;
        self.may_add_factor(person).await?;
        let name = line("name", &form.name)?;
        let owner = Owner::Session(&person.session.id);
        let Some(Purpose::Register(state)) = self.take(place, &form.answer.id, owner).await? else {
            return Err(OperatorError::PasskeyRejected);
        };
        let row = self.new_passkey(place, &person.operator.id, name, &state, &form.answer.credential)?;
        let mut tx = self.0.store.begin().await?;
        // Locks the account, so that two requests cannot exceed the maximum.
        let operator = tx.operator(&person.operator.id).await?.ok_or(OperatorError::NotFound)?;
        self.save_new_passkey(&mut tx, &row).await?;
        self.audit_account(&mut tx, &operator, "operator.passkey.add", &row.name).await?;
        tx.commit().await?;
        Ok(listed(row))
    }

    /// Renames a passkey.
    ///
    /// # Errors
    /// `NotFound`, `Field`.
    pub async fn rename_passkey(&self, person: &SignedIn, id: &str, name: &str) -> Result<(), OperatorError> {
        let name = line("name", name)?;
        let mut tx = self.0.store.begin().await?;
        let rows = tx.passkeys(&person.operator.id).await?;
        let row = rows.into_iter().find(|row| row.id == id).ok_or(OperatorError::NotFound)?;
        let detail = format!("{} \u{2192} {name}", row.name);
        tx.change_passkey(&PasskeyRow { name, ..row }).await?;
        self.audit_account(&mut tx, &person.operator, "operator.passkey.rename", &detail).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Removes a passkey.
    ///
    /// # Errors
    /// `Unconfirmed`, `NotFound`; `LastSignIn` if the account has no password and no other passkey.
    pub async fn remove_passkey(&self, person: &SignedIn, id: &str) -> Result<(), OperatorError> {
        person.require_recent()?;
        let mut tx = self.0.store.begin().await?;
        let operator = tx.operator(&person.operator.id).await?.ok_or(OperatorError::NotFound)?;
        let rows = tx.passkeys(&operator.id).await?;
        let is_last = rows.len() == 1 && operator.password_hash.is_none();
        let row = rows.into_iter().find(|row| row.id == id).ok_or(OperatorError::NotFound)?;
        if is_last {
            return Err(OperatorError::LastSignIn);
        }
        tx.remove_passkey(&operator.id, id).await?;
        self.audit_account(&mut tx, &operator, "operator.passkey.remove", &row.name).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Begins a sign-in with a passkey that the browser finds.
    ///
    /// # Errors
    /// `Limited`.
    pub async fn begin_passkey_sign_in(
        &self,
        place: PasskeyPlace<'_>,
    ) -> Result<PasskeyChallenge, OperatorError> {
        let (options, state) = authentication(place.host, &[])?;
        self.begin(place, Owner::Nobody, Purpose::SignIn(state), PasskeyCeremony::Get, options).await
    }

    /// Checks an answer under the limits of sign-ins. Returns a transaction with the changed passkey, and its operator.
    async fn prove(
        &self,
        place: PasskeyPlace<'_>,
        state: &AuthenticationState,
        credential: &Value,
        expected: Option<&OperatorRow>,
    ) -> Result<(WriteTx, OperatorRow, PasskeyRow), OperatorError> {
        let address = place.device.address;
        let response: Option<PublicKeyCredential> = answer(credential);
        let credential_id = response.as_ref().map(|response| hex::encode(response.get_credential_id()));
        let owner = match (expected, &credential_id) {
            (Some(operator), _) => Some(operator.clone()),
            (None, Some(credential_id)) => self.0.store.operator_by_credential(credential_id).await?,
            (None, None) => None,
        };
        // Failures of unknown credentials count under their id, so that they are limited alike.
        let account = owner.as_ref().map(|operator| operator.email.clone()).or(credential_id);
        let account = account.unwrap_or_default();
        self.check_limits(address, &account).await?;
        let mut tx = self.0.store.begin().await?;
        // The account is locked before its passkeys, as when they are added and removed.
        let operator = match &owner {
            Some(owner) => tx.operator(&owner.id).await?,
            None => None,
        };
        if let Some(response) = response {
            let expected = expected.map(|operator| &operator.id);
            let row = self.verify_passkey(&mut tx, place.host, state, &response, expected).await?;
            if let (Some(row), Some(operator)) = (row, operator)
                && row.operator == operator.id
            {
                self.clear_failures(&mut tx, &operator.email).await?;
                return Ok((tx, operator, row));
            }
        }
        drop(tx);
        self.record_failure(address, &account).await?;
        Err(OperatorError::WrongCredentials)
    }

    /// Signs in with a passkey, which stands for password and code.
    ///
    /// # Errors
    /// `WrongCredentials` for an expired or used challenge, an unknown passkey or an invalid answer; `Limited` or `Locked` after
    /// too many failures, whether the passkey exists or not.
    pub async fn sign_in_with_passkey(
        &self,
        place: PasskeyPlace<'_>,
        form: &PasskeyAnswer,
    ) -> Result<Token, OperatorError> {
        let Some(Purpose::SignIn(state)) = self.take(place, &form.id, Owner::Nobody).await? else {
            return Err(OperatorError::WrongCredentials);
        };
        let (mut tx, mut operator, passkey) = self.prove(place, &state, &form.credential, None).await?;
        let token = self.begin_session(&mut tx, place.device, &mut operator, Some(passkey.name)).await?;
        tx.commit().await?;
        tracing::info!(operator.id = %operator.id, "operator signed in with a passkey");
        Ok(token)
    }

    /// Begins a confirmation with a passkey of the signed-in person.
    ///
    /// # Errors
    /// `NotFound` without a passkey for the host, `Limited`.
    pub async fn begin_passkey_confirmation(
        &self,
        place: PasskeyPlace<'_>,
        person: &SignedIn,
    ) -> Result<PasskeyChallenge, OperatorError> {
        let mut passkeys = self.0.store.passkeys(&person.operator.id).await?;
        passkeys.retain(|row| row.host == place.host.as_str());
        if passkeys.is_empty() {
            return Err(OperatorError::NotFound);
        }
        let (options, state) = authentication(place.host, &passkeys)?;
        let owner = Owner::Session(&person.session.id);
        self.begin(place, owner, Purpose::Reauthenticate(state), PasskeyCeremony::Get, options).await
    }

    /// Permits people, keys and exports for some minutes, after a passkey was used again.
    ///
    /// # Errors
    /// As [`Operators::sign_in_with_passkey`].
    pub async fn confirm_with_passkey(
        &self,
        place: PasskeyPlace<'_>,
        person: &SignedIn,
        form: &PasskeyAnswer,
    ) -> Result<(), OperatorError> {
        let owner = Owner::Session(&person.session.id);
        let Some(Purpose::Reauthenticate(state)) = self.take(place, &form.id, owner).await? else {
            return Err(OperatorError::WrongCredentials);
        };
        let (mut tx, ..) = self.prove(place, &state, &form.credential, Some(&person.operator)).await?;
        self.confirm_session(&mut tx, person).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Begins to accept an invitation with a passkey: with a new one, or with one of the account that the address has.
    ///
    /// # Errors
    /// `InvalidInvitation`, `Field`, `Limited`.
    pub async fn begin_passkey_acceptance(
        &self,
        place: PasskeyPlace<'_>,
        form: &InvitationPasskey,
    ) -> Result<PasskeyChallenge, OperatorError> {
        let invitation = self.valid_invitation(&form.token).await?;
        let address = match &invitation.email {
            Some(email) => email.clone(),
            None => email(form.email.as_deref().unwrap_or_default())?,
        };
        let owner = Owner::Invitation(&invitation.id);
        if self.0.store.operator_by_email(&address).await?.is_some() {
            let (options, state) = authentication(place.host, &[])?;
            return self.begin(place, owner, Purpose::Accept(state), PasskeyCeremony::Get, options).await;
        }
        let name = line("name", &form.name)?;
        let operator = super::new_id()?;
        let (options, state) = registration(place.host, &operator, &address, &name, &[])?;
        let purpose = Purpose::Join(Join { operator, name, email: address, state });
        self.begin(place, owner, purpose, PasskeyCeremony::Create, options).await
    }

    /// Accepts an invitation with a passkey, and signs in.
    ///
    /// # Errors
    /// `InvalidInvitation`; `PasskeyRejected` if the challenge has expired or a new passkey is invalid; `WrongCredentials` if
    /// the passkey is not one of the account; `Limited`.
    pub(super) async fn accept_with_passkey(
        &self,
        place: PasskeyPlace<'_>,
        token: &str,
        form: &PasskeyAnswer,
    ) -> Result<SignInOutcome, OperatorError> {
        let invitation = self.valid_invitation(token).await?;
        let purpose = self.take(place, &form.id, Owner::Invitation(&invitation.id)).await?;
        let (mut tx, operator, passkey) = match purpose {
            Some(Purpose::Join(Join { operator, name, email, state })) => {
                let passkey_name = place.device.name();
                let passkey_name = if passkey_name.is_empty() { email.clone() } else { passkey_name };
                let passkey = self.new_passkey(place, &operator, passkey_name, &state, &form.credential)?;
                let mut tx = self.0.store.begin().await?;
                let operator = super::new_operator(operator, name, email, None, self.now());
                match tx.save_operator(&operator).await {
                    // Somebody else has made an account with this address in the meantime.
                    Err(StoreError::Exists(_)) => return Err(OperatorError::PasskeyRejected),
                    result => result?,
                }
                self.save_new_passkey(&mut tx, &passkey).await?;
                (tx, operator, passkey)
            }
            Some(Purpose::Accept(state)) => {
                let address = invitation.email.as_deref().unwrap_or_default();
                let existing = self.0.store.operator_by_email(address).await?;
                let existing = existing.ok_or(OperatorError::PasskeyRejected)?;
                self.prove(place, &state, &form.credential, Some(&existing)).await?
            }
            _ => return Err(OperatorError::PasskeyRejected),
        };
        self.finish_acceptance(&mut tx, &invitation, &operator).await?;
        let mut operator = operator;
        let token = self.begin_session(&mut tx, place.device, &mut operator, Some(passkey.name)).await?;
        tx.commit().await?;
        Ok(SignInOutcome::Done(token))
    }
}
