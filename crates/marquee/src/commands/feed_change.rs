//! `marquee feed change`: the settings of a feed that is connected.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use marquee_api::editor::{EditorFeed, FeedCredential, FeedSettings, FeedTheater};
use marquee_feeds::Format;
use marquee_import::name_of;
use marquee_model::feed::{FeedConflicts, MissingShows};

/// Whose time counts when a feed has another one than an operator typed.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Conflicts {
    FeedWins,
    OperatorWins,
    Ask,
}

impl From<Conflicts> for FeedConflicts {
    fn from(conflicts: Conflicts) -> Self {
        match conflicts {
            Conflicts::FeedWins => Self::FeedWins,
            Conflicts::OperatorWins => Self::OperatorWins,
            Conflicts::Ask => Self::Ask,
        }
    }
}

/// What becomes of coming shows that a feed no longer has.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum MissingShowsChoice {
    Canceled,
    Removed,
}

/// How a feed's system knows the site.
#[derive(Debug, Args)]
pub struct CredentialArgs {
    /// File with the token that the feed's system expects, or with the password of --user
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// Header of the token; default: `Authorization: Bearer`
    #[arg(long, value_name = "NAME", requires = "token_file", conflicts_with = "user")]
    pub token_header: Option<String>,
    /// Name for `Authorization: Basic`
    #[arg(long, value_name = "NAME", requires = "token_file")]
    pub user: Option<String>,
}

impl CredentialArgs {
    /// `None` if no file is given.
    pub fn read(&self) -> Result<Option<FeedCredential>> {
        let Some(path) = &self.token_file else { return Ok(None) };
        let token = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let token = token.trim().to_owned();
        Ok(Some(match (&self.token_header, &self.user) {
            (Some(name), _) => FeedCredential::Header { name: name.clone(), value: token },
            (None, Some(user)) => FeedCredential::Basic { user: user.clone(), password: token },
            (None, None) => FeedCredential::Bearer { token },
        }))
    }
}

/// The pairs of `--theater FEED=SITE`.
pub fn theater_pairs(pairs: &[String]) -> Result<Vec<FeedTheater>> {
    let pair = |pair: &String| {
        let (feed, theater) = pair.split_once('=').with_context(|| format!("{pair}: expected FEED=SITE"))?;
        let theater = Some(theater.to_owned()).filter(|theater| !theater.is_empty());
        Ok(FeedTheater { feed: feed.to_owned(), theater })
    };
    pairs.iter().map(pair).collect()
}

/// What is changed; everything else stays.
#[derive(Debug, Args)]
pub struct ChangeArgs {
    /// Another name
    #[arg(long)]
    name: Option<String>,
    /// Another address, an http(s) URL; on another server it needs its token again
    #[arg(long, value_name = "URL")]
    address: Option<String>,
    /// Name of the format, as of `marquee import`
    #[arg(long, conflicts_with = "any_format")]
    format: Option<Format>,
    /// Tells the format by the content of each response
    #[arg(long)]
    any_format: bool,
    /// A theater of the feed and the theater of the site that it is, such as 1007=harbor; `1007=` is not imported. Replaces all
    #[arg(long = "theater", value_name = "FEED=SITE")]
    theaters: Vec<String>,
    /// Minutes from one run to the next
    #[arg(long, value_name = "MINUTES")]
    interval: Option<u32>,
    /// A run that would take away more than this share of the coming shows is held
    #[arg(long, value_name = "PERCENT")]
    hold: Option<u8>,
    /// Whose time counts when the feed has another one than an operator typed
    #[arg(long)]
    conflicts: Option<Conflicts>,
    /// What becomes of coming shows that the feed no longer has
    #[arg(long, value_name = "CHOICE")]
    missing: Option<MissingShowsChoice>,
    /// Runs the feed on its schedule
    #[arg(long, conflicts_with = "off")]
    on: bool,
    /// Stops running the feed
    #[arg(long)]
    off: bool,
    #[command(flatten)]
    credential: CredentialArgs,
    /// Forgets the stored token
    #[arg(long, conflicts_with = "token_file")]
    no_token: bool,
}

impl ChangeArgs {
    /// The settings of a feed with these changes.
    pub fn settings(self, feed: EditorFeed) -> Result<FeedSettings> {
        let format = if self.any_format { None } else { self.format.map(name_of).or(feed.format) };
        let credential = if self.no_token { Some(FeedCredential::None) } else { self.credential.read()? };
        let theaters = theater_pairs(&self.theaters)?;
        let missing_shows = self.missing.map(|choice| match choice {
            MissingShowsChoice::Canceled => MissingShows::Canceled,
            MissingShowsChoice::Removed => MissingShows::Removed,
        });
        let before = as_it_is(feed);
        let settings = FeedSettings {
            name: self.name.unwrap_or_else(|| before.name.clone()),
            address: self.address.unwrap_or_else(|| before.address.clone()),
            format,
            theaters: if theaters.is_empty() { before.theaters.clone() } else { theaters },
            interval_minutes: self.interval.unwrap_or(before.interval_minutes),
            hold_percent: self.hold.unwrap_or(before.hold_percent),
            conflicts: self.conflicts.map_or(before.conflicts, FeedConflicts::from),
            missing_shows: missing_shows.unwrap_or(before.missing_shows),
            is_on: self.on || (before.is_on && !self.off),
            credential,
            title_rules: before.title_rules.clone(),
        };
        if settings == before {
            bail!("nothing to change: `marquee feed change --help` lists what can be changed");
        }
        Ok(settings)
    }
}

/// The settings of a feed as they are.
pub fn as_it_is(feed: EditorFeed) -> FeedSettings {
    FeedSettings {
        name: feed.name,
        address: feed.address,
        format: feed.format,
        theaters: feed.theaters,
        interval_minutes: feed.interval_minutes,
        hold_percent: feed.hold_percent,
        conflicts: feed.conflicts,
        missing_shows: feed.missing_shows,
        title_rules: feed.title_rules,
        is_on: feed.is_on,
        credential: None,
    }
}
