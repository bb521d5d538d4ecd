//! One-time secrets: reset codes, activation links, hand-over tickets and more. Only their hashes are stored.

use jiff::Timestamp;
use marquee_model::SiteId;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, Select, Set};
use serde_json::Value;

use crate::connect::Store;
use crate::entity::{counter, secret, session};
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// Purpose of a secret; it is valid for this purpose only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretKind {
    /// Sets a new password.
    Reset,
    /// Confirms an address.
    Activation,
    /// Confirms a username that was chosen without a session.
    UserName,
    /// Confirms a membership that was ordered without a session.
    Membership,
    /// Hands a session over to the ticketing site.
    Ticket,
    /// Permits setting the first username of a member, after a member search.
    SetUsername,
    /// Identifies a started registration or activation.
    Registration,
    /// A captcha response that was used.
    Captcha,
    /// A session record that is too large for a cookie.
    SessionRecord,
    /// A sign-in in proxy mode that has ended.
    EndedSignIn,
}

impl SecretKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Reset => "reset",
            Self::Activation => "activation",
            Self::UserName => "username",
            Self::Membership => "membership",
            Self::Ticket => "ticket",
            Self::SetUsername => "capability",
            Self::Registration => "registration",
            Self::Captcha => "captcha",
            Self::SessionRecord => "record",
            Self::EndedSignIn => "signed-out",
        }
    }
}

/// A stored secret.
#[derive(Debug, Clone, PartialEq)]
pub struct SecretRow {
    /// Hash of the secret, in hexadecimal.
    pub hash: String,
    /// Id of the member it belongs to, if any.
    pub subject: Option<String>,
    /// When it expires.
    pub ends_at: Timestamp,
    /// Number of wrong secrets that were tried for the subject.
    pub attempts: u32,
    /// Data of the flow that it continues.
    pub data: Value,
}

fn from_row(row: secret::Model) -> Result<SecretRow, StoreError> {
    let row_context = RowContext::new("secret", [&row.site_id, &row.kind, &row.hash]);
    Ok(SecretRow {
        data: row_context.read_json("doc", &row.doc)?,
        ends_at: row_context.milliseconds("ends_at", row.ends_at)?,
        attempts: row_context.number("tries", row.tries)?,
        hash: row.hash,
        subject: row.subject,
    })
}

fn unexpired(site: &SiteId, kind: SecretKind, now: Timestamp) -> Select<secret::Entity> {
    secret::Entity::find()
        .filter(secret::Column::SiteId.eq(site.as_str()))
        .filter(secret::Column::Kind.eq(kind.as_str()))
        .filter(secret::Column::EndsAt.gt(to_millis(now)))
}

async fn one<C: ConnectionTrait>(
    db: &C,
    query: Select<secret::Entity>,
) -> Result<Option<SecretRow>, StoreError> {
    query.one(db).await?.map(from_row).transpose()
}

impl Store {
    /// A secret by its hash, unless it has expired.
    pub async fn secret(
        &self,
        site: &SiteId,
        kind: SecretKind,
        hash: &str,
        now: Timestamp,
    ) -> Result<Option<SecretRow>, StoreError> {
        one(&self.read, unexpired(site, kind, now).filter(secret::Column::Hash.eq(hash))).await
    }
}

impl WriteTx {
    /// Saves a secret without wrong attempts, whatever `row.attempts` is. Replaces secrets of the same kind and subject (security 2.7).
    ///
    /// # Errors
    /// [`StoreError::Exists`] if the same secret is stored already.
    pub async fn save_secret(
        &mut self,
        site: &SiteId,
        kind: SecretKind,
        row: &SecretRow,
    ) -> Result<(), StoreError> {
        if let Some(subject) = &row.subject {
            self.remove_secrets(site, kind, subject).await?;
        }
        let model = secret::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            kind: Set(kind.as_str().to_owned()),
            hash: Set(row.hash.clone()),
            subject: Set(row.subject.clone()),
            ends_at: Set(to_millis(row.ends_at)),
            tries: Set(0),
            doc: Set(RowContext::new("secret", [site.as_str(), kind.as_str()]).write_json("doc", &row.data)?),
        };
        secret::Entity::insert(model).exec_without_returning(self.tx()).await.map(|_| ()).map_err(|error| {
            match error.sql_err() {
                Some(sea_orm::SqlErr::UniqueConstraintViolation(_)) => {
                    StoreError::Exists("this secret".to_owned())
                }
                _ => StoreError::Database(error),
            }
        })
    }

    /// Consumes a secret. Returns `None` if it is unknown or has expired.
    pub async fn consume_secret(
        &mut self,
        site: &SiteId,
        kind: SecretKind,
        hash: &str,
        now: Timestamp,
    ) -> Result<Option<SecretRow>, StoreError> {
        let row =
            one(self.tx(), unexpired(site, kind, now).filter(secret::Column::Hash.eq(hash)).lock_exclusive())
                .await?;
        if row.is_some() {
            let key = (site.as_str().to_owned(), kind.as_str().to_owned(), hash.to_owned());
            // If two callers consume it concurrently, only one of them succeeds.
            if secret::Entity::delete_by_id(key).exec(self.tx()).await?.rows_affected == 0 {
                return Ok(None);
            }
        }
        Ok(row)
    }

    /// A subject's unexpired secret, locked until this transaction ends.
    pub async fn secret_by_subject(
        &self,
        site: &SiteId,
        kind: SecretKind,
        subject: &str,
        now: Timestamp,
    ) -> Result<Option<SecretRow>, StoreError> {
        one(
            self.tx(),
            unexpired(site, kind, now).filter(secret::Column::Subject.eq(subject)).lock_exclusive(),
        )
        .await
    }

    /// Counts a wrong attempt at a subject's secret; deletes the secret at `max_attempts` attempts.
    pub async fn count_wrong_attempt(
        &mut self,
        site: &SiteId,
        kind: SecretKind,
        subject: &str,
        max_attempts: u32,
    ) -> Result<(), StoreError> {
        use secret::Column as C;
        secret::Entity::update_many()
            .col_expr(C::Tries, Expr::col(C::Tries).add(1))
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::Kind.eq(kind.as_str()))
            .filter(C::Subject.eq(subject))
            .exec(self.tx())
            .await?;
        secret::Entity::delete_many()
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::Kind.eq(kind.as_str()))
            .filter(C::Subject.eq(subject))
            .filter(C::Tries.gte(i32::try_from(max_attempts).unwrap_or(i32::MAX)))
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// Deletes a subject's secrets of one kind.
    pub async fn remove_secrets(
        &mut self,
        site: &SiteId,
        kind: SecretKind,
        subject: &str,
    ) -> Result<(), StoreError> {
        secret::Entity::delete_many()
            .filter(secret::Column::SiteId.eq(site.as_str()))
            .filter(secret::Column::Kind.eq(kind.as_str()))
            .filter(secret::Column::Subject.eq(subject))
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// Deletes expired sessions, secrets and counters of all sites. Returns the number of rows. Deleted rows stay invalid even if the clock is set back (security 7.6).
    pub async fn delete_expired(&mut self, now: Timestamp) -> Result<u64, StoreError> {
        let tx = self.tx();
        let deletions = [
            session::Entity::delete_many()
                .filter(session::Column::EndsAt.lte(to_millis(now)))
                .exec(tx)
                .await?,
            secret::Entity::delete_many().filter(secret::Column::EndsAt.lte(to_millis(now))).exec(tx).await?,
            counter::Entity::delete_many()
                .filter(counter::Column::Until.lte(to_millis(now)))
                .exec(tx)
                .await?,
        ];
        Ok(deletions.iter().map(|done| done.rows_affected).sum())
    }
}
