//! Whole files of records. Rows that cannot be taken are left out and told; the same file twice changes nothing.

use std::collections::HashMap;

use marquee_model::loyalty::{EVoucher, Level, MembershipItem, Reward, folded};
use serde::Serialize;

pub use super::sheet::LARGEST_FILE;

use super::cards::Cards;
use super::fields::Subject;
use super::gift_cards::GiftCards;
use super::given::Given;
use super::members::Members;
use super::offers::Offers;
use super::sheet::{LeftOut, Sheet};
use super::{Desk, DeskError, Outcome, Records, Target};
use crate::cards;
use crate::gift_cards::plain;

/// Rows of one write: members' own writes come between.
const CHUNK: usize = 500;

/// How a file is taken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct How {
    /// Only as if: nothing is changed.
    pub dry_run: bool,
    /// Whole or not at all.
    pub strict: bool,
}

/// What became of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Rows below the header.
    pub rows_read: usize,
    /// Records that are new.
    pub added: usize,
    /// Records that are otherwise now.
    pub changed: usize,
    /// Records that were so already.
    pub unchanged: usize,
    /// Rows that were not taken.
    pub left_out: Vec<LeftOut>,
    /// Whether nothing was changed because only that was wanted.
    pub dry_run: bool,
}

impl Report {
    fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Added => self.added += 1,
            Outcome::Changed => self.changed += 1,
            Outcome::Unchanged => self.unchanged += 1,
        }
    }

    fn leave_out(&mut self, line: u64, why: String) {
        self.left_out.push(LeftOut { line, why });
    }
}

/// Under what a row's record is known, to see a record that stands twice in a file.
fn names(subject: Subject, given: &Given) -> Vec<String> {
    let one = |kind: &str, text: Option<String>| text.map(|text| format!("{kind}:{text}"));
    let card = |name| given.str(name).and_then(|text| cards::code(text).ok()).map(|c| c.as_str().to_owned());
    let found = match subject {
        Subject::Members => vec![
            one("id", given.str("id").map(str::to_owned)),
            one("email", given.str("email").map(folded)),
            one("username", given.str("username").map(folded)),
            one("card", card("cardCode")),
        ],
        Subject::Cards => vec![one("card", card("code"))],
        Subject::GiftCards => vec![one("number", given.str("number").map(plain))],
        other => vec![one("id", given.value(other.id()).map(ToString::to_string))],
    };
    found.into_iter().flatten().collect()
}

impl Desk<'_> {
    /// Takes in a file.
    ///
    /// # Errors
    /// [`DeskError::Sheet`] for a file that cannot be read, [`DeskError::Strict`] for one that cannot be taken whole when it
    /// must be; then nothing was changed.
    pub async fn import(&self, subject: Subject, bytes: &[u8], how: How) -> Result<Report, DeskError> {
        if how.strict {
            let report = self.file(subject, bytes, true).await?;
            if !report.left_out.is_empty() {
                return Err(DeskError::Strict(Box::new(report)));
            }
            if how.dry_run {
                return Ok(report);
            }
        }
        self.file(subject, bytes, how.dry_run).await
    }

    async fn file(&self, subject: Subject, bytes: &[u8], dry: bool) -> Result<Report, DeskError> {
        let sheet = Sheet::open(bytes, subject.fields())?;
        match subject {
            Subject::Members => self.pass(subject, sheet, Members::of(*self).await?, dry).await,
            Subject::Cards => self.pass(subject, sheet, Cards { desk: *self }, dry).await,
            Subject::GiftCards => self.pass(subject, sheet, GiftCards { desk: *self }, dry).await,
            Subject::Levels => self.pass(subject, sheet, Offers::<Level>::of(*self).await?, dry).await,
            Subject::Rewards => self.pass(subject, sheet, Offers::<Reward>::of(*self).await?, dry).await,
            Subject::Memberships => {
                self.pass(subject, sheet, Offers::<MembershipItem>::of(*self).await?, dry).await
            }
            Subject::EVouchers => self.pass(subject, sheet, Offers::<EVoucher>::of(*self).await?, dry).await,
        }
    }

    async fn pass<R: Records>(
        &self,
        subject: Subject,
        mut sheet: Sheet<'_>,
        mut records: R,
        dry: bool,
    ) -> Result<Report, DeskError> {
        let mut report = Report { dry_run: dry, ..Report::default() };
        let mut seen: HashMap<String, u64> = HashMap::new();
        loop {
            let rows: Vec<_> = sheet.by_ref().take(CHUNK).collect();
            if rows.is_empty() {
                return Ok(report);
            }
            let (mut tx, mut done) = (self.loyalty.begin().await?, Vec::new());
            for (line, row) in rows {
                report.rows_read += 1;
                let given = match row {
                    Ok(given) => given,
                    Err(why) => {
                        report.leave_out(line, why);
                        continue;
                    }
                };
                let names = names(subject, &given);
                if let Some(first) = names.iter().find_map(|name| seen.get(name)) {
                    report.leave_out(line, format!("is the same {} as in line {first}", subject.noun()));
                    continue;
                }
                match records.put(&mut tx, Target::File, &given).await {
                    Ok(put) => {
                        report.count(put.outcome);
                        seen.extend(names.into_iter().map(|name| (name, line)));
                        done.push(put);
                    }
                    Err(error) if error.is_of_record() => report.leave_out(line, error.to_string()),
                    Err(error) => return Err(error),
                }
            }
            if !dry {
                tx.commit().await?;
                done.iter().for_each(|put| self.forget(put));
            }
        }
    }
}
