//! Runs each case on its own SQLite file, and on its own site in PostgreSQL.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use marquee_store::Store;
use marquee_testkit::{build_stamp, template};
use tokio::sync::OnceCell;

use crate::cinema::Cinema;

fn run<F: Future<Output = ()>>(future: F) {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
        .block_on(future);
}

/// Name of the database in its folder.
const FILE: &str = "loyalty.db";

/// A database with the schema. Its migrations take a third of a second, so cases copy it.
fn migrated() -> PathBuf {
    let stamp = build_stamp(&std::env::current_exe().unwrap()).unwrap();
    let fill = |folder: &Path| {
        run(async {
            let store = Store::connect(&format!("sqlite:{}", folder.join(FILE).display())).await.unwrap();
            store.migrate().await.unwrap();
            store.close().await;
        });
    };
    template(Path::new(env!("CARGO_TARGET_TMPDIR")), "loyalty", &stamp, fill).unwrap().join(FILE)
}

/// Runs a case on a new SQLite file.
pub fn on_sqlite<F: Future<Output = ()>>(case: impl FnOnce(Cinema) -> F) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join(FILE);
    std::fs::copy(migrated(), &file).unwrap();
    run(async {
        let store = Store::connect(&format!("sqlite:{}", file.display())).await.unwrap();
        let cinema = Cinema::new(store, "meridian");
        cinema.save_sites().await;
        case(cinema).await;
    });
}

/// Runs a case on PostgreSQL. All cases share one database, because only the store may use SQL to create one. Each case has
/// its own site; the store isolates sites from each other.
pub fn on_postgresql<F: Future<Output = ()>>(case: impl FnOnce(Cinema) -> F) {
    static MIGRATED: OnceCell<()> = OnceCell::const_new();
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let server = std::env::var("MARQUEE_TEST_POSTGRES_URL")
        .expect("MARQUEE_TEST_POSTGRES_URL must name a PostgreSQL server for tests; script/test starts one");
    run(async {
        let store = Store::connect(&server).await.unwrap();
        MIGRATED.get_or_init(async || store.migrate().await.unwrap()).await;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let key = format!("engine-{}-{number}", std::process::id());
        let cinema = Cinema::new(store.clone(), &key);
        cinema.save_sites().await;
        case(cinema).await;
        let mut tx = store.begin().await.unwrap();
        for key in [key.clone(), format!("{key}-b")] {
            tx.remove_site(&marquee_model::SiteId::parse(&key).unwrap()).await.unwrap();
        }
        tx.commit().await.unwrap();
        store.close().await;
    });
}
