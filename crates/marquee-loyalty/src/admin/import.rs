//! Import of CSV files. Invalid rows are skipped and reported. Imports are idempotent.

use std::collections::HashMap;

use marquee_model::loyalty::{EVoucher, Level, MembershipItem, Reward, folded};

use super::cards::Cards;
use super::csv_file::CsvReader;
use super::field_values::FieldValues;
use super::fields::Subject;
use super::gift_cards::GiftCards;
use super::members::Members;
use super::offers::Offers;
use super::report::ImportReport;
use super::{Admin, AdminError, RecordWriter, Target};
use crate::cards;
use crate::gift_cards::normalize_number;

/// Rows per transaction: small, so that members' own writes are not blocked for long.
const ROWS_PER_TRANSACTION: usize = 500;

/// Import options.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ImportOptions {
    /// Validates only and changes nothing.
    pub dry_run: bool,
    /// Imports nothing if any row is invalid.
    pub strict: bool,
}

/// The keys of a row's record, to detect duplicates in a file.
fn duplicate_keys(subject: Subject, given: &FieldValues) -> Vec<String> {
    let key = |kind: &str, text: Option<String>| text.map(|text| format!("{kind}:{text}"));
    let card = |name| given.str(name).and_then(|text| cards::code(text).ok()).map(|c| c.as_str().to_owned());
    let keys = match subject {
        Subject::Members => vec![
            key("id", given.str("id").map(str::to_owned)),
            key("email", given.str("email").map(folded)),
            key("username", given.str("username").map(folded)),
            key("card", card("cardCode")),
        ],
        Subject::Cards => vec![key("card", card("code"))],
        Subject::GiftCards => vec![key("number", given.str("number").map(normalize_number))],
        other => vec![key("id", given.value(other.id()).map(ToString::to_string))],
    };
    keys.into_iter().flatten().collect()
}

impl Admin<'_> {
    /// Imports a file.
    ///
    /// # Errors
    /// [`AdminError::Sheet`] if the file is rejected as a whole; [`AdminError::InvalidRows`] if a row is invalid and `how.strict`
    /// is set. Both change nothing. After another error, earlier batches of rows stay imported.
    pub async fn import(
        &self,
        subject: Subject,
        bytes: &[u8],
        how: ImportOptions,
    ) -> Result<ImportReport, AdminError> {
        if how.strict {
            let report = self.import_file(subject, bytes, true).await?;
            if !report.left_out.is_empty() {
                return Err(AdminError::InvalidRows(Box::new(report)));
            }
            if how.dry_run {
                return Ok(report);
            }
        }
        self.import_file(subject, bytes, how.dry_run).await
    }

    async fn import_file(
        &self,
        subject: Subject,
        bytes: &[u8],
        dry: bool,
    ) -> Result<ImportReport, AdminError> {
        let sheet = CsvReader::open(bytes, subject.fields())?;
        match subject {
            Subject::Members => self.import_rows(subject, sheet, Members::load(*self).await?, dry).await,
            Subject::Cards => self.import_rows(subject, sheet, Cards { desk: *self }, dry).await,
            Subject::GiftCards => self.import_rows(subject, sheet, GiftCards { desk: *self }, dry).await,
            Subject::Levels => {
                self.import_rows(subject, sheet, Offers::<Level>::load(*self).await?, dry).await
            }
            Subject::Rewards => {
                self.import_rows(subject, sheet, Offers::<Reward>::load(*self).await?, dry).await
            }
            Subject::Memberships => {
                self.import_rows(subject, sheet, Offers::<MembershipItem>::load(*self).await?, dry).await
            }
            Subject::EVouchers => {
                self.import_rows(subject, sheet, Offers::<EVoucher>::load(*self).await?, dry).await
            }
        }
    }

    async fn import_rows<R: RecordWriter>(
        &self,
        subject: Subject,
        mut sheet: CsvReader<'_>,
        mut records: R,
        dry: bool,
    ) -> Result<ImportReport, AdminError> {
        let mut report = ImportReport { dry_run: dry, ..ImportReport::default() };
        let mut seen: HashMap<String, u64> = HashMap::new();
        loop {
            let rows: Vec<_> = sheet.by_ref().take(ROWS_PER_TRANSACTION).collect();
            if rows.is_empty() {
                return Ok(report);
            }
            let (mut tx, mut done) = (self.context.begin().await?, Vec::new());
            for (line, row) in rows {
                report.rows_read += 1;
                let given = match row {
                    Ok(given) => given,
                    Err(why) => {
                        report.leave_out(line, why);
                        continue;
                    }
                };
                let keys = duplicate_keys(subject, &given);
                if let Some(first) = keys.iter().find_map(|key| seen.get(key)) {
                    report.leave_out(line, format!("is the same {} as in line {first}", subject.noun()));
                    continue;
                }
                match records.put(&mut tx, Target::File, &given).await {
                    Ok(put) => {
                        report.count(put.outcome);
                        seen.extend(keys.into_iter().map(|key| (key, line)));
                        done.push(put);
                    }
                    Err(error) if error.concerns_one_record() => report.leave_out(line, error.to_string()),
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
