//! The filters of a day or a week, the nearest day with matches for them, and the list of the whole week.

use marquee_model::catalog::OPEN_CAPTION;
use std::collections::BTreeSet;

use jiff::civil::Date;
use marquee_api::{EmptyNote, FilmCard, Filter, NearestDay, WeekDay};
use marquee_catalog::DayShows;
use marquee_messages::server;
use marquee_model::TheaterId;
use marquee_model::catalog::{Movie, Showtime};
use marquee_store::StoreError;

use super::context::PageContext;
use super::days::{self, Days, weekday_or_date};
use super::{frame, shows};

/// Number of days with shows that are searched for matches.
const MAX_DAYS: usize = 21;

/// Maximum number of films listed for a day of the week.
const MAX_FILMS: usize = 40;

/// Attributes used in sentences such as "Two films have open captions".
const SENTENCE_ATTRIBUTES: [&str; 5] = [
    OPEN_CAPTION,
    "Showtime.Accessibility.ClosedCaption",
    "Showtime.Accessibility.AudioDescription",
    "Showtime.Accessibility.SignLanguage",
    "Showtime.Accessibility.Wheelchair",
];

/// Whether any filter is set.
pub fn has_filter(context: &PageContext<'_>) -> bool {
    let q = &context.query;
    q.time.is_some()
        || q.before.is_some()
        || q.version.is_some()
        || q.access.is_some()
        || context.selected_theaters().is_some()
}

/// Whether a show passes the filters and is not over.
fn matches_filters(context: &PageContext<'_>, s: &Showtime) -> bool {
    !shows::is_over(context, s)
        && shows::passes_filters(context, s, &context.zone(context.snapshot.theater(&s.theater_id)))
}

/// What is counted: the shows of one film, or the films of one theater or of all.
#[derive(Debug, Clone, Copy)]
pub enum MatchScope<'m> {
    Film(&'m Movie),
    Theater(Option<&'m TheaterId>),
}

/// The filters for what the shows of the selected day have, or those of the week if it is chosen.
pub async fn filters(
    context: &PageContext<'_>,
    days: &Days,
    of: MatchScope<'_>,
) -> Result<Vec<Filter>, StoreError> {
    let dates = if context.query.week { days.of_week() } else { vec![days.selected] };
    let mut listed = Vec::new();
    for date in dates {
        listed.push(day(context, of, date).await?);
    }
    let shows = listed.iter().flat_map(|day| match of {
        MatchScope::Film(film) => day.shows_of_movie(&film.id),
        MatchScope::Theater(_) => day.shows.iter().collect(),
    });
    Ok(shows::filters(context, shows))
}

/// The note when nothing on the selected day passes the filters.
pub async fn filtered_note(
    context: &PageContext<'_>,
    days: &Days,
    of: MatchScope<'_>,
) -> Result<EmptyNote, StoreError> {
    let clear_href = context.href_with(|q| {
        (q.time, q.before, q.version, q.access) = (None, None, None, None);
        q.theaters.clear();
    });
    let after = days.days_with_shows.iter().filter(|d| **d > days.selected);
    let before = days.days_with_shows.iter().rev().filter(|d| **d < days.selected);
    for date in after.chain(before).take(MAX_DAYS) {
        let day = day(context, of, *date).await?;
        let count = count(context, &day, of);
        if count > 0 {
            let nearest = NearestDay {
                text: sentence(context, count, of, *date, days.today),
                label: label(context, *date, days.today),
                href: days::link(context, *date).href,
            };
            return Ok(EmptyNote::Filtered { clear_href, nearest: Some(nearest) });
        }
    }
    Ok(EmptyNote::Filtered { clear_href, nearest: None })
}

async fn day(
    context: &PageContext<'_>,
    of: MatchScope<'_>,
    date: Date,
) -> Result<std::sync::Arc<DayShows>, StoreError> {
    let theater = match of {
        MatchScope::Theater(theater) => theater,
        MatchScope::Film(_) => None,
    };
    context.catalog.day(&context.site.id, theater, date).await
}

/// Number of films of a day, or of the film's shows, that pass the filters.
fn count(context: &PageContext<'_>, day: &DayShows, of: MatchScope<'_>) -> usize {
    match of {
        MatchScope::Film(film) => {
            day.shows_of_movie(&film.id).into_iter().filter(|s| matches_filters(context, s)).count()
        }
        MatchScope::Theater(_) => {
            let filtered_shows = day.shows.iter().filter(|s| matches_filters(context, s));
            let films: BTreeSet<_> = filtered_shows.map(|s| &s.movie_id).collect();
            films.into_iter().filter(|id| context.movie(id).is_some()).count()
        }
    }
}

/// The name of a day: `today`, the weekday of a day within a week, the date of a later one.
fn label(context: &PageContext<'_>, day: Date, today: Date) -> String {
    if day == today {
        return server::days_today(context.language()).to_owned();
    }
    weekday_or_date(context, day, today)
}

/// The name of a day in a sentence about that day: `today`, `on Saturday`.
fn on_day(context: &PageContext<'_>, day: Date, today: Date) -> String {
    let name = label(context, day, today);
    if day == today { name } else { server::days_on(context.language(), &context.formats.in_sentence(&name)) }
}

/// `Two films have open captions on Saturday.`
fn sentence(context: &PageContext<'_>, matches: usize, of: MatchScope<'_>, day: Date, today: Date) -> String {
    let (language, count) = (context.language(), u64::try_from(matches).unwrap_or(u64::MAX));
    let noun = match of {
        MatchScope::Film(_) => server::matches_showtimes(language, count),
        MatchScope::Theater(_) => server::matches_films(language, count),
    };
    let day_text = on_day(context, day, today);
    match only_access(context).and_then(|key| frame::label_in_sentence(context, key)) {
        Some(access) => server::matches_found_with(language, count, &noun, &access, &day_text),
        None => server::matches_found(language, count, &noun, &day_text),
    }
}

/// The key of the access attribute, if that is the only filter and one of [`SENTENCE_ATTRIBUTES`].
fn only_access<'s>(context: &'s PageContext<'_>) -> Option<&'s str> {
    let q = &context.query;
    let is_only_filter = q.time.is_none() && q.before.is_none() && q.version.is_none();
    q.access.as_deref().filter(|key| is_only_filter && SENTENCE_ATTRIBUTES.contains(key))
}

/// Every day of the week with its films that pass the filters; empty unless the week is chosen.
pub async fn week(
    context: &PageContext<'_>,
    days: &Days,
    of: MatchScope<'_>,
) -> Result<Vec<WeekDay>, StoreError> {
    if !context.query.week {
        return Ok(Vec::new());
    }
    let mut week = Vec::new();
    for date in days.of_week() {
        let day = day(context, of, date).await?;
        let movies: Vec<&Movie> = match of {
            MatchScope::Film(film) => vec![film],
            MatchScope::Theater(_) => {
                let playing = day.movies().filter_map(|id| context.movie(id));
                context.sorted_movies(playing)
            }
        };
        let cards = movies.into_iter().filter_map(|m| card(context, days, m, &day, date));
        let mut films: Vec<FilmCard> = cards.collect();
        let more_count = u32::try_from(films.len().saturating_sub(MAX_FILMS)).unwrap_or(u32::MAX);
        films.truncate(MAX_FILMS);
        week.push(WeekDay { day: days::link(context, date), films, more: more_count });
    }
    Ok(week)
}

/// A film's card on a day of the week, which links to the film's page on that day.
fn card(context: &PageContext<'_>, days: &Days, m: &Movie, day: &DayShows, date: Date) -> Option<FilmCard> {
    let film_shows: Vec<&Showtime> =
        day.shows_of_movie(&m.id).into_iter().filter(|s| matches_filters(context, s)).collect();
    let item = shows::item(context, m, None, days.today);
    let card = shows::card(context, item, m, &film_shows, String::new());
    (!card.shows.is_empty()).then(|| FilmCard {
        film: marquee_api::CardItem {
            href: days::link_of_film(context, m, date).href,
            badges: Vec::new(),
            badge_text: String::new(),
            ..card.film
        },
        ..card
    })
}
