//! Resources: responses other than pages, such as sitemaps, calendar files, open data and link-preview pictures.

mod calendar;
mod changed_shows;
mod llms;
mod new_films;
mod schedule;
mod sitemap;

use http::HeaderMap;
use http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE, HeaderValue, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS,
};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use marquee_model::catalog::PageKind;
use marquee_model::{Tag, TheaterId};
use marquee_store::StoreError;

pub use schedule::Export;
pub use sitemap::part as sitemap_part;

use crate::builders::{self, PageContext, member_area};
use crate::document::{HSTS, RESOURCE_POLICY};
use crate::error::PageError;
use crate::kind::{PreviewSubject, Resource};
use crate::seo::{Card, PictureRenderer};

/// A finished resource.
#[derive(Debug)]
pub struct BuiltResource {
    pub body: Vec<u8>,
    pub headers: HeaderMap,
    /// A change of these records makes the resource stale.
    pub tags: Vec<Tag>,
    /// When the content next changes without a write.
    pub valid_until: Timestamp,
}

impl BuiltResource {
    fn new(
        context: &PageContext<'_>,
        body: impl Into<Vec<u8>>,
        content_type: &'static str,
        tags: Vec<Tag>,
    ) -> Self {
        let day_end = context.day_end(&context.zone(None));
        let valid_until = context.next_public_sale().map_or(day_end, |at| day_end.min(at));
        let mut headers = HeaderMap::from_iter([
            (RESOURCE_POLICY, HeaderValue::from_static("same-origin")),
            (CONTENT_TYPE, HeaderValue::from_static(content_type)),
            (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        ]);
        if context.site.is_https() {
            headers.insert(STRICT_TRANSPORT_SECURITY, HSTS);
        }
        Self { body: body.into(), headers, tags, valid_until }
    }

    /// Ends with the cinema day of a zone, if that is earlier.
    fn valid_for_the_day_in(mut self, context: &PageContext<'_>, tz: &TimeZone) -> Self {
        self.valid_until = self.valid_until.min(context.day_end(tz));
        self
    }

    /// Allows scripts of other origins to read it (CORS).
    fn allow_cross_origin_reads(mut self) -> Self {
        self.headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        self.allow_cross_origin_embedding()
    }

    /// Allows pages of other origins to embed it.
    fn allow_cross_origin_embedding(mut self) -> Self {
        self.headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
        self
    }
}

/// Makes a resource; `None` if it does not exist.
///
/// # Errors
/// [`PageError`] if the catalog cannot be read or the resource cannot be written.
pub async fn make(
    context: &PageContext<'_>,
    resource: &Resource,
    export: &dyn Export,
    draw: &dyn PictureRenderer,
) -> Result<Option<BuiltResource>, PageError> {
    match resource {
        Resource::Robots => Ok(Some(sitemap::robots(context))),
        Resource::Sitemap(part_number) => sitemap::make(context, *part_number).await,
        Resource::Calendar(subject) => Ok(calendar::make(context, subject).await?),
        Resource::Schedules => Ok(Some(schedule::list(context))),
        Resource::Schedule(theater) => Ok(schedule::theater_schedule(context, theater, export).await?),
        Resource::ScheduleTable(theater) => Ok(schedule::theater_table(context, theater, export).await?),
        Resource::NewFilms => new_films::make(context).await,
        Resource::LlmsTxt => Ok(Some(llms::make(context))),
        Resource::MemberArea => Ok(member_area_resource(context)),
        Resource::ChangedShows => Ok(changed_shows::make(context).await?),
        Resource::ThirdParties(theater) => Ok(third_parties(context, theater.as_ref()).await?),
        Resource::Share(preview_subject) => Ok(share(context, preview_subject, draw).await),
    }
}

/// What the site says of itself: the description of its home page, else its name.
fn description(context: &PageContext<'_>) -> String {
    let home = context.snapshot.pages.values().find(|page| page.kind == PageKind::Home);
    let text =
        home.map(|page| context.text(&page.localizations, |l| l.description.as_ref(), &page.description));
    text.filter(|text| !text.is_empty())
        .map_or_else(|| context.site_name().to_owned(), |text| context.fill(text))
}

/// Settings of loyalty calls: the part of a member page's data that is the same for every page.
fn member_area_resource(context: &PageContext<'_>) -> Option<BuiltResource> {
    let text = serde_json::to_string(&member_area(context)).ok()?;
    Some(BuiltResource::new(context, text, "application/json", vec![Tag::Theaters]))
}

/// Third parties of pages, with the films that have a show today or later (ADS-11).
async fn third_parties(
    context: &PageContext<'_>,
    theater: Option<&TheaterId>,
) -> Result<Option<BuiltResource>, StoreError> {
    let theater = theater.and_then(|id| context.snapshot.theater(id));
    let tz = context.zone(theater);
    let today = context.today(&tz);
    let upcoming_days =
        context.catalog.upcoming_days(&context.site.id, theater.map(|t| &t.id), today).await?;
    let films = context.sorted_movies(context.snapshot.all_movies());
    let films = films.into_iter().filter(|movie| upcoming_days.first_day_by_movie.contains_key(&movie.id));
    let all = builders::third_parties(context, theater, films.map(|m| m.id.to_string()).collect());
    let Ok(text) = serde_json::to_string(&all) else { return Ok(None) };
    let theater_tag = theater.map(|t| Tag::Theater(t.id.clone()));
    let tags = [Tag::Site, Tag::Films, Tag::Theaters].into_iter().chain(theater_tag).collect();
    let resource = BuiltResource::new(context, text, "application/json", tags);
    Ok(Some(resource.valid_for_the_day_in(context, &tz)))
}

/// The link-preview picture; `None` if it cannot be drawn.
pub async fn share(
    context: &PageContext<'_>,
    preview_subject: &PreviewSubject,
    draw: &dyn PictureRenderer,
) -> Option<BuiltResource> {
    let card = Card::for_subject(context, preview_subject)?;
    match card.draw(context, draw).await {
        Ok(png) => {
            let mut resource = BuiltResource::new(context, png, "image/png", card.tags);
            resource.headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
            Some(resource.allow_cross_origin_embedding())
        }
        Err(error) => {
            tracing::error!(site.id = %context.site.id, error, "cannot draw a link-preview picture");
            None
        }
    }
}
