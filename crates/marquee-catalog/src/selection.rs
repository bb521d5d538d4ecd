//! What of its catalog a site shows.

use marquee_model::settings::SiteConfig;
use marquee_model::{MovieId, TheaterId};

/// The theaters that a site shows, and the films that it does not show, or not at all of them.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    pub(crate) theater_ids: Vec<TheaterId>,
    pub(crate) excluded_movie_ids: Vec<MovieId>,
    pub(crate) hidden_at: Vec<(MovieId, TheaterId)>,
}

impl Selection {
    pub(crate) fn from_config(config: &SiteConfig) -> Self {
        let places = config.options.film_places.iter();
        let hidden =
            places.flat_map(|(film, places)| places.hidden_at.iter().map(|t| (film.clone(), t.clone())));
        Self {
            theater_ids: config.theater_ids.clone(),
            excluded_movie_ids: Vec::clone(&config.global_excluded_movie_ids),
            hidden_at: hidden.collect(),
        }
    }
}
