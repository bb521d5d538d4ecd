//! PEM parsing and RSA keys.

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeyPair;
use aws_lc_rs::signature::{KeyPair as _, RSA_PKCS1_SHA256};
use der::asn1::{AnyRef, OctetStringRef};
use der::{Decode, Sequence};
use zeroize::Zeroizing;

use crate::WalletError;

/// A private RSA key. `Debug` does not print it.
pub(crate) struct RsaKey {
    pair: KeyPair,
    /// The key as `RSAPrivateKey` (RFC 8017).
    pub(crate) der: Zeroizing<Vec<u8>>,
}

/// `PrivateKeyInfo` of RFC 5208.
#[derive(Sequence)]
struct PrivateKeyInfo<'a> {
    _version: u8,
    _algorithm: AnyRef<'a>,
    key: OctetStringRef<'a>,
    #[asn1(context_specific = "0", optional = "true", tag_mode = "IMPLICIT")]
    _attributes: Option<der::asn1::SetOfVec<der::Any>>,
}

impl RsaKey {
    /// Reads the first private key of a PEM text, in PKCS #8 or PKCS #1 form.
    pub(crate) fn from_pem(text: &str) -> Result<Self, WalletError> {
        let key_error = |e: &dyn std::fmt::Display| WalletError::Key(e.to_string());
        let (label, bytes) = find_pem_block(text, |label| matches!(label, "PRIVATE KEY" | "RSA PRIVATE KEY"))
            .ok_or(WalletError::Pem("private key"))?;
        let der = match label {
            "RSA PRIVATE KEY" => bytes,
            _ => {
                let info = PrivateKeyInfo::from_der(&bytes).map_err(|e| key_error(&e))?;
                Zeroizing::new(info.key.as_bytes().to_vec())
            }
        };
        let pair = KeyPair::from_der(&der).map_err(|e| key_error(&e))?;
        Ok(Self { pair, der })
    }

    /// The public key as `RSAPublicKey` (RFC 8017).
    pub(crate) fn public(&self) -> &[u8] {
        self.pair.public_key().as_ref()
    }

    /// Signs with PKCS #1 v1.5 and SHA-256.
    pub(crate) fn sign(&self, message: &[u8]) -> Result<Vec<u8>, WalletError> {
        let mut signature = vec![0; self.pair.public_modulus_len()];
        self.pair
            .sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), message, &mut signature)
            .map_err(|e| WalletError::Sign(e.to_string()))?;
        Ok(signature)
    }
}

impl std::fmt::Debug for RsaKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RsaKey(…)")
    }
}

/// The first PEM block whose label `is_accepted` accepts. Text around the blocks is ignored, because some tools add it.
pub(crate) fn find_pem_block(
    text: &str,
    is_accepted: impl Fn(&str) -> bool,
) -> Option<(&str, Zeroizing<Vec<u8>>)> {
    text.match_indices("-----BEGIN ").find_map(|(start, begin)| {
        let from = text.get(start..)?;
        let label = from.get(begin.len()..)?.split_once("-----")?.0;
        let end = format!("-----END {label}-----");
        let block = from.get(..from.find(&end)? + end.len())?;
        is_accepted(label).then_some(())?;
        let (_, bytes) = der::pem::decode_vec(block.as_bytes()).ok()?;
        Some((label, Zeroizing::new(bytes)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pass::samples::KEY;

    #[test]
    fn keys_are_read_from_pkcs_8_and_pkcs_1_with_text_around_them() {
        let key = RsaKey::from_pem(&KEY.serialize_pem()).unwrap();
        let with_text = format!("Bag Attributes\n    friendlyName: x\n{}\nmore\n", KEY.serialize_pem());
        assert_eq!(RsaKey::from_pem(&with_text.replace('\n', "\r\n")).unwrap().der, key.der);
        let pkcs_1 = der::pem::encode_string("RSA PRIVATE KEY", der::pem::LineEnding::LF, &key.der).unwrap();
        assert_eq!(RsaKey::from_pem(&pkcs_1).unwrap().public(), key.public());
    }

    #[test]
    fn security_3_6_invalid_keys_are_refused_without_printing_them() {
        let pem = KEY.serialize_pem();
        assert!(matches!(RsaKey::from_pem(""), Err(WalletError::Pem(_))));
        assert!(matches!(RsaKey::from_pem(&pem.replace("-----END", "")), Err(WalletError::Pem(_))));
        let encrypted = pem.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY");
        assert!(matches!(RsaKey::from_pem(&encrypted), Err(WalletError::Pem(_))));
        let curve = rcgen::KeyPair::generate_for(&rcgen::PKCS_ECDSA_P256_SHA256).unwrap().serialize_pem();
        let error = RsaKey::from_pem(&curve).unwrap_err();
        assert!(matches!(error, WalletError::Key(_)));
        let secret = curve.lines().nth(1).unwrap();
        assert!(!error.to_string().contains(secret) && !format!("{error:?}").contains(secret));
    }
}
