//! One run of a feed.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use marquee_api::paths::EDITOR_PREFIX;
use marquee_auth::{random_bytes, random_text};
use marquee_catalog::{PictureStores, fetch_pictures, films_by_all_titles};
use marquee_feeds::SourceFile;
use marquee_import::{FoundSchedule, SiteFacts, booking_site_of, host_of};
use marquee_mail::{Letter, Link};
use marquee_model::feed::{FeedConfig, FeedConflicts, FeedProblem, FeedRunResult};
use marquee_model::operator::OperatorRole;
use marquee_model::settings::SiteRecord;
use marquee_model::{FeedId, FeedRunId, MediaRef, SiteId};
use marquee_store::{
    AuditRow, FeedPush, FeedResponseRow, FeedRow, FeedRunLimits, FeedRunRow, FeedState, FeedValidators,
    Store, StoreError, WriteTx,
};
use parking_lot::Mutex;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::changes::Missing;
use crate::credential::SealedCredentials;
use crate::error::RunError;
use crate::fetching::{Fetched, new_files, read_response};
use crate::film_facts::{RUN_TIME, is_of_facts, pictures_of_completed};
use crate::lease::Lease;
use crate::planned::{Planned, plan_in};
use crate::ports::Ports;
use crate::renaming::{read_renamed, read_unchanged};
use crate::report::StoredReport;
use crate::response::{in_background, packed};
use crate::timing::{is_stale, next_run};

/// Maximum size of the stored responses of a feed in bytes, compressed.
const MAX_RESPONSES: u64 = 64 << 20;
/// Maximum number of stored reports of a feed; each has at most some hundred kilobytes.
const MAX_REPORTS: u64 = 200;
/// How long runs and their responses are kept.
const RETENTION: SignedDuration = SignedDuration::from_hours(14 * 24);
/// How long runs are kept that changed nothing; they stay in the counts of their day.
const IDLE_RETENTION: SignedDuration = SignedDuration::from_hours(24);
/// Maximum length of the text of an error in characters.
const MAX_ERROR: usize = 500;
/// Maximum number of people who get an email about a feed.
const MAX_RECIPIENTS: usize = 50;
/// Sites whose pictures are fetched at the same time.
const MAX_PICTURE_FETCHES: usize = 2;
/// The actor of the audit log for what feeds do by themselves.
const ACTOR: &str = "feed";

/// Runs feeds. Cheap to clone.
#[derive(Debug, Clone)]
pub struct FeedRunner(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    ports: Ports,
    picture_fetches: Semaphore,
    /// The fetches of pictures that continue.
    pictures: Mutex<JoinSet<()>>,
}

/// What a run reads.
#[derive(Debug)]
pub enum Input {
    Address,
    /// A message, which has the schedule or, without a file, says that the address has another one.
    Push {
        push: FeedPush,
        file: Option<SourceFile>,
    },
}

/// How the titles of a schedule are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Titles {
    /// By the rules of the feed.
    Renamed,
    /// As its system writes them.
    Unchanged,
}

/// A run that is not saved yet.
struct OpenRun<'r> {
    lease: &'r Lease,
    site: &'r SiteRecord,
    started: Timestamp,
    row: FeedRunRow,
    state: FeedState,
}

impl FeedRunner {
    #[must_use]
    pub fn new(ports: Ports) -> Self {
        let picture_fetches = Semaphore::new(MAX_PICTURE_FETCHES);
        Self(Arc::new(Inner { ports, picture_fetches, pictures: Mutex::default() }))
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.ports.store
    }

    pub(crate) fn ports(&self) -> &Ports {
        &self.0.ports
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.0.ports.clock.now()
    }

    /// Seals and opens the credentials of feeds.
    #[must_use]
    pub fn credentials(&self) -> &SealedCredentials {
        &self.0.ports.credentials
    }

    /// Leases a feed; `None` if another run has it or, with `only_due`, if it is not due any more.
    pub(crate) async fn lease(
        &self,
        feed: (&SiteId, &FeedId),
        only_due: bool,
    ) -> Result<Option<Lease>, RunError> {
        Lease::take((self.store().clone(), self.0.ports.clock.clone()), feed, only_due).await
    }

    /// Runs a feed now, whether it is due or not, and returns when that is done. The run continues if the caller goes away.
    ///
    /// # Errors
    /// [`RunError::Held`] if a run waits for a decision, [`RunError::Busy`] if the feed is running; [`RunError::NotFound`].
    pub async fn run_now(&self, site: &SiteId, feed: &FeedId) -> Result<FeedRunId, RunError> {
        self.store().feed(site, feed).await?.ok_or(RunError::NotFound)?;
        let lease = self.lease((site, feed), false).await?.ok_or(RunError::Busy)?;
        if lease.feed.state.held_run.is_some() {
            lease.release().await?;
            return Err(RunError::Held);
        }
        self.run_apart(lease, Input::Address).await
    }

    /// Runs a leased feed in a task of its own, which continues if the caller goes away.
    pub(crate) async fn run_apart(&self, lease: Lease, input: Input) -> Result<FeedRunId, RunError> {
        let runner = self.clone();
        let run = tokio::spawn(async move { runner.run_leased(&lease, input).await }).await;
        run.map_err(|error| RunError::failed(FeedProblem::Internal, &error))?
    }

    /// Runs a leased feed, and extends the lease meanwhile.
    pub(crate) async fn run_leased(&self, lease: &Lease, input: Input) -> Result<FeedRunId, RunError> {
        let FeedRow { site, id, .. } = &lease.feed;
        let stored = self.store().site(site).await?.ok_or(RunError::NotFound)?;
        let mut run = self.open_run(lease, &stored.record)?;
        let file = match input {
            Input::Address => None,
            Input::Push { push, file } => {
                run.state.last_push = Some(push);
                file
            }
        };
        let result = lease.hold(self.execute(&mut run, file)).await;
        let (problem, text) = match result {
            Ok(()) => return Ok(run.row.id),
            Err(error @ (RunError::Busy | RunError::NotFound | RunError::Held)) => return Err(error),
            Err(RunError::Failed { problem, text }) => (problem, text),
            Err(error) => {
                tracing::error!(site.id = %site, feed.id = %id, %error, "a run of a feed was not stored");
                (FeedProblem::Internal, "the server could not store the run".to_owned())
            }
        };
        self.save_failure(&mut run, problem, &text).await?;
        Ok(run.row.id)
    }

    fn open_run<'r>(&self, lease: &'r Lease, site: &'r SiteRecord) -> Result<OpenRun<'r>, RunError> {
        let feed = &lease.feed;
        let started = self.now();
        let internal = |error: &dyn std::fmt::Display| RunError::failed(FeedProblem::Internal, error);
        let random = random_text(8).map_err(|error| internal(&error))?;
        let id = FeedRunId::parse(&format!("{:013}-{random}", started.as_millisecond().max(0)));
        let row = FeedRunRow {
            id: id.map_err(|error| internal(&error))?,
            feed: feed.id.clone(),
            at: started,
            took_milliseconds: 0,
            result: FeedRunResult::Unchanged,
            added: 0,
            moved: 0,
            gone: 0,
            unchanged: 0,
            warnings: 0,
            problem: None,
            error: None,
            mailed: Vec::new(),
            decided_by: None,
            response_size: 0,
        };
        Ok(OpenRun { lease, site, started, row, state: feed.state.clone() })
    }

    async fn execute(&self, run: &mut OpenRun<'_>, file: Option<SourceFile>) -> Result<(), RunError> {
        let feed = &run.lease.feed;
        let before = &feed.state.validators;
        let response = match file {
            Some(file) => new_files(vec![file], FeedValidators::default(), before).await?,
            None => {
                let opened = self.credentials().open((&feed.site, &feed.id), feed.credential.as_deref());
                let credential = opened.map_err(|error| RunError::failed(FeedProblem::Sealed, &error))?;
                read_response(
                    self.ports(),
                    (&feed.site, run.site),
                    &feed.config,
                    (&credential, before, RUN_TIME),
                )
                .await?
            }
        };
        let response = match response {
            Fetched::Same(validators) => {
                run.state.validators = validators;
                return self.save_unchanged(run).await;
            }
            Fetched::New(response) => response,
        };
        let (files, stored) = packed(response.files).await?;
        match self.read_schedule(&feed.site, run.site, &feed.config, (files, Titles::Renamed)).await {
            Ok(found) => {
                run.state.validators = response.validators;
                self.apply(run, found, stored).await
            }
            Err(RunError::Failed { problem, text }) => {
                // The response says why it cannot be read.
                self.save_failure_with(run, problem, &text, stored).await
            }
            Err(error) => Err(error),
        }
    }

    pub(crate) async fn read_schedule(
        &self,
        site: &SiteId,
        record: &SiteRecord,
        config: &FeedConfig,
        (files, titles): (Vec<SourceFile>, Titles),
    ) -> Result<FoundSchedule, RunError> {
        let invalid = |error: &dyn std::fmt::Display| RunError::failed(FeedProblem::Invalid, error);
        let theaters = self.store().theaters(site).await?;
        // Rows that name no theater are for the only one that the feed changes.
        let mut targets = config.targets().filter(|id| theaters.iter().any(|known| known.id == **id));
        let only = targets.next().cloned().filter(|_| targets.next().is_none());
        let facts = SiteFacts::of_site(record, theaters.clone(), Vec::new()).at_theater(only);
        let facts = facts.with_booking_site(booking_site_of(&config.address));
        let format = config.format.as_deref().map(str::parse).transpose();
        let format = format.map_err(|error: marquee_feeds::FeedError| invalid(&error))?;
        let host = host_of(&config.address).unwrap_or_default();
        let read = match titles {
            Titles::Renamed => {
                let rules = config.title_rules.clone();
                // Formats that name films by their titles do not describe those that they know.
                let films = if config.is_of_films_only() {
                    Vec::new()
                } else {
                    films_by_all_titles(self.store(), site).await?
                };
                in_background(move || read_renamed(files, format, &facts, (films, &rules))).await?
            }
            Titles::Unchanged => in_background(move || read_unchanged(files, format, &facts)).await?,
        };
        let found = read.map_err(|error| invalid(&error))?;
        Ok(FoundSchedule { origin: host, ..found })
    }

    /// Applies what a feed says, or holds it.
    async fn apply(
        &self,
        run: &mut OpenRun<'_>,
        found: FoundSchedule,
        stored: Option<FeedResponseRow>,
    ) -> Result<(), RunError> {
        let (feed, now) = (&run.lease.feed, self.now());
        let missing = Missing::for_feed(&feed.config, &feed.state);
        let mut tx = run.lease.begin().await?;
        let planned =
            plan_in(&mut tx, (&feed.site, Some(&feed.id)), &feed.config, found, missing, now).await?;
        describe(&mut run.row, &planned, &feed.config, now);
        run.row.response_size = stored.as_ref().map_or(0, |response| response.content.len() as u64);
        if planned.loss.is_held {
            drop(tx);
            return self.hold(run, &planned, stored).await;
        }
        run.row.result = match (run.row.warnings, planned.is_same()) {
            (1.., _) => FeedRunResult::Warned,
            (0, true) => FeedRunResult::Unchanged,
            (0, false) => FeedRunResult::Changed,
        };
        if !planned.is_same() {
            let detail = audit_detail(&feed.config, &run.row);
            self.audit(&mut tx, feed, (ACTOR, "feed.run"), &detail).await?;
        }
        self.complete(run);
        run.state.has_announced = true;
        let report = report(&planned, now)?;
        self.save(tx, run, report.as_deref(), stored).await?;
        self.fetch_pictures_of(feed, planned.found.pictures).await
    }

    /// Saves a run that waits for a decision. The site is unchanged, and the people who are responsible get an email.
    async fn hold(
        &self,
        run: &mut OpenRun<'_>,
        planned: &Planned,
        stored: Option<FeedResponseRow>,
    ) -> Result<(), RunError> {
        let feed = &run.lease.feed;
        run.row.result = FeedRunResult::Held;
        run.state.held_run = Some(run.row.id.clone());
        // So that the next run reads the response again.
        run.state.validators = FeedValidators::default();
        run.state.failures = 0;
        let path = format!("{}/feeds/{}/{}/", feed.site, feed.id, run.row.id);
        let mut tx = run.lease.begin().await?;
        if let Some(link) = self.link(run.site, &path) {
            let letter = Letter::FeedHeld { feed: feed.config.name.clone(), gone: run.row.gone, link };
            run.row.mailed = self.queue_mail(&mut tx, run.site, &letter).await?;
        }
        let detail = audit_detail(&feed.config, &run.row);
        self.audit(&mut tx, feed, (ACTOR, "feed.hold"), &detail).await?;
        let report = report(planned, self.now())?;
        self.save(tx, run, report.as_deref(), stored).await
    }

    async fn save_unchanged(&self, run: &mut OpenRun<'_>) -> Result<(), RunError> {
        self.complete(run);
        let tx = run.lease.begin().await?;
        self.save(tx, run, None, None).await?;
        self.fetch_pictures_of(&run.lease.feed, Vec::new()).await
    }

    async fn save_failure(
        &self,
        run: &mut OpenRun<'_>,
        problem: FeedProblem,
        text: &str,
    ) -> Result<(), RunError> {
        self.save_failure_with(run, problem, text, None).await
    }

    async fn save_failure_with(
        &self,
        run: &mut OpenRun<'_>,
        problem: FeedProblem,
        text: &str,
        stored: Option<FeedResponseRow>,
    ) -> Result<(), RunError> {
        let (feed, now) = (&run.lease.feed, self.now());
        // What an interrupted attempt has found is not what happened.
        run.state = FeedState { last_push: run.state.last_push.take(), ..feed.state.clone() };
        run.state.failures = feed.state.failures.saturating_add(1);
        run.state.next_at = self.next_run(feed, run.state.failures);
        run.row = FeedRunRow {
            result: FeedRunResult::Failed,
            problem: Some(problem),
            error: Some(text.chars().take(MAX_ERROR).collect()),
            added: 0,
            moved: 0,
            gone: 0,
            unchanged: 0,
            warnings: 0,
            mailed: Vec::new(),
            response_size: stored.as_ref().map_or(0, |response| response.content.len() as u64),
            ..run.row.clone()
        };
        let mut tx = run.lease.begin().await?;
        if is_stale(feed, now) && !feed.state.is_stale_reported {
            run.state.is_stale_reported = true;
            if let Some(link) = self.link(run.site, &format!("{}/feeds/", feed.site)) {
                let letter = Letter::FeedStale { feed: feed.config.name.clone(), link };
                run.row.mailed = self.queue_mail(&mut tx, run.site, &letter).await?;
            }
            self.audit(&mut tx, feed, (ACTOR, "feed.stale"), &feed.config.name).await?;
        }
        self.save(tx, run, None, stored).await
    }

    /// The state of a feed after a run that read its response completely.
    fn complete(&self, run: &mut OpenRun<'_>) {
        run.state.failures = 0;
        run.state.is_stale_reported = false;
        run.state.succeeded_at = Some(self.now());
        run.state.next_at = self.next_run(&run.lease.feed, 0);
    }

    pub(crate) fn next_run(&self, feed: &FeedRow, failures: u32) -> Timestamp {
        let random = random_bytes::<2>().map_or(0, u16::from_be_bytes);
        next_run(self.now(), feed.config.interval_minutes, failures, random)
    }

    /// Saves a run with what it has left, and commits.
    async fn save(
        &self,
        mut tx: WriteTx,
        run: &mut OpenRun<'_>,
        report: Option<&str>,
        stored: Option<FeedResponseRow>,
    ) -> Result<(), RunError> {
        let (feed, now) = (&run.lease.feed, self.now());
        let took = now.duration_since(run.started).as_millis();
        run.row.took_milliseconds = u32::try_from(took).unwrap_or(0);
        let key = (&feed.site, &feed.id);
        run.lease.finish(&mut tx, &run.state).await?;
        tx.save_feed_run(&feed.site, &run.row, report, stored.as_ref()).await?;
        let ago = |duration| now.saturating_sub(duration).unwrap_or(Timestamp::MIN);
        let limits = FeedRunLimits {
            before: ago(RETENTION),
            unchanged_before: ago(IDLE_RETENTION),
            reports: MAX_REPORTS,
            response_bytes: MAX_RESPONSES,
        };
        tx.clean_feed_runs(key, limits).await?;
        tx.commit().await?;
        metrics::counter!("marquee_feed_runs_total", "result" => run.row.result.as_str()).increment(1);
        let FeedRunRow { result, problem, error, .. } = &run.row;
        match result {
            FeedRunResult::Failed => {
                tracing::warn!(site.id = %feed.site, feed.id = %feed.id, ?problem, error, "a feed cannot be read");
            }
            FeedRunResult::Held => {
                tracing::warn!(site.id = %feed.site, feed.id = %feed.id, run.id = %run.row.id, "a run of a feed waits for a decision");
            }
            _ => {}
        }
        Ok(())
    }

    pub(crate) async fn audit(
        &self,
        tx: &mut WriteTx,
        feed: &FeedRow,
        (actor, action): (&str, &str),
        detail: &str,
    ) -> Result<(), StoreError> {
        let row = AuditRow {
            at: self.now(),
            actor: actor.to_owned(),
            action: action.to_owned(),
            subject: feed.id.to_string(),
            detail: detail.to_owned(),
        };
        tx.log_audit(&feed.site, &row).await
    }

    /// A page of the site editor; without an editor, the site itself.
    fn link(&self, site: &SiteRecord, path: &str) -> Option<Link> {
        match &self.0.ports.editor_origin {
            Some(origin) => Link::parse(&format!("{origin}{EDITOR_PREFIX}{path}")),
            None => Link::parse(&format!("https://{}/", site.settings.domain)),
        }
    }

    /// Queues an email to the owners and the box office of a site; returns their addresses.
    async fn queue_mail(
        &self,
        tx: &mut WriteTx,
        site: &SiteRecord,
        letter: &Letter,
    ) -> Result<Vec<String>, RunError> {
        let operators = self.store().site_operators(&site.key).await?;
        let is_responsible = |role: &marquee_model::operator::Role| {
            role.is(OperatorRole::Owner) || role.is(OperatorRole::BoxOffice)
        };
        let people = operators.into_iter().filter(|(_, role)| is_responsible(role.grant.role()));
        let addresses: Vec<String> =
            people.map(|(operator, _)| operator.email).take(MAX_RECIPIENTS).collect();
        let mails = self.0.ports.loyalty.mail_queue();
        for address in &addresses {
            let queued = mails.queue_for_operator_in(tx, site, address, letter).await;
            queued.map_err(|error| RunError::failed(FeedProblem::Internal, &error))?;
        }
        Ok(addresses)
    }

    /// Waits until all pictures of finished runs are fetched, before the process ends.
    pub async fn finish_pictures(&self) {
        let fetches = std::mem::take(&mut *self.0.pictures.lock());
        fetches.join_all().await;
    }

    /// Fetches the pictures of a run in the background, and those that completed films lack.
    pub(crate) async fn fetch_pictures_of(
        &self,
        feed: &FeedRow,
        pictures: Vec<MediaRef>,
    ) -> Result<(), RunError> {
        let pictures = if is_of_facts(&feed.config) {
            pictures_of_completed(self.ports(), &feed.site).await?
        } else {
            pictures
        };
        self.fetch_pictures(&feed.site, pictures);
        Ok(())
    }

    /// Fetches the pictures of a schedule in the background; pages show them as soon as they are stored.
    fn fetch_pictures(&self, site: &SiteId, sources: Vec<MediaRef>) {
        if sources.is_empty() {
            return;
        }
        let (runner, site) = (self.clone(), site.clone());
        let mut fetches = self.0.pictures.lock();
        while fetches.try_join_next().is_some() {}
        fetches.spawn(async move {
            let Ok(_permit) = runner.0.picture_fetches.acquire().await else { return };
            let Ports { store, media, outbound, .. } = &runner.0.ports;
            let stores = PictureStores { store, media, client: outbound };
            if let Err(error) = fetch_pictures(stores, &site, &sources, &|_, _| {}).await {
                tracing::warn!(site.id = %site, %error, "pictures of a feed were not fetched");
            }
        });
    }
}

/// Puts into a run what its response changes.
pub(crate) fn describe(row: &mut FeedRunRow, planned: &Planned, config: &FeedConfig, now: Timestamp) {
    let counts = planned.counts(now);
    let open_conflicts = if config.conflicts == FeedConflicts::Ask { planned.conflicts.len() } else { 0 };
    row.added = counts.added;
    row.moved = counts.moved;
    row.gone = counts.gone;
    row.unchanged = counts.unchanged;
    row.warnings = u32::try_from(planned.found.remarks.len() + open_conflicts).unwrap_or(u32::MAX);
}

pub(crate) fn audit_detail(config: &FeedConfig, row: &FeedRunRow) -> String {
    let FeedRunRow { added, moved, gone, .. } = row;
    format!("{}: {added} shows added, {moved} moved, {gone} gone", config.name)
}

/// The report of a run as JSON; `None` if nothing would change and nothing is to be said.
pub(crate) fn report(planned: &Planned, now: Timestamp) -> Result<Option<String>, RunError> {
    if planned.is_same() && planned.found.remarks.is_empty() && planned.conflicts.is_empty() {
        return Ok(None);
    }
    let text = StoredReport::new(planned, now).to_json();
    text.map(Some).map_err(|error| RunError::failed(FeedProblem::Internal, &error))
}
