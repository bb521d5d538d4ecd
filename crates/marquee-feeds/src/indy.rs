//! Reads responses of the GraphQL interface of INDY Cinema Group, which its customers' sites ask at `/graphql`.
//!
//! Fields of `movies { data { showings } }` are from a recording of a site in London (January 2025): `id`, `name`, `urlSlug`,
//! `posterImage`, `bannerImage`, `synopsis`, `starring`, `directedBy`, `duration`, `genre`, `allGenres`, `rating`, `trailerYoutubeId`,
//! `releaseDate` and `siteId` of a film; `id`, `time`, `ticketsSold`, `seatsRemaining`, `screenId` and `displayMetaData` of a showing.
//! That pictures are at `indy-systems.imgix.net`, and the paths of booking links, is observed in public code.
//! Not recorded: `showingsForDate { data { movie } }`, which has the same fields in another order (public code of clients), a value of
//! `trailerVideo`, and names of screens.
//!
//! - The request, its header and its cookie are from public code of clients.
//! - `time` is UTC. A chain is known whose sites write the local time with `Z`; a response does not show it.
//! - Showings remain in the response after they were replaced: of several of one film at one time on one screen, the one that was
//!   created last counts.
//! - A screen has several ids, for example one for each seat plan. Its number is in the classes of `displayMetaData`: `sc1`.

use std::collections::{BTreeSet, HashMap, HashSet};

use jiff::Timestamp;
use marquee_model::catalog::{Availability, Movie, Showtime, Trailer};
use marquee_model::{MovieId, ShowId, text};
use serde_json::{Value, json};
use url::Url;

use crate::attributes::{self, Kind};
use crate::collector::Collector;
use crate::error::FeedError;
use crate::format::{Content, FeedFormat, SystemRequest};
use crate::of_site::{self, Place, SiteRecords};
use crate::records;
use crate::report::{SkipReason, WarningReason};
use crate::row::{Field, JsonRow, RowError, id_of};
use crate::schedule::{PictureOwner, Scope};
use crate::source::{JSON, Source, SourceFile};
use crate::values::{self, truncate_for_report};

/// Responses of INDY Cinema Group.
pub(crate) struct Indy;

impl FeedFormat for Indy {
    fn name(&self) -> &'static str {
        "indy"
    }

    fn hint(&self) -> &'static str {
        "its files are responses with data.movies.data or data.showingsForDate.data"
    }

    fn extensions(&self) -> &'static [&'static str] {
        JSON
    }

    fn recognizes(&self, _: &SourceFile, content: &Content) -> bool {
        content.json().is_some_and(is_response)
    }

    /// The site's own GraphQL address is asked for the films with their showings. A server with several cinemas needs the number of one
    /// in its `site_id` cookie, which is in the query of the address: `https://cinema.example/graphql?site_id=85`.
    fn request(&self, address: &Url) -> Option<SystemRequest> {
        if !address.path().ends_with("/graphql") {
            return None;
        }
        let variables = json!({ "limit": MAX_FILMS, "orderBy": "magic", "type": "all-published" });
        let mut headers = vec![("client-type", "consumer".to_owned())];
        let site = address.query_pairs().find(|(name, _)| name == "site_id").map(|(_, value)| value);
        if let Some(site) = site.filter(|site| site.parse::<u32>().is_ok()) {
            headers.push(("cookie", format!("site_id={site}")));
        }
        Some(SystemRequest { body: json!({ "query": QUERY, "variables": variables }).to_string(), headers })
    }

    fn read(&self, source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
        read(source, collector)
    }
}

/// Number of films that are asked for.
const MAX_FILMS: u32 = 1_000;
/// Asks for what is read.
const QUERY: &str = "query ($limit: Int, $orderBy: String, $type: String) { \
    movies(limit: $limit, orderBy: $orderBy, type: $type) { data { \
    id name urlSlug posterImage bannerImage synopsis starring directedBy duration genre allGenres rating \
    trailerYoutubeId trailerVideo releaseDate siteId \
    showings { id time ticketsSold seatsRemaining screenId displayMetaData } } } }";

/// Host of the system's pictures.
const PICTURES: &str = "https://indy-systems.imgix.net/";
/// Classes that say nothing to visitors.
const SILENT: [&str; 1] = ["reserved-seating"];

/// Whether a file is a response of this interface.
fn is_response(value: &Value) -> bool {
    let has = |list: &str, key: &str| {
        let first = value.pointer(list).and_then(Value::as_array).and_then(|rows| rows.first());
        first.is_some_and(|row| row.get(key).is_some())
    };
    has("/data/movies/data", "showings") || has("/data/showingsForDate/data", "movie")
}

fn read(source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
    collector.schedule.scope = Scope::Cinemas;
    let (mut site, mut is_found) = (SiteRecords::default(), false);
    for file in source.files_with(JSON) {
        let value = collector.open(file)?;
        let mut response = Response { site: &mut site, screens: HashMap::new(), ratings: HashSet::new() };
        let (films, shows) = (list(&value, "/data/movies/data"), list(&value, "/data/showingsForDate/data"));
        for row in films.into_iter().flatten().chain(shows.into_iter().flatten()) {
            response.prepare(row);
        }
        for (index, row) in films.into_iter().flatten().enumerate() {
            response.film_with_showings(collector, row, &format!("/data/movies/data/{index}"));
        }
        for (index, row) in shows.into_iter().flatten().enumerate() {
            response.showing_with_film(collector, row, &format!("/data/showingsForDate/data/{index}"));
        }
        if films.or(shows).is_none() {
            collector.warn("file", "", "", WarningReason::UnrecognizedFile);
        }
        is_found |= films.or(shows).is_some();
        collector.report_progress(file);
    }
    if is_found {
        site.finish(collector);
    }
    Ok(())
}

fn list<'v>(value: &'v Value, place: &str) -> Option<&'v [Value]> {
    value.pointer(place)?.as_array().map(Vec::as_slice)
}

/// What one response says about its screens and ratings, and the records of the site.
struct Response<'s> {
    site: &'s mut SiteRecords,
    /// The numbers of a screen, by its id: those of the showings that name only one.
    screens: HashMap<String, BTreeSet<String>>,
    /// Ratings in the form of classes.
    ratings: HashSet<String>,
}

/// The film of a showing.
struct Film<'v, 'k> {
    id: MovieId,
    /// Last part of the film's address.
    slug: String,
    /// `None` if it is not clear which theater the film plays in.
    place: Result<Place<'k>, SkipReason>,
    row: JsonRow<'v>,
}

/// Two showings with the same key are one.
type ShowingKey = (Timestamp, Option<String>);

impl Response<'_> {
    /// Learns ratings and numbers of screens of a film with showings, or of a showing with a film.
    fn prepare(&mut self, row: &Value) {
        for film in [Some(row), row.get("movie")].into_iter().flatten() {
            if let Some(rating) = film.get("rating").and_then(Value::as_str) {
                self.ratings.insert(text::slug(rating));
            }
        }
        let showings = row.get("showings").and_then(Value::as_array).into_iter().flatten();
        for showing in showings.chain([row]) {
            let classes = classes_of(showing);
            let mut numbers = classes.iter().filter_map(|class| screen_number(class));
            if let (Some(number), None) = (numbers.next(), numbers.next()) {
                self.screens.entry(id_of(showing, "screenId")).or_default().insert(number.to_owned());
            }
        }
    }

    /// Number or id of the screen of a showing.
    fn screen_name(&self, showing: &JsonRow<'_>) -> Field<Option<String>> {
        let Some(id) = showing.id("screenId")? else { return Ok(None) };
        let number = self.screens.get(&id).filter(|numbers| numbers.len() == 1).and_then(BTreeSet::first);
        Ok(Some(number.cloned().unwrap_or(id)))
    }

    fn film_with_showings(&mut self, collector: &mut Collector<'_>, value: &Value, at: &str) {
        let showings = value.get("showings").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let places = |index: usize| format!("{at}/showings/{index}");
        let film = match JsonRow::new(value, at).and_then(|row| self.film(collector, row)) {
            Ok(film) => film,
            Err(error) => {
                let reason = match &error.reason {
                    SkipReason::PrivateHire => SkipReason::PrivateHire,
                    _ => SkipReason::UnknownFilm(truncate_for_report(&id_of(value, "id"))),
                };
                let site_id = id_of(value, "siteId");
                let place = of_site::place(collector, Some(site_id.as_str()).filter(|id| !id.is_empty()));
                for (index, showing) in showings.iter().enumerate() {
                    collector.row();
                    if let Ok(place) = &place {
                        self.site.count(place, reason == SkipReason::PrivateHire);
                    }
                    let error = RowError { place: places(index), reason: reason.clone() };
                    collector.skip("showtime", &id_of(showing, "id"), error);
                }
                return;
            }
        };
        let latest = self.latest(showings);
        for (index, showing) in showings.iter().enumerate() {
            let row = JsonRow::new(showing, places(index));
            self.showing(collector, &film, row, &id_of(showing, "id"), &latest);
        }
    }

    fn showing_with_film(&mut self, collector: &mut Collector<'_>, value: &Value, at: &str) {
        let film = JsonRow::new(value, at)
            .and_then(|row| {
                row.object("movie")?.ok_or_else(|| row.error("movie", SkipReason::Missing("movie")))
            })
            .and_then(|row| self.film(collector, row));
        match film {
            Ok(film) => {
                let id = id_of(value, "id");
                self.showing(collector, &film, JsonRow::new(value, at), &id, &HashMap::new());
            }
            Err(error) => {
                collector.row();
                collector.skip("showtime", &id_of(value, "id"), error);
            }
        }
    }

    /// The id of the showing that was created last, by time and screen: ids are counters.
    fn latest(&self, showings: &[Value]) -> HashMap<ShowingKey, String> {
        let number = |id: &str| id.parse::<u64>().unwrap_or_default();
        let mut latest: HashMap<ShowingKey, String> = HashMap::new();
        for showing in showings {
            let Some(key) = self.key_of(showing) else { continue };
            let id = id_of(showing, "id");
            let known = latest.entry(key).or_insert_with(|| id.clone());
            if number(&id) >= number(known) {
                *known = id;
            }
        }
        latest
    }

    fn key_of(&self, showing: &Value) -> Option<ShowingKey> {
        let row = JsonRow::new(showing, "").ok()?;
        let at = values::instant(row.text("time").ok()??, &jiff::tz::TimeZone::UTC).ok()?;
        Some((at, self.screen_name(&row).ok()?))
    }

    /// Adds a film that was not added before.
    fn film<'v, 'k>(&mut self, collector: &mut Collector<'k>, row: JsonRow<'v>) -> Field<Film<'v, 'k>> {
        let result = self.new_film(collector, &row);
        if let Err(error) = &result {
            collector.row();
            let id = row.id("id").ok().flatten().unwrap_or_default();
            collector.skip("film", &id, error.clone());
        }
        let id = result?;
        let site_id = row.id("siteId")?;
        let slug = row.text_owned("urlSlug")?.unwrap_or_default();
        Ok(Film { id, slug, place: of_site::place(collector, site_id.as_deref()), row })
    }

    fn new_film(&mut self, collector: &mut Collector<'_>, row: &JsonRow<'_>) -> Field<MovieId> {
        let feed_id = row.required_id("id")?;
        let title = row.required_text("name", 400)?;
        if attributes::is_private_title(title) {
            return Err(row.error("name", SkipReason::PrivateHire));
        }
        let id = MovieId::numeric_for(&format!("indy-{feed_id}"));
        if let Some(known) = self.site.known_film(&id) {
            return Ok(known.clone());
        }
        let genres = row.text("allGenres")?.or(row.text("genre")?).map(values::names).unwrap_or_default();
        let youtube = row.text("trailerYoutubeId")?.map(|id| format!("https://www.youtube.com/watch?v={id}"));
        let trailer = youtube.as_deref().or(row.text("trailerVideo")?).and_then(Trailer::from_url);
        let movie = Movie {
            release_date: row.text("releaseDate")?.and_then(values::date),
            runtime: row.number("duration")?.and_then(values::minutes),
            certificate: row.text("rating")?.and_then(values::certificate),
            genres,
            directors: row.text("directedBy")?.map(values::names).unwrap_or_default(),
            cast: row
                .text("starring")?
                .filter(|names| !is_placeholder(names))
                .map(values::names)
                .unwrap_or_default(),
            synopsis: row.text_owned("synopsis")?.unwrap_or_default(),
            trailer,
            ..records::movie(id, title)
        };
        let pictures = [row.text("posterImage")?, row.text("bannerImage")?];
        collector.row();
        let id = self.site.film(collector, row.place(), movie);
        let [poster, backdrop] = pictures.map(|picture| picture.map(|id| format!("{PICTURES}{id}")));
        collector.picture(PictureOwner::MoviePoster(id.clone()), poster.as_deref());
        collector.picture(PictureOwner::MovieBackdrop(id.clone()), backdrop.as_deref());
        Ok(id)
    }

    fn showing(
        &mut self,
        collector: &mut Collector<'_>,
        film: &Film<'_, '_>,
        row: Field<JsonRow<'_>>,
        id: &str,
        latest: &HashMap<ShowingKey, String>,
    ) {
        collector.row();
        let result = row.and_then(|row| match &film.place {
            Ok(place) => self.show(collector, film, place, &row, latest),
            Err(reason) => Err(row.error("siteId", reason.clone())),
        });
        if let Ok(place) = &film.place {
            let is_replaced =
                result.as_ref().is_err_and(|error| matches!(error.reason, SkipReason::Replaced { .. }));
            self.site.count(place, result.is_ok() || is_replaced);
        }
        if let Err(error) = result {
            collector.skip("showtime", id, error);
        }
    }

    fn show(
        &mut self,
        collector: &mut Collector<'_>,
        film: &Film<'_, '_>,
        place: &Place<'_>,
        row: &JsonRow<'_>,
        latest: &HashMap<ShowingKey, String>,
    ) -> Field<()> {
        let feed_id = row.required_id("id")?;
        let time = row.text("time")?.ok_or_else(|| row.error("time", SkipReason::Missing("time")))?;
        let starts_at = values::instant(time, &place.zone).map_err(|reason| row.error("time", reason))?;
        let screen_name = self.screen_name(row)?;
        let latest = latest.get(&(starts_at, screen_name.clone()));
        if let Some(by) = latest.filter(|id| **id != feed_id) {
            return Err(row.error("time", SkipReason::Replaced { by: truncate_for_report(by) }));
        }
        let screen = screen_name
            .and_then(|name| self.site.screen(collector, place, &name, row.pointer_to("screenId")));
        let path = format!("checkout/showing/{}/{feed_id}", film.slug);
        let booking = if film.slug.is_empty() {
            None
        } else {
            self.site.booking(collector, &feed_id, film.row.pointer_to("urlSlug"), &path)
        };
        let show = Showtime {
            id: ShowId::normalized(&format!("indy-{feed_id}")),
            movie_id: film.id.clone(),
            theater_id: place.theater.id.clone(),
            starts_at,
            ends_at: None,
            business_date: collector.business_date(starts_at, &place.zone),
            screen,
            attributes: self.keys(collector, row)?,
            availability: availability(collector, row)?,
            booking,
            perf_code: None,
            price: None,
            change: None,
        };
        collector.show(&feed_id, row.place(), show);
        Ok(())
    }

    /// Attribute keys of the classes that are not for layout.
    fn keys(&self, collector: &mut Collector<'_>, row: &JsonRow<'_>) -> Field<Vec<String>> {
        row.text("displayMetaData")?;
        let mut keys = Vec::new();
        for class in row.get("displayMetaData").map(metadata).unwrap_or_default() {
            if SILENT.contains(&class.as_str())
                || screen_number(&class).is_some()
                || self.ratings.contains(&class)
            {
                continue;
            }
            let (of_name, new_attribute) = attributes::keys(&label(&class), Kind::Tag);
            keys.extend(of_name);
            new_attribute.into_iter().for_each(|attribute| collector.attribute(attribute));
        }
        Ok(keys)
    }
}

fn availability(collector: &Collector<'_>, row: &JsonRow<'_>) -> Field<Availability> {
    let Some(left) = row.number("seatsRemaining")? else { return Ok(Availability::Open) };
    let sold = row.number("ticketsSold")?.unwrap_or_default();
    Ok(values::availability_by_seats(left, left + sold, collector.options.few_left_percent))
}

fn is_placeholder(names: &str) -> bool {
    names.trim().to_ascii_lowercase().starts_with("cast to be announced")
}

/// The classes of a showing, an object with a field `displayMetaData`.
fn classes_of(showing: &Value) -> Vec<String> {
    showing.get("displayMetaData").map(metadata).unwrap_or_default()
}

/// The classes in `displayMetaData`: JSON in a text, with the classes separated by spaces.
fn metadata(value: &Value) -> Vec<String> {
    let Some(text) = value.as_str().filter(|text| text.len() <= 4_096) else { return Vec::new() };
    let parsed: Option<Value> = serde_json::from_str(text).ok();
    let classes = parsed.as_ref().and_then(|value| value.get("classes")).and_then(Value::as_str);
    classes.unwrap_or_default().split_whitespace().take(40).map(str::to_owned).collect()
}

/// The number in a class such as `sc1`.
fn screen_number(class: &str) -> Option<&str> {
    class
        .strip_prefix("sc")
        .filter(|n| !n.is_empty() && n.len() <= 3 && n.bytes().all(|b| b.is_ascii_digit()))
}

/// The words of a class: `ballet--dance` becomes `Ballet Dance`.
fn label(class: &str) -> String {
    let words = class.split('-').filter(|word| !word.is_empty());
    let capitalized = words.map(|word| {
        let mut chars = word.chars();
        chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect::<String>()
    });
    capitalized.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
