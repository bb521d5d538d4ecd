//! Long computations beside short responses: threads that the system runs with lower priority (decision 0054).

use tokio::sync::oneshot;

/// The nice value of background threads. A thread of normal priority gets about ten times as much of a shared processor.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Why background work has no result.
#[derive(Debug, thiserror::Error)]
pub enum BackgroundError {
    /// The system cannot start a thread.
    #[error("cannot start a thread: {0}")]
    Start(#[source] std::io::Error),
    /// The work panicked.
    #[error("the work was interrupted")]
    Interrupted,
}

/// Lowers the priority of the current thread for good: a process without privileges cannot raise it again. Has an effect on Linux
/// only, where threads have priorities of their own.
pub fn lower_priority() {
    #[cfg(target_os = "linux")]
    // Fails only where the system forbids the call; the work is done with normal priority then.
    let _ = rustix::process::setpriority_process(None, NICE);
}

/// Runs `work` on a thread of lower priority named `name`, to its end even if the caller is canceled. Callers limit how many run.
///
/// # Errors
/// [`BackgroundError`] if the thread cannot be started or the work panics.
pub async fn run<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, BackgroundError> {
    let (result, received) = oneshot::channel();
    std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(move || {
            lower_priority();
            // The caller may have been canceled.
            let _ = result.send(work());
        })
        .map_err(BackgroundError::Start)?;
    received.await.map_err(|_| BackgroundError::Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn work_runs_with_lower_priority_than_its_caller() {
        let nice = || rustix::process::getpriority_process(None);
        let before = nice().unwrap();
        assert_eq!(run("work", nice).await.unwrap().unwrap(), NICE);
        assert_eq!(nice().unwrap(), before, "the caller keeps its priority");
    }

    #[tokio::test]
    async fn work_that_panics_is_an_error() {
        let result = run("work", || panic!("a fault in a decoder")).await;
        assert!(matches!(result, Err::<(), _>(BackgroundError::Interrupted)));
    }
}
