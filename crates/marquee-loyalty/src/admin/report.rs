//! The report of an import.

use serde::Serialize;

use super::Outcome;

/// The result of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    /// Rows without the header.
    pub rows_read: usize,
    pub added: usize,
    pub changed: usize,
    /// Records that already had these values.
    pub unchanged: usize,
    /// Rows that were not imported.
    pub left_out: Vec<SkippedRow>,
    /// Whether this was a dry run, which changed nothing.
    pub dry_run: bool,
}

impl ImportReport {
    pub(super) fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Added => self.added += 1,
            Outcome::Changed => self.changed += 1,
            Outcome::Unchanged => self.unchanged += 1,
        }
    }

    pub(super) fn skip_row(&mut self, line: u64, why: String) {
        self.left_out.push(SkippedRow { line, why });
    }
}

/// A row that was not imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SkippedRow {
    /// The row's line in the file, from 1.
    pub line: u64,
    /// The reason.
    pub why: String,
}
