//! Errors of rendering.

use std::{io, time::Duration};

/// Why a page could not be rendered. `key` is the caller's name for the page and may be logged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// All workers are busy and the queue is full. The caller may serve an older page or retry later.
    #[error("the render queue is full: cannot render {key}")]
    Busy { key: String },
    /// The page data is larger than [`Limits::input_bytes`](crate::Limits::input_bytes).
    #[error("page data of {key} must be at most {limit_bytes} bytes, got {bytes}")]
    InputTooLarge { key: String, bytes: usize, limit_bytes: usize },
    /// The script ran longer than [`Limits::time`](crate::Limits::time).
    #[error("rendering {key} took longer than {limit:?}")]
    Timeout { key: String, limit: Duration },
    /// The script needed more memory than [`Limits::memory_bytes`](crate::Limits::memory_bytes).
    #[error("rendering {key} ran out of memory")]
    OutOfMemory { key: String },
    /// The script threw, `render` is not a function, or `render` returned something other than a string.
    #[error("rendering {key} failed: {message}")]
    Script {
        key: String,
        /// `Name: message` of the thrown error.
        message: String,
        /// One frame per line, mapped to the sources if there is a source map; may be empty.
        stack: String,
    },
    /// The bundle cannot be evaluated, so no page can be rendered.
    #[error("cannot evaluate the script bundle (for {key}): {message}")]
    Bundle {
        key: String,
        /// `Name: message` of the thrown error.
        message: String,
        /// As in [`RenderError::Script`].
        stack: String,
    },
    /// The renderer was dropped or the worker panicked before the page was done.
    #[error("the renderer stopped before {key} was rendered")]
    Stopped { key: String },
    /// No worker thread could be started.
    #[error("cannot start a render thread")]
    Thread(#[from] io::Error),
}

impl RenderError {
    /// The key of the page; `None` for [`Self::Thread`].
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

    /// The JavaScript stack, if any.
    #[must_use]
    pub fn stack(&self) -> Option<&str> {
        match self {
            Self::Script { stack, .. } | Self::Bundle { stack, .. } if !stack.is_empty() => Some(stack),
            _ => None,
        }
    }
}
