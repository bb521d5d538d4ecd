//! Records with the fields that every feed has; formats add theirs.

use std::collections::BTreeMap;

use marquee_model::catalog::{Address, Movie, Theater};
use marquee_model::{MovieId, TheaterId, text};

/// A film of which only the title is known.
pub(crate) fn movie(id: MovieId, title: &str) -> Movie {
    let slug = text::slug(title);
    Movie {
        slug: if slug.is_empty() { id.as_str().to_owned() } else { slug },
        id,
        title: title.to_owned(),
        original_title: None,
        release_date: None,
        runtime: None,
        year: None,
        certificate: None,
        advisory: None,
        genres: Vec::new(),
        directors: Vec::new(),
        cast: Vec::new(),
        languages: Vec::new(),
        countries: Vec::new(),
        distributor: None,
        tagline: String::new(),
        synopsis: String::new(),
        poster: None,
        backdrop: None,
        hero: None,
        trailer: None,
        tmdb_id: None,
        badges: Vec::new(),
        own_badges_only: false,
        badge_text: None,
        attributes: Vec::new(),
        localizations: BTreeMap::new(),
    }
}

/// A theater of which only the name and the time zone are known.
pub(crate) fn theater(id: TheaterId, name: &str, time_zone: String) -> Theater {
    let slug = text::slug(name);
    Theater {
        slug: if slug.is_empty() { text::slug(id.as_str()) } else { slug },
        id,
        name: name.to_owned(),
        time_zone,
        address: Address::default(),
        geo: None,
        phone: None,
        email: None,
        hours: None,
        opening_hours: None,
        closed_weekdays: Vec::new(),
        ticketing_provider: None,
        screens: Vec::new(),
        closures: Vec::new(),
        picture: None,
        description: String::new(),
        accessibility: Default::default(),
        accessibility_note: None,
        play_week_start: None,
        localizations: BTreeMap::new(),
    }
}
