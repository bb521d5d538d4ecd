//! Request bodies that must arrive at a minimum pace.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::limits::Limits;

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// The error of a body that arrived too slowly.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the body arrived too slowly")]
pub struct TooSlow;

impl TooSlow {
    /// Whether this is `error` or one of its sources.
    #[must_use]
    pub fn is_cause_of(error: &(dyn std::error::Error + 'static)) -> bool {
        error.is::<Self>() || error.source().is_some_and(Self::is_cause_of)
    }
}

/// The time limit of a body.
#[derive(Debug, Clone, Copy)]
struct Pace {
    grace: Duration,
    bytes_per_second: u64,
    max: Duration,
}

impl Pace {
    /// Time allowed from the first read, for a body of which `received` bytes have arrived.
    fn allowed(&self, received: u64) -> Duration {
        let earned = received.saturating_mul(1_000) / self.bytes_per_second.max(1);
        (self.grace + Duration::from_millis(earned)).min(self.max)
    }
}

/// A body that fails with [`TooSlow`] if it arrives too slowly. Its time begins with the first read.
pub struct PacedBody<B> {
    inner: B,
    pace: Pace,
    received: u64,
    started: Option<Instant>,
    timer: Option<Pin<Box<Sleep>>>,
}

impl<B> PacedBody<B> {
    /// A body that may take at most `max`.
    pub fn new(inner: B, limits: &Limits, max: Duration) -> Self {
        let pace = Pace { grace: limits.body_grace, bytes_per_second: limits.body_pace, max };
        Self { inner, pace, received: 0, started: None, timer: None }
    }

    /// Ready once the time is over; wakes the task then.
    fn poll_overdue(&mut self, cx: &mut Context<'_>) -> Poll<TooSlow> {
        let started = *self.started.get_or_insert_with(Instant::now);
        let deadline = started + self.pace.allowed(self.received);
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        loop {
            if timer.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
            if Instant::now() >= deadline {
                metrics::counter!("marquee_connections_closed_total", "reason" => "body").increment(1);
                return Poll::Ready(TooSlow);
            }
            // Bytes that arrived after the timer was set have moved the deadline.
            timer.as_mut().reset(deadline);
        }
    }
}

impl<B> Body for PacedBody<B>
where
    B: Body<Data = Bytes> + Unpin,
    B::Error: Into<BoxError>,
{
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        match Pin::new(&mut self.inner).poll_frame(cx) {
            Poll::Pending => self.poll_overdue(cx).map(|slow| Some(Err(slow.into()))),
            Poll::Ready(Some(Ok(frame))) => {
                self.started.get_or_insert_with(Instant::now);
                self.received += frame.data_ref().map_or(0, |data| data.len() as u64);
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(poll_result) => Poll::Ready(poll_result.map(|failed| failed.map_err(Into::into))),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_7_3_a_body_has_five_seconds_then_a_second_per_kilobyte_up_to_thirty() {
        let limits = Limits::default();
        let seconds = |received, max| {
            let body = PacedBody::new((), &limits, max);
            body.pace.allowed(received).as_secs_f64()
        };
        for (received, max, allowed) in [
            (0, limits.body, 5.0),
            (512, limits.body, 5.5),
            (10 * 1024, limits.body, 15.0),
            (64 * 1024, limits.body, 30.0),
            (64 * 1024, limits.upload, 69.0),
            (u64::MAX, limits.upload, 300.0),
            (u64::MAX, limits.video, 3600.0),
        ] {
            assert!((seconds(received, max) - allowed).abs() < f64::EPSILON, "{received} {max:?}");
        }
    }
}
