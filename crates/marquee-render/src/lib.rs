//! JSON in, HTML out, under limits: a pool of JavaScript engines that run one script bundle.
//!
//! Layer 0. This crate never knows cinemas, pages or caches: it hands a string to the bundle's global
//! `render` function and hands back the string that function returns, interpreting neither. It never knows
//! files or the network either: a [`Bundle`] comes in as text, limits as values.
//!
//! ```text
//! Renderer::render -> bounded queue -> worker thread (one engine each) -> oneshot -> caller
//! ```
//!
//! To run another engine (SpiderMonkey, say): implement `engine::Engine` beside `quickjs`, and name it in
//! [`Renderer::new`]. What every engine owes is written on the trait; the tests of `renderer` hold it to it.

mod console;
mod engine;
mod error;
mod options;
mod queue;
mod quickjs;
mod renderer;
mod stack;
mod worker;

pub use error::RenderError;
pub use options::{Bundle, Limits, Options};
pub use renderer::Renderer;

/// What this crate's functions return.
pub type Result<T, E = RenderError> = std::result::Result<T, E>;
