//! Double bookings of screens, and shows that operators have typed in as well.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::{SignedDuration, Timestamp};
use marquee_catalog::{Difference, ImportPlan};
use marquee_messages::{Message, feeds};
use marquee_model::catalog::{Availability, Movie, Showtime, Theater};
use marquee_model::{MovieId, ScreenId, ShowId, TheaterId, time};

/// Maximum number of remarks of each kind.
const MAX_REMARKS: usize = 20;

/// What is known of the films and theaters of a plan.
struct Names<'p> {
    films: HashMap<&'p MovieId, (&'p str, Option<u16>)>,
    theaters: HashMap<&'p TheaterId, &'p Theater>,
}

impl<'p> Names<'p> {
    fn new(plan: &'p ImportPlan) -> Self {
        let film = |film: &'p Difference<Movie>| {
            let film = film.record();
            (&film.id, (film.title.as_str(), film.runtime))
        };
        let theaters = plan.theaters.iter().map(|theater| (&theater.record().id, theater.record()));
        Self { films: plan.movies.iter().map(film).collect(), theaters: theaters.collect() }
    }

    fn title(&self, film: &'p MovieId) -> &'p str {
        self.films.get(film).map_or_else(|| film.as_str(), |(title, _)| title)
    }

    /// When a show ends at the earliest; `None` if nobody says how long it is.
    fn end(&self, show: &Showtime) -> Option<Timestamp> {
        show.ends_at.or_else(|| {
            let (_, minutes) = self.films.get(&show.movie_id)?;
            show.starts_at.checked_add(SignedDuration::from_mins(i64::from((*minutes)?))).ok()
        })
    }

    fn time(&self, show: &Showtime) -> String {
        local_start(show, self.theaters.get(&show.theater_id).copied())
    }
}

/// A start as people of the theater read it; in UTC if the theater is not among `theaters`.
pub fn local_start<'t>(show: &Showtime, theaters: impl IntoIterator<Item = &'t Theater>) -> String {
    let theater = theaters.into_iter().find(|theater| theater.id == show.theater_id);
    let zone = time::time_zone(theater.map_or("UTC", |theater| theater.time_zone.as_str()));
    show.starts_at.to_zoned(zone).strftime("%Y-%m-%d %H:%M").to_string()
}

fn coming(plan: &ImportPlan, now: Timestamp) -> impl Iterator<Item = &Showtime> {
    let after = plan.shows.iter().filter_map(|difference| difference.after());
    after.filter(move |show| show.starts_at >= now && show.availability != Availability::Canceled)
}

/// Remarks on coming shows that overlap in their screen, once the import is done.
pub fn double_bookings(plan: &ImportPlan, now: Timestamp) -> Vec<Message> {
    let names = Names::new(plan);
    let mut by_screen: BTreeMap<(&TheaterId, &ScreenId), Vec<&Showtime>> = BTreeMap::new();
    for show in coming(plan, now) {
        if let Some(screen) = &show.screen {
            by_screen.entry((&show.theater_id, screen)).or_default().push(show);
        }
    }
    let mut remarks = Vec::new();
    for ((theater, screen), mut shows) in by_screen {
        shows.sort_by_key(|show| (show.starts_at, show.id.clone()));
        let name = names.theaters.get(theater).map(|theater| theater.screens.as_slice()).unwrap_or_default();
        let name = name.iter().find(|known| known.id == *screen);
        let name = name.map_or_else(|| screen.as_str(), |screen| screen.name.as_str());
        let pairs = shows.iter().zip(shows.iter().skip(1));
        let clashes =
            pairs.filter(|(first, second)| names.end(first).is_some_and(|end| second.starts_at < end));
        remarks.extend(clashes.map(|(first, second)| {
            feeds::run_double_booking(
                name,
                names.title(&first.movie_id),
                names.time(first),
                names.title(&second.movie_id),
                names.time(second),
            )
        }));
    }
    shortened(remarks, feeds::run_more_double_bookings)
}

/// Remarks on coming shows of a feed that operators have typed in as well.
pub fn typed_twice(
    plan: &ImportPlan,
    typed: &[Showtime],
    own: &HashSet<ShowId>,
    now: Timestamp,
) -> Vec<Message> {
    let names = Names::new(plan);
    let places: HashSet<_> =
        typed.iter().map(|show| (&show.theater_id, &show.movie_id, show.starts_at)).collect();
    let both = coming(plan, now)
        .filter(|show| own.contains(&show.id))
        .filter(|show| places.contains(&(&show.theater_id, &show.movie_id, show.starts_at)));
    let remark = |show: &Showtime| feeds::run_typed_twice(names.title(&show.movie_id), names.time(show));
    shortened(both.map(remark).collect(), feeds::run_more_typed_twice)
}

/// At most [`MAX_REMARKS`] and how many more there are.
fn shortened(mut remarks: Vec<Message>, more: fn(usize) -> Message) -> Vec<Message> {
    let left = remarks.len().saturating_sub(MAX_REMARKS);
    remarks.truncate(MAX_REMARKS);
    if left > 0 {
        remarks.push(more(left));
    }
    remarks
}
