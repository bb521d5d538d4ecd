//! Addresses to which sites send messages, and these messages.

use std::collections::BTreeMap;

use jiff::Timestamp;
use marquee_model::webhook::{MessageState, WebhookProblem};
use marquee_model::{SiteId, Tag, WebhookId, WebhookMessageId};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select,
    Set,
};
use serde_json::Value;

use crate::connect::Store;
use crate::entity::{change, webhook, webhook_message};
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// An address to which a site sends messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookRow {
    pub site: SiteId,
    pub id: WebhookId,
    pub address: String,
    /// Signs the messages; sealed by the caller.
    pub secret: String,
    pub is_on: bool,
    /// Number of the last change about which there is a message.
    pub seen: i64,
    pub created_at: Timestamp,
}

/// A message to an address.
#[derive(Debug, Clone, PartialEq)]
pub struct WebhookMessageRow {
    pub site: SiteId,
    /// Later messages of a webhook have greater ids.
    pub id: WebhookMessageId,
    pub webhook: WebhookId,
    pub at: Timestamp,
    pub body: Value,
    pub state: MessageState,
    /// How often it was sent.
    pub attempts: u32,
    /// When it is sent; `None` unless it waits.
    pub next_at: Option<Timestamp>,
    /// The status of the last response.
    pub status: Option<u16>,
    /// Why the last attempt failed; also `None` for messages of versions that did not store it.
    pub problem: Option<WebhookProblem>,
    /// The same in English, with details.
    pub error: Option<String>,
}

/// Number of messages by state.
pub type MessageCounts = BTreeMap<MessageState, u64>;

fn read_webhook(row: webhook::Model) -> Result<WebhookRow, StoreError> {
    let row_context = RowContext::new("webhook", [&row.site_id, &row.id]);
    Ok(WebhookRow {
        created_at: row_context.milliseconds("created_at", row.created_at)?,
        site: SiteId::stored(row.site_id),
        id: WebhookId::stored(row.id),
        address: row.address,
        secret: row.secret,
        is_on: row.is_on,
        seen: row.seen,
    })
}

fn read_message(row: webhook_message::Model) -> Result<WebhookMessageRow, StoreError> {
    let row_context = RowContext::new("webhook_message", [&row.site_id, &row.id]);
    Ok(WebhookMessageRow {
        at: row_context.milliseconds("at", row.at)?,
        body: row_context.read_json("body", &row.body)?,
        state: row_context.code("state", MessageState::parse(&row.state), &row.state)?,
        attempts: row_context.number("attempts", row.attempts)?,
        next_at: row.next_at.map(|at| row_context.milliseconds("next_at", at)).transpose()?,
        status: row.status.map(|status| row_context.number("status", status)).transpose()?,
        problem: row
            .problem
            .map(|name| row_context.code("problem", WebhookProblem::parse(&name), &name))
            .transpose()?,
        error: row.error,
        site: SiteId::stored(row.site_id),
        id: WebhookMessageId::stored(row.id),
        webhook: WebhookId::stored(row.webhook_id),
    })
}

fn message_model(row: &WebhookMessageRow) -> Result<webhook_message::ActiveModel, StoreError> {
    let (site, id) = (row.site.as_str(), row.id.as_str());
    Ok(webhook_message::ActiveModel {
        site_id: Set(site.to_owned()),
        id: Set(id.to_owned()),
        webhook_id: Set(row.webhook.as_str().to_owned()),
        at: Set(to_millis(row.at)),
        body: Set(RowContext::new("webhook_message", [site, id]).write_json("body", &row.body)?),
        state: Set(row.state.as_str().to_owned()),
        attempts: Set(i32::try_from(row.attempts).unwrap_or(i32::MAX)),
        next_at: Set(row.next_at.map(to_millis)),
        status: Set(row.status.map(i32::from)),
        problem: Set(row.problem.map(|problem| problem.as_str().to_owned())),
        error: Set(row.error.clone()),
    })
}

fn webhooks_of(site: &SiteId) -> Select<webhook::Entity> {
    webhook::Entity::find()
        .filter(webhook::Column::SiteId.eq(site.as_str()))
        .order_by_asc(webhook::Column::CreatedAt)
        .order_by_asc(webhook::Column::Id)
}

fn webhook_of(site: &SiteId, id: &WebhookId) -> Select<webhook::Entity> {
    webhook::Entity::find_by_id((site.as_str().to_owned(), id.as_str().to_owned()))
}

fn messages_of(site: &SiteId, webhook: &WebhookId) -> Select<webhook_message::Entity> {
    webhook_message::Entity::find()
        .filter(webhook_message::Column::SiteId.eq(site.as_str()))
        .filter(webhook_message::Column::WebhookId.eq(webhook.as_str()))
}

async fn count_waiting<C: ConnectionTrait>(
    db: &C,
    site: &SiteId,
    webhook: &WebhookId,
) -> Result<u64, StoreError> {
    let waiting = webhook_message::Column::State.eq(MessageState::Waiting.as_str());
    Ok(messages_of(site, webhook).filter(waiting).count(db).await?)
}

impl Store {
    /// The webhooks of a site, the oldest first.
    pub async fn webhooks(&self, site: &SiteId) -> Result<Vec<WebhookRow>, StoreError> {
        webhooks_of(site).all(&self.read).await?.into_iter().map(read_webhook).collect()
    }

    /// A webhook of a site.
    pub async fn webhook(&self, site: &SiteId, id: &WebhookId) -> Result<Option<WebhookRow>, StoreError> {
        webhook_of(site, id).one(&self.read).await?.map(read_webhook).transpose()
    }

    /// The webhooks of all sites that are on.
    pub async fn active_webhooks(&self) -> Result<Vec<WebhookRow>, StoreError> {
        let query = webhook::Entity::find().filter(webhook::Column::IsOn.eq(true));
        query.all(&self.read).await?.into_iter().map(read_webhook).collect()
    }

    /// The tags of a site's changes after number `seen`, and the number of the last one; `None` without changes.
    pub async fn changed_tags_after(
        &self,
        site: &SiteId,
        seen: i64,
    ) -> Result<Option<(i64, Vec<Tag>)>, StoreError> {
        let query = change::Entity::find()
            .filter(change::Column::Seq.gt(seen))
            .filter(change::Column::SiteId.eq(site.as_str()))
            .order_by_asc(change::Column::Seq);
        let rows = query.all(&self.read).await?;
        let Some(last) = rows.last().map(|row| row.seq) else { return Ok(None) };
        let mut tags = Vec::new();
        for row in rows {
            let read = RowContext::new("change_log", [&row.seq.to_string()]).read_json("tags", &row.tags);
            tags.append(&mut read?);
        }
        tags.sort();
        tags.dedup();
        Ok(Some((last, tags)))
    }

    /// The message that is due longest, without those of some webhooks and sites. With `has_failed` one that was not accepted before,
    /// else a new one.
    pub async fn due_webhook_message(
        &self,
        now: Timestamp,
        (webhooks, sites): (&[WebhookId], &[SiteId]),
        has_failed: bool,
    ) -> Result<Option<WebhookMessageRow>, StoreError> {
        use webhook_message::Column as C;
        let attempts = if has_failed { C::Attempts.gt(0) } else { C::Attempts.eq(0) };
        let mut query =
            webhook_message::Entity::find().filter(C::NextAt.lte(to_millis(now))).filter(attempts);
        if !webhooks.is_empty() {
            query = query.filter(C::WebhookId.is_not_in(webhooks.iter().map(WebhookId::as_str)));
        }
        if !sites.is_empty() {
            query = query.filter(C::SiteId.is_not_in(sites.iter().map(SiteId::as_str)));
        }
        let row = query.order_by_asc(C::NextAt).order_by_asc(C::Id).one(&self.read).await?;
        row.map(read_message).transpose()
    }

    /// Number of messages of a webhook that wait.
    pub async fn waiting_webhook_messages(&self, site: &SiteId, id: &WebhookId) -> Result<u64, StoreError> {
        count_waiting(&self.read, site, id).await
    }

    /// The messages of a webhook, the newest first, of those before the message `before`.
    pub async fn webhook_messages(
        &self,
        site: &SiteId,
        webhook: &WebhookId,
        before: Option<&WebhookMessageId>,
        limit: u64,
    ) -> Result<Vec<WebhookMessageRow>, StoreError> {
        use webhook_message::Column as C;
        let mut query = messages_of(site, webhook).order_by_desc(C::Id).limit(limit);
        if let Some(before) = before {
            query = query.filter(C::Id.lt(before.as_str()));
        }
        query.all(&self.read).await?.into_iter().map(read_message).collect()
    }

    /// Number of messages of each webhook of a site, by state.
    pub async fn webhook_counts(
        &self,
        site: &SiteId,
    ) -> Result<BTreeMap<WebhookId, MessageCounts>, StoreError> {
        use webhook_message::Column as C;
        let query = webhook_message::Entity::find()
            .select_only()
            .columns([C::WebhookId, C::State])
            .column_as(C::Id.count(), "messages")
            .filter(C::SiteId.eq(site.as_str()))
            .group_by(C::WebhookId)
            .group_by(C::State);
        let rows: Vec<(String, String, i64)> = query.into_tuple().all(&self.read).await?;
        let mut counts: BTreeMap<WebhookId, MessageCounts> = BTreeMap::new();
        for (webhook, state, messages) in rows {
            let row_context = RowContext::new("webhook_message", [site.as_str()]);
            let state = row_context.code("state", MessageState::parse(&state), &state)?;
            let messages = row_context.number("id", messages)?;
            counts.entry(WebhookId::stored(webhook)).or_default().insert(state, messages);
        }
        Ok(counts)
    }
}

impl WriteTx {
    /// The webhooks of a site, the oldest first.
    pub async fn webhooks(&self, site: &SiteId) -> Result<Vec<WebhookRow>, StoreError> {
        webhooks_of(site).all(self.tx()).await?.into_iter().map(read_webhook).collect()
    }

    /// A webhook of a site, locked until this transaction ends.
    pub async fn webhook(&self, site: &SiteId, id: &WebhookId) -> Result<Option<WebhookRow>, StoreError> {
        webhook_of(site, id).lock_exclusive().one(self.tx()).await?.map(read_webhook).transpose()
    }

    /// Saves a webhook; it replaces an earlier state of it.
    pub async fn save_webhook(&mut self, row: &WebhookRow) -> Result<(), StoreError> {
        use webhook::Column as C;
        let model = webhook::ActiveModel {
            site_id: Set(row.site.as_str().to_owned()),
            id: Set(row.id.as_str().to_owned()),
            address: Set(row.address.clone()),
            secret: Set(row.secret.clone()),
            is_on: Set(row.is_on),
            seen: Set(row.seen),
            created_at: Set(to_millis(row.created_at)),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Id])
            .update_columns([C::Address, C::Secret, C::IsOn, C::Seen])
            .to_owned();
        webhook::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Removes a webhook with its messages; returns whether there was one.
    pub async fn remove_webhook(&mut self, site: &SiteId, id: &WebhookId) -> Result<bool, StoreError> {
        let key = (site.as_str().to_owned(), id.as_str().to_owned());
        Ok(webhook::Entity::delete_by_id(key).exec(self.tx()).await?.rows_affected > 0)
    }

    /// Number of messages of a webhook that wait.
    pub async fn waiting_webhook_messages(&self, site: &SiteId, id: &WebhookId) -> Result<u64, StoreError> {
        count_waiting(self.tx(), site, id).await
    }

    /// Saves a message; it replaces an earlier state of it.
    pub async fn save_webhook_message(&mut self, row: &WebhookMessageRow) -> Result<(), StoreError> {
        use webhook_message::Column as C;
        let conflict = OnConflict::columns([C::SiteId, C::Id])
            .update_columns([C::State, C::Attempts, C::NextAt, C::Status, C::Problem, C::Error])
            .to_owned();
        webhook_message::Entity::insert(message_model(row)?)
            .on_conflict(conflict)
            .exec_without_returning(self.tx())
            .await?;
        Ok(())
    }

    /// A message, locked until this transaction ends.
    pub async fn webhook_message(
        &self,
        site: &SiteId,
        id: &WebhookMessageId,
    ) -> Result<Option<WebhookMessageRow>, StoreError> {
        let key = (site.as_str().to_owned(), id.as_str().to_owned());
        let query = webhook_message::Entity::find_by_id(key).lock_exclusive();
        query.one(self.tx()).await?.map(read_message).transpose()
    }

    /// Leases a message for sending until `until`, when it is due again. Returns false if another sender holds it.
    pub async fn lease_webhook_message(
        &mut self,
        (site, id): (&SiteId, &WebhookMessageId),
        now: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        use webhook_message::Column as C;
        let result = webhook_message::Entity::update_many()
            .col_expr(C::NextAt, Expr::value(to_millis(until)))
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::Id.eq(id.as_str()))
            .filter(C::NextAt.lte(to_millis(now)))
            .exec(self.tx())
            .await?;
        Ok(result.rows_affected > 0)
    }

    /// Ends the waiting messages of a webhook: they are not sent any more.
    pub async fn end_webhook_messages(
        &mut self,
        site: &SiteId,
        webhook: &WebhookId,
        (problem, status): (WebhookProblem, Option<u16>),
        error: &str,
    ) -> Result<(), StoreError> {
        use webhook_message::Column as C;
        webhook_message::Entity::update_many()
            .col_expr(C::Status, Expr::value(status.map(i64::from)))
            .col_expr(C::State, Expr::value(MessageState::Failed.as_str()))
            .col_expr(C::NextAt, Expr::value(None::<i64>))
            .col_expr(C::Problem, Expr::value(problem.as_str()))
            .col_expr(C::Error, Expr::value(error))
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::WebhookId.eq(webhook.as_str()))
            .filter(C::State.eq(MessageState::Waiting.as_str()))
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// Removes messages of a webhook that do not wait: those before `since`, and all but the `kept` newest ones.
    pub async fn clean_webhook_messages(
        &mut self,
        site: &SiteId,
        webhook: &WebhookId,
        since: Timestamp,
        kept: u64,
    ) -> Result<(), StoreError> {
        use webhook_message::Column as C;
        let ended = || {
            messages_of(site, webhook)
                .filter(C::State.ne(MessageState::Waiting.as_str()))
                .order_by_desc(C::Id)
        };
        let oldest = ended().offset(kept).limit(1).one(self.tx()).await?.map(|row| row.id);
        let mut removed = C::At.lt(to_millis(since));
        if let Some(oldest) = oldest {
            removed = sea_orm::sea_query::ExprTrait::or(removed, C::Id.lte(oldest));
        }
        webhook_message::Entity::delete_many()
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::WebhookId.eq(webhook.as_str()))
            .filter(C::State.ne(MessageState::Waiting.as_str()))
            .filter(removed)
            .exec(self.tx())
            .await?;
        Ok(())
    }
}
