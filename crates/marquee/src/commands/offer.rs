//! `marquee reward`, `marquee membership`, `marquee evoucher`, `marquee level`: the offers of a loyalty program.

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use marquee_loyalty::Subject;

use super::records::{self, AddArgs, ChangeArgs, ImportArgs, ListArgs, RecordArgs};
use crate::settings::Settings;

#[derive(Debug, Subcommand)]
pub enum OfferCommand {
    /// Lists the records in their display order
    List(ListArgs),
    /// Adds a record
    Add(AddArgs),
    /// Changes fields of a record
    Change(ChangeArgs),
    /// Removes a record
    Remove(RecordArgs),
    /// Imports a CSV file
    Import(ImportArgs),
}

pub async fn run(settings: &Settings, subject: Subject, command: OfferCommand) -> Result<ExitCode> {
    match command {
        OfferCommand::List(args) => records::list(settings, subject, &args, "").await,
        OfferCommand::Add(args) => records::add(settings, subject, &args).await,
        OfferCommand::Change(args) => records::change(settings, subject, &args).await,
        OfferCommand::Remove(args) => records::remove(settings, subject, &args).await,
        OfferCommand::Import(args) => records::import(settings, subject, &args).await,
    }?;
    Ok(ExitCode::SUCCESS)
}
