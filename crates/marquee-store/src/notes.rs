//! Notes about members, which operators write for each other.

use jiff::Timestamp;
use marquee_model::{MemberId, NoteId, SiteId};
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, Select, Set};

use crate::connect::Store;
use crate::entity::member_note as note;
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// A note about a member. It is removed with the member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteRow {
    pub id: NoteId,
    /// Who wrote it, as in the audit log, for example `operator:ada`.
    pub author: String,
    pub text: String,
    pub at: Timestamp,
}

fn from_row(row: note::Model) -> Result<NoteRow, StoreError> {
    let at = RowContext::new("member_note", [&row.site_id, &row.id]).milliseconds("at", row.at)?;
    Ok(NoteRow { id: NoteId::stored(row.id), author: row.author, text: row.text, at })
}

fn notes_of(site: &SiteId, member: &MemberId) -> Select<note::Entity> {
    note::Entity::find()
        .filter(note::Column::SiteId.eq(site.as_str()))
        .filter(note::Column::MemberId.eq(member.as_str()))
}

impl Store {
    /// The notes about a member, newest first.
    pub async fn notes(&self, site: &SiteId, member: &MemberId) -> Result<Vec<NoteRow>, StoreError> {
        let query = notes_of(site, member).order_by_desc(note::Column::At).order_by_desc(note::Column::Id);
        query.all(&self.read).await?.into_iter().map(from_row).collect()
    }
}

impl WriteTx {
    /// Number of notes about a member.
    pub async fn count_notes(&self, site: &SiteId, member: &MemberId) -> Result<u64, StoreError> {
        Ok(notes_of(site, member).count(self.tx()).await?)
    }

    /// A note about a member.
    pub async fn note(
        &self,
        site: &SiteId,
        member: &MemberId,
        id: &NoteId,
    ) -> Result<Option<NoteRow>, StoreError> {
        let query = notes_of(site, member).filter(note::Column::Id.eq(id.as_str()));
        query.one(self.tx()).await?.map(from_row).transpose()
    }

    /// Adds a note about a member.
    pub async fn add_note(
        &mut self,
        site: &SiteId,
        member: &MemberId,
        row: &NoteRow,
    ) -> Result<(), StoreError> {
        let model = note::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            id: Set(row.id.as_str().to_owned()),
            member_id: Set(member.as_str().to_owned()),
            author: Set(row.author.clone()),
            text: Set(row.text.clone()),
            at: Set(to_millis(row.at)),
        };
        note::Entity::insert(model).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Removes a note. Idempotent.
    pub async fn remove_note(&mut self, site: &SiteId, id: &NoteId) -> Result<(), StoreError> {
        let key = (site.as_str().to_owned(), id.as_str().to_owned());
        note::Entity::delete_by_id(key).exec(self.tx()).await?;
        Ok(())
    }
}
