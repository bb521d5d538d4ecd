//! The operator's desk: lists, single records and whole files of what a programme has, by the names of the fields.
//!
//! A [`Subject`] is a kind of record. Its fields are declared once, in `desk/fields.rs`; commands, requests and files name
//! them alike, and a value is checked in one place, `desk/cell.rs`. Every change leaves a line in the audit log.
//!
//! To add a kind: its fields, a module with its `Records` and its list, an arm in each `match` on [`Subject`].

mod cards;
mod cell;
mod error;
mod fields;
mod gift_cards;
mod given;
mod import;
mod keys;
mod lists;
mod members;
mod offers;
mod one;
mod sheet;

pub use cell::{Cell, Field, Place, Role};
pub use error::DeskError;
pub use fields::Subject;
pub use given::Given;
pub use import::{How, LARGEST_FILE, Report};
pub use lists::{Listed, Page};
pub use sheet::{LeftOut, SheetError, write_sheet};

#[cfg(test)]
mod tests;

use marquee_model::settings::SiteRecord;
use marquee_store::WriteTx;
use serde_json::Value;

use crate::engine::{Loyalty, audit};
use crate::error::LoyaltyError;

/// A site's programme in the hands of somebody whom the audit log names.
#[derive(Debug, Clone, Copy)]
pub struct Desk<'a> {
    loyalty: &'a Loyalty,
    site: &'a SiteRecord,
    actor: &'a str,
}

/// Which record is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target<'a> {
    /// One that is not there yet.
    New,
    /// The one of this id.
    Known(&'a str),
    /// The one that a row of a file says, or a new one.
    File,
}

/// What became of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Added,
    Changed,
    Unchanged,
}

/// A record that was put.
#[derive(Debug)]
struct Put {
    outcome: Outcome,
    /// Its id.
    id: String,
    /// The members whom it touches.
    members: Vec<marquee_model::MemberId>,
    /// What is told this once.
    once: Option<Value>,
}

/// How the records of one kind are put, within a write. Nothing is written before everything was checked, so that a row that
/// is refused leaves no trace.
trait Records: Send {
    /// Puts one.
    fn put(
        &mut self,
        tx: &mut WriteTx,
        target: Target<'_>,
        given: &Given,
    ) -> impl Future<Output = Result<Put, DeskError>> + Send;
}

impl Loyalty {
    /// The desk of somebody, for example of `operator:ada`.
    #[must_use]
    pub fn desk<'a>(&'a self, site: &'a SiteRecord, actor: &'a str) -> Desk<'a> {
        Desk { loyalty: self, site, actor }
    }
}

impl Desk<'_> {
    async fn note(&self, tx: &mut WriteTx, action: &str, subject: &str) -> Result<(), LoyaltyError> {
        let line = audit(self.loyalty.now(), self.actor, action, subject);
        Ok(tx.log_audit(&self.site.key, &line).await?)
    }

    /// The newest lines of the audit log, the newest first.
    ///
    /// # Errors
    /// [`DeskError::Loyalty`].
    pub async fn audit_log(&self, most: u64) -> Result<Vec<marquee_store::AuditRow>, DeskError> {
        Ok(self.loyalty.store().audit(&self.site.key, most).await?)
    }

    /// Computes the ledger of the site anew. An account that is wrong gives nothing any more.
    ///
    /// # Errors
    /// [`DeskError::Loyalty`].
    pub async fn verify_ledger(&self) -> Result<marquee_store::LedgerReport, DeskError> {
        let report = self.loyalty.store().verify_ledger_of(&self.site.key).await?;
        if !report.accounts_wrong.is_empty() {
            let mut tx = self.loyalty.begin().await?;
            tx.freeze_wrong(&report).await?;
            for (_, account) in &report.accounts_wrong {
                self.note(&mut tx, "account.freeze", account).await?;
            }
            tx.commit().await?;
        }
        Ok(report)
    }
}
