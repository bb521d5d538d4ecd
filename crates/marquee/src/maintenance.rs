//! Periodic maintenance of the loyalty engine: removes expired records, synchronizes with the database's clock, and audits
//! the ledger daily.

use std::time::Duration;

use marquee_loyalty::Loyalty;

/// How often expired records are removed.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(60);
/// Cleanups from one audit of the ledger to the next: a day (security 4.2). The first audit follows the first cleanup, so that a
/// server that is restarted every night also audits it.
const AUDIT_EVERY: u64 = 24 * 60 * 60 / CLEANUP_INTERVAL.as_secs();

/// Cleanups until an audit that could not read the ledger is repeated.
const RETRY_AUDIT_AFTER: u64 = 5;

/// Runs until aborted.
pub async fn run_maintenance(loyalty: Loyalty) {
    // Cleanups until the next audit.
    let mut until_audit = 1;
    loop {
        sync_clock(&loyalty).await;
        tokio::time::sleep(CLEANUP_INTERVAL).await;
        until_audit -= 1;
        if let Err(error) = loyalty.maintenance().delete_expired().await {
            tracing::warn!(%error, "cannot remove expired records");
        }
        if until_audit == 0 {
            until_audit = AUDIT_EVERY;
            match loyalty.maintenance().audit_ledger().await {
                Ok(report) if report.errors.is_empty() => {
                    tracing::info!(
                        accounts = report.accounts,
                        entries = report.entries,
                        "ledger audited, no errors"
                    );
                }
                Ok(report) => {
                    for line in &report.errors {
                        tracing::error!("the ledger has an error: {line}");
                    }
                }
                Err(error) => {
                    tracing::error!(%error, "cannot audit the ledger, trying again");
                    until_audit = RETRY_AUDIT_AFTER;
                }
            }
        }
    }
}

/// Difference of the clocks in milliseconds above which a warning is logged.
const MAX_CLOCK_DIFFERENCE_MS: i64 = 2000;

async fn sync_clock(loyalty: &Loyalty) {
    match loyalty.maintenance().sync_clock().await {
        Ok(offset) if offset.abs() > MAX_CLOCK_DIFFERENCE_MS => {
            tracing::warn!(ahead_ms = offset, "the clocks of the database and of this machine differ");
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "cannot read the database's clock"),
    }
}
