//! Publications of drafts that are due later.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

code! {
    /// Why a scheduled publication did not publish everything.
    PublicationProblem {
        /// Changes were edited or discarded after they were scheduled.
        Changed = "changed",
        /// A change cannot be published.
        Invalid = "invalid",
        /// Whoever scheduled it may not publish any more.
        NotPermitted = "notPermitted",
    }
}
