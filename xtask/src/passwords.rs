//! Generates the list of common passwords of `marquee-auth` from the lists of two libraries (decision 0014).
//! `script/common-passwords` downloads them.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use marquee_auth::common_password_key;

/// Minimum number of common passwords (security 2.1).
const MIN_COUNT: usize = 100_000;

/// Writes the list. `crates` is a folder with the sources of the libraries. Returns an error if a source is missing or has
/// another format, or if the list is too short.
pub fn write(root: &Path, crates: &Path) -> Result<()> {
    let read = |path: &str| {
        let path = crates.join(path);
        std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let analyzer: Vec<String> = serde_json::from_str(&read("passwords/data/common-passwords.json")?)?;
    let estimator = read("zxcvbn/src/frequency_lists.rs")?;
    let ranked = ranked(&estimator).context("cannot find the list of passwords in the source of zxcvbn")?;
    let list = list(analyzer.iter().map(String::as_str).chain(ranked));
    let count = list.len() / common_password_key("").len();
    ensure!(count >= MIN_COUNT, "only {count} common passwords: there must be at least {MIN_COUNT}");
    std::fs::write(root.join("crates/marquee-auth/data/common-passwords.bin"), list)?;
    println!("{count} common passwords");
    Ok(())
}

/// The passwords in the source of zxcvbn: a constant, separated by commas.
fn ranked(source: &str) -> Option<std::str::Split<'_, char>> {
    let list = source.split_once("const PASSWORDS: &str = \"")?.1.split_once("\";")?.0;
    Some(list.split(','))
}

/// The sorted keys of the passwords, without duplicates, concatenated.
fn list<'a>(passwords: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let keys: BTreeSet<_> = passwords.map(common_password_key).collect();
    keys.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_without_duplicates() {
        let source = "const A: &str = \"x\";\nconst PASSWORDS: &str = \"monkey,dragon,MONKEY\";\nconst B: &str = \"\";";
        let keys = list(ranked(source).unwrap());
        assert_eq!(keys, list(["dragon", "Dragon", "monkey"].into_iter()));
        assert_eq!(keys.len(), 2 * common_password_key("").len());
        assert!(ranked("const OTHERS: &str = \"x\";").is_none());
    }
}
