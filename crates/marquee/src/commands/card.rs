//! `marquee card` and `marquee gift-card`. Cards and gift cards are never removed, so that a lost or spent one cannot
//! be issued again.

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use marquee_loyalty::Subject;

use super::records::{self, AddArgs, ChangeArgs, ImportArgs, ListArgs};
use crate::settings::Settings;

#[derive(Debug, Subcommand)]
pub enum CardCommand {
    /// Lists cards
    List(ListArgs),
    /// Adds a card; a gift card's number and PIN are generated and printed once, unless they are given
    Add(AddArgs),
    /// Changes fields of a card, for example `status=LOST`
    Change(ChangeArgs),
    /// Imports a CSV file
    Import(ImportArgs),
}

pub async fn run(settings: &Settings, subject: Subject, command: CardCommand) -> Result<ExitCode> {
    match command {
        CardCommand::List(args) => records::list(settings, subject, &args, "").await,
        CardCommand::Add(args) => records::add(settings, subject, &args).await,
        CardCommand::Change(args) => records::change(settings, subject, &args).await,
        CardCommand::Import(args) => records::import(settings, subject, &args).await,
    }?;
    Ok(ExitCode::SUCCESS)
}
