//! Storage on SQLite and PostgreSQL, with the same behavior on both.
//!
//! Layer 1. This crate does not depend on HTTP, domain rules or pages. Every method takes the [`SiteId`] first, except
//! those that find a site. Records are stored as JSON documents, with extra columns for what is searched.
//!
//! To add a repository: an entity in `entity.rs`, its table in `migration.rs`, its functions on [`Store`] (reads) and
//! [`WriteTx`] (writes) in a new module, a case in `tests/contract.rs` that both engines must pass.

#![expect(clippy::disallowed_methods, reason = "ids from columns were parsed before they were stored")]

mod alerts;
mod api_keys;
mod audit;
mod availability;
mod captions;
mod cards;
mod certificates;
mod connect;
mod deletions;
mod document;
mod drafts;
mod entity;
mod error;
mod favorites;
mod feed_runs;
mod feed_shows;
mod feeds;
mod film_matches;
mod idempotency;
mod instant;
mod ledger;
mod limits;
mod members;
mod merges;
mod migration;
mod notes;
mod numbers;
mod offers;
mod operator_requests;
mod operators;
mod orders;
mod outbox;
mod own_roles;
mod passkeys;
mod pictures;
mod reads;
mod record_edits;
mod removed;
mod row_context;
mod secrets;
mod sessions;
mod shows;
mod sites;
mod transaction;
mod videos;
mod webhooks;
mod writes;

pub use api_keys::{ApiKey, KeyScope};
pub use audit::AuditRow;
pub use captions::CaptionsRow;
pub use cards::{CardRow, GiftCardRow};
pub use certificates::{CertificateRow, IssuedCertificate};
pub use connect::{Store, WalState};
pub use deletions::Deletion;
pub use drafts::{DraftEditRow, PublicationFailure, PublicationRow, ReviewedChange, RevisionRow};
pub use error::StoreError;
pub use favorites::{Favorite, FavoriteKind};
pub use feed_runs::{FeedDayRow, FeedResponseRow, FeedRunLimits, FeedRunRow};
pub use feeds::{FeedCounts, FeedPush, FeedRow, FeedState, FeedValidators};
pub use film_matches::FilmMatchRow;
pub use idempotency::IdempotencyRecord;
pub use ledger::{Account, LedgerReport, Posting, StatementLine, Transfer};
pub use limits::Counter;
pub use members::MemberRow;
pub use notes::NoteRow;
pub use numbers::{CountRow, Period, Points};
pub use offers::OfferKind;
pub use operator_requests::OperatorRequestRow;
pub use operators::{InvitationRow, OperatorRow, OperatorSessionRow, RoleRow, RoleScope, email_key};
pub use orders::{OrderRow, RewardUse};
pub use outbox::{MailRow, QueuedMail};
pub use passkeys::{ChallengeRow, PasskeyRow};
pub use pictures::{PictureFileRow, PictureRow};
pub use reads::{ClosedDays, ShowFilter};
pub use record_edits::{EditedKind, RecordEditRow};
pub use removed::{
    RemovableRecord, Removed, RemovedAccount, RemovedPart, RemovedPerson, WithdrawnInvitation,
};
pub use secrets::{SecretKind, SecretRow};
pub use sessions::SessionRow;
pub use sites::StoredSite;
pub use transaction::WriteTx;
pub use videos::VideoRow;
pub use webhooks::{MessageCounts, WebhookMessageRow, WebhookRow};

#[expect(unused_imports, reason = "named in the crate's documentation")]
use marquee_model::SiteId;
