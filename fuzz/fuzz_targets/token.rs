//! Tokens as callers send them. What is read is what was sent: no token has a second spelling.
#![no_main]

use libfuzzer_sys::fuzz_target;
use marquee_auth::{FamilyToken, Part, Token};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for part in [Part::Session, Part::Refresh, Part::User] {
        if let Some(token) = FamilyToken::read(part, text) {
            assert_eq!(token.reveal(), text);
            assert!(token.fits(&token.hash()));
            assert_eq!(token.family().len(), 32);
        }
    }
    if let Some(token) = Token::read(text) {
        assert_eq!(token.reveal(), text);
    }
});
