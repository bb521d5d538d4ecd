//! Shared code of the commands on a loyalty program: opening a site, fields as arguments, lists, CSV import.

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::Args;
use marquee_loyalty::{
    Admin, AdminError, FieldValues, ImportOptions, ImportReport, Loyalty, MAX_FILE_BYTES, SkippedRow,
    Subject, Visitor,
};
use marquee_model::MemberId;
use marquee_model::settings::SiteRecord;
use marquee_site::SiteHandle;
use marquee_store::Store;
use serde_json::Value;

use super::find_site::find_site;
use super::table;
use crate::deletions::DeletionList;
use crate::settings::Settings;
use crate::{members, secret, wiring};

/// Actor of these commands in the audit log.
const ACTOR: &str = "operator:cli";
/// Maximum number of skipped rows that are printed; the JSON report lists all.
const MAX_PRINTED: usize = 20;

/// A site's loyalty program, opened for one command.
pub struct LoyaltyContext {
    store: Store,
    loyalty: Loyalty,
    site: SiteHandle,
}

impl LoyaltyContext {
    /// Opens the database and the site with this key.
    pub async fn open(settings: &Settings, key: &str) -> Result<Self> {
        let store = wiring::store(settings, true).await?;
        let id = find_site(&store, key).await?;
        let site = SiteHandle::new(store.site(&id).await?.context("the site was removed by someone else")?);
        let loyalty = members::loyalty(settings, &secret::keys(settings)?, &store)?;
        Ok(Self { store, loyalty, site })
    }

    /// The admin operations on the site, logged as [`ACTOR`].
    pub fn admin(&self) -> Admin<'_> {
        self.loyalty.admin(&self.site.record, ACTOR)
    }

    /// The loyalty engine.
    pub fn engine(&self) -> &Loyalty {
        &self.loyalty
    }

    pub fn store(&self) -> &Store {
        &self.store
    }

    pub fn site(&self) -> &SiteRecord {
        &self.site.record
    }

    /// This command as a visitor of the site, for mails to its members.
    pub fn visitor(&self) -> Visitor<'_> {
        Visitor {
            site: &self.site.record,
            origin: &self.site.origin,
            address: Ipv4Addr::LOCALHOST.into(),
            device: "",
            language: self.site.record.config.locale.short(),
        }
    }

    /// Closes the database.
    pub async fn close(self) {
        self.store.close().await;
    }
}

#[derive(Debug, Args)]
pub struct SiteArgs {
    /// Key of the site
    #[arg(long, value_name = "KEY")]
    pub site: String,
}

#[derive(Debug, Args)]
pub struct ListArgs {
    #[command(flatten)]
    pub at: SiteArgs,
    #[command(flatten)]
    pub form: table::OutputFormat,
}

#[derive(Debug, Args)]
pub struct AddArgs {
    #[command(flatten)]
    pub at: SiteArgs,
    /// Prints the record as JSON
    #[arg(long)]
    json: bool,
    /// Fields of the record, for example `name="Small popcorn"`
    #[arg(value_name = "FIELD=VALUE", required = true)]
    fields: Vec<String>,
}

#[derive(Debug, Args)]
pub struct ChangeArgs {
    #[command(flatten)]
    pub at: SiteArgs,
    /// Prints the record as JSON
    #[arg(long)]
    json: bool,
    /// Id of the record
    pub id: String,
    /// Fields to change; `field=` removes a value
    #[arg(value_name = "FIELD=VALUE", required = true)]
    fields: Vec<String>,
}

#[derive(Debug, Args)]
pub struct RecordArgs {
    #[command(flatten)]
    pub at: SiteArgs,
    /// Id of the record
    pub id: String,
}

#[derive(Debug, Args)]
pub struct ImportArgs {
    #[command(flatten)]
    at: SiteArgs,
    /// Reports what would change, without changing it
    #[arg(long)]
    dry_run: bool,
    /// Imports nothing if any row is invalid
    #[arg(long)]
    strict: bool,
    /// Writes the full report as JSON to a file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// A CSV file whose first row names the fields
    file: PathBuf,
}

/// The list of fields that `--help` prints.
pub fn fields_help(subject: Subject) -> String {
    let names: Vec<&str> = subject.fields().iter().map(|field| field.name).collect();
    format!("Fields: {}", names.join(", "))
}

pub async fn list(settings: &Settings, subject: Subject, args: &ListArgs, words: &str) -> Result<()> {
    let loyalty = LoyaltyContext::open(settings, &args.at.site).await?;
    table::print(loyalty.admin(), subject, words, args.form).await?;
    loyalty.close().await;
    Ok(())
}

pub async fn add(settings: &Settings, subject: Subject, args: &AddArgs) -> Result<()> {
    let input = FieldValues::from_pairs(subject.fields(), &args.fields)?;
    let loyalty = LoyaltyContext::open(settings, &args.at.site).await?;
    let created = loyalty.admin().create(subject, &input).await?;
    print_result(subject, &created, args.json, "was added")?;
    if let Some(number) = created.get("number").and_then(Value::as_str).filter(|_| !args.json) {
        println!("number: {number}");
        println!("pin: {}", created.get("pin").and_then(Value::as_str).unwrap_or_default());
    }
    loyalty.close().await;
    Ok(())
}

/// Changes a record; a member may also be given by email address, username or card.
pub async fn change(settings: &Settings, subject: Subject, args: &ChangeArgs) -> Result<()> {
    let input = FieldValues::from_pairs(subject.fields(), &args.fields)?;
    let loyalty = LoyaltyContext::open(settings, &args.at.site).await?;
    let id = loyalty.id(subject, &args.id).await?;
    let changed = loyalty.admin().change(subject, &id, &input).await?;
    print_result(subject, &changed, args.json, "was changed")?;
    loyalty.close().await;
    Ok(())
}

pub async fn remove(settings: &Settings, subject: Subject, args: &RecordArgs) -> Result<()> {
    let loyalty = LoyaltyContext::open(settings, &args.at.site).await?;
    let id = loyalty.id(subject, &args.id).await?;
    loyalty.admin().remove(subject, &id).await?;
    if subject == Subject::Members {
        // A running server removes the member's data from files. If no server is running, the next one does so when it starts.
        let mut list = DeletionList::read(settings, Arc::new(wiring::media(settings)?)).await?;
        list.apply(&loyalty.loyalty).await?;
    }
    println!("{} {id} was removed", subject.noun());
    loyalty.close().await;
    Ok(())
}

impl LoyaltyContext {
    /// The id of a member with this id, email address, username or card.
    pub async fn member(&self, text: &str) -> Result<MemberId> {
        Ok(self.admin().find_member(text).await?)
    }

    /// The id of a record. A member is looked up by id, email address, username or card; other ids are used verbatim.
    pub async fn id(&self, subject: Subject, text: &str) -> Result<String> {
        Ok(match subject {
            Subject::Members => self.member(text).await?.as_str().to_owned(),
            _ => text.to_owned(),
        })
    }
}

fn print_result(subject: Subject, record: &Value, json: bool, done: &str) -> Result<()> {
    if json {
        println!("{}", serde_json::to_string_pretty(record)?);
        return Ok(());
    }
    let id = table::text(record, subject.id());
    println!("{} {id} {done}", subject.noun());
    Ok(())
}

pub async fn import(settings: &Settings, subject: Subject, args: &ImportArgs) -> Result<()> {
    let file_name = args.file.display().to_string();
    let size = std::fs::metadata(&args.file).with_context(|| file_name.clone())?.len();
    if size > MAX_FILE_BYTES as u64 {
        bail!("{file_name}: the file has more than {} MB", MAX_FILE_BYTES >> 20);
    }
    let bytes = std::fs::read(&args.file).with_context(|| file_name.clone())?;
    let loyalty = LoyaltyContext::open(settings, &args.at.site).await?;
    let options = ImportOptions { dry_run: args.dry_run, strict: args.strict };
    let result = loyalty.admin().import(subject, &bytes, options).await;
    loyalty.close().await;
    match result {
        Ok(report) => {
            println!("{} rows read", report.rows_read);
            println!("{:<12}{:>8}{:>9}{:>11}", "", "added", "changed", "unchanged");
            let ImportReport { added, changed, unchanged, .. } = report;
            println!("{:<12}{added:>8}{changed:>9}{unchanged:>11}", subject.plural());
            print_skipped_rows(&report.left_out);
            if report.dry_run {
                println!("nothing was changed: this was a dry run");
            }
            write_report(args.report.as_deref(), &report)
        }
        Err(AdminError::InvalidRows(report)) => {
            print_skipped_rows(&report.left_out);
            write_report(args.report.as_deref(), &report)?;
            Err(AdminError::InvalidRows(report)).with_context(|| format!("{file_name}: nothing was changed"))
        }
        Err(error) => Err(error).with_context(|| file_name),
    }
}

fn print_skipped_rows(skipped: &[SkippedRow]) {
    if !skipped.is_empty() {
        println!("{} skipped", skipped.len());
    }
    for SkippedRow { line, why } in skipped.iter().take(MAX_PRINTED) {
        println!("  line {line}: {why}");
    }
    if skipped.len() > MAX_PRINTED {
        println!("  and {} more: --report FILE lists all", skipped.len() - MAX_PRINTED);
    }
}

fn write_report(path: Option<&Path>, report: &ImportReport) -> Result<()> {
    let Some(path) = path else { return Ok(()) };
    let text = serde_json::to_string_pretty(report)? + "\n";
    std::fs::write(path, text).with_context(|| path.display().to_string())
}
