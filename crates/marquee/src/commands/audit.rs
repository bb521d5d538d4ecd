//! `marquee audit`: prints the audit log.

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use marquee_loyalty::write_texts;
use marquee_store::AuditRow;

use super::records::{LoyaltyContext, SiteArgs};
use super::table;
use crate::settings::Settings;

#[derive(Debug, Args)]
pub struct AuditArgs {
    #[command(flatten)]
    at: SiteArgs,
    /// Maximum number of entries, newest first
    #[arg(long, alias = "most", default_value_t = 50, value_name = "NUMBER")]
    limit: u64,
    /// Only entries with this text in who, what, whose or how
    #[arg(long, default_value = "", hide_default_value = true, value_name = "TEXT")]
    search: String,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    /// Prints CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

pub async fn run(settings: &Settings, args: AuditArgs) -> Result<ExitCode> {
    let loyalty = LoyaltyContext::open(settings, &args.at.site).await?;
    let site = &loyalty.site().key;
    let lines = loyalty.store().audit_page(site, None, args.search.trim(), args.limit).await?;
    let lines: Vec<AuditRow> = lines.into_iter().map(|(_, line)| line).collect();
    loyalty.close().await;
    if args.json {
        let lines: Vec<_> = lines
            .iter()
            .map(|line| {
                serde_json::json!({
                    "at": line.at, "actor": line.actor, "action": line.action, "subject": line.subject,
                    "detail": line.detail,
                })
            })
            .collect();
        println!("{}", serde_json::to_string_pretty(&lines)?);
        return Ok(ExitCode::SUCCESS);
    }
    let row = |line: AuditRow| vec![line.at.to_string(), line.actor, line.action, line.subject, line.detail];
    let rows: Vec<_> = lines.into_iter().map(row).collect();
    let columns = ["at", "actor", "action", "subject", "detail"];
    if args.csv {
        std::io::stdout().write_all(&write_texts(&columns, rows)?)?;
    } else {
        table::print_rows(&columns, &rows);
    }
    Ok(ExitCode::SUCCESS)
}
