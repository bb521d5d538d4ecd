//! One-time codes sent by email or held by a page. The database stores only their hashes (security 2.7).

use jiff::{SignedDuration, Timestamp};
use marquee_auth::Token;
use marquee_model::{MemberId, SiteId};
use marquee_store::{SecretKind, SecretRow, WriteTx};
use serde_json::Value;

use crate::engine::Loyalty;
use crate::error::LoyaltyError;
use crate::session::token_hash;

/// A code to create.
pub(crate) struct NewSecret<'a> {
    pub(crate) kind: SecretKind,
    /// The member to whom it belongs, if any.
    pub(crate) member: Option<&'a MemberId>,
    pub(crate) valid_for: SignedDuration,
    /// Data to look up with the code.
    pub(crate) data: Value,
}

impl Loyalty {
    /// Creates a random code of 256 bits and stores its hash.
    pub(crate) async fn new_secret(
        &self,
        tx: &mut WriteTx,
        site: &SiteId,
        secret: NewSecret<'_>,
    ) -> Result<Token, LoyaltyError> {
        let token = Token::new()?;
        let row = SecretRow {
            hash: token_hash(&token),
            subject: secret.member.map(|id| id.as_str().to_owned()),
            ends_at: self.now().saturating_add(secret.valid_for).unwrap_or(Timestamp::MAX),
            tries: 0,
            data: secret.data,
        };
        tx.put_secret(site, secret.kind, &row).await?;
        Ok(token)
    }
}
