//! Validation of request paths and return URLs (security 5.8, 7.10).
//!
//! Clients, proxies and caches disagree about empty segments, dot segments and encoded separators. An ambiguous path is
//! rejected before it is processed.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Characters to encode in a path: all except unreserved characters, sub-delimiters, `:`, `@` and `/` (RFC 3986, 3.3).
const IN_PATH: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b':')
    .remove(b'@')
    .remove(b'/');

/// Characters to encode in an otherwise encoded URL: all except visible ASCII.
const NOT_VISIBLE_ASCII: &AsciiSet = &CONTROLS.add(b' ');

/// Why a path is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// An otherwise valid path has consecutive slashes; [`without_empty_segments`] removes them.
    #[error("has an empty segment")]
    EmptySegment,
    /// Not an absolute path, or it has dot segments, control characters, encoded `/`, `\`, `?` or `#`, or is not UTF-8.
    #[error("is not a valid path")]
    Ambiguous,
}

/// Checks a percent-encoded request path. Does not allocate for paths without percent signs.
///
/// # Errors
/// [`PathError`]; [`PathError::Ambiguous`] if both apply.
pub fn check(path: &str) -> Result<(), PathError> {
    let Some(relative) = path.strip_prefix('/') else { return Err(PathError::Ambiguous) };
    let mut segments = relative.split('/').peekable();
    let mut empty = false;
    while let Some(segment) = segments.next() {
        empty |= segment.is_empty() && segments.peek().is_some();
        if !is_unambiguous(segment) {
            return Err(PathError::Ambiguous);
        }
    }
    if empty { Err(PathError::EmptySegment) } else { Ok(()) }
}

/// Whether all clients and servers decode the segment to the same text.
fn is_unambiguous(segment: &str) -> bool {
    let text = if segment.contains('%') {
        match percent_decode_str(segment).decode_utf8() {
            Ok(text) => text,
            Err(_) => return false,
        }
    } else {
        Cow::Borrowed(segment)
    };
    !matches!(&*text, "." | "..")
        && !text.chars().any(|c| matches!(c, '/' | '\\' | '?' | '#') || c.is_control())
}

/// The path with each run of slashes replaced by one, percent-encoded for a header.
#[must_use]
pub fn without_empty_segments(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for c in path.chars() {
        if c != '/' || !encoded.ends_with('/') {
            encoded.push(c);
        }
    }
    encode_non_ascii(&encoded)
}

/// Percent-encodes a decoded path for a header or a link.
#[must_use]
pub fn encode(path: &str) -> String {
    utf8_percent_encode(path, IN_PATH).to_string()
}

/// Percent-encodes all characters except visible ASCII in an otherwise encoded URL.
#[must_use]
pub fn encode_non_ascii(address: &str) -> String {
    utf8_percent_encode(address, NOT_VISIBLE_ASCII).to_string()
}

/// Whether a return URL from a query or form is safe to redirect to: a path on the same site that [`check`] accepts,
/// optionally with query and fragment. The browser has the same rule (`isOwnPath` in web/rules/loyalty/session/hand-over.ts);
/// tests of both use fixtures/paths/return.json.
#[must_use]
pub fn is_return_address(text: &str) -> bool {
    let path = text.split(['?', '#']).next().unwrap_or_default();
    check(path).is_ok() && text.is_ascii() && !text.contains(|c: char| c == '\\' || c.is_control())
}

#[cfg(test)]
mod tests;
