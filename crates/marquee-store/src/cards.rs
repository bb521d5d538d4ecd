//! Loyalty cards and gift cards.

use std::collections::BTreeMap;

use jiff::Timestamp;
use marquee_model::loyalty::{Card, GiftCard};
use marquee_model::{CardCode, GiftCardId, MemberId, SiteId};
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set,
};

use crate::connect::Store;
use crate::document::{from_json, to_json};
use crate::entity::{card, gift_card};
use crate::error::StoreError;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// A loyalty card with its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardRow {
    /// `None` for a card without an owner.
    pub member: Option<MemberId>,
    pub card: Card,
}

/// A gift card and the keyed hash of its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GiftCardRow {
    /// Keyed hash of the number, in hexadecimal.
    pub number_hash: String,
    pub card: GiftCard,
}

fn from_row(row: card::Model) -> Result<CardRow, StoreError> {
    Ok(CardRow {
        card: from_json("card", &row.site_id, &row.code, &row.doc)?,
        member: row.member_id.map(MemberId::stored),
    })
}

fn gift_card_from_row(row: gift_card::Model) -> Result<GiftCardRow, StoreError> {
    Ok(GiftCardRow {
        card: from_json("gift_card", &row.site_id, &row.id, &row.doc)?,
        number_hash: row.number_hash,
    })
}

fn cards_in(site: &SiteId) -> Select<card::Entity> {
    card::Entity::find().filter(card::Column::SiteId.eq(site.as_str()))
}

/// Site id of dummy gift cards, which belong to no site.
const NO_SITE: &str = "";

fn gift_cards_in(site: &SiteId) -> Select<gift_card::Entity> {
    gift_card::Entity::find().filter(gift_card::Column::SiteId.eq(site.as_str()))
}

async fn all<C: ConnectionTrait>(db: &C, site: &SiteId, member: &MemberId) -> Result<Vec<Card>, StoreError> {
    let query =
        cards_in(site).filter(card::Column::MemberId.eq(member.as_str())).order_by_asc(card::Column::Code);
    query.all(db).await?.into_iter().map(|row| from_row(row).map(|row| row.card)).collect()
}

impl Store {
    /// What is left on the gift cards of a site that have not expired, in minor units by currency.
    pub async fn gift_card_value(
        &self,
        site: &SiteId,
        now: Timestamp,
    ) -> Result<BTreeMap<String, i64>, StoreError> {
        let (currency, expires_at) = match self.read.get_database_backend() {
            DbBackend::Postgres => (
                "gift_card.doc::json ->> 'currency'",
                "EXTRACT(EPOCH FROM (gift_card.doc::json ->> 'expiresAt')::timestamptz)",
            ),
            _ => (
                "json_extract(gift_card.doc, '$.currency')",
                "unixepoch(json_extract(gift_card.doc, '$.expiresAt'))",
            ),
        };
        let balance = "SELECT balance FROM account WHERE account.site_id = gift_card.site_id AND account.id = 'gift:' || gift_card.id";
        let rows: Vec<(String, i64)> = gift_cards_in(site)
            .filter(Expr::cust(format!("({expires_at} IS NULL OR {expires_at} > {})", now.as_second())))
            .select_only()
            .expr_as(Expr::cust(currency), "currency")
            .expr_as(Expr::cust(format!("COALESCE(SUM(({balance})), 0)")).cast_as("BIGINT"), "value")
            .group_by(Expr::cust(currency))
            .into_tuple()
            .all(&self.read)
            .await?;
        Ok(rows.into_iter().filter(|(_, value)| *value > 0).collect())
    }

    pub async fn card(&self, site: &SiteId, code: &CardCode) -> Result<Option<CardRow>, StoreError> {
        cards_in(site)
            .filter(card::Column::Code.eq(code.as_str()))
            .one(&self.read)
            .await?
            .map(from_row)
            .transpose()
    }

    /// A member's cards, sorted by code.
    pub async fn member_cards(&self, site: &SiteId, member: &MemberId) -> Result<Vec<Card>, StoreError> {
        all(&self.read, site, member).await
    }

    /// The cards of several members, sorted by code.
    pub async fn cards_of_members(
        &self,
        site: &SiteId,
        members: &[&MemberId],
    ) -> Result<Vec<CardRow>, StoreError> {
        let ids = members.iter().map(|id| id.as_str());
        let query = cards_in(site).filter(card::Column::MemberId.is_in(ids)).order_by_asc(card::Column::Code);
        query.all(&self.read).await?.into_iter().map(from_row).collect()
    }

    /// One page of at most `limit` cards, sorted by code, starting after `after`.
    pub async fn cards(
        &self,
        site: &SiteId,
        after: Option<&CardCode>,
        limit: u64,
    ) -> Result<Vec<CardRow>, StoreError> {
        let mut query = cards_in(site).order_by_asc(card::Column::Code).limit(limit);
        if let Some(after) = after {
            query = query.filter(card::Column::Code.gt(after.as_str()));
        }
        query.all(&self.read).await?.into_iter().map(from_row).collect()
    }

    /// A gift card by the keyed hash of its number.
    pub async fn gift_card(
        &self,
        site: &SiteId,
        number_hash: &str,
    ) -> Result<Option<GiftCardRow>, StoreError> {
        let query = gift_cards_in(site).filter(gift_card::Column::NumberHash.eq(number_hash));
        query.one(&self.read).await?.map(gift_card_from_row).transpose()
    }

    pub async fn gift_card_by_id(
        &self,
        site: &SiteId,
        id: &GiftCardId,
    ) -> Result<Option<GiftCardRow>, StoreError> {
        let query = gift_cards_in(site).filter(gift_card::Column::Id.eq(id.as_str()));
        query.one(&self.read).await?.map(gift_card_from_row).transpose()
    }

    /// One page of at most `limit` gift cards, sorted by id, starting after `after`.
    pub async fn gift_cards(
        &self,
        site: &SiteId,
        after: Option<&GiftCardId>,
        limit: u64,
    ) -> Result<Vec<GiftCardRow>, StoreError> {
        let mut query = gift_cards_in(site).order_by_asc(gift_card::Column::Id).limit(limit);
        if let Some(after) = after {
            query = query.filter(gift_card::Column::Id.gt(after.as_str()));
        }
        query.all(&self.read).await?.into_iter().map(gift_card_from_row).collect()
    }
}

impl WriteTx {
    /// A card by its code, locked until this transaction ends.
    pub async fn card(&self, site: &SiteId, code: &CardCode) -> Result<Option<CardRow>, StoreError> {
        let query = cards_in(site).filter(card::Column::Code.eq(code.as_str())).lock_exclusive();
        query.one(self.tx()).await?.map(from_row).transpose()
    }

    /// A member's cards, sorted by code.
    pub async fn member_cards(&self, site: &SiteId, member: &MemberId) -> Result<Vec<Card>, StoreError> {
        all(self.tx(), site, member).await
    }

    pub async fn save_card(&mut self, site: &SiteId, row: &CardRow) -> Result<(), StoreError> {
        use card::Column as C;
        let model = card::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            code: Set(row.card.code.as_str().to_owned()),
            member_id: Set(row.member.as_ref().map(|m| m.as_str().to_owned())),
            doc: Set(to_json("card", site, row.card.code.as_str(), &row.card)?),
        };
        let conflict =
            OnConflict::columns([C::SiteId, C::Code]).update_columns([C::MemberId, C::Doc]).to_owned();
        card::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// A gift card by the keyed hash of its number, locked until this transaction ends.
    pub async fn gift_card(
        &self,
        site: &SiteId,
        number_hash: &str,
    ) -> Result<Option<GiftCardRow>, StoreError> {
        let query =
            gift_cards_in(site).filter(gift_card::Column::NumberHash.eq(number_hash)).lock_exclusive();
        query.one(self.tx()).await?.map(gift_card_from_row).transpose()
    }

    /// A gift card by its id, locked until this transaction ends.
    pub async fn gift_card_by_id(
        &self,
        site: &SiteId,
        id: &GiftCardId,
    ) -> Result<Option<GiftCardRow>, StoreError> {
        let query = gift_cards_in(site).filter(gift_card::Column::Id.eq(id.as_str())).lock_exclusive();
        query.one(self.tx()).await?.map(gift_card_from_row).transpose()
    }

    pub async fn save_gift_card(&mut self, site: &SiteId, row: &GiftCardRow) -> Result<(), StoreError> {
        self.save_gift_card_in(site.as_str(), row).await
    }

    /// The dummy record for an unknown gift card number, locked until this transaction ends. It belongs to no site, so that no
    /// list shows it. Reading and writing it takes the same queries as a gift card does.
    pub async fn dummy_gift_card(&self, number_hash: &str) -> Result<Option<GiftCardRow>, StoreError> {
        let query = gift_card::Entity::find()
            .filter(gift_card::Column::SiteId.eq(NO_SITE))
            .filter(gift_card::Column::NumberHash.eq(number_hash))
            .lock_exclusive();
        query.one(self.tx()).await?.map(gift_card_from_row).transpose()
    }

    pub async fn save_dummy_gift_card(&mut self, row: &GiftCardRow) -> Result<(), StoreError> {
        self.save_gift_card_in(NO_SITE, row).await
    }

    async fn save_gift_card_in(&mut self, site: &str, row: &GiftCardRow) -> Result<(), StoreError> {
        use gift_card::Column as C;
        let id = row.card.id.as_str();
        let model = gift_card::ActiveModel {
            site_id: Set(site.to_owned()),
            number_hash: Set(row.number_hash.clone()),
            id: Set(id.to_owned()),
            doc: Set(RowContext::new("gift_card", [site, id]).write_json("doc", &row.card)?),
        };
        let conflict = OnConflict::columns([C::SiteId, C::NumberHash]).update_columns([C::Doc]).to_owned();
        gift_card::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }
}
