//! A spreadsheet to begin with: the names of the columns, and a row as example.

use jiff::civil::{Date, Time};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

use super::columns::{COLUMNS, DATE, LENGTH, PRICE, TIME};

/// Why a template could not be written.
#[derive(Debug, thiserror::Error)]
#[error("the template cannot be written: {0}")]
pub struct TemplateError(#[from] XlsxError);

/// The template as CSV, with the byte order mark that tells spreadsheet programs that it is UTF-8.
#[must_use]
pub fn csv_template() -> String {
    let line = |values: Vec<&str>| {
        let quoted: Vec<String> =
            values.iter().map(|value| format!("\"{}\"", value.replace('"', "\"\""))).collect();
        quoted.join(",")
    };
    let names = line(COLUMNS.iter().map(|column| column.name).collect());
    let example = line(COLUMNS.iter().map(|column| column.example).collect());
    format!("\u{feff}{names}\r\n{example}\r\n")
}

/// The template as an Excel workbook. Its second sheet says what each column is, and how it may be named.
///
/// # Errors
/// The writer refuses a value.
pub fn workbook_template() -> Result<Vec<u8>, TemplateError> {
    let mut workbook = Workbook::new();
    // The same template has the same bytes.
    workbook
        .set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2026, 11, 1)?));
    let bold = Format::new().set_bold();
    write_program(workbook.add_worksheet(), &bold)?;
    write_guide(workbook.add_worksheet(), &bold)?;
    Ok(workbook.save_to_buffer()?)
}

fn write_program(sheet: &mut Worksheet, bold: &Format) -> Result<(), XlsxError> {
    sheet.set_name("Program")?;
    sheet.set_freeze_panes(1, 0)?;
    for (index, column) in (0_u16..).zip(COLUMNS) {
        sheet.set_column_width(index, 16)?;
        sheet.write_string_with_format(0, index, column.name, bold)?;
    }
    let (date, time) = (Format::new().set_num_format("yyyy-mm-dd"), Format::new().set_num_format("hh:mm"));
    for (index, (number, column)) in (0_u16..).zip(COLUMNS.iter().enumerate()) {
        let example = column.example;
        match number {
            DATE => {
                let day: Date = example.parse().unwrap_or_default();
                let (year, month, day) =
                    (day.year().unsigned_abs(), day.month().unsigned_abs(), day.day().unsigned_abs());
                sheet.write_with_format(1, index, &ExcelDateTime::from_ymd(year, month, day)?, &date)?;
            }
            TIME => {
                let at: Time = example.parse().unwrap_or_default();
                let (hour, minute) = (u16::from(at.hour().unsigned_abs()), at.minute().unsigned_abs());
                sheet.write_with_format(1, index, &ExcelDateTime::from_hms(hour, minute, 0)?, &time)?;
            }
            LENGTH | PRICE => {
                sheet.write_number(1, index, example.parse::<f64>().unwrap_or_default())?;
            }
            _ if example.is_empty() => {}
            _ => {
                sheet.write_string(1, index, example)?;
            }
        }
    }
    Ok(())
}

fn write_guide(sheet: &mut Worksheet, bold: &Format) -> Result<(), XlsxError> {
    sheet.set_name("Columns")?;
    sheet.set_freeze_panes(1, 0)?;
    for (index, (heading, width)) in
        (0_u16..).zip([("Column", 16), ("Required", 10), ("What it is", 80), ("Other names", 80)])
    {
        sheet.set_column_width(index, width)?;
        sheet.write_string_with_format(0, index, heading, bold)?;
    }
    for (row, column) in (1_u32..).zip(COLUMNS) {
        sheet.write_string(row, 0, column.name)?;
        sheet.write_string(row, 1, if column.is_required { "yes" } else { "no" })?;
        sheet.write_string(row, 2, column.about)?;
        sheet.write_string(row, 3, column.names().skip(1).collect::<Vec<_>>().join(", "))?;
    }
    Ok(())
}
