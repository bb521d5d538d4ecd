//! The list of common passwords that `marquee-auth` carries, made from lists two libraries carry (decision 0014).
//! `script/common-passwords` fetches them.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use marquee_auth::common_password_key;

/// How many common passwords there are at least (security 2.1).
const LEAST: usize = 100_000;

/// Writes the list from the sources of the crates in a folder, each under its name.
///
/// # Errors
/// When a source is missing or looks otherwise, or the list would be too short.
pub fn write(root: &Path, crates: &Path) -> Result<()> {
    let read = |path: &str| {
        let path = crates.join(path);
        std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))
    };
    let analyser: Vec<String> = serde_json::from_str(&read("passwords/data/common-passwords.json")?)?;
    let estimator = read("zxcvbn/src/frequency_lists.rs")?;
    let ranked = ranked(&estimator).context("zxcvbn has no list of passwords where it was")?;
    let list = list(analyser.iter().map(String::as_str).chain(ranked));
    let count = list.len() / common_password_key("").len();
    ensure!(count >= LEAST, "{count} common passwords are fewer than {LEAST}");
    std::fs::write(root.join("crates/marquee-auth/data/common-passwords.bin"), list)?;
    println!("{count} common passwords");
    Ok(())
}

/// The passwords in a source of zxcvbn: one constant, parted by commas.
fn ranked(source: &str) -> Option<std::str::Split<'_, char>> {
    let list = source.split_once("const PASSWORDS: &str = \"")?.1.split_once("\";")?.0;
    Some(list.split(','))
}

/// Their keys in order, one after the other.
fn list<'a>(passwords: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let keys: BTreeSet<_> = passwords.map(common_password_key).collect();
    keys.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_order_and_has_each_password_once() {
        let source = "const A: &str = \"x\";\nconst PASSWORDS: &str = \"monkey,dragon,MONKEY\";\nconst B: &str = \"\";";
        let one = list(ranked(source).unwrap());
        assert_eq!(one, list(["dragon", "Dragon", "monkey"].into_iter()));
        assert_eq!(one.len(), 2 * common_password_key("").len());
        assert!(ranked("const OTHERS: &str = \"x\";").is_none());
    }
}
