//! What a renderer is made of: how many workers, which limits, which script.

use std::{num::NonZeroUsize, sync::Arc, thread, time::Duration};

/// How a [`Renderer`](crate::Renderer) is built. [`Default`] holds the measured values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Worker threads at most, each with its own engine. Default: one per core.
    pub workers: NonZeroUsize,
    /// Jobs that may wait for a worker; one more is refused as busy. Default: 64.
    pub queue: usize,
    /// Renders after which a worker replaces its engine, so that slow leaks stay small. Default: 5,000.
    pub renew_after: u32,
    /// What a single render may use.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            workers: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            queue: 64,
            renew_after: 5_000,
            limits: Limits::default(),
        }
    }
}

/// What a single render may use; whoever goes beyond ends as an error and harms nobody else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Heap of one engine, in bytes. Default: 64 MiB.
    pub memory_bytes: usize,
    /// Stack of one engine, in bytes. Default: 1 MiB.
    pub stack_bytes: usize,
    /// Page data handed in, in bytes: a single native call over a huge string cannot be interrupted.
    /// Default: 4 MiB.
    pub input_bytes: usize,
    /// Time for one render, waiting in the queue not counted. Default: 2 s.
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

/// One classic script that leaves a global function `render(pageDataJson: string) -> string` behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// The script's text.
    pub script: Arc<str>,
    /// Its source map (JSON), by which the stacks of errors are written in terms of the sources.
    pub source_map: Option<Arc<str>>,
}
