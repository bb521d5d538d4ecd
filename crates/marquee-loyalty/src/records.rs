//! Session records that are too large for a cookie (security 1.3). They come sealed; nothing here can read them.

use jiff::{SignedDuration, Timestamp};
use marquee_auth::Token;
use marquee_model::settings::SiteRecord;
use marquee_store::{SecretKind, SecretRow};
use serde_json::Value;

use crate::engine::Loyalty;
use crate::error::LoyaltyError;
use crate::session::hex;

impl Loyalty {
    /// Keeps a sealed record; the reference has 256 bits.
    ///
    /// # Errors
    /// [`LoyaltyError::Store`].
    pub async fn keep_record(&self, site: &SiteRecord, sealed: &str) -> Result<String, LoyaltyError> {
        let (token, now) = (Token::new()?, self.now());
        let life = SignedDuration::from_hours(i64::from(site.settings.loyalty.session_timeout.max(24)));
        let row = SecretRow {
            hash: hex(&token),
            subject: None,
            ends_at: now.saturating_add(life).unwrap_or(Timestamp::MAX),
            tries: 0,
            data: Value::String(sealed.to_owned()),
        };
        let mut tx = self.begin().await?;
        tx.put_secret(&site.key, SecretKind::Record, &row).await?;
        tx.commit().await?;
        Ok(token.reveal().to_owned())
    }

    /// The sealed record of a reference.
    ///
    /// # Errors
    /// [`LoyaltyError::Store`].
    pub async fn kept_record(
        &self,
        site: &SiteRecord,
        reference: &str,
    ) -> Result<Option<String>, LoyaltyError> {
        let Some(token) = Token::read(reference) else { return Ok(None) };
        let found = self.0.store.secret(&site.key, SecretKind::Record, &hex(&token), self.now()).await?;
        Ok(found.and_then(|row| row.data.as_str().map(str::to_owned)))
    }

    /// Forgets a record.
    ///
    /// # Errors
    /// [`LoyaltyError::Store`].
    pub async fn drop_record(&self, site: &SiteRecord, reference: &str) -> Result<(), LoyaltyError> {
        let Some(token) = Token::read(reference) else { return Ok(()) };
        let mut tx = self.begin().await?;
        tx.take_secret(&site.key, SecretKind::Record, &hex(&token), self.now()).await?;
        tx.commit().await?;
        Ok(())
    }
}
