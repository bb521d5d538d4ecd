//! Fallback pages for when rendering fails: headings, films, times and links only.

use marquee_api::{FilmCard, PageBody, PageData, Rendered, Show};
use marquee_model::text::escape_html;

/// The page's content as HTML without scripts and pictures.
#[must_use]
pub fn render_fallback(data: &PageData) -> Rendered {
    let mut out = format!(
        "<main><p><a href=\"{}\">{}</a></p>",
        escape_html(&data.site.home_href),
        escape_html(&data.site.name)
    );
    heading(&mut out, 1, data.head.title.split(" | ").next().unwrap_or_default());
    match &data.page {
        PageBody::List(p) => cards(&mut out, &p.films),
        PageBody::Film(p) => {
            paragraph(&mut out, &p.synopsis);
            for group in &p.groups {
                shows(&mut out, group.shows.iter());
            }
            for theater in &p.theaters {
                heading(&mut out, 2, &theater.name);
                shows(&mut out, theater.groups.iter().flat_map(|g| &g.shows));
            }
            for day in &p.next_days {
                heading(&mut out, 2, &day.day.label);
                shows(&mut out, day.shows.iter());
            }
        }
        PageBody::Theater(p) => {
            heading(&mut out, 2, &p.day_label);
            for row in &p.rows {
                heading(&mut out, 3, &row.film.title);
                shows(&mut out, row.shows.iter().map(|s| &s.show));
            }
            paragraph(&mut out, &format!("{} {}", p.contact.address, p.contact.phone));
        }
        PageBody::Theaters(p) => {
            links(
                &mut out,
                p.theaters.iter().map(|t| (t.href.as_str(), format!("{}, {}", t.name, t.address))),
            );
        }
        PageBody::Events(p) => links(&mut out, p.events.iter().map(|e| (e.href.as_str(), e.title.clone()))),
        PageBody::Event(p) => {
            p.paragraphs.iter().for_each(|text| paragraph(&mut out, text));
            cards(&mut out, &p.films);
        }
        PageBody::Showtimes(p) => {
            heading(&mut out, 2, &p.day_label);
            for film in &p.films {
                heading(&mut out, 2, &film.film.title);
                for theater in &film.theaters {
                    heading(&mut out, 3, &theater.name);
                    shows(&mut out, theater.shows.iter());
                }
            }
        }
        PageBody::Search(p) => {
            // Searching needs the renderer, so all entries are listed.
            links(&mut out, p.entries.iter().map(|e| (e.href.as_str(), e.title.clone())));
        }
        // The forms need the renderer, so only links are listed.
        PageBody::Member(p) => links(&mut out, p.theaters.iter().map(|t| (t.href.as_str(), t.name.clone()))),
        PageBody::Offline(p) => {
            links(
                &mut out,
                p.soon.iter().map(|s| (s.film_href.as_str(), format!("{} {}", s.show.time, s.title))),
            );
        }
        PageBody::Unbookable(p) => {
            heading(&mut out, 2, &p.film.title);
            paragraph(&mut out, &p.day);
            shows(&mut out, std::iter::once(&p.show));
            for day in &p.next {
                heading(&mut out, 2, &day.day.label);
                shows(&mut out, day.shows.iter());
            }
            paragraph(&mut out, &p.phone);
        }
        PageBody::Content(p) => paragraph(&mut out, &p.title),
        PageBody::Error(p) => paragraph(&mut out, &p.phone),
    }
    out.push_str("<nav>");
    links(&mut out, data.site.menu.iter().map(|l| (l.href.as_str(), l.label.clone())));
    out.push_str("</nav></main>");
    Rendered {
        html_attributes: std::collections::BTreeMap::new(),
        theme_color: "#ffffff".to_owned(),
        color_scheme: "light dark".to_owned(),
        css: "body{font:1rem/1.5 sans-serif;max-width:45rem;margin:auto;padding:1rem}".to_owned(),
        preload_fonts: Vec::new(),
        preload_picture: None,
        head_script: None,
        body: out,
    }
}

fn heading(out: &mut String, level: u8, text: &str) {
    out.push_str(&format!("<h{level}>{}</h{level}>", escape_html(text)));
}

fn paragraph(out: &mut String, text: &str) {
    if !text.trim().is_empty() {
        out.push_str(&format!("<p>{}</p>", escape_html(text)));
    }
}

fn links<'l>(out: &mut String, all: impl Iterator<Item = (&'l str, String)>) {
    out.push_str("<ul>");
    for (href, label) in all {
        out.push_str(&format!("<li><a href=\"{}\">{}</a></li>", escape_html(href), escape_html(&label)));
    }
    out.push_str("</ul>");
}

fn cards(out: &mut String, films: &[FilmCard]) {
    for card in films {
        out.push_str(&format!(
            "<h2><a href=\"{}\">{}</a></h2>",
            escape_html(&card.film.href),
            escape_html(&card.film.title)
        ));
        paragraph(out, &card.next);
        shows(out, card.shows.iter());
    }
}

fn shows<'s>(out: &mut String, all: impl Iterator<Item = &'s Show>) {
    out.push_str("<ul>");
    for s in all {
        let text = format!("{} {} {} {}", s.time, s.half, s.screen, s.theater);
        let text = escape_html(text.split_whitespace().collect::<Vec<_>>().join(" ").as_str());
        if s.href.is_empty() {
            out.push_str(&format!("<li><s>{text}</s></li>"));
        } else {
            out.push_str(&format!("<li><a href=\"{}\">{text}</a></li>", escape_html(&s.href)));
        }
    }
    out.push_str("</ul>");
}
