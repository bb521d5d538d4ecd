//! What assistants are told of a site: the tools of the MCP endpoint, from the data that pages show (decision 0070).

mod films;
mod search;
mod showtimes;
mod text;
mod theaters;

use marquee_api::assistant::{Extent, ToolCall};
use marquee_model::catalog::{Movie, Theater};
use marquee_model::{MovieId, TheaterId, text::shorten};
use marquee_store::StoreError;
use serde::Serialize;

use crate::builders::PageContext;
use crate::error::PageError;

/// Maximum number of films, theaters or showtimes in a result.
const MAX_ROWS: usize = 100;

/// Maximum length of a wrong argument in a message, in characters.
const MAX_ECHO: usize = 60;

/// The result of a tool.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolResult {
    /// Of the schema of the tool.
    pub structured: serde_json::Value,
    /// The same in a few lines, for programs that read text only.
    pub text: String,
}

/// Why a tool has no result.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ToolError {
    /// The assistant must change an argument; the text says how.
    #[error("{0}")]
    Argument(String),
    #[error(transparent)]
    Page(#[from] PageError),
}

impl From<StoreError> for ToolError {
    fn from(error: StoreError) -> Self {
        Self::Page(error.into())
    }
}

/// Calls a tool that needs no renderer.
pub async fn call(context: &PageContext<'_>, call: &ToolCall) -> Result<ToolResult, ToolError> {
    match call {
        ToolCall::ListFilms(arguments) => films::list(context, arguments).await,
        ToolCall::Film(arguments) => films::details(context, arguments).await,
        ToolCall::ListShowtimes(arguments) => showtimes::list(context, arguments).await,
        ToolCall::ListTheaters(_) => theaters::list(context),
        ToolCall::Search(_) => Err(argument("search needs the renderer".to_owned())),
    }
}

pub use search::result_of as search_result;

/// What a client shows or tells its model when it connects: the cinema, the date, and how to use the tools.
pub fn instructions(context: &PageContext<'_>) -> String {
    let tz = context.zone(None);
    let local = context.now.to_zoned(tz.clone());
    let today = context.today(&tz);
    let zones: std::collections::BTreeSet<&str> =
        context.snapshot.theaters.iter().map(|theater| theater.time_zone.as_str()).collect();
    let zone = match context.snapshot.theaters.first() {
        Some(theater) => theater.time_zone.as_str(),
        None => "UTC",
    };
    let zones = if zones.len() > 1 {
        format!("The time zone is {zone}; list_theaters has those of other theaters.")
    } else {
        format!("The time zone is {zone}.")
    };
    format!(
        "The program of {name}, {origin}/. {zones} It is {date} {time} there; the cinema day is {today} and ends at {end:02}:00, so \
         shows after midnight belong to the day before. For \"what is on tonight\", call list_showtimes with date \"tonight\". Give \
         people the addresses of pages and bookingUrl as they are, and no times that are not in a result.",
        name = context.site_name(),
        origin = context.site.origin,
        date = local.date(),
        time = local.strftime("%H:%M"),
        end = context.start_hour(),
    )
}

/// A result with its text.
fn result(structured: &impl Serialize, text: String) -> Result<ToolResult, ToolError> {
    match serde_json::to_value(structured) {
        Ok(structured) => Ok(ToolResult { structured, text }),
        Err(error) => {
            Err(PageError::Failed { name: "result of a tool".to_owned(), reason: error.to_string() }.into())
        }
    }
}

fn argument(text: String) -> ToolError {
    ToolError::Argument(text)
}

/// How much of `total` rows the first `max` are, and what to do for the others.
fn extent(total: usize, max: usize, hint: &str) -> Extent {
    let truncated = total > max;
    Extent {
        total: u32::try_from(total).unwrap_or(u32::MAX),
        truncated,
        hint: if truncated { hint.to_owned() } else { String::new() },
    }
}

/// The theater that an argument names.
fn theater<'c>(context: &'c PageContext<'_>, id: Option<&str>) -> Result<Option<&'c Theater>, ToolError> {
    let Some(id) = id else { return Ok(None) };
    let theater = TheaterId::parse(id).ok().and_then(|id| context.snapshot.theater(&id));
    theater.map(Some).ok_or_else(|| {
        argument(format!("unknown theater \"{}\": use an id of list_theaters", shorten(id, MAX_ECHO)))
    })
}

/// The film that an argument names.
fn film<'c>(context: &'c PageContext<'_>, id: &str) -> Result<&'c Movie, ToolError> {
    let film = MovieId::parse(id).ok().and_then(|id| context.movie(&id));
    film.ok_or_else(|| {
        argument(format!("unknown film \"{}\": use an id of list_films or search", shorten(id, MAX_ECHO)))
    })
}
