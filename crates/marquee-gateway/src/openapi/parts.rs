//! Building blocks of operations.

use marquee_api::loyalty::{COOKIE_MODE, SESSION_MODE_HEADER};
use serde_json::Value;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{OperationBuilder, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::request_body::{RequestBody, RequestBodyBuilder};
use utoipa::openapi::schema::{AllOfBuilder, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{
    Content, ContentBuilder, Ref, RefOr, Required, Response, ResponseBuilder, Schema, SecurityRequirement,
};

pub const SESSION: &str = "sessionToken";
pub const REFRESH: &str = "refreshToken";
pub const COOKIE: &str = "sessionCookie";
pub const TILL: &str = "tillKey";
pub const OPERATOR: &str = "operatorKey";

pub const JSON: &str = "application/json";
pub const TEXT: &str = "text/plain";
pub const CSV: &str = "text/csv";
pub const BYTES: &str = "application/octet-stream";
const PROBLEM: &str = "application/problem+json";

/// Problem responses: status, name, description, whether there is a `Retry-After` header.
const PROBLEMS: [(u16, &str, &str, bool); 11] = [
    (400, "BadRequest", "The envelope, a parameter or a field is invalid; see `field`", false),
    (401, "MissingApiKey", "Missing or unknown API key", false),
    (
        403,
        "CrossSiteRequest",
        "Cross-origin request in cookie mode, or no session of the member's own",
        false,
    ),
    (404, "NotFound", "Not found: unknown call or record", false),
    (409, "Conflict", "Conflict with existing data; nothing was changed", false),
    (413, "ContentTooLarge", "The body is too large. Limits: 64 KiB, records 1 MiB, files 50 MiB", false),
    (415, "UnsupportedMediaType", "Unsupported media type, or compressed body", false),
    (429, "TooManyRequests", "Too many requests", true),
    (502, "BadGateway", "The external loyalty service returned an invalid response", false),
    (503, "ServiceUnavailable", "The database, the external service or a provider is unavailable", true),
    (504, "GatewayTimeout", "The external loyalty service timed out", true),
];

/// A reference to a schema of the document.
pub fn schema_ref(name: &str) -> RefOr<Schema> {
    Ref::from_schema_name(name).into()
}

/// Response 422: a strict import with rows that cannot be imported.
fn rows_rejected() -> Response {
    let report = object().property("report", schema_ref("ImportReport")).required("report").build();
    let all_of = AllOfBuilder::new().item(schema_ref("ProblemReport")).item(report).build();
    let about = "Rows are invalid and `strict` was set: nothing was changed";
    ResponseBuilder::new().description(about).content(PROBLEM, content(Schema::from(all_of), None)).build()
}

pub fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::new(Type::String))
}

/// Schema of a body that is not JSON.
pub fn any_schema() -> Schema {
    ObjectBuilder::new().schema_type(SchemaType::AnyValue).build().into()
}

pub fn object() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::new(Type::Object))
}

pub fn content(schema: impl Into<RefOr<Schema>>, example: Option<Value>) -> Content {
    ContentBuilder::new().schema(Some(schema)).example(example).build()
}

/// A required JSON body.
pub fn json_body(content: Content) -> RequestBody {
    body_of_type(JSON, content)
}

/// A required body of media type `kind`.
pub fn body_of_type(kind: &str, content: Content) -> RequestBody {
    RequestBodyBuilder::new().required(Some(Required::True)).content(kind, content).build()
}

/// A JSON response.
pub fn json_response(about: &str, schema: impl Into<RefOr<Schema>>) -> Response {
    ResponseBuilder::new().description(about).content(JSON, content(schema, None)).build()
}

pub fn parameter(
    name: &str,
    place: ParameterIn,
    required: bool,
    schema: impl Into<RefOr<Schema>>,
) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(place)
        .required(if required { Required::True } else { Required::False })
        .schema(Some(schema))
        .build()
}

/// The header that selects cookie mode.
pub fn session_mode_header() -> Parameter {
    let about = "Selects cookie mode; without it, cookies are ignored and tokens are sent in headers";
    let schema = text().enum_values(Some([COOKIE_MODE])).description(Some(about)).build();
    parameter(SESSION_MODE_HEADER, ParameterIn::Header, false, schema)
}

/// A requirement of one security scheme, by its name.
pub fn security(name: &str) -> SecurityRequirement {
    SecurityRequirement::new(name, Vec::<String>::new())
}

/// Adds the problem responses of the given statuses, and 414, which every path may return.
pub fn with_problems(mut operation: OperationBuilder, statuses: &[u16]) -> OperationBuilder {
    for (status, name, ..) in PROBLEMS.iter().filter(|(status, ..)| statuses.contains(status)) {
        operation = operation.response(status.to_string(), Ref::from_response_name(*name));
    }
    operation.response("414", Ref::from_response_name(TOO_LONG))
}

/// Name of the response to a refused strict import.
pub const ROWS_REJECTED: &str = "RowsRejected";
/// Name of the response to a URL of more than 8 KB, which is refused with an HTML page before routing.
const TOO_LONG: &str = "UriTooLong";

/// All failure responses, by name.
pub fn problems() -> impl Iterator<Item = (&'static str, Response)> {
    let page = content(text().build(), None);
    let too_long =
        ResponseBuilder::new().description("The URL is longer than 8 KB").content("text/html", page).build();
    let reports = PROBLEMS.iter().map(|(_, name, about, retries)| {
        let response = ResponseBuilder::new()
            .description(*about)
            .content(PROBLEM, content(schema_ref("ProblemReport"), None));
        let seconds = ObjectBuilder::new().schema_type(SchemaType::new(Type::Integer)).build();
        let retry =
            HeaderBuilder::new().schema(seconds).description(Some("Seconds to wait before a retry")).build();
        (*name, if *retries { response.header("Retry-After", retry).build() } else { response.build() })
    });
    reports.chain([(TOO_LONG, too_long), (ROWS_REJECTED, rows_rejected())])
}
