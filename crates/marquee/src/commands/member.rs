//! `marquee member`: manages the members of a site's loyalty program.

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use marquee_loyalty::{FieldValues, RemovableNotes, Subject};
use marquee_model::{MemberId, NoteId};
use marquee_store::Account;
use serde_json::{Value, json};

use super::records::{self, AddArgs, ChangeArgs, ImportArgs, ListArgs, LoyaltyContext, RecordArgs};
use super::table;
use crate::settings::Settings;

/// Number of ledger entries of the member's points that are shown.
const LINES: u64 = 20;

#[derive(Debug, Subcommand)]
pub enum MemberCommand {
    /// Lists members
    List {
        #[command(flatten)]
        list: ListArgs,
        /// Only members whose name or email address contains these words
        #[arg(long, default_value = "")]
        words: String,
    },
    /// Shows a member, found by id, email address, username or card, with cards and points
    Show {
        #[command(flatten)]
        record: RecordArgs,
        /// Prints JSON
        #[arg(long)]
        json: bool,
    },
    /// Adds a member, who is asked by email to choose a password
    Add(AddArgs),
    /// Changes fields of a member
    Change(ChangeArgs),
    /// Blocks a member from signing in
    Block(RecordArgs),
    /// Unblocks a member
    Unblock(RecordArgs),
    /// Requires a new password: ends all sign-ins of a member, who must choose another password by email
    RequirePassword(RecordArgs),
    /// Emails a member a link to set a new password
    SendPasswordLink(RecordArgs),
    /// Emails a member who has not confirmed their email address the link for it again
    SendConfirmation(RecordArgs),
    /// Notes for colleagues; the member can read them on request
    #[command(subcommand)]
    Note(NoteCommand),
    /// Merges another account of the same person into a member's account, and closes it
    Merge(MergeArgs),
    /// Prints all data of a member as JSON
    Export(RecordArgs),
    /// Deletes a member and their personal data
    Remove {
        #[command(flatten)]
        record: RecordArgs,
        /// Confirms the removal
        #[arg(long)]
        yes: bool,
    },
    /// Adds points to a member's balance, or deducts them
    Points(PointsArgs),
    /// Imports a CSV file
    Import(ImportArgs),
}

#[derive(Debug, Subcommand)]
pub enum NoteCommand {
    /// Lists the notes about a member, newest first
    List(RecordArgs),
    /// Adds a note
    Add {
        #[command(flatten)]
        record: RecordArgs,
        /// At most 500 characters
        text: String,
    },
    /// Removes a note, also one of somebody else
    Remove {
        #[command(flatten)]
        record: RecordArgs,
        /// Id of the note
        note: String,
    },
}

#[derive(Debug, Args)]
pub struct MergeArgs {
    #[command(flatten)]
    record: RecordArgs,
    /// The account that is closed, found by id, email address, username or card
    closed: String,
    /// Confirms the merge; without it, the command says what would be done
    #[arg(long)]
    yes: bool,
}

#[derive(Debug, Args)]
pub struct PointsArgs {
    #[command(flatten)]
    record: RecordArgs,
    /// Number of points; a negative number deducts them
    #[arg(allow_hyphen_values = true)]
    amount: i64,
    /// Reason, shown in the member's history
    #[arg(long, alias = "why", default_value = "", value_name = "TEXT")]
    reason: String,
}

pub async fn run(settings: &Settings, command: MemberCommand) -> Result<ExitCode> {
    let members = Subject::Members;
    match command {
        MemberCommand::List { list, words } => records::list(settings, members, &list, &words).await,
        MemberCommand::Show { record, json } => show(settings, &record, json).await,
        MemberCommand::Add(args) => records::add(settings, members, &args).await,
        MemberCommand::Change(args) => records::change(settings, members, &args).await,
        MemberCommand::Block(record) => set_standing(settings, &record, "blocked").await,
        MemberCommand::Unblock(record) => set_standing(settings, &record, "active").await,
        MemberCommand::RequirePassword(record) => set_standing(settings, &record, "passwordDue").await,
        MemberCommand::SendPasswordLink(record) => send_password_link(settings, &record).await,
        MemberCommand::SendConfirmation(record) => send_confirmation(settings, &record).await,
        MemberCommand::Note(command) => note(settings, command).await,
        MemberCommand::Merge(args) => merge(settings, &args).await,
        MemberCommand::Export(record) => export(settings, &record).await,
        MemberCommand::Remove { record, yes } => {
            if !yes {
                bail!("this removes {} and cannot be undone: confirm with --yes", record.id);
            }
            records::remove(settings, members, &record).await
        }
        MemberCommand::Points(args) => points(settings, &args).await,
        MemberCommand::Import(args) => records::import(settings, members, &args).await,
    }?;
    Ok(ExitCode::SUCCESS)
}

async fn set_standing(settings: &Settings, record: &RecordArgs, standing: &str) -> Result<()> {
    let input = FieldValues::from_pairs(Subject::Members.fields(), &[format!("standing={standing}")])?;
    let loyalty = LoyaltyContext::open(settings, &record.at.site).await?;
    let id = loyalty.id(Subject::Members, &record.id).await?;
    loyalty.admin().change(Subject::Members, &id, &input).await?;
    println!("member {id} is {standing}");
    loyalty.close().await;
    Ok(())
}

async fn points(settings: &Settings, args: &PointsArgs) -> Result<()> {
    let loyalty = LoyaltyContext::open(settings, &args.record.at.site).await?;
    let id = loyalty.id(Subject::Members, &args.record.id).await?;
    let balance = loyalty.admin().adjust_points(&id, args.amount, &args.reason, None).await?;
    println!("member {id} has {balance} points");
    loyalty.close().await;
    Ok(())
}

async fn send_password_link(settings: &Settings, record: &RecordArgs) -> Result<()> {
    let loyalty = LoyaltyContext::open(settings, &record.at.site).await?;
    let id = loyalty.member(&record.id).await?;
    loyalty.admin().send_password_link(loyalty.visitor(), id.as_str()).await?;
    println!("member {id} gets a link to set a new password");
    loyalty.close().await;
    Ok(())
}

async fn send_confirmation(settings: &Settings, record: &RecordArgs) -> Result<()> {
    let loyalty = LoyaltyContext::open(settings, &record.at.site).await?;
    let id = loyalty.member(&record.id).await?;
    loyalty.admin().send_confirmation(loyalty.visitor(), &id).await?;
    println!("member {id} gets a link to confirm the email address");
    loyalty.close().await;
    Ok(())
}

async fn merge(settings: &Settings, args: &MergeArgs) -> Result<()> {
    let loyalty = LoyaltyContext::open(settings, &args.record.at.site).await?;
    let kept = loyalty.member(&args.record.id).await?;
    if args.yes {
        // An account that was merged before is only found by its id.
        let closed = match MemberId::parse(&args.closed) {
            Ok(id) if loyalty.store().merged_into(&loyalty.site().key, &id).await?.is_some() => id,
            _ => loyalty.member(&args.closed).await?,
        };
        let is_new = loyalty.admin().merge_members(&kept, &closed).await?;
        println!(
            "member {closed} {} member {kept}",
            if is_new { "is merged into" } else { "was merged into" }
        );
        loyalty.close().await;
        return Ok(());
    }
    let closed = loyalty.member(&args.closed).await?;
    let preview = loyalty.admin().preview_merge(&kept, &closed).await?;
    loyalty.close().await;
    println!("member {kept} gets from member {closed}, which is closed:");
    println!(
        "{} orders, {} cards, {} favorites, {} notes; then {} points, level {}",
        preview.orders, preview.cards, preview.favorites, preview.notes, preview.points, preview.level_id
    );
    if !preview.filled.is_empty() {
        println!("missing fields: {}", preview.filled.join(", "));
    }
    bail!("this cannot be undone: confirm with --yes")
}

async fn export(settings: &Settings, record: &RecordArgs) -> Result<()> {
    let loyalty = LoyaltyContext::open(settings, &record.at.site).await?;
    let id = loyalty.member(&record.id).await?;
    let data = loyalty.admin().export_member(&id).await?;
    loyalty.close().await;
    println!("{}", serde_json::to_string_pretty(&data)?);
    Ok(())
}

async fn note(settings: &Settings, command: NoteCommand) -> Result<()> {
    let (NoteCommand::List(record) | NoteCommand::Add { record, .. } | NoteCommand::Remove { record, .. }) =
        &command;
    let loyalty = LoyaltyContext::open(settings, &record.at.site).await?;
    let id = loyalty.member(&record.id).await?;
    match &command {
        NoteCommand::List(_) => {
            let notes = loyalty.admin().notes(&id).await?;
            let items: Vec<Value> = notes
                .iter()
                .map(|note| json!({ "id": note.id, "at": note.at, "author": note.author, "text": note.text }))
                .collect();
            print_table(&["id", "at", "author", "text"], &items);
        }
        NoteCommand::Add { text, .. } => {
            println!("note {} was added", loyalty.admin().add_note(&id, text).await?.id);
        }
        NoteCommand::Remove { note, .. } => {
            loyalty.admin().remove_note(&id, &NoteId::parse(note)?, RemovableNotes::All).await?;
            println!("note {note} was removed");
        }
    }
    loyalty.close().await;
    Ok(())
}

async fn show(settings: &Settings, record: &RecordArgs, as_json: bool) -> Result<()> {
    let loyalty = LoyaltyContext::open(settings, &record.at.site).await?;
    let id = loyalty.id(Subject::Members, &record.id).await?;
    let member = loyalty.admin().read(Subject::Members, &id).await?;
    let site = &loyalty.site().key;
    let id = MemberId::parse(&id)?;
    let cards: Vec<Value> = loyalty
        .store()
        .member_cards(site, &id)
        .await?
        .iter()
        .map(|card| json!({ "code": card.code, "status": card.status, "isPrimary": card.is_primary }))
        .collect();
    let lines = loyalty.store().statement(site, &Account::Points(id), Some(LINES)).await?;
    let lines: Vec<Value> = lines
        .iter()
        .map(|line| {
            json!({
                "at": line.at, "kind": line.kind.as_str(), "amount": line.amount, "balanceAfter": line.balance_after,
                "description": line.description,
            })
        })
        .collect();
    loyalty.close().await;
    if as_json {
        let export = json!({ "member": member, "cards": cards, "points": lines });
        println!("{}", serde_json::to_string_pretty(&export)?);
        return Ok(());
    }
    let names: Vec<&str> = Subject::Members.columns().collect();
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
    for (name, text) in names.iter().map(|name| (name, table::text(&member, name))) {
        if !text.is_empty() {
            println!("{name:<width$}  {text}");
        }
    }
    print_table_below(&["code", "status", "isPrimary"], &cards);
    print_table_below(&["at", "kind", "amount", "balanceAfter", "description"], &lines);
    Ok(())
}

/// Prints an empty line and a table, if it has rows.
fn print_table_below(names: &[&str], items: &[Value]) {
    if !items.is_empty() {
        println!();
        print_table(names, items);
    }
}

fn print_table(names: &[&str], items: &[Value]) {
    let rows: Vec<Vec<String>> =
        items.iter().map(|item| names.iter().map(|name| table::text(item, name)).collect()).collect();
    table::print_rows(names, &rows);
}
