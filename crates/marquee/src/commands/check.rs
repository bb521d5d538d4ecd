//! `marquee check`.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::settings::Settings;

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Checks a stored site
    #[arg(long)]
    site: Option<String>,
    /// Site folders, site.json, catalog files or feeds
    files: Vec<std::path::PathBuf>,
}

pub async fn run(_: &Settings, _: &CheckArgs) -> Result<ExitCode> {
    anyhow::bail!("pending")
}
