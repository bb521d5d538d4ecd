//! `llms.txt` (llmstxt.org): what the site is, and where programs read what it shows, in Markdown.

use std::fmt::Write as _;

use marquee_api::paths::MCP_PATH;
use marquee_model::Tag;

use super::{BuiltResource, description};
use crate::builders::PageContext;
use crate::kind::{CalendarSubject, Resource};

/// Maximum number of theaters that are listed; the list of schedules has all.
const MAX_THEATERS: usize = 100;

/// It names nothing that changes during a day: assistants keep it.
pub fn make(context: &PageContext<'_>) -> BuiltResource {
    let origin = &context.site.origin;
    let mut text = format!("# {}\n\n> {}\n", line(context.site_name()), line(&description(context)));
    section(&mut text, "Pages");
    let hrefs = &context.hrefs;
    for (name, path, about) in [
        (
            "Films",
            hrefs.path("/movies/"),
            "what is playing, with showtimes and booking links; `?day=2026-11-20` for a day, `?day=week` for a week",
        ),
        ("Coming soon", hrefs.path("/movies/coming-soon/"), "films with their release dates"),
        ("Showtimes", hrefs.path("/showtimes/"), "all showtimes of a day"),
        ("Events", hrefs.path("/events/"), "events and series"),
    ] {
        link(&mut text, name, &format!("{origin}{path}"), about);
    }
    section(&mut text, "Open data");
    let of = |resource: Resource| format!("{origin}{}", resource.path());
    link(
        &mut text,
        "Schedules",
        &of(Resource::Schedules),
        "the theaters with the addresses of their schedules, as JSON",
    );
    link(
        &mut text,
        "Tools for assistants",
        &format!("{origin}{MCP_PATH}"),
        "Model Context Protocol over Streamable HTTP (POST), without sign-in: films, showtimes of a day, theaters, search, booking links",
    );
    link(&mut text, "New films", &of(Resource::NewFilms), "RSS 2.0");
    link(&mut text, "Sitemap", &of(Resource::Sitemap(None)), "all pages");
    section(&mut text, "Theaters");
    for theater in context.snapshot.theaters.iter().take(MAX_THEATERS) {
        let schedule = of(Resource::Schedule(theater.id.clone()));
        let calendar = of(Resource::Calendar(CalendarSubject::Theater(theater.id.clone())));
        let address = theater.address.line();
        let about = format!(
            "{}times in {}; [schedule]({schedule}) for 60 days as CinemaShowtimes-JSON, [calendar]({calendar}) for 14 days",
            if address.is_empty() { String::new() } else { format!("{address}; ") },
            theater.time_zone
        );
        link(&mut text, &theater.name, &format!("{origin}{}", hrefs.theater(theater)), &line(&about));
    }
    let tags = vec![Tag::Site, Tag::Theaters];
    BuiltResource::new(context, text, "text/plain; charset=utf-8", tags).allow_cross_origin_reads()
}

fn section(text: &mut String, title: &str) {
    let _ = write!(text, "\n## {title}\n\n");
}

fn link(text: &mut String, name: &str, address: &str, about: &str) {
    // Brackets would end the text of the link.
    let name = line(name).replace(['[', ']'], " ");
    let _ = writeln!(text, "- [{name}]({address}): {about}");
}

/// A text on one line, as Markdown lists need it.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_an_operator_is_one_line_and_ends_no_link() {
        let mut text = String::new();
        link(&mut text, "Old\nMill [1]", "https://a.example/", "x");
        assert_eq!(text, "- [Old Mill  1 ](https://a.example/): x\n");
    }
}
