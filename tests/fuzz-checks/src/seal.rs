//! The cookie of a session. Only a cookie of the server opens, and it does not open if a byte of it is changed.
use std::sync::LazyLock;

use crate::SITE;
use marquee_gateway::{CookieSealer, SessionRecord};

static SEALER: LazyLock<CookieSealer> = LazyLock::new(|| {
    let secrets = ["a new secret of at least 32 characters", "an old secret of at least 32 characters"];
    CookieSealer::new(&secrets.map(str::to_owned)).expect("there are secrets")
});
const NAME: &str = "loyaltySession";

/// Checks an input.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    assert_eq!(SEALER.open(&SITE, NAME, text), None);
    serde_json::from_str::<SessionRecord>(text).ok();
    let sealed = SEALER.seal(&SITE, NAME, text).expect("a text can be sealed");
    assert_eq!(SEALER.open(&SITE, NAME, &sealed).as_deref(), Some(text));
    let place = data.iter().fold(0, |sum: usize, byte| sum + usize::from(*byte)) % sealed.len();
    let mut other = sealed.into_bytes();
    other[place] = if other[place] == b'A' { b'B' } else { b'A' };
    let other = String::from_utf8(other).expect("letters");
    assert_eq!(SEALER.open(&SITE, NAME, &other), None, "changed at {place}");
}
