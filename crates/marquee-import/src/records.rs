//! Converts the schedule of a feed to a catalog import.

use std::collections::{HashMap, HashSet};

use marquee_catalog::Import;
use marquee_feeds::{PictureOwner, Schedule, Scope};
use marquee_model::MediaRef;

/// Converts a schedule to an import. A remote picture is referenced by its URL, which is also the key under which it is
/// stored once it has been fetched.
#[must_use]
pub fn records(mut schedule: Schedule) -> Import {
    name_pictures(&mut schedule);
    Import {
        keep_missing: schedule.scope != Scope::Site,
        described_films: (schedule.scope == Scope::KnownFilms)
            .then(|| std::mem::take(&mut schedule.described_films).into_iter().collect()),
        theaters: schedule.theaters,
        movies: schedule.movies,
        removed_films: HashSet::new(),
        renamed_films: HashSet::new(),
        showtimes: schedule.showtimes,
        showtime_theaters: schedule.showtime_theaters,
        events: schedule.events,
        pages: None,
        menus: schedule.menus,
        attributes: schedule.attributes,
        pictures: Vec::new(),
    }
}

/// Sets the URL of the remote picture on each record that has no picture of its own.
fn name_pictures(schedule: &mut Schedule) {
    let by_owner: HashMap<PictureOwner, MediaRef> = schedule
        .remote_pictures
        .iter()
        .filter_map(|p| Some((p.owner.clone(), MediaRef::parse(&p.url).ok()?)))
        .collect();
    let name = |field: &mut Option<MediaRef>, owner: PictureOwner| {
        if field.is_none() {
            *field = by_owner.get(&owner).cloned();
        }
    };
    for m in schedule.movies.iter_mut().flatten() {
        name(&mut m.poster, PictureOwner::MoviePoster(m.id.clone()));
        name(&mut m.backdrop, PictureOwner::MovieBackdrop(m.id.clone()));
    }
    for t in schedule.theaters.iter_mut().flatten() {
        name(&mut t.picture, PictureOwner::Theater(t.id.clone()));
    }
    for e in schedule.events.iter_mut().flatten() {
        name(&mut e.picture, PictureOwner::Event(e.id.clone()));
    }
}
