//! A member with the data shown to them (loyalty-gateway.md, section 3), and an authenticated one.

use std::sync::OnceLock;

use marquee_model::loyalty::{Card, Member};
use marquee_store::SessionRow;

/// A member with level, points and primary card.
#[derive(Debug, Clone, PartialEq)]
pub struct Details {
    pub member: Member,
    /// The name of the member's level; `None` if the level is not defined.
    pub level_name: Option<String>,
    pub points: i64,
    /// The primary card, if it is active.
    pub card: Option<Card>,
}

/// An authenticated caller.
#[derive(Debug, Clone, PartialEq)]
pub struct AuthenticatedMember {
    pub session: SessionRow,
    pub details: Details,
    pub(crate) password_hash: Option<String>,
    /// A cache for the caller's serialized response about the member, valid as long as this value is cached.
    pub cached_response: OnceLock<String>,
}

impl AuthenticatedMember {
    #[must_use]
    pub fn member(&self) -> &Member {
        &self.details.member
    }
}
