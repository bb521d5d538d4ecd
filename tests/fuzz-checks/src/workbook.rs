//! Workbooks: the sheet of an Excel workbook and its texts, or the content of an OpenDocument spreadsheet. The input is the XML, since
//! changed bytes of a compressed archive hardly ever make another archive.

use std::io::{Cursor, Write};

use marquee_feeds::Format;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::feed;

const CONTENT_TYPES: &str = r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>"#;
const PACKAGE: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const WORKBOOK: &str = r#"<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Week" sheetId="1" r:id="r1"/></sheets></workbook>"#;
const PARTS: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>"#;
const OPEN_DOCUMENT: &str = "application/vnd.oasis.opendocument.spreadsheet";

/// An archive with these files.
fn archive(files: &[(&str, &[u8])]) -> Option<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, content) in files {
        archive.start_file(*name, options).ok()?;
        archive.write_all(content).ok()?;
    }
    Some(archive.finish().ok()?.into_inner())
}

/// The workbook with the sheet before the first zero byte and the texts behind it.
fn excel(sheet: &[u8], texts: &[u8]) -> Option<Vec<u8>> {
    archive(&[
        ("[Content_Types].xml", CONTENT_TYPES.as_bytes()),
        ("_rels/.rels", PACKAGE.as_bytes()),
        ("xl/workbook.xml", WORKBOOK.as_bytes()),
        ("xl/_rels/workbook.xml.rels", PARTS.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet),
        ("xl/sharedStrings.xml", texts),
    ])
}

/// Checks an input as both kinds of workbook.
pub fn check(data: &[u8]) {
    let mut parts = data.splitn(2, |byte| *byte == 0);
    let (first, texts) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let document = archive(&[("mimetype", OPEN_DOCUMENT.as_bytes()), ("content.xml", first)]);
    for workbook in [excel(first, texts), document].into_iter().flatten() {
        feed::check(Format::Spreadsheet, &workbook);
    }
}
