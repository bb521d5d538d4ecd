//! Adapts the script engine to the rendering port of `marquee-pages`.

use std::sync::Arc;

use futures::FutureExt;
use futures::future::BoxFuture;
use marquee_pages::{Render, RenderFailure};
use marquee_render::{RenderError, Renderer};

/// Renders pages with the script engine.
#[derive(Debug, Clone)]
pub struct ScriptRenderer(pub Arc<Renderer>);

impl Render for ScriptRenderer {
    fn render(&self, key: String, json: String) -> BoxFuture<'_, Result<String, RenderFailure>> {
        async move {
            self.0.render(key, json).await.map_err(|error| match error {
                RenderError::Busy { .. } => RenderFailure::Busy,
                other => {
                    let stack = other
                        .stack()
                        .filter(|s| !s.is_empty())
                        .map_or_else(String::new, |s| format!("\n{s}"));
                    RenderFailure::Failed(format!("{other}{stack}"))
                }
            })
        }
        .boxed()
    }
}
