//! Requests that were answered, keys of tills, and the audit log.

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
use crate::instant::{at, ms};
use crate::reads::parse;
use crate::writes::{WriteTx, doc};

/// What a request got for an answer: sent again, it gets the same (security 4.1).
#[derive(Debug, Clone, PartialEq)]
pub struct Answered {
    /// Hash of the request's body, in hexadecimal.
    pub body_hash: String,
    /// The answer.
    pub answer: Value,
}

/// What a key opens; it opens nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyScope {
    /// Booking purchases.
    Till,
    /// The records of the programme.
    Operator,
}

impl KeyScope {
    /// Its name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Till => "till",
            Self::Operator => "operator",
        }
    }

    /// The scope of a name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Till, Self::Operator].into_iter().find(|scope| scope.as_str() == text)
    }
}

/// A key of another program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// What the operator calls it.
    pub name: String,
    /// What it opens.
    pub scope: KeyScope,
    /// Its hash, in hexadecimal.
    pub hash: String,
    /// When it was made.
    pub created_at: Timestamp,
}

/// A line of the audit log; it is never changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRow {
    /// When it happened.
    pub at: Timestamp,
    /// Who did it, for example `operator:ada` or `member`.
    pub actor: String,
    /// What was done, for example `member.block`.
    pub action: String,
    /// To whom or what: an id.
    pub subject: String,
    /// What else is to be known; no secrets, no addresses.
    pub detail: String,
}

/// The key of a row. A scope that is not known opens the least.
fn key(row: api_key::Model) -> ApiKey {
    let scope = KeyScope::parse(&row.scope).unwrap_or(KeyScope::Till);
    ApiKey { name: row.name, scope, hash: row.hash, created_at: at(row.created_at) }
}

impl Store {
    /// The key of a hash.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn api_key(&self, site: &SiteId, hash: &str) -> Result<Option<ApiKey>, StoreError> {
        let found = api_key::Entity::find()
            .filter(api_key::Column::SiteId.eq(site.as_str()))
            .filter(api_key::Column::Hash.eq(hash));
        Ok(found.one(&self.read).await?.map(key))
    }

    /// A site's keys, by name.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn api_keys(&self, site: &SiteId) -> Result<Vec<ApiKey>, StoreError> {
        let found = api_key::Entity::find()
            .filter(api_key::Column::SiteId.eq(site.as_str()))
            .order_by_asc(api_key::Column::Name);
        Ok(found.all(&self.read).await?.into_iter().map(key).collect())
    }

    /// The newest lines of a site's audit log, the newest first.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn audit(&self, site: &SiteId, most: u64) -> Result<Vec<AuditRow>, StoreError> {
        let rows = audit::Entity::find()
            .filter(audit::Column::SiteId.eq(site.as_str()))
            .order_by_desc(audit::Column::Seq)
            .limit(most)
            .all(&self.read)
            .await?;
        Ok(rows
            .into_iter()
            .map(|row| AuditRow {
                at: at(row.at),
                actor: row.actor,
                action: row.action,
                subject: row.subject,
                detail: row.detail,
            })
            .collect())
    }
}

impl WriteTx {
    /// What a request of a scope got for an answer.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn answered(
        &self,
        site: &SiteId,
        scope: &str,
        request: &str,
    ) -> Result<Option<Answered>, StoreError> {
        let key = (site.as_str().to_owned(), scope.to_owned(), request.to_owned());
        let row = answered::Entity::find_by_id(key).one(self.tx()).await?;
        row.map(|row| {
            Ok(Answered { answer: parse("answer", request, &row.answer)?, body_hash: row.body_hash })
        })
        .transpose()
    }

    /// Keeps the answer of a request.
    ///
    /// # Errors
    /// [`StoreError::Exists`] when it was answered meanwhile; then the write cannot go on.
    pub async fn keep_answer(
        &mut self,
        site: &SiteId,
        scope: &str,
        request: &str,
        answer: &Answered,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let model = answered::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            scope: Set(scope.to_owned()),
            request_id: Set(request.to_owned()),
            body_hash: Set(answer.body_hash.clone()),
            answer: Set(doc("answer", request, &answer.answer)?),
            at: Set(ms(now)),
        };
        let done = answered::Entity::insert(model).exec_without_returning(self.tx()).await;
        done.map(|_| ()).map_err(|error| match error.sql_err() {
            Some(sea_orm::SqlErr::UniqueConstraintViolation(_)) => {
                StoreError::Exists("this request".to_owned())
            }
            _ => StoreError::Engine(error),
        })
    }

    /// Saves a key.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn save_api_key(&mut self, site: &SiteId, key: &ApiKey) -> Result<(), StoreError> {
        use api_key::Column as C;
        let model = api_key::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            name: Set(key.name.clone()),
            scope: Set(key.scope.as_str().to_owned()),
            hash: Set(key.hash.clone()),
            created_at: Set(ms(key.created_at)),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Name])
            .update_columns([C::Scope, C::Hash, C::CreatedAt])
            .to_owned();
        api_key::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Removes a key; tells whether there was one.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn remove_api_key(&mut self, site: &SiteId, name: &str) -> Result<bool, StoreError> {
        let key = (site.as_str().to_owned(), name.to_owned());
        Ok(api_key::Entity::delete_by_id(key).exec(self.tx()).await?.rows_affected > 0)
    }

    /// Adds a line to the audit log.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn log_audit(&mut self, site: &SiteId, row: &AuditRow) -> Result<(), StoreError> {
        let model = audit::ActiveModel {
            seq: NotSet,
            site_id: Set(site.as_str().to_owned()),
            at: Set(ms(row.at)),
            actor: Set(row.actor.clone()),
            action: Set(row.action.clone()),
            subject: Set(row.subject.clone()),
            detail: Set(row.detail.clone()),
        };
        model.insert(self.tx()).await?;
        Ok(())
    }
}
