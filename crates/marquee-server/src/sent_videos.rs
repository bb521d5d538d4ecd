//! How many videos are sent at a time (security 7.3).

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;

/// Maximum number of videos that a node sends at a time (security 7.3).
const MAX_SENT: usize = 256;

/// Maximum number of these for one IPv4 address or one IPv6 /64 network.
const MAX_SENT_TO_NETWORK: usize = 32;

/// The videos that are being sent. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct SentVideos(Arc<Mutex<Numbers>>);

#[derive(Debug, Default)]
struct Numbers {
    all: usize,
    by_network: HashMap<IpAddr, usize>,
}

/// Guard of a video that is being sent.
pub struct Sending {
    all: SentVideos,
    network: IpAddr,
}

impl SentVideos {
    /// `None` if so many are being sent that this one must wait.
    pub fn begin(&self, network: IpAddr) -> Option<Sending> {
        let mut sent = self.0.lock();
        let to_network = sent.by_network.get(&network).copied().unwrap_or(0);
        if sent.all >= MAX_SENT || to_network >= MAX_SENT_TO_NETWORK {
            return None;
        }
        sent.all += 1;
        sent.by_network.insert(network, to_network + 1);
        Some(Sending { all: self.clone(), network })
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        let mut sent = self.all.0.lock();
        sent.all -= 1;
        match sent.by_network.get_mut(&self.network) {
            Some(number) if *number > 1 => *number -= 1,
            _ => {
                sent.by_network.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_7_3_a_network_and_a_node_send_a_limited_number_of_videos_at_a_time() {
        let sent = SentVideos::default();
        let address = |number: u16| IpAddr::from([10, 0, u8::try_from(number).unwrap(), 1]);
        let of_one: Vec<_> = (0..40).filter_map(|_| sent.begin(address(0))).collect();
        assert_eq!(of_one.len(), 32);
        let of_others: Vec<_> = (1..255).filter_map(|number| sent.begin(address(number))).collect();
        assert_eq!(of_others.len(), 256 - 32);
        drop(of_one);
        assert_eq!((0..40).filter_map(|_| sent.begin(address(0))).count(), 40, "each ends at once");
        drop(of_others);
        let sent = sent.0.lock();
        assert_eq!((sent.all, sent.by_network.len()), (0, 0));
    }
}
