//! A circuit's showtimes page: a day across theaters.

use marquee_api::{FilmShowtimes, LeadNote, PageBody, ShowtimesPage, TheaterShows};
use marquee_catalog::next_change;
use marquee_messages::server;
use marquee_model::Tag;
use marquee_model::catalog::{Movie, Showtime};
use marquee_store::StoreError;

use super::context::{PageContext, PageDraft};
use super::days::{self, Days};
use super::nearest::{self, MatchScope};
use super::{BuiltPage, list, shows};

pub async fn build(context: &PageContext<'_>) -> Result<BuiltPage, StoreError> {
    let tz = context.zone(None);
    let today = context.today(&tz);
    let upcoming_days = context.catalog.upcoming_days(&context.site.id, None, today).await?;
    let shows_today = context.catalog.day(&context.site.id, None, today).await?;
    let days = Days::new(context, upcoming_days.days.clone(), today, &shows_today.shows);
    let day = context.catalog.day(&context.site.id, None, days.selected).await?;
    let playing = day.movies().filter_map(|id| context.movie(id));
    let films: Vec<FilmShowtimes> = context
        .sorted_movies(playing)
        .into_iter()
        .filter_map(|m| {
            let theaters = theaters(context, m, &day.shows_of_movie(&m.id));
            let film =
                || shows::item(context, m, upcoming_days.first_day_by_movie.get(&m.id).copied(), today);
            (!theaters.is_empty()).then(|| FilmShowtimes { film: film(), theaters })
        })
        .collect();
    let week = nearest::week(context, &days, MatchScope::Theater(None)).await?;
    let is_empty =
        if context.query.week { week.iter().all(|d| d.films.is_empty()) } else { films.is_empty() };
    let filtered = context.query.week || !day.shows.is_empty();
    let empty = if is_empty && filtered && nearest::has_filter(context) {
        Some(nearest::filtered_note(context, &days, MatchScope::Theater(None)).await?)
    } else {
        is_empty.then(|| days.note(context, None))
    };
    let films = if context.query.week { Vec::new() } else { films };
    let filters =
        shows::with_theaters(context, nearest::filters(context, &days, MatchScope::Theater(None)).await?);
    let body = ShowtimesPage {
        day_label: days.label(context),
        today: days.selected == today && !context.query.week,
        days: days.bar(context, None),
        week_bar: days.week_bar(context),
        filters,
        // The heading names the day.
        lead: days
            .lead_note(context, None, list::lead_note_texts(context))
            .map(|note| LeadNote { day: String::new(), ..note }),
        week,
        empty,
        films,
    };
    let title = server::titles_showtimes(context.language()).to_owned();
    let mut page = PageDraft::new(title, PageBody::Showtimes(body));
    page.description = server::descriptions_showtimes(context.language(), context.site_name());
    page.tags = vec![Tag::Films, Tag::Theaters];
    let late = context.site.late_booking_minutes();
    let changes = next_change(day.shows.iter().chain(&shows_today.shows), context.now, late);
    page.next_change = changes.into_iter().chain([days::midnight(context, &tz)]).min();
    context.finish(page).await
}

/// A film's shows that pass the filters and are not over, by theater, in the site's order with nearby theaters first.
fn theaters(context: &PageContext<'_>, film: &Movie, shows: &[&Showtime]) -> Vec<TheaterShows> {
    let theater_shows = |t: &marquee_model::catalog::Theater| {
        let tz = context.zone(Some(t));
        let theater_shows = shows.iter().filter(|s| {
            s.theater_id == t.id && !shows::is_over(context, s) && shows::passes_filters(context, s, &tz)
        });
        let shows: Vec<_> =
            theater_shows.map(|s| shows::show(context, s, Some(film), Some(t), false)).collect();
        let theater = TheaterShows { name: t.name.clone(), href: context.hrefs.theater(t), shows };
        (!theater.shows.is_empty()).then_some(theater)
    };
    let mut theaters: Vec<(bool, TheaterShows)> = Vec::new();
    for t in context.snapshot.theaters.iter() {
        theaters.extend(theater_shows(t).map(|shows| (context.is_distant(&t.id), shows)));
    }
    theaters.sort_by_key(|(is_distant, _)| *is_distant);
    theaters.into_iter().map(|(_, shows)| shows).collect()
}
