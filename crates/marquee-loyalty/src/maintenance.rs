//! Scheduled maintenance tasks.

use std::sync::atomic::Ordering;

use jiff::Timestamp;
use marquee_store::StoreError;

use crate::error::LoyaltyError;
use crate::services::Maintenance;

impl Maintenance<'_> {
    /// Measures the offset of the database server's clock from the local one and applies it, so that several servers agree on
    /// expiry times (security 7.6). Returns the offset in milliseconds; 0 on SQLite.
    ///
    /// # Errors
    /// [`StoreError::Database`] if the database cannot be read; the offset is unchanged.
    pub async fn sync_clock(self) -> Result<i64, StoreError> {
        let local_millis = || {
            self.context.clock.now().saturating_sub(self.context.clock.shift()).map(Timestamp::as_millisecond)
        };
        let before = local_millis();
        let database_time = self.context.store.server_time().await?;
        let (Some(database_now), Ok(before), Ok(after)) = (database_time, before, local_millis()) else {
            return Ok(0);
        };
        let offset = database_now.as_millisecond().saturating_sub(before.midpoint(after));
        self.context.clock_offset.store(offset, Ordering::Relaxed);
        Ok(offset)
    }

    /// Deletes expired sign-ins, secrets and rate limit counters. Returns how many rows were deleted.
    pub async fn delete_expired(self) -> Result<u64, StoreError> {
        let mut tx = self.context.store.begin_long().await?;
        // Idempotency records never expire: a late retry must not book twice (security 4.1).
        let deleted_rows = tx.delete_expired(self.context.now()).await?;
        tx.commit().await?;
        Ok(deleted_rows)
    }

    /// Verifies the ledger and freezes debits of inconsistent accounts until an operator resolves them (security 4.2).
    pub async fn audit_ledger(self) -> Result<marquee_store::LedgerReport, LoyaltyError> {
        let report = self.context.store.verify_ledger().await?;
        self.context.freeze_reported(&report, "system").await?;
        Ok(report)
    }
}
