//! The domain model of a loyalty program: members, cards, orders, offers, sessions.

mod card;
mod member;
mod offer;
mod order;

pub use card::{Card, CardStatus, GiftCard};
pub use member::{ApiVersion, Consents, Family, Member, MemberStatus, UsedRefreshToken};
pub use offer::{EVoucher, Level, Localizable, MembershipItem, Money, OfferText, Reward};
pub use order::{Order, OrderKind, OrderLine, OrderStatus, TransferKind};

/// Balance type of points (LOYC-08).
pub const POINTS: &str = "POINTS";

/// Maximum number of tickets, of concession lines and of ticket ids of a till's transaction.
pub const MAX_BOOKING_LINES: usize = 200;
/// Maximum total of a till's transaction, in the smallest unit of the currency.
pub const MAX_BOOKING_TOTAL: i64 = 100_000_000;
/// Maximum length of the ids of a till's transaction and of its tickets, in characters.
pub const MAX_BOOKING_ID: usize = 100;

/// Maximum number of characters of a note about a member.
pub const MAX_NOTE_CHARACTERS: usize = 500;

/// Normalizes a text for lookups and comparisons: trimmed, lower case, NFKC (security 2.3).
#[must_use]
pub fn folded(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    text.trim().nfkc().collect::<String>().to_lowercase().nfkc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_2_3_lookups_ignore_case_and_unicode_form() {
        assert_eq!(folded(" Ada@Example.ORG "), "ada@example.org");
        assert_eq!(folded("Zoe\u{308}"), folded("ZO\u{cb}"));
        assert_ne!(folded("ada"), folded("adá"));
    }
}
