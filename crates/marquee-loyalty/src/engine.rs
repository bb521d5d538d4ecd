//! The engine, its options, and the caller's context.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use marquee_auth::{AuthError, HashPool, KeyedHash, Sealer, random_text};
use marquee_model::id::IdError;
use marquee_model::settings::SiteRecord;
use marquee_model::{Clock, SiteId};
use marquee_store::{Answered, AuditRow, Store, StoreError, WriteTx};
use tokio::sync::Notify;

use crate::error::LoyaltyError;
use crate::idempotency::Fingerprints;
use crate::session_cache::SessionCache;

#[derive(Debug, Clone)]
pub struct Options {
    /// The server's secrets, newest first.
    pub secrets: Vec<String>,
    /// Whether rate limits apply. Disable in tests only.
    pub limits: bool,
    /// The number of threads that hash passwords.
    pub hash_threads: NonZeroUsize,
    /// The most passwords that may wait for a thread.
    pub hash_queue: usize,
}

/// The engine. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Loyalty(pub(crate) Arc<Inner>);

#[derive(Debug)]
pub struct Inner {
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
    pub deleted: KeyedHash,
    /// Encrypts emails in the queue.
    pub mails: Sealer,
    /// Wakes the task that cleans database files after a deletion.
    pub erased: Notify,
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

impl Loyalty {
    /// Starts the engine on a database.
    ///
    /// # Errors
    /// [`AuthError::Threads`] if a thread cannot be started, [`AuthError::NoSecret`] if no secret is configured.
    pub fn start(store: Store, clock: Arc<dyn Clock>, options: &Options) -> Result<Self, AuthError> {
        Ok(Self(Arc::new(Inner {
            store,
            clock,
            clock_offset: AtomicI64::new(0),
            hashes: HashPool::start(options.hash_threads, options.hash_queue)?,
            limits: options.limits,
            limit_keys: KeyedHash::new(&options.secrets, "limit")?,
            numbers: KeyedHash::new(&options.secrets, "card number")?,
            codes: KeyedHash::new(&options.secrets, "redemption code")?,
            marketing: KeyedHash::new(&options.secrets, "marketing")?,
            deleted: KeyedHash::new(&options.secrets, "deleted member")?,
            mails: Sealer::new(&options.secrets, "mail queue")?,
            erased: Notify::new(),
            session_cache: SessionCache::default(),
        })))
    }

    #[must_use]
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn now(&self) -> Timestamp {
        // Truncated to milliseconds, the precision of database columns.
        let now = self.0.clock.now();
        let ahead = self.0.clock_offset.load(Ordering::Relaxed);
        Timestamp::from_millisecond(now.as_millisecond().saturating_add(ahead)).unwrap_or(now)
    }

    /// Synchronizes with the database server's clock, so that several servers agree on expiry times (security 7.6). Returns its
    /// offset from this clock in milliseconds.
    ///
    /// # Errors
    /// [`StoreError::Engine`] if the database cannot be read; the offset is unchanged.
    pub async fn follow_clock(&self) -> Result<i64, StoreError> {
        let here = || self.0.clock.now().saturating_sub(self.0.clock.shift()).map(Timestamp::as_millisecond);
        let before = here();
        let database_time = self.0.store.time().await?;
        let (Some(there), Ok(before), Ok(after)) = (database_time, before, here()) else { return Ok(0) };
        let ahead = there.as_millisecond().saturating_sub(before.midpoint(after));
        self.0.clock_offset.store(ahead, Ordering::Relaxed);
        Ok(ahead)
    }

    pub(crate) async fn begin(&self) -> Result<WriteTx, StoreError> {
        self.0.store.begin().await
    }

    /// A keyed hash of a request body, to compare bodies without storing them.
    pub(crate) fn body_hash(&self, body: &str) -> String {
        self.0.limit_keys.hash(&["body", body])
    }

    /// Whether a request is a repetition of the one that was answered.
    pub(crate) fn is_same_request(&self, before: &Answered, forms: &Fingerprints) -> bool {
        let mut forms = std::iter::once(&forms.current).chain(&forms.older);
        forms.any(|form| {
            self.0.limit_keys.hash_with_all_keys(&["body", form]).any(|hash| hash == before.body_hash)
        })
    }

    /// Deletes expired sign-ins, secrets and rate limits. Returns how many rows were deleted.
    pub async fn delete_expired(&self) -> Result<u64, StoreError> {
        let mut tx = self.begin().await?;
        // Idempotency records never expire: a late retry must not book twice (security 4.1).
        let deleted_rows = tx.sweep(self.now(), Timestamp::UNIX_EPOCH).await?;
        tx.commit().await?;
        Ok(deleted_rows)
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

/// The demo site, for tests.
#[cfg(test)]
pub fn tests_site() -> SiteRecord {
    let demo = include_str!("../../../fixtures/demo/meridian/site.json");
    serde_json::from_str(demo).expect("the demo's site can be read")
}
