//! JSON in, HTML out, under limits: a pool of JavaScript engines that run one script bundle.
//!
//! Layer 0. This crate does not deal with cinemas, pages, caches, files or the network: it passes a string to the
//! bundle's global `render` function and returns that function's string, interpreting neither. The caller
//! supplies the [`Bundle`] as text and the limits as values.
//!
//! ```text
//! Renderer::render -> bounded queue -> worker thread (one engine each) -> oneshot -> caller
//! ```
//!
//! To use another engine, such as SpiderMonkey, implement `engine::Engine` and name the type in
//! [`Renderer::new`]. The trait documents what an engine must guarantee; the tests of `renderer` check it.

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

pub type Result<T, E = RenderError> = std::result::Result<T, E>;
