//! Writes mails to a folder: for the demo, for tests, and for programs that collect them.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;

use crate::compose::safe_id;
use crate::{MailError, Message, Retention};

/// A folder of `.eml` files. Only its owner can read them, because mails contain links that give access to accounts.
#[derive(Debug)]
pub struct Outbox {
    folder: PathBuf,
}

impl Outbox {
    /// Opens a folder, creating it if missing.
    pub fn open(folder: &Path) -> Result<Self, MailError> {
        if folder.as_os_str().is_empty() {
            return Err(MailError::InvalidUrl("`file:` requires a folder"));
        }
        DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(MailError::Outbox)?;
        Ok(Self { folder: folder.to_owned() })
    }

    /// Stores a mail atomically and durably: temporary file, fsync, rename. The same mail replaces its file.
    pub async fn store(
        &self,
        message: &Message,
        retention: &Retention,
        bytes: Vec<u8>,
    ) -> Result<(), MailError> {
        let (folder, name) = (self.folder.clone(), file_name(message, retention));
        let result = tokio::task::spawn_blocking(move || write_file(&folder, &name, &bytes)).await;
        result.unwrap_or_else(|error| Err(io::Error::other(error))).map_err(MailError::Outbox)
    }

    /// Removes the mails whose retention suffix matches.
    pub async fn remove(&self, matches: impl Fn(&str) -> bool + Send + 'static) -> Result<(), MailError> {
        let folder = self.folder.clone();
        let removed = tokio::task::spawn_blocking(move || remove_matching(&folder, &matches)).await;
        removed.unwrap_or_else(|error| Err(io::Error::other(error))).map_err(MailError::Outbox)
    }
}

/// Beginning of the suffix for [`Retention::Until`], followed by a Unix timestamp in milliseconds.
pub const UNTIL: &str = "until";
/// Separates a file name from its retention suffix; ids do not contain it.
const SEPARATOR: char = '~';

/// `20261120T180000.250Z-id-host~suffix.eml`: date, for sorting; message id; retention suffix.
fn file_name(message: &Message, retention: &Retention) -> String {
    let timestamp = message.date.to_zoned(TimeZone::UTC).strftime("%Y%m%dT%H%M%S.%3fZ").to_string();
    let suffix = match retention {
        Retention::Forever => String::new(),
        Retention::UntilRemoved(recipient) => format!("{SEPARATOR}{recipient}"),
        Retention::Until(end) => format!("{SEPARATOR}{UNTIL}{}", end.as_millisecond()),
    };
    format!("{timestamp}-{}{suffix}.eml", safe_id(message.message_id.trim_matches(['<', '>'])))
}

/// The retention suffix in a file name.
fn retention_suffix(name: &str) -> Option<&str> {
    name.strip_suffix(".eml")?.rsplit_once(SEPARATOR).map(|(_, suffix)| suffix)
}

fn remove_matching(folder: &Path, matches: &dyn Fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_str().and_then(retention_suffix).is_some_and(matches) {
            fs::remove_file(entry.path())?;
        }
    }
    File::open(folder)?.sync_all()
}

fn write_file(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let temporary = folder.join(format!(".{name}.part"));
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&temporary, folder.join(name))?;
    File::open(folder)?.sync_all()
}
