//! Accounts of members that were merged into another account of the same person.

use marquee_model::{MemberId, OrderId, SiteId};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, JoinType};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};

use crate::connect::Store;
use crate::entity::{entry, favorite, loyalty_order, member_merge, member_note, transfer};
use crate::error::StoreError;
use crate::ledger::entry_to_transfer;
use crate::transaction::WriteTx;

/// The ids of accounts that were merged into a member's account.
async fn merged_ids<C: ConnectionTrait>(
    db: &C,
    site: &SiteId,
    member: &MemberId,
) -> Result<Vec<MemberId>, StoreError> {
    let rows = member_merge::Entity::find()
        .filter(member_merge::Column::SiteId.eq(site.as_str()))
        .filter(member_merge::Column::MemberId.eq(member.as_str()))
        .order_by_asc(member_merge::Column::ClosedId)
        .all(db)
        .await?;
    Ok(rows.into_iter().map(|row| MemberId::stored(row.closed_id)).collect())
}

async fn merged_into<C: ConnectionTrait>(
    db: &C,
    site: &SiteId,
    closed: &MemberId,
) -> Result<Option<MemberId>, StoreError> {
    let key = (site.as_str().to_owned(), closed.as_str().to_owned());
    let row = member_merge::Entity::find_by_id(key).one(db).await?;
    Ok(row.map(|row| MemberId::stored(row.member_id)))
}

impl Store {
    /// The accounts that were merged into a member's account.
    pub async fn merged_ids(&self, site: &SiteId, member: &MemberId) -> Result<Vec<MemberId>, StoreError> {
        merged_ids(&self.read, site, member).await
    }

    /// The account into which a closed one was merged.
    pub async fn merged_into(
        &self,
        site: &SiteId,
        closed: &MemberId,
    ) -> Result<Option<MemberId>, StoreError> {
        merged_into(&self.read, site, closed).await
    }
}

impl WriteTx {
    /// The accounts that were merged into a member's account.
    pub async fn merged_ids(&self, site: &SiteId, member: &MemberId) -> Result<Vec<MemberId>, StoreError> {
        merged_ids(self.tx(), site, member).await
    }

    /// The account into which a closed one was merged.
    pub async fn merged_into(
        &self,
        site: &SiteId,
        closed: &MemberId,
    ) -> Result<Option<MemberId>, StoreError> {
        merged_into(self.tx(), site, closed).await
    }

    /// Moves orders, notes and favorites of an account to another one, with the accounts that were merged into it, and records that
    /// it is merged. Cards and points are left to the caller, as is the removal of the account.
    pub async fn move_to_member(
        &mut self,
        site: &SiteId,
        closed: &MemberId,
        kept: &MemberId,
    ) -> Result<(), StoreError> {
        let (site, closed, kept) = (site.as_str(), closed.as_str(), kept.as_str());
        let tx = self.tx();
        loyalty_order::Entity::update_many()
            .col_expr(loyalty_order::Column::MemberId, Expr::value(kept))
            .filter(loyalty_order::Column::SiteId.eq(site))
            .filter(loyalty_order::Column::MemberId.eq(closed))
            .exec(tx)
            .await?;
        member_note::Entity::update_many()
            .col_expr(member_note::Column::MemberId, Expr::value(kept))
            .filter(member_note::Column::SiteId.eq(site))
            .filter(member_note::Column::MemberId.eq(closed))
            .exec(tx)
            .await?;
        let favorites_of = |member: &str| {
            favorite::Entity::find()
                .filter(favorite::Column::SiteId.eq(site))
                .filter(favorite::Column::MemberId.eq(member))
        };
        let existing = favorites_of(kept).all(tx).await?;
        for row in favorites_of(closed).all(tx).await? {
            if existing.iter().any(|other| other.kind == row.kind && other.id == row.id) {
                continue;
            }
            favorite::Entity::update_many()
                .col_expr(favorite::Column::MemberId, Expr::value(kept))
                .filter(favorite::Column::SiteId.eq(site))
                .filter(favorite::Column::MemberId.eq(closed))
                .filter(favorite::Column::Kind.eq(row.kind))
                .filter(favorite::Column::Id.eq(row.id))
                .exec(tx)
                .await?;
        }
        member_merge::Entity::update_many()
            .col_expr(member_merge::Column::MemberId, Expr::value(kept))
            .filter(member_merge::Column::SiteId.eq(site))
            .filter(member_merge::Column::MemberId.eq(closed))
            .exec(tx)
            .await?;
        let row = member_merge::ActiveModel {
            site_id: Set(site.to_owned()),
            closed_id: Set(closed.to_owned()),
            member_id: Set(kept.to_owned()),
        };
        member_merge::Entity::insert(row).exec_without_returning(tx).await?;
        Ok(())
    }

    /// Sum of the entries of an order in the accounts of points: those that it earned may be in an account that was merged since.
    pub async fn order_points(&self, site: &SiteId, order: &OrderId) -> Result<i64, StoreError> {
        let rows = entry::Entity::find()
            .filter(entry::Column::SiteId.eq(site.as_str()))
            .filter(entry::Column::AccountId.starts_with("points:"))
            .join_as(JoinType::InnerJoin, entry_to_transfer(), Alias::new("booked"))
            .filter(Expr::col((Alias::new("booked"), transfer::Column::OrderId)).eq(order.as_str()))
            .all(self.tx())
            .await?;
        Ok(rows.iter().map(|row| row.amount).sum())
    }
}
