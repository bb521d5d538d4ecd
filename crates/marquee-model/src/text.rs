//! Text functions: HTML escaping, slugs, placeholders, lists.

use unicode_normalization::UnicodeNormalization;

/// Escapes text for element content and quoted attributes of HTML or XML.
#[must_use]
pub fn escape_html(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// The slug of a name: lower case, accents removed, other characters replaced by single hyphens (ADS-18).
///
/// Letters of other scripts are kept; a name without letters and digits has an empty slug.
#[must_use]
pub fn slug(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.nfkd().filter(|c| !is_mark(*c)) {
        match c {
            'ß' => out.push_str("ss"),
            'æ' | 'Æ' => out.push_str("ae"),
            'œ' | 'Œ' => out.push_str("oe"),
            'ø' | 'Ø' => out.push('o'),
            'ł' | 'Ł' => out.push('l'),
            '\'' | '’' => {}
            c if c.is_alphanumeric() => out.extend(c.to_lowercase()),
            _ if !out.is_empty() && !out.ends_with('-') => out.push('-'),
            _ => {}
        }
    }
    while out.ends_with('-') {
        out.pop();
    }
    out
}

fn is_mark(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// Replaces the placeholders `{0}` and `[theaterName]` in an operator's text (PAGE-09). Placeholders in the values are not
/// replaced, and a placeholder without a value is kept.
#[must_use]
pub fn replace_placeholders(text: &str, value: Option<&str>, theater_name: Option<&str>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '[']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let found = [("{0}", value), ("[theaterName]", theater_name)]
            .into_iter()
            .find_map(|(name, value)| Some((value?, from.strip_prefix(name)?)));
        rest = match found {
            Some((value, after)) => {
                out.push_str(value);
                after
            }
            None => {
                let (bracket, after) = from.split_at(1);
                out.push_str(bracket);
                after
            }
        };
    }
    out.push_str(rest);
    out
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
    let cut: String = text.chars().take(max.saturating_sub(1)).collect();
    let end = cut.rfind(' ').filter(|at| *at > cut.len() * 2 / 3).unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end_matches([' ', ',', '.', ';', ':']))
}

#[cfg(test)]
mod tests;
