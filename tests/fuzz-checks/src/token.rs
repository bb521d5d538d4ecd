//! Tokens as callers send them. A token has exactly one spelling.
use marquee_auth::{FamilyToken, Token, TokenKind};

/// Checks an input.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for kind in [TokenKind::Session, TokenKind::Refresh, TokenKind::User] {
        if let Some(token) = FamilyToken::parse(kind, text) {
            assert_eq!(token.reveal(), text);
            assert!(token.matches_hash(&token.hash()));
            assert_eq!(token.family().len(), 32);
        }
    }
    if let Some(token) = Token::parse(text) {
        assert_eq!(token.reveal(), text);
    }
}
