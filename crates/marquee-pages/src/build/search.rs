//! The search: everything that can be found. What a question finds is decided by one rule, in `web/rules`, which the
//! renderer and the browser share.

use std::collections::HashMap;

use jiff::civil::Date;
use marquee_api::{PageBody, SearchEntry, SearchKind, SearchPage, Show};
use marquee_catalog::{listed, next_change};
use marquee_model::catalog::{Movie, PageKind};
use marquee_model::{MovieId, Tag};
use marquee_store::StoreError;

use super::scene::{Page, Scene};
use super::{Built, events, frame, shows};

/// Times a found film shows.
const TIMES: usize = 3;

pub async fn build(scene: &Scene<'_>) -> Result<Built, StoreError> {
    let tz = scene.zone(None);
    let today = scene.today(&tz);
    let theater = scene.theater().map(|t| &t.id);
    let (outlook, day) = futures::try_join!(
        scene.catalog.outlook(&scene.site.id, theater, today),
        scene.catalog.day(&scene.site.id, theater, today),
    )?;
    let mut entries: Vec<SearchEntry> = listed(scene.snapshot.all_movies(), &scene.site.record.config)
        .into_iter()
        .map(|m| film(scene, m, &day.of_movie(&m.id), &outlook.first, today))
        .collect();
    // Of equal matches, what plays stands before what does not.
    entries.sort_by_key(|e| (e.shows.is_empty(), e.when.is_empty()));
    entries.extend(events::cards(scene, &tz).into_iter().map(|e| SearchEntry {
        words: words([e.summary.as_str()]),
        when: if e.today { scene.say("Today", "Aujourd’hui").to_owned() } else { day_of(&e.when) },
        ..entry(SearchKind::Event, e.title, e.href)
    }));
    if scene.is_circuit() {
        entries.extend(scene.snapshot.theaters.iter().map(|t| SearchEntry {
            words: words([t.address.postal_code.as_str(), t.address.region.as_str()]),
            line: frame::address(&t.address),
            ..entry(SearchKind::Theater, t.name.clone(), scene.hrefs.theater(t))
        }));
    }
    entries.extend(pages(scene));
    let body = SearchPage { query: scene.query.search.clone(), entries };
    let title = scene.say("Search", "Rechercher").to_owned();
    let mut page = Page::new(title, PageBody::Search(body));
    page.tags = vec![Tag::Films, Tag::Events, Tag::Theaters];
    page.hidden = !scene.query.search.is_empty();
    page.changes = next_change(day.shows.iter(), scene.now, scene.site.late_booking_minutes());
    scene.finish(page).await
}

fn entry(kind: SearchKind, title: String, href: String) -> SearchEntry {
    SearchEntry {
        kind,
        title,
        href,
        words: Vec::new(),
        certificate: String::new(),
        runtime: 0,
        line: String::new(),
        picture: None,
        shows: Vec::new(),
        when: String::new(),
    }
}

fn words<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<String> {
    texts.into_iter().filter(|t| !t.is_empty()).map(str::to_owned).collect()
}

/// The date of an event without its time.
fn day_of(when: &str) -> String {
    when.split(" · ").next().unwrap_or_default().to_owned()
}

fn film(
    scene: &Scene<'_>,
    m: &Movie,
    today_shows: &[&marquee_model::catalog::Showtime],
    first: &HashMap<MovieId, Date>,
    today: Date,
) -> SearchEntry {
    let named = scene.is_circuit() && scene.theater().is_none();
    let times: Vec<Show> = today_shows
        .iter()
        .filter(|s| !shows::is_over(scene, s))
        .take(TIMES)
        .map(|s| {
            let theater = scene.snapshot.theater(&s.theater_id);
            shows::for_card(shows::show(scene, s, Some(m), theater, named))
        })
        .collect();
    let when = first.get(&m.id).filter(|d| times.is_empty() && **d > today);
    let people = m.directors.iter().chain(&m.cast).chain(&m.original_title).map(String::as_str);
    SearchEntry {
        words: words(people.chain((m.title != shown_title(scene, m)).then_some(m.title.as_str()))),
        certificate: m.certificate.clone().unwrap_or_default(),
        runtime: m.runtime.unwrap_or(0),
        line: m.genres.join(", "),
        picture: scene.picture(m.poster.as_ref()),
        shows: times,
        when: when.map_or_else(String::new, |d| scene.formats.day(*d)),
        ..entry(SearchKind::Film, shown_title(scene, m).to_owned(), scene.hrefs.movie(m))
    }
}

fn shown_title<'m>(scene: &Scene<'_>, m: &'m Movie) -> &'m str {
    scene.text(&m.localizations, |l| l.title.as_ref(), &m.title)
}

/// Content pages; the home page and the lists are where the visitor already is.
fn pages(scene: &Scene<'_>) -> Vec<SearchEntry> {
    let mut found: Vec<SearchEntry> = scene
        .snapshot
        .pages
        .values()
        .filter(|p| p.kind == PageKind::Content)
        .map(|p| SearchEntry {
            words: words([scene.text(&p.localizations, |l| l.description.as_ref(), &p.description)]),
            line: section(scene, &p.path),
            ..entry(
                SearchKind::Page,
                scene.text(&p.localizations, |l| l.title.as_ref(), &p.title).to_owned(),
                scene.hrefs.path(&p.path),
            )
        })
        .collect();
    found.sort_by(|a, b| a.title.cmp(&b.title));
    found
}

/// The part of the site in which a page stands, for example `Visit`: the footer's list that names it, else the entry of
/// the main navigation above it.
fn section(scene: &Scene<'_>, path: &str) -> String {
    let short = scene.formats.locale().short();
    let above = scene.snapshot.menus.header.iter().find(|item| {
        item.href.len() > 1 && path.len() > item.href.len() && path.starts_with(item.href.as_str())
    });
    let menus = &scene.snapshot.menus.footer;
    let list = menus.iter().find(|menu| menu.items.iter().any(|item| item.href == path));
    let named = list.map(|menu| menu.localizations.get(short).unwrap_or(&menu.title));
    let named = named.or_else(|| above.map(|item| item.localizations.get(short).unwrap_or(&item.label)));
    named.cloned().unwrap_or_default()
}
