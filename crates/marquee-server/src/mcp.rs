//! `POST /api/mcp`: the tools of assistants, by the Model Context Protocol (decision 0070).
//!
//! `rmcp` speaks the protocol, without sessions: nothing of a request is kept.

use std::sync::{Arc, LazyLock};

use axum::body::{Body, HttpBody};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ORIGIN};
use http::{HeaderValue, Request, StatusCode};
use http_body_util::{BodyExt, Full};
use marquee_api::assistant::{
    FilmById, FilmDetails, FilmList, ListFilms, ListShowtimes, ListTheaters, Search, SearchHits,
    ShowtimeList, TheaterList, ToolCall,
};
use marquee_gateway::Problem;
use marquee_pages::{PageError, Pages, ToolError};
use marquee_site::SiteHandle;
use rmcp::handler::server::tool::{schema_for_output, schema_for_type};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientJsonRpcMessage, ContentBlock, ErrorCode,
    ErrorData, Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
    Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{RoleServer, ServerHandler};
use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::app::App;
use crate::loyalty::{Caller, MAX_CALL_BYTES, RequestError, body_of, is_same_origin};
use crate::problem::{problem, uncached_response};

/// A tool, and the function that reads its arguments.
struct ToolRow {
    tool: Tool,
    read: fn(Value) -> serde_json::Result<ToolCall>,
}

/// All tools. Assistants read their descriptions.
static TOOLS: LazyLock<[ToolRow; 5]> = LazyLock::new(|| {
    [
        row::<ListShowtimes, ShowtimeList>(
            ("list_showtimes", "Showtimes of a day"),
            "What is on: the showtimes of today, tonight, tomorrow or a date, with booking links. Can be limited to a film or a theater.",
            |arguments| serde_json::from_value(arguments).map(ToolCall::ListShowtimes),
        ),
        row::<ListFilms, FilmList>(
            ("list_films", "Films"),
            "The films that are showing now, are coming soon, or both, with their pages.",
            |arguments| serde_json::from_value(arguments).map(ToolCall::ListFilms),
        ),
        row::<FilmById, FilmDetails>(
            ("film", "A film with its showtimes"),
            "What is known of a film, and its next showtimes by day, with booking links.",
            |arguments| serde_json::from_value(arguments).map(ToolCall::Film),
        ),
        row::<Search, SearchHits>(
            ("search", "Search"),
            "The site's own search for films, people, formats, days, events, theaters and pages. It forgives typos.",
            |arguments| serde_json::from_value(arguments).map(ToolCall::Search),
        ),
        row::<ListTheaters, TheaterList>(
            ("list_theaters", "Theaters"),
            "The theaters with their addresses, time zones and pages.",
            |arguments| serde_json::from_value(arguments).map(ToolCall::ListTheaters),
        ),
    ]
});

/// A tool with arguments `A` and results `R`.
fn row<A: JsonSchema + 'static, R: JsonSchema + 'static>(
    (name, title): (&'static str, &'static str),
    description: &'static str,
    read: fn(Value) -> serde_json::Result<ToolCall>,
) -> ToolRow {
    let annotations = ToolAnnotations::with_title(title).read_only(true).idempotent(true).open_world(false);
    let tool = Tool::new(name, description, schema_for_type::<A>())
        .with_title(title)
        .with_raw_output_schema(schema_for_output::<R>())
        .with_annotations(annotations);
    ToolRow { tool, read }
}

/// Responds to a message of an assistant.
pub async fn message(State(app): State<App>, request: Request<Body>) -> Response {
    match respond(&app, request).await {
        Ok(response) => response,
        Err(error) => error.into_response(),
    }
}

async fn respond(app: &App, request: Request<Body>) -> Result<Response, RequestError> {
    let caller = Caller::from_request(app, &request)?;
    // Pages of other sites must not use a browser as their client (DNS rebinding). Programs send no origin.
    if request.headers().contains_key(ORIGIN) && !is_same_origin(&caller, request.headers()) {
        return Err(Problem::CrossOrigin.into());
    }
    let (head, body) = request.into_parts();
    let bytes = body_of(&head.headers, body).await?;
    if let Err(refused) = check(&bytes) {
        return Ok(*refused);
    }
    let instructions = match app.pages.instructions(&caller.site).await {
        Ok(instructions) => instructions,
        Err(error) => {
            tracing::error!(site.id = %caller.site.id, %error, "cannot answer an assistant");
            return Err(Problem::Unavailable { seconds: 2 }.into());
        }
    };
    let assistant = Assistant { pages: app.pages.clone(), site: caller.site, instructions };
    let service = StreamableHttpService::new(
        move || Ok(assistant.clone()),
        Arc::new(NeverSessionManager::default()),
        // The host and the origin were checked above, by the site.
        StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(MAX_CALL_BYTES)
            .disable_allowed_hosts(),
    );
    let response = service.handle(Request::from_parts(head, Full::new(bytes))).await;
    Ok(completed(response).await)
}

/// Checks that a body is one message: `rmcp` would call a wrong one a wrong media type.
fn check(bytes: &Bytes) -> Result<(), Box<Response>> {
    let refusal = |code: ErrorCode, message: String| {
        let body = json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code.0, "message": message } });
        Box::new(uncached_response(StatusCode::BAD_REQUEST, "application/json", body.to_string()))
    };
    match serde_json::from_slice::<Value>(bytes) {
        Err(error) => Err(refusal(ErrorCode::PARSE_ERROR, format!("the body is not JSON: {error}"))),
        Ok(Value::Array(_)) => {
            Err(refusal(ErrorCode::INVALID_REQUEST, "a batch is not supported: send one message".to_owned()))
        }
        Ok(value) => match serde_json::from_value::<ClientJsonRpcMessage>(value) {
            Ok(_) => Ok(()),
            Err(_) => {
                let message =
                    "the body is not a JSON-RPC message with the parameters of its method".to_owned();
                Err(refusal(ErrorCode::INVALID_REQUEST, message))
            }
        },
    }
}

/// A response of the library; its refusals as plain text become problem reports.
async fn completed<B>(response: http::Response<B>) -> Response
where
    B: HttpBody<Data = Bytes, Error = std::convert::Infallible> + Send + 'static,
{
    let (mut head, body) = response.into_parts();
    let Ok(collected) = body.collect().await;
    let bytes = collected.to_bytes();
    if head.status.is_client_error() && !head.headers.contains_key(CONTENT_TYPE) {
        return problem(head.status, &String::from_utf8_lossy(&bytes), None, None);
    }
    head.headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    Response::from_parts(head, Body::from(bytes))
}

/// The tools of a site.
#[derive(Clone)]
struct Assistant {
    pages: Pages,
    site: Arc<SiteHandle>,
    instructions: String,
}

impl ServerHandler for Assistant {
    fn get_info(&self) -> ServerConfig {
        let server = Implementation::new("marquee", env!("CARGO_PKG_VERSION"))
            .with_title(self.site.record.settings.name.clone())
            .with_website_url(format!("{}/", self.site.origin));
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(server)
            .with_instructions(self.instructions.clone())
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        TOOLS.iter().find(|row| row.tool.name == name).map(|row| row.tool.clone())
    }

    async fn list_tools(
        &self,
        _page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(|row| row.tool.clone()).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(row) = TOOLS.iter().find(|row| row.tool.name == request.name) else {
            return Err(ErrorData::invalid_params("unknown tool: call tools/list", None));
        };
        // Refusals are results, which the model sees and can correct.
        let refusal = |text: String| Ok(CallToolResult::error(vec![ContentBlock::text(text)]).into());
        let call = match (row.read)(Value::Object(request.arguments.unwrap_or_default())) {
            Ok(call) => call,
            Err(error) => return refusal(format!("wrong arguments: {error}")),
        };
        match self.pages.call_tool(&self.site, call).await {
            Ok(result) => {
                let mut response = CallToolResult::structured(result.structured);
                response.content = vec![ContentBlock::text(result.text)];
                Ok(response.into())
            }
            Err(ToolError::Argument(text)) => refusal(text),
            Err(ToolError::Page(PageError::Busy)) => {
                refusal("too many requests are waiting: try again in 2 seconds".to_owned())
            }
            Err(ToolError::Page(error)) => {
                tracing::error!(site.id = %self.site.id, %error, "cannot call a tool");
                Err(ErrorData::internal_error("the program of the cinema cannot be read now", None))
            }
        }
    }
}
