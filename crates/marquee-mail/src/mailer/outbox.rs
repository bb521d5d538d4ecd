//! A folder in which mails are laid: for the demo, for tests, and for programs that fetch them.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;

use crate::compose::plain_id;
use crate::{MailError, Message};

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
    pub async fn keep(&self, message: &Message, bytes: Vec<u8>) -> Result<(), MailError> {
        let (folder, name) = (self.folder.clone(), file_name(message));
        let written = tokio::task::spawn_blocking(move || lay(&folder, &name, &bytes)).await;
        written.unwrap_or_else(|error| Err(io::Error::other(error))).map_err(MailError::Outbox)
    }
}

/// `20261120T180000.250Z-id-host.eml`: in the order in which letters were written, found again by the message's id.
fn file_name(message: &Message) -> String {
    let at = message.date.to_zoned(TimeZone::UTC).strftime("%Y%m%dT%H%M%S.%3fZ").to_string();
    format!("{at}-{}.eml", plain_id(message.message_id.trim_matches(['<', '>'])))
}

fn lay(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let aside = folder.join(format!(".{name}.part"));
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&aside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&aside, folder.join(name))?;
    File::open(folder)?.sync_all()
}
