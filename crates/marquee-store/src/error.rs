//! Storage errors.

/// Error of a storage operation.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached or opened.
    #[error("the database cannot be opened: {0}")]
    Unavailable(#[source] sea_orm::DbErr),
    /// The database URL has an unsupported scheme.
    #[error("unsupported database URL {0:?}: use sqlite:PATH or postgres://…")]
    UnsupportedUrl(String),
    /// The schema is older or newer than this program expects.
    #[error("the database schema does not match this program: {0}; run `marquee migrate`")]
    Schema(String),
    /// A stored value is invalid. It is never replaced by a default.
    #[error("table {table}, row {key}, column {column}: {source}")]
    Record {
        table: &'static str,
        /// The parts of the row's primary key, separated by `/`.
        key: String,
        column: &'static str,
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The host name belongs to another site.
    #[error("the host name {0} belongs to another site")]
    HostTaken(String),
    /// A record with this key exists already.
    #[error("{0} already exists")]
    Exists(String),
    /// The balance is less than the amount to debit.
    #[error("insufficient funds")]
    InsufficientFunds,
    /// The account's balance differs from its entries; it cannot be debited until an operator resolves that.
    #[error("the account is frozen: run `marquee ledger verify`")]
    Frozen,
    /// The transfer is invalid, for example because its postings do not add up to zero.
    #[error("invalid transfer: {0}")]
    InvalidTransfer(&'static str),
    /// Any other database error.
    #[error("database error: {0}")]
    Database(#[from] sea_orm::DbErr),
}
