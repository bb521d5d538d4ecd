//! Readers of responses: for each type the readers of its fields (`web/api/reader.ts`), from its schema.

use std::collections::{BTreeMap, BTreeSet};

use marquee_api::schema::{Schemas, reference_name};
use serde_json::Value;

/// File of the readers that several files use.
pub const SHARED: &str = "shared";

/// The readers of all types that calls return, each in one file.
pub struct Readers<'s> {
    schemas: &'s Schemas,
    /// The file of each type's reader, by the type's name.
    files: BTreeMap<String, &'static str>,
    /// Names of the types that need a reader. A union is read by its first alternative, which has the fields of the others.
    read: BTreeSet<String>,
}

impl<'s> Readers<'s> {
    /// A reader that several files use goes into the shared file; any other goes into the file that uses it.
    /// `types_by_file` has the types that each file uses.
    pub fn new(schemas: &'s Schemas, types_by_file: &[(&'static str, Vec<&'static str>)]) -> Self {
        let mut files: BTreeMap<String, &'static str> = BTreeMap::new();
        let mut read_names = BTreeSet::new();
        for (file, types) in types_by_file {
            let mut names = BTreeSet::new();
            for name in types {
                collect(schemas, name, true, &mut names);
                collect(schemas, name, false, &mut read_names);
            }
            for name in names {
                let reader_file = files.entry(name).or_insert(file);
                if reader_file != file {
                    *reader_file = SHARED;
                }
            }
        }
        Self { schemas, files, read: read_names }
    }

    /// Names of the types that calls return.
    pub fn used(&self) -> impl Iterator<Item = &String> {
        self.files.keys()
    }

    /// The code of the readers in a file. A reader comes after those that it uses.
    pub fn code(&self, file: &str) -> String {
        let mut code = String::new();
        let mut emitted = BTreeSet::new();
        for (name, _) in
            self.files.iter().filter(|(name, reader_file)| **reader_file == file && self.read.contains(*name))
        {
            self.write(name, file, &mut emitted, &mut code);
        }
        code
    }

    fn write(&self, name: &str, file: &str, written: &mut BTreeSet<String>, out: &mut String) {
        let Some(properties) = self.properties(name) else { return };
        if self.files.get(name).is_none_or(|reader_file| *reader_file != file)
            || !written.insert(name.to_owned())
        {
            return;
        }
        let mut inner = Vec::new();
        properties.values().for_each(|schema| references(schema, false, &mut inner));
        inner.into_iter().for_each(|name| self.write(name, file, written, out));
        let fields: String = properties
            .iter()
            .map(|(field, schema)| format!("  {field}: {},\n", self.reader(schema, file)))
            .collect();
        let export = if file == SHARED { "export " } else { "" };
        out.push_str(&format!("\n{export}const {} = {{\n{fields}}};\n", fields_name(name)));
    }

    /// The expression that names the readers of a type's fields.
    pub fn fields(&self, name: &str, file: &str) -> String {
        let is_shared =
            file != SHARED && self.files.get(name).is_some_and(|reader_file| *reader_file == SHARED);
        format!("{}{}", if is_shared { "shared." } else { "" }, fields_name(name))
    }

    fn properties(&self, name: &str) -> Option<&'s serde_json::Map<String, Value>> {
        self.schemas.get(name)?.get("properties")?.as_object()
    }

    /// The expression that reads a value of a schema.
    fn reader(&self, schema: &Value, file: &str) -> String {
        if let Some(name) = reference_name(schema) {
            return match (self.properties(name), self.schemas.get(name)) {
                (Some(_), _) => format!("/* @__PURE__ */ reader.object({})", self.fields(name, file)),
                (None, Some(schema)) => self.reader(schema, file),
                (None, None) => "reader.anything".to_owned(),
            };
        }
        // The first alternative has the fields of all others.
        let alternatives = ["oneOf", "anyOf"].iter().find_map(|key| schema.get(*key)?.as_array()?.first());
        if let Some(first) = alternatives {
            return self.reader(first, file);
        }
        let kind = match schema.get("type") {
            Some(Value::Array(kinds)) => kinds.iter().find(|kind| *kind != "null").and_then(Value::as_str),
            kind => kind.and_then(Value::as_str),
        };
        match (kind, schema.get("items")) {
            (Some("string"), _) => "reader.text".to_owned(),
            (Some("integer" | "number"), _) => "reader.number".to_owned(),
            (Some("boolean"), _) => "reader.flag".to_owned(),
            (Some("array"), Some(items)) => {
                format!("/* @__PURE__ */ reader.list({})", self.reader(items, file))
            }
            _ => "reader.anything".to_owned(),
        }
    }
}

/// The name of the readers of a type's fields: `moneyAmountFields` for `MoneyAmount`.
fn fields_name(name: &str) -> String {
    let initial = name.chars().take(1).flat_map(char::to_lowercase);
    initial.chain(name.chars().skip(1)).chain("Fields".chars()).collect()
}

/// Adds a type and all types that it contains. Of a union, `with_alternatives` adds all alternatives, otherwise only the first.
fn collect(schemas: &Schemas, name: &str, with_alternatives: bool, out: &mut BTreeSet<String>) {
    let Some(schema) = schemas.get(name) else { return };
    if out.insert(name.to_owned()) {
        let mut inner = Vec::new();
        references(schema, with_alternatives, &mut inner);
        inner.into_iter().for_each(|name| collect(schemas, name, with_alternatives, out));
    }
}

/// The types that a schema refers to.
fn references<'v>(schema: &'v Value, with_alternatives: bool, out: &mut Vec<&'v str>) {
    out.extend(reference_name(schema));
    match schema {
        Value::Object(object) => {
            for (key, inner) in object {
                let first = inner.as_array().and_then(|variants| variants.first());
                match first.filter(|_| !with_alternatives && matches!(key.as_str(), "oneOf" | "anyOf")) {
                    Some(first) => references(first, with_alternatives, out),
                    None => references(inner, with_alternatives, out),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|inner| references(inner, with_alternatives, out)),
        _ => {}
    }
}
