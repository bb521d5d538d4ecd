//! Favourite films and cinemas. Whether a film or a cinema is known is for the caller to say.

use marquee_model::settings::SiteRecord;
use marquee_store::{Favourite, FavouriteKind};

use crate::engine::Loyalty;
use crate::error::LoyaltyError;
use crate::session::Signed;

/// Favourites of a kind at most; the oldest stay.
const MOST: usize = 500;

/// A cinema that is to be a favourite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CinemaChoice {
    /// Its id.
    pub id: String,
    /// Whether its news are wanted.
    pub newsletter: bool,
}

impl Loyalty {
    /// Ids of a member's favourite films.
    ///
    /// # Errors
    /// [`LoyaltyError::Store`].
    pub async fn films(&self, site: &SiteRecord, signed: &Signed) -> Result<Vec<String>, LoyaltyError> {
        let found = self.0.store.favourites(&site.key, &signed.member().id, FavouriteKind::Film).await?;
        Ok(found.into_iter().map(|f| f.id).collect())
    }

    /// A member's favourite cinemas.
    ///
    /// # Errors
    /// [`LoyaltyError::Store`].
    pub async fn cinemas(
        &self,
        site: &SiteRecord,
        signed: &Signed,
    ) -> Result<Vec<CinemaChoice>, LoyaltyError> {
        let found = self.0.store.favourites(&site.key, &signed.member().id, FavouriteKind::Cinema).await?;
        Ok(found.into_iter().map(|f| CinemaChoice { id: f.id, newsletter: f.newsletter }).collect())
    }

    /// Adds a film or takes it away; once more changes nothing.
    ///
    /// # Errors
    /// [`LoyaltyError::Field`] for more than 500.
    pub async fn set_film(
        &self,
        site: &SiteRecord,
        signed: &Signed,
        id: &str,
        wanted: bool,
    ) -> Result<Vec<String>, LoyaltyError> {
        let choice = CinemaChoice { id: id.to_owned(), newsletter: false };
        if wanted {
            self.save(site, signed, FavouriteKind::Film, &[choice]).await?;
        } else {
            self.remove(site, signed, FavouriteKind::Film, id).await?;
        }
        self.films(site, signed).await
    }

    /// Adds cinemas, or changes whether their news are wanted (FAV-09).
    ///
    /// # Errors
    /// [`LoyaltyError::Field`] for more than 500.
    pub async fn save_cinemas(
        &self,
        site: &SiteRecord,
        signed: &Signed,
        choices: &[CinemaChoice],
    ) -> Result<Vec<CinemaChoice>, LoyaltyError> {
        self.save(site, signed, FavouriteKind::Cinema, choices).await?;
        self.cinemas(site, signed).await
    }

    /// Takes a cinema away, if it is a favourite.
    ///
    /// # Errors
    /// [`LoyaltyError::Store`].
    pub async fn remove_cinema(
        &self,
        site: &SiteRecord,
        signed: &Signed,
        id: &str,
    ) -> Result<Vec<CinemaChoice>, LoyaltyError> {
        self.remove(site, signed, FavouriteKind::Cinema, id).await?;
        self.cinemas(site, signed).await
    }

    async fn save(
        &self,
        site: &SiteRecord,
        signed: &Signed,
        kind: FavouriteKind,
        choices: &[CinemaChoice],
    ) -> Result<(), LoyaltyError> {
        let (member, now) = (&signed.member().id, self.now());
        let known = self.0.store.favourites(&site.key, member, kind).await?;
        let new = choices.iter().filter(|c| !known.iter().any(|k| k.id == c.id)).count();
        if known.len() + new > MOST {
            return Err(LoyaltyError::field("favorites", format!("must be {MOST} at most")));
        }
        let mut tx = self.begin().await?;
        for choice in choices {
            let favourite = Favourite { id: choice.id.clone(), newsletter: choice.newsletter };
            tx.save_favourite(&site.key, member, kind, &favourite, now).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    async fn remove(
        &self,
        site: &SiteRecord,
        signed: &Signed,
        kind: FavouriteKind,
        id: &str,
    ) -> Result<(), LoyaltyError> {
        let mut tx = self.begin().await?;
        tx.remove_favourite(&site.key, &signed.member().id, kind, id).await?;
        tx.commit().await?;
        Ok(())
    }
}
