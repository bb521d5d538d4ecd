//! Options and checks of Web Authentication, with the rules of this project (decision 0045).

use std::time::Duration;

use jiff::SignedDuration;
use marquee_model::OperatorId;
use marquee_model::host::is_loopback;
use marquee_store::{PasskeyRow, StoreError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use url::{Host, Url};
use webauthn_rs_core::WebauthnCore;
use webauthn_rs_core::error::WebauthnError;
use webauthn_rs_core::proto::{
    AttestationConveyancePreference, AttestationFormat, AuthenticationState, COSEAlgorithm, COSEEC2Key,
    COSEKey, COSEKeyType, Credential, ECDSACurve, ParsedAttestation, PublicKeyCredential,
    RegisteredExtensions, RegistrationState, UserVerificationPolicy,
};

use super::OperatorError;

/// How long a challenge is valid.
pub const CHALLENGE_LIFETIME: SignedDuration = SignedDuration::from_mins(5);
/// The name that authenticators show for the editor.
const NAME: &str = "Marquee";

/// The host of the editor as a relying party: a passkey works on this host only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyHost {
    host: String,
    origin: Url,
}

impl PasskeyHost {
    /// Reads the origin that the browser uses. `None` if browsers offer no passkeys there: without a host name, or without https
    /// unless it is this computer.
    #[must_use]
    pub fn parse(origin: &str) -> Option<Self> {
        let origin = Url::parse(origin).ok()?;
        let Some(Host::Domain(host)) = origin.host() else { return None };
        let is_secure = origin.scheme() == "https" || (origin.scheme() == "http" && is_loopback(host));
        is_secure.then(|| Self { host: host.to_owned(), origin: origin.clone() })
    }

    /// The relying party's id.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.host
    }

    /// Only the exact origin is accepted: no subdomain, no other port.
    pub(super) fn webauthn(&self) -> WebauthnCore {
        let timeout = Duration::from_secs(CHALLENGE_LIFETIME.unsigned_abs().as_secs());
        let origins = vec![self.origin.clone()];
        WebauthnCore::new_unsafe_experts_only(NAME, &self.host, origins, timeout, Some(false), Some(false))
    }
}

/// The id by which an authenticator knows an account. It does not contain the address.
pub fn user_handle(operator: &OperatorId) -> Vec<u8> {
    Sha256::digest(format!("passkeys of operator {operator}")).to_vec()
}

/// A credential that no answer is accepted for, so that unknown ones take the same time.
pub fn decoy(credential_id: &[u8]) -> Credential {
    const X: &str = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";
    const Y: &str = "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";
    let key = COSEEC2Key {
        curve: ECDSACurve::SECP256R1,
        x: hex::decode(X).unwrap_or_default(),
        y: hex::decode(Y).unwrap_or_default(),
    };
    Credential {
        cred_id: credential_id.to_vec(),
        cred: COSEKey { type_: COSEAlgorithm::ES256, key: COSEKeyType::EC_EC2(key) },
        counter: 0,
        transports: None,
        user_verified: true,
        backup_eligible: false,
        backup_state: false,
        registration_policy: UserVerificationPolicy::Required,
        extensions: RegisteredExtensions::none(),
        attestation: ParsedAttestation::default(),
        attestation_format: AttestationFormat::None,
    }
}

/// The answer of an authenticator; `None` if it is malformed.
pub fn answer<T: DeserializeOwned>(credential: &Value) -> Option<T> {
    T::deserialize(credential).ok()
}

/// The library's own types always serialize.
pub fn stored(value: &impl Serialize) -> Result<Value, OperatorError> {
    serde_json::to_value(value).map_err(|error| {
        tracing::error!(%error, "cannot store a passkey");
        OperatorError::PasskeyRejected
    })
}

pub fn read_credential(row: &PasskeyRow) -> Result<Credential, OperatorError> {
    let invalid = |error: serde_json::Error| StoreError::Record {
        table: "operator_passkey",
        key: row.id.clone(),
        column: "credential",
        source: error.into(),
    };
    Credential::deserialize(&row.credential).map_err(|error| OperatorError::Store(invalid(error)))
}

pub fn refused(error: WebauthnError) -> OperatorError {
    tracing::info!(%error, "a passkey was refused");
    OperatorError::PasskeyRejected
}

/// Whether an answer comes from a frame of another site. The library checks this for registrations only.
pub fn is_framed(response: &PublicKeyCredential) -> bool {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct ClientData {
        #[serde(default)]
        cross_origin: bool,
    }
    serde_json::from_slice::<ClientData>(&response.response.client_data_json)
        .is_ok_and(|data| data.cross_origin)
}

/// The `publicKey` member of the library's options.
fn public_key(options: &impl Serialize) -> Result<Value, OperatorError> {
    let mut options = stored(options)?;
    Ok(options["publicKey"].take())
}

/// Options and state to register a passkey.
pub fn registration(
    host: &PasskeyHost,
    operator: &OperatorId,
    email: &str,
    name: &str,
    existing: &[PasskeyRow],
) -> Result<(Value, RegistrationState), OperatorError> {
    let core = host.webauthn();
    let excluded = existing.iter().filter(|row| row.host == host.host);
    let excluded = excluded.filter_map(|row| hex::decode(&row.credential_id).ok()).collect();
    let builder = core
        .new_challenge_register_builder(&user_handle(operator), email, name)
        .map_err(refused)?
        .attestation(AttestationConveyancePreference::None)
        .user_verification_policy(UserVerificationPolicy::Required)
        .require_resident_key(true)
        .exclude_credentials(Some(excluded));
    let (options, state) = core.generate_challenge_register(builder).map_err(refused)?;
    Ok((public_key(&options)?, state))
}

/// Options and state to prove the possession of one of `passkeys`; of any that the browser finds if there are none.
pub fn authentication(
    host: &PasskeyHost,
    passkeys: &[PasskeyRow],
) -> Result<(Value, AuthenticationState), OperatorError> {
    let core = host.webauthn();
    let own = passkeys.iter().filter(|row| row.host == host.host);
    let credentials = own.map(read_credential).collect::<Result<_, _>>()?;
    let builder = core
        .new_challenge_authenticate_builder(credentials, Some(UserVerificationPolicy::Required))
        .map_err(refused)?
        // As the library does for passkeys: providers begin to back up credentials with an update.
        .allow_backup_eligible_upgrade(true);
    let (options, state) = core.generate_challenge_authenticate(builder).map_err(refused)?;
    Ok((public_key(&options)?, state))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_2_8_passkeys_belong_to_a_host_name_with_https_or_this_computer() {
        let host = |origin| PasskeyHost::parse(origin).map(|host| host.as_str().to_owned());
        assert_eq!(host("https://editor.cinema.example"), Some("editor.cinema.example".into()));
        assert_eq!(host("https://editor.cinema.example:8443"), Some("editor.cinema.example".into()));
        assert_eq!(host("http://localhost:8080"), Some("localhost".into()));
        assert_eq!(host("http://editor.localhost:8080"), Some("editor.localhost".into()));
        for origin in [
            "http://editor.cinema.example",
            "http://127.0.0.1:8080",
            "https://192.0.2.1",
            "https://[2001:db8::1]",
            "ftp://editor.cinema.example",
            "editor.cinema.example",
            "",
        ] {
            assert_eq!(host(origin), None, "{origin}");
        }
    }

    #[test]
    fn security_2_8_options_require_verification_and_a_discoverable_credential() {
        let host = PasskeyHost::parse("https://editor.cinema.example").unwrap();
        let operator = OperatorId::parse("rosa").unwrap();
        let row = |host: &str, credential_id: &str| PasskeyRow {
            id: "1".into(),
            operator: operator.clone(),
            host: host.into(),
            credential_id: credential_id.into(),
            credential: stored(&decoy(&[1])).unwrap(),
            name: "Phone".into(),
            created_at: jiff::Timestamp::UNIX_EPOCH,
            used_at: None,
        };
        let existing = [row("editor.cinema.example", "0102"), row("other.example", "0304")];
        let (options, _) = registration(&host, &operator, "rosa@cinema.example", "Rosa", &existing).unwrap();
        assert_eq!(options["rp"]["id"], "editor.cinema.example");
        assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
        assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
        assert_eq!(options["attestation"], "none");
        let excluded: Vec<_> =
            options["excludeCredentials"].as_array().unwrap().iter().map(|item| &item["id"]).collect();
        assert_eq!(excluded, ["AQI"], "those of another host cannot be on this one");
        assert!(!options["user"]["id"].as_str().unwrap().contains("rosa"), "{options}");
        let (first, _) = authentication(&host, &[]).unwrap();
        let (second, _) = authentication(&host, &existing).unwrap();
        assert_eq!((&first["rpId"], &first["userVerification"]), (&options["rp"]["id"], &"required".into()));
        assert_eq!(first["allowCredentials"], serde_json::json!([]));
        assert_eq!(second["allowCredentials"].as_array().unwrap().len(), 1);
        assert_ne!(first["challenge"], second["challenge"]);
    }
}
