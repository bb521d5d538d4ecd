//! Locales, such as `en-US` with the short form `en` (LOCALE-02).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A language, optionally with a region, for example `en-US`. Messages exist in the languages of `locales/`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("pattern" = "^[a-z]{2}(-[A-Z]{2})?$"))]
pub struct Locale(String);

impl Default for Locale {
    fn default() -> Self {
        Self("en-US".to_owned())
    }
}

impl Locale {
    /// Parses `xx` or `xx-YY`; anything else is `None`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let b = text.as_bytes();
        let lang = b.len() >= 2 && b[..2].iter().all(u8::is_ascii_lowercase);
        let region =
            b.len() == 2 || (b.len() == 5 && b[2] == b'-' && b[3..].iter().all(u8::is_ascii_uppercase));
        (lang && region).then(|| Self(text.to_owned()))
    }

    /// The whole locale, for example `en-US`.
    #[must_use]
    pub fn long(&self) -> &str {
        &self.0
    }

    /// The language alone, for example `en` (LOCALE-01).
    #[must_use]
    pub fn short(&self) -> &str {
        language_of(&self.0)
    }
}

/// The language of a locale, for example `en` of `en-US`; `en` if the text is too short (LOCALE-01).
#[must_use]
pub fn language_of(locale: &str) -> &str {
    locale.get(..2).unwrap_or("en")
}
