//! Limits of CSV files, and the errors that reject a whole file.

/// Maximum size of a file in bytes.
pub const MAX_FILE_BYTES: usize = 50 << 20;
/// Maximum number of rows of a file, without the header.
pub const MAX_ROWS: usize = 200_000;

/// Why a file was rejected as a whole.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CsvError {
    /// It has more than 50 MB.
    #[error("the file has more than {} MB", MAX_FILE_BYTES >> 20)]
    TooLarge,
    /// It has more than 200,000 rows.
    #[error("the file has more than {MAX_ROWS} rows")]
    TooLong,
    /// It has no header row.
    #[error("the file has no header: its first row must name the fields")]
    NoHeader,
    /// A column has an unknown name.
    #[error("unknown column {name:?}{}", hint(.nearest.as_ref()))]
    UnknownColumn {
        name: String,
        /// The most similar existing name, if any.
        nearest: Option<String>,
    },
    /// A column contains passwords, which are never imported.
    #[error("column {0:?}: passwords cannot be imported; members set one by email")]
    PasswordColumn(String),
    /// A column occurs twice.
    #[error("duplicate column {0:?}")]
    DuplicateColumn(&'static str),
    /// The column that identifies records is missing.
    #[error("column {0:?} is required")]
    MissingColumn(&'static str),
}

/// A suggestion at the end of a message about an unknown name; empty without one.
pub(super) fn hint(nearest: Option<&String>) -> String {
    nearest.map_or_else(String::new, |suggestion| format!(": did you mean {suggestion:?}?"))
}
