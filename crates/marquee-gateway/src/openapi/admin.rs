//! Operator API: paths and schemas of a loyalty program's records, derived from the admin fields in `marquee-loyalty`.

use std::collections::BTreeMap;

use marquee_api::paths::OPERATOR_PREFIX;
use marquee_loyalty::{Access, Field, FieldType, MAX_REQUEST_ID, PageQuery, Storage, Subject};
use marquee_model::money::CURRENCY_PATTERN;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterIn, PathItem, PathItemBuilder};
use utoipa::openapi::schema::{
    AdditionalProperties, AllOfBuilder, ArrayBuilder, Object, ObjectBuilder, SchemaType, Type,
};
use utoipa::openapi::{Ref, RefOr, ResponseBuilder, Schema};

use super::parts::{
    CSV, OPERATOR, ROWS_REJECTED, any_schema, body_of_type, content, json_body, json_response, object,
    parameter, schema_ref, security, text, with_problems,
};

const REPORT: &str = "ImportReport";
/// Problem statuses of every path. 429: too many wrong keys; 503: the database is unavailable.
const ALWAYS: [u16; 5] = [400, 401, 404, 429, 503];

/// The name of a record kind in schema names and operation ids.
fn noun(subject: Subject) -> &'static str {
    match subject {
        Subject::Members => "Member",
        Subject::Cards => "Card",
        Subject::Levels => "Level",
        Subject::Rewards => "Reward",
        Subject::Memberships => "Membership",
        Subject::EVouchers => "EVoucher",
        Subject::GiftCards => "GiftCard",
    }
}

fn schema_name(subject: Subject, what: &str) -> String {
    format!("{}{what}", noun(subject))
}

/// Schema of a field. Responses have no limits, because stored values may be older than the limits.
fn cell(field: &Field, is_response: bool) -> Schema {
    let line = |max: usize| if is_response { text() } else { text().max_length(Some(max)) };
    let schema = match field.field_type {
        FieldType::Integer(min, max) => {
            let integer = ObjectBuilder::new().schema_type(SchemaType::new(Type::Integer));
            if is_response { integer } else { integer.minimum(Some(min)).maximum(Some(max)) }
        }
        FieldType::Boolean => ObjectBuilder::new().schema_type(SchemaType::new(Type::Boolean)),
        FieldType::List => {
            let list = ArrayBuilder::new().items(line(FieldType::MAX_LINE_CHARACTERS).build());
            return list.max_items((!is_response).then_some(FieldType::MAX_LIST_ENTRIES)).build().into();
        }
        FieldType::Line => line(FieldType::MAX_LINE_CHARACTERS),
        FieldType::Text | FieldType::ImageUrl => line(FieldType::MAX_TEXT_CHARACTERS),
        FieldType::Id => line(FieldType::MAX_ID_BYTES),
        FieldType::Timestamp => {
            text().description(Some("Timestamp or date: 2027-01-31T18:00:00Z, 2027-01-31"))
        }
        FieldType::Date => text().description(Some("Date: 1990-12-31")),
        FieldType::Email => text().description(Some("An email address")),
        FieldType::Currency => text().pattern(Some(CURRENCY_PATTERN)),
        FieldType::Choice(choices) if is_response => text().enum_values(Some(choices.iter().copied())),
        FieldType::Choice(choices) => text().description(Some(format!("One of {}", choices.join(", ")))),
    };
    schema.build().into()
}

/// The schema, with `null` allowed.
fn nullable(mut schema: Schema) -> Schema {
    let kind = match &mut schema {
        Schema::Object(object) => &mut object.schema_type,
        Schema::Array(array) => &mut array.schema_type,
        _ => return schema,
    };
    if let SchemaType::Type(single) = kind {
        *kind = SchemaType::from_iter([single.clone(), Type::Null]);
    }
    if let Schema::Object(object) = &mut schema
        && let Some(values) = &mut object.enum_values
    {
        values.push(serde_json::Value::Null);
    }
    schema
}

/// Schema of an object; a field named `a.b` becomes the field `b` of an inner object `a`.
fn record_object<'f>(fields: impl Iterator<Item = &'f Field>, is_response: bool) -> Object {
    object_of(fields.map(|field| (field.name, field)).collect(), is_response)
}

fn object_of(fields: Vec<(&str, &Field)>, is_response: bool) -> Object {
    let is_required = |field: &Field| matches!(field.access, Access::Key | Access::Required);
    let mut flat = object();
    let mut inner: BTreeMap<&str, Vec<(&str, &Field)>> = BTreeMap::new();
    for (name, field) in fields {
        if let Some((outer, inner_name)) = name.split_once('.') {
            inner.entry(outer).or_default().push((inner_name, field));
            continue;
        }
        let schema = cell(field, is_response);
        flat = flat.property(name, if is_required(field) { schema } else { nullable(schema) });
        if is_response && is_required(field) {
            flat = flat.required(name);
        }
    }
    for (name, fields) in inner {
        flat = flat.property(name, object_of(fields, is_response));
    }
    // Requests with unknown fields are refused.
    if is_response {
        flat.build()
    } else {
        flat.additional_properties(Some(AdditionalProperties::FreeForm(false))).build()
    }
}

fn response_record(subject: Subject) -> Object {
    let mut record =
        record_object(subject.fields().iter().filter(|field| field.storage != Storage::WriteOnly), true);
    if !record.required.iter().any(|name| name == subject.id()) {
        record.required.push(subject.id().to_owned());
    }
    record
}

/// All schemas, by name.
pub fn schemas() -> Vec<(String, RefOr<Schema>)> {
    let mut all = Vec::new();
    for subject in Subject::ALL {
        let record = schema_name(subject, "Record");
        let rows = ArrayBuilder::new().items(schema_ref(&record)).build();
        let next = nullable(
            text()
                .description(Some("Cursor: the `after` parameter of the next page; null on the last page"))
                .build()
                .into(),
        );
        let page = object().property("items", rows).required("items").property("next", next).required("next");
        all.push((schema_name(subject, "Fields"), record_object(subject.fields().iter(), false).into()));
        all.push((schema_name(subject, "Page"), page.build().into()));
        all.push((record, response_record(subject).into()));
    }
    let count = || ObjectBuilder::new().schema_type(SchemaType::new(Type::Integer)).minimum(Some(0)).build();
    let row = object().property("line", count()).property("why", text().build());
    let left_out = ArrayBuilder::new().items(row.required("line").required("why").build()).build();
    let flag = ObjectBuilder::new().schema_type(SchemaType::new(Type::Boolean)).build();
    let mut report = object();
    for name in ["rowsRead", "added", "changed", "unchanged"] {
        report = report.property(name, count()).required(name);
    }
    let report = report.property("leftOut", left_out).required("leftOut");
    all.push((REPORT.to_owned(), report.property("dryRun", flag).required("dryRun").build().into()));
    all.into_iter().map(|(name, schema): (String, Schema)| (name, RefOr::T(schema))).collect()
}

fn operation(subject: Subject, what: &str, about: &str, refusals: &[u16]) -> OperationBuilder {
    let site = text().examples(["lumiere"]).description(Some("Key of the host's site")).build();
    let noun = schema_name(subject, "");
    let operation = OperationBuilder::new()
        .tag("program")
        .operation_id(Some(format!("{what}{noun}")))
        .summary(Some(about.replace("{}", subject.noun())))
        .parameter(parameter("site", ParameterIn::Path, true, site))
        .security(security(OPERATOR));
    let statuses: Vec<u16> = ALWAYS.iter().chain(refusals).copied().collect();
    with_problems(operation, &statuses)
}

fn id(operation: OperationBuilder) -> OperationBuilder {
    let id = text().examples(["k4w9p2x7m1q8c5t3z6r0y2na1b"]).build();
    operation.parameter(parameter("id", ParameterIn::Path, true, id))
}

fn query(operation: OperationBuilder, name: &str, about: &str, schema: ObjectBuilder) -> OperationBuilder {
    operation.parameter(parameter(name, ParameterIn::Query, false, schema.description(Some(about)).build()))
}

fn list(subject: Subject) -> OperationBuilder {
    let limit = ObjectBuilder::new()
        .schema_type(SchemaType::new(Type::Integer))
        .minimum(Some(1))
        .maximum(Some(u32::try_from(PageQuery::MAX_LIMIT).unwrap_or(u32::MAX)));
    let mut op = operation(subject, "list", "Lists records of one kind: {}", &[]);
    op = query(op, "after", "Cursor: `next` of the previous page", text());
    op = query(op, "limit", "Maximum number of records. Default: 100", limit);
    if subject == Subject::Members {
        op = query(op, "q", "Search text: part of the name or email address", text());
    }
    op.response("200", json_response("One page of records", schema_ref(&schema_name(subject, "Page"))))
}

fn create(subject: Subject) -> OperationBuilder {
    let record = if subject == Subject::GiftCards {
        let shown_once =
            object().property("number", text().build()).property("pin", nullable(text().build().into()));
        let about = "`number` and `pin` are returned this once, if they were generated";
        let all_of =
            AllOfBuilder::new().item(schema_ref(&schema_name(subject, "Record"))).item(shown_once.build());
        Schema::from(all_of.description(Some(about)).build()).into()
    } else {
        schema_ref(&schema_name(subject, "Record"))
    };
    operation(subject, "create", "Creates a {}", &[409, 413, 415])
        .request_body(Some(json_body(content(schema_ref(&schema_name(subject, "Fields")), None))))
        .response("201", json_response("The created record", record))
}

fn record_path(subject: Subject) -> PathItem {
    let record = || json_response("The record", schema_ref(&schema_name(subject, "Record")));
    let read_operation = id(operation(subject, "read", "Returns a {}", &[])).response("200", record());
    let change = id(operation(subject, "change", "Updates the given fields of a {}", &[409, 413, 415]))
        .description(Some("`null` removes a value."))
        .request_body(Some(json_body(content(schema_ref(&schema_name(subject, "Fields")), None))))
        .response("200", record());
    let removed = ResponseBuilder::new().description("Removed").build();
    let about = match subject {
        Subject::Cards | Subject::GiftCards => {
            "Always refused with 409: a {} is reported lost or expires, but is never removed"
        }
        _ => "Removes a {}",
    };
    let remove = id(operation(subject, "remove", about, &[409])).response("204", removed);
    PathItemBuilder::new()
        .operation(HttpMethod::Get, read_operation.build())
        .operation(HttpMethod::Put, change.build())
        .operation(HttpMethod::Delete, remove.build())
        .build()
}

fn import_path(subject: Subject) -> PathItem {
    let flag = || ObjectBuilder::new().schema_type(SchemaType::new(Type::Boolean));
    let about = "CSV with a header row. Invalid rows are skipped and reported. Idempotent.";
    let mut op = operation(subject, "import", "Imports a CSV file of records: {}", &[413, 415])
        .description(Some(about))
        .response("422", Ref::from_response_name(ROWS_REJECTED));
    op = query(op, "dryRun", "Validate only, without changes. Default: false", flag());
    op = query(
        op,
        "strict",
        "All or nothing: reject the file with 422 if a row is invalid. Default: false",
        flag(),
    );
    let op = op
        .request_body(Some(body_of_type(CSV, content(any_schema(), None))))
        .response("200", json_response("Import report", schema_ref(REPORT)));
    PathItem::new(HttpMethod::Post, op)
}

fn points() -> PathItem {
    let integer = || ObjectBuilder::new().schema_type(SchemaType::new(Type::Integer));
    let amount = integer().description(Some("Number of points; negative to deduct")).build();
    let description = text()
        .max_length(Some(FieldType::MAX_LINE_CHARACTERS))
        .description(Some("Shown in the member's history"))
        .build();
    let request_id = text()
        .min_length(Some(1))
        .max_length(Some(MAX_REQUEST_ID))
        .description(Some(
            "Idempotency key per API key: the same request sent again returns the balance of the first one and books nothing; \
             with other content it is refused with 400",
        ))
        .build();
    let request = object()
        .property("amount", amount)
        .required("amount")
        .property("description", description)
        .property("requestId", request_id)
        .build();
    let balance = object().property("points", integer().build()).required("points").build();
    let op = id(operation(
        Subject::Members,
        "givePointsTo",
        "Adds points to a {}, or deducts them",
        &[409, 413, 415],
    ))
    .request_body(Some(json_body(content(request, None))))
    .response("200", json_response("The new balance", balance));
    PathItem::new(HttpMethod::Post, op)
}

pub fn paths() -> Vec<(String, PathItem)> {
    let mut all = Vec::new();
    for subject in Subject::ALL {
        let base = format!("{OPERATOR_PREFIX}{{site}}/{}", subject.plural());
        let path_item = PathItemBuilder::new()
            .operation(HttpMethod::Get, list(subject).build())
            .operation(HttpMethod::Post, create(subject).build())
            .build();
        all.push((base.clone(), path_item));
        all.push((format!("{base}/import"), import_path(subject)));
        all.push((format!("{base}/{{id}}"), record_path(subject)));
    }
    all.push((format!("{OPERATOR_PREFIX}{{site}}/members/{{id}}/points"), points()));
    all
}
