//! A cache of recently used sign-ins, so that most calls need no database query. Writes of this process invalidate it at once;
//! writes of other processes are visible within one second (security 1.6 allows two).

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use marquee_model::{MemberId, SessionId, SiteId};
use parking_lot::Mutex;

use crate::caller::AuthenticatedMember;

/// How long an entry is valid.
const TIME_TO_LIVE: Duration = Duration::from_secs(1);
/// The most entries.
const MAX_ENTRIES: usize = 20_000;

#[derive(Debug, Default)]
struct Entries {
    by_session: HashMap<(SiteId, SessionId), (Arc<AuthenticatedMember>, Instant)>,
    /// The generation: incremented by each write, so that data read before a write is not cached after it.
    writes: u64,
}

/// The cache.
#[derive(Debug, Default)]
pub struct SessionCache(Mutex<Entries>);

impl SessionCache {
    /// A sign-in that was cached within the last second.
    pub fn get(&self, site: &SiteId, session: &SessionId) -> Option<Arc<AuthenticatedMember>> {
        let known = self.0.lock();
        let (signed, read) = known.by_session.get(&(site.clone(), session.clone()))?;
        (read.elapsed() < TIME_TO_LIVE).then(|| signed.clone())
    }

    /// The current generation, to be taken before reading from the database.
    pub fn generation(&self) -> u64 {
        self.0.lock().writes
    }

    /// Caches a sign-in that was read in generation `mark`, unless a write happened since.
    pub fn insert(&self, mark: u64, site: &SiteId, signed: Arc<AuthenticatedMember>) {
        let mut known = self.0.lock();
        if known.writes != mark {
            return;
        }
        if known.by_session.len() >= MAX_ENTRIES {
            known.by_session.retain(|_, (_, read)| read.elapsed() < TIME_TO_LIVE);
        }
        if known.by_session.len() < MAX_ENTRIES {
            known.by_session.insert((site.clone(), signed.session.id.clone()), (signed, Instant::now()));
        }
    }

    /// Invalidates a member's sign-ins after a write.
    pub fn invalidate(&self, site: &SiteId, member: &MemberId) {
        let mut known = self.0.lock();
        known.writes += 1;
        known
            .by_session
            .retain(|(cached_site, _), (signed, _)| cached_site != site || signed.session.member != *member);
    }
}
