//! What a JavaScript engine owes the pool.

use crate::{Bundle, Limits};

/// The file name under which an engine evaluates the bundle, as it appears in stacks.
pub(crate) const BUNDLE_NAME: &str = "bundle.js";

/// One engine with one bundle evaluated in it. It is made, used and dropped on one thread.
///
/// An engine keeps the [`Limits`] by itself: whatever the script does (endless loops, also of promise jobs,
/// catastrophic regular expressions, allocation bombs, deep recursion), each call returns, at the latest
/// shortly after `limits.time`, and the process goes on.
pub(crate) trait Engine: Sized {
    /// Makes a new engine and evaluates the bundle.
    fn start(bundle: &Bundle, limits: &Limits) -> Result<Self, Failure>;

    /// Calls the bundle's `render` with `json` and returns its string.
    fn render(&mut self, json: &str) -> Result<String, Failure>;

    /// Whether the engine still works, asked after it threw: one that is short of memory does not.
    fn is_sound(&self) -> bool;
}

/// How a script ends other than well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It ran out of time. The engine is not used again.
    Timeout,
    /// It ran out of memory. The engine is not used again.
    OutOfMemory,
    /// It threw, or did not keep to the contract of `render`.
    Thrown {
        /// `Name: message`.
        message: String,
        /// One frame a line, in the bundle's own lines and columns; may be empty.
        stack: String,
    },
}

impl Failure {
    /// A failure that has no stack.
    pub(crate) fn plain(message: impl Into<String>) -> Self {
        Self::Thrown { message: message.into(), stack: String::new() }
    }
}
