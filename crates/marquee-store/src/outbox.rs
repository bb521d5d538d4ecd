//! Transactional outbox: a mail is queued in the transaction of the change it reports.

use jiff::Timestamp;
use marquee_model::{MemberId, SiteId};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, NotSet, QueryFilter, QueryOrder, QuerySelect, Set,
};
use serde_json::Value;

use crate::connect::Store;
use crate::entity::outbox;
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// Content of a queued mail.
#[derive(Debug, Clone, PartialEq)]
pub struct MailRow {
    /// The member it is about; deleting the member deletes the mail.
    pub member: Option<MemberId>,
    /// Recipient address.
    pub address: String,
    /// Language, such as `en`.
    pub language: String,
    /// The letter as JSON.
    pub letter: Value,
}

/// A mail in the queue.
#[derive(Debug, Clone, PartialEq)]
pub struct QueuedMail {
    /// Number in the queue.
    pub seq: i64,
    pub site: SiteId,
    pub mail: MailRow,
    /// Number of failed attempts to send it.
    pub attempts: u32,
    pub created_at: Timestamp,
}

impl Store {
    /// At most `limit` due mails of all sites, longest due first.
    pub async fn due_mails(&self, now: Timestamp, limit: u64) -> Result<Vec<QueuedMail>, StoreError> {
        let rows = outbox::Entity::find()
            .filter(outbox::Column::NextAt.lte(to_millis(now)))
            .order_by_asc(outbox::Column::NextAt)
            .order_by_asc(outbox::Column::Seq)
            .limit(limit)
            .all(&self.read)
            .await?;
        rows.into_iter()
            .map(|row| {
                let seq = row.seq.to_string();
                let row_context = RowContext::new("outbox", [&seq]);
                let letter = row_context.read_json("letter", &row.letter)?;
                Ok(QueuedMail {
                    seq: row.seq,
                    attempts: row_context.number("attempts", row.attempts)?,
                    created_at: row_context.milliseconds("created_at", row.created_at)?,
                    site: SiteId::stored(row.site_id),
                    mail: MailRow {
                        member: row.member_id.map(MemberId::stored),
                        address: row.address,
                        language: row.language,
                        letter,
                    },
                })
            })
            .collect()
    }
}

impl WriteTx {
    /// Queues a mail, due at once.
    pub async fn queue_mail(
        &mut self,
        site: &SiteId,
        mail: &MailRow,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let model = outbox::ActiveModel {
            seq: NotSet,
            site_id: Set(site.as_str().to_owned()),
            member_id: Set(mail.member.as_ref().map(|m| m.as_str().to_owned())),
            address: Set(mail.address.clone()),
            language: Set(mail.language.clone()),
            letter: Set(RowContext::new("outbox", [site.as_str()]).write_json("letter", &mail.letter)?),
            attempts: Set(0),
            created_at: Set(to_millis(now)),
            next_at: Set(Some(to_millis(now))),
        };
        model.insert(self.tx()).await?;
        Ok(())
    }

    /// Leases a mail for sending until `until`, when it is due again. Returns false if another sender holds it.
    pub async fn lease_mail(
        &mut self,
        seq: i64,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        let result = outbox::Entity::update_many()
            .col_expr(outbox::Column::NextAt, Expr::value(to_millis(until)))
            .filter(outbox::Column::Seq.eq(seq))
            .filter(outbox::Column::NextAt.lte(to_millis(now)))
            .exec(self.tx())
            .await?;
        Ok(result.rows_affected > 0)
    }

    /// Postpones a mail that could not be sent until `until`.
    pub async fn postpone_mail(
        &mut self,
        seq: i64,
        attempts: u32,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        outbox::Entity::update_many()
            .col_expr(outbox::Column::NextAt, Expr::value(to_millis(until)))
            .col_expr(outbox::Column::Attempts, Expr::value(i32::try_from(attempts).unwrap_or(i32::MAX)))
            .filter(outbox::Column::Seq.eq(seq))
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// Removes a mail that was sent or that will not be retried.
    pub async fn remove_mail(&mut self, seq: i64) -> Result<(), StoreError> {
        outbox::Entity::delete_by_id(seq).exec(self.tx()).await?;
        Ok(())
    }
}
