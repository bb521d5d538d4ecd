//! Warns about fonts and layouts that are not available and are replaced by others (THEME-09, SET-14).

use marquee_model::settings::{FontFamily, FooterLayout, HeaderLayout, LogoSize};
use marquee_model::text;

use crate::document::Document;
use crate::{Finding, Severity, suggestions};

pub(super) fn check(document: &Document<'_>, findings: &mut Vec<Finding>) {
    layouts(document, findings);
    for (at, _) in document.items("/config/googleFonts") {
        let Some(family) = FontFamily::find(document.text(&format!("{at}/font"))) else { continue };
        for (at, weight) in document.texts(&format!("{at}/weights")) {
            let (digits, italic) = match weight.strip_suffix('i') {
                Some(digits) => (digits, true),
                None => (weight, false),
            };
            if let Ok(weight_number) = digits.parse() {
                check_weight(document, &at, family, weight_number, italic, findings);
            }
        }
    }
    check_loaded_weights(document, findings);
    for (role, families) in [("body", "body"), ("heading", "heading"), ("bold", "body")] {
        let family = FontFamily::find(document.text(&format!("/config/theme/fonts/{families}")));
        let at = format!("/config/theme/fontWeights/{role}");
        let weight =
            document.get(&at).and_then(serde_json::Value::as_u64).and_then(|w| u16::try_from(w).ok());
        let italic = document.text(&format!("/config/theme/fontStyles/{families}")) == "italic";
        if let (Some(family), Some(weight)) = (family, weight) {
            check_weight(document, &at, family, weight, italic, findings);
        }
    }
    for role in ["body", "heading"] {
        let at = format!("/config/theme/fontStyles/{role}");
        let family = FontFamily::find(document.text(&format!("/config/theme/fonts/{role}")));
        if let Some(family) = family.filter(|f| f.italic.is_empty() && document.text(&at) == "italic") {
            let message =
                format!("{} has no italic style, so the browser synthesizes it: write normal", family.name);
            findings.push(document.finding(Severity::Warning, &at, message));
        }
    }
}

/// Warns about weights that the theme uses but `googleFonts` does not list. The browser would substitute or synthesize them
/// (SITE-05).
fn check_loaded_weights(document: &Document<'_>, findings: &mut Vec<Finding>) {
    for (role, families) in [("body", "body"), ("heading", "heading"), ("bold", "body")] {
        let family = document.text(&format!("/config/theme/fonts/{families}"));
        let at = format!("/config/theme/fontWeights/{role}");
        let Some(weight) = document.get(&at).and_then(serde_json::Value::as_u64) else { continue };
        let lists: Vec<String> = document
            .items("/config/googleFonts")
            .map(|(at, _)| at)
            .filter(|at| document.text(&format!("{at}/font")) == family)
            .collect();
        let mut listed_weights =
            lists.iter().flat_map(|at| document.texts(&format!("{at}/weights")).collect::<Vec<_>>());
        let weight_text = weight.to_string();
        if !lists.is_empty() && !listed_weights.any(|(_, listed)| listed.trim_end_matches('i') == weight_text)
        {
            let message = format!("googleFonts loads {family} without the weight {weight}: add it there");
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

fn layouts(document: &Document<'_>, findings: &mut Vec<Finding>) {
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
