//! Films.

use marquee_model::catalog::{Movie, Trailer};
use marquee_model::{MovieId, text};

use super::{Document, Film, List, State, rows_of};
use crate::collector::Collector;
use crate::report::{Expected, SkipReason, WarningReason};
use crate::row::{Field, JsonRow, id_of};
use crate::schedule::PictureOwner;
use crate::values::{self, truncate_for_report};
use crate::{attributes, languages, records};

pub(super) fn read_all(collector: &mut Collector<'_>, documents: &[Document<'_>], state: &mut State<'_>) {
    for (file, place, value) in rows_of(documents, List::Films) {
        collector.name_file(file);
        collector.row();
        if let Err(error) = JsonRow::new(value, place).and_then(|row| film(collector, state, &row)) {
            let feed_id = id_of(value, "Id");
            let film =
                if error.reason == SkipReason::PrivateHire { Film::PrivateHire } else { Film::Skipped };
            collector.skip("film", &feed_id, error);
            state.films.entry(feed_id).or_insert(film);
        }
    }
}

fn film(collector: &mut Collector<'_>, state: &mut State<'_>, row: &JsonRow<'_>) -> Field<()> {
    let feed_id = row.required_id("Id")?;
    if state.films.contains_key(&feed_id) {
        let reason = SkipReason::RepeatedFilm { list: "list" };
        return Err(row.error("Id", reason));
    }
    let title = row.required_text("Title", 400)?;
    if attributes::is_private_title(title) {
        return Err(row.error("Title", SkipReason::PrivateHire));
    }
    if row.text("Status")? == Some("Deleted") {
        return Err(row.error("Status", SkipReason::NotPublic("Deleted".to_owned())));
    }
    let id = state.titles.id(title);
    let movie = movie(collector, row, id.clone(), title, &feed_id)?;
    let film = Film::Imported { id: id.clone(), languages: movie.languages.clone() };
    if collector.movie_title(&id).is_some() {
        collector.warn("film", &feed_id, row.pointer_to("Title"), WarningReason::SameTitle);
    } else {
        pictures(collector, row, &id)?;
        collector.movie(row.place(), movie);
    }
    state.films.insert(feed_id, film);
    Ok(())
}

fn movie(
    collector: &mut Collector<'_>,
    row: &JsonRow<'_>,
    id: MovieId,
    title: &str,
    feed_id: &str,
) -> Field<Movie> {
    let opening = row.text("OpeningDate")?;
    let release_date = opening.and_then(values::date);
    if let Some(text) = opening
        && release_date.is_none()
    {
        let value = truncate_for_report(text);
        let reason =
            WarningReason::Value { field: "OpeningDate", value, expected: Expected::Date("2025-01-31") };
        collector.warn("film", feed_id, row.pointer_to("OpeningDate"), reason);
    }
    let spoken = row.text("AudioLanguage")?.and_then(languages::tag);
    let (mut directors, mut cast) = (Vec::new(), Vec::new());
    for (role, name) in people(row)? {
        match role.to_lowercase().as_str() {
            // The first answers have it misspelled.
            "director" | "dicrector" => directors.push(name),
            "actor" => cast.push(name),
            _ => {}
        }
    }
    Ok(Movie {
        release_date,
        runtime: row.numeric("Duration")?.and_then(values::minutes),
        certificate: row.text_owned("Rating")?,
        advisory: row.text_owned("Content")?,
        genres: row.text("Genre")?.map(text::split_list).into_iter().flatten().map(str::to_owned).collect(),
        directors,
        cast,
        languages: spoken.into_iter().collect(),
        distributor: row.text_owned("Distributor")?,
        synopsis: row.text_owned("Synopsis")?.unwrap_or_default(),
        trailer: row.text("FilmTrailerUrl")?.and_then(Trailer::from_url),
        ..records::movie(id, title)
    })
}

/// The people of a film with their roles: a list, in XML below `Person`.
fn people(row: &JsonRow<'_>) -> Field<Vec<(String, String)>> {
    let Some(value) = row.get("People") else { return Ok(Vec::new()) };
    let place = row.pointer_to("People");
    let people = match value {
        serde_json::Value::Array(all) => {
            all.iter().enumerate().map(|(n, person)| (format!("{place}/{n}"), person)).collect()
        }
        // An empty element.
        serde_json::Value::String(text) if text.is_empty() => Vec::new(),
        other => crate::xml::elements(other, "Person", &place),
    };
    let mut named = Vec::new();
    for (place, person) in people {
        let person = JsonRow::new(person, place)?;
        let names = [person.text("FirstName")?, person.text("LastName")?];
        let name = names.into_iter().flatten().map(str::trim).filter(|n| !n.is_empty()).collect::<Vec<_>>();
        if !name.is_empty() {
            named.push((person.text_owned("Role")?.unwrap_or_default(), name.join(" ")));
        }
    }
    Ok(named)
}

fn pictures(collector: &mut Collector<'_>, row: &JsonRow<'_>, id: &MovieId) -> Field<()> {
    collector.picture(PictureOwner::MoviePoster(id.clone()), row.text("FilmPosterUrl")?);
    collector.picture(PictureOwner::MovieBackdrop(id.clone()), row.text("BackdropImageUrl")?);
    Ok(())
}
