//! The bounded queue between callers and workers, and the number of workers.

use std::{collections::VecDeque, sync::Arc};

use parking_lot::{Condvar, Mutex};
use tokio::sync::oneshot;
use tracing::Span;

use crate::{Result, stack::MappedBundle};

/// One page to render.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) key: String,
    pub(crate) json: String,
    /// The caller's span; console output of the script is logged in it.
    pub(crate) span: Span,
    pub(crate) reply: oneshot::Sender<Result<String>>,
}

/// Result of [`Queue::push`].
#[derive(Debug)]
pub(crate) enum PushOutcome {
    /// The job is queued for an existing worker.
    Queued,
    /// The job is queued, and the caller must start one more worker, which is already included in the count.
    NeedsWorker,
    /// The queue is full.
    Full(Job),
}

/// The waiting jobs, the current bundle and the number of workers, under one lock that is only held briefly.
#[derive(Debug)]
pub(crate) struct Queue {
    state: Mutex<State>,
    wake: Condvar,
    capacity: usize,
    max_workers: usize,
}

#[derive(Debug)]
struct State {
    jobs: VecDeque<Job>,
    bundle: Arc<MappedBundle>,
    /// Live workers, including those still starting.
    workers: usize,
    /// Workers that are running a job.
    busy: usize,
    closed: bool,
}

impl Queue {
    pub(crate) fn new(bundle: Arc<MappedBundle>, capacity: usize, max_workers: usize) -> Self {
        let state = State { jobs: VecDeque::new(), bundle, workers: 0, busy: 0, closed: false };
        Self { state: Mutex::new(state), wake: Condvar::new(), capacity, max_workers }
    }

    /// Adds a job. Requests another worker if more jobs wait than workers are idle, up to the maximum.
    pub(crate) fn push(&self, job: Job) -> PushOutcome {
        let mut state = self.state.lock();
        if state.jobs.len() >= self.capacity {
            state.jobs.retain(|waiting| !waiting.reply.is_closed());
        }
        if state.jobs.len() >= self.capacity {
            return PushOutcome::Full(job);
        }
        state.jobs.push_back(job);
        self.wake.notify_one();
        if state.workers < self.max_workers && state.jobs.len() > state.workers - state.busy {
            state.workers += 1;
            return PushOutcome::NeedsWorker;
        }
        PushOutcome::Queued
    }

    /// Counts a worker that [`Self::push`] did not request.
    pub(crate) fn add_worker(&self) {
        self.state.lock().workers += 1;
    }

    /// Removes a worker from the count; without workers, drops the waiting jobs. Returns whether any worker is left.
    pub(crate) fn remove_worker(&self) -> bool {
        let mut state = self.state.lock();
        state.workers -= 1;
        if state.workers == 0 {
            state.jobs.clear();
        }
        state.workers > 0
    }

    /// Waits for a job whose caller is still waiting; `None` once the queue is closed.
    pub(crate) fn next_job(&self) -> Option<(Job, BusyGuard<'_>)> {
        let mut state = self.state.lock();
        loop {
            if state.closed {
                return None;
            }
            while let Some(job) = state.jobs.pop_front() {
                if !job.reply.is_closed() {
                    state.busy += 1;
                    return Some((job, BusyGuard(self)));
                }
            }
            self.wake.wait(&mut state);
        }
    }

    /// Number of waiting jobs.
    #[cfg(test)]
    pub(crate) fn waiting(&self) -> usize {
        self.state.lock().jobs.len()
    }

    /// The current bundle.
    pub(crate) fn bundle(&self) -> Arc<MappedBundle> {
        Arc::clone(&self.state.lock().bundle)
    }

    pub(crate) fn replace_bundle(&self, bundle: Arc<MappedBundle>) {
        self.state.lock().bundle = bundle;
    }

    /// Stops each worker after its current job and drops the waiting jobs.
    pub(crate) fn close(&self) {
        let mut state = self.state.lock();
        state.closed = true;
        state.jobs.clear();
        self.wake.notify_all();
    }
}

/// Guard that counts a worker as busy until it is dropped.
#[derive(Debug)]
pub(crate) struct BusyGuard<'a>(&'a Queue);

impl Drop for BusyGuard<'_> {
    fn drop(&mut self) {
        self.0.state.lock().busy -= 1;
    }
}
