//! Favorite films and cinemas.

use marquee_api::loyalty::{CinemasResponse, FavoriteCinema, FilmsResponse};
use marquee_loyalty::FavoriteTheater;
use marquee_model::MovieId;
use marquee_model::peach::PeachCode;
use serde_json::Value;

use super::fields_response;
use crate::context::Context;
use crate::problem::Problem;
use crate::reply::{CallResponse, Failure};

pub async fn films(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.active_member().await?;
    let external_film_ids = c.loyalty().accounts().favorite_films(&c.request.site.record, &principal).await?;
    fields_response(FilmsResponse { external_film_ids })
}

/// Adds or removes a film. Adding a film that is not in the catalog is refused with 72; removing it is allowed.
pub async fn set_film(c: &Context<'_>, is_favorite: bool) -> Result<CallResponse, Failure> {
    let principal = c.active_member().await?;
    let id = match c.payload.optional_text("externalFilmId")? {
        Some(id) => id,
        None => c.payload.required_text("boxofficeId")?,
    };
    let is_in_catalog = MovieId::parse(&id).is_ok_and(|id| c.snapshot.movie(&id).is_some());
    if is_favorite && !is_in_catalog {
        return Err(PeachCode::UnknownFilm.into());
    }
    let films = c
        .loyalty()
        .accounts()
        .set_favorite_film(&c.request.site.record, &principal, &id, is_favorite)
        .await?;
    fields_response(FilmsResponse { external_film_ids: films })
}

fn cinemas_response(c: &Context<'_>, choices: &[FavoriteTheater]) -> Result<CallResponse, Failure> {
    let cinema = |choice: &FavoriteTheater| FavoriteCinema {
        boxoffice_cinema_id: choice.id.clone(),
        subscribe_to_newsletter: choice.newsletter,
        name: c.cinema_name(&choice.id).map(str::to_owned),
    };
    fields_response(CinemasResponse { favorite_cinemas: choices.iter().map(cinema).collect() })
}

pub async fn cinemas(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.active_member().await?;
    cinemas_response(c, &c.loyalty().accounts().favorite_theaters(&c.request.site.record, &principal).await?)
}

/// Adds one or several cinemas; an entry that is already a favorite is updated (FAV-09).
pub async fn add_cinemas(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.active_member().await?;
    let mut choices = Vec::new();
    for entry in c.payload.required_objects("favoriteCinemas")? {
        let id = entry.get("boxofficeCinemaId").and_then(Value::as_str);
        let id = id.ok_or_else(|| Problem::malformed("boxofficeCinemaId", "must be a string"))?;
        if !c.is_own_cinema(id) {
            return Err(PeachCode::MemberNotFound.into());
        }
        let newsletter = match entry.get("subscribeToNewsletter") {
            None | Some(Value::Null) => true,
            Some(Value::Bool(newsletter)) => *newsletter,
            Some(_) => {
                return Err(Problem::malformed("subscribeToNewsletter", "must be true or false").into());
            }
        };
        choices.push(FavoriteTheater { id: id.to_owned(), newsletter });
    }
    cinemas_response(
        c,
        &c.loyalty().accounts().save_favorite_theaters(&c.request.site.record, &principal, &choices).await?,
    )
}

pub async fn remove_cinema(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.active_member().await?;
    let id = c.payload.required_text("boxofficeCinemaId")?;
    cinemas_response(
        c,
        &c.loyalty().accounts().remove_favorite_theater(&c.request.site.record, &principal, &id).await?,
    )
}
