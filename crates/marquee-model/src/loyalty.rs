//! The nouns of a loyalty programme: members, cards, orders, offers, sessions.

mod card;
mod member;
mod offer;
mod order;

pub use card::{Card, CardStatus, GiftCard};
pub use member::{Consents, Family, Member, Spent, Standing};
pub use offer::{EVoucher, Level, Localizable, MembershipItem, Money, OfferText, Reward};
pub use order::{Line, Order, OrderKind, OrderStatus, TransferKind};

/// The balance of points (LOYC-08).
pub const POINTS: &str = "POINTS";

/// A text as it is looked up: without the differences that people do not see (security 2.3).
#[must_use]
pub fn folded(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    text.trim().nfkc().collect::<String>().to_lowercase().nfkc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_2_3_names_are_looked_up_without_regard_to_case_and_form() {
        assert_eq!(folded(" Ada@Example.ORG "), "ada@example.org");
        assert_eq!(folded("Zoe\u{308}"), folded("ZO\u{cb}"));
        assert_ne!(folded("ada"), folded("adá"));
    }
}
