//! Identifiers: a newtype each, so that the compiler tells them apart.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a text is not a valid identifier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    #[error("an id is never empty")]
    Empty,
    /// Longer than 128 bytes; the length in bytes.
    #[error("an id has at most 128 bytes, this one has {0}")]
    TooLong(usize),
    /// Contains a character that URLs would encode.
    #[error("an id has letters, digits, '-', '_', '.', ':' or '=' only, not {0:?}")]
    Character(char),
}

fn parse(text: &str) -> Result<&str, IdError> {
    if text.is_empty() {
        return Err(IdError::Empty);
    }
    if text.len() > 128 {
        return Err(IdError::TooLong(text.len()));
    }
    match text.chars().find(|c| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '='))) {
        Some(c) => Err(IdError::Character(c)),
        None => Ok(text),
    }
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Parses an id of 1 to 128 bytes: alphanumeric characters of any script, `-`, `_`, `.`, `:` and `=`.
            pub fn parse(text: &str) -> Result<Self, IdError> {
                parse(text).map(|ok| Self(ok.to_owned()))
            }

            /// Wraps an id that was parsed before and read from storage, without checks.
            #[must_use]
            pub fn stored(text: String) -> Self {
                Self(text)
            }

            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
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
    SiteId
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
    /// A picture: its content address in the media store, or a URL.
    MediaRef
}

id! {
    /// A member of a site's loyalty programme: random, so that its hash reveals nothing (security 3.6).
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
    /// An order: a purchase, a reward or a membership.
    OrderId
}
id! {
    /// A transfer in the ledger.
    TransferId
}
id! {
    /// A gift card. This is not the number printed on it.
    GiftCardId
}

impl MovieId {
    /// Whether the id is valid in `/movies/{movieId}-{slug}/`: only digits, any length (ROUTE-02).
    #[must_use]
    pub fn is_numeric(&self) -> bool {
        self.0.bytes().all(|b| b.is_ascii_digit())
    }

    /// The numeric id for a feed's film id: the same if it has 1 to 19 digits, else 15 digits of a stable hash (64-bit FNV-1a).
    #[must_use]
    pub fn numeric_for(foreign: &str) -> Self {
        if !foreign.is_empty() && foreign.len() <= 19 && foreign.bytes().all(|b| b.is_ascii_digit()) {
            return Self(foreign.to_owned());
        }
        let hash = foreign
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
        Self(format!("{:015}", hash % 1_000_000_000_000_000))
    }
}

impl SiteId {
    /// Parses a site key: `a-z`, digits and `-`, at most 128 bytes.
    pub fn parse_key(text: &str) -> Result<Self, IdError> {
        match text.chars().find(|c| !(c.is_ascii_lowercase() || c.is_ascii_digit() || *c == '-')) {
            Some(c) => Err(IdError::Character(c)),
            None => Self::parse(text),
        }
    }
}
