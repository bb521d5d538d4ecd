//! Sign-ins.

use jiff::Timestamp;
use marquee_model::loyalty::Family;
use marquee_model::{MemberId, SessionId, SiteId};
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set,
};

use crate::connect::Store;
use crate::entity::session;
use crate::error::StoreError;
use crate::instant::{at, ms};
use crate::reads::parse;
use crate::writes::{WriteTx, doc};

/// A sign-in.
#[derive(Debug, Clone, PartialEq)]
pub struct SessionRow {
    /// Its id.
    pub id: SessionId,
    /// Whose it is.
    pub member: MemberId,
    /// The sign-in it was handed over from; it ends with that one.
    pub parent: Option<SessionId>,
    /// When it ends if nothing happens.
    pub ends_at: Timestamp,
    /// Its tokens.
    pub family: Family,
}

fn read(row: session::Model) -> Result<SessionRow, StoreError> {
    Ok(SessionRow {
        family: parse("session", &row.id, &row.doc)?,
        id: SessionId::stored(row.id),
        member: MemberId::stored(row.member_id),
        parent: row.parent_id.map(SessionId::stored),
        ends_at: at(row.ends_at),
    })
}

fn of(site: &SiteId) -> Select<session::Entity> {
    session::Entity::find().filter(session::Column::SiteId.eq(site.as_str()))
}

async fn one<C: ConnectionTrait>(
    db: &C,
    found: Select<session::Entity>,
) -> Result<Option<SessionRow>, StoreError> {
    found.one(db).await?.map(read).transpose()
}

impl Store {
    /// One sign-in, over or not.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn session(&self, site: &SiteId, id: &SessionId) -> Result<Option<SessionRow>, StoreError> {
        one(&self.read, of(site).filter(session::Column::Id.eq(id.as_str()))).await
    }

    /// A member's sign-ins that are not over, the newest first.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn sessions_of(
        &self,
        site: &SiteId,
        member: &MemberId,
        now: Timestamp,
    ) -> Result<Vec<SessionRow>, StoreError> {
        let found = of(site)
            .filter(session::Column::MemberId.eq(member.as_str()))
            .filter(session::Column::EndsAt.gt(ms(now)))
            .order_by_desc(session::Column::EndsAt)
            .order_by_asc(session::Column::Id);
        found.all(&self.read).await?.into_iter().map(read).collect()
    }
}

impl WriteTx {
    /// One sign-in, kept from other writes until this one ends.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn session(&self, site: &SiteId, id: &SessionId) -> Result<Option<SessionRow>, StoreError> {
        one(self.tx(), of(site).filter(session::Column::Id.eq(id.as_str())).lock_exclusive()).await
    }

    /// Saves a sign-in.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn save_session(&mut self, site: &SiteId, row: &SessionRow) -> Result<(), StoreError> {
        use session::Column as C;
        let model = session::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            id: Set(row.id.as_str().to_owned()),
            member_id: Set(row.member.as_str().to_owned()),
            parent_id: Set(row.parent.as_ref().map(|p| p.as_str().to_owned())),
            ends_at: Set(ms(row.ends_at)),
            doc: Set(doc("session", row.id.as_str(), &row.family)?),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Id]).update_columns([C::EndsAt, C::Doc]).to_owned();
        session::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Ends a sign-in with all that were handed over from it.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn end_session(&mut self, site: &SiteId, id: &SessionId) -> Result<(), StoreError> {
        let either = Condition::any()
            .add(session::Column::Id.eq(id.as_str()))
            .add(session::Column::ParentId.eq(id.as_str()));
        session::Entity::delete_many()
            .filter(session::Column::SiteId.eq(site.as_str()))
            .filter(either)
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// Ends all sign-ins of a member; `but` stays, with what was handed over from it.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn end_sessions_of(
        &mut self,
        site: &SiteId,
        member: &MemberId,
        but: Option<&SessionId>,
    ) -> Result<(), StoreError> {
        let mut gone = session::Entity::delete_many()
            .filter(session::Column::SiteId.eq(site.as_str()))
            .filter(session::Column::MemberId.eq(member.as_str()));
        if let Some(but) = but {
            let other_parent = Condition::any()
                .add(session::Column::ParentId.is_null())
                .add(session::Column::ParentId.ne(but.as_str()));
            gone = gone.filter(session::Column::Id.ne(but.as_str())).filter(other_parent);
        }
        gone.exec(self.tx()).await?;
        Ok(())
    }
}
