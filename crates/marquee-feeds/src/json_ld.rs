//! Reads the structured data of web pages: JSON-LD with the vocabulary of schema.org, as cinemas write it for search engines.
//!
//! A file is a page, or what a page has in a `script` of the type `application/ld+json`. Nodes are found at any depth (`@graph`, lists, nested
//! events); one that only has an `@id` stands for the node that says more. Films and theaters are told apart by their names, because
//! pages rarely give them the same id twice. A show that several pages name is read once.

use std::collections::HashMap;

use jiff::{Span, Timestamp};
use marquee_model::catalog::{
    Address, Availability, BookingUrl, Geo, Movie, Price, Showtime, Theater, Trailer,
};
use marquee_model::{MovieId, ShowId, TheaterId, text};
use serde_json::{Map, Value};
use url::Url;

use crate::attributes::{self, Kind};
use crate::collector::{Collector, parse};
use crate::error::FeedError;
use crate::format::{Content, FeedFormat, FurtherRequest};
use crate::records;
use crate::report::{SkipReason, WarningReason};
use crate::row::{Field, RowError};
use crate::schedule::{PictureOwner, Scope};
use crate::source::{JSON, Source, SourceFile};
use crate::values::{self, truncate_for_report};
use crate::web_page::{is_web_page, structured_data};

/// Maximum length of a title or name in characters.
const MAX_NAME: usize = 400;
/// Maximum length of a description in characters.
const MAX_TEXT: usize = 20_000;
/// Maximum number of pages of films that are requested.
const MAX_PAGES: usize = 80;
/// Maximum number of people, genres or languages of a film.
const MAX_LIST: usize = 40;

type Fields = Map<String, Value>;

/// The structured data of web pages.
pub(crate) struct JsonLd;

impl FeedFormat for JsonLd {
    fn name(&self) -> &'static str {
        "json-ld"
    }

    fn hint(&self) -> &'static str {
        "it has nodes of the type ScreeningEvent, Movie or MovieTheater"
    }

    fn extensions(&self) -> &'static [&'static str] {
        JSON
    }

    fn recognizes(&self, _: &SourceFile, content: &Content) -> bool {
        matches!(content, Content::WebPage) || content.json().is_some_and(is_node)
    }

    /// The pages of films that a page without showtimes lists: search engines are told about them in the same way.
    fn further(&self, address: &Url, files: &[SourceFile], _: Timestamp) -> Vec<FurtherRequest> {
        let [page] = files else { return Vec::new() };
        if !is_web_page(page) {
            return Vec::new();
        }
        let documents: Vec<Value> =
            structured_data(page).iter().filter_map(|text| script(page, text).ok()).collect();
        let documents: Vec<(&SourceFile, Value)> = documents.into_iter().map(|value| (page, value)).collect();
        let graph = Graph::new(&documents);
        if graph.nodes.iter().any(|node| is_show(&graph, node.fields, false)) {
            return Vec::new();
        }
        let listed = graph
            .nodes
            .iter()
            .filter(|node| has_type(node.fields, "ListItem") || has_type(node.fields, "Movie"));
        let addresses = listed
            .filter_map(|node| ["url", "item"].iter().find_map(|key| address_of(node.fields.get(*key))));
        let mut found = Vec::new();
        for url in addresses.filter_map(|text| address.join(text).ok()) {
            if url.origin() == address.origin() && url != *address && !found.contains(&url) {
                found.push(url);
            }
        }
        found.into_iter().take(MAX_PAGES).map(FurtherRequest::optional).collect()
    }

    fn read(&self, source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
        read(source, collector)
    }
}

/// An object with a type, and where it is.
struct Node<'v> {
    file: &'v SourceFile,
    place: String,
    fields: &'v Fields,
}

/// All nodes of the files.
struct Graph<'v> {
    nodes: Vec<Node<'v>>,
    /// For each `@id`, the node with the most fields.
    by_id: HashMap<&'v str, &'v Fields>,
}

impl<'v> Graph<'v> {
    fn new(documents: &'v [(&'v SourceFile, Value)]) -> Self {
        let mut graph = Self { nodes: Vec::new(), by_id: HashMap::new() };
        for (file, value) in documents {
            graph.add(file, value, &mut String::new());
        }
        graph
    }

    /// Adds the nodes of a value. The parser limits its depth.
    fn add(&mut self, file: &'v SourceFile, value: &'v Value, place: &mut String) {
        let length = place.len();
        match value {
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    place.push_str(&format!("/{index}"));
                    self.add(file, item, place);
                    place.truncate(length);
                }
            }
            Value::Object(fields) => {
                if let Some(id) = fields.get("@id").and_then(Value::as_str) {
                    let known = self.by_id.entry(id).or_insert(fields);
                    if fields.len() > known.len() {
                        *known = fields;
                    }
                }
                if types(fields).next().is_some() {
                    self.nodes.push(Node { file, place: place.clone(), fields });
                }
                for (key, value) in fields {
                    if value.is_object() || value.is_array() {
                        place.push('/');
                        place.push_str(&key.replace('~', "~0").replace('/', "~1"));
                        self.add(file, value, place);
                        place.truncate(length);
                    }
                }
            }
            _ => {}
        }
    }

    /// The object of a field: itself, the node that it refers to, or the first of a list.
    fn object(&self, value: Option<&'v Value>) -> Option<&'v Fields> {
        match value? {
            Value::Object(fields) => {
                let id = fields.get("@id").and_then(Value::as_str);
                let known = id.and_then(|id| self.by_id.get(id).copied());
                Some(known.filter(|known| known.len() > fields.len()).unwrap_or(fields))
            }
            Value::String(id) => self.by_id.get(id.as_str()).copied(),
            Value::Array(items) => items.iter().find_map(|item| match item {
                Value::Array(_) => None,
                item => self.object(Some(item)),
            }),
            _ => None,
        }
    }
}

/// Whether a file has a node of linked data, or a list of nodes.
fn is_node(value: &Value) -> bool {
    let first = value.as_array().map_or(Some(value), |nodes| nodes.first());
    first.is_some_and(|node| ["@context", "@graph", "@type"].iter().any(|key| node.get(key).is_some()))
}

/// The types of a node, without the address of the vocabulary.
fn types(fields: &Fields) -> impl Iterator<Item = &str> {
    let names: Vec<&str> = match fields.get("@type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    names.into_iter().map(|name| name.rsplit(['/', ':', '#']).next().unwrap_or(name))
}

fn has_type(fields: &Fields, name: &str) -> bool {
    types(fields).any(|class| class == name)
}

/// A text of a field: a string, a number, the name or value of an object, or the first of a list. Character references are decoded,
/// because pages write them as in HTML.
fn text_of(value: Option<&Value>) -> Option<String> {
    let found = match value? {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Object(fields) => {
            return text_of(fields.get("name").or_else(|| fields.get("@value")).filter(|v| v.is_string()));
        }
        Value::Array(items) => return items.iter().find(|v| !v.is_array()).and_then(|v| text_of(Some(v))),
        _ => return None,
    };
    let decoded = values::decoded(&found);
    let text = decoded.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

/// All texts of a field, each once.
fn texts_of(value: Option<&Value>) -> Vec<String> {
    let one = |value: &Value| text_of(Some(value)).filter(|text| text.chars().count() <= MAX_NAME);
    let mut texts: Vec<String> = match value {
        Some(Value::Array(items)) => items.iter().take(MAX_LIST).filter_map(one).collect(),
        Some(value) => one(value).into_iter().collect(),
        None => Vec::new(),
    };
    let mut seen = std::collections::HashSet::new();
    texts.retain(|text| seen.insert(text.clone()));
    texts
}

/// The address of a field: a string, or the `url` of an object such as `ImageObject`; the first of a list.
fn address_of(value: Option<&Value>) -> Option<&str> {
    match value? {
        Value::String(address) => Some(address),
        Value::Object(fields) => {
            ["contentUrl", "url", "embedUrl", "@id"].iter().find_map(|key| fields.get(*key)?.as_str())
        }
        Value::Array(items) => items.iter().find(|v| !v.is_array()).and_then(|v| address_of(Some(v))),
        _ => None,
    }
}

fn number_of(value: Option<&Value>) -> Option<f64> {
    match value? {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Minutes of a duration such as `PT1H54M` or `PT114M`.
fn minutes_of(value: Option<&Value>) -> Option<u16> {
    let span: Span = text_of(value)?.parse().ok()?;
    values::minutes(
        f64::from(span.get_days()) * 1_440.0
            + f64::from(span.get_hours()) * 60.0
            + span.get_minutes() as f64
            + (span.get_seconds() as f64 / 60.0),
    )
}

/// A date and time of day: a date alone says nothing about a show.
fn has_time(text: &str) -> bool {
    text.trim().as_bytes().get(10).is_some_and(|separator| matches!(separator, b'T' | b' '))
}

/// Whether a node is a show. `only_screenings` is false for sites that declare none of that type, but events of films or plain events.
fn is_show(graph: &Graph<'_>, fields: &Fields, only_screenings: bool) -> bool {
    if has_type(fields, "ScreeningEvent") {
        return true;
    }
    let is_event = types(fields).any(|class| class.ends_with("Event"));
    is_event && !only_screenings && (has_type(fields, "Event") || work(graph, fields).is_some())
}

/// The film of an event.
fn work<'v>(graph: &Graph<'v>, event: &'v Fields) -> Option<&'v Fields> {
    let found = ["workPresented", "workFeatured", "workPerformed"]
        .iter()
        .find_map(|key| graph.object(event.get(*key)));
    found.filter(|work| text_of(work.get("name")).is_some())
}

/// The value of a script of a page.
fn script(page: &SourceFile, text: &str) -> Result<Value, FeedError> {
    parse(&SourceFile { name: page.name.clone(), bytes: text.as_bytes().to_vec() })
}

fn read(source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
    collector.schedule.scope = Scope::Cinemas;
    let files: Vec<_> = source.files_with(JSON).collect();
    let mut documents = Vec::new();
    for file in &files {
        if is_web_page(file) {
            collector.name_file(file);
            for text in structured_data(file) {
                match script(file, &text) {
                    Ok(value) => documents.push((*file, value)),
                    Err(_) => collector.warn("script", &file.name, "", WarningReason::UnrecognizedFile),
                }
            }
            collector.report_progress(file);
            continue;
        }
        match collector.open(file) {
            Ok(value) => documents.push((*file, value)),
            // A page has several scripts: one that is broken does not affect the others.
            Err(_) if files.len() > 1 => {
                collector.warn("script", &file.name, "", WarningReason::UnrecognizedFile);
            }
            Err(error) => return Err(error),
        }
        collector.report_progress(file);
    }
    let graph = Graph::new(&documents);
    let mut reader = Reader { graph: &graph, films: HashMap::new(), theaters: HashMap::new() };
    for node in &graph.nodes {
        collector.name_file(node.file);
        if has_type(node.fields, "MovieTheater") && collector.options.known.theaters.is_empty() {
            reader.theater(collector, node.fields, &node.place);
        }
        if has_type(node.fields, "Movie") {
            reader.film(collector, node.fields, &node.place);
        }
    }
    let only_screenings = graph.nodes.iter().any(|node| has_type(node.fields, "ScreeningEvent"));
    let mut rows: HashMap<TheaterId, usize> = HashMap::new();
    for node in graph.nodes.iter().filter(|node| is_show(&graph, node.fields, only_screenings)) {
        collector.name_file(node.file);
        match reader.show(collector, node) {
            Ok(Some(theater)) => *rows.entry(theater).or_default() += 1,
            Ok(None) => {}
            Err(error) => {
                collector.row();
                let name = text_of(node.fields.get("name")).unwrap_or_default();
                collector.skip("showtime", &name, error);
            }
        }
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort();
    for (theater, count) in rows {
        collector.declare_shows(&theater, "", count, 0);
    }
    Ok(())
}

/// The films and theaters that were read, by name.
struct Reader<'v> {
    graph: &'v Graph<'v>,
    films: HashMap<String, MovieId>,
    theaters: HashMap<String, TheaterId>,
}

impl<'v> Reader<'v> {
    /// Adds a theater, unless one of its name was read before.
    fn theater(
        &mut self,
        collector: &mut Collector<'_>,
        fields: &'v Fields,
        place: &str,
    ) -> Option<TheaterId> {
        let fields = match fields.get("@id").and_then(Value::as_str).and_then(|id| self.graph.by_id.get(id)) {
            Some(known) if known.len() > fields.len() => known,
            _ => fields,
        };
        let name = text_of(fields.get("name")).filter(|name| name.chars().count() <= MAX_NAME / 2)?;
        let key = text::slug(&name);
        if key.is_empty() {
            return None;
        }
        if let Some(id) = self.theaters.get(&key) {
            return Some(id.clone());
        }
        collector.row();
        let id = TheaterId::normalized(&key);
        let zone = collector.zone_name("", String::new(), None);
        let theater = Theater {
            address: self.address(fields),
            geo: self.geo(fields),
            phone: text_of(fields.get("telephone")).filter(|phone| phone.len() <= 40),
            email: text_of(fields.get("email")).filter(|email| email.len() <= 200),
            hours: hours_of(fields),
            ..records::theater(id.clone(), &name, zone)
        };
        if collector.theater(place, theater) {
            collector.picture(PictureOwner::Theater(id.clone()), address_of(fields.get("image")));
        }
        self.theaters.insert(key, id.clone());
        Some(id)
    }

    fn address(&self, theater: &'v Fields) -> Address {
        let Some(fields) = self.graph.object(theater.get("address")) else {
            return Address {
                street: text_of(theater.get("address")).unwrap_or_default(),
                ..Address::default()
            };
        };
        let part = |key: &str| {
            text_of(fields.get(key)).filter(|part| part.chars().count() <= MAX_NAME).unwrap_or_default()
        };
        Address {
            street: part("streetAddress"),
            city: part("addressLocality"),
            region: part("addressRegion"),
            postal_code: part("postalCode"),
            country: part("addressCountry"),
        }
    }

    fn geo(&self, theater: &'v Fields) -> Option<Geo> {
        let fields = self.graph.object(theater.get("geo"))?;
        let (lat, lon) = (number_of(fields.get("latitude"))?, number_of(fields.get("longitude"))?);
        ((-90.0..=90.0).contains(&lat) && (-180.0..=180.0).contains(&lon)).then_some(Geo { lat, lon })
    }

    /// Adds a film, unless one of its title was read before. `None` if it has no title that can be used.
    fn film(&mut self, collector: &mut Collector<'_>, fields: &'v Fields, place: &str) -> Option<MovieId> {
        let fields = match fields.get("@id").and_then(Value::as_str).and_then(|id| self.graph.by_id.get(id)) {
            Some(known) if known.len() > fields.len() && has_type(known, "Movie") => known,
            _ => fields,
        };
        let title = text_of(fields.get("name")).filter(|title| title.chars().count() <= MAX_NAME)?;
        self.titled(collector, title, Some(fields), place)
    }

    fn titled(
        &mut self,
        collector: &mut Collector<'_>,
        title: String,
        fields: Option<&'v Fields>,
        place: &str,
    ) -> Option<MovieId> {
        if attributes::is_private_title(&title) {
            return None;
        }
        let key = text::slug(&title);
        if let Some(id) = self.films.get(&key) {
            return Some(id.clone());
        }
        let known = collector.options.known.movies.iter().find(|film| text::slug(&film.title) == key);
        if let Some(known) = known {
            self.films.insert(key, known.id.clone());
            return Some(known.id.clone());
        }
        collector.row();
        let id = MovieId::numeric_for(&format!("page-{key}"));
        let field = |name: &str| fields.and_then(|fields| fields.get(name));
        let long =
            |name: &str| text_of(field(name)).map(|text| text::shorten(&text, MAX_TEXT)).unwrap_or_default();
        let released = text_of(field("datePublished")).or_else(|| text_of(field("dateCreated")));
        let trailer = ["trailer", "video"].iter().find_map(|name| address_of(field(name)));
        let movie = Movie {
            original_title: text_of(field("alternateName"))
                .filter(|other| *other != title && other.chars().count() <= MAX_NAME),
            release_date: released.as_deref().and_then(values::date),
            runtime: minutes_of(field("duration")),
            year: released.and_then(|date| date.get(..4)?.parse().ok()).filter(|y| (1880..=2100).contains(y)),
            certificate: text_of(field("contentRating")).filter(|rating| rating.chars().count() <= 40),
            genres: texts_of(field("genre")),
            directors: texts_of(field("director")),
            cast: texts_of(field("actor").or_else(|| field("actors"))),
            languages: texts_of(field("inLanguage")).into_iter().filter(|tag| is_language_tag(tag)).collect(),
            countries: texts_of(field("countryOfOrigin")),
            synopsis: long("description"),
            trailer: trailer.and_then(Trailer::from_url),
            ..records::movie(id.clone(), &title)
        };
        collector.picture(PictureOwner::MoviePoster(id.clone()), address_of(field("image")));
        collector.movie(place, movie);
        self.films.insert(key, id.clone());
        Some(id)
    }

    /// Adds a show and returns its theater; `None` if an earlier node was about the same show.
    fn show(&mut self, collector: &mut Collector<'_>, node: &Node<'v>) -> Field<Option<TheaterId>> {
        let error = |key: &str, reason| RowError { place: format!("{}/{key}", node.place), reason };
        let start = text_of(node.fields.get("startDate"));
        let start = start.ok_or_else(|| error("startDate", SkipReason::Missing("startDate")))?;
        if !has_time(&start) {
            return Err(error("startDate", SkipReason::BadTime { text: truncate_for_report(&start) }));
        }
        let theater_id = self.place_of(collector, node)?;
        let zone = collector.zone(&theater_id);
        let name = text_of(node.fields.get("name")).unwrap_or_default();
        let starts_at = collector
            .instant("showtime", &name, &format!("{}/startDate", node.place), &start, &zone)
            .map_err(|reason| error("startDate", reason))?;
        let movie_id = match work(self.graph, node.fields) {
            Some(film) => self.film(collector, film, &node.place),
            None => text_of(node.fields.get("name"))
                .filter(|title| title.chars().count() <= MAX_NAME)
                .and_then(|title| self.titled(collector, title, None, &node.place)),
        };
        let movie_id =
            movie_id.ok_or_else(|| error("workPresented", SkipReason::Missing("workPresented")))?;
        let identity = format!("{theater_id}|{movie_id}|{starts_at}");
        // The same show has the same id on the next page.
        let id = ShowId::normalized(&format!("page-{}", MovieId::numeric_for(&identity)));
        if collector.show_theater(&id).is_some() {
            return Ok(None);
        }
        collector.row();
        let end = text_of(node.fields.get("endDate")).filter(|end| has_time(end));
        let offer = self.graph.object(node.fields.get("offers"));
        let show = Showtime {
            id,
            movie_id,
            theater_id: theater_id.clone(),
            starts_at,
            ends_at: end.and_then(|end| values::instant(&end, &zone).ok()).filter(|end| *end > starts_at),
            business_date: collector.business_date(starts_at, &zone),
            screen: None,
            attributes: formats(collector, node.fields),
            availability: availability(node.fields, offer),
            booking: booking(collector, node, offer),
            perf_code: None,
            price: offer.and_then(price),
            change: None,
        };
        collector.show(&name, &node.place, show);
        Ok(Some(theater_id))
    }

    /// The theater of a show: the one that its location names, else the only one.
    fn place_of(&mut self, collector: &mut Collector<'_>, node: &Node<'v>) -> Field<TheaterId> {
        let location = node.fields.get("location");
        let fields = self.graph.object(location);
        let name = fields.map_or_else(|| text_of(location), |fields| text_of(fields.get("name")));
        let known = collector.options.known;
        if !known.theaters.is_empty() {
            let found = known.theater_named(name.as_deref()).map(|theater| theater.id.clone());
            return found.ok_or_else(|| RowError {
                place: format!("{}/location", node.place),
                reason: SkipReason::UnknownTheater(truncate_for_report(&name.unwrap_or_default())),
            });
        }
        let place = format!("{}/location", node.place);
        let found = match (fields, name) {
            (Some(fields), Some(_)) => self.theater(collector, fields, &place),
            (_, Some(name)) => self.theaters.get(&text::slug(&name)).cloned(),
            _ => None,
        };
        let only = || match self.theaters.len() {
            1 => self.theaters.values().next().cloned(),
            _ => None,
        };
        found.or_else(only).ok_or(RowError { place, reason: SkipReason::Missing("location") })
    }
}

fn is_language_tag(text: &str) -> bool {
    (2..=35).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// Opening hours as a page says them in text; those in objects are not read.
fn hours_of(theater: &Fields) -> Option<String> {
    let hours = texts_of(theater.get("openingHours")).join(", ");
    (!hours.is_empty() && hours.chars().count() <= 200).then_some(hours)
}

fn formats(collector: &mut Collector<'_>, event: &Fields) -> Vec<String> {
    let mut keys = Vec::new();
    for name in texts_of(event.get("videoFormat")) {
        let (of_name, new_attribute) = attributes::keys(&name, Kind::Picture);
        keys.extend(of_name);
        new_attribute.into_iter().for_each(|attribute| collector.attribute(attribute));
    }
    keys
}

fn availability(event: &Fields, offer: Option<&Fields>) -> Availability {
    let last = |value: Option<&Value>| {
        let address = value.and_then(Value::as_str).unwrap_or_default();
        address.rsplit('/').next().unwrap_or_default().to_owned()
    };
    if matches!(last(event.get("eventStatus")).as_str(), "EventCancelled" | "EventPostponed") {
        return Availability::Canceled;
    }
    match last(offer.and_then(|offer| offer.get("availability"))).as_str() {
        "SoldOut" => Availability::SoldOut,
        "LimitedAvailability" => Availability::FewLeft,
        _ => Availability::Open,
    }
}

fn booking(collector: &mut Collector<'_>, node: &Node<'_>, offer: Option<&Fields>) -> Option<BookingUrl> {
    let of_offer = offer.and_then(|offer| offer.get("url"));
    let text = address_of(of_offer.or_else(|| node.fields.get("url")))?;
    match BookingUrl::parse(text) {
        Ok(url) => Some(url),
        Err(reason) => {
            collector.warn("showtime", "", format!("{}/url", node.place), WarningReason::Booking(reason));
            None
        }
    }
}

fn price(offer: &Fields) -> Option<Price> {
    let currency = text_of(offer.get("priceCurrency"))?;
    let amount = number_of(offer.get("price")).or_else(|| number_of(offer.get("lowPrice")))?;
    values::price(amount, &currency)
}

#[cfg(test)]
mod tests;
