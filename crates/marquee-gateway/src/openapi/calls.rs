//! Operations and schemas of the table's calls, for the routes without envelope.

use marquee_api::paths::INNER_CALLS_PREFIX;
use utoipa::openapi::path::{HttpMethod, Operation, OperationBuilder, ParameterIn, PathItem};
use utoipa::openapi::schema::{AllOfBuilder, OneOfBuilder, SchemaType, Type};
use utoipa::openapi::{ObjectBuilder, RefOr, ResponseBuilder, Schema};

use super::fields;
use super::parts::{
    REFRESH, SESSION, TEXT, any_schema, content, json_body, json_response, object, parameter, schema_ref,
    security, text, with_problems,
};
use crate::envelope::Method;
use crate::table::{CALLS, Call, Session};

/// Problem statuses of every call. 502 and 504 come from external services.
const STATUSES: [u16; 8] = [400, 404, 413, 415, 429, 502, 503, 504];

/// A schema name: the call's operation id in upper camel case, followed by `what`.
pub fn name(call: &Call, what: &str) -> String {
    let id = call.operation_id();
    let remaining: String = id.chars().skip(1).collect();
    let initial = id.chars().take(1).flat_map(char::to_uppercase);
    initial.chain(remaining.chars()).chain(what.chars()).collect()
}

/// Schema of a call's payload.
pub fn payload(call: &Call) -> Schema {
    let mut schema = object();
    for field in call.fields {
        schema = schema.property(*field, fields::field(field));
    }
    for field in call.required {
        schema = schema.required(*field);
    }
    schema.build().into()
}

/// Schema of a call's successful response.
pub fn success(call: &Call) -> Schema {
    let mut all_of = AllOfBuilder::new().item(schema_ref("SuccessResponse"));
    if let Some(schema) = call.response.schema.filter(|_| !call.response.is_optional) {
        all_of = all_of.item(schema_ref(schema));
    }
    let mut optional_fields = object();
    if call.response.is_optional {
        // Its schema would make the field required; here it is optional.
        optional_fields = optional_fields.property("memberDetails", schema_ref("MemberDetails"));
    }
    for field in call.session_fields {
        let is_tokens = *field == "sessionManagementTokens";
        optional_fields = optional_fields
            .property(*field, if is_tokens { schema_ref("SessionTokens") } else { text().build().into() });
    }
    if call.response.is_optional || !call.session_fields.is_empty() {
        all_of = all_of.item(optional_fields.build());
    }
    all_of.build().into()
}

/// Schema of a refusal, limited to the codes of the call.
fn refusal(call: &Call) -> Schema {
    let codes = call.codes().into_iter().map(|code| code.number()).filter(|code| *code != 0);
    let code = ObjectBuilder::new()
        .schema_type(SchemaType::new(Type::Integer))
        .enum_values(Some(codes.collect::<Vec<_>>()))
        .build();
    AllOfBuilder::new()
        .item(schema_ref("Refusal"))
        .item(object().property("peachCode", code).build())
        .build()
        .into()
}

/// The path items of the routes without envelope.
pub fn paths() -> impl Iterator<Item = (String, PathItem)> {
    let base = INNER_CALLS_PREFIX.trim_end_matches('/');
    CALLS.iter().map(move |call| {
        let method = match call.method {
            Method::Get => HttpMethod::Get,
            Method::Post => HttpMethod::Post,
        };
        (format!("{base}{}", call.path), PathItem::new(method, operation(call)))
    })
}

fn operation(call: &Call) -> Operation {
    let mut operation = OperationBuilder::new()
        .tag("calls")
        .operation_id(Some(call.operation_id()))
        .summary(Some(call.description));
    for segment in call.segments() {
        operation =
            operation.parameter(parameter(segment, ParameterIn::Path, true, fields::parameter(segment)));
    }
    let required_parameters = call.query.iter().map(|name| (name, true));
    for (name, required) in required_parameters.chain(call.optional.iter().map(|name| (name, false))) {
        operation =
            operation.parameter(parameter(name, ParameterIn::Query, required, fields::parameter(name)));
    }
    if call.method == Method::Post {
        let payload = schema_ref(&name(call, "Payload"));
        operation = operation.request_body(Some(json_body(content(payload, None))));
    }
    for requirement in securities(call) {
        operation = operation.security(requirement);
    }
    let response = if call.response.is_pass {
        let about = "The signed JWT, or a refusal as JSON text";
        ResponseBuilder::new().description(about).content(TEXT, content(any_schema(), None)).build()
    } else {
        json_response("Success, or a refusal with its `peachCode`", outcome(call))
    };
    with_problems(operation.response("200", response), &STATUSES).build()
}

fn outcome(call: &Call) -> RefOr<Schema> {
    let one_of = OneOfBuilder::new().item(schema_ref(&name(call, "Response")));
    let refuses = call.codes().len() > 1;
    if refuses {
        Schema::from(one_of.item(refusal(call)).build()).into()
    } else {
        schema_ref(&name(call, "Response"))
    }
}

fn securities(call: &Call) -> Vec<utoipa::openapi::SecurityRequirement> {
    let no_security = utoipa::openapi::SecurityRequirement::default;
    match call.session {
        Session::None => Vec::new(),
        Session::Optional | Session::RequiredOrId => vec![no_security(), security(SESSION)],
        Session::Required => vec![security(SESSION)],
        Session::Refresh => vec![security(REFRESH)],
    }
}
