//! Verifies passwords on a number of threads for some seconds, and prints the rate per second: the upper bound for a server.

use std::num::NonZeroUsize;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use anyhow::Result;
use marquee_auth::{HashPool, Hasher};

/// Runs the benchmark and prints the rate per second.
pub fn run(threads: NonZeroUsize, seconds: f64) -> Result<()> {
    let hash = Hasher::default().hash(&"lanterns-over-the-canal".into())?;
    let pool = HashPool::start(threads, 2 * threads.get())?;
    let (sender, completed) = channel();
    let queue_job = || {
        let (hash, sender) = (hash.clone(), sender.clone());
        pool.run(move |hasher| {
            hasher.verify(&"lanterns-over-the-canal".into(), Some(&hash));
            sender.send(()).ok();
        })
    };
    // Queue one job per thread, as on a busy server.
    for _ in 0..threads.get() {
        queue_job()?;
    }
    let (started, mut count) = (Instant::now(), 0_u32);
    while started.elapsed() < Duration::from_secs_f64(seconds) {
        queue_job()?;
        completed.recv()?;
        count += 1;
    }
    println!("{}", f64::from(count) / started.elapsed().as_secs_f64());
    Ok(())
}
