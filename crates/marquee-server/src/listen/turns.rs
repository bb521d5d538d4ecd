//! Turns of connections whose address has many of them, so that other visitors do not wait for all of its work.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use hyper::rt::Executor;
use tokio::sync::Semaphore;
use tokio::task::yield_now;
use tokio_util::sync::PollSemaphore;

/// The turns of the connections of listeners that share their limits: at most one for each worker thread at a time.
///
/// A worker thread polls tasks in the order in which they become ready. Without turns, a visitor's request waits for all the
/// requests that one address has sent before. A turn is one poll, and the next one begins after the thread has polled what else
/// is ready: a visitor's request waits for one poll.
#[derive(Debug, Clone)]
pub(super) struct Turns(Arc<Semaphore>);

impl Turns {
    /// Turns for the worker threads of the current runtime.
    pub(super) fn new() -> Self {
        Self(Arc::new(Semaphore::new(tokio::runtime::Handle::current().metrics().num_workers())))
    }
}

/// A future that waits for its turn before each poll.
#[derive(Debug)]
pub(super) struct InTurn<F> {
    turns: PollSemaphore,
    future: Pin<Box<F>>,
}

impl<F> InTurn<F> {
    pub(super) fn new(turns: Turns, future: F) -> Self {
        Self { turns: PollSemaphore::new(turns.0), future: Box::pin(future) }
    }
}

impl<F: Future> Future for InTurn<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let turn = ready!(self.turns.poll_acquire(cx));
        let result = self.future.as_mut().poll(cx);
        tokio::spawn(async move {
            // Returns after the tasks that are ready have been polled.
            yield_now().await;
            drop(turn);
        });
        result
    }
}

/// Runs the requests of an HTTP/2 connection, in turn if the connection takes turns.
#[derive(Debug, Clone)]
pub(super) struct TurnExecutor(pub(super) Option<Turns>);

impl<F> Executor<F> for TurnExecutor
where
    F: Future + Send + 'static,
    F::Output: Send,
{
    fn execute(&self, future: F) {
        match &self.0 {
            Some(turns) => drop(tokio::spawn(InTurn::new(turns.clone(), future))),
            None => drop(tokio::spawn(future)),
        }
    }
}
