//! Validates files against the JSON Schemas of the model, with readable messages.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::{ValidationError, Validator};
use schemars::JsonSchema;
use serde_json::Value;

use crate::document::{Document, child};
use marquee_model::text;

use crate::suggestions;
use crate::{Finding, Severity};

/// Validates a file against the schema of a type.
pub(crate) fn check<T: JsonSchema + 'static>(document: &Document<'_>, findings: &mut Vec<Finding>) {
    let Compiled { schema, validator } = &*compiled::<T>();
    for error in validator.iter_errors(&document.value) {
        SchemaMessages { document, schema }.error(&error, findings);
    }
}

/// A schema and its validator.
struct Compiled {
    schema: Value,
    validator: Validator,
}

/// The schema of a type. It is compiled once, not for each file: every save of a draft validates a site record and all changed parts.
fn compiled<T: JsonSchema + 'static>() -> Arc<Compiled> {
    static SCHEMAS: Mutex<BTreeMap<TypeId, Arc<Compiled>>> = Mutex::new(BTreeMap::new());
    let mut schemas = SCHEMAS.lock().unwrap_or_else(PoisonError::into_inner);
    let compiled = schemas.entry(TypeId::of::<T>()).or_insert_with(|| {
        let schema = schemars::schema_for!(T).to_value();
        let validator = jsonschema::options()
            .should_validate_formats(true)
            .build(&schema)
            .expect("schemars generates valid schemas");
        Arc::new(Compiled { schema, validator })
    });
    Arc::clone(compiled)
}

struct SchemaMessages<'d, 't> {
    document: &'d Document<'t>,
    schema: &'d Value,
}

impl SchemaMessages<'_, '_> {
    fn error(&self, error: &ValidationError<'_>, findings: &mut Vec<Finding>) {
        let pointer = error.instance_path().as_str();
        let error_at = |pointer: &str, message| self.document.finding(Severity::Error, pointer, message);
        let value = suggestions::truncated_json(error.instance());
        let message = match error.kind() {
            Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
                findings.extend(unexpected.iter().map(|key| self.unknown(error, pointer, key)));
                return;
            }
            Kind::Required { property } => {
                let key = property.as_str().unwrap_or_default();
                let message = format!("{key:?} is required{}", self.meaning(error, key));
                findings.push(error_at(&child(pointer, key), message));
                return;
            }
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
                return self.branches(pointer, &value, context, findings);
            }
            Kind::Enum { options } => {
                let options: Vec<&Value> = options.as_array().into_iter().flatten().collect();
                choice(&value, error.instance(), &options)
            }
            Kind::Constant { expected_value } => choice(&value, error.instance(), &[expected_value]),
            Kind::Type { .. } => format!("{value} is invalid: must be {}", self.types(error)),
            Kind::Pattern { pattern } => {
                format!("{value} is invalid: must be {}", suggestions::pattern(pattern))
            }
            Kind::Format { format } => format!("{value} is invalid: must be {}", format_words(format)),
            Kind::Minimum { limit } => format!("{value} is too small: must be at least {limit}"),
            Kind::Maximum { limit } => format!("{value} is too large: must be at most {limit}"),
            Kind::MinLength { limit: 1 } => "must not be empty".to_owned(),
            Kind::MinItems { limit: 1 } => "must have at least one entry".to_owned(),
            Kind::MinLength { limit } => format!("must have at least {limit} characters"),
            Kind::MaxLength { limit } => format!("must have at most {limit} characters"),
            Kind::MinItems { limit } => format!("must have at least {limit} entries"),
            Kind::MaxItems { limit } => format!("must have at most {limit} entries"),
            _ => error.to_string(),
        };
        findings.push(error_at(pointer, message));
    }

    /// The finding for an unknown key, with the most similar key of the schema.
    fn unknown(&self, error: &ValidationError<'_>, place: &str, key: &str) -> Finding {
        let properties = self.sibling(error, "properties").and_then(Value::as_object);
        let nearest =
            properties.and_then(|properties| text::nearest(key, properties.keys().map(String::as_str)));
        let suggestion = nearest.map(|n| format!(", did you mean {n:?}?")).unwrap_or_default();
        let message = format!("unknown field {key:?}{suggestion}");
        self.document.at_key(Severity::Error, &child(place, key), message)
    }

    /// A keyword in the same schema object as the keyword that failed.
    fn sibling(&self, error: &ValidationError<'_>, keyword: &str) -> Option<&Value> {
        let (parent, _) = error.schema_path().as_str().rsplit_once('/')?;
        self.schema.pointer(parent)?.get(keyword)
    }

    /// The first sentence of the description of a key, in parentheses.
    fn meaning(&self, error: &ValidationError<'_>, key: &str) -> String {
        let description =
            self.sibling(error, "properties").and_then(|p| p.get(key)?.get("description")?.as_str());
        let first_sentence =
            description.and_then(|s| s.split(['.', ':', ';', '\n']).next()).unwrap_or_default();
        let is_readable = !first_sentence.is_empty() && !first_sentence.contains('[');
        if is_readable { format!(" ({})", first_sentence.trim_end()) } else { String::new() }
    }

    /// The types that the schema allows.
    fn types(&self, error: &ValidationError<'_>) -> String {
        let types = self.schema.pointer(error.schema_path().as_str());
        let types: Vec<&str> = match types {
            Some(Value::Array(types)) => types.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(one)) => vec![one],
            _ => Vec::new(),
        };
        let words: Vec<String> = types.into_iter().filter(|t| *t != "null").map(type_words).collect();
        suggestions::join_or(&words)
    }

    /// Reports a value that matches none of several schemas: the allowed values if each schema is a constant, else the errors
    /// of the closest schema.
    fn branches(
        &self,
        place: &str,
        value_json: &str,
        context: &[Vec<ValidationError<'static>>],
        findings: &mut Vec<Finding>,
    ) {
        let constants = |at: &str| -> Vec<&Value> {
            let all = context.iter().flatten().filter(|e| e.instance_path().as_str() == at);
            all.filter_map(|e| match e.kind() {
                Kind::Constant { expected_value } => Some(&**expected_value),
                _ => None,
            })
            .collect()
        };
        let tag = child(place, "type");
        for at in [place, tag.as_str()] {
            let options = constants(at);
            if !options.is_empty() && options.len() == context.len() {
                let value = self.document.value.pointer(at).unwrap_or(&Value::Null);
                let value_json =
                    if at == place { value_json.to_owned() } else { suggestions::truncated_json(value) };
                findings.push(self.document.finding(
                    Severity::Error,
                    at,
                    choice(&value_json, value, &options),
                ));
                return;
            }
        }
        let distance = |errors: &[ValidationError<'_>]| {
            let other_form = errors.iter().any(|e| {
                let at = e.instance_path().as_str();
                (at == place
                    && matches!(e.kind(), Kind::Type { .. } | Kind::Constant { .. } | Kind::Enum { .. }))
                    || (at == tag && matches!(e.kind(), Kind::Constant { .. }))
            });
            (other_form, errors.len())
        };
        let nearest =
            context.iter().filter(|errors| !errors.is_empty()).min_by_key(|errors| distance(errors));
        for error in nearest.into_iter().flatten() {
            self.error(error, findings);
        }
    }
}

/// The message for a value that is not one of the allowed values.
fn choice(value_json: &str, value: &Value, options: &[&Value]) -> String {
    let texts: Vec<&str> = options.iter().filter_map(|o| o.as_str()).collect();
    let is_text = value.is_string() && texts.len() > 1;
    let nearest = value.as_str().filter(|_| is_text).and_then(|v| text::nearest(v, texts.iter().copied()));
    let suggestion = nearest.map_or_else(String::new, |n| format!("; did you mean {n:?}?"));
    if is_text && texts.len() > 10 {
        return format!("{value_json} is not one of the {} allowed values{suggestion}", texts.len());
    }
    let all: Vec<String> = if is_text {
        texts.iter().map(|t| (*t).to_owned()).collect()
    } else {
        options.iter().filter(|o| !o.is_null()).map(|o| o.to_string()).collect()
    };
    format!("{value_json} is invalid: must be {}{suggestion}", suggestions::join_or(&all))
}

fn type_words(kind: &str) -> String {
    match kind {
        "string" => "a string",
        "integer" => "an integer",
        "number" => "a number",
        "boolean" => "true or false",
        "array" => "a list",
        "object" => "an object",
        other => other,
    }
    .to_owned()
}

fn format_words(format: &str) -> &str {
    match format {
        "date" => "a date such as 2025-01-31",
        "date-time" => "a time such as 2025-01-31T19:30:00Z",
        other => other,
    }
}
