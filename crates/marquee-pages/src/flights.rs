//! Single flight: concurrent requests for a page share one rendering.
//!
//! [`Flights`] is the index of the running [`Shared`] futures. It holds weak references: when the last waiting visitor leaves,
//! the future is dropped and its entry removed.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures::FutureExt;
use futures::future::{BoxFuture, Shared, WeakShared};
use parking_lot::Mutex;

/// The cache key of the page, and the generation of the site's data.
pub type FlightKey = (String, u64);

type Running<T> = Arc<Mutex<HashMap<FlightKey, (u64, WeakShared<BoxFuture<'static, T>>)>>>;

/// The running futures by page and generation.
#[derive(Debug)]
pub struct Flights<T: Clone> {
    running: Running<T>,
    numbers: AtomicU64,
}

impl<T: Clone> Default for Flights<T> {
    fn default() -> Self {
        Self { running: Arc::default(), numbers: AtomicU64::new(0) }
    }
}

/// Guard that removes its own entry, and no newer one, when the future is done or dropped.
struct Entry<T: Clone> {
    running: Running<T>,
    name: FlightKey,
    number: u64,
}

impl<T: Clone> Drop for Entry<T> {
    fn drop(&mut self) {
        let mut running = self.running.lock();
        if running.get(&self.name).is_some_and(|(number, _)| *number == self.number) {
            running.remove(&self.name);
        }
    }
}

impl<T: Clone + Send + Sync + 'static> Flights<T> {
    /// The running future of `name`, else a new one from `make`.
    pub fn get_or_start<F>(&self, name: FlightKey, make: impl FnOnce() -> F) -> Shared<BoxFuture<'static, T>>
    where
        F: Future<Output = T> + Send + 'static,
    {
        let mut running = self.running.lock();
        if let Some(flight) = running.get(&name).and_then(|(_, flight)| flight.upgrade()) {
            return flight;
        }
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let entry = Entry { running: self.running.clone(), name: name.clone(), number };
        let job = make();
        let flight = async move {
            let _entry = entry;
            job.await
        };
        let flight = flight.boxed().shared();
        if let Some(weak) = flight.downgrade() {
            running.insert(name, (number, weak));
        }
        flight
    }

    /// Whether a future of `name` is running.
    pub fn has(&self, name: &FlightKey) -> bool {
        // Dropped after the lock is released: if all visitors leave meanwhile, this is the last handle, and dropping it drops
        // the guard of the entry, which takes the lock.
        let flight = self.running.lock().get(name).and_then(|(_, flight)| flight.upgrade());
        flight.is_some()
    }

    /// Number of running futures.
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

    fn name() -> FlightKey {
        ("page".to_owned(), 0)
    }

    #[tokio::test]
    async fn concurrent_requests_share_one_flight() {
        let flights = Flights::default();
        let (sender, wait) = futures::channel::oneshot::channel::<u32>();
        let first_flight = flights.get_or_start(name(), || wait.map(|number| number.unwrap_or(0)));
        let second_flight = flights.get_or_start(name(), || async { 2 });
        assert!(flights.has(&name()));
        sender.send(1).unwrap();
        assert_eq!(futures::future::join(first_flight, second_flight).await, (1, 1));
        assert_eq!(flights.count(), 0);
        assert_eq!(flights.get_or_start(name(), || async { 3 }).await, 3);
    }

    #[test]
    fn an_abandoned_flight_leaves_no_entry_and_a_newer_one_stays() {
        let flights = Flights::<u32>::default();
        for _ in 0..100 {
            drop(flights.get_or_start(name(), futures::future::pending));
        }
        assert_eq!(flights.count(), 0);
        // One that was polled and then dropped.
        let abandoned = flights.get_or_start(name(), futures::future::pending);
        assert!(abandoned.clone().now_or_never().is_none());
        drop(abandoned);
        assert_eq!(flights.count(), 0);
        let stays = flights.get_or_start(name(), futures::future::pending);
        assert!(flights.has(&name()));
        drop(stays);
        assert!(!flights.has(&name()));
    }

    #[test]
    fn security_7_4_a_flight_may_be_abandoned_while_it_is_looked_up() {
        let flights = Arc::new(Flights::<u32>::default());
        let has_ended = Arc::new(AtomicBool::new(false));
        let (ended, threads) = mpsc::channel();
        let looking = (flights.clone(), has_ended.clone(), ended.clone());
        thread::spawn(move || {
            let (flights, has_ended, ended) = looking;
            let name = name();
            while !has_ended.load(Ordering::Relaxed) {
                flights.has(&name);
            }
            ended.send(())
        });
        thread::spawn(move || {
            let name = name();
            for count in 0..100_000 {
                let flight = flights.get_or_start(name.clone(), futures::future::pending);
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
