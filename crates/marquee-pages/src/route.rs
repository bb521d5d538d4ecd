//! Resolves paths to pages.

use marquee_api::MemberScreen;
use marquee_api::paths::{CHANGED_SHOWS_PATH, MEMBER_AREA_PATH, SITE_PICTURE_PATH};
use marquee_catalog::Snapshot;
use marquee_model::catalog::{Event, PageKind};
use marquee_model::locale::Locale;
use marquee_model::reserved_paths::RESERVED_SEGMENTS;
use marquee_model::ticketing::Flow;
use marquee_model::{EventId, MovieId, ShowId, TheaterId};
use marquee_site::SiteHandle;

use crate::address::path_segment;
use crate::builders::shown_movie;
use crate::kind::{CalendarSubject, HashableListKind, Kind, PATH_SEPARATOR, PreviewSubject, Resource};
use crate::resource::sitemap_part;

/// What a path resolves to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolved {
    Page {
        kind: Kind,
        locale: Locale,
        /// The path prefix of that locale, empty for the default one.
        prefix: String,
    },
    /// Another path of the site, decoded; the query is kept.
    Redirect {
        path: String,
        /// 301 or 302.
        status: u16,
    },
    /// The ticketing site, or another site to which an old address leads; the query is kept.
    External {
        address: String,
        /// 301 or 302.
        status: u16,
    },
}

/// Resolves a path. Fixed routes take precedence over content pages (ROUTE-15); unknown paths are the 404 page.
#[must_use]
pub fn resolve(site: &SiteHandle, snapshot: &Snapshot, path: &str) -> Resolved {
    let config = &site.record.config;
    let mut locale = config.locale.clone();
    let mut prefix = String::new();
    let mut site_path = path;
    for (other, start) in config.locale_prefixes().skip(1) {
        if let Some(tail) = path.strip_prefix(&start).filter(|t| t.starts_with('/')) {
            (locale, prefix, site_path) = (other.clone(), start, tail);
            break;
        }
    }
    let page = |kind| Resolved::Page { kind, locale: locale.clone(), prefix: prefix.clone() };
    // Resolves a path below the prefix of the locale, with or without the prefix of previews.
    let with_prefix = |before: &str, site_path: &str| match kind_of(site, snapshot, site_path) {
        Ok(Kind::NotFound) => old_address(site, before, site_path).unwrap_or_else(|| page(Kind::NotFound)),
        Ok(kind) => page(kind),
        Err(path) => Resolved::Redirect {
            path: crate::address::LinkBuilder::new(site, before).path(&path),
            status: 301,
        },
    };
    if let Some(tail) = site_path.strip_prefix("/permalink/movie/") {
        return permalink(site, snapshot, &prefix, tail).unwrap_or_else(|| page(Kind::NotFound));
    }
    let reserved = config.reserved_path_prefix();
    if let Some(tail) = site_path.strip_prefix(reserved).filter(|_| config.is_preview(site_path)) {
        // The editor shows the link-preview picture of a draft.
        if let Some(picture @ Resource::Share(_)) = resource(site, snapshot, tail) {
            return page(Kind::Resource(picture));
        }
        return with_prefix(&format!("{prefix}{reserved}"), if tail.is_empty() { "/" } else { tail });
    }
    if let Some(resource) = resource(site, snapshot, site_path) {
        return page(Kind::Resource(resource));
    }
    if let Some(flow) = Flow::from_path(site_path) {
        return match flow.url(&site.record.settings.ticketing_url) {
            None => with_prefix(&prefix, site_path),
            Some(_) if flow.is_booking() => page(Kind::Ticketing(flow)),
            Some(address) => Resolved::External { address, status: 302 },
        };
    }
    with_prefix(&prefix, site_path)
}

fn resource(site: &SiteHandle, snapshot: &Snapshot, path: &str) -> Option<Resource> {
    let theater = |id: &str| TheaterId::parse(id).ok().filter(|id| snapshot.theater(id).is_some());
    match path {
        MEMBER_AREA_PATH => return Some(Resource::MemberArea),
        CHANGED_SHOWS_PATH => return Some(Resource::ChangedShows),
        SITE_PICTURE_PATH => return Some(Resource::Share(PreviewSubject::Site)),
        _ => {}
    }
    let path = path.strip_prefix('/')?;
    match path.split('/').collect::<Vec<_>>().as_slice() {
        ["robots.txt"] => Some(Resource::Robots),
        ["llms.txt"] => Some(Resource::LlmsTxt),
        ["sitemap.xml"] => Some(Resource::Sitemap(None)),
        [name] => {
            let number = name.strip_prefix("sitemap-")?.strip_suffix(".xml")?;
            Some(Resource::Sitemap(Some(sitemap_part(site, snapshot, number)?)))
        }
        ["api", "third-parties.json"] => Some(Resource::ThirdParties(None)),
        ["api", "third-parties", file] => {
            Some(Resource::ThirdParties(Some(theater(file.strip_suffix(".json")?)?)))
        }
        ["api", "programme.json"] => Some(Resource::Schedules),
        ["api", "films.rss"] => Some(Resource::NewFilms),
        ["api", "programme", file] => match file.rsplit_once('.')? {
            (id, "json") => Some(Resource::Schedule(theater(id)?)),
            (id, "csv") => Some(Resource::ScheduleTable(theater(id)?)),
            _ => None,
        },
        ["api", "share", of, file] => {
            let id = file.strip_suffix(".png")?;
            Some(Resource::Share(match *of {
                "movie" => PreviewSubject::Movie(MovieId::parse(id).ok()?),
                "theater" => PreviewSubject::Theater(theater(id)?),
                "event" => PreviewSubject::Event(EventId::parse(id).ok()?),
                "page" => {
                    let path = format!("/{}/", id.replace(PATH_SEPARATOR, "/"));
                    PreviewSubject::Page(snapshot.pages.get(&path)?.path.clone())
                }
                _ => return None,
            }))
        }
        ["api", "calendar", of, file] => {
            let id = file.strip_suffix(".ics")?;
            Some(Resource::Calendar(match *of {
                "show" => CalendarSubject::Show(ShowId::parse(id).ok()?),
                "movie" => CalendarSubject::Movie(MovieId::parse(id).ok()?),
                "theater" => CalendarSubject::Theater(theater(id)?),
                "event" => CalendarSubject::Event(EventId::parse(id).ok()?),
                _ => return None,
            }))
        }
        _ => None,
    }
}

/// Redirects the permanent address of a film to its current one (ROUTE-05).
fn permalink(site: &SiteHandle, snapshot: &Snapshot, prefix: &str, tail: &str) -> Option<Resolved> {
    let id = MovieId::parse(tail.trim_end_matches('/')).ok()?;
    let movie = shown_movie(site, snapshot, &id)?;
    let path = crate::address::LinkBuilder::new(site, prefix).movie(movie);
    Some(Resolved::Redirect { path, status: 302 })
}

/// Where an old address leads that has no page (ROUTE-22). `prefix` is that of the language, before which previews have theirs. An entry
/// with the prefix precedes one for all languages.
fn old_address(site: &SiteHandle, prefix: &str, path: &str) -> Option<Resolved> {
    let config = &site.record.config;
    let target =
        config.options.redirect(&format!("{prefix}{path}")).or_else(|| config.options.redirect(path))?;
    if !target.starts_with('/') {
        return Some(Resolved::External { address: target.to_owned(), status: 301 });
    }
    let first = target.split('/').nth(1).unwrap_or_default();
    let has_language =
        config.locale_prefixes().skip(1).any(|(_, start)| start.trim_start_matches('/') == first);
    // Files and pages of one language have their address as it is.
    let is_complete = has_language || RESERVED_SEGMENTS.contains(&first) || is_file(target);
    let path = if is_complete {
        target.to_owned()
    } else {
        crate::address::LinkBuilder::new(site, prefix).path(target)
    };
    Some(Resolved::Redirect { path, status: 301 })
}

/// Whether the last segment of a path is the name of a file.
fn is_file(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.contains('.'))
}

/// A page, or the path to redirect to.
type KindOrRedirect = Result<Kind, String>;

fn kind_of(site: &SiteHandle, snapshot: &Snapshot, path: &str) -> KindOrRedirect {
    let segments: Vec<&str> = path.split('/').filter(|s| !s.is_empty()).collect();
    let prefix = site.record.config.path_prefix.as_str();
    Ok(match segments.as_slice() {
        ["404.html"] => Kind::NotFound,
        [first, ..] if RESERVED_SEGMENTS.contains(first) => Kind::NotFound,
        ["500.html"] => Kind::ServerError,
        ["offline.html"] => Kind::Offline,
        ["search"] => Kind::Search,
        ["movies"] => Kind::List(HashableListKind::NowShowing),
        ["movies", "coming-soon"] => Kind::List(HashableListKind::ComingSoon),
        ["movies", name] => return film(site, snapshot, "/movies", name),
        [p, "movie"] if !prefix.is_empty() && *p == prefix => Kind::List(HashableListKind::NowShowing),
        [p, "movie", name] if !prefix.is_empty() && *p == prefix => {
            return film(site, snapshot, &format!("/{p}/movie"), name);
        }
        ["theaters", name] => theater(snapshot, name),
        ["events", name] => return event(snapshot, name),
        [slug, rest @ ..] if *slug == site.record.settings.login_page.slug => member(site, rest),
        _ => return content(snapshot, &segments),
    })
}

/// A film by the number in its path. Any suffix other than the film's slug is redirected, because each would be a separate
/// cache key (security 7.2), and so is the number that another feed gives the film.
fn film(site: &SiteHandle, snapshot: &Snapshot, base: &str, name: &str) -> KindOrRedirect {
    let digits = name.split('-').next().unwrap_or_default();
    let id = MovieId::parse(digits).ok().filter(MovieId::is_numeric);
    let movie = id.and_then(|id| shown_movie(site, snapshot, &id));
    let Some(movie) = movie else { return Ok(Kind::NotFound) };
    let canonical = path_segment(movie.id.as_str(), &movie.slug);
    if name == canonical { Ok(Kind::Film(movie.id.clone())) } else { Err(format!("{base}/{canonical}/")) }
}

/// A page of the member area (ROUTE-08). No segment is empty, so a site with an empty slug has no member area (ROUTE-09).
fn member(site: &SiteHandle, rest: &[&str]) -> Kind {
    let segment = match rest {
        [] => "",
        [segment] => segment,
        _ => return Kind::NotFound,
    };
    let loyalty = &site.record.settings.loyalty;
    match MemberScreen::ALL.into_iter().find(|screen| screen.segment() == segment) {
        Some(MemberScreen::Activate) if !loyalty.include_activation => Kind::NotFound,
        Some(MemberScreen::Watchlist) if !loyalty.include_watchlist => Kind::NotFound,
        Some(screen) => Kind::Member(screen),
        None => Kind::NotFound,
    }
}

fn theater(snapshot: &Snapshot, name: &str) -> Kind {
    let by_slug = snapshot.theaters.iter().find(|t| t.slug == name);
    by_slug
        .or_else(|| snapshot.theaters.iter().find(|t| t.id.as_str() == name))
        .map_or(Kind::NotFound, |t| Kind::Theater(t.id.clone()))
}

fn event(snapshot: &Snapshot, name: &str) -> KindOrRedirect {
    let canonical = |e: &Event| path_segment(e.id.as_str(), &e.slug);
    if let Some(event) = snapshot.events.iter().find(|e| canonical(e) == name) {
        return Ok(Kind::Event(event.id.clone()));
    }
    let event = snapshot.events.iter().find(|e| {
        name.strip_prefix(e.id.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    });
    event.map_or(Ok(Kind::NotFound), |event| Err(format!("/events/{}/", canonical(event))))
}

/// A page of the operator, or the page that had this path before (ROUTE-21).
fn content(snapshot: &Snapshot, segments: &[&str]) -> KindOrRedirect {
    let path = segments.iter().fold("/".to_owned(), |path, s| path + s + "/");
    let seeded = |kind| match kind {
        PageKind::Home => Kind::Home,
        PageKind::Showtimes => Kind::Showtimes,
        PageKind::Events => Kind::Events,
        PageKind::Theaters => Kind::Theaters,
        PageKind::Content => Kind::Content(path.clone()),
    };
    Ok(match (snapshot.pages.get(&path), path.as_str()) {
        (Some(page), _) => seeded(page.kind),
        (None, "/") => Kind::Home,
        (None, "/showtimes/") => Kind::Showtimes,
        (None, "/events/") => Kind::Events,
        (None, "/theaters/") => Kind::Theaters,
        (None, _) => {
            let moved = snapshot.pages.values().filter(|page| page.former_paths.contains(&path));
            // The same page for each request, should two claim the path.
            return moved.map(|page| &page.path).min().cloned().map_or(Ok(Kind::NotFound), Err);
        }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;

    #[test]
    fn the_path_of_a_resource_resolves_to_it() {
        let record = include_str!("../../../fixtures/demo/aster/site.json");
        let record: marquee_model::settings::SiteRecord = serde_json::from_str(record).unwrap();
        let origin = "http://aster.localhost".to_owned();
        let site = SiteHandle { id: record.key.clone(), record, origin, version: 1 };
        let mut snapshot = Snapshot::default();
        let theater = json!({ "id": "T.1", "name": "One", "slug": "t1" });
        snapshot.theaters = Arc::new(vec![serde_json::from_value(theater).unwrap()]);
        let page = json!({ "path": "/visit/cafe/", "title": "Cafe" });
        let page: marquee_model::catalog::Page = serde_json::from_value(page).unwrap();
        snapshot.pages = Arc::new([(page.path.clone(), page)].into());
        let theater = || TheaterId::parse("T.1").unwrap();
        let movie = || MovieId::parse("7").unwrap();
        for resource in [
            Resource::Robots,
            Resource::Sitemap(None),
            Resource::Calendar(CalendarSubject::Show(ShowId::parse("S-1").unwrap())),
            Resource::Calendar(CalendarSubject::Movie(movie())),
            Resource::Calendar(CalendarSubject::Theater(theater())),
            Resource::Calendar(CalendarSubject::Event(EventId::parse("E1").unwrap())),
            Resource::Schedules,
            Resource::Schedule(theater()),
            Resource::ScheduleTable(theater()),
            Resource::NewFilms,
            Resource::LlmsTxt,
            Resource::Share(PreviewSubject::Site),
            Resource::Share(PreviewSubject::Movie(movie())),
            Resource::Share(PreviewSubject::Theater(theater())),
            Resource::Share(PreviewSubject::Event(EventId::parse("E1").unwrap())),
            Resource::Share(PreviewSubject::Page("/visit/cafe/".to_owned())),
            Resource::MemberArea,
            Resource::ChangedShows,
            Resource::ThirdParties(None),
            Resource::ThirdParties(Some(theater())),
        ] {
            let Resolved::Page { kind, .. } = resolve(&site, &snapshot, &resource.path()) else {
                panic!("{resource:?}: not a page");
            };
            assert_eq!(kind, Kind::Resource(resource));
        }
    }
}
