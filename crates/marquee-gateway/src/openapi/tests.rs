use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::*;
use crate::table::{CALLS, Call};

mod contract;

fn document_json() -> Value {
    serde_json::to_value(document().unwrap()).unwrap()
}

/// Collects every object of a document with its JSON pointer.
fn each<'a>(value: &'a Value, place: &str, out: &mut Vec<(String, &'a Value)>) {
    match value {
        Value::Object(map) => {
            out.push((place.to_owned(), value));
            map.iter().for_each(|(key, inner)| each(inner, &format!("{place}/{key}"), out));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, inner)| each(inner, &format!("{place}/{index}"), out));
        }
        _ => {}
    }
}

fn operations(document: &Value) -> Vec<(String, String, &Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    paths
        .flat_map(|(path, item)| {
            let methods = item.as_object().unwrap().iter();
            methods.map(|(method, operation)| (path.clone(), method.clone(), operation))
        })
        .collect()
}

/// Validator of a schema, with the document's components.
fn validator(document: &Value, schema: &Value) -> jsonschema::Validator {
    let mut schema = schema.clone();
    schema["components"] = document["components"].clone();
    jsonschema::validator_for(&schema).unwrap()
}

fn validation_error(document: &Value, schema: &Value, value: &Value) -> Option<String> {
    validator(document, schema).iter_errors(value).next().map(|e| e.to_string())
}

#[test]
fn every_row_of_the_table_is_in_the_document_and_in_the_reference() {
    let document = document_json();
    let reference = crate::reference();
    for call in CALLS {
        let method = call.method.as_str().to_lowercase();
        let operation = &document["paths"][format!("/api/loyalty{}", call.path)][&method];
        assert_eq!(operation["operationId"], json!(call.operation_id()), "{}", call.path);
        let documented: BTreeSet<&str> = operation["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|p| p["name"].as_str().unwrap())
            .collect();
        let expected = call.segments().chain(call.query.iter().copied()).chain(call.optional.iter().copied());
        assert_eq!(documented, expected.collect(), "{}", call.path);
        for suffix in ["Payload", "Call", "Response"] {
            assert!(
                document["components"]["schemas"][calls::name(call, suffix)].is_object(),
                "{}",
                call.path
            );
        }
        let row = format!("| {:?} | ", call.name);
        let route = format!("`{} {}", call.method.as_str(), call.path);
        assert!(reference.lines().any(|line| line.starts_with(&row) && line.contains(&route)), "{route}");
        assert!(!call.description.is_empty() && call.description.ends_with('.'), "{route}");
    }
}

#[test]
fn the_document_is_valid_openapi() {
    let document = document_json();
    assert_eq!(document["openapi"], "3.1.0");
    let mut ids = BTreeSet::new();
    for (path, method, operation) in operations(&document) {
        let id = operation["operationId"].as_str().unwrap();
        assert!(ids.insert(id.to_owned()), "duplicate operation id {id}");
        assert!(operation["summary"].is_string(), "{method} {path}");
        assert!(!operation["responses"].as_object().unwrap().is_empty(), "{method} {path}");
        let documented: BTreeSet<&str> = operation["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|p| p["in"] == "path" && p["required"] == true)
            .map(|p| p["name"].as_str().unwrap())
            .collect();
        let in_path = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        assert_eq!(documented, in_path.collect(), "{path}");
        for tag in operation["tags"].as_array().unwrap() {
            assert!(document["tags"].as_array().unwrap().iter().any(|t| t["name"] == *tag), "{tag}");
        }
        for name in
            operation["security"].as_array().into_iter().flatten().flat_map(|s| s.as_object().unwrap().keys())
        {
            assert!(document["components"]["securitySchemes"][name].is_object(), "{name}");
        }
    }
    let mut objects = Vec::new();
    each(&document, "#", &mut objects);
    for (place, object) in &objects {
        if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{place}: {reference}");
        }
        if let (Some(properties), Some(required)) = (object.get("properties"), object.get("required")) {
            for name in required.as_array().unwrap() {
                assert!(properties.get(name.as_str().unwrap()).is_some(), "{place}: {name}");
            }
        }
        if place.ends_with("/responses") && !place.ends_with("components/responses") {
            for (status, response) in object.as_object().unwrap() {
                assert!(
                    response.get("$ref").is_some() || response["description"].is_string(),
                    "{place} {status}"
                );
            }
        }
    }
}

#[test]
fn schemas_are_valid_and_examples_match_them() {
    let document = document_json();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert!(jsonschema::meta::is_valid(schema), "{name}");
    }
    let mut objects = Vec::new();
    each(&document, "#", &mut objects);
    let mut count = 0;
    for (place, object) in &objects {
        // `examples` is a list in a schema, a map in a media type.
        let schema_examples = object.get("examples").and_then(Value::as_array);
        for example in schema_examples.into_iter().flatten() {
            assert_eq!(validation_error(&document, object, example), None, "{place}: {example}");
            count += 1;
        }
        let of_content = object.get("examples").and_then(Value::as_object);
        for (name, example) in of_content.into_iter().flatten() {
            assert_eq!(
                validation_error(&document, &object["schema"], &example["value"]),
                None,
                "{place}: {name}"
            );
            count += 1;
        }
    }
    assert!(count > 100, "{count} examples");
}

/// A call with its required fields.
fn sample(call: &Call) -> Value {
    let mut sample = json!({
        "reqMetadata": { "method": call.method.as_str(), "route": cypher::example_route(call) },
    });
    for name in call.required {
        sample[name] = match *name {
            "concessions" => json!([{ "code": "GOLD", "quantity": 1 }]),
            "favoriteCinemas" => json!({ "boxofficeCinemaId": "101" }),
            "memberLevelId" => json!(2),
            _ => json!("x"),
        };
    }
    sample
}

#[test]
fn trans_02_a_call_matches_its_own_schema_only() {
    let document = document_json();
    let body =
        &document["paths"]["/api/cypher"]["post"]["requestBody"]["content"]["application/json"]["schema"];
    let any_call = validator(&document, body);
    for call in CALLS {
        let sample = sample(call);
        // `oneOf` fails if two schemas match.
        assert!(any_call.is_valid(&sample), "{}: {sample}", call.path);
        let own_schema = &document["components"]["schemas"][calls::name(call, "Call")];
        assert_eq!(validation_error(&document, own_schema, &sample), None, "{}", call.path);
        for field in call.required {
            let mut without_field = sample.clone();
            without_field.as_object_mut().unwrap().remove(*field);
            assert!(!any_call.is_valid(&without_field), "{}: without {field}", call.path);
        }
        assert!(call.required.iter().all(|field| call.fields.contains(field)), "{}", call.path);
        let route = crate::InnerRoute::parse(&cypher::example_route(call)).unwrap();
        assert_eq!(crate::find(call.method, &route, "Wallet").unwrap().0, call);
    }
    assert!(!any_call.is_valid(&json!({ "reqMetadata": { "method": "POST", "route": "/Member/Other" } })));
}

#[test]
fn response_schemas_distinguish_success_and_refusal() {
    let document = document_json();
    let outcome = &document["paths"]["/api/loyalty/Member/v3/OrderHistory"]["get"]["responses"]["200"]["content"]
        ["application/json"]["schema"];
    let outcome = validator(&document, outcome);
    assert!(outcome.is_valid(&json!({ "peachCode": 0, "statusCode": 200, "orders": [] })));
    let refusal = |code: u16| json!({ "peachCode": code, "statusCode": code, "clientErrorMessage": "x" });
    assert!(outcome.is_valid(&refusal(7)) && outcome.is_valid(&refusal(46)));
    assert!(!outcome.is_valid(&refusal(51)), "a code that this call never returns");
    assert!(!outcome.is_valid(&json!({ "peachCode": 0, "statusCode": 200 })), "a success without its field");
    assert!(!outcome.is_valid(&json!({ "peachCode": 7, "statusCode": 7 })), "a refusal without its message");
}

#[test]
fn till_examples_deserialize_as_till_transactions() {
    use marquee_api::loyalty::{TillKind, TillTransaction};
    let purchase: TillTransaction = serde_json::from_value(endpoints::purchase()).unwrap();
    assert_eq!((purchase.kind, purchase.tickets.len(), purchase.total.amount), (TillKind::Purchase, 1, 3650));
    let refund: TillTransaction = serde_json::from_value(endpoints::refund()).unwrap();
    assert!(refund.kind == TillKind::Refund && refund.order_id.is_some());
}

#[test]
fn a_captcha_challenge_has_the_fields_of_its_schema() {
    let altcha = marquee_captcha::Altcha::new(&["a secret of at least 32 characters"], 10).unwrap();
    let context = marquee_captcha::CaptchaContext { host: "a.example", action: "Login" };
    let challenge = altcha.challenge(context, "2026-11-20T18:00:00Z".parse().unwrap()).unwrap();
    let fields: BTreeMap<String, Value> = serde_json::from_value(json!(challenge)).unwrap();
    let schema = &document_json()["components"]["schemas"]["CaptchaChallenge"]["properties"];
    let documented: Vec<&String> = schema.as_object().unwrap().keys().collect();
    assert_eq!(fields.keys().collect::<BTreeSet<_>>(), documented.into_iter().collect());
}
