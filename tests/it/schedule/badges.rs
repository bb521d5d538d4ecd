//! Badges of films (CONST-03)

use marquee_tests::{Acme, Data, film, show, theater};
use serde_json::{Value, json};

fn released(id: &str, title: &str, day: &str) -> Value {
    let mut film = film(id, title);
    film["releaseDate"] = json!(day);
    film
}

#[test]
fn const_03_badges_new_and_preview_depend_on_the_release_date() {
    let mut by_hand = released("3", "Three", "2020-01-01");
    by_hand["badges"] = json!(["NEW"]);
    let shows: Vec<Value> = ["1", "2", "3"]
        .iter()
        .flat_map(|m| {
            ["2025-05-08", "2025-05-09", "2025-05-05"]
                .map(|day| show(&format!("{m}-{day}"), "T1", m, &format!("{day}T23:00:00Z"), day))
        })
        .collect();
    let acme = Acme::single()
        .file("theaters", json!([theater("T1", "The House")]))
        .file(
            "movies",
            json!([released("1", "One", "2025-05-02"), released("2", "Two", "2025-05-09"), by_hand]),
        )
        .file("showtimes", json!(shows));
    let data = Data::with(&[&acme]);
    for (clock, one, two) in [
        ("2025-05-05T12:00:00Z", "One New", "Two Preview"),
        ("2025-05-08T12:00:00Z", "One New", "Two Preview"),
        ("2025-05-09T12:00:00Z", "One 1 h", "Two New"),
    ] {
        let server = data.serve(clock);
        let text = server.site("acme.example").page("/movies/").text();
        assert!(text.contains(one) && text.contains(two), "{clock}: {text}");
        assert!(text.contains("Three New"), "set by hand: {text}");
    }
}
