//! Finds requirement ids in text, and in names of test functions.

use std::collections::BTreeSet;
use std::fmt;

/// A requirement's id, for example `LINK-07`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Id {
    /// Prefix, for example `LINK`.
    pub area: String,
    pub number: u16,
}

impl Id {
    /// Parses `LINK-07`; anything else is `None`.
    pub fn parse(text: &str) -> Option<Self> {
        let (area, number) = text.split_once('-')?;
        let letters = area.len() >= 2 && area.bytes().all(|b| b.is_ascii_uppercase());
        (letters && is_number(number)).then_some(())?;
        Some(Self { area: area.to_owned(), number: number.parse().ok()? })
    }

    fn new(area: &str, number: u16) -> Self {
        Self { area: area.to_owned(), number }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}", self.area, self.number)
    }
}

/// Two or three digits, as in `requirements.yaml`.
fn is_number(text: &str) -> bool {
    matches!(text.len(), 2 | 3) && text.bytes().all(|b| b.is_ascii_digit())
}

/// An id in the name or title of a test. In a function name it may be an unrelated number; in text it must be a requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequirementReference {
    pub id: Id,
    /// Whether it is written as `LINK-07`.
    pub in_words: bool,
}

/// The ids in a text, for known areas: `LINK-07`, `LOYC-01 to LOYC-13`.
pub fn references_in_text(text: &str, areas: &BTreeSet<&str>) -> Vec<RequirementReference> {
    let mut references: Vec<RequirementReference> = Vec::new();
    let (mut before, mut last) = ("", None::<Id>);
    let words =
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-').filter(|w| !w.is_empty());
    for word in words {
        if let Some(id) = Id::parse(word).filter(|id| areas.contains(id.area.as_str())) {
            let first = match &last {
                Some(start) if before == "to" && start.area == id.area && start.number < id.number => {
                    start.number + 1
                }
                _ => id.number,
            };
            references.extend(
                (first..=id.number)
                    .map(|n| RequirementReference { id: Id::new(&id.area, n), in_words: true }),
            );
            last = Some(id);
        } else if word != "to" {
            last = None;
        }
        before = word;
    }
    references
}

/// The ids in the name of a test function, for known areas.
pub fn references_in_name(name: &str, areas: &BTreeSet<&str>) -> Vec<RequirementReference> {
    ids_in_name(name, areas).into_iter().map(|id| RequirementReference { id, in_words: false }).collect()
}

/// The ids in a function name: `site_06_07_…` has two, `loyc_01_to_13_…` thirteen, `site_11_theme_10_…` two.
fn ids_in_name(name: &str, areas: &BTreeSet<&str>) -> Vec<Id> {
    let mut ids: Vec<Id> = Vec::new();
    let (mut area, mut last, mut range) = (None::<String>, None::<u16>, false);
    for part in name.split('_') {
        let upper = part.to_ascii_uppercase();
        let number = part.parse::<u16>().ok().filter(|_| is_number(part));
        match (&area, number, last) {
            (Some(of), Some(n), Some(start)) if range => ids.extend((start + 1..=n).map(|n| Id::new(of, n))),
            (Some(of), Some(n), _) => ids.push(Id::new(of, n)),
            _ if areas.contains(upper.as_str()) => area = Some(upper),
            (Some(_), None, _) if matches!(part, "to" | "and") => {}
            _ => area = None,
        }
        range = part == "to" && last.is_some();
        last = if range { last } else { number.filter(|_| area.is_some()) };
    }
    ids
}
