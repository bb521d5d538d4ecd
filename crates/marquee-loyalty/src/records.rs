//! Session records that are too large for a cookie (security 1.3), stored encrypted, and ended sign-ins of proxy mode.

use jiff::{SignedDuration, Timestamp};
use marquee_auth::Token;
use marquee_model::settings::SiteRecord;
use marquee_store::{SecretKind, SecretRow, StoreError};
use serde_json::Value;

use crate::error::LoyaltyError;
use crate::secrets::{NewSecret, SecretPayload, payload, token_hash};
use crate::services::Sessions;

impl Sessions<'_> {
    /// Stores an encrypted record and returns a random reference of 256 bits.
    pub async fn store_record(self, site: &SiteRecord, sealed: &str) -> Result<String, LoyaltyError> {
        let secret = NewSecret {
            member: None,
            valid_for: SignedDuration::from_hours(i64::from(site.settings.loyalty.session_timeout.max(24))),
            payload: SecretPayload::Record(sealed.to_owned()),
        };
        let mut tx = self.context.begin().await?;
        let token = self.context.new_secret(&mut tx, &site.key, secret).await?;
        tx.commit().await?;
        Ok(token.reveal().to_owned())
    }

    /// The encrypted record of a reference; `None` if it is unknown or expired.
    pub async fn load_record(
        self,
        site: &SiteRecord,
        reference: &str,
    ) -> Result<Option<String>, LoyaltyError> {
        let Some(token) = Token::parse(reference) else { return Ok(None) };
        let secret = self
            .context
            .store
            .secret(&site.key, SecretKind::SessionRecord, &token_hash(&token), self.context.now())
            .await?;
        Ok(secret.as_ref().and_then(payload))
    }

    /// Generates a random name for a sign-in in proxy mode.
    ///
    /// # Errors
    /// [`LoyaltyError::Crypto`] if the system's random number generator fails.
    pub fn new_proxy_session(self) -> Result<String, LoyaltyError> {
        Ok(Token::new()?.reveal().to_owned())
    }

    /// The expiry of a cookie that is set now with a lifetime of `hours`.
    #[must_use]
    pub fn cookie_expiry(self, hours: u32) -> Timestamp {
        self.context
            .now()
            .saturating_add(SignedDuration::from_hours(i64::from(hours)))
            .unwrap_or(Timestamp::MAX)
    }

    /// Records that a sign-in in proxy mode has ended, until its cookie expires. Idempotent.
    pub async fn end_proxy_session(
        self,
        site: &SiteRecord,
        name: &str,
        until: Timestamp,
    ) -> Result<(), LoyaltyError> {
        let hash = self.context.limit_keys.hash(&["seal", name]);
        let row = SecretRow { hash, subject: None, ends_at: until, attempts: 0, data: Value::Null };
        let mut tx = self.context.begin().await?;
        match tx.save_secret(&site.key, SecretKind::EndedSignIn, &row).await {
            Err(StoreError::Exists(_)) => Ok(()),
            other => {
                other?;
                tx.commit().await?;
                Ok(())
            }
        }
    }

    /// Whether a sign-in in proxy mode was ended.
    pub async fn is_proxy_session_ended(self, site: &SiteRecord, name: &str) -> Result<bool, LoyaltyError> {
        for hash in self.context.limit_keys.hash_with_all_keys(&["seal", name]) {
            let secret = self
                .context
                .store
                .secret(&site.key, SecretKind::EndedSignIn, &hash, self.context.now())
                .await?;
            if secret.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
