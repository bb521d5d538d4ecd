//! Warns about fonts and layouts that are not available and are replaced by others (THEME-09, SET-14).

use marquee_model::settings::{FontFamily, FooterLayout, HeaderLayout, LogoSize};
use marquee_model::text;

use crate::document::Document;
use crate::{Finding, Severity, suggestions};

pub(super) fn check(document: &Document<'_>, findings: &mut Vec<Finding>) {
    check_layouts(document, findings);
    for (at, _) in document.items("/config/googleFonts") {
        let Some(family) = FontFamily::find(document.text(&format!("{at}/font"))) else { continue };
        for (at, weight) in document.texts(&format!("{at}/weights")) {
            check_listed_weight(document, &at, family, weight, findings);
        }
    }
    check_loaded_weights(document, findings);
    for (role, families) in [("body", "body"), ("heading", "heading"), ("bold", "body")] {
        let family = FontFamily::find(document.text(&format!("/config/theme/fonts/{families}")));
        let at = format!("/config/theme/fontWeights/{role}");
        if let (Some(family), Some(weight)) = (family, font_weight(document, &at)) {
            check_weight(document, &at, family, weight, is_italic(document, families), findings);
        }
    }
    for role in ["body", "heading"] {
        let at = format!("/config/theme/fontStyles/{role}");
        let family = FontFamily::find(document.text(&format!("/config/theme/fonts/{role}")));
        if let Some(family) = family.filter(|f| f.italic.is_empty() && is_italic(document, role)) {
            let message =
                format!("{} has no italic style, so the browser synthesizes it: write normal", family.name);
            findings.push(document.finding(Severity::Warning, &at, message));
        }
    }
}

fn font_weight(document: &Document<'_>, at: &str) -> Option<u16> {
    document.get(at)?.as_u64()?.try_into().ok()
}

/// Whether the theme sets `body` or `heading` in italic.
fn is_italic(document: &Document<'_>, role: &str) -> bool {
    document.text(&format!("/config/theme/fontStyles/{role}")) == "italic"
}

/// Warns about a weight of `googleFonts` that the family lacks.
fn check_listed_weight(
    document: &Document<'_>,
    at: &str,
    family: &FontFamily,
    listed: &str,
    findings: &mut Vec<Finding>,
) {
    let digits = listed.strip_suffix('i');
    let Ok(weight) = digits.unwrap_or(listed).parse() else { return };
    let nearest = used_weight(family, weight, digits.is_some());
    if nearest != listed {
        let message = format!("{} has no weight {listed}, using the nearest: write {nearest}", family.name);
        findings.push(document.finding(Severity::Warning, at, message));
    }
}

/// The weight that pages use for a requested one, as `googleFonts` lists it: `400`, or `400i` for italic.
fn used_weight(family: &FontFamily, requested: u16, italic: bool) -> String {
    let suffix = if family.style(italic).0 { "i" } else { "" };
    format!("{}{suffix}", family.nearest_weight(requested, italic))
}

/// Warns about weights that the theme uses but `googleFonts` does not list. The browser would substitute or synthesize them
/// (SITE-05).
fn check_loaded_weights(document: &Document<'_>, findings: &mut Vec<Finding>) {
    for (role, families) in [("body", "body"), ("heading", "heading"), ("bold", "body")] {
        let name = document.text(&format!("/config/theme/fonts/{families}"));
        let Some(family) = FontFamily::find(name) else { continue };
        let at = format!("/config/theme/fontWeights/{role}");
        let Some(weight) = font_weight(document, &at) else { continue };
        let lists: Vec<String> = document
            .items("/config/googleFonts")
            .map(|(at, _)| at)
            .filter(|at| document.text(&format!("{at}/font")) == name)
            .collect();
        let mut listed_weights =
            lists.iter().flat_map(|at| document.texts(&format!("{at}/weights")).collect::<Vec<_>>());
        let used = used_weight(family, weight, is_italic(document, families));
        if !lists.is_empty() && !listed_weights.any(|(_, listed)| listed == used) {
            let message = format!("googleFonts loads {name} without the weight {used}: add it there");
            findings.push(document.finding(Severity::Warning, &at, message));
        }
    }
}

fn check_weight(
    document: &Document<'_>,
    at: &str,
    family: &FontFamily,
    requested: u16,
    italic: bool,
    findings: &mut Vec<Finding>,
) {
    let (is_italic, weights) = family.style(italic);
    if !weights.contains(&requested) {
        let (name, nearest) = (family.name, family.nearest_weight(requested, italic));
        let style = if is_italic { " in italic" } else { "" };
        let message = format!("{name} has no weight {requested}{style}, using the nearest: write {nearest}");
        findings.push(document.finding(Severity::Warning, at, message));
    }
}

fn check_layouts(document: &Document<'_>, findings: &mut Vec<Finding>) {
    let header = (|text: &str| HeaderLayout::parse(text).is_some(), HeaderLayout::VALUES);
    let footer = (|text: &str| FooterLayout::parse(text).is_some(), FooterLayout::VALUES);
    for (at, (is_valid, values)) in [
        ("/settings/headerLayout", (header.0 as fn(&str) -> bool, header.1)),
        ("/settings/footerLayout", (footer.0 as fn(&str) -> bool, footer.1)),
    ] {
        let value = document.text(at);
        if document.get(at).is_some_and(serde_json::Value::is_string) && !is_valid(value) {
            let nearest = text::nearest(value, values.iter().copied());
            let suggestion = nearest.map_or_else(String::new, |n| format!("; did you mean {n}?"));
            let default = values.first().copied().unwrap_or_default();
            let all: Vec<String> = values.iter().map(|v| (*v).to_owned()).collect();
            let message = format!(
                "unknown layout {value:?}, using the default {default}: must be {}{suggestion}",
                suggestions::join_or(&all)
            );
            findings.push(document.finding(Severity::Warning, at, message));
        }
    }
    let size = document.get("/settings/logoSize");
    if let Some(size) =
        size.filter(|size| (size.is_i64() || size.is_string()) && LogoSize::parse(size).is_none())
    {
        let default = LogoSize::default().px();
        let message = format!(
            "invalid logo size {size}, using the default {default}: must be a height between {} and {}, {}",
            LogoSize::RANGE.start(),
            LogoSize::RANGE.end(),
            suggestions::join_or(&LogoSize::NAMED.map(|(name, _)| name.to_owned()))
        );
        findings.push(document.finding(Severity::Warning, "/settings/logoSize", message));
    }
}
