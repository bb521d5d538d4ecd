//! Converts ids of feeds to valid ids. A converted id ends with a stable hash of the original.

use marquee_model::{EventId, ScreenId, ShowId, TheaterId};

/// Maximum number of bytes kept of an invalid id.
const MAX_KEPT: usize = 96;

/// 64-bit FNV-1a, which is the same on every machine and in every version.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

/// The id itself if it is valid. Otherwise its valid characters, with hyphens for the others, and its hash.
fn normal(foreign: &str) -> String {
    if ShowId::parse(foreign).is_ok() && foreign.chars().any(|c| c != '.') {
        return foreign.to_owned();
    }
    let mut out = String::new();
    for c in foreign.chars() {
        if out.len() >= MAX_KEPT {
            break;
        }
        if c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '=') {
            out.push(c);
        } else if !out.ends_with('-') && !out.is_empty() {
            out.push('-');
        }
    }
    let trimmed = out.trim_matches(['-', '.']);
    let hyphen = if trimmed.is_empty() { "" } else { "-" };
    format!("{trimmed}{hyphen}{:016x}", hash(foreign))
}

pub(crate) fn show(foreign: &str) -> ShowId {
    ShowId::stored(normal(foreign))
}

pub(crate) fn theater(foreign: &str) -> TheaterId {
    TheaterId::stored(normal(foreign))
}

pub(crate) fn screen(foreign: &str) -> ScreenId {
    ScreenId::stored(normal(foreign))
}

pub(crate) fn event(foreign: &str) -> EventId {
    EventId::stored(normal(foreign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_ids_are_kept_and_others_are_normalized_with_a_stable_hash() {
        assert_eq!(show("EXC-2025:1_a.b=").as_str(), "EXC-2025:1_a.b=");
        let id = show("X0712-269838-2025-01-24 12:45:00-Format.Projection.Digital");
        assert_eq!(
            id.as_str(),
            "X0712-269838-2025-01-24-12:45:00-Format.Projection.Digital-993ad7ce8c4c5312"
        );
        assert_ne!(show("a b"), show("a/b"));
        for odd in ["..", ".", " ", "a\nb", "<script>", &"x".repeat(500), "/../", "é 1", "%2e%2e"] {
            let id = show(odd);
            assert_eq!(ShowId::parse(id.as_str()).as_ref(), Ok(&id), "{odd:?}");
            assert!(id.as_str().chars().any(char::is_alphanumeric), "{odd:?} {id}");
        }
    }
}
