//! Drafts of sites, their published versions, and publications that are due later.

use jiff::Timestamp;
use marquee_model::publication::PublicationProblem;
use marquee_model::{OperatorId, SiteId};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::connect::Store;
use crate::entity::{draft, draft_edit, publication, revision};
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// A change of a site that is not published yet.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftEditRow {
    /// JSON Pointer of the changed part.
    pub pointer: String,
    /// The new value; `None` if the part is removed.
    pub value: Option<Value>,
    /// The name of who made the change last.
    pub actor: String,
    /// Who made it; `None` in rows of earlier versions.
    pub operator: Option<OperatorId>,
    pub at: Timestamp,
}

/// A published version, without its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevisionRow {
    /// From 1, ascending.
    pub number: i64,
    pub at: Timestamp,
    /// Who published it.
    pub actor: String,
    /// Empty if it has no name.
    pub name: String,
    /// Number of changes from the version before.
    pub changes: u32,
}

/// A publication that is due later, or that failed when it was due.
#[derive(Debug, Clone, PartialEq)]
pub struct PublicationRow {
    pub at: Timestamp,
    pub actor: String,
    /// Name of the version; empty if it has none.
    pub name: String,
    /// Who scheduled it; `None` in rows of earlier versions.
    pub operator: Option<OperatorId>,
    /// The changes as their author saw them; `None` in rows of earlier versions, which publish what the draft then has.
    pub changes: Option<Vec<ReviewedChange>>,
    pub failure: Option<PublicationFailure>,
}

/// A change of a draft as an operator saw it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReviewedChange {
    /// JSON Pointer of the changed part.
    pub pointer: String,
    /// The new value; `None` if the part is removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

/// What a publication did not publish when it was due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicationFailure {
    pub problem: PublicationProblem,
    /// Number of changes that were not published; 0 if unknown.
    pub left_out: u32,
}

fn read_edit(row: draft_edit::Model) -> Result<DraftEditRow, StoreError> {
    let row_context = RowContext::new("draft_edit", [&row.site_id, &row.pointer]);
    Ok(DraftEditRow {
        value: row.doc.as_deref().map(|doc| row_context.read_json("doc", doc)).transpose()?,
        at: row_context.milliseconds("at", row.at)?,
        operator: row.operator_id.map(OperatorId::stored),
        actor: row.actor,
        pointer: row.pointer,
    })
}

/// The columns of a version without its content.
type RevisionColumns = (String, i64, i64, String, String, i64);

fn read_revision(
    (site, number, at, actor, name, changes): RevisionColumns,
) -> Result<RevisionRow, StoreError> {
    let number_text = number.to_string();
    let row_context = RowContext::new("revision", [&site, &number_text]);
    let at = row_context.milliseconds("at", at)?;
    let changes = row_context.number("changes", changes)?;
    Ok(RevisionRow { number, at, actor, name, changes })
}

fn read_publication(row: publication::Model) -> Result<PublicationRow, StoreError> {
    let row_context = RowContext::new("publication", [&row.site_id]);
    let at = row_context.milliseconds("at", row.at)?;
    let changes =
        row.changes.as_deref().map(|changes| row_context.read_json("changes", changes)).transpose()?;
    let problem = row.problem.as_deref().map(|name| {
        PublicationProblem::parse(name).ok_or_else(|| row_context.invalid("problem", "unknown problem"))
    });
    let left_out = row_context.number("left_out", row.left_out)?;
    let failure = problem.transpose()?.map(|problem| PublicationFailure { problem, left_out });
    let operator = row.operator_id.map(OperatorId::stored);
    Ok(PublicationRow { at, actor: row.actor, name: row.name, operator, changes, failure })
}

async fn version<C: ConnectionTrait>(db: &C, site: &SiteId) -> Result<i64, StoreError> {
    let row = draft::Entity::find_by_id(site.as_str()).one(db).await?;
    Ok(row.map_or(0, |row| row.version))
}

async fn edits<C: ConnectionTrait>(db: &C, site: &SiteId) -> Result<Vec<DraftEditRow>, StoreError> {
    let query = draft_edit::Entity::find()
        .filter(draft_edit::Column::SiteId.eq(site.as_str()))
        .order_by_asc(draft_edit::Column::Pointer);
    query.all(db).await?.into_iter().map(read_edit).collect()
}

async fn newest<C: ConnectionTrait>(
    db: &C,
    site: &SiteId,
    before: Option<i64>,
    limit: u64,
) -> Result<Vec<RevisionRow>, StoreError> {
    use revision::Column as C;
    let mut query = revision::Entity::find()
        .select_only()
        .columns([C::SiteId, C::Number, C::At, C::Actor, C::Name, C::Changes])
        .filter(C::SiteId.eq(site.as_str()));
    if let Some(before) = before {
        query = query.filter(C::Number.lt(before));
    }
    let rows: Vec<RevisionColumns> = query.order_by_desc(C::Number).limit(limit).into_tuple().all(db).await?;
    rows.into_iter().map(read_revision).collect()
}

impl Store {
    /// The version of a site's draft: 0 at first, incremented by [`WriteTx::touch_draft`].
    pub async fn draft_version(&self, site: &SiteId) -> Result<i64, StoreError> {
        version(&self.read, site).await
    }

    /// The changes of a site that are not published yet.
    pub async fn draft_edits(&self, site: &SiteId) -> Result<Vec<DraftEditRow>, StoreError> {
        edits(&self.read, site).await
    }

    /// The parts of a site that have changes which are not published yet, as JSON Pointers.
    pub async fn draft_pointers(&self, site: &SiteId) -> Result<Vec<String>, StoreError> {
        let query = draft_edit::Entity::find()
            .select_only()
            .column(draft_edit::Column::Pointer)
            .filter(draft_edit::Column::SiteId.eq(site.as_str()));
        Ok(query.into_tuple().all(&self.read).await?)
    }

    /// Published versions with a number below `before`, newest first.
    pub async fn revisions(
        &self,
        site: &SiteId,
        before: Option<i64>,
        limit: u64,
    ) -> Result<Vec<RevisionRow>, StoreError> {
        newest(&self.read, site, before, limit).await
    }

    /// A published version with its content.
    pub async fn revision(
        &self,
        site: &SiteId,
        number: i64,
    ) -> Result<Option<(RevisionRow, Value)>, StoreError> {
        let key = (site.as_str().to_owned(), number);
        let Some(row) = revision::Entity::find_by_id(key).one(&self.read).await? else { return Ok(None) };
        let number = row.number.to_string();
        let doc = RowContext::new("revision", [&row.site_id, &number]).read_json("doc", &row.doc)?;
        let summary = read_revision((row.site_id, row.number, row.at, row.actor, row.name, row.changes))?;
        Ok(Some((summary, doc)))
    }

    /// The sites with a publication that is due.
    pub async fn due_publications(&self, now: Timestamp) -> Result<Vec<SiteId>, StoreError> {
        let query = publication::Entity::find()
            .filter(publication::Column::At.lte(to_millis(now)))
            .filter(publication::Column::Problem.is_null())
            .order_by_asc(publication::Column::At);
        Ok(query.all(&self.read).await?.into_iter().map(|row| SiteId::stored(row.site_id)).collect())
    }
}

impl WriteTx {
    /// The version of a site's draft.
    pub async fn draft_version(&self, site: &SiteId) -> Result<i64, StoreError> {
        version(self.tx(), site).await
    }

    /// The changes of a site that are not published yet, by pointer.
    pub async fn draft_edits(&self, site: &SiteId) -> Result<Vec<DraftEditRow>, StoreError> {
        edits(self.tx(), site).await
    }

    /// Increments the version of a site's draft and returns it.
    pub async fn touch_draft(&mut self, site: &SiteId) -> Result<i64, StoreError> {
        let next = version(self.tx(), site).await? + 1;
        let model = draft::ActiveModel { site_id: Set(site.as_str().to_owned()), version: Set(next) };
        let conflict =
            OnConflict::column(draft::Column::SiteId).update_column(draft::Column::Version).to_owned();
        draft::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(next)
    }

    /// Saves a change of the draft; replaces one of the same part.
    pub async fn save_draft_edit(&mut self, site: &SiteId, row: &DraftEditRow) -> Result<(), StoreError> {
        use draft_edit::Column as C;
        let row_context = RowContext::new("draft_edit", [site.as_str(), &row.pointer]);
        let doc = row.value.as_ref().map(|value| row_context.write_json("doc", value)).transpose()?;
        let model = draft_edit::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            pointer: Set(row.pointer.clone()),
            doc: Set(doc),
            actor: Set(row.actor.clone()),
            at: Set(to_millis(row.at)),
            operator_id: Set(row.operator.as_ref().map(ToString::to_string)),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Pointer])
            .update_columns([C::Doc, C::Actor, C::At, C::OperatorId])
            .to_owned();
        draft_edit::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Removes a change of the draft.
    pub async fn remove_draft_edit(&mut self, site: &SiteId, pointer: &str) -> Result<(), StoreError> {
        let key = (site.as_str().to_owned(), pointer.to_owned());
        draft_edit::Entity::delete_by_id(key).exec(self.tx()).await?;
        Ok(())
    }

    /// The newest published version, without its content.
    pub async fn newest_revision(&self, site: &SiteId) -> Result<Option<RevisionRow>, StoreError> {
        Ok(newest(self.tx(), site, None, 1).await?.pop())
    }

    /// Appends a published version.
    pub async fn append_revision(
        &mut self,
        site: &SiteId,
        row: &RevisionRow,
        content: &Value,
    ) -> Result<(), StoreError> {
        let number = row.number.to_string();
        let model = revision::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            number: Set(row.number),
            at: Set(to_millis(row.at)),
            actor: Set(row.actor.clone()),
            name: Set(row.name.clone()),
            changes: Set(row.changes.into()),
            doc: Set(RowContext::new("revision", [site.as_str(), &number]).write_json("doc", content)?),
        };
        revision::Entity::insert(model).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// The publication of a site that is due later, or that failed.
    pub async fn publication(&self, site: &SiteId) -> Result<Option<PublicationRow>, StoreError> {
        let query = publication::Entity::find_by_id(site.as_str());
        query.one(self.tx()).await?.map(read_publication).transpose()
    }

    /// Saves a publication; replaces the site's previous one.
    pub async fn save_publication(&mut self, site: &SiteId, row: &PublicationRow) -> Result<(), StoreError> {
        use publication::Column as C;
        let row_context = RowContext::new("publication", [site.as_str()]);
        let changes = row.changes.as_ref().map(|changes| row_context.write_json("changes", changes));
        let model = publication::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            at: Set(to_millis(row.at)),
            actor: Set(row.actor.clone()),
            name: Set(row.name.clone()),
            operator_id: Set(row.operator.as_ref().map(|id| id.as_str().to_owned())),
            changes: Set(changes.transpose()?),
            problem: Set(row.failure.map(|failure| failure.problem.as_str().to_owned())),
            left_out: Set(row.failure.map_or(0, |failure| failure.left_out.into())),
        };
        let columns = [C::At, C::Actor, C::Name, C::OperatorId, C::Changes, C::Problem, C::LeftOut];
        let conflict = OnConflict::column(C::SiteId).update_columns(columns).to_owned();
        publication::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Removes the publication of a site; returns whether there was one.
    pub async fn remove_publication(&mut self, site: &SiteId) -> Result<bool, StoreError> {
        Ok(publication::Entity::delete_by_id(site.as_str()).exec(self.tx()).await?.rows_affected > 0)
    }
}
