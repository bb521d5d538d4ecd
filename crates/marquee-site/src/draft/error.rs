//! Why a draft was not changed or published.

use marquee_api::editor::{DraftConflict, DraftProblem};
use marquee_model::operator::GrantRefusal;
use marquee_store::StoreError;

/// Maximum number of edits in one request.
pub const MAX_EDITS: usize = 200;
/// Maximum size of a document in bytes.
pub(super) const MAX_DOCUMENT: usize = 16 << 20;
/// Maximum length of a version's name in characters.
pub(super) const MAX_NAME: usize = 80;

/// Why a draft was not changed or published.
#[derive(Debug, thiserror::Error)]
pub enum DraftError {
    #[error("the site does not exist")]
    UnknownSite,
    #[error("version {0} does not exist")]
    UnknownRevision(i64),
    /// The role does not permit to change or publish this part, or is limited to other theaters.
    #[error("{refusal}: {part}")]
    NotPermitted { part: String, refusal: GrantRefusal },
    /// A pointer that names no part of a site.
    #[error("{0:?} is not a part of a site")]
    Part(String),
    /// Somebody else has changed the same parts.
    #[error("somebody else has changed the same part")]
    Conflict(Vec<DraftConflict>),
    /// The draft has changed since the operator saw it.
    #[error("the draft has changed in between: look at the changes again")]
    Outdated,
    /// The selected changes are invalid.
    #[error("some changes are invalid: correct them first")]
    Invalid(Vec<DraftProblem>),
    #[error("there are no changes to publish")]
    Nothing,
    #[error("at most {MAX_EDITS} parts can be changed at once")]
    TooMany,
    #[error("the site is larger than {} MB", MAX_DOCUMENT >> 20)]
    TooLarge,
    #[error("the name of a version has at most {MAX_NAME} characters")]
    LongName,
    #[error("the time must be in the future, at most a year from now")]
    Time,
    #[error("another publication is scheduled")]
    Scheduled,
    /// A record to put back.
    #[error("this is not kept any more, or the draft has it again")]
    NotRemoved,
    /// Nobody else who could do it has the editor of the site open.
    #[error("nobody who may publish has the editor open")]
    NobodyToAsk,
    #[error("this person was asked already: try again in {seconds} s")]
    AskedRecently { seconds: u64 },
    #[error(transparent)]
    Store(#[from] StoreError),
}
