//! What the server counts of visitors, without cookies and personal data (security 7.11): which keys counts may have.

use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalog::Theater;
use crate::id::{MovieId, ShowId};
use crate::time::time_zone;

/// Days for which counts are kept.
pub const COUNT_DAYS: i32 = 400;

/// Maximum length of the words of a search that are kept, in characters.
const MAX_SEARCH_WORDS: usize = 60;
/// Minimum number of digits that make a search look like a telephone or card number.
const NUMBER_DIGITS: usize = 6;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum CountKind {
    /// A page that was sent to a person. The key is its path.
    View,
    /// A visitor who was sent to the ticketing site. The key is that of [`ticketing_key`].
    Ticketing,
    /// A search without a result. The key is that of [`search_key`].
    Search,
    /// A person who joined the loyalty program. The key is empty.
    Member,
}

impl CountKind {
    pub const ALL: [Self; 4] = [Self::View, Self::Ticketing, Self::Search, Self::Member];

    /// The name in JSON and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::View => "view",
            Self::Ticketing => "ticketing",
            Self::Search => "search",
            Self::Member => "member",
        }
    }

    /// The kind of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// Maximum number of keys of a site and day; further ones are counted under the empty key.
    #[must_use]
    pub const fn max_keys(self) -> usize {
        match self {
            Self::View | Self::Ticketing => 5000,
            Self::Search => 200,
            Self::Member => 1,
        }
    }
}

/// The time zone in which a site counts its days: that of its first theater, UTC without theaters.
#[must_use]
pub fn site_zone(theaters: &[Theater]) -> TimeZone {
    theaters.first().map_or(TimeZone::UTC, |theater| time_zone(&theater.time_zone))
}

/// The key of a show that a visitor wants to book: film and show, separated by `/`, which no id contains.
#[must_use]
pub fn ticketing_key(movie: &MovieId, show: &ShowId) -> String {
    format!("{movie}/{show}")
}

/// The film and the show of a key made by [`ticketing_key`].
#[must_use]
pub fn ticketing_ids(key: &str) -> Option<(&str, &str)> {
    key.split_once('/')
}

/// The key of a search: its words in lower case, at most 60 characters. Empty for a text that may be an email address, a
/// telephone number or a card number: such a text is never kept.
#[must_use]
pub fn search_key(text: &str) -> String {
    let is_address = text.contains(['@', '＠']) || text.to_lowercase().contains("%40");
    let digits = text.chars().filter(|c| c.is_numeric()).count();
    if is_address || digits >= NUMBER_DIGITS {
        return String::new();
    }
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ").chars().take(MAX_SEARCH_WORDS).collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_7_11_words_of_a_search_are_kept_in_one_form() {
        assert_eq!(search_key(" Open   CAPTIONS "), "open captions");
        assert_eq!(search_key("Blade Runner 2049"), "blade runner 2049");
        assert_eq!(search_key(&"ab ".repeat(40)).chars().count(), 59, "60 characters, without a final space");
        assert_eq!(search_key(""), "");
    }

    #[test]
    fn security_7_11_addresses_and_numbers_in_a_search_are_never_kept() {
        for text in [
            "ada@cinema.example",
            "ada ＠ cinema",
            "ada%40cinema.example",
            "+49 30 1234",
            "555-0134",
            "4111 1111 1111 1111",
            "٠١٢٣٤٥",
            "member 12 34 56",
        ] {
            assert_eq!(search_key(text), "", "{text}");
        }
    }

    #[test]
    fn kinds_have_the_names_of_their_json() {
        for kind in CountKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
            assert_eq!(CountKind::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(CountKind::parse("visit"), None);
    }

    #[test]
    fn a_key_of_a_show_has_the_film_and_the_show() {
        let key = ticketing_key(&MovieId::parse("m:1").unwrap(), &ShowId::parse("s=2").unwrap());
        assert_eq!(ticketing_ids(&key), Some(("m:1", "s=2")));
        assert_eq!(ticketing_ids(""), None);
    }
}
