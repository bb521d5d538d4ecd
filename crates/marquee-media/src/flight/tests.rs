use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use bytes::Bytes;
use tokio::{sync::Semaphore, task::yield_now};

use marquee_single_flight::Flights;

use super::join;
use crate::MediaError;

#[tokio::test]
async fn concurrent_callers_share_one_flight() {
    let (flights, count, gate) =
        (Arc::new(Flights::default()), Arc::new(AtomicUsize::new(0)), Arc::new(Semaphore::new(0)));
    let call = || {
        let (flights, count, gate) = (Arc::clone(&flights), Arc::clone(&count), Arc::clone(&gate));
        tokio::spawn(async move {
            let work = || async move {
                count.fetch_add(1, Ordering::SeqCst);
                gate.acquire().await.unwrap().forget();
                Ok(Some(Bytes::from_static(b"made")))
            };
            join(&flights, "key".to_owned(), work).await
        })
    };
    let calls: Vec<_> = (0..20).map(|_| call()).collect();
    yield_now().await;
    gate.add_permits(1);
    for call in calls {
        assert_eq!(call.await.unwrap().unwrap().unwrap(), "made");
    }
    assert_eq!(count.load(Ordering::SeqCst), 1);

    gate.add_permits(1);
    call().await.unwrap().unwrap();
    assert_eq!(count.load(Ordering::SeqCst), 2, "a finished flight is not joined");
}

#[tokio::test]
async fn a_flight_continues_when_its_caller_is_canceled() {
    let (flights, gate, done) =
        (Arc::new(Flights::default()), Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
    let caller = {
        let (flights, gate, done) = (Arc::clone(&flights), Arc::clone(&gate), Arc::clone(&done));
        tokio::spawn(async move {
            let work = || async move {
                gate.acquire().await.unwrap().forget();
                done.add_permits(1);
                Ok(None)
            };
            join(&flights, "key".to_owned(), work).await
        })
    };
    yield_now().await;
    caller.abort();
    assert!(caller.await.unwrap_err().is_cancelled());
    gate.add_permits(1);
    done.acquire().await.unwrap().forget();
}

#[tokio::test]
async fn a_panic_is_an_error_and_the_next_call_starts_a_new_flight() {
    let flights = Flights::default();
    let crash = join(&flights, "key".to_owned(), || async { panic!("on purpose") }).await;
    assert!(matches!(crash, Err(MediaError::Canceled)));
    assert!(join(&flights, "key".to_owned(), || async { Ok(None) }).await.unwrap().is_none());
}
