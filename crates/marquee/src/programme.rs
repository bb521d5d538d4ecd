//! From what a feed says to what the catalog takes in.

use marquee_catalog::Import;
use std::collections::HashMap;

use marquee_feeds::{PictureOwner, Programme, Scope};
use marquee_model::MediaRef;

/// The import of a programme that was read. Pictures that lie elsewhere are called by their addresses, under which
/// they are stored once they have been fetched.
pub fn import(mut programme: Programme) -> Import {
    name_pictures(&mut programme);
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

/// Gives each record the address of its picture, where the feed has no picture of its own for it.
fn name_pictures(programme: &mut Programme) {
    let by_owner: HashMap<PictureOwner, MediaRef> = programme
        .remote_pictures
        .iter()
        .map(|p| (p.owner.clone(), MediaRef::stored(p.url.clone())))
        .collect();
    let name = |field: &mut Option<MediaRef>, owner: PictureOwner| {
        if field.is_none() {
            *field = by_owner.get(&owner).cloned();
        }
    };
    for m in programme.movies.iter_mut().flatten() {
        name(&mut m.poster, PictureOwner::MoviePoster(m.id.clone()));
        name(&mut m.backdrop, PictureOwner::MovieBackdrop(m.id.clone()));
    }
    for t in programme.theaters.iter_mut().flatten() {
        name(&mut t.picture, PictureOwner::Theater(t.id.clone()));
    }
    for e in programme.events.iter_mut().flatten() {
        name(&mut e.picture, PictureOwner::Event(e.id.clone()));
    }
}
