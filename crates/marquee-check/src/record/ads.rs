//! Custom ads (SET-05 to SET-07).

use marquee_model::settings::library_code;
use serde_json::Value;

use crate::document::Document;
use crate::{Finding, Severity};

pub(super) fn check(document: &Document<'_>, findings: &mut Vec<Finding>) {
    let is_custom = document.text("/settings/adsDisplay").starts_with("CUSTOM");
    if is_custom && document.get("/settings/adsCustom").is_none() {
        let message = "adsCustom is required, no ad is shown";
        findings.push(document.finding(Severity::Warning, "/settings/adsDisplay", message));
    }
    let url = document.text("/settings/adsCustom/url");
    if !url.is_empty() && library_code(url).is_empty() {
        let message = format!("{url:?} must contain \"library/\" followed by the site code, no ad is shown");
        findings.push(document.finding(Severity::Warning, "/settings/adsCustom/url", message));
    }
    check_sizes(document, findings);
}

/// Checks the size mapping, which is a JSON text with locations as keys.
fn check_sizes(document: &Document<'_>, findings: &mut Vec<Finding>) {
    let at = "/settings/adsCustom/sizeMapping";
    let text = document.text(at);
    if text.is_empty() {
        return;
    }
    let Ok(Value::Object(mapping)) = serde_json::from_str::<Value>(text) else {
        let message = r#"must be JSON such as {"home1": {"0": [[320, 50]]}}"#;
        findings.push(document.finding(Severity::Error, at, message));
        return;
    };
    let keys = document.items("/settings/adsCustom/locations");
    let keys: Vec<&str> = keys.filter_map(|(_, location)| location.get("key")?.as_str()).collect();
    for key in mapping.keys().filter(|key| *key != "interstitial" && !keys.contains(&key.as_str())) {
        let message = format!("{key:?} not found in adsCustom.locations: add it there or remove it");
        findings.push(document.finding(Severity::Warning, at, message));
    }
}
