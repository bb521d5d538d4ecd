//! XML with the limits of JSON files (security 7.5). A document becomes a JSON value, so that rows of both are read in the same way.
//!
//! An element with child elements is an object, any other is a string; children of one name are a list; `xsi:nil` is null. Other
//! attributes, comments and processing instructions are not read. Document types are refused, so there are no entities besides those of
//! XML itself; a reference to another is kept as it is written.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde_json::{Map, Value};

use crate::error::FeedError;
use crate::json::{MAX_DEPTH, MAX_ENTRIES, MAX_MEMORY, position};
use crate::source::SourceFile;

/// What an element takes besides its name and text, in bytes: its value, and the fields of its parent while it is read.
const ELEMENT_BYTES: usize = 256;

/// A document: the name of its root element, without a prefix, and the root's value.
#[derive(Debug)]
pub(crate) struct Document {
    pub root: String,
    pub value: Value,
}

/// Whether a file is XML by its first character.
pub(crate) fn is_xml(file: &SourceFile) -> bool {
    let bytes = file.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&file.bytes);
    bytes.trim_ascii_start().starts_with(b"<")
}

/// Parses a file.
pub(crate) fn parse(file: &SourceFile) -> Result<Document, FeedError> {
    let text = crate::collector::text(file)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader::from_str(text);
    reader.config_mut().allow_dangling_amp = true;
    let mut builder = Builder::default();
    loop {
        let event = reader.read_event().map_err(|error| (reader.error_position(), error.to_string()));
        let result = event.and_then(|event| {
            let is_end = matches!(event, Event::Eof);
            builder.add(event).map(|()| is_end).map_err(|reason| (reader.buffer_position(), reason))
        });
        match result {
            Ok(false) => {}
            Ok(true) => break,
            Err((at, reason)) => {
                let (line, column) = position(text, floor(text, at));
                return Err(FeedError::Xml { file: file.name.clone(), line, column, reason });
            }
        }
    }
    let document = builder.finish();
    document.map_err(|reason| {
        let (line, column) = position(text, text.len());
        FeedError::Xml { file: file.name.clone(), line, column, reason }
    })
}

/// The name of the root element, without a prefix; `None` for a document without elements.
pub(crate) fn root_of(text: &str) -> Option<String> {
    let mut reader = Reader::from_str(text);
    loop {
        match reader.read_event().ok()? {
            Event::Start(element) | Event::Empty(element) => return Some(name_of(&element)),
            Event::Eof => return None,
            _ => {}
        }
    }
}

/// The child elements of one name, with their places: none, one or a list.
pub(crate) fn elements<'v>(parent: &'v Value, name: &str, place: &str) -> Vec<(String, &'v Value)> {
    match parent.get(name) {
        None => Vec::new(),
        Some(Value::Array(all)) => {
            all.iter().enumerate().map(|(n, value)| (format!("{place}/{name}/{n}"), value)).collect()
        }
        Some(value) => vec![(format!("{place}/{name}"), value)],
    }
}

/// A character boundary at or before a position of the reader.
fn floor(text: &str, at: u64) -> usize {
    let mut at = usize::try_from(at).unwrap_or(usize::MAX).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn name_of(element: &BytesStart<'_>) -> String {
    String::from_utf8_lossy(element.local_name().as_ref()).into_owned()
}

/// An element that is not closed yet.
struct Open {
    name: String,
    text: String,
    fields: Vec<(String, Value)>,
    is_nil: bool,
}

#[derive(Default)]
struct Builder {
    open: Vec<Open>,
    root: Option<Document>,
    /// Bytes of the values so far.
    memory: usize,
}

impl Builder {
    fn add(&mut self, event: Event<'_>) -> Result<(), String> {
        match event {
            Event::Start(element) => self.start(&element),
            Event::Empty(element) => {
                self.start(&element)?;
                self.end()
            }
            Event::End(_) => self.end(),
            Event::Text(text) => self.text(&text.xml10_content().map_err(|error| error.to_string())?),
            Event::CData(text) => self.text(&text.xml10_content().map_err(|error| error.to_string())?),
            Event::GeneralRef(name) => {
                if let Some(character) = name.resolve_char_ref().map_err(|error| error.to_string())? {
                    return self.text(character.encode_utf8(&mut [0; 4]));
                }
                let name = name.decode().map_err(|error| error.to_string())?;
                match quick_xml::escape::resolve_predefined_entity(&name) {
                    Some(text) => self.text(text),
                    None => self.text(&format!("&{name};")),
                }
            }
            Event::DocType(_) => Err("document types are not supported: remove <!DOCTYPE …>".to_owned()),
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) | Event::Eof => Ok(()),
        }
    }

    fn start(&mut self, element: &BytesStart<'_>) -> Result<(), String> {
        if self.open.len() >= MAX_DEPTH {
            return Err(format!("elements are nested deeper than {MAX_DEPTH} levels"));
        }
        if self.open.is_empty() && self.root.is_some() {
            return Err("it has a second root element".to_owned());
        }
        let name = name_of(element);
        self.reserve(ELEMENT_BYTES + name.len())?;
        let nil =
            element.attributes().flatten().find(|attribute| attribute.key.local_name().as_ref() == b"nil");
        let is_nil = nil.is_some_and(|nil| matches!(nil.value.as_ref(), b"true" | b"1"));
        self.open.push(Open { name, text: String::new(), fields: Vec::new(), is_nil });
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        // The reader has checked that end tags match.
        let Some(Open { name, text, fields, is_nil }) = self.open.pop() else { return Ok(()) };
        let value = if is_nil {
            Value::Null
        } else if fields.is_empty() {
            Value::String(if text.trim().is_empty() { String::new() } else { text })
        } else {
            Value::Object(object(fields))
        };
        let Some(parent) = self.open.last_mut() else {
            self.root = Some(Document { root: name, value });
            return Ok(());
        };
        if parent.fields.len() >= MAX_ENTRIES {
            return Err(format!("an element has more than {MAX_ENTRIES} elements: split the file"));
        }
        parent.fields.push((name, value));
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), String> {
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        let before = open.text.capacity();
        open.text.push_str(text);
        let grown = open.text.capacity() - before;
        self.reserve(grown)
    }

    /// Adds to the memory of values; returns an error above the limit of JSON files.
    fn reserve(&mut self, bytes: usize) -> Result<(), String> {
        self.memory += bytes;
        if self.memory > MAX_MEMORY {
            return Err(format!(
                "the file needs more than {} MB of memory: split it",
                MAX_MEMORY / 1_000_000
            ));
        }
        Ok(())
    }

    fn finish(self) -> Result<Document, String> {
        if !self.open.is_empty() {
            return Err("unexpected end of the file: it is truncated".to_owned());
        }
        self.root.ok_or_else(|| "it has no element".to_owned())
    }
}

/// The object of child elements. Elements of one name become a list, in the order of the file.
fn object(fields: Vec<(String, Value)>) -> Map<String, Value> {
    let mut object = Map::new();
    for (name, value) in fields {
        match object.get_mut(&name) {
            None => {
                object.insert(name, value);
            }
            Some(Value::Array(all)) => all.push(value),
            Some(first) => *first = Value::Array(vec![first.take(), value]),
        }
    }
    object
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parsed(text: &str) -> Result<Document, String> {
        parse(&SourceFile { name: "feed.xml".to_owned(), bytes: text.as_bytes().to_vec() })
            .map_err(|error| error.to_string())
    }

    #[test]
    fn elements_become_objects_lists_and_texts() {
        let text = "\u{feff}<?xml version='1.0'?><!-- x --><a:Feed xmlns:a='b' Date='1'><Films><Film><Code>1</Code></Film>\n<Film/></Films>\
            <One> x &amp; y &#233;&nbsp;<![CDATA[<b>]]> R&D</One><Nil i:nil='true'/><Blank>  \n </Blank></a:Feed>";
        let document = parsed(text).unwrap();
        assert_eq!(document.root, "Feed");
        let expected = json!({ "Films": { "Film": [{ "Code": "1" }, ""] }, "One": " x & y é&nbsp;<b> R&D", "Nil": null, "Blank": "" });
        assert_eq!(document.value, expected);
        let films = document.value.get("Films").unwrap();
        let places: Vec<_> = elements(films, "Film", "/Films").into_iter().map(|(place, _)| place).collect();
        assert_eq!(places, ["/Films/Film/0", "/Films/Film/1"]);
        assert!(places.iter().all(|place| document.value.pointer(place).is_some()));
        assert_eq!(elements(&document.value, "One", "").len(), 1);
        assert!(elements(&document.value, "Two", "").is_empty());
    }

    #[test]
    fn feeds_7_5_broken_and_hostile_documents_are_refused_with_their_place() {
        for (text, part) in [
            ("<a><b></a>", "feed.xml:1:"),
            ("<a>\n<b>", "feed.xml:2:4: unexpected end"),
            ("<a/><b/>", "second root"),
            ("", "no element"),
            ("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", "document types are not supported"),
            ("<a>&#0;</a>", "feed.xml:1:"),
            ("é<a b='é", "feed.xml:1:"),
        ] {
            let error = parsed(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
        let deep = "<a>".repeat(65) + &"</a>".repeat(65);
        assert!(parsed(&deep).unwrap_err().contains("deeper than 64"), "depth");
        let wide = format!("<a>{}</a>", "<b/>".repeat(MAX_ENTRIES + 1));
        assert!(parsed(&wide).unwrap_err().contains("more than 250000"), "entries");
        let large = format!("<a>{}</a>", format!("<c>{}</c>", "<b/>".repeat(200_000)).repeat(2));
        assert!(parsed(&large).unwrap_err().contains("MB of memory"), "memory");
        let error = parse(&SourceFile { name: "feed.xml".to_owned(), bytes: b"<a>\xff</a>".to_vec() });
        assert!(matches!(error, Err(FeedError::NotUtf8 { line: 1, column: 4, .. })), "{error:?}");
    }

    #[test]
    fn the_root_is_found_without_reading_the_document() {
        assert_eq!(root_of("<?xml version='1.0'?>\n<x:Feed><broken").as_deref(), Some("Feed"));
        assert_eq!(root_of("<!doctype html><html>").as_deref(), Some("html"));
        assert_eq!((root_of("<!-- x -->"), root_of("<")), (None, None));
    }
}
