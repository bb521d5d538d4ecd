//! The films of a site, for lists from which operators choose.

use axum::extract::{Path, State};
use axum::response::Response;
use http::{HeaderMap, StatusCode};
use marquee_api::editor::{EditorFilm, EditorFilms};
use marquee_model::operator::Permission;

use super::reply::{Refusal, refuse};
use super::{Shared, json};

/// `GET /api/editor/{site}/films`: by title.
pub async fn films(
    State(editor): Shared,
    Path(site): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let access = editor.author(&headers, &site, Permission::Read).await?;
    let unavailable = |error| {
        tracing::error!(%error, "cannot read films");
        refuse(StatusCode::SERVICE_UNAVAILABLE, "The server cannot do this now")
    };
    let store = &editor.app.store;
    let movies = store.movies(&access.id).await.map_err(unavailable)?;
    let counts = store.count_upcoming_shows(&access.id, editor.app.pages.now()).await.map_err(unavailable)?;
    let mut films: Vec<EditorFilm> = movies
        .into_iter()
        .map(|movie| EditorFilm {
            shows: counts.get(&movie.id).copied().unwrap_or(0),
            release_date: movie.release_date.map(|date| date.to_string()),
            id: movie.id.to_string(),
            title: movie.title,
        })
        .collect();
    films.sort_by(|a, b| (&a.title, &a.id).cmp(&(&b.title, &b.id)));
    json(&EditorFilms { films })
}
