//! Identifiers. Each is a newtype, so that they cannot be mixed up.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a text is not a valid identifier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    #[error("an id must not be empty")]
    Empty,
    /// Longer than 128 bytes; the length in bytes.
    #[error("an id must be at most 128 bytes, got {0}")]
    TooLong(usize),
    /// Contains a character that URLs would encode.
    #[error("invalid character {0:?}: an id may contain letters, digits, '-', '_', '.', ':' and '='")]
    Character(char),
    /// A site key with a character other than `a-z`, digits and `-`.
    #[error("invalid character {0:?}: a site key may contain the letters a to z, digits and '-'")]
    KeyCharacter(char),
    #[error("must be the name of a role, or the id of one that the site defines")]
    Role,
    /// A reference to a picture of more than 65,536 bytes; the length in bytes.
    #[error("the path or URL of a picture must be at most 65,536 bytes, got {0}")]
    LongReference(usize),
    #[error("the path or URL of a picture must not contain control characters")]
    ControlCharacter,
}

/// What the id of a role begins with.
const ROLE_PREFIX: &str = "role-";

/// Maximum length of an id in bytes.
const MAX_ID: usize = 128;

/// Maximum length of a reference to a picture in bytes.
const MAX_REFERENCE: usize = 65_536;

/// Maximum number of bytes of an invalid id that its normalized form contains.
const MAX_NORMALIZED: usize = 96;

fn is_allowed(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '=')
}

/// 1 to 128 bytes: alphanumeric characters of any script, `-`, `_`, `.`, `:` and `=`.
fn check_id(text: &str) -> Result<(), IdError> {
    if text.is_empty() {
        return Err(IdError::Empty);
    }
    if text.len() > MAX_ID {
        return Err(IdError::TooLong(text.len()));
    }
    text.chars().find(|c| !is_allowed(*c)).map_or(Ok(()), |c| Err(IdError::Character(c)))
}

/// 1 to 128 bytes: `a-z`, digits and `-`.
fn check_site_key(text: &str) -> Result<(), IdError> {
    match text.chars().find(|c| !(c.is_ascii_lowercase() || c.is_ascii_digit() || *c == '-')) {
        Some(c) => Err(IdError::KeyCharacter(c)),
        None => check_id(text),
    }
}

/// 1 to 128 bytes as other ids, with the prefix `role-`, which no role has that every site has.
fn check_role_id(text: &str) -> Result<(), IdError> {
    match text.strip_prefix(ROLE_PREFIX) {
        Some(rest) if !rest.is_empty() => check_id(text),
        _ => Err(IdError::Role),
    }
}

/// At most 65,536 bytes without control characters.
fn check_reference(text: &str) -> Result<(), IdError> {
    if text.len() > MAX_REFERENCE {
        return Err(IdError::LongReference(text.len()));
    }
    if text.contains(char::is_control) { Err(IdError::ControlCharacter) } else { Ok(()) }
}

/// 64-bit FNV-1a, which is the same on every machine and in every version.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

fn normalize(external_id: &str) -> String {
    if check_id(external_id).is_ok() && external_id.chars().any(|c| c != '.') {
        return external_id.to_owned();
    }
    let mut normalized = String::new();
    for c in external_id.chars() {
        if normalized.len() >= MAX_NORMALIZED {
            break;
        }
        if is_allowed(c) {
            normalized.push(c);
        } else if !normalized.ends_with('-') && !normalized.is_empty() {
            normalized.push('-');
        }
    }
    let trimmed = normalized.trim_matches(['-', '.']);
    let hyphen = if trimmed.is_empty() { "" } else { "-" };
    format!("{trimmed}{hyphen}{:016x}", hash(external_id))
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        id!($(#[$doc])* $name, check_id);

        impl $name {
            /// Converts an id of another system: the id itself if it is valid, otherwise its valid characters, with
            /// hyphens for the others, and a stable hash of the original.
            #[must_use]
            pub fn normalized(external_id: &str) -> Self {
                Self(normalize(external_id))
            }
        }
    };
    ($(#[$doc:meta])* $name:ident, $check:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(try_from = "String")]
        pub struct $name(String);

        impl $name {
            pub fn parse(text: &str) -> Result<Self, IdError> {
                $check(text).map(|()| Self(text.to_owned()))
            }

            /// Wraps an id from a column of the database, without checks. Only `marquee-store` may call this.
            #[must_use]
            pub fn stored(text: String) -> Self {
                Self(text)
            }

            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;

            fn try_from(text: String) -> Result<Self, IdError> {
                $check(&text).map(|()| Self(text))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id! {
    /// A site (tenant) of this server: its key, for example `meridian` (operations.md "Sites").
    SiteId, check_site_key
}
id! {
    /// A theater, unique within its site.
    TheaterId
}
id! {
    /// A film, unique within its site; only digits in URLs (ROUTE-02).
    MovieId
}
id! {
    /// A showtime, unique within its site.
    ShowId
}
id! {
    /// A screen (auditorium), unique within its theater.
    ScreenId
}
id! {
    /// An event, unique within its site.
    EventId
}
id! {
    /// A saved block of content pages, unique within its site (PAGE-16).
    SavedBlockId
}
id! {
    /// A reference to a picture: its content address in the media store, a path within a feed or site folder, or a URL. Empty
    /// for no picture.
    MediaRef, check_reference
}

id! {
    /// An operator: a person who runs sites.
    OperatorId
}
id! {
    /// A role that a site defines itself, unique within its site.
    RoleId, check_role_id
}
id! {
    /// A member of a site's loyalty program: random, so that its hash reveals nothing (security 3.6).
    MemberId
}
id! {
    /// A session of a member, to which its token family belongs.
    SessionId
}
id! {
    /// The code of a member's card, upper case, unique within its site (LOYC "cards").
    CardCode
}
id! {
    /// A note about a member, which operators write for each other.
    NoteId
}
id! {
    /// An order: a purchase, a reward or a membership.
    OrderId
}
id! {
    /// A transfer in the ledger.
    TransferId
}
id! {
    /// A feed of a site.
    FeedId
}
id! {
    /// A run of a feed.
    FeedRunId
}
id! {
    /// An address to which a site sends messages.
    WebhookId
}
id! {
    /// A message to such an address.
    WebhookMessageId
}
id! {
    /// A gift card. This is not the number printed on it.
    GiftCardId
}

impl RoleId {
    /// The id with these random characters.
    ///
    /// # Errors
    /// [`IdError`] if one of the characters is not allowed.
    pub fn from_random(random: &str) -> Result<Self, IdError> {
        Self::parse(&format!("{ROLE_PREFIX}{random}"))
    }
}

impl MovieId {
    /// Whether the id is valid in `/movies/{movieId}-{slug}/`: only digits, any length (ROUTE-02).
    #[must_use]
    pub fn is_numeric(&self) -> bool {
        self.0.bytes().all(|b| b.is_ascii_digit())
    }

    /// The numeric id for a feed's film id: the same if it has 1 to 19 digits, else 15 digits of a stable hash (64-bit FNV-1a).
    #[must_use]
    pub fn numeric_for(external_id: &str) -> Self {
        if !external_id.is_empty()
            && external_id.len() <= 19
            && external_id.bytes().all(|b| b.is_ascii_digit())
        {
            return Self(external_id.to_owned());
        }
        Self(format!("{:015}", hash(external_id) % 1_000_000_000_000_000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_from_json_are_checked() {
        for invalid in ["", "a b", "a/b", "a\u{0}", &"x".repeat(129)] {
            let json = serde_json::to_string(invalid).unwrap();
            assert!(serde_json::from_str::<MovieId>(&json).is_err(), "{invalid:?}");
            assert!(serde_json::from_str::<SiteId>(&json).is_err(), "{invalid:?}");
            assert!(MovieId::parse(invalid).is_err(), "{invalid:?}");
        }
        let id: MovieId = serde_json::from_str("\"Ünï-1_2.3:4=\"").unwrap();
        assert_eq!(serde_json::to_string(&id).unwrap(), "\"Ünï-1_2.3:4=\"");
    }

    #[test]
    fn site_ids_are_keys() {
        assert_eq!(SiteId::parse("acme-2").unwrap().as_str(), "acme-2");
        for invalid in ["Acme", "a_b", "a.b", "ä", ""] {
            assert!(SiteId::parse(invalid).is_err(), "{invalid}");
        }
    }

    #[test]
    fn a_reference_to_a_picture_is_an_id_a_path_or_a_url() {
        for name in ["", "0f3a", "posters/My film.jpg", "https://cdn.example/a?b=%20c"] {
            assert_eq!(MediaRef::parse(name).unwrap().as_str(), name);
        }
        for invalid in ["a\nb", &"x".repeat(65_537)] {
            assert!(MediaRef::parse(invalid).is_err(), "{invalid:?}");
        }
    }

    #[test]
    fn valid_ids_are_kept_and_others_are_normalized_with_a_stable_hash() {
        assert_eq!(ShowId::normalized("EXC-2025:1_a.b=").as_str(), "EXC-2025:1_a.b=");
        let id = ShowId::normalized("X0712-269838-2025-01-24 12:45:00-Format.Projection.Digital");
        assert_eq!(
            id.as_str(),
            "X0712-269838-2025-01-24-12:45:00-Format.Projection.Digital-993ad7ce8c4c5312"
        );
        assert_ne!(ShowId::normalized("a b"), ShowId::normalized("a/b"));
        for unusual in ["..", ".", " ", "a\nb", "<script>", &"x".repeat(500), &"é".repeat(500), "/../", "%2e"]
        {
            let id = ShowId::normalized(unusual);
            assert_eq!(ShowId::parse(id.as_str()).as_ref(), Ok(&id), "{unusual:?}");
            assert!(id.as_str().chars().any(char::is_alphanumeric), "{unusual:?} {id}");
        }
    }
}
