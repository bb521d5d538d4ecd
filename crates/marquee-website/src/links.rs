//! Which pages of a website are read: those with showtimes, and those of its menu.

use std::collections::HashSet;

use marquee_model::text;
use url::Url;

use crate::Page;

/// Words for the program in the languages of the editor, as in addresses.
const PROGRAM: &[&str] = &[
    "showtimes",
    "showtime",
    "whats-on",
    "what-s-on",
    "now-showing",
    "now-playing",
    "programme",
    "program",
    "calendar",
    "schedule",
    "listings",
    "films",
    "movies",
    "screenings",
    "times",
    "sessions",
    "tickets",
    "spielplan",
    "programm",
    "kinoprogramm",
    "filme",
    "vorstellungen",
    "horaires",
    "seances",
    "a-l-affiche",
    "films-a-l-affiche",
    "cartelera",
    "horarios",
    "peliculas",
    "sesiones",
];
/// First parts of addresses of films.
const FILM: &[&str] = &[
    "film",
    "films",
    "movie",
    "movies",
    "programme",
    "program",
    "event",
    "events",
    "filme",
    "pelicula",
    "peliculas",
    "whats-on",
    "showing",
];
/// Words of pages that belong to other parts of a new site.
const NOT_A_PAGE: &[&str] = &[
    "login",
    "log-in",
    "sign-in",
    "signin",
    "register",
    "account",
    "my-account",
    "cart",
    "basket",
    "checkout",
    "search",
    "home",
    "cookies",
    "privacy",
    "terms",
    "book",
    "book-now",
    "buy-tickets",
    "anmelden",
    "connexion",
    "iniciar-sesion",
    "menu",
    "facebook",
    "instagram",
    "newsletter",
    "events",
    "news",
];
const MAX_TITLE: usize = 40;

/// Addresses to read for the program, the most promising first.
pub(crate) struct Queue {
    seen: HashSet<Url>,
    waiting: Vec<(u32, usize, Url)>,
    home: Url,
}

impl Queue {
    pub fn new(home: &Url) -> Self {
        Self { seen: HashSet::from([home.clone()]), waiting: Vec::new(), home: home.clone() }
    }

    /// Adds the links of a page that may lead to showtimes.
    pub fn add_program(&mut self, page: &Page) {
        for link in &page.parts.links {
            let Some(url) = page.resolve(&link.href).filter(|url| is_same_site(url, &self.home)) else {
                continue;
            };
            let score = score(&url, &link.text, &page.url);
            if score > 0 && self.seen.insert(url.clone()) {
                self.waiting.push((score, self.waiting.len(), url));
            }
        }
    }

    /// The most promising address; of several, that which was linked first.
    pub fn next(&mut self) -> Option<Url> {
        let best = self
            .waiting
            .iter()
            .enumerate()
            .max_by_key(|(_, (score, order, _))| (*score, std::cmp::Reverse(*order)))
            .map(|(index, _)| index)?;
        Some(self.waiting.remove(best).2)
    }
}

fn is_same_site(url: &Url, home: &Url) -> bool {
    let host = |url: &Url| url.host_str().unwrap_or_default().trim_start_matches("www.").to_owned();
    host(url) == host(home) && url.port_or_known_default() == home.port_or_known_default()
}

fn segments(url: &Url) -> Vec<String> {
    let segments = url.path_segments().into_iter().flatten();
    segments.filter(|s| !s.is_empty()).map(|s| text::slug(s.split('.').next().unwrap_or(s))).collect()
}

/// How likely a page has showtimes; 0 if it is not read.
fn score(url: &Url, words: &str, from: &Url) -> u32 {
    let segments = segments(url);
    let words = text::slug(words);
    let is_program = |word: &str| PROGRAM.contains(&word);
    let has_date = url.query().is_some_and(|query| query.contains("20"))
        || segments.last().is_some_and(|s| s.starts_with("20"));
    let last = segments.last().map(String::as_str).unwrap_or_default();
    // Another day of a page with showtimes.
    if has_date && !segments.is_empty() && url.path() == from.path() {
        return 5;
    }
    if url.query().is_some() {
        return 0;
    }
    match segments.len() {
        0 => 0,
        1 | 2 if is_program(last) && PROGRAM.iter().position(|word| *word == last) < Some(12) => 9,
        1 | 2 if is_program(last) => 7,
        1 | 2 if is_program(&words) => 6,
        2.. if segments.first().is_some_and(|first| FILM.contains(&first.as_str())) => 3,
        _ => 0,
    }
}

/// Titles and addresses of the pages in the menu that are not about the program.
pub(crate) fn menu_pages(home: &Page) -> Vec<(String, Url)> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for link in home.parts.links.iter().filter(|link| link.is_in_menu) {
        let Some(url) = page_address(home, &link.href) else { continue };
        let segments = segments(&url);
        let name = text::slug(&link.text);
        let is_other = |word: &str| PROGRAM.contains(&word) || NOT_A_PAGE.contains(&word);
        let is_page = !segments.is_empty()
            && segments.len() <= 2
            && !name.is_empty()
            && link.text.chars().count() <= MAX_TITLE
            && !is_other(&name)
            && !segments.iter().any(|segment| is_other(segment));
        if is_page && seen.insert(name) && seen.insert(url.to_string()) {
            found.push((link.text.clone(), url));
        }
    }
    found
}

fn page_address(home: &Page, href: &str) -> Option<Url> {
    home.resolve(href).filter(|url| is_same_site(url, &home.url) && url.query().is_none() && *url != home.url)
}

#[cfg(test)]
mod tests;
