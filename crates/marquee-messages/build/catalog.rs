//! Reads the catalog: the files of each locale and their messages by key, each parsed into pieces.

use std::path::Path;

use formatjs_icu_messageformat_parser::types::PluralType;
use formatjs_icu_messageformat_parser::{MessageFormatElement, Parser, ParserOptions};
use serde_json::Value;

/// The locale that has every key. Its texts determine the arguments of each message.
pub const SOURCE: &str = "en";

/// A part of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    Argument(String),
    /// The cases are plural categories, or exact numbers such as `=0`.
    Plural(String, Vec<(String, Vec<Piece>)>),
    Select(String, Vec<(String, Vec<Piece>)>),
}

/// A file of one locale: its messages by dotted key, in the file's order.
pub type Messages = Vec<(String, Vec<Piece>)>;

/// A file of the catalog, such as `mail`, in every locale.
pub struct File {
    pub name: String,
    /// In the order of [`Catalog::locales`].
    pub locales: Vec<Messages>,
}

pub struct Catalog {
    /// English first, then by name.
    pub locales: Vec<String>,
    pub files: Vec<File>,
}

/// Reads the catalog from the folder `root`.
///
/// # Errors
/// If a folder or file cannot be read, a file is not JSON, or a text is not a valid message.
pub fn read(root: &Path) -> Result<Catalog, String> {
    let mut locales = names(root, |path| path.is_dir())?;
    locales.sort_by_key(|name| (name != SOURCE, name.clone()));
    let mut files = Vec::new();
    for name in names(&root.join(SOURCE), |path| path.extension().is_some_and(|end| end == "json"))? {
        let read_locale = |locale: &String| messages(&root.join(locale).join(&name));
        let locales = locales.iter().map(read_locale).collect::<Result<_, _>>()?;
        files.push(File { name: name.trim_end_matches(".json").to_owned(), locales });
    }
    Ok(Catalog { locales, files })
}

fn names(dir: &Path, is_included: impl Fn(&Path) -> bool) -> Result<Vec<String>, String> {
    let with_path = |error: std::io::Error| format!("{}: {error}", dir.display());
    let entries = std::fs::read_dir(dir).map_err(with_path)?;
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(with_path)?;
        if is_included(&entry.path()) {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn messages(path: &Path) -> Result<Messages, String> {
    let with_path = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| with_path(&error))?;
    let json: Value = serde_json::from_str(&text).map_err(|error| with_path(&error))?;
    let mut messages = Vec::new();
    flatten("", &json, &mut messages).map_err(|error| with_path(&error))?;
    Ok(messages)
}

fn flatten(key: &str, value: &Value, messages: &mut Messages) -> Result<(), String> {
    match value {
        Value::String(text) => {
            messages.push((key.to_owned(), parse(text).map_err(|error| format!("{key}: {error}"))?));
            Ok(())
        }
        Value::Object(group) => group.iter().try_for_each(|(name, value)| {
            let key = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
            flatten(&key, value, messages)
        }),
        _ => Err(format!("{key}: must be a text or a group of texts")),
    }
}

/// Parses a message into pieces.
///
/// # Errors
/// If the text is not in ICU MessageFormat, or if it formats numbers or dates, which must be passed as formatted texts.
pub fn parse(text: &str) -> Result<Vec<Piece>, String> {
    let options = ParserOptions { ignore_tag: true, requires_other_clause: true, ..ParserOptions::default() };
    let elements = Parser::new(text, options).parse().map_err(|error| format!("{text:?}: {error}"))?;
    pieces(&elements).map_err(|error| format!("{text:?}: {error}"))
}

fn pieces(elements: &[MessageFormatElement]) -> Result<Vec<Piece>, String> {
    elements.iter().map(piece).collect()
}

fn piece(element: &MessageFormatElement) -> Result<Piece, String> {
    use MessageFormatElement as E;
    Ok(match element {
        E::Literal(text) => Piece::Text(text.value.clone()),
        E::Argument(argument) => Piece::Argument(argument.value.clone()),
        E::Select(select) => {
            let cases = select.options.iter().map(|(name, case)| Ok((name.clone(), pieces(&case.value)?)));
            Piece::Select(select.value.clone(), cases.collect::<Result<_, String>>()?)
        }
        E::Plural(plural) if plural.offset == 0 && plural.plural_type == PluralType::Cardinal => {
            let cases = plural
                .options
                .iter()
                .map(|(rule, case)| Ok((rule.as_str().to_owned(), pieces(&case.value)?)));
            Piece::Plural(plural.value.clone(), cases.collect::<Result<_, String>>()?)
        }
        E::Pound(_) => return Err("write the argument's name instead of #".to_owned()),
        E::Plural(_) | E::Number(_) | E::Date(_) | E::Time(_) | E::Tag(_) => {
            return Err(
                "only texts, plurals and selections: pass numbers and dates as formatted texts".to_owned()
            );
        }
    })
}
