//! Films.

use std::collections::BTreeMap;

use marquee_model::MovieId;
use marquee_model::catalog::{Localized, Movie, Trailer};
use marquee_model::locale::Locale;
use serde_json::Value;

use super::schedule::Exclusions;
use super::slug_of;
use crate::attributes;
use crate::collector::Collector;
use crate::report::{Expected, SkipReason, WarningReason};
use crate::row::{Field, JsonRow, id_of};
use crate::schedule::PictureOwner;
use crate::values::{self, truncate_for_report};

/// Whether a file is a list of films, as the interface of a site responds.
pub(super) fn is_list(value: &Value) -> bool {
    const FACTS: [&str; 5] = ["runtime", "release", "releases", "casting", "direction"];
    let is_film = |row: &Value| {
        ["id", "title"].iter().all(|key| row.get(key).is_some())
            && FACTS.iter().any(|key| row.get(key).is_some())
    };
    value
        .as_array()
        .is_some_and(|rows| rows.first().is_some_and(is_film) && rows.iter().all(Value::is_object))
}

/// Reads a list of films, and skips invalid ones.
pub(super) fn read_list(collector: &mut Collector<'_>, hidden: &mut Exclusions, value: &Value) {
    for (index, row) in value.as_array().into_iter().flatten().enumerate() {
        collector.row();
        let film = JsonRow::new(row, format!("/{index}")).and_then(|row| read(collector, hidden, &row));
        if let Err(error) = film {
            collector.skip("film", &id_of(row, "id"), error);
        }
    }
}

pub(super) fn read(collector: &mut Collector<'_>, hidden: &mut Exclusions, row: &JsonRow<'_>) -> Field<()> {
    collector.declare_movie_list();
    let feed_id = row.required_id("id")?;
    let id = MovieId::numeric_for(&feed_id);
    let title = row.required_text("title", 400)?;
    if attributes::is_private_title(title) {
        hidden.films.insert(id);
        return Err(row.error("title", SkipReason::PrivateHire));
    }
    let mut directors = row.texts_owned("direction")?;
    directors.extend(row.texts_owned("coDirection")?);
    let movie = Movie {
        id: id.clone(),
        title: title.to_owned(),
        original_title: row.text_owned("originalTitle")?.filter(|t| t != title),
        slug: slug_of(row.text("path")?, &feed_id, title),
        release_date: release_date(collector, row, &feed_id)?,
        runtime: row.number("runtime")?.and_then(|seconds| values::minutes(seconds / 60.0)),
        year: None,
        certificate: row.text_owned("certificate")?,
        advisory: row.text_owned("advisory")?,
        genres: genres(row)?,
        directors,
        cast: row.texts_owned("casting")?,
        languages: Vec::new(),
        countries: Vec::new(),
        distributor: row.object("studio")?.map_or(Ok(None), |studio| studio.text_owned("name"))?,
        tagline: String::new(),
        synopsis: row.text_owned("synopsis")?.unwrap_or_default(),
        poster: None,
        backdrop: None,
        hero: None,
        trailer: trailer(row)?,
        tmdb_id: None,
        badges: Vec::new(),
        own_badges_only: false,
        badge_text: None,
        attributes: Vec::new(),
        localizations: localizations(row)?,
    };
    let override_poster =
        row.object("overrides")?.map_or(Ok(None), |overrides| overrides.text_owned("poster"))?;
    let poster = override_poster.or(row.text_owned("poster")?);
    let wide = [row.texts("heroImages")?, row.texts("quadImages")?, row.texts("pictures")?].concat();
    if collector.movie(row.place(), movie) {
        collector.picture(PictureOwner::MoviePoster(id.clone()), poster.as_deref());
        let wide = wide.into_iter().find(|url| values::web_address(url).is_some());
        collector.picture(PictureOwner::MovieBackdrop(id), wide);
    }
    Ok(())
}

fn release_date(
    collector: &mut Collector<'_>,
    row: &JsonRow<'_>,
    id: &str,
) -> Field<Option<jiff::civil::Date>> {
    let Some(text) = row.text("release")? else { return Ok(None) };
    let date = values::date(text);
    if date.is_none() {
        let reason = WarningReason::Value {
            field: "release",
            value: truncate_for_report(text),
            expected: Expected::Date("2025-01-31"),
        };
        collector.warn("film", id, row.pointer_to("release"), reason);
    }
    Ok(date)
}

/// Texts in other languages, by short locale.
fn localizations(row: &JsonRow<'_>) -> Field<BTreeMap<String, Localized>> {
    let mut localized = BTreeMap::new();
    for text in row.objects("localizations")? {
        let locale = text.text("locale")?.map(|locale| locale.replace('_', "-"));
        if let Some(locale) = locale.as_deref().and_then(Locale::parse) {
            let (title, synopsis) = (text.text_owned("title")?, text.text_owned("synopsis")?);
            localized
                .insert(locale.short().to_owned(), Localized { title, synopsis, ..Localized::default() });
        }
    }
    Ok(localized)
}

/// Genres, from a list or a text separated by commas.
fn genres(row: &JsonRow<'_>) -> Field<Vec<String>> {
    if row.get("genres").is_some_and(serde_json::Value::is_array) {
        return row.texts_owned("genres");
    }
    let text = row.text("genres")?.unwrap_or_default();
    Ok(text.split(',').map(str::trim).filter(|g| !g.is_empty()).map(str::to_owned).collect())
}

/// The first trailer that can be played: from a video platform, then from editorial links, then from files.
fn trailer(row: &JsonRow<'_>) -> Field<Option<Trailer>> {
    let mut urls = Vec::new();
    let media = row.object("trailer")?;
    if let Some(media) = &media {
        urls.extend(media.texts("youtube")?);
    }
    if let Some(notes) = row.object("editorialization")? {
        for link in notes.objects("links")? {
            urls.extend(link.text("link")?);
        }
    }
    if let Some(media) = &media {
        urls.extend(media.text("HD")?);
        urls.extend(media.text("SD")?);
    }
    Ok(urls.into_iter().find_map(Trailer::from_url))
}
