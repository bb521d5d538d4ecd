//! The films of a site, for lists from which operators choose and beside what they changed.

use std::collections::HashSet;

use axum::extract::{Path, State};
use axum::response::Response;
use http::StatusCode;
use marquee_api::editor::{EditorFilm, EditorFilmRecord, EditorFilms};
use marquee_catalog::unedited_films;
use marquee_model::MovieId;

use super::may::{May, Read};
use super::reply::{Refusal, refuse, unavailable};
use super::{Shared, json};

/// `GET /api/editor/{site}/films`: by title.
pub async fn films(State(editor): Shared, May(access, ..): May<Read>) -> Result<Response, Refusal> {
    let store = &editor.app.store;
    let movies = store.movies(&access.id).await.map_err(|error| unavailable(&error))?;
    let unedited = unedited_films(store, &access.id).await.map_err(|error| unavailable(&error))?;
    let of_feeds: HashSet<&MovieId> = unedited.iter().map(|film| &film.id).collect();
    let counts = store.count_upcoming_shows(&access.id, editor.app.pages.now()).await;
    let counts = counts.map_err(|error| unavailable(&error))?;
    let mut films: Vec<EditorFilm> = movies
        .into_iter()
        .map(|movie| EditorFilm {
            shows: counts.get(&movie.id).copied().unwrap_or(0),
            release_date: movie.release_date.map(|date| date.to_string()),
            runtime: movie.runtime,
            certificate: movie.certificate,
            poster: movie.poster.map(|poster| poster.as_str().to_owned()),
            feed: of_feeds.contains(&movie.id),
            id: movie.id.to_string(),
            title: movie.title,
        })
        .collect();
    films.sort_by(|a, b| (&a.title, &a.id).cmp(&(&b.title, &b.id)));
    json(&EditorFilms { films })
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
