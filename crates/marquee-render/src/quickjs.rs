//! Implements [`Engine`] with QuickJS (the quickjs-ng fork).

use std::{
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

use rquickjs::{
    CaughtError, Coerced, Context, Ctx, Exception, Function, Runtime, Value, context::EvalOptions,
};

use crate::{
    Bundle, Limits, console,
    engine::{BUNDLE_NAME, Engine, Failure},
};

/// Time limit for evaluating the bundle, which takes about 25 ms on an idle machine.
const START_TIME: Duration = Duration::from_secs(10);

/// Message of the error that QuickJS throws at the memory limit, if it can still allocate an error.
const OUT_OF_MEMORY: &str = "out of memory";

/// A runtime with its only context.
pub(crate) struct QuickJs {
    // Fields drop in this order: the context before the runtime it belongs to.
    context: Context,
    runtime: Runtime,
    watch: Rc<Deadline>,
    time: Duration,
}

impl Engine for QuickJs {
    fn start(bundle: &Bundle, limits: &Limits) -> Result<Self, Failure> {
        let watch = Rc::new(Deadline::new());
        let runtime = Runtime::new().map_err(|_| Failure::OutOfMemory)?;
        runtime.set_memory_limit(limits.memory_bytes);
        runtime.set_max_stack_size(limits.stack_bytes);
        let handler = Rc::clone(&watch);
        runtime.set_interrupt_handler(Some(Box::new(move || handler.is_over())));
        let context = Context::full(&runtime).map_err(|_| Failure::OutOfMemory)?;

        let engine = Self { context, runtime, watch, time: limits.time };
        engine.run(START_TIME, |ctx| {
            console::install(ctx)?;
            let mut options = EvalOptions::default();
            options.strict = false;
            options.filename = Some(BUNDLE_NAME.to_owned());
            ctx.eval_with_options::<Value<'_>, _>(&*bundle.script, options).map(drop)
        })?;
        Ok(engine)
    }

    fn render(&mut self, json: &str) -> Result<String, Failure> {
        self.run(self.time, |ctx| {
            let function: Value<'_> = ctx.globals().get("render")?;
            let Some(function) = function.into_function() else {
                return Err(Exception::throw_type(ctx, "the bundle has no global function render"));
            };
            let result: Value<'_> = Function::call(&function, (json,))?;
            match result.into_string() {
                Some(text) => text.to_string(),
                None => Err(Exception::throw_type(ctx, "render returned something other than a string")),
            }
        })
    }

    fn is_reusable(&self) -> bool {
        self.watch.start(self.time);
        self.context.with(|ctx| ctx.eval::<i32, _>("1 + 1").is_ok_and(|sum| sum == 2))
    }
}

impl QuickJs {
    /// Runs `task` and then the promise jobs it left, all within `time`.
    fn run<T>(
        &self,
        time: Duration,
        task: impl for<'js> FnOnce(&Ctx<'js>) -> rquickjs::Result<T>,
    ) -> Result<T, Failure> {
        self.watch.start(time);
        let result = self
            .context
            .with(|ctx| task(&ctx).map_err(|error| describe(&ctx, CaughtError::from_error(&ctx, error))));
        if result.is_ok() {
            self.run_jobs();
        }
        // Checked last: a script may have caught its interruption, for example in a promise job.
        if self.watch.was_exceeded() { Err(Failure::Timeout) } else { result }
    }

    /// Runs promise jobs until none are left or the deadline has passed: each job may be too short for the interrupt
    /// handler to run.
    fn run_jobs(&self) {
        while !self.watch.is_over() {
            match self.runtime.execute_pending_job() {
                Ok(true) => {}
                Ok(false) => return,
                // The page is already rendered; clearing the exception lets the next job run.
                Err(error) => error.0.with(|ctx| drop(ctx.catch())),
            }
        }
    }
}

/// Converts what the script threw.
fn describe<'js>(ctx: &Ctx<'js>, error: CaughtError<'js>) -> Failure {
    match error {
        CaughtError::Error(rquickjs::Error::Allocation) => Failure::OutOfMemory,
        CaughtError::Error(error) => Failure::without_stack(error.to_string()),
        CaughtError::Exception(exception) => {
            let message = exception.message().unwrap_or_default();
            let stack = exception.stack().unwrap_or_default();
            let name = exception
                .get::<_, Coerced<String>>("name")
                .map_or_else(|_| "Error".to_owned(), |name| name.0);
            match message.as_str() {
                OUT_OF_MEMORY => Failure::OutOfMemory,
                // Not even the error's text could be allocated.
                "" if stack.is_empty() => Failure::OutOfMemory,
                _ => Failure::Thrown { message: format!("{name}: {message}"), stack },
            }
        }
        // Not even an error could be allocated.
        CaughtError::Value(value) if value.is_null() => Failure::OutOfMemory,
        CaughtError::Value(value) => {
            let text = match ctx.json_stringify(value.clone()) {
                Ok(Some(json)) => json.to_string(),
                _ => value.get::<Coerced<String>>().map(|text| text.0),
            };
            Failure::without_stack(format!(
                "thrown: {}",
                text.unwrap_or_else(|_| "a value that cannot be converted to a string".to_owned())
            ))
        }
    }
}

/// The deadline of the current call, checked by the interrupt handler.
struct Deadline {
    end: Cell<Instant>,
    was_exceeded: Cell<bool>,
}

impl Deadline {
    fn new() -> Self {
        Self { end: Cell::new(Instant::now()), was_exceeded: Cell::new(false) }
    }

    fn start(&self, time: Duration) {
        self.end.set(Instant::now() + time);
        self.was_exceeded.set(false);
    }

    /// Whether the deadline has passed; records that it was exceeded.
    fn is_over(&self) -> bool {
        let is_over = Instant::now() >= self.end.get();
        if is_over {
            self.was_exceeded.set(true);
        }
        is_over
    }

    /// Whether [`Self::is_over`] has returned true since the start.
    fn was_exceeded(&self) -> bool {
        self.was_exceeded.get()
    }
}

#[cfg(test)]
mod tests;
