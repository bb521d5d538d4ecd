//! Records that were removed and can be restored for a while.

use std::collections::BTreeSet;

use jiff::Timestamp;
use marquee_model::operator::RoleKey;
use marquee_model::{OperatorId, SiteId, TheaterId};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Set};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::connect::Store;
use crate::entity::removed_record;
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::operators::OperatorRow;
use crate::passkeys::PasskeyRow;
use crate::pictures::PictureRow;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// A kind of record that can be restored.
pub trait RemovableRecord: Serialize + DeserializeOwned + Send + Sync {
    /// The value of the column `kind`.
    const KIND: &'static str;

    /// Names the record among those of its kind on a site.
    fn id(&self) -> &str;
}

impl RemovableRecord for PictureRow {
    const KIND: &'static str = "picture";

    fn id(&self) -> &str {
        self.source.as_str()
    }
}

/// An invitation that was withdrawn. It does not refer to its role, so the role can be deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawnInvitation {
    pub id: String,
    /// Hash of the token, in hexadecimal.
    pub hash: String,
    pub email: String,
    pub role: RoleKey,
    /// The theaters to which the role is limited; `None` for all.
    pub theaters: Option<BTreeSet<TheaterId>>,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

impl RemovableRecord for WithdrawnInvitation {
    const KIND: &'static str = "invitation";

    fn id(&self) -> &str {
        &self.id
    }
}

/// A record of a site that was removed from its draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemovedPart {
    /// JSON Pointer of the record.
    pub pointer: String,
    pub value: Value,
    /// Who removed it.
    pub actor: String,
}

impl RemovableRecord for RemovedPart {
    const KIND: &'static str = "part";

    fn id(&self) -> &str {
        &self.pointer
    }
}

/// A person whose access to a site was taken away. It does not refer to the role, so the role can be deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemovedPerson {
    pub operator: OperatorId,
    pub role: RoleKey,
    /// The theaters to which the role was limited; `None` for all.
    pub theaters: Option<BTreeSet<TheaterId>>,
    /// Who took it away.
    pub removed_by: OperatorId,
    /// The account, if it was removed with its last role.
    pub account: Option<RemovedAccount>,
}

/// An account that was removed with its last role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemovedAccount {
    pub operator: OperatorRow,
    pub passkeys: Vec<PasskeyRow>,
}

impl RemovableRecord for RemovedPerson {
    const KIND: &'static str = "person";

    fn id(&self) -> &str {
        self.operator.as_str()
    }
}

/// A record that can be restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed<R> {
    pub record: R,
    pub removed_at: Timestamp,
}

fn read<R: RemovableRecord>(row: &removed_record::Model) -> Result<Removed<R>, StoreError> {
    let row_context = RowContext::new("removed_record", [&row.site_id, &row.id]);
    Ok(Removed {
        record: row_context.read_json("doc", &row.doc)?,
        removed_at: row_context.milliseconds("removed_at", row.removed_at)?,
    })
}

async fn removed<R: RemovableRecord, C: ConnectionTrait>(
    db: &C,
    site: &SiteId,
) -> Result<Vec<Removed<R>>, StoreError> {
    let query = removed_record::Entity::find()
        .filter(removed_record::Column::SiteId.eq(site.as_str()))
        .filter(removed_record::Column::Kind.eq(R::KIND))
        .order_by_asc(removed_record::Column::RemovedAt)
        .order_by_asc(removed_record::Column::Id);
    query.all(db).await?.iter().map(read).collect()
}

impl Store {
    /// The removed records of a kind, the oldest first.
    pub async fn removed<R: RemovableRecord>(&self, site: &SiteId) -> Result<Vec<Removed<R>>, StoreError> {
        removed(&self.read, site).await
    }
}

impl WriteTx {
    /// The removed records of a kind, the oldest first.
    pub async fn removed<R: RemovableRecord>(&self, site: &SiteId) -> Result<Vec<Removed<R>>, StoreError> {
        removed(self.tx(), site).await
    }

    /// Keeps a record that is removed.
    pub async fn keep_removed<R: RemovableRecord>(
        &mut self,
        site: &SiteId,
        record: &R,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        use removed_record::Column as C;
        let row_context = RowContext::new("removed_record", [site.as_str(), record.id()]);
        let model = removed_record::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            kind: Set(R::KIND.to_owned()),
            id: Set(record.id().to_owned()),
            doc: Set(row_context.write_json("doc", record)?),
            removed_at: Set(to_millis(at)),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Kind, C::Id])
            .update_columns([C::Doc, C::RemovedAt])
            .to_owned();
        removed_record::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Forgets a removed record, because it is restored or removed for good; returns whether it was kept.
    pub async fn forget_removed<R: RemovableRecord>(
        &mut self,
        site: &SiteId,
        record: &R,
    ) -> Result<bool, StoreError> {
        let key = (site.as_str().to_owned(), R::KIND.to_owned(), record.id().to_owned());
        Ok(removed_record::Entity::delete_by_id(key).exec(self.tx()).await?.rows_affected > 0)
    }

    /// Forgets the records of a kind that were removed at `at` or earlier, of all sites.
    pub async fn forget_removed_until<R: RemovableRecord>(
        &mut self,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        use removed_record::Column as C;
        removed_record::Entity::delete_many()
            .filter(C::Kind.eq(R::KIND))
            .filter(C::RemovedAt.lte(to_millis(at)))
            .exec(self.tx())
            .await?;
        Ok(())
    }
}
