//! What a feed says, in the model's own words.

use marquee_model::catalog::{Attribute, Event, Menus, Movie, Showtime, Theater};
use marquee_model::{EventId, MovieId, TheaterId};

/// Keys of the settings record with the feed's values, to be merged into the site's own.
pub type SettingsPatch = serde_json::Map<String, serde_json::Value>;

/// What a feed says. `None` means that the feed does not speak of it: the site keeps what it has.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Programme {
    /// Whether the lists are all a site has.
    pub scope: Scope,
    /// The theaters the feed names; see [`Programme::scope`].
    pub theaters: Option<Vec<Theater>>,
    /// The films the feed names; see [`Programme::scope`].
    pub movies: Option<Vec<Movie>>,
    /// Showtimes, by theater and start.
    pub showtimes: Vec<Showtime>,
    /// Theaters whose shows are replaced by [`Programme::showtimes`]; shows of all others are kept.
    ///
    /// A theater whose schedule had rows of which none could be read is not in it.
    pub showtime_theaters: Vec<TheaterId>,
    /// Events.
    pub events: Option<Vec<Event>>,
    /// Menus.
    pub menus: Option<Menus>,
    /// Names the feed gives to attribute keys.
    pub attributes: Option<Vec<Attribute>>,
    /// Settings.
    pub settings: Option<SettingsPatch>,
    /// Pictures to fetch; this crate never does.
    pub remote_pictures: Vec<RemotePicture>,
}

/// What a list of theaters or films means for records it does not name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scope {
    /// It is all the site has: others are removed.
    #[default]
    Site,
    /// It is what concerns the cinemas of the feed: others are kept.
    Cinemas,
}

/// A picture that lies elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RemotePicture {
    /// Whose picture it is.
    pub owner: PictureOwner,
    /// Its absolute http or https address.
    pub url: String,
}

/// Whose picture it is, and which.
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
