//! The bounded queue between callers and workers, and the count of workers.

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
    /// The caller's span: what the script says on its console belongs to it.
    pub(crate) span: Span,
    pub(crate) reply: oneshot::Sender<Result<String>>,
}

/// What [`Queue::push`] made of a job.
#[derive(Debug)]
pub(crate) enum Pushed {
    /// It waits for a worker that is, or soon will be, free.
    Waits,
    /// It waits, and the caller should start the worker that was counted in for it.
    WantsWorker,
    /// There is no room.
    Full(Job),
}

/// Jobs, the bundle they run with, and how many workers there are. All of it under one lock, held for moments.
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
    /// Workers alive, those still starting included.
    workers: usize,
    /// Workers with a job in hand.
    busy: usize,
    closed: bool,
}

impl Queue {
    pub(crate) fn new(bundle: Arc<MappedBundle>, capacity: usize, max_workers: usize) -> Self {
        let state = State { jobs: VecDeque::new(), bundle, workers: 0, busy: 0, closed: false };
        Self { state: Mutex::new(state), wake: Condvar::new(), capacity, max_workers }
    }

    /// Adds a job. A worker is wanted when more jobs wait than workers are free.
    pub(crate) fn push(&self, job: Job) -> Pushed {
        let mut state = self.state.lock();
        if state.jobs.len() >= self.capacity {
            state.jobs.retain(|waiting| !waiting.reply.is_closed());
        }
        if state.jobs.len() >= self.capacity {
            return Pushed::Full(job);
        }
        state.jobs.push_back(job);
        self.wake.notify_one();
        if state.workers < self.max_workers && state.jobs.len() > state.workers - state.busy {
            state.workers += 1;
            return Pushed::WantsWorker;
        }
        Pushed::Waits
    }

    /// Counts a worker in that no job asked for.
    pub(crate) fn enter(&self) {
        self.state.lock().workers += 1;
    }

    /// Counts a worker out; without any, the waiting jobs are given up. Returns whether others are left.
    pub(crate) fn leave(&self) -> bool {
        let mut state = self.state.lock();
        state.workers -= 1;
        if state.workers == 0 {
            state.jobs.clear();
        }
        state.workers > 0
    }

    /// Waits for a job whose caller still listens; `None` ends the worker.
    pub(crate) fn pull(&self) -> Option<(Job, Turn<'_>)> {
        let mut state = self.state.lock();
        loop {
            if state.closed {
                return None;
            }
            while let Some(job) = state.jobs.pop_front() {
                if !job.reply.is_closed() {
                    state.busy += 1;
                    return Some((job, Turn(self)));
                }
            }
            self.wake.wait(&mut state);
        }
    }

    /// How many jobs wait.
    #[cfg(test)]
    pub(crate) fn waiting(&self) -> usize {
        self.state.lock().jobs.len()
    }

    /// The bundle to render with from now on.
    pub(crate) fn bundle(&self) -> Arc<MappedBundle> {
        Arc::clone(&self.state.lock().bundle)
    }

    /// Puts another bundle in the place of the current one.
    pub(crate) fn replace_bundle(&self, bundle: Arc<MappedBundle>) {
        self.state.lock().bundle = bundle;
    }

    /// Ends the workers after the jobs they have in hand; waiting jobs are given up.
    pub(crate) fn close(&self) {
        let mut state = self.state.lock();
        state.closed = true;
        state.jobs.clear();
        self.wake.notify_all();
    }
}

/// A worker has a job in hand for as long as this lives.
#[derive(Debug)]
pub(crate) struct Turn<'a>(&'a Queue);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.state.lock().busy -= 1;
    }
}
