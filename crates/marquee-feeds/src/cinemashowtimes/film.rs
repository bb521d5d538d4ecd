//! Films.

use jiff::civil::Date;
use marquee_model::catalog::{Movie, Trailer};
use marquee_model::{MovieId, text};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Film, Payload};
use crate::attributes;
use crate::collect::Collector;
use crate::programme::PictureOwner;
use crate::report::{Reason, Remark};
use crate::row::{Field, Refusal, Row, id_of};
use crate::values::{self, cut};

pub(super) fn read(collector: &mut Collector<'_>, payload: &mut Payload, value: &Value, place: String) {
    collector.row();
    if let Err(refusal) = Row::of(value, place).and_then(|row| film(collector, payload, &row)) {
        let foreign = id_of(value, "film_id");
        let outcome = if refusal.why == Reason::PrivateHire { Film::PrivateHire } else { Film::Refused };
        collector.skip("film", &foreign, refusal);
        payload.films.entry(foreign).or_insert(outcome);
    }
}

fn film(collector: &mut Collector<'_>, payload: &mut Payload, row: &Row<'_>) -> Field<()> {
    let foreign = row.need_id("film_id")?;
    if payload.films.contains_key(&foreign) {
        let why = Reason::DuplicateId { first: "an earlier film of this cinema".to_owned() };
        return Err(row.refuse("film_id", why));
    }
    let title = row.title("title", 400)?;
    if attributes::is_private_title(title) {
        return Err(row.refuse("title", Reason::PrivateHire));
    }
    let mut id = MovieId::numeric_for(&foreign);
    let same = |other: &str| text::slug(other) == text::slug(title) && !text::slug(title).is_empty();
    let other = collector.movie_title(&id).filter(|t| *t != title && !same(t)).map(cut);
    if let Some(other) = other {
        id = MovieId::numeric_for(&format!("{}/{foreign}", payload.cinema));
        collector.warn("film", &foreign, row.at("film_id"), Remark::FilmIdReused { other });
    }
    let movie = movie(collector, row, id.clone(), title)?;
    let film = Film::Taken { id: id.clone(), languages: movie.languages.clone() };
    if collector.movie_title(&id).is_none() {
        pictures(collector, row, &id)?;
        collector.movie(row.place(), movie);
    }
    payload.films.insert(foreign, film);
    Ok(())
}

fn movie(collector: &mut Collector<'_>, row: &Row<'_>, id: MovieId, title: &str) -> Field<Movie> {
    let slug = row.text("slug")?.map(text::slug).filter(|s| !s.is_empty());
    let slug = slug.unwrap_or_else(|| match text::slug(title) {
        slug if slug.is_empty() => id.as_str().to_owned(),
        slug => slug,
    });
    let credits = row.inner("credits")?;
    let people = |key| credits.as_ref().map_or(Ok(Vec::new()), |c| people(c, key));
    Ok(Movie {
        title: title.to_owned(),
        original_title: row.owned("original_title")?,
        slug,
        release_date: release_date(collector, row)?,
        runtime: row.number("runtime_minutes")?.and_then(values::minutes),
        year: extension(row, "year")?,
        certificate: row.owned("rating")?,
        advisory: row.owned("content")?,
        genres: match row.get("genres") {
            Some(_) => row.owned_texts("genres")?,
            None => row.owned_texts("genra")?,
        },
        directors: people("directors")?,
        cast: people("cast")?,
        languages: row.owned_texts("languages")?,
        countries: row.owned_texts("countries")?,
        distributor: row.owned("distributor")?,
        tagline: row.owned("tagline")?.unwrap_or_default(),
        synopsis: row.owned("synopsis")?.unwrap_or_default(),
        poster: None,
        backdrop: None,
        hero: None,
        trailer: trailer(row)?,
        badges: extension(row, "badges")?.unwrap_or_default(),
        attributes: row.owned_texts("tags")?,
        localizations: extension(row, "localizations")?.unwrap_or_default(),
        id,
    })
}

/// An additional field of our export, in the form of the model.
pub(super) fn extension<T: DeserializeOwned>(row: &Row<'_>, key: &'static str) -> Field<Option<T>> {
    let Some(value) = row.get(key) else { return Ok(None) };
    serde_json::from_value(value.clone()).map(Some).map_err(|_| Refusal {
        place: row.at(key),
        why: Reason::WrongType {
            field: key.to_owned(),
            wanted: "what our export writes",
            found: "something else",
        },
    })
}

fn release_date(collector: &mut Collector<'_>, row: &Row<'_>) -> Field<Option<Date>> {
    let Some(text) = row.text("release_date")? else { return Ok(None) };
    let date = values::date(text);
    if date.is_none() {
        let why =
            Remark::Value { field: "release_date", value: cut(text), wanted: "a date such as 2025-01-31" };
        collector.warn("film", row.text("film_id")?.unwrap_or_default(), row.at("release_date"), why);
    }
    Ok(date)
}

/// Names of people, sorted by `order` if the feed has it.
fn people(credits: &Row<'_>, key: &'static str) -> Field<Vec<String>> {
    let mut people = Vec::new();
    for person in credits.inners(key)? {
        if let Some(name) = person.owned("name")? {
            people.push((person.number("order")?.unwrap_or(f64::MAX), name));
        }
    }
    people.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(people.into_iter().map(|(_, name)| name).collect())
}

/// The primary trailer; default the first that can be played.
fn trailer(row: &Row<'_>) -> Field<Option<Trailer>> {
    let Some(assets) = row.inner("assets")? else { return Ok(None) };
    let mut found = None;
    for trailer in assets.inners("trailers")? {
        let Some(read) = trailer.text("url")?.and_then(Trailer::from_url) else { continue };
        if trailer.flag("primary")? {
            return Ok(Some(read));
        }
        found.get_or_insert(read);
    }
    Ok(found)
}

fn pictures(collector: &mut Collector<'_>, row: &Row<'_>, id: &MovieId) -> Field<()> {
    let Some(assets) = row.inner("assets")? else { return Ok(()) };
    let first = |kind, sizes: &[&'static str]| -> Field<Option<String>> {
        let Some(asset) = assets.inner(kind)? else { return Ok(None) };
        for size in sizes {
            if let Some(url) = asset.owned(size)? {
                return Ok(Some(url));
            }
        }
        Ok(None)
    };
    let poster = first("poster", &["large", "small"])?;
    collector.picture(PictureOwner::MoviePoster(id.clone()), poster.as_deref());
    let backdrop = first("backdrop", &["large", "small"])?.or(first("banner", &["wide", "large"])?);
    collector.picture(PictureOwner::MovieBackdrop(id.clone()), backdrop.as_deref());
    Ok(())
}
