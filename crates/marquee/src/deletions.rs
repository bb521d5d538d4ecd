//! Deleted members (security 7.8): removes their data from files, and records deletions outside the database, in a file
//! and in the media store, so that restoring a backup does not restore deleted members.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use jiff::Timestamp;
use marquee_loyalty::Loyalty;
use marquee_mail::Mailer;
use marquee_media::MediaStore;
use marquee_model::{Clock, SiteId};
use marquee_store::Deletion;

use crate::settings::Settings;

/// Name of the file in the data folder, and of the folder of markers in the media store.
const FILE: &str = "deletions";
/// How often to check for deletions by other processes.
const POLL_INTERVAL: Duration = Duration::from_secs(60);

/// The append-only list of deletions, in its two copies.
#[derive(Debug)]
pub struct DeletionList {
    file: PathBuf,
    media: Arc<MediaStore>,
    in_file: Listed,
    /// `None` until the media store has been read.
    in_media: Option<Listed>,
}

/// Deletions by site and hash.
type Listed = BTreeMap<(SiteId, String), Deletion>;

fn key(deletion: &Deletion) -> (SiteId, String) {
    (deletion.site.clone(), deletion.hash.clone())
}

fn listed<'a>(lines: impl Iterator<Item = &'a str>) -> Listed {
    lines.filter_map(parse).map(|deletion| (key(&deletion), deletion)).collect()
}

/// A deletion as a line of the file and as the name of a marker, `{site}.{milliseconds}.{hash}`: `meridian.1763924400000.3f…`.
fn line(deletion: &Deletion) -> String {
    format!("{}.{}.{}", deletion.site, deletion.at.as_millisecond(), deletion.hash)
}

fn parse(line: &str) -> Option<Deletion> {
    let mut parts = line.split('.');
    let (site, at, hash) = (parts.next()?, parts.next()?, parts.next()?);
    let at = Timestamp::from_millisecond(at.parse().ok()?).ok()?;
    let is_hash = !hash.is_empty() && hash.bytes().all(|b| b.is_ascii_hexdigit());
    let site = SiteId::parse(site).ok().filter(|_| is_hash && parts.next().is_none())?;
    Some(Deletion { site, hash: hash.to_owned(), at })
}

impl DeletionList {
    /// Reads both copies. A media store that cannot be read is retried later.
    pub async fn read(settings: &Settings, media: Arc<MediaStore>) -> Result<Self> {
        let file = settings.data.join(FILE);
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
        };
        let in_file = listed(text.lines());
        let mut list = Self { file, media, in_file, in_media: None };
        list.read_media().await;
        Ok(list)
    }

    async fn read_media(&mut self) {
        if self.in_media.is_some() {
            return;
        }
        match self.media.markers(FILE).await {
            Ok(markers) => self.in_media = Some(listed(markers.iter().map(String::as_str))),
            Err(error) => tracing::warn!(%error, "cannot read the list of deletions in the media store"),
        }
    }

    fn all(&self) -> Vec<Deletion> {
        let mut all = self.in_file.clone();
        all.extend(self.in_media.iter().flatten().map(|(key, deletion)| (key.clone(), deletion.clone())));
        all.into_values().collect()
    }

    /// Deletes members that a restored database brought back, and adds missing deletions to both copies.
    pub async fn apply(&mut self, loyalty: &Loyalty) -> Result<()> {
        self.read_media().await;
        let deleted_count = loyalty.deletions().delete_again(&self.all()).await?;
        if deleted_count > 0 {
            tracing::warn!(members = deleted_count, "members from a restored backup were deleted again");
        }
        self.add(&loyalty.deletions().deletions().await?).await
    }

    async fn add(&mut self, deletions: &[Deletion]) -> Result<()> {
        let missing: Vec<&Deletion> =
            deletions.iter().filter(|deletion| !self.in_file.contains_key(&key(deletion))).collect();
        if !missing.is_empty() {
            append(&self.file, &missing).with_context(|| format!("cannot write {}", self.file.display()))?;
            self.in_file.extend(missing.into_iter().map(|deletion| (key(deletion), deletion.clone())));
        }
        let Some(in_media) = &mut self.in_media else { return Ok(()) };
        for deletion in deletions {
            if let Entry::Vacant(vacant) = in_media.entry(key(deletion)) {
                // Not an error: the file already has the deletion, and the next call retries.
                if let Err(error) = self.media.add_marker(FILE, &line(deletion)).await {
                    tracing::warn!(%error, "cannot write the list of deletions to the media store");
                    break;
                }
                vacant.insert(deletion.clone());
            }
        }
        Ok(())
    }
}

fn append(file: &Path, deletions: &[&Deletion]) -> std::io::Result<()> {
    let text: String = deletions.iter().map(|deletion| line(deletion) + "\n").collect();
    let mut file = OpenOptions::new().append(true).create(true).mode(0o600).open(file)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Removes the data of deleted members from files: immediately after a deletion by this process, else every minute. Runs
/// until aborted.
pub async fn follow(
    mut list: DeletionList,
    loyalty: Loyalty,
    mailer: Option<Arc<Mailer>>,
    clock: Arc<dyn Clock>,
) {
    loop {
        if let Err(error) = clean(&mut list, &loyalty, mailer.as_deref(), clock.now()).await {
            tracing::warn!(%error, "cannot remove data of deleted members from files yet; trying again");
        }
        tokio::select! {
            () = loyalty.deletions().member_deleted() => {}
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
    }
}

async fn clean(
    list: &mut DeletionList,
    loyalty: &Loyalty,
    mailer: Option<&Mailer>,
    now: Timestamp,
) -> Result<()> {
    // Files are cleaned even if the list cannot be written.
    let result = list.apply(loyalty).await;
    let pending = loyalty.deletions().pending_deletions().await?;
    if let Some(mailer) = mailer {
        mailer.remove_expired(now).await?;
        if !pending.is_empty() {
            mailer
                .remove_for_recipients(pending.iter().map(|deletion| deletion.hash.clone()).collect())
                .await?;
        }
    }
    loyalty.deletions().clean_files(&pending).await?;
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deletion_round_trips_and_invalid_lines_are_ignored() {
        let deletion = Deletion {
            site: SiteId::parse("meridian").unwrap(),
            hash: "3fa9".to_owned(),
            at: Timestamp::from_millisecond(1_763_924_400_123).unwrap(),
        };
        assert_eq!(line(&deletion), "meridian.1763924400123.3fa9");
        assert_eq!(parse(&line(&deletion)), Some(deletion));
        for invalid in [
            "",
            "meridian",
            "meridian.1",
            "meridian.x.3f",
            "meridian.1.",
            "meridian.1.3g",
            "m.1.3f.4",
            "A/.1.3f",
        ] {
            assert_eq!(parse(invalid), None, "{invalid}");
        }
    }
}
