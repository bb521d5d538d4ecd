//! Text functions: HTML escaping, slugs, placeholders, lists.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Escapes text for element content and quoted attributes of HTML or XML.
#[must_use]
pub fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The slug of a name: lower case, accents removed, other characters replaced by single hyphens.
///
/// Letters of other scripts are kept; a name without letters and digits has an empty slug.
#[must_use]
pub fn slug(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    // Composed again, because syllables and marks of other scripts are part of their letters.
    for c in name.nfkd().filter(|c| !is_accent(*c)).nfc() {
        match c {
            'ß' | 'ẞ' => slug.push_str("ss"),
            'æ' | 'Æ' => slug.push_str("ae"),
            'œ' | 'Œ' => slug.push_str("oe"),
            'ø' | 'Ø' => slug.push('o'),
            'ł' | 'Ł' => slug.push('l'),
            '\'' | '’' => {}
            c if c.is_alphanumeric() || is_combining_mark(c) => slug.extend(c.to_lowercase()),
            _ if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
            _ => {}
        }
    }
    while slug.ends_with('-') {
        slug.pop();
    }
    slug
}

/// The [`slug`] of a name without letters of other scripts, for systems whose paths are ASCII (ADS-18).
#[must_use]
pub fn ascii_slug(name: &str) -> String {
    let slug = slug(name);
    slug.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

/// Whether a character is an accent of Latin, Greek or Cyrillic letters.
fn is_accent(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// Replaces the placeholders `{0}` and `[theaterName]` in an operator's text (PAGE-09). Placeholders in the values are not
/// replaced, and a placeholder without a value is kept.
#[must_use]
pub fn replace_placeholders(text: &str, value: Option<&str>, theater_name: Option<&str>) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut remaining = text;
    while let Some(at) = remaining.find(['{', '[']) {
        let (before, from) = remaining.split_at(at);
        filled.push_str(before);
        let placeholder = [("{0}", value), ("[theaterName]", theater_name)]
            .into_iter()
            .find_map(|(name, value)| Some((value?, from.strip_prefix(name)?)));
        remaining = match placeholder {
            Some((value, after)) => {
                filled.push_str(value);
                after
            }
            None => {
                let (bracket, after) = from.split_at(1);
                filled.push_str(bracket);
                after
            }
        };
    }
    filled.push_str(remaining);
    filled
}

/// How similar two texts are, from 0 to 1: the share of characters that need not be changed, added, removed or swapped.
#[must_use]
pub fn similarity(one: &str, other: &str) -> f64 {
    strsim::normalized_damerau_levenshtein(one, other)
}

/// How similar a suggestion must be: more than half of its characters are in place (Damerau-Levenshtein, 0 to 1).
const MIN_SIMILARITY: f64 = 0.5;

/// The candidate most similar to a misspelled word, for `did you mean`; `None` if none is similar. Case is ignored.
#[must_use]
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let lower = word.to_lowercase();
    let score = |candidate: &str| similarity(&lower, &candidate.to_lowercase());
    let best = candidates.into_iter().map(|c| (score(c), c)).max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(score, _)| *score > MIN_SIMILARITY).map(|(_, candidate)| candidate)
}

/// Splits a text at the list separator `|` (PAGE-10) into trimmed, non-empty items.
pub fn split_list(text: &str) -> impl Iterator<Item = &str> {
    text.split('|').map(str::trim).filter(|item| !item.is_empty())
}

/// Truncates `text` to `max` characters including an ellipsis, at a word boundary if there is one in the last third.
#[must_use]
pub fn shorten(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    let truncated: String = text.chars().take(max.saturating_sub(1)).collect();
    let end = truncated.rfind(' ').filter(|at| *at > truncated.len() * 2 / 3).unwrap_or(truncated.len());
    format!("{}…", truncated[..end].trim_end_matches([' ', ',', '.', ';', ':']))
}

#[cfg(test)]
mod tests;
