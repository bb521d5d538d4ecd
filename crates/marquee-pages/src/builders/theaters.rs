//! The list of theaters.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use jiff::civil::Date;
use marquee_api::{PageBody, TheaterCard, TheatersPage};
use marquee_catalog::{DayShows, next_change};
use marquee_messages::server;
use marquee_model::catalog::Theater;
use marquee_model::{MovieId, Tag};
use marquee_store::StoreError;

use super::context::{PageContext, PageDraft};
use super::{BuiltPage, days, graph, shows};

pub async fn build(context: &PageContext<'_>) -> Result<BuiltPage, StoreError> {
    // Theaters in other zones may have another cinema day.
    let today = |t: &Theater| context.today(&context.zone(Some(t)));
    let mut loaded: HashMap<Date, Arc<DayShows>> = HashMap::new();
    for date in context.snapshot.theaters.iter().map(today).collect::<BTreeSet<Date>>() {
        loaded.insert(date, context.catalog.day(&context.site.id, None, date).await?);
    }
    let theaters = context.snapshot.theaters.iter().map(|t| {
        let date = today(t);
        let (upcoming, has_played) = loaded.get(&date).map_or((0, false), |day| films(context, t, day));
        // A house that plays on its closing day is open.
        let closed = if has_played {
            days::closure_text(context, t, date)
        } else {
            days::closed_text(context, t, date)
        };
        TheaterCard {
            id: t.id.to_string(),
            name: t.name.clone(),
            href: context.hrefs.theater(t),
            address: t.address.short_line(),
            region: format!("{} {}", t.address.postal_code, t.address.region).trim().to_owned(),
            picture: context.picture(t.picture.as_ref()),
            films_today: u32::try_from(upcoming).unwrap_or(u32::MAX),
            over: has_played && upcoming == 0,
            selected: context.theater().is_some_and(|s| s.id == t.id),
            select_href: context.hrefs.select(t, &context.hrefs.path("/")),
            closed,
            geo: t.geo.map(|g| [g.lat, g.lon]),
        }
    });
    let theaters = theaters.collect();
    let title = server::titles_theaters(context.language()).to_owned();
    let mut page = PageDraft::new(title, PageBody::Theaters(TheatersPage { theaters }));
    page.description = context.site_name().to_owned();
    page.tags = vec![Tag::Theaters, Tag::Films];
    let shows = loaded.values().flat_map(|d| &d.shows);
    let changes = next_change(shows, context.now, context.site.late_booking_minutes());
    let ends = context.snapshot.theaters.iter().map(|t| context.day_end(&context.zone(Some(t))));
    page.next_change = ends.chain(changes).min();
    page.graph = context.snapshot.theaters.iter().map(|t| graph::theater(context, t)).collect();
    page.graph.push(graph::organization(context));
    context.finish(page).await
}

/// How many films have a show at a theater that has not started, and whether any film plays there that day.
fn films(context: &PageContext<'_>, t: &Theater, day: &DayShows) -> (usize, bool) {
    let theater_shows =
        || day.shows.iter().filter(|s| s.theater_id == t.id && context.movie(&s.movie_id).is_some());
    let upcoming: BTreeSet<&MovieId> =
        theater_shows().filter(|s| !shows::is_over(context, s)).map(|s| &s.movie_id).collect();
    (upcoming.len(), theater_shows().next().is_some())
}
