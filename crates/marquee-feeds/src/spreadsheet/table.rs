//! The cells of a CSV file or an Excel workbook, read with limits (security 7.5).

use std::borrow::Cow;
use std::io::{Cursor, Read};

use calamine::{DataRef, Reader, Xlsx, open_workbook_from_rs};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use jiff::ToSpan;
use jiff::civil::{Date, DateTime, Time, time};

use crate::row::MAX_TEXT;

/// Maximum number of rows, with the heading.
pub(super) const MAX_ROWS: usize = 20_000;
/// Maximum number of columns.
pub(super) const MAX_COLUMNS: usize = 64;
/// Maximum size of a workbook's parts in bytes, uncompressed.
pub(super) const MAX_UNCOMPRESSED: u64 = 64 << 20;

/// A value of a cell.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cell {
    Text(String),
    Number(f64),
    Date(Date),
    Time(Time),
    DateTime(DateTime),
}

impl Cell {
    /// The value as it is written; a whole number has no decimals.
    pub fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
            Self::Date(date) => date.to_string(),
            Self::Time(time) => time.strftime("%H:%M").to_string(),
            Self::DateTime(at) => at.strftime("%Y-%m-%d %H:%M").to_string(),
        }
    }
}

/// A row: its number in the file, from 1, and its cells by column. Missing cells are empty.
pub(super) struct Row {
    pub number: usize,
    pub cells: Vec<Option<Cell>>,
}

/// A cell that covers those below it: its first row and column, from 0, and the number of its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Merged {
    pub row: usize,
    pub column: usize,
    pub rows: usize,
}

/// Gives every row that a merged cell covers its value. Rows without any other value stay out.
pub(super) fn fill(rows: &mut [Row], merged: &[Merged]) {
    // Cells that overlap are not from an office program.
    let mut steps = MAX_ROWS * MAX_COLUMNS;
    for Merged { row, column, rows: height } in
        merged.iter().copied().filter(|cell| cell.column < MAX_COLUMNS)
    {
        let Ok(first) = rows.binary_search_by_key(&(row + 1), |row| row.number) else { continue };
        let Some(value) = rows[first].cells.get(column).cloned().flatten() else { continue };
        let last = row.saturating_add(height);
        for covered in rows[first + 1..].iter_mut().take_while(|covered| covered.number <= last) {
            let Some(left) = steps.checked_sub(1) else { return };
            steps = left;
            if covered.cells.len() <= column {
                covered.cells.resize(column + 1, None);
            }
            covered.cells[column].get_or_insert_with(|| value.clone());
        }
    }
}

/// The rows of an Excel workbook or a CSV file that are not empty.
pub(super) fn rows(bytes: &[u8]) -> Result<Vec<Row>, String> {
    if bytes.starts_with(b"PK") { workbook(bytes) } else { csv_rows(bytes) }
}

/// Refuses workbooks whose parts are larger than the limit, before they are read into memory.
pub(super) fn check_size(bytes: &[u8]) -> Result<(), String> {
    let broken = |error: zip::result::ZipError| error.to_string();
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    let mut left = MAX_UNCOMPRESSED;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(broken)?;
        // The size that the archive states may be wrong.
        let read =
            std::io::copy(&mut part.take(left + 1), &mut std::io::sink()).map_err(|e| e.to_string())?;
        left = left
            .checked_sub(read)
            .ok_or_else(|| format!("it is larger than {} MB when opened", MAX_UNCOMPRESSED >> 20))?;
    }
    Ok(())
}

/// The message for a sheet with more rows or columns than the limit.
pub(super) fn too_many(limit: usize, what: &str) -> String {
    format!("it has more than {limit} {what}")
}

/// The rows of the first sheet of an Excel workbook.
fn workbook(bytes: &[u8]) -> Result<Vec<Row>, String> {
    check_size(bytes)?;
    let broken = |error: calamine::XlsxError| format!("it is not an Excel workbook (.xlsx): {error}");
    let mut book: Xlsx<_> = open_workbook_from_rs(Cursor::new(bytes)).map_err(broken)?;
    let name = book.sheet_names().first().cloned().ok_or_else(|| "it has no sheet".to_owned())?;
    let mut reader = book.worksheet_cells_reader(&name).map_err(broken)?;
    let mut rows: Vec<Row> = Vec::new();
    // Cell by cell: a table of all cells would be as large as the last one's position.
    while let Some(cell) = reader.next_cell().map_err(broken)? {
        let (row, column) = cell.get_position();
        let Some(value) = value_of(cell.get_value()) else { continue };
        let (number, column) = (position(row) + 1, position(column));
        if column >= MAX_COLUMNS {
            return Err(too_many(MAX_COLUMNS, "columns"));
        }
        if rows.last().is_none_or(|last| last.number != number) {
            if rows.len() >= MAX_ROWS {
                return Err(too_many(MAX_ROWS, "rows"));
            }
            rows.push(Row { number, cells: Vec::new() });
        }
        if let Some(last) = rows.last_mut() {
            if last.cells.len() <= column {
                last.cells.resize(column + 1, None);
            }
            last.cells[column] = Some(value);
        }
    }
    drop(reader);
    let merged = book.merge_cells_by_sheet_name(&name).map_err(broken)?;
    let merged: Vec<Merged> = merged
        .iter()
        .map(|cells| Merged {
            row: position(cells.start.0),
            column: position(cells.start.1),
            rows: position(cells.end.0.saturating_sub(cells.start.0)).saturating_add(1),
        })
        .collect();
    fill(&mut rows, &merged);
    Ok(rows)
}

pub(super) fn position(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX - 1)
}

fn value_of(data: &DataRef<'_>) -> Option<Cell> {
    match data {
        DataRef::Empty | DataRef::Error(_) | DataRef::Bool(_) => None,
        #[expect(clippy::cast_precision_loss, reason = "numbers of a schedule are small")]
        DataRef::Int(number) => Some(Cell::Number(*number as f64)),
        DataRef::Float(number) => Some(Cell::Number(*number)),
        DataRef::String(text) => text_cell(text),
        DataRef::SharedString(text) => text_cell(text),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            text.parse().map(Cell::DateTime).ok().or_else(|| text_cell(text))
        }
        DataRef::DateTime(at) => {
            let (year, month, day, hour, minute, second, _) = at.to_ymd_hms_milli();
            let small = |number: u8| i8::try_from(number).ok();
            let days = at.as_f64();
            // 24:15 in a column of times: Excel shows it as 0:15, of the first day that it knows.
            if (1.0..1.25).contains(&days) {
                return Some(Cell::Text(format!("{}:{minute:02}", 24 + hour)));
            }
            let time_of_day = Time::new(small(hour)?, small(minute)?, small(second)?, 0).ok()?;
            if (0.0..1.0).contains(&days) {
                return Some(Cell::Time(time_of_day));
            }
            let day = Date::new(i16::try_from(year).ok()?, small(month)?, small(day)?).ok()?;
            let has_time = time_of_day != Time::midnight();
            Some(if has_time { Cell::DateTime(day.to_datetime(time_of_day)) } else { Cell::Date(day) })
        }
    }
}

pub(super) fn text_cell(text: &str) -> Option<Cell> {
    let text = text.trim();
    let shortened = text.get(..text.floor_char_boundary(MAX_TEXT)).unwrap_or(text);
    (!text.is_empty()).then(|| Cell::Text(shortened.to_owned()))
}

/// The encoding of a text that is not UTF-8. Excel writes UTF-16 with a byte order mark, or Windows-1252.
fn encoding_of(bytes: &[u8]) -> Option<&'static Encoding> {
    if std::str::from_utf8(bytes).is_ok() {
        return None;
    }
    let marked = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
    marked.or(Some(WINDOWS_1252)).filter(|encoding| *encoding != UTF_8)
}

/// The name of the encoding of a CSV file that is not UTF-8.
pub(super) fn other_encoding(bytes: &[u8]) -> Option<&'static str> {
    let is_text = !bytes.starts_with(b"PK");
    is_text.then(|| encoding_of(bytes)).flatten().map(Encoding::name)
}

/// A text in its encoding; `None` if that makes no text of it.
fn decoded(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let Some(encoding) = encoding_of(bytes) else {
        return std::str::from_utf8(bytes).ok().map(Cow::Borrowed);
    };
    let (text, _, is_broken) = encoding.decode(bytes);
    let is_binary = |c: char| c.is_control() && !c.is_whitespace();
    (!is_broken && !text.contains(is_binary)).then_some(text)
}

/// The rows of a CSV file, separated by the character that its first line has most: comma, semicolon or tab.
fn csv_rows(bytes: &[u8]) -> Result<Vec<Row>, String> {
    let text = decoded(bytes).ok_or_else(|| {
        "it is neither an Excel workbook, an OpenDocument spreadsheet nor UTF-8 text: save it as .xlsx or \"CSV UTF-8\""
            .to_owned()
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let first = text.lines().next().unwrap_or_default();
    // A line that Excel reads: `sep=;`.
    let stated = first.trim().strip_prefix("sep=").and_then(|rest| rest.bytes().next());
    let separator = stated.or_else(|| {
        [b',', b';', b'\t'].into_iter().max_by_key(|separator| {
            // The first of equals is the last in this order.
            (first.bytes().filter(|b| b == separator).count(), *separator == b',')
        })
    });
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator.unwrap_or(b','))
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| error.to_string())?;
        if record.len() > MAX_COLUMNS {
            return Err(too_many(MAX_COLUMNS, "columns"));
        }
        if rows.len() >= MAX_ROWS {
            return Err(too_many(MAX_ROWS, "rows"));
        }
        let number = record.position().map_or(0, csv::Position::line);
        if stated.is_some() && number == 1 {
            continue;
        }
        let cells: Vec<_> = record.iter().map(text_cell).collect();
        if cells.iter().any(Option::is_some) {
            rows.push(Row { number: usize::try_from(number).unwrap_or(usize::MAX), cells });
        }
    }
    Ok(rows)
}

/// A date as people write it: `2026-11-20`, `20.11.2026`, `11/20/2026`. With slashes the day is first, unless `month_first` or it
/// cannot be the month.
pub(super) fn date_of(cell: &Cell, month_first: bool) -> Option<Date> {
    let text = match cell {
        Cell::Date(day) => return Some(*day),
        Cell::DateTime(at) => return Some(at.date()),
        // A date in a cell that is formatted as a number: days since 1899-12-30, from 2000 to 2099.
        Cell::Number(days) if (36_526.0..73_051.0).contains(days) => {
            #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
            return Some(Date::constant(1899, 12, 30).saturating_add((*days as i64).days()));
        }
        Cell::Time(_) | Cell::Number(_) => return None,
        Cell::Text(text) => text.trim(),
    };
    if let Ok(at) = text.parse::<DateTime>() {
        return Some(at.date());
    }
    if let Ok(day) = text.parse::<Date>() {
        return Some(day);
    }
    if text.contains(char::is_alphabetic) {
        return written_date(text);
    }
    let separator = text.chars().find(|c| matches!(c, '.' | '/' | '-'))?;
    let parts: Vec<i16> =
        text.split(separator).map(|part| part.trim().parse().ok()).collect::<Option<Vec<_>>>()?;
    let [a, b, year] = parts[..] else { return None };
    let year = if (0..100).contains(&year) { 2000 + year } else { year };
    let is_month_first = separator == '/' && b > 12 || separator == '/' && a <= 12 && month_first;
    let (day, month) = if is_month_first { (b, a) } else { (a, b) };
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// Beginnings of the names of months, January first, in the languages of the headings, without accents.
const MONTHS: [&[&str]; 12] = [
    &["jan", "ene"],
    &["feb", "fev"],
    &["mar", "mrz", "maer"],
    &["apr", "avr", "abr"],
    &["may", "mai"],
    &["jun", "juin"],
    &["jul", "juil"],
    &["aug", "aou", "ago"],
    &["sep"],
    &["oct", "okt"],
    &["nov"],
    &["dec", "dez", "dic"],
];
/// Beginnings of the names of weekdays, and words between the parts of a date.
const OTHER_WORDS: [&str; 28] = [
    "mon", "tue", "wed", "thu", "fri", "sat", "sun", "die", "mit", "don", "frei", "sam", "son", "lun", "mar",
    "mer", "jeu", "ven", "dim", "mie", "jue", "vie", "sab", "dom", "the", "der", "den", "del",
];
const SHORT_WORDS: [&str; 13] =
    ["mo", "di", "mi", "do", "fr", "sa", "so", "de", "le", "la", "el", "of", "am"];

/// A date with the name of its month: `Fri 20 Nov 2026`, `November 20th, 2026`, `20. November 2026`, `viernes 20 de noviembre de 2026`.
fn written_date(text: &str) -> Option<Date> {
    let (mut numbers, mut months) = (Vec::new(), Vec::new());
    let folded = marquee_model::text::slug(text);
    for word in folded.split('-').filter(|word| !word.is_empty()) {
        let is_other = SHORT_WORDS.contains(&word) || OTHER_WORDS.iter().any(|other| word.starts_with(other));
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let number = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            let ending = word.get(number.len()..).unwrap_or_default();
            // `1st`, `1er`.
            if !matches!(ending.len(), 0 | 2) {
                return None;
            }
            numbers.push(number.parse::<i16>().ok()?);
        } else if let Some(month) =
            MONTHS.iter().position(|names| names.iter().any(|name| word.starts_with(name)))
        {
            // `mar` is a Tuesday before another month.
            if !months.is_empty() && !months.iter().all(|(_, is_other)| *is_other) {
                return None;
            }
            months.push((month, is_other));
        } else if !is_other {
            return None;
        }
    }
    let (month, _) = months.pop()?;
    let [a, b] = numbers[..] else { return None };
    let (day, year) = if a > 31 { (b, a) } else { (a, b) };
    let year = if (0..100).contains(&year) { 2000 + year } else { year };
    Date::new(year, i8::try_from(month).ok()? + 1, i8::try_from(day).ok()?).ok()
}

/// A time in a cell that is formatted as a number: a part of a day, or hours with minutes as decimals, such as 18.3 for 18.30.
fn time_of_number(number: f64) -> Option<(Time, i64)> {
    let minutes = if number > 0.0 && number < 1.0 {
        (number * 1_440.0).round()
    } else {
        let hours = number.trunc();
        hours * 60.0 + ((number - hours) * 100.0).round()
    };
    let is_minute = (number - number.trunc()).abs() < 0.595 || number < 1.0;
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
    let minutes = ((0.0..1_800.0).contains(&minutes) && is_minute).then_some(minutes as i64)?;
    let hour = i8::try_from(minutes / 60).ok()?;
    let minute = i8::try_from(minutes % 60).ok()?;
    Some(if hour >= 24 { (time(hour - 24, minute, 0, 0), 1) } else { (time(hour, minute, 0, 0), 0) })
}

/// A time as people write it: `18:10`, `18.10`, `18h10`, `6:10 PM`, `6 pm`. Hours from 24 to 29 belong to the night after the day:
/// the second value is the number of days to add.
pub(super) fn time_of(cell: &Cell) -> Option<(Time, i64)> {
    let text = match cell {
        Cell::Time(time) => return Some((*time, 0)),
        Cell::DateTime(at) => return Some((at.time(), 0)),
        Cell::Date(_) => return None,
        Cell::Number(number) => return time_of_number(*number),
        Cell::Text(text) => text.to_ascii_lowercase(),
    };
    let text = text.replace(['\u{a0}', '\u{202f}'], " ").replace("uhr", " ");
    let text = text.trim().replace(" h", "h").replace("h ", "h");
    // Two times in a cell, such as `15h 17h` or `15:00 17:00`, are not one time.
    let begins_with_digit = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    if text.matches('h').count() > 1 || text.split_whitespace().skip(1).any(begins_with_digit) {
        return None;
    }
    let text = text.replace(' ', ".");
    let text = text.trim_matches('.');
    let is_pm = ["pm", "p.m", "p"].iter().find_map(|end| text.strip_suffix(end));
    let is_am = ["am", "a.m", "a"].iter().find_map(|end| text.strip_suffix(end));
    let digits = is_pm.or(is_am).unwrap_or(text).trim_matches(['.', 'h', ':']);
    let mut parts = digits.split([':', '.', 'h']).filter(|part| !part.is_empty());
    let hour: i8 = parts.next()?.parse().ok()?;
    let minute: i8 = match parts.next() {
        None => 0,
        // A number that was 18.30 in the spreadsheet.
        Some(part) if part.len() == 1 && digits.contains('.') => part.parse::<i8>().ok()? * 10,
        Some(part) => part.parse().ok()?,
    };
    // Seconds, as spreadsheets export them.
    let seconds: i8 = parts.next().map_or(Some(0), |part| part.parse().ok())?;
    if parts.next().is_some() || !(0..60).contains(&minute) || !(0..60).contains(&seconds) {
        return None;
    }
    let hour = match (is_pm.is_some(), is_am.is_some(), hour) {
        (true, _, 1..=11) => hour + 12,
        (true, _, 12) | (false, false, 0..=29) => hour,
        (false, true, 12) => 0,
        (false, true, 0..=11) => hour,
        _ => return None,
    };
    Some(if hour >= 24 { (time(hour - 24, minute, 0, 0), 1) } else { (time(hour, minute, 0, 0), 0) })
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn day(text: &str, month_first: bool) -> Option<Date> {
        date_of(&Cell::Text(text.to_owned()), month_first)
    }

    #[test]
    fn dates_are_read_as_people_write_them() {
        let expected = Some(date(2026, 11, 20));
        for text in ["2026-11-20", "20.11.2026", "20.11.26", "20/11/2026", "20-11-2026", "2026-11-20 18:10"] {
            assert_eq!(day(text, false), expected, "{text}");
        }
        assert_eq!(day("11/20/2026", false), expected, "the day cannot be a month");
        assert_eq!(
            (day("11/12/2026", true), day("11/12/2026", false)),
            (Some(date(2026, 11, 12)), Some(date(2026, 12, 11)))
        );
        for text in [
            "20 Nov 2026",
            "Fri 20 Nov 26",
            "November 20th, 2026",
            "Freitag, 20. November 2026",
            "vendredi 20 novembre 2026",
            "viernes, 20 de noviembre de 2026",
            "2026 nov 20",
        ] {
            assert_eq!(day(text, true), expected, "{text}");
        }
        assert_eq!(day("mar 3 mars 2026", false), Some(date(2026, 3, 3)), "a Tuesday in March");
        assert_eq!(
            (day("1er juin 2026", false), day("2 juil. 2026", false)),
            (Some(date(2026, 6, 1)), Some(date(2026, 7, 2)))
        );
        for (number, expected) in
            [(46_346.0, expected), (46_346.75, expected), (20.0, None), (20_261_120.0, None)]
        {
            assert_eq!(date_of(&Cell::Number(number), false), expected, "{number}");
        }
        for text in [
            "Friday",
            "2026",
            "31.02.2026",
            "",
            "1/2/3/4",
            "20 Nov",
            "nov dec 20 2026",
            "20 maybe 2026 x",
            "20x nov 2026",
        ] {
            assert_eq!(day(text, true), None, "{text}");
        }
    }

    #[test]
    fn times_are_read_as_people_write_them() {
        let read = |text: &str| time_of(&Cell::Text(text.to_owned()));
        for text in ["18:10", "18.10", "18h10", "6:10 PM", "6:10pm", "6.10 p.m.", "18:10:00", "18:10 Uhr"] {
            assert_eq!(read(text), Some((time(18, 10, 0, 0), 0)), "{text}");
        }
        assert_eq!((read("6 pm"), read("18")), (Some((time(18, 0, 0, 0), 0)), Some((time(18, 0, 0, 0), 0))));
        assert_eq!(
            (read("12:05 am"), read("12:05 pm")),
            (Some((time(0, 5, 0, 0), 0)), Some((time(12, 5, 0, 0), 0)))
        );
        assert_eq!(read("24:30"), Some((time(0, 30, 0, 0), 1)));
        assert_eq!(
            (read("18.3"), read("18:3")),
            (Some((time(18, 30, 0, 0), 0)), Some((time(18, 3, 0, 0), 0)))
        );
        for (number, expected) in [
            (18.0, Some((18, 0, 0))),
            (18.3, Some((18, 30, 0))),
            (18.05, Some((18, 5, 0))),
            (0.75, Some((18, 0, 0))),
            (0.5, Some((12, 0, 0))),
            (24.15, Some((0, 15, 1))),
            (0.0, Some((0, 0, 0))),
            (18.75, None),
            (30.0, None),
            (-1.0, None),
            (f64::NAN, None),
        ] {
            let expected = expected.map(|(hour, minute, later)| (time(hour, minute, 0, 0), later));
            assert_eq!(time_of(&Cell::Number(number)), expected, "{number}");
        }
        for text in ["25:10 pm", "18:60", "noon", "", "1:2:3:4", "30:00", "-1:00"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn merged_cells_have_their_value_in_each_row_that_they_cover() {
        let cell = |text: &str| Some(Cell::Text(text.to_owned()));
        let row = |number, cells: &[Option<Cell>]| Row { number, cells: cells.to_vec() };
        let mut rows = [
            row(2, &[cell("Friday"), cell("a")]),
            row(3, &[None, cell("b")]),
            row(5, &[cell("own")]),
            row(6, &[]),
        ];
        let merged = |row, column, rows| Merged { row, column, rows };
        fill(
            &mut rows,
            &[merged(1, 0, 4), merged(1, 1, 1), merged(4, 0, usize::MAX), merged(9, 0, 2), merged(0, 99, 3)],
        );
        let first = |row: &Row| row.cells.first().cloned().flatten();
        assert_eq!(rows.each_ref().map(first), [cell("Friday"), cell("Friday"), cell("own"), cell("own")]);
        assert_eq!(rows[1].cells[1], cell("b"));
    }
}
