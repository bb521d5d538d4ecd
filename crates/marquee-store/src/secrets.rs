//! What works once: reset codes, activation links, tickets, capabilities. Only hashes are kept.

use jiff::Timestamp;
use marquee_model::SiteId;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, Select, Set};
use serde_json::Value;

use crate::connect::Store;
use crate::entity::{answered, secret, session, tally};
use crate::error::StoreError;
use crate::instant::{at, ms};
use crate::reads::parse;
use crate::writes::{WriteTx, doc};

/// What a secret is for; one is never taken for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretKind {
    /// Sets a new password.
    Reset,
    /// Confirms an address.
    Activation,
    /// Confirms a user name that was set without a session.
    UserName,
    /// Confirms a membership that was taken without a session.
    Membership,
    /// Hands a session over.
    Ticket,
    /// Lets the finder of a member without a user name set one.
    Capability,
    /// A registration or activation that has begun.
    Registration,
    /// An answer of a captcha that was used.
    Captcha,
    /// A session record that is too large for a cookie.
    Record,
    /// A sign-in in proxy mode that has ended.
    SignedOut,
}

impl SecretKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Reset => "reset",
            Self::Activation => "activation",
            Self::UserName => "username",
            Self::Membership => "membership",
            Self::Ticket => "ticket",
            Self::Capability => "capability",
            Self::Registration => "registration",
            Self::Captcha => "captcha",
            Self::Record => "record",
            Self::SignedOut => "signed-out",
        }
    }
}

/// A secret.
#[derive(Debug, Clone, PartialEq)]
pub struct SecretRow {
    /// Its hash, in hexadecimal.
    pub hash: String,
    /// Whom it is about: a member's id where there is one.
    pub subject: Option<String>,
    /// When it is good no more.
    pub ends_at: Timestamp,
    /// How often a wrong one was tried for its subject.
    pub tries: u32,
    /// What it carries.
    pub data: Value,
}

fn read(row: secret::Model) -> Result<SecretRow, StoreError> {
    Ok(SecretRow {
        data: parse("secret", &row.kind, &row.doc)?,
        hash: row.hash,
        subject: row.subject,
        ends_at: at(row.ends_at),
        tries: u32::try_from(row.tries).unwrap_or(u32::MAX),
    })
}

fn of(site: &SiteId, kind: SecretKind, now: Timestamp) -> Select<secret::Entity> {
    secret::Entity::find()
        .filter(secret::Column::SiteId.eq(site.as_str()))
        .filter(secret::Column::Kind.eq(kind.as_str()))
        .filter(secret::Column::EndsAt.gt(ms(now)))
}

async fn one<C: ConnectionTrait>(
    db: &C,
    found: Select<secret::Entity>,
) -> Result<Option<SecretRow>, StoreError> {
    found.one(db).await?.map(read).transpose()
}

impl Store {
    /// A secret that is good still.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn secret(
        &self,
        site: &SiteId,
        kind: SecretKind,
        hash: &str,
        now: Timestamp,
    ) -> Result<Option<SecretRow>, StoreError> {
        one(&self.read, of(site, kind, now).filter(secret::Column::Hash.eq(hash))).await
    }
}

impl WriteTx {
    /// Keeps a secret. One that names a subject replaces those of its kind for it (security 2.7).
    ///
    /// # Errors
    /// [`StoreError::Exists`] when the same secret is kept already.
    pub async fn put_secret(
        &mut self,
        site: &SiteId,
        kind: SecretKind,
        row: &SecretRow,
    ) -> Result<(), StoreError> {
        if let Some(subject) = &row.subject {
            self.forget_secrets(site, kind, subject).await?;
        }
        let model = secret::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            kind: Set(kind.as_str().to_owned()),
            hash: Set(row.hash.clone()),
            subject: Set(row.subject.clone()),
            ends_at: Set(ms(row.ends_at)),
            tries: Set(0),
            doc: Set(doc("secret", kind.as_str(), &row.data)?),
        };
        secret::Entity::insert(model).exec_without_returning(self.tx()).await.map(|_| ()).map_err(|error| {
            match error.sql_err() {
                Some(sea_orm::SqlErr::UniqueConstraintViolation(_)) => {
                    StoreError::Exists("this secret".to_owned())
                }
                _ => StoreError::Engine(error),
            }
        })
    }

    /// Uses a secret up; nothing when there is none that is good still.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn take_secret(
        &mut self,
        site: &SiteId,
        kind: SecretKind,
        hash: &str,
        now: Timestamp,
    ) -> Result<Option<SecretRow>, StoreError> {
        let found =
            one(self.tx(), of(site, kind, now).filter(secret::Column::Hash.eq(hash)).lock_exclusive())
                .await?;
        if found.is_some() {
            let key = (site.as_str().to_owned(), kind.as_str().to_owned(), hash.to_owned());
            // Of two who take it at once, one has it.
            if secret::Entity::delete_by_id(key).exec(self.tx()).await?.rows_affected == 0 {
                return Ok(None);
            }
        }
        Ok(found)
    }

    /// The secret of a subject that is good still.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn secret_of(
        &self,
        site: &SiteId,
        kind: SecretKind,
        subject: &str,
        now: Timestamp,
    ) -> Result<Option<SecretRow>, StoreError> {
        one(self.tx(), of(site, kind, now).filter(secret::Column::Subject.eq(subject)).lock_exclusive()).await
    }

    /// Notes a wrong try at the secret of a subject; the one that makes `most` spends it.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn miss_secret(
        &mut self,
        site: &SiteId,
        kind: SecretKind,
        subject: &str,
        most: u32,
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
            .filter(C::Tries.gte(i32::try_from(most).unwrap_or(i32::MAX)))
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// Forgets the secrets of a kind for a subject.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn forget_secrets(
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

    /// Removes what is over, of all sites: sign-ins, secrets, counts, and answers older than `answers`. What is gone
    /// does not come back with a clock that was set back (security 7.6).
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn sweep(&mut self, now: Timestamp, answers: Timestamp) -> Result<u64, StoreError> {
        let tx = self.tx();
        let gone = [
            session::Entity::delete_many().filter(session::Column::EndsAt.lte(ms(now))).exec(tx).await?,
            secret::Entity::delete_many().filter(secret::Column::EndsAt.lte(ms(now))).exec(tx).await?,
            tally::Entity::delete_many().filter(tally::Column::Until.lte(ms(now))).exec(tx).await?,
            answered::Entity::delete_many().filter(answered::Column::At.lte(ms(answers))).exec(tx).await?,
        ];
        Ok(gone.iter().map(|done| done.rows_affected).sum())
    }
}
