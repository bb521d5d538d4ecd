//! The program that pages declare in their structured data.

use std::collections::HashSet;

use jiff::SignedDuration;
use marquee_feeds::{Format, Limits, PictureOwner, ReadOptions, Source, SourceFile};
use marquee_model::MediaRef;

use crate::{Program, ReadingOptions};

/// Maximum number of shows and films of a proposal.
const MAX_SHOWS: usize = 2_000;
const MAX_FILMS: usize = 300;
/// Shows that began longer ago are left out.
const GRACE: SignedDuration = SignedDuration::from_hours(2);

/// Reads the scripts of all pages.
pub(crate) fn read(scripts: &[String], options: &ReadingOptions) -> Program {
    let file = |(index, script): (usize, &String)| SourceFile {
        name: format!("{index}.json"),
        bytes: script.clone().into_bytes(),
    };
    let files = scripts.iter().enumerate().map(file).collect();
    let Ok(source) = Source::from_files(files, Limits::default()) else { return Program::default() };
    let read_options = ReadOptions { default_time_zone: &options.time_zone, ..ReadOptions::default() };
    let Ok(reading) = marquee_feeds::read(Format::JsonLd, &source, &read_options) else {
        return Program::default();
    };
    let schedule = reading.schedule;
    let since = options.now.saturating_sub(GRACE).unwrap_or(options.now);
    let mut shows = schedule.showtimes;
    shows.retain(|show| show.starts_at >= since);
    shows.sort_by(|a, b| (a.starts_at, &a.id).cmp(&(b.starts_at, &b.id)));
    shows.truncate(MAX_SHOWS);
    let shown: HashSet<_> = shows.iter().map(|show| &show.movie_id).collect();
    let mut films = schedule.movies.unwrap_or_default();
    // Films without shows come last, so that they are left out first.
    films.sort_by_key(|film| !shown.contains(&film.id));
    films.truncate(MAX_FILMS.max(shown.len()));
    for picture in &schedule.remote_pictures {
        if let PictureOwner::MoviePoster(id) = &picture.owner
            && let Some(film) = films.iter_mut().find(|film| film.id == *id)
        {
            film.poster = MediaRef::parse(&picture.url).ok();
        }
    }
    Program { theaters: schedule.theaters.unwrap_or_default(), films, shows }
}

#[cfg(test)]
mod tests;
