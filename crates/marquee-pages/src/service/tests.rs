use std::time::Duration;

use bytes::Bytes;
use futures::future::{BoxFuture, FutureExt, ready};
use jiff::Timestamp;
use marquee_catalog::Catalog;
use marquee_model::settings::SiteRecord;
use marquee_model::{FixedClock, SiteId, TheaterId, catalog};
use marquee_site::SiteIndex;
use marquee_store::Store;
use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use super::*;
use crate::gate::{Gate, GatePermit};
use crate::make::{Render, RenderFailure};
use crate::resource::Export;
use crate::seo::PictureRenderer;
use crate::third_parties::ThirdPartySettings;

/// Upper bound for every wait, long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// When the tests begin.
const NOW: &str = "2026-11-20T22:48:00Z";

/// The site's theater.
const THEATER: &str = "aster-harbor";

/// Draws a picture once `may_finish` is notified; renders `body`, and fails without one; does not export.
#[derive(Debug, Default)]
struct FakeDependencies {
    has_begun: Notify,
    may_finish: Notify,
    body: Mutex<Option<&'static str>>,
}

impl PictureRenderer for FakeDependencies {
    fn picture<'a>(&'a self, _: &'a SiteId, _: &'a str, _: &'a str) -> BoxFuture<'a, Option<Bytes>> {
        ready(None).boxed()
    }

    fn draw(&self, _: String, _: String) -> BoxFuture<'_, Result<Vec<u8>, String>> {
        async {
            self.has_begun.notify_one();
            self.may_finish.notified().await;
            Ok(b"a picture".to_vec())
        }
        .boxed()
    }
}

impl Render for FakeDependencies {
    fn render(&self, _: String, _: String) -> BoxFuture<'_, Result<String, RenderFailure>> {
        let rendered = self.body.lock().map(|body| {
            serde_json::json!({
                "htmlAttributes": {}, "themeColor": "#000", "colorScheme": "dark", "css": "", "preloadFonts": [], "body": body,
            })
            .to_string()
        });
        ready(rendered.ok_or_else(|| RenderFailure::Failed("no body".to_owned()))).boxed()
    }
}

impl Export for FakeDependencies {
    fn table(&self, _: &catalog::Catalog, _: &TheaterId) -> Option<String> {
        None
    }

    fn export(&self, _: &catalog::Catalog, _: &TheaterId, _: Timestamp) -> Option<String> {
        None
    }
}

/// The pages of a demo site in a new database.
async fn pages(fake: &Arc<FakeDependencies>) -> (tempfile::TempDir, Pages, Arc<SiteHandle>) {
    pages_at(fake, &Arc::new(FixedClock::new(NOW.parse().unwrap()))).await
}

async fn pages_at(
    fake: &Arc<FakeDependencies>,
    clock: &Arc<FixedClock>,
) -> (tempfile::TempDir, Pages, Arc<SiteHandle>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("test.db");
    let store = Store::connect(&format!("sqlite:{}", file.display())).await.unwrap();
    store.migrate().await.unwrap();
    let record = include_str!("../../../../fixtures/demo/aster/site.json");
    let record: SiteRecord = serde_json::from_str(record).unwrap();
    let mut tx = store.begin().await.unwrap();
    tx.save_site(&record).await.unwrap();
    let theater = serde_json::json!({ "id": THEATER, "name": "Harbor", "slug": "harbor", "timeZone": "America/Detroit" });
    let theater: catalog::Theater = serde_json::from_value(theater).unwrap();
    tx.save_theaters(&record.key, &[(0, &theater)]).await.unwrap();
    tx.commit().await.unwrap();
    let sites = SiteIndex::load(store.clone()).await.unwrap();
    let site = sites.by_id(&record.key).unwrap();
    let pages = Pages::new(
        Catalog::new(store),
        sites,
        PageDependencies { render: fake.clone(), export: fake.clone(), draw: fake.clone() },
        clock.clone(),
        Assets::default(),
        Options {
            cache_bytes: 1 << 20,
            preview_origins: Vec::new(),
            defer_pages: false,
            third_parties: ThirdPartySettings::default(),
        },
    );
    (folder, pages, site)
}

#[tokio::test]
async fn security_7_4_a_picture_keeps_its_permit_until_it_is_drawn_even_if_the_visitor_disconnects() {
    let fake = Arc::new(FakeDependencies::default());
    let (_folder, pages, site) = pages(&fake).await;
    let all = pages.0.maker.pictures.available();
    let request = Request { path: "/api/share/site.png", query: "", theater: None };
    let visit = async {
        tokio::select! {
            response = pages.respond(&site, request) => panic!("nothing is drawn yet: {response:?}"),
            () = fake.has_begun.notified() => {}
        }
    };
    timeout(PATIENCE, visit).await.expect("the picture is not drawn");
    assert_eq!(pages.in_flight(), 0, "the visitor has disconnected");
    assert_eq!(pages.0.maker.pictures.available(), all - 1, "the picture is still being drawn");
    fake.may_finish.notify_one();
    let finished = async {
        while pages.0.maker.pictures.available() < all {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, finished).await.expect("the permit is not returned");
    assert!(pages.cached(&site, request).is_some(), "the next visitor gets the picture");
}

/// What a gate has let in: callers that run, and callers that wait.
type Admitted<'g> = (Vec<GatePermit>, Vec<BoxFuture<'g, Option<GatePermit>>>);

/// Acquires a gate until it refuses.
fn fill(gate: &Gate) -> Admitted<'_> {
    let (mut running, mut waiting) = (Vec::new(), Vec::new());
    loop {
        let mut next = gate.acquire().boxed();
        match (&mut next).now_or_never() {
            Some(Some(permit)) => running.push(permit),
            Some(None) => return (running, waiting),
            None => waiting.push(next),
        }
    }
}

#[tokio::test]
async fn security_7_4_sitemaps_calendars_and_open_data_are_refused_while_too_many_are_built() {
    let (_folder, pages, site) = pages(&Arc::new(FakeDependencies::default())).await;
    let admitted = fill(&pages.0.maker.data);
    assert!(!admitted.0.is_empty() && !admitted.1.is_empty());
    let open_data = format!("/api/programme/{THEATER}.json");
    for path in ["/sitemap.xml", "/api/calendar/show/1.ics", &open_data] {
        let response = pages.respond(&site, Request { path, query: "", theater: None }).await;
        assert!(matches!(response, Err(PageError::Busy)), "{path}: {response:?}");
    }
    drop(admitted);
    let response = pages.respond(&site, Request { path: "/sitemap.xml", query: "", theater: None }).await;
    assert!(response.is_ok(), "{response:?}");
}

#[tokio::test]
async fn security_7_4_sharing_pictures_are_refused_before_calendars() {
    let (_folder, pages, site) = pages(&Arc::new(FakeDependencies::default())).await;
    let admitted = fill(&pages.0.maker.pictures);
    let picture = Request { path: "/api/share/site.png", query: "", theater: None };
    let response = pages.respond(&site, picture).await;
    assert!(matches!(response, Err(PageError::Busy)), "{response:?}");
    let response = pages.respond(&site, Request { path: "/sitemap.xml", query: "", theater: None }).await;
    assert!(response.is_ok(), "calendars, open data and sitemaps are still built: {response:?}");
    let size = |(running, waiting): &Admitted<'_>| running.len() + waiting.len();
    let data = fill(&pages.0.maker.data);
    assert!(size(&admitted) < size(&data), "fewer requests for pictures are let in at once");
}

#[tokio::test]
async fn security_7_4_a_page_that_was_not_rendered_is_tried_again_after_ten_seconds_for_each_visitor() {
    let fake = Arc::new(FakeDependencies::default());
    let clock = Arc::new(FixedClock::new(NOW.parse().unwrap()));
    let (_folder, pages, site) = pages_at(&fake, &clock).await;
    let request = Request { path: "/movies/", query: "", theater: None };
    let later = |seconds| clock.set(NOW.parse::<Timestamp>().unwrap() + SignedDuration::from_secs(seconds));
    let is_rendered = async || match pages.respond(&site, request).await.unwrap() {
        PageResponse::Page(page) => String::from_utf8_lossy(&page.html()).contains("rendered well"),
        other => panic!("{other:?}"),
    };
    assert!(!is_rendered().await, "a fallback page");
    later(11);
    assert!(!is_rendered().await, "tried again, and another fallback page");
    assert!(!pages.cached(&site, request).unwrap().is_stale());
    *fake.body.lock() = Some("rendered well");
    assert!(!is_rendered().await, "not tried within ten seconds");
    later(22);
    assert!(
        is_rendered().await,
        "the visitor waits for the page instead of getting an expired fallback page"
    );
    *fake.body.lock() = None;
    later(3600 * 24);
    assert!(is_rendered().await, "the last good page stays");
}
