//! Why a run, a trial or a decision has no result.

use marquee_catalog::ImportError;
use marquee_import::FetchError;
use marquee_model::feed::FeedProblem;
use marquee_store::StoreError;

/// Why a run, a trial or a decision has no result.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("feed or run not found")]
    NotFound,
    /// Another process, or another person, runs the feed.
    #[error("the feed is running: try again in a moment")]
    Busy,
    /// A run waits for a decision.
    #[error("a run of the feed waits for a decision")]
    Held,
    /// The run does not wait for a decision.
    #[error("the run does not wait for a decision any more")]
    Decided,
    /// The response of the run is not stored any more.
    #[error("the response of the run is not stored any more")]
    NoResponse,
    /// The response cannot be fetched, read or stored.
    #[error("{text}")]
    Failed { problem: FeedProblem, text: String },
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RunError {
    pub(crate) fn failed(problem: FeedProblem, error: &dyn std::fmt::Display) -> Self {
        Self::Failed { problem, text: error.to_string() }
    }
}

impl From<ImportError> for RunError {
    fn from(error: ImportError) -> Self {
        let problem = match &error {
            ImportError::Store(_) | ImportError::UnknownSite(_) | ImportError::Outdated => {
                FeedProblem::Internal
            }
            ImportError::Empty(_) => FeedProblem::Invalid,
            ImportError::Dangling { .. } => FeedProblem::Unknown,
        };
        match error {
            ImportError::Store(error) => Self::Store(error),
            error => Self::failed(problem, &error),
        }
    }
}

/// Why a response was not fetched.
pub fn failed(error: &FetchError) -> RunError {
    let problem = match error {
        FetchError::Address => FeedProblem::Address,
        FetchError::NotPublic(_) => FeedProblem::NotPublic,
        FetchError::Unreachable(_) => FeedProblem::Unreachable,
        FetchError::Status(401 | 403) => {
            let text = "the system no longer accepts the key: paste a new one".to_owned();
            return RunError::Failed { problem: FeedProblem::Credential, text };
        }
        FetchError::Status(_) => FeedProblem::Status,
        FetchError::Redirects => FeedProblem::Redirects,
        FetchError::Interrupted(_) => FeedProblem::Internal,
        FetchError::Timeout | FetchError::AllTimeout => FeedProblem::Timeout,
        FetchError::TooLarge | FetchError::AllTooLarge | FetchError::TooMany => FeedProblem::TooLarge,
    };
    RunError::failed(problem, error)
}
