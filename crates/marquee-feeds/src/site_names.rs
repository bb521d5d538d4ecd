//! What a site knows of the names in a feed that has no ids of its own, or none that are unique.

use std::collections::HashMap;

use marquee_model::catalog::{Movie, Theater};
use marquee_model::{MovieId, ScreenId, TheaterId, text};

/// What the site knows of the names in a feed.
#[derive(Debug, Clone, Copy)]
pub struct SiteNames<'a> {
    pub theaters: &'a [Theater],
    /// A film may be in it several times, with other titles that it has had; the last one of a title counts.
    pub movies: &'a [Movie],
    /// The theater of rows without one; `None` for the site's only theater.
    pub theater: Option<&'a TheaterId>,
    /// Currency of prices, ISO 4217.
    pub currency: &'a str,
    /// Whether `11/12/2026` is the 12th of November.
    pub month_first: bool,
    /// Address before booking links that are paths, such as `https://tickets.example`.
    pub booking_site: Option<&'a str>,
}

impl SiteNames<'static> {
    /// Nothing, with prices in US dollars.
    pub const NOTHING: Self = Self {
        theaters: &[],
        movies: &[],
        theater: None,
        currency: "USD",
        month_first: false,
        booking_site: None,
    };
}

impl Default for SiteNames<'_> {
    fn default() -> Self {
        SiteNames::NOTHING
    }
}

impl<'a> SiteNames<'a> {
    /// The theater with a name, else that of rows without one. `None` if the site has several or none.
    pub(crate) fn theater_named(self, name: Option<&str>) -> Option<&'a Theater> {
        let wanted = name.map(text::slug);
        let named = self.theaters.iter().find(|theater| Some(text::slug(&theater.name)) == wanted);
        named.or_else(|| match (self.theater, self.theaters) {
            (Some(id), theaters) => theaters.iter().find(|theater| theater.id == *id),
            (None, [only]) => Some(only),
            (None, _) => None,
        })
    }
}

/// The screen of a theater with a name or id, whatever its case; else one with the same number, such as `1` and `Screen 1`.
pub(crate) fn screen_named(theater: &Theater, name: &str) -> Option<ScreenId> {
    let is_named = |text: &str| text::slug(text) == text::slug(name);
    let number = |text: &str| {
        let last = text.rsplit([' ', '-']).next().filter(|n| !n.is_empty())?;
        last.bytes().all(|b| b.is_ascii_digit()).then(|| last.trim_start_matches('0').to_owned())
    };
    let exact = theater.screens.iter().find(|screen| is_named(&screen.name) || is_named(screen.id.as_str()));
    let found = exact.or_else(|| {
        let wanted = number(name)?;
        theater.screens.iter().find(|screen| number(&screen.name).is_some_and(|n| n == wanted))
    });
    found.map(|screen| screen.id.clone())
}

/// Ids of films by title, for feeds that number films for one theater only: the same film of two theaters is one film of the site.
pub(crate) struct FilmsByTitle(HashMap<String, MovieId>);

impl FilmsByTitle {
    pub fn new(known: SiteNames<'_>) -> Self {
        Self(known.movies.iter().map(|film| (key(&film.title), film.id.clone())).collect())
    }

    /// The id of the site's film with this title, whatever its case and accents; else one that only depends on the title.
    pub fn id(&self, title: &str) -> MovieId {
        let key = key(title);
        let known = self.0.get(&key).cloned();
        known.unwrap_or_else(|| MovieId::numeric_for(&format!("title-{key}")))
    }
}

fn key(title: &str) -> String {
    let slug = text::slug(title);
    if slug.is_empty() { title.trim().to_lowercase() } else { slug }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::records;

    #[test]
    fn theaters_are_found_by_name_or_by_choice() {
        let theater =
            |id: &str, name: &str| records::theater(TheaterId::parse(id).unwrap(), name, "UTC".into());
        let theaters = [theater("1", "Odéon"), theater("2", "Palace")];
        let id = |theater: Option<&Theater>| theater.map(|theater| theater.id.as_str().to_owned());
        let several = SiteNames { theaters: &theaters, ..SiteNames::NOTHING };
        assert_eq!(id(several.theater_named(Some("ODEON"))).as_deref(), Some("1"));
        assert_eq!((id(several.theater_named(Some("Rex"))), id(several.theater_named(None))), (None, None));
        let second = theaters[1].id.clone();
        let chosen = SiteNames { theater: Some(&second), ..several };
        assert_eq!(id(chosen.theater_named(None)).as_deref(), Some("2"));
        assert_eq!(id(chosen.theater_named(Some("Odeon"))).as_deref(), Some("1"), "a name wins");
        let only = SiteNames { theaters: &theaters[..1], ..SiteNames::NOTHING };
        assert_eq!(id(only.theater_named(Some("Rex"))).as_deref(), Some("1"));
        assert_eq!(id(SiteNames::NOTHING.theater_named(None)), None);
    }

    #[test]
    fn films_are_found_by_title_and_others_get_a_stable_id() {
        let film = |id: &str, title: &str| records::movie(MovieId::parse(id).unwrap(), title);
        let movies = [film("7", "Amélie"), film("8", "Amelie"), film("9", "???")];
        let films = FilmsByTitle::new(SiteNames { movies: &movies, ..SiteNames::NOTHING });
        assert_eq!(films.id("AMELIE").as_str(), "8", "the last one counts");
        assert_eq!(films.id("??? ").as_str(), "9");
        assert_eq!(films.id("Orchard"), films.id("orchard"));
        assert_ne!(films.id("Orchard"), films.id("Orchards"));
        assert!(films.id("!").is_numeric() && films.id("!") != films.id("?"));
    }

    #[test]
    fn screens_are_found_by_name_id_or_number() {
        let theater: Theater = serde_json::from_value(json!({
            "id": "T1", "name": "Canal Street", "slug": "canal", "timeZone": "America/New_York",
            "screens": [{ "id": "s1", "name": "Saal 1" }, { "id": "s2", "name": "Screen 02" }, { "id": "bar", "name": "Bar" }],
        }))
        .unwrap();
        for (name, expected) in [
            ("saal 1", Some("s1")),
            ("S2", Some("s2")),
            ("Screen 1", Some("s1")),
            ("2", Some("s2")),
            ("The Bar", None),
            ("BAR", Some("bar")),
            ("Screen 3", None),
            ("", None),
        ] {
            assert_eq!(screen_named(&theater, name).as_ref().map(ScreenId::as_str), expected, "{name:?}");
        }
    }
}
