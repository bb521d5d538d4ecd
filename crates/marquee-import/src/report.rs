//! What an import of a schedule changes, as operators see it.

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use marquee_api::editor::{
    ImportChange, ImportPlan, ImportedDay, ImportedFilm, ImportedRecords, ImportedShow, ImportedTheater,
};
use marquee_catalog::{self as catalog, Difference, ImportCounts};
use marquee_messages::Language;
use marquee_model::catalog::{Movie, Showtime};
use marquee_model::{MovieId, TheaterId};

use crate::found::{FoundSchedule, name_of};

/// Maximum number of films in a report.
const MAX_FILMS: usize = 300;
/// Maximum number of days in a report.
const MAX_DAYS: usize = 366;
/// Maximum number of shows of a film in a report.
const MAX_TIMES: usize = 60;
/// Between the digests of the source and of the changes in [`ImportPlan::plan`].
pub const PLAN_SEPARATOR: char = '.';

const fn counts(counts: ImportCounts) -> ImportedRecords {
    let ImportCounts { added, changed, removed, unchanged } = counts;
    ImportedRecords { added, changed, removed, unchanged }
}

const fn change<T>(difference: &Difference<T>) -> ImportChange {
    match difference {
        Difference::Added(_) => ImportChange::Added,
        Difference::Changed { .. } => ImportChange::Changed,
        Difference::Removed(_) => ImportChange::Removed,
        Difference::Unchanged(_) => ImportChange::Unchanged,
    }
}

impl FoundSchedule {
    /// What an import of the schedule changes, of shows from `now` on, with remarks in a language.
    #[must_use]
    pub fn report(&self, planned: &catalog::ImportPlan, now: Timestamp, language: Language) -> ImportPlan {
        report(self, planned, now, language)
    }
}

fn report(
    found: &FoundSchedule,
    planned: &catalog::ImportPlan,
    now: Timestamp,
    language: Language,
) -> ImportPlan {
    let by_theater = planned.counts_by_theater(&found.import, now);
    let mut shows = ImportCounts::default();
    for of_theater in by_theater.values() {
        shows += *of_theater;
    }
    let mut films = ImportCounts::default();
    for film in &planned.movies {
        films.add(film);
    }
    let theaters = planned.theaters.iter().filter_map(|difference| {
        let theater = difference.record();
        Some(ImportedTheater {
            id: theater.id.to_string(),
            name: theater.name.clone(),
            time_zone: theater.time_zone.clone(),
            change: change(difference),
            shows: counts(*by_theater.get(&theater.id)?),
        })
    });
    let days = || found.import.showtimes.iter().map(|show| show.business_date);
    ImportPlan {
        plan: format!("{}{PLAN_SEPARATOR}{}", found.digest, planned.digest),
        format: name_of(found.format),
        films: counts(films),
        shows: counts(shows),
        from: days().min().map(|day| day.to_string()),
        until: days().max().map(|day| day.to_string()),
        theaters: theaters.collect(),
        days: days_of(planned, &by_theater, now),
        changes: changed_films(found, planned, &by_theater, now),
        is_same: planned.is_same(),
        skipped: found.skipped,
        remarks: found.remark_texts(language),
        remark_count: found.remarks.len(),
    }
}

/// The number of shows of the theaters before and after the import, by cinema day without gaps.
fn days_of(
    planned: &catalog::ImportPlan,
    theaters: &BTreeMap<TheaterId, ImportCounts>,
    now: Timestamp,
) -> Vec<ImportedDay> {
    let mut counts: BTreeMap<Date, (usize, usize)> = BTreeMap::new();
    for show in planned.upcoming_shows(now).filter(|show| theaters.contains_key(&show.record().theater_id)) {
        if let Some(before) = show.before() {
            counts.entry(before.business_date).or_default().0 += 1;
        }
        if let Some(after) = show.after() {
            counts.entry(after.business_date).or_default().1 += 1;
        }
    }
    let (Some(first), Some(last)) = (counts.keys().next().copied(), counts.keys().next_back().copied())
    else {
        return Vec::new();
    };
    let days = first.series(1.day()).take_while(|day| *day <= last).take(MAX_DAYS);
    let days = days.map(|day| {
        let (before, after) = counts.get(&day).copied().unwrap_or_default();
        ImportedDay { day: day.to_string(), before, after }
    });
    days.collect()
}

/// The films of the theaters, those with the most changes first.
fn changed_films(
    found: &FoundSchedule,
    planned: &catalog::ImportPlan,
    theaters: &BTreeMap<TheaterId, ImportCounts>,
    now: Timestamp,
) -> Vec<ImportedFilm> {
    let mut shows: BTreeMap<&MovieId, Vec<&Difference<Showtime>>> = BTreeMap::new();
    for show in planned.upcoming_shows(now).filter(|show| theaters.contains_key(&show.record().theater_id)) {
        shows.entry(&show.record().movie_id).or_default().push(show);
    }
    let films = planned.movies.iter().filter_map(|film| {
        let of_film = shows.get(&film.record().id).map(Vec::as_slice).unwrap_or_default();
        (!film.is_unchanged() || !of_film.is_empty()).then(|| changed_film(found, film, of_film))
    });
    let mut films: Vec<ImportedFilm> = films.collect();
    let changes =
        |ImportedRecords { added, changed, removed, .. }: &ImportedRecords| added + changed + removed;
    films.sort_by_cached_key(|film| {
        (std::cmp::Reverse(changes(&film.shows)), film.change, film.title.to_lowercase())
    });
    films.truncate(MAX_FILMS);
    films
}

fn changed_film(
    found: &FoundSchedule,
    film: &Difference<Movie>,
    shows: &[&Difference<Showtime>],
) -> ImportedFilm {
    let mut all = ImportCounts::default();
    for show in shows {
        all.add(show);
    }
    let mut times: Vec<ImportedShow> = shows
        .iter()
        .filter(|show| !show.is_unchanged())
        .map(|show| ImportedShow {
            id: show.record().id.to_string(),
            theater: show.record().theater_id.to_string(),
            change: change(show),
            before: show.before().map(|show| show.starts_at),
            after: show.after().map(|show| show.starts_at),
        })
        .collect();
    times.sort_by_key(|show| show.after.or(show.before));
    times.truncate(MAX_TIMES);
    let Movie { id, title, .. } = film.record();
    // Pictures of the schedule are not fetched yet.
    let poster = film.before().and_then(|film| film.poster.as_ref());
    ImportedFilm {
        id: id.to_string(),
        title: title.clone(),
        name: found.film_names.get(id).filter(|name| *name != title).cloned(),
        poster: poster.map(|poster| poster.as_str().to_owned()),
        change: change(film),
        shows: counts(all),
        times,
    }
}
