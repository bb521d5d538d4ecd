//! A worker thread: keeps one engine alive and fresh, and renders one job after another.

use std::{sync::Arc, time::Duration};

use crate::{
    Options, RenderError, Result,
    engine::{Engine, Failure},
    queue::Queue,
    stack::MappedBundle,
};

/// A worker's life, until the queue is closed.
pub(crate) fn run<E: Engine>(queue: &Arc<Queue>, options: &Options) {
    let _presence = Presence(queue);
    let mut seat = Seat::<E> { running: None, options };
    loop {
        // Made before a job needs it; if this fails, the next job tries again and tells.
        let _ = seat.running(queue.bundle());
        let Some((job, turn)) = queue.pull() else { return };
        let result = job.span.in_scope(|| seat.render(queue.bundle(), &job.key, &job.json));
        // The caller may be gone by now, and that is its own affair.
        let _ = job.reply.send(result);
        drop(turn);
    }
}

/// Counts the worker out when it ends, also by a panic.
struct Presence<'a>(&'a Queue);

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}

/// The place where a worker's engine sits; engines come and go.
struct Seat<'a, E> {
    running: Option<Running<E>>,
    options: &'a Options,
}

struct Running<E> {
    engine: E,
    bundle: Arc<MappedBundle>,
    renders: u32,
}

impl<E: Engine> Seat<'_, E> {
    /// The engine for `bundle`: the one at hand, or a new one if there is none, or none for this bundle.
    fn running(&mut self, bundle: Arc<MappedBundle>) -> Result<&mut Running<E>, Failure> {
        let fit = self.running.take().filter(|running| Arc::ptr_eq(&running.bundle, &bundle));
        let running = match fit {
            Some(running) => running,
            None => {
                let begun = std::time::Instant::now();
                let engine = E::start(&bundle.bundle, &self.options.limits)?;
                tracing::debug!(elapsed_ms = begun.elapsed().as_millis(), "engine started");
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
        let keep = match &result {
            Ok(_) => true,
            Err(Failure::Thrown { .. }) => running.engine.is_sound(),
            Err(Failure::Timeout | Failure::OutOfMemory) => false,
        };
        if !keep || running.renders >= self.options.renew_after {
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

/// Where a failure happened: it decides who is to blame, the bundle or the page.
#[derive(Debug, Clone, Copy)]
enum Stage {
    Start,
    Render,
}
