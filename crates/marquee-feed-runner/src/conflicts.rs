//! Shows whose start an operator has changed and that a feed sees differently.

use std::collections::HashMap;

use jiff::Timestamp;
use marquee_catalog::Import;
use marquee_model::catalog::Showtime;
use marquee_model::feed::FeedConflicts;
use marquee_model::{ShowId, SiteId};
use marquee_store::{EditedKind, RecordEditRow, StoreError, WriteTx};
use serde_json::Value;

/// The field of a show that a person changes on the program.
const START: &str = "startsAt";

/// A show with two starts.
#[derive(Debug, Clone)]
pub struct Conflict {
    pub show: ShowId,
    /// The start that the operator typed.
    pub own: Timestamp,
    /// The start that the feed has.
    pub feed: Timestamp,
}

fn start(value: Option<&Value>) -> Option<Timestamp> {
    value?.as_str()?.parse().ok()
}

fn conflict(row: &RecordEditRow, show: &Showtime) -> Option<Conflict> {
    let own = start(row.edit.fields.get(START)).filter(|own| *own != show.starts_at)?;
    Some(Conflict { show: show.id.clone(), own, feed: show.starts_at })
}

/// Finds the conflicts of an import. If the feed wins, what it says newly replaces the start that was typed, and is no conflict.
pub async fn resolve_conflicts(
    tx: &mut WriteTx,
    site: &SiteId,
    import: &Import,
    rule: FeedConflicts,
) -> Result<Vec<Conflict>, StoreError> {
    let shows: HashMap<&str, &Showtime> =
        import.showtimes.iter().map(|show| (show.id.as_str(), show)).collect();
    let mut conflicts = Vec::new();
    let rows = tx.record_edits(site, EditedKind::Show).await?;
    for mut row in rows.into_iter().filter(|row| !row.edit.added && !row.edit.hidden) {
        let Some(show) = shows.get(row.id.as_str()) else { continue };
        let Some(conflict) = conflict(&row, show) else { continue };
        let before = start(row.base.as_ref().and_then(|base| base.get(START)));
        let is_new = before.is_some_and(|before| before != show.starts_at);
        if rule != FeedConflicts::FeedWins || !is_new {
            conflicts.push(conflict);
            continue;
        }
        row.edit.fields.remove(START);
        if row.edit.fields.is_empty() {
            tx.remove_record_edit(site, EditedKind::Show, &row.id).await?;
        } else {
            tx.save_record_edit(site, EditedKind::Show, &row).await?;
        }
    }
    Ok(conflicts)
}
