//! Films.

use jiff::civil::Date;
use marquee_model::catalog::{MAX_BADGE_TEXT, Movie, Trailer};
use marquee_model::{MovieId, text};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Film, Payload};
use crate::attributes;
use crate::collector::Collector;
use crate::report::{Expected, SkipReason, WarningReason};
use crate::row::{Field, JsonRow, RowError, id_of};
use crate::schedule::PictureOwner;
use crate::values::{self, truncate_for_report};

pub(super) fn read(collector: &mut Collector<'_>, payload: &mut Payload, value: &Value, place: String) {
    collector.row();
    if let Err(error) = JsonRow::new(value, place).and_then(|row| film(collector, payload, &row)) {
        let feed_id = id_of(value, "film_id");
        let outcome = if error.reason == SkipReason::PrivateHire { Film::PrivateHire } else { Film::Skipped };
        collector.skip("film", &feed_id, error);
        payload.films.entry(feed_id).or_insert(outcome);
    }
}

fn film(collector: &mut Collector<'_>, payload: &mut Payload, row: &JsonRow<'_>) -> Field<()> {
    let feed_id = row.required_id("film_id")?;
    if payload.films.contains_key(&feed_id) {
        let reason = SkipReason::RepeatedFilm { list: "cinema" };
        return Err(row.error("film_id", reason));
    }
    let title = row.required_text("title", 400)?;
    if attributes::is_private_title(title) {
        return Err(row.error("title", SkipReason::PrivateHire));
    }
    let mut id = MovieId::numeric_for(&feed_id);
    let has_same_slug = |other: &str| text::slug(other) == text::slug(title) && !text::slug(title).is_empty();
    let other_title =
        collector.movie_title(&id).filter(|t| *t != title && !has_same_slug(t)).map(truncate_for_report);
    if let Some(other_title) = other_title {
        id = MovieId::numeric_for(&format!("{}/{feed_id}", payload.cinema));
        collector.warn(
            "film",
            &feed_id,
            row.pointer_to("film_id"),
            WarningReason::FilmIdReused { other: other_title },
        );
    }
    let movie = movie(collector, row, id.clone(), title)?;
    let film = Film::Imported { id: id.clone(), languages: movie.languages.clone() };
    if collector.movie_title(&id).is_none() {
        pictures(collector, row, &id)?;
        collector.movie(row.place(), movie);
    }
    payload.films.insert(feed_id, film);
    Ok(())
}

fn movie(collector: &mut Collector<'_>, row: &JsonRow<'_>, id: MovieId, title: &str) -> Field<Movie> {
    let slug = row.text("slug")?.map(text::slug).filter(|s| !s.is_empty());
    let slug = slug.unwrap_or_else(|| match text::slug(title) {
        slug if slug.is_empty() => id.as_str().to_owned(),
        slug => slug,
    });
    let credits = row.object("credits")?;
    let people = |key| credits.as_ref().map_or(Ok(Vec::new()), |c| people(c, key));
    Ok(Movie {
        title: title.to_owned(),
        original_title: row.text_owned("original_title")?,
        slug,
        release_date: release_date(collector, row)?,
        runtime: row.number("runtime_minutes")?.and_then(values::minutes),
        year: extension(row, "year")?,
        certificate: row.text_owned("rating")?,
        advisory: row.text_owned("content")?,
        genres: match row.get("genres") {
            Some(_) => row.texts_owned("genres")?,
            None => row.texts_owned("genra")?,
        },
        directors: people("directors")?,
        cast: people("cast")?,
        languages: row.texts_owned("languages")?,
        countries: row.texts_owned("countries")?,
        distributor: row.text_owned("distributor")?,
        tagline: row.text_owned("tagline")?.unwrap_or_default(),
        synopsis: row.text_owned("synopsis")?.unwrap_or_default(),
        poster: None,
        backdrop: None,
        hero: None,
        trailer: trailer(row)?,
        tmdb_id: None,
        badges: extension(row, "badges")?.unwrap_or_default(),
        own_badges_only: extension(row, "own_badges_only")?.unwrap_or_default(),
        badge_text: row.text_owned("badge_text")?.map(|text| text::shorten(&text, MAX_BADGE_TEXT)),
        attributes: row.texts_owned("tags")?,
        localizations: extension(row, "localizations")?.unwrap_or_default(),
        id,
    })
}

/// An additional field of our export, in the form of the model.
pub(super) fn extension<T: DeserializeOwned>(row: &JsonRow<'_>, key: &'static str) -> Field<Option<T>> {
    let Some(value) = row.get(key) else { return Ok(None) };
    serde_json::from_value(value.clone()).map(Some).map_err(|_| RowError {
        place: row.pointer_to(key),
        reason: SkipReason::WrongType {
            field: key.to_owned(),
            expected: Expected::Export,
            found: Expected::OtherForm,
        },
    })
}

fn release_date(collector: &mut Collector<'_>, row: &JsonRow<'_>) -> Field<Option<Date>> {
    let Some(text) = row.text("release_date")? else { return Ok(None) };
    let date = values::date(text);
    if date.is_none() {
        let reason = WarningReason::Value {
            field: "release_date",
            value: truncate_for_report(text),
            expected: Expected::Date("2025-01-31"),
        };
        collector.warn(
            "film",
            &row.id("film_id")?.unwrap_or_default(),
            row.pointer_to("release_date"),
            reason,
        );
    }
    Ok(date)
}

/// Names of people, sorted by `order` if the feed has it.
fn people(credits: &JsonRow<'_>, key: &'static str) -> Field<Vec<String>> {
    let mut people = Vec::new();
    for person in credits.objects(key)? {
        if let Some(name) = person.text_owned("name")? {
            people.push((person.number("order")?.unwrap_or(f64::MAX), name));
        }
    }
    people.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(people.into_iter().map(|(_, name)| name).collect())
}

/// The primary trailer, else the first that can be played.
fn trailer(row: &JsonRow<'_>) -> Field<Option<Trailer>> {
    let Some(assets) = row.object("assets")? else { return Ok(None) };
    let mut first_trailer = None;
    for trailer in assets.objects("trailers")? {
        let Some(parsed) = trailer.text("url")?.and_then(Trailer::from_url) else { continue };
        if trailer.bool("primary")? {
            return Ok(Some(parsed));
        }
        first_trailer.get_or_insert(parsed);
    }
    Ok(first_trailer)
}

fn pictures(collector: &mut Collector<'_>, row: &JsonRow<'_>, id: &MovieId) -> Field<()> {
    let Some(assets) = row.object("assets")? else { return Ok(()) };
    let first = |kind, sizes: &[&'static str]| -> Field<Option<String>> {
        let Some(asset) = assets.object(kind)? else { return Ok(None) };
        for size in sizes {
            if let Some(url) = asset.text_owned(size)? {
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
