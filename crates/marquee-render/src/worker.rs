//! A worker thread: owns one engine, replaces it when needed, and renders one job after another.

use std::{sync::Arc, time::Duration};

use crate::{
    Options, RenderError, Result,
    engine::{Engine, Failure},
    queue::Queue,
    stack::MappedBundle,
};

/// Runs a worker until the queue is closed.
pub(crate) fn run<E: Engine>(queue: &Arc<Queue>, options: &Options) {
    let _worker_guard = WorkerGuard(queue);
    let mut engine_slot = EngineSlot::<E> { running: None, options };
    loop {
        // Starts the engine before a job needs it. If this fails, the next job tries again and reports the error.
        let _ = engine_slot.running(queue.bundle());
        let Some((job, busy_guard)) = queue.next_job() else { return };
        let result = job.span.in_scope(|| engine_slot.render(queue.bundle(), &job.key, &job.json));
        // Fails if the caller was canceled.
        let _ = job.reply.send(result);
        drop(busy_guard);
    }
}

/// Guard that removes the worker from the count when it ends, even by a panic.
struct WorkerGuard<'a>(&'a Queue);

impl Drop for WorkerGuard<'_> {
    fn drop(&mut self) {
        self.0.remove_worker();
    }
}

/// Holds a worker's current engine.
struct EngineSlot<'a, E> {
    running: Option<Running<E>>,
    options: &'a Options,
}

struct Running<E> {
    engine: E,
    bundle: Arc<MappedBundle>,
    renders: u32,
}

impl<E: Engine> EngineSlot<'_, E> {
    /// The running engine if it uses `bundle`, else a new one.
    fn running(&mut self, bundle: Arc<MappedBundle>) -> Result<&mut Running<E>, Failure> {
        let current = self.running.take().filter(|running| Arc::ptr_eq(&running.bundle, &bundle));
        let running = match current {
            Some(running) => running,
            None => {
                let started = std::time::Instant::now();
                let engine = E::start(&bundle.bundle, &self.options.limits)?;
                tracing::debug!(elapsed_ms = started.elapsed().as_millis(), "engine started");
                Running { engine, bundle, renders: 0 }
            }
        };
        Ok(self.running.insert(running))
    }

    fn render(&mut self, bundle: Arc<MappedBundle>, key: &str, json: &str) -> Result<String> {
        let limit = self.options.limits.time;
        let explain = |failure, stage| explain(failure, stage, key, limit, &bundle);
        let running = self.running(Arc::clone(&bundle)).map_err(|failure| explain(failure, Stage::Start))?;
        let result = running.engine.render(json);
        running.renders += 1;
        let is_usable = match &result {
            Ok(_) => true,
            Err(Failure::Thrown { .. }) => running.engine.is_reusable(),
            Err(Failure::Timeout | Failure::OutOfMemory) => false,
        };
        if !is_usable || running.renders >= self.options.replace_engine_after {
            self.running = None;
        }
        result.map_err(|failure| explain(failure, Stage::Render))
    }
}

fn explain(failure: Failure, stage: Stage, key: &str, limit: Duration, bundle: &MappedBundle) -> RenderError {
    let key = key.to_owned();
    match (failure, stage) {
        (Failure::Timeout, _) => RenderError::Timeout { key, limit },
        (Failure::OutOfMemory, _) => RenderError::OutOfMemory { key },
        (Failure::Thrown { message, stack }, Stage::Start) => {
            RenderError::Bundle { key, message, stack: bundle.map_stack(&stack) }
        }
        (Failure::Thrown { message, stack }, Stage::Render) => {
            RenderError::Script { key, message, stack: bundle.map_stack(&stack) }
        }
    }
}

/// Where a failure happened: while starting the engine (a fault of the bundle) or while rendering a page.
#[derive(Debug, Clone, Copy)]
enum Stage {
    Start,
    Render,
}
