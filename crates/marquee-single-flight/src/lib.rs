//! Single flight: concurrent requests for the same result share one execution.
//!
//! [`Flights`] is the index of the running [`Shared`] futures. It holds weak references: when the last waiting caller leaves, the
//! future is dropped and its entry removed. A caller that wants it to continue spawns a task that waits for it.

use std::collections::HashMap;
use std::future::Future;
use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures::FutureExt;
use futures::future::{BoxFuture, Shared, WeakShared};
use parking_lot::Mutex;

type Running<K, T> = Arc<Mutex<HashMap<K, (u64, WeakShared<BoxFuture<'static, T>>)>>>;

/// The running futures by key. A result is cloned for each caller.
#[derive(Debug)]
pub struct Flights<K: Eq + Hash, T: Clone> {
    running: Running<K, T>,
    numbers: AtomicU64,
}

impl<K: Eq + Hash, T: Clone> Default for Flights<K, T> {
    fn default() -> Self {
        Self { running: Arc::default(), numbers: AtomicU64::new(0) }
    }
}

/// Guard that removes its own entry, and no newer one, when the future is done or dropped.
struct Entry<K: Eq + Hash, T: Clone> {
    running: Running<K, T>,
    key: K,
    number: u64,
}

impl<K: Eq + Hash, T: Clone> Drop for Entry<K, T> {
    fn drop(&mut self) {
        let mut running = self.running.lock();
        if running.get(&self.key).is_some_and(|(number, _)| *number == self.number) {
            running.remove(&self.key);
        }
    }
}

impl<K: Clone + Eq + Hash + Send + 'static, T: Clone + Send + Sync + 'static> Flights<K, T> {
    /// The running future of `key`, else a new one from `make`.
    pub fn get_or_start<F>(&self, key: K, make: impl FnOnce() -> F) -> Shared<BoxFuture<'static, T>>
    where
        F: Future<Output = T> + Send + 'static,
    {
        let mut running = self.running.lock();
        if let Some(flight) = running.get(&key).and_then(|(_, flight)| flight.upgrade()) {
            return flight;
        }
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let entry = Entry { running: self.running.clone(), key: key.clone(), number };
        let job = make();
        let flight = async move {
            let _entry = entry;
            job.await
        };
        let flight = flight.boxed().shared();
        if let Some(weak) = flight.downgrade() {
            running.insert(key, (number, weak));
        }
        flight
    }

    /// Whether a future of `key` is running.
    pub fn has(&self, key: &K) -> bool {
        // Dropped after the lock is released: if all callers leave meanwhile, this is the last handle, and dropping it drops
        // the guard of the entry, which takes the lock.
        let flight = self.running.lock().get(key).and_then(|(_, flight)| flight.upgrade());
        flight.is_some()
    }

    /// Number of running futures.
    #[must_use]
    pub fn count(&self) -> usize {
        self.running.lock().len()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    fn key() -> (String, u64) {
        ("page".to_owned(), 0)
    }

    #[tokio::test]
    async fn concurrent_requests_share_one_flight() {
        let flights = Flights::default();
        let (sender, wait) = futures::channel::oneshot::channel::<u32>();
        let first_flight = flights.get_or_start(key(), || wait.map(|number| number.unwrap_or(0)));
        let second_flight = flights.get_or_start(key(), || async { 2 });
        assert!(flights.has(&key()));
        sender.send(1).unwrap();
        assert_eq!(futures::future::join(first_flight, second_flight).await, (1, 1));
        assert_eq!(flights.count(), 0);
        assert_eq!(flights.get_or_start(key(), || async { 3 }).await, 3);
    }

    #[test]
    fn an_abandoned_flight_leaves_no_entry_and_a_newer_one_stays() {
        let flights = Flights::<_, u32>::default();
        for _ in 0..100 {
            drop(flights.get_or_start(key(), futures::future::pending));
        }
        assert_eq!(flights.count(), 0);
        // One that was polled and then dropped.
        let abandoned = flights.get_or_start(key(), futures::future::pending);
        assert!(abandoned.clone().now_or_never().is_none());
        drop(abandoned);
        assert_eq!(flights.count(), 0);
        let stays = flights.get_or_start(key(), futures::future::pending);
        assert!(flights.has(&key()));
        drop(stays);
        assert!(!flights.has(&key()));
    }

    #[test]
    fn security_7_4_a_flight_may_be_abandoned_while_it_is_looked_up() {
        let flights = Arc::new(Flights::<_, u32>::default());
        let has_ended = Arc::new(AtomicBool::new(false));
        let (ended, threads) = mpsc::channel();
        let looking = (flights.clone(), has_ended.clone(), ended.clone());
        thread::spawn(move || {
            let (flights, has_ended, ended) = looking;
            let key = key();
            while !has_ended.load(Ordering::Relaxed) {
                flights.has(&key);
            }
            ended.send(())
        });
        thread::spawn(move || {
            let key = key();
            for count in 0..100_000 {
                let flight = flights.get_or_start(key.clone(), futures::future::pending);
                // The last handle is dropped at any moment of a lookup.
                for _ in 0..count % 50 {
                    std::hint::spin_loop();
                }
                drop(flight);
            }
            has_ended.store(true, Ordering::Relaxed);
            ended.send(())
        });
        for _ in 0..2 {
            threads.recv_timeout(Duration::from_secs(30)).expect("a deadlock");
        }
    }
}
