//! Endpoints outside the table of calls.

use marquee_api::paths::{
    ACTIVATE_PATH, CAPTCHA_CHALLENGE_PATH, END_MEMBER_SESSION_PATH, FEED_PUSH_PREFIX, HAND_OVER_PATH,
    HAND_OVER_TICKET_PATH, MARKETING_ID_PATH, MEMBER_EXPORT_PATH, MEMBER_SESSIONS_PATH, OPENAPI_PATH,
    PAYMENT_WEBHOOK_PATH, POS_TRANSACTIONS_PATH,
};
use serde_json::{Value, json};
use utoipa::openapi::example::{Example, ExampleBuilder};
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterIn, PathItem};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::{ContentBuilder, Required, ResponseBuilder};

use super::parts::{
    COOKIE, JSON, SESSION, TILL, content, json_body, json_response, object, parameter, schema_ref, security,
    session_mode_header, text, with_problems,
};
use crate::captcha::captcha_actions;
use crate::envelope::Method;

const TILL_ABOUT: &str = "\
Books a purchase or a refund of a member in one transaction: the order in the member's history, the points of their \
level's rule, a level upgrade, a purchased membership.

**Idempotency.** `transactionId` is chosen by the point of sale. A repeated request of the same key with the same content \
returns the same response with `repeated: true` and books nothing; with other content it is refused with 400. Retry after \
timeouts, lost connections and 503.

**Refunds.** `type: REFUND` with the `orderId` of a completed purchase of the same member and a new `transactionId`. The \
order becomes `REFUNDED`, and the points it earned are deducted, down to a balance of 0; the level stays. An order can be \
refunded once, in full.

**Statuses.** 200 booked, now or before. 400 invalid field. 401 missing or unknown API key. 422 unknown member, or no such \
purchase to refund. 503 retry.";

/// An endpoint for signed-in members that the browser's client can call. Its request body, if any, and its response are JSON.
#[derive(Debug)]
pub struct MemberEndpoint {
    /// The operation id, which is also the name of the function in the browser's client.
    pub id: &'static str,
    pub method: Method,
    pub path: &'static str,
    /// Fields of the request body, all of them strings; `None` for an endpoint without a body.
    pub request: Option<&'static [&'static str]>,
    /// Type of the response in `marquee_api::loyalty`; `None` if the response has only a result code.
    pub response: Option<&'static str>,
    /// Whether the browser saves the response as a file instead of reading it.
    pub is_file: bool,
    pub summary: &'static str,
    /// Description of the operation.
    pub description: &'static str,
    /// Description of the response.
    pub result: &'static str,
    /// Statuses of the problem reports.
    pub statuses: &'static [u16],
}

const HAND_OVER_TICKET: MemberEndpoint = MemberEndpoint {
    id: "handOverTicket",
    method: Method::Post,
    path: HAND_OVER_TICKET_PATH,
    request: None,
    response: Some("HandOverResponse"),
    is_file: false,
    summary: "Creates a one-time ticket for the ticketing site",
    description: "404 if the site has no ticketing URL or uses an external service.",
    result: "A ticket, or a refusal",
    statuses: &[400, 403, 404, 503],
};

const EXPORT_MEMBER: MemberEndpoint = MemberEndpoint {
    id: "exportMember",
    method: Method::Get,
    path: MEMBER_EXPORT_PATH,
    request: None,
    response: Some("MemberExport"),
    is_file: true,
    summary: "Exports all data of the member",
    description: "403 without a session.",
    result: "All data, as an attachment",
    statuses: &[400, 403, 404, 503],
};

const LIST_SESSIONS: MemberEndpoint = MemberEndpoint {
    id: "listSessions",
    method: Method::Get,
    path: MEMBER_SESSIONS_PATH,
    request: None,
    response: Some("MemberSessions"),
    is_file: false,
    summary: "Lists the member's sign-ins",
    description: "403 without a session.",
    result: "Active sign-ins",
    statuses: &[400, 403, 404, 503],
};

const END_SESSION: MemberEndpoint = MemberEndpoint {
    id: "endSession",
    method: Method::Post,
    path: END_MEMBER_SESSION_PATH,
    request: Some(&["sessionId"]),
    response: None,
    is_file: false,
    summary: "Ends one of the member's sign-ins",
    description: "403 without a session, or for another member's sign-in.",
    result: "Ended",
    statuses: &[400, 403, 404, 413, 415, 503],
};

/// The endpoints in the browser's client.
pub const MEMBER_ENDPOINTS: [&MemberEndpoint; 4] =
    [&HAND_OVER_TICKET, &EXPORT_MEMBER, &LIST_SESSIONS, &END_SESSION];

pub fn paths() -> Vec<(String, PathItem)> {
    let all = [
        endpoint_operation(&HAND_OVER_TICKET),
        (HAND_OVER_PATH, HttpMethod::Get, hand_over_redirect()),
        (ACTIVATE_PATH, HttpMethod::Get, activate()),
        (CAPTCHA_CHALLENGE_PATH, HttpMethod::Get, challenge()),
        endpoint_operation(&EXPORT_MEMBER),
        (MARKETING_ID_PATH, HttpMethod::Get, marketing_id()),
        endpoint_operation(&LIST_SESSIONS),
        endpoint_operation(&END_SESSION),
        (POS_TRANSACTIONS_PATH, HttpMethod::Post, book_transaction()),
        (PAYMENT_WEBHOOK_PATH, HttpMethod::Post, webhook()),
        (OPENAPI_PATH, HttpMethod::Get, document()),
    ];
    let all = all.into_iter().map(|(path, method, op)| (path.to_owned(), PathItem::new(method, op)));
    let push = (format!("{FEED_PUSH_PREFIX}{{feed}}"), PathItem::new(HttpMethod::Post, push_schedule()));
    all.chain([push]).collect()
}

fn operation(id: &str, tag: &str, summary: &str) -> OperationBuilder {
    OperationBuilder::new().operation_id(Some(id)).tag(tag).summary(Some(summary))
}

/// An operation for a signed-in member, by header or cookie.
fn member_operation(id: &str, summary: &str) -> OperationBuilder {
    operation(id, "members", summary)
        .parameter(session_mode_header())
        .security(security(SESSION))
        .security(security(COOKIE))
}

/// The path, method and operation of an endpoint of the browser's client.
fn endpoint_operation(endpoint: &MemberEndpoint) -> (&'static str, HttpMethod, OperationBuilder) {
    let mut operation =
        member_operation(endpoint.id, endpoint.summary).description(Some(endpoint.description));
    if endpoint.request.is_some() {
        operation = operation.request_body(Some(json_body(content(schema_ref("EndSession"), None))));
    }
    let response = json_response(endpoint.result, schema_ref(endpoint.response.unwrap_or("SuccessResponse")));
    let method = match endpoint.method {
        Method::Get => HttpMethod::Get,
        Method::Post => HttpMethod::Post,
    };
    (endpoint.path, method, with_problems(operation.response("200", response), endpoint.statuses))
}

fn hand_over_redirect() -> OperationBuilder {
    let about = "Redirects signed-in members who come from a page of the site with a token: that of the external service, or \
                 a hand-over ticket. Redirects everybody else without a token.";
    let location =
        HeaderBuilder::new().schema(text().build()).description(Some("URL of the ticketing site")).build();
    let moved = ResponseBuilder::new()
        .description("Redirect to the ticketing site")
        .header("Location", location)
        .build();
    let page = content(text().build(), None);
    let form = ResponseBuilder::new()
        .description("A page with a form that posts the token")
        .content("text/html", page)
        .build();
    let target = text().description(Some("URL of the ticketing site")).build();
    let methods = text().enum_values(Some(["get", "post"])).build();
    let operation = operation("handOver", "members", "Redirects to the ticketing site")
        .description(Some(about))
        .parameter(parameter("to", ParameterIn::Query, true, target))
        .parameter(parameter("method", ParameterIn::Query, false, methods))
        .security(security(COOKIE))
        .response("200", form)
        .response("303", moved);
    with_problems(operation, &[400, 404, 503])
}

fn activate() -> OperationBuilder {
    let about =
        "Login page, with the result in its query: activation=account, username, membership or failed";
    let location = HeaderBuilder::new().schema(text().build()).description(Some(about)).build();
    let response = ResponseBuilder::new().description(about).header("Location", location).build();
    let code =
        parameter("code", ParameterIn::Query, false, text().description(Some("Code of the mail")).build());
    let operation =
        operation("activate", "members", "Consumes the code of a confirmation mail").parameter(code);
    with_problems(operation.response("303", response), &[400, 404])
}

fn challenge() -> OperationBuilder {
    let schema =
        text().enum_values(Some(captcha_actions())).description(Some("Action: the name of the call")).build();
    let operation =
        operation("captchaChallenge", "members", "Creates a challenge of the server's own captcha")
            .parameter(parameter("action", ParameterIn::Query, true, schema));
    let about = format!("A challenge, valid for {} seconds", marquee_captcha::MAX_AGE.as_secs());
    let response = json_response(&about, schema_ref("CaptchaChallenge"));
    with_problems(operation.response("200", response), &[400, 404, 503])
}

fn marketing_id() -> OperationBuilder {
    let about = "A keyed hash of the member's id. 403 without a session. 404 if the site has no marketing tracker or uses an \
                 external service.";
    let operation =
        member_operation("marketingId", "Returns the member's id for the site's marketing tracker")
            .description(Some(about));
    let response = json_response("The marketing id", schema_ref("MarketingId"));
    with_problems(operation.response("200", response), &[400, 403, 404, 503])
}

fn book_transaction() -> OperationBuilder {
    let examples = [("purchase", "Tickets and popcorn", purchase()), ("refund", "A full refund", refund())];
    let examples = examples.map(|(name, summary, value)| -> (&str, Example) {
        (name, ExampleBuilder::new().summary(summary).value(Some(value)).build())
    });
    let content = ContentBuilder::new()
        .schema(Some(schema_ref("TillTransaction")))
        .examples_from_iter(examples)
        .build();
    let refusal =
        ResponseBuilder::new().description("Unknown member, or no such purchase to refund").content(
            "application/problem+json",
            ContentBuilder::new().schema(Some(schema_ref("ProblemReport"))).build(),
        );
    let operation = operation("bookTransaction", "partners", "Books a purchase or a refund")
        .description(Some(TILL_ABOUT))
        .security(security(TILL))
        .request_body(Some(json_body(content)))
        .response("200", json_response("Booked, now or before", schema_ref("TillResponse")))
        .response("422", refusal);
    with_problems(operation, &[400, 401, 404, 413, 415, 429, 503])
}

/// Example of a purchase, with every optional field.
pub fn purchase() -> Value {
    let price = |amount: i64| json!({ "amount": amount, "currency": "USD" });
    json!({
        "transactionId": "till-7-2026-11-20-000381",
        "member": "LUM4F7K2Q9X",
        "type": "PURCHASE",
        "cinemaId": "101",
        "occurredAt": "2026-11-20T18:02:11Z",
        "bookingReference": "48210",
        "movieTitle": "The Salt Cartographer",
        "showtimeAt": "2026-11-20T19:30:00Z",
        "screenName": "Screen 3",
        "tickets": [{ "name": "Adult", "quantity": 2, "price": price(1450) }],
        "concessions": [{ "name": "Popcorn, large", "quantity": 1, "price": price(750) }],
        "ticketIds": ["T-48210-1", "T-48210-2"],
        "total": price(3650),
    })
}

/// Example of a refund of that purchase.
pub fn refund() -> Value {
    json!({
        "transactionId": "till-7-2026-11-20-000392",
        "member": "LUM4F7K2Q9X",
        "type": "REFUND",
        "orderId": "k4w9p2x7m1q8c5t3z6r0y2na1b",
        "total": { "amount": 3650, "currency": "USD" },
    })
}

fn webhook() -> OperationBuilder {
    let signature = "The provider's signature of the body and its time";
    let schema = text().description(Some(signature)).build();
    let about = "Webhook of the payment provider. Accepted if the signature is valid and recent. Idempotent. 404 if no \
                 provider is configured.";
    let response = ResponseBuilder::new().description("Stored, or ignored as irrelevant").build();
    let operation =
        operation("paymentReport", "partners", "Receives a webhook event of the payment provider")
            .description(Some(about))
            .parameter(parameter("Stripe-Signature", ParameterIn::Header, true, schema))
            .request_body(Some(json_body(content(object().build(), None))))
            .response("204", response);
    with_problems(operation, &[400, 404, 413, 415, 503])
}

fn push_schedule() -> OperationBuilder {
    let about = "Runs a feed with the schedule in the body, in the format and with the theaters of the feed, or with an empty body \
                 reads the feed's address. Signed as Standard Webhooks says (https://www.standardwebhooks.com), with the secret \
                 of the feed; at most 5 minutes old. A message with the id of the last one has no effect. 409 if the message is \
                 older than the last one, the feed is off, or one of its runs waits for a decision. At most 16 MB in UTF-8.";
    let header = |name: &str, about: &str| {
        parameter(name, ParameterIn::Header, true, text().description(Some(about)).build())
    };
    let unsigned = ResponseBuilder::new()
        .description("A header is missing, or the signature is invalid or too old")
        .content(
            "application/problem+json",
            ContentBuilder::new().schema(Some(schema_ref("ProblemReport"))).build(),
        );
    let operation =
        operation("pushSchedule", "partners", "Receives the schedule of a feed, or word that it changed")
            .description(Some(about))
            .parameter(parameter("feed", ParameterIn::Path, true, text().build()))
            .parameter(header("webhook-id", "Id of the message, the same when it is sent again"))
            .parameter(header("webhook-timestamp", "When it was signed, in seconds since 1970"))
            .parameter(header(
                "webhook-signature",
                "`v1,` and the base64 of HMAC-SHA256 over id, time and body",
            ))
            .request_body(Some(
                RequestBodyBuilder::new()
                    .required(Some(Required::False))
                    .content("*/*", content(text().build(), None))
                    .build(),
            ))
            .response(
                "200",
                json_response("What the run has changed, or why it failed", schema_ref("FeedPushResult")),
            )
            .response("401", unsigned);
    with_problems(operation, &[404, 409, 413, 415, 503])
}

fn document() -> OperationBuilder {
    let response = ResponseBuilder::new()
        .description("This document")
        .content(JSON, content(object().build(), None))
        .build();
    let unchanged = ResponseBuilder::new().description("Not modified").build();
    let tag = text().description(Some("ETag of a cached copy")).build();
    let operation = operation("openapi", "document", "Returns this document")
        .parameter(parameter("If-None-Match", ParameterIn::Header, false, tag))
        .response("200", response)
        .response("304", unchanged);
    with_problems(operation, &[404])
}
