//! Generates JSON Schemas of request and response types with schemars. The OpenAPI document and the TypeScript declarations
//! are generated from them.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value};

/// Schemas by name.
pub type Schemas = Map<String, Value>;

/// The location of referenced schemas: `#/components/schemas/Name`, as in an OpenAPI document.
const PATH: &str = "/components/schemas";

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| settings.definitions_path = PATH.into())
}

/// A schema generator for response types: a field is required unless it may be absent.
#[must_use]
pub fn response_generator() -> SchemaGenerator {
    settings().for_serialize().into_generator()
}

/// A schema generator for request types: a field with a default is not required.
#[must_use]
pub fn request_generator() -> SchemaGenerator {
    settings().for_deserialize().into_generator()
}

/// The simplified schemas of all types that were added to the generator, and of the types that they contain.
pub fn definitions(generator: &mut SchemaGenerator) -> Schemas {
    let is_response = generator.contract().is_serialize();
    let mut all = generator.take_definitions(false);
    all.values_mut().for_each(|schema| simplify(schema, is_response));
    all
}

/// The name of the schema that a `$ref` refers to; `None` if the schema is not a reference.
#[must_use]
pub fn reference_name(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix('#')?.strip_prefix(PATH)?.strip_prefix('/')
}

fn simplify(schema: &mut Value, is_response: bool) {
    match schema {
        Value::Object(object) => {
            merge_names(object);
            use_one_of(object);
            use_openapi_formats(object);
            object.values_mut().for_each(|inner| simplify(inner, is_response));
            if is_response {
                remove_null_from_optional(object);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|inner| simplify(inner, is_response)),
        _ => {}
    }
}

/// Replaces the `oneOf` of an enum without data, which has one schema for each documented variant, by a single `enum` of names.
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

/// Replaces `anyOf` by `oneOf` for untagged enums, because their variants exclude each other. Removes
/// `additionalProperties: true`, because it is the default.
fn use_one_of(object: &mut Map<String, Value>) {
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

/// Replaces integer formats by those of OpenAPI, `int32` and `int64`, and removes a maximum that is only the limit of the Rust
/// type.
fn use_openapi_formats(object: &mut Map<String, Value>) {
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

/// Removes `null` and defaults from optional response fields: they are absent instead of null.
fn remove_null_from_optional(object: &mut Map<String, Value>) {
    let required = object.get("required").cloned();
    let is_required = |name: &str| {
        required
            .as_ref()
            .and_then(Value::as_array)
            .is_some_and(|names| names.iter().any(|required_name| required_name == name))
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
        let present: Vec<&Value> = variants.iter().filter(|variant| variant["type"] != "null").collect();
        if let [Value::Object(only)] = present.as_slice() {
            let only = only.clone();
            schema.remove("anyOf");
            schema.extend(only);
        }
    }
}
