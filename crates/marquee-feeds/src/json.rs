//! A JSON parser with limits (security 7.5): depth, memory, length of lists, range of numbers.
//!
//! The strict dialect is RFC 8259. JSON5, for files named `.json5`, also accepts comments, single quotes, unquoted
//! keys, trailing commas, hexadecimal numbers, and numbers with leading zeros, plus signs or without digits on one side of
//! the point. The parser does not recurse deeper than [`MAX_DEPTH`], never panics, and reports the position of errors.

mod number;
mod text;

use serde_json::{Map, Value};

/// Maximum nesting depth of arrays and objects.
pub(crate) const MAX_DEPTH: usize = 64;
/// Maximum memory of the values of one file in bytes, about 25,000 showtimes.
pub(crate) const MAX_MEMORY: usize = 96_000_000;
/// Maximum number of entries of one list or object.
pub(crate) const MAX_ENTRIES: usize = 250_000;

/// Bytes of a non-empty object in addition to its fields: the smallest index of its map.
const OBJECT_BYTES: usize = 64;
/// Bytes of a field in an object's map: hash, key, value, and 21 for the index, which may be less than half full.
const FIELD_BYTES: usize = 8 + size_of::<(String, Value)>() + 21;
/// Overhead of the allocation of a text in bytes.
const ALLOCATION_BYTES: usize = 24;

/// Why a text is not valid JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JsonError {
    /// Unexpected end of the text.
    #[error("unexpected end of the file: it is truncated")]
    End,
    /// Unexpected character.
    #[error("unexpected {found:?}, expected {expected}")]
    Unexpected {
        /// The character.
        found: char,
        /// What was expected.
        expected: &'static str,
    },
    /// Deeper than `MAX_DEPTH`.
    #[error("arrays and objects are nested deeper than {MAX_DEPTH} levels")]
    Depth,
    /// More memory than `MAX_MEMORY`.
    #[error(
        "the file needs more than {} MB of memory: split it, for example into a file for each theater",
        MAX_MEMORY / 1_000_000
    )]
    Memory,
    /// More entries than `MAX_ENTRIES` in a list or object.
    #[error("a list or object has more than {MAX_ENTRIES} entries: split the file")]
    Entries,
    /// Number out of range.
    #[error("the number is out of range")]
    Range,
    /// Unescaped control character in a text.
    #[error("unescaped control character in a string: write \\u{0:04x}")]
    Control(u32),
    /// Invalid escape.
    #[error("invalid escape: a backslash before {0:?}")]
    Escape(char),
}

/// An error with its line and column, both from 1, the column in characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    pub line: usize,
    pub column: usize,
    pub error: JsonError,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Strict,
    Json5,
}

/// Parses a JSON text.
pub(crate) fn parse(text: &str, dialect: Dialect) -> Result<Value, SyntaxError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut parser = Parser { text, at: 0, memory: 0, is_json5: dialect == Dialect::Json5 };
    parser.document().map_err(|error| {
        let (line, column) = position(text, parser.at);
        SyntaxError { line, column, error }
    })
}

/// Line and column of a byte offset, both from 1, the column in characters.
pub(crate) fn position(text: &str, at: usize) -> (usize, usize) {
    let preceding = text.get(..at).unwrap_or(text);
    let line_start = preceding.rfind('\n').map_or(0, |n| n + 1);
    let line = preceding.bytes().filter(|b| *b == b'\n').count() + 1;
    (line, preceding.get(line_start..).unwrap_or_default().chars().count() + 1)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    /// Bytes of the values parsed so far.
    memory: usize,
    is_json5: bool,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn unexpected(&self, expected: &'static str) -> JsonError {
        self.rest().chars().next().map_or(JsonError::End, |found| JsonError::Unexpected { found, expected })
    }

    fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), JsonError> {
        if self.peek() != Some(byte) {
            return Err(self.unexpected(expected));
        }
        self.at += 1;
        Ok(())
    }

    /// Adds to the memory of values; returns an error above `MAX_MEMORY`.
    fn reserve(&mut self, bytes: usize) -> Result<(), JsonError> {
        self.memory += bytes;
        if self.memory > MAX_MEMORY { Err(JsonError::Memory) } else { Ok(()) }
    }

    /// Counts the memory of a text by its capacity.
    fn reserve_text(&mut self, capacity: usize) -> Result<(), JsonError> {
        self.reserve(capacity + ALLOCATION_BYTES)
    }

    /// Adds an item to a list, and counts the growth of its capacity.
    fn push<T>(&mut self, items: &mut Vec<T>, item: T) -> Result<(), JsonError> {
        let old_capacity = items.capacity();
        items.push(item);
        self.reserve((items.capacity() - old_capacity) * size_of::<T>())
    }

    fn document(&mut self) -> Result<Value, JsonError> {
        self.skip_whitespace()?;
        let value = self.value(0)?;
        self.skip_whitespace()?;
        if self.peek().is_some() { Err(self.unexpected("the end of the file")) } else { Ok(value) }
    }

    /// Skips white space and, in JSON5, comments.
    fn skip_whitespace(&mut self) -> Result<(), JsonError> {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                Some(b'/') if self.is_json5 && self.rest().starts_with("//") => {
                    self.at += self.rest().find('\n').unwrap_or(self.rest().len());
                }
                Some(b'/') if self.is_json5 && self.rest().starts_with("/*") => {
                    let text = self.rest().get(2..).unwrap_or_default();
                    self.at += text.find("*/").ok_or(JsonError::End)? + 4;
                }
                Some(0x80..) if self.is_json5 => match self.rest().chars().next() {
                    Some(c) if c.is_whitespace() || c == '\u{feff}' => self.at += c.len_utf8(),
                    _ => return Ok(()),
                },
                _ => return Ok(()),
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, JsonError> {
        match self.peek() {
            Some(b'{' | b'[') if depth >= MAX_DEPTH => Err(JsonError::Depth),
            Some(b'{') => self.object(depth + 1),
            Some(b'[') => self.array(depth + 1),
            Some(b'"') => self.string(b'"').map(Value::String),
            Some(b'\'') if self.is_json5 => self.string(b'\'').map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'+' | b'.') if self.is_json5 => self.number(),
            _ => self.literal(),
        }
    }

    fn literal(&mut self) -> Result<Value, JsonError> {
        for (word, value) in [("null", Value::Null), ("true", true.into()), ("false", false.into())] {
            if self.rest().starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
            if !self.rest().is_empty() && word.starts_with(self.rest()) {
                self.at = self.text.len();
                return Err(JsonError::End);
            }
        }
        let is_not_finite =
            self.is_json5 && (self.rest().starts_with("NaN") || self.rest().starts_with("Infinity"));
        Err(if is_not_finite { JsonError::Range } else { self.unexpected("a value") })
    }

    fn array(&mut self, depth: usize) -> Result<Value, JsonError> {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.skip_whitespace()?;
            if self.peek() == Some(b']') && (self.is_json5 || items.is_empty()) {
                break;
            }
            if items.len() >= MAX_ENTRIES {
                return Err(JsonError::Entries);
            }
            let item = self.value(depth)?;
            self.push(&mut items, item)?;
            self.skip_whitespace()?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => return Err(self.unexpected("',' or ']'")),
            }
        }
        self.at += 1;
        let grown = items.capacity();
        items.shrink_to_fit();
        self.memory -= (grown - items.capacity()) * size_of::<Value>();
        Ok(Value::Array(items))
    }

    fn object(&mut self, depth: usize) -> Result<Value, JsonError> {
        self.at += 1;
        let mut fields = Vec::new();
        loop {
            self.skip_whitespace()?;
            if self.peek() == Some(b'}') && (self.is_json5 || fields.is_empty()) {
                break;
            }
            if fields.len() >= MAX_ENTRIES {
                return Err(JsonError::Entries);
            }
            let key = self.key()?;
            self.skip_whitespace()?;
            self.expect(b':', "':'")?;
            self.skip_whitespace()?;
            let value = self.value(depth)?;
            self.push(&mut fields, (key, value))?;
            self.skip_whitespace()?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => break,
                _ => return Err(self.unexpected("',' or '}'")),
            }
        }
        self.at += 1;
        self.map(fields).map(Value::Object)
    }

    /// Converts fields to a map. A map that grows would take up to twice the memory, so it is created with its final size.
    fn map(&mut self, fields: Vec<(String, Value)>) -> Result<Map<String, Value>, JsonError> {
        if !fields.is_empty() {
            self.reserve(OBJECT_BYTES + fields.len() * FIELD_BYTES)?;
        }
        let allocated = fields.capacity() * size_of::<(String, Value)>();
        let map = fields.into_iter().collect();
        self.memory -= allocated;
        Ok(map)
    }

    fn key(&mut self) -> Result<String, JsonError> {
        match self.peek() {
            Some(b'"') => self.string(b'"'),
            Some(b'\'') if self.is_json5 => self.string(b'\''),
            _ if self.is_json5 => {
                let is_identifier = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
                let end = self.rest().find(|c| !is_identifier(c)).unwrap_or(self.rest().len());
                let key = self.rest().get(..end).filter(|k| !k.is_empty());
                let key = key.ok_or_else(|| self.unexpected("a key"))?.to_owned();
                self.reserve_text(key.capacity())?;
                self.at += end;
                Ok(key)
            }
            _ => Err(self.unexpected("a key in double quotes")),
        }
    }

    fn number(&mut self) -> Result<Value, JsonError> {
        let end = self.rest().find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')));
        let text = self.rest().get(..end.unwrap_or(self.rest().len())).unwrap_or_default();
        let is_truncated = end.is_none() && text.ends_with(['-', '+', '.', 'e', 'E']);
        let number = if self.is_json5 { number::json5(text) } else { number::strict(text) };
        match number {
            Some(Ok(number)) => {
                self.at += text.len();
                Ok(Value::Number(number))
            }
            Some(Err(error)) => Err(error),
            None if is_truncated => {
                self.at = self.text.len();
                Err(JsonError::End)
            }
            None => Err(self.unexpected("a number")),
        }
    }
}

#[cfg(test)]
mod tests;
