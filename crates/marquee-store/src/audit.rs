//! The audit log.

use jiff::Timestamp;
use marquee_model::SiteId;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, NotSet, QueryFilter, QueryOrder, QuerySelect, Set,
};

use crate::connect::Store;
use crate::entity::audit;
use crate::error::StoreError;
use crate::instant::to_millis;
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
    /// The newest `limit` entries of a site's audit log, newest first.
    pub async fn audit(&self, site: &SiteId, limit: u64) -> Result<Vec<AuditRow>, StoreError> {
        let rows = audit::Entity::find()
            .filter(audit::Column::SiteId.eq(site.as_str()))
            .order_by_desc(audit::Column::Seq)
            .limit(limit)
            .all(&self.read)
            .await?;
        rows.into_iter().map(audit_row).collect()
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
