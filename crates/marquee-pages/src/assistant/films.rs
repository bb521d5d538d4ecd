//! `list_films` and `film`.

use std::collections::HashMap;

use jiff::civil::Date;
use marquee_api::assistant::{FilmById, FilmDay, FilmDetails, FilmEntry, FilmList, FilmSelection, ListFilms};
use marquee_catalog::is_upcoming;
use marquee_model::catalog::{Movie, Theater};
use marquee_model::time::PlayWeek;
use marquee_model::{MovieId, TheaterId};

use super::{MAX_ROWS, ToolError, ToolResult, extent, result, showtimes, text, theater};
use crate::builders::{PageContext, coming_soon, is_coming};
use crate::names;

/// Number of days with shows whose shows are read; of later days, only the first day of each film is known.
const DAYS: usize = 14;

pub async fn list(context: &PageContext<'_>, arguments: &ListFilms) -> Result<ToolResult, ToolError> {
    let theater = theater(context, arguments.theater.as_deref())?;
    let today = context.today(&context.zone(theater));
    let next_days = next_days(context, theater.map(|t| &t.id), today).await?;
    let movies = context.sorted_movies(context.snapshot.all_movies());
    let showing =
        || movies.iter().copied().filter(|m| next_days.contains_key(&m.id) && !is_coming(m, true, today));
    let coming = || coming_soon(&movies, &next_days, today);
    let films: Vec<&Movie> = match arguments.selection {
        FilmSelection::NowShowing => showing().collect(),
        FilmSelection::ComingSoon => coming(),
        FilmSelection::All => showing().chain(coming()).collect(),
    };
    let list = FilmList {
        films: films
            .iter()
            .take(MAX_ROWS)
            .map(|film| entry(context, film, theater, next_days.get(&film.id)))
            .collect(),
        extent: extent(
            films.len(),
            MAX_ROWS,
            "name a theater or another selection, or use search to find a film by its title or people",
        ),
    };
    let text = text::films(&list);
    result(&list, text)
}

/// The next day on which each film has a show that is neither canceled nor over.
async fn next_days(
    context: &PageContext<'_>,
    theater: Option<&TheaterId>,
    today: Date,
) -> Result<HashMap<MovieId, Date>, ToolError> {
    let site = &context.site.id;
    let upcoming = context.catalog.upcoming_days(site, theater, today).await?;
    let late = context.site.late_booking_minutes();
    let mut next = HashMap::new();
    let mut last = today;
    for date in upcoming.days.iter().copied().take(DAYS) {
        let day = context.catalog.day(site, theater, date).await?;
        for show in day.shows.iter().filter(|show| is_upcoming(show, context.now, late)) {
            next.entry(show.movie_id.clone()).or_insert(date);
        }
        last = date;
    }
    for (film, first) in upcoming.first_day_by_movie.iter().filter(|(_, first)| **first > last) {
        next.entry(film.clone()).or_insert(*first);
    }
    Ok(next)
}

fn entry(
    context: &PageContext<'_>,
    film: &Movie,
    theater: Option<&Theater>,
    next_day: Option<&Date>,
) -> FilmEntry {
    let today = context.today(&context.zone(theater));
    FilmEntry {
        id: film.id.to_string(),
        title: context.text(&film.localizations, |l| l.title.as_ref(), &film.title).to_owned(),
        url: context.absolute(&context.hrefs.movie(film)),
        genres: context.genres(film),
        certificate: film.certificate.clone().unwrap_or_default(),
        runtime: film.runtime,
        release_date: film.release_date.map(|date| date.to_string()),
        next_day: next_day.map(Date::to_string),
        play_week: PlayWeek::of_next_show(next_day.copied(), today, context.week_start(theater)),
    }
}

pub async fn details(context: &PageContext<'_>, arguments: &FilmById) -> Result<ToolResult, ToolError> {
    let film = super::film(context, &arguments.film)?;
    let today = context.today(&context.zone(None));
    let upcoming = context.catalog.upcoming_days(&context.site.id, None, today).await?;
    let mut days: Vec<FilmDay> = Vec::new();
    let (mut total, mut read) = (0, 0);
    for date in upcoming.days.iter().copied() {
        let day = context.catalog.day(&context.site.id, None, date).await?;
        let shows = day.shows_of_movie(&film.id);
        let mut rows = showtimes::rows(context, shows.into_iter());
        read += 1;
        if rows.is_empty() && read < DAYS {
            continue;
        }
        let left = MAX_ROWS.saturating_sub(total);
        total += rows.len();
        rows.truncate(left);
        if !rows.is_empty() {
            days.push(FilmDay { day: date.to_string(), showtimes: rows });
        }
        if read == DAYS || total > MAX_ROWS {
            break;
        }
    }
    let locale = context.formats.locale();
    let next_day = days.first().and_then(|day| day.day.parse().ok());
    let next_day =
        next_day.or_else(|| upcoming.first_day_by_movie.get(&film.id).copied().filter(|d| *d > today));
    let mut extent = extent(total, MAX_ROWS, "");
    if extent.truncated || upcoming.days.len() > read {
        extent.truncated = true;
        extent.hint = "call list_showtimes with the film and a later date".to_owned();
    }
    let details = FilmDetails {
        film: entry(context, film, None, next_day.as_ref()),
        original_title: film.original_title.clone().unwrap_or_default(),
        synopsis: context.text(&film.localizations, |l| l.synopsis.as_ref(), &film.synopsis).to_owned(),
        directors: film.directors.clone(),
        cast: film.cast.clone(),
        languages: film.languages.iter().map(|code| names::language(code, locale)).collect(),
        countries: context.countries(film),
        advisory: film.advisory.clone().unwrap_or_default(),
        trailer_url: film
            .trailer
            .as_ref()
            .and_then(|t| context.trailer(t))
            .map_or_else(String::new, |trailer| context.absolute(&trailer.href)),
        days,
        extent,
    };
    let text = text::film(&details);
    result(&details, text)
}
