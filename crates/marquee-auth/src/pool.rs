//! A pool of threads that only hash passwords, so that a flood of sign-ins cannot starve other requests (security 2.2).

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::{AuthError, Hasher};

/// How long a caller waits for a result, including the wait for a thread (security 2.2).
const MAX_WAIT: Duration = Duration::from_secs(2);

type Job = Box<dyn FnOnce(&mut Hasher) + Send>;

/// A fixed number of hashers, each with its own thread and memory, behind a bounded queue. The threads end when the last
/// clone is dropped.
#[derive(Debug, Clone)]
pub struct HashPool {
    jobs: SyncSender<Job>,
}

impl HashPool {
    /// Starts `threads` hashers; up to `queue` jobs may wait.
    ///
    /// # Errors
    /// [`AuthError::Threads`] if the system cannot start a thread.
    pub fn start(threads: NonZeroUsize, queue: usize) -> Result<Self, AuthError> {
        let (jobs, queued_jobs) = sync_channel(queue);
        let queued_jobs = Arc::new(Mutex::new(queued_jobs));
        for number in 0..threads.get() {
            let queued_jobs = Arc::clone(&queued_jobs);
            thread::Builder::new()
                .name(format!("hash-{number}"))
                .spawn(move || work(&queued_jobs))
                .map_err(|e| AuthError::Threads(e.to_string()))?;
        }
        Ok(Self { jobs })
    }

    /// Queues a job for the next free hasher. A job whose caller has timed out should return immediately.
    ///
    /// # Errors
    /// [`AuthError::QueueFull`] if the queue is full.
    pub fn run(&self, job: impl FnOnce(&mut Hasher) + Send + 'static) -> Result<(), AuthError> {
        self.jobs.try_send(Box::new(job)).map_err(|e| match e {
            TrySendError::Full(_) | TrySendError::Disconnected(_) => AuthError::QueueFull,
        })
    }

    /// Runs a job on the next free hasher and returns its result.
    ///
    /// # Errors
    /// [`AuthError::QueueFull`] if the queue is full, or the job has no result within two seconds (security 2.2).
    pub async fn result<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Hasher) -> T + Send + 'static,
    ) -> Result<T, AuthError> {
        let (sender, result) = oneshot::channel();
        self.run(move |hasher| {
            // The caller may have timed out.
            if !sender.is_closed() {
                sender.send(job(hasher)).ok();
            }
        })?;
        match tokio::time::timeout(MAX_WAIT, result).await {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(_)) | Err(_) => Err(AuthError::QueueFull),
        }
    }
}

fn work(queued_jobs: &Mutex<Receiver<Job>>) {
    let mut hasher = Hasher::default();
    loop {
        let job = queued_jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match job {
            // A panic ends the job, whose caller gets no result, and not the thread. The panic hook reports it.
            Ok(job) => {
                if catch_unwind(AssertUnwindSafe(|| job(&mut hasher))).is_err() {
                    hasher = Hasher::default();
                }
            }
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::PasswordMatch;

    fn pool(threads: usize, queue: usize) -> HashPool {
        HashPool::start(NonZeroUsize::new(threads).unwrap(), queue).unwrap()
    }

    #[test]
    fn a_job_gets_a_hasher() {
        let (pool, (results, results_receiver)) = (pool(2, 8), channel());
        for password in ["ada", "ben"] {
            let results = results.clone();
            let job = move |hasher: &mut Hasher| {
                let hash = hasher.hash(&password.into()).unwrap();
                results.send(hasher.verify(&password.into(), Some(&hash))).unwrap();
            };
            pool.run(job).unwrap();
        }
        assert_eq!(
            [results_receiver.recv().unwrap(), results_receiver.recv().unwrap()],
            [PasswordMatch::Valid, PasswordMatch::Valid]
        );
    }

    #[test]
    fn a_job_that_panics_does_not_end_its_thread() {
        let (pool, (results, results_receiver)) = (pool(1, 8), channel());
        pool.run(|_| panic!("a bug in a job")).unwrap();
        pool.run(move |hasher| results.send(hasher.hash(&"ada".into()).is_ok()).unwrap()).unwrap();
        assert_eq!(results_receiver.recv(), Ok(true));
    }

    #[test]
    fn security_2_2_concurrent_and_queued_jobs_are_bounded() {
        let (pool, (started, starts), (release, released)) = (pool(1, 2), channel(), channel::<()>());
        let release_receiver = Arc::new(Mutex::new(released));
        let job = |n: usize| {
            let (started, release_receiver) = (started.clone(), Arc::clone(&release_receiver));
            move |_: &mut Hasher| {
                started.send(n).unwrap();
                release_receiver.lock().unwrap().recv().unwrap();
            }
        };
        pool.run(job(0)).unwrap();
        assert_eq!(starts.recv().unwrap(), 0);
        pool.run(job(1)).unwrap();
        pool.run(job(2)).unwrap();
        assert!(matches!(pool.run(job(3)), Err(AuthError::QueueFull)));
        assert!(starts.try_recv().is_err(), "the other jobs wait");
        release.send(()).unwrap();
        assert_eq!(starts.recv().unwrap(), 1);
        pool.run(job(4)).unwrap();
        for _ in 0..3 {
            release.send(()).unwrap();
        }
        assert_eq!(starts.iter().take(2).collect::<Vec<_>>(), [2, 4]);
    }
}
