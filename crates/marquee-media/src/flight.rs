//! Single flight: the same work is done once, however many wait for it.

use std::{collections::HashMap, sync::Arc};

use bytes::Bytes;
use futures::{
    FutureExt,
    future::{BoxFuture, Shared},
};
use parking_lot::Mutex;

use crate::{MediaError, Result};

/// What a flight brings home.
pub(crate) type Made = Result<Option<Bytes>>;

/// The work under way, by key.
#[derive(Debug, Default)]
pub(crate) struct Flights(Mutex<HashMap<String, Shared<BoxFuture<'static, Made>>>>);

impl Flights {
    /// Joins the flight for `key`, or starts one with `work`. It goes on even if all who wait turn away.
    pub(crate) async fn join<F>(self: &Arc<Self>, key: String, work: impl FnOnce() -> F) -> Made
    where
        F: Future<Output = Made> + Send + 'static,
    {
        let flight = {
            let mut under_way = self.0.lock();
            match under_way.get(&key) {
                Some(flight) => flight.clone(),
                None => {
                    let landing = Landing { flights: Arc::clone(self), key: key.clone() };
                    let work = work();
                    let task = tokio::spawn(async move {
                        let _landing = landing;
                        work.await
                    });
                    let flight = async { task.await.unwrap_or(Err(MediaError::GivenUp)) }.boxed().shared();
                    under_way.insert(key, flight.clone());
                    flight
                }
            }
        };
        flight.await
    }
}

/// Takes the flight off the board when it ends, also by a panic.
struct Landing {
    flights: Arc<Flights>,
    key: String,
}

impl Drop for Landing {
    fn drop(&mut self) {
        self.flights.0.lock().remove(&self.key);
    }
}

#[cfg(test)]
mod tests;
