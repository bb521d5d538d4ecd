//! Counts requests of a browser on a number of threads, as the server counts those for one cached page, and prints the nanoseconds
//! of processor time per request (decision 0042).

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use http::header::{ACCEPT, USER_AGENT};
use http::{HeaderMap, HeaderValue, Method};
use marquee_server::is_person;

/// The headers of a page request of Chrome.
fn headers() -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in [
        ("sec-ch-ua", "\"Chromium\";v=\"130\", \"Google Chrome\";v=\"130\", \"Not?A_Brand\";v=\"99\""),
        ("sec-fetch-site", "none"),
        ("sec-fetch-mode", "navigate"),
        ("sec-fetch-dest", "document"),
        ("accept-encoding", "gzip, deflate, br, zstd"),
        ("accept-language", "en-US,en;q=0.9"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let accept = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
    headers.insert(ACCEPT, HeaderValue::from_static(accept));
    let agent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 \
                 Safari/537.36";
    headers.insert(USER_AGENT, HeaderValue::from_static(agent));
    headers
}

/// Processor time of this thread in nanoseconds.
fn thread_time() -> Result<u64> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(statistics.split_whitespace().next().unwrap_or_default().parse()?)
}

/// Runs the benchmark and prints the nanoseconds of processor time per request.
pub fn run(threads: NonZeroUsize, requests: u32) -> Result<()> {
    let (headers, views) = (headers(), AtomicU64::new(0));
    let count = || -> Result<u64> {
        let before = thread_time()?;
        for _ in 0..requests {
            if is_person(black_box(&Method::GET), black_box(&headers)) {
                views.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(thread_time()?.saturating_sub(before))
    };
    let times: Vec<Result<u64>> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads.get()).map(|_| scope.spawn(count)).collect();
        running.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    for time in times {
        println!("{} ns", time? / u64::from(requests));
    }
    println!("{} counted", views.into_inner());
    Ok(())
}
