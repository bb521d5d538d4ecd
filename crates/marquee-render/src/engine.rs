//! The interface between the pool and a JavaScript engine.

use crate::{Bundle, Limits};

/// The file name under which an engine evaluates the bundle, as it appears in stacks.
pub(crate) const BUNDLE_NAME: &str = "bundle.js";

/// One engine with one bundle evaluated in it. It is created, used and dropped on one thread.
///
/// An engine enforces the [`Limits`] itself: whatever the script does (endless loops, endless promise jobs,
/// catastrophic regular expressions, unbounded allocation, deep recursion), each call returns at the latest
/// shortly after `limits.time`, and the process keeps running.
pub(crate) trait Engine: Sized {
    /// Creates an engine and evaluates the bundle.
    fn start(bundle: &Bundle, limits: &Limits) -> Result<Self, Failure>;

    /// Calls the bundle's `render` with `json` and returns its string.
    fn render(&mut self, json: &str) -> Result<String, Failure>;

    /// Whether the engine can be used again after it threw. An engine that is short of memory cannot be.
    fn is_reusable(&self) -> bool;
}

/// Why a call to the engine failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The time limit was reached. The engine is not used again.
    Timeout,
    /// The memory limit was reached. The engine is not used again.
    OutOfMemory,
    /// The script threw, or `render` is missing or returned something other than a string.
    Thrown {
        /// `Name: message`.
        message: String,
        /// One frame per line, with lines and columns of the bundle; may be empty.
        stack: String,
    },
}

impl Failure {
    /// [`Self::Thrown`] without a stack.
    pub(crate) fn without_stack(message: impl Into<String>) -> Self {
        Self::Thrown { message: message.into(), stack: String::new() }
    }
}
