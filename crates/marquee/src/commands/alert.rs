//! `marquee site alert`: alerts of theaters, which pages show at once.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use jiff::civil::DateTime;
use marquee_model::TheaterId;
use marquee_model::time::time_zone;
use marquee_site::alerts::{AlertChange, AlertText, current_alerts, end_alert, set_alert};
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
        /// The message in another language of the site, repeatable: fr=Ascenseur en panne. Without one, visitors who read that
        /// language see the message itself, also if there was a translation before
        #[arg(long = "in", value_name = "LANGUAGE=MESSAGE", value_parser = translation)]
        translations: Vec<(String, String)>,
    },
    /// Ends the alert of a theater now
    End {
        /// Key of the site
        key: String,
        /// Id of the theater
        theater: String,
    },
}

/// A language and a message: `fr=Ascenseur en panne`.
fn translation(value: &str) -> Result<(String, String), String> {
    let (language, message) = value.split_once('=').ok_or("write it as fr=Ascenseur en panne")?;
    Ok((language.trim().to_owned(), message.to_owned()))
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
                    let languages: Vec<&str> = alert.translations.keys().map(String::as_str).collect();
                    let languages = languages.join(", ");
                    vec![theater.id.to_string(), ends.datetime().to_string(), alert.message, languages]
                })
                .collect();
            table::print_rows(&["theater", "ends", "message", "also in"], &rows);
        }
        AlertCommand::Set { key, theater, message, ends, translations } => {
            let site = find_site(store, &key).await?;
            let id = TheaterId::parse(&theater).context("invalid theater")?;
            let given = translations.len();
            let translations: BTreeMap<_, _> = translations.into_iter().collect();
            if translations.len() < given {
                bail!("--in has a language twice");
            }
            let text = AlertText { message: &message, translations: &translations, ends };
            let (theater, _) = set_alert(store, &site, &id, text, change).await?;
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
