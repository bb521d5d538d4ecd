//! Errors of pages.

use std::sync::Arc;

use marquee_store::StoreError;

/// Why a page cannot be served. Cheap to clone: all requests that wait for the page receive it.
#[derive(Debug, Clone, thiserror::Error)]
pub enum PageError {
    /// Too many requests are waiting; the client should retry later.
    #[error("too many requests are waiting")]
    Busy,
    /// The catalog cannot be read.
    #[error(transparent)]
    Store(Arc<StoreError>),
    #[error("cannot make page {name}: {reason}")]
    Failed {
        /// Site, route template and the record's id, never the path (security 7.7).
        name: String,
        reason: String,
    },
}

impl From<StoreError> for PageError {
    fn from(error: StoreError) -> Self {
        Self::Store(Arc::new(error))
    }
}
