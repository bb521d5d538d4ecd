//! Films.

use std::collections::BTreeMap;

use marquee_model::MovieId;
use marquee_model::catalog::{Localized, Movie, Trailer};
use marquee_model::locale::Locale;

use super::schedule::Hidden;
use super::slug_of;
use crate::attributes;
use crate::collect::Collector;
use crate::programme::PictureOwner;
use crate::report::{Reason, Remark};
use crate::row::{Field, Row};
use crate::values::{self, cut};

pub(super) fn read(collector: &mut Collector<'_>, hidden: &mut Hidden, row: &Row<'_>) -> Field<()> {
    collector.names_movies();
    let foreign = row.need_id("id")?;
    let id = MovieId::numeric_for(&foreign);
    let title = row.title("title", 400)?;
    if attributes::is_private_title(title) {
        hidden.films.insert(id);
        return Err(row.refuse("title", Reason::PrivateHire));
    }
    let mut directors = row.owned_texts("direction")?;
    directors.extend(row.owned_texts("coDirection")?);
    let movie = Movie {
        id: id.clone(),
        title: title.to_owned(),
        original_title: row.owned("originalTitle")?.filter(|t| t != title),
        slug: slug_of(row.text("path")?, &foreign, title),
        release_date: release_date(collector, row, &foreign)?,
        runtime: row.number("runtime")?.and_then(|seconds| values::minutes(seconds / 60.0)),
        year: None,
        certificate: row.owned("certificate")?,
        advisory: row.owned("advisory")?,
        genres: genres(row)?,
        directors,
        cast: row.owned_texts("casting")?,
        languages: Vec::new(),
        countries: Vec::new(),
        distributor: row.inner("studio")?.map_or(Ok(None), |studio| studio.owned("name"))?,
        tagline: String::new(),
        synopsis: row.owned("synopsis")?.unwrap_or_default(),
        poster: None,
        backdrop: None,
        hero: None,
        trailer: trailer(row)?,
        badges: Vec::new(),
        attributes: Vec::new(),
        localizations: localizations(row)?,
    };
    let own = row.inner("overrides")?.map_or(Ok(None), |overrides| overrides.owned("poster"))?;
    let poster = own.or(row.owned("poster")?);
    let wide = [row.texts("heroImages")?, row.texts("quadImages")?, row.texts("pictures")?].concat();
    if collector.movie(row.place(), movie) {
        collector.picture(PictureOwner::MoviePoster(id.clone()), poster.as_deref());
        let wide = wide.into_iter().find(|url| values::web_address(url).is_some());
        collector.picture(PictureOwner::MovieBackdrop(id), wide);
    }
    Ok(())
}

fn release_date(collector: &mut Collector<'_>, row: &Row<'_>, id: &str) -> Field<Option<jiff::civil::Date>> {
    let Some(text) = row.text("release")? else { return Ok(None) };
    let date = values::date(text);
    if date.is_none() {
        let why = Remark::Value { field: "release", value: cut(text), wanted: "a date such as 2025-01-31" };
        collector.warn("film", id, row.at("release"), why);
    }
    Ok(date)
}

/// Texts in other languages, by short locale.
fn localizations(row: &Row<'_>) -> Field<BTreeMap<String, Localized>> {
    let mut found = BTreeMap::new();
    for text in row.inners("localizations")? {
        let locale = text.text("locale")?.map(|locale| locale.replace('_', "-"));
        if let Some(locale) = locale.as_deref().and_then(Locale::parse) {
            let (title, synopsis) = (text.owned("title")?, text.owned("synopsis")?);
            found.insert(locale.short().to_owned(), Localized { title, synopsis, ..Localized::default() });
        }
    }
    Ok(found)
}

/// Genres, from a list or a text separated by commas.
fn genres(row: &Row<'_>) -> Field<Vec<String>> {
    if row.get("genres").is_some_and(serde_json::Value::is_array) {
        return row.owned_texts("genres");
    }
    let text = row.text("genres")?.unwrap_or_default();
    Ok(text.split(',').map(str::trim).filter(|g| !g.is_empty()).map(str::to_owned).collect())
}

/// The first trailer that can be played: from a video platform, then from editorial links, then from files.
fn trailer(row: &Row<'_>) -> Field<Option<Trailer>> {
    let mut urls = Vec::new();
    let media = row.inner("trailer")?;
    if let Some(media) = &media {
        urls.extend(media.texts("youtube")?);
    }
    if let Some(notes) = row.inner("editorialization")? {
        for link in notes.inners("links")? {
            urls.extend(link.text("link")?);
        }
    }
    if let Some(media) = &media {
        urls.extend(media.text("HD")?);
        urls.extend(media.text("SD")?);
    }
    Ok(urls.into_iter().find_map(Trailer::from_url))
}
