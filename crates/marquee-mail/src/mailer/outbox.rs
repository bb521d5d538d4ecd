//! A folder in which mails are laid: for the demo, for tests, and for programs that fetch them.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;

use crate::compose::plain_id;
use crate::{MailError, Message, Retention};

/// A folder of `.eml` files, which its owner alone reads: mails hold links that open accounts.
#[derive(Debug)]
pub struct Outbox {
    folder: PathBuf,
}

impl Outbox {
    /// Opens a folder, and makes it where there is none.
    pub fn open(folder: &Path) -> Result<Self, MailError> {
        if folder.as_os_str().is_empty() {
            return Err(MailError::Way("`file:` wants a folder"));
        }
        DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(MailError::Outbox)?;
        Ok(Self { folder: folder.to_owned() })
    }

    /// Lays a mail down: written aside, synced, renamed. The same mail a second time takes its own place.
    pub async fn keep(
        &self,
        message: &Message,
        retention: &Retention,
        bytes: Vec<u8>,
    ) -> Result<(), MailError> {
        let (folder, name) = (self.folder.clone(), file_name(message, retention));
        let written = tokio::task::spawn_blocking(move || lay(&folder, &name, &bytes)).await;
        written.unwrap_or_else(|error| Err(io::Error::other(error))).map_err(MailError::Outbox)
    }

    /// Removes the mails whose mark satisfies `is_over`.
    pub async fn remove(&self, is_over: impl Fn(&str) -> bool + Send + 'static) -> Result<(), MailError> {
        let folder = self.folder.clone();
        let removed = tokio::task::spawn_blocking(move || sweep(&folder, &is_over)).await;
        removed.unwrap_or_else(|error| Err(io::Error::other(error))).map_err(MailError::Outbox)
    }
}

/// Prefix of the mark of a mail that is kept until an instant, before the milliseconds since 1970.
pub const UNTIL: &str = "until";
/// Separates a name from its mark; ids do not contain it.
const MARK: char = '~';

/// `20261120T180000.250Z-id-host~mark.eml`: sorts by time, contains the id of the message, and a mark for how long it is kept.
fn file_name(message: &Message, retention: &Retention) -> String {
    let at = message.date.to_zoned(TimeZone::UTC).strftime("%Y%m%dT%H%M%S.%3fZ").to_string();
    let mark = match retention {
        Retention::Always => String::new(),
        Retention::OfReader(reader) => format!("{MARK}{reader}"),
        Retention::Until(end) => format!("{MARK}{UNTIL}{}", end.as_millisecond()),
    };
    format!("{at}-{}{mark}.eml", plain_id(message.message_id.trim_matches(['<', '>'])))
}

/// The mark in a file name.
fn mark(name: &str) -> Option<&str> {
    name.strip_suffix(".eml")?.rsplit_once(MARK).map(|(_, mark)| mark)
}

fn sweep(folder: &Path, is_over: &dyn Fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_str().and_then(mark).is_some_and(is_over) {
            fs::remove_file(entry.path())?;
        }
    }
    File::open(folder)?.sync_all()
}

fn lay(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let aside = folder.join(format!(".{name}.part"));
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&aside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&aside, folder.join(name))?;
    File::open(folder)?.sync_all()
}
