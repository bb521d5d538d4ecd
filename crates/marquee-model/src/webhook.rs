//! Messages that sites send to other programs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What has become of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum MessageState {
    /// It is sent, or sent again, at its time.
    Waiting,
    /// The other program has accepted it.
    Delivered,
    /// It is not sent any more, unless a person says so.
    Failed,
}

impl MessageState {
    const ALL: [Self; 3] = [Self::Waiting, Self::Delivered, Self::Failed];

    /// The name in JSON and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
        }
    }

    /// The value of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == name)
    }
}
