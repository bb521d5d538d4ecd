//! A JSON file that maps keys to lines and columns.

use std::collections::HashSet;

use jsonc_parser::ast::{ObjectProp, Value as Node};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::Value;

use crate::{Finding, Severity};

/// Maximum size of a file in bytes.
const MAX_BYTES: usize = 50_000_000;

/// A parsed file.
pub(crate) struct Document<'a> {
    file: &'a str,
    text: &'a str,
    root: Node<'a>,
    pub value: Value,
    /// Byte offsets of line starts.
    lines: Vec<usize>,
}

impl<'a> Document<'a> {
    /// Parses a file. A syntax error is reported; if a lenient parser accepts the file, for example with a trailing comma, it
    /// is checked anyway, otherwise the result is `None`.
    pub fn open(file: &'a str, text: &'a str, findings: &mut Vec<Finding>) -> Option<Self> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let document_finding = |line, column, message: String| {
            let (file, key, pointer) = (file.to_owned(), String::new(), String::new());
            Finding { file, line, column, key, pointer, severity: Severity::Error, message }
        };
        if text.len() > MAX_BYTES {
            findings.push(document_finding(
                1,
                1,
                format!("the file is larger than {MAX_BYTES} bytes: split it"),
            ));
            return None;
        }
        let strict = serde_json::from_str::<Value>(text);
        if let Err(error) = &strict {
            let reason = error.to_string();
            let reason = reason.split(" at line ").next().unwrap_or_default();
            findings.push(document_finding(
                error.line().max(1),
                error.column().max(1),
                format!("invalid JSON: {reason}"),
            ));
        }
        let root = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default()).ok()?.value?;
        let value = strict.unwrap_or_else(|_| Value::from(root.clone()));
        let breaks = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(offset, _)| offset + 1);
        let document = Self { file, text, root, value, lines: std::iter::once(0).chain(breaks).collect() };
        document.report_duplicate_keys(&document.root, &mut Vec::new(), findings);
        Some(document)
    }

    /// A finding at the value of a JSON pointer; if that does not exist, at its nearest existing parent.
    pub fn finding(&self, severity: Severity, pointer: &str, message: impl Into<String>) -> Finding {
        let (key, _, at) = self.locate(pointer);
        self.at(severity, key, pointer.to_owned(), at, message.into())
    }

    /// A finding at the name of the key at a JSON pointer.
    pub fn at_key(&self, severity: Severity, pointer: &str, message: impl Into<String>) -> Finding {
        let (key, at, _) = self.locate(pointer);
        self.at(severity, key, pointer.to_owned(), at, message.into())
    }

    fn at(&self, severity: Severity, key: String, pointer: String, at: usize, message: String) -> Finding {
        let line = self.lines.partition_point(|start| *start <= at);
        let start = self.lines.get(line.saturating_sub(1)).copied().unwrap_or_default();
        let column = self.text.get(start..at).unwrap_or_default().chars().count() + 1;
        Finding { file: self.file.to_owned(), line, column, key, pointer, severity, message }
    }

    /// The key of a JSON pointer in the notation of messages, such as `hosts[1]`, and the byte offsets of its name and value.
    fn locate(&self, pointer: &str) -> (String, usize, usize) {
        let (mut node, mut key, mut name_at) = (Some(&self.root), String::new(), self.root.start());
        let mut value_at = name_at;
        for token in pointer.split('/').skip(1).map(unescape) {
            let next = match node {
                Some(Node::Array(list)) => {
                    let i = token.parse().unwrap_or(usize::MAX);
                    key = Token::Item(i).append_to(key);
                    list.elements.get(i).map(|item| (item.start(), item))
                }
                other => {
                    key = Token::Key(&token).append_to(key);
                    let property =
                        other.and_then(Node::as_object).and_then(|o| property(&o.properties, &token));
                    property.map(|p| (p.start(), &p.value))
                }
            };
            if let Some((at, value)) = next {
                (name_at, value_at) = (at, value.start());
            }
            node = next.map(|(_, value)| value);
        }
        (key, name_at, value_at)
    }

    /// Reports duplicate keys of objects, because only one of the values would be used.
    fn report_duplicate_keys<'n>(
        &self,
        node: &'n Node<'_>,
        path: &mut Vec<Token<'n>>,
        findings: &mut Vec<Finding>,
    ) {
        match node {
            Node::Array(list) => {
                for (i, item) in list.elements.iter().enumerate() {
                    path.push(Token::Item(i));
                    self.report_duplicate_keys(item, path, findings);
                    path.pop();
                }
            }
            Node::Object(object) => {
                let mut names = HashSet::new();
                for p in &object.properties {
                    path.push(Token::Key(p.name.as_str()));
                    if !names.insert(p.name.as_str()) {
                        let message = "duplicate key: remove one".to_owned();
                        let key = path.iter().fold(String::new(), |key, token| token.append_to(key));
                        let pointer =
                            path.iter().fold(String::new(), |at, token| token.append_to_pointer(&at));
                        findings.push(self.at(Severity::Error, key, pointer, p.start(), message));
                    }
                    self.report_duplicate_keys(&p.value, path, findings);
                    path.pop();
                }
            }
            _ => {}
        }
    }

    /// The value at a pointer; `None` for `null`.
    pub fn get(&self, pointer: &str) -> Option<&Value> {
        self.value.pointer(pointer).filter(|v| !v.is_null())
    }

    /// The text at a pointer; empty if there is none.
    pub fn text(&self, pointer: &str) -> &str {
        self.get(pointer).and_then(Value::as_str).unwrap_or_default()
    }

    /// Whether the value at a pointer is `true`.
    pub fn flag(&self, pointer: &str) -> bool {
        self.get(pointer) == Some(&Value::Bool(true))
    }

    /// The items of a list with their pointers.
    pub fn items<'s>(&'s self, pointer: &str) -> impl Iterator<Item = (String, &'s Value)> + use<'s, 'a> {
        let items = self.get(pointer).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let pointer = pointer.to_owned();
        items.iter().enumerate().map(move |(i, item)| (format!("{pointer}/{i}"), item))
    }

    /// The texts of a list with their pointers.
    pub fn texts<'s>(&'s self, pointer: &str) -> impl Iterator<Item = (String, &'s str)> + use<'s, 'a> {
        self.items(pointer).filter_map(|(at, item)| Some((at, item.as_str()?)))
    }
}

/// A step of a path.
enum Token<'n> {
    Key(&'n str),
    Item(usize),
}

impl Token<'_> {
    /// Appends this step to a JSON Pointer.
    fn append_to_pointer(&self, pointer: &str) -> String {
        match self {
            Self::Item(i) => format!("{pointer}/{i}"),
            Self::Key(name) => child(pointer, name),
        }
    }

    /// Appends this step to a key in the notation of messages.
    fn append_to(&self, key: String) -> String {
        match self {
            Self::Item(i) => format!("{key}[{i}]"),
            Self::Key(name) if key.is_empty() => (*name).to_owned(),
            Self::Key(name) => format!("{key}.{name}"),
        }
    }
}

/// The last property with this name, which is the one that JSON parsers use.
fn property<'n, 'a>(properties: &'n [ObjectProp<'a>], name: &str) -> Option<&'n ObjectProp<'a>> {
    properties.iter().rfind(|p| p.name.as_str() == name)
}

/// The pointer of `key` in the object at `pointer`.
pub(crate) fn child(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"))
}

fn unescape(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(text: &str) -> (Option<Document<'_>>, Vec<Finding>) {
        let mut findings = Vec::new();
        (Document::open("f.json", text, &mut findings), findings)
    }

    #[test]
    fn pointers_are_located_by_key_line_and_column() {
        let (document, findings) = open("{\n  \"é\": [1,\n    { \"b/c\": true }]\n}");
        let document = document.unwrap();
        assert!(findings.is_empty());
        let at = |f: Finding| (f.key, f.line, f.column);
        assert_eq!(at(document.finding(Severity::Error, "/é/1/b~1c", "")), ("é[1].b/c".into(), 3, 14));
        assert_eq!(at(document.at_key(Severity::Error, "/é/1/b~1c", "")), ("é[1].b/c".into(), 3, 7));
        assert_eq!(
            at(document.finding(Severity::Error, "/é/1/missing/x", "")),
            ("é[1].missing.x".into(), 3, 5)
        );
        assert_eq!(at(document.finding(Severity::Error, "", "")), (String::new(), 1, 1));
    }

    #[test]
    fn almost_valid_json_is_reported_and_still_read() {
        let (document, findings) = open("{\n  \"a\": 1,\n}");
        assert_eq!(document.unwrap().value["a"], 1);
        assert_eq!(findings[0].to_string(), "f.json:3:1: error: invalid JSON: trailing comma");
        for invalid in ["", "{\"a\":", "[1] [2]", &"[".repeat(100_000)] {
            let (document, findings) = open(invalid);
            assert!(document.is_none() && findings.len() == 1, "{invalid:.20}");
        }
    }

    #[test]
    fn a_duplicate_key_is_reported() {
        let (_, findings) = open("{\"a\": {\"b\": 1,\n\"b\": 2}}");
        assert_eq!(findings[0].to_string(), "f.json:2:1: error: a.b: duplicate key: remove one");
    }
}
