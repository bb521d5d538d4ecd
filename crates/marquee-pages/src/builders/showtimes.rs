//! A circuit's showtimes page: a day across theaters.

use marquee_api::{FilmShowtimes, LeadNote, PageBody, ShowtimesPage, TheaterShows};
use marquee_catalog::{next_change, sorted_movies};
use marquee_messages::server;
use marquee_model::Tag;
use marquee_model::catalog::{Movie, Showtime};
use marquee_store::StoreError;

use super::days::{self, Days};
use super::nearest::{self, MatchScope};
use super::scene::{PageContext, PageDraft};
use super::{BuiltPage, list, shows};

pub async fn build(scene: &PageContext<'_>) -> Result<BuiltPage, StoreError> {
    let tz = scene.zone(None);
    let today = scene.today(&tz);
    let outlook = scene.catalog.outlook(&scene.site.id, None, today).await?;
    let shows_today = scene.catalog.day(&scene.site.id, None, today).await?;
    let days = Days::new(scene, outlook.days.clone(), today, &shows_today.shows);
    let day = scene.catalog.day(&scene.site.id, None, days.selected).await?;
    let playing = day.movies().filter_map(|id| scene.snapshot.movie(id));
    let films: Vec<FilmShowtimes> = sorted_movies(playing, &scene.site.record.config)
        .into_iter()
        .filter_map(|m| {
            let theaters = theaters(scene, m, &day.shows_of_movie(&m.id));
            let film = || shows::item(scene, m, outlook.first_day_by_movie.get(&m.id).copied(), today);
            (!theaters.is_empty()).then(|| FilmShowtimes { film: film(), theaters })
        })
        .collect();
    let week = nearest::week(scene, &days, MatchScope::Theater(None)).await?;
    let is_empty = if scene.query.week { week.iter().all(|d| d.films.is_empty()) } else { films.is_empty() };
    let filtered = scene.query.week || !day.shows.is_empty();
    let empty = if is_empty && filtered && nearest::has_filter(scene) {
        Some(nearest::filtered_note(scene, &days, MatchScope::Theater(None)).await?)
    } else {
        is_empty.then(|| days.note(scene, None))
    };
    let films = if scene.query.week { Vec::new() } else { films };
    let filters = shows::with_theaters(scene, shows::filters(scene, day.shows.iter()));
    let body = ShowtimesPage {
        day_label: days.label(scene),
        today: days.selected == today && !scene.query.week,
        days: days.bar(scene, None),
        week_bar: days.week_bar(scene),
        filters,
        // The heading names the day.
        lead: days
            .lead_note(scene, None, list::lead_words(scene))
            .map(|note| LeadNote { day: String::new(), ..note }),
        week,
        empty,
        films,
    };
    let title = server::titles_showtimes(scene.language()).to_owned();
    let mut page = PageDraft::new(title, PageBody::Showtimes(body));
    page.description = server::descriptions_showtimes(scene.language(), scene.site_name());
    page.tags = vec![Tag::Films, Tag::Theaters];
    let late = scene.site.late_booking_minutes();
    let changes = next_change(day.shows.iter().chain(&shows_today.shows), scene.now, late);
    page.next_change = changes.into_iter().chain([days::midnight(scene, &tz)]).min();
    scene.finish(page).await
}

/// A film's shows that pass the filters and are not over, by theater, in the site's order with nearby theaters first.
fn theaters(scene: &PageContext<'_>, film: &Movie, shows: &[&Showtime]) -> Vec<TheaterShows> {
    let theater_shows = |t: &marquee_model::catalog::Theater| {
        let tz = scene.zone(Some(t));
        let mine = shows
            .iter()
            .filter(|s| s.theater_id == t.id && !shows::is_over(scene, s) && shows::passes(scene, s, &tz));
        let shows: Vec<_> = mine.map(|s| shows::show(scene, s, Some(film), Some(t), false)).collect();
        let theater = TheaterShows { name: t.name.clone(), href: scene.hrefs.theater(t), shows };
        (!theater.shows.is_empty()).then_some(theater)
    };
    let mut out: Vec<(bool, TheaterShows)> = Vec::new();
    for t in scene.snapshot.theaters.iter() {
        out.extend(theater_shows(t).map(|shows| (scene.is_away(&t.id), shows)));
    }
    out.sort_by_key(|(away, _)| *away);
    out.into_iter().map(|(_, shows)| shows).collect()
}
