//! Finds the structured data of a web page: the scripts of the type `application/ld+json`.
//!
//! The page is read as a stream of tokens, so that deeply nested pages need no more memory than flat ones.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use crate::source::SourceFile;
use crate::xml;

/// Maximum number of scripts of a page, and their maximum size in bytes.
const MAX_SCRIPTS: usize = 200;
const MAX_BYTES: usize = 4 << 20;
/// Number of bytes in which a page has its root element.
const HEAD: usize = 16_384;

/// Whether a file is a web page.
pub(crate) fn is_web_page(file: &SourceFile) -> bool {
    let bytes = file.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&file.bytes);
    if bytes.trim_ascii_start().first() != Some(&b'<') {
        return false;
    }
    let head = String::from_utf8_lossy(bytes.get(..bytes.len().min(HEAD)).unwrap_or_default());
    let is_html =
        |text: &str| text.get(..14).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype html"));
    is_html(head.trim_start_matches(['\u{feff}']).trim_start())
        || xml::root_of(&head).is_none_or(|root| root.eq_ignore_ascii_case("html"))
}

/// The texts of the scripts with structured data.
pub(crate) fn structured_data(file: &SourceFile) -> Vec<String> {
    let mut input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(&String::from_utf8_lossy(&file.bytes)));
    let mut tokenizer = Tokenizer::new(Scripts::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&mut input);
    tokenizer.end();
    tokenizer.sink.found
}

#[derive(Default)]
struct Scripts {
    /// The text of the script that is being read.
    open: Option<String>,
    found: Vec<String>,
    bytes: usize,
}

fn is_structured_data(tag: &Tag) -> bool {
    let kind = tag.attrs.iter().find(|attribute| &*attribute.name.local == "type");
    kind.is_some_and(|kind| {
        let essence = kind.value.split(';').next().unwrap_or_default();
        essence.trim().eq_ignore_ascii_case("application/ld+json")
    })
}

impl TokenSink for Scripts {
    type Handle = ();

    fn process_token(&mut self, token: Token, _: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                return match &*tag.name {
                    "script" => {
                        let has_room = self.found.len() < MAX_SCRIPTS && self.bytes < MAX_BYTES;
                        self.open = (has_room && is_structured_data(&tag)).then(String::new);
                        TokenSinkResult::RawData(RawKind::ScriptData)
                    }
                    "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
                    "style" | "xmp" | "iframe" | "noembed" | "noframes" => {
                        TokenSinkResult::RawData(RawKind::Rawtext)
                    }
                    _ => TokenSinkResult::Continue,
                };
            }
            Token::TagToken(_) => {
                let text = self.open.take().filter(|text| !text.trim().is_empty());
                self.found.extend(text);
            }
            Token::CharacterTokens(text) => {
                if let Some(open) = &mut self.open
                    && self.bytes + text.len() <= MAX_BYTES
                {
                    self.bytes += text.len();
                    open.push_str(&text);
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(html: &str) -> SourceFile {
        SourceFile { name: "page".to_owned(), bytes: html.as_bytes().to_vec() }
    }

    #[test]
    fn only_scripts_with_structured_data_are_found() {
        let html = r#"<!doctype html><title>A <script type="application/ld+json">1</script></title>
            <script>let a = '<script type="application/ld+json">2';</script>
            <SCRIPT TYPE="Application/LD+JSON; charset=utf-8">{ "a": "</p>" }</SCRIPT>
            <style>a::before { content: '<script type="application/ld+json">3</script>' }</style>
            <script type="application/ld+json"> </script><script type='application/ld+json'>[4]"#;
        assert_eq!(structured_data(&page(html)), [r#"{ "a": "</p>" }"#], "an open script is not read");
    }

    #[test]
    fn web_pages_are_told_from_other_files() {
        for (html, is_page) in [
            ("\u{feff}<!doctype html><p>", true),
            (" <HTML>", true),
            ("<!-- a -->", true),
            ("<?xml version='1.0'?><html/>", true),
            ("<?xml version='1.0'?><Feed/>", false),
            ("{ \"a\": \"<html>\" }", false),
            ("", false),
        ] {
            assert_eq!(is_web_page(&page(html)), is_page, "{html}");
        }
    }
}
