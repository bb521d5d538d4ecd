//! Trials, replays, and decisions on runs that are held.

use std::io::Read;

use flate2::read::GzDecoder;
use marquee_api::editor::{FeedChoice, FeedCredential, FeedTrial};
use marquee_feeds::SourceFile;
use marquee_import::FetchError;
use marquee_model::feed::{FeedConfig, FeedProblem, FeedRunResult};
use marquee_model::settings::SiteRecord;
use marquee_model::{FeedId, FeedRunId, SiteId};
use marquee_store::{FeedAnswerRow, FeedRow, FeedRunRow, FeedState, FeedValidators};

use crate::error::RunError;
use crate::planned::{Removals, found_theaters, matched_by_id, plan_in};
use crate::runner::{FeedRunner, Fetched, audit_detail, describe, failed, report as run_report};

/// Maximum size of a stored answer in bytes when it is unpacked again.
const MAX_UNPACKED: u64 = 64 << 20;

/// Where a trial reads.
#[derive(Debug, Clone)]
pub struct TrialSource {
    /// Without theaters, those of the answer are matched by their ids.
    pub config: FeedConfig,
    pub credential: FeedCredential,
}

impl FeedRunner {
    /// Reads a feed that is not stored, and says what a run would do. Nothing is stored.
    ///
    /// # Errors
    /// [`RunError::Failed`] if the answer cannot be fetched or read.
    pub async fn trial(&self, site: &SiteId, source: TrialSource) -> Result<FeedTrial, RunError> {
        let record = self.store().site(site).await?.ok_or(RunError::NotFound)?.record;
        let TrialSource { config, credential } = source;
        let answer = self.read_answer(&config, &credential, &FeedValidators::default()).await?;
        let Fetched::New(answer) = answer else { return Err(failed(&FetchError::Status(304))) };
        self.try_file(site, &record, config, answer.file).await
    }

    /// What the answer of a run would change now. Nothing is stored.
    ///
    /// # Errors
    /// [`RunError::NoAnswer`]; as [`FeedRunner::trial`].
    pub async fn replay(&self, site: &SiteId, feed: &FeedId, run: &FeedRunId) -> Result<FeedTrial, RunError> {
        let record = self.store().site(site).await?.ok_or(RunError::NotFound)?.record;
        let row = self.store().feed(site, feed).await?.ok_or(RunError::NotFound)?;
        let file = self.answer(site, feed, run).await?;
        self.try_file(site, &record, row.config, file).await
    }

    async fn try_file(
        &self,
        site: &SiteId,
        record: &SiteRecord,
        config: FeedConfig,
        file: SourceFile,
    ) -> Result<FeedTrial, RunError> {
        let found = self.read_schedule(site, record, &config, file).await?;
        let config = if config.theaters.is_empty() { matched_by_id(&found.import, &config) } else { config };
        let known = self.store().theaters(site).await?;
        let theaters = found_theaters(&found.import, &config, &known);
        let now = self.now();
        let mut tx = self.store().begin_long().await?;
        let planned = plan_in(&mut tx, site, &config, found, Removals::Allowed, now).await?;
        // Nothing of it is stored.
        drop(tx);
        let differences = planned.differences(now);
        Ok(FeedTrial {
            theaters,
            plan: differences.plan,
            loss: differences.loss,
            conflicts: differences.conflicts,
        })
    }

    /// The answer that a run has read, as a file.
    ///
    /// # Errors
    /// [`RunError::NotFound`], [`RunError::NoAnswer`]
    pub async fn answer(
        &self,
        site: &SiteId,
        feed: &FeedId,
        run: &FeedRunId,
    ) -> Result<SourceFile, RunError> {
        self.store().feed_run(site, feed, run).await?.ok_or(RunError::NotFound)?;
        let stored = self.store().feed_answer(site, run).await?.ok_or(RunError::NoAnswer)?;
        let unpacked = tokio::task::spawn_blocking(move || unpacked(stored)).await;
        let unpacked = unpacked.map_err(|error| RunError::failed(FeedProblem::Internal, &error))?;
        unpacked.map_err(|error| RunError::failed(FeedProblem::Internal, &error))
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
        let feed = self.store().feed(site, feed).await?.ok_or(RunError::NotFound)?;
        let (row, report) = self.store().feed_run(site, &feed.id, run).await?.ok_or(RunError::NotFound)?;
        if feed.state.held_run.as_ref() != Some(run) {
            return Err(RunError::Decided);
        }
        if !self.lease(&feed, false).await? {
            return Err(RunError::Busy);
        }
        let decided = self.holding_lease(&feed, self.carry_out(&feed, row, report, choice, actor)).await;
        if decided.is_err() {
            // The run still waits.
            let mut tx = self.store().begin().await?;
            tx.finish_feed((site, &feed.id), self.process(), &feed.state).await?;
            tx.commit().await?;
        }
        decided
    }

    async fn carry_out(
        &self,
        feed: &FeedRow,
        held: FeedRunRow,
        report: Option<String>,
        choice: FeedChoice,
        actor: &str,
    ) -> Result<(), RunError> {
        let record = self.store().site(&feed.site).await?.ok_or(RunError::NotFound)?.record;
        let mut row = FeedRunRow { decided_by: Some(actor.to_owned()), ..held };
        let now = self.now();
        let file = match choice {
            FeedChoice::Keep => None,
            FeedChoice::Apply | FeedChoice::ApplyWithoutRemovals => {
                Some(self.answer(&feed.site, &feed.id, &row.id).await?)
            }
        };
        let found = match file {
            Some(file) => Some(self.read_schedule(&feed.site, &record, &feed.config, file).await?),
            None => None,
        };
        let mut tx = self.begin_with_lease(feed).await?;
        // Another decision may have come first.
        let current = tx.feed(&feed.site, &feed.id).await?.ok_or(RunError::NotFound)?;
        if current.state.held_run.as_ref() != Some(&row.id) {
            return Err(RunError::Decided);
        }
        let removals = if choice == FeedChoice::Apply { Removals::Allowed } else { Removals::Kept };
        let (mut report, mut pictures) = (report, Vec::new());
        let mut state = FeedState { held_run: None, ..feed.state.clone() };
        let action = match found {
            Some(found) => {
                let planned = plan_in(&mut tx, &feed.site, &feed.config, found, removals, now).await?;
                describe(&mut row, &planned, &feed.config, now);
                row.result = FeedRunResult::Applied;
                state.succeeded_at = Some(now);
                report = run_report(&planned, now)?;
                pictures = planned.found.pictures;
                if removals == Removals::Allowed { "feed.apply" } else { "feed.applyWithoutRemovals" }
            }
            None => {
                row.result = FeedRunResult::Kept;
                "feed.keep"
            }
        };
        state.next_at = self.next_run(feed, 0);
        self.audit(&mut tx, feed, (actor, action), &audit_detail(&feed.config, &row)).await?;
        if !tx.finish_feed((&feed.site, &feed.id), self.process(), &state).await? {
            return Err(RunError::Busy);
        }
        tx.save_feed_run(&feed.site, &row, report.as_deref(), None).await?;
        tx.commit().await?;
        self.fetch_pictures(&feed.site, pictures);
        Ok(())
    }
}

fn unpacked(stored: FeedAnswerRow) -> std::io::Result<SourceFile> {
    let mut bytes = Vec::new();
    GzDecoder::new(stored.content.as_slice()).take(MAX_UNPACKED).read_to_end(&mut bytes)?;
    Ok(SourceFile { name: stored.name, bytes })
}
