//! JSON Schemas of the types that are sent, derived with schemars. OpenAPI document and TypeScript are generated from them.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value};

/// Schemas by name.
pub type Schemas = Map<String, Value>;

/// Where references point to: `#/components/schemas/Name`, as in an OpenAPI document.
const PATH: &str = "/components/schemas";

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| settings.definitions_path = PATH.into())
}

/// A generator for types that are sent: a field is required unless it may be absent.
#[must_use]
pub fn sent() -> SchemaGenerator {
    settings().for_serialize().into_generator()
}

/// A generator for types that are received: a field with a default is not required.
#[must_use]
pub fn received() -> SchemaGenerator {
    settings().for_deserialize().into_generator()
}

/// The schemas of all types that were given to a generator and of all types in them, in the simplest form.
pub fn definitions(generator: &mut SchemaGenerator) -> Schemas {
    let is_sent = generator.contract().is_serialize();
    let mut all = generator.take_definitions(false);
    all.values_mut().for_each(|schema| simplify(schema, is_sent));
    all
}

/// The name that a reference points to.
#[must_use]
pub fn referenced(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/components/schemas/")
}

fn simplify(schema: &mut Value, is_sent: bool) {
    match schema {
        Value::Object(object) => {
            merge_names(object);
            use_plain_terms(object);
            use_openapi_terms(object);
            object.values_mut().for_each(|inner| simplify(inner, is_sent));
            if is_sent {
                remove_null_of_absent(object);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|inner| simplify(inner, is_sent)),
        _ => {}
    }
}

/// An enum without data has one schema for each variant with a description: makes it a list of names.
fn merge_names(object: &mut Map<String, Value>) {
    let names = |schema: &Value| -> Option<Vec<Value>> {
        schema.get("const").map(|name| vec![name.clone()]).or_else(|| schema.get("enum")?.as_array().cloned())
    };
    let Some(variants) = object.get("oneOf").and_then(Value::as_array) else { return };
    let Some(names) = variants.iter().map(names).collect::<Option<Vec<_>>>() else { return };
    object.remove("oneOf");
    object.insert("type".to_owned(), "string".into());
    object.insert("enum".to_owned(), names.concat().into());
}

/// The variants of an enum without tag exclude each other, which `oneOf` says. Other fields are allowed by default.
fn use_plain_terms(object: &mut Map<String, Value>) {
    let is_ref = |variant: &Value| variant.get("$ref").is_some();
    if object.get("anyOf").and_then(Value::as_array).is_some_and(|variants| variants.iter().all(is_ref))
        && let Some(variants) = object.remove("anyOf")
    {
        object.insert("oneOf".to_owned(), variants);
    }
    if object.get("additionalProperties") == Some(&Value::Bool(true)) {
        object.remove("additionalProperties");
    }
}

/// Formats and limits as OpenAPI has them: two sizes of integers, and no limits that only follow from the size.
fn use_openapi_terms(object: &mut Map<String, Value>) {
    let Some(format) = object.get("format").and_then(Value::as_str) else { return };
    let (openapi, limit) = match format {
        "uint8" => ("int32", Some(u64::from(u8::MAX))),
        "uint16" => ("int32", Some(u64::from(u16::MAX))),
        "uint32" | "int8" | "int16" => ("int32", None),
        "uint64" => ("int64", None),
        _ => return,
    };
    object.insert("format".to_owned(), openapi.into());
    if limit.is_some() && object.get("maximum").and_then(Value::as_u64) == limit {
        object.remove("maximum");
    }
}

/// A sent field that may be absent is not null then.
fn remove_null_of_absent(object: &mut Map<String, Value>) {
    let required = object.get("required").cloned();
    let is_required = |name: &str| {
        required.as_ref().and_then(Value::as_array).is_some_and(|names| names.iter().any(|n| n == name))
    };
    let Some(properties) = object.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (_, schema) in properties.iter_mut().filter(|(name, _)| !is_required(name)) {
        let Value::Object(schema) = schema else { continue };
        schema.remove("default");
        if let Some(Value::Array(types)) = schema.get_mut("type") {
            types.retain(|kind| kind != "null");
            if let [only] = types.as_slice() {
                let only = only.clone();
                schema.insert("type".to_owned(), only);
            }
        }
        if let Some(Value::Array(names)) = schema.get_mut("enum") {
            names.retain(|name| !name.is_null());
        }
        let Some(Value::Array(variants)) = schema.get("anyOf") else { continue };
        let present: Vec<&Value> = variants.iter().filter(|one| one["type"] != "null").collect();
        if let [Value::Object(only)] = present.as_slice() {
            let only = only.clone();
            schema.remove("anyOf");
            schema.extend(only);
        }
    }
}
