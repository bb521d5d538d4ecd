//! The films of a site, for lists from which operators choose and beside what they changed.

use std::collections::HashMap;

use axum::extract::{Path, State};
use axum::response::Response;
use http::StatusCode;
use jiff::civil::Date;
use marquee_api::editor::{EditorFilm, EditorFilmRecord, EditorFilmTheater, EditorFilms, FilmMatchDecision};
use marquee_catalog::{badges, unedited_films};
use marquee_feed_runner::{RunError, list_film_matches};
use marquee_model::catalog::{Movie, Theater};
use marquee_model::numbers::site_zone;
use marquee_model::time::business_date;
use marquee_model::{MediaRef, MovieId};
use marquee_store::ShowFilter;

use super::may::{EditProgram, May, Read};
use super::reply::{Refusal, refuse, unavailable};
use super::{Access, Editor, Form, Shared, json};

/// `GET /api/editor/{site}/films`: by title.
pub async fn films(State(editor): Shared, May(access, ..): May<Read>) -> Result<Response, Refusal> {
    let store = &editor.app.store;
    let movies = store.movies(&access.id).await.map_err(|error| unavailable(&error))?;
    let unedited = unedited_films(store, &access.id).await.map_err(|error| unavailable(&error))?;
    let of_feeds: HashMap<&MovieId, &Movie> = unedited.iter().map(|film| (&film.id, film)).collect();
    let feed_picture = |id: &MovieId, pick: fn(&Movie) -> Option<&MediaRef>| {
        of_feeds.get(id).and_then(|film| pick(film)).map(|picture| picture.as_str().to_owned())
    };
    let counts = store.count_upcoming_shows(&access.id, editor.app.pages.now()).await;
    let counts = counts.map_err(|error| unavailable(&error))?;
    let theaters = store.theaters(&access.id).await.map_err(|error| unavailable(&error))?;
    let today = today(&editor, &access, &theaters);
    let coming = ShowFilter { from_date: Some(today), ..ShowFilter::default() };
    let first_days = store.first_show_days(&access.id, &coming).await.map_err(|error| unavailable(&error))?;
    let first_days: HashMap<MovieId, Date> = first_days.into_iter().collect();
    let in_week = editor.app.pages.catalog().shows_in_week(&access.id, None, today).await;
    let in_week = in_week.map_err(|error| unavailable(&error))?;
    let at_theaters = |movie: &MovieId| -> Vec<EditorFilmTheater> {
        let Some(counts) = counts.get(movie) else { return Vec::new() };
        let at = |theater: &Theater| {
            let shows = *counts.get(&theater.id)?;
            Some(EditorFilmTheater { id: theater.id.to_string(), name: theater.name.clone(), shows })
        };
        theaters.iter().filter_map(at).collect()
    };
    let mut films: Vec<EditorFilm> = movies
        .into_iter()
        .map(|movie| EditorFilm {
            shows: counts.get(&movie.id).map_or(0, |counts| counts.values().sum()),
            week_shows: in_week.get(&movie.id).copied(),
            theaters: at_theaters(&movie.id),
            badges: badges(&movie, today, first_days.get(&movie.id).copied()),
            badge_text: movie.badge_text,
            directors: movie.directors,
            release_date: movie.release_date.map(|date| date.to_string()),
            runtime: movie.runtime,
            certificate: movie.certificate,
            poster: movie.poster.map(|poster| poster.as_str().to_owned()),
            feed_backdrop: feed_picture(&movie.id, |film| film.backdrop.as_ref()),
            feed_hero: feed_picture(&movie.id, |film| film.hero.as_ref()),
            feed: of_feeds.contains_key(&movie.id),
            id: movie.id.to_string(),
            title: movie.title,
        })
        .collect();
    films.sort_by(|a, b| (&a.title, &a.id).cmp(&(&b.title, &b.id)));
    json(&EditorFilms { films })
}

/// The cinema day of the site's first theater.
fn today(editor: &Editor, access: &Access, theaters: &[Theater]) -> Date {
    let start_hour = access.site.record.config.options.business_day_start_hour();
    business_date(editor.app.pages.now(), &site_zone(theaters), start_hour)
}

/// `GET /api/editor/{site}/films/{id}`.
pub async fn film(
    State(editor): Shared,
    May(access, ..): May<Read>,
    Path((_, id)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let unknown = || refuse(StatusCode::NOT_FOUND, "The film does not exist");
    let id = MovieId::parse(&id).map_err(|_| unknown())?;
    let films = unedited_films(&editor.app.store, &access.id).await.map_err(|error| unavailable(&error))?;
    let feed = films.into_iter().find(|film| film.id == id);
    json(&EditorFilmRecord { id: id.to_string(), feed })
}

/// `GET /api/editor/{site}/film-matches`.
pub async fn matches(State(editor): Shared, May(access, ..): May<Read>) -> Result<Response, Refusal> {
    let matches = list_film_matches(&editor.app.store, &access.id, editor.app.pages.now()).await;
    json(&matches.map_err(|error| unavailable(&error))?)
}

/// `PUT /api/editor/{site}/film-matches/{film}`.
pub async fn decide_match(
    State(editor): Shared,
    May(access, ..): May<EditProgram>,
    Path((_, film)): Path<(String, String)>,
    Form(form): Form<FilmMatchDecision>,
) -> Result<Response, Refusal> {
    let unknown = || refuse(StatusCode::NOT_FOUND, "The match does not exist");
    let film = MovieId::parse(&film).map_err(|_| unknown())?;
    let decided = editor.app.feeds.decide_film(&access.id, &film, form.is_same, &access.author.actor).await;
    decided.map_err(|error| match error {
        RunError::Store(error) => unavailable(&error),
        _ => unknown(),
    })?;
    let matches = list_film_matches(&editor.app.store, &access.id, editor.app.pages.now()).await;
    json(&matches.map_err(|error| unavailable(&error))?)
}
