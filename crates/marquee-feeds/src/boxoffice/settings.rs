//! Settings, which are spread over many fragments.

use marquee_model::settings::{FooterLayout, HeaderLayout, LogoSize, SettingsRecord};
use serde_json::{Map, Value, json};

use super::State;
use crate::collector::Collector;
use crate::report::WarningReason;
use crate::row::JsonRow;
use crate::values::truncate_for_report;

/// Keys of the settings record that have the same name on the platform.
const KEYS: &[&str] = &[
    "id",
    "domain",
    "name",
    "adsDisplay",
    "adsLocation",
    "cookieBannerDidomiId",
    "headerLayout",
    "footerLayout",
    "hasSearch",
    "footerMobileLinks",
    "ticketingProvider",
    "ticketingUrl",
    "enableTargettTracking",
    "displayOriginalCypherMessages",
];

/// Imported keys of the loyalty configuration. URLs and secrets of the platform's service are not imported.
const LOYALTY: &[&str] = &[
    "version",
    "circuitId",
    "cinemaId",
    "type",
    "clubId",
    "ticketingUrl",
    "includeActivation",
    "includeActivationCardNumber",
    "includeActivationPhoneNumber",
    "balanceTypes",
    "scannableCodeFormat",
    "provider",
    "accessFromHeader",
    "guestHeaderAccessLabel",
    "guestSignupTabButton",
    "guestSignupTabText",
    "loggedInHeaderAccessLabel",
    "loggedInMenu",
    "includeWatchlist",
    "cardType",
    "allowExpiredAccountsLogin",
    "sessionTimeout",
];

/// The settings collected so far; the first valid value of a key wins.
#[derive(Default)]
pub(super) struct Draft(Map<String, Value>);

impl Draft {
    fn set(&mut self, collector: &mut Collector<'_>, place: String, key: &str, value: Value) {
        if self.0.contains_key(key) {
            return;
        }
        match check_value(key, &value) {
            Ok(()) => {
                self.0.insert(key.to_owned(), value);
            }
            Err(reason) => {
                collector.warn("settings", "", place, WarningReason::Setting { key: key.to_owned(), reason })
            }
        }
    }
}

/// Returns an error if the value is invalid in a settings record.
fn check_value(key: &str, value: &Value) -> Result<(), String> {
    let text = value.as_str().unwrap_or_default();
    let one_of =
        |values: &[&str]| Err(format!("{:?} is not one of {}", truncate_for_report(text), values.join(", ")));
    match key {
        "headerLayout" if HeaderLayout::parse(text).is_none() => return one_of(HeaderLayout::VALUES),
        "footerLayout" if FooterLayout::parse(text).is_none() => return one_of(FooterLayout::VALUES),
        "logoSize" if LogoSize::parse(value).is_none() => {
            return one_of(&LogoSize::NAMED.map(|(name, _)| name));
        }
        _ => {}
    }
    let mut record = json!({ "id": "x", "domain": "x" });
    if let Some(fields) = record.as_object_mut() {
        fields.insert(key.to_owned(), value.clone());
    }
    serde_json::from_value::<SettingsRecord>(record)
        .map(|_| ())
        .map_err(|e| truncate_for_report(&e.to_string()))
}

/// Reads the settings of a section; returns whether it has any.
pub(super) fn read(collector: &mut Collector<'_>, state: &mut State, section: &JsonRow<'_>) -> bool {
    let draft = &mut state.settings;
    let page = page(collector, draft, section);
    let Some(row) =
        section.get("settings").and_then(|s| JsonRow::new(s, section.pointer_to("settings")).ok())
    else {
        return page;
    };
    if let Ok(tags) = row.texts_owned("globalExcludedTags") {
        state.hidden.tags.extend(tags);
    }
    for key in KEYS {
        if let Some(value) = row.get(key) {
            draft.set(collector, row.pointer_to(key), key, value.clone());
        }
    }
    for (key, parts) in
        [("circuit", &["id", "name"][..]), ("relatedEntity", &["id", "name"]), ("logo", &["src"])]
    {
        // An incomplete fragment must not take precedence over a complete one.
        if let Some(value) = row.get(key).map(|v| pick(v, parts)).filter(|v| v.len() >= parts.len().min(2)) {
            draft.set(collector, row.pointer_to(key), key, Value::Object(value));
        }
    }
    if let Some(name) = row.get("relatedEntity").and_then(|e| e.get("name")) {
        draft.set(collector, row.pointer_to("relatedEntity"), "relatedEntity", json!({ "name": name }));
    }
    if let Some(size) = row.get("logo").and_then(|logo| logo.get("size")) {
        let size = if size == "NORMAL" { json!("MEDIUM") } else { size.clone() };
        draft.set(collector, row.pointer_to("logo"), "logoSize", size);
    }
    if let Some(Value::Array(trackers)) = row.get("trackers") {
        let trackers = trackers.iter().map(|t| Value::Object(pick(t, &["type", "token"]))).collect();
        draft.set(collector, row.pointer_to("trackers"), "trackers", Value::Array(trackers));
    }
    if let Some(loyalty) = row.get("loyalty") {
        draft.set(collector, row.pointer_to("loyalty"), "loyalty", Value::Object(pick(loyalty, LOYALTY)));
    }
    true
}

/// The fields of an object with these keys that are not `null`.
fn pick(value: &Value, keys: &[&str]) -> Map<String, Value> {
    let options = keys.iter().filter_map(|key| Some(((*key).to_owned(), value.get(key)?.clone())));
    options.filter(|(_, value)| !value.is_null()).collect()
}

/// Reads the login page and privacy policy page by their slugs; returns whether the section has one.
fn page(collector: &mut Collector<'_>, draft: &mut Draft, section: &JsonRow<'_>) -> bool {
    let Some(slug) = section.get("page").and_then(|p| p.get("slug")).and_then(Value::as_str) else {
        return false;
    };
    let key = match slug {
        "login" | "log-in" | "sign-in" => "loginPage",
        "privacy-policy" | "privacy" | "privacy-notice" => "privacyPolicyPage",
        _ => return false,
    };
    draft.set(collector, section.pointer_to("page"), key, json!({ "slug": slug }));
    true
}

pub(super) fn finish(collector: &mut Collector<'_>, draft: &mut Draft) {
    if !draft.0.is_empty() {
        collector.schedule.settings = Some(std::mem::take(&mut draft.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_08_layouts_and_sizes_are_checked_by_name() {
        for (key, values) in [("headerLayout", HeaderLayout::VALUES), ("footerLayout", FooterLayout::VALUES)]
        {
            for value in values {
                assert_eq!(check_value(key, &json!(value)), Ok(()), "{key} {value}");
            }
            let error = check_value(key, &json!("ROUND")).unwrap_err();
            assert_eq!(error, format!("\"ROUND\" is not one of {}", values.join(", ")));
        }
        assert_eq!(check_value("logoSize", &json!("MEDIUM")), Ok(()));
        let error = check_value("logoSize", &json!("HUGE")).unwrap_err();
        assert!(error.starts_with("\"HUGE\" is not one of "), "{error}");
    }
}
