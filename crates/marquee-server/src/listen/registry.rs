//! The open connections: how many there are per address, and which one is closed first when there are too many.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use marquee_model::host::client_network;
use parking_lot::Mutex;
use tokio::task::AbortHandle;
use tokio::time::{Duration, Instant};

use super::activity::Activity;
use crate::limits::Limits;

/// How many entries of ended connections the lists may have before they are cleaned.
const SLACK: usize = 64;
/// Time between two warnings.
const BETWEEN_WARNINGS: Duration = Duration::from_secs(60);

/// Why a connection is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AdmissionError {
    /// The address has too many connections.
    Address,
    /// There are too many connections, and all of them are in use.
    Full,
}

impl AdmissionError {
    /// The reason in the metrics.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Full => "full",
        }
    }
}

struct Entry {
    number: u64,
    activity: Arc<Activity>,
    task: AbortHandle,
}

impl Entry {
    fn is_open(&self) -> bool {
        !self.task.is_finished()
    }
}

struct Connections {
    open: usize,
    /// Open connections of a [`client_network`].
    by_network: HashMap<IpAddr, usize>,
    /// Connections without a request, oldest first; one that has made a request moves to `idle` when [`Self::evict`] sees it.
    waiting: VecDeque<Entry>,
    /// Connections that may be idle. One that is busy moves to `busy` when [`Self::evict`] sees it.
    idle: VecDeque<Entry>,
    /// Busy connections by number, until they report that they are idle.
    busy: HashMap<u64, Entry>,
    next_number: u64,
    /// Numbers of connections in `busy` that have become idle.
    idle_receiver: Receiver<u64>,
    idle_sender: Sender<u64>,
    warned_at: Option<Instant>,
}

impl Connections {
    fn new() -> Self {
        let (idle_sender, idle_receiver) = channel();
        Self {
            open: 0,
            by_network: HashMap::new(),
            waiting: VecDeque::new(),
            idle: VecDeque::new(),
            busy: HashMap::new(),
            next_number: 0,
            idle_receiver,
            idle_sender,
            warned_at: None,
        }
    }

    /// Closes the oldest connection that never made a request, else an idle one. Returns whether it closed one.
    ///
    /// An idle connection is found among any number of busy ones. A busy connection is not checked again until it has reported
    /// that it is idle, so that refusing a connection is cheap.
    fn evict(&mut self) -> bool {
        while let Some(entry) = self.waiting.pop_front() {
            if entry.activity.has_requested() || !entry.activity.is_idle() {
                self.idle.push_back(entry);
            } else if entry.is_open() {
                entry.task.abort();
                return true;
            }
        }
        loop {
            while let Ok(number) = self.idle_receiver.try_recv() {
                self.idle.extend(self.busy.remove(&number));
            }
            let Some(entry) = self.idle.pop_front() else { return false };
            if !entry.is_open() {
                continue;
            }
            if entry.activity.notify_when_idle() {
                entry.task.abort();
                return true;
            }
            self.busy.insert(entry.number, entry);
        }
    }

    fn listed(&self) -> usize {
        self.waiting.len() + self.idle.len() + self.busy.len()
    }

    fn clean(&mut self) {
        if self.listed() > 2 * self.open + SLACK {
            for list in [&mut self.waiting, &mut self.idle] {
                list.retain(Entry::is_open);
                list.shrink_to_fit();
            }
            self.busy.retain(|_, entry| entry.is_open());
            self.busy.shrink_to_fit();
        }
    }

    fn warn(&mut self, address: IpAddr, max: usize) {
        let now = Instant::now();
        if self.warned_at.is_none_or(|at| now - at > BETWEEN_WARNINGS) {
            self.warned_at = Some(now);
            tracing::warn!(
                "{address} has {max} open connections, further ones are refused: if it is your proxy, add it to \
                 `trusted_proxies`"
            );
        }
    }
}

/// The open connections of listeners that share their limits.
pub(super) struct Registry {
    max: usize,
    max_per_address: usize,
    /// Open connections of an address, beyond which its new ones take turns.
    max_without_turns: usize,
    connections: Mutex<Connections>,
}

impl Registry {
    /// The connections of the public listeners.
    pub(super) fn new(limits: &Limits) -> Arc<Self> {
        let Limits { connections, connections_per_address, connections_without_turns, .. } = *limits;
        Self::with_limits(connections, connections_per_address, connections_without_turns)
    }

    /// The connections of the admin listener.
    pub(super) fn for_admin(limits: &Limits) -> Arc<Self> {
        let max = limits.admin_connections;
        Self::with_limits(max, max, max)
    }

    fn with_limits(max: usize, max_per_address: usize, max_without_turns: usize) -> Arc<Self> {
        Arc::new(Self {
            max,
            max_per_address,
            max_without_turns,
            connections: Mutex::new(Connections::new()),
        })
    }

    /// Admits a connection; without an address the limit per address does not apply.
    pub(super) fn admit(
        self: &Arc<Self>,
        address: Option<IpAddr>,
    ) -> Result<ConnectionGuard, AdmissionError> {
        let mut all = self.connections.lock();
        let network = address.map(client_network);
        let of_network = network.and_then(|network| all.by_network.get(&network).copied()).unwrap_or(0);
        if let Some(address) = address
            && of_network >= self.max_per_address
        {
            all.warn(address, self.max_per_address);
            return Err(AdmissionError::Address);
        }
        if all.open >= self.max {
            if !all.evict() {
                return Err(AdmissionError::Full);
            }
            metrics::counter!("marquee_connections_closed_total", "reason" => "full").increment(1);
        }
        all.open += 1;
        metrics::gauge!("marquee_connections").increment(1);
        if let Some(network) = network {
            all.by_network.insert(network, of_network + 1);
        }
        let takes_turns = of_network >= self.max_without_turns;
        Ok(ConnectionGuard { registry: Arc::clone(self), network, takes_turns })
    }

    /// Registers the task of an admitted connection.
    pub(super) fn watch(&self, activity: Arc<Activity>, task: AbortHandle) {
        let mut all = self.connections.lock();
        let number = all.next_number;
        all.next_number += 1;
        activity.set_idle_sender(number, all.idle_sender.clone());
        all.waiting.push_back(Entry { number, activity, task });
        all.clean();
    }

    /// Number of open connections.
    #[cfg(test)]
    pub(super) fn open(&self) -> usize {
        self.connections.lock().open
    }
}

/// Guard of an open connection. Dropping it allows another connection.
pub(super) struct ConnectionGuard {
    registry: Arc<Registry>,
    network: Option<IpAddr>,
    takes_turns: bool,
}

impl ConnectionGuard {
    /// Whether the address had so many open connections that this one takes turns.
    pub(super) fn takes_turns(&self) -> bool {
        self.takes_turns
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        let mut all = self.registry.connections.lock();
        all.open = all.open.saturating_sub(1);
        metrics::gauge!("marquee_connections").decrement(1);
        if let Some(network) = self.network
            && let Some(count) = all.by_network.get_mut(&network)
        {
            *count -= 1;
            if *count == 0 {
                all.by_network.remove(&network);
            }
        }
        all.clean();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> Option<IpAddr> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn security_7_3_an_address_has_a_limit_and_an_ipv6_network_is_one_address() {
        let registry = Registry::with_limits(100, 2, 2);
        let mut admitted = Vec::new();
        for (address, refused) in [
            ("192.0.2.1", None),
            ("::ffff:192.0.2.1", None),
            ("192.0.2.1", Some(AdmissionError::Address)),
            ("192.0.2.2", None),
            ("2001:db8:1:2::1", None),
            ("2001:db8:1:2:ffff::2", None),
            ("2001:db8:1:2::3", Some(AdmissionError::Address)),
            ("2001:db8:1:3::3", None),
        ] {
            match registry.admit(ip(address)) {
                Ok(connection) => {
                    assert_eq!(refused, None, "{address}");
                    admitted.push(connection);
                }
                Err(error) => assert_eq!(refused, Some(error), "{address}"),
            }
        }
        for _ in 0..50 {
            admitted.push(registry.admit(None).unwrap_or_else(|_| panic!("proxies and sockets are exempt")));
        }
        assert_eq!(registry.open(), 56);
        admitted.clear();
        assert_eq!(registry.open(), 0);
        assert!(registry.connections.lock().by_network.is_empty());
        assert!(registry.admit(ip("192.0.2.1")).is_ok());
    }

    /// A connection that is open until its task is aborted.
    fn connect(registry: &Arc<Registry>) -> (Arc<Activity>, tokio::task::JoinHandle<()>) {
        let connection = registry.admit(None).unwrap_or_else(|error| panic!("{error:?}"));
        let activity = Arc::new(Activity::new());
        let task = tokio::spawn(async move {
            std::future::pending::<()>().await;
            drop(connection);
        });
        registry.watch(Arc::clone(&activity), task.abort_handle());
        (activity, task)
    }

    #[tokio::test]
    async fn security_7_3_at_the_limit_the_oldest_silent_connection_is_closed() {
        let registry = Registry::with_limits(4, 100, 100);
        let (busy, busy_task) = connect(&registry);
        busy.received(1);
        let busy_request = Arc::clone(&busy).request();
        let (idle, idle_task) = connect(&registry);
        idle.received(1);
        drop(Arc::clone(&idle).request());
        let (_, first_task) = connect(&registry);
        let (_, second_task) = connect(&registry);
        let mut newer = Vec::new();
        for silent_task in [first_task, second_task] {
            newer.push(connect(&registry).0);
            assert!(
                silent_task.await.is_err_and(|e| e.is_cancelled()),
                "the oldest silent one is closed first"
            );
        }
        // The newer ones make requests: the idle one is closed, the busy one never.
        let requests: Vec<_> = newer.iter().map(|activity| Arc::clone(activity).request()).collect();
        let (last_connection, _) = connect(&registry);
        assert!(idle_task.await.is_err_and(|e| e.is_cancelled()));
        last_connection.received(1);
        let last_request = Arc::clone(&last_connection).request();
        assert_eq!(registry.admit(None).err(), Some(AdmissionError::Full), "all are in use");
        assert!(!busy_task.is_finished());
        drop((requests, busy_request, last_request));
    }

    #[tokio::test]
    async fn entries_of_ended_connections_are_removed_from_the_lists() {
        let registry = Registry::with_limits(10_000, 10_000, 10_000);
        for _ in 0..1_000 {
            let (_, task) = connect(&registry);
            task.abort();
            assert!(task.await.is_err());
        }
        let all = registry.connections.lock();
        assert!(all.listed() <= SLACK + 2, "{}", all.listed());
    }

    #[tokio::test]
    async fn security_7_3_an_idle_connection_is_found_behind_any_number_of_busy_ones() {
        let registry = Registry::with_limits(100, 1_000, 1_000);
        let mut connections: Vec<_> = (0..100).map(|_| connect(&registry)).collect();
        let mut requests: Vec<_> =
            connections.iter().map(|(activity, _)| Some(Arc::clone(activity).request())).collect();
        // The first one is found before the busy ones are checked; the others report that they are idle.
        for idle in [99, 50, 0, 98] {
            requests[idle] = None;
            let newer = connect(&registry);
            requests[idle] = Some(Arc::clone(&newer.0).request());
            let (_, closed) = std::mem::replace(&mut connections[idle], newer);
            assert!(closed.await.is_err_and(|e| e.is_cancelled()), "{idle} is closed");
            assert_eq!(registry.admit(None).err(), Some(AdmissionError::Full), "all are in use after {idle}");
        }
        assert!(connections.iter().all(|(_, task)| !task.is_finished()), "no connection in use is closed");
    }

    #[tokio::test]
    async fn security_7_3_a_connection_can_be_closed_after_any_kind_of_work() {
        type Change = fn(&Activity);
        let cases: [(Change, Change); 3] = [
            (|activity| activity.set_open_streams(1), |activity| activity.set_open_streams(0)),
            (|activity| activity.blocked(1), |activity| activity.wrote(|| 2)),
            (
                |activity| {
                    activity.set_open_streams(2);
                    activity.blocked(1);
                },
                |activity| {
                    activity.wrote(|| 2);
                    activity.set_open_streams(0);
                },
            ),
        ];
        for (begin, end) in cases {
            let registry = Registry::with_limits(1, 10, 10);
            let (activity, task) = connect(&registry);
            begin(&activity);
            for _ in 0..2 {
                assert_eq!(registry.admit(None).err(), Some(AdmissionError::Full));
            }
            end(&activity);
            assert!(registry.admit(None).is_ok());
            assert!(task.await.is_err_and(|e| e.is_cancelled()));
        }
    }
}
