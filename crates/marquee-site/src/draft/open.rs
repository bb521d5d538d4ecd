//! The published content and the draft of a site within one transaction.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use jsonptr::{Pointer, PointerBuf};
use marquee_api::editor::{DraftChange, DraftConflict, DraftProblem, DraftUpdate};
use marquee_model::SiteId;
use marquee_store::{DraftEditRow, WriteTx};
use serde_json::Value;

use super::author::Author;
use super::content::{HOSTS, SECTIONS, SiteContent, add_entry_maps, missing_record, problems};
use super::document::{Edit, apply, differences, overlap, value_at};
use super::error::{DraftError, MAX_DOCUMENT};
use super::permission::Reach;

/// Maximum length of a pointer in bytes.
const MAX_POINTER: usize = 1_000;

/// The published content and the draft within a transaction.
pub struct Open {
    pub content: SiteContent,
    pub live: Value,
    pub draft: Value,
    pub rows: BTreeMap<String, DraftEditRow>,
    /// Host names that no site may take: that of the site editor.
    pub reserved_hosts: Arc<[String]>,
    /// New host names of the draft that other sites have.
    pub taken_hosts: Vec<String>,
}

impl Open {
    pub fn new(content: SiteContent, rows: Vec<DraftEditRow>, reserved_hosts: Arc<[String]>) -> Self {
        let live = content.to_document();
        let mut draft = live.clone();
        for row in &rows {
            let Ok(pointer) = Pointer::parse(&row.pointer) else { continue };
            // A part of a record that an import or a command has removed meanwhile.
            if row.value.is_none() || missing_record(&draft, pointer).is_none() {
                apply(&mut draft, pointer, row.value.clone());
            }
        }
        let rows = rows.into_iter().map(|row| (row.pointer.clone(), row)).collect();
        Self { content, live, draft, rows, reserved_hosts, taken_hosts: Vec::new() }
    }

    /// The host names of a document that the published site does not have, with their positions.
    fn new_hosts<'d>(&self, document: &'d Value) -> Vec<(usize, &'d str)> {
        let hosts =
            |document: &'d Value| value_at(document, Pointer::from_static(HOSTS)).and_then(Value::as_array);
        let texts = hosts(document).into_iter().flatten().enumerate();
        let texts = texts.filter_map(|(at, host)| Some((at, host.as_str()?)));
        texts.filter(|(_, host)| !self.content.record.hosts.iter().any(|live| live == host)).collect()
    }

    /// Reads which new host names of the draft other sites have.
    pub async fn read_taken_hosts(&mut self, tx: &WriteTx, site: &SiteId) -> Result<(), DraftError> {
        let new: Vec<String> =
            self.new_hosts(&self.draft).into_iter().map(|(_, host)| host.to_owned()).collect();
        self.taken_hosts = if new.is_empty() { new } else { tx.hosts_of_others(site, &new).await? };
        Ok(())
    }

    /// What is wrong with the new host names of a document, those of the draft or a part of them.
    pub fn host_problems(&self, document: &Value) -> Vec<DraftProblem> {
        let problem = |(at, host): (usize, &str)| {
            // The demo has the editor on the host of a site.
            let owner = if self.taken_hosts.iter().any(|taken| taken == host) {
                "belongs to another site on this server"
            } else if self.reserved_hosts.iter().any(|reserved| reserved == host) {
                "is the host of the site editor"
            } else {
                return None;
            };
            Some(DraftProblem {
                pointer: format!("{HOSTS}/{at}"),
                message: format!("{host} {owner}: remove it"),
            })
        };
        self.new_hosts(document).into_iter().filter_map(problem).collect()
    }

    /// Whether the author has changed this part already, or something around it.
    pub fn has_change_by(&self, part: &Pointer, author: &Author) -> bool {
        let is_around = |row: &DraftEditRow| {
            Pointer::parse(&row.pointer).is_ok_and(|at| at.count() <= part.count() && overlap(at, part))
        };
        self.rows.values().any(|row| row.operator.as_ref() == Some(&author.id) && is_around(row))
    }

    pub fn edits(&self) -> Vec<Edit> {
        differences(Some(&self.live), Some(&self.draft))
    }

    /// The edit that changed a part, something inside it or something around it.
    fn row_of(&self, part: &Pointer) -> Option<&DraftEditRow> {
        self.rows.values().find(|row| Pointer::parse(&row.pointer).is_ok_and(|at| overlap(at, part)))
    }

    /// What a part became meanwhile, and by whom.
    pub fn conflict(&self, part: &Pointer) -> DraftConflict {
        let (actor, at) = self.row_of(part).map(|row| (row.actor.clone(), row.at)).unzip();
        DraftConflict { pointer: part.to_string(), theirs: value_at(&self.draft, part).cloned(), actor, at }
    }

    /// The changes with who made them, for a reader.
    pub fn changes(&self, reach: &Reach<'_>) -> Vec<DraftChange> {
        let edits = self.edits().into_iter();
        let mut changes: Vec<_> = edits
            .map(|(pointer, to)| {
                // An edit of the published part may have become several, if the part has changed meanwhile.
                let row = self.rows.get(pointer.as_str()).or_else(|| self.row_of(&pointer));
                DraftChange {
                    from: value_at(&self.live, &pointer).cloned(),
                    to,
                    actor: row.map(|row| row.actor.clone()).unwrap_or_default(),
                    at: row.map_or(Timestamp::UNIX_EPOCH, |row| row.at),
                    may_change: reach.check(&pointer).is_ok(),
                    pointer: pointer.to_string(),
                }
            })
            .collect();
        changes.sort_by(|a, b| a.pointer.cmp(&b.pointer));
        changes
    }

    pub fn problems(&self, site: &SiteId) -> Vec<DraftProblem> {
        let changed: Vec<PointerBuf> = self.edits().into_iter().map(|(pointer, _)| pointer).collect();
        let mut problems = draft_problems(site, &self.draft, &changed);
        problems.extend(self.host_problems(&self.draft));
        problems
    }

    pub fn update(&self, site: &SiteId, version: i64, reach: &Reach<'_>) -> DraftUpdate {
        DraftUpdate { version, changes: self.changes(reach), problems: self.problems(site) }
    }

    /// Saves the draft's edits; edits that stay the same keep their author.
    pub async fn save(
        &mut self,
        tx: &mut WriteTx,
        site: &SiteId,
        author: &Author,
        at: Timestamp,
    ) -> Result<(), DraftError> {
        add_entry_maps(&mut self.draft);
        if self.draft.to_string().len() > MAX_DOCUMENT {
            return Err(DraftError::TooLarge);
        }
        let mut old = std::mem::take(&mut self.rows);
        for (pointer, value) in self.edits() {
            let pointer = pointer.to_string();
            let row = match old.remove(&pointer) {
                Some(row) if row.value == value => row,
                _ => {
                    let operator = Some(author.id.clone()).filter(|id| !id.as_str().is_empty());
                    let actor = author.name.clone();
                    let row = DraftEditRow { pointer: pointer.clone(), value, actor, operator, at };
                    tx.save_draft_edit(site, &row).await?;
                    row
                }
            };
            self.rows.insert(pointer, row);
        }
        for pointer in old.into_keys() {
            tx.remove_draft_edit(site, &pointer).await?;
        }
        Ok(())
    }
}

pub fn draft_problems(site: &SiteId, document: &Value, changed: &[PointerBuf]) -> Vec<DraftProblem> {
    let found = problems(site, document, changed).into_iter();
    found.map(|problem| DraftProblem { pointer: problem.pointer, message: problem.message }).collect()
}

/// Parses a pointer that names a part of a site.
pub fn parse_pointer(text: &str) -> Result<PointerBuf, DraftError> {
    let unknown = || DraftError::Part(text.chars().take(MAX_POINTER).collect());
    if text.len() > MAX_POINTER {
        return Err(unknown());
    }
    let pointer = PointerBuf::parse(text.to_owned()).map_err(|_| unknown())?;
    let is_known = pointer.first().is_some_and(|token| SECTIONS.contains(&token.decoded().as_ref()));
    if is_known { Ok(pointer) } else { Err(unknown()) }
}

/// The changes with these pointers; without pointers, all that the author may change.
pub fn select(open: &Open, reach: &Reach<'_>, pointers: Option<&[String]>) -> Result<Vec<Edit>, DraftError> {
    let edits = open.edits();
    let Some(pointers) = pointers else {
        return Ok(edits.into_iter().filter(|(pointer, _)| reach.check(pointer).is_ok()).collect());
    };
    let mut edits: BTreeMap<String, Edit> =
        edits.into_iter().map(|edit| (edit.0.to_string(), edit)).collect();
    let mut selected = Vec::new();
    for pointer in pointers {
        reach.check(&parse_pointer(pointer)?)?;
        // The change may have been discarded or published meanwhile.
        selected.push(edits.remove(pointer).ok_or(DraftError::Outdated)?);
    }
    Ok(selected)
}
