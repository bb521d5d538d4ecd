//! Storage errors: this crate's own, never the driver's.

/// Why storage did not do as asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached or opened.
    #[error("the database cannot be opened: {0}")]
    Unavailable(#[source] sea_orm::DbErr),
    /// The address of the database is not understood.
    #[error("the database address {0:?} is not understood: use sqlite:PATH or postgres://…")]
    Address(String),
    /// The stored schema is older than the program and may not be migrated, or newer.
    #[error("the database schema does not fit this program: {0}; run `marquee migrate`")]
    Schema(String),
    /// A stored record cannot be read any more.
    #[error("the stored {kind} {id} cannot be read: {source}")]
    Record {
        /// What it is.
        kind: &'static str,
        /// Its id.
        id: String,
        /// Why.
        #[source]
        source: serde_json::Error,
    },
    /// The host name belongs to another site.
    #[error("the host name {0} belongs to another site")]
    HostTaken(String),
    /// There is already a record of this name.
    #[error("{0} exists already")]
    Exists(String),
    /// An account has less than is to be taken from it.
    #[error("the account has less than that")]
    Short,
    /// An account's entries and its balance disagree; nothing is taken from it until that is resolved.
    #[error("the account is frozen until its entries are checked")]
    Frozen,
    /// What is to be booked is not well formed: its moves do not add up to nothing, or are too large.
    #[error("this cannot be booked: {0}")]
    Booking(&'static str),
    /// Any other failure of the engine.
    #[error("the database refused: {0}")]
    Engine(#[from] sea_orm::DbErr),
}
