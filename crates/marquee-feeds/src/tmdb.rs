//! Reads what The Movie Database (themoviedb.org) says of films: responses of `/3/movie/{id}` with `credits`, `release_dates`,
//! `translations` and `videos` appended, in one document (see [`document`]).
//!
//! No recording of the interface is at hand. Fields and addresses are from its public reference and from public code of clients:
//! `id`, `title`, `original_title`, `overview`, `tagline`, `runtime`, `release_date`, `genres`, `production_countries`,
//! `spoken_languages`, `poster_path` and `backdrop_path` of a film; `name`, `job` and `order` of people; `certification`, `type` and
//! `release_date` of releases in a country; `iso_639_1` and `data` of translations; `site`, `key`, `type` and `official` of videos.
//!
//! The films are those that a site has from elsewhere (decision 0075): this format adds none, and has no shows.

use std::collections::BTreeMap;

use jiff::civil::Date;
use marquee_model::MovieId;
use marquee_model::catalog::{Localized, Movie, Trailer, TrailerKind};
use marquee_model::locale::language_of;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::collector::Collector;
use crate::error::FeedError;
use crate::format::{Content, FeedFormat};
use crate::records;
use crate::report::SkipReason;
use crate::row::{Field, JsonRow, id_of};
use crate::schedule::{PictureOwner, Scope};
use crate::source::{JSON, Source, SourceFile};
use crate::values;

/// Films of The Movie Database.
pub(crate) struct Tmdb;

impl FeedFormat for Tmdb {
    fn name(&self) -> &'static str {
        "tmdb"
    }

    fn hint(&self) -> &'static str {
        "its file is a response that a feed has stored"
    }

    fn extensions(&self) -> &'static [&'static str] {
        JSON
    }

    fn recognizes(&self, _: &SourceFile, content: &Content) -> bool {
        content.json().is_some_and(|value| value.pointer("/tmdb/films").is_some())
    }

    fn read(&self, source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
        for file in source.files_with(JSON) {
            let value = collector.open(file)?;
            let content = value.get("tmdb").unwrap_or(&Value::Null);
            let audience: TmdbAudience =
                serde_json::from_value(content["audience"].clone()).unwrap_or_default();
            let films = content["films"].as_array();
            if films.is_some() {
                collector.schedule.scope = Scope::KnownFilms;
            }
            for (index, film) in films.into_iter().flatten().enumerate() {
                collector.row();
                let place = format!("/tmdb/films/{index}");
                match JsonRow::new(film, &*place).and_then(|row| described(&row, &audience)) {
                    Ok((of, Film { movie, poster, backdrop })) => {
                        let id = movie.id.clone();
                        if collector.movie(&place, movie) {
                            collector.schedule.described_films.insert(id.clone(), of);
                            collector.picture(PictureOwner::MoviePoster(id.clone()), poster.as_deref());
                            collector.picture(PictureOwner::MovieBackdrop(id), backdrop.as_deref());
                        }
                    }
                    Err(error) => collector.skip("film", &id_of(&film["film"], "id"), error),
                }
            }
            collector.report_progress(file);
        }
        Ok(())
    }
}

/// A film of the document, and the film of the site of which it was asked. A film of the database that several films of the site may be
/// is described for each of them.
fn described(row: &JsonRow<'_>, audience: &TmdbAudience) -> Field<(MovieId, Film)> {
    let of = row.required_id("of")?;
    let of = MovieId::parse(&of).map_err(|_| row.error("of", SkipReason::Missing("of")))?;
    let details = row.object("film")?.ok_or_else(|| row.error("film", SkipReason::Missing("film")))?;
    let mut film = Film::read(&details, audience)?;
    film.movie.id = MovieId::numeric_for(&format!("tmdb-{}-{of}", film.movie.id));
    Ok((of, film))
}

/// Where pictures are. `w780` is wide enough for posters; backdrops are up to 3,840 pixels wide.
const POSTERS: &str = "https://image.tmdb.org/t/p/w780";
const BACKDROPS: &str = "https://image.tmdb.org/t/p/original";
/// People of a film that are kept.
const MAX_CAST: usize = 12;
const MAX_DIRECTORS: usize = 6;
/// A release in theaters: limited or wide.
const IN_THEATERS: [f64; 2] = [2.0, 3.0];

/// For whom films are described.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TmdbAudience {
    /// Country of ratings and releases, ISO 3166-1 alpha-2.
    pub country: String,
    /// Language of titles, texts and genres, such as `en-US`.
    pub locale: String,
    /// The other locales of the site, such as `fr-CA`.
    pub others: Vec<String>,
}

impl TmdbAudience {
    /// Where films are searched by title and, if it is known, year: relative to `https://api.themoviedb.org/3/`.
    #[must_use]
    pub fn search(&self, title: &str, year: Option<u16>) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.append_pair("query", title).append_pair("language", &self.locale);
        query.append_pair("include_adult", "false");
        if let Some(year) = year {
            query.append_pair("year", &year.to_string());
        }
        format!("search/movie?{}", query.finish())
    }

    /// Where the details of a film are, in the same way.
    #[must_use]
    pub fn details(&self, film: u32) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.append_pair("language", &self.locale);
        query.append_pair("append_to_response", "credits,release_dates,translations,videos");
        format!("movie/{film}?{}", query.finish())
    }

    /// The films of a response to a search, the likeliest first: number, and what tells films apart. `None` if it is another response.
    #[must_use]
    pub fn found(&self, response: &Value) -> Option<Vec<(u32, Movie)>> {
        let films = response.get("results").and_then(Value::as_array)?.iter();
        let film = |film| {
            let row = JsonRow::new(film, "").ok()?;
            let Film { movie, .. } = Film::read(&row, self).ok()?;
            Some((movie.tmdb_id?, movie))
        };
        Some(films.filter_map(film).collect())
    }

    /// The film of a response with details; `None` if it is not one.
    #[must_use]
    pub fn film(&self, response: &Value) -> Option<Movie> {
        Some(Film::read(&JsonRow::new(response, "").ok()?, self).ok()?.movie)
    }

    /// The parts of a response that are read: most people and translations are for others.
    #[must_use]
    pub fn trimmed(&self, mut response: Value) -> Value {
        let is = |row: &Value, key: &str, known: &dyn Fn(&str) -> bool| row[key].as_str().is_some_and(known);
        if let Some(cast) = response.pointer_mut("/credits/cast").and_then(Value::as_array_mut) {
            cast.truncate(MAX_CAST);
        }
        if let Some(crew) = response.pointer_mut("/credits/crew").and_then(Value::as_array_mut) {
            crew.retain(|person| is(person, "job", &|job| job == DIRECTOR));
        }
        if let Some(countries) = response.pointer_mut("/release_dates/results").and_then(Value::as_array_mut)
        {
            countries.retain(|country| is(country, "iso_3166_1", &|code| code == self.country));
        }
        if let Some(texts) = response.pointer_mut("/translations/translations").and_then(Value::as_array_mut)
        {
            texts.retain(|text| {
                is(text, "iso_639_1", &|code| self.others.iter().any(|own| language_of(own) == code))
            });
        }
        response
    }
}

/// A document of responses with details, each with the film of the site of which it was asked.
#[must_use]
pub fn document(audience: &TmdbAudience, films: &[(MovieId, Value)]) -> Value {
    let films: Vec<Value> = films.iter().map(|(of, film)| json!({ "of": of, "film": film })).collect();
    json!({ "tmdb": { "audience": audience, "films": films } })
}

const DIRECTOR: &str = "Director";

/// A film with the addresses of its pictures.
struct Film {
    movie: Movie,
    poster: Option<String>,
    backdrop: Option<String>,
}

impl Film {
    fn read(row: &JsonRow<'_>, audience: &TmdbAudience) -> Field<Self> {
        let number = row.number("id")?.filter(|number| (1.0..=f64::from(u32::MAX)).contains(number));
        let number = number.ok_or_else(|| row.error("id", SkipReason::Missing("id")))?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "within the range of u32"
        )]
        let number = number as u32;
        let title = row.required_text("title", 400)?;
        let first_release = row.text("release_date")?.and_then(values::date);
        let release = Release::read(row, audience)?;
        let texts = |key| row.text_owned(key).map(Option::unwrap_or_default);
        let credits = row.object("credits")?;
        let people = |list: &'static str| credits.as_ref().map_or(Ok(Vec::new()), |row| row.objects(list));
        let movie = Movie {
            tmdb_id: Some(number),
            original_title: row.text_owned("original_title")?.filter(|original| original != title),
            release_date: release.day,
            year: first_release.and_then(|day| u16::try_from(day.year()).ok()),
            runtime: row.number("runtime")?.and_then(values::minutes),
            certificate: release.certificate,
            genres: names(&row.objects("genres")?, "name", usize::MAX)?,
            directors: names(&of_job(people("crew")?)?, "name", MAX_DIRECTORS)?,
            cast: names(&people("cast")?, "name", MAX_CAST)?,
            languages: names(&row.objects("spoken_languages")?, "iso_639_1", usize::MAX)?,
            countries: names(&row.objects("production_countries")?, "name", usize::MAX)?,
            tagline: texts("tagline")?,
            synopsis: texts("overview")?,
            trailer: trailer(row)?,
            localizations: localizations(row, audience)?,
            ..records::movie(MovieId::numeric_for(&number.to_string()), title)
        };
        let picture = |key, folder: &str| -> Field<Option<String>> {
            let path = row.text(key)?.filter(|path| path.starts_with('/') && !path.contains(".."));
            Ok(path.map(|path| format!("{folder}{path}")))
        };
        let (poster, backdrop) = (picture("poster_path", POSTERS)?, picture("backdrop_path", BACKDROPS)?);
        Ok(Self { movie, poster, backdrop })
    }
}

/// The values of a key, each once.
fn names(rows: &[JsonRow<'_>], key: &'static str, limit: usize) -> Field<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for row in rows {
        let name = row.text_owned(key)?.filter(|name| !name.trim().is_empty() && !names.contains(name));
        names.extend(name);
    }
    names.truncate(limit.min(values::MAX_NAMES));
    Ok(names)
}

fn of_job(people: Vec<JsonRow<'_>>) -> Field<Vec<JsonRow<'_>>> {
    let mut directors = Vec::new();
    for person in people {
        if person.text("job")? == Some(DIRECTOR) {
            directors.push(person);
        }
    }
    Ok(directors)
}

/// The release in the theaters of a country.
#[derive(Default)]
struct Release {
    day: Option<Date>,
    certificate: Option<String>,
}

impl Release {
    fn read(row: &JsonRow<'_>, audience: &TmdbAudience) -> Field<Self> {
        let mut release = Self::default();
        let Some(countries) = row.object("release_dates")? else { return Ok(release) };
        for country in countries.objects("results")? {
            if country.text("iso_3166_1")? != Some(audience.country.as_str()) {
                continue;
            }
            for row in country.objects("release_dates")? {
                let certificate = row.text("certification")?.and_then(values::certificate);
                if row.number("type")?.is_some_and(|kind| IN_THEATERS.contains(&kind)) {
                    let day = row.text("release_date")?.and_then(|text| values::date(text.get(..10)?));
                    // The first day; later ones are those of a wide release, or of a film that comes back.
                    release.day = [release.day, day].into_iter().flatten().min();
                    release.certificate = certificate.or(release.certificate);
                } else {
                    release.certificate = release.certificate.or(certificate);
                }
            }
        }
        Ok(release)
    }
}

/// An official trailer at YouTube, or else any.
fn trailer(row: &JsonRow<'_>) -> Field<Option<Trailer>> {
    let Some(videos) = row.object("videos")? else { return Ok(None) };
    let mut trailer: Option<(bool, Trailer)> = None;
    for video in videos.objects("results")? {
        if video.text("site")? != Some("YouTube") || video.text("type")? != Some("Trailer") {
            continue;
        }
        let address = video.text("key")?.map(|key| format!("https://www.youtube.com/watch?v={key}"));
        let found = address.as_deref().and_then(Trailer::from_url);
        let is_official = video.bool("official")?;
        if let Some(found) = found.filter(|found| found.kind == TrailerKind::Youtube)
            && trailer.as_ref().is_none_or(|(was_official, _)| is_official && !was_official)
        {
            trailer = Some((is_official, found));
        }
    }
    Ok(trailer.map(|(_, trailer)| trailer))
}

/// The texts in the other languages of the site, by short locale: those of its region, or else the first.
fn localizations(row: &JsonRow<'_>, audience: &TmdbAudience) -> Field<BTreeMap<String, Localized>> {
    let mut found: BTreeMap<String, (bool, Localized)> = BTreeMap::new();
    let Some(translations) = row.object("translations")? else { return Ok(BTreeMap::new()) };
    for translation in translations.objects("translations")? {
        let (language, region) = (translation.text("iso_639_1")?, translation.text("iso_3166_1")?);
        let own = audience.others.iter().find(|own| Some(language_of(own)) == language);
        let (Some(own), Some(texts)) = (own, translation.object("data")?) else { continue };
        let text = |key| texts.text_owned(key).map(|text| text.filter(|text| !text.trim().is_empty()));
        let localized = Localized {
            title: text("title")?,
            tagline: text("tagline")?,
            synopsis: text("overview")?,
            ..Localized::default()
        };
        let is_of_region = own.get(3..).is_some_and(|own| Some(own) == region);
        let known = found.get(language_of(own));
        let is_better = known.is_none_or(|(was_of_region, _)| is_of_region && !was_of_region);
        if localized != Localized::default() && is_better {
            found.insert(language_of(own).to_owned(), (is_of_region, localized));
        }
    }
    Ok(found.into_iter().map(|(language, (_, localized))| (language, localized)).collect())
}

#[cfg(test)]
mod tests;
