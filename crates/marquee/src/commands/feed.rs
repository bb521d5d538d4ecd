//! `marquee feed`: feeds from which sites take their showtimes.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use marquee_api::editor::{
    EditorFeed, FeedChoice, FeedCredential, FeedDifferences, FeedRun, FeedSettings, FeedTheater, FeedTitle,
    FeedTrial, FeedTrialRequest, FilmMatch, TitleTrial, TriedTitle,
};
use marquee_api::paths::FEED_PUSH_PREFIX;
use marquee_feed_runner::{
    FeedRunner, api_run, list as list_feeds, list_film_matches, read_report, try_title_rules,
};
use marquee_feeds::Format;
use marquee_import::name_of;
use marquee_messages::Language;
use marquee_model::feed::{DEFAULT_HOLD_PERCENT, FeedConflicts, FeedRunResult, MissingShows, TitleRule};
use marquee_model::{FeedId, FeedRunId, MovieId, SiteId};
use marquee_outbound::Outbound;
use marquee_store::Store;

use super::feed_change::{ChangeArgs, CredentialArgs, as_it_is, theater_pairs};
use super::find_site::find_site;
use super::table;
use crate::settings::Settings;
use crate::{editor, members, secret, wiring};

/// Actor of these commands in the audit log.
const ACTOR: &str = "operator:cli";
/// Minutes between two runs.
const DEFAULT_INTERVAL: u32 = 5;
const DAY: u32 = 24 * 60;
/// Runs that are printed.
const MAX_RUNS: u64 = 50;

#[derive(Debug, Args)]
pub struct SiteArgs {
    /// Key of the site
    #[arg(long, value_name = "KEY")]
    site: String,
}

#[derive(Debug, Args)]
pub struct FeedArgs {
    #[command(flatten)]
    at: SiteArgs,
    /// Name or id of the feed
    feed: String,
}

#[derive(Debug, Args)]
pub struct RunArgs {
    #[command(flatten)]
    of: FeedArgs,
    /// Id of the run
    run: String,
}

#[derive(Debug, Subcommand)]
pub enum FeedCommand {
    /// Lists the feeds with their health
    List {
        #[command(flatten)]
        at: SiteArgs,
        /// Prints JSON
        #[arg(long)]
        json: bool,
    },
    /// Connects a feed, which then runs on its schedule
    Add(AddArgs),
    /// Runs a feed now
    Run {
        #[command(flatten)]
        of: FeedArgs,
        /// Shows what the run would do, and stores nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Lists the latest runs of a feed
    Runs {
        #[command(flatten)]
        of: FeedArgs,
        /// Prints JSON
        #[arg(long)]
        json: bool,
    },
    /// Changes the settings of a feed, which then runs again
    Change {
        #[command(flatten)]
        of: FeedArgs,
        #[command(flatten)]
        change: ChangeArgs,
    },
    /// Shows what a run has changed, and its remarks
    Show {
        #[command(flatten)]
        of: RunArgs,
        /// Prints JSON
        #[arg(long)]
        json: bool,
        /// Writes what the feed's system responded to a file
        #[arg(long, value_name = "FILE")]
        response: Option<PathBuf>,
    },
    /// Shows what the response of a run would change now, and stores nothing
    Replay {
        #[command(flatten)]
        of: RunArgs,
    },
    /// Applies a run that is held
    Apply {
        #[command(flatten)]
        of: RunArgs,
        /// Takes what is new, and removes no show
        #[arg(long)]
        without_removals: bool,
    },
    /// Keeps the current times instead of a run that is held
    Keep {
        #[command(flatten)]
        of: RunArgs,
    },
    /// Lets a system push its schedule: creates the signing secret, and prints it with the address
    PushOn {
        #[command(flatten)]
        of: FeedArgs,
    },
    /// Refuses all pushed messages
    PushOff {
        #[command(flatten)]
        of: FeedArgs,
    },
    /// Lists films of feeds that are, or may be, films that the site has from elsewhere
    Films {
        #[command(flatten)]
        at: SiteArgs,
        /// Prints JSON
        #[arg(long)]
        json: bool,
    },
    /// Says whether a film of a feed is the film of the site with which it was compared
    Film {
        #[command(flatten)]
        at: SiteArgs,
        /// Id of the feed's film
        film: String,
        /// Whether they are the same
        #[arg(value_parser = ["same", "different"])]
        decision: String,
    },
    /// Lists the titles of a feed, and what its rules make of them; with --rules, tries other rules
    Titles {
        #[command(flatten)]
        of: FeedArgs,
        /// File with rules as JSON, such as [{"find": "(subt.)", "place": "end", "attribute": "Showtime.Accessibility.Subtitled"}]
        #[arg(long, value_name = "FILE")]
        rules: Option<PathBuf>,
        /// Saves the rules of the file, which apply from the next run on
        #[arg(long, requires = "rules")]
        save: bool,
    },
    /// Removes a feed with its runs; its shows stay
    Remove {
        #[command(flatten)]
        of: FeedArgs,
    },
}

#[derive(Debug, Args)]
pub struct AddArgs {
    #[command(flatten)]
    at: SiteArgs,
    /// Name of the format, as of `marquee import`; default: told by the content of each response
    #[arg(long)]
    format: Option<Format>,
    /// A theater of the feed and the theater of the site that it is, such as 1007=harbor; default: those with the same id
    #[arg(long = "theater", value_name = "FEED=SITE")]
    theaters: Vec<String>,
    /// Takes texts, pictures and facts of films that the site has, and no showtimes
    #[arg(long, conflicts_with = "theaters")]
    films_only: bool,
    /// Minutes from one run to the next; default 5, and a day for a feed without shows
    #[arg(long, value_name = "MINUTES")]
    interval: Option<u32>,
    /// A run that would take away more than this share of the coming shows is held
    #[arg(long, value_name = "PERCENT", default_value_t = DEFAULT_HOLD_PERCENT)]
    hold: u8,
    /// Keeps times that operators typed, whatever the feed says
    #[arg(long)]
    operators_win: bool,
    /// Removes coming shows that the feed no longer has, instead of showing them as canceled or sold out
    #[arg(long)]
    remove_missing: bool,
    #[command(flatten)]
    credential: CredentialArgs,
    /// Name of the feed
    name: String,
    /// Where it is read, an http(s) URL
    address: String,
}

/// What the commands need.
struct FeedContext {
    store: Store,
    runner: FeedRunner,
    site: SiteId,
    now: jiff::Timestamp,
}

impl FeedContext {
    async fn open(settings: &Settings, at: &SiteArgs) -> Result<Self> {
        let store = wiring::store(settings, true).await?;
        let site = find_site(&store, &at.site).await?;
        let loyalty = members::loyalty(settings, &secret::keys(settings)?, &store)?;
        let outbound = Outbound::new(&settings.internal_upstreams).map_err(anyhow::Error::msg)?;
        let media = Arc::new(wiring::media(settings)?);
        let origin = editor::origin(settings, None);
        let runner = wiring::feed_runner(settings, &store, loyalty, (media, outbound), origin)?;
        Ok(Self { store, runner, site, now: settings.system_clock().now() })
    }

    async fn feeds(&self) -> Result<Vec<EditorFeed>> {
        Ok(list_feeds(&self.store, self.runner.credentials(), &self.site, self.now).await?.feeds)
    }

    async fn find(&self, name: &str) -> Result<(EditorFeed, FeedId)> {
        let feeds = self.feeds().await?;
        let by_name = |feed: &EditorFeed| feed.id == name || feed.name.eq_ignore_ascii_case(name);
        let feed = feeds.into_iter().find(by_name).with_context(|| format!("{name}: feed not found"))?;
        let id = FeedId::parse(&feed.id)?;
        Ok((feed, id))
    }

    async fn run_of(&self, feed: &FeedId, run: &FeedRunId) -> Result<FeedRun> {
        let found = self.store.feed_run(&self.site, feed, run).await?;
        Ok(api_run(found.context("the run was removed by someone else")?.0))
    }
}

pub async fn run(settings: &Settings, command: FeedCommand) -> Result<ExitCode> {
    match command {
        FeedCommand::List { at, json } => {
            let context = FeedContext::open(settings, &at).await?;
            print_feeds(&context.feeds().await?, json)?;
        }
        FeedCommand::Add(args) => add(settings, args).await?,
        FeedCommand::Run { of, dry_run } => {
            let context = FeedContext::open(settings, &of.at).await?;
            let (feed, id) = context.find(&of.feed).await?;
            if dry_run {
                let request = trial_of(&feed);
                let source = context.runner.trial_source(&context.site, request).await?;
                print_trial(&context.runner.trial(&context.site, source, Language::ENGLISH).await?);
            } else {
                let run = context.runner.run_now(&context.site, &id).await?;
                let run = context.run_of(&id, &run).await?;
                context.runner.finish_pictures().await;
                print_run(&run);
                if matches!(run.result, FeedRunResult::Failed | FeedRunResult::Held) {
                    return Ok(ExitCode::FAILURE);
                }
            }
        }
        FeedCommand::Runs { of, json } => {
            let context = FeedContext::open(settings, &of.at).await?;
            let (_, id) = context.find(&of.feed).await?;
            let runs = context.store.feed_runs(&context.site, Some(&id), None, MAX_RUNS).await?;
            print_runs(runs.into_iter().map(api_run).collect(), json)?;
        }
        FeedCommand::Change { of, change: args } => change(settings, &of, args).await?,
        FeedCommand::Show { of, json, response } => show(settings, &of, json, response.as_deref()).await?,
        FeedCommand::Replay { of } => replay(settings, &of).await?,
        FeedCommand::Apply { of, without_removals } => {
            let choice = if without_removals { FeedChoice::ApplyWithoutRemovals } else { FeedChoice::Apply };
            decide(settings, of, choice).await?;
        }
        FeedCommand::Keep { of } => decide(settings, of, FeedChoice::Keep).await?,
        FeedCommand::PushOn { of } => set_push(settings, &of, true).await?,
        FeedCommand::PushOff { of } => set_push(settings, &of, false).await?,
        FeedCommand::Films { at, json } => {
            let context = FeedContext::open(settings, &at).await?;
            print_films(&list_film_matches(&context.store, &context.site, context.now).await?.matches, json)?;
        }
        FeedCommand::Film { at, film, decision } => {
            let context = FeedContext::open(settings, &at).await?;
            let film = MovieId::parse(&film)?;
            let is_same = decision == "same";
            let decided = context.runner.decide_film(&context.site, &film, is_same, ACTOR).await;
            decided.with_context(|| format!("{film}: see `marquee feed films`"))?;
            println!(
                "{film} is {}; the feeds of the site run again",
                if is_same { "the same" } else { "another film" }
            );
        }
        FeedCommand::Titles { of, rules, save } => titles(settings, &of, rules.as_deref(), save).await?,
        FeedCommand::Remove { of } => {
            let context = FeedContext::open(settings, &of.at).await?;
            let (feed, id) = context.find(&of.feed).await?;
            context.runner.remove(&context.site, &id, ACTOR).await?;
            println!("{} was removed; its shows stay", feed.name);
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn set_push(settings: &Settings, of: &FeedArgs, is_on: bool) -> Result<()> {
    let context = FeedContext::open(settings, &of.at).await?;
    let (feed, id) = context.find(&of.feed).await?;
    match context.runner.set_push(&context.site, &id, is_on, ACTOR).await? {
        Some(secret) => {
            println!("address: {FEED_PUSH_PREFIX}{id}, on the site");
            println!("secret: {secret}");
            println!("The secret is not shown again.");
        }
        None => println!("{} refuses all pushed messages", feed.name),
    }
    Ok(())
}

async fn add(settings: &Settings, args: AddArgs) -> Result<()> {
    let context = FeedContext::open(settings, &args.at).await?;
    let conflicts = if args.operators_win { FeedConflicts::OperatorWins } else { FeedConflicts::FeedWins };
    let credential = args.credential.read()?.unwrap_or(FeedCredential::None);
    let format = args.format.map(name_of);
    let mut theaters = theater_pairs(&args.theaters)?;
    if theaters.is_empty() && !args.films_only {
        let request = FeedTrialRequest {
            address: args.address.clone(),
            format,
            theaters: Vec::new(),
            hold_percent: args.hold,
            conflicts,
            title_rules: Vec::new(),
            credential: Some(credential.clone()),
            feed: None,
        };
        let source = context.runner.trial_source(&context.site, request).await?;
        let trial = context.runner.trial(&context.site, source, Language::ENGLISH).await?;
        let found = trial.theaters.into_iter();
        theaters.extend(found.map(|found| FeedTheater { feed: found.id, theater: found.theater }));
    }
    let has_shows = args.format.is_none_or(Format::has_shows);
    let interval = args.interval.unwrap_or(if has_shows { DEFAULT_INTERVAL } else { DAY });
    if theaters.is_empty() && has_shows && !args.films_only {
        bail!("the feed names no theater: match it with --theater FEED=SITE");
    }
    let name = args.name.clone();
    let new = FeedSettings {
        name: args.name,
        address: args.address,
        format,
        theaters,
        interval_minutes: interval,
        hold_percent: args.hold,
        conflicts,
        missing_shows: if args.remove_missing { MissingShows::Removed } else { MissingShows::Canceled },
        title_rules: Vec::new(),
        is_on: true,
        credential: Some(credential),
    };
    let id = context.runner.connect(&context.site, new, ACTOR).await?;
    println!("{name} was connected as {id}; the server runs it every {interval} minutes");
    Ok(())
}

async fn titles(settings: &Settings, of: &FeedArgs, file: Option<&Path>, save: bool) -> Result<()> {
    let context = FeedContext::open(settings, &of.at).await?;
    let (feed, id) = context.find(&of.feed).await?;
    let rules: Vec<TitleRule> = match file {
        Some(path) => {
            let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
            serde_json::from_str(&text).with_context(|| format!("{}: not a list of rules", path.display()))?
        }
        None => feed.title_rules.clone(),
    };
    let titles = context.runner.titles(&context.site, &id).await?.titles;
    let names = titles.iter().map(|title| title.title.clone()).collect();
    let trial = TitleTrial { titles: names, rules };
    let tried = try_title_rules(trial.clone()).await?.titles;
    let row = |(before, after): (&FeedTitle, TriedTitle)| {
        vec![before.title.clone(), before.shows.to_string(), after.title, after.attributes.join(" ")]
    };
    let rows: Vec<_> = titles.iter().zip(tried).map(row).collect();
    table::print_rows(&["title", "shows", "becomes", "attributes"], &rows);
    if save {
        let name = feed.name.clone();
        let settings = FeedSettings { title_rules: trial.rules, ..as_it_is(feed) };
        context.runner.change(&context.site, &id, settings, ACTOR).await?;
        println!("the rules of {name} are saved; they apply from its next run on");
    }
    Ok(())
}

fn trial_of(feed: &EditorFeed) -> FeedTrialRequest {
    FeedTrialRequest {
        address: feed.address.clone(),
        format: feed.format,
        theaters: feed.theaters.clone(),
        hold_percent: feed.hold_percent,
        conflicts: feed.conflicts,
        title_rules: feed.title_rules.clone(),
        credential: None,
        feed: Some(feed.id.clone()),
    }
}

async fn change(settings: &Settings, of: &FeedArgs, args: ChangeArgs) -> Result<()> {
    let context = FeedContext::open(settings, &of.at).await?;
    let (feed, id) = context.find(&of.feed).await?;
    let changed = args.settings(feed)?;
    let name = changed.name.clone();
    context.runner.change(&context.site, &id, changed, ACTOR).await?;
    println!("{name} was changed; it runs again if it is on");
    Ok(())
}

async fn replay(settings: &Settings, of: &RunArgs) -> Result<()> {
    let context = FeedContext::open(settings, &of.of.at).await?;
    let (_, id) = context.find(&of.of.feed).await?;
    let run = FeedRunId::parse(&of.run).context("invalid run")?;
    print_trial(&context.runner.replay(&context.site, (&id, &run), Language::ENGLISH).await?);
    Ok(())
}

/// Prints the report of a run.
async fn show(settings: &Settings, of: &RunArgs, json: bool, response: Option<&Path>) -> Result<()> {
    let context = FeedContext::open(settings, &of.of.at).await?;
    let (_, id) = context.find(&of.of.feed).await?;
    let run = FeedRunId::parse(&of.run).context("invalid run")?;
    let (row, report) = context.store.feed_run(&context.site, &id, &run).await?.context("run not found")?;
    let read =
        |text| read_report(text, Language::ENGLISH).context("the report was stored by another version");
    let differences: Option<FeedDifferences> = report.as_deref().map(read).transpose()?;
    if let Some(path) = response {
        let file = context.runner.response(&context.site, &id, &run).await?;
        std::fs::write(path, file.bytes).with_context(|| path.display().to_string())?;
    }
    if json {
        println!("{}", serde_json::to_string_pretty(&differences)?);
        return Ok(());
    }
    print_run(&api_run(row));
    let Some(FeedDifferences { plan, conflicts, .. }) = differences else { return Ok(()) };
    for film in &plan.changes {
        for show in &film.times {
            let at = |at: Option<jiff::Timestamp>| at.map_or_else(|| "–".to_owned(), |at| at.to_string());
            println!("{}, {}: {} to {}", film.title, show.theater, at(show.before), at(show.after));
        }
    }
    if !conflicts.is_empty() {
        println!("{} times differ from what operators typed in", conflicts.len());
    }
    for remark in &plan.remarks {
        println!("  {remark}");
    }
    Ok(())
}

async fn decide(settings: &Settings, args: RunArgs, choice: FeedChoice) -> Result<()> {
    let context = FeedContext::open(settings, &args.of.at).await?;
    let (_, id) = context.find(&args.of.feed).await?;
    let run = FeedRunId::parse(&args.run).context("invalid run")?;
    context.runner.decide((&context.site, &id, &run), choice, ACTOR).await?;
    context.runner.finish_pictures().await;
    print_run(&context.run_of(&id, &run).await?);
    Ok(())
}

fn print_films(matches: &[FilmMatch], json: bool) -> Result<()> {
    if json {
        println!("{}", serde_json::to_string_pretty(matches)?);
        return Ok(());
    }
    let row = |film: &FilmMatch| {
        vec![
            film.film.clone(),
            film.title.clone(),
            film.source.clone(),
            film.target.clone(),
            film.target_title.clone(),
            format!("{} %", film.confidence),
            film.state.as_str().to_owned(),
        ]
    };
    let rows: Vec<_> = matches.iter().map(row).collect();
    table::print_rows(&["film", "title", "of", "site's film", "title", "confidence", "state"], &rows);
    Ok(())
}

fn print_feeds(feeds: &[EditorFeed], json: bool) -> Result<()> {
    if json {
        println!("{}", serde_json::to_string_pretty(feeds)?);
        return Ok(());
    }
    let row = |feed: &EditorFeed| {
        let at = |at: Option<jiff::Timestamp>| at.map(|at| at.to_string()).unwrap_or_default();
        vec![
            feed.name.clone(),
            format!("{:?}", feed.health).to_lowercase(),
            at(feed.last_success),
            at(feed.next_run),
            feed.shows.to_string(),
            feed.held_run.clone().unwrap_or_default(),
        ]
    };
    table::print_rows(
        &["name", "health", "lastSuccess", "nextRun", "shows", "heldRun"],
        &feeds.iter().map(row).collect::<Vec<_>>(),
    );
    Ok(())
}

fn print_runs(runs: Vec<FeedRun>, json: bool) -> Result<()> {
    if json {
        println!("{}", serde_json::to_string_pretty(&runs)?);
        return Ok(());
    }
    let row = |run: FeedRun| {
        vec![
            run.id,
            run.started.to_string(),
            run.result.as_str().to_owned(),
            run.added.to_string(),
            run.moved.to_string(),
            run.gone.to_string(),
            run.warnings.to_string(),
            run.error.unwrap_or_default(),
        ]
    };
    table::print_rows(
        &["id", "started", "result", "added", "moved", "gone", "warnings", "error"],
        &runs.into_iter().map(row).collect::<Vec<_>>(),
    );
    Ok(())
}

fn print_run(run: &FeedRun) {
    let FeedRun { added, moved, gone, unchanged, warnings, .. } = run;
    println!("{}: {}", run.id, run.result.as_str());
    println!("{added} added, {moved} moved, {gone} gone, {unchanged} unchanged, {warnings} warnings");
    if let Some(error) = &run.error {
        println!("{error}");
    }
}

fn print_trial(trial: &FeedTrial) {
    println!("Dry run: nothing is stored.");
    for theater in &trial.theaters {
        let target = theater.theater.as_deref().unwrap_or("not imported");
        println!("  {} ({}): {} shows, {target}", theater.name, theater.id, theater.shows);
    }
    let shows = trial.plan.shows;
    println!(
        "{} shows added, {} changed, {} removed, {} unchanged",
        shows.added, shows.changed, shows.removed, shows.unchanged
    );
    if trial.loss.is_held {
        println!("{}% of the coming shows would be gone: such a run is held", trial.loss.percent);
    }
    for remark in &trial.plan.remarks {
        println!("  {remark}");
    }
}
