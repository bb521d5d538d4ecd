//! Limits the amount of concurrent work of one kind (security 7.4).

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A semaphore with a limited queue: callers beyond it are rejected at once.
#[derive(Debug)]
pub struct Gate {
    /// Permits of running and waiting callers.
    queue_permits: Arc<Semaphore>,
    /// Permits of running callers.
    running_permits: Arc<Semaphore>,
}

/// Permit for one task. The task itself holds it, so that it counts even after the visitor has disconnected.
#[derive(Debug)]
pub struct GatePermit {
    _queue_permit: OwnedSemaphorePermit,
    _running_permit: OwnedSemaphorePermit,
}

impl Gate {
    /// A gate that lets `max_concurrent` callers run and `max_queued` more wait.
    pub fn new(max_concurrent: usize, max_queued: usize) -> Self {
        let max_concurrent = max_concurrent.max(1);
        Self {
            queue_permits: Arc::new(Semaphore::new(max_concurrent + max_queued)),
            running_permits: Arc::new(Semaphore::new(max_concurrent)),
        }
    }

    /// Waits for a permit; `None` if the queue is full.
    pub async fn acquire(&self) -> Option<GatePermit> {
        let queue_permit = self.queue_permits.clone().try_acquire_owned().ok()?;
        let running_permit = self.running_permits.clone().acquire_owned().await.ok()?;
        Some(GatePermit { _queue_permit: queue_permit, _running_permit: running_permit })
    }

    /// Number of callers that could run at once now.
    #[cfg(test)]
    pub fn available(&self) -> usize {
        self.running_permits.available_permits()
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[test]
    fn security_7_4_a_full_gate_rejects_and_an_abandoned_wait_frees_its_place() {
        let gate = Gate::new(1, 1);
        let first_permit = gate.acquire().now_or_never().unwrap().unwrap();
        let mut second_permit = Box::pin(gate.acquire());
        assert!((&mut second_permit).now_or_never().is_none(), "waits");
        assert!(gate.acquire().now_or_never().unwrap().is_none(), "the queue is full");
        drop(second_permit);
        let mut third_permit = Box::pin(gate.acquire());
        assert!((&mut third_permit).now_or_never().is_none(), "waits in the freed place");
        drop(first_permit);
        assert!(third_permit.now_or_never().unwrap().is_some());
    }
}
