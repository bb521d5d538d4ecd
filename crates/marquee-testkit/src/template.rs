//! Files that take long to make, which the test processes of one build share.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// A number that differs between builds of the running test: when its program was built, in milliseconds since 1970.
///
/// # Errors
/// If the program cannot be found.
pub fn build_stamp() -> io::Result<u128> {
    let built = fs::metadata(std::env::current_exe()?)?.modified()?;
    Ok(built.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis()))
}

/// The path of a file in `folder` that `make` writes, once per build of the running test. Of several processes one makes it, while the
/// others wait.
///
/// # Errors
/// If the folder cannot be written.
pub fn once_per_build(folder: &Path, name: &str, make: impl FnOnce(&Path)) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let lock = File::create(folder.join(format!("{name}.lock")))?;
    lock.lock()?;
    let path = folder.join(format!("{name}.{}", build_stamp()?));
    if path.exists() {
        return Ok(path);
    }
    for entry in fs::read_dir(folder)? {
        let old = entry?;
        let is_of_name = old.file_name().to_string_lossy().starts_with(&format!("{name}."));
        if is_of_name && !old.file_name().to_string_lossy().ends_with(".lock") {
            fs::remove_file(old.path())?;
        }
    }
    let unfinished = folder.join(format!("{name}.new"));
    make(&unfinished);
    fs::rename(unfinished, &path)?;
    Ok(path)
}
