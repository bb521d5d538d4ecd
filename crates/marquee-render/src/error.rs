//! Why a page could not be rendered.

use std::{io, time::Duration};

/// Why a page could not be rendered. `key` is the caller's name for the page, fit for a log.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// Every worker is busy and the queue is full: serve something older, or ask again later.
    #[error("no room in the render queue for {key}")]
    Busy {
        /// The page.
        key: String,
    },
    /// The page data is larger than [`Limits::input_bytes`](crate::Limits::input_bytes).
    #[error("page data of {key} is {bytes} bytes, more than {limit_bytes}")]
    InputTooLarge {
        /// The page.
        key: String,
        /// The size of its data.
        bytes: usize,
        /// The size allowed.
        limit_bytes: usize,
    },
    /// The script ran longer than [`Limits::time`](crate::Limits::time).
    #[error("rendering {key} took longer than {limit:?}")]
    Timeout {
        /// The page.
        key: String,
        /// The time allowed.
        limit: Duration,
    },
    /// The script needed more than [`Limits::memory_bytes`](crate::Limits::memory_bytes).
    #[error("rendering {key} ran out of memory")]
    OutOfMemory {
        /// The page.
        key: String,
    },
    /// The script threw, or `render` is not a function or returned no string.
    #[error("rendering {key} failed: {message}")]
    Script {
        /// The page.
        key: String,
        /// `Name: message` of what was thrown.
        message: String,
        /// One frame a line, in terms of the sources when there is a source map; may be empty.
        stack: String,
    },
    /// The bundle itself cannot be evaluated, so no page can be rendered.
    #[error("the script bundle does not start (wanted for {key}): {message}")]
    Bundle {
        /// The page.
        key: String,
        /// `Name: message` of what was thrown.
        message: String,
        /// As in [`RenderError::Script`].
        stack: String,
    },
    /// The renderer was dropped, or the worker died, before the page was done.
    #[error("the renderer stopped before {key} was done")]
    Stopped {
        /// The page.
        key: String,
    },
    /// No worker thread could be started.
    #[error("cannot start a render thread")]
    Thread(#[from] io::Error),
}

impl RenderError {
    /// The page this is about, if it is about one.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Busy { key }
            | Self::InputTooLarge { key, .. }
            | Self::Timeout { key, .. }
            | Self::OutOfMemory { key }
            | Self::Script { key, .. }
            | Self::Bundle { key, .. }
            | Self::Stopped { key } => Some(key),
            Self::Thread(_) => None,
        }
    }

    /// The JavaScript stack, if there is one.
    #[must_use]
    pub fn stack(&self) -> Option<&str> {
        match self {
            Self::Script { stack, .. } | Self::Bundle { stack, .. } if !stack.is_empty() => Some(stack),
            _ => None,
        }
    }
}
