//! A new database for each case, on either engine.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use marquee_store::Store;
use marquee_testkit::{build_stamp, template};
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement};

/// A new database.
pub struct Db {
    /// URL for [`Store::connect`].
    pub url: String,
    /// The store, migrated.
    pub store: Store,
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
        let raw = unchecked(&url).await;
        for key in sites {
            // Inserted without the store, which would record the first change of the log.
            let record = serde_json::to_string(&crate::records::site(key, &[])).unwrap().replace('\'', "''");
            let sql = format!("INSERT INTO site (id, record, version) VALUES ('{key}', '{record}', 1)");
            raw.0.execute_unprepared(&sql).await.unwrap();
        }
        Self { url, store }
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

    /// The URL of a new database of the same engine without a schema.
    pub async fn another(&self, name: &str) -> String {
        let url = format!("{}_{name}", self.url);
        if self.store.engine() == "sqlite" {
            std::fs::File::create(url.trim_start_matches("sqlite:")).unwrap();
        } else {
            let database = url.rsplit('/').next().unwrap();
            let raw = self.unchecked().await;
            raw.0.execute_unprepared(&format!("CREATE DATABASE \"{database}\"")).await.unwrap();
        }
        url
    }

    /// Another database of the same engine, with the schema of the first three migrations.
    pub async fn first_schema(&self) -> FirstSchema {
        let old = FirstSchema { url: self.another("old").await };
        let sql = if self.store.engine() == "sqlite" {
            include_str!("../fixtures/schema-m0003.sqlite.sql")
        } else {
            include_str!("../fixtures/schema-m0003.postgresql.sql")
        };
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

/// Name of a SQLite database in its folder.
const FILE: &str = "contract.db";

/// Migrates a new database. This takes a third of a second, so cases copy one.
async fn migrate(url: &str) {
    let store = Store::connect(url).await.unwrap();
    store.migrate().await.unwrap();
    store.close().await;
}

fn sqlite_template() -> PathBuf {
    let fill =
        |folder: &Path| run(async { migrate(&format!("sqlite:{}", folder.join(FILE).display())).await });
    template(Path::new(env!("CARGO_TARGET_TMPDIR")), "contract", &stamp(), fill).unwrap().join(FILE)
}

/// The build of these tests.
fn stamp() -> String {
    build_stamp(&std::env::current_exe().unwrap()).unwrap()
}

/// Runs a case on SQLite, in a file, with some sites.
pub fn on_sqlite<F: Future<Output = ()>>(sites: &[&str], case: impl FnOnce(Db) -> F) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join(FILE);
    std::fs::copy(sqlite_template(), &file).unwrap();
    run(async { case(Db::open(format!("sqlite:{}", file.display()), sites).await).await });
}

/// The database that cases on PostgreSQL copy, and the number of the lock under which one process makes it.
const TEMPLATE: &str = "contract_template";
const TEMPLATE_LOCK: u32 = 7216;

/// Creates a database with the schema, as a copy of a template that is made once per build of the tests and server.
async fn create_on_postgresql(server: &url::Url, database: &str) {
    let mut options = ConnectOptions::new(server.as_str());
    // The lock belongs to a connection.
    options.max_connections(1);
    let admin = Database::connect(options).await.unwrap();
    let run = async |sql: String| admin.execute_unprepared(&sql).await.unwrap();
    run(format!("SELECT pg_advisory_lock({TEMPLATE_LOCK})")).await;
    // The comment of the template is the build that made it.
    let find = format!(
        "SELECT 1 FROM pg_database WHERE datname = '{TEMPLATE}' AND shobj_description(oid, 'pg_database') = '{}'",
        stamp()
    );
    let found = admin.query_one_raw(Statement::from_string(DbBackend::Postgres, find)).await.unwrap();
    if found.is_none() {
        run(format!("DROP DATABASE IF EXISTS {TEMPLATE} WITH (FORCE)")).await;
        run(format!("CREATE DATABASE {TEMPLATE}")).await;
        let mut url = server.clone();
        url.set_path(TEMPLATE);
        migrate(url.as_str()).await;
        run(format!("COMMENT ON DATABASE {TEMPLATE} IS '{}'", stamp())).await;
    }
    run(format!("CREATE DATABASE \"{database}\" TEMPLATE {TEMPLATE}")).await;
    // Closing the connection releases the lock.
    admin.close().await.unwrap();
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
    let address: url::Url = server.parse().unwrap();
    let mut url = address.clone();
    url.set_path(&database);
    run(async {
        create_on_postgresql(&address, &database).await;
        let dropped = Dropped { server, database };
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
                for database in [format!("{database}_old"), format!("{database}_empty"), database] {
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
