//! Endpoints outside the table of calls.

use serde_json::{Value, json};
use utoipa::openapi::example::{Example, ExampleBuilder};
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterIn, PathItem};
use utoipa::openapi::{ContentBuilder, ResponseBuilder};

use super::parts::{
    COOKIE, JSON, SESSION, TILL, content, json_body, json_response, object, parameter, schema_ref, security,
    session_mode_header, text, with_problems,
};
use crate::captcha::action;
use crate::envelope::Method;
use crate::table::CALLS;

const TILL_ABOUT: &str = "\
Books a purchase of a member, or takes one back, in one transaction: the order in the member's history, the points it earns \
by the rule of their level, a level that is reached, a membership that was bought with it.

**Idempotency.** `transactionId` is the till's own. Sent again by the same key with the same content it answers the same, \
with `repeated: true`, and books nothing; with other content it is refused with 400. So send again after a time-out, a \
lost connection, or 503, until there is an answer.

**Refunds.** `type: REFUND` with the `orderId` of a completed purchase of the same member and a `transactionId` of its own. \
The order becomes `REFUNDED` and the points it earned go, as far as the member has them still; a level that was reached \
stays. An order is taken back once, and whole.

**Statuses.** 200 booked, or booked before. 400 a field is not as it should be. 401 no key. 422 the programme refuses it: \
nobody has this card, id or address, or there is no such purchase to take back. 503 try again.";

/// An endpoint of signed-in members that the browser requests with a JSON body, if any, and whose answer is JSON.
#[derive(Debug)]
pub struct MemberEndpoint {
    /// Its operation id, which is also the name of its function in the browser's client.
    pub id: &'static str,
    pub method: Method,
    pub path: &'static str,
    /// Fields of the request body, which are texts.
    pub request: Option<&'static [&'static str]>,
    /// Type of the answer in `marquee_api::loyalty`; none for an answer that is only a result.
    pub answer: Option<&'static str>,
    /// Whether the browser saves the answer as a file instead of reading it.
    pub is_file: bool,
    pub summary: &'static str,
    /// More about it.
    pub description: &'static str,
    /// Description of the answer.
    pub result: &'static str,
    /// Statuses of its problem reports.
    pub statuses: &'static [u16],
}

const HAND_OVER_TICKET: MemberEndpoint = MemberEndpoint {
    id: "handOverTicket",
    method: Method::Post,
    path: "/api/hand-over-ticket",
    request: None,
    answer: Some("HandOverAnswer"),
    is_file: false,
    summary: "Gives a one-time ticket for the ticketing site",
    description: "Where the site has no ticketing address, or a service stands in for the engine, there are none: 404.",
    result: "A ticket, or the reason why none was issued",
    statuses: &[400, 403, 404, 503],
};

const EXPORT_MEMBER: MemberEndpoint = MemberEndpoint {
    id: "exportMember",
    method: Method::Get,
    path: "/api/member/export",
    request: None,
    answer: Some("MemberExport"),
    is_file: true,
    summary: "Gives all data of the member, to be saved",
    description: "Without a session: 403.",
    result: "All data, as an attachment",
    statuses: &[400, 403, 404, 503],
};

const LIST_SESSIONS: MemberEndpoint = MemberEndpoint {
    id: "listSessions",
    method: Method::Get,
    path: "/api/member/sessions",
    request: None,
    answer: Some("MemberSessions"),
    is_file: false,
    summary: "Lists the member's sign-ins",
    description: "Without a session: 403.",
    result: "All that have not ended",
    statuses: &[400, 403, 404, 503],
};

const END_SESSION: MemberEndpoint = MemberEndpoint {
    id: "endSession",
    method: Method::Post,
    path: "/api/member/sessions/end",
    request: Some(&["sessionId"]),
    answer: None,
    is_file: false,
    summary: "Ends one of the member's sign-ins",
    description: "Without a session, and for a sign-in that is not the member's: 403.",
    result: "It has ended",
    statuses: &[400, 403, 404, 413, 415, 503],
};

/// The endpoints in the browser's client.
pub const MEMBER_ENDPOINTS: [&MemberEndpoint; 4] =
    [&HAND_OVER_TICKET, &EXPORT_MEMBER, &LIST_SESSIONS, &END_SESSION];

pub fn paths() -> Vec<(String, PathItem)> {
    let all = [
        of_endpoint(&HAND_OVER_TICKET),
        ("/api/hand-over", HttpMethod::Get, hand_over_redirect()),
        ("/api/activate", HttpMethod::Get, activate()),
        ("/api/captcha/challenge", HttpMethod::Get, challenge()),
        of_endpoint(&EXPORT_MEMBER),
        ("/api/marketing-id", HttpMethod::Get, marketing_id()),
        of_endpoint(&LIST_SESSIONS),
        of_endpoint(&END_SESSION),
        ("/api/pos/transactions", HttpMethod::Post, book_transaction()),
        ("/api/payments/webhook", HttpMethod::Post, webhook()),
        ("/api/openapi.json", HttpMethod::Get, document()),
    ];
    all.into_iter().map(|(path, method, op)| (path.to_owned(), PathItem::new(method, op))).collect()
}

fn operation(id: &str, tag: &str, summary: &str) -> OperationBuilder {
    OperationBuilder::new().operation_id(Some(id)).tag(tag).summary(Some(summary))
}

/// An operation for a signed-in member, by header or cookie.
fn of_member(id: &str, summary: &str) -> OperationBuilder {
    operation(id, "members", summary)
        .parameter(session_mode_header())
        .security(security(SESSION))
        .security(security(COOKIE))
}

/// The path, method and operation of an endpoint of the browser's client.
fn of_endpoint(endpoint: &MemberEndpoint) -> (&'static str, HttpMethod, OperationBuilder) {
    let mut operation = of_member(endpoint.id, endpoint.summary).description(Some(endpoint.description));
    if endpoint.request.is_some() {
        operation = operation.request_body(Some(json_body(content(schema_ref("EndSession"), None))));
    }
    let response = json_response(endpoint.result, schema_ref(endpoint.answer.unwrap_or("Done")));
    let method = match endpoint.method {
        Method::Get => HttpMethod::Get,
        Method::Post => HttpMethod::Post,
    };
    (endpoint.path, method, with_problems(operation.response("200", response), endpoint.statuses))
}

fn hand_over_redirect() -> OperationBuilder {
    let about = "For who goes there from a page of the site and is signed in, with a token: the service's own, or a ticket of \
                 the engine. Everybody else is led to the plain address.";
    let place = HeaderBuilder::new().schema(text().build()).description(Some("The address")).build();
    let moved = ResponseBuilder::new().description("There").header("Location", place).build();
    let page = content(text().build(), None);
    let form = ResponseBuilder::new()
        .description("A page whose form posts the token")
        .content("text/html", page)
        .build();
    let to = text().description(Some("An address of the ticketing site")).build();
    let methods = text().enum_values(Some(["get", "post"])).build();
    let operation = operation("handOver", "members", "Leads to the ticketing site")
        .description(Some(about))
        .parameter(parameter("to", ParameterIn::Query, true, to))
        .parameter(parameter("method", ParameterIn::Query, false, methods))
        .security(security(COOKIE))
        .response("200", form)
        .response("303", moved);
    with_problems(operation, &[400, 404, 503])
}

fn activate() -> OperationBuilder {
    let about = "To the login page, whose query says how it went: activation=account, username or failed";
    let place = HeaderBuilder::new().schema(text().build()).description(Some(about)).build();
    let response = ResponseBuilder::new().description(about).header("Location", place).build();
    let code = parameter(
        "code",
        ParameterIn::Query,
        false,
        text().description(Some("The code of the mail")).build(),
    );
    let operation = operation("activate", "members", "Uses the code of a mail up").parameter(code);
    with_problems(operation.response("303", response), &[400, 404])
}

fn challenge() -> OperationBuilder {
    let mut names: Vec<&str> = CALLS.iter().filter(|call| call.captcha).map(action).collect();
    names.sort_unstable();
    names.dedup();
    let schema = text().enum_values(Some(names)).description(Some("The call that is to be made")).build();
    let operation = operation("captchaChallenge", "members", "Gives a challenge of the server's own captcha")
        .parameter(parameter("action", ParameterIn::Query, true, schema));
    let response =
        json_response("A challenge, to be solved within two minutes", schema_ref("CaptchaChallenge"));
    with_problems(operation.response("200", response), &[400, 404, 503])
}

fn marketing_id() -> OperationBuilder {
    let about = "A keyed hash of the member's id. Without a session: 403. Where the site has no marketing tracker, or a \
                 service stands in for the engine: 404.";
    let operation =
        of_member("marketingId", "Names the member to the site's marketing tracker").description(Some(about));
    let response = json_response("The member's name there", schema_ref("MarketingId"));
    with_problems(operation.response("200", response), &[400, 403, 404, 503])
}

fn book_transaction() -> OperationBuilder {
    let examples =
        [("purchase", "Tickets and popcorn", purchase()), ("refund", "The same, taken back", refund())];
    let examples = examples.map(|(name, summary, value)| -> (&str, Example) {
        (name, ExampleBuilder::new().summary(summary).value(Some(value)).build())
    });
    let content = ContentBuilder::new()
        .schema(Some(schema_ref("TillTransaction")))
        .examples_from_iter(examples)
        .build();
    let refused = ResponseBuilder::new()
        .description("The programme refuses it: no such member, or no such purchase to take back")
        .content(
            "application/problem+json",
            ContentBuilder::new().schema(Some(schema_ref("ProblemReport"))).build(),
        );
    let operation = operation("bookTransaction", "partners", "Books a purchase, or takes one back")
        .description(Some(TILL_ABOUT))
        .security(security(TILL))
        .request_body(Some(json_body(content)))
        .response("200", json_response("Booked, now or before", schema_ref("TillAnswer")))
        .response("422", refused);
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
    let about = "The body is the provider's; it is taken when its signature fits and it is fresh. Sent again it changes \
                 nothing. Where no provider is configured: 404.";
    let response = ResponseBuilder::new().description("What it says is on disk, or is of no concern").build();
    let operation = operation("paymentReport", "partners", "Takes a report of the payment provider")
        .description(Some(about))
        .parameter(parameter("Stripe-Signature", ParameterIn::Header, true, schema))
        .request_body(Some(json_body(content(object().build(), None))))
        .response("204", response);
    with_problems(operation, &[400, 404, 413, 415, 503])
}

fn document() -> OperationBuilder {
    let response = ResponseBuilder::new()
        .description("This document")
        .content(JSON, content(object().build(), None))
        .build();
    let unchanged = ResponseBuilder::new().description("It has not changed").build();
    let tag = text().description(Some("The ETag of the document that is known already")).build();
    let operation = operation("openapi", "document", "Gives this document")
        .parameter(parameter("If-None-Match", ParameterIn::Header, false, tag))
        .response("200", response)
        .response("304", unchanged);
    with_problems(operation, &[404])
}
