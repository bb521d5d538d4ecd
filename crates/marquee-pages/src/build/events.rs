//! The list of events, and an event's own page.

use jiff::ToSpan;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use marquee_api::{EventCard, EventPage, EventsPage, FilmCard, Link, PageBody};
use marquee_model::catalog::{Event, EventDate};
use marquee_model::{EventId, Tag};
use marquee_store::{ShowFilter, StoreError};

use super::scene::{Page, Scene};
use super::{Built, graph, shows};
use crate::found::Shared;

/// Events to come, soonest first, then standing offers.
pub fn cards(scene: &Scene<'_>, tz: &TimeZone) -> Vec<EventCard> {
    let today = scene.today(tz);
    let mut all: Vec<(Option<Date>, EventCard)> = scene
        .snapshot
        .events
        .iter()
        .filter(|e| is_visible(scene, e))
        .filter_map(|e| {
            let next = next_date(e, today);
            (next.is_some() || e.dates.is_empty())
                .then(|| (next.map(|d| d.date), card(scene, e, next, today)))
        })
        .collect();
    all.sort_by_key(|(date, _)| (date.is_none(), *date));
    all.into_iter().map(|(_, card)| card).collect()
}

fn is_visible(scene: &Scene<'_>, e: &Event) -> bool {
    let here = e.theater_ids.is_empty() || scene.theater().is_none_or(|t| e.theater_ids.contains(&t.id));
    here && e.visible_from.is_none_or(|t| t <= scene.now) && e.visible_to.is_none_or(|t| scene.now < t)
}

/// The next date from today on; a weekly series goes on from its first date.
fn next_date(e: &Event, today: Date) -> Option<EventDate> {
    if let (Some(weekly), Some(first)) = (e.weekly, e.dates.first()) {
        let from = today.max(first.date);
        let ahead = (i64::from(weekly) - i64::from(from.weekday().to_monday_one_offset())).rem_euclid(7);
        return Some(EventDate { date: from.saturating_add(ahead.days()), time: first.time });
    }
    e.dates.iter().copied().find(|d| d.date >= today)
}

fn card(scene: &Scene<'_>, e: &Event, next: Option<EventDate>, today: Date) -> EventCard {
    let f = &scene.formats;
    let time = next.and_then(|d| d.time.map(|t| f.time(d.date.to_datetime(t)).text()));
    let is_today = next.is_some_and(|d| d.date == today) && e.weekly.is_none();
    let date = next.map(|d| match (e.weekly, f.locale().short()) {
        (Some(_), "fr") => format!("Chaque {}", f.weekday_long(d.date).to_lowercase()),
        (Some(_), _) => format!("Every {}", f.weekday_long(d.date)),
        (None, _) => f.day(d.date),
    });
    let when = match (date, time, is_today) {
        (Some(_), Some(time), true) => time,
        (Some(_), None, true) => String::new(),
        (Some(date), Some(time), false) => format!("{date} · {time}"),
        (Some(date), None, false) => date,
        (None, ..) => String::new(),
    };
    EventCard {
        id: e.id.to_string(),
        title: scene.text(&e.localizations, |l| l.title.as_ref(), &e.title).to_owned(),
        href: scene.hrefs.event(e.id.as_str(), &e.slug),
        when,
        today: is_today,
        summary: scene.text(&e.localizations, |l| l.summary.as_ref(), &e.summary).to_owned(),
        picture: scene.picture(e.picture.as_ref()),
        picture_alt: e.picture_alt.clone(),
    }
}

pub async fn list(scene: &Scene<'_>) -> Result<Built, StoreError> {
    let events = cards(scene, &scene.zone(None));
    let mut page =
        Page::new(scene.say("Events", "Événements").to_owned(), PageBody::Events(EventsPage { events }));
    page.tags = vec![Tag::Events];
    page.description = scene.site_name().to_owned();
    scene.finish(page).await
}

pub async fn one(scene: &Scene<'_>, id: &EventId) -> Result<Built, StoreError> {
    let snapshot = scene.snapshot.clone();
    let Some(e) = snapshot.events.iter().find(|e| &e.id == id) else {
        return super::error::build(scene, http::StatusCode::NOT_FOUND).await;
    };
    let tz = scene.zone(None);
    let today = scene.today(&tz);
    let next = next_date(e, today);
    let text = scene.text(&e.localizations, |l| l.description.as_ref(), &e.description);
    let body = EventPage {
        event: card(scene, e, next, today),
        paragraphs: text.split("\n\n").map(str::trim).filter(|p| !p.is_empty()).map(str::to_owned).collect(),
        theaters: theaters(scene, e),
        films: films(scene, e, next.map_or(today, |d| d.date), today).await?,
    };
    let mut page = Page::new(body.event.title.clone(), PageBody::Event(body));
    page.description = scene.text(&e.localizations, |l| l.summary.as_ref(), &e.summary).to_owned();
    page.tags = vec![Tag::Event(id.clone()), Tag::Films];
    page.shared = Shared::Event(id.clone());
    page.graph = graph::event(scene, e, next.map(|d| graph::event_start(d, &tz)), &page.description);
    page.graph.push(graph::organization(scene));
    page.graph.push(graph::breadcrumbs(
        scene,
        &[
            (scene.say("Events", "Événements"), scene.hrefs.path("/events/")),
            (page.title.as_str(), scene.hrefs.event(id.as_str(), &e.slug)),
        ],
    ));
    scene.finish(page).await
}

fn theaters(scene: &Scene<'_>, e: &Event) -> Vec<Link> {
    if !scene.is_circuit() {
        return Vec::new();
    }
    let link = |t: &marquee_model::catalog::Theater| Link {
        label: t.name.clone(),
        href: scene.hrefs.theater(t),
        active: false,
        external: false,
    };
    e.theater_ids.iter().filter_map(|id| scene.snapshot.theater(id)).map(link).collect()
}

async fn films(scene: &Scene<'_>, e: &Event, day: Date, today: Date) -> Result<Vec<FilmCard>, StoreError> {
    let outlook = scene.catalog.outlook(&scene.site.id, None, today).await?;
    let mut out = Vec::new();
    for id in &e.movie_ids {
        let excluded = scene.site.record.config.global_excluded_movie_ids.contains(id);
        let Some(m) = scene.snapshot.movie(id).filter(|_| !excluded) else { continue };
        let filter = ShowFilter {
            movie: Some(id.clone()),
            date: Some(day),
            theater: scene.theater().map(|t| t.id.clone()),
            ..ShowFilter::default()
        };
        let mine = scene.catalog.store().shows(&scene.site.id, &filter).await?;
        let item = shows::item(scene, m, outlook.first.get(id).copied(), today);
        let next = outlook.first.get(id).map_or_else(String::new, |d| scene.formats.day(*d));
        out.push(shows::card(scene, item, m, &mine.iter().collect::<Vec<_>>(), next));
    }
    Ok(out)
}
