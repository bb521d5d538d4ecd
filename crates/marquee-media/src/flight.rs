//! Single flight: concurrent requests for the same key share one execution.

use std::{collections::HashMap, sync::Arc};

use bytes::Bytes;
use futures::{
    FutureExt,
    future::{BoxFuture, Shared},
};
use parking_lot::Mutex;

use crate::{MediaError, Result};

/// Result of a flight; `None` if the original does not exist.
pub(crate) type FlightResult = Result<Option<Bytes>>;

/// The flights in progress, by key.
#[derive(Debug, Default)]
pub(crate) struct Flights(Mutex<HashMap<String, Shared<BoxFuture<'static, FlightResult>>>>);

impl Flights {
    /// Joins the flight for `key`, or starts one with `work`. It continues even if all waiting callers are canceled.
    pub(crate) async fn join<F>(self: &Arc<Self>, key: String, work: impl FnOnce() -> F) -> FlightResult
    where
        F: Future<Output = FlightResult> + Send + 'static,
    {
        let flight = {
            let mut in_progress = self.0.lock();
            match in_progress.get(&key) {
                Some(flight) => flight.clone(),
                None => {
                    let guard = RemoveOnDrop { flights: Arc::clone(self), key: key.clone() };
                    let future = work();
                    let task = tokio::spawn(async move {
                        let _guard = guard;
                        future.await
                    });
                    let flight = async { task.await.unwrap_or(Err(MediaError::Canceled)) }.boxed().shared();
                    in_progress.insert(key, flight.clone());
                    flight
                }
            }
        };
        flight.await
    }
}

/// Removes a flight from the map when it ends, even by a panic.
struct RemoveOnDrop {
    flights: Arc<Flights>,
    key: String,
}

impl Drop for RemoveOnDrop {
    fn drop(&mut self) {
        self.flights.0.lock().remove(&self.key);
    }
}

#[cfg(test)]
mod tests;
