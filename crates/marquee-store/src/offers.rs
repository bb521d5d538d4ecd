//! Offers of the loyalty program: levels, rewards, memberships, vouchers.

use marquee_model::loyalty::{EVoucher, Level, MembershipItem, Reward};
use marquee_model::{SiteId, Tag};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, Select, Set};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::connect::Store;
use crate::entity::offer;
use crate::error::StoreError;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// A kind of offer, stored as records in one table.
pub trait OfferKind: Serialize + DeserializeOwned + Send + Sync {
    /// Value of the `kind` column.
    const KIND: &'static str;

    /// Id, unique within the kind.
    fn id(&self) -> String;
}

impl OfferKind for Level {
    const KIND: &'static str = "level";

    fn id(&self) -> String {
        self.id.to_string()
    }
}

impl OfferKind for Reward {
    const KIND: &'static str = "reward";

    fn id(&self) -> String {
        self.item_code.clone()
    }
}

impl OfferKind for MembershipItem {
    const KIND: &'static str = "membership";

    fn id(&self) -> String {
        self.code.clone()
    }
}

impl OfferKind for EVoucher {
    const KIND: &'static str = "evoucher";

    fn id(&self) -> String {
        self.code.clone()
    }
}

fn offers_of_kind<T: OfferKind>(site: &SiteId) -> Select<offer::Entity> {
    offer::Entity::find()
        .filter(offer::Column::SiteId.eq(site.as_str()))
        .filter(offer::Column::Kind.eq(T::KIND))
        .order_by_asc(offer::Column::Position)
        .order_by_asc(offer::Column::Id)
}

fn from_row<T: OfferKind>(row: &offer::Model) -> Result<T, StoreError> {
    RowContext::new("offer", [&row.site_id, &row.kind, &row.id]).read_json("doc", &row.doc)
}

fn placed_from_row<T: OfferKind>(row: offer::Model) -> Result<(i32, T), StoreError> {
    Ok((row.position, from_row(&row)?))
}

impl Store {
    /// All records of a kind in the operator's order.
    pub async fn offers<T: OfferKind>(&self, site: &SiteId) -> Result<Vec<T>, StoreError> {
        let rows = offers_of_kind::<T>(site).all(&self.read).await?;
        rows.iter().map(from_row).collect()
    }

    /// All records of a kind with their positions, in the operator's order.
    pub async fn offers_with_positions<T: OfferKind>(
        &self,
        site: &SiteId,
    ) -> Result<Vec<(i32, T)>, StoreError> {
        offers_of_kind::<T>(site).all(&self.read).await?.into_iter().map(placed_from_row).collect()
    }
}

impl WriteTx {
    /// All records of a kind with their positions, in the operator's order.
    pub async fn offers_with_positions<T: OfferKind>(
        &self,
        site: &SiteId,
    ) -> Result<Vec<(i32, T)>, StoreError> {
        offers_of_kind::<T>(site).all(self.tx()).await?.into_iter().map(placed_from_row).collect()
    }

    /// Saves a record at its position.
    pub async fn save_offer<T: OfferKind>(
        &mut self,
        site: &SiteId,
        position: i32,
        record: &T,
    ) -> Result<(), StoreError> {
        use offer::Column as C;
        let id = record.id();
        let model = offer::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            kind: Set(T::KIND.to_owned()),
            id: Set(id.clone()),
            position: Set(position),
            doc: Set(RowContext::new("offer", [site.as_str(), T::KIND, &id]).write_json("doc", record)?),
        };
        let conflict =
            OnConflict::columns([C::SiteId, C::Kind, C::Id]).update_columns([C::Position, C::Doc]).to_owned();
        offer::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        self.record_change(site, Tag::Offers);
        Ok(())
    }

    /// Removes a record; returns whether it existed.
    pub async fn remove_offer<T: OfferKind>(&mut self, site: &SiteId, id: &str) -> Result<bool, StoreError> {
        let key = (site.as_str().to_owned(), T::KIND.to_owned(), id.to_owned());
        let removed = offer::Entity::delete_by_id(key).exec(self.tx()).await?.rows_affected > 0;
        if removed {
            self.record_change(site, Tag::Offers);
        }
        Ok(removed)
    }
}
