//! Work that takes long, which the test processes of one build share.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// When a program was built, as a text that differs between its builds.
///
/// # Errors
/// If the program cannot be found.
pub fn build_stamp(program: &Path) -> io::Result<String> {
    Ok(format!("{:?}", fs::metadata(program)?.modified()?))
}

/// Runs `work` once per `stamp`, also across test processes: under a lock in `folder`, and only if no file there has the stamp.
///
/// # Errors
/// If the folder cannot be written.
pub fn run_once(folder: &Path, name: &str, stamp: &str, work: impl FnOnce()) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let lock = File::create(folder.join(format!("{name}.lock")))?;
    lock.lock()?;
    let done = folder.join(format!("{name}.done"));
    if fs::read_to_string(&done).is_ok_and(|text| text == stamp) {
        return Ok(());
    }
    work();
    fs::write(done, stamp)
}

/// A folder below `folder` that `fill` fills once per `stamp`, for tests that copy it.
///
/// # Errors
/// If the folder cannot be written.
pub fn template(folder: &Path, name: &str, stamp: &str, fill: impl FnOnce(&Path)) -> io::Result<PathBuf> {
    let path = folder.join(name);
    run_once(folder, name, stamp, || {
        drop(fs::remove_dir_all(&path));
        drop(fs::create_dir_all(&path));
        fill(&path);
    })?;
    Ok(path)
}
