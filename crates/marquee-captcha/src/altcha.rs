//! ALTCHA, wire format v1: the browser looks for the number that a hash was made of (third-party.md, section 4).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use url::form_urlencoded;

use crate::{CaptchaError, MAX_AGE, Place, Refusal, Verified, fresh};

/// Up to which number a browser has to count, unless more is asked of it: about half a second of four slow cores.
pub const USUAL_MAX_NUMBER: u32 = 50_000;

const ALGORITHM: &str = "SHA-256";

/// Bytes of an answer; the widget's has some 500.
const LONGEST: usize = 4096;

/// Sets and checks challenges. It keeps no state: a challenge carries its place and its end, signed.
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

/// What the widget is given, as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Challenge {
    algorithm: &'static str,
    challenge: String,
    maxnumber: u32,
    salt: String,
    signature: String,
}

/// What the widget gives back: base64 of this as JSON.
#[derive(Deserialize)]
struct Solution {
    algorithm: String,
    challenge: String,
    number: u64,
    salt: String,
    signature: String,
}

impl Altcha {
    /// One that signs with a key of its own, made of the newest of `secrets`, and knows those of all of them. Browsers
    /// count up to `max_number`; the work for one solution is half of that on average.
    ///
    /// # Errors
    /// [`CaptchaError::Unavailable`] without a secret.
    pub fn new(secrets: &[impl AsRef<[u8]>], max_number: u32) -> Result<Self, CaptchaError> {
        let keys: Vec<_> = secrets.iter().map(|secret| derived(secret.as_ref())).collect();
        if keys.is_empty() {
            return Err(CaptchaError::Unavailable("there is no secret key".to_owned()));
        }
        Ok(Self { keys, max_number })
    }

    /// A new challenge for a place, to be solved within two minutes.
    ///
    /// # Errors
    /// [`CaptchaError::Unavailable`] when the system gives no random bytes.
    pub fn challenge(&self, place: Place<'_>, now: Timestamp) -> Result<Challenge, CaptchaError> {
        let failed = |e: getrandom::Error| CaptchaError::Unavailable(format!("no random bytes: {e}"));
        let mut random = [0_u8; 16];
        getrandom::fill(&mut random).map_err(failed)?;
        let number = getrandom::u64().map_err(failed)? % (u64::from(self.max_number) + 1);
        let ends = now.as_second().saturating_add(MAX_AGE.as_secs()).to_string();
        let parameters = form_urlencoded::Serializer::new(String::new())
            .append_pair("expires", &ends)
            .append_pair("host", &crate::host_name(place.host))
            .append_pair("action", place.action)
            .finish();
        // Without the last `&` digits of the number could be taken for the end of the salt.
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

    /// Checks a solution.
    pub(crate) fn verify(
        &self,
        answer: &str,
        place: Place<'_>,
        now: Timestamp,
    ) -> Result<Verified, CaptchaError> {
        let solution = read(answer).ok_or(Refusal::Unreadable)?;
        if solution.algorithm != ALGORITHM || !solution.salt.ends_with('&') {
            return Err(Refusal::Wrong.into());
        }
        let challenge = hash(&solution.salt, solution.number);
        let signature = hex::decode(&solution.signature).map_err(|_| Refusal::Unreadable)?;
        // Compared in constant time.
        let ours = self.keys.iter().any(|key| mac(key, &challenge).verify_slice(&signature).is_ok());
        if solution.challenge != challenge || !ours {
            return Err(Refusal::Wrong.into());
        }
        let (_, parameters) = solution.salt.split_once('?').ok_or(Refusal::Wrong)?;
        let parameter = |name: &str| {
            form_urlencoded::parse(parameters.as_bytes()).find(|(key, _)| key == name).map(|(_, value)| value)
        };
        let ends = parameter("expires").and_then(|text| text.parse().ok()).ok_or(Refusal::Wrong)?;
        let made = Timestamp::from_second(ends).ok().and_then(|at| at.checked_sub(MAX_AGE).ok());
        let solved_at = made.ok_or(Refusal::Wrong)?;
        fresh(solved_at, now)?;
        if !parameter("host").is_some_and(|host| place.is_at(&host)) {
            return Err(Refusal::OtherHost.into());
        }
        if parameter("action").as_deref() != Some(place.action) {
            return Err(Refusal::OtherAction.into());
        }
        Ok(Verified { id: Sha256::digest(challenge.as_bytes()).into(), solved_at })
    }
}

fn read(answer: &str) -> Option<Solution> {
    if answer.len() > LONGEST {
        return None;
    }
    serde_json::from_slice(&STANDARD.decode(answer).ok()?).ok()
}

/// A secret's key for this purpose alone.
fn derived(secret: &[u8]) -> [u8; 32] {
    let mut key = [0_u8; 32];
    Hkdf::<Sha256>::new(Some(b"marquee"), secret)
        .expand(b"captcha challenge", &mut key)
        .expect("HKDF gives 32 bytes of any hash");
    key
}

fn hash(salt: &str, number: u64) -> String {
    hex::encode(Sha256::digest(format!("{salt}{number}").as_bytes()))
}

fn mac(key: &[u8; 32], text: &str) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(text.as_bytes());
    mac
}

#[cfg(test)]
mod tests;
