//! A circuit's showtimes page: a day across theaters.

use marquee_api::{FilmShowtimes, PageBody, ShowtimesPage, TheaterShows};
use marquee_catalog::{listed, next_change};
use marquee_model::Tag;
use marquee_model::catalog::{Movie, Showtime};
use marquee_store::StoreError;

use super::days::Days;
use super::scene::{Page, Scene};
use super::{Built, shows};

pub async fn build(scene: &Scene<'_>) -> Result<Built, StoreError> {
    let tz = scene.zone(None);
    let today = scene.today(&tz);
    let outlook = scene.catalog.outlook(&scene.site.id, None, today).await?;
    let days = Days::new(scene, outlook.days.clone(), today);
    let day = scene.catalog.day(&scene.site.id, None, days.selected).await?;
    let playing = day.movies().filter_map(|id| scene.snapshot.movie(id));
    let films: Vec<FilmShowtimes> = listed(playing, &scene.site.record.config)
        .into_iter()
        .filter_map(|m| {
            let theaters = theaters(scene, m, &day.of_movie(&m.id));
            let film = || shows::item(scene, m, outlook.first.get(&m.id).copied(), today);
            (!theaters.is_empty()).then(|| FilmShowtimes { film: film(), theaters })
        })
        .collect();
    let filters = shows::with_theaters(scene, shows::filters(scene, day.shows.iter()));
    let body = ShowtimesPage {
        day_label: scene.formats.day_long(days.selected),
        today: days.selected == today,
        days: days.bar(scene, None, 9),
        filters,
        empty: films.is_empty().then(|| days.note(scene, None, !day.shows.is_empty())),
        films,
    };
    let title = scene.say("Showtimes", "Horaires").to_owned();
    let mut page = Page::new(title, PageBody::Showtimes(body));
    page.description = match scene.formats.locale().short() {
        "fr" => format!("Tous les horaires des cinémas {}.", scene.site_name()),
        _ => format!("Every showtime in every {} theater.", scene.site_name()),
    };
    page.tags = vec![Tag::Films, Tag::Theaters];
    page.changes = next_change(day.shows.iter(), scene.now, scene.site.late_booking_minutes());
    scene.finish(page).await
}

/// A film's shows that pass the filters and are not over, theater by theater in the site's order.
fn theaters(scene: &Scene<'_>, film: &Movie, shows: &[&Showtime]) -> Vec<TheaterShows> {
    let of = |t: &marquee_model::catalog::Theater| {
        let tz = scene.zone(Some(t));
        let mine = shows
            .iter()
            .filter(|s| s.theater_id == t.id && !shows::is_over(scene, s) && shows::passes(scene, s, &tz));
        let shows: Vec<_> = mine.map(|s| shows::show(scene, s, Some(film), Some(t), false)).collect();
        let theater = TheaterShows { name: t.name.clone(), href: scene.hrefs.theater(t), shows };
        (!theater.shows.is_empty()).then_some(theater)
    };
    scene.snapshot.theaters.iter().filter_map(of).collect()
}
