//! A new database for each case, on either engine.

use std::future::Future;
use std::sync::atomic::{AtomicU32, Ordering};

use marquee_store::{Store, StoreError};
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend};

/// A new database.
pub struct Db {
    /// URL for [`Store::connect`].
    pub url: String,
    /// The store, migrated.
    pub store: Store,
    /// Result of the schema check before the migration.
    pub empty: Result<(), StoreError>,
}

/// A database with the schema of the first three migrations.
pub struct FirstSchema {
    /// Database URL for [`Store::connect`].
    pub url: String,
}

impl FirstSchema {
    pub async fn unchecked(&self) -> Unchecked {
        unchecked(&self.url).await
    }
}

async fn unchecked(url: &str) -> Unchecked {
    let mut options = ConnectOptions::new(url.replace("sqlite:", "sqlite://"));
    options.max_connections(1).map_sqlx_sqlite_opts(|options| {
        options.pragma("foreign_keys", "OFF").pragma("ignore_check_constraints", "ON")
    });
    Unchecked(Database::connect(options).await.unwrap())
}

impl Db {
    async fn open(url: String, sites: &[&str]) -> Self {
        let store = Store::connect(&url).await.unwrap();
        let empty = store.check_schema().await;
        store.migrate().await.unwrap();
        let raw = unchecked(&url).await;
        for key in sites {
            // Inserted without the store, which would record the first change of the log.
            let record = serde_json::to_string(&crate::records::site(key, &[])).unwrap().replace('\'', "''");
            let sql = format!("INSERT INTO site (id, record, version) VALUES ('{key}', '{record}', 1)");
            raw.0.execute_unprepared(&sql).await.unwrap();
        }
        Self { url, store, empty }
    }

    /// Another connection to the same database, like that of another node.
    pub async fn again(&self) -> Store {
        Store::connect(&self.url).await.unwrap()
    }
}

/// A connection that does not check constraints.
pub struct Unchecked(pub DatabaseConnection);

impl Db {
    /// A connection that can write rows that the schema forbids.
    pub async fn unchecked(&self) -> Unchecked {
        unchecked(&self.url).await
    }

    /// Another database of the same engine, with the schema of the first three migrations.
    pub async fn first_schema(&self) -> FirstSchema {
        if self.store.engine() == "sqlite" {
            let old = FirstSchema { url: format!("{}.old", self.url) };
            let file = std::path::Path::new(old.url.trim_start_matches("sqlite:"));
            std::fs::File::create(file).unwrap();
            let sql = include_str!("../fixtures/schema-m0003.sqlite.sql");
            old.unchecked().await.0.execute_unprepared(sql).await.unwrap();
            return old;
        }
        let name = format!("{}_old", self.url.rsplit('/').next().unwrap());
        let raw = self.unchecked().await;
        raw.0.execute_unprepared(&format!("CREATE DATABASE \"{name}\"")).await.unwrap();
        let old = FirstSchema { url: format!("{}_old", self.url) };
        let sql = include_str!("../fixtures/schema-m0003.postgresql.sql");
        old.unchecked().await.0.execute_unprepared(sql).await.unwrap();
        old
    }
}

impl Unchecked {
    /// Removes the checks and foreign keys of a table on PostgreSQL; SQLite does not check them on this connection.
    pub async fn drop_constraints(&self, table: &str) {
        if self.0.get_database_backend() == DbBackend::Postgres {
            let sql = format!(
                "DO $$ DECLARE name text; BEGIN FOR name IN SELECT conname FROM pg_constraint \
                 WHERE conrelid = '\"{table}\"'::regclass AND contype IN ('c', 'f') \
                 LOOP EXECUTE format('ALTER TABLE \"{table}\" DROP CONSTRAINT %I', name); END LOOP; END $$"
            );
            self.0.execute_unprepared(&sql).await.unwrap();
        }
    }

    /// Sets a column in all rows of a table, even if its constraints forbid the value.
    pub async fn set(&self, table: &str, column: &str, value: &str) {
        self.drop_constraints(table).await;
        let sql = format!("UPDATE \"{table}\" SET \"{column}\" = {value}");
        self.0.execute_unprepared(&sql).await.unwrap();
    }
}

fn run<F: Future<Output = ()>>(future: F) {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
        .block_on(future);
}

/// Runs a case on SQLite, in a file, with some sites.
pub fn on_sqlite<F: Future<Output = ()>>(sites: &[&str], case: impl FnOnce(Db) -> F) {
    let dir = tempfile::tempdir().unwrap();
    run(async {
        case(Db::open(format!("sqlite:{}", dir.path().join("contract.db").display()), sites).await).await
    });
}

/// Runs a case on PostgreSQL, with some sites, in a new database that is dropped at the end.
pub fn on_postgresql<F: Future<Output = ()>>(name: &str, sites: &[&str], case: impl FnOnce(Db) -> F) {
    static NEXT_NUMBER: AtomicU32 = AtomicU32::new(0);
    let server = std::env::var("MARQUEE_TEST_POSTGRES_URL")
        .expect("MARQUEE_TEST_POSTGRES_URL must name a PostgreSQL server for tests; script/test starts one");
    // PostgreSQL names have at most 63 bytes.
    let short_name: String = name.chars().take(24).collect();
    let number = NEXT_NUMBER.fetch_add(1, Ordering::Relaxed);
    let database = format!("contract_{}_{number}_{short_name}", std::process::id());
    let mut url: url::Url = server.parse().unwrap();
    url.set_path(&database);
    run(async {
        let admin = Database::connect(&server).await.unwrap();
        admin.execute_unprepared(&format!("CREATE DATABASE \"{database}\"")).await.unwrap();
        let dropped = Dropped { server: server.clone(), database };
        case(Db::open(url.to_string(), sites).await).await;
        drop(dropped);
    });
}

/// Drops the database at the end of the case, even if the case panics.
struct Dropped {
    server: String,
    database: String,
}

impl Drop for Dropped {
    fn drop(&mut self) {
        let (server, database) = (self.server.clone(), self.database.clone());
        // On a separate runtime, because the current one may be unwinding.
        let done = std::thread::spawn(move || {
            run(async move {
                let Ok(admin) = Database::connect(&server).await else { return };
                for database in [format!("{database}_old"), database] {
                    let sql = format!("DROP DATABASE IF EXISTS \"{database}\" WITH (FORCE)");
                    if let Err(error) = admin.execute_unprepared(&sql).await {
                        println!("{database} was not dropped: {error}");
                    }
                }
            });
        });
        drop(done.join());
    }
}
