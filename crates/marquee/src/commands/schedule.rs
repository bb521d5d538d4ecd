//! `marquee site schedule`: publications that are due later (decision 0078).

use anyhow::Result;
use clap::Subcommand;
use jiff::Timestamp;
use marquee_model::publication::PublicationProblem;
use marquee_site::draft::{Author, DraftError, Publication, ScheduledChanges};
use marquee_store::Store;
use serde_json::json;

use super::draft::{print_problems, selected};
use super::find_site::find_site;
use crate::settings::Settings;
use crate::wiring;

#[derive(Debug, Subcommand)]
pub enum ScheduleCommand {
    /// Prints the publication that is scheduled, or why the last one was not published
    List {
        /// Key of the site
        key: String,
        /// Prints JSON
        #[arg(long)]
        json: bool,
    },
    /// Schedules the publication of the changes that the draft has now, with their values
    Set {
        /// Key of the site
        key: String,
        /// When, with `Z` or the distance to UTC: 2026-11-27T06:00:00Z, 2026-11-27T07:00:00+01:00
        at: Timestamp,
        /// Name of the version
        #[arg(long, default_value = "")]
        name: String,
        /// JSON Pointer of a change, repeatable; default all
        #[arg(long = "only", value_name = "POINTER")]
        pointers: Vec<String>,
        /// Replaces the publication that is scheduled already
        #[arg(long)]
        replace: bool,
    },
    /// Cancels the scheduled publication, or closes the report of one that was not published
    Cancel {
        /// Key of the site
        key: String,
    },
}

fn problem_words(problem: PublicationProblem) -> &'static str {
    match problem {
        PublicationProblem::Changed => "they were edited or discarded since",
        PublicationProblem::NotPermitted => "who scheduled them may not publish any more",
        PublicationProblem::Invalid => "some of them are invalid",
    }
}

pub async fn run(settings: &Settings, store: &Store, command: ScheduleCommand) -> Result<()> {
    let drafts = wiring::drafts(settings, store);
    let author = Author::command();
    match command {
        ScheduleCommand::List { key, json } => {
            let site = find_site(store, &key).await?;
            let draft = drafts.draft(&site, &author).await?;
            if json {
                let both = json!({ "scheduled": draft.scheduled, "failed": draft.failed_publication });
                println!("{}", serde_json::to_string_pretty(&both)?);
            } else if let Some(found) = draft.scheduled {
                let changes = found.pointers.as_ref().map_or_else(
                    || "what the draft then has".to_owned(),
                    |pointers| format!("{} changes", pointers.len()),
                );
                println!("{}\t{}\t{changes}\t{}", found.at, found.actor, found.name.unwrap_or_default());
                found.pointers.into_iter().flatten().for_each(|pointer| println!("{pointer}"));
            } else if let Some(failed) = draft.failed_publication {
                let (problem, left_out) = (problem_words(failed.problem), failed.left_out);
                println!("{}\t{}\t{left_out} changes were not published: {problem}", failed.at, failed.actor);
            } else {
                println!("no publication is scheduled");
            }
        }
        ScheduleCommand::Set { key, at, name, pointers, replace } => {
            let site = find_site(store, &key).await?;
            print_problems(&drafts.draft(&site, &author).await?.problems);
            let publication = Publication { version: None, pointers: selected(&pointers), name: &name };
            let changes = ScheduledChanges { publication, keep_scheduled: !replace };
            let scheduled =
                drafts.schedule(&site, &author, at, &changes).await.map_err(|error| match error {
                    DraftError::Scheduled => {
                        anyhow::anyhow!("another publication is scheduled: cancel it, or add --replace")
                    }
                    error => error.into(),
                })?;
            let count = scheduled.pointers.map_or(0, |pointers| pointers.len());
            println!("{count} changes of {key} are published at {}", scheduled.at);
        }
        ScheduleCommand::Cancel { key } => {
            let site = find_site(store, &key).await?;
            drafts.cancel_schedule(&site, &author).await.map_err(|error| match error {
                DraftError::Nothing => anyhow::anyhow!("no publication of {key} is scheduled"),
                error => error.into(),
            })?;
            println!("the scheduled publication of {key} was canceled");
        }
    }
    Ok(())
}
