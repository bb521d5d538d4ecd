//! Replay protection for captcha answers (security 2.4).

use jiff::SignedDuration;
use marquee_store::{SecretKind, SecretRow, StoreError};
use serde_json::Value;

use crate::engine::{Loyalty, Visitor};
use crate::error::{LoyaltyError, RefusalReason};

/// How long a used answer is remembered.
const ANSWER_LIFETIME: SignedDuration = SignedDuration::from_mins(5);

impl Loyalty {
    /// Records that a captcha answer was used, for all servers.
    ///
    /// # Errors
    /// `CaptchaUsed`.
    pub async fn use_captcha(&self, visitor: Visitor<'_>, id: &[u8; 32]) -> Result<(), LoyaltyError> {
        let now = self.now();
        let row = SecretRow {
            hash: hex::encode(id),
            subject: None,
            ends_at: now.saturating_add(ANSWER_LIFETIME).unwrap_or(now),
            tries: 0,
            data: Value::Null,
        };
        let mut tx = self.begin().await?;
        match tx.put_secret(visitor.id(), SecretKind::Captcha, &row).await {
            Err(StoreError::Exists(_)) => return Err(RefusalReason::CaptchaUsed.into()),
            other => other?,
        }
        tx.commit().await?;
        Ok(())
    }
}
