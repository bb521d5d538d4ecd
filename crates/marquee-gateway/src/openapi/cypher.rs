//! `POST /api/cypher`: calls with envelope.

use marquee_api::paths::CYPHER_PATH;
use serde_json::{Value, json};
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, PathItem};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{AdditionalProperties, AllOfBuilder, AnyOfBuilder, OneOfBuilder, Schema};
use utoipa::openapi::{ContentBuilder, Required, ResponseBuilder, SecurityRequirement};

use super::calls::name;
use super::parts::{
    BYTES, COOKIE, JSON, REFRESH, SESSION, TEXT, any_schema, content, object, schema_ref, security,
    session_mode_header, text, with_problems,
};
use crate::table::{CALLS, Call};

const ABOUT: &str = "\
`reqMetadata` describes the call; all other fields are its payload. `route` is the path of the call with its query \
parameters, percent-encoded, in any order; unknown parameters and fields are dropped. The body is JSON, or form data in \
which `reqMetadata` is JSON text and all other fields are text.

The response is JSON, or with `responseFormat` `raw` text and with `blob` bytes.";

pub fn path() -> Vec<(String, PathItem)> {
    let mut operation = OperationBuilder::new()
        .tag("gateway")
        .operation_id(Some("cypher"))
        .summary(Some("Makes a member's call"))
        .description(Some(ABOUT))
        .parameter(session_mode_header())
        .security(SecurityRequirement::default());
    for scheme in [SESSION, REFRESH, COOKIE] {
        operation = operation.security(security(scheme));
    }
    let request = RequestBodyBuilder::new()
        .required(Some(Required::True))
        .content(JSON, ContentBuilder::new().schema(Some(any_call())).examples_from_iter(examples()).build())
        .content("multipart/form-data", content(form(), None))
        .build();
    let response = ResponseBuilder::new()
        .description(
            "Success, or a refusal with its `peachCode`. In cookie mode, sign-in and sign-out set cookies",
        )
        .content(JSON, content(any_response(), None))
        .content(TEXT, content(any_schema(), None))
        .content(BYTES, content(any_schema(), None))
        .build();
    let operation = operation.request_body(Some(request)).response("200", response);
    let statuses = [400, 403, 404, 405, 413, 415, 429, 502, 503, 504];
    let operation = with_problems(operation, &statuses).build();
    vec![(CYPHER_PATH.to_owned(), PathItem::new(HttpMethod::Post, operation))]
}

/// Schema of a call with its envelope.
pub fn call(call: &Call) -> Schema {
    let metadata = object()
        .property("method", text().enum_values(Some([call.method.as_str()])).build())
        .property("route", text().pattern(Some(pattern(call.path))).examples([example_route(call)]).build())
        .property("responseFormat", text().enum_values(Some(["json", "raw", "blob"])).build())
        .property(
            "g-recaptcha-response",
            text().description(Some("Captcha response, if the site has a captcha")).build(),
        )
        .required("method")
        .required("route")
        .build();
    let envelope = object().property("reqMetadata", metadata).required("reqMetadata").build();
    AllOfBuilder::new()
        .item(envelope)
        .item(schema_ref(&name(call, "Payload")))
        .title(Some(format!("{} {}", call.method.as_str(), call.path)))
        .description(Some(call.description))
        .build()
        .into()
}

/// Regular expression that matches the routes of this call only.
pub fn pattern(path: &str) -> String {
    let segment = |part: &str| if part.starts_with('{') { "[^/?]+".to_owned() } else { part.to_owned() };
    let parts: Vec<String> = path.split('/').map(segment).collect();
    format!("^{}(\\?.*)?$", parts.join("/"))
}

/// A call's route, filled with example values.
pub fn example_route(call: &Call) -> String {
    let example = |name: &str| match name {
        "circuitId" | "boxofficeCircuitId" => "lumiere",
        "cinemaId" | "boxofficeCinemaId" => "101",
        "value" | "emailAddress" => "ada%40example.org",
        "rootUrl" => "https%3A%2F%2Fwww.lumiere.example",
        "resetPasswordLink" => "%2Flogin%2F",
        "fullJwt" => "true",
        "cardNumber" => "LUM4F7K2Q9X",
        "ticketId" => "T-48210-1",
        _ => "1",
    };
    let segment = |part: &str| match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
        Some(name) => example(name).to_owned(),
        None => part.to_owned(),
    };
    let path: Vec<String> = call.path.split('/').map(segment).collect();
    let query: Vec<String> = call.query.iter().map(|name| format!("{name}={}", example(name))).collect();
    let separator = if query.is_empty() { "" } else { "?" };
    format!("{}{separator}{}", path.join("/"), query.join("&"))
}

fn any_call() -> Schema {
    CALLS
        .iter()
        .fold(OneOfBuilder::new(), |all, call| all.item(schema_ref(&name(call, "Call"))))
        .build()
        .into()
}

fn any_response() -> Schema {
    let all = AnyOfBuilder::new().item(schema_ref("Refusal"));
    CALLS.iter().fold(all, |all, call| all.item(schema_ref(&name(call, "Response")))).build().into()
}

fn form() -> Schema {
    object()
        .property("reqMetadata", text().description(Some("The envelope as JSON text")).build())
        .required("reqMetadata")
        .additional_properties(Some(AdditionalProperties::RefOr(text().build().into())))
        .build()
        .into()
}

fn examples() -> Vec<(&'static str, utoipa::openapi::example::Example)> {
    let example =
        |summary: &str, value: Value| ExampleBuilder::new().summary(summary).value(Some(value)).build();
    vec![
        (
            "signIn",
            example(
                "Sign in",
                json!({
                    "reqMetadata": {
                        "method": "POST", "route": "/Member/v3/Login?boxofficeCircuitId=lumiere",
                        "responseFormat": "json",
                    },
                    "username": "ada@example.org", "password": "correct horse battery staple",
                }),
            ),
        ),
        (
            "orders",
            example(
                "The ten newest orders",
                json!({
                    "reqMetadata": {
                        "method": "GET", "route": "/Member/v3/OrderHistory?boxofficeCircuitId=lumiere&maxResults=10",
                    },
                }),
            ),
        ),
        (
            "orderReward",
            example(
                "Order a reward for points",
                json!({
                    "reqMetadata": {
                        "method": "POST", "route": "/Member/v3/OrderLoyaltyItem?boxofficeCinemaId=101",
                    },
                    "itemCode": "POPCORN", "quantity": 1,
                    "clientRequestId": "8b1f0e5c-6a52-4f0e-9d27-1f3a6c1b2d44",
                }),
            ),
        ),
    ]
}
