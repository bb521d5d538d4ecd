//! The audit log.

use std::collections::BTreeMap;

use jiff::Timestamp;
use marquee_model::SiteId;
use sea_orm::sea_query::{Expr, ExprTrait, Func, LikeExpr};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, EntityTrait, NotSet, QueryFilter, QueryOrder, QuerySelect, Set,
};

use crate::connect::Store;
use crate::entity::audit;
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::members::escape_like;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// An entry of the audit log, which is append-only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRow {
    pub at: Timestamp,
    /// Who did it, for example `operator:ada` or `member`.
    pub actor: String,
    /// What was done, for example `member.block`.
    pub action: String,
    /// Id of the record it was done to.
    pub subject: String,
    /// Further information, without secrets and addresses.
    pub detail: String,
}

fn audit_row(row: audit::Model) -> Result<AuditRow, StoreError> {
    let at = RowContext::new("audit", [&row.seq.to_string()]).milliseconds("at", row.at)?;
    Ok(AuditRow { at, actor: row.actor, action: row.action, subject: row.subject, detail: row.detail })
}

impl Store {
    /// The newest `limit` entries about a record, newest first.
    pub async fn audit_of(
        &self,
        site: &SiteId,
        subject: &str,
        limit: u64,
    ) -> Result<Vec<AuditRow>, StoreError> {
        let rows = audit::Entity::find()
            .filter(audit::Column::SiteId.eq(site.as_str()))
            .filter(audit::Column::Subject.eq(subject))
            .order_by_desc(audit::Column::Seq)
            .limit(limit)
            .all(&self.read)
            .await?;
        rows.into_iter().map(audit_row).collect()
    }
}

impl Store {
    /// The subjects among these of entries of an action, each with the detail of its newest entry.
    pub async fn audit_details(
        &self,
        site: &SiteId,
        action: &str,
        subjects: &[&str],
    ) -> Result<BTreeMap<String, String>, StoreError> {
        if subjects.is_empty() {
            return Ok(BTreeMap::new());
        }
        let rows = audit::Entity::find()
            .filter(audit::Column::SiteId.eq(site.as_str()))
            .filter(audit::Column::Action.eq(action))
            .filter(audit::Column::Subject.is_in(subjects.iter().copied()))
            .order_by_asc(audit::Column::Seq)
            .all(&self.read)
            .await?;
        Ok(rows.into_iter().map(|row| (row.subject, row.detail)).collect())
    }

    /// The entries of a site's audit log with a number below `before` that contain `words`, newest first, each with its
    /// number.
    pub async fn audit_page(
        &self,
        site: &SiteId,
        before: Option<i64>,
        words: &str,
        limit: u64,
    ) -> Result<Vec<(i64, AuditRow)>, StoreError> {
        use audit::Column as C;
        let mut query = audit::Entity::find().filter(C::SiteId.eq(site.as_str()));
        if let Some(before) = before {
            query = query.filter(C::Seq.lt(before));
        }
        if !words.is_empty() {
            let pattern = LikeExpr::new(format!("%{}%", escape_like(&words.to_lowercase()))).escape('\\');
            let contains = |column: C| Expr::expr(Func::lower(Expr::col(column))).like(pattern.clone());
            let columns = [C::Actor, C::Action, C::Subject, C::Detail];
            query = query
                .filter(columns.into_iter().fold(Condition::any(), |any, column| any.add(contains(column))));
        }
        let rows = query.order_by_desc(C::Seq).limit(limit).all(&self.read).await?;
        rows.into_iter().map(|row| Ok((row.seq, audit_row(row)?))).collect()
    }
}

impl WriteTx {
    /// Appends an entry to the audit log.
    pub async fn log_audit(&mut self, site: &SiteId, row: &AuditRow) -> Result<(), StoreError> {
        let model = audit::ActiveModel {
            seq: NotSet,
            site_id: Set(site.as_str().to_owned()),
            at: Set(to_millis(row.at)),
            actor: Set(row.actor.clone()),
            action: Set(row.action.clone()),
            subject: Set(row.subject.clone()),
            detail: Set(row.detail.clone()),
        };
        model.insert(self.tx()).await?;
        Ok(())
    }
}
