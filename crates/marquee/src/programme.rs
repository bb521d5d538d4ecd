//! Converts the schedule of a feed to a catalog import.

use marquee_catalog::Import;
use std::collections::HashMap;

use marquee_feeds::{PictureOwner, Programme, Scope};
use marquee_model::MediaRef;

/// Converts a schedule to an import. A remote picture is referenced by its URL, which is also the key under which it is
/// stored once it has been fetched.
pub fn import(mut programme: Programme) -> Import {
    name_pictures(&mut programme);
    Import {
        keep_missing: programme.scope == Scope::Cinemas,
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

/// Sets the URL of the remote picture on each record that has no picture of its own.
fn name_pictures(programme: &mut Programme) {
    let by_owner: HashMap<PictureOwner, MediaRef> = programme
        .remote_pictures
        .iter()
        .filter_map(|p| Some((p.owner.clone(), MediaRef::parse(&p.url).ok()?)))
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
