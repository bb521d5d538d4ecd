//! Who works on a draft.

use marquee_model::OperatorId;
use marquee_model::operator::{Grant, OperatorRole};

/// Who works on a draft, and in which role.
#[derive(Debug, Clone)]
pub struct Author {
    pub id: OperatorId,
    /// As shown to colleagues.
    pub name: String,
    /// As in the audit log, for example `operator:ana@cinema.example`.
    pub actor: String,
    pub grant: Grant,
}

impl Author {
    /// The id of whoever uses commands, who has no account.
    pub const COMMAND: &str = "cli";

    /// Whoever uses commands, with the role of an owner.
    #[must_use]
    pub fn command() -> Self {
        Self {
            id: OperatorId::stored(Self::COMMAND.to_owned()),
            name: "marquee".to_owned(),
            actor: "operator:cli".to_owned(),
            grant: Grant::of_site(OperatorRole::Owner),
        }
    }
}
