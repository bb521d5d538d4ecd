//! Films, shows and theaters that operators typed in or changed, beside what feeds and imports say of them, and rules for typed-in shows.

use jiff::civil::Date;
use marquee_model::catalog::{ProgramRulesByTheater, RecordEdit};
use marquee_model::{SiteId, TheaterId};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Set};
use serde_json::Value;

use crate::connect::Store;
use crate::entity::record_edit;
use crate::error::StoreError;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// The kinds of records that operators edit beside feeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EditedKind {
    Film,
    Show,
    Theater,
}

impl EditedKind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Film => "film",
            Self::Show => "show",
            Self::Theater => "theater",
        }
    }
}

/// The kind of rules for typed-in shows.
const RULES: &str = "rules";

/// An edit, and what feeds and imports say of the record.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordEditRow {
    /// Id of the record.
    pub id: String,
    pub edit: RecordEdit,
    /// The record as JSON; `None` if no feed or import has it.
    pub base: Option<Value>,
    /// The cinema day of a show.
    pub day: Option<Date>,
}

fn read(row: &record_edit::Model) -> Result<RecordEditRow, StoreError> {
    let row_context = RowContext::new("record_edit", [&row.site_id, &row.kind, &row.id]);
    Ok(RecordEditRow {
        edit: row_context.read_json("doc", &row.doc)?,
        base: row.base.as_deref().map(|base| row_context.read_json("base", base)).transpose()?,
        day: row.day.as_deref().map(|day| row_context.parsed("day", day)).transpose()?,
        id: row.id.clone(),
    })
}

async fn edits<C: ConnectionTrait>(
    db: &C,
    site: &SiteId,
    kind: EditedKind,
) -> Result<Vec<RecordEditRow>, StoreError> {
    let query = record_edit::Entity::find()
        .filter(record_edit::Column::SiteId.eq(site.as_str()))
        .filter(record_edit::Column::Kind.eq(kind.as_str()))
        .order_by_asc(record_edit::Column::Id);
    query.all(db).await?.iter().map(read).collect()
}

impl Store {
    /// The edits of a site's records of a kind, by id.
    pub async fn record_edits(
        &self,
        site: &SiteId,
        kind: EditedKind,
    ) -> Result<Vec<RecordEditRow>, StoreError> {
        edits(&self.read, site, kind).await
    }
}

impl WriteTx {
    /// The edits of a site's records of a kind, by id.
    pub async fn record_edits(
        &self,
        site: &SiteId,
        kind: EditedKind,
    ) -> Result<Vec<RecordEditRow>, StoreError> {
        edits(self.tx(), site, kind).await
    }

    /// Saves the edit of a record; replaces the previous one. Pages follow with the record itself.
    pub async fn save_record_edit(
        &mut self,
        site: &SiteId,
        kind: EditedKind,
        row: &RecordEditRow,
    ) -> Result<(), StoreError> {
        use record_edit::Column as C;
        let row_context = RowContext::new("record_edit", [site.as_str(), kind.as_str(), &row.id]);
        let base = row.base.as_ref().map(|base| row_context.write_json("base", base)).transpose()?;
        let model = record_edit::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            kind: Set(kind.as_str().to_owned()),
            id: Set(row.id.clone()),
            doc: Set(row_context.write_json("doc", &row.edit)?),
            base: Set(base),
            day: Set(row.day.map(|day| day.to_string())),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Kind, C::Id])
            .update_columns([C::Doc, C::Base, C::Day])
            .to_owned();
        record_edit::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Removes the edit of a record.
    pub async fn remove_record_edit(
        &mut self,
        site: &SiteId,
        kind: EditedKind,
        id: &str,
    ) -> Result<(), StoreError> {
        let key = (site.as_str().to_owned(), kind.as_str().to_owned(), id.to_owned());
        record_edit::Entity::delete_by_id(key).exec(self.tx()).await?;
        Ok(())
    }

    /// The rules for typed-in shows, by theater.
    pub async fn program_rules(&self, site: &SiteId) -> Result<ProgramRulesByTheater, StoreError> {
        let query = record_edit::Entity::find()
            .filter(record_edit::Column::SiteId.eq(site.as_str()))
            .filter(record_edit::Column::Kind.eq(RULES));
        let mut rules = ProgramRulesByTheater::new();
        for row in query.all(self.tx()).await? {
            let row_context = RowContext::new("record_edit", [&row.site_id, &row.kind, &row.id]);
            let doc = row_context.read_json("doc", &row.doc)?;
            rules.insert(TheaterId::stored(row.id), doc);
        }
        Ok(rules)
    }

    /// Replaces the rules for typed-in shows.
    pub async fn replace_program_rules(
        &mut self,
        site: &SiteId,
        rules: &ProgramRulesByTheater,
    ) -> Result<(), StoreError> {
        use record_edit::Column as C;
        let of_site =
            record_edit::Entity::delete_many().filter(C::SiteId.eq(site.as_str())).filter(C::Kind.eq(RULES));
        of_site.exec(self.tx()).await?;
        for (theater, rules) in rules {
            let row_context = RowContext::new("record_edit", [site.as_str(), RULES, theater.as_str()]);
            let row = record_edit::ActiveModel {
                site_id: Set(site.as_str().to_owned()),
                kind: Set(RULES.to_owned()),
                id: Set(theater.as_str().to_owned()),
                doc: Set(row_context.write_json("doc", rules)?),
                base: Set(None),
                day: Set(None),
            };
            record_edit::Entity::insert(row).exec_without_returning(self.tx()).await?;
        }
        Ok(())
    }

    /// Removes the edits of shows whose cinema day is before `day`.
    pub async fn remove_show_edits_before(&mut self, site: &SiteId, day: Date) -> Result<(), StoreError> {
        use record_edit::Column as C;
        let query = record_edit::Entity::delete_many()
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::Kind.eq(EditedKind::Show.as_str()))
            .filter(C::Day.lt(day.to_string()));
        query.exec(self.tx()).await?;
        Ok(())
    }
}
