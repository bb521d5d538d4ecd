//! From what a feed says to what the catalog takes in.

use marquee_catalog::Import;
use marquee_feeds::{Programme, Scope};

/// The import of a programme that was read.
pub fn import(programme: Programme) -> Import {
    Import {
        keep_others: programme.scope == Scope::Cinemas,
        theaters: programme.theaters,
        movies: programme.movies,
        showtimes: programme.showtimes,
        showtime_theaters: programme.showtime_theaters,
        events: programme.events,
        pages: None,
        menus: programme.menus,
        attributes: programme.attributes,
        pictures: Vec::new(),
    }
}
