//! Requests of operators to others who have the same site open.

use jiff::Timestamp;
use marquee_model::operator::OperatorRequestKind;
use marquee_model::{OperatorId, SiteId};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};

use crate::connect::Store;
use crate::entity::operator_request;
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// A request of an operator to another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorRequestRow {
    pub from: OperatorId,
    pub to: OperatorId,
    pub kind: OperatorRequestKind,
    pub at: Timestamp,
    /// The recipient has closed it.
    pub is_answered: bool,
}

fn read(row: operator_request::Model) -> Result<OperatorRequestRow, StoreError> {
    let row_context = RowContext::new("operator_request", [&row.site_id, &row.from_id, &row.to_id]);
    Ok(OperatorRequestRow {
        kind: row_context.code("kind", OperatorRequestKind::parse(&row.kind), &row.kind)?,
        at: row_context.milliseconds("at", row.at)?,
        from: OperatorId::stored(row.from_id),
        to: OperatorId::stored(row.to_id),
        is_answered: row.is_answered,
    })
}

impl Store {
    /// The requests to an operator after `since` that are not answered, the oldest first.
    pub async fn operator_requests(
        &self,
        site: &SiteId,
        to: &OperatorId,
        since: Timestamp,
    ) -> Result<Vec<OperatorRequestRow>, StoreError> {
        use operator_request::Column as C;
        let query = operator_request::Entity::find()
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::ToId.eq(to.as_str()))
            .filter(C::IsAnswered.eq(false))
            .filter(C::At.gt(to_millis(since)))
            .order_by_asc(C::At)
            .order_by_asc(C::FromId);
        query.all(&self.read).await?.into_iter().map(read).collect()
    }
}

impl WriteTx {
    /// The request with these people and this kind, locked until this transaction ends; also if it is answered or old.
    pub async fn operator_request(
        &self,
        site: &SiteId,
        from: &OperatorId,
        to: &OperatorId,
        kind: OperatorRequestKind,
    ) -> Result<Option<OperatorRequestRow>, StoreError> {
        let key = (
            site.as_str().to_owned(),
            from.as_str().to_owned(),
            to.as_str().to_owned(),
            kind.as_str().to_owned(),
        );
        let query = operator_request::Entity::find_by_id(key).lock_exclusive();
        query.one(self.tx()).await?.map(read).transpose()
    }

    /// Saves a request; replaces one with the same people and kind.
    pub async fn save_operator_request(
        &mut self,
        site: &SiteId,
        row: &OperatorRequestRow,
    ) -> Result<(), StoreError> {
        use operator_request::Column as C;
        let model = operator_request::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            from_id: Set(row.from.as_str().to_owned()),
            to_id: Set(row.to.as_str().to_owned()),
            kind: Set(row.kind.as_str().to_owned()),
            at: Set(to_millis(row.at)),
            is_answered: Set(row.is_answered),
        };
        let conflict = OnConflict::columns([C::SiteId, C::FromId, C::ToId, C::Kind])
            .update_columns([C::At, C::IsAnswered])
            .to_owned();
        operator_request::Entity::insert(model)
            .on_conflict(conflict)
            .exec_without_returning(self.tx())
            .await?;
        Ok(())
    }

    /// Marks a request as answered; returns whether there was an open one.
    pub async fn answer_operator_request(
        &mut self,
        site: &SiteId,
        from: &OperatorId,
        to: &OperatorId,
        kind: OperatorRequestKind,
    ) -> Result<bool, StoreError> {
        use operator_request::Column as C;
        let result = operator_request::Entity::update_many()
            .col_expr(C::IsAnswered, Expr::value(true))
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::FromId.eq(from.as_str()))
            .filter(C::ToId.eq(to.as_str()))
            .filter(C::Kind.eq(kind.as_str()))
            .filter(C::IsAnswered.eq(false))
            .exec(self.tx())
            .await?;
        Ok(result.rows_affected > 0)
    }

    /// Removes the requests from before `at`, answered or not.
    pub async fn remove_operator_requests(&mut self, at: Timestamp) -> Result<(), StoreError> {
        let is_old = operator_request::Column::At.lt(to_millis(at));
        operator_request::Entity::delete_many().filter(is_old).exec(self.tx()).await?;
        Ok(())
    }
}
