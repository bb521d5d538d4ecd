//! Theaters, films, events, pages, menus, attributes, pictures.

use marquee_model::catalog::{
    Attribute, AttributeGroup, Event, LocalizedAttribute, Menu, MenuItem, Menus, PictureDetailsBySource,
    Theater,
};
use marquee_model::locale::Locale;
use marquee_model::{EventId, MediaRef, SiteId};
use marquee_store::{CaptionsRow, PictureFileRow, PictureRow, Store, VideoRow};
use serde_json::json;

use crate::db::Db;
use crate::records::{all, at, ids, movie, movie_id, page, save, show, site_id, theater, theater_id};

async fn names(store: &Store, site: &SiteId) -> Vec<String> {
    store.theaters(site).await.unwrap().into_iter().map(|t| t.id.to_string()).collect()
}

pub async fn theaters_keep_the_order_of_the_site(db: Db) {
    let site = site_id("acme");
    let theaters = ["T3", "T1", "T2"].map(theater);
    let mut tx = db.store.begin().await.unwrap();
    let rows: Vec<(i32, &Theater)> = (0..).zip(&theaters).collect();
    tx.save_theaters(&site, &rows).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(names(&db.store, &site).await, ["T3", "T1", "T2"]);
    let mut renamed = theaters[1].clone();
    renamed.name = "The Old House".into();
    let mut tx = db.store.begin().await.unwrap();
    tx.save_theaters(&site, &[(9, &theaters[0]), (0, &renamed)]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(names(&db.store, &site).await, ["T1", "T2", "T3"], "a saved theater moves to its new place");
    assert_eq!(db.store.theaters(&site).await.unwrap()[0], renamed);
}

pub async fn films_are_saved_changed_and_listed_by_id(db: Db) {
    let site = site_id("acme");
    save(&db.store, &site, &[], &["30", "10", "20"], &[]).await;
    let mut changed = movie("20");
    changed.title = "Another title".into();
    let mut tx = db.store.begin().await.unwrap();
    tx.save_movies(&site, &[&changed]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.movies(&site).await.unwrap(), [movie("10"), changed, movie("30")]);
}

const START: &str = "2025-05-05T18:00:00Z";

pub async fn removing_a_film_removes_its_shows(db: Db) {
    let site = site_id("acme");
    let shows = [show("a", "T1", "1", START), show("b", "T1", "2", START), show("c", "T2", "1", START)];
    save(&db.store, &site, &["T1", "T2"], &["1", "2"], &shows).await;
    let mut tx = db.store.begin().await.unwrap();
    tx.remove_movies(&site, &[movie_id("1"), movie_id("404")]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.movies(&site).await.unwrap(), [movie("2")]);
    assert_eq!(ids(&db.store, &site, all()).await, ["b"]);
}

pub async fn removing_a_theater_removes_its_shows(db: Db) {
    let site = site_id("acme");
    let shows = [show("a", "T1", "1", START), show("b", "T1", "2", START), show("c", "T2", "1", START)];
    save(&db.store, &site, &["T1", "T2"], &["1", "2"], &shows).await;
    let mut tx = db.store.begin().await.unwrap();
    tx.remove_theaters(&site, &[theater_id("T1")]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(names(&db.store, &site).await, ["T2"]);
    assert_eq!(ids(&db.store, &site, all()).await, ["c"]);
    assert_eq!(db.store.movies(&site).await.unwrap().len(), 2, "films stay");
}

fn event(id: &str) -> Event {
    let text = json!({
        "id": id, "title": id, "slug": "e", "type": "Films", "weekly": 7, "movieIds": ["1"], "theaterIds": ["T1"],
        "dates": [{ "date": "2025-05-05", "time": "20:00:00" }, { "date": "2025-05-06" }],
        "visibleFrom": "2025-05-01T00:00:00Z",
    });
    serde_json::from_value(text).unwrap()
}

pub async fn events_are_replaced_as_a_whole_in_their_order(db: Db) {
    let site = site_id("acme");
    for events in [vec![event("z"), event("a"), event("m")], vec![event("m"), event("new")], Vec::new()] {
        let mut tx = db.store.begin().await.unwrap();
        tx.replace_events(&site, &events).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(db.store.events(&site).await.unwrap(), events);
    }
    assert_eq!(EventId::parse("z").unwrap(), event("z").id);
}

pub async fn pages_are_replaced_as_a_whole_and_listed_by_path(db: Db) {
    let site = site_id("acme");
    let mut tx = db.store.begin().await.unwrap();
    tx.replace_pages(&site, &[page("/b/"), page("/"), page("/a/c/")]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.pages(&site).await.unwrap(), [page("/"), page("/a/c/"), page("/b/")]);
    let mut tx = db.store.begin().await.unwrap();
    tx.replace_pages(&site, &[page("/b/")]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.pages(&site).await.unwrap(), [page("/b/")]);
}

pub async fn menus_and_attributes_are_empty_until_saved(db: Db) {
    let site = site_id("acme");
    assert_eq!(db.store.menus(&site).await.unwrap(), Menus::default());
    assert_eq!(db.store.attributes(&site).await.unwrap(), []);
    let item = |label: &str| MenuItem { label: label.into(), href: "/".into(), ..MenuItem::default() };
    for label in ["Films", "Au programme"] {
        let menus = Menus {
            header: vec![item(label)],
            footer: vec![Menu { title: label.into(), items: vec![item("a"), item("b")], ..Menu::default() }],
            legal: Vec::new(),
            social: vec![item("c")],
            ..Menus::default()
        };
        let names = [Attribute {
            key: "Showtime.Event.Throwback".into(),
            group: AttributeGroup::Special,
            label: label.into(),
            short: "OLD".into(),
            description: String::new(),
            localizations: [(
                "fr".into(),
                LocalizedAttribute { label: "Classique".into(), ..LocalizedAttribute::default() },
            )]
            .into(),
        }];
        let mut tx = db.store.begin().await.unwrap();
        tx.save_menus(&site, &menus).await.unwrap();
        tx.save_attributes(&site, &names).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(db.store.menus(&site).await.unwrap(), menus);
        assert_eq!(db.store.attributes(&site).await.unwrap(), names);
    }
}

/// An uploaded file.
pub fn picture_file(media_id: &str, bytes: u64) -> PictureFileRow {
    let (name, actor) = ("Foyer.jpg".to_owned(), "Ana".to_owned());
    PictureFileRow {
        media_id: media_id.to_owned(),
        name,
        bytes,
        uploaded_at: at("2025-05-05T18:00:00Z"),
        actor,
        replaced_by: None,
    }
}

pub async fn picture_files_and_details_are_replaced_and_removed(db: Db) {
    let (site, source) = (site_id("acme"), MediaRef::parse("one").unwrap());
    let mut tx = db.store.begin().await.unwrap();
    let old = PictureFileRow { bytes: 0, replaced_by: Some("new".to_owned()), ..picture_file("old", 5) };
    for row in [&picture_file("old", 5), &picture_file("new", 7), &picture_file("other", 9), &old] {
        tx.save_picture_file(&site, row).await.unwrap();
    }
    let details: PictureDetailsBySource = serde_json::from_value(json!({
        "one": { "alt": { "en": "The foyer" }, "focus": [81, 50], "rightsUntil": "2026-11-30" },
        "https://feed.example/a.jpg": { "decorative": true },
    }))
    .unwrap();
    tx.replace_picture_details(&site, &details).await.unwrap();
    let picture = PictureRow { source: source.clone(), media_id: "new".to_owned(), width: 2, height: 3 };
    tx.save_picture(&site, &picture).await.unwrap();
    tx.commit().await.unwrap();
    let mut files = db.store.picture_files(&site).await.unwrap();
    files.sort_by(|a, b| a.media_id.cmp(&b.media_id));
    assert_eq!(files, [picture_file("new", 7), old, picture_file("other", 9)]);
    assert_eq!(db.store.picture_details(&site).await.unwrap(), details);
    assert!(db.store.picture_details(&site_id("other")).await.unwrap().is_empty());

    let mut tx = db.store.begin().await.unwrap();
    tx.remove_picture(&site, &source).await.unwrap();
    // With those that it has replaced.
    tx.remove_picture_file(&site, "new").await.unwrap();
    tx.replace_picture_details(&site, &PictureDetailsBySource::new()).await.unwrap();
    tx.commit().await.unwrap();
    assert!(db.store.pictures(&site).await.unwrap().is_empty());
    assert_eq!(db.store.picture_files(&site).await.unwrap(), [picture_file("other", 9)]);
    assert!(db.store.picture_details(&site).await.unwrap().is_empty());
}

/// An uploaded video.
pub fn video(source: &str) -> VideoRow {
    VideoRow {
        source: MediaRef::parse(source).unwrap(),
        media_id: "f".to_owned(),
        name: "Tour.mp4".to_owned(),
        bytes: 5,
        width: 160,
        height: 90,
        duration_ms: 2000,
        uploaded_at: at("2025-05-05T18:00:00Z"),
        actor: "Ana".to_owned(),
        removed_at: None,
    }
}

/// Captions of a video.
pub fn captions(video: &str, locale: &str) -> CaptionsRow {
    CaptionsRow {
        video: MediaRef::parse(video).unwrap(),
        locale: Locale::parse(locale).unwrap(),
        text_id: "t".to_owned(),
        name: "Tour.vtt".to_owned(),
        bytes: 6,
        uploaded_at: at("2025-05-05T18:00:00Z"),
        actor: "Ana".to_owned(),
    }
}

pub async fn page_17_captions_are_of_one_video_and_language_and_go_with_their_video(db: Db) {
    let (acme, other) = (site_id("acme"), site_id("other"));
    let newer = CaptionsRow { text_id: "u".to_owned(), bytes: 7, ..captions("a", "en-US") };
    let mut tx = db.store.begin().await.unwrap();
    for site in [&acme, &other] {
        tx.save_video(site, &video("a")).await.unwrap();
        tx.save_captions(site, &captions("a", "en-US"), "first").await.unwrap();
    }
    tx.save_video(&acme, &video("b")).await.unwrap();
    tx.save_captions(&acme, &captions("b", "fr"), "french").await.unwrap();
    tx.save_captions(&acme, &captions("a", "fr"), "french").await.unwrap();
    tx.save_captions(&acme, &newer, "second").await.unwrap();
    tx.commit().await.unwrap();
    let rows = [newer.clone(), captions("a", "fr"), captions("b", "fr")];
    assert_eq!(db.store.captions(&acme).await.unwrap(), rows);
    let text = async |site: &SiteId, locale: &str| db.store.captions_text(site, "a", locale).await.unwrap();
    assert_eq!(text(&acme, "en-US").await, Some(("u".to_owned(), "second".to_owned())));
    assert_eq!(text(&other, "en-US").await, Some(("t".to_owned(), "first".to_owned())));
    assert_eq!(text(&acme, "de").await, None);
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.delete_captions(&acme, &newer.video, &newer.locale).await.unwrap());
    assert!(!tx.delete_captions(&acme, &newer.video, &newer.locale).await.unwrap());
    // A video that is saved again keeps its captions; one that is deleted takes them along.
    tx.save_video(&acme, &video("b")).await.unwrap();
    tx.delete_video(&acme, &newer.video).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.captions(&acme).await.unwrap(), [captions("b", "fr")]);
    assert_eq!(db.store.captions(&other).await.unwrap(), [captions("a", "en-US")]);
}

pub async fn page_17_videos_are_of_one_site_the_newest_first_and_are_replaced_by_source(db: Db) {
    let (acme, other) = (site_id("acme"), site_id("other"));
    let mut tx = db.store.begin().await.unwrap();
    let newer = VideoRow { uploaded_at: at("2025-05-06T18:00:00Z"), ..video("a") };
    for row in [&video("a"), &video("b"), &newer] {
        tx.save_video(&acme, row).await.unwrap();
    }
    tx.save_video(&other, &video("a")).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.videos(&acme).await.unwrap(), [newer.clone(), video("b")]);
    assert_eq!(db.store.video(&acme, "a").await.unwrap(), Some(newer.clone()));
    assert_eq!(db.store.video(&other, "b").await.unwrap(), None);
    let removed = VideoRow { removed_at: Some(at("2025-05-07T18:00:00Z")), ..video("b") };
    let mut tx = db.store.begin().await.unwrap();
    tx.save_video(&acme, &removed).await.unwrap();
    tx.delete_video(&acme, &newer.source).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.videos(&acme).await.unwrap(), [removed]);
    assert_eq!(db.store.videos(&other).await.unwrap(), [video("a")]);
}

pub async fn pictures_are_saved_and_replaced_by_source(db: Db) {
    let site = site_id("acme");
    let picture = |source: &str, width| PictureRow {
        source: MediaRef::parse(source).unwrap(),
        media_id: format!("m{width}"),
        width,
        height: 900,
    };
    let mut tx = db.store.begin().await.unwrap();
    tx.save_picture(&site, &picture("one", 600)).await.unwrap();
    tx.save_picture(&site, &picture("two", 601)).await.unwrap();
    tx.save_picture(&site, &picture("one", 602)).await.unwrap();
    tx.commit().await.unwrap();
    let mut stored = db.store.pictures(&site).await.unwrap();
    stored.sort_by(|a, b| a.source.cmp(&b.source));
    assert_eq!(stored, [picture("one", 602), picture("two", 601)]);
}
