//! What operators of a site ask each other while both have the editor open.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an operator asks another one for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum OperatorRequestKind {
    /// To publish the changes of the draft.
    Publish,
    /// To wait with publishing.
    Wait,
}

impl OperatorRequestKind {
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Publish => "publish",
            Self::Wait => "wait",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Publish, Self::Wait].into_iter().find(|kind| kind.as_str() == text)
    }
}
