//! Stored responses of idempotent requests.

use jiff::Timestamp;
use marquee_model::SiteId;
use sea_orm::{EntityTrait, Set};
use serde_json::Value;

use crate::entity::answered;
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// Stored response of an idempotent request; a repeated request gets it again (security 4.1).
#[derive(Debug, Clone, PartialEq)]
pub struct IdempotencyRecord {
    /// Hash of the request body, in hexadecimal.
    pub body_hash: String,
    pub response: Value,
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
            let row_context = RowContext::new("answered", [site.as_str(), scope, request]);
            Ok(IdempotencyRecord {
                response: row_context.read_json("answer", &row.answer)?,
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
        record: &IdempotencyRecord,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let row_context = RowContext::new("answered", [site.as_str(), scope, request]);
        let model = answered::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            scope: Set(scope.to_owned()),
            request_id: Set(request.to_owned()),
            body_hash: Set(record.body_hash.clone()),
            answer: Set(row_context.write_json("answer", &record.response)?),
            at: Set(to_millis(now)),
        };
        let result = answered::Entity::insert(model).exec_without_returning(self.tx()).await;
        result.map(|_| ()).map_err(|error| match error.sql_err() {
            Some(sea_orm::SqlErr::UniqueConstraintViolation(_)) => {
                StoreError::Exists("a response to this request".to_owned())
            }
            _ => StoreError::Database(error),
        })
    }
}
