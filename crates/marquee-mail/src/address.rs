//! E-mail addresses, and the names before them.

use serde::{Deserialize, Serialize};

/// Bytes an address may have (RFC 5321).
const LONGEST: usize = 254;
/// Characters of a name before an address.
const NAME: usize = 100;

/// An e-mail address. It has no way to be printed but [`Address::as_str`].
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Address(String);

impl Address {
    /// Parses `anna@example.com`. Quoted names, blanks and control characters are refused; a domain with letters beyond
    /// ASCII takes its ASCII form.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let odd = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | '<' | '>');
        if text.len() > LONGEST || text.contains(odd) {
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

    /// The address, to be written to and shown to its owner.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What others may see of it: `a…@example.com`.
    pub(crate) fn masked(&self) -> String {
        let (user, domain) = self.0.rsplit_once('@').unwrap_or_default();
        let first: String = user.chars().take(1).collect();
        format!("{first}…@{domain}")
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
        Self::parse(&text).ok_or("not an e-mail address")
    }
}

impl From<Address> for String {
    fn from(address: Address) -> Self {
        address.0
    }
}

/// An address with the name of who reads there.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mailbox {
    address: Address,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

impl Mailbox {
    /// An address and, where it is known, a name: a member's first name, or the site's. Line breaks and other control
    /// characters of the name become blanks.
    #[must_use]
    pub fn new(address: Address, name: Option<&str>) -> Self {
        let name = name.map(|name| one_line(name).chars().take(NAME).collect::<String>());
        Self { address, name: name.filter(|name| !name.is_empty()) }
    }

    /// The address.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The same with a name only if it is [a name and nothing else](personal).
    pub(crate) fn personal(self) -> Self {
        let name = self.name.as_deref().and_then(personal);
        Self { address: self.address, name }
    }
}

impl std::fmt::Debug for Mailbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Mailbox(…)")
    }
}

/// A text on one line: control characters, line breaks and marks that turn the direction of writing become blanks,
/// several blanks one.
pub(crate) fn one_line(text: &str) -> String {
    let turning =
        |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaking = |c: char| matches!(c, ' ' | '\u{2028}' | '\u{2029}') || c.is_control() || turning(c);
    text.split(breaking).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A member's first name as it may stand in a greeting. Whoever joins with somebody else's address chooses this text, so
/// what could be a message or a link is no name.
pub(crate) fn personal(name: &str) -> Option<String> {
    let name = one_line(name);
    let part =
        |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '’' | '\u{300}'..='\u{36f}' | '·');
    let words = name.split(' ').count();
    let of_letters = name.split(". ").all(|text| text.trim_end_matches('.').chars().all(part));
    (!name.is_empty() && name.chars().count() <= 40 && words <= 4 && of_letters).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_name_and_a_host() {
        for good in ["anna@example.com", "a.b+club@mail.example.co.uk", "o'neil@example.com"] {
            assert_eq!(Address::parse(good).unwrap().as_str(), good);
        }
        assert_eq!(Address::parse("anna@Bücher.example").unwrap().as_str(), "anna@xn--bcher-kva.example");
        for bad in
            ["", "anna", "@example.com", "anna@", "a b@example.com", "a@b@example.com", "\"a b\"@example.com"]
        {
            assert!(Address::parse(bad).is_none(), "{bad}");
        }
        for bad in ["anna@[127.0.0.1]", "anna@127.0.0.1", "<anna@example.com>", "Anna <anna@example.com>"] {
            assert!(Address::parse(bad).is_none(), "{bad}");
        }
        assert!(Address::parse(&format!("{}@example.com", "a".repeat(300))).is_none());
    }

    #[test]
    fn nothing_follows_an_address() {
        for bad in [
            "a@example.com\r\nBcc: b@example.com",
            "a\r\nRCPT TO:<b@example.com>@example.com",
            "a@example.com\n",
        ] {
            assert!(Address::parse(bad).is_none(), "{bad:?}");
            assert!(serde_json::from_value::<Address>(serde_json::json!(bad)).is_err());
        }
    }

    #[test]
    fn an_address_does_not_print_itself() {
        let address = Address::parse("anna@example.com").unwrap();
        assert!(!format!("{:?}", Mailbox::new(address.clone(), Some("Anna"))).contains("nna"));
        assert!(!format!("{address:?}").contains("anna"));
        assert_eq!(address.masked(), "a…@example.com");
    }

    #[test]
    fn a_name_is_a_name() {
        for good in ["Anna", "Jean-Luc", "O’Neil", "María José", "J. R.", "Zoë", "李", "Dr. Anna"] {
            assert_eq!(personal(good).as_deref(), Some(good));
        }
        assert_eq!(personal(" Anna\r\n Maria ").as_deref(), Some("Anna Maria"));
        for bad in ["", " ", "evil.example", "You won: https://evil.example", "a@b.example", "<b>"] {
            assert_eq!(personal(bad), None, "{bad}");
        }
        for bad in ["call 555 0100", "you have won a prize today", &"a".repeat(41)] {
            assert_eq!(personal(bad), None, "{bad}");
        }
    }
}
