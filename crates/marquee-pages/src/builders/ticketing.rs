//! Booking of a show by the ticketing site's code: redirects to the ticketing site, or explains why the show cannot be booked
//! (ROUTE-20).

use jiff::ToSpan;
use marquee_api::{DayGroup, PageBody, UnbookablePage};
use marquee_catalog::{Bookable, bookability};
use marquee_messages::later;
use marquee_model::catalog::{Movie, Showtime};
use marquee_model::ticketing::Flow;
use marquee_model::{ShowId, Tag};
use marquee_store::{ShowFilter, StoreError};

use super::scene::{PageContext, PageDraft};
use super::{BuiltPage, days, shows};

/// Maximum number of other shows of the film that are offered.
const OTHERS: usize = 12;

/// The response to a booking.
#[derive(Debug)]
pub enum Booking {
    /// A redirect to this URL of the ticketing site.
    Address(String),
    /// A page that explains why the show cannot be booked.
    Refused(Box<BuiltPage>),
}

pub async fn build(scene: &PageContext<'_>, flow: Flow, query: &str) -> Result<Booking, StoreError> {
    let ticketing = flow.url(&scene.site.record.settings.ticketing_url).unwrap_or_default();
    let query = if query.is_empty() { String::new() } else { format!("?{query}") };
    let redirect = Booking::Address(ticketing + &query);
    let Some(show) = show(scene).await? else { return Ok(redirect) };
    match bookability(&show, scene.now, scene.site.late_booking_minutes()) {
        Bookable::Yes | Bookable::FewLeft => Ok(redirect),
        _ => match scene.snapshot.movie(&show.movie_id) {
            Some(film) => Ok(Booking::Refused(Box::new(refused(scene, &show, film).await?))),
            None => Ok(redirect),
        },
    }
}

/// The requested show, if the site has it.
async fn show(scene: &PageContext<'_>) -> Result<Option<Showtime>, StoreError> {
    let Some(code) = &scene.query.perf_code else { return Ok(None) };
    let store = scene.catalog.store();
    let found = match store.show_by_code(&scene.site.id, code).await? {
        Some(show) => Some(show),
        None => match ShowId::parse(code) {
            Ok(id) => store.show(&scene.site.id, &id).await?,
            Err(_) => None,
        },
    };
    Ok(found.filter(|show| scene.snapshot.theater(&show.theater_id).is_some()))
}

async fn refused(scene: &PageContext<'_>, show: &Showtime, film: &Movie) -> Result<BuiltPage, StoreError> {
    let theater = scene.snapshot.theater(&show.theater_id);
    let today = scene.today(&scene.zone(theater));
    let filter = ShowFilter {
        movie: Some(film.id.clone()),
        theater: Some(show.theater_id.clone()),
        from_date: Some(today),
        to_date: Some(today.saturating_add(30.days())),
        from: Some(scene.now),
        limit: Some(100),
        ..ShowFilter::default()
    };
    let others = scene.catalog.store().shows(&scene.site.id, &filter).await?;
    let late = scene.site.late_booking_minutes();
    let open = |s: &&Showtime| matches!(bookability(s, scene.now, late), Bookable::Yes | Bookable::FewLeft);
    let mut next: Vec<DayGroup> = Vec::new();
    for other in others.iter().filter(open).take(OTHERS) {
        let day = days::link_of_film(scene, film, other.business_date);
        let one = shows::show(scene, other, Some(film), theater, false);
        match next.last_mut().filter(|group| group.day.date == day.date) {
            Some(group) => group.shows.push(one),
            None => next.push(DayGroup { day, shows: vec![one] }),
        }
    }
    let body = UnbookablePage {
        film: shows::item(scene, film, None, today),
        show: shows::show(scene, show, Some(film), theater, false),
        day: scene.formats.day_long(show.business_date),
        theater: theater.filter(|_| scene.is_circuit()).map_or_else(String::new, |t| t.name.clone()),
        next,
        phone: theater.and_then(|t| t.phone.clone()).unwrap_or_default(),
    };
    let title = later::errors_unbookable_title(scene.language());
    let mut page = PageDraft::new(title.to_owned(), PageBody::Unbookable(body));
    page.tags = vec![Tag::Movie(film.id.clone()), Tag::Theater(show.theater_id.clone())];
    page.theater = theater.cloned();
    page.is_noindex = true;
    scene.finish(page).await
}
