//! Theaters, screens and films of feeds that have no records of theaters: those of the site, found by id, name or title.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::tz::TimeZone;
use marquee_model::catalog::{BookingUrl, Movie, Theater};
use marquee_model::{MovieId, ScreenId, TheaterId, text, time};

use crate::collector::Collector;
use crate::report::{SkipReason, WarningReason};
use crate::site_names::screen_named;
use crate::values::truncate_for_report;

/// Finds the site's records, and remarks once on each name that the site does not have.
#[derive(Default)]
pub(crate) struct SiteRecords {
    screens: HashSet<(TheaterId, String)>,
    has_no_booking_site: bool,
    films: HashMap<MovieId, MovieId>,
    /// Number of rows of each theater, and of those that are invalid.
    rows: BTreeMap<TheaterId, (usize, usize)>,
}

/// A theater of the site with its time zone.
#[derive(Clone)]
pub(crate) struct Place<'k> {
    pub theater: &'k Theater,
    pub zone: TimeZone,
}

/// The theater with the feed's id; otherwise the one that the import is for, or the site's only one.
pub(crate) fn place<'k>(collector: &Collector<'k>, feed_id: Option<&str>) -> Result<Place<'k>, SkipReason> {
    let known = collector.options.known;
    let feed_theater = feed_id.map(TheaterId::normalized);
    let by_id = |id: &TheaterId| known.theaters.iter().find(|theater| theater.id == *id);
    let chosen = || match (known.theater, known.theaters) {
        (Some(id), _) => by_id(id),
        (None, [only]) => Some(only),
        (None, _) => None,
    };
    let theater = feed_theater.as_ref().and_then(by_id).or_else(chosen);
    let theater = theater
        .ok_or_else(|| SkipReason::UnclearTheater(truncate_for_report(feed_id.unwrap_or_default())))?;
    Ok(Place { theater, zone: time::time_zone(&theater.time_zone) })
}

impl SiteRecords {
    /// The screen with a name; a remark if the theater has none.
    pub fn screen(
        &mut self,
        collector: &mut Collector<'_>,
        place: &Place<'_>,
        name: &str,
        at: String,
    ) -> Option<ScreenId> {
        let found = screen_named(place.theater, name);
        let id = &place.theater.id;
        if found.is_none() && self.screens.insert((id.clone(), name.to_owned())) {
            let reason = WarningReason::UnknownScreen { name: truncate_for_report(name) };
            collector.warn("theater", id.as_str(), at, reason);
        }
        found
    }

    /// Adds a film, unless the site has another one with its title: then shows belong to that one. Returns the film's id.
    pub fn film(&mut self, collector: &mut Collector<'_>, at: &str, movie: Movie) -> MovieId {
        let id = movie.id.clone();
        let known = collector.options.known.movies;
        let slug = text::slug(&movie.title);
        // The site has this very film from an earlier import, or one that somebody typed in.
        let is_imported = known.iter().any(|film| film.id == id);
        let named = known.iter().rfind(|film| !slug.is_empty() && text::slug(&film.title) == slug);
        if let Some(named) = named.filter(|_| !is_imported) {
            if named.title != movie.title {
                collector.schedule.film_names.insert(named.id.clone(), movie.title);
            }
            self.films.insert(id, named.id.clone());
            return named.id.clone();
        }
        self.films.insert(id.clone(), id.clone());
        collector.movie(at, movie);
        id
    }

    /// The film that was added with this id of the feed.
    pub fn known_film(&self, id: &MovieId) -> Option<&MovieId> {
        self.films.get(id)
    }

    /// The booking link of a show from a path of the system's own pages; a remark, once, if their address is unknown.
    pub fn booking(
        &mut self,
        collector: &mut Collector<'_>,
        id: &str,
        at: String,
        path: &str,
    ) -> Option<BookingUrl> {
        let Some(site) = collector.options.known.booking_site else {
            if !std::mem::replace(&mut self.has_no_booking_site, true) {
                collector.warn("showtime", id, at, WarningReason::NoBookingSite);
            }
            return None;
        };
        booking(
            collector,
            id,
            at,
            &format!("{}/{}", site.trim_end_matches('/'), path.trim_start_matches('/')),
        )
    }

    /// Counts a row of a theater.
    pub fn count(&mut self, place: &Place<'_>, is_valid: bool) {
        let (rows, invalid) = self.rows.entry(place.theater.id.clone()).or_default();
        *rows += 1;
        *invalid += usize::from(!is_valid);
    }

    /// Declares the shows of all theaters with rows; of the chosen theater if there is no row at all.
    pub fn finish(self, collector: &mut Collector<'_>) {
        if self.rows.is_empty()
            && let Ok(Place { theater, .. }) = place(collector, None)
        {
            collector.declare_shows(&theater.id, "", 0, 0);
        }
        for (theater, (rows, invalid)) in self.rows {
            collector.declare_shows(&theater, "", rows, invalid);
        }
    }
}

/// A booking link; a remark if it cannot be one.
pub(crate) fn booking(collector: &mut Collector<'_>, id: &str, at: String, url: &str) -> Option<BookingUrl> {
    match BookingUrl::parse(url) {
        Ok(url) => Some(url),
        Err(reason) => {
            collector.warn("showtime", id, at, WarningReason::Booking(reason));
            None
        }
    }
}
