//! Compares passwords on so many threads for so many seconds, and prints how many a second that made: what a server could
//! do at most that only hashed.

use std::num::NonZeroUsize;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use anyhow::Result;
use marquee_auth::{HashPool, Hasher};

/// Compares and prints.
pub fn run(threads: NonZeroUsize, seconds: f64) -> Result<()> {
    let hash = Hasher::default().hash("lanterns-over-the-canal")?;
    let pool = HashPool::start(threads, 2 * threads.get())?;
    let (done, seen) = channel();
    let begin = || {
        let (hash, done) = (hash.clone(), done.clone());
        pool.run(move |hasher| {
            hasher.verify("lanterns-over-the-canal", Some(&hash));
            done.send(()).ok();
        })
    };
    // One waits for each that works, as in a server with enough to do.
    for _ in 0..threads.get() {
        begin()?;
    }
    let (since, mut count) = (Instant::now(), 0_u32);
    while since.elapsed() < Duration::from_secs_f64(seconds) {
        begin()?;
        seen.recv()?;
        count += 1;
    }
    println!("{}", f64::from(count) / since.elapsed().as_secs_f64());
    Ok(())
}
