use marquee_model::MovieId;
use marquee_model::catalog::{Trailer, TrailerKind};
use serde_json::{Value, json};

use super::{TmdbAudience, document};
use crate::testing::{read, remarks};
use crate::{Format, PictureOwner, ReadOptions, Reading, Scope};

fn audience() -> TmdbAudience {
    TmdbAudience {
        country: "US".into(),
        locale: "en-US".into(),
        others: vec!["fr-CA".into(), "de-DE".into()],
    }
}

/// A film that does not exist, with everything that is read.
fn details() -> Value {
    let video = |kind: &str, site: &str, key: &str, official: bool| json!({ "type": kind, "site": site, "key": key, "official": official });
    let release = |day: &str, kind: u8, certification: &str| json!({ "release_date": format!("{day}T00:00:00.000Z"), "type": kind, "certification": certification });
    let text = |language: &str, region: &str, title: &str, overview: &str| json!({ "iso_639_1": language, "iso_3166_1": region, "data": { "title": title, "overview": overview, "tagline": "" } });
    json!({
        "id": 4711, "title": "The Salt Road", "original_title": "Saltvegen", "runtime": 118,
        "release_date": "2025-09-04", "tagline": "Every winter, once.", "overview": "A driver crosses the ice.",
        "poster_path": "/poster.jpg", "backdrop_path": "/wide.jpg",
        "genres": [{ "id": 18, "name": "Drama" }, { "id": 18, "name": "Drama" }],
        "production_countries": [{ "iso_3166_1": "NO", "name": "Norway" }],
        "spoken_languages": [{ "iso_639_1": "no", "name": "Norsk" }],
        "credits": {
            "cast": [{ "name": "Ada Moor", "order": 0 }, { "name": "Bo Lind", "order": 1 }],
            "crew": [{ "name": "Ola Nord", "job": "Editor" }, { "name": "Cy Vane", "job": "Director" }],
        },
        "release_dates": { "results": [
            { "iso_3166_1": "NO", "release_dates": [release("2025-09-04", 3, "12")] },
            { "iso_3166_1": "US", "release_dates": [
                release("2026-01-20", 4, "NR"), release("2026-01-09", 3, "PG-13"), release("2025-12-19", 2, ""),
            ] },
        ] },
        "videos": { "results": [
            video("Teaser", "YouTube", "aaaaaaaaaaa", true), video("Trailer", "Vimeo", "123456789", true),
            video("Trailer", "YouTube", "bbbbbbbbbbb", false), video("Trailer", "YouTube", "ccccccccccc", true),
        ] },
        "translations": { "translations": [
            text("fr", "FR", "Autre", ""), text("fr", "CA", "La Route du sel", "Un conducteur traverse la glace."),
            text("de", "DE", "", ""), text("es", "ES", "La ruta", "Un conductor"),
        ] },
    })
}

fn reading(films: &[Value]) -> Reading {
    let films: Vec<_> = films.iter().map(|film| (MovieId::parse("5").unwrap(), film.clone())).collect();
    let file = document(&audience(), &films).to_string();
    read(Format::Tmdb, &[("films.json", file)], &ReadOptions::default()).unwrap()
}

#[test]
fn a_film_has_its_facts_texts_and_pictures() {
    let reading = reading(&[details()]);
    assert_eq!(remarks(&reading), [] as [String; 0]);
    let schedule = reading.schedule;
    assert_eq!(schedule.scope, Scope::KnownFilms);
    let [film] = &schedule.movies.unwrap()[..] else { panic!("one film") };
    assert_eq!((film.tmdb_id, film.title.as_str()), (Some(4711), "The Salt Road"));
    assert_eq!(film.original_title.as_deref(), Some("Saltvegen"));
    assert_eq!((film.runtime, film.year), (Some(118), Some(2025)));
    assert_eq!(
        film.release_date.unwrap().to_string(),
        "2025-12-19",
        "the first day in theaters of the country"
    );
    assert_eq!(film.certificate.as_deref(), Some("PG-13"));
    assert_eq!((film.genres.join("|"), film.countries.join("|")), ("Drama".into(), "Norway".into()));
    assert_eq!(
        (film.directors.join("|"), film.cast.join("|")),
        ("Cy Vane".into(), "Ada Moor|Bo Lind".into())
    );
    assert_eq!(film.languages, ["no"]);
    assert_eq!((&*film.tagline, &*film.synopsis), ("Every winter, once.", "A driver crosses the ice."));
    let trailer = Trailer { kind: TrailerKind::Youtube, id: "ccccccccccc".into() };
    assert_eq!(film.trailer, Some(trailer), "the official one");
    assert_eq!(
        film.localizations.keys().collect::<Vec<_>>(),
        ["fr"],
        "German has no texts, and Spanish is not asked for"
    );
    let french = &film.localizations["fr"];
    assert_eq!(french.title.as_deref(), Some("La Route du sel"));
    assert_eq!((french.tagline.as_deref(), french.synopsis.is_some()), (None, true));
    let picture = |owner| schedule.remote_pictures.iter().find(|p| p.owner == owner).map(|p| p.url.as_str());
    let poster = picture(PictureOwner::MoviePoster(film.id.clone()));
    assert_eq!(poster, Some("https://image.tmdb.org/t/p/w780/poster.jpg"));
    let backdrop = picture(PictureOwner::MovieBackdrop(film.id.clone()));
    assert_eq!(backdrop, Some("https://image.tmdb.org/t/p/original/wide.jpg"));
}

#[test]
fn a_film_that_two_films_of_the_site_may_be_is_described_for_each() {
    let films = ["5", "6"].map(|of| (MovieId::parse(of).unwrap(), details()));
    let file = document(&audience(), &films).to_string();
    let schedule = read(Format::Tmdb, &[("films.json", file)], &ReadOptions::default()).unwrap().schedule;
    let of: Vec<&str> = schedule.described_films.values().map(MovieId::as_str).collect();
    assert_eq!((schedule.movies.unwrap().len(), of.len()), (2, 2));
    assert!(of.contains(&"5") && of.contains(&"6"), "{of:?}");
    let abroad = TmdbAudience { country: "SE".into(), ..audience() };
    let film = abroad.film(&details()).unwrap();
    assert_eq!(
        (film.release_date, film.year, film.certificate),
        (None, Some(2025), None),
        "not those of others"
    );
}

#[test]
fn what_is_not_read_is_not_kept_and_reads_the_same() {
    let trimmed = audience().trimmed(details());
    assert_eq!(reading(std::slice::from_ref(&trimmed)), reading(&[details()]));
    let size = |value: &Value, place: &str| value.pointer(place).unwrap().as_array().unwrap().len();
    assert_eq!(size(&trimmed, "/credits/crew"), 1);
    assert_eq!(size(&trimmed, "/release_dates/results"), 1);
    assert_eq!(size(&trimmed, "/translations/translations"), 3);
}

#[test]
fn a_film_with_a_few_facts_has_those() {
    let bare = json!({ "id": 7, "title": "Kestrel", "original_title": "Kestrel", "overview": "", "release_date": "" });
    let far =
        json!({ "id": 8, "title": "Far", "poster_path": "//elsewhere.example/x.jpg/../y", "runtime": 0 });
    let reading = reading(&[bare, far, json!({ "id": 9 }), json!({ "id": -1, "title": "A" }), json!("film")]);
    let films = reading.schedule.movies.as_ref().unwrap();
    assert_eq!(films.iter().map(|film| film.tmdb_id).collect::<Vec<_>>(), [Some(7), Some(8)]);
    assert_eq!((films[0].original_title.clone(), films[0].release_date, films[0].year), (None, None, None));
    assert_eq!(films[1].runtime, None);
    assert!(reading.schedule.remote_pictures.is_empty(), "{:?}", reading.schedule.remote_pictures);
    assert_eq!(reading.skipped.len(), 3);
}

#[test]
fn a_document_without_films_is_one() {
    let reading = reading(&[]);
    assert_eq!((reading.schedule.movies, reading.schedule.scope), (None, Scope::KnownFilms));
    let broken = read(Format::Tmdb, &[("films.json", "{}".to_owned())], &ReadOptions::default());
    assert!(broken.is_err(), "{broken:?}");
}

#[test]
fn requests_name_title_year_and_language() {
    let audience = audience();
    let expected = "search/movie?query=Salt+%26+Ice&language=en-US&include_adult=false&year=2025";
    assert_eq!(audience.search("Salt & Ice", Some(2025)), expected);
    let expected =
        "movie/4711?language=en-US&append_to_response=credits%2Crelease_dates%2Ctranslations%2Cvideos";
    assert_eq!(audience.details(4711), expected);
    let response = json!({ "results": [details(), { "id": 5 }, { "id": 6, "title": "Other" }] });
    let found: Vec<_> =
        audience.found(&response).unwrap().into_iter().map(|(number, film)| (number, film.title)).collect();
    assert_eq!(found, [(4711, "The Salt Road".to_owned()), (6, "Other".to_owned())]);
    assert_eq!(audience.film(&json!({ "status_code": 34 })), None);
    assert_eq!(audience.found(&json!({ "status_code": 7 })), None);
}
