//! Shared engine state, and the context of a call.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use marquee_auth::{HashPool, KeyedHash, Sealer, random_text};
use marquee_model::id::IdError;
use marquee_model::settings::SiteRecord;
use marquee_model::{Clock, SiteId};
use marquee_store::{AuditRow, IdempotencyRecord, LedgerReport, Store, StoreError, WriteTx};
use tokio::sync::Notify;

use crate::error::LoyaltyError;
use crate::idempotency::Fingerprints;
use crate::session_cache::SessionCache;

/// State shared by all services.
#[derive(Debug)]
pub struct Context {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    /// The offset of the database server's clock from this one, in milliseconds.
    pub clock_offset: AtomicI64,
    pub hashes: HashPool,
    pub limits: bool,
    /// Hashes names and IP addresses in the keys of rate limits, request bodies and browsers.
    pub limit_keys: KeyedHash,
    /// Hashes numbers and PINs of cards and gift cards.
    pub numbers: KeyedHash,
    /// Derives and hashes the redemption codes of rewards.
    pub codes: KeyedHash,
    /// Derives members' ids for the marketing tracker.
    pub marketing: KeyedHash,
    /// Hashes the ids of deleted members.
    pub deletion_hash_key: KeyedHash,
    /// Encrypts emails in the queue.
    pub mail_sealer: Sealer,
    /// Wakes the task that cleans database files after a deletion.
    pub member_deleted: Notify,
    pub session_cache: SessionCache,
}

/// The context of a call.
#[derive(Debug, Clone, Copy)]
pub struct Visitor<'a> {
    pub site: &'a SiteRecord,
    /// The site's origin, for links in emails.
    pub origin: &'a str,
    /// The visitor's IP address.
    pub address: IpAddr,
    /// The `User-Agent` header, or empty.
    pub device: &'a str,
    /// The language of the page, for emails.
    pub language: &'a str,
}

impl Visitor<'_> {
    pub(crate) fn id(&self) -> &SiteId {
        &self.site.key
    }
}

impl Context {
    pub(crate) fn now(&self) -> Timestamp {
        // Truncated to milliseconds, the precision of database columns.
        let now = self.clock.now();
        let offset = self.clock_offset.load(Ordering::Relaxed);
        Timestamp::from_millisecond(now.as_millisecond().saturating_add(offset)).unwrap_or(now)
    }

    pub(crate) async fn begin(&self) -> Result<WriteTx, StoreError> {
        self.store.begin().await
    }

    /// A keyed hash of a request body, to compare bodies without storing them.
    pub(crate) fn body_hash(&self, body: &str) -> String {
        self.limit_keys.hash(&["body", body])
    }

    /// Whether a request is a repetition of the recorded one.
    pub(crate) fn is_same_request(&self, before: &IdempotencyRecord, forms: &Fingerprints) -> bool {
        let mut forms = std::iter::once(&forms.current).chain(&forms.older);
        forms.any(|form| {
            self.limit_keys.hash_with_all_keys(&["body", form]).any(|hash| hash == before.body_hash)
        })
    }
}

/// A new id with about 130 random bits.
pub fn new_id<T: TryFrom<String, Error = IdError>>() -> Result<T, LoyaltyError> {
    Ok(T::try_from(random_text(26)?)?)
}

/// A row for the audit log, without detail.
pub fn audit(at: Timestamp, actor: &str, action: &str, subject: &str) -> AuditRow {
    AuditRow {
        at,
        actor: actor.to_owned(),
        action: action.to_owned(),
        subject: subject.to_owned(),
        detail: String::new(),
    }
}

impl Context {
    /// Freezes debits of the accounts that a verification of the ledger found inconsistent, and logs each (security 4.2).
    pub async fn freeze_reported(&self, report: &LedgerReport, actor: &str) -> Result<(), LoyaltyError> {
        if report.affected_accounts.is_empty() {
            return Ok(());
        }
        let mut tx = self.begin().await?;
        tx.freeze_reported(report).await?;
        for (site, account) in &report.affected_accounts {
            let site = SiteId::parse(site)?;
            // A site may have been removed since the verification.
            if tx.lock_site(&site).await?.is_some() {
                tx.log_audit(&site, &audit(self.now(), actor, "account.freeze", account)).await?;
            }
        }
        tx.commit().await?;
        Ok(())
    }
}

/// The demo site, for tests.
#[cfg(test)]
pub fn tests_site() -> SiteRecord {
    let demo = include_str!("../../../fixtures/demo/meridian/site.json");
    serde_json::from_str(demo).expect("the demo's site can be read")
}
