//! Concurrent requests for a rendition share one execution. It continues when all callers have left, because its result is stored.

use bytes::Bytes;
use marquee_single_flight::Flights;

use crate::{MediaError, Result};

/// The rendition; `None` if the original does not exist.
pub(crate) type FlightResult = Result<Option<Bytes>>;

/// Joins the flight for `key`, or starts one with `work`.
pub(crate) async fn join<F>(
    flights: &Flights<String, FlightResult>,
    key: String,
    work: impl FnOnce() -> F,
) -> FlightResult
where
    F: Future<Output = FlightResult> + Send + 'static,
{
    let mut is_new = false;
    let flight = flights.get_or_start(key, || {
        is_new = true;
        // A panic ends the task, not the flight.
        let task = tokio::spawn(work());
        async { task.await.unwrap_or(Err(MediaError::Canceled)) }
    });
    if is_new {
        tokio::spawn(flight.clone());
    }
    flight.await
}

#[cfg(test)]
mod tests;
