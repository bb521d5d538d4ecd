//! The titles of a feed, and what rules make of them.

use std::collections::{BTreeMap, HashMap};

use marquee_api::editor::{FeedTitle, FeedTitles, TitleTrial, TriedTitle, TriedTitles};
use marquee_import::{FetchError, FoundSchedule};
use marquee_model::feed::{FeedProblem, FeedRunResult};
use marquee_model::{FeedId, MovieId, SiteId};
use marquee_store::FeedValidators;
use tokio::sync::Semaphore;

use crate::error::{RunError, failed};
use crate::fetching::{Fetched, read_response};
use crate::film_facts::TRIAL_TIME;
use crate::response::{files_of, in_background};
use crate::runner::{FeedRunner, Titles};
use crate::settings::{SettingsError, wrong};
use crate::titles::{Renamed, TitleRules, checked_rules};

/// Maximum number of titles that are tried at once, and of those that a feed is asked for.
const MAX_TITLES: usize = 2_000;
/// Maximum length of a title that is tried, in characters.
const MAX_TITLE: usize = 400;
/// Runs that are searched for a response.
const MAX_RUNS: u64 = 2_000;

/// Trials that run at the same time.
static TRIALS: Semaphore = Semaphore::const_new(2);

/// What rules make of titles. Nothing is stored.
///
/// # Errors
/// [`SettingsError::Field`]
pub async fn try_title_rules(trial: TitleTrial) -> Result<TriedTitles, SettingsError> {
    let rules = checked_rules(trial.rules).map_err(|rule| wrong("rules", rule))?;
    let is_long = |title: &String| title.chars().count() > MAX_TITLE;
    if trial.titles.len() > MAX_TITLES || trial.titles.iter().any(is_long) {
        let rule = format!("must be at most {MAX_TITLES} titles of at most {MAX_TITLE} characters");
        return Err(wrong("titles", rule));
    }
    let _permit = TRIALS.acquire().await;
    let tried = in_background(move || {
        let rules = TitleRules::new(&rules);
        let tried = trial.titles.iter().map(|title| {
            let Renamed { title, attributes } = rules.rename(title);
            TriedTitle { title, attributes: attributes.into_iter().map(str::to_owned).collect() }
        });
        TriedTitles { titles: tried.collect() }
    });
    tried.await.map_err(|error| wrong("rules", format!("cannot be tried now: {error}")))
}

impl FeedRunner {
    /// The titles of a feed as its system writes them, by name: of its last stored response, else as it says now.
    ///
    /// # Errors
    /// [`RunError::Failed`] if the response cannot be fetched or read; [`RunError::NotFound`].
    pub async fn titles(&self, site: &SiteId, feed: &FeedId) -> Result<FeedTitles, RunError> {
        let record = self.store().site(site).await?.ok_or(RunError::NotFound)?.record;
        let row = self.store().feed(site, feed).await?.ok_or(RunError::NotFound)?;
        let runs = self.store().feed_runs(site, Some(feed), None, MAX_RUNS).await?;
        let stored =
            runs.into_iter().find(|run| run.response_size > 0 && run.result != FeedRunResult::Failed);
        let files = match stored {
            Some(run) => files_of(self.response(site, feed, &run.id).await?).await?,
            None => {
                let opened = self.credentials().open((site, feed), row.credential.as_deref());
                let credential = opened.map_err(|error| RunError::failed(FeedProblem::Sealed, &error))?;
                match read_response(
                    self.ports(),
                    (site, &record),
                    &row.config,
                    (&credential, &FeedValidators::default(), TRIAL_TIME),
                )
                .await?
                {
                    Fetched::New(response) => response.files,
                    Fetched::Same(_) => return Err(failed(&FetchError::Status(304))),
                }
            }
        };
        let titles = (files, Titles::Unchanged);
        Ok(titles_of(&self.read_schedule(site, &record, &row.config, titles).await?))
    }
}

/// The titles of a schedule with the number of their shows.
fn titles_of(found: &FoundSchedule) -> FeedTitles {
    let mut shows: HashMap<&MovieId, usize> = HashMap::new();
    for show in &found.import.showtimes {
        *shows.entry(&show.movie_id).or_default() += 1;
    }
    let mut titles: BTreeMap<&str, usize> = BTreeMap::new();
    for film in found.import.movies.iter().flatten() {
        *titles.entry(&film.title).or_default() += shows.get(&film.id).copied().unwrap_or_default();
    }
    let titles = titles.into_iter().map(|(title, shows)| FeedTitle { title: title.to_owned(), shows });
    FeedTitles { titles: titles.take(MAX_TITLES).collect() }
}
