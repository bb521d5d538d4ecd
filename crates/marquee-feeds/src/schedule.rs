//! The content of a feed, as model types.

use std::collections::BTreeMap;

use marquee_model::catalog::{Attribute, Event, Menus, Movie, Showtime, Theater};
use marquee_model::{EventId, MovieId, TheaterId};

/// Keys of the settings record with the feed's values, to be merged into the site's settings.
pub type SettingsPatch = serde_json::Map<String, serde_json::Value>;

/// The content of a feed. `None` means that the feed does not contain such records, and the site keeps its own.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Schedule {
    /// Whether the lists are complete for the site.
    pub scope: Scope,
    /// Theaters; [`Schedule::scope`] says whether others are removed.
    pub theaters: Option<Vec<Theater>>,
    /// Films; [`Schedule::scope`] says whether others are removed.
    pub movies: Option<Vec<Movie>>,
    /// Showtimes, sorted by theater and start.
    pub showtimes: Vec<Showtime>,
    /// Theaters whose shows are replaced by [`Schedule::showtimes`]; shows of other theaters are kept. Does not include a
    /// theater whose schedule has only invalid rows.
    pub showtime_theaters: Vec<TheaterId>,
    pub events: Option<Vec<Event>>,
    pub menus: Option<Menus>,
    /// Names of attribute keys.
    pub attributes: Option<Vec<Attribute>>,
    pub settings: Option<SettingsPatch>,
    /// Names of films of the site that a spreadsheet spells in another way than the site.
    pub film_names: BTreeMap<MovieId, String>,
    /// For each film of [`Scope::KnownFilms`], the film of the site that it may be.
    pub described_films: BTreeMap<MovieId, MovieId>,
    /// Pictures for the caller to fetch.
    pub remote_pictures: Vec<RemotePicture>,
}

/// Whether theaters and films that are not in the feed are removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scope {
    /// The lists are complete for the site: others are removed.
    #[default]
    Site,
    /// The lists are about the cinemas of the feed: others are kept.
    Cinemas,
    /// The films are those that the site has from elsewhere: none is added or removed.
    KnownFilms,
}

/// A picture at a URL.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RemotePicture {
    pub owner: PictureOwner,
    /// Absolute http or https URL.
    pub url: String,
}

/// The record and field that a picture is for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PictureOwner {
    /// The poster of a film.
    MoviePoster(MovieId),
    /// The wide picture of a film.
    MovieBackdrop(MovieId),
    /// The picture of a theater.
    Theater(TheaterId),
    /// The picture of an event.
    Event(EventId),
}
