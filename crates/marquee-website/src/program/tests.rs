use serde_json::json;

use super::*;

fn options() -> ReadingOptions {
    ReadingOptions { time_zone: "America/Detroit".into(), now: "2026-11-26T20:00:00Z".parse().unwrap() }
}

fn show(title: &str, start: &str) -> String {
    json!({ "@type": "ScreeningEvent", "startDate": start, "location": { "@type": "MovieTheater", "name": "Lantern" },
        "workPresented": { "@type": "Movie", "name": title, "image": "https://cdn.example/p.jpg" } })
    .to_string()
}

#[test]
fn past_shows_are_left_out_and_films_have_their_posters() {
    let scripts =
        [show("Orchard", "2026-11-26T19:30"), show("Salt Road", "2026-11-20T19:30"), "broken {".to_owned()];
    let program = read(&scripts, &options());
    assert_eq!((program.shows.len(), program.theaters.len()), (1, 1));
    let titles: Vec<_> = program.films.iter().map(|film| film.title.as_str()).collect();
    assert_eq!(titles, ["Orchard", "Salt Road"], "films without shows are last");
    assert_eq!(program.films[0].poster.as_ref().map(MediaRef::as_str), Some("https://cdn.example/p.jpg"));
}

#[test]
fn security_7_5_hostile_scripts_give_a_bounded_program_or_none() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(read(std::slice::from_ref(&deep), &options()), Program::default());
    let titles: Vec<String> =
        (0..400).map(|n| json!({ "@type": "Movie", "name": format!("Film {n}") }).to_string()).collect();
    assert_eq!(read(&titles, &options()).films.len(), MAX_FILMS);
    assert_eq!(read(&[deep, show("Orchard", "2026-11-27T19:30")], &options()).shows.len(), 1);
}
