//! How often something happens for a site at a time.

use std::collections::HashMap;
use std::sync::Arc;

use marquee_model::SiteId;
use parking_lot::Mutex;

/// How often it happens for each site now.
#[derive(Debug, Default)]
pub(super) struct Slots(Mutex<HashMap<SiteId, usize>>);

/// It happens for a site, until this is dropped.
#[derive(Debug)]
pub struct Slot {
    all: Arc<Slots>,
    site: SiteId,
}

impl Slots {
    /// `None` if it happens `max` times for the site already.
    pub(super) fn begin(self: &Arc<Self>, site: &SiteId, max: usize) -> Option<Slot> {
        let mut sites = self.0.lock();
        let number = sites.get(site).copied().unwrap_or(0);
        if number >= max {
            return None;
        }
        sites.insert(site.clone(), number + 1);
        Some(Slot { all: self.clone(), site: site.clone() })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut sites = self.all.0.lock();
        match sites.get_mut(&self.site) {
            Some(number) if *number > 1 => *number -= 1,
            _ => {
                sites.remove(&self.site);
            }
        }
    }
}
