//! Errors that reject a feed as a whole.

use crate::Format;
use crate::json::JsonError;
use crate::report::SkippedRow;

/// Why a feed is rejected as a whole; the site keeps its data (security 7.5).
#[derive(Debug, thiserror::Error)]
pub enum FeedError {
    /// The format has no reader.
    #[error("unknown feed format {0:?}: must be {names}", names = Format::names())]
    UnknownFormat(String),
    /// A file or folder could not be read.
    #[error("cannot read {path}")]
    Io {
        /// The file or folder.
        path: String,
        /// The system error.
        #[source]
        source: std::io::Error,
    },
    #[error("{0} contains no .json, .json5, .csv, .tsv, .xlsx, .ods, .xml or .ics file")]
    NoFile(String),
    /// A file whose content shows no format; a person may know it.
    #[error("the format of {0} is not clear: choose it")]
    Unrecognized(String),
    /// A binary file, or an empty one.
    #[error(
        "{0} is neither a spreadsheet nor JSON, XML or a calendar: choose an .xlsx, .ods, .csv, .json, .xml or .ics file"
    )]
    UnknownFile(String),
    #[error("{0} is a web page, not a file with a schedule")]
    WebPage(String),
    #[error("the files have the formats {first} and {second}: import those of one format at a time")]
    MixedFormats { first: &'static str, second: &'static str },
    /// A spreadsheet that cannot be opened.
    #[error("{file} cannot be read as a spreadsheet: {reason}")]
    Sheet { file: String, reason: String },
    /// A spreadsheet without a column that every row needs.
    #[error("{file}: the column {column:?} is missing: the first row must name the columns")]
    Column { file: String, column: &'static str },
    /// A file, or all files together, are larger than the limit.
    #[error("{what} is larger than {limit} bytes: split it")]
    TooLarge {
        /// The file, or "the feed".
        what: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// More files than the limit.
    #[error("the feed must have at most {limit} files")]
    TooManyFiles {
        /// The limit.
        limit: usize,
    },
    /// A file name that could point outside its folder, or that is misleading in a log.
    #[error("unsafe file name {0:?}: use letters, digits, spaces, '-', '_' and '.'")]
    UnsafeName(String),
    /// A folder below too many others.
    #[error("{0:?} is too deep: move the files to at most 16 levels of folders")]
    TooDeep(String),
    /// A file is not UTF-8.
    #[error("{file}:{line}:{column}: the file is not UTF-8 text: save it as UTF-8")]
    NotUtf8 {
        /// The file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1, in characters.
        column: usize,
    },
    /// A file is not JSON.
    #[error("{file}:{line}:{column}: {error}")]
    Syntax {
        /// The file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1, in characters.
        column: usize,
        /// What is wrong there.
        error: JsonError,
    },
    /// A file is not XML.
    #[error("{file}:{line}:{column}: {reason}")]
    Xml { file: String, line: usize, column: usize, reason: String },
    /// A file is not a calendar.
    #[error("{file}:{line}: {reason}")]
    Calendar { file: String, line: usize, reason: String },
    /// The files are JSON, but contain no data of the format.
    #[error("the feed contains no data in the format {format}: {hint}")]
    NoData {
        /// The format's name.
        format: &'static str,
        /// A description of the format.
        hint: &'static str,
    },
    /// More rows were skipped than the limit.
    #[error("more than {limit} rows are invalid; the first: {first}")]
    TooManySkipped {
        /// The limit.
        limit: usize,
        /// The first skipped row.
        first: Box<SkippedRow>,
    },
    /// No showtime, no film and no theater could be read, and rows were skipped.
    #[error("no theater, film or showtime is valid, {} rows were skipped; the first: {first}", skipped.len())]
    NoValidRow {
        /// The first skipped row.
        first: Box<SkippedRow>,
        /// All skipped rows.
        skipped: Vec<SkippedRow>,
    },
}
