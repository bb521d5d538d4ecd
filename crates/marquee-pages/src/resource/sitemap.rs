//! `sitemap.xml` and `robots.txt`.

use std::collections::{BTreeMap, HashSet};

use jiff::Timestamp;
use marquee_catalog::{Snapshot, sorted_movies};
use marquee_model::catalog::PageKind;
use marquee_model::locale::Locale;
use marquee_model::text::escape_html;
use marquee_model::{MovieId, Tag};
use marquee_site::SiteHandle;
use marquee_store::StoreError;

use super::BuiltResource;
use crate::address::LinkBuilder;
use crate::builders::PageContext;

/// Maximum number of URLs in a file (sitemaps.org).
const MOST_ADDRESSES: usize = 50_000;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// `robots.txt`: disallows the API, previews and the third-party proxy.
pub fn robots(scene: &PageContext<'_>) -> BuiltResource {
    let origin = &scene.site.origin;
    let reserved = scene.site.record.config.reserved_path_prefix();
    // Link previews need the pictures below `/api/share/`.
    let body = format!(
        "User-agent: *\nDisallow: /api/\nAllow: /api/share/\nDisallow: {reserved}/\n\
         Disallow: /__third-party-proxy\n\nSitemap: {origin}/sitemap.xml\n"
    );
    BuiltResource::new(scene, body, "text/plain; charset=utf-8", Vec::new())
}

/// A page and the time of its last change.
struct Entry {
    path: String,
    changed: Option<Timestamp>,
}

/// Parses the number of a part; `None` if there is no such part. Signs and leading zeros are rejected, so that each part has
/// one cache key (security 7.2).
pub fn part(site: &SiteHandle, snapshot: &Snapshot, text: &str) -> Option<usize> {
    let is_canonical = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    let number = text.parse::<usize>().ok().filter(|_| is_canonical)?;
    (number <= part_count(site, snapshot)).then_some(number)
}

/// The number of parts; 0 if one file holds all addresses.
fn part_count(site: &SiteHandle, snapshot: &Snapshot) -> usize {
    let parts = entry_count(site, snapshot).div_ceil(entries_per_part(site));
    if parts > 1 { parts } else { 0 }
}

/// Each entry has one URL per locale.
fn entries_per_part(site: &SiteHandle) -> usize {
    (MOST_ADDRESSES / site.record.config.locales().count()).max(1)
}

/// One part of the sitemap, counted from 1. Without a number: the whole sitemap, or the index of its parts if one file cannot
/// hold it.
pub async fn make(scene: &PageContext<'_>, part: Option<usize>) -> Result<Option<BuiltResource>, StoreError> {
    let touched = scene.catalog.store().touched(&scene.site.id).await?;
    let entries = entries(scene.site, &scene.snapshot, &touched);
    let tags = vec![Tag::Films, Tag::Events, Tag::Theaters];
    let parts: Vec<&[Entry]> = entries.chunks(entries_per_part(scene.site)).collect();
    let text = match part {
        None if parts.len() > 1 => index(scene, &parts),
        None => urls(scene, &entries),
        Some(n) => match n.checked_sub(1).and_then(|n| parts.get(n)) {
            Some(part) if parts.len() > 1 => urls(scene, part),
            _ => return Ok(None),
        },
    };
    Ok(Some(BuiltResource::new(scene, text, "application/xml; charset=utf-8", tags)))
}

/// The number of [`entries`], without making them.
fn entry_count(site: &SiteHandle, snapshot: &Snapshot) -> usize {
    let config = &site.record.config;
    let excluded: HashSet<&MovieId> = config.global_excluded_movie_ids.iter().collect();
    let excluded = excluded.into_iter().filter(|id| snapshot.movies.contains_key(*id)).count();
    let content = snapshot.pages.values().filter(|page| page.kind == PageKind::Content).count();
    let lists = if config.is_single_location { 5 } else { 6 };
    lists + snapshot.theaters.len() + (snapshot.movies.len() - excluded) + snapshot.events.len() + content
}

/// Every page of the default locale that search engines may index.
fn entries(site: &SiteHandle, snapshot: &Snapshot, touched: &BTreeMap<Tag, Timestamp>) -> Vec<Entry> {
    let config = &site.record.config;
    let hrefs = LinkBuilder::new(site, "");
    let at = |tags: &[Tag]| {
        let site = std::iter::once(&Tag::Site);
        tags.iter().chain(site).filter_map(|tag| touched.get(tag).copied()).max()
    };
    let entry = |path: String, tags: &[Tag]| Entry { path, changed: at(tags) };
    let mut out = vec![
        entry(hrefs.path("/"), &[Tag::Films, Tag::Events]),
        entry(hrefs.path("/movies/"), &[Tag::Films]),
        entry(hrefs.path("/movies/coming-soon/"), &[Tag::Films]),
        entry(hrefs.path("/showtimes/"), &[Tag::Films]),
        entry(hrefs.path("/events/"), &[Tag::Events]),
    ];
    if !config.is_single_location {
        out.push(entry(hrefs.path("/theaters/"), &[Tag::Theaters]));
    }
    let theaters = snapshot.theaters.iter();
    out.extend(theaters.map(|t| entry(hrefs.theater(t), &[Tag::Theater(t.id.clone())])));
    let films = sorted_movies(snapshot.all_movies(), config);
    out.extend(films.into_iter().map(|m| entry(hrefs.movie(m), &[Tag::Movie(m.id.clone())])));
    let events = snapshot.events.iter();
    out.extend(events.map(|e| entry(hrefs.event(e.id.as_str(), &e.slug), &[Tag::Event(e.id.clone())])));
    let mut pages: Vec<_> = snapshot.pages.values().filter(|p| p.kind == PageKind::Content).collect();
    pages.sort_by(|a, b| a.path.cmp(&b.path));
    out.extend(pages.into_iter().map(|p| entry(hrefs.path(&p.path), &[Tag::Page(p.path.clone())])));
    out
}

fn urls(scene: &PageContext<'_>, entries: &[Entry]) -> String {
    let origin = &scene.site.origin;
    let locales: Vec<&Locale> = scene.site.record.config.locales().collect();
    let mut out =
        format!("{HEAD}<urlset xmlns=\"{NAMESPACE}\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n");
    let address = |n: usize, path: &str| match n {
        0 => escape_html(&format!("{origin}{path}")),
        n => escape_html(&format!("{origin}/{}{path}", locales[n].short())),
    };
    for entry in entries {
        for n in 0..locales.len() {
            out.push_str(&format!("<url><loc>{}</loc>", address(n, &entry.path)));
            if let Some(changed) = entry.changed {
                out.push_str(&format!("<lastmod>{changed}</lastmod>"));
            }
            for (m, other) in locales.iter().enumerate().filter(|_| locales.len() > 1) {
                out.push_str(&format!(
                    "<xhtml:link rel=\"alternate\" hreflang=\"{}\" href=\"{}\"/>",
                    escape_html(other.short()),
                    address(m, &entry.path)
                ));
            }
            out.push_str("</url>\n");
        }
    }
    out.push_str("</urlset>\n");
    out
}

fn index(scene: &PageContext<'_>, parts: &[&[Entry]]) -> String {
    let origin = &scene.site.origin;
    let mut out = format!("{HEAD}<sitemapindex xmlns=\"{NAMESPACE}\">\n");
    for (n, part) in parts.iter().enumerate() {
        let changed = part.iter().filter_map(|entry| entry.changed).max();
        let changed = changed.map_or_else(String::new, |at| format!("<lastmod>{at}</lastmod>"));
        let address = escape_html(&format!("{origin}/sitemap-{}.xml", n + 1));
        out.push_str(&format!("<sitemap><loc>{address}</loc>{changed}</sitemap>\n"));
    }
    out.push_str("</sitemapindex>\n");
    out
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Arc;

    use marquee_model::catalog::Movie;
    use serde_json::json;

    use super::*;

    /// A circuit with two locales and `films` films.
    fn circuit(films: usize) -> (SiteHandle, Snapshot) {
        let record = include_str!("../../../../fixtures/demo/aster/site.json");
        let record: marquee_model::settings::SiteRecord = serde_json::from_str(record).unwrap();
        let origin = "http://aster.localhost".to_owned();
        let site = SiteHandle { id: record.key.clone(), record, origin, version: 1 };
        let film = json!({ "id": "1", "title": "A", "slug": "a" });
        let film: Movie = serde_json::from_value(film).unwrap();
        let ids = (0..films).map(|n| MovieId::parse(&n.to_string()).unwrap());
        let mut snapshot = Snapshot::default();
        snapshot.movies =
            Arc::new(ids.map(|id| (id.clone(), Arc::new(Movie { id, ..film.clone() }))).collect());
        (site, snapshot)
    }

    #[test]
    fn security_7_2_entries_are_counted_without_making_them() {
        let (mut site, mut snapshot) = circuit(7);
        let count = |site: &SiteHandle, snapshot: &Snapshot| {
            let count = entry_count(site, snapshot);
            assert_eq!(entries(site, snapshot, &BTreeMap::new()).len(), count);
            count
        };
        assert_eq!(count(&site, &snapshot), 6 + 7);
        let theater = json!({ "id": "T1", "name": "One", "slug": "t1" });
        snapshot.theaters = Arc::new(vec![serde_json::from_value(theater).unwrap()]);
        let event = json!({ "id": "E1", "title": "Gala", "slug": "gala" });
        snapshot.events = Arc::new(vec![serde_json::from_value(event).unwrap()]);
        let page = |path: &str, kind: &str| {
            let page = json!({ "path": path, "title": "A", "kind": kind });
            (path.to_owned(), serde_json::from_value(page).unwrap())
        };
        snapshot.pages = Arc::new(HashMap::from([page("/visit/", "content"), page("/", "home")]));
        assert_eq!(count(&site, &snapshot), 6 + 7 + 3);
        let config = &mut site.record.config;
        config.is_single_location = true;
        config.global_excluded_movie_ids = ["3", "3", "99"].map(|id| MovieId::parse(id).unwrap()).to_vec();
        assert_eq!(count(&site, &snapshot), 5 + 6 + 3);
    }

    #[test]
    fn security_7_2_a_part_of_the_sitemap_has_one_number() {
        let (site, snapshot) = circuit(50_000);
        for (text, number) in [("1", Some(1)), ("2", Some(2)), ("3", Some(3)), ("4", None)] {
            assert_eq!(part(&site, &snapshot, text), number, "{text}");
        }
        for text in ["", "0", "01", "+1", "-1", " 1", "1 ", "1.0", "\u{ff11}", "99999999999999999999999"] {
            assert_eq!(part(&site, &snapshot, text), None, "{text}");
        }
    }

    #[test]
    fn security_7_2_the_sitemap_is_split_when_one_file_is_full() {
        // With two locales a file holds 25,000 entries, 6 of which are lists.
        for (films, parts) in [(10, 0), (24_994, 0), (24_995, 2), (49_994, 2), (49_995, 3)] {
            let (site, snapshot) = circuit(films);
            assert_eq!(part_count(&site, &snapshot), parts, "{films} films");
        }
    }
}
