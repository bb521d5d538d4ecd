//! Builds page data from records, with one file per kind of page.

mod content;
mod context;
mod days;
mod error;
mod events;
mod facts;
mod film;
mod finish;
mod frame;
mod graph;
mod hero;
mod list;
mod member;
mod nearby;
mod nearest;
mod offers;
mod offline;
mod search;
mod shows;
mod showtimes;
mod theater;
mod theaters;
mod third_parties;
mod ticketing;
mod trailers;

use std::collections::BTreeSet;

use http::StatusCode;
use jiff::Timestamp;
use marquee_api::PageData;
use marquee_catalog::Snapshot;
use marquee_media::PictureName;
use marquee_model::Tag;
use marquee_model::catalog::PageKind;
use marquee_site::SiteHandle;
use marquee_store::StoreError;

pub use content::{page_tags, share_picture};
pub use context::{PageContext, SharedInputs, focus_of, shown_movie};
pub use frame::attribute;
pub use graph::event_url;
pub use list::{coming_soon, is_coming};
pub use member::member_area;
pub use shows::{event_for_members, is_over, members_first, show};
pub use third_parties::third_parties;
pub use ticketing::{Booking, build as booking, show_by_code};

use crate::address::LinkBuilder;
use crate::kind::Kind;

/// A page before it is rendered.
#[derive(Debug)]
pub struct BuiltPage {
    pub data: PageData,
    pub status: StatusCode,
    /// A change of these records makes the page stale.
    pub tags: Vec<Tag>,
    /// When the content next changes without a write.
    pub valid_until: Timestamp,
    /// The page must not be served from then on, not even while a new one is made.
    pub never_after: Option<Timestamp>,
    /// JSON-LD nodes for search engines.
    pub graph: Vec<serde_json::Value>,
    /// Absolute URL of the link-preview picture.
    pub preview_picture_url: String,
    /// Pictures for which operators set what crops keep in view.
    pub focal_pictures: BTreeSet<PictureName>,
}

pub async fn build(context: &PageContext<'_>, kind: Kind) -> Result<BuiltPage, StoreError> {
    match kind {
        Kind::Home => list::build(context, marquee_api::ListKind::NowShowing, true).await,
        Kind::List(key) => list::build(context, key.into(), false).await,
        Kind::Film(id) => film::build(context, &id).await,
        Kind::Theaters => theaters::build(context).await,
        Kind::Theater(id) => theater::build(context, &id, true).await,
        Kind::Showtimes => match context.theater().map(|t| t.id.clone()) {
            Some(id) if context.query.theaters.is_empty() => theater::build(context, &id, false).await,
            _ => showtimes::build(context).await,
        },
        Kind::Search => search::build(context).await,
        Kind::Offline => offline::build(context).await,
        Kind::Events => events::list(context).await,
        Kind::Event(id) => events::build(context, &id).await,
        Kind::Member(screen) => member::build(context, screen).await,
        Kind::Content(path) => content::build(context, &path).await,
        // Resources and bookings are not built here.
        Kind::NotFound | Kind::Resource(_) | Kind::Ticketing(_) => {
            error::build(context, StatusCode::NOT_FOUND).await
        }
        Kind::ServerError => error::build(context, StatusCode::INTERNAL_SERVER_ERROR).await,
    }
}

/// The paths made at publish: every page that is not deferred (SITE-13), in every locale.
pub fn published_paths(site: &SiteHandle, snapshot: &Snapshot) -> Vec<String> {
    let config = &site.record.config;
    let mut prefixes = Vec::new();
    for (_, prefix) in config.locale_prefixes() {
        let hrefs = LinkBuilder::new(site, &prefix);
        if !config.defer_standard_pages {
            for path in [
                "/",
                "/movies/",
                "/movies/coming-soon/",
                "/showtimes/",
                "/theaters/",
                "/search/",
                "/404.html",
                "/500.html",
                "/offline.html",
            ] {
                prefixes.push(hrefs.path(path));
            }
            let content = snapshot.pages.values().filter(|p| p.kind == PageKind::Content);
            prefixes.extend(content.map(|p| hrefs.path(&p.path)));
        }
        // The other pages of the member area are made on first request.
        let slug = &site.record.settings.login_page.slug;
        if !config.defer_standard_pages && !slug.is_empty() {
            prefixes.push(hrefs.path(&format!("/{slug}/")));
        }
        if !config.defer_event_pages {
            prefixes.push(hrefs.path("/events/"));
            prefixes.extend(snapshot.events.iter().map(|e| hrefs.event(e.id.as_str(), &e.slug)));
        }
        if !config.defer_theater_pages {
            prefixes.extend(snapshot.theaters.iter().map(|t| hrefs.theater(t)));
        }
        if !config.defer_movie_pages {
            prefixes.extend(
                snapshot.sorted_movies(snapshot.all_movies(), config).into_iter().map(|m| hrefs.movie(m)),
            );
        }
    }
    prefixes
}
