//! Email addresses and display names.

use serde::{Deserialize, Serialize};

/// Maximum length of an address in bytes (RFC 5321).
const MAX_BYTES: usize = 254;
/// Maximum length of a display name in characters.
const MAX_NAME_LENGTH: usize = 100;

/// An email address. `Debug` does not print it.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Address(String);

impl Address {
    /// Parses an address of at most 254 bytes, such as `anna@example.com`. Quoted local parts, IP addresses, whitespace and
    /// control characters are refused; an internationalized domain is converted to ASCII (IDNA).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is_forbidden = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | '<' | '>');
        if text.len() > MAX_BYTES || text.contains(is_forbidden) {
            return None;
        }
        let (user, domain) = text.rsplit_once('@')?;
        let domain = match url::Host::parse(domain).ok()? {
            url::Host::Domain(domain) => domain,
            url::Host::Ipv4(_) | url::Host::Ipv6(_) => return None,
        };
        let address = lettre::Address::new(user, domain).ok()?;
        Some(Self(address.to_string()))
    }

    /// The full address. Show it to its owner only.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address as shown to others: `a…@example.com`.
    pub(crate) fn masked(&self) -> String {
        let (user, domain) = self.0.rsplit_once('@').unwrap_or_default();
        let initial: String = user.chars().take(1).collect();
        format!("{initial}…@{domain}")
    }
}

impl std::fmt::Debug for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Address(…)")
    }
}

impl TryFrom<String> for Address {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or("not an email address")
    }
}

impl From<Address> for String {
    fn from(address: Address) -> Self {
        address.0
    }
}

/// An address with an optional display name.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mailbox {
    address: Address,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

impl Mailbox {
    /// The name is a member's first name or the site's name. It is reduced to one line of at most 100 characters; an empty
    /// one is dropped.
    #[must_use]
    pub fn new(address: Address, name: Option<&str>) -> Self {
        let name = name.map(|name| one_line(name).chars().take(MAX_NAME_LENGTH).collect::<String>());
        Self { address, name: name.filter(|name| !name.is_empty()) }
    }

    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Drops the name unless it is a plausible [personal name](personal_name).
    pub(crate) fn with_personal_name(self) -> Self {
        let name = self.name.as_deref().and_then(personal_name);
        Self { address: self.address, name }
    }
}

impl std::fmt::Debug for Mailbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Mailbox(…)")
    }
}

/// A text on one line: runs of spaces, line breaks, control characters and bidirectional formatting characters become one
/// space.
pub(crate) fn one_line(text: &str) -> String {
    let is_bidi =
        |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_separator = |c: char| matches!(c, ' ' | '\u{2028}' | '\u{2029}') || c.is_control() || is_bidi(c);
    text.split(is_separator).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A member's first name for a greeting; `None` if it could be a message or a link. The name cannot be trusted, because
/// people can register with someone else's address.
pub(crate) fn personal_name(name: &str) -> Option<String> {
    let name = one_line(name);
    let is_name_char =
        |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '’' | '\u{300}'..='\u{36f}' | '·');
    let word_count = name.split(' ').count();
    let is_valid = name.split(". ").all(|text| text.trim_end_matches('.').chars().all(is_name_char));
    (!name.is_empty() && name.chars().count() <= 40 && word_count <= 4 && is_valid).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_local_part_and_a_domain() {
        for valid in ["anna@example.com", "a.b+club@mail.example.co.uk", "o'neil@example.com"] {
            assert_eq!(Address::parse(valid).unwrap().as_str(), valid);
        }
        assert_eq!(Address::parse("anna@Bücher.example").unwrap().as_str(), "anna@xn--bcher-kva.example");
        for bad in
            ["", "anna", "@example.com", "anna@", "a b@example.com", "a@b@example.com", "\"a b\"@example.com"]
        {
            assert!(Address::parse(bad).is_none(), "{bad}");
        }
        for invalid in ["anna@[127.0.0.1]", "anna@127.0.0.1", "<anna@example.com>", "Anna <anna@example.com>"]
        {
            assert!(Address::parse(invalid).is_none(), "{invalid}");
        }
        assert!(Address::parse(&format!("{}@example.com", "a".repeat(300))).is_none());
    }

    #[test]
    fn line_breaks_in_addresses_are_refused() {
        for invalid in [
            "a@example.com\r\nBcc: b@example.com",
            "a\r\nRCPT TO:<b@example.com>@example.com",
            "a@example.com\n",
        ] {
            assert!(Address::parse(invalid).is_none(), "{invalid:?}");
            assert!(serde_json::from_value::<Address>(serde_json::json!(invalid)).is_err());
        }
    }

    #[test]
    fn debug_does_not_print_addresses() {
        let address = Address::parse("anna@example.com").unwrap();
        assert!(!format!("{:?}", Mailbox::new(address.clone(), Some("Anna"))).contains("nna"));
        assert!(!format!("{address:?}").contains("anna"));
        assert_eq!(address.masked(), "a…@example.com");
    }

    #[test]
    fn personal_names_are_not_messages_or_links() {
        for valid in ["Anna", "Jean-Luc", "O’Neil", "María José", "J. R.", "Zoë", "李", "Dr. Anna"] {
            assert_eq!(personal_name(valid).as_deref(), Some(valid));
        }
        assert_eq!(personal_name(" Anna\r\n Maria ").as_deref(), Some("Anna Maria"));
        for invalid in ["", " ", "evil.example", "You won: https://evil.example", "a@b.example", "<b>"] {
            assert_eq!(personal_name(invalid), None, "{invalid}");
        }
        for invalid in ["call 555 0100", "you have won a prize today", &"a".repeat(41)] {
            assert_eq!(personal_name(invalid), None, "{invalid}");
        }
    }
}
