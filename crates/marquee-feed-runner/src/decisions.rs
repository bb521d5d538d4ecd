//! Trials, replays, and decisions on runs that are held.

use jiff::Timestamp;
use marquee_api::editor::{FeedChoice, FeedCredential, FeedDifferences, FeedTrial, FoundTheater};
use marquee_feeds::SourceFile;
use marquee_import::{FetchError, FoundSchedule};
use marquee_messages::Language;
use marquee_model::feed::{FeedConfig, FeedProblem, FeedRunResult, FeedTheaterMatch};
use marquee_model::settings::SiteRecord;
use marquee_model::{FeedId, FeedRunId, SiteId};
use marquee_store::{FeedRunRow, FeedState, FeedValidators};

use crate::changes::Missing;
use crate::error::{RunError, failed};
use crate::fetching::{Fetched, read_response};
use crate::film_facts::TRIAL_TIME;
use crate::lease::Lease;
use crate::planned::{Planned, found_theaters, matched_by_id, plan_in};
use crate::response::{files_of, unpacked};
use crate::runner::{FeedRunner, Titles, audit_detail, describe, report as run_report};

/// Where a trial reads.
#[derive(Debug, Clone)]
pub struct TrialSource {
    /// The feed, if it is connected.
    pub feed: Option<FeedId>,
    /// Without theaters, those of the response are matched by their ids.
    pub config: FeedConfig,
    pub credential: FeedCredential,
}

/// What a trial has found.
struct Tried {
    theaters: Vec<FoundTheater>,
    planned: Planned,
}

impl Tried {
    fn report(self, now: Timestamp, language: Language) -> FeedTrial {
        let FeedDifferences { plan, loss, conflicts } = self.planned.differences(now, language);
        FeedTrial { theaters: self.theaters, plan, loss, conflicts }
    }
}

impl FeedRunner {
    /// Reads a feed that is not stored, and says what a run would do, with remarks in a language. Nothing is stored.
    ///
    /// # Errors
    /// [`RunError::Failed`] if the response cannot be fetched or read.
    pub async fn trial(
        &self,
        site: &SiteId,
        source: TrialSource,
        language: Language,
    ) -> Result<FeedTrial, RunError> {
        let record = self.store().site(site).await?.ok_or(RunError::NotFound)?.record;
        let TrialSource { feed, config, credential } = source;
        let response = read_response(
            self.ports(),
            (site, &record),
            &config,
            (&credential, &FeedValidators::default(), TRIAL_TIME),
        )
        .await?;
        let Fetched::New(response) = response else { return Err(failed(&FetchError::Status(304))) };
        let before = self.store().feeds(site).await?.into_iter().find(|row| Some(&row.id) == feed.as_ref());
        let missing = match &before {
            Some(row) => Missing::for_feed(&config, &row.state),
            None => Missing::Removed,
        };
        let planned =
            self.try_file((site, &record), (feed.as_ref(), config), missing, response.files).await?;
        Ok(planned.report(self.now(), language))
    }

    /// What the response of a run would change now, with remarks in a language. Nothing is stored.
    ///
    /// # Errors
    /// [`RunError::NoResponse`]; as [`FeedRunner::trial`].
    pub async fn replay(
        &self,
        site: &SiteId,
        (feed, run): (&FeedId, &FeedRunId),
        language: Language,
    ) -> Result<FeedTrial, RunError> {
        let record = self.store().site(site).await?.ok_or(RunError::NotFound)?.record;
        let row = self.store().feed(site, feed).await?.ok_or(RunError::NotFound)?;
        let files = files_of(self.response(site, feed, run).await?).await?;
        let missing = Missing::for_feed(&row.config, &row.state);
        let planned = self.try_file((site, &record), (Some(feed), row.config), missing, files).await?;
        Ok(planned.report(self.now(), language))
    }

    async fn try_file(
        &self,
        (site, record): (&SiteId, &SiteRecord),
        (feed, config): (Option<&FeedId>, FeedConfig),
        missing: Missing,
        files: Vec<SourceFile>,
    ) -> Result<Tried, RunError> {
        let found = self.read_for_trial(site, record, &config, files).await?;
        let config = if config.theaters.is_empty() { matched_by_id(&found.import, &config) } else { config };
        let known = self.store().theaters(site).await?;
        let theaters = found_theaters(&found.import, &config, &known);
        let now = self.now();
        let mut tx = self.store().begin_long().await?;
        let planned = plan_in(&mut tx, (site, feed), &config, found, missing, now).await?;
        // Nothing of it is stored.
        drop(tx);
        Ok(Tried { theaters, planned })
    }

    /// Reads a response. One that names no theater is read for the first of the site, so that a person can choose another.
    async fn read_for_trial(
        &self,
        site: &SiteId,
        record: &SiteRecord,
        config: &FeedConfig,
        files: Vec<SourceFile>,
    ) -> Result<FoundSchedule, RunError> {
        let known = self.store().theaters(site).await?;
        let first = known.first().filter(|_| config.theaters.is_empty() && known.len() > 1);
        let Some(first) = first else {
            return self.read_schedule(site, record, config, (files, Titles::Renamed)).await;
        };
        let read = self.read_schedule(site, record, config, (files.clone(), Titles::Renamed)).await;
        let Err(RunError::Failed { problem: FeedProblem::Invalid, .. }) = &read else { return read };
        let matched = FeedTheaterMatch { feed: first.id.clone(), theater: Some(first.id.clone()) };
        let config = FeedConfig { theaters: vec![matched], ..config.clone() };
        let at_first = self.read_schedule(site, record, &config, (files, Titles::Renamed)).await;
        at_first.or(read)
    }

    /// The response that a run has read, as a file.
    ///
    /// # Errors
    /// [`RunError::NotFound`], [`RunError::NoResponse`]
    pub async fn response(
        &self,
        site: &SiteId,
        feed: &FeedId,
        run: &FeedRunId,
    ) -> Result<SourceFile, RunError> {
        self.store().feed_run(site, feed, run).await?.ok_or(RunError::NotFound)?;
        let stored = self.store().feed_response(site, run).await?.ok_or(RunError::NoResponse)?;
        unpacked(stored).await
    }

    /// Decides on a run that is held; the feed runs again after that. `actor` is the person in the audit log.
    ///
    /// # Errors
    /// [`RunError::Decided`] if the run does not wait; [`RunError::Busy`]; [`RunError::NotFound`].
    pub async fn decide(
        &self,
        (site, feed, run): (&SiteId, &FeedId, &FeedRunId),
        choice: FeedChoice,
        actor: &str,
    ) -> Result<(), RunError> {
        self.store().feed(site, feed).await?.ok_or(RunError::NotFound)?;
        let lease = self.lease((site, feed), false).await?.ok_or(RunError::Busy)?;
        let decided = lease.hold(self.carry_out(&lease, run, choice, actor)).await;
        if decided.is_err() {
            // A run that is held still waits.
            lease.release().await?;
        }
        decided
    }

    async fn carry_out(
        &self,
        lease: &Lease,
        run: &FeedRunId,
        choice: FeedChoice,
        actor: &str,
    ) -> Result<(), RunError> {
        let feed = &lease.feed;
        let (held, mut report) =
            self.store().feed_run(&feed.site, &feed.id, run).await?.ok_or(RunError::NotFound)?;
        if feed.state.held_run.as_ref() != Some(run) {
            return Err(RunError::Decided);
        }
        let record = self.store().site(&feed.site).await?.ok_or(RunError::NotFound)?.record;
        let mut row = FeedRunRow { decided_by: Some(actor.to_owned()), ..held };
        let now = self.now();
        let files = match choice {
            FeedChoice::Keep => None,
            FeedChoice::Apply | FeedChoice::ApplyWithoutRemovals => {
                Some(files_of(self.response(&feed.site, &feed.id, &row.id).await?).await?)
            }
        };
        let found = match files {
            Some(files) => {
                Some(self.read_schedule(&feed.site, &record, &feed.config, (files, Titles::Renamed)).await?)
            }
            None => None,
        };
        let mut tx = lease.begin().await?;
        let missing = match choice {
            FeedChoice::Apply => Missing::for_feed(&feed.config, &feed.state),
            FeedChoice::ApplyWithoutRemovals | FeedChoice::Keep => Missing::Kept,
        };
        let mut pictures = Vec::new();
        let mut state = FeedState { held_run: None, ..feed.state.clone() };
        let action = match found {
            Some(found) => {
                let planned =
                    plan_in(&mut tx, (&feed.site, Some(&feed.id)), &feed.config, found, missing, now).await?;
                describe(&mut row, &planned, &feed.config, now);
                row.result = FeedRunResult::Applied;
                state.succeeded_at = Some(now);
                state.is_stale_reported = false;
                // Shows that were kept may be others' than the feed's.
                state.has_announced |= missing != Missing::Kept;
                report = run_report(&planned, now)?;
                pictures = planned.found.pictures;
                if missing == Missing::Kept { "feed.applyWithoutRemovals" } else { "feed.apply" }
            }
            None => {
                row.result = FeedRunResult::Kept;
                "feed.keep"
            }
        };
        state.next_at = self.next_run(feed, 0);
        self.audit(&mut tx, feed, (actor, action), &audit_detail(&feed.config, &row)).await?;
        lease.finish(&mut tx, &state).await?;
        tx.save_feed_run(&feed.site, &row, report.as_deref(), None).await?;
        tx.commit().await?;
        self.fetch_pictures_of(feed, pictures).await
    }
}
