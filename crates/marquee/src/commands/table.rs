//! Prints lists as an aligned table, JSON or CSV.

use anyhow::Result;
use clap::Args;
use marquee_loyalty::{Admin, PageQuery, Subject, rows_of_sheet, write_sheet};
use serde_json::Value;

/// Output format of a list.
#[derive(Debug, Clone, Copy, Args)]
pub struct OutputFormat {
    /// Prints all fields as JSON
    #[arg(long)]
    json: bool,
    /// Prints all fields as CSV, which `import` reads
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

/// The columns that a table shows for records of this kind.
fn table_columns(subject: Subject) -> &'static [&'static str] {
    match subject {
        Subject::Members => {
            &["id", "email", "firstName", "lastName", "levelId", "points", "cardCode", "standing"]
        }
        Subject::Cards => &["code", "member", "status", "isPrimary", "hasPin", "expiresAt"],
        Subject::Levels => &["id", "name", "pointsPerUnit", "fromPoints"],
        Subject::Rewards => &["itemCode", "name", "pointsCost", "fromLevel", "isAvailable", "theaters"],
        Subject::Memberships => {
            &["code", "name", "price.amount", "price.currency", "levelId", "durationMonths"]
        }
        Subject::EVouchers => &["code", "name", "price.amount", "price.currency", "theaters"],
        Subject::GiftCards => &["id", "lastFour", "balance", "currency", "expiresAt", "lockedUntil"],
    }
}

/// A field as text, by its dotted path; empty if it is missing. Control characters become spaces.
pub fn text(record: &Value, name: &str) -> String {
    let value_at = name.split('.').try_fold(record, |value, part| value.get(part));
    let text = match value_at {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(entries)) => entries.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("|"),
        Some(other) => other.to_string(),
    };
    // A terminal would interpret control characters.
    text.replace(char::is_control, " ")
}

/// Prints a header and rows, each column as wide as its longest cell.
pub fn print_rows(heads: &[&str], rows: &[Vec<String>]) {
    let widths: Vec<usize> = heads
        .iter()
        .enumerate()
        .map(|(index, head)| {
            let cells = rows.iter().filter_map(|row| row.get(index)).map(|cell| cell.chars().count());
            cells.chain([head.chars().count()]).max().unwrap_or(0)
        })
        .collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let padded: Vec<String> = cells.zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        println!("{}", padded.join("  ").trim_end());
    };
    line(&mut heads.iter().copied());
    for row in rows {
        line(&mut row.iter().map(String::as_str));
    }
}

/// Prints a whole list. JSON and CSV are printed page by page; a table needs all rows for its column widths.
pub async fn print(admin: Admin<'_>, subject: Subject, words: &str, form: OutputFormat) -> Result<()> {
    let (mut after, mut first) = (None::<String>, true);
    let mut rows = Vec::new();
    loop {
        let listed = admin
            .list(subject, PageQuery { after: after.as_deref(), search: words, ..PageQuery::first() })
            .await?;
        if form.json {
            for item in &listed.items {
                let start = if std::mem::take(&mut first) { "[\n" } else { ",\n" };
                print!("{start}{item}");
            }
        } else if form.csv {
            let sheet = write_sheet(subject.columns(), &listed.items);
            print!("{}", if std::mem::take(&mut first) { &sheet } else { rows_of_sheet(&sheet) });
        } else {
            let names = table_columns(subject);
            rows.extend(listed.items.iter().map(|item| names.iter().map(|n| text(item, n)).collect()));
        }
        after = listed.next;
        if after.is_none() {
            break;
        }
    }
    if form.json {
        println!("{}", if first { "[]" } else { "\n]" });
    } else if !form.csv {
        print_rows(table_columns(subject), &rows);
    }
    Ok(())
}
