//! Favorite films and theaters. Callers check that the film or theater exists.

use marquee_model::settings::SiteRecord;
use marquee_store::{Favorite, FavoriteKind};

use crate::caller::AuthenticatedMember;
use crate::error::{LoyaltyError, RefusalReason};
use crate::services::Accounts;

/// Maximum number of favorites of a kind.
const MAX_FAVORITES: usize = 500;

/// A favorite theater.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FavoriteTheater {
    pub id: String,
    /// Whether the member subscribes to its newsletter.
    pub newsletter: bool,
}

impl Accounts<'_> {
    /// The ids of a member's favorite films.
    pub async fn favorite_films(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
    ) -> Result<Vec<String>, LoyaltyError> {
        let favorites =
            self.context.store.favorites(&site.key, &principal.member().id, FavoriteKind::Film).await?;
        Ok(favorites.into_iter().map(|f| f.id).collect())
    }

    /// A member's favorite theaters.
    pub async fn favorite_theaters(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
    ) -> Result<Vec<FavoriteTheater>, LoyaltyError> {
        let favorites =
            self.context.store.favorites(&site.key, &principal.member().id, FavoriteKind::Cinema).await?;
        Ok(favorites.into_iter().map(|f| FavoriteTheater { id: f.id, newsletter: f.newsletter }).collect())
    }

    /// Adds or removes a favorite film. Idempotent.
    ///
    /// # Errors
    /// [`LoyaltyError::Field`] for more than 500 favorites.
    pub async fn set_favorite_film(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
        id: &str,
        is_favorite: bool,
    ) -> Result<Vec<String>, LoyaltyError> {
        let choice = FavoriteTheater { id: id.to_owned(), newsletter: false };
        if is_favorite {
            self.save(site, principal, FavoriteKind::Film, &[choice]).await?;
        } else {
            self.remove(site, principal, FavoriteKind::Film, id).await?;
        }
        self.favorite_films(site, principal).await
    }

    /// Adds favorite theaters, or updates their newsletter subscription (FAV-09).
    ///
    /// # Errors
    /// [`LoyaltyError::Field`] for more than 500 favorites.
    pub async fn save_favorite_theaters(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
        choices: &[FavoriteTheater],
    ) -> Result<Vec<FavoriteTheater>, LoyaltyError> {
        self.save(site, principal, FavoriteKind::Cinema, choices).await?;
        self.favorite_theaters(site, principal).await
    }

    /// Removes a favorite theater. Idempotent.
    pub async fn remove_favorite_theater(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
        id: &str,
    ) -> Result<Vec<FavoriteTheater>, LoyaltyError> {
        self.remove(site, principal, FavoriteKind::Cinema, id).await?;
        self.favorite_theaters(site, principal).await
    }

    async fn save(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
        kind: FavoriteKind,
        choices: &[FavoriteTheater],
    ) -> Result<(), LoyaltyError> {
        let (member, now) = (&principal.member().id, self.context.now());
        let mut tx = self.context.begin().await?;
        // Locks the member's row, so that concurrent calls count each other's favorites.
        tx.member(&site.key, member).await?.ok_or(RefusalReason::InvalidSession)?;
        let existing = self.context.store.favorites(&site.key, member, kind).await?;
        let new_count = choices.iter().filter(|c| !existing.iter().any(|k| k.id == c.id)).count();
        if existing.len() + new_count > MAX_FAVORITES {
            return Err(LoyaltyError::field(
                "favorites",
                format!("must have at most {MAX_FAVORITES} entries"),
            ));
        }
        for choice in choices {
            let favorite = Favorite { id: choice.id.clone(), newsletter: choice.newsletter };
            tx.save_favorite(&site.key, member, kind, &favorite, now).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    async fn remove(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
        kind: FavoriteKind,
        id: &str,
    ) -> Result<(), LoyaltyError> {
        let mut tx = self.context.begin().await?;
        tx.remove_favorite(&site.key, &principal.member().id, kind, id).await?;
        tx.commit().await?;
        Ok(())
    }
}
