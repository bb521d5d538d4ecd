//! Direct access to databases: a new database on the tests' PostgreSQL server, and statements on SQLite databases.

use sqlx::{AssertSqlSafe, Connection, PgConnection, Row, SqliteConnection, raw_sql};

/// A PostgreSQL database, removed when this value is dropped.
#[derive(Debug)]
pub struct Postgres {
    server: String,
    name: String,
}

fn run<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

/// Runs statements on a SQLite database that no program has open.
///
/// # Panics
/// If a statement fails.
pub fn sqlite(path: &std::path::Path, sql: &str) {
    run(async {
        let url = format!("sqlite://{}", path.display());
        let mut connection = SqliteConnection::connect(&url).await.unwrap();
        raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    });
}

impl Postgres {
    /// Creates a database.
    ///
    /// # Panics
    /// If `MARQUEE_TEST_POSTGRES_URL` is not the URL of an available server.
    #[must_use]
    pub fn fresh(name: &str) -> Self {
        let server = std::env::var("MARQUEE_TEST_POSTGRES_URL")
            .expect("MARQUEE_TEST_POSTGRES_URL is required: script/test starts PostgreSQL and sets it");
        let name = format!("it_{}_{name}", std::process::id());
        let database = Self { server, name };
        database.on_server(&format!("CREATE DATABASE {}", database.name));
        database
    }

    fn on_server(&self, sql: &str) {
        run(async {
            let mut connection = PgConnection::connect(&self.server).await.unwrap();
            raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
        });
    }

    /// The URL of the database.
    ///
    /// # Panics
    /// If `MARQUEE_TEST_POSTGRES_URL` is not a URL.
    #[must_use]
    pub fn url(&self) -> String {
        let mut url: url::Url = self.server.parse().unwrap();
        url.set_path(&self.name);
        url.to_string()
    }

    /// All files of the database on the server after a checkpoint, including those of dropped tables and indexes.
    ///
    /// # Panics
    /// If the database user may not read the files.
    #[must_use]
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        run(async {
            let mut connection = PgConnection::connect(&self.url()).await.unwrap();
            raw_sql("CHECKPOINT").execute(&mut connection).await.unwrap();
            let sql = "SELECT f, pg_read_binary_file('base/' || d.oid || '/' || f, 0, 200000000, true) \
                       FROM pg_database d, pg_ls_dir('base/' || d.oid) f WHERE d.datname = current_database()";
            let rows = sqlx::query(sql).fetch_all(&mut connection).await.unwrap();
            connection.close().await.unwrap();
            let bytes = |row: &sqlx::postgres::PgRow| row.get::<Option<Vec<u8>>, _>(1).unwrap_or_default();
            rows.iter().map(|row| (row.get::<String, _>(0), bytes(row))).collect()
        })
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.on_server(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
    }
}
