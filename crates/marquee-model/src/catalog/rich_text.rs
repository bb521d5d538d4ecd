//! Texts with formatting: paragraphs, headings, quotes and lists of spans (PAGE-13).
//!
//! The structure is flat: nothing nests deeper than a span in an item of a list. There is no markup in it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A part of a text. A paragraph without formatting is a plain text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a text, or an object with a known type and its content")]
pub enum TextPart {
    /// A paragraph without formatting.
    Plain(String),
    Formatted(FormattedPart),
}

/// A part of a text with formatting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum FormattedPart {
    Paragraph {
        content: Vec<Span>,
    },
    /// A heading below that of the block.
    Heading {
        content: Vec<Span>,
    },
    Quote {
        content: Vec<Span>,
    },
    BulletList {
        items: Vec<Vec<Span>>,
    },
    NumberedList {
        items: Vec<Vec<Span>>,
    },
}

/// A piece of text with the same formatting throughout. Without formatting it is a plain text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a text, or an object with a text and its formatting")]
pub enum Span {
    Plain(String),
    Formatted(FormattedSpan),
}

/// A piece of text with formatting.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FormattedSpan {
    /// The text; `\n` is a line break.
    pub text: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bold: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub italic: bool,
    /// The destination of a link: a path, a URL, an email address, or `ticketing:{segment}` (LINK-01).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
}

impl TextPart {
    /// The lines of the part: one, or the items of a list.
    pub fn lines(&self) -> impl Iterator<Item = TextLine<'_>> {
        let (plain, content, items) = match self {
            Self::Plain(text) => (Some(text), None, None),
            Self::Formatted(part) => match part {
                FormattedPart::Paragraph { content }
                | FormattedPart::Heading { content }
                | FormattedPart::Quote { content } => (None, Some(content), None),
                FormattedPart::BulletList { items } | FormattedPart::NumberedList { items } => {
                    (None, None, Some(items))
                }
            },
        };
        let items = items.into_iter().flatten();
        plain
            .map(|text| TextLine::Plain(text))
            .into_iter()
            .chain(content.into_iter().chain(items).map(|spans| TextLine::Spans(spans)))
    }

    /// The texts of all spans, in order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.lines().flat_map(|line| {
            let (plain, spans) = match line {
                TextLine::Plain(text) => (Some(text), None),
                TextLine::Spans(spans) => (None, Some(spans)),
            };
            plain.into_iter().chain(spans.into_iter().flatten().map(Span::text))
        })
    }

    /// The destinations of its links.
    pub fn hrefs(&self) -> impl Iterator<Item = &str> {
        self.lines().flat_map(|line| {
            let spans = match line {
                TextLine::Plain(_) => &[],
                TextLine::Spans(spans) => spans,
            };
            spans.iter().filter_map(|span| match span {
                Span::Plain(_) => None,
                Span::Formatted(span) => span.href.as_deref(),
            })
        })
    }
}

/// A line of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextLine<'a> {
    Plain(&'a str),
    Spans(&'a [Span]),
}

impl Span {
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Formatted(span) => &span.text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse(json: serde_json::Value) -> Result<TextPart, serde_json::Error> {
        serde_json::from_value(json)
    }

    #[test]
    fn page_13_a_paragraph_without_formatting_is_a_text() {
        for json in [
            json!("Line 4."),
            json!({ "type": "paragraph", "content": ["Line ", { "text": "4", "bold": true, "href": "/bus/" }] }),
            json!({ "type": "bulletList", "items": [["One"], [{ "text": "Two", "italic": true }]] }),
        ] {
            let part = parse(json.clone()).unwrap();
            assert_eq!(serde_json::to_value(&part).unwrap(), json);
        }
    }

    #[test]
    fn page_13_texts_and_links_are_found_in_every_part() {
        let part = parse(
            json!({ "type": "numberedList", "items": [["One"], [{ "text": "Two", "href": "/two/" }]] }),
        );
        let part = part.unwrap();
        assert_eq!(part.texts().collect::<Vec<_>>(), ["One", "Two"]);
        assert_eq!(part.hrefs().collect::<Vec<_>>(), ["/two/"]);
    }

    #[test]
    fn page_13_unknown_parts_and_formatting_are_refused() {
        for json in [
            json!({ "type": "script", "content": ["alert(1)"] }),
            json!({ "type": "paragraph", "content": [{ "text": "x", "onclick": "alert(1)" }] }),
            json!({ "type": "paragraph", "content": [], "html": "<b>" }),
            json!({ "type": "quote", "content": [{ "type": "paragraph", "content": [] }] }),
            json!({ "type": "bulletList", "content": ["x"] }),
            json!({ "type": "paragraph", "content": [{ "text": "x", "bold": "yes" }] }),
            json!(1),
            json!(null),
            json!([]),
        ] {
            assert!(parse(json.clone()).is_err(), "{json}");
        }
    }
}
