//! Isolation of two sites in one database.

use marquee_model::catalog::{Menus, Showtime};
use marquee_model::{MediaRef, SiteId};
use marquee_store::{PictureRow, ShowFilter, Store};

use crate::db::Db;
use crate::records::{
    all, full_show, ids, movie, movie_id, page, save, show, site, site_id, site_of, theater_id,
};

const START: &str = "2025-05-05T18:00:00Z";

/// Saves two sites with the same ids, but different texts and shows.
async fn save_two_sites(store: &Store) -> (SiteId, SiteId) {
    let (own_site, other_site) = (site_id("ours"), site_id("theirs"));
    let mut tx = store.begin().await.unwrap();
    tx.save_site(&site("ours", &["ours.example"])).await.unwrap();
    tx.save_site(&site("theirs", &["theirs.example"])).await.unwrap();
    for (id, title) in [(&own_site, "Ours"), (&other_site, "Theirs")] {
        let mut film = movie("1");
        film.title = title.into();
        tx.save_movies(id, &[&film]).await.unwrap();
        let mut about_page = page("/about/");
        about_page.title = title.into();
        tx.replace_pages(id, &[about_page]).await.unwrap();
        let event = serde_json::json!({ "id": "E1", "title": title, "slug": "e" });
        tx.replace_events(id, &[serde_json::from_value(event).unwrap()]).await.unwrap();
        let row =
            PictureRow { source: MediaRef::parse("p").unwrap(), media_id: title.into(), width: 1, height: 1 };
        tx.save_picture(id, &row).await.unwrap();
        let mut menus = Menus::default();
        menus.legal.push(marquee_model::catalog::MenuItem { label: title.into(), ..Default::default() });
        tx.save_menus(id, &menus).await.unwrap();
    }
    tx.commit().await.unwrap();
    save(store, &own_site, &["T1"], &[], &[full_show("a")]).await;
    let other = Showtime { perf_code: Some("theirs".into()), ..show("a", "T1", "1", START) };
    save(store, &other_site, &["T1", "T2"], &[], &[other, show("b", "T2", "1", START)]).await;
    (own_site, other_site)
}

pub async fn sites_with_equal_ids_are_isolated(db: Db) {
    let (own_site, other_site) = save_two_sites(&db.store).await;
    let s = &db.store;
    for (site, title, theaters, shows) in
        [(&own_site, "Ours", 1, vec!["a"]), (&other_site, "Theirs", 2, vec!["a", "b"])]
    {
        assert_eq!(s.movies(site).await.unwrap()[0].title, title);
        assert_eq!(s.pages(site).await.unwrap()[0].title, title);
        assert_eq!(s.menus(site).await.unwrap().legal[0].label, title);
        let pictures = s.pictures(site).await.unwrap();
        assert_eq!((pictures.len(), pictures[0].media_id.as_str()), (1, title));
        assert_eq!(s.theaters(site).await.unwrap().len(), theaters);
        assert_eq!(ids(s, site, all()).await, shows);
        assert_eq!(s.count_shows(site, &all()).await.unwrap(), shows.len() as u64);
        assert_eq!(s.first_show_days(site, &all()).await.unwrap().len(), 1);
    }
    assert_eq!(db.store.shows(&own_site, &all()).await.unwrap(), [full_show("a")]);
    let unknown_site = site_id("nobody");
    assert_eq!(ids(s, &unknown_site, all()).await, Vec::<String>::new());
    assert!(
        s.theaters(&unknown_site).await.unwrap().is_empty()
            && s.show_days(&unknown_site, &all()).await.unwrap().is_empty()
    );
}

pub async fn removals_affect_one_site_only(db: Db) {
    let (own_site, other_site) = save_two_sites(&db.store).await;
    let rows =
        db.store.shows(&other_site, &ShowFilter { theater: Some(theater_id("T2")), ..all() }).await.unwrap();
    let mut tx = db.store.begin().await.unwrap();
    tx.remove_shows(&own_site, &rows.iter().collect::<Vec<_>>()).await.unwrap();
    tx.remove_movies(&own_site, &[movie_id("1")]).await.unwrap();
    tx.remove_theaters(&own_site, &[theater_id("T1"), theater_id("T2")]).await.unwrap();
    tx.replace_pages(&own_site, &[]).await.unwrap();
    tx.replace_events(&own_site, &[]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(ids(&db.store, &own_site, all()).await, Vec::<String>::new());
    assert_eq!(ids(&db.store, &other_site, all()).await, ["a", "b"]);
    let mut tx = db.store.begin().await.unwrap();
    tx.remove_site(&own_site).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.theaters(&other_site).await.unwrap().len(), 2);
    assert_eq!(db.store.movies(&other_site).await.unwrap().len(), 1);
    assert_eq!(db.store.pages(&other_site).await.unwrap().len(), 1);
    assert_eq!(db.store.events(&other_site).await.unwrap()[0].title, "Theirs");
    assert_eq!(db.store.pictures(&other_site).await.unwrap().len(), 1);
    assert_eq!(db.store.menus(&other_site).await.unwrap().legal[0].label, "Theirs");
    assert_eq!(site_of(&db.store, "theirs.example").await, Some(other_site));
}
