//! A JavaScript `console` that writes to the log.

use rquickjs::{Coerced, Ctx, Function, Object, Result, Value, function::Rest};

/// Defines `console` with the methods `error`, `warn`, `info`, `log` and `debug`.
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
        let texts =
            args.0.into_iter().map(|value| format_argument(&ctx, value)).collect::<Result<Vec<_>>>()?;
        write(&texts.join(" "));
        Ok(())
    })
}

/// Formats objects as JSON, errors with their stack, and other values as JavaScript converts them to strings.
fn format_argument<'js>(ctx: &Ctx<'js>, value: Value<'js>) -> Result<String> {
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
