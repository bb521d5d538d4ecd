//! The site's schedule as open data, one file per theater.

use http::header::{CONTENT_DISPOSITION, HeaderValue};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use marquee_model::catalog::{BookingUrl, Catalog};
use marquee_model::{Tag, TheaterId};
use marquee_store::{ShowFilter, StoreError};
use serde_json::json;

use super::BuiltResource;
use crate::builders::{PageContext, event_url, members_first};
use crate::kind::{CalendarSubject, Resource};

/// Number of days after today in a file.
const DAYS: i32 = 60;

/// Maximum number of shows in a file.
const MAX_SHOWS: u64 = 20_000;

/// Writes a theater's schedule in an open format.
pub trait Export: Send + Sync + std::fmt::Debug {
    /// The schedule as JSON text; `None` if the catalog does not have the theater.
    fn export(&self, catalog: &Catalog, theater: &TheaterId, at: Timestamp) -> Option<String>;

    /// The shows as CSV; `None` if the catalog does not have the theater.
    fn table(&self, catalog: &Catalog, theater: &TheaterId) -> Option<String>;
}

/// The theaters with the URLs of their schedules.
pub fn list(context: &PageContext<'_>) -> BuiltResource {
    let origin = &context.site.origin;
    let cinemas = context.snapshot.theaters.iter().map(|t| {
        json!({
            "cinema_id": t.id,
            "name": t.name,
            "timezone": t.time_zone,
            "programme": format!("{origin}{}", Resource::Schedule(t.id.clone()).path()),
            "table": format!("{origin}{}", Resource::ScheduleTable(t.id.clone()).path()),
            "calendar": format!(
                "{origin}{}",
                Resource::Calendar(CalendarSubject::Theater(t.id.clone())).path()
            ),
        })
    });
    let text = json!({ "site": context.site_name(), "cinemas": cinemas.collect::<Vec<_>>() }).to_string();
    BuiltResource::new(context, text, "application/json", vec![Tag::Theaters]).allow_cross_origin_reads()
}

/// The schedule of a theater from today on.
pub async fn theater_schedule(
    context: &PageContext<'_>,
    theater: &TheaterId,
    export: &dyn Export,
) -> Result<Option<BuiltResource>, StoreError> {
    let Some((catalog, tz)) = catalog_of(context, theater).await? else { return Ok(None) };
    let Some(text) = export.export(&catalog, theater, context.now) else { return Ok(None) };
    let tags = vec![Tag::Theater(theater.clone()), Tag::Films];
    let resource = BuiltResource::new(context, text, "application/json", tags);
    Ok(Some(resource.valid_for_the_day_in(context, &tz).allow_cross_origin_reads()))
}

/// The same shows as a table, which office programs open.
pub async fn theater_table(
    context: &PageContext<'_>,
    theater: &TheaterId,
    export: &dyn Export,
) -> Result<Option<BuiltResource>, StoreError> {
    let Some((catalog, tz)) = catalog_of(context, theater).await? else { return Ok(None) };
    let Some(text) = export.table(&catalog, theater) else { return Ok(None) };
    let tags = vec![Tag::Theater(theater.clone()), Tag::Films];
    let mut resource = BuiltResource::new(context, text, "text/csv; charset=utf-8", tags);
    let name = HeaderValue::from_static("attachment; filename=showtimes.csv");
    resource.headers.insert(CONTENT_DISPOSITION, name);
    Ok(Some(resource.valid_for_the_day_in(context, &tz).allow_cross_origin_reads()))
}

/// What visitors may know of a theater's schedule from today on, with the zone of the theater.
async fn catalog_of(
    context: &PageContext<'_>,
    theater: &TheaterId,
) -> Result<Option<(Catalog, TimeZone)>, StoreError> {
    let Some(record) = context.snapshot.theater(theater) else { return Ok(None) };
    let tz = context.zone(Some(record));
    let today = context.today(&tz);
    let filter = ShowFilter {
        theater: Some(theater.clone()),
        from_date: Some(today),
        to_date: Some(today.saturating_add(DAYS.days())),
        limit: Some(MAX_SHOWS),
        ..context.snapshot.show_filter()
    };
    let config = &context.site.record.config;
    let mut showtimes = context.catalog.shows(&context.site.id, &filter).await?;
    showtimes.retain(|s| config.shows_movie(&s.movie_id));
    // Until the public sale, only the event's page has what books the show (ENT-06).
    for show in &mut showtimes {
        if let Some(event) = members_first(context, show) {
            show.booking =
                show.booking.take().and_then(|_| BookingUrl::parse(&event_url(context, event)).ok());
            show.perf_code = None;
        }
    }
    let mut movies: Vec<_> =
        context.snapshot.all_movies().filter(|m| config.shows_movie(&m.id)).cloned().collect();
    movies.sort_by(|a, b| a.id.cmp(&b.id));
    let mut attributes: Vec<_> = context.snapshot.attributes.values().cloned().collect();
    attributes.sort_by(|a, b| a.key.cmp(&b.key));
    let catalog =
        Catalog { theaters: vec![record.clone()], movies, showtimes, attributes, ..Catalog::default() };
    Ok(Some((catalog, tz)))
}
