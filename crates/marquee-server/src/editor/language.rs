//! The language of the person who reads a response.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use http::header::ACCEPT_LANGUAGE;
use http::request::Parts;
use marquee_messages::Language;

/// The language of the editor, which it names in `Accept-Language`: the first of the header that there is, else English. Texts of
/// reports are in this language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReaderLanguage(pub Language);

impl<S: Sync> FromRequestParts<S> for ReaderLanguage {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let header = parts.headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        Ok(Self(preferred_language(header.unwrap_or_default())))
    }
}

/// Browsers write the languages in the order of their weights.
fn preferred_language(header: &str) -> Language {
    let tags = header.split(',').map(|range| range.split_once(';').map_or(range, |(tag, _)| tag).trim());
    tags.filter_map(Language::find).next().unwrap_or(Language::ENGLISH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_that_there_is_counts() {
        for (header, expected) in [
            ("fr", "fr"),
            ("de-AT,de;q=0.9,en;q=0.8", "de"),
            ("pl, es;q=0.8, en;q=0.5", "es"),
            ("*", "en"),
            ("", "en"),
        ] {
            assert_eq!(preferred_language(header).tag(), expected, "{header}");
        }
    }
}
