//! Favorite films and theaters (CALL-37 to CALL-39, FAV-08, FAV-09, WATCH-02).

use marquee_loyalty::FavoriteTheater;

use crate::cinema::{Cinema, error_field};

fn choice(id: &str, newsletter: bool) -> FavoriteTheater {
    FavoriteTheater { id: id.into(), newsletter }
}

pub async fn call_38_adding_and_removing_a_film_is_idempotent(c: Cinema) {
    let (ada, bea) = (c.member("ada").await, c.member("bea").await);
    let set_favorite = async |id: &str, is_favorite| {
        c.engine.accounts().set_favorite_film(&c.site, &ada, id, is_favorite).await.unwrap()
    };
    assert_eq!(set_favorite("2", true).await, ["2"]);
    c.at(1);
    assert_eq!(set_favorite("1", true).await, ["2", "1"], "oldest first");
    assert_eq!(set_favorite("2", true).await, ["2", "1"]);
    assert_eq!(c.engine.accounts().favorite_films(&c.site, &bea).await.unwrap(), Vec::<String>::new());
    assert_eq!(set_favorite("2", false).await, ["1"]);
    assert_eq!(set_favorite("2", false).await, ["1"]);
    assert_eq!(set_favorite("never", false).await, ["1"]);
    assert_eq!(c.engine.accounts().favorite_films(&c.site, &ada).await.unwrap(), ["1"]);
}

pub async fn fav_09_a_subscription_update_replaces_entries_of_the_same_cinema(c: Cinema) {
    let ada = c.member("ada").await;
    let save = async |choices: &[FavoriteTheater]| {
        c.engine.accounts().save_favorite_theaters(&c.site, &ada, choices).await.unwrap()
    };
    assert_eq!(save(&[choice("C1", true)]).await, [choice("C1", true)]);
    c.at(1);
    assert_eq!(save(&[choice("C2", true)]).await, [choice("C1", true), choice("C2", true)]);
    assert_eq!(save(&[choice("C2", true)]).await.len(), 2, "idempotent");
    let choices = [choice("C1", false), choice("C2", false)];
    assert_eq!(save(&choices).await, choices);
    let remaining = c.engine.accounts().remove_favorite_theater(&c.site, &ada, "C1").await.unwrap();
    assert_eq!(remaining, [choice("C2", false)]);
    assert_eq!(c.engine.accounts().remove_favorite_theater(&c.site, &ada, "C1").await.unwrap(), remaining);
    assert_eq!(c.engine.accounts().favorite_theaters(&c.site, &ada).await.unwrap(), remaining);
    assert!(
        c.engine.accounts().favorite_films(&c.site, &ada).await.unwrap().is_empty(),
        "theaters are not listed as films"
    );
}

pub async fn call_39_favorites_are_limited_to_500(c: Cinema) {
    let ada = c.member("ada").await;
    let too_many: Vec<FavoriteTheater> = (0..501).map(|n| choice(&format!("C{n}"), false)).collect();
    assert_eq!(
        error_field(c.engine.accounts().save_favorite_theaters(&c.site, &ada, &too_many).await),
        "favorites"
    );
    assert!(c.engine.accounts().favorite_theaters(&c.site, &ada).await.unwrap().is_empty());
    assert_eq!(
        c.engine.accounts().save_favorite_theaters(&c.site, &ada, &too_many[..500]).await.unwrap().len(),
        500
    );
    assert_eq!(
        error_field(c.engine.accounts().save_favorite_theaters(&c.site, &ada, &too_many[500..]).await),
        "favorites"
    );
    let again = c.engine.accounts().save_favorite_theaters(&c.site, &ada, &too_many[..1]).await;
    assert_eq!(again.unwrap().len(), 500, "an existing one may be saved again");
}
