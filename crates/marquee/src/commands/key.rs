//! `marquee key`: API keys with which other programs use a site's loyalty program.

use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::{Subcommand, ValueEnum};
use jiff::SignedDuration;
use marquee_model::operator::PointsLimit;
use marquee_store::KeyScope;

use super::records::{LoyaltyContext, SiteArgs};
use super::table;
use crate::settings::Settings;

#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Lists the keys by name; the keys themselves are not stored
    List {
        #[command(flatten)]
        at: SiteArgs,
        /// Prints JSON
        #[arg(long)]
        json: bool,
    },
    /// Generates a key and prints it once; it replaces the key of the same name
    Add {
        #[command(flatten)]
        at: SiteArgs,
        /// What the key permits
        #[arg(long, value_enum, default_value_t = Scope::Till)]
        scope: Scope,
        /// Days after which the key expires; default never
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u16).range(1..=3660))]
        days: Option<u16>,
        /// Points that a key of the scope `operator` may give or take at once
        #[arg(long, value_name = "POINTS", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
        points: u32,
        /// Name of the key
        name: String,
    },
    /// Removes a key, with immediate effect
    Remove {
        #[command(flatten)]
        at: SiteArgs,
        /// Name of the key
        name: String,
    },
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Scope {
    /// Book purchases (POST /api/pos/transactions)
    Till,
    /// Records of the loyalty program (/api/operator/…)
    Operator,
}

pub async fn run(settings: &Settings, command: KeyCommand) -> Result<ExitCode> {
    match command {
        KeyCommand::List { at, json } => {
            let loyalty = LoyaltyContext::open(settings, &at.site).await?;
            list(&loyalty, json).await?;
            loyalty.close().await;
        }
        KeyCommand::Add { at, scope, days, points, name } => {
            let scope = match scope {
                Scope::Till => KeyScope::Till,
                Scope::Operator => KeyScope::Operator,
            };
            let loyalty = LoyaltyContext::open(settings, &at.site).await?;
            let now = settings.system_clock().now();
            let lifetime = days.map(|days| SignedDuration::from_hours(24 * i64::from(days)));
            let expires_at = lifetime.map(|lifetime| now.saturating_add(lifetime)).transpose()?;
            let limit = PointsLimit::UpTo(points);
            println!("key: {}", loyalty.admin().add_key(&name, scope, expires_at, limit).await?);
            println!("{name} was added; the key is not shown again");
            loyalty.close().await;
        }
        KeyCommand::Remove { at, name } => {
            let loyalty = LoyaltyContext::open(settings, &at.site).await?;
            let result = loyalty.admin().remove_key(&name).await;
            result.map_err(|error| anyhow!("{name}: {error}"))?;
            println!("{name} was removed");
            loyalty.close().await;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// How many points a key may give or take at once; `None` without a limit, and for keys of tills.
fn points_of(key: &marquee_store::ApiKey) -> Option<u32> {
    key.points_limit.points().filter(|_| key.scope == KeyScope::Operator)
}

async fn list(loyalty: &LoyaltyContext, json: bool) -> Result<()> {
    let keys = loyalty.admin().keys().await?;
    if json {
        let keys: Vec<_> = keys
            .iter()
            .map(|key| {
                serde_json::json!({
                    "name": key.name, "scope": key.scope.as_str(), "createdAt": key.created_at,
                    "expiresAt": key.expires_at, "usedAt": key.used_at, "pointsLimit": points_of(key),
                })
            })
            .collect();
        println!("{}", serde_json::to_string_pretty(&keys)?);
        return Ok(());
    }
    let row = |key: marquee_store::ApiKey| {
        let points = points_of(&key).map(|points| points.to_string()).unwrap_or_default();
        let at = |at: Option<jiff::Timestamp>| at.map(|at| at.to_string()).unwrap_or_default();
        vec![
            key.name,
            key.scope.as_str().to_owned(),
            key.created_at.to_string(),
            at(key.expires_at),
            at(key.used_at),
            points,
        ]
    };
    table::print_rows(
        &["name", "scope", "createdAt", "expiresAt", "usedAt", "pointsLimit"],
        &keys.into_iter().map(row).collect::<Vec<_>>(),
    );
    Ok(())
}
