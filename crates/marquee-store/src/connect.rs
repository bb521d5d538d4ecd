//! Opening, migrating and watching the database.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use jiff::Timestamp;
use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr,
    SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait,
};
use sea_orm::{EntityTrait, QueryOrder, QuerySelect};
use sea_orm_migration::{MigratorTrait, seaql_migrations};

use crate::error::StoreError;
use crate::migration::Migrator;
use crate::transaction::WriteTx;

/// Advisory lock for migrations on PostgreSQL.
const MIGRATION: i64 = 0x6d61_7271_7565_6502;

/// Disables the statement timeout until the end of the transaction.
const NO_STATEMENT_TIMEOUT: &str = "SET LOCAL statement_timeout = 0";

/// `user_version` of SQLite databases in which deleted rows are overwritten (security 7.8).
const SECURE_FORMAT: i32 = 1;

/// How long a call waits for a connection to PostgreSQL (security 4.4).
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a statement may run on PostgreSQL (security 4.4), except in transactions of [`Store::begin_long`] and in the work that
/// reads or rewrites whole tables.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a start waits for PostgreSQL.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(5);

/// A database connection pool. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Store {
    pub(crate) read: DatabaseConnection,
    pub(crate) write: DatabaseConnection,
    /// Path of the SQLite WAL file.
    wal: Option<PathBuf>,
}

/// Size and modification time of the SQLite WAL file; differs after each write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WalState(u64, SystemTime);

/// The path in `sqlite:PATH` or `sqlite://PATH`; `None` for another URL. Several slashes at the beginning count as one.
fn sqlite_path(url: &str) -> Option<String> {
    let path = url.strip_prefix("sqlite:")?;
    let path = path.strip_prefix("//").unwrap_or(path);
    Some(match path.strip_prefix('/') {
        Some(rest) => format!("/{}", rest.trim_start_matches('/')),
        None => path.to_owned(),
    })
}

impl Store {
    /// Opens `sqlite:PATH` (WAL, synchronous FULL, one writer) or `postgres://…`.
    ///
    /// # Errors
    /// [`StoreError::UnsupportedUrl`] for any other URL, [`StoreError::Unavailable`] if the database cannot be opened.
    pub async fn connect(url: &str) -> Result<Self, StoreError> {
        if let Some(path) = sqlite_path(url) {
            let url = format!("sqlite://{path}?mode=rwc");
            // Opened one after the other: the first one switches a new file to WAL, which needs exclusive access.
            let write = open(sqlite_options(&url, 1)).await?;
            let read = open(sqlite_options(&url, 4)).await?;
            return Ok(Self { read, write, wal: Some(format!("{path}-wal").into()) });
        }
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            let mut options = ConnectOptions::new(url);
            options.max_connections(16).sqlx_logging(false).connect_lazy(true);
            options.acquire_timeout(ACQUIRE_TIMEOUT).statement_timeout(STATEMENT_TIMEOUT);
            let pool = open(options).await?;
            let store = Self { read: pool.clone(), write: pool, wal: None };
            store.wait_until_reachable().await?;
            return Ok(store);
        }
        Err(StoreError::UnsupportedUrl(url.split('@').next_back().unwrap_or_default().to_owned()))
    }

    /// Waits for a server that does not respond. An error response, such as for a wrong password, is returned at once.
    async fn wait_until_reachable(&self) -> Result<(), StoreError> {
        let deadline = Instant::now() + STARTUP_TIMEOUT;
        loop {
            match self.read.ping().await {
                Ok(()) => return Ok(()),
                Err(DbErr::ConnectionAcquire(_)) if Instant::now() < deadline => {}
                Err(error) => return Err(StoreError::Unavailable(error)),
            }
        }
    }

    /// Runs the pending migrations.
    ///
    /// # Errors
    /// [`StoreError::Database`] if a migration fails; it is rolled back.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        if self.is_migrated().await {
            return self.overwrite_free_pages().await;
        }
        // If several nodes start at once on PostgreSQL, one migrates while the others wait.
        let lock = match self.write.get_database_backend() {
            DbBackend::Postgres => {
                let lock = self.write.begin().await?;
                lock.execute_unprepared(NO_STATEMENT_TIMEOUT).await?;
                lock.execute_unprepared(&format!("SELECT pg_advisory_xact_lock({MIGRATION})")).await?;
                Some(lock)
            }
            _ => None,
        };
        if !self.is_migrated().await {
            match &lock {
                // In the transaction that holds the lock and has no statement timeout.
                Some(lock) => Migrator::up(lock, None).await?,
                None => Migrator::up(&self.write, None).await?,
            }
        }
        if let Some(lock) = lock {
            lock.commit().await?;
        }
        self.overwrite_free_pages().await
    }

    /// Vacuums a SQLite database of an older version once: those versions left deleted rows in free pages.
    async fn overwrite_free_pages(&self) -> Result<(), StoreError> {
        if self.write.get_database_backend() != DbBackend::Sqlite {
            return Ok(());
        }
        let query = Statement::from_string(DbBackend::Sqlite, "PRAGMA user_version");
        let row = self.write.query_one_raw(query).await?;
        let format = row.map(|row| row.try_get_by_index::<i32>(0)).transpose()?.unwrap_or(0);
        if format < SECURE_FORMAT {
            self.write.execute_unprepared("VACUUM").await?;
            self.write.execute_unprepared(&format!("PRAGMA user_version = {SECURE_FORMAT}")).await?;
            self.clean_files().await?;
        }
        Ok(())
    }

    /// Whether exactly this program's migrations have run. Takes one query; the migrator would take a dozen.
    async fn is_migrated(&self) -> bool {
        let expected: Vec<String> = Migrator::migrations().iter().map(|m| m.name().to_owned()).collect();
        let applied = seaql_migrations::Entity::find()
            .select_only()
            .column(seaql_migrations::Column::Version)
            .order_by_asc(seaql_migrations::Column::Version)
            .into_tuple::<String>()
            .all(&self.read)
            .await;
        // A new database does not have the table of migrations.
        applied.is_ok_and(|applied| applied == expected)
    }

    /// Current time of the PostgreSQL server; `None` on SQLite, which uses this machine's clock (security 7.6).
    pub async fn server_time(&self) -> Result<Option<Timestamp>, StoreError> {
        if self.read.get_database_backend() != DbBackend::Postgres {
            return Ok(None);
        }
        let text = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
        let query = Statement::from_string(DbBackend::Postgres, text);
        let row = self.read.query_one_raw(query).await?;
        let millis = row.map(|row| row.try_get_by_index::<i64>(0)).transpose()?;
        Ok(millis.and_then(|ms| Timestamp::from_millisecond(ms).ok()))
    }

    /// Checks that no migration is pending.
    ///
    /// # Errors
    /// [`StoreError::Schema`] if one is, or if the database has migrations that this program does not know.
    pub async fn check_schema(&self) -> Result<(), StoreError> {
        match Migrator::get_pending_migrations(&self.read).await {
            Ok(pending) if pending.is_empty() => Ok(()),
            Ok(pending) => Err(StoreError::Schema(format!("{} migrations are pending", pending.len()))),
            Err(error) => Err(StoreError::Schema(error.to_string())),
        }
    }

    /// Checks that the database responds.
    ///
    /// # Errors
    /// [`StoreError::Database`] if it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        Ok(self.read.ping().await?)
    }

    /// Begins a write transaction; others see its changes after [`WriteTx::commit`].
    ///
    /// On SQLite this waits for the write lock (`BEGIN IMMEDIATE`): a deferred transaction that has read would fail to write
    /// after another one committed.
    pub async fn begin(&self) -> Result<WriteTx, StoreError> {
        let options = TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        Ok(WriteTx::new(self.write.begin_with_options(options).await?))
    }

    /// Begins a write transaction whose statements may take long, such as an import or the removal of a site.
    pub async fn begin_long(&self) -> Result<WriteTx, StoreError> {
        let tx = self.begin().await?;
        if self.write.get_database_backend() == DbBackend::Postgres {
            tx.tx().execute_unprepared(NO_STATEMENT_TIMEOUT).await?;
        }
        Ok(tx)
    }

    /// Begins a transaction for reads that may take long.
    pub(crate) async fn begin_long_read(&self) -> Result<DatabaseTransaction, StoreError> {
        let tx = self.read.begin().await?;
        if self.read.get_database_backend() == DbBackend::Postgres {
            tx.execute_unprepared(NO_STATEMENT_TIMEOUT).await?;
        }
        Ok(tx)
    }

    /// A value that changes with each write by any process; `None` on PostgreSQL. Reads file metadata, without a query.
    #[must_use]
    pub fn wal_state(&self) -> Option<WalState> {
        let metadata = std::fs::metadata(self.wal.as_ref()?).ok()?;
        Some(WalState(metadata.len(), metadata.modified().ok()?))
    }

    /// Calls `callback` with the SQL of every statement from now on, for tests that compare the work of two calls.
    pub fn on_statement(&mut self, callback: impl Fn(&str) + Clone + Send + Sync + 'static) {
        let write_callback = callback.clone();
        self.read.set_metric_callback(move |info| callback(&info.statement.sql));
        self.write.set_metric_callback(move |info| write_callback(&info.statement.sql));
    }

    /// Closes all connections.
    pub async fn close(self) {
        for pool in [self.read, self.write] {
            if let Err(error) = pool.close().await {
                tracing::debug!(%error, "failed to close the database");
            }
        }
    }

    /// The engine's name, for logs.
    #[must_use]
    pub fn engine(&self) -> &'static str {
        match self.read.get_database_backend() {
            DbBackend::Postgres => "postgresql",
            _ => "sqlite",
        }
    }
}

fn sqlite_options(url: &str, connections: u32) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    options.max_connections(connections).min_connections(1).sqlx_logging(false);
    options.map_sqlx_sqlite_opts(|o| {
        // Rows come from another thread: with larger batches, a day of shows is read twice as fast.
        o.row_buffer_size(1024)
            .pragma("journal_mode", "WAL")
            .pragma("synchronous", "FULL")
            .pragma("foreign_keys", "ON")
            // Deleted rows are overwritten with zeros, not only unlinked (security 7.8).
            .pragma("secure_delete", "ON")
            .pragma("busy_timeout", "5000")
            .pragma("cache_size", "-4000")
    });
    options
}

async fn open(options: ConnectOptions) -> Result<DatabaseConnection, StoreError> {
    Database::connect(options).await.map_err(StoreError::Unavailable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_a_sqlite_url_stays_absolute() {
        for (url, path) in [
            ("sqlite:data/m.db", "data/m.db"),
            ("sqlite://data/m.db", "data/m.db"),
            ("sqlite:/srv/m.db", "/srv/m.db"),
            ("sqlite:///srv/m.db", "/srv/m.db"),
            ("sqlite:////srv/m.db", "/srv/m.db"),
            ("sqlite://///srv/m.db", "/srv/m.db"),
        ] {
            assert_eq!(sqlite_path(url).as_deref(), Some(path), "{url}");
        }
        assert_eq!(sqlite_path("postgres://localhost/m"), None);
    }
}
