//! Parses pages, without running scripts.

use std::collections::BTreeMap;

use schemaorg_rs::{extract_all, validation};
use serde_json::Value;

use crate::http::Reply;

const VOID: [&str; 9] = ["area", "br", "hr", "img", "input", "link", "meta", "source", "wbr"];

/// An element of a page.
#[derive(Debug, Clone, Default)]
pub struct Element {
    /// Tag name.
    pub name: String,
    /// Attributes, with names in lower case.
    pub attributes: BTreeMap<String, String>,
    /// Text content, with collapsed white space.
    pub text: String,
    /// Text content, verbatim.
    pub raw: String,
}

impl Element {
    /// An attribute; empty if missing.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        self.attributes.get(name).map_or("", String::as_str)
    }
}

/// A parsed page.
#[derive(Debug, Clone)]
pub struct Page {
    /// The HTML source.
    pub html: String,
    /// All elements in document order.
    pub elements: Vec<Element>,
}

/// The structured data of a page (schema.org).
#[derive(Debug)]
pub struct StructuredData {
    /// Types of its entities, such as `Movie`.
    pub types: Vec<String>,
    /// Errors and warnings of the validator: place and message.
    pub findings: Vec<(String, String)>,
}

impl Page {
    /// The page's structured data, and the messages of the validator.
    #[must_use]
    pub fn structured_data(&self) -> StructuredData {
        let graph = extract_all(&self.html).unwrap();
        let errors_found = validation::validate(&graph);
        let findings =
            errors_found.errors().chain(errors_found.warnings()).map(|d| (d.path.clone(), d.message.clone()));
        StructuredData {
            findings: findings.collect(),
            types: graph.nodes.iter().flat_map(|node| node.types.clone()).collect(),
        }
    }

    /// Parses a response.
    ///
    /// # Panics
    /// If it is not HTML.
    #[must_use]
    pub fn parse(reply: &Reply) -> Self {
        assert_eq!(reply.required_header("content-type"), "text/html; charset=utf-8");
        let html = reply.text();
        Self { elements: elements(&html), html }
    }

    /// All elements with a tag name.
    pub fn all<'p>(&'p self, name: &'p str) -> impl Iterator<Item = &'p Element> {
        self.elements.iter().filter(move |e| e.name == name)
    }

    /// The only element with a tag name.
    ///
    /// # Panics
    /// If there is not exactly one.
    #[must_use]
    pub fn one(&self, name: &str) -> &Element {
        let mut all = self.elements.iter().filter(|e| e.name == name);
        let first = all.next().unwrap_or_else(|| panic!("no {name} in {}", self.html));
        assert!(all.next().is_none(), "more than one {name}");
        first
    }

    /// All links with `href`.
    pub fn links(&self) -> impl Iterator<Item = &Element> {
        self.all("a").filter(|a| a.attributes.contains_key("href"))
    }

    /// Whether there is a link to `href`.
    #[must_use]
    pub fn links_to(&self, href: &str) -> bool {
        self.links().any(|a| a.get("href") == href)
    }

    /// The text of the `main` element.
    #[must_use]
    pub fn text(&self) -> String {
        self.one("main").text.clone()
    }

    /// The title of the document.
    #[must_use]
    pub fn title(&self) -> String {
        self.elements.iter().find(|e| e.name == "title").map(|e| e.text.clone()).unwrap_or_default()
    }

    /// The page data.
    #[must_use]
    pub fn data(&self) -> Value {
        let block = self.elements.iter().find(|e| e.get("id") == "page-data").unwrap();
        serde_json::from_str(&block.raw).unwrap()
    }

    /// The nodes of its JSON-LD graph.
    #[must_use]
    pub fn graph(&self) -> Vec<Value> {
        let block = self.elements.iter().find(|e| e.get("type") == "application/ld+json");
        let graph: Value = block.map_or(Value::Null, |e| serde_json::from_str(&e.raw).unwrap());
        graph["@graph"].as_array().cloned().unwrap_or_default()
    }

    /// The nodes of a type in its JSON-LD graph.
    #[must_use]
    pub fn nodes(&self, kind: &str) -> Vec<Value> {
        self.graph().into_iter().filter(|node| node["@type"] == kind).collect()
    }

    /// The content of a meta element by its name or property.
    #[must_use]
    pub fn meta(&self, name: &str) -> Option<&str> {
        let mut all = self.all("meta").filter(|m| m.get("name") == name || m.get("property") == name);
        all.next().map(|m| m.get("content"))
    }

    /// Texts of links to film pages, in document order, without duplicates.
    #[must_use]
    pub fn films(&self) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for a in self.links().filter(|a| is_film(a.get("href")) && !a.text.is_empty()) {
            if !out.contains(&a.text) {
                out.push(a.text.clone());
            }
        }
        out
    }
}

fn is_film(href: &str) -> bool {
    let rest = href.split_once("/movies/").map(|(_, rest)| rest);
    rest.and_then(|r| r.chars().next()).is_some_and(|c| c.is_ascii_digit())
}

/// Parses documents in which every element is closed and every attribute quoted.
fn elements(html: &str) -> Vec<Element> {
    let mut out: Vec<Element> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (text, tag) = rest.split_at(at);
        say(&mut out, &open, text);
        if let Some(comment) = tag.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let (inside, after) = tag[1..].split_once('>').unwrap_or((&tag[1..], ""));
        rest = after;
        for at in &open {
            out[*at].text.push(' ');
        }
        if let Some(name) = inside.strip_prefix('/') {
            while let Some(last) = open.pop() {
                if out[last].name == name {
                    break;
                }
            }
        } else if !inside.starts_with('!') {
            let element = element(inside);
            let name = element.name.clone();
            out.push(element);
            if VOID.contains(&name.as_str()) || inside.ends_with('/') {
                continue;
            }
            open.push(out.len() - 1);
            if matches!(name.as_str(), "script" | "style") {
                let end = rest.find(&format!("</{name}")).unwrap_or(rest.len());
                let (raw, after) = rest.split_at(end);
                if let Some(last) = out.last_mut() {
                    last.raw = raw.to_owned();
                }
                rest = after;
            }
        }
    }
    for e in &mut out {
        e.text = e.text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    out
}

/// Appends text to all open elements.
fn say(out: &mut [Element], open: &[usize], text: &str) {
    if text.is_empty() {
        return;
    }
    let text = unescape(text);
    for at in open {
        out[*at].text.push_str(&text);
        out[*at].raw.push_str(&text);
    }
}

fn element(tag: &str) -> Element {
    let tag = tag.trim_end_matches('/');
    let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
    let mut attributes = BTreeMap::new();
    loop {
        rest = rest.trim_start();
        let Some(end) = rest.find(['=', ' ']) else {
            if !rest.is_empty() {
                attributes.insert(rest.to_ascii_lowercase(), String::new());
            }
            break;
        };
        let key = rest[..end].to_ascii_lowercase();
        if let Some(value) = rest[end..].strip_prefix("=\"") {
            let (value, after) = value.split_once('"').unwrap_or((value, ""));
            attributes.insert(key, unescape(value));
            rest = after;
        } else {
            attributes.insert(key, String::new());
            rest = &rest[end + 1..];
        }
    }
    Element { name: name.to_ascii_lowercase(), attributes, ..Element::default() }
}

fn unescape(text: &str) -> String {
    let named = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&nbsp;", "\u{a0}"),
    ];
    let text = named.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    text.replace("&amp;", "&")
}
