//! Menus. Entries that link to a page of the other platform's site are mapped to our page of the same kind.

use marquee_model::catalog::{MAX_LINKS_BELOW, Menu, MenuItem, Menus};
use marquee_model::link_target::LinkTarget;
use marquee_model::text;
use serde_json::Value;

use super::{State, last_part};
use crate::collector::Collector;
use crate::report::WarningReason;
use crate::row::{Field, JsonRow};
use crate::values::truncate_for_report;

/// Maximum number of entries read per menu.
const MAX_ITEMS: usize = 200;

/// The menus collected so far.
pub(super) type Draft = Option<Menus>;

/// Reads the menus of a section.
pub(super) fn read(collector: &mut Collector<'_>, state: &mut State, section: &JsonRow<'_>) {
    let draft = state.menus.take();
    let mut menus = draft.clone().unwrap_or_default();
    let has_menus = match gather(collector, state, section, &mut menus) {
        Ok(has_menus) => has_menus,
        Err(error) => {
            collector.skip("menu", "", error);
            false
        }
    };
    state.menus = if has_menus { Some(menus) } else { draft };
}

pub(super) fn finish(collector: &mut Collector<'_>, draft: Draft) {
    collector.schedule.menus = draft;
}

fn gather(
    collector: &mut Collector<'_>,
    state: &State,
    section: &JsonRow<'_>,
    menus: &mut Menus,
) -> Field<bool> {
    let mut has_menus = false;
    if let Some(menu) = section.object("menu")? {
        menus.header = header(collector, state, &menu)?;
        has_menus = true;
    }
    let Some(all) = section.object("allMenu")? else { return Ok(has_menus) };
    for menu in all.objects("nodes")? {
        let position = menu.text("position")?.unwrap_or_default().to_owned();
        let title = menu.text_owned("title")?.unwrap_or_default();
        if position == "HEADER" {
            menus.header = header(collector, state, &menu)?;
            continue;
        }
        let entries = items(collector, state, &menu)?;
        let is_legal = title.is_empty() && entries.iter().any(|e| e.href.contains("privacy"));
        match position.as_str() {
            "LEGAL" => menus.legal.extend(entries),
            _ if is_legal => menus.legal.extend(entries),
            _ => menus.footer.push(Menu { title, items: entries, ..Menu::default() }),
        }
    }
    Ok(true)
}

/// The entries of the header, with their children below them (PAGE-14). An entry with children but without an address leads nowhere by
/// itself.
fn header(collector: &mut Collector<'_>, state: &State, menu: &JsonRow<'_>) -> Field<Vec<MenuItem>> {
    let mut entries = Vec::new();
    for row in menu.objects("items")?.into_iter().take(MAX_ITEMS) {
        let mut below = Vec::new();
        for child in row.objects("children")? {
            below.extend(item(collector, state, &child)?);
        }
        if below.len() > MAX_LINKS_BELOW {
            let reason = WarningReason::LinksBelow { count: below.len(), limit: MAX_LINKS_BELOW };
            collector.warn("menu", row.text("label")?.unwrap_or_default(), row.place(), reason);
            below.truncate(MAX_LINKS_BELOW);
        }
        match item(collector, state, &row)? {
            Some(entry) => entries.push(MenuItem { items: below, ..entry }),
            // The address of the entry is not allowed: its children remain.
            None => entries.extend(below),
        }
    }
    Ok(entries)
}

/// The entries of a menu without a second level: the children of an entry follow it.
fn items(collector: &mut Collector<'_>, state: &State, menu: &JsonRow<'_>) -> Field<Vec<MenuItem>> {
    let mut items = Vec::new();
    for row in menu.objects("items")? {
        let children = row.objects("children")?;
        let parent =
            (children.is_empty() || row.get("url").is_some() || row.get("page").is_some()).then_some(row);
        for row in parent.into_iter().chain(children).take(MAX_ITEMS.saturating_sub(items.len())) {
            items.extend(item(collector, state, &row)?);
        }
    }
    Ok(items)
}

fn item(collector: &mut Collector<'_>, state: &State, row: &JsonRow<'_>) -> Field<Option<MenuItem>> {
    let label = row.required_text("label", 200)?.to_owned();
    let page = row.object("page")?.map_or(Ok(None), |page| page.text_owned("slug"))?;
    let target = match (row.text("url")?, page) {
        (Some(url), _) => address(collector, state, url.trim()),
        (None, Some(slug)) => route(state, &slug),
        (None, None) => Some(String::new()),
    };
    let Some(mut href) = target else {
        let reason = WarningReason::MenuAddress(truncate_for_report(row.text("url")?.unwrap_or_default()));
        collector.warn("menu", &label, row.place(), reason);
        return Ok(None);
    };
    if let Some(anchor) = row.text("anchor")?.map(text::slug).filter(|a| !a.is_empty()) {
        href = format!("{href}#{anchor}");
    }
    Ok(Some(MenuItem { label, href, ..MenuItem::default() }))
}

/// Maps a URL of the other platform's site to our path; other http, https, mailto and tel URLs are kept. `None` if the
/// URL is not allowed.
fn address(collector: &Collector<'_>, state: &State, url: &str) -> Option<String> {
    let absolute = if url.starts_with("//") { format!("https:{url}") } else { url.to_owned() };
    match LinkTarget::parse(&absolute)? {
        LinkTarget::Path(path) => route(state, path),
        LinkTarget::Web(parsed) => {
            let own_host =
                collector.schedule.settings.as_ref().and_then(|s| s.get("domain")).and_then(Value::as_str);
            let host = parsed.host_str()?;
            let is_own = own_host.is_some_and(|own_host| bare_host(own_host) == bare_host(host));
            if is_own { route(state, parsed.path()) } else { Some(absolute) }
        }
        LinkTarget::Contact(_) => Some(absolute),
        _ => None,
    }
}

fn bare_host(host: &str) -> String {
    host.trim_start_matches("www.").to_ascii_lowercase()
}

/// Maps a path of the other platform's site to our path; `None` if the path is unsafe.
fn route(state: &State, path: &str) -> Option<String> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let parts: Vec<&str> = path.split('/').filter(|p| !p.is_empty()).collect();
    let is_safe = |p: &&str| {
        !matches!(*p, "." | "..") && !p.contains(|c: char| c.is_control() || matches!(c, '\\' | ':' | ' '))
    };
    if parts.len() > 16 || !parts.iter().all(is_safe) {
        return None;
    }
    let kind = match parts.first() {
        None => return Some("/".to_owned()),
        Some(&("film-listing" | "films" | "movies")) => "movies",
        Some(&("venues-list" | "venues" | "cinemas" | "theaters")) => {
            let theater_slug = parts.get(1).and_then(|p| state.theater_slugs.get(last_part(p)));
            if let Some(slug) = theater_slug {
                return Some(format!("/theaters/{slug}/"));
            }
            "theaters"
        }
        Some(kind_text) => kind_text,
    };
    let remaining = parts.get(1..).unwrap_or_default();
    Some(remaining.iter().fold(format!("/{kind}/"), |path, part| format!("{path}{part}/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_the_other_platform_are_mapped_to_ours() {
        let mut state = State::default();
        state.theater_slugs.insert("x06si-acme-barnet".into(), "acme-barnet".into());
        for (path, expected) in [
            ("film-listing", Some("/movies/")),
            ("film-listing/280195-a-real-pain", Some("/movies/280195-a-real-pain/")),
            ("/venues-list?theater=", Some("/theaters/")),
            ("venues-list/x06si-acme-barnet", Some("/theaters/acme-barnet/")),
            ("events", Some("/events/")),
            ("private-hire", Some("/private-hire/")),
            ("/", Some("/")),
            ("a/../../b", None),
            ("a\\b", None),
            ("javascript:alert(1)", None),
        ] {
            assert_eq!(route(&state, path).as_deref(), expected, "{path}");
        }
        let deep = |parts| vec!["a"; parts].join("/");
        assert_eq!(route(&state, &deep(16)), Some(format!("/{}/", deep(16))));
        assert_eq!(route(&state, &deep(17)), None);
    }
}
