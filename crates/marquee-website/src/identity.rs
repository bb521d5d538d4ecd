//! Who the website is about: its name, its description, and where its logo may be.

use serde_json::{Map, Value};
use url::Url;

use crate::html::Parts;

/// Depth to which structured data is searched.
const MAX_DEPTH: usize = 12;
/// Width of an icon from which it can be a logo, in pixels.
const MIN_ICON: u32 = 64;
const MAX_NAME: usize = 120;
const MAX_DESCRIPTION: usize = 300;
/// Between the parts of a title.
const SEPARATORS: [&str; 5] = [" | ", " – ", " - ", " — ", " · "];

/// Name and description of the website.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identity {
    /// Empty if unknown.
    pub name: String,
    /// One line; empty if unknown.
    pub description: String,
    /// Host name of the website.
    pub host: String,
}

impl Identity {
    pub(crate) fn new(parts: &Parts, url: &Url) -> Self {
        let meta = |name: &str| parts.meta.get(name).map(String::as_str).filter(|text| !text.is_empty());
        let mut declared = None;
        for_each_node(&parts.json_ld, &mut |node| {
            if declared.is_none() && is_organization(node) {
                declared = node.get("name").and_then(Value::as_str).map(crate::html::one_line);
            }
        });
        let separator = SEPARATORS.iter().find(|separator| parts.title.contains(**separator));
        let title =
            separator.and_then(|separator| parts.title.split(separator).last()).unwrap_or(&parts.title);
        let name =
            meta("og:site_name").map(str::to_owned).or(declared).unwrap_or_else(|| title.trim().to_owned());
        let description = meta("description").or_else(|| meta("og:description")).unwrap_or_default();
        Self {
            name: name.chars().take(MAX_NAME).collect(),
            description: marquee_model::text::shorten(description, MAX_DESCRIPTION),
            host: url.host_str().unwrap_or_default().trim_start_matches("www.").to_owned(),
        }
    }
}

/// Addresses of logos, the likeliest first: what structured data says, pictures that are called a logo, then icons.
pub(crate) fn logos(parts: &Parts) -> Vec<String> {
    let mut found = Vec::new();
    for_each_node(&parts.json_ld, &mut |node| {
        if let Some(logo) = node.get("logo").and_then(address).filter(|_| !has_type(node, "Movie")) {
            found.push(logo);
        }
    });
    let named = parts.pictures.iter().filter(|picture| picture.is_logo);
    let (in_header, elsewhere): (Vec<_>, Vec<_>) = named.partition(|picture| picture.is_in_header);
    found.extend(in_header.into_iter().map(|picture| picture.src.clone()));
    let mut icons: Vec<_> = parts
        .icons
        .iter()
        .filter(|icon| {
            icon.is_touch || icon.size >= MIN_ICON || icon.href.to_ascii_lowercase().contains(".svg")
        })
        .collect();
    icons.sort_by_key(|icon| (!icon.is_touch, std::cmp::Reverse(icon.size)));
    found.extend(elsewhere.into_iter().take(1).map(|picture| picture.src.clone()));
    found.extend(icons.into_iter().map(|icon| icon.href.clone()));
    found.retain(|src| !src.is_empty() && !src.starts_with("data:"));
    let mut seen = std::collections::HashSet::new();
    found.retain(|src| seen.insert(src.clone()));
    found
}

fn has_type(node: &Map<String, Value>, name: &str) -> bool {
    let is_named =
        |class: &Value| class.as_str().is_some_and(|class| class.rsplit(['/', ':']).next() == Some(name));
    match node.get("@type") {
        Some(Value::Array(classes)) => classes.iter().any(is_named),
        Some(class) => is_named(class),
        None => false,
    }
}

fn is_organization(node: &Map<String, Value>) -> bool {
    ["MovieTheater", "Organization", "LocalBusiness", "Corporation", "PerformingArtsTheater", "WebSite"]
        .iter()
        .any(|name| has_type(node, name))
}

/// An address as text, or the `url` of an object.
fn address(value: &Value) -> Option<String> {
    match value {
        Value::String(address) => Some(address.clone()),
        Value::Object(fields) => {
            ["url", "contentUrl"].iter().find_map(|key| fields.get(*key)?.as_str().map(str::to_owned))
        }
        Value::Array(items) => items.iter().find(|item| !item.is_array()).and_then(address),
        _ => None,
    }
}

fn for_each_node(scripts: &[String], each: &mut dyn FnMut(&Map<String, Value>)) {
    for script in scripts {
        // The parser refuses scripts that are nested too deeply.
        if let Ok(value) = serde_json::from_str::<Value>(script) {
            visit_nodes(&value, MAX_DEPTH, each);
        }
    }
}

fn visit_nodes(value: &Value, depth: usize, each: &mut dyn FnMut(&Map<String, Value>)) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match value {
        Value::Array(items) => items.iter().for_each(|item| visit_nodes(item, depth, each)),
        Value::Object(fields) => {
            each(fields);
            fields.values().for_each(|value| visit_nodes(value, depth, each));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;
