//! Configuration of a renderer: workers, limits and script.

use std::{num::NonZeroUsize, sync::Arc, thread, time::Duration};

/// Options of a [`Renderer`](crate::Renderer). The defaults come from measurements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Maximum number of worker threads, each with its own engine. Default: one per core.
    pub workers: NonZeroUsize,
    /// Maximum number of jobs that wait for a worker; further jobs fail with [`RenderError::Busy`](crate::RenderError::Busy).
    /// Default: 64.
    pub queue: usize,
    /// Number of renders after which a worker replaces its engine, to bound slow leaks. Default: 5,000.
    pub replace_engine_after: u32,
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            workers: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            queue: 64,
            replace_engine_after: 5_000,
            limits: Limits::default(),
        }
    }
}

/// Limits of a single render. A render that exceeds one fails; others are not affected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Heap of one engine, in bytes. Default: 64 MiB.
    pub memory_bytes: usize,
    /// Stack of one engine, in bytes. Default: 1 MiB.
    pub stack_bytes: usize,
    /// Page data, in bytes. A native call on a huge string cannot be interrupted, so its size is limited.
    /// Default: 4 MiB.
    pub input_bytes: usize,
    /// Time for one render, not counting the time in the queue. Default: 2 s.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory_bytes: 64 << 20,
            stack_bytes: 1 << 20,
            input_bytes: 4 << 20,
            time: Duration::from_secs(2),
        }
    }
}

/// A classic script that defines the global function `render(pageDataJson: string): string`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    pub script: Arc<str>,
    /// The source map (JSON) that maps error stacks to the source files.
    pub source_map: Option<Arc<str>>,
}
