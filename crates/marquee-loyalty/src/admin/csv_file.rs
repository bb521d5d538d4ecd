//! CSV files: parsing rows into fields of records, and writing records without cells that spreadsheets run as formulas.

use std::collections::BTreeSet;

use csv::{ByteRecord, ReaderBuilder, WriterBuilder};
use serde_json::Value;

use super::csv_error::{CsvError, MAX_FILE_BYTES, MAX_ROWS};
use super::field_type::{Access, Field, LIST_SEPARATOR};
use super::field_values::{FieldValues, find_field};

/// Spreadsheets treat a cell that begins with one of these as a formula (security 6.11).
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// A file, parsed row by row.
pub struct CsvReader<'a> {
    bytes: &'a [u8],
    reader: csv::Reader<&'a [u8]>,
    columns: Vec<&'static Field>,
}

fn reader(bytes: &[u8]) -> csv::Reader<&[u8]> {
    let first_line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    // Spreadsheets in locales with a decimal comma use semicolons.
    let delimiter = if first_line.contains(&b';') && !first_line.contains(&b',') { b';' } else { b',' };
    ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(bytes)
}

impl<'a> CsvReader<'a> {
    /// Parses the header and counts the rows.
    pub fn open(bytes: &'a [u8], fields: &'static [Field]) -> Result<Self, CsvError> {
        if bytes.len() > MAX_FILE_BYTES {
            return Err(CsvError::TooLarge);
        }
        // Skip the byte order mark.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let mut reader = reader(bytes);
        let header = reader.byte_headers().cloned().map_err(|_| CsvError::NoHeader)?;
        if header.iter().all(<[u8]>::is_empty) {
            return Err(CsvError::NoHeader);
        }
        let columns = columns(&header, fields)?;
        let mut row_reader = self::reader(bytes);
        let (mut row, mut rows) = (ByteRecord::new(), 0_usize);
        while row_reader.read_byte_record(&mut row).is_ok_and(|has_row| has_row) {
            rows += 1;
            if rows > MAX_ROWS {
                return Err(CsvError::TooLong);
            }
        }
        Ok(Self { bytes, reader, columns })
    }

    /// The line of a row. The reader's position is before the empty lines that it skips, so they are added.
    fn line(&self, at: &csv::Position) -> u64 {
        let from = usize::try_from(at.byte()).unwrap_or(usize::MAX);
        let remaining = self.bytes.get(from..).unwrap_or_default();
        let empty = remaining.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
        at.line() + empty.filter(|byte| **byte == b'\n').map(|_| 1).sum::<u64>()
    }

    fn row(&self, record: &ByteRecord) -> Result<FieldValues, String> {
        if record.len() != self.columns.len() {
            return Err(format!("the row has {} cells, the header has {}", record.len(), self.columns.len()));
        }
        let mut input = FieldValues::default();
        for (field, cell) in self.columns.iter().zip(record) {
            // Read-only fields are ignored without validation.
            if field.access == Access::ReadOnly && field.name != "id" {
                continue;
            }
            let text = std::str::from_utf8(cell).map_err(|_| format!("{} must be UTF-8", field.name))?;
            input.set_from_text(field, unescape_formula(text)).map_err(|error| error.to_string())?;
        }
        Ok(input)
    }
}

fn columns(header: &ByteRecord, fields: &'static [Field]) -> Result<Vec<&'static Field>, CsvError> {
    let mut columns = Vec::new();
    let mut names = BTreeSet::new();
    for cell in header {
        let name = String::from_utf8_lossy(cell).trim().to_owned();
        let field = find_field(fields, &name).map_err(|nearest| {
            if name.to_lowercase().contains("password") {
                CsvError::PasswordColumn(name.clone())
            } else {
                CsvError::UnknownColumn { name: name.clone(), nearest: nearest.map(str::to_owned) }
            }
        })?;
        if !names.insert(field.name) {
            return Err(CsvError::DuplicateColumn(field.name));
        }
        columns.push(field);
    }
    match fields.iter().find(|field| field.access == Access::Key && !names.contains(field.name)) {
        Some(field) => Err(CsvError::MissingColumn(field.name)),
        None => Ok(columns),
    }
}

impl Iterator for CsvReader<'_> {
    /// The line of a row, and its fields or the reason why it is invalid.
    type Item = (u64, Result<FieldValues, String>);

    fn next(&mut self) -> Option<Self::Item> {
        let mut record = ByteRecord::new();
        match self.reader.read_byte_record(&mut record) {
            Ok(true) => {
                let line = record.position().map_or(0, |position| self.line(position));
                Some((line, self.row(&record)))
            }
            _ => None,
        }
    }
}

/// Removes the apostrophe that [`escape_formula`] adds.
fn unescape_formula(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if rest.starts_with(FORMULA) => rest,
        _ => cell,
    }
}

/// Writes a CSV file of texts. Cells that spreadsheets would treat as formulas get an apostrophe (security 6.11).
///
/// # Errors
/// [`csv::Error`] if a row has another number of cells than the header.
pub fn write_texts(
    header: &[&str],
    rows: impl IntoIterator<Item = Vec<String>>,
) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header)?;
    for row in rows {
        writer.write_record(row.into_iter().map(escape_formula))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

fn escape_formula(cell: String) -> String {
    if cell.starts_with(FORMULA) { format!("'{cell}") } else { cell }
}

fn cell(record: &Value, name: &str) -> String {
    let value = name.split('.').try_fold(record, |value, part| value.get(part));
    escape_formula(match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(entries)) => {
            let texts: Vec<&str> = entries.iter().filter_map(Value::as_str).collect();
            texts.join(&LIST_SEPARATOR.to_string())
        }
        Some(other) => other.to_string(),
    })
}

/// The rows of a file of [`write_sheet`], without its header, to append them to another one. No name of a field has a line
/// break.
#[must_use]
pub fn rows_of_sheet(sheet: &str) -> &str {
    sheet.split_once('\n').map_or("", |(_, rows)| rows)
}

/// Writes records as a CSV file that can be imported again.
#[must_use]
pub fn write_sheet<'n>(names: impl IntoIterator<Item = &'n str>, records: &[Value]) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    let mut writer = WriterBuilder::new().from_writer(Vec::new());
    // Writing to memory does not fail.
    let mut is_complete = writer.write_record(&names).is_ok();
    for record in records {
        is_complete &= writer.write_record(names.iter().map(|name| cell(record, name))).is_ok();
    }
    let bytes = writer.into_inner().unwrap_or_default();
    if is_complete { String::from_utf8(bytes).unwrap_or_default() } else { String::new() }
}

#[cfg(test)]
mod tests;
