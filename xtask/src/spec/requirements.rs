//! Reads ids and areas of `requirements.yaml`; `docs/spec/check.py` validates the file.

use super::names::Id;

/// A requirement of the specification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    /// For example `LINK-07`.
    pub id: Id,
    /// For example `links`.
    pub area: String,
}

/// The requirements in file order. The file is a list of flat mappings, in which `id` is first and `area` second.
pub fn parse(text: &str) -> Vec<Requirement> {
    let mut requirements = Vec::new();
    let mut id = None;
    for line in text.lines() {
        if let Some(value) = line.strip_prefix("- id: ") {
            id = Id::parse(value.trim());
        } else if let Some(area) = line.strip_prefix("  area: ")
            && let Some(id) = id.take()
        {
            requirements.push(Requirement { id, area: area.trim().to_owned() });
        }
    }
    requirements
}
