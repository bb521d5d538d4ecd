//! The pool of workers.

use std::{io, sync::Arc, thread};

use tokio::sync::oneshot;

use crate::{
    Bundle, Options, RenderError, Result,
    engine::Engine,
    queue::{Job, PushOutcome, Queue},
    quickjs::QuickJs,
    stack::MappedBundle,
    worker,
};

/// Native stack of a worker in addition to `Limits::stack_bytes`.
const NATIVE_STACK_BYTES: usize = 1 << 20;

/// Renders pages with a pool of script engines. Dropping it stops the workers; waiting jobs fail with
/// [`RenderError::Stopped`].
#[derive(Debug)]
pub struct Renderer {
    queue: Arc<Queue>,
    options: Arc<Options>,
    work: fn(&Arc<Queue>, &Options),
}

impl Renderer {
    /// Starts the first worker in the background, which evaluates the bundle at once. Further workers start when
    /// more jobs wait than workers are idle, up to `options.workers`. If the bundle cannot be evaluated, rendering
    /// fails with [`RenderError::Bundle`].
    ///
    /// # Errors
    /// [`RenderError::Thread`] if the first thread cannot be started.
    pub fn new(options: Options, bundle: Bundle) -> Result<Self> {
        Self::with_engine::<QuickJs>(options, bundle)
    }

    fn with_engine<E: Engine>(options: Options, bundle: Bundle) -> Result<Self> {
        let bundle = Arc::new(MappedBundle::new(bundle));
        let queue = Arc::new(Queue::new(bundle, options.queue, options.workers.get()));
        let renderer = Self { queue, options: Arc::new(options), work: worker::run::<E> };
        renderer.queue.add_worker();
        renderer.start_worker().inspect_err(|_| {
            renderer.queue.remove_worker();
        })?;
        Ok(renderer)
    }

    /// Calls the bundle's `render` with `json` and returns its string unchanged. `key` names the page in
    /// errors and in the log.
    ///
    /// Dropping the future cancels a waiting job; a job that has started is finished.
    ///
    /// # Errors
    /// Every variant of [`RenderError`] can occur.
    pub async fn render(&self, key: String, json: String) -> Result<String> {
        let limit_bytes = self.options.limits.input_bytes;
        if json.len() > limit_bytes {
            return Err(RenderError::InputTooLarge { key, bytes: json.len(), limit_bytes });
        }
        let (reply, response) = oneshot::channel();
        let span = tracing::info_span!("render", page.key = %key);
        self.push(Job { key: key.clone(), json, span, reply })?;
        response.await.unwrap_or(Err(RenderError::Stopped { key }))
    }

    /// Uses `bundle` from the next job on (development reload); jobs that have started keep the old one.
    pub fn replace_bundle(&self, bundle: Bundle) {
        self.queue.replace_bundle(Arc::new(MappedBundle::new(bundle)));
    }

    fn push(&self, job: Job) -> Result<()> {
        match self.queue.push(job) {
            PushOutcome::Queued => Ok(()),
            PushOutcome::Full(job) => Err(RenderError::Busy { key: job.key }),
            PushOutcome::NeedsWorker => self.start_worker().or_else(|error| {
                if !self.queue.remove_worker() {
                    return Err(error.into());
                }
                tracing::warn!(%error, "cannot start another render thread, continuing with fewer");
                Ok(())
            }),
        }
    }

    fn start_worker(&self) -> io::Result<()> {
        let (queue, options, work) = (Arc::clone(&self.queue), Arc::clone(&self.options), self.work);
        thread::Builder::new()
            .name("render".to_owned())
            .stack_size(self.options.limits.stack_bytes + NATIVE_STACK_BYTES)
            .spawn(move || work(&queue, &options))
            .map(drop)
    }
}

impl Drop for Renderer {
    fn drop(&mut self) {
        self.queue.close();
    }
}

#[cfg(test)]
mod tests;
