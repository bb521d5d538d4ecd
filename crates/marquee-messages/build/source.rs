//! Writes the Rust source of the catalog.

use std::fmt::Write;

use super::catalog::{Catalog, File, Piece};
use super::check::{Kind, arguments};

/// The file whose messages are stored or sent before it is known who reads them.
const DEFERRED: &str = "feeds";

/// The Rust source: the locales, and a module for each file.
pub fn rust(catalog: &Catalog) -> String {
    let mut code = format!(
        "/// The locales, English first.\npub(crate) const TAGS: [&str; {0}] = {1:?};\n\
         /// A value for each locale.\npub(crate) type ByLocale<T> = [T; {0}];\n",
        catalog.locales.len(),
        catalog.locales
    );
    for file in &catalog.files {
        let _ = write!(code, "\n/// The messages of `{0}.json`.\npub mod {0} {{\n", file.name);
        if file.name == DEFERRED {
            deferred(file, &mut code);
            code.push_str("}\n");
            continue;
        }
        code.push_str("    #[allow(unused_imports, reason = \"a file may have only texts\")]\n");
        code.push_str("    use crate::{Language, message::{Piece, Value, format}};\n");
        table(file, &mut code);
        for index in 0..file.locales.first().map_or(0, Vec::len) {
            function(file, index, &mut code);
        }
        code.push_str("}\n");
    }
    code
}

/// The pieces of a message in every locale; empty for a locale that lacks it.
fn by_locale<'f>(file: &'f File, key: &str) -> Vec<&'f [Piece]> {
    let of_locale = |messages: &'f Vec<(String, Vec<Piece>)>| {
        messages
            .iter()
            .find(|(other_key, _)| other_key == key)
            .map_or([].as_slice(), |(_, pieces)| pieces.as_slice())
    };
    file.locales.iter().map(of_locale).collect()
}

/// The text of a message without arguments.
fn literal(pieces: &[Piece]) -> Option<String> {
    match pieces {
        [] => Some(String::new()),
        [Piece::Text(text)] => Some(text.clone()),
        _ => None,
    }
}

/// Writes the table of texts without arguments, and the functions that look them up by key.
fn table(file: &File, out: &mut String) {
    let Some(english) = file.locales.first() else { return };
    out.push_str(
        "    /// The messages without arguments by key, in the order of the file.\n    \
         pub(crate) static TEXTS: &[(&str, crate::ByLocale<&str>)] = &[\n",
    );
    for (key, _) in english {
        let texts: Option<Vec<String>> = by_locale(file, key).into_iter().map(literal).collect();
        if let Some(texts) = texts {
            let _ = writeln!(out, "        ({key:?}, {texts:?}),");
        }
    }
    out.push_str(
        "    ];\n    /// The text of a key, for keys that are computed at run time.\n    #[must_use]\n    \
         pub fn find(language: Language, key: &str) -> Option<&'static str> {\n        \
         static INDEX: crate::message::Index = crate::message::Index::new();\n        \
         INDEX.find(TEXTS, key).map(|texts| language.pick(texts))\n    }\n    \
         /// All keys of a group with their texts, in the order of the file.\n    \
         pub fn group(language: Language, prefix: &str) -> impl Iterator<Item = (&'static str, &'static str)> {\n        \
         TEXTS.iter().filter_map(move |(key, texts)| Some((key.strip_prefix(prefix)?, language.pick(texts))))\n    }\n",
    );
}

/// Writes the function of a message. A message whose key is not a valid Rust name has no function and can only be looked up by
/// key.
fn function(file: &File, index: usize, out: &mut String) {
    let Some((key, english)) = file.locales.first().and_then(|messages| messages.get(index)) else { return };
    let Some(name) = snake(key) else { return };
    let texts = by_locale(file, key);
    let literals: Option<Vec<String>> = texts.iter().map(|pieces| literal(pieces)).collect();
    let _ = write!(
        out,
        "    /// `{key}`\n    #[must_use]\n    #[inline]\n    pub fn {name}(in_language: Language"
    );
    let arguments = arguments(english);
    if let (true, Some(literals)) = (arguments.is_empty(), literals) {
        let _ = writeln!(out, ") -> &'static str {{\n        in_language.pick(&{literals:?})\n    }}");
        return;
    }
    let mut values = Vec::new();
    for (argument, kind) in &arguments {
        let name = snake(argument).unwrap_or_else(|| argument.clone());
        let (ty, value) = match kind {
            Kind::Text => ("&str", "Text"),
            Kind::Number => ("u64", "Number"),
        };
        let _ = write!(out, ", {name}: {ty}");
        values.push(format!("Value::{value}({name})"));
    }
    let names: Vec<&str> = arguments.iter().map(|(name, _)| name.as_str()).collect();
    let _ = write!(out, ") -> String {{\n        static TEXTS: crate::ByLocale<&[Piece]> = [");
    for pieces in texts {
        let _ = write!(out, "{}, ", slice(pieces, &names));
    }
    let _ = writeln!(
        out,
        "];\n        format(in_language, in_language.pick(&TEXTS), &[{}])\n    }}",
        values.join(", ")
    );
}

/// Writes the table of messages by key, and for each message the function that returns it with its arguments, in no language.
fn deferred(file: &File, out: &mut String) {
    let Some(english) = file.locales.first() else { return };
    out.push_str(
        "    use crate::{Argument, Message, message::Piece};\n    \
         /// All messages, in the order of the file.\n    \
         pub(crate) static MESSAGES: &[crate::deferred::Entry] = &[\n",
    );
    for (key, pieces) in english {
        let arguments = arguments(pieces);
        let names: Vec<&str> = arguments.iter().map(|(name, _)| name.as_str()).collect();
        let texts: Vec<String> =
            by_locale(file, key).into_iter().map(|pieces| slice(pieces, &names)).collect();
        let _ = writeln!(out, "        ({key:?}, &{names:?}, [{}]),", texts.join(", "));
    }
    out.push_str("    ];\n");
    for (key, pieces) in english {
        let Some(function) = snake(key) else { continue };
        let (mut parameters, mut values) = (Vec::new(), Vec::new());
        for (argument, kind) in arguments(pieces) {
            let name = snake(&argument).unwrap_or_else(|| argument.clone());
            let ty = if kind == Kind::Number { "usize" } else { "impl Into<Argument>" };
            values.push(format!("({argument:?}, {name}.into())"));
            parameters.push(format!("{name}: {ty}"));
        }
        let _ = writeln!(
            out,
            "    /// `{key}`\n    #[must_use]\n    pub fn {function}({}) -> Message {{\n        \
             Message::new({key:?}, [{}])\n    }}",
            parameters.join(", "),
            values.join(", ")
        );
    }
}

fn slice(pieces: &[Piece], names: &[&str]) -> String {
    let pieces: Vec<String> = pieces.iter().map(|piece| expression(piece, names)).collect();
    format!("&[{}]", pieces.join(", "))
}

fn expression(piece: &Piece, names: &[&str]) -> String {
    let index = |name: &String| names.iter().position(|other| other == name).unwrap_or(usize::MAX);
    let cases = |cases: &[(String, Vec<Piece>)]| {
        let cases: Vec<String> =
            cases.iter().map(|(case, pieces)| format!("({case:?}, {})", slice(pieces, names))).collect();
        format!("&[{}]", cases.join(", "))
    };
    match piece {
        Piece::Text(text) => format!("Piece::Text({text:?})"),
        Piece::Argument(name) => format!("Piece::Argument({})", index(name)),
        Piece::Plural(name, own) => format!("Piece::Plural({}, {})", index(name), cases(own)),
        Piece::Select(name, own) => format!("Piece::Select({}, {})", index(name), cases(own)),
    }
}

/// Converts a dotted key in camel case to a Rust name in snake case; `None` if the result is not a valid name.
fn snake(key: &str) -> Option<String> {
    let starts_lower = |segment: &str| segment.starts_with(|first: char| first.is_ascii_lowercase());
    let is_name = |segment: &str| starts_lower(segment) && segment.chars().all(|c| c.is_ascii_alphanumeric());
    if !key.split('.').all(is_name) {
        return None;
    }
    let mut identifier = String::new();
    for c in key.chars() {
        match c {
            '.' => identifier.push('_'),
            c if c.is_ascii_uppercase() => {
                identifier.push('_');
                identifier.push(c.to_ascii_lowercase());
            }
            c => identifier.push(c),
        }
    }
    Some(identifier)
}
