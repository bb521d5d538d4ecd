//! The engine and what each call tells it of the visitor.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use marquee_auth::{AuthError, HashPool, KeyedHash, Sealer, random_text};
use marquee_model::settings::SiteRecord;
use marquee_model::{Clock, SiteId};
use marquee_store::{AuditRow, Store, StoreError, WriteTx};
use tokio::sync::Notify;

use crate::live::Live;

/// How the engine runs.
#[derive(Debug, Clone)]
pub struct Options {
    /// The server's secrets, the newest first.
    pub secrets: Vec<String>,
    /// Whether attempts are limited; off for tests only.
    pub limits: bool,
    /// Threads that hash passwords.
    pub hash_threads: NonZeroUsize,
    /// Passwords that may wait for one.
    pub hash_queue: usize,
}

/// The engine. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Loyalty(pub(crate) Arc<Inner>);

#[derive(Debug)]
pub struct Inner {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    /// Milliseconds by which the database's machine is ahead of this one.
    pub ahead: AtomicI64,
    pub hashes: HashPool,
    pub limits: bool,
    /// Names and addresses in keys of counts.
    pub limit_keys: KeyedHash,
    /// Numbers and PINs of cards.
    pub numbers: KeyedHash,
    /// Codes by which rewards are handed out.
    pub codes: KeyedHash,
    /// Members as the marketing tracker knows them.
    pub marketing: KeyedHash,
    /// Hashes the ids of deleted members.
    pub deleted: KeyedHash,
    /// Encrypts mails in the queue.
    pub mails: Sealer,
    /// Wakes the task that cleans files after a deletion.
    pub erased: Notify,
    pub live: Live,
}

/// Who calls, and for which site.
#[derive(Debug, Clone, Copy)]
pub struct Visitor<'a> {
    /// The site.
    pub site: &'a SiteRecord,
    /// Its origin, for links in mails.
    pub origin: &'a str,
    /// Where the call comes from.
    pub address: IpAddr,
    /// What the visitor's program calls itself.
    pub device: &'a str,
    /// The language of the page, for mails.
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
    /// [`AuthError`] when the system gives no threads or there is no secret.
    pub fn start(store: Store, clock: Arc<dyn Clock>, options: &Options) -> Result<Self, AuthError> {
        Ok(Self(Arc::new(Inner {
            store,
            clock,
            ahead: AtomicI64::new(0),
            hashes: HashPool::start(options.hash_threads, options.hash_queue)?,
            limits: options.limits,
            limit_keys: KeyedHash::new(&options.secrets, "limit")?,
            numbers: KeyedHash::new(&options.secrets, "card number")?,
            codes: KeyedHash::new(&options.secrets, "redemption code")?,
            marketing: KeyedHash::new(&options.secrets, "marketing")?,
            deleted: KeyedHash::new(&options.secrets, "deleted member")?,
            mails: Sealer::new(&options.secrets, "mail queue")?,
            erased: Notify::new(),
            live: Live::default(),
        })))
    }

    /// The store it works on.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn now(&self) -> Timestamp {
        // Kept to milliseconds, as columns have it.
        let now = self.0.clock.now();
        let ahead = self.0.ahead.load(Ordering::Relaxed);
        Timestamp::from_millisecond(now.as_millisecond().saturating_add(ahead)).unwrap_or(now)
    }

    /// Goes by the clock of the database's machine from now on, so that several servers agree on what has ended
    /// (security 7.6). Tells by how many milliseconds it is ahead of this one.
    ///
    /// # Errors
    /// [`StoreError::Engine`]; the clock stays as it was.
    pub async fn follow_clock(&self) -> Result<i64, StoreError> {
        let here = || self.0.clock.now().saturating_sub(self.0.clock.shift()).map(Timestamp::as_millisecond);
        let before = here();
        let told = self.0.store.time().await?;
        let (Some(there), Ok(before), Ok(after)) = (told, before, here()) else { return Ok(0) };
        let ahead = there.as_millisecond().saturating_sub(before.midpoint(after));
        self.0.ahead.store(ahead, Ordering::Relaxed);
        Ok(ahead)
    }

    pub(crate) async fn begin(&self) -> Result<WriteTx, StoreError> {
        self.0.store.begin().await
    }

    /// What is kept of a request's body: it tells another one apart and nobody what stood in it.
    pub(crate) fn body_hash(&self, body: &str) -> String {
        self.0.limit_keys.hash(&["body", body])
    }

    /// Whether this is the body of which that was kept.
    pub(crate) fn is_body(&self, kept: &str, body: &str) -> bool {
        self.0.limit_keys.all(&["body", body]).any(|hash| hash == kept)
    }

    /// Removes what is over: sign-ins, secrets, counts.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn sweep(&self) -> Result<u64, StoreError> {
        let mut tx = self.begin().await?;
        // Answers stay: the same request never books twice, however late it comes (security 4.1).
        let gone = tx.sweep(self.now(), Timestamp::UNIX_EPOCH).await?;
        tx.commit().await?;
        Ok(gone)
    }
}

/// A new id: 128 random bits and more.
pub fn new_id() -> Result<String, AuthError> {
    random_text(26)
}

/// A line for the audit log.
pub fn audit(at: Timestamp, actor: &str, action: &str, subject: &str) -> AuditRow {
    AuditRow {
        at,
        actor: actor.to_owned(),
        action: action.to_owned(),
        subject: subject.to_owned(),
        detail: String::new(),
    }
}

/// A site for tests.
#[cfg(test)]
pub fn tests_site() -> SiteRecord {
    let demo = include_str!("../../../fixtures/demo/meridian/site.json");
    serde_json::from_str(demo).expect("the demo's site can be read")
}
