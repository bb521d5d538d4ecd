//! Recognizes the format of files by their content.

use crate::Format;
use crate::collector::parse;
use crate::error::FeedError;
use crate::format::Content;
use crate::source::{JSON, SourceFile, XML, has_extension};
use crate::web_page::{is_web_page, structured_data};
use crate::xml;

/// Characters that no JSON or CSV file has.
const BINARY: std::ops::RangeInclusive<u8> = 0..=8;
/// Number of bytes by which a file is told from a binary one.
const HEAD: usize = 1_024;
/// Number of bytes in which an XML file has its root element.
const XML_HEAD: usize = 16_384;

/// The format of files, by their content, or `chosen`. A file whose name does not end as those of its kind do gets an extension, so
/// that [`Source::from_files`](crate::Source::from_files) takes it.
///
/// # Errors
/// A file is a web page without structured data, binary or not valid JSON, the formats differ, or no file shows its format: [`FeedError::Unrecognized`].
pub fn recognize(files: &mut [SourceFile], chosen: Option<Format>) -> Result<Format, FeedError> {
    let mut found = chosen;
    for file in &mut *files {
        let content = content(file)?;
        let format = Format::ALL.iter().copied().find(|format| format.reader().recognizes(file, &content));
        // Pages without their outer elements are web pages, too; XML of programs says that it is XML.
        if format.is_none() && matches!(&content, Content::Xml { is_declared: false, .. }) {
            return Err(FeedError::WebPage(file.name.clone()));
        }
        match (found, format) {
            (None, _) => found = format,
            (Some(known), Some(format)) if chosen.is_none() && known != format => {
                return Err(FeedError::MixedFormats { first: known.name(), second: format.name() });
            }
            (Some(_), _) => {}
        }
    }
    let first = || files.first().map_or_else(|| "the feed".to_owned(), |file| file.name.clone());
    let format = found.ok_or_else(|| FeedError::Unrecognized(first()))?;
    let extensions = format.reader().extensions();
    for file in files.iter_mut().filter(|file| !has_extension(&file.name, extensions)) {
        let is_xml = extensions.iter().any(|extension| XML.contains(extension)) && xml::is_xml(file);
        file.name.push_str(if is_xml { ".xml" } else { format.extension() });
    }
    Ok(format)
}

fn content(file: &SourceFile) -> Result<Content, FeedError> {
    let bytes = file.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&file.bytes);
    if bytes.starts_with(b"PK") {
        return Ok(Content::Archive);
    }
    // UTF-16, as Excel writes tables of text.
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Ok(Content::Text);
    }
    let head = bytes.get(..bytes.len().min(HEAD)).unwrap_or_default();
    if head.iter().any(|byte| BINARY.contains(byte)) || head.starts_with(b"%PDF") {
        return Err(FeedError::UnknownFile(file.name.clone()));
    }
    match head.trim_ascii_start().first() {
        None => Err(FeedError::UnknownFile(file.name.clone())),
        Some(b'<') if is_web_page(file) => {
            let has_data = !structured_data(file).is_empty();
            has_data.then_some(Content::WebPage).ok_or_else(|| FeedError::WebPage(file.name.clone()))
        }
        Some(b'<') => {
            let head = String::from_utf8_lossy(bytes.get(..bytes.len().min(XML_HEAD)).unwrap_or_default());
            let root = xml::root_of(&head).unwrap_or_default();
            Ok(Content::Xml { root, is_declared: head.trim_start().starts_with("<?xml") })
        }
        Some(b'{' | b'[') => parse(file).map(Content::Json),
        // Comments of JSON5.
        Some(b'/') if has_extension(&file.name, JSON) => parse(file).map(Content::Json),
        Some(_) => Ok(Content::Text),
    }
}

#[cfg(test)]
mod tests;
