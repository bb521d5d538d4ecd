//! A detached CMS signature (RFC 5652) as Apple requires: it includes both certificates, and the signing time as a signed
//! attribute.

use std::time::Duration;

use cms::cert::{CertificateChoices, IssuerAndSerialNumber};
use cms::content_info::{CmsVersion, ContentInfo};
use cms::signed_data::{
    CertificateSet, EncapsulatedContentInfo, SignedData, SignerIdentifier, SignerInfo, SignerInfos,
};
use der::asn1::{Null, ObjectIdentifier, OctetString, SetOfVec, UtcTime};
use der::{Any, Decode, Encode};
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use x509_cert::Certificate;
use x509_cert::attr::Attribute;
use x509_cert::spki::AlgorithmIdentifierOwned;

use crate::WalletError;
use crate::key::{RsaKey, find_pem_block};

const DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.1");
const SIGNED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.2");
const CONTENT_TYPE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.3");
const MESSAGE_DIGEST: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.4");
const SIGNING_TIME: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.5");
const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
const SHA_256: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.1");

/// Signs with a certificate's key. `Debug` does not print the key.
#[derive(Debug)]
pub(super) struct Signer {
    certificate: Certificate,
    intermediate: Certificate,
    key: RsaKey,
}

impl Signer {
    /// `certificate`, its private `key`, and the issuing certificate `intermediate`, all as PEM text.
    pub(super) fn new(certificate: &str, key: &str, intermediate: &str) -> Result<Self, WalletError> {
        let certificate = read(certificate, "certificate of the pass type")?;
        let intermediate = read(intermediate, "intermediate certificate")?;
        let key = RsaKey::from_pem(key)?;
        let public = &certificate.tbs_certificate.subject_public_key_info.subject_public_key;
        if public.raw_bytes() != key.public() {
            return Err(WalletError::KeyMismatch);
        }
        Ok(Self { certificate, intermediate, key })
    }

    /// The detached signature of `content` in DER.
    pub(super) fn sign(&self, content: &[u8], now: Timestamp) -> Result<Vec<u8>, WalletError> {
        let attributes = attributes(content, now).map_err(sign_error)?;
        let signature = self.key.sign(&attributes.to_der().map_err(sign_error)?)?;
        self.encode(attributes, signature).map_err(sign_error)
    }

    fn encode(&self, attributes: SetOfVec<Attribute>, signature: Vec<u8>) -> der::Result<Vec<u8>> {
        let digest = AlgorithmIdentifierOwned { oid: SHA_256, parameters: None };
        let own_certificate = &self.certificate.tbs_certificate;
        let signer = SignerInfo {
            version: CmsVersion::V1,
            sid: SignerIdentifier::IssuerAndSerialNumber(IssuerAndSerialNumber {
                issuer: own_certificate.issuer.clone(),
                serial_number: own_certificate.serial_number.clone(),
            }),
            digest_alg: digest.clone(),
            signed_attrs: Some(attributes),
            signature_algorithm: AlgorithmIdentifierOwned { oid: RSA, parameters: Some(Null.into()) },
            signature: OctetString::new(signature)?,
            unsigned_attrs: None,
        };
        let certificates =
            [&self.certificate, &self.intermediate].map(|c| CertificateChoices::Certificate(c.clone()));
        let signed = SignedData {
            version: CmsVersion::V1,
            digest_algorithms: SetOfVec::try_from(vec![digest])?,
            encap_content_info: EncapsulatedContentInfo { econtent_type: DATA, econtent: None },
            certificates: Some(CertificateSet::try_from(certificates.to_vec())?),
            crls: None,
            signer_infos: SignerInfos::try_from(vec![signer])?,
        };
        ContentInfo { content_type: SIGNED_DATA, content: Any::encode_from(&signed)? }.to_der()
    }
}

/// The signed attributes: content type, signing time and hash of the content.
fn attributes(content: &[u8], now: Timestamp) -> der::Result<SetOfVec<Attribute>> {
    let since = Duration::from_secs(now.as_second().try_into().unwrap_or_default());
    let digest = OctetString::new(Sha256::digest(content).to_vec())?;
    let attribute =
        |oid, value: Any| Ok::<_, der::Error>(Attribute { oid, values: SetOfVec::try_from(vec![value])? });
    SetOfVec::try_from(vec![
        attribute(CONTENT_TYPE, Any::encode_from(&DATA)?)?,
        attribute(SIGNING_TIME, Any::encode_from(&UtcTime::from_unix_duration(since)?)?)?,
        attribute(MESSAGE_DIGEST, Any::encode_from(&digest)?)?,
    ])
}

/// The first certificate of a PEM text.
fn read(text: &str, what: &'static str) -> Result<Certificate, WalletError> {
    let (_, bytes) = find_pem_block(text, |label| label == "CERTIFICATE").ok_or(WalletError::Pem(what))?;
    Certificate::from_der(&bytes).map_err(|_| WalletError::Pem(what))
}

fn sign_error(error: der::Error) -> WalletError {
    WalletError::Sign(error.to_string())
}
