//! `marquee site draft|edit|discard|removed|put-back|publish|history|compare|restore|preview`: what the site editor does, without a browser.

use anyhow::{Context, Result, anyhow};
use clap::Subcommand;
use marquee_api::editor::{DraftChange, DraftEdit, DraftProblem, RemovedRecord};
use marquee_model::SiteId;
use marquee_site::SiteHandle;
use marquee_site::draft::{
    Author, ContentState, DraftError, Drafts, PreviewError, PreviewLinks, PreviewSource, Publication,
};
use marquee_store::Store;

use super::compare::{parse_state, print_comparison, short};
use super::find_site::find_site;
use super::table;
use crate::secret;
use crate::settings::Settings;
use crate::wiring;

#[derive(Debug, Subcommand)]
pub enum DraftCommand {
    /// Prints what the draft of a site changes
    Draft {
        /// Key of the site
        key: String,
        /// Prints JSON
        #[arg(long)]
        json: bool,
    },
    /// Changes a part of the draft of a site
    Edit {
        /// Key of the site
        key: String,
        /// JSON Pointer of the part, for example `/site/settings/name`
        pointer: String,
        /// The new value as JSON; without it the part is removed
        value: Option<String>,
    },
    /// Discards the draft of a site
    Discard {
        /// Key of the site
        key: String,
        /// JSON Pointer of a change, repeatable; default all
        #[arg(long = "only", value_name = "POINTER")]
        pointers: Vec<String>,
    },
    /// Publishes the draft of a site
    Publish {
        /// Key of the site
        key: String,
        /// Name of the version
        #[arg(long, default_value = "")]
        name: String,
        /// JSON Pointer of a change, repeatable; default all
        #[arg(long = "only", value_name = "POINTER")]
        pointers: Vec<String>,
    },
    /// Lists the published versions of a site, newest first
    History {
        /// Key of the site
        key: String,
        /// Prints JSON
        #[arg(long)]
        json: bool,
    },
    /// Says in words what two versions of a site have differently
    Compare {
        /// Key of the site
        key: String,
        /// The number of a version, `published` or `draft`
        #[arg(value_parser = parse_state)]
        before: ContentState,
        /// What it is compared with
        #[arg(value_parser = parse_state, default_value = "published")]
        after: ContentState,
        /// Prints JSON
        #[arg(long)]
        json: bool,
    },
    /// Prints an address under which whoever has it sees the draft or a version. It cannot be withdrawn, and expires
    Preview {
        /// Key of the site
        key: String,
        /// Number of a published version; default the draft
        #[arg(long, value_name = "NUMBER")]
        revision: Option<i64>,
        /// Days until the address expires, 1 to 30; default 12 hours
        #[arg(long, value_name = "DAYS")]
        days: Option<i64>,
        /// Prints JSON
        #[arg(long)]
        json: bool,
    },
    /// Lists what was removed from the draft of a site in the last 30 days, the latest first
    Removed {
        /// Key of the site
        key: String,
        /// Prints JSON
        #[arg(long)]
        json: bool,
    },
    /// Puts something that was removed back into the draft of a site
    PutBack {
        /// Key of the site
        key: String,
        /// JSON Pointer of what was removed, as `marquee site removed` prints it
        pointer: String,
    },
    /// Puts a published version into the draft of a site
    Restore {
        /// Key of the site
        key: String,
        /// Number of the version
        number: i64,
    },
}

pub fn print_problems(problems: &[DraftProblem]) {
    for problem in problems {
        println!("{}: {}", problem.pointer, problem.message);
    }
}

fn failed(error: DraftError) -> anyhow::Error {
    match error {
        DraftError::Invalid(problems) => {
            print_problems(&problems);
            anyhow!("nothing was published")
        }
        error => error.into(),
    }
}

pub fn print_changes(changes: &[DraftChange]) {
    for change in changes {
        println!(
            "{}\t{} -> {}\t{}",
            change.pointer,
            short(change.from.as_ref()),
            short(change.to.as_ref()),
            change.actor
        );
    }
}

/// Pointers of `--only`; `None` without any.
pub fn selected(pointers: &[String]) -> Option<&[String]> {
    (!pointers.is_empty()).then_some(pointers)
}

pub async fn run(settings: &Settings, store: &Store, command: DraftCommand) -> Result<()> {
    let drafts = wiring::drafts(settings, store);
    let author = Author::command();
    match command {
        DraftCommand::Draft { key, json } => {
            let site = find_site(store, &key).await?;
            let draft = drafts.draft(&site, &author).await?;
            if json {
                println!("{}", serde_json::to_string_pretty(&draft.changes)?);
            } else {
                print_changes(&draft.changes);
                print_problems(&draft.problems);
            }
        }
        DraftCommand::Edit { key, pointer, value } => {
            let site = find_site(store, &key).await?;
            edit(&drafts, &site, &author, pointer, value).await?;
        }
        DraftCommand::Discard { key, pointers } => {
            let site = find_site(store, &key).await?;
            let update = drafts.discard(&site, &author, selected(&pointers)).await?;
            println!("the draft has {} changes", update.changes.len());
        }
        DraftCommand::Publish { key, name, pointers } => {
            let site = find_site(store, &key).await?;
            let publication = Publication { version: None, pointers: selected(&pointers), name: &name };
            let revision = drafts.publish(&site, &author, &publication).await.map_err(failed)?;
            println!("version {} of {key} was published with {} changes", revision.number, revision.changes);
        }
        DraftCommand::History { key, json } => {
            let site = find_site(store, &key).await?;
            print_history(&drafts, &site, json).await?;
        }
        DraftCommand::Compare { key, before, after, json } => {
            let site = find_site(store, &key).await?;
            print_comparison(&drafts.compare(&site, before, after).await?, json)?;
        }
        DraftCommand::Preview { key, revision, days, json } => {
            let site = find_site(store, &key).await?;
            preview(settings, store, &drafts, &site, (revision, days), json).await?;
        }
        DraftCommand::Removed { key, json } => {
            print_removed(&drafts, &find_site(store, &key).await?, &author, json).await?;
        }
        DraftCommand::PutBack { key, pointer } => {
            let update = drafts.restore_removed(&find_site(store, &key).await?, &author, &pointer).await?;
            print_changes(&update.changes);
        }
        DraftCommand::Restore { key, number } => {
            let site = find_site(store, &key).await?;
            let update = drafts.restore(&site, &author, number).await?;
            print_changes(&update.changes);
            println!("version {number} is the draft of {key}: publish it with `marquee site publish {key}`");
        }
    }
    Ok(())
}

/// Prints pointers and names of removed records, when they were removed, and by whom.
async fn print_removed(drafts: &Drafts, site: &SiteId, author: &Author, json: bool) -> Result<()> {
    let removed = drafts.removed(site, author).await?;
    if json {
        println!("{}", serde_json::to_string_pretty(&removed.records)?);
        return Ok(());
    }
    let row = |record: RemovedRecord| vec![record.pointer, record.name, record.at.to_string(), record.actor];
    let rows: Vec<_> = removed.records.into_iter().map(row).collect();
    table::print_rows(&["pointer", "name", "removed", "by"], &rows);
    Ok(())
}

async fn edit(
    drafts: &Drafts,
    site: &SiteId,
    author: &Author,
    pointer: String,
    value: Option<String>,
) -> Result<()> {
    let parse = |text: String| {
        serde_json::from_str(&text)
            .with_context(|| format!("{text} is not JSON: a text needs quotation marks"))
    };
    let to = value.map(parse).transpose()?;
    let draft = drafts.draft(site, author).await?;
    let from = draft.content.pointer(&pointer).cloned();
    let update = drafts.edit(site, author, &[DraftEdit { pointer, from, to }]).await?;
    print_changes(&update.changes);
    print_problems(&update.problems);
    Ok(())
}

/// Prints the address of a preview.
async fn preview(
    settings: &Settings,
    store: &Store,
    drafts: &Drafts,
    site: &SiteId,
    (revision, days): (Option<i64>, Option<i64>),
    json: bool,
) -> Result<()> {
    if let Some(number) = revision {
        drafts.revision(site, number).await?;
    }
    let stored = store.site(site).await?.context("the site was removed by someone else")?;
    let source = revision.map_or(PreviewSource::Draft, PreviewSource::Revision);
    let links = PreviewLinks::new(&secret::keys(settings)?)?;
    let made = links.address(&SiteHandle::new(stored), source, days, settings.system_clock().now());
    let made = made.map_err(|error| match error {
        PreviewError::Days => anyhow!("--{error}"),
        PreviewError::Auth(error) => error.into(),
    })?;
    if json {
        println!("{}", serde_json::to_string_pretty(&made)?);
    } else {
        println!("{}", made.address);
        println!("It is valid until {}.", made.until);
    }
    Ok(())
}

async fn print_history(drafts: &Drafts, site: &SiteId, json: bool) -> Result<()> {
    let (mut before, mut all) = (None, Vec::new());
    loop {
        let page = drafts.history(site, before).await?;
        all.extend(page.revisions);
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    if json {
        println!("{}", serde_json::to_string_pretty(&all)?);
        return Ok(());
    }
    for revision in all {
        println!(
            "{}\t{}\t{}\t{} changes\t{}",
            revision.number, revision.at, revision.actor, revision.changes, revision.name
        );
    }
    Ok(())
}
