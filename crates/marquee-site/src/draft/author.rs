//! Who works on a draft.

use marquee_model::OperatorId;
use marquee_model::operator::Grant;

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
}
