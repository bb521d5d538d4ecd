//! The loyalty engine: members and their sign-ins, points, rewards, cards, memberships, favorites.
//!
//! Layer 2. This crate does not depend on HTTP, wire formats, captchas or mail delivery: its functions take typed values and return
//! records or a [`LoyaltyError`]. Every change is durable before the function returns (loyalty-gateway.md, section 5).
//!
//! In `# Errors` sections, names without a type are variants of [`RefusalReason`]. Every function that reads or writes the
//! database can also return [`LoyaltyError::Store`].
//!
//! To add a call: add a function to the service of its subject, in the module of its subject, and a case to `tests/engine`.

mod account;
mod activation;
mod admin;
mod caller;
mod captchas;
mod cards;
mod context;
mod deletions;
mod details;
mod engine;
mod error;
mod export;
mod favorites;
mod gift_cards;
mod history;
mod idempotency;
mod limits;
mod mail_queue;
mod maintenance;
mod membership;
mod offers;
mod operator;
mod passwords;
mod payments;
mod pins;
mod pos;
mod profile;
mod records;
mod recovery;
mod registration;
mod rewards;
mod secrets;
mod services;
mod session;
mod session_cache;
mod tokens;

pub use account::{AccountChange, Proof};
pub use activation::ConfirmedAction;
pub use admin::{
    Access, Admin, AdminError, BlockReason, CsvError, Field, FieldType, FieldValues, ImportOptions,
    ImportReport, MAX_FILE_BYTES, MemberProfile, MergePreview, PageQuery, ProgramNumbers, RecordPage,
    RemovableNotes, SkippedRow, Storage, Subject, rows_of_sheet, write_sheet, write_texts,
};
pub use caller::{AuthenticatedMember, Details};
pub use cards::code as card_code;
pub use context::Visitor;
pub use engine::{Loyalty, Options};
pub use error::{LoyaltyError, RefusalReason};
pub use favorites::FavoriteTheater;
pub use gift_cards::GiftBalance;
pub use history::PointsLine;
pub use idempotency::MAX_REQUEST_ID;
pub use mail_queue::{OperatorLink, UndecryptableMail};
pub use membership::{MembershipChoice, MembershipCompletion, MembershipOrder};
pub use operator::{NewGiftCard, PointsAdjustment};
pub use pos::{Booking, BookingResult, Till};
pub use profile::Profile;
pub use recovery::{ResetLink, ResetRequest, SearchResult};
pub use registration::{Registration, RegistrationResult};
pub use rewards::{ListedReward, RewardOrder};
pub use services::{
    Accounts, Captchas, Cards, Deletions, Keys, MailQueue, Maintenance, Memberships, Operations, Program,
    Sessions, Tills,
};
pub use session::{SignInResult, TokenOwner};
pub use tokens::Tokens;
