//! Members' favorite films and cinemas.

use std::collections::HashSet;

use jiff::Timestamp;
use marquee_model::{MemberId, MovieId, SiteId};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, ModelTrait, QueryFilter, QueryOrder, Set};

use crate::connect::Store;
use crate::entity::favorite;
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::transaction::WriteTx;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FavoriteKind {
    Film,
    Cinema,
}

impl FavoriteKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Film => "film",
            Self::Cinema => "cinema",
        }
    }
}

/// A member's favorite film or cinema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Favorite {
    /// Id of the film or cinema.
    pub id: String,
    /// Whether the member wants the cinema's newsletter; unused for films.
    pub newsletter: bool,
}

impl Store {
    /// A member's favorites, oldest first.
    pub async fn favorites(
        &self,
        site: &SiteId,
        member: &MemberId,
        kind: FavoriteKind,
    ) -> Result<Vec<Favorite>, StoreError> {
        let rows = favorite::Entity::find()
            .filter(favorite::Column::SiteId.eq(site.as_str()))
            .filter(favorite::Column::MemberId.eq(member.as_str()))
            .filter(favorite::Column::Kind.eq(kind.as_str()))
            .order_by_asc(favorite::Column::AddedAt)
            .order_by_asc(favorite::Column::Id)
            .all(&self.read)
            .await?;
        Ok(rows.into_iter().map(|row| Favorite { id: row.id, newsletter: row.newsletter }).collect())
    }
}

impl WriteTx {
    /// Adds a favorite. If it exists already, only `newsletter` is updated, so that its position does not change.
    pub async fn save_favorite(
        &mut self,
        site: &SiteId,
        member: &MemberId,
        kind: FavoriteKind,
        favorite: &Favorite,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        use favorite::Column as C;
        let model = favorite::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            member_id: Set(member.as_str().to_owned()),
            kind: Set(kind.as_str().to_owned()),
            id: Set(favorite.id.clone()),
            newsletter: Set(favorite.newsletter),
            added_at: Set(to_millis(now)),
        };
        let conflict = OnConflict::columns([C::SiteId, C::MemberId, C::Kind, C::Id])
            .update_columns([C::Newsletter])
            .to_owned();
        favorite::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Removes a favorite. Idempotent.
    pub async fn remove_favorite(
        &mut self,
        site: &SiteId,
        member: &MemberId,
        kind: FavoriteKind,
        id: &str,
    ) -> Result<(), StoreError> {
        let key =
            (site.as_str().to_owned(), member.as_str().to_owned(), kind.as_str().to_owned(), id.to_owned());
        favorite::Entity::delete_by_id(key).exec(self.tx()).await?;
        Ok(())
    }

    /// Makes a film that members have on their lists another one.
    pub async fn move_favorites(
        &mut self,
        site: &SiteId,
        film: &MovieId,
        target: &MovieId,
    ) -> Result<(), StoreError> {
        use favorite::Column as C;
        let kind = FavoriteKind::Film.as_str();
        let of_film = |id: &MovieId| {
            favorite::Entity::find()
                .filter(C::SiteId.eq(site.as_str()))
                .filter(C::Kind.eq(kind))
                .filter(C::Id.eq(id.as_str()))
        };
        let existing = of_film(target).all(self.tx()).await?;
        let existing: HashSet<String> = existing.into_iter().map(|row| row.member_id).collect();
        for row in of_film(film).all(self.tx()).await? {
            if existing.contains(&row.member_id) {
                row.delete(self.tx()).await?;
                continue;
            }
            favorite::Entity::update_many()
                .col_expr(C::Id, Expr::value(target.as_str()))
                .filter(C::SiteId.eq(site.as_str()))
                .filter(C::MemberId.eq(row.member_id.as_str()))
                .filter(C::Kind.eq(kind))
                .filter(C::Id.eq(film.as_str()))
                .exec(self.tx())
                .await?;
        }
        Ok(())
    }
}
