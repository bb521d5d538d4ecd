//! Orders and their tickets.

use jiff::Timestamp;
use marquee_model::loyalty::Order;
use marquee_model::{MemberId, OrderId, SiteId};
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Select, Set,
};

use crate::connect::Store;
use crate::document::{from_json, to_json};
use crate::entity::{loyalty_order, ticket};
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// An order with its owner.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderRow {
    /// `None` after the member was deleted, or for an order without a member.
    pub member: Option<MemberId>,
    /// Hash of the redemption code, in hexadecimal.
    pub code_hash: Option<String>,
    pub order: Order,
}

/// How often a reward was ordered and redeemed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewardUse {
    pub item_code: String,
    pub ordered: u64,
    /// Orders whose code was redeemed, whenever they were made.
    pub redeemed: u64,
}

fn from_row(row: loyalty_order::Model) -> Result<OrderRow, StoreError> {
    Ok(OrderRow {
        order: from_json("loyalty_order", &row.site_id, &row.id, &row.doc)?,
        member: row.member_id.map(MemberId::stored),
        code_hash: row.code_hash,
    })
}

fn orders_in(site: &SiteId) -> Select<loyalty_order::Entity> {
    loyalty_order::Entity::find().filter(loyalty_order::Column::SiteId.eq(site.as_str()))
}

/// The orders of rewards: only they have a redemption code.
fn reward_orders_in(site: &SiteId) -> Select<loyalty_order::Entity> {
    orders_in(site).filter(loyalty_order::Column::CodeHash.is_not_null())
}

async fn member_orders(
    db: &impl ConnectionTrait,
    site: &SiteId,
    member: &MemberId,
    limit: Option<u64>,
) -> Result<Vec<Order>, StoreError> {
    let query = orders_in(site)
        .filter(loyalty_order::Column::MemberId.eq(member.as_str()))
        .order_by_desc(loyalty_order::Column::OrderedAt)
        .order_by_desc(loyalty_order::Column::Id)
        .limit(limit);
    query.all(db).await?.into_iter().map(|row| from_row(row).map(|row| row.order)).collect()
}

impl Store {
    /// A member's orders, newest first.
    pub async fn member_orders(
        &self,
        site: &SiteId,
        member: &MemberId,
        limit: Option<u64>,
    ) -> Result<Vec<Order>, StoreError> {
        member_orders(&self.read, site, member, limit).await
    }

    /// The order that contains a ticket.
    pub async fn order_by_ticket(&self, site: &SiteId, ticket: &str) -> Result<Option<OrderRow>, StoreError> {
        let key = (site.as_str().to_owned(), ticket.to_owned());
        let Some(ticket_row) = ticket::Entity::find_by_id(key).one(&self.read).await? else {
            return Ok(None);
        };
        let order = orders_in(site).filter(loyalty_order::Column::Id.eq(ticket_row.order_id));
        order.one(&self.read).await?.map(from_row).transpose()
    }

    /// How often each reward was ordered and redeemed since a time, by code. Rewards that were not are missing.
    pub async fn reward_use(&self, site: &SiteId, since: Timestamp) -> Result<Vec<RewardUse>, StoreError> {
        let (code, quantity, redeemed_at) = match self.read.get_database_backend() {
            DbBackend::Postgres => (
                "doc::json ->> 'itemCode'",
                "(doc::json #>> '{concessions,0,quantity}')::bigint",
                "EXTRACT(EPOCH FROM (doc::json ->> 'redeemedAt')::timestamptz)",
            ),
            _ => (
                "json_extract(doc, '$.itemCode')",
                "json_extract(doc, '$.concessions[0].quantity')",
                "unixepoch(json_extract(doc, '$.redeemedAt'))",
            ),
        };
        let ordered = format!("ordered_at >= {}", to_millis(since));
        let redeemed = format!("{redeemed_at} >= {}", since.as_second());
        let sum = |condition: &str| {
            Expr::cust(format!("SUM(CASE WHEN {condition} THEN COALESCE({quantity}, 0) ELSE 0 END)"))
                .cast_as("BIGINT")
        };
        let rows: Vec<(String, i64, i64)> = reward_orders_in(site)
            .filter(Expr::cust(format!("({ordered} OR {redeemed})")))
            .filter(Expr::cust(code).is_not_null())
            .select_only()
            .expr_as(Expr::cust(code), "code")
            .expr_as(sum(&ordered), "ordered")
            .expr_as(sum(&redeemed), "redeemed")
            .group_by(Expr::cust(code))
            .order_by_asc(Expr::cust(code))
            .into_tuple()
            .all(&self.read)
            .await?;
        let context = RowContext::new("loyalty_order", [site.as_str()]);
        rows.into_iter()
            .map(|(item_code, ordered, redeemed)| {
                let ordered = context.number("ordered", ordered)?;
                Ok(RewardUse { item_code, ordered, redeemed: context.number("redeemed", redeemed)? })
            })
            .collect()
    }

    /// Number of members who have ordered a reward since a time.
    pub async fn count_members_with_rewards(
        &self,
        site: &SiteId,
        since: Timestamp,
    ) -> Result<u64, StoreError> {
        use loyalty_order::Column as C;
        let members = reward_orders_in(site)
            .filter(C::OrderedAt.gte(to_millis(since)))
            .filter(C::MemberId.is_not_null())
            .select_only()
            .column(C::MemberId)
            .distinct();
        Ok(members.count(&self.read).await?)
    }
}

impl WriteTx {
    /// An order, locked until this transaction ends.
    pub async fn order(&self, site: &SiteId, id: &OrderId) -> Result<Option<OrderRow>, StoreError> {
        let query = orders_in(site).filter(loyalty_order::Column::Id.eq(id.as_str())).lock_exclusive();
        query.one(self.tx()).await?.map(from_row).transpose()
    }

    /// A member's orders, newest first, as seen by this transaction.
    pub async fn member_orders(&self, site: &SiteId, member: &MemberId) -> Result<Vec<Order>, StoreError> {
        member_orders(self.tx(), site, member, None).await
    }

    /// The order with this hash of a redemption code, locked until this transaction ends.
    pub async fn order_by_code_hash(
        &self,
        site: &SiteId,
        hash: &str,
    ) -> Result<Option<OrderRow>, StoreError> {
        let query = orders_in(site).filter(loyalty_order::Column::CodeHash.eq(hash)).lock_exclusive();
        query.one(self.tx()).await?.map(from_row).transpose()
    }

    /// Saves an order with its tickets.
    pub async fn save_order(&mut self, site: &SiteId, row: &OrderRow) -> Result<(), StoreError> {
        use loyalty_order::Column as C;
        let model = loyalty_order::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            id: Set(row.order.id.as_str().to_owned()),
            member_id: Set(row.member.as_ref().map(|m| m.as_str().to_owned())),
            ordered_at: Set(to_millis(row.order.ordered_at)),
            code_hash: Set(row.code_hash.clone()),
            doc: Set(to_json("loyalty_order", site, row.order.id.as_str(), &row.order)?),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Id])
            .update_columns([C::MemberId, C::OrderedAt, C::CodeHash, C::Doc])
            .to_owned();
        loyalty_order::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        for id in &row.order.ticket_ids {
            let model = ticket::ActiveModel {
                site_id: Set(site.as_str().to_owned()),
                id: Set(id.clone()),
                order_id: Set(row.order.id.as_str().to_owned()),
            };
            let keep_existing =
                OnConflict::columns([ticket::Column::SiteId, ticket::Column::Id]).do_nothing().to_owned();
            ticket::Entity::insert(model)
                .on_conflict(keep_existing)
                .exec_without_returning(self.tx())
                .await?;
        }
        Ok(())
    }
}
