//! Fallback pages for when rendering fails: headings, films, times and links only.

use marquee_api::{FilmCard, PageBody, PageData, Rendered, Show, WeekDay};
use maud::{Markup, html};

/// The page's content as HTML without scripts and pictures.
#[must_use]
pub fn render_fallback(data: &PageData) -> Rendered {
    let page = html! {
        main {
            p { a href=(data.site.home_href) { (data.site.name) } }
            h1 { (data.head.title.split(" | ").next().unwrap_or_default()) }
            (body(&data.page))
            nav { (links(menu_links(data))) }
        }
    };
    Rendered {
        found: None,
        html_attributes: std::collections::BTreeMap::new(),
        theme_color: "#ffffff".to_owned(),
        color_scheme: "light dark".to_owned(),
        css: "body{font:1rem/1.5 sans-serif;max-width:45rem;margin:auto;padding:1rem}".to_owned(),
        preload_fonts: Vec::new(),
        preload_picture: None,
        head_script: None,
        body: page.into_string(),
    }
}

/// The links of the main navigation that everybody sees.
fn menu_links(data: &PageData) -> impl Iterator<Item = (&str, String)> {
    let all = data.site.menu.iter().flat_map(|entry| {
        let below = entry.below.iter().flat_map(|menu| &menu.links).filter(|_| !entry.members_only);
        std::iter::once(entry).chain(below)
    });
    all.filter(|link| !link.members_only && !link.href.is_empty()).map(|l| (l.href.as_str(), l.label.clone()))
}

fn body(page: &PageBody) -> Markup {
    match page {
        PageBody::List(p) => html! { (cards(&p.films)) (week(&p.week)) },
        PageBody::Film(p) => html! {
            (paragraph(&p.synopsis))
            @for group in &p.groups { (shows(group.shows.iter())) }
            @for theater in &p.theaters {
                h2 { (theater.name) }
                (shows(theater.groups.iter().flat_map(|g| &g.shows)))
            }
            (week(&p.week))
            @for day in &p.next_days { h2 { (day.day.label) } (shows(day.shows.iter())) }
        },
        PageBody::Theater(p) => html! {
            h2 { (p.day_label) }
            @for row in &p.rows { h3 { (row.film.title) } (shows(row.shows.iter().map(|s| &s.show))) }
            (week(&p.week))
            (paragraph(&format!("{} {}", p.contact.address, p.contact.phone)))
        },
        PageBody::Theaters(p) => {
            links(p.theaters.iter().map(|t| (t.href.as_str(), format!("{}, {}", t.name, t.address))))
        }
        PageBody::Events(p) => links(p.events.iter().map(|e| (e.href.as_str(), e.title.clone()))),
        PageBody::Event(p) => html! {
            @for text in &p.paragraphs { (paragraph(text)) }
            (cards(&p.films))
        },
        PageBody::Showtimes(p) => html! {
            h2 { (p.day_label) }
            @for film in &p.films {
                h2 { (film.film.title) }
                @for theater in &film.theaters { h3 { (theater.name) } (shows(theater.shows.iter())) }
            }
            (week(&p.week))
        },
        // Searching needs the renderer, so all entries are listed.
        PageBody::Search(p) => links(p.entries.iter().map(|e| (e.href.as_str(), e.title.clone()))),
        // The forms need the renderer, so only links are listed.
        PageBody::Member(p) => links(p.theaters.iter().map(|t| (t.href.as_str(), t.name.clone()))),
        PageBody::Offline(p) => {
            links(p.soon.iter().map(|s| (s.film_href.as_str(), format!("{} {}", s.show.time, s.title))))
        }
        PageBody::Unbookable(p) => html! {
            h2 { (p.film.title) }
            (paragraph(&p.day))
            (shows(std::iter::once(&p.show)))
            @for day in &p.next { h2 { (day.day.label) } (shows(day.shows.iter())) }
            (paragraph(&p.phone))
        },
        PageBody::Content(p) => paragraph(&p.title),
        PageBody::Error(p) => paragraph(&p.phone),
    }
}

fn paragraph(text: &str) -> Markup {
    html! { @if !text.trim().is_empty() { p { (text) } } }
}

fn links<'l>(all: impl Iterator<Item = (&'l str, String)>) -> Markup {
    html! { ul { @for (href, label) in all { li { a href=(href) { (label) } } } } }
}

fn cards(films: &[FilmCard]) -> Markup {
    html! {
        @for card in films {
            h2 { a href=(card.film.href) { (card.film.title) } }
            (paragraph(&card.next))
            (shows(card.shows.iter()))
        }
    }
}

fn week(days: &[WeekDay]) -> Markup {
    html! { @for day in days { h2 { (day.day.label) } (cards(&day.films)) } }
}

fn shows<'s>(all: impl Iterator<Item = &'s Show>) -> Markup {
    let text = |s: &Show| {
        let parts = [&s.time, &s.half, &s.screen, &s.theater];
        parts.iter().flat_map(|part| part.split_whitespace()).collect::<Vec<_>>().join(" ")
    };
    html! {
        ul { @for s in all {
            li { @if s.href.is_empty() { s { (text(s)) } } @else { a href=(s.href) { (text(s)) } } }
        } }
    }
}

#[cfg(test)]
mod tests {
    use marquee_api::ShowDate;

    use super::*;

    /// A page of the list of films.
    const LIST: &str = include_str!("../../../web/testkit/pages/meridian-movies.json");

    #[test]
    fn looks_a_week_without_its_renderer_has_its_days_and_times() {
        let mut data: PageData = serde_json::from_str(LIST).unwrap();
        let PageBody::List(list) = &mut data.page else { panic!("the sample is a list of films") };
        let films = std::mem::take(&mut list.films);
        let booking = films.iter().flat_map(|card| &card.shows).find(|show| !show.href.is_empty());
        let link = format!("href=\"{}\"", booking.unwrap().href.replace('&', "&amp;"));
        let label = String::from("Saturday, November 22");
        let day = ShowDate {
            date: String::from("2026-11-22"),
            label: label.clone(),
            href: String::from("/movies/2026-11-22/"),
        };
        list.week = vec![WeekDay { day, films, more: 0 }];
        let body = render_fallback(&data).body;
        assert!(body.contains(&label) && body.contains(&link), "{body}");
    }
}
