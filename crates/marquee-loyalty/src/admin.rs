//! Administration for operators: lists, single records and CSV files of a loyalty program's data.
//!
//! A [`Subject`] is a kind of record. `admin/fields.rs` declares its fields once for commands, requests and files, and
//! `admin/field_type.rs` validates their values. Every change is recorded in the audit log.
//!
//! To add a kind: add its fields, a module with its `RecordWriter` and its list, and an arm to each `match` on [`Subject`].

mod cards;
mod csv_error;
mod csv_file;
mod desk;
mod error;
mod field_type;
mod field_values;
mod fields;
mod gift_cards;
mod import;
mod keys;
mod lists;
mod members;
mod merge;
mod notes;
mod offers;
mod record;
mod report;

pub use csv_error::{CsvError, MAX_FILE_BYTES};
pub use csv_file::{rows_of_sheet, write_sheet, write_texts};
pub use desk::{MemberProfile, ProgramNumbers};
pub use error::AdminError;
pub use field_type::{Access, Field, FieldType, Storage};
pub use field_values::FieldValues;
pub use fields::Subject;
pub use import::ImportOptions;
pub use lists::{PageQuery, RecordPage};
pub use members::BlockReason;
pub use merge::MergePreview;
pub use notes::RemovableNotes;
pub use report::{ImportReport, SkippedRow};

#[cfg(test)]
mod tests;

use marquee_model::operator::PointsLimit;
use marquee_model::settings::SiteRecord;
use marquee_store::WriteTx;
use serde_json::Value;

use crate::context::{Context, audit};
use crate::error::LoyaltyError;

/// Access to a site's records on behalf of an actor, who is named in the audit log.
#[derive(Debug, Clone, Copy)]
pub struct Admin<'a> {
    context: &'a Context,
    site: &'a SiteRecord,
    actor: &'a str,
    /// How many points the actor may give or take at once.
    points_limit: PointsLimit,
}

/// The record to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target<'a> {
    /// A new record; it must not exist.
    New,
    /// The record with this id; it must exist.
    Existing(&'a str),
    /// The record that a row of a file identifies, or a new one.
    File,
}

/// The effect of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Added,
    Changed,
    Unchanged,
}

/// The result of a write.
#[derive(Debug)]
struct WriteResult {
    outcome: Outcome,
    /// The record's id.
    id: String,
    /// The members whose cached data is invalid now.
    members: Vec<marquee_model::MemberId>,
    /// Fields that are returned only this once, such as a generated PIN.
    shown_once: Option<Value>,
}

/// Writes records of one kind within a transaction. An implementation must validate everything before its first write, so that
/// a refused row has no effect.
trait RecordWriter: Send {
    /// Creates or changes one record.
    fn put(
        &mut self,
        tx: &mut WriteTx,
        target: Target<'_>,
        input: &FieldValues,
    ) -> impl Future<Output = Result<WriteResult, AdminError>> + Send;
}

impl<'a> Admin<'a> {
    pub(crate) fn new(context: &'a Context, site: &'a SiteRecord, actor: &'a str) -> Self {
        Self { context, site, actor, points_limit: PointsLimit::Unlimited }
    }

    /// For an actor who may give or take only so many points at once.
    #[must_use]
    pub fn with_points_limit(self, points_limit: PointsLimit) -> Self {
        Self { points_limit, ..self }
    }

    /// Refuses more points than the actor may give or take at once. `field` has their number.
    fn check_points_limit(&self, field: &'static str, points: i64) -> Result<(), AdminError> {
        match self.points_limit {
            PointsLimit::UpTo(limit) if !self.points_limit.permits(points) => {
                Err(AdminError::PointsLimit { field, limit })
            }
            _ => Ok(()),
        }
    }

    /// Refuses a limit for a key that is above both the one of the box office and that of the actor.
    fn check_limit_of_key(&self, limit: PointsLimit) -> Result<(), AdminError> {
        let own = self.points_limit;
        if PointsLimit::BOX_OFFICE.includes(limit) || own.includes(limit) {
            return Ok(());
        }
        let most = own.points().max(PointsLimit::BOX_OFFICE.points()).unwrap_or(u32::MAX);
        Err(AdminError::PointsLimit { field: "pointsLimit", limit: most })
    }
}

impl Admin<'_> {
    async fn log_audit(&self, tx: &mut WriteTx, action: &str, subject: &str) -> Result<(), LoyaltyError> {
        let line = audit(self.context.now(), self.actor, action, subject);
        Ok(tx.log_audit(&self.site.key, &line).await?)
    }

    /// Verifies the site's ledger, and freezes debits of inconsistent accounts.
    pub async fn verify_ledger(&self) -> Result<marquee_store::LedgerReport, AdminError> {
        let report = self.context.store.verify_site_ledger(&self.site.key).await?;
        self.context.freeze_reported(&report, self.actor).await?;
        Ok(report)
    }
}
