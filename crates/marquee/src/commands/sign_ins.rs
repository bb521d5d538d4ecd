//! `marquee operator sign-ins`: the sign-ins of an operator.

use anyhow::Result;
use clap::Args;
use marquee_site::operators::is_over;
use marquee_store::{AuditRow, Store};

use super::find_operator::{ACTOR, find_operator, sites_of};
use super::table;
use crate::settings::Settings;

#[derive(Debug, Args)]
pub struct SignInsArgs {
    /// Email address
    email: String,
    /// Ends all of them
    #[arg(long)]
    end: bool,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

pub async fn run(settings: &Settings, store: &Store, args: SignInsArgs) -> Result<()> {
    let operator = find_operator(store, &args.email).await?;
    let now = settings.system_clock().now();
    if args.end {
        let roles = store.operator_roles(&operator.id).await?;
        let scopes: Vec<_> = roles.into_iter().map(|role| role.scope).collect();
        let sites = sites_of(store, &scopes).await?;
        let mut tx = store.begin().await?;
        tx.end_operator_sessions(&operator.id, None).await?;
        for site in &sites {
            let row = AuditRow {
                at: now,
                actor: ACTOR.to_owned(),
                action: "operator.sign-out".to_owned(),
                subject: operator.email.clone(),
                detail: String::new(),
            };
            tx.log_audit(site, &row).await?;
        }
        tx.commit().await?;
        println!("all sign-ins of {} have ended", operator.email);
        return Ok(());
    }
    let sessions = store.operator_sessions(&operator.id).await?;
    let sessions = sessions.into_iter().filter(|row| !is_over(row, now));
    if args.json {
        let sessions: Vec<_> = sessions
            .map(|row| {
                serde_json::json!({ "device": row.device, "createdAt": row.created_at, "seenAt": row.seen_at })
            })
            .collect();
        println!("{}", serde_json::to_string_pretty(&sessions)?);
        return Ok(());
    }
    let rows: Vec<_> =
        sessions.map(|row| vec![row.created_at.to_string(), row.seen_at.to_string(), row.device]).collect();
    table::print_rows(&["signed in", "last seen", "device"], &rows);
    Ok(())
}
