//! The JSON-LD graph of a page for search engines, in the schema.org vocabulary.

use jiff::tz::TimeZone;
use marquee_catalog::{Bookable, bookability};
use marquee_media::Format;
use marquee_messages::{pages, server};
use marquee_model::catalog::{
    AttributeGroup, Availability, Event, EventDate, Movie, Showtime, Theater, Trailer,
};
use marquee_model::fields::JsonObject;
use marquee_model::link_target::LinkTarget;
use marquee_model::{money, time};
use serde_json::{Value, json};

use super::context::PageContext;
use super::{facts, frame, shows};
use crate::format::iso;

/// A node of a schema.org type.
fn node(class: &str) -> JsonObject {
    JsonObject::default().with("@type", class)
}

fn reference(id: String) -> Value {
    json!({ "@id": id })
}

fn movie_id(context: &PageContext<'_>, m: &Movie) -> String {
    context.absolute(&format!("{}#movie", context.hrefs.movie(m)))
}

fn theater_id(context: &PageContext<'_>, t: &Theater) -> String {
    context.absolute(&format!("{}#theater", context.hrefs.theater(t)))
}

/// The organization that runs the site.
pub fn organization(context: &PageContext<'_>) -> Value {
    let logo = marquee_model::MediaRef::parse(&context.site.record.settings.logo.src).ok();
    node("Organization")
        .with("@id", context.absolute("/#organization"))
        .with("name", context.entity_name(None))
        .with("url", context.absolute("/"))
        .with("logo", picture(context, logo.as_ref()))
        .with("sameAs", profiles(context))
        .end()
}

/// Addresses of the cinema's profiles on other sites.
fn profiles<'c>(context: &'c PageContext<'_>) -> Vec<&'c str> {
    let links = context.snapshot.menus.social.iter().filter(|link| !link.members_only);
    links
        .map(|link| link.href.trim())
        .filter(|href| matches!(LinkTarget::parse(href), Some(LinkTarget::Web(_))))
        .collect()
}

/// The site, with its search.
pub fn website(context: &PageContext<'_>) -> Value {
    let search = context.absolute(&context.hrefs.path("/search/"));
    node("WebSite")
        .with("name", context.site_name())
        .with("url", context.absolute(&context.hrefs.path("/")))
        .with("inLanguage", context.formats.locale().long())
        .with("publisher", reference(context.absolute("/#organization")))
        .with(
            "potentialAction",
            json!({
                "@type": "SearchAction",
                "target": { "@type": "EntryPoint", "urlTemplate": format!("{search}?q={{search_term_string}}") },
                "query-input": "required name=search_term_string",
            }),
        )
        .end()
}

/// The breadcrumbs from the home page to this page; `trail` has their names and paths.
pub fn breadcrumbs(context: &PageContext<'_>, trail: &[(&str, String)]) -> Value {
    let home_crumb = (pages::common_home(context.language()), context.hrefs.path("/"));
    let items = std::iter::once(&home_crumb).chain(trail).enumerate().map(|(n, (name, path))| {
        json!({ "@type": "ListItem", "position": n + 1, "name": name, "item": context.absolute(path) })
    });
    json!({ "@type": "BreadcrumbList", "itemListElement": items.collect::<Vec<_>>() })
}

/// Maximum number of films in a list, to keep pages small.
const LISTED: usize = 12;

/// A list of films, from the paths of their pages.
pub fn film_list<'p>(context: &PageContext<'_>, paths: impl Iterator<Item = &'p str>) -> Value {
    let item = |(n, path)| json!({ "@type": "ListItem", "position": n + 1, "url": context.absolute(path) });
    let items: Vec<Value> = paths.take(LISTED).enumerate().map(item).collect();
    node("ItemList").with("itemListElement", items).end()
}

/// The URL of a stored picture in a large rendition.
fn picture(context: &PageContext<'_>, source: Option<&marquee_model::MediaRef>) -> Value {
    context.picture(source).map_or(Value::Null, |p| {
        let width = if p.w >= p.h { 1280 } else { 640 };
        Value::from(context.absolute(&context.picture_path(&p, width, Format::Jpeg)))
    })
}

/// A film: with all properties if `whole`, else with id, name, URL and picture only.
pub fn movie(context: &PageContext<'_>, m: &Movie, whole: bool) -> Value {
    let title = context.text(&m.localizations, |l| l.title.as_ref(), &m.title);
    let result = node("Movie")
        .with("@id", movie_id(context, m))
        .with("name", title)
        .with("url", context.absolute(&context.hrefs.movie(m)))
        .with("image", picture(context, m.poster.as_ref()));
    if !whole {
        return result.end();
    }
    let person = |name: &String| json!({ "@type": "Person", "name": name });
    let persons = |names: &[String]| names.iter().map(person).collect::<Vec<_>>();
    let story = context.text(&m.localizations, |l| l.synopsis.as_ref(), &m.synopsis);
    let line = context.text(&m.localizations, |l| l.tagline.as_ref(), &m.tagline);
    let released = m.release_date.map(|d| d.to_string()).or_else(|| m.year.map(|y| y.to_string()));
    result
        .with("alternateName", m.original_title.clone().filter(|t| t != title))
        .with("description", if story.is_empty() { line } else { story })
        .with("duration", m.runtime.map(|minutes| format!("PT{minutes}M")))
        .with("contentRating", m.certificate.clone())
        .with("genre", context.genres(m))
        .with("director", persons(&m.directors))
        .with("actor", persons(&m.cast))
        .with("inLanguage", m.languages.clone())
        .with(
            "countryOfOrigin",
            context.countries(m).iter().map(|c| json!({ "@type": "Country", "name": c })).collect::<Vec<_>>(),
        )
        .with("datePublished", released)
        .with("trailer", m.trailer.as_ref().and_then(|t| trailer(context, m, t)))
        .end()
}

fn trailer(context: &PageContext<'_>, m: &Movie, t: &Trailer) -> Option<Value> {
    let view = context.trailer(t)?;
    let thumbnail = picture(context, m.backdrop.as_ref().or(m.poster.as_ref()));
    let video = node("VideoObject")
        .with("name", server::titles_trailer(context.language(), &m.title))
        .with("description", m.tagline.as_str())
        .with("thumbnailUrl", thumbnail)
        .with(if view.file { "contentUrl" } else { "embedUrl" }, context.absolute(&view.embed))
        .end();
    Some(video)
}

pub fn theater(context: &PageContext<'_>, t: &Theater) -> Value {
    let a = &t.address;
    let tz = time::time_zone(&t.time_zone);
    let today = context.today(&tz);
    let address = node("PostalAddress")
        .with("streetAddress", a.street.as_str())
        .with("addressLocality", a.city.as_str())
        .with("addressRegion", a.region.as_str())
        .with("postalCode", a.postal_code.as_str())
        .with("addressCountry", a.country.as_str())
        .end();
    let geo = t.geo.map(|g| json!({ "@type": "GeoCoordinates", "latitude": g.lat, "longitude": g.lon }));
    let screens = u32::try_from(t.screens.len()).ok().filter(|n| *n > 0);
    node("MovieTheater")
        .with("@id", theater_id(context, t))
        .with("name", t.name.as_str())
        .with("url", context.absolute(&context.hrefs.theater(t)))
        .with("address", address)
        .with("geo", geo)
        .with("telephone", t.phone.clone())
        .with("email", t.email.clone())
        .with("image", picture(context, t.picture.as_ref()))
        .with("screenCount", screens)
        .with("amenityFeature", facts::amenities(context, t))
        .with("openingHoursSpecification", facts::opening_hours(t, today, &[], &tz))
        .with("parentOrganization", reference(context.absolute("/#organization")))
        .end()
}

/// A show with its local times, status and offer.
pub fn screening(context: &PageContext<'_>, s: &Showtime, m: &Movie, t: &Theater) -> Value {
    let tz = time::time_zone(&t.time_zone);
    let moved_from = s.moved_from();
    let status = match (s.availability, moved_from) {
        (Availability::Canceled, _) => "https://schema.org/EventCancelled",
        (_, Some(_)) => "https://schema.org/EventRescheduled",
        (_, None) => "https://schema.org/EventScheduled",
    };
    let formats: Vec<String> = s
        .attributes
        .iter()
        .filter(|k| frame::group_of(context, k) == Some(AttributeGroup::Format))
        .filter_map(|k| frame::attribute(context, k).map(|a| a.label))
        .collect();
    let title = context.text(&m.localizations, |l| l.title.as_ref(), &m.title);
    node("ScreeningEvent")
        .with("name", title)
        .with("startDate", iso(s.starts_at, &tz))
        .with("endDate", s.end(m.runtime).map(|end| iso(end, &tz)))
        .with("eventStatus", status)
        .with("previousStartDate", moved_from.map(|from| iso(from, &tz)))
        .with("eventAttendanceMode", "https://schema.org/OfflineEventAttendanceMode")
        .with("location", reference(theater_id(context, t)))
        .with("workPresented", reference(movie_id(context, m)))
        .with("videoFormat", formats)
        .with("offers", offer(context, s))
        .end()
}

/// The offer of tickets; null if the show has started or is canceled.
fn offer(context: &PageContext<'_>, s: &Showtime) -> Value {
    let availability = match bookability(s, context.now, context.site.late_booking_minutes()) {
        Bookable::Yes => "InStock",
        Bookable::FewLeft => "LimitedAvailability",
        Bookable::SoldOut => "SoldOut",
        Bookable::BoxOffice => "InStoreOnly",
        Bookable::Started | Bookable::Canceled => return Value::Null,
    };
    let price = s.price.as_ref();
    let members_first = shows::members_first(context, s);
    let booking = s.booking.as_ref().map(|b| b.as_str().to_owned());
    node("Offer")
        .with("availability", format!("https://schema.org/{availability}"))
        .with("url", members_first.map_or(booking, |e| Some(event_url(context, e))))
        .with("validFrom", members_first.and_then(|e| e.members_first_until).map(|at| at.to_string()))
        .with("price", price.map(|p| money::decimal(i64::from(p.amount), &p.currency)))
        .with("priceCurrency", price.map(|p| p.currency.clone()))
        .end()
}

/// The shows of a page with the films and theaters they refer to, each once. `about` has all properties.
pub fn screenings<'s>(
    context: &PageContext<'_>,
    all: impl Iterator<Item = &'s Showtime>,
    about: Option<&Movie>,
) -> Vec<Value> {
    let (mut events, mut films, mut theaters) = (Vec::new(), Vec::new(), Vec::new());
    for s in all {
        let (Some(m), Some(t)) = (context.movie(&s.movie_id), context.snapshot.theater(&s.theater_id)) else {
            continue;
        };
        events.push(screening(context, s, m, t));
        if about.is_none_or(|a| a.id != m.id) && !films.contains(&m.id) {
            films.push(m.id.clone());
        }
        if !theaters.contains(&t.id) {
            theaters.push(t.id.clone());
        }
    }
    let mut nodes: Vec<Value> = about.map(|m| movie(context, m, true)).into_iter().collect();
    nodes.extend(films.iter().filter_map(|id| context.movie(id)).map(|m| movie(context, m, false)));
    nodes.extend(theaters.iter().filter_map(|id| context.snapshot.theater(id)).map(|t| theater(context, t)));
    nodes.append(&mut events);
    nodes
}

/// The URL of an event's page.
pub fn event_url(context: &PageContext<'_>, e: &Event) -> String {
    context.absolute(&context.hrefs.event(e.id.as_str(), &e.slug))
}

/// An event with the theaters and films it refers to, and its upcoming dates that have a film of their own; empty without a date.
/// `dates` has the date of the page and the upcoming dates.
pub fn event(
    context: &PageContext<'_>,
    e: &Event,
    dates: Option<(&EventDate, &[EventDate])>,
    tz: &TimeZone,
    description: &str,
) -> Vec<Value> {
    let Some((date, upcoming)) = dates else { return Vec::new() };
    let is_location = |t: &&Theater| e.theater_ids.is_empty() || e.theater_ids.contains(&t.id);
    let places: Vec<&Theater> = context.snapshot.theaters.iter().filter(is_location).collect();
    let locations: Vec<Value> = places.iter().map(|t| reference(theater_id(context, t))).collect();
    let mut nodes: Vec<Value> = places.iter().map(|t| theater(context, t)).collect();
    let works = e.films_on(date).iter().filter_map(|id| context.movie(id));
    let works: Vec<Value> = works.map(|m| movie(context, m, false)).collect();
    let name = context.fill(context.text(&e.localizations, |l| l.title.as_ref(), &e.title));
    let single = |class: &str, name: &str, date: &EventDate| {
        node(class)
            .with("name", name)
            .with("startDate", event_start(date, tz))
            .with("eventStatus", "https://schema.org/EventScheduled")
            .with("eventAttendanceMode", "https://schema.org/OfflineEventAttendanceMode")
            .with("location", locations.clone())
    };
    let sub_events = upcoming.iter().filter(|d| !d.hired).filter_map(|d| {
        let film = context.movie(d.movie_id.as_ref()?)?;
        let title = context.text(&film.localizations, |l| l.title.as_ref(), &film.title);
        Some(single("ScreeningEvent", title, d).with("workPresented", movie(context, film, false)).end())
    });
    let result = single("Event", &name, date)
        .with("url", event_url(context, e))
        .with("description", description)
        .with("image", picture(context, e.picture.as_ref()))
        .with("organizer", reference(context.absolute("/#organization")))
        .with("offers", event_offer(context, e))
        .with("workFeatured", works)
        .with("subEvent", sub_events.collect::<Vec<_>>());
    nodes.push(result.end());
    nodes
}

/// The cheapest ticket of an event, and from when everybody can buy it; null without a price.
fn event_offer(context: &PageContext<'_>, e: &Event) -> Value {
    let Some(price) = &e.price_from else { return Value::Null };
    node("Offer")
        .with("url", event_url(context, e))
        .with("price", money::decimal(i64::from(price.amount), &price.currency))
        .with("priceCurrency", price.currency.clone())
        .with("validFrom", e.members_first_until.map(|at| at.to_string()))
        .end()
}

/// The start of an event: local time with UTC offset if the time is known, else the date.
fn event_start(date: &EventDate, tz: &TimeZone) -> String {
    let start = date.time.and_then(|t| date.date.to_datetime(t).to_zoned(tz.clone()).ok());
    start.map_or_else(|| date.date.to_string(), |zoned| iso(zoned.timestamp(), tz))
}
