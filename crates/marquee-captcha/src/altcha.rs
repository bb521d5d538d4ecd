//! ALTCHA, wire format v1: the browser searches for the number whose salted hash is the challenge (third-party.md,
//! section 4).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use marquee_auth::derive_key;
use marquee_model::host::canonical;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use url::form_urlencoded;

use crate::{CaptchaContext, CaptchaError, MAX_AGE, Refusal, VerifiedAnswer, check_age};

/// What keys are derived for.
const PURPOSE: &str = "captcha challenge";

/// The default upper bound of the number: about half a second on four slow cores.
pub const DEFAULT_MAX_NUMBER: u32 = 50_000;

const ALGORITHM: &str = "SHA-256";

/// Maximum size of an answer in bytes. The widget sends about 500.
const MAX_ANSWER_BYTES: usize = 4096;

/// Creates and verifies challenges. It is stateless: a challenge contains its context and expiry, and is signed.
#[derive(Clone)]
pub struct Altcha {
    keys: Vec<[u8; 32]>,
    max_number: u32,
}

impl std::fmt::Debug for Altcha {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Altcha")
            .field("keys", &self.keys.len())
            .field("max_number", &self.max_number)
            .finish()
    }
}

/// A challenge. Its JSON is the input of the widget.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Challenge {
    algorithm: &'static str,
    challenge: String,
    maxnumber: u32,
    salt: String,
    signature: String,
}

/// The widget's answer, sent as Base64-encoded JSON.
#[derive(Deserialize)]
struct Solution {
    algorithm: String,
    challenge: String,
    number: u64,
    salt: String,
    signature: String,
}

impl Altcha {
    /// Derives a key from each secret, newest first. The first key signs, all keys verify. A solution takes
    /// `max_number` / 2 hashes on average.
    ///
    /// # Errors
    /// [`CaptchaError::Unavailable`] if `secrets` is empty.
    pub fn new(secrets: &[impl AsRef<[u8]>], max_number: u32) -> Result<Self, CaptchaError> {
        let keys: Vec<_> = secrets.iter().map(|secret| derive_key(secret.as_ref(), PURPOSE)).collect();
        if keys.is_empty() {
            return Err(CaptchaError::Unavailable("a secret key is required".to_owned()));
        }
        Ok(Self { keys, max_number })
    }

    /// Creates a challenge for a context, valid for two minutes.
    ///
    /// # Errors
    /// [`CaptchaError::Unavailable`] if the system's random number generator fails.
    pub fn challenge(&self, context: CaptchaContext<'_>, now: Timestamp) -> Result<Challenge, CaptchaError> {
        let failed = |e: getrandom::Error| {
            CaptchaError::Unavailable(format!("the system's random number generator failed: {e}"))
        };
        let mut random = [0_u8; 16];
        getrandom::fill(&mut random).map_err(failed)?;
        let number = getrandom::u64().map_err(failed)? % (u64::from(self.max_number) + 1);
        let expires = now.as_second().saturating_add(MAX_AGE.as_secs()).to_string();
        let parameters = form_urlencoded::Serializer::new(String::new())
            .append_pair("expires", &expires)
            .append_pair("host", &canonical(context.host))
            .append_pair("action", context.action)
            .finish();
        // The final `&` keeps digits of the number from being moved into the salt.
        let salt = format!("{}?{parameters}&", hex::encode(random));
        let challenge = hash(&salt, number);
        let signature =
            self.keys.first().map(|key| hex::encode(mac(key, &challenge).finalize().into_bytes()));
        Ok(Challenge {
            algorithm: ALGORITHM,
            challenge,
            maxnumber: self.max_number,
            salt,
            signature: signature.unwrap_or_default(),
        })
    }

    pub(crate) fn verify(
        &self,
        answer: &str,
        context: CaptchaContext<'_>,
        now: Timestamp,
    ) -> Result<VerifiedAnswer, CaptchaError> {
        let solution = read(answer).ok_or(Refusal::Malformed)?;
        if solution.algorithm != ALGORITHM || !solution.salt.ends_with('&') {
            return Err(Refusal::Incorrect.into());
        }
        let challenge = hash(&solution.salt, solution.number);
        let signature = hex::decode(&solution.signature).map_err(|_| Refusal::Malformed)?;
        // Constant-time comparison.
        let is_own_signature =
            self.keys.iter().any(|key| mac(key, &challenge).verify_slice(&signature).is_ok());
        if solution.challenge != challenge || !is_own_signature {
            return Err(Refusal::Incorrect.into());
        }
        let (_, parameters) = solution.salt.split_once('?').ok_or(Refusal::Incorrect)?;
        let parameter = |name: &str| {
            form_urlencoded::parse(parameters.as_bytes()).find(|(key, _)| key == name).map(|(_, value)| value)
        };
        let expires = parameter("expires").and_then(|text| text.parse().ok()).ok_or(Refusal::Incorrect)?;
        let created = Timestamp::from_second(expires).ok().and_then(|at| at.checked_sub(MAX_AGE).ok());
        let solved_at = created.ok_or(Refusal::Incorrect)?;
        check_age(solved_at, now)?;
        if !parameter("host").is_some_and(|host| context.has_host(&host)) {
            return Err(Refusal::HostMismatch.into());
        }
        if parameter("action").as_deref() != Some(context.action) {
            return Err(Refusal::ActionMismatch.into());
        }
        Ok(VerifiedAnswer { id: Sha256::digest(challenge.as_bytes()).into(), solved_at })
    }
}

fn read(answer: &str) -> Option<Solution> {
    if answer.len() > MAX_ANSWER_BYTES {
        return None;
    }
    serde_json::from_slice(&STANDARD.decode(answer).ok()?).ok()
}

fn hash(salt: &str, number: u64) -> String {
    hex::encode(Sha256::digest(format!("{salt}{number}").as_bytes()))
}

fn mac(key: &[u8; 32], text: &str) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC accepts a key of any length");
    mac.update(text.as_bytes());
    mac
}

#[cfg(test)]
mod tests;
