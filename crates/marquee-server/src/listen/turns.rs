//! Turns of connections whose address has many of them, so that other visitors do not wait for all of its work.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker, ready};

use futures::task::AtomicWaker;
use hyper::rt::Executor;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
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
pub(super) struct InTurn<F> {
    turns: PollSemaphore,
    future: Pin<Box<F>>,
    /// Whether the future can continue.
    ready: Signal,
    /// The turn of the last poll, until `others_polled`.
    turn: Option<OwnedSemaphorePermit>,
    /// Whether the thread has polled what else was ready since the last poll.
    others_polled: Signal,
}

impl<F> InTurn<F> {
    pub(super) fn new(turns: Turns, future: F) -> Self {
        Self {
            turns: PollSemaphore::new(turns.0),
            future: Box::pin(future),
            ready: Signal::new(true),
            turn: None,
            others_polled: Signal::new(false),
        }
    }
}

impl<F: Future> Future for InTurn<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        if self.turn.is_some() {
            ready!(self.others_polled.poll_set(cx));
            self.turn = None;
        }
        ready!(self.ready.poll_set(cx));
        let turn = ready!(self.turns.poll_acquire(cx));
        let this = &mut *self;
        this.ready.reset();
        let result = this.future.as_mut().poll(&mut Context::from_waker(&this.ready.waker));
        if result.is_ready() {
            tokio::spawn(async move {
                yield_now().await;
                drop(turn);
            });
        } else {
            this.turn = turn;
            this.others_polled.reset();
            // Wakes after the tasks that are ready have been polled.
            let _ = pin!(yield_now()).poll(&mut Context::from_waker(&this.others_polled.waker));
        }
        result
    }
}

/// Remembers that its waker was woken.
struct Signal {
    state: Arc<SignalState>,
    waker: Waker,
}

struct SignalState {
    is_set: AtomicBool,
    task: AtomicWaker,
}

impl Signal {
    fn new(is_set: bool) -> Self {
        let state = Arc::new(SignalState { is_set: is_set.into(), task: AtomicWaker::new() });
        Self { waker: state.clone().into(), state }
    }

    /// Ready if the signal is set; otherwise wakes the task then.
    fn poll_set(&self, cx: &Context<'_>) -> Poll<()> {
        self.state.task.register(cx.waker());
        if self.state.is_set.load(Ordering::SeqCst) { Poll::Ready(()) } else { Poll::Pending }
    }

    fn reset(&self) {
        self.state.is_set.store(false, Ordering::SeqCst);
    }
}

impl Wake for SignalState {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.is_set.store(true, Ordering::SeqCst);
        self.task.wake();
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
