//! Reads the ids and areas of `requirements.yaml`; `docs/spec/check.py` checks the rest of it.

use super::names::Id;

/// One statement of the specification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    /// Its id, for example `LINK-07`.
    pub id: Id,
    /// Its area, for example `links`.
    pub area: String,
}

/// The requirements in their order. The file is a list of flat mappings, `id` first, `area` second.
pub fn parse(text: &str) -> Vec<Requirement> {
    let mut out = Vec::new();
    let mut id = None;
    for line in text.lines() {
        if let Some(value) = line.strip_prefix("- id: ") {
            id = Id::parse(value.trim());
        } else if let Some(area) = line.strip_prefix("  area: ")
            && let Some(id) = id.take()
        {
            out.push(Requirement { id, area: area.trim().to_owned() });
        }
    }
    out
}
