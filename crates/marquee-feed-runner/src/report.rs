//! Reports of runs as they are stored: without a language, because each reader has one.

use jiff::Timestamp;
use marquee_api::editor::FeedDifferences;
use marquee_import::MAX_REMARKS;
use marquee_messages::{Language, Message};
use serde::{Deserialize, Serialize};

use crate::planned::Planned;

/// The report of a run in its history.
#[derive(Debug, Serialize, Deserialize)]
pub struct StoredReport {
    /// Without the texts of remarks.
    differences: FeedDifferences,
    remarks: Vec<Message>,
}

impl StoredReport {
    pub fn new(planned: &Planned, now: Timestamp) -> Self {
        let mut differences = planned.differences(now, Language::ENGLISH);
        differences.plan.remarks.clear();
        Self { differences, remarks: planned.found.remarks.iter().take(MAX_REMARKS).cloned().collect() }
    }

    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    fn in_language(self, language: Language) -> FeedDifferences {
        let Self { mut differences, remarks } = self;
        differences.plan.remarks = remarks.iter().map(|remark| remark.text(language)).collect();
        differences
    }
}

/// What a run has found, with remarks in a language; `None` if it was written by a version whose reports this one cannot read.
/// Earlier versions stored remarks as English texts, which are shown verbatim.
#[must_use]
pub fn read_report(text: &str, language: Language) -> Option<FeedDifferences> {
    let stored = serde_json::from_str::<StoredReport>(text).map(|report| report.in_language(language));
    stored.or_else(|_| serde_json::from_str(text)).ok()
}

#[cfg(test)]
mod tests {
    use marquee_messages::feeds;
    use serde_json::json;

    use super::*;

    fn differences(remarks: &[&str]) -> FeedDifferences {
        let plan = json!({
            "plan": "1.2", "format": "cinemashowtimes", "films": counts(), "shows": counts(), "theaters": [],
            "changes": [], "isSame": false, "skipped": 0, "remarks": remarks, "remarkCount": 1,
        });
        let loss = json!({ "percent": 0, "isHeld": false, "theaters": [] });
        serde_json::from_value(json!({ "plan": plan, "loss": loss, "conflicts": [] })).unwrap()
    }

    fn counts() -> serde_json::Value {
        json!({ "added": 0, "changed": 0, "removed": 0, "unchanged": 0 })
    }

    #[test]
    fn a_report_is_in_the_language_of_its_reader() {
        let remark = feeds::run_typed_twice("Low Tide", "2026-11-21 19:00");
        let stored = StoredReport { differences: differences(&[]), remarks: vec![remark] };
        let stored = stored.to_json().unwrap();
        let remark = |language| read_report(&stored, Language::of_locale(language)).unwrap().plan.remarks;
        assert_eq!(remark("en"), ["Low Tide at 2026-11-21 19:00 is typed in as well: remove one of them"]);
        assert!(remark("fr")[0].starts_with("Low Tide, 2026-11-21 19:00, est aussi saisi à la main"));
        assert!(remark("de")[0].contains("auch von Hand eingegeben"));
        assert!(remark("es")[0].contains("también está escrita a mano"));
    }

    #[test]
    fn a_report_of_an_earlier_version_is_shown_verbatim() {
        let old = serde_json::to_string(&differences(&["Low Tide is typed in as well"])).unwrap();
        let read = read_report(&old, Language::of_locale("fr")).unwrap();
        assert_eq!(read.plan.remarks, ["Low Tide is typed in as well"]);
        assert_eq!(read_report("{}", Language::ENGLISH), None);
    }
}
