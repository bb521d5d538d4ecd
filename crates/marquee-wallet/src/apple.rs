//! Passes for Apple's wallet: a zip of `pass.json`, icons, the list of their hashes, and that list's signature
//! (third-party.md, section 5).

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

/// The kind of pass an operator has registered with Apple.
#[derive(Debug, Clone)]
pub struct ApplePassType {
    /// Its identifier, for example `pass.example.aster`.
    pub pass_type_id: String,
    /// The team's identifier.
    pub team_id: String,
    /// The organisation's name, shown beside messages.
    pub organisation: String,
}

/// Makes passes for Apple's wallet. It does not print its key.
#[derive(Debug)]
pub struct Apple {
    pass_type: ApplePassType,
    signer: Signer,
}

impl Apple {
    /// The media type of a pass.
    pub const MEDIA_TYPE: &str = "application/vnd.apple.pkpass";

    /// Takes the pass type's certificate and private key, and Apple's intermediate certificate (WWDR), as PEM texts.
    ///
    /// # Errors
    /// When a text cannot be read, the key is not an RSA key of 2048 bits or more, or the certificate is another key's.
    pub fn new(
        pass_type: ApplePassType,
        certificate: &str,
        private_key: &str,
        wwdr: &str,
    ) -> Result<Self, WalletError> {
        Ok(Self { pass_type, signer: Signer::new(certificate, private_key, wwdr)? })
    }

    /// A member's card as the bytes of a `.pkpass` file (WALLET-01).
    ///
    /// # Errors
    /// [`WalletError::Sign`], [`WalletError::Build`].
    pub fn loyalty_card(&self, card: &CardPass, now: Timestamp) -> Result<Vec<u8>, WalletError> {
        self.finish(layout::card(&self.pass_type, card), &card.brand, now)
    }

    /// A ticket as the bytes of a `.pkpass` file (WALLET-02).
    ///
    /// # Errors
    /// [`WalletError::Sign`], [`WalletError::Build`].
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
        zipped(&files).map_err(|e| WalletError::Build(e.to_string()))
    }
}

/// The hashes of files by their names.
fn manifest(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let hash = |bytes: &[u8]| Value::String(hex::encode(Sha1::digest(bytes)));
    let hashes: Map<String, Value> =
        files.iter().map(|(name, bytes)| ((*name).to_owned(), hash(bytes))).collect();
    Value::Object(hashes).to_string().into_bytes()
}

/// Files in a zip, as they are: a pass has a few kilobytes.
fn zipped(files: &[(&str, Vec<u8>)]) -> zip::result::ZipResult<Vec<u8>> {
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
