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

/// When the rows of a file are committed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Commit {
    Never,
    EachBatch,
    /// All rows in one transaction, if all are valid.
    AllRows,
}

/// The keys of a row's record, to detect duplicates in a file.
fn duplicate_keys(subject: Subject, input: &FieldValues) -> Vec<String> {
    let key = |kind: &str, text: Option<String>| text.map(|text| format!("{kind}:{text}"));
    let card = |name| input.str(name).and_then(|text| cards::code(text).ok()).map(|c| c.as_str().to_owned());
    let keys = match subject {
        Subject::Members => vec![
            key("id", input.str("id").map(str::to_owned)),
            key("email", input.str("email").map(folded)),
            key("username", input.str("username").map(folded)),
            key("card", card("cardCode")),
        ],
        Subject::Cards => vec![key("card", card("code"))],
        Subject::GiftCards => vec![key("number", input.str("number").map(normalize_number))],
        other => vec![key("id", input.value(other.id()).map(ToString::to_string))],
    };
    keys.into_iter().flatten().collect()
}

impl Admin<'_> {
    /// Imports a file.
    ///
    /// # Errors
    /// [`AdminError::Sheet`] if the file is rejected as a whole; [`AdminError::InvalidRows`] if a row is invalid and `options.strict`
    /// is set. Both change nothing. After another error, earlier batches of rows stay imported, unless `options.strict` is set.
    pub async fn import(
        &self,
        subject: Subject,
        bytes: &[u8],
        options: ImportOptions,
    ) -> Result<ImportReport, AdminError> {
        if !options.strict {
            let commit = if options.dry_run { Commit::Never } else { Commit::EachBatch };
            return self.import_file(subject, bytes, commit).await;
        }
        let complete = |report: ImportReport| {
            if report.left_out.is_empty() {
                Ok(report)
            } else {
                Err(AdminError::InvalidRows(Box::new(report)))
            }
        };
        // Validates first, so that most files with invalid rows are rejected before the long transaction begins.
        let report = complete(self.import_file(subject, bytes, Commit::Never).await?)?;
        if options.dry_run {
            return Ok(report);
        }
        complete(self.import_file(subject, bytes, Commit::AllRows).await?)
    }

    async fn import_file(
        &self,
        subject: Subject,
        bytes: &[u8],
        commit: Commit,
    ) -> Result<ImportReport, AdminError> {
        let sheet = CsvReader::open(bytes, subject.fields())?;
        match subject {
            Subject::Members => self.import_rows(subject, sheet, Members::load(*self).await?, commit).await,
            Subject::Cards => self.import_rows(subject, sheet, Cards { admin: *self }, commit).await,
            Subject::GiftCards => self.import_rows(subject, sheet, GiftCards { admin: *self }, commit).await,
            Subject::Levels => {
                self.import_rows(subject, sheet, Offers::<Level>::load(*self).await?, commit).await
            }
            Subject::Rewards => {
                self.import_rows(subject, sheet, Offers::<Reward>::load(*self).await?, commit).await
            }
            Subject::Memberships => {
                self.import_rows(subject, sheet, Offers::<MembershipItem>::load(*self).await?, commit).await
            }
            Subject::EVouchers => {
                self.import_rows(subject, sheet, Offers::<EVoucher>::load(*self).await?, commit).await
            }
        }
    }

    async fn import_rows<R: RecordWriter>(
        &self,
        subject: Subject,
        mut sheet: CsvReader<'_>,
        mut records: R,
        commit: Commit,
    ) -> Result<ImportReport, AdminError> {
        let mut report = ImportReport { dry_run: commit == Commit::Never, ..ImportReport::default() };
        let mut first_lines: HashMap<String, u64> = HashMap::new();
        let rows_per_transaction = if commit == Commit::AllRows { usize::MAX } else { ROWS_PER_TRANSACTION };
        loop {
            let rows: Vec<_> = sheet.by_ref().take(rows_per_transaction).collect();
            if rows.is_empty() {
                return Ok(report);
            }
            let (mut tx, mut results) = (self.context.begin().await?, Vec::new());
            for (line, row) in rows {
                report.rows_read += 1;
                let input = match row {
                    Ok(input) => input,
                    Err(why) => {
                        report.skip_row(line, why);
                        continue;
                    }
                };
                let keys = duplicate_keys(subject, &input);
                if let Some(first_line) = keys.iter().find_map(|key| first_lines.get(key)) {
                    report.skip_row(line, format!("duplicate {}: see line {first_line}", subject.noun()));
                    continue;
                }
                match records.put(&mut tx, Target::File, &input).await {
                    Ok(put) => {
                        report.count(put.outcome);
                        first_lines.extend(keys.into_iter().map(|key| (key, line)));
                        results.push(put);
                    }
                    Err(error) if error.concerns_one_record() => report.skip_row(line, error.to_string()),
                    Err(error) => return Err(error),
                }
            }
            let commits = match commit {
                Commit::Never => false,
                Commit::EachBatch => true,
                Commit::AllRows => report.left_out.is_empty(),
            };
            if commits {
                tx.commit().await?;
                results.iter().for_each(|put| self.invalidate_members(put));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use marquee_store::WriteTx;

    use super::super::WriteResult;
    use super::super::tests::case;
    use super::*;

    /// Writes cards. Fails for the cards with these codes.
    struct FailingWriter<'a> {
        cards: Cards<'a>,
        failures: Vec<(&'static str, AdminError)>,
    }

    impl RecordWriter for FailingWriter<'_> {
        async fn put(
            &mut self,
            tx: &mut WriteTx,
            target: Target<'_>,
            input: &FieldValues,
        ) -> Result<WriteResult, AdminError> {
            match self.failures.iter().position(|(code, _)| input.str("code") == Some(code)) {
                Some(index) => Err(self.failures.remove(index).1),
                None => self.cards.put(tx, target, input).await,
            }
        }
    }

    #[tokio::test]
    async fn an_import_skips_invalid_rows_and_ends_with_an_error_of_the_database() {
        let file: String = (0..=ROWS_PER_TRANSACTION).map(|number| format!("A{number}\n")).collect();
        let file = format!("code\n{file}");
        for (commit, imported) in [(Commit::EachBatch, ROWS_PER_TRANSACTION - 1), (Commit::AllRows, 0)] {
            let case = case().await;
            let import = async |failures| {
                let writer = FailingWriter { cards: Cards { admin: case.admin() }, failures };
                let sheet = CsvReader::open(file.as_bytes(), Subject::Cards.fields())?;
                case.admin().import_rows(Subject::Cards, sheet, writer, commit).await
            };
            let count =
                async || case.admin().context.store.cards(&case.site.key, None, 999).await.unwrap().len();
            let conflict = || ("A7", AdminError::conflict("a conflict"));
            let failed = import(vec![conflict(), ("A500", AdminError::ConcurrentWrite)]).await;
            assert!(matches!(failed, Err(AdminError::ConcurrentWrite)), "{failed:?}");
            assert_eq!(count().await, imported, "{commit:?}: batches before the error");
            let report = import(vec![conflict()]).await.unwrap();
            assert_eq!(report.left_out.len(), 1);
            assert_eq!(count().await, if commit == Commit::AllRows { 0 } else { ROWS_PER_TRANSACTION });
        }
    }
}
