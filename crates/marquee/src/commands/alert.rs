//! `marquee site alert`: alerts of theaters, which pages show at once.

use anyhow::{Context, Result};
use clap::Subcommand;
use jiff::civil::DateTime;
use marquee_model::TheaterId;
use marquee_model::time::time_zone;
use marquee_site::alerts::{AlertChange, current_alerts, end_alert, set_alert};
use marquee_store::Store;

use super::find_site::find_site;
use super::table;
use crate::settings::Settings;

#[derive(Debug, Subcommand)]
pub enum AlertCommand {
    /// Lists the alerts of a site that have not ended
    List {
        /// Key of the site
        key: String,
    },
    /// Shows an alert on the pages of a theater and of all films, or changes it
    Set {
        /// Key of the site
        key: String,
        /// Id of the theater
        theater: String,
        /// The message: one line of at most 160 characters
        message: String,
        /// When it ends, as local time of the theater: 2026-11-21T10:00
        #[arg(long, value_name = "TIME")]
        ends: DateTime,
    },
    /// Ends the alert of a theater now
    End {
        /// Key of the site
        key: String,
        /// Id of the theater
        theater: String,
    },
}

pub async fn run(settings: &Settings, store: &Store, command: AlertCommand) -> Result<()> {
    let change = AlertChange { actor: "operator:cli", now: settings.system_clock().now() };
    match command {
        AlertCommand::List { key } => {
            let site = find_site(store, &key).await?;
            let rows: Vec<_> = current_alerts(store, &site, change.now)
                .await?
                .into_iter()
                .map(|(theater, alert)| {
                    let ends = alert.ends_at.to_zoned(time_zone(&theater.time_zone));
                    vec![theater.id.to_string(), ends.datetime().to_string(), alert.message]
                })
                .collect();
            table::print_rows(&["theater", "ends", "message"], &rows);
        }
        AlertCommand::Set { key, theater, message, ends } => {
            let site = find_site(store, &key).await?;
            let id = TheaterId::parse(&theater).context("invalid theater")?;
            let (theater, _) = set_alert(store, &site, &id, &message, ends, change).await?;
            println!("the alert of {} is shown until {ends}", theater.name);
        }
        AlertCommand::End { key, theater } => {
            let site = find_site(store, &key).await?;
            let id = TheaterId::parse(&theater).context("invalid theater")?;
            end_alert(store, &site, &id, change).await?;
            println!("the alert of {theater} has ended");
        }
    }
    Ok(())
}
