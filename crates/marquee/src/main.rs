//! The program: reads settings, connects the layers and runs a command. It contains no domain logic.

mod assets;
mod commands;
mod deletions;
#[cfg(test)]
mod documented;
mod editor;
mod log;
mod mail;
mod maintenance;
mod members;
mod numbers;
mod open_data;
mod reload;
mod render;
mod secret;
mod settings;
mod wiring;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use marquee_loyalty::Subject;

use crate::commands::records::fields_help;
use crate::settings::{Flags, Settings, SettingsError};

#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Exit code for an invalid configuration (operations.md "Signals").
const EX_CONFIG: u8 = 78;
/// Exit code for a database or an address that is not available.
const EX_UNAVAILABLE: u8 = 69;

#[derive(Debug, Parser)]
#[command(name = "marquee", version, about = "Cinema websites from one server")]
struct Cli {
    #[command(flatten)]
    flags: Flags,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serves the two demo sites
    Demo,
    /// Serves the sites of the database
    Serve {
        /// Exits if the database schema is out of date, instead of migrating it
        #[arg(long)]
        no_migrate: bool,
    },
    /// Lists, adds, exports, imports or removes sites
    #[command(subcommand)]
    Site(commands::site::SiteCommand),
    /// Imports a schedule from a feed
    Import(commands::import::ImportArgs),
    /// Writes a spreadsheet to begin with, and prints what its columns are
    Template(commands::template::TemplateArgs),
    /// Lists, connects, runs or removes feeds, or decides on their runs
    #[command(subcommand)]
    Feed(commands::feed::FeedCommand),
    /// Lists, adds, tries or removes webhooks, which tell other programs when the program of a site has changed
    #[command(subcommand)]
    Webhook(commands::webhook::WebhookCommand),
    /// Lists, adds, replaces or deletes pictures and videos of a site
    #[command(subcommand)]
    Media(commands::media::MediaCommand),
    /// Lists, adds, invites or removes operators, or sets a password
    #[command(subcommand)]
    Operator(commands::operator::OperatorCommand),
    /// Lists, sets or deletes roles of a site
    #[command(subcommand)]
    Role(commands::role::RoleCommand),
    /// Lists, shows, adds, changes, blocks or removes members, or changes their points
    #[command(subcommand, after_help = fields_help(Subject::Members))]
    Member(commands::member::MemberCommand),
    /// Lists, adds or changes members' cards
    #[command(subcommand, after_help = fields_help(Subject::Cards))]
    Card(commands::card::CardCommand),
    /// Lists, adds, changes or removes rewards
    #[command(subcommand, after_help = fields_help(Subject::Rewards))]
    Reward(commands::offer::OfferCommand),
    /// Lists, adds, changes or removes memberships
    #[command(subcommand, after_help = fields_help(Subject::Memberships))]
    Membership(commands::offer::OfferCommand),
    /// Lists, adds, changes or removes vouchers
    #[command(subcommand, name = "evoucher", after_help = fields_help(Subject::EVouchers))]
    EVoucher(commands::offer::OfferCommand),
    /// Lists, adds, changes or removes levels
    #[command(subcommand, after_help = fields_help(Subject::Levels))]
    Level(commands::offer::OfferCommand),
    /// Lists, adds or changes gift cards
    #[command(subcommand, after_help = fields_help(Subject::GiftCards))]
    GiftCard(commands::card::CardCommand),
    /// Lists, adds or removes API keys of tills and other programs
    #[command(subcommand)]
    Key(commands::key::KeyCommand),
    /// Verifies the ledger of points and gift cards
    #[command(subcommand)]
    Ledger(commands::ledger::LedgerCommand),
    /// Prints the audit log
    Audit(commands::audit::AuditArgs),
    /// Validates settings, catalogs and feeds
    Check(commands::check::CheckArgs),
    /// Migrates the database schema
    Migrate,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let settings = match Settings::load(&cli.flags, std::env::vars(), matches!(cli.command, Command::Demo)) {
        Ok(settings) => settings,
        Err(error) => return refuse(&error),
    };
    log::start(&settings);
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("marquee: cannot start: {error}");
            return ExitCode::from(EX_UNAVAILABLE);
        }
    };
    match runtime.block_on(run(cli.command, settings)) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("marquee: {error:#}");
            ExitCode::from(exit_code(&error))
        }
    }
}

fn refuse(error: &SettingsError) -> ExitCode {
    eprintln!("marquee: {error}");
    ExitCode::from(EX_CONFIG)
}

/// 69 if something is not available, 78 for an invalid setting, 1 for any other error.
fn exit_code(error: &anyhow::Error) -> u8 {
    use marquee_store::StoreError;
    match error.downcast_ref::<StoreError>() {
        Some(StoreError::Unavailable(_)) => return EX_UNAVAILABLE,
        Some(StoreError::UnsupportedUrl(_) | StoreError::Schema(_)) => return EX_CONFIG,
        _ => {}
    }
    match error.downcast_ref::<marquee_server::ListenError>() {
        Some(marquee_server::ListenError::Bind { .. }) => EX_UNAVAILABLE,
        Some(marquee_server::ListenError::Address(_)) => EX_CONFIG,
        None if error.is::<SettingsError>() => EX_CONFIG,
        None => 1,
    }
}

async fn run(command: Command, settings: Settings) -> anyhow::Result<ExitCode> {
    match command {
        Command::Demo => commands::demo::run(settings).await,
        Command::Serve { no_migrate } => commands::serve::run(settings, !no_migrate).await,
        Command::Site(command) => commands::site::run(&settings, command).await,
        Command::Import(args) => commands::import::run(&settings, args).await,
        Command::Template(args) => commands::template::run(&args),
        Command::Feed(command) => commands::feed::run(&settings, command).await,
        Command::Webhook(command) => commands::webhook::run(&settings, command).await,
        Command::Media(command) => commands::media::run(&settings, command).await,
        Command::Role(command) => commands::role::run(&settings, command).await,
        Command::Operator(command) => commands::operator::run(&settings, command).await,
        Command::Member(command) => commands::member::run(&settings, command).await,
        Command::Card(command) => commands::card::run(&settings, Subject::Cards, command).await,
        Command::Reward(command) => commands::offer::run(&settings, Subject::Rewards, command).await,
        Command::Membership(command) => commands::offer::run(&settings, Subject::Memberships, command).await,
        Command::EVoucher(command) => commands::offer::run(&settings, Subject::EVouchers, command).await,
        Command::Level(command) => commands::offer::run(&settings, Subject::Levels, command).await,
        Command::GiftCard(command) => commands::card::run(&settings, Subject::GiftCards, command).await,
        Command::Key(command) => commands::key::run(&settings, command).await,
        Command::Ledger(command) => commands::ledger::run(&settings, command).await,
        Command::Audit(args) => commands::audit::run(&settings, args).await,
        Command::Check(args) => commands::check::run(&settings, &args).await,
        Command::Migrate => {
            wiring::store(&settings, true).await?.close().await;
            println!("The database schema is up to date.");
            Ok(ExitCode::SUCCESS)
        }
    }
}
