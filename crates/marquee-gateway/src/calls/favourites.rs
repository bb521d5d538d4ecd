//! Favorite films and cinemas.

use marquee_api::loyalty::{CinemasAnswer, FavoriteCinema, FilmsAnswer};
use marquee_loyalty::CinemaChoice;
use marquee_model::MovieId;
use marquee_model::peach::PeachCode;
use serde_json::Value;

use super::done;
use crate::gateway::Context;
use crate::problem::Problem;
use crate::reply::{Answer, Failure};

pub async fn films(c: &Context<'_>) -> Result<Answer, Failure> {
    let signed = c.member().await?;
    let external_film_ids = c.loyalty().films(&c.asked.site.record, &signed).await?;
    done(FilmsAnswer { external_film_ids })
}

/// Adds or removes a film. Adding a film that is not in the catalog is refused with 72; removing it is allowed.
pub async fn set_film(c: &Context<'_>, wanted: bool) -> Result<Answer, Failure> {
    let signed = c.member().await?;
    let id = match c.payload.text("externalFilmId")? {
        Some(id) => id,
        None => c.payload.needed("boxofficeId")?,
    };
    let known = MovieId::parse(&id).is_ok_and(|id| c.snapshot.movie(&id).is_some());
    if wanted && !known {
        return Err(PeachCode::FilmUnknown.into());
    }
    let films = c.loyalty().set_film(&c.asked.site.record, &signed, &id, wanted).await?;
    done(FilmsAnswer { external_film_ids: films })
}

fn cinemas_answer(c: &Context<'_>, choices: &[CinemaChoice]) -> Result<Answer, Failure> {
    let cinema = |choice: &CinemaChoice| FavoriteCinema {
        boxoffice_cinema_id: choice.id.clone(),
        subscribe_to_newsletter: choice.newsletter,
        name: c.cinema_name(&choice.id).map(str::to_owned),
    };
    done(CinemasAnswer { favorite_cinemas: choices.iter().map(cinema).collect() })
}

pub async fn cinemas(c: &Context<'_>) -> Result<Answer, Failure> {
    let signed = c.member().await?;
    cinemas_answer(c, &c.loyalty().cinemas(&c.asked.site.record, &signed).await?)
}

/// Adds one or several cinemas; an entry that is already a favorite is updated (FAV-09).
pub async fn add_cinemas(c: &Context<'_>) -> Result<Answer, Failure> {
    let signed = c.member().await?;
    let mut choices = Vec::new();
    for entry in c.payload.objects("favoriteCinemas")? {
        let id = entry.get("boxofficeCinemaId").and_then(Value::as_str);
        let id = id.ok_or_else(|| Problem::malformed("boxofficeCinemaId", "must be text"))?;
        if !c.has_cinema(id) {
            return Err(PeachCode::MemberNotFound.into());
        }
        let newsletter = match entry.get("subscribeToNewsletter") {
            None | Some(Value::Null) => true,
            Some(Value::Bool(wanted)) => *wanted,
            Some(_) => {
                return Err(Problem::malformed("subscribeToNewsletter", "must be true or false").into());
            }
        };
        choices.push(CinemaChoice { id: id.to_owned(), newsletter });
    }
    cinemas_answer(c, &c.loyalty().save_cinemas(&c.asked.site.record, &signed, &choices).await?)
}

pub async fn remove_cinema(c: &Context<'_>) -> Result<Answer, Failure> {
    let signed = c.member().await?;
    let id = c.payload.needed("boxofficeCinemaId")?;
    cinemas_answer(c, &c.loyalty().remove_cinema(&c.asked.site.record, &signed, &id).await?)
}
