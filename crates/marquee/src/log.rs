//! Structured logs on standard error.

use tracing_subscriber::EnvFilter;

use crate::settings::{LogFormat, Settings};

/// Filters for libraries whose messages at `info` and `warn` no operator can act on. `rmcp` logs each message of assistants with what
/// they sent (security 7.7).
const QUIET: [&str; 4] = ["usvg=error", "sea_orm_migration=warn", "sqlx=warn", "rmcp=off"];

/// Starts logging; an invalid filter falls back to `info`.
pub fn start(settings: &Settings) {
    let filter = EnvFilter::try_new(&settings.log).unwrap_or_else(|_| EnvFilter::new("info"));
    let filter = QUIET.iter().filter_map(|d| d.parse().ok()).fold(filter, EnvFilter::add_directive);
    let logs = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match settings.log_format {
        LogFormat::Json => logs.json().flatten_event(true).with_span_list(false).init(),
        LogFormat::Text => logs.init(),
    }
}
