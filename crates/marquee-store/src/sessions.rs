//! Sessions of members.

use jiff::Timestamp;
use marquee_model::loyalty::Family;
use marquee_model::{MemberId, SessionId, SiteId};
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set,
};

use crate::connect::Store;
use crate::document::to_json;
use crate::entity::session;
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// A session.
#[derive(Debug, Clone, PartialEq)]
pub struct SessionRow {
    pub id: SessionId,
    pub member: MemberId,
    /// The session it was handed over from, and with which it ends.
    pub parent: Option<SessionId>,
    /// When it expires, unless it is extended.
    pub ends_at: Timestamp,
    /// Tokens and their limits.
    pub family: Family,
}

fn from_row(row: session::Model) -> Result<SessionRow, StoreError> {
    let row_context = RowContext::new("session", [&row.site_id, &row.id]);
    Ok(SessionRow {
        family: row_context.read_json("doc", &row.doc)?,
        ends_at: row_context.milliseconds("ends_at", row.ends_at)?,
        id: SessionId::stored(row.id),
        member: MemberId::stored(row.member_id),
        parent: row.parent_id.map(SessionId::stored),
    })
}

fn sessions_in(site: &SiteId) -> Select<session::Entity> {
    session::Entity::find().filter(session::Column::SiteId.eq(site.as_str()))
}

async fn one<C: ConnectionTrait>(
    db: &C,
    query: Select<session::Entity>,
) -> Result<Option<SessionRow>, StoreError> {
    query.one(db).await?.map(from_row).transpose()
}

impl Store {
    /// One session, expired or not.
    pub async fn session(&self, site: &SiteId, id: &SessionId) -> Result<Option<SessionRow>, StoreError> {
        one(&self.read, sessions_in(site).filter(session::Column::Id.eq(id.as_str()))).await
    }

    /// A member's unexpired sessions, latest expiry first.
    pub async fn member_sessions(
        &self,
        site: &SiteId,
        member: &MemberId,
        now: Timestamp,
    ) -> Result<Vec<SessionRow>, StoreError> {
        let query = sessions_in(site)
            .filter(session::Column::MemberId.eq(member.as_str()))
            .filter(session::Column::EndsAt.gt(to_millis(now)))
            .order_by_desc(session::Column::EndsAt)
            .order_by_asc(session::Column::Id);
        query.all(&self.read).await?.into_iter().map(from_row).collect()
    }
}

impl WriteTx {
    /// One session, locked until this transaction ends.
    pub async fn session(&self, site: &SiteId, id: &SessionId) -> Result<Option<SessionRow>, StoreError> {
        one(self.tx(), sessions_in(site).filter(session::Column::Id.eq(id.as_str())).lock_exclusive()).await
    }

    /// Saves a session. If it exists already, only `ends_at` and `family` are updated.
    pub async fn save_session(&mut self, site: &SiteId, row: &SessionRow) -> Result<(), StoreError> {
        use session::Column as C;
        let model = session::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            id: Set(row.id.as_str().to_owned()),
            member_id: Set(row.member.as_str().to_owned()),
            parent_id: Set(row.parent.as_ref().map(|p| p.as_str().to_owned())),
            ends_at: Set(to_millis(row.ends_at)),
            doc: Set(to_json("session", site, row.id.as_str(), &row.family)?),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Id]).update_columns([C::EndsAt, C::Doc]).to_owned();
        session::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Ends a session and the sessions handed over from it.
    pub async fn end_session(&mut self, site: &SiteId, id: &SessionId) -> Result<(), StoreError> {
        let is_expired = Condition::any()
            .add(session::Column::Id.eq(id.as_str()))
            .add(session::Column::ParentId.eq(id.as_str()));
        session::Entity::delete_many()
            .filter(session::Column::SiteId.eq(site.as_str()))
            .filter(is_expired)
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// Ends all sessions of a member, except `exception` and those handed over from it.
    pub async fn end_member_sessions(
        &mut self,
        site: &SiteId,
        member: &MemberId,
        exception: Option<&SessionId>,
    ) -> Result<(), StoreError> {
        let mut deletion = session::Entity::delete_many()
            .filter(session::Column::SiteId.eq(site.as_str()))
            .filter(session::Column::MemberId.eq(member.as_str()));
        if let Some(exception) = exception {
            let other_parent = Condition::any()
                .add(session::Column::ParentId.is_null())
                .add(session::Column::ParentId.ne(exception.as_str()));
            deletion = deletion.filter(session::Column::Id.ne(exception.as_str())).filter(other_parent);
        }
        deletion.exec(self.tx()).await?;
        Ok(())
    }
}
