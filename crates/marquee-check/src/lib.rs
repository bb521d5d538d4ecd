//! Checks what operators write: a site's settings and its catalog, all mistakes at once, each with file, line,
//! key and what to change.
//!
//! Layer 1. This crate never knows storage, feeds or HTTP: texts come in, findings go out. What a record may hold
//! is said once, by the model's types: their JSON Schemas are checked here, then the rules no schema can say.
//!
//! To add a rule: a function over a [`document::Document`] in `record`, `parts` or `folder`, by what it needs to
//! see (one record, one list, the whole site), and a case in the tests beside it.

mod document;
mod folder;
mod hint;
mod hosts;
mod parts;
mod record;
mod schema;

pub use folder::check_site_folder;

use document::Document;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The record is not taken.
    Error,
    /// The record is taken, something in it has no effect or another than written.
    Warning,
}

/// One mistake. Its text is `file:line:column: error: key: message`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file as the caller named it.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The key, for example `config.theme.colors.palette.muted` or `[3].timeZone`; empty for the whole file.
    pub key: String,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong and what to change.
    pub message: String,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { file, line, column, key, message, .. } = self;
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let colon = if key.is_empty() { "" } else { ": " };
        write!(f, "{file}:{line}:{column}: {severity}: {key}{colon}{message}")
    }
}

/// A file of a site's folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct File<'a> {
    /// Its name; what it holds is told by its last part, for example `theaters.json`.
    pub name: &'a str,
    /// Its content.
    pub text: &'a str,
}

/// A part of the catalog: one file of a site's folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Part {
    Theaters,
    Movies,
    Showtimes,
    Events,
    Pages,
    Menus,
    Attributes,
}

impl Part {
    /// All parts.
    pub const ALL: &'static [Self] = &[
        Self::Theaters,
        Self::Movies,
        Self::Showtimes,
        Self::Events,
        Self::Pages,
        Self::Menus,
        Self::Attributes,
    ];

    /// The name of its file in a site's folder.
    #[must_use]
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Theaters => "theaters.json",
            Self::Movies => "movies.json",
            Self::Showtimes => "showtimes.json",
            Self::Events => "events.json",
            Self::Pages => "pages.json",
            Self::Menus => "menus.json",
            Self::Attributes => "attributes.json",
        }
    }

    /// The part a file holds by its name, whatever its folder.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
        Self::ALL.iter().find(|part| part.file_name() == last).copied()
    }
}

/// Checks a site's record: the content of `site.json`.
#[must_use]
pub fn check_site_record(file_name: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(document) = Document::open(file_name, text, &mut findings) {
        record::check(&document, &mut findings);
    }
    sorted(findings)
}

/// Checks one part of a catalog by itself; what it refers to is checked by [`check_site_folder`].
#[must_use]
pub fn check_catalog_part(part: Part, file_name: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(document) = Document::open(file_name, text, &mut findings) {
        parts::check(part, &document, &mut findings);
    }
    sorted(findings)
}

/// Findings in the order of their lines, without repetition.
fn sorted(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort();
    findings.dedup();
    findings
}

#[cfg(test)]
mod tests;
