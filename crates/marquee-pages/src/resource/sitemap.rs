//! `sitemap.xml` and `robots.txt`.

use std::collections::BTreeMap;

use jiff::Timestamp;
use marquee_catalog::listed;
use marquee_model::Tag;
use marquee_model::catalog::PageKind;
use marquee_model::locale::Locale;
use marquee_store::StoreError;

use super::Made;
use crate::address::Hrefs;
use crate::build::Scene;
use crate::document::escape;

/// Addresses in one file (sitemaps.org).
const LOT: usize = 50_000;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const SPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// What search engines may read: everything but what is made for one visitor.
pub fn robots(scene: &Scene<'_>) -> Made {
    let origin = &scene.site.origin;
    let reserved = scene.site.record.config.reserved_path_prefix();
    // Pictures to share and calendars are read by previews; open data by programs.
    let body = format!(
        "User-agent: *\nDisallow: /api/\nAllow: /api/share/\nDisallow: {reserved}/\n\
         Disallow: /__third-party-proxy\n\nSitemap: {origin}/sitemap.xml\n"
    );
    Made::new(scene, body, "text/plain; charset=utf-8", Vec::new())
}

/// A page with when it last changed.
struct Entry {
    path: String,
    changed: Option<Timestamp>,
}

/// One lot of addresses, counted from 1; without a number all of them, or the list of lots when one file cannot hold
/// them.
pub async fn make(scene: &Scene<'_>, lot: Option<usize>) -> Result<Option<Made>, StoreError> {
    let touched = scene.catalog.store().touched(&scene.site.id).await?;
    let entries = entries(scene, &touched);
    let tags = vec![Tag::Films, Tag::Events, Tag::Theaters];
    let locales = scene.site.record.config.locales().count();
    let lots: Vec<&[Entry]> = entries.chunks((LOT / locales).max(1)).collect();
    let text = match lot {
        None if lots.len() > 1 => index(scene, &lots),
        None => urls(scene, &entries),
        Some(n) => match n.checked_sub(1).and_then(|n| lots.get(n)) {
            Some(lot) if lots.len() > 1 => urls(scene, lot),
            _ => return Ok(None),
        },
    };
    Ok(Some(Made::new(scene, text, "application/xml; charset=utf-8", tags)))
}

/// Every page of the default locale that search engines may keep.
fn entries(scene: &Scene<'_>, touched: &BTreeMap<Tag, Timestamp>) -> Vec<Entry> {
    let hrefs = Hrefs::new(scene.site, "");
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
    if scene.is_circuit() {
        out.push(entry(hrefs.path("/theaters/"), &[Tag::Theaters]));
    }
    let theaters = scene.snapshot.theaters.iter();
    out.extend(theaters.map(|t| entry(hrefs.theater(t), &[Tag::Theater(t.id.clone())])));
    let films = listed(scene.snapshot.all_movies(), &scene.site.record.config);
    out.extend(films.into_iter().map(|m| entry(hrefs.movie(m), &[Tag::Movie(m.id.clone())])));
    let events = scene.snapshot.events.iter();
    out.extend(events.map(|e| entry(hrefs.event(e.id.as_str(), &e.slug), &[Tag::Event(e.id.clone())])));
    let mut pages: Vec<_> = scene.snapshot.pages.values().filter(|p| p.kind == PageKind::Content).collect();
    pages.sort_by(|a, b| a.path.cmp(&b.path));
    out.extend(pages.into_iter().map(|p| entry(hrefs.path(&p.path), &[Tag::Page(p.path.clone())])));
    out
}

fn urls(scene: &Scene<'_>, entries: &[Entry]) -> String {
    let origin = &scene.site.origin;
    let locales: Vec<&Locale> = scene.site.record.config.locales().collect();
    let mut out = format!("{HEAD}<urlset xmlns=\"{SPACE}\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n");
    let address = |n: usize, path: &str| match n {
        0 => escape(&format!("{origin}{path}")),
        n => escape(&format!("{origin}/{}{path}", locales[n].short())),
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
                    escape(other.short()),
                    address(m, &entry.path)
                ));
            }
            out.push_str("</url>\n");
        }
    }
    out.push_str("</urlset>\n");
    out
}

fn index(scene: &Scene<'_>, lots: &[&[Entry]]) -> String {
    let origin = &scene.site.origin;
    let mut out = format!("{HEAD}<sitemapindex xmlns=\"{SPACE}\">\n");
    for (n, lot) in lots.iter().enumerate() {
        let changed = lot.iter().filter_map(|entry| entry.changed).max();
        let changed = changed.map_or_else(String::new, |at| format!("<lastmod>{at}</lastmod>"));
        let address = escape(&format!("{origin}/sitemap-{}.xml", n + 1));
        out.push_str(&format!("<sitemap><loc>{address}</loc>{changed}</sitemap>\n"));
    }
    out.push_str("</sitemapindex>\n");
    out
}
