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
    let (ours, theirs) = (site_id("ours"), site_id("theirs"));
    let mut tx = store.begin().await.unwrap();
    tx.save_site(&site("ours", &["ours.example"])).await.unwrap();
    tx.save_site(&site("theirs", &["theirs.example"])).await.unwrap();
    for (id, title) in [(&ours, "Ours"), (&theirs, "Theirs")] {
        let mut film = movie("1");
        film.title = title.into();
        tx.save_movies(id, &[&film]).await.unwrap();
        let mut about = page("/about/");
        about.title = title.into();
        tx.replace_pages(id, &[about]).await.unwrap();
        let row =
            PictureRow { source: MediaRef::parse("p").unwrap(), media_id: title.into(), width: 1, height: 1 };
        tx.save_picture(id, &row).await.unwrap();
        let mut menus = Menus::default();
        menus.legal.push(marquee_model::catalog::MenuItem { label: title.into(), ..Default::default() });
        tx.save_menus(id, &menus).await.unwrap();
    }
    tx.commit().await.unwrap();
    save(store, &ours, &["T1"], &[], &[full_show("a")]).await;
    let other = Showtime { perf_code: Some("theirs".into()), ..show("a", "T1", "1", START) };
    save(store, &theirs, &["T1", "T2"], &[], &[other, show("b", "T2", "1", START)]).await;
    (ours, theirs)
}

pub async fn sites_with_equal_ids_are_isolated(db: Db) {
    let (ours, theirs) = save_two_sites(&db.store).await;
    let s = &db.store;
    for (site, title, theaters, shows) in
        [(&ours, "Ours", 1, vec!["a"]), (&theirs, "Theirs", 2, vec!["a", "b"])]
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
    assert_eq!(db.store.shows(&ours, &all()).await.unwrap(), [full_show("a")]);
    let nobody = site_id("nobody");
    assert_eq!(ids(s, &nobody, all()).await, Vec::<String>::new());
    assert!(
        s.theaters(&nobody).await.unwrap().is_empty()
            && s.show_days(&nobody, &all()).await.unwrap().is_empty()
    );
}

pub async fn removals_affect_one_site_only(db: Db) {
    let (ours, theirs) = save_two_sites(&db.store).await;
    let rows =
        db.store.shows(&theirs, &ShowFilter { theater: Some(theater_id("T2")), ..all() }).await.unwrap();
    let mut tx = db.store.begin().await.unwrap();
    tx.remove_shows(&ours, &rows.iter().collect::<Vec<_>>()).await.unwrap();
    tx.remove_movies(&ours, &[movie_id("1")]).await.unwrap();
    tx.remove_theaters(&ours, &[theater_id("T1"), theater_id("T2")]).await.unwrap();
    tx.replace_pages(&ours, &[]).await.unwrap();
    tx.replace_events(&ours, &[]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(ids(&db.store, &ours, all()).await, Vec::<String>::new());
    assert_eq!(ids(&db.store, &theirs, all()).await, ["a", "b"]);
    let mut tx = db.store.begin().await.unwrap();
    tx.remove_site(&ours).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.theaters(&theirs).await.unwrap().len(), 2);
    assert_eq!(db.store.movies(&theirs).await.unwrap().len(), 1);
    assert_eq!(db.store.pages(&theirs).await.unwrap().len(), 1);
    assert_eq!(db.store.pictures(&theirs).await.unwrap().len(), 1);
    assert_eq!(db.store.menus(&theirs).await.unwrap().legal[0].label, "Theirs");
    assert_eq!(site_of(&db.store, "theirs.example").await, Some(theirs));
}
