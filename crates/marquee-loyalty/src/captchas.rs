//! Replay protection for captcha answers (security 2.4).

use jiff::SignedDuration;
use marquee_store::{SecretKind, SecretRow, StoreError};
use serde_json::Value;

use crate::context::Visitor;
use crate::error::{LoyaltyError, RefusalReason};
use crate::limits::{Action, STRICT_FAILURES, limited};
use crate::services::Captchas;

/// How long a used captcha answer is remembered.
const USED_CAPTCHA_RETENTION: SignedDuration = SignedDuration::from_mins(5);

impl Captchas<'_> {
    /// Records that a captcha answer was used, for all servers.
    ///
    /// # Errors
    /// `CaptchaUsed`.
    pub async fn use_captcha(self, visitor: Visitor<'_>, id: &[u8; 32]) -> Result<(), LoyaltyError> {
        let now = self.context.now();
        let row = SecretRow {
            hash: hex::encode(id),
            subject: None,
            ends_at: now.saturating_add(USED_CAPTCHA_RETENTION).unwrap_or(now),
            attempts: 0,
            data: Value::Null,
        };
        let mut tx = self.context.begin().await?;
        match tx.save_secret(visitor.id(), SecretKind::Captcha, &row).await {
            Err(StoreError::Exists(_)) => return Err(RefusalReason::CaptchaUsed.into()),
            other => other?,
        }
        tx.commit().await?;
        Ok(())
    }

    /// Applies a stricter limit on failed sign-ins, for use while captchas cannot be verified (security 2.4).
    ///
    /// # Errors
    /// [`LoyaltyError::Limited`] after ten failures from the IP address within ten minutes.
    pub async fn check_strict_limit(self, visitor: Visitor<'_>) -> Result<(), LoyaltyError> {
        let key = self.context.address_key(visitor, Action::SignIn);
        let now = self.context.now();
        match self.context.store.counter(visitor.id(), &key).await? {
            Some(counter)
                if self.context.limits && counter.count >= STRICT_FAILURES && counter.until > now =>
            {
                Err(limited(counter.until, now))
            }
            _ => Ok(()),
        }
    }
}
