//! PINs of cards and gift cards. Only their hashes are stored (security 3.7).

use jiff::SignedDuration;
use marquee_auth::KeyedHash;
use marquee_model::SiteId;

/// Number of wrong PINs after which a card or gift card is locked.
pub const MAX_PIN_FAILURES: u32 = 5;
/// How long a card or gift card stays locked.
pub const PIN_LOCKOUT: SignedDuration = SignedDuration::from_hours(24);

/// A card that a PIN belongs to.
#[derive(Debug, Clone, Copy)]
pub enum PinOwner<'a> {
    /// A member's card, by its normalized code.
    Card(&'a str),
    /// A gift card, by its normalized number.
    GiftCard(&'a str),
}

/// The hash of a PIN, with the current key. Surrounding white space is not part of the PIN.
pub fn pin_hash(keys: &KeyedHash, site: &SiteId, owner: PinOwner<'_>, pin: &str) -> String {
    keys.hash(&hash_parts(site, owner, pin))
}

/// Whether a hash, made with the current key or an older one, is that of the PIN.
pub fn is_pin(keys: &KeyedHash, site: &SiteId, owner: PinOwner<'_>, pin: &str, stored_hash: &str) -> bool {
    keys.hash_with_all_keys(&hash_parts(site, owner, pin)).any(|hash| hash == stored_hash)
}

fn hash_parts<'a>(site: &'a SiteId, owner: PinOwner<'a>, pin: &'a str) -> Vec<&'a str> {
    match owner {
        PinOwner::Card(code) => vec![site.as_str(), code, "pin", pin.trim()],
        PinOwner::GiftCard(number) => vec![site.as_str(), "gift", number, "pin", pin.trim()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_3_7_the_hash_of_a_pin_depends_on_its_card_and_not_on_white_space() {
        let keys = KeyedHash::new(&["secret"], "numbers").unwrap();
        let acme = SiteId::parse("acme").unwrap();
        let hash = pin_hash(&keys, &acme, PinOwner::GiftCard("GC10002000"), " 1234 ");
        assert!(is_pin(&keys, &acme, PinOwner::GiftCard("GC10002000"), "1234", &hash));
        for (site, owner, pin) in [
            ("acme", PinOwner::GiftCard("GC10002000"), "1235"),
            ("acme", PinOwner::GiftCard("GC10002001"), "1234"),
            ("acme", PinOwner::Card("GC10002000"), "1234"),
            ("aster", PinOwner::GiftCard("GC10002000"), "1234"),
        ] {
            let site = SiteId::parse(site).unwrap();
            assert!(!is_pin(&keys, &site, owner, pin, &hash), "{site} {owner:?} {pin}");
        }
    }
}
