//! Validates a site's settings and catalog. Reports all errors and warnings with file, line, key and what to change.
//!
//! Layer 1. This crate has no storage, feeds or HTTP: it takes texts and returns findings. Files are validated against the
//! JSON Schemas of the model's types, then against rules that a schema cannot express.
//!
//! To add a rule: add a function over a [`document::Document`] to `record`, `parts` or `folder`, depending on whether it
//! needs the record, a list or the whole site, and a test.

mod blocks;
mod document;
mod folder;
mod hosts;
mod parts;
mod record;
mod reserved;
mod schema;
mod suggestions;

pub use folder::check_site_folder;
pub use marquee_model::catalog::CatalogPart;

use document::Document;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The record is invalid and is not stored.
    Error,
    /// The record is valid, but a value has no effect or an unexpected effect.
    Warning,
}

/// An error or warning. `Display` writes `file:line:column: error: key: message`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file name as given by the caller.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The key, for example `config.theme.colors.palette.muted` or `[3].timeZone`; empty for the whole file.
    pub key: String,
    /// The same as a JSON Pointer (RFC 6901).
    pub pointer: String,
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
    /// Path; the last segment decides what the file contains, for example `theaters.json`.
    pub name: &'a str,
    pub text: &'a str,
}

/// Checks the content of `site.json`.
#[must_use]
pub fn check_site_record(file_name: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(document) = Document::open(file_name, text, &mut findings) {
        record::check(&document, &mut findings);
    }
    sorted(findings)
}

/// Checks a part of a catalog. References to other parts are only checked by [`check_site_folder`].
#[must_use]
pub fn check_catalog_part(part: CatalogPart, file_name: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(document) = Document::open(file_name, text, &mut findings) {
        parts::check(part, &document, &mut findings);
    }
    sorted(findings)
}

/// Sorts findings by file and line and removes duplicates.
fn sorted(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort();
    findings.dedup();
    findings
}

#[cfg(test)]
mod tests;
