use super::*;
use crate::html::read;

fn page(html: &str) -> Page {
    Page { url: Url::parse("https://lantern.example/").unwrap(), parts: read(html) }
}

#[test]
fn showtimes_come_first_then_films_then_nothing_else() {
    let home = page(
        r#"<a href="/about/">About</a><a href="/film/orchard/">Orchard</a><a href="https://other.example/showtimes/">Other</a>
        <a href="/whats-on/">What’s on</a><a href="/tickets.php">Tickets</a><a href="/seances">Séances</a>
        <a href="mailto:a@b.example">Mail</a><a href="/whats-on/#top">Again</a>"#,
    );
    let mut queue = Queue::new(&home.url);
    queue.add_program(&home);
    let paths: Vec<_> = std::iter::from_fn(|| queue.next()).map(|url| url.path().to_owned()).collect();
    assert_eq!(paths, ["/whats-on/", "/tickets.php", "/seances", "/film/orchard/"]);
}

#[test]
fn other_days_of_a_page_with_showtimes_are_read() {
    let mut showtimes = page(r#"<a href="?day=2026-11-28">Sat</a><a href="?sort=title">Sort</a>"#);
    showtimes.url = Url::parse("https://lantern.example/showtimes/").unwrap();
    let mut queue = Queue::new(&Url::parse("https://lantern.example/").unwrap());
    queue.add_program(&showtimes);
    assert_eq!(
        queue.next().map(|url| url.query().unwrap_or_default().to_owned()),
        Some("day=2026-11-28".to_owned())
    );
    assert_eq!(queue.next(), None);
}

#[test]
fn pages_are_those_of_the_menu_that_a_new_site_does_not_have() {
    let home = page(
        r#"<nav><a href="/">Home</a><a href="/films/">Films</a><a href="/about/">About us</a><a href="/about/">About us</a>
        <a href="/prices">Prices</a><a href="/login">Sign in</a><a href="https://other.example/x">Elsewhere</a></nav>
        <a href="/jobs/">Jobs</a>"#,
    );
    let found: Vec<_> =
        menu_pages(&home).into_iter().map(|(title, url)| (title, url.path().to_owned())).collect();
    assert_eq!(
        found,
        [("About us".to_owned(), "/about/".to_owned()), ("Prices".to_owned(), "/prices".to_owned())]
    );
}
