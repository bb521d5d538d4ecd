//! Apple Wallet: a zip of `pass.json`, icons, a manifest of their hashes, and the manifest's signature (third-party.md,
//! section 5).

mod icon;
mod layout;
mod signature;

use std::io::{Cursor, Write};

use jiff::Timestamp;
use serde_json::{Map, Value};
use sha1::{Digest, Sha1};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::{Brand, CardPass, TicketPass, WalletError};
use signature::Signer;

/// A pass type that an operator has registered with Apple.
#[derive(Debug, Clone)]
pub struct ApplePassType {
    /// The identifier, for example `pass.example.aster`.
    pub pass_type_id: String,
    pub team_id: String,
    /// The organization's name, shown with notifications.
    pub organization: String,
}

/// Creates passes for Apple Wallet. `Debug` does not print its key.
#[derive(Debug)]
pub struct AppleWallet {
    pass_type: ApplePassType,
    signer: Signer,
}

impl AppleWallet {
    /// `certificate` and `private_key` are those of the pass type, `wwdr` is Apple's intermediate certificate; all as PEM text.
    ///
    /// # Errors
    /// [`WalletError::Pem`] if a text cannot be parsed, [`WalletError::Key`] if the key is not an RSA key of 2048 bits or more,
    /// [`WalletError::KeyMismatch`] if certificate and key do not match.
    pub fn new(
        pass_type: ApplePassType,
        certificate: &str,
        private_key: &str,
        wwdr: &str,
    ) -> Result<Self, WalletError> {
        Ok(Self { pass_type, signer: Signer::new(certificate, private_key, wwdr)? })
    }

    /// A member's card as the bytes of a `.pkpass` file (WALLET-01).
    pub fn loyalty_card(&self, card: &CardPass, now: Timestamp) -> Result<Vec<u8>, WalletError> {
        self.finish(layout::card(&self.pass_type, card), &card.brand, now)
    }

    /// A ticket as the bytes of a `.pkpass` file (WALLET-02).
    pub fn ticket(&self, ticket: &TicketPass, now: Timestamp) -> Result<Vec<u8>, WalletError> {
        self.finish(layout::ticket(&self.pass_type, ticket), &ticket.brand, now)
    }

    fn finish(&self, pass: Value, brand: &Brand, now: Timestamp) -> Result<Vec<u8>, WalletError> {
        let mut files = vec![
            ("pass.json", pass.to_string().into_bytes()),
            ("icon.png", icon::square(&brand.color, 1)?),
            ("icon@2x.png", icon::square(&brand.color, 2)?),
        ];
        let manifest = manifest(&files);
        let signature = self.signer.sign(&manifest, now)?;
        files.extend([("manifest.json", manifest), ("signature", signature)]);
        zip_files(&files).map_err(|e| WalletError::Build(e.to_string()))
    }
}

/// The SHA-1 hashes of the files by name, as JSON.
fn manifest(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let hash = |bytes: &[u8]| Value::String(hex::encode(Sha1::digest(bytes)));
    let hashes: Map<String, Value> =
        files.iter().map(|(name, bytes)| ((*name).to_owned(), hash(bytes))).collect();
    Value::Object(hashes).to_string().into_bytes()
}

/// The files in an uncompressed zip, because a pass has only a few kilobytes.
fn zip_files(files: &[(&str, Vec<u8>)]) -> zip::result::ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, bytes) in files {
        zip.start_file(*name, options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

#[cfg(test)]
mod tests;
