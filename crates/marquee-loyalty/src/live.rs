//! Sign-ins that were looked up a moment ago, so that most calls need no database. Another node's or another process's
//! writes are seen within a second (security 1.6 allows two); this one's at once.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use marquee_model::{MemberId, SessionId, SiteId};
use parking_lot::Mutex;

use crate::session::Signed;

/// How long a look-up counts.
const FRESH: Duration = Duration::from_secs(1);
/// Sign-ins kept at most.
const MOST: usize = 20_000;

#[derive(Debug, Default)]
struct Known {
    by_session: HashMap<(SiteId, SessionId), (Arc<Signed>, Instant)>,
    /// Grows with each write, so that what was read before a write is not kept after it.
    writes: u64,
}

/// The sign-ins.
#[derive(Debug, Default)]
pub struct Live(Mutex<Known>);

impl Live {
    /// A sign-in as it was within the last second.
    pub fn get(&self, site: &SiteId, session: &SessionId) -> Option<Arc<Signed>> {
        let known = self.0.lock();
        let (signed, read) = known.by_session.get(&(site.clone(), session.clone()))?;
        (read.elapsed() < FRESH).then(|| signed.clone())
    }

    /// A mark to be taken before reading.
    pub fn mark(&self) -> u64 {
        self.0.lock().writes
    }

    /// Keeps what was read after a mark, unless something was written since.
    pub fn keep(&self, mark: u64, site: &SiteId, signed: Arc<Signed>) {
        let mut known = self.0.lock();
        if known.writes != mark {
            return;
        }
        if known.by_session.len() >= MOST {
            known.by_session.retain(|_, (_, read)| read.elapsed() < FRESH);
        }
        if known.by_session.len() < MOST {
            known.by_session.insert((site.clone(), signed.session.id.clone()), (signed, Instant::now()));
        }
    }

    /// Forgets a member's sign-ins, after a write of theirs.
    pub fn forget(&self, site: &SiteId, member: &MemberId) {
        let mut known = self.0.lock();
        known.writes += 1;
        known.by_session.retain(|(of, _), (signed, _)| of != site || signed.session.member != *member);
    }
}
