//! The list of theaters.

use std::collections::HashMap;

use marquee_api::{PageBody, TheaterCard, TheatersPage};
use marquee_model::{Tag, TheaterId};
use marquee_store::StoreError;

use super::scene::{Page, Scene};
use super::{Built, frame, graph, theater};

pub async fn build(scene: &Scene<'_>) -> Result<Built, StoreError> {
    let today = scene.today(&scene.zone(None));
    let films: HashMap<TheaterId, i64> =
        scene.catalog.store().films_by_theater(&scene.site.id, today).await?.into_iter().collect();
    let theaters = scene
        .snapshot
        .theaters
        .iter()
        .map(|t| TheaterCard {
            id: t.id.to_string(),
            name: t.name.clone(),
            href: scene.hrefs.theater(t),
            address: frame::address(&t.address),
            region: format!("{} {}", t.address.postal_code, t.address.region).trim().to_owned(),
            picture: scene.picture(t.picture.as_ref()),
            films_today: films.get(&t.id).and_then(|n| u32::try_from(*n).ok()).unwrap_or(0),
            selected: scene.theater().is_some_and(|s| s.id == t.id),
            select_href: scene.hrefs.select(t, &scene.hrefs.path("/")),
            closed: theater::closed_on(t, today),
            geo: t.geo.map(|g| [g.lat, g.lon]),
        })
        .collect();
    let title = scene.say("Theaters", "Cinémas").to_owned();
    let mut page = Page::new(title, PageBody::Theaters(TheatersPage { theaters }));
    page.description = scene.site_name().to_owned();
    page.tags = vec![Tag::Theaters, Tag::Films];
    page.graph = scene.snapshot.theaters.iter().map(|t| graph::theater(scene, t)).collect();
    page.graph.push(graph::organization(scene));
    scene.finish(page).await
}
