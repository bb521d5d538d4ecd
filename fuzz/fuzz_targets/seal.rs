//! The session's cookie. Nobody can make one that opens; one of ours opens, and no longer when a byte of it is another.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use marquee_fuzz::SITE;
use marquee_gateway::{Record, Seals};

static SEALS: LazyLock<Seals> = LazyLock::new(|| {
    let secrets = ["a new secret of at least 32 characters", "an old secret of at least 32 characters"];
    Seals::new(&secrets.map(str::to_owned)).expect("there are secrets")
});
const NAME: &str = "loyaltySession";

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    assert_eq!(SEALS.open(&SITE, NAME, text), None);
    serde_json::from_str::<Record>(text).ok();
    let sealed = SEALS.seal(&SITE, NAME, text).expect("a text can be sealed");
    assert_eq!(SEALS.open(&SITE, NAME, &sealed).as_deref(), Some(text));
    let place = data.iter().fold(0, |sum: usize, byte| sum + usize::from(*byte)) % sealed.len();
    let mut other = sealed.into_bytes();
    other[place] = if other[place] == b'A' { b'B' } else { b'A' };
    let other = String::from_utf8(other).expect("letters");
    assert_eq!(SEALS.open(&SITE, NAME, &other), None, "changed at {place}");
});
