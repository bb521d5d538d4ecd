//! The files of a feed, read with limits (security 7.5).

use std::fs;
use std::io::Read;
use std::path::Path;

use crate::Format;
use crate::error::FeedError;

/// Limits for the files of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum size of a file in bytes, default 50 MB.
    pub file_bytes: u64,
    /// Maximum size of all files in bytes, default 200 MB.
    pub total_bytes: u64,
    /// Maximum number of files, default 10,000.
    pub files: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { file_bytes: 50_000_000, total_bytes: 200_000_000, files: 10_000 }
    }
}

/// Extensions of the files of JSON formats.
pub(crate) const JSON: &[&str] = &[".json", ".json5"];
/// Extensions of XML files, and of those of formats that are JSON or XML.
pub(crate) const XML: &[&str] = &[".xml"];
pub(crate) const JSON_AND_XML: &[&str] = &[".json", ".json5", ".xml"];
/// Extensions of calendars.
pub(crate) const ICS: &[&str] = &[".ics", ".ical"];
/// Extensions of spreadsheets.
pub(crate) const SHEETS: &[&str] = &[".csv", ".tsv", ".xlsx", ".ods"];

/// Maximum depth of nested folders.
const MAX_FOLDERS: usize = 16;

/// One file of a feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Path inside the feed, separated by `/`.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The files of a feed, sorted by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Source {
    files: Vec<SourceFile>,
}

impl Source {
    /// A source of files in memory, for example of an upload. Files with other extensions than
    /// those of a format are ignored.
    ///
    /// # Errors
    /// A name is unsafe, a limit is exceeded, or there is no file.
    pub fn from_files(files: Vec<SourceFile>, limits: Limits) -> Result<Self, FeedError> {
        let mut builder = SourceBuilder { limits, files: Vec::new(), total: 0 };
        for file in files {
            if is_readable(&file.name) {
                builder.add(file)?;
            }
        }
        builder.finish("the feed")
    }

    /// Reads a file, or a folder recursively. Symbolic links inside a folder are not followed.
    ///
    /// # Errors
    /// Like [`Source::from_files`], or a file cannot be read.
    pub fn open(path: &Path, limits: Limits) -> Result<Self, FeedError> {
        let mut builder = SourceBuilder { limits, files: Vec::new(), total: 0 };
        let path_text = path.display().to_string();
        if fs::metadata(path).map_err(|source| io(&path_text, source))?.is_dir() {
            builder.folder(path, "", 0)?;
        } else {
            let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default().to_owned();
            if is_readable(&name) {
                builder.file(path, name)?;
            }
        }
        builder.finish(&path_text)
    }

    /// The files with one of these extensions.
    pub(crate) fn files_with(
        &self,
        extensions: &'static [&'static str],
    ) -> impl Iterator<Item = &SourceFile> {
        self.files.iter().filter(|file| has_extension(&file.name, extensions))
    }

    #[must_use]
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }
}

fn io(path: &str, source: std::io::Error) -> FeedError {
    FeedError::Io { path: path.to_owned(), source }
}

/// Whether a file may belong to a feed, by its name.
fn is_readable(name: &str) -> bool {
    Format::ALL.iter().any(|format| has_extension(name, format.reader().extensions()))
}

pub(crate) fn has_extension(name: &str, extensions: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    extensions.iter().any(|extension| name.ends_with(extension))
}

/// Whether a name points into its folder and is displayed verbatim: not absolute, without `..`, control and bidi characters.
fn is_safe(name: &str) -> bool {
    let is_forbidden =
        |c: char| c.is_control() || matches!(c, '\\' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    name.len() <= 1024
        && !name.contains(is_forbidden)
        && name.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

struct SourceBuilder {
    limits: Limits,
    files: Vec<SourceFile>,
    total: u64,
}

impl SourceBuilder {
    fn check_limits(&self, name: &str, bytes: u64) -> Result<(), FeedError> {
        if self.files.len() >= self.limits.files {
            return Err(FeedError::TooManyFiles { limit: self.limits.files });
        }
        if bytes > self.limits.file_bytes {
            return Err(FeedError::TooLarge { what: name.to_owned(), limit: self.limits.file_bytes });
        }
        if self.total.saturating_add(bytes) > self.limits.total_bytes {
            return Err(FeedError::TooLarge { what: "the feed".to_owned(), limit: self.limits.total_bytes });
        }
        Ok(())
    }

    fn add(&mut self, file: SourceFile) -> Result<(), FeedError> {
        if !is_safe(&file.name) {
            return Err(FeedError::UnsafeName(file.name));
        }
        let bytes = u64::try_from(file.bytes.len()).unwrap_or(u64::MAX);
        self.check_limits(&file.name, bytes)?;
        self.total += bytes;
        self.files.push(file);
        Ok(())
    }

    /// Reads a file. Its size is checked in the metadata first, and again after reading.
    fn file(&mut self, path: &Path, name: String) -> Result<(), FeedError> {
        let fail = |source| io(&name, source);
        let file = fs::File::open(path).map_err(fail)?;
        self.check_limits(&name, file.metadata().map_err(fail)?.len())?;
        let mut bytes = Vec::new();
        file.take(self.limits.file_bytes.saturating_add(1)).read_to_end(&mut bytes).map_err(fail)?;
        self.add(SourceFile { name, bytes })
    }

    fn folder(&mut self, path: &Path, prefix: &str, depth: usize) -> Result<(), FeedError> {
        if depth > MAX_FOLDERS {
            return Err(FeedError::TooDeep(prefix.to_owned()));
        }
        let path_text = path.display().to_string();
        for entry in fs::read_dir(path).map_err(|e| io(&path_text, e))? {
            let entry = entry.map_err(|e| io(&path_text, e))?;
            let kind = entry.file_type().map_err(|e| io(&path_text, e))?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let inner = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
            if kind.is_dir() {
                self.folder(&entry.path(), &inner, depth + 1)?;
            } else if kind.is_file() && is_readable(&name) {
                self.file(&entry.path(), inner)?;
            }
        }
        Ok(())
    }

    fn finish(mut self, what: &str) -> Result<Source, FeedError> {
        if self.files.is_empty() {
            return Err(FeedError::NoFile(what.to_owned()));
        }
        self.files.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Source { files: self.files })
    }
}

#[cfg(test)]
mod tests;
