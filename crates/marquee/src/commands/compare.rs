//! What two versions of a site have differently, in words.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use marquee_site::draft::{Comparison, ContentDifference, ContentState};
use serde_json::{Value, json};

/// The English titles of the settings, by their paths in the site record.
const SETTINGS: &str = include_str!("../../../../locales/en/settings.json");

/// Parses what a comparison names: the number of a version, `published` or `draft`.
pub fn parse_state(text: &str) -> Result<ContentState, String> {
    match text {
        "published" => Ok(ContentState::Published),
        "draft" => Ok(ContentState::Draft),
        number => number
            .parse()
            .map(ContentState::Revision)
            .map_err(|_| "must be the number of a version, `published` or `draft`".to_owned()),
    }
}

pub fn print_comparison(comparison: &Comparison, json: bool) -> Result<()> {
    let words = Words::new(comparison)?;
    let differences = &comparison.differences;
    if json {
        let row = |found: &ContentDifference| {
            json!({
                "pointer": found.pointer, "words": words.line(found), "from": found.before, "to": found.after,
            })
        };
        let rows: Vec<Value> = differences.iter().map(row).collect();
        println!("{}", serde_json::to_string_pretty(&rows)?);
        return Ok(());
    }
    for found in differences {
        println!("{}", words.line(found));
    }
    if differences.is_empty() {
        println!("There are no differences.");
    }
    Ok(())
}

/// Names the parts of the content of a site.
struct Words<'c> {
    comparison: &'c Comparison,
    settings: BTreeMap<String, Value>,
}

impl<'c> Words<'c> {
    fn new(comparison: &'c Comparison) -> Result<Self> {
        let settings = serde_json::from_str(SETTINGS).context("locales/en/settings.json")?;
        Ok(Self { comparison, settings })
    }

    /// One line: what was added, removed or changed, and its values.
    fn line(&self, found: &ContentDifference) -> String {
        let part = self.part(&found.pointer);
        let line = match (&found.before, &found.after) {
            (None, after) => format!("{part} was added: {}", short(after.as_ref())),
            (before, None) => format!("{part} was removed: {}", short(before.as_ref())),
            (before, after) => {
                format!("{part} was changed: {} -> {}", short(before.as_ref()), short(after.as_ref()))
            }
        };
        // A terminal would interpret control characters.
        line.replace(char::is_control, " ")
    }

    /// The name of a part: its section, its record by the title, and the fields.
    fn part(&self, pointer: &str) -> String {
        let tokens: Vec<String> =
            pointer.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~")).collect();
        let Some((section, rest)) = tokens.split_first() else { return "The site".to_owned() };
        if section == "site" {
            return self.setting(rest);
        }
        let name = match section.as_str() {
            "theaters" => "Theater",
            "theaterOrder" => "Order of the theaters",
            "events" => "Event",
            "eventOrder" => "Order of the events",
            "pages" => "Page",
            "menus" => "Menu",
            "attributes" => "Attribute",
            "films" => "Film",
            "shows" => "Show",
            "programRules" => "Rules of the program, theater",
            "pictures" => "Picture",
            other => other,
        };
        let Some((id, fields)) = rest.split_first() else { return name.to_owned() };
        let title =
            self.title(section, id).map(|title| format!(" \u{201c}{title}\u{201d}")).unwrap_or_default();
        let fields: Vec<&str> =
            fields.iter().map(String::as_str).filter(|field| *field != "fields").collect();
        let fields = if fields.is_empty() { String::new() } else { format!(", {}", fields.join(" ")) };
        format!("{name} {id}{title}{fields}")
    }

    /// The title of a setting, that of the nearest one around it with the rest of the path, or the path.
    fn setting(&self, path: &[String]) -> String {
        for length in (1..=path.len()).rev() {
            let (known, rest) = path.split_at(length);
            let text = self.settings.get(&known.join("/"));
            if let Some(title) = text.and_then(|text| text.get("title")).and_then(Value::as_str) {
                let rest = if rest.is_empty() { String::new() } else { format!(", {}", rest.join(" ")) };
                return format!("Setting \u{201c}{title}\u{201d}{rest}");
            }
        }
        format!("Setting {}", path.join("/"))
    }

    /// What a record is called, in the second version or, if that does not have it, in the first.
    fn title(&self, section: &str, id: &str) -> Option<&str> {
        [&self.comparison.after, &self.comparison.before].into_iter().find_map(|content| {
            let record = content.get(section)?.get(id)?;
            let title = ["title", "name"].into_iter().find_map(|field| {
                record.get(field).or_else(|| record.get("fields")?.get(field)).and_then(Value::as_str)
            });
            title.filter(|title| !title.is_empty())
        })
    }
}

/// A value in one line; `–` for none.
pub fn short(value: Option<&Value>) -> String {
    const MAX: usize = 60;
    let Some(value) = value else { return "–".to_owned() };
    let text = value.to_string();
    if text.chars().count() > MAX { text.chars().take(MAX).chain(['…']).collect() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(before: Value, after: Value, pointers: &[&str]) -> Vec<String> {
        let difference = |pointer: &&str| ContentDifference {
            pointer: (*pointer).to_owned(),
            before: before.pointer(pointer).cloned(),
            after: after.pointer(pointer).cloned(),
        };
        let differences = pointers.iter().map(difference).collect();
        let comparison = Comparison { before, after, differences };
        let words = Words::new(&comparison).unwrap();
        comparison.differences.iter().map(|found| words.line(found)).collect()
    }

    #[test]
    fn differences_are_named_by_titles_of_settings_and_records() {
        let before = json!({
            "site": { "settings": { "domain": "acme.example" } },
            "pages": { "/about/": { "title": "About us" } },
        });
        let after = json!({
            "site": { "settings": { "domain": "acme.test" } },
            "films": { "7": { "fields": { "title": "Low\u{1b}Tide" } } },
            "attributes": [],
        });
        let pointers = ["/site/settings/domain", "/pages/~1about~1", "/films/7/fields/title", "/attributes"];
        assert_eq!(
            lines(before, after, &pointers),
            [
                "Setting \u{201c}Domain\u{201d} was changed: \"acme.example\" -> \"acme.test\"",
                "Page /about/ \u{201c}About us\u{201d} was removed: {\"title\":\"About us\"}",
                "Film 7 \u{201c}Low Tide\u{201d}, title was added: \"Low\\u001bTide\"",
                "Attribute was added: []",
            ]
        );
    }
}
