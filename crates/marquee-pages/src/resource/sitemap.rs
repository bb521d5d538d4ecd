//! `sitemap.xml` and `robots.txt`.

use std::collections::BTreeMap;
use std::io;

use jiff::Timestamp;
use marquee_api::paths::THIRD_PARTY_PROXY_PATH;
use marquee_catalog::Snapshot;
use marquee_model::Tag;
use marquee_model::catalog::{Page, PageKind};
use marquee_model::locale::Locale;
use marquee_site::SiteHandle;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::BuiltResource;
use crate::address::LinkBuilder;
use crate::builders::{PageContext, page_tags};
use crate::error::PageError;
use crate::kind::Resource;

/// Maximum number of URLs in a file (sitemaps.org).
const MAX_ADDRESSES: usize = 50_000;

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// `robots.txt`: disallows the API, previews and the third-party proxy.
pub fn robots(context: &PageContext<'_>) -> BuiltResource {
    let origin = &context.site.origin;
    let reserved = context.site.record.config.reserved_path_prefix();
    // Link previews need the pictures below `/api/share/`.
    let body = format!(
        "User-agent: *\nDisallow: /api/\nAllow: /api/share/\nDisallow: {reserved}/\n\
         Disallow: {THIRD_PARTY_PROXY_PATH}\n\nSitemap: {origin}{}\n",
        Resource::Sitemap(None).path()
    );
    BuiltResource::new(context, body, "text/plain; charset=utf-8", Vec::new())
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
    (MAX_ADDRESSES / site.record.config.locales().count()).max(1)
}

/// One part of the sitemap, counted from 1. Without a number: the whole sitemap, or the index of its parts if one file cannot
/// hold it.
pub async fn make(
    context: &PageContext<'_>,
    part: Option<usize>,
) -> Result<Option<BuiltResource>, PageError> {
    let touched = context.catalog.store().last_changed(&context.site.id).await?;
    let entries = entries(context.site, &context.snapshot, &touched);
    let tags = vec![Tag::Films, Tag::Events, Tag::Theaters, Tag::SavedBlocks];
    let parts: Vec<&[Entry]> = entries.chunks(entries_per_part(context.site)).collect();
    let text = match part {
        None if parts.len() > 1 => index(context, &parts),
        None => urls(context, &entries),
        Some(n) => match n.checked_sub(1).and_then(|n| parts.get(n)) {
            Some(part) if parts.len() > 1 => urls(context, part),
            _ => return Ok(None),
        },
    };
    let text = text.map_err(|error| PageError::Failed {
        name: format!("{} sitemap", context.site.id),
        reason: error.to_string(),
    })?;
    Ok(Some(BuiltResource::new(context, text, "application/xml; charset=utf-8", tags)))
}

/// Whether the sitemap has a page of the operator.
fn is_listed(page: &Page) -> bool {
    page.kind == PageKind::Content && !page.no_index
}

/// The number of [`entries`], without making them.
fn entry_count(site: &SiteHandle, snapshot: &Snapshot) -> usize {
    let config = &site.record.config;
    let films = snapshot.movies.keys().filter(|id| config.indexes_movie(id)).count();
    let content = snapshot.pages.values().filter(|page| is_listed(page)).count();
    let lists = if config.is_single_location { 5 } else { 6 };
    lists + snapshot.theaters.len() + films + snapshot.events.len() + content
}

/// Every page of the default locale that search engines may index.
fn entries(site: &SiteHandle, snapshot: &Snapshot, touched: &BTreeMap<Tag, Timestamp>) -> Vec<Entry> {
    let config = &site.record.config;
    let hrefs = LinkBuilder::new(site, "");
    let modified_at = |tags: &[Tag]| {
        let site = std::iter::once(&Tag::Site);
        tags.iter().chain(site).filter_map(|tag| touched.get(tag).copied()).max()
    };
    let entry = |path: String, tags: &[Tag]| Entry { path, changed: modified_at(tags) };
    let mut urls = vec![
        entry(hrefs.path("/"), &[Tag::Films, Tag::Events]),
        entry(hrefs.path("/movies/"), &[Tag::Films]),
        entry(hrefs.path("/movies/coming-soon/"), &[Tag::Films]),
        entry(hrefs.path("/showtimes/"), &[Tag::Films]),
        entry(hrefs.path("/events/"), &[Tag::Events]),
    ];
    if !config.is_single_location {
        urls.push(entry(hrefs.path("/theaters/"), &[Tag::Theaters]));
    }
    let theaters = snapshot.theaters.iter();
    urls.extend(theaters.map(|t| entry(hrefs.theater(t), &[Tag::Theater(t.id.clone())])));
    let films = snapshot.sorted_movies(snapshot.all_movies(), config);
    let films = films.into_iter().filter(|m| config.indexes_movie(&m.id));
    urls.extend(films.map(|m| entry(hrefs.movie(m), &[Tag::Movie(m.id.clone())])));
    let events = snapshot.events.iter();
    urls.extend(events.map(|e| entry(hrefs.event(e.id.as_str(), &e.slug), &[Tag::Event(e.id.clone())])));
    let mut pages: Vec<_> = snapshot.pages.values().filter(|p| is_listed(p)).collect();
    pages.sort_by(|a, b| a.path.cmp(&b.path));
    urls.extend(pages.into_iter().map(|p| entry(hrefs.path(&p.path), &page_tags(p))));
    urls
}

/// The addresses of a page, one per locale.
fn addresses<'a>(context: &'a PageContext<'_>, path: &'a str) -> Vec<(&'a Locale, String)> {
    let origin = &context.site.origin;
    let locales = context.site.record.config.locales().enumerate();
    let address = |(n, locale): (usize, &'a Locale)| match n {
        0 => (locale, format!("{origin}{path}")),
        _ => (locale, format!("{origin}/{}{path}", locale.short())),
    };
    locales.map(address).collect()
}

fn urls(context: &PageContext<'_>, entries: &[Entry]) -> io::Result<String> {
    let namespaces = [("xmlns", NAMESPACE), ("xmlns:xhtml", "http://www.w3.org/1999/xhtml")];
    document("urlset", &namespaces, |xml| {
        for entry in entries {
            let addresses = addresses(context, &entry.path);
            for (_, address) in &addresses {
                xml.create_element("url").write_inner_content(|xml| {
                    location(xml, address, entry.changed)?;
                    for (locale, address) in addresses.iter().filter(|_| addresses.len() > 1) {
                        let link = xml.create_element("xhtml:link").with_attribute(("rel", "alternate"));
                        let link = link.with_attribute(("hreflang", locale.short()));
                        link.with_attribute(("href", address.as_str())).write_empty()?;
                    }
                    Ok(())
                })?;
            }
        }
        Ok(())
    })
}

fn index(context: &PageContext<'_>, parts: &[&[Entry]]) -> io::Result<String> {
    document("sitemapindex", &[("xmlns", NAMESPACE)], |xml| {
        for (n, part) in parts.iter().enumerate() {
            let address = context.site.origin.clone() + &Resource::Sitemap(Some(n + 1)).path();
            let changed = part.iter().filter_map(|entry| entry.changed).max();
            xml.create_element("sitemap").write_inner_content(|xml| location(xml, &address, changed))?;
        }
        Ok(())
    })
}

type Xml = Writer<Vec<u8>>;

/// An XML document with one element, whose content `fill` writes.
fn document(
    root: &str,
    namespaces: &[(&str, &str)],
    fill: impl FnOnce(&mut Xml) -> io::Result<()>,
) -> io::Result<String> {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 1);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let element = xml.create_element(root).with_attributes(namespaces.iter().copied());
    element.write_inner_content(fill)?;
    String::from_utf8(xml.into_inner()).map_err(io::Error::other)
}

/// The elements `loc` and `lastmod`.
fn location(xml: &mut Xml, address: &str, changed: Option<Timestamp>) -> io::Result<()> {
    xml.create_element("loc").write_text_content(BytesText::new(address))?;
    if let Some(changed) = changed {
        xml.create_element("lastmod").write_text_content(BytesText::new(&changed.to_string()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Arc;

    use marquee_model::MovieId;
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
