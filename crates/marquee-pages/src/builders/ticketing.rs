//! Booking of a show by the ticketing site's code: redirects to the ticketing site, or explains why the show cannot be booked
//! (ROUTE-20).

use jiff::ToSpan;
use marquee_api::{DayGroup, PageBody, UnbookablePage};
use marquee_catalog::{Bookable, bookability};
use marquee_messages::later;
use marquee_model::catalog::{Availability, Movie, Showtime};
use marquee_model::ticketing::Flow;
use marquee_model::{ShowId, SiteId, Tag};
use marquee_store::{ShowFilter, Store, StoreError};

use super::context::{PageContext, PageDraft};
use super::{BuiltPage, days, shows};

/// Maximum number of other shows of the film that are offered.
const MAX_OTHER_SHOWS: usize = 12;

/// The response to a booking.
#[derive(Debug)]
pub enum Booking {
    /// A redirect to this URL of the ticketing site.
    Redirect(String),
    /// A page that explains why the show cannot be booked.
    Refused(Box<BuiltPage>),
}

pub async fn build(context: &PageContext<'_>, flow: Flow, query: &str) -> Result<Booking, StoreError> {
    let ticketing = flow.url(&context.site.record.settings.ticketing_url).unwrap_or_default();
    let query = if query.is_empty() { String::new() } else { format!("?{query}") };
    let redirect = Booking::Redirect(ticketing + &query);
    let Some(show) = requested_show(context).await? else { return Ok(redirect) };
    let theater = context.snapshot.theater(&show.theater_id);
    if theater.is_some_and(|theater| theater.closure_on(show.business_date).is_some()) {
        let hidden = Showtime { availability: Availability::Canceled, ..show };
        return refused(context, &hidden, redirect).await;
    }
    match bookability(&show, context.now, context.site.late_booking_minutes()) {
        Bookable::Yes | Bookable::FewLeft => Ok(redirect),
        _ => refused(context, &show, redirect).await,
    }
}

/// Explains why a show cannot be booked. A show of an unknown film is left to the ticketing site.
async fn refused(
    context: &PageContext<'_>,
    show: &Showtime,
    redirect: Booking,
) -> Result<Booking, StoreError> {
    match context.snapshot.movie(&show.movie_id) {
        Some(film) => Ok(Booking::Refused(Box::new(unbookable_page(context, show, film).await?))),
        None => Ok(redirect),
    }
}

/// The show with this code of the ticketing site, or with this id.
pub async fn show_by_code(store: &Store, site: &SiteId, code: &str) -> Result<Option<Showtime>, StoreError> {
    match store.show_by_code(site, code).await? {
        Some(show) => Ok(Some(show)),
        None => match ShowId::parse(code) {
            Ok(id) => store.show(site, &id).await,
            Err(_) => Ok(None),
        },
    }
}

/// The requested show, if the site has it.
async fn requested_show(context: &PageContext<'_>) -> Result<Option<Showtime>, StoreError> {
    let Some(code) = &context.query.perf_code else { return Ok(None) };
    let show = show_by_code(context.catalog.store(), &context.site.id, code).await?;
    Ok(show.filter(|show| context.snapshot.theater(&show.theater_id).is_some()))
}

async fn unbookable_page(
    context: &PageContext<'_>,
    show: &Showtime,
    film: &Movie,
) -> Result<BuiltPage, StoreError> {
    let theater = context.snapshot.theater(&show.theater_id);
    let today = context.today(&context.zone(theater));
    let filter = ShowFilter {
        movie: Some(film.id.clone()),
        theater: Some(show.theater_id.clone()),
        from_date: Some(today),
        to_date: Some(today.saturating_add(30.days())),
        from: Some(context.now),
        limit: Some(100),
        ..context.snapshot.show_filter()
    };
    let others = context.catalog.shows(&context.site.id, &filter).await?;
    let late = context.site.late_booking_minutes();
    let is_bookable =
        |s: &&Showtime| matches!(bookability(s, context.now, late), Bookable::Yes | Bookable::FewLeft);
    let mut next: Vec<DayGroup> = Vec::new();
    for other in others.iter().filter(is_bookable).take(MAX_OTHER_SHOWS) {
        let day = days::link_of_film(context, film, other.business_date);
        let next_show = shows::show(context, other, Some(film), theater, false);
        match next.last_mut().filter(|group| group.day.date == day.date) {
            Some(group) => group.shows.push(next_show),
            None => next.push(DayGroup { day, shows: vec![next_show] }),
        }
    }
    let body = UnbookablePage {
        film: shows::item(context, film, None, today),
        show: shows::show(context, show, Some(film), theater, false),
        day: context.formats.day_long(show.business_date),
        theater: theater.filter(|_| context.is_circuit()).map_or_else(String::new, |t| t.name.clone()),
        next,
        phone: theater.and_then(|t| t.phone.clone()).unwrap_or_default(),
    };
    let title = later::errors_unbookable_title(context.language());
    let mut page = PageDraft::new(title.to_owned(), PageBody::Unbookable(body));
    page.tags = vec![Tag::Movie(film.id.clone()), Tag::Theater(show.theater_id.clone())];
    page.theater = theater.cloned();
    page.is_noindex = true;
    context.finish(page).await
}
