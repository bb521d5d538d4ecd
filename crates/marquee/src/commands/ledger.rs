//! `marquee ledger`: verifies the ledger of points and gift cards.

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

use super::records::{LoyaltyContext, SiteArgs};
use crate::settings::Settings;

#[derive(Debug, Subcommand)]
pub enum LedgerCommand {
    /// Recomputes every balance and hash chain; accounts that do not match are frozen
    Verify(SiteArgs),
}

pub async fn run(settings: &Settings, command: LedgerCommand) -> Result<ExitCode> {
    let LedgerCommand::Verify(at) = command;
    let loyalty = LoyaltyContext::open(settings, &at.site).await?;
    let report = loyalty.admin().verify_ledger().await?;
    loyalty.close().await;
    for line in &report.errors {
        println!("{line}");
    }
    if report.errors.is_empty() {
        println!("{} accounts and {} entries checked, no errors", report.accounts, report.entries);
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("marquee: the ledger has errors; {} accounts are frozen", report.affected_accounts.len());
    Ok(ExitCode::FAILURE)
}
