//! Titles and posters of films, as lists show them.

use std::collections::{BTreeSet, HashMap};

use marquee_api::editor::FilmLabel;
use marquee_model::MovieId;
use marquee_model::catalog::Movie;
use marquee_store::StoreError;

use super::media::small_rendition;
use super::{Access, Editor};

/// Titles and posters of films.
pub struct FilmLabels(HashMap<MovieId, FilmLabel>);

impl FilmLabels {
    /// The labels of these films.
    pub async fn read(editor: &Editor, access: &Access, ids: &[MovieId]) -> Result<Self, StoreError> {
        let ids: BTreeSet<&MovieId> = ids.iter().collect();
        let ids: Vec<&MovieId> = ids.into_iter().collect();
        if ids.is_empty() {
            return Ok(Self(HashMap::new()));
        }
        let movies = editor.app.store.movies_by_id(&access.id, &ids).await?;
        let pictures = editor.app.store.pictures(&access.id).await?;
        let label = |movie: Movie| {
            let poster = pictures.iter().find(|row| Some(&row.source) == movie.poster.as_ref());
            let label = FilmLabel {
                id: movie.id.to_string(),
                title: movie.title,
                poster: poster.map(|row| small_rendition(&access.site, &row.media_id)),
            };
            (movie.id, label)
        };
        Ok(Self(movies.into_iter().map(label).collect()))
    }

    /// The label of a film; a film that the site no longer has is named by its id.
    pub fn label(&self, id: &MovieId) -> FilmLabel {
        self.0.get(id).cloned().unwrap_or_else(|| FilmLabel {
            id: id.to_string(),
            title: id.to_string(),
            poster: None,
        })
    }
}
