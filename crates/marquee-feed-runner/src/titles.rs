//! Rules for the titles that a feed gives to films (decision 0074).

use std::collections::HashMap;
use std::sync::LazyLock;

use marquee_catalog::Import;
use marquee_model::catalog::{Movie, Showtime};
use marquee_model::feed::{TitlePlace, TitleRule};
use marquee_model::{MovieId, text};
use regex::Regex;

/// Maximum number of rules of a feed.
const MAX_RULES: usize = 50;
/// Maximum length of a text of a rule, in characters.
const MAX_TEXT: usize = 60;
/// Maximum number of `*` in a text, because each multiplies the work of finding it.
const MAX_STARS: usize = 4;
/// Maximum length of the key of an attribute, in characters.
const MAX_ATTRIBUTE: usize = 100;
/// Size in bytes above which no rule makes a title longer.
const MAX_TITLE: usize = 400;
/// What is left at the ends of a title when a text between was left out.
const SEPARATORS: &[char] = &['-', '–', '—', ':', '|', ',', '/', '·', '+'];

/// Rules that are ready to be applied, in their order.
#[derive(Debug)]
pub struct TitleRules<'r>(Vec<(Regex, &'r TitleRule)>);

/// A title after all rules.
#[derive(Debug, PartialEq, Eq)]
pub struct Renamed<'r> {
    pub title: String,
    /// Keys of the attributes of its shows, each once.
    pub attributes: Vec<&'r str>,
}

impl<'r> TitleRules<'r> {
    /// Rules that cannot be read are left out: those that are saved were checked.
    pub fn new(rules: &'r [TitleRule]) -> Self {
        Self(rules.iter().filter_map(|rule| Some((pattern(rule)?, rule))).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a rule says something about a title.
    pub fn changes(&self, title: &str) -> bool {
        let renamed = self.rename(title);
        renamed.title != title || !renamed.attributes.is_empty()
    }

    /// A title to which no rule applies stays as it is. A rule that would leave nothing of a title, or make a long one longer, does not
    /// apply to it.
    pub fn rename(&self, title: &str) -> Renamed<'r> {
        let mut renamed = Renamed { title: title.to_owned(), attributes: Vec::new() };
        for (pattern, rule) in &self.0 {
            if !pattern.is_match(&renamed.title) {
                continue;
            }
            let replace = |found: &regex::Captures<'_>| {
                let around = |name| found.name(name).map_or("", |text| text.as_str());
                format!("{} {} {}", around("before"), rule.replacement, around("after"))
            };
            let title = tidied(&pattern.replace_all(&renamed.title, replace));
            let is_long = title.len() > MAX_TITLE && title.len() > renamed.title.len();
            if is_long || !title.chars().any(char::is_alphanumeric) {
                continue;
            }
            renamed.title = title;
            if let Some(key) = rule.attribute.as_deref().filter(|key| !renamed.attributes.contains(key)) {
                renamed.attributes.push(key);
            }
        }
        renamed
    }

    /// Renames the films that a schedule describes, and gives their shows attributes.
    pub fn apply(&self, import: &mut Import) {
        let mut attributes: HashMap<MovieId, Vec<&str>> = HashMap::new();
        for film in import.movies.iter_mut().flatten() {
            let renamed = self.rename(&film.title);
            if renamed.title != film.title || !renamed.attributes.is_empty() {
                set_title(film, renamed.title);
                import.renamed_films.insert(film.id.clone());
            }
            let translated = film.localizations.values_mut().filter_map(|texts| texts.title.as_mut());
            for title in translated.chain(&mut film.original_title) {
                *title = self.rename(title).title;
            }
            attributes.insert(film.id.clone(), renamed.attributes);
        }
        for show in &mut import.showtimes {
            add_attributes(show, attributes.get(&show.movie_id).into_iter().flatten().copied());
        }
    }
}

/// Gives a film another title, and the address that follows from it.
fn set_title(film: &mut Movie, title: String) {
    if film.slug == text::slug(&film.title) {
        film.slug = text::slug(&title);
    }
    film.title = title;
}

/// Gives a show the attributes that it does not have.
fn add_attributes<'k>(show: &mut Showtime, keys: impl IntoIterator<Item = &'k str>) {
    for key in keys {
        if !show.attributes.iter().any(|own| own == key) {
            show.attributes.push(key.to_owned());
        }
    }
}

/// The text of a rule as a pattern; `None` for one that is too large.
fn pattern(rule: &TitleRule) -> Option<Regex> {
    let text = rule.find.trim();
    let parts: Vec<String> = text.split('*').map(of_words).collect();
    let mut words = parts.join(".*?");
    if rule.place == TitlePlace::Anywhere && text.ends_with('*') {
        // To the end of the title.
        words.push_str(".*");
    }
    let is_word = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
    let (left, right) = (
        if is_word(text.chars().next()) { r"\b" } else { "" },
        if is_word(text.chars().next_back()) { r"\b" } else { "" },
    );
    let text = format!("{left}{words}{right}");
    let all = match rule.place {
        TitlePlace::Start => format!(r"(?is)^\s*{text}(?<after>.*)$"),
        // As near to the end as possible.
        TitlePlace::End => format!(r"(?is)^(?<before>.*){text}\s*$"),
        TitlePlace::Anywhere => format!("(?is){text}"),
    };
    Regex::new(&all).ok()
}

/// Any white space between words.
fn of_words(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(regex::escape).collect();
    let (starts, ends) = (text.starts_with(char::is_whitespace), text.ends_with(char::is_whitespace));
    let space = |is_there: bool| if is_there { r"\s+" } else { "" };
    if words.is_empty() {
        return space(starts).to_owned();
    }
    format!("{}{}{}", space(starts), words.join(r"\s+"), space(ends))
}

/// What is left over in brackets, and brackets with nothing else.
static LEFT_OVER: LazyLock<[Regex; 3]> = LazyLock::new(|| {
    #[expect(clippy::unwrap_used, reason = "constant patterns, which a test uses")]
    [r"(?<bracket>[(\[])[\s,;/+&-]+", r"[\s,;/+&-]+(?<bracket>[)\]])", r"\(\)|\[\](?<bracket>)"]
        .map(|text| Regex::new(text).unwrap())
});

/// A title without empty brackets, double spaces, and separators at its ends.
fn tidied(title: &str) -> String {
    let mut title = title.to_owned();
    for pattern in LEFT_OVER.iter() {
        title = pattern.replace_all(&title, "${bracket}").into_owned();
    }
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    title
        .trim_matches(|character: char| character.is_whitespace() || SEPARATORS.contains(&character))
        .to_owned()
}

/// Checks rules that a person wrote. An error says what they must be.
pub fn checked_rules(rules: Vec<TitleRule>) -> Result<Vec<TitleRule>, String> {
    if rules.len() > MAX_RULES {
        return Err(format!("must have at most {MAX_RULES} rules"));
    }
    let is_text = |text: &str, most: usize| text.chars().count() <= most && !text.contains(char::is_control);
    for rule in &rules {
        let TitleRule { find, replacement, attribute, .. } = rule;
        let is_any = find.chars().all(|character| character.is_whitespace() || character == '*');
        if is_any || !is_text(find, MAX_TEXT) {
            return Err(format!("must each have a text to find, of 1 to {MAX_TEXT} characters"));
        }
        if !is_text(replacement, MAX_TEXT) {
            return Err(format!("must have replacements of at most {MAX_TEXT} characters"));
        }
        if attribute.as_ref().is_some_and(|key| key.trim().is_empty() || !is_text(key, MAX_ATTRIBUTE)) {
            return Err(format!("must have attributes of 1 to {MAX_ATTRIBUTE} characters"));
        }
        if find.matches('*').count() > MAX_STARS {
            return Err(format!("must each have at most {MAX_STARS} stars"));
        }
        if pattern(rule).is_none() {
            return Err(format!("cannot find {find}"));
        }
    }
    Ok(rules)
}

#[cfg(test)]
mod tests;
