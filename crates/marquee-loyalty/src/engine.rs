//! The engine: its options, and its services.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use jiff::Timestamp;
use marquee_auth::{AuthError, HashPool, KeyedHash, Sealer};
use marquee_model::Clock;
use marquee_model::settings::SiteRecord;
use marquee_store::Store;
use tokio::sync::Notify;

use crate::admin::Admin;
use crate::context::Context;
use crate::services::{
    Accounts, Captchas, Cards, Deletions, Keys, MailQueue, Maintenance, Memberships, Operations, Program,
    Sessions, Tills,
};
use crate::session_cache::SessionCache;

#[derive(Debug, Clone)]
pub struct Options {
    /// The server's secrets, newest first.
    pub secrets: Vec<String>,
    /// Whether rate limits apply. Disable in tests only.
    pub limits: bool,
    /// The number of threads that hash passwords.
    pub hash_threads: NonZeroUsize,
    /// Maximum number of passwords that wait for a thread.
    pub hash_queue: usize,
}

/// The engine: access to its services. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Loyalty(Arc<Context>);

impl Loyalty {
    /// Starts the engine on a database.
    ///
    /// # Errors
    /// [`AuthError::Threads`] if a thread cannot be started, [`AuthError::NoSecret`] if no secret is configured.
    pub fn start(store: Store, clock: Arc<dyn Clock>, options: &Options) -> Result<Self, AuthError> {
        Ok(Self(Arc::new(Context {
            store,
            clock,
            clock_offset: AtomicI64::new(0),
            hashes: HashPool::start(options.hash_threads, options.hash_queue)?,
            limits: options.limits,
            limit_keys: KeyedHash::new(&options.secrets, "limit")?,
            numbers: KeyedHash::new(&options.secrets, "card number")?,
            codes: KeyedHash::new(&options.secrets, "redemption code")?,
            marketing: KeyedHash::new(&options.secrets, "marketing")?,
            deletion_hash_key: KeyedHash::new(&options.secrets, "deleted member")?,
            mail_sealer: Sealer::new(&options.secrets, "mail queue")?,
            member_deleted: Notify::new(),
            session_cache: SessionCache::default(),
        })))
    }

    /// The threads that hash passwords, for other services.
    #[must_use]
    pub fn hashes(&self) -> HashPool {
        self.0.hashes.clone()
    }

    #[must_use]
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// The current time of the sites, with the shift of a demo's clock.
    #[must_use]
    pub fn site_time(&self) -> Timestamp {
        self.0.clock.now()
    }

    /// The current time without the shift of a demo's clock, for other services: their signatures, captchas and passes expire
    /// in real time.
    #[must_use]
    pub fn real_time(&self) -> Timestamp {
        let clock = &self.0.clock;
        let now = clock.now();
        now.saturating_sub(clock.shift()).unwrap_or(now)
    }

    /// Administration on behalf of an actor, for example `operator:ada`.
    #[must_use]
    pub fn admin<'a>(&'a self, site: &'a SiteRecord, actor: &'a str) -> Admin<'a> {
        Admin::new(&self.0, site, actor)
    }

    #[must_use]
    pub fn sessions(&self) -> Sessions<'_> {
        self.0.sessions()
    }

    #[must_use]
    pub fn accounts(&self) -> Accounts<'_> {
        self.0.accounts()
    }

    #[must_use]
    pub fn program(&self) -> Program<'_> {
        self.0.program()
    }

    #[must_use]
    pub fn memberships(&self) -> Memberships<'_> {
        self.0.memberships()
    }

    #[must_use]
    pub fn cards(&self) -> Cards<'_> {
        self.0.cards()
    }

    #[must_use]
    pub fn tills(&self) -> Tills<'_> {
        self.0.tills()
    }

    #[must_use]
    pub fn operations(&self) -> Operations<'_> {
        self.0.operations()
    }

    #[must_use]
    pub fn keys(&self) -> Keys<'_> {
        self.0.keys()
    }

    #[must_use]
    pub fn captchas(&self) -> Captchas<'_> {
        self.0.captchas()
    }

    #[must_use]
    pub fn mail_queue(&self) -> MailQueue<'_> {
        self.0.mail_queue()
    }

    #[must_use]
    pub fn deletions(&self) -> Deletions<'_> {
        self.0.deletions()
    }

    #[must_use]
    pub fn maintenance(&self) -> Maintenance<'_> {
        self.0.maintenance()
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    /// The clock of a demo that shows the program of two hours later.
    #[derive(Debug)]
    struct ShiftedClock;

    impl Clock for ShiftedClock {
        fn now(&self) -> Timestamp {
            "2026-11-20T18:00:00Z".parse().unwrap()
        }

        fn shift(&self) -> SignedDuration {
            SignedDuration::from_hours(2)
        }
    }

    #[tokio::test]
    async fn the_real_time_does_not_include_the_shift_of_a_demo_s_clock() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("m.db").display());
        let store = Store::connect(&url).await.unwrap();
        let one = NonZeroUsize::MIN;
        let secrets = vec!["0123456789abcdef0123456789abcdef".to_owned()];
        let options = Options { secrets, limits: true, hash_threads: one, hash_queue: 1 };
        let engine = Loyalty::start(store, Arc::new(ShiftedClock), &options).unwrap();
        assert_eq!(engine.real_time().to_string(), "2026-11-20T16:00:00Z");
    }
}
