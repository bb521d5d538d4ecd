//! The secret keys for cookies and signed links: from the settings, or generated once and stored in the data folder
//! (operations.md).

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, Result};

use crate::settings::{Settings, SettingsError};

/// Minimum length of a key in characters.
const MIN_LENGTH: usize = 32;

/// The secret keys, newest first; generates one if neither `secret_key` nor `secret_key_file` is set. Returns an error if
/// a key is too short.
pub fn keys(settings: &Settings) -> Result<Vec<String>> {
    let keys = if !settings.secret_key.is_empty() {
        settings.secret_key.clone()
    } else {
        let key_file = settings.data.join("secret_key");
        let path = settings.secret_key_file.as_deref().unwrap_or(&key_file);
        if settings.secret_key_file.is_none() {
            std::fs::create_dir_all(&settings.data)
                .with_context(|| format!("cannot create the data folder {}", settings.data.display()))?;
            create(path)?;
        }
        let text = std::fs::read_to_string(path)
            .with_context(|| SettingsError::invalid("secret_key_file", path.display()))?;
        text.lines().map(|l| l.trim().to_owned()).filter(|l| !l.is_empty()).collect()
    };
    if keys.is_empty() || keys.iter().any(|k| k.chars().count() < MIN_LENGTH) {
        let problem = format!("keys must have at least {MIN_LENGTH} characters; the newest comes first");
        return Err(SettingsError::invalid("secret_key", problem).into());
    }
    Ok(keys)
}

/// Creates a key file with mode 0600, unless it exists.
fn create(path: &Path) -> Result<()> {
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Ok(mut file) => {
            let key = marquee_auth::random_text(52)?;
            file.write_all(format!("{key}\n").as_bytes()).and_then(|()| file.sync_all())
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
    .with_context(|| format!("secret key file {}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_key_is_generated_once_and_readable_by_its_owner_only() {
        let dir = tempfile::tempdir().unwrap();
        let settings = Settings { data: dir.path().join("data"), ..Settings::default() };
        assert_eq!(keys(&settings).unwrap().len(), 1);
        let path = dir.path().join("data/secret_key");
        let first_key = std::fs::read_to_string(&path).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(keys(&settings).unwrap().len(), 1);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), first_key);
    }

    #[test]
    fn a_short_key_is_rejected() {
        let settings = Settings { secret_key: vec!["short".into()], ..Settings::default() };
        assert!(keys(&settings).unwrap_err().to_string().contains("`secret_key`"));
    }
}
