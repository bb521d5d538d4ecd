//! A software authenticator (Web Authentication, level 3) that can also give wrong answers.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{DerSignature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Flags of the authenticator data.
const USER_PRESENT: u8 = 1;
const USER_VERIFIED: u8 = 1 << 2;
const BACKUP_ELIGIBLE: u8 = 1 << 3;
const BACKED_UP: u8 = 1 << 4;
const HAS_CREDENTIAL: u8 = 1 << 6;

/// A passkey of a browser, and the page that uses it.
#[derive(Clone)]
pub struct Authenticator {
    pub key: SigningKey,
    pub credential_id: Vec<u8>,
    pub user_handle: Option<String>,
    /// The origin of the page.
    pub origin: String,
    /// The relying party that is signed; that of the options if it is `None`.
    pub host: Option<String>,
    /// Rises with each answer if it is not 0.
    pub counter: u32,
    pub is_verified: bool,
    /// As of a password manager that keeps copies.
    pub is_synced: bool,
    /// Whether the page is in a frame of another site.
    pub is_framed: bool,
}

impl Authenticator {
    /// A new passkey; `seed` makes it different from others.
    pub fn new(origin: &str, seed: u8) -> Self {
        Self {
            key: SigningKey::from_slice(&[seed; 32]).unwrap(),
            credential_id: vec![seed; 16],
            user_handle: None,
            origin: origin.to_owned(),
            host: None,
            counter: 0,
            is_verified: true,
            is_synced: false,
            is_framed: false,
        }
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> Vec<u8> {
        let data = json!({
            "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": self.is_framed,
        });
        data.to_string().into_bytes()
    }

    fn data(&mut self, host: &Value, more: u8) -> Vec<u8> {
        let host = self.host.as_deref().unwrap_or_else(|| host.as_str().unwrap());
        let mut data = Sha256::digest(host).to_vec();
        let verified = if self.is_verified { USER_VERIFIED } else { 0 };
        let synced = if self.is_synced { BACKUP_ELIGIBLE | BACKED_UP } else { 0 };
        data.push(USER_PRESENT | verified | synced | more);
        if self.counter > 0 {
            self.counter += 1;
        }
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// What `navigator.credentials.create` answers to a challenge of the server.
    pub fn create(&mut self, challenge: &Value) -> Value {
        let options = &challenge["publicKey"];
        self.user_handle = Some(options["user"]["id"].as_str().unwrap().to_owned());
        let client_data = self.client_data("webauthn.create", &options["challenge"]);
        let mut data = self.data(&options["rp"]["id"], HAS_CREDENTIAL);
        // The model of the authenticator, the id, and the key in COSE: EC2, ES256, P-256.
        data.extend([0; 16]);
        data.extend(u16::try_from(self.credential_id.len()).unwrap().to_be_bytes());
        data.extend(&self.credential_id);
        let point = self.key.verifying_key().to_sec1_point(false);
        data.extend([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]);
        data.extend(point.x().unwrap());
        data.extend([0x22, 0x58, 32]);
        data.extend(point.y().unwrap());
        let mut attestation = b"\xa3cfmtdnonegattStmt\xa0hauthData\x58".to_vec();
        attestation.push(u8::try_from(data.len()).unwrap());
        attestation.extend(data);
        let id = BASE64.encode(&self.credential_id);
        let credential = json!({
            "id": id, "rawId": id, "type": "public-key", "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": BASE64.encode(client_data),
                "attestationObject": BASE64.encode(attestation),
                "transports": ["internal"],
            },
        });
        json!({ "id": challenge["id"], "credential": credential })
    }

    /// What `navigator.credentials.get` answers to a challenge of the server.
    pub fn get(&mut self, challenge: &Value) -> Value {
        let options = &challenge["publicKey"];
        let client_data = self.client_data("webauthn.get", &options["challenge"]);
        let data = self.data(&options["rpId"], 0);
        let signed = [data.as_slice(), &Sha256::digest(&client_data)].concat();
        let signature: DerSignature = self.key.sign(&signed);
        let id = BASE64.encode(&self.credential_id);
        let credential = json!({
            "id": id, "rawId": id, "type": "public-key", "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": BASE64.encode(client_data),
                "authenticatorData": BASE64.encode(data),
                "signature": BASE64.encode(signature.as_bytes()),
                "userHandle": self.user_handle,
            },
        });
        json!({ "id": challenge["id"], "credential": credential })
    }
}
