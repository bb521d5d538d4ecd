//! The `console` of a script, as tracing events.

use rquickjs::{Coerced, Ctx, Function, Object, Result, Value, function::Rest};

/// Gives the context a `console` whose five methods write to the log.
pub(crate) fn install(ctx: &Ctx<'_>) -> Result<()> {
    let console = Object::new(ctx.clone())?;
    console
        .set("error", method(ctx, |text| tracing::error!(target: "marquee_render::console", "{text}"))?)?;
    console.set("warn", method(ctx, |text| tracing::warn!(target: "marquee_render::console", "{text}"))?)?;
    console.set("info", method(ctx, |text| tracing::info!(target: "marquee_render::console", "{text}"))?)?;
    console.set("log", method(ctx, |text| tracing::info!(target: "marquee_render::console", "{text}"))?)?;
    console
        .set("debug", method(ctx, |text| tracing::debug!(target: "marquee_render::console", "{text}"))?)?;
    ctx.globals().set("console", console)
}

fn method<'js>(ctx: &Ctx<'js>, write: fn(&str)) -> Result<Function<'js>> {
    Function::new(ctx.clone(), move |ctx: Ctx<'js>, args: Rest<Value<'js>>| -> Result<()> {
        let words = args.0.into_iter().map(|value| word(&ctx, value)).collect::<Result<Vec<_>>>()?;
        write(&words.join(" "));
        Ok(())
    })
}

/// Text as it is, an error with its stack, anything else as JSON where it has one.
fn word<'js>(ctx: &Ctx<'js>, value: Value<'js>) -> Result<String> {
    if value.is_object()
        && !value.is_error()
        && !value.is_function()
        && let Some(json) = ctx.json_stringify(value.clone())?
    {
        return json.to_string();
    }
    let stack = match value.as_exception() {
        Some(exception) => exception.stack().unwrap_or_default(),
        None => String::new(),
    };
    let Coerced(text) = value.get::<Coerced<String>>()?;
    Ok(if stack.is_empty() { text } else { format!("{text}\n{}", stack.trim_end()) })
}
