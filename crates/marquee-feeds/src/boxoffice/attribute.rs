//! Names of attribute keys. The feed has a row per theater; the most frequent name wins.

use std::collections::BTreeMap;

use super::State;
use crate::attributes;
use crate::collector::Collector;
use crate::report::SkipReason;
use crate::row::{Field, JsonRow};

/// Labels and descriptions with their number of occurrences, by key.
#[derive(Default)]
pub(super) struct Labels(BTreeMap<String, (TextCounts, TextCounts)>);

/// Texts in order of appearance, with their number of occurrences.
#[derive(Default)]
struct TextCounts(Vec<(String, usize)>);

impl TextCounts {
    /// Adds `weight` to the votes of a text. Only the first 100 different texts are counted.
    fn add(&mut self, text: &str, weight: usize) {
        if let Some((_, votes)) = self.0.iter_mut().find(|(t, _)| t == text) {
            *votes += weight;
        } else if self.0.len() < 100 {
            self.0.push((text.to_owned(), weight));
        }
    }

    /// The text with the most votes; the first one if several have the same number.
    fn winner(&self) -> &str {
        let best = self.0.iter().rev().max_by_key(|(_, votes)| *votes);
        best.map_or("", |(text, _)| text)
    }
}

pub(super) fn read(collector: &mut Collector<'_>, state: &mut State, row: &JsonRow<'_>) -> Field<()> {
    let tag = row.required_text("tag", 128)?;
    for text in row.objects("localizations")? {
        let label = text.required_text("label", 200)?;
        // Names in another language than the site's have no weight: they are used only if there is no other name.
        let locale = text.text("locale")?.unwrap_or_default();
        let weight = usize::from(collector.options.language.is_none_or(|site| locale.starts_with(site)));
        let votes = state.labels.0.entry(tag.to_owned()).or_default();
        votes.0.add(label, weight);
        if let Some(description) = text.text("description")? {
            votes.1.add(description, weight);
        }
    }
    if state.labels.0.contains_key(tag) {
        return Ok(());
    }
    Err(row.error("localizations", SkipReason::Missing("label")))
}

pub(super) fn finish(collector: &mut Collector<'_>, labels: Labels) {
    let public_labels = labels.0.into_iter().filter(|(key, _)| !attributes::is_private_hire(key));
    for (key, (labels, descriptions)) in public_labels {
        collector.attribute(attributes::entry(&key, labels.winner(), descriptions.winner()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn const_04_the_text_with_most_votes_wins_and_the_first_of_equals() {
        let mut counts = TextCounts::default();
        assert_eq!(counts.winner(), "");
        for (text, weight) in [("English", 0), ("Deutsch", 1), ("Other", 1), ("Other", 1), ("Deutsch", 0)] {
            counts.add(text, weight);
        }
        assert_eq!(counts.winner(), "Other");
        counts.add("Deutsch", 1);
        assert_eq!(counts.winner(), "Deutsch");
    }

    #[test]
    fn at_most_100_texts_are_counted() {
        let mut counts = TextCounts::default();
        (0..101).for_each(|n| counts.add(&n.to_string(), 1));
        assert_eq!(counts.0.len(), 100);
    }
}
