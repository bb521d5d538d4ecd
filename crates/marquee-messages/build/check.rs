//! Compares the locales with English.

use std::collections::{BTreeMap, BTreeSet};

use super::catalog::{Catalog, File, Messages, Piece};

/// How a message uses an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// Chooses a plural form.
    Number,
}

/// The arguments of a message, in the order of their first use.
pub fn arguments(pieces: &[Piece]) -> Vec<(String, Kind)> {
    let mut arguments = Vec::new();
    collect(pieces, &mut arguments);
    arguments
}

fn collect(pieces: &[Piece], arguments: &mut Vec<(String, Kind)>) {
    for piece in pieces {
        let (name, kind, cases) = match piece {
            Piece::Text(_) => continue,
            Piece::Argument(name) => (name, Kind::Text, [].as_slice()),
            Piece::Select(name, cases) => (name, Kind::Text, cases.as_slice()),
            Piece::Plural(name, cases) => (name, Kind::Number, cases.as_slice()),
        };
        match arguments.iter_mut().find(|(other, _)| other == name) {
            Some((_, existing_kind)) if kind == Kind::Number => *existing_kind = kind,
            Some(_) => {}
            None => arguments.push((name.clone(), kind)),
        }
        cases.iter().for_each(|(_, pieces)| collect(pieces, arguments));
    }
}

/// The faults of the catalog, one error message for each.
pub fn faults(catalog: &Catalog) -> Vec<String> {
    catalog.files.iter().flat_map(|file| faults_of_file(file, &catalog.locales)).collect()
}

fn faults_of_file(file: &File, locales: &[String]) -> Vec<String> {
    let Some((english, others)) = file.locales.split_first() else { return Vec::new() };
    let locales = locales.iter().skip(1);
    others
        .iter()
        .zip(locales)
        .flat_map(|(messages, locale)| {
            let name = format!("locales/{locale}/{}.json", file.name);
            compare(english, messages).into_iter().map(move |fault| format!("{name}: {fault}"))
        })
        .collect()
}

/// The faults of a locale's messages, compared with the English ones.
pub fn compare(english: &Messages, messages: &Messages) -> Vec<String> {
    let by_key = |all: &Messages| -> BTreeMap<String, Vec<(String, Kind)>> {
        all.iter().map(|(key, pieces)| (key.clone(), arguments(pieces))).collect()
    };
    let (expected, actual) = (by_key(english), by_key(messages));
    let keys = |all: &BTreeMap<String, _>| -> BTreeSet<String> { all.keys().cloned().collect() };
    let (expected_keys, actual_keys) = (keys(&expected), keys(&actual));
    let missing = expected_keys.difference(&actual_keys).map(|key| format!("{key} is missing"));
    let unknown = actual_keys
        .difference(&expected_keys)
        .map(|key| format!("{key} is unknown: English does not have it"));
    let arguments = actual.iter().flat_map(|(key, arguments)| {
        let expected_arguments = expected.get(key).map(Vec::as_slice).unwrap_or_default();
        let is_known = |name: &String| expected_arguments.iter().any(|(other, _)| other == name);
        let is_number = |name: &String| expected_arguments.contains(&(name.clone(), Kind::Number));
        arguments.iter().filter_map(move |(name, kind)| match kind {
            _ if !is_known(name) => Some(format!("{key}: {{{name}}} is not an argument of the English text")),
            Kind::Number if !is_number(name) => {
                Some(format!("{key}: {{{name}}} is not a number in the English text"))
            }
            _ => None,
        })
    });
    missing.chain(unknown).chain(arguments).collect()
}
