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
/// Maximum number of entries.
const MAX_ENTRIES: usize = 20_000;

#[derive(Debug, Default)]
struct Entries {
    by_session: HashMap<(SiteId, SessionId), (Arc<AuthenticatedMember>, Instant)>,
    /// The generation: incremented by each write, so that data read before a write is not cached after it.
    generation: u64,
}

fn is_valid(read_at: Instant, now: Instant) -> bool {
    now.saturating_duration_since(read_at) < TIME_TO_LIVE
}

/// The cache.
#[derive(Debug, Default)]
pub struct SessionCache(Mutex<Entries>);

impl SessionCache {
    /// A sign-in that was cached within the second before `now`.
    pub fn get(&self, site: &SiteId, session: &SessionId, now: Instant) -> Option<Arc<AuthenticatedMember>> {
        let entries = self.0.lock();
        let (principal, read_at) = entries.by_session.get(&(site.clone(), session.clone()))?;
        is_valid(*read_at, now).then(|| principal.clone())
    }

    /// The current generation, to be taken before reading from the database.
    pub fn generation(&self) -> u64 {
        self.0.lock().generation
    }

    /// Caches a sign-in that was read in `generation`, unless a write happened since.
    pub fn insert(&self, generation: u64, site: &SiteId, principal: Arc<AuthenticatedMember>, now: Instant) {
        let mut entries = self.0.lock();
        if entries.generation != generation {
            return;
        }
        if entries.by_session.len() >= MAX_ENTRIES {
            entries.by_session.retain(|_, (_, read_at)| is_valid(*read_at, now));
        }
        if entries.by_session.len() < MAX_ENTRIES {
            entries.by_session.insert((site.clone(), principal.session.id.clone()), (principal, now));
        }
    }

    /// Invalidates a member's sign-ins after a write.
    pub fn invalidate(&self, site: &SiteId, member: &MemberId) {
        let mut entries = self.0.lock();
        entries.generation += 1;
        entries.by_session.retain(|(cached_site, _), (principal, _)| {
            cached_site != site || principal.session.member != *member
        });
    }
}

#[cfg(test)]
mod tests;
