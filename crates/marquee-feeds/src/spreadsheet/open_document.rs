//! OpenDocument spreadsheets (.ods). `calamine` keeps all sheets in memory, with repeated rows and cells written out, so a file of a
//! few bytes could take gigabytes: [`check`] adds up what it would keep, before calamine reads the file.

use std::io::{BufRead, BufReader, Cursor};

use calamine::{Data, Ods, Reader, open_workbook_from_rs};
use jiff::SignedDuration;
use jiff::civil::{Date, Time};
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader as XmlReader;
use zip::ZipArchive;

use super::table::{
    Cell, MAX_COLUMNS, MAX_ROWS, MAX_UNCOMPRESSED, Merged, Row, check_size, fill, position, text_cell,
    too_many,
};

/// The part with the sheets.
const CONTENT: &str = "content.xml";
/// What a cell takes besides its text, in bytes.
const CELL_BYTES: u64 = 64;

/// Whether a file is an OpenDocument file: these are archives with a part that names their type.
pub(super) fn is_open_document(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK")
        && ZipArchive::new(Cursor::new(bytes))
            .is_ok_and(|archive| archive.index_for_name("mimetype").is_some())
}

/// The rows of the first sheet.
pub(super) fn rows(bytes: &[u8]) -> Result<Vec<Row>, String> {
    check_size(bytes)?;
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let part = archive.by_name(CONTENT).map_err(|error| error.to_string())?;
    let merged = check(BufReader::new(part))?;
    let broken = |error: calamine::OdsError| format!("it is not an OpenDocument spreadsheet (.ods): {error}");
    let mut book: Ods<_> = open_workbook_from_rs(Cursor::new(bytes)).map_err(broken)?;
    let name = book.sheet_names().first().cloned().ok_or_else(|| "it has no sheet".to_owned())?;
    let range = book.worksheet_range(&name).map_err(broken)?;
    let (first_row, first_column) = range.start().unwrap_or_default();
    let (first_row, first_column) = (position(first_row), position(first_column));
    let rows = range.rows().enumerate().filter_map(|(index, row)| {
        let mut cells = vec![None; first_column];
        cells.extend(row.iter().map(value_of));
        cells.iter().any(Option::is_some).then_some(Row { number: first_row + index + 1, cells })
    });
    let mut rows: Vec<Row> = rows.collect();
    fill(&mut rows, &merged);
    Ok(rows)
}

fn value_of(data: &Data) -> Option<Cell> {
    match data {
        Data::Float(number) => Some(Cell::Number(*number)),
        Data::String(text) => text_cell(text),
        Data::DateTimeIso(text) => match text.parse::<Date>() {
            Ok(day) if !text.contains('T') => Some(Cell::Date(day)),
            _ => text.parse().map(Cell::DateTime).ok().or_else(|| text_cell(text)),
        },
        Data::DurationIso(text) => text.parse().ok().and_then(time_of).or_else(|| text_cell(text)),
        _ => None,
    }
}

/// A time of day. From 24 hours on it is text, because it belongs to the night after the day.
fn time_of(duration: SignedDuration) -> Option<Cell> {
    let (hours, minutes) = (duration.as_hours(), duration.as_mins() % 60);
    let minute = i8::try_from(minutes).ok()?;
    match i8::try_from(hours).ok()? {
        hour @ 0..24 => Time::new(hour, minute, 0, 0).ok().map(Cell::Time),
        hour => Some(Cell::Text(format!("{hour}:{minute:02}"))),
    }
}

/// The size of all sheets, in the order of the file.
#[derive(Default)]
struct Size {
    bytes: u64,
    /// Rows of the sheet, and those without a value since the last row with one. The last ones of a sheet are not kept.
    rows: u64,
    empty_rows: u64,
    row: Option<RowSize>,
    /// Merged cells of the first sheet.
    merged: Vec<Merged>,
    is_later_sheet: bool,
}

#[derive(Default)]
struct RowSize {
    repeats: u64,
    /// Cells up to the last one with a value.
    columns: u64,
    empty_columns: u64,
    bytes: u64,
    cell: Option<CellSize>,
}

struct CellSize {
    repeats: u64,
    has_value: bool,
    bytes: u64,
}

impl Size {
    fn start_row(&mut self, repeats: u64) -> Result<(), String> {
        // The cells of a row in a row would be counted for the wrong one.
        if self.row.is_some() {
            return Err("it has a table in a cell".to_owned());
        }
        self.row = Some(RowSize { repeats, ..RowSize::default() });
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), String> {
        let Some(row) = self.row.take() else { return Ok(()) };
        if row.columns == 0 {
            self.empty_rows = self.empty_rows.saturating_add(row.repeats);
            return Ok(());
        }
        self.rows =
            self.rows.saturating_add(std::mem::take(&mut self.empty_rows)).saturating_add(row.repeats);
        if self.rows > u64::try_from(MAX_ROWS).unwrap_or(u64::MAX) {
            return Err(too_many(MAX_ROWS, "rows"));
        }
        self.bytes = self.bytes.saturating_add(row.bytes.saturating_mul(row.repeats));
        if self.bytes > MAX_UNCOMPRESSED {
            return Err(format!("it is larger than {} MB when opened", MAX_UNCOMPRESSED >> 20));
        }
        Ok(())
    }

    fn start_cell(&mut self, cell: CellSize) -> Result<(), String> {
        match &mut self.row {
            Some(RowSize { cell: open @ None, .. }) => *open = Some(cell),
            _ => return Err("it has a cell outside of a row, or in another one".to_owned()),
        }
        Ok(())
    }

    fn end_cell(&mut self) -> Result<(), String> {
        let Some(row) = &mut self.row else { return Ok(()) };
        let Some(cell) = row.cell.take() else { return Ok(()) };
        if !cell.has_value {
            row.empty_columns = row.empty_columns.saturating_add(cell.repeats);
            return Ok(());
        }
        let empty = std::mem::take(&mut row.empty_columns);
        row.columns = row.columns.saturating_add(empty).saturating_add(cell.repeats);
        if row.columns > u64::try_from(MAX_COLUMNS).unwrap_or(u64::MAX) {
            return Err(too_many(MAX_COLUMNS, "columns"));
        }
        let bytes = CELL_BYTES.saturating_add(cell.bytes).saturating_mul(cell.repeats);
        row.bytes = row.bytes.saturating_add(empty.saturating_mul(CELL_BYTES)).saturating_add(bytes);
        Ok(())
    }

    fn end_sheet(&mut self) {
        (self.rows, self.empty_rows, self.is_later_sheet) = (0, 0, true);
    }

    /// Remembers a cell of the first sheet that covers others below it.
    fn merge(&mut self, element: &BytesStart<'_>) -> Result<(), String> {
        let height = repeats(element, b"table:number-rows-spanned")?;
        let Some(row) = self.row.as_ref().filter(|_| height > 1 && !self.is_later_sheet) else {
            return Ok(());
        };
        let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX - 1);
        self.merged.push(Merged {
            row: number(self.rows.saturating_add(self.empty_rows)),
            column: number(row.columns.saturating_add(row.empty_columns)),
            rows: number(height),
        });
        Ok(())
    }

    fn start(&mut self, element: &BytesStart<'_>) -> Result<(), String> {
        match element.name().as_ref() {
            b"table:table-row" => self.start_row(repeats(element, b"table:number-rows-repeated")?),
            b"table:table-cell" | b"table:covered-table-cell" => {
                self.merge(element)?;
                self.start_cell(CellSize {
                    repeats: repeats(element, b"table:number-columns-repeated")?,
                    has_value: has_value(element)?,
                    bytes: length(element),
                })
            }
            _ => {
                self.add(length(element));
                Ok(())
            }
        }
    }

    fn end(&mut self, name: &[u8]) -> Result<(), String> {
        match name {
            b"table:table-row" => self.end_row(),
            b"table:table-cell" | b"table:covered-table-cell" => self.end_cell(),
            b"table:table" => {
                self.end_sheet();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Adds the content of a cell.
    fn add(&mut self, bytes: u64) {
        if let Some(cell) = self.row.as_mut().and_then(|row| row.cell.as_mut()) {
            cell.bytes = cell.bytes.saturating_add(bytes);
        }
    }
}

fn length(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

/// How often a row or cell is repeated; 1 without the attribute.
fn repeats(element: &BytesStart<'_>, name: &[u8]) -> Result<u64, String> {
    let attribute = element.try_get_attribute(name).map_err(|error| error.to_string())?;
    let Some(attribute) = attribute else { return Ok(1) };
    let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| error.to_string())?;
    value.parse().map_err(|_| "it has an invalid number of repetitions".to_owned())
}

/// Whether calamine may keep a value or formula of a cell.
fn has_value(element: &BytesStart<'_>) -> Result<bool, String> {
    for attribute in element.attributes() {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let name = attribute.key.as_ref();
        if name.starts_with(b"office:") || name.starts_with(b"calcext:") || name == b"table:formula" {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Refuses sheets that would be larger in memory than the limits. Returns the merged cells of the first sheet.
fn check(content: impl BufRead) -> Result<Vec<Merged>, String> {
    let mut reader = XmlReader::from_reader(content);
    let (mut size, mut buffer) = (Size::default(), Vec::new());
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer).map_err(|error| error.to_string())? {
            Event::Eof => return Ok(size.merged),
            Event::Start(element) => size.start(&element)?,
            Event::Empty(element) => {
                size.start(&element)?;
                size.end(element.name().as_ref())?;
            }
            Event::End(element) => size.end(element.name().as_ref())?,
            Event::Text(text) => size.add(length(&text)),
            Event::CData(text) => size.add(length(&text)),
            Event::GeneralRef(text) => size.add(length(&text)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(rows: &str) -> Result<(), String> {
        let content = format!("<office:body><table:table>{rows}</table:table></office:body>");
        check(content.as_bytes()).map(|_| ())
    }

    #[test]
    fn merged_cells_of_the_first_sheet_are_known_by_their_place() {
        let cell = r#"<table:table-cell table:number-rows-spanned="3" office:value-type="string"/>"#;
        let content = format!(
            r#"<table:table><table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row>
               <table:table-row><table:table-cell table:number-columns-repeated="2"/>{cell}</table:table-row></table:table>
               <table:table><table:table-row>{cell}</table:table-row></table:table>"#
        );
        assert_eq!(check(content.as_bytes()), Ok(vec![Merged { row: 2, column: 2, rows: 3 }]));
    }

    #[test]
    fn empty_rows_and_cells_at_the_end_take_nothing() {
        let cell = r#"<table:table-cell office:value-type="string"><text:p>Film</text:p></table:table-cell>"#;
        let sheet = format!(
            r#"<table:table-row>{cell}<table:table-cell table:number-columns-repeated="16383"/></table:table-row>
               <table:table-row table:number-rows-repeated="1048575"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>"#
        );
        assert_eq!(checked(&sheet), Ok(()));
        let later = format!("{sheet}<table:table-row>{cell}</table:table-row>");
        assert_eq!(checked(&later), Err("it has more than 20000 rows".to_owned()));
    }

    #[test]
    fn repetitions_are_limited() {
        let value = |attributes: &str, text: &str| {
            format!(
                r#"<table:table-cell office:value-type="string" {attributes}><text:p>{text}</text:p></table:table-cell>"#
            )
        };
        let row = |repeats: u32, cells: &str| {
            format!(r#"<table:table-row table:number-rows-repeated="{repeats}">{cells}</table:table-row>"#)
        };
        let columns = |number: u32| format!(r#"table:number-columns-repeated="{number}""#);
        let too_large = || Err("it is larger than 64 MB when opened".to_owned());
        assert_eq!(
            checked(&row(1, &value(&columns(16384), "x"))),
            Err("it has more than 64 columns".to_owned())
        );
        assert_eq!(
            checked(&row(4_000_000_000, &value("", "x"))),
            Err("it has more than 20000 rows".to_owned())
        );
        assert_eq!(checked(&row(20_000, &value("", &"x".repeat(10_000)))), too_large(), "a long text");
        let gap = format!("<table:table-cell {}/>{}", columns(63), value("", "x"));
        assert_eq!(checked(&row(1, &gap)), Ok(()));
        assert_eq!(checked(&row(20_000, &gap)), too_large(), "empty cells before a value");
        let formula = r#"<table:table-cell table:formula="of:=1" table:number-columns-repeated="65"/>"#;
        assert!(checked(&row(1, formula)).is_err(), "a formula is a value");
    }

    #[test]
    fn several_sheets_count_together_and_tables_in_cells_are_refused() {
        let cell = format!(
            r#"<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>"#,
            "x".repeat(2000)
        );
        let row = format!(r#"<table:table-row table:number-rows-repeated="20000">{cell}</table:table-row>"#);
        assert_eq!(checked(&row), Ok(()));
        assert!(checked(&format!("{row}</table:table><table:table>{row}")).is_err());
        let nested = r#"<table:table-row table:number-rows-repeated="9"><table:table-cell><table:table><table:table-row/></table:table></table:table-cell></table:table-row>"#;
        assert_eq!(checked(nested), Err("it has a table in a cell".to_owned()));
        assert!(checked(r#"<table:table-row table:number-rows-repeated="-1"/>"#).is_err());
    }

    #[test]
    fn dates_and_times_are_values() {
        let read = |data| value_of(&data);
        let date = jiff::civil::date(2026, 11, 20);
        assert_eq!(read(Data::DateTimeIso("2026-11-20".to_owned())), Some(Cell::Date(date)));
        let at = Some(Cell::DateTime(date.at(18, 10, 0, 0)));
        assert_eq!(read(Data::DateTimeIso("2026-11-20T18:10:00".to_owned())), at);
        let evening = Some(Cell::Time(jiff::civil::time(18, 10, 0, 0)));
        assert_eq!(read(Data::DurationIso("PT18H10M00S".to_owned())), evening);
        assert_eq!(read(Data::DurationIso("PT24H30M00S".to_owned())), Some(Cell::Text("24:30".to_owned())));
    }
}
