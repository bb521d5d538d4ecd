//! The parts of a page that say something about its site.
//!
//! The page is read as a stream of tokens: there is no tree, so that deeply nested pages need no more memory than flat ones.

use std::collections::HashMap;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// Maximum number of links, pictures and other parts that are kept of a page.
const MAX_LINKS: usize = 2_000;
const MAX_PICTURES: usize = 200;
const MAX_PARTS: usize = 60;
/// Maximum size of all scripts with structured data, and of all inline styles, in bytes.
const MAX_JSON_LD: usize = 2 << 20;
const MAX_STYLES: usize = 1 << 20;
/// Maximum size of all paragraphs in bytes.
const MAX_TEXT: usize = 100_000;
/// Maximum length of a text in an attribute or link in bytes.
const MAX_SHORT: usize = 2_000;

/// A link with its text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Link {
    pub href: String,
    pub text: String,
    /// Whether it is in the header or a navigation.
    pub is_in_menu: bool,
}

/// A picture of the page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Picture {
    pub src: String,
    /// Whether its names say that it is a logo.
    pub is_logo: bool,
    pub is_in_header: bool,
}

/// An icon of the site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Icon {
    pub href: String,
    /// Whether it is an icon for home screens, which is larger.
    pub is_touch: bool,
    /// Width in pixels; 0 if unknown.
    pub size: u32,
}

/// What is kept of a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Parts {
    pub title: String,
    /// `content` by `name` or `property` in lower case; the first one wins.
    pub meta: HashMap<String, String>,
    /// The texts of scripts with structured data.
    pub json_ld: Vec<String>,
    pub icons: Vec<Icon>,
    pub pictures: Vec<Picture>,
    /// Addresses of style sheets.
    pub style_sheets: Vec<String>,
    pub styles: String,
    pub links: Vec<Link>,
    /// Headings, paragraphs and list items outside header, footer and navigation.
    pub paragraphs: Vec<String>,
    pub base: Option<String>,
}

/// Reads a page.
pub(crate) fn read(text: &str) -> Parts {
    let mut tokenizer = Tokenizer::new(Reader::default(), TokenizerOpts::default());
    let mut input = BufferQueue::default();
    // Small pieces: a page without any tag is not kept in one text.
    let mut rest = text;
    while !rest.is_empty() {
        let end =
            (0..=rest.len().min(1 << 14)).rev().find(|at| rest.is_char_boundary(*at)).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end.max(1).min(rest.len()));
        input.push_back(StrTendril::from(piece));
        rest = after;
        let _ = tokenizer.feed(&mut input);
    }
    tokenizer.end();
    let mut reader = tokenizer.sink;
    reader.end_paragraph();
    reader.parts
}

/// The element whose text is being collected.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Raw {
    #[default]
    None,
    JsonLd,
    Style,
    Title,
    /// Another script, or an element whose text is not shown.
    Ignored,
}

#[derive(Default)]
struct Reader {
    parts: Parts,
    raw: Raw,
    text: String,
    json_ld_bytes: usize,
    link: Option<Link>,
    paragraph: Option<String>,
    paragraph_bytes: usize,
    /// Open elements by kind.
    header: u32,
    nav: u32,
    footer: u32,
}

fn attribute<'t>(tag: &'t Tag, name: &str) -> Option<&'t str> {
    tag.attrs.iter().find(|a| &*a.name.local == name).map(|a| &*a.value).filter(|v| v.len() <= MAX_SHORT)
}

fn owned(tag: &Tag, name: &str) -> String {
    attribute(tag, name).unwrap_or_default().trim().to_owned()
}

/// A text without line breaks and repeated spaces.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Reader {
    fn start(&mut self, tag: &Tag) -> Raw {
        match &*tag.name {
            "script" if is_json_ld(tag) => return Raw::JsonLd,
            "style" => return Raw::Style,
            "title" if self.parts.title.is_empty() => return Raw::Title,
            "script" | "title" | "textarea" | "noframes" | "iframe" | "xmp" | "noembed" => {
                return Raw::Ignored;
            }
            "header" => self.header += 1,
            "nav" => self.nav += 1,
            "footer" => self.footer += 1,
            "base" => {
                self.parts.base = self.parts.base.take().or_else(|| attribute(tag, "href").map(str::to_owned))
            }
            "meta" => self.meta(tag),
            "link" => self.linked(tag),
            "img" => self.picture(tag),
            "a" => {
                self.end_link();
                let is_in_menu = self.header > 0 || self.nav > 0;
                self.link = attribute(tag, "href").map(|href| Link {
                    href: href.trim().to_owned(),
                    text: owned(tag, "aria-label"),
                    is_in_menu,
                });
            }
            "p" | "h1" | "h2" | "h3" | "h4" | "li" | "dd" | "td" => {
                self.end_paragraph();
                if self.header == 0 && self.nav == 0 && self.footer == 0 {
                    self.paragraph = Some(String::new());
                }
            }
            "div" | "section" | "ul" | "table" | "form" => self.end_paragraph(),
            "br" => self.characters(" "),
            _ => {}
        }
        Raw::None
    }

    fn end(&mut self, name: &str) {
        match name {
            "header" => self.header = self.header.saturating_sub(1),
            "nav" => self.nav = self.nav.saturating_sub(1),
            "footer" => self.footer = self.footer.saturating_sub(1),
            "a" => self.end_link(),
            "p" | "h1" | "h2" | "h3" | "h4" | "li" | "dd" | "td" => self.end_paragraph(),
            _ => {}
        }
    }

    fn end_raw(&mut self) {
        let text = std::mem::take(&mut self.text);
        match std::mem::take(&mut self.raw) {
            Raw::JsonLd => {
                self.json_ld_bytes += text.len();
                if self.json_ld_bytes <= MAX_JSON_LD && self.parts.json_ld.len() < MAX_PARTS {
                    self.parts.json_ld.push(text);
                }
            }
            Raw::Style if self.parts.styles.len() + text.len() <= MAX_STYLES => {
                self.parts.styles.push_str(&text);
                self.parts.styles.push('\n');
            }
            Raw::Title => self.parts.title = one_line(&text).chars().take(MAX_SHORT).collect(),
            _ => {}
        }
    }

    fn end_link(&mut self) {
        if let Some(mut link) = self.link.take()
            && self.parts.links.len() < MAX_LINKS
        {
            link.text = one_line(&link.text);
            self.parts.links.push(link);
        }
    }

    fn end_paragraph(&mut self) {
        let Some(text) = self.paragraph.take() else { return };
        let text = one_line(&text);
        self.paragraph_bytes += text.len();
        if !text.is_empty() && self.paragraph_bytes <= MAX_TEXT {
            self.parts.paragraphs.push(text);
        }
    }

    fn meta(&mut self, tag: &Tag) {
        let name = attribute(tag, "name").or_else(|| attribute(tag, "property"));
        if let (Some(name), Some(content)) = (name, attribute(tag, "content"))
            && self.parts.meta.len() < MAX_PARTS
        {
            self.parts.meta.entry(name.to_ascii_lowercase()).or_insert_with(|| one_line(content));
        }
    }

    fn linked(&mut self, tag: &Tag) {
        let relations = owned(tag, "rel").to_ascii_lowercase();
        let has = |name: &str| relations.split_whitespace().any(|relation| relation == name);
        let Some(href) = attribute(tag, "href").map(|href| href.trim().to_owned()) else { return };
        if has("stylesheet") && !has("alternate") && self.parts.style_sheets.len() < MAX_PARTS {
            self.parts.style_sheets.push(href);
        } else if (has("icon") || has("apple-touch-icon") || has("apple-touch-icon-precomposed"))
            && self.parts.icons.len() < MAX_PARTS
        {
            let size = owned(tag, "sizes").split(['x', 'X']).next().and_then(|width| width.parse().ok());
            let is_touch = !has("icon");
            self.parts.icons.push(Icon { href, is_touch, size: size.unwrap_or(0) });
        }
    }

    fn picture(&mut self, tag: &Tag) {
        let src = ["src", "data-src"].iter().map(|name| owned(tag, name)).find(|src| !src.is_empty());
        let Some(src) = src.filter(|_| self.parts.pictures.len() < MAX_PICTURES) else { return };
        let names = ["class", "id", "alt"].map(|name| owned(tag, name)).join(" ");
        let is_logo =
            [names.as_str(), src.as_str()].iter().any(|text| text.to_ascii_lowercase().contains("logo"));
        if let Some(link) = &mut self.link
            && link.text.is_empty()
        {
            link.text = owned(tag, "alt");
        }
        self.parts.pictures.push(Picture { src, is_logo, is_in_header: self.header > 0 || self.nav > 0 });
    }

    fn characters(&mut self, text: &str) {
        let push = |to: &mut String, max: usize| {
            if to.len() + text.len() <= max {
                to.push_str(text);
            }
        };
        match self.raw {
            Raw::JsonLd => push(&mut self.text, MAX_JSON_LD),
            Raw::Style => push(&mut self.text, MAX_STYLES),
            Raw::Title => push(&mut self.text, MAX_SHORT),
            Raw::Ignored => {}
            Raw::None => {
                if let Some(link) = &mut self.link {
                    push(&mut link.text, MAX_SHORT);
                }
                if let Some(paragraph) = &mut self.paragraph {
                    push(paragraph, MAX_TEXT);
                }
            }
        }
    }
}

fn is_json_ld(tag: &Tag) -> bool {
    let media_type = owned(tag, "type").to_ascii_lowercase();
    media_type.split(';').next().is_some_and(|name| name.trim() == "application/ld+json")
}

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&mut self, token: Token, _: u64) -> TokenSinkResult<()> {
        match token {
            Token::CharacterTokens(text) => self.characters(&text),
            Token::TagToken(tag) if tag.kind == TagKind::EndTag => {
                if self.raw == Raw::None {
                    self.end(&tag.name);
                } else {
                    self.end_raw();
                }
            }
            Token::TagToken(tag) => {
                self.raw = self.start(&tag);
                if self.raw != Raw::None {
                    return TokenSinkResult::RawData(match &*tag.name {
                        "script" => RawKind::ScriptData,
                        "title" | "textarea" => RawKind::Rcdata,
                        _ => RawKind::Rawtext,
                    });
                }
            }
            Token::EOFToken => self.end_raw(),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests;
