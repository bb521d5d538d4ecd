//! Drafts: changes of a site that visitors do not see yet, and the versions that were published.
//!
//! A draft is stored as edits of the published content. They are always the smallest parts that differ from it, so that a
//! feed or a command can change other parts of the site in between.

mod author;
mod compare;
mod content;
mod document;
mod error;
mod open;
mod permission;
mod preview;
mod removed;
mod requests;
mod schedule;

use std::sync::Arc;

use jiff::Timestamp;
use jsonptr::{Pointer, PointerBuf};
use marquee_api::editor::{
    Draft, DraftConflict, DraftEdit, DraftProblem, DraftUpdate, History, Revision, RevisionSummary,
};
use marquee_model::operator::{ChangeScope, GrantRefusal, Permission};
use marquee_model::{Clock, SiteId};
use marquee_store::{AuditRow, RevisionRow, Store, StoreError, WriteTx};
use serde_json::Value;

pub use author::Author;
pub use compare::{Comparison, ContentDifference, ContentState};
pub use content::SiteContent;
use content::{SaveError, missing_record};
pub use error::{DraftError, MAX_EDITS};
pub use permission::permission;
pub use preview::{PreviewError, PreviewLinks, PreviewSource};
pub use requests::{Presence, SHOWN as REQUEST_SHOWN};
pub use schedule::ScheduledChanges;

use document::{apply, differences, is_same, overlap, value_at};
use error::MAX_NAME;
use open::{Open, draft_problems, parse_pointer, select};
use permission::Reach;
use schedule::{failed, scheduled};

/// Maximum length of the detail of an entry of the audit log in characters.
const MAX_DETAIL: usize = 2_000;
/// Versions per page of the history.
const PAGE: u64 = 50;

/// The published content and the draft of a site as JSON documents, within a transaction; `None` if there is no such site.
///
/// # Errors
/// [`StoreError`].
pub async fn documents(
    tx: &WriteTx,
    site: &SiteId,
    now: Timestamp,
) -> Result<Option<[Value; 2]>, StoreError> {
    let Some(content) = SiteContent::locked(tx, site, now).await? else { return Ok(None) };
    let open = Open::new(content, tx.draft_edits(site).await?, Arc::default());
    Ok(Some([open.live, open.draft]))
}

/// Which changes to publish, and when.
#[derive(Debug, Clone, Default)]
pub struct Publication<'a> {
    /// The version of the draft that the author saw; `None` if it does not matter.
    pub version: Option<i64>,
    /// Pointers of the changes; `None` for all that the role permits at its theaters.
    pub pointers: Option<&'a [String]>,
    /// Name of the version; empty for none.
    pub name: &'a str,
}

fn summary(row: RevisionRow) -> RevisionSummary {
    let RevisionRow { number, at, actor, name, changes } = row;
    RevisionSummary { number, at, actor, name, changes }
}

/// The drafts of all sites. Cheap to clone.
#[derive(Clone)]
pub struct Drafts {
    store: Store,
    clock: Arc<dyn Clock>,
    reserved_hosts: Arc<[String]>,
}

impl std::fmt::Debug for Drafts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Drafts").finish_non_exhaustive()
    }
}

impl Drafts {
    #[must_use]
    pub fn new(store: Store, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock, reserved_hosts: Arc::default() }
    }

    /// The same, where no site may take these host names, in lowercase: the site editor has them.
    #[must_use]
    pub fn with_reserved_hosts(self, hosts: impl IntoIterator<Item = String>) -> Self {
        Self { reserved_hosts: hosts.into_iter().collect(), ..self }
    }

    async fn open(&self, tx: &WriteTx, site: &SiteId) -> Result<Open, DraftError> {
        let content =
            SiteContent::locked(tx, site, self.clock.now()).await?.ok_or(DraftError::UnknownSite)?;
        let mut open = Open::new(content, tx.draft_edits(site).await?, self.reserved_hosts.clone());
        open.read_taken_hosts(tx, site).await?;
        Ok(open)
    }

    /// The draft of a site.
    ///
    /// # Errors
    /// [`DraftError::UnknownSite`].
    pub async fn draft(&self, site: &SiteId, viewer: &Author) -> Result<Draft, DraftError> {
        let tx = self.store.begin().await?;
        let open = self.open(&tx, site).await?;
        let reach = self.reach(&tx, site, viewer, &open).await?;
        let version = tx.draft_version(site).await?;
        let published = tx.newest_revision(site).await?.map(summary);
        let publication = tx.publication(site).await?;
        let failed_publication = publication.as_ref().and_then(failed);
        let publication = publication.and_then(scheduled);
        drop(tx);
        Ok(Draft {
            version,
            changes: open.changes(&reach),
            problems: open.problems(site),
            content: open.draft,
            live: open.live,
            published,
            scheduled: publication,
            failed_publication,
            present: self.present(site, &viewer.id).await?,
            requests: self.requests(site, &viewer.id).await?,
        })
    }

    /// The content that a preview shows: that of a version, or that of the draft without changes that are invalid.
    ///
    /// # Errors
    /// [`DraftError::UnknownSite`], [`DraftError::UnknownRevision`], [`DraftError::Invalid`] if the content cannot be read.
    pub async fn preview(&self, site: &SiteId, source: PreviewSource) -> Result<SiteContent, DraftError> {
        if let PreviewSource::Revision(number) = source {
            return read_content(&self.revision(site, number).await?.content);
        }
        let tx = self.store.begin().await?;
        let mut open = self.open(&tx, site).await?;
        drop(tx);
        let invalid = open.problems(site);
        let pointers: Vec<_> = invalid.iter().filter_map(|p| Pointer::parse(&p.pointer).ok()).collect();
        for (pointer, _) in open.edits() {
            if pointers.iter().any(|at| overlap(at, &pointer)) {
                let published = value_at(&open.live, &pointer).cloned();
                apply(&mut open.draft, &pointer, published);
            }
        }
        read_content(&open.draft)
    }

    /// Changes parts of the draft, all or none.
    ///
    /// # Errors
    /// [`DraftError::Conflict`] if a part is neither as the author saw it nor as it should become, or its record was removed; `Part`,
    /// `NotPermitted`, `TooMany`, `TooLarge`, `UnknownSite`.
    pub async fn edit(
        &self,
        site: &SiteId,
        author: &Author,
        edits: &[DraftEdit],
    ) -> Result<DraftUpdate, DraftError> {
        if edits.len() > MAX_EDITS {
            return Err(DraftError::TooMany);
        }
        let mut parts = Vec::new();
        for edit in edits {
            let pointer = parse_pointer(&edit.pointer)?;
            for (rest, to) in differences(edit.from.as_ref(), edit.to.as_ref()) {
                let part = pointer.concat(&rest);
                // Whether it is at a theater of the author is checked with the draft.
                if !author.grant.permits_somewhere(permission(part.as_str())) {
                    return Err(not_permitted(&part, GrantRefusal::Role));
                }
                let from = edit.from.as_ref().and_then(|from| value_at(from, &rest)).cloned();
                parts.push((part, from, to));
            }
        }
        let tx = self.store.begin().await?;
        let mut open = self.open(&tx, site).await?;
        let before = open.draft.clone();
        let pointers: Vec<PointerBuf> = parts.iter().map(|(part, ..)| part.clone()).collect();
        let mut conflicts: Vec<DraftConflict> = Vec::new();
        for (part, from, to) in parts {
            // Otherwise the part would come back as a record without the rest.
            if let Some(record) = missing_record(&open.draft, &part)
                && to.is_some()
            {
                if !conflicts.iter().any(|conflict| conflict.pointer == record.as_str()) {
                    conflicts.push(open.conflict(record));
                }
                continue;
            }
            let current = value_at(&open.draft, &part);
            if is_same(current, to.as_ref()) {
                continue;
            }
            // A document also has objects that its author may have seen missing, because they are empty.
            let is_empty = current.and_then(Value::as_object).is_some_and(serde_json::Map::is_empty);
            let is_as_seen = is_same(current, from.as_ref()) || from.is_none() && is_empty;
            if !is_as_seen {
                conflicts.push(open.conflict(&part));
            } else if !apply(&mut open.draft, &part, to) {
                return Err(DraftError::Part(part.to_string()));
            }
        }
        let named = pointers.iter().map(PointerBuf::as_ptr);
        let reach = Reach::read(&tx, site, author, &open.live, &[&before, &open.draft], named).await?;
        pointers.iter().try_for_each(|part| reach.check(part))?;
        if !conflicts.is_empty() {
            return Err(DraftError::Conflict(conflicts));
        }
        // One line for all that an author changes of a part until it is published: who types saves often.
        let is_new = |part: &&PointerBuf| !open.has_change_by(part, author);
        let new: Vec<_> = pointers.iter().filter(is_new).map(|part| part.as_str()).collect();
        let mut tx = tx;
        if before != open.draft {
            self.audit_parts(&mut tx, site, author, ("draft.edit", ""), &new).await?;
        }
        self.finish(tx, open, site, author, &before).await
    }

    /// Saves a changed draft; `before` is the draft without the change.
    async fn finish(
        &self,
        mut tx: WriteTx,
        mut open: Open,
        site: &SiteId,
        author: &Author,
        before: &Value,
    ) -> Result<DraftUpdate, DraftError> {
        removed::keep(&mut tx, site, &author.name, [before, &open.draft], self.clock.now()).await?;
        open.save(&mut tx, site, author, self.clock.now()).await?;
        open.read_taken_hosts(&tx, site).await?;
        let version = tx.touch_draft(site).await?;
        let reach = self.reach(&tx, site, author, &open).await?;
        tx.commit().await?;
        Ok(open.update(site, version, &reach))
    }

    /// What an author may change of an open draft.
    async fn reach<'a>(
        &self,
        tx: &WriteTx,
        site: &SiteId,
        author: &'a Author,
        open: &Open,
    ) -> Result<Reach<'a>, DraftError> {
        let edits = open.edits();
        let pointers = edits.iter().map(|(pointer, _)| pointer.as_ptr());
        Ok(Reach::read(tx, site, author, &open.live, &[&open.draft], pointers).await?)
    }

    /// Discards changes; `None` for all that the role permits at its theaters.
    ///
    /// # Errors
    /// [`DraftError::NotPermitted`], [`DraftError::Part`], [`DraftError::UnknownSite`].
    pub async fn discard(
        &self,
        site: &SiteId,
        author: &Author,
        pointers: Option<&[String]>,
    ) -> Result<DraftUpdate, DraftError> {
        let mut tx = self.store.begin().await?;
        let mut open = self.open(&tx, site).await?;
        let selected = select(&open, &self.reach(&tx, site, author, &open).await?, pointers)?;
        let before = open.draft.clone();
        for (pointer, _) in &selected {
            let published = value_at(&open.live, pointer).cloned();
            apply(&mut open.draft, pointer, published);
        }
        let names: Vec<_> = selected.iter().map(|(pointer, _)| pointer.as_str()).collect();
        self.audit_parts(&mut tx, site, author, ("draft.discard", ""), &names).await?;
        self.finish(tx, open, site, author, &before).await
    }

    /// Writes the pointers of parts into the audit log, in as many entries as they need. `entry` is action and subject.
    async fn audit_parts(
        &self,
        tx: &mut WriteTx,
        site: &SiteId,
        author: &Author,
        (action, subject): (&str, &str),
        pointers: &[&str],
    ) -> Result<(), DraftError> {
        for detail in lines_of(pointers) {
            tx.log_audit(site, &self.audit(author, action, subject, &detail)).await?;
        }
        Ok(())
    }

    fn audit(&self, author: &Author, action: &str, subject: &str, detail: &str) -> AuditRow {
        AuditRow {
            at: self.clock.now(),
            actor: author.actor.clone(),
            action: action.to_owned(),
            subject: subject.to_owned(),
            detail: detail.chars().take(MAX_DETAIL).collect(),
        }
    }

    /// Records in the audit log that an author has made an address of a preview for others.
    ///
    /// # Errors
    /// [`DraftError::Store`].
    pub async fn record_preview(
        &self,
        site: &SiteId,
        author: &Author,
        source: PreviewSource,
        days: i64,
    ) -> Result<(), DraftError> {
        let subject = match source {
            PreviewSource::Draft => String::new(),
            PreviewSource::Revision(number) => number.to_string(),
        };
        let mut tx = self.store.begin().await?;
        tx.log_audit(site, &self.audit(author, "preview.create", &subject, &days.to_string())).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Publishes changes in one transaction: visitors see all of them, or none.
    ///
    /// # Errors
    /// [`DraftError::Outdated`], `Invalid`, `Nothing`, `NotPermitted`, `LongName`, `UnknownSite`.
    pub async fn publish(
        &self,
        site: &SiteId,
        author: &Author,
        publication: &Publication<'_>,
    ) -> Result<RevisionSummary, DraftError> {
        if !author.grant.permits_somewhere(Permission::Publish) {
            return Err(site_not_permitted(GrantRefusal::Role));
        }
        let name = checked_name(publication.name)?;
        let mut tx = self.store.begin_long().await?;
        let open = self.open(&tx, site).await?;
        let version = tx.draft_version(site).await?;
        if publication.version.is_some_and(|seen| seen != version) {
            return Err(DraftError::Outdated);
        }
        let reach = self.reach(&tx, site, author, &open).await?;
        let selected = select(&open, &reach, publication.pointers)?;
        if selected.is_empty() {
            return Err(DraftError::Nothing);
        }
        let mut document = open.live.clone();
        for (pointer, value) in &selected {
            apply(&mut document, pointer, value.clone());
        }
        let changed: Vec<PointerBuf> = selected.iter().map(|(pointer, _)| pointer.clone()).collect();
        let mut invalid = draft_problems(site, &document, &changed);
        invalid.extend(open.host_problems(&document));
        if !invalid.is_empty() {
            return Err(DraftError::Invalid(invalid));
        }
        let content = read_content(&document)?;
        content.save(&mut tx, &open.content, self.clock.now()).await.map_err(not_saved)?;
        let row = self.append(&mut tx, site, author, &name, &open.live, &content, selected.len()).await?;
        let live = content.to_document();
        let mut draft = live.clone();
        for (pointer, value) in open.edits() {
            if !changed.contains(&pointer) {
                apply(&mut draft, &pointer, value);
            }
        }
        let mut rest = Open { content, live, draft, ..open };
        rest.save(&mut tx, site, author, self.clock.now()).await?;
        tx.touch_draft(site).await?;
        let number = row.number.to_string();
        let names: Vec<_> = changed.iter().map(|pointer| pointer.as_str()).collect();
        self.audit_parts(&mut tx, site, author, ("site.publish", &number), &names).await?;
        // Whoever publishes has seen what an earlier publication left out.
        if tx.publication(site).await?.is_some_and(|row| row.failure.is_some()) {
            tx.remove_publication(site).await?;
        }
        tx.commit().await?;
        tracing::info!(site.id = %site, revision = row.number, changes = row.changes, "published");
        Ok(summary(row))
    }

    /// Appends the published content to the history. The first publication also keeps what was there before it.
    #[expect(clippy::too_many_arguments, reason = "all of them are columns of the version")]
    async fn append(
        &self,
        tx: &mut WriteTx,
        site: &SiteId,
        author: &Author,
        name: &str,
        before: &Value,
        content: &SiteContent,
        changes: usize,
    ) -> Result<RevisionRow, DraftError> {
        let at = self.clock.now();
        let newest = tx.newest_revision(site).await?;
        let last = if let Some(newest) = newest {
            newest.number
        } else {
            let (actor, name) = (String::new(), String::new());
            let first = RevisionRow { number: 1, at, actor, name, changes: 0 };
            tx.append_revision(site, &first, before).await?;
            1
        };
        let row = RevisionRow {
            number: last + 1,
            at,
            actor: author.name.clone(),
            name: name.to_owned(),
            changes: u32::try_from(changes).unwrap_or(u32::MAX),
        };
        tx.append_revision(site, &row, &content.to_document()).await?;
        Ok(row)
    }

    /// Published versions with a number below `before`, newest first.
    ///
    /// # Errors
    /// [`DraftError::Store`].
    pub async fn history(&self, site: &SiteId, before: Option<i64>) -> Result<History, DraftError> {
        let mut rows = self.store.revisions(site, before, PAGE + 1).await?;
        let has_more = rows.len() as u64 > PAGE;
        rows.truncate(usize::try_from(PAGE).unwrap_or(usize::MAX));
        let next = rows.last().filter(|_| has_more).map(|row| row.number);
        Ok(History { revisions: rows.into_iter().map(summary).collect(), next })
    }

    /// A published version. Fields that did not exist at that time have their defaults.
    ///
    /// # Errors
    /// [`DraftError::UnknownRevision`].
    pub async fn revision(&self, site: &SiteId, number: i64) -> Result<Revision, DraftError> {
        let found = self.store.revision(site, number).await?;
        let (row, stored) = found.ok_or(DraftError::UnknownRevision(number))?;
        let content = SiteContent::from_document(&stored).map(|content| content.to_document());
        Ok(Revision { summary: summary(row), content: content.unwrap_or(stored) })
    }

    /// Puts a published version into the draft, in place of what the draft has. It replaces the changes of everybody, so a role
    /// with a limit to theaters does not permit it.
    ///
    /// # Errors
    /// [`DraftError::UnknownRevision`], `NotPermitted`, `UnknownSite`.
    pub async fn restore(
        &self,
        site: &SiteId,
        author: &Author,
        number: i64,
    ) -> Result<DraftUpdate, DraftError> {
        author.grant.check(Permission::Publish, &ChangeScope::Site).map_err(site_not_permitted)?;
        let revision = self.revision(site, number).await?;
        let mut tx = self.store.begin().await?;
        let mut open = self.open(&tx, site).await?;
        for (pointer, _) in differences(Some(&open.draft), Some(&revision.content)) {
            if !author.grant.permits_somewhere(permission(pointer.as_str())) {
                return Err(not_permitted(&pointer, GrantRefusal::Role));
            }
        }
        let before = std::mem::replace(&mut open.draft, revision.content);
        tx.log_audit(site, &self.audit(author, "draft.restore", &number.to_string(), "")).await?;
        self.finish(tx, open, site, author, &before).await
    }
}

/// Pointers with spaces between them, as lines of at most [`MAX_DETAIL`] bytes.
fn lines_of(pointers: &[&str]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for pointer in pointers {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + pointer.len() <= MAX_DETAIL => {
                line.push(' ');
                line.push_str(pointer);
            }
            _ => lines.push((*pointer).to_owned()),
        }
    }
    lines
}

fn not_permitted(part: &Pointer, refusal: GrantRefusal) -> DraftError {
    DraftError::NotPermitted { part: part.to_string(), refusal }
}

/// A change of the published site is not permitted.
fn site_not_permitted(refusal: GrantRefusal) -> DraftError {
    DraftError::NotPermitted { part: "the published site".to_owned(), refusal }
}

fn not_saved(error: SaveError) -> DraftError {
    match error {
        SaveError::Invalid(problem) => {
            DraftError::Invalid(vec![DraftProblem { pointer: problem.pointer, message: problem.message }])
        }
        SaveError::Store(error) => DraftError::Store(error),
    }
}

fn read_content(document: &Value) -> Result<SiteContent, DraftError> {
    SiteContent::from_document(document).map_err(|problem| {
        DraftError::Invalid(vec![DraftProblem { pointer: problem.pointer, message: problem.message }])
    })
}

fn checked_name(name: &str) -> Result<String, DraftError> {
    let name = name.trim();
    if name.chars().count() > MAX_NAME { Err(DraftError::LongName) } else { Ok(name.to_owned()) }
}
