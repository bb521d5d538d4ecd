//! The records of a programme for the operator's own programs: addresses and schemas, from the fields of the desk.

use std::collections::BTreeMap;

use marquee_loyalty::{Cell, Field, Page, Place, Role, Subject};
use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterIn, PathItem, PathItemBuilder};
use utoipa::openapi::schema::{
    AdditionalProperties, AllOfBuilder, ArrayBuilder, Object, ObjectBuilder, SchemaType, Type,
};
use utoipa::openapi::{Ref, RefOr, ResponseBuilder, Schema};

use super::parts::{
    CSV, LEFT_OUT, OPERATOR, answer, body, body_of, content, object, of, parameter, plain, security, text,
    with_problems,
};

const REPORT: &str = "ImportReport";
/// Statuses of every address beside those of success; the last are the limit of wrong keys and a database that is away.
const ALWAYS: [u16; 5] = [400, 401, 404, 429, 503];

/// A kind's name in the names of schemas and operations.
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

fn named(subject: Subject, what: &str) -> String {
    format!("{}{what}", noun(subject))
}

/// What a field may have; what is told may be older than the limits of what is given.
fn cell(field: &Field, is_told: bool) -> Schema {
    let line = |most: usize| if is_told { text() } else { text().max_length(Some(most)) };
    let schema = match field.cell {
        Cell::Whole(least, most) => {
            let whole = ObjectBuilder::new().schema_type(SchemaType::new(Type::Integer));
            if is_told { whole } else { whole.minimum(Some(least)).maximum(Some(most)) }
        }
        Cell::Flag => ObjectBuilder::new().schema_type(SchemaType::new(Type::Boolean)),
        Cell::List => {
            let list = ArrayBuilder::new().items(line(Cell::LINE).build());
            return list.max_items((!is_told).then_some(Cell::LIST)).build().into();
        }
        Cell::Line => line(Cell::LINE),
        Cell::Text | Cell::Picture => line(Cell::TEXT),
        Cell::Code => line(Cell::CODE),
        Cell::Instant => text().description(Some("An instant, or a day: 2027-01-31T18:00:00Z, 2027-01-31")),
        Cell::Day => text().description(Some("A day: 1990-12-31")),
        Cell::Email => text().description(Some("An e-mail address")),
        Cell::Currency => text().pattern(Some("^[A-Z]{3}$")),
        Cell::Choice(of) if is_told => text().enum_values(Some(of.iter().copied())),
        Cell::Choice(of) => text().description(Some(format!("One of {}", of.join(", ")))),
    };
    schema.build().into()
}

/// The same, or nothing.
fn perhaps(mut schema: Schema) -> Schema {
    let kind = match &mut schema {
        Schema::Object(object) => &mut object.schema_type,
        Schema::Array(array) => &mut array.schema_type,
        _ => return schema,
    };
    if let SchemaType::Type(one) = kind {
        *kind = SchemaType::from_iter([one.clone(), Type::Null]);
    }
    if let Schema::Object(object) = &mut schema
        && let Some(values) = &mut object.enum_values
    {
        values.push(serde_json::Value::Null);
    }
    schema
}

/// An object of fields, those with a dot in their name in objects of their own.
fn whole<'f>(fields: impl Iterator<Item = &'f Field>, is_told: bool) -> Object {
    object_of(fields.map(|field| (field.name, field)).collect(), is_told)
}

fn object_of(fields: Vec<(&str, &Field)>, is_told: bool) -> Object {
    let is_there = |field: &Field| matches!(field.role, Role::Key | Role::Needed);
    let mut flat = object();
    let mut inner: BTreeMap<&str, Vec<(&str, &Field)>> = BTreeMap::new();
    for (name, field) in fields {
        if let Some((outer, rest)) = name.split_once('.') {
            inner.entry(outer).or_default().push((rest, field));
            continue;
        }
        let schema = cell(field, is_told);
        flat = flat.property(name, if is_there(field) { schema } else { perhaps(schema) });
        if is_told && is_there(field) {
            flat = flat.required(name);
        }
    }
    for (name, fields) in inner {
        flat = flat.property(name, object_of(fields, is_told));
    }
    // What nobody knows is refused.
    if is_told {
        flat.build()
    } else {
        flat.additional_properties(Some(AdditionalProperties::FreeForm(false))).build()
    }
}

fn told(subject: Subject) -> Object {
    let mut told = whole(subject.fields().iter().filter(|field| field.place != Place::Secret), true);
    if !told.required.iter().any(|name| name == subject.id()) {
        told.required.push(subject.id().to_owned());
    }
    told
}

/// The schemas by name.
pub fn schemas() -> Vec<(String, RefOr<Schema>)> {
    let mut all = Vec::new();
    for subject in Subject::ALL {
        let one = named(subject, "Record");
        let rows = ArrayBuilder::new().items(of(&one)).build();
        let next = perhaps(text().description(Some("What the next page comes after")).build().into());
        let page = object().property("items", rows).required("items").property("next", next).required("next");
        all.push((named(subject, "Fields"), whole(subject.fields().iter(), false).into()));
        all.push((named(subject, "Page"), page.build().into()));
        all.push((one, told(subject).into()));
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
    let site =
        text().examples(["lumiere"]).description(Some("The key of the site that the host is of")).build();
    let noun = named(subject, "");
    let operation = OperationBuilder::new()
        .tag("programme")
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
    let most = ObjectBuilder::new()
        .schema_type(SchemaType::new(Type::Integer))
        .minimum(Some(1))
        .maximum(Some(u32::try_from(Page::MOST).unwrap_or(u32::MAX)));
    let mut op = operation(subject, "list", "Lists records of one kind: {}", &[]);
    op = query(op, "after", "The `next` of the page before", text());
    op = query(op, "limit", "How many at most; 100, if it is not said", most);
    if subject == Subject::Members {
        op = query(op, "q", "Words of the name or the address", text());
    }
    op.response("200", answer("A part of the list", of(&named(subject, "Page"))))
}

fn create(subject: Subject) -> OperationBuilder {
    let record = if subject == Subject::GiftCards {
        let once =
            object().property("number", text().build()).property("pin", perhaps(text().build().into()));
        let about = "The number and the PIN are told this once, unless they were given";
        let both = AllOfBuilder::new().item(of(&named(subject, "Record"))).item(once.build());
        Schema::from(both.description(Some(about)).build()).into()
    } else {
        of(&named(subject, "Record"))
    };
    operation(subject, "create", "Makes a {}", &[409, 413, 415])
        .request_body(Some(body(content(of(&named(subject, "Fields")), None))))
        .response("201", answer("What was made", record))
}

fn one(subject: Subject) -> PathItem {
    let record = || answer("What it is", of(&named(subject, "Record")));
    let read = id(operation(subject, "read", "Tells a {}", &[])).response("200", record());
    let change =
        id(operation(subject, "change", "Changes the fields of a {} that are sent", &[409, 413, 415]))
            .description(Some("`null` takes a value away."))
            .request_body(Some(body(content(of(&named(subject, "Fields")), None))))
            .response("200", record());
    let gone = ResponseBuilder::new().description("It is gone").build();
    let about = match subject {
        Subject::Cards | Subject::GiftCards => "Refuses to remove a {}: it is lost or ends, and stays (409)",
        _ => "Removes a {}",
    };
    let remove = id(operation(subject, "remove", about, &[409])).response("204", gone);
    PathItemBuilder::new()
        .operation(HttpMethod::Get, read.build())
        .operation(HttpMethod::Put, change.build())
        .operation(HttpMethod::Delete, remove.build())
        .build()
}

fn take_file(subject: Subject) -> PathItem {
    let flag = || ObjectBuilder::new().schema_type(SchemaType::new(Type::Boolean));
    let about = "The first row names the fields. Rows that cannot be taken are left out and told; the same file twice \
                 changes nothing.";
    let mut op = operation(subject, "import", "Takes in a file of records: {}", &[413, 415])
        .description(Some(about))
        .response("422", Ref::from_response_name(LEFT_OUT));
    op = query(op, "dryRun", "Only as if: nothing is changed", flag());
    op = query(op, "strict", "Whole or not at all: otherwise 422", flag());
    let op = op
        .request_body(Some(body_of(CSV, content(plain(), None))))
        .response("200", answer("What became of it", of(REPORT)));
    PathItem::new(HttpMethod::Post, op)
}

fn points() -> PathItem {
    let whole = || ObjectBuilder::new().schema_type(SchemaType::new(Type::Integer));
    let amount = whole().description(Some("How many; less than 0 takes them")).build();
    let why = text().max_length(Some(Cell::LINE)).description(Some("Stands in the member's history")).build();
    let sent = object().property("amount", amount).required("amount").property("description", why).build();
    let told = object().property("points", whole().build()).required("points").build();
    let op = id(operation(
        Subject::Members,
        "givePointsTo",
        "Gives points to a {}, or takes them",
        &[409, 413, 415],
    ))
    .request_body(Some(body(content(sent, None))))
    .response("200", answer("What they have then", told));
    PathItem::new(HttpMethod::Post, op)
}

/// The addresses.
pub fn paths() -> Vec<(String, PathItem)> {
    let mut all = Vec::new();
    for subject in Subject::ALL {
        let base = format!("/api/operator/{{site}}/{}", subject.plural());
        let both = PathItemBuilder::new()
            .operation(HttpMethod::Get, list(subject).build())
            .operation(HttpMethod::Post, create(subject).build())
            .build();
        all.push((base.clone(), both));
        all.push((format!("{base}/import"), take_file(subject)));
        all.push((format!("{base}/{{id}}"), one(subject)));
    }
    all.push(("/api/operator/{site}/members/{id}/points".to_owned(), points()));
    all
}
