//! Storage: one store, two engines (SQLite and PostgreSQL), one contract.
//!
//! Layer 1. This crate never knows HTTP, domain rules or pages. Every method takes the [`SiteId`] first, save the
//! ones that find a site. Records are stored whole as JSON beside the columns that are searched.
//!
//! To add a repository: an entity in `entity.rs`, its table in `migration.rs`, its functions in a module of their
//! own on [`Store`] (reads) and [`WriteTx`] (writes), a case in `tests/contract.rs` that both engines must pass.

mod connect;
mod entity;
mod error;
mod migration;
mod operators;
mod pictures;
mod reads;
mod sites;
mod writes;

pub use connect::{LogMark, Store};
pub use error::StoreError;
pub use operators::OperatorRow;
pub use pictures::PictureRow;
pub use reads::ShowFilter;
pub use sites::StoredSite;
pub use writes::WriteTx;

#[expect(unused_imports, reason = "named in the crate's documentation")]
use marquee_model::SiteId;
