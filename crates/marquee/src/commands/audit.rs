//! `marquee audit`: prints the audit log.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
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
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

pub async fn run(settings: &Settings, args: AuditArgs) -> Result<ExitCode> {
    let loyalty = LoyaltyContext::open(settings, &args.at.site).await?;
    let lines = loyalty.admin().audit_log(args.limit).await?;
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
    table::print_rows(&["at", "actor", "action", "subject", "detail"], &rows);
    Ok(ExitCode::SUCCESS)
}
