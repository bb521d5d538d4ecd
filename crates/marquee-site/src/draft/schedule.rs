//! Publications that are due later (decision 0078).

use jiff::{SignedDuration, Timestamp};
use marquee_api::editor::{FailedPublication, RevisionSummary, ScheduledPublication};
use marquee_model::operator::{ChangeScope, Grant, GrantRefusal, OperatorRole, Permission};
use marquee_model::publication::PublicationProblem;
use marquee_model::{OperatorId, SiteId};
use marquee_store::{PublicationFailure, PublicationRow, ReviewedChange, StoreError};

use super::document::is_same;
use super::open::select;
use super::{Author, DraftError, Drafts, Publication, checked_name, site_not_permitted};

/// How long in advance a publication can be scheduled.
const MAX_AHEAD: SignedDuration = SignedDuration::from_hours(24 * 366);

/// Which changes are published later.
#[derive(Debug, Clone)]
pub struct ScheduledChanges<'a> {
    /// What the author saw, and which changes of it are published.
    pub publication: Publication<'a>,
    /// Whether a publication that is scheduled already stays.
    pub keep_scheduled: bool,
}

/// A publication that is due later; `None` if its time has passed without it.
pub fn scheduled(row: PublicationRow) -> Option<ScheduledPublication> {
    if row.failure.is_some() {
        return None;
    }
    Some(ScheduledPublication {
        at: row.at,
        actor: row.actor,
        name: Some(row.name).filter(|name| !name.is_empty()),
        pointers: row.changes.map(|changes| changes.into_iter().map(|change| change.pointer).collect()),
    })
}

/// A publication that did not publish everything when it was due.
pub fn failed(row: &PublicationRow) -> Option<FailedPublication> {
    let PublicationFailure { problem, left_out } = row.failure?;
    Some(FailedPublication { at: row.at, actor: row.actor.clone(), problem, left_out })
}

/// What is left of a publication at its time.
struct Remaining {
    version: i64,
    /// Pointers of the changes that are as their author saw them.
    pointers: Vec<String>,
    /// Number of the others.
    left_out: u32,
}

impl Drafts {
    /// Schedules the publication of changes as they are now. Replaces the publication that was scheduled before, unless it is to stay.
    ///
    /// # Errors
    /// [`DraftError::Time`], `NotPermitted`, `LongName`, `UnknownSite`, `Scheduled`, `Outdated`, `Nothing`.
    pub async fn schedule(
        &self,
        site: &SiteId,
        author: &Author,
        at: Timestamp,
        scheduled_changes: &ScheduledChanges<'_>,
    ) -> Result<ScheduledPublication, DraftError> {
        // Without named changes it is about every part of the site.
        let is_permitted = match scheduled_changes.publication.pointers {
            Some(_) => author.grant.permits_somewhere(Permission::Publish),
            None => author.grant.publishes_everything(),
        };
        if !is_permitted {
            return Err(site_not_permitted(GrantRefusal::Role));
        }
        let now = self.clock.now();
        if at <= now || at.duration_since(now) > MAX_AHEAD {
            return Err(DraftError::Time);
        }
        let ScheduledChanges { publication, keep_scheduled } = scheduled_changes;
        let name = checked_name(publication.name)?;
        let mut tx = self.store.begin().await?;
        let open = self.open(&tx, site).await?;
        let version = tx.draft_version(site).await?;
        if publication.version.is_some_and(|seen| seen != version) {
            return Err(DraftError::Outdated);
        }
        let is_waiting = tx.publication(site).await?.is_some_and(|row| row.failure.is_none());
        if *keep_scheduled && is_waiting {
            return Err(DraftError::Scheduled);
        }
        let reach = self.reach(&tx, site, author, &open).await?;
        let selected = select(&open, &reach, publication.pointers)?;
        if selected.is_empty() {
            return Err(DraftError::Nothing);
        }
        let changes = selected
            .into_iter()
            .map(|(pointer, value)| ReviewedChange { pointer: pointer.to_string(), value })
            .collect();
        let row = PublicationRow {
            at,
            actor: author.name.clone(),
            name,
            operator: Some(author.id.clone()),
            changes: Some(changes),
            failure: None,
        };
        tx.save_publication(site, &row).await?;
        tx.log_audit(site, &self.audit(author, "site.schedule", "", &at.to_string())).await?;
        tx.commit().await?;
        scheduled(row).ok_or(DraftError::Nothing)
    }

    /// Cancels the scheduled publication, or closes the report of one that failed.
    ///
    /// # Errors
    /// [`DraftError::Nothing`] without either, [`DraftError::NotPermitted`].
    pub async fn cancel_schedule(&self, site: &SiteId, author: &Author) -> Result<(), DraftError> {
        author.grant.check(Permission::Publish, &ChangeScope::Site).map_err(site_not_permitted)?;
        let mut tx = self.store.begin().await?;
        let Some(row) = tx.publication(site).await? else { return Err(DraftError::Nothing) };
        tx.remove_publication(site).await?;
        if row.failure.is_none() {
            tx.log_audit(site, &self.audit(author, "site.unschedule", "", "")).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Publishes what is due, as the role of its author now permits. Changes that were edited or discarded since they were scheduled
    /// stay in the draft. What was not published is kept as a failure that operators see, and in the audit log.
    ///
    /// # Errors
    /// [`DraftError::Store`].
    pub async fn publish_due(&self) -> Result<(), DraftError> {
        for site in self.store.due_publications(self.clock.now()).await? {
            let mut tx = self.store.begin().await?;
            // Only the node that removes the row publishes.
            let row = tx.publication(&site).await?.filter(|row| row.failure.is_none());
            let Some(row) = row else { continue };
            if !tx.remove_publication(&site).await? {
                continue;
            }
            tx.commit().await?;
            match self.publish_scheduled(&site, &row).await {
                Ok((_, 0)) => {}
                Ok((_, left_out)) => {
                    let failure = PublicationFailure { problem: PublicationProblem::Changed, left_out };
                    self.save_failure(&site, row, failure, &format!("{left_out} changes were left out"))
                        .await?;
                }
                Err(DraftError::Store(error)) => {
                    // Tried again when the database responds.
                    let mut tx = self.store.begin().await?;
                    tx.save_publication(&site, &row).await?;
                    tx.commit().await?;
                    return Err(error.into());
                }
                Err(error) => {
                    let problem = match &error {
                        DraftError::NotPermitted { .. } => PublicationProblem::NotPermitted,
                        DraftError::Nothing => PublicationProblem::Changed,
                        _ => PublicationProblem::Invalid,
                    };
                    let left_out = row.changes.as_ref().map_or(0, Vec::len);
                    let left_out = u32::try_from(left_out).unwrap_or(u32::MAX);
                    let failure = PublicationFailure { problem, left_out };
                    self.save_failure(&site, row, failure, &error.to_string()).await?;
                }
            }
        }
        Ok(())
    }

    /// Publishes a due row; returns the number of changes that were left out as well.
    async fn publish_scheduled(
        &self,
        site: &SiteId,
        row: &PublicationRow,
    ) -> Result<(RevisionSummary, u32), DraftError> {
        let author = Author { grant: self.grant_of(site, row.operator.as_ref()).await?, ..schedule_of(row) };
        loop {
            let due = self.due(site, row).await?;
            if due.pointers.is_empty() && row.changes.is_some() {
                return Err(DraftError::Nothing);
            }
            let publication = Publication {
                version: Some(due.version),
                pointers: row.changes.is_some().then_some(due.pointers.as_slice()),
                name: &row.name,
            };
            match self.publish(site, &author, &publication).await {
                // Somebody edited in between.
                Err(DraftError::Outdated) => {}
                published => return Ok((published?, due.left_out)),
            }
        }
    }

    async fn due(&self, site: &SiteId, row: &PublicationRow) -> Result<Remaining, DraftError> {
        let tx = self.store.begin().await?;
        let open = self.open(&tx, site).await?;
        let version = tx.draft_version(site).await?;
        let edits = open.edits();
        let is_as_seen = |change: &&ReviewedChange| {
            let mut same = edits.iter().filter(|(pointer, _)| pointer.as_str() == change.pointer);
            same.any(|(_, value)| is_same(value.as_ref(), change.value.as_ref()))
        };
        let changes = row.changes.as_deref().unwrap_or_default();
        let pointers: Vec<String> =
            changes.iter().filter(is_as_seen).map(|change| change.pointer.clone()).collect();
        // What was published since is not left out.
        let is_live =
            |change: &&ReviewedChange| is_same(open.live.pointer(&change.pointer), change.value.as_ref());
        let done = changes.iter().filter(|change| !is_as_seen(change)).filter(is_live).count();
        let left_out = u32::try_from(changes.len() - pointers.len() - done).unwrap_or(u32::MAX);
        Ok(Remaining { version, pointers, left_out })
    }

    /// What an operator may do on a site now; rows of earlier versions name nobody, and commands have no account.
    async fn grant_of(&self, site: &SiteId, operator: Option<&OperatorId>) -> Result<Grant, DraftError> {
        let Some(operator) = operator.filter(|id| id.as_str() != Author::COMMAND) else {
            return Ok(Grant::of_site(OperatorRole::Owner));
        };
        let mut people = self.store.site_operators(site).await?.into_iter();
        let found = people.find(|(person, _)| person.id == *operator);
        found.map(|(_, role)| role.grant).ok_or_else(|| site_not_permitted(GrantRefusal::Role))
    }

    async fn save_failure(
        &self,
        site: &SiteId,
        row: PublicationRow,
        failure: PublicationFailure,
        detail: &str,
    ) -> Result<(), StoreError> {
        tracing::warn!(site.id = %site, problem = failure.problem.as_str(), "a scheduled publication was not published");
        let author = schedule_of(&row);
        let mut tx = self.store.begin().await?;
        tx.log_audit(site, &self.audit(&author, "site.schedule-failed", "", detail)).await?;
        // Another one may have been scheduled meanwhile.
        if tx.publication(site).await?.is_none() {
            tx.save_publication(site, &PublicationRow { failure: Some(failure), ..row }).await?;
        }
        tx.commit().await?;
        Ok(())
    }
}

/// The author of a publication that was scheduled, with the role of an owner.
fn schedule_of(row: &PublicationRow) -> Author {
    Author {
        id: OperatorId::stored(String::new()),
        name: row.actor.clone(),
        actor: "schedule".to_owned(),
        grant: Grant::of_site(OperatorRole::Owner),
    }
}
