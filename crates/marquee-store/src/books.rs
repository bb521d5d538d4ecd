//! Idempotency records, API keys, and the audit log.

use jiff::Timestamp;
use marquee_model::SiteId;
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, NotSet, QueryFilter, QueryOrder, QuerySelect, Set,
};
use serde_json::Value;

use crate::connect::Store;
use crate::entity::{answered, api_key, audit};
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::place::Place;
use crate::writes::WriteTx;

/// Stored response of an idempotent request; a repeated request gets it again (security 4.1).
#[derive(Debug, Clone, PartialEq)]
pub struct IdempotencyRecord {
    /// Hash of the request body, in hexadecimal.
    pub body_hash: String,
    pub answer: Value,
}

/// What an API key permits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyScope {
    /// Booking purchases and refunds.
    Till,
    /// Reading and changing the loyalty program's records.
    Operator,
}

impl KeyScope {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Till => "till",
            Self::Operator => "operator",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Till, Self::Operator].into_iter().find(|scope| scope.as_str() == text)
    }
}

/// An API key of an external program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// Name given by the operator, unique within the site.
    pub name: String,
    pub scope: KeyScope,
    /// Hash of the key, in hexadecimal.
    pub hash: String,
    pub created_at: Timestamp,
}

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

fn key(row: api_key::Model) -> Result<ApiKey, StoreError> {
    let place = Place::new("api_key", [&row.site_id, &row.name]);
    let scope = place.code("scope", KeyScope::parse(&row.scope), &row.scope)?;
    let created_at = place.milliseconds("created_at", row.created_at)?;
    Ok(ApiKey { name: row.name, scope, hash: row.hash, created_at })
}

fn audit_row(row: audit::Model) -> Result<AuditRow, StoreError> {
    let at = Place::new("audit", [&row.seq.to_string()]).milliseconds("at", row.at)?;
    Ok(AuditRow { at, actor: row.actor, action: row.action, subject: row.subject, detail: row.detail })
}

impl Store {
    /// The API key with this hash.
    pub async fn api_key(&self, site: &SiteId, hash: &str) -> Result<Option<ApiKey>, StoreError> {
        let found = api_key::Entity::find()
            .filter(api_key::Column::SiteId.eq(site.as_str()))
            .filter(api_key::Column::Hash.eq(hash));
        found.one(&self.read).await?.map(key).transpose()
    }

    /// A site's keys, by name.
    pub async fn api_keys(&self, site: &SiteId) -> Result<Vec<ApiKey>, StoreError> {
        let found = api_key::Entity::find()
            .filter(api_key::Column::SiteId.eq(site.as_str()))
            .order_by_asc(api_key::Column::Name);
        found.all(&self.read).await?.into_iter().map(key).collect()
    }

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
    /// The stored response to a request id within a scope, such as a member or an API key.
    pub async fn idempotency_record(
        &self,
        site: &SiteId,
        scope: &str,
        request: &str,
    ) -> Result<Option<IdempotencyRecord>, StoreError> {
        let key = (site.as_str().to_owned(), scope.to_owned(), request.to_owned());
        let row = answered::Entity::find_by_id(key).one(self.tx()).await?;
        row.map(|row| {
            let place = Place::new("answered", [site.as_str(), scope, request]);
            Ok(IdempotencyRecord {
                answer: place.read_json("answer", &row.answer)?,
                body_hash: row.body_hash,
            })
        })
        .transpose()
    }

    /// Stores the response to a request.
    ///
    /// # Errors
    /// [`StoreError::Exists`] if there is one already; the transaction cannot continue after that.
    pub async fn save_idempotency_record(
        &mut self,
        site: &SiteId,
        scope: &str,
        request: &str,
        answer: &IdempotencyRecord,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let place = Place::new("answered", [site.as_str(), scope, request]);
        let model = answered::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            scope: Set(scope.to_owned()),
            request_id: Set(request.to_owned()),
            body_hash: Set(answer.body_hash.clone()),
            answer: Set(place.write_json("answer", &answer.answer)?),
            at: Set(to_millis(now)),
        };
        let done = answered::Entity::insert(model).exec_without_returning(self.tx()).await;
        done.map(|_| ()).map_err(|error| match error.sql_err() {
            Some(sea_orm::SqlErr::UniqueConstraintViolation(_)) => {
                StoreError::Exists("a response to this request".to_owned())
            }
            _ => StoreError::Database(error),
        })
    }

    /// Saves an API key; replaces one of the same name.
    pub async fn save_api_key(&mut self, site: &SiteId, key: &ApiKey) -> Result<(), StoreError> {
        use api_key::Column as C;
        let model = api_key::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            name: Set(key.name.clone()),
            scope: Set(key.scope.as_str().to_owned()),
            hash: Set(key.hash.clone()),
            created_at: Set(to_millis(key.created_at)),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Name])
            .update_columns([C::Scope, C::Hash, C::CreatedAt])
            .to_owned();
        api_key::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Removes an API key; returns whether it existed.
    pub async fn remove_api_key(&mut self, site: &SiteId, name: &str) -> Result<bool, StoreError> {
        let key = (site.as_str().to_owned(), name.to_owned());
        Ok(api_key::Entity::delete_by_id(key).exec(self.tx()).await?.rows_affected > 0)
    }

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
