//! Data that all pages of a site share: header, footer, context and attribute names.

use marquee_model::catalog::MAX_HEADER_ENTRIES;
use marquee_model::catalog::SUBTITLES;
use std::collections::{BTreeMap, BTreeSet};

use marquee_api::{
    AttributeName, Context, Country, Footer, Intl, LegalContact, Link, LocaleLink, LocaleNames, MenuColumn,
    MenuLink, PageBody, SiteFrame, TheaterName, TheaterRef, ThemeInput, TicketingFormRule,
};
use marquee_messages::{names as catalog, server};
use marquee_model::catalog::{
    AttributeGroup, Block, BuiltinAttribute, LinkWindow, Menu, MenuItem, Page, Theater,
};
use marquee_model::locale::Locale;
use marquee_model::secret_parameters::is_secret;
use marquee_model::settings::{EmbeddingMode, FormMethod, SignInLabels};

use super::context::PageContext;
use super::facts;
use super::third_parties::page_third_parties;
use crate::names;

pub fn site(context: &PageContext<'_>, about: Option<&Theater>, page: &PageBody) -> SiteFrame {
    let record = &context.site.record;
    let settings = &record.settings;
    let options = &record.config.options;
    let logo = marquee_model::MediaRef::parse(&settings.logo.src).ok();
    SiteFrame {
        key: context.site.id.to_string(),
        name: context.site_name().to_owned(),
        logo_name: Some(context.entity_name(about))
            .filter(|name| *name != context.site_name())
            .map(str::to_owned),
        logo: context.picture(logo.as_ref()),
        header_layout: settings.header_layout,
        footer_layout: settings.footer_layout,
        logo_size: settings.logo_size.px(),
        has_search: settings.has_search,
        footer_mobile_links: settings.footer_mobile_links,
        menu: context
            .snapshot
            .menus
            .header
            .iter()
            .take(MAX_HEADER_ENTRIES)
            .map(|item| menu_link(context, about, item))
            .collect(),
        footer: footer(context, about),
        locales: locales(context),
        account: account(context, about),
        join: join(context, about),
        watchlist: settings.loyalty.include_watchlist && !settings.login_page.slug.is_empty(),
        favorite_theaters: favorite_theaters(context),
        late_booking_minutes: context.site.late_booking_minutes(),
        theme: ThemeInput::from_config(&record.config),
        all_theaters: context.snapshot.theaters.iter().map(|t| theater_name(context, t)).collect(),
        theaters_href: context.hrefs.path("/theaters/"),
        home_href: context.hrefs.path("/"),
        search_href: context.hrefs.path("/search/"),
        embedded_ticketing_path: options.embedded_ticketing_path.clone().unwrap_or_default(),
        outside: page_third_parties(context, page, about.or_else(|| context.theater())),
        ticketing_form: ticketing_form(context),
    }
}

/// Whether members can have favorite theaters: this needs version 3 of the calls, an endpoint and a login page.
fn favorite_theaters(context: &PageContext<'_>) -> bool {
    let record = &context.site.record;
    let settings = &record.settings;
    let parameters = settings.loyalty.call_parameters(settings.circuit.id.as_deref().unwrap_or_default(), "");
    let has_endpoint = record.config.options.loyalty_endpoint.as_deref() != Some("");
    parameters.version == 3 && has_endpoint && !settings.login_page.slug.is_empty()
}

fn ticketing_form(context: &PageContext<'_>) -> Option<TicketingFormRule> {
    let record = &context.site.record;
    let options = &record.config.options;
    let method = match options.ticketing_form_method {
        FormMethod::Post => "post",
        FormMethod::Get => "get",
    };
    let origin = record.settings.ticketing_origin().filter(|_| options.ticketing_form)?;
    Some(TicketingFormRule { origin, method: method.to_owned() })
}

fn theater_name(context: &PageContext<'_>, t: &Theater) -> TheaterName {
    TheaterName {
        id: t.id.to_string(),
        name: t.name.clone(),
        ticketing_provider: t
            .ticketing_provider
            .clone()
            .or_else(|| context.site.record.settings.ticketing_provider.clone()),
    }
}

/// A text of the loyalty settings in the page's language. If it is empty, the product's own text is used.
pub fn access_text<'s>(
    context: &'s PageContext<'_>,
    own: &'s str,
    pick: impl Fn(&SignInLabels) -> &String,
) -> &'s str {
    let config = &context.site.record.config;
    let language = context.formats.locale().short();
    if language == config.locale.short() {
        return own;
    }
    config.options.access_texts.get(language).map_or("", |texts| pick(texts))
}

/// The login page's link (ROUTE-08, ROUTE-09).
fn account(context: &PageContext<'_>, about: Option<&Theater>) -> Option<Link> {
    let settings = &context.site.record.settings;
    let link = login(context).filter(|_| settings.loyalty.access_from_header)?;
    let label =
        access_text(context, &settings.loyalty.guest_header_access_label, |t| &t.guest_header_access_label);
    match label {
        "" => Some(link),
        label => Some(Link { label: context.fill_about(about, label), ..link }),
    }
}

/// The link to the login page; `None` if the site has none.
pub fn login(context: &PageContext<'_>) -> Option<Link> {
    let slug = context.site.record.settings.login_page.slug.as_str();
    (!slug.is_empty()).then(|| Link {
        label: server::offers_sign_in(context.language()).to_owned(),
        href: context.hrefs.path(&format!("/{slug}/")),
        active: false,
        external: false,
    })
}

/// The link to join, shown beside the link to the login page.
fn join(context: &PageContext<'_>, about: Option<&Theater>) -> Option<Link> {
    let button = &context.site.record.settings.loyalty.guest_signup_tab_button;
    let label = access_text(context, button, |texts| &texts.guest_signup_tab_button);
    account(context, about).and_then(|_| super::offers::join_link(context)).map(|link| match label {
        "" => link,
        label => Link { label: context.fill_about(about, label), ..link },
    })
}

/// A menu's link; the entry of the current path is active (PAGE-03).
pub fn link(context: &PageContext<'_>, about: Option<&Theater>, item: &MenuItem) -> Link {
    let label = item.localizations.get(context.formats.locale().short()).unwrap_or(&item.label);
    let href = context.hrefs.menu(&item.href);
    // An explicit target takes precedence over the rule for external links (LINK-11).
    let external = match item.target {
        Some(LinkWindow::Same) => false,
        Some(LinkWindow::New) => true,
        None => context.hrefs.is_external(&href),
    };
    Link { label: context.fill_about(about, label), active: is_active(context, &href), external, href }
}

/// A menu's link with the links below it, which lead to the section of their entry.
fn menu_link(context: &PageContext<'_>, about: Option<&Theater>, item: &MenuItem) -> MenuLink {
    let Link { label, href, active, external } = link(context, about, item);
    let links: Vec<MenuLink> = item.items.iter().map(|item| menu_link(context, about, item)).collect();
    MenuLink {
        active: active || links.iter().any(|link| link.active),
        below: (!links.is_empty())
            .then(|| MenuColumn { title: server::menus_more_in(context.language(), &label), links }),
        label,
        href,
        external,
        members_only: item.members_only,
    }
}

fn is_active(context: &PageContext<'_>, href: &str) -> bool {
    let home = context.hrefs.path("/");
    if href.is_empty() || !href.starts_with('/') {
        return false;
    }
    let films = context.hrefs.path("/movies/");
    (context.path == home && href == films)
        || is_entry_of_timetable(context, href)
        || is_entry_of_member_area(context, href)
        || (href != home && is_at_or_below(&context.path, href))
        || context.path == href
}

/// Whether a path is another one or below it: `/visit/parking/` is below `/visit/`, `/visitors/` is not below `/visit`.
fn is_at_or_below(path: &str, other: &str) -> bool {
    let suffix = path.strip_prefix(other.trim_end_matches('/'));
    suffix.is_some_and(|suffix| suffix.is_empty() || suffix.starts_with('/'))
}

/// Whether `href` is the menu entry of all showtimes and the page is a theater's, which is its timetable. That entry is active
/// there unless the menu has an entry for theaters.
fn is_entry_of_timetable(context: &PageContext<'_>, href: &str) -> bool {
    let theaters = context.hrefs.path("/theaters/");
    let header = context.snapshot.menus.header.iter();
    let mut entries = header
        .flat_map(|item| std::iter::once(item).chain(&item.items))
        .map(|item| context.hrefs.menu(&item.href));
    href == context.hrefs.path("/showtimes/")
        && context.path.len() > theaters.len()
        && context.path.starts_with(theaters.as_str())
        && !entries.any(|entry| entry == theaters)
}

/// Whether `href` is the page that sells memberships and the current page is in the member area.
fn is_entry_of_member_area(context: &PageContext<'_>, href: &str) -> bool {
    let slug = context.site.record.settings.login_page.slug.as_str();
    if slug.is_empty() {
        return false;
    }
    let members = context.hrefs.path(&format!("/{slug}/"));
    let is_member_area =
        context.path == members || context.path.starts_with(&format!("{}/", members.trim_end_matches('/')));
    let sells = |page: &Page| {
        context.shown_blocks(page).any(|shown| matches!(shown.block, Block::Memberships { .. }))
    };
    is_member_area
        && context.snapshot.pages.values().any(|page| context.hrefs.path(&page.path) == href && sells(page))
}

fn footer(context: &PageContext<'_>, about: Option<&Theater>) -> Footer {
    let language = context.formats.locale().short();
    let menus = &context.snapshot.menus;
    let links = |items: &[MenuItem]| -> Vec<MenuLink> {
        items.iter().map(|i| menu_link(context, about, i)).collect()
    };
    let column = |menu: &Menu| MenuColumn {
        title: context.fill_about(about, menu.localizations.get(language).unwrap_or(&menu.title)),
        links: links(&menu.items),
    };
    let title = server::menus_social(context.language()).to_owned();
    Footer {
        columns: menus.footer.iter().map(column).collect(),
        legal: links(&menus.legal),
        social: (!menus.social.is_empty()).then(|| MenuColumn { title, links: links(&menus.social) }),
        copyright: legal_line(context, about),
        contact: about.or_else(|| context.theater()).map(|t| contact(context, t)),
    }
}

/// The text that starts the legal line, with the current year.
fn legal_line(context: &PageContext<'_>, about: Option<&Theater>) -> String {
    let year = context.today(&context.zone(about)).year();
    let line = context.snapshot.menus.legal_line.as_ref();
    let text =
        line.map(|line| line.localizations.get(context.formats.locale().short()).unwrap_or(&line.text));
    match text.map(|text| text.trim()).filter(|text| !text.is_empty()) {
        Some(text) => context.fill_about(about, &text.replace("[year]", &year.to_string())),
        None => format!("© {year} {}", context.site_name()),
    }
}

/// Address, phone, hours and a link to directions.
pub fn contact(context: &PageContext<'_>, t: &Theater) -> LegalContact {
    let a = &t.address;
    let mut directions = String::new();
    if let Some(geo) = t.geo {
        let query = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("api", "1")
            .append_pair("destination", &format!("{},{}", geo.lat, geo.lon))
            .finish();
        directions = format!("https://www.google.com/maps/dir/?{query}");
    }
    LegalContact {
        address: a.short_line(),
        phone: t.phone.clone().unwrap_or_default(),
        hours: facts::hours_text(context, t),
        directions,
    }
}

fn locales(context: &PageContext<'_>) -> Vec<LocaleLink> {
    let all: Vec<(&Locale, String)> = context.site.record.config.locale_prefixes().collect();
    if all.len() < 2 {
        return Vec::new();
    }
    let path = context.path.strip_prefix(context.prefix.as_str()).unwrap_or(&context.path);
    let link = |(locale, prefix): (&Locale, String)| LocaleLink {
        locale: names(locale),
        label: names::native_name(locale),
        href: format!("{prefix}{path}{}", context.query.canonical()),
        current: locale.short() == context.formats.locale().short(),
    };
    all.into_iter().map(link).collect()
}

fn names(locale: &Locale) -> LocaleNames {
    LocaleNames { long: locale.long().to_owned(), short: locale.short().to_owned() }
}

pub fn context(context: &PageContext<'_>, about: Option<&Theater>) -> Context {
    let country = &context.site.record.config.country;
    Context {
        intl: Intl {
            locale: names(context.formats.locale()),
            country: Country { code: country.code.clone(), iso31661_a2: country.iso31661_a2.clone() },
        },
        page_path: context.path.clone(),
        is_single_location: context.site.record.config.is_single_location,
        theater_id: about.map(|t| t.id.to_string()),
        is_preview: context.is_preview(),
        beta_features_enabled: context.site.record.config.options.beta_features,
        token_parameter: context
            .site
            .record
            .config
            .options
            .token_parameter
            .clone()
            .filter(|own| !own.is_empty() && !is_secret(own, None)),
        embedding_mode: (context.query.embedded
            || context.site.record.config.options.embedding_mode.is_some())
        .then_some(EmbeddingMode::TaposEmbedded),
    }
}

pub fn theater_ref(context: &PageContext<'_>, t: &Theater) -> TheaterRef {
    TheaterRef { id: t.id.to_string(), name: t.name.clone(), href: context.hrefs.theater(t) }
}

/// Names of the attributes that a page shows: the site's own, else the built-in ones.
pub fn attributes(
    context: &PageContext<'_>,
    used_attributes: &BTreeSet<String>,
) -> BTreeMap<String, AttributeName> {
    used_attributes.iter().filter_map(|key| attribute(context, key).map(|name| (key.clone(), name))).collect()
}

/// The label of subtitles. They are in the site's first language, not in the language of the page.
fn subtitles(context: &PageContext<'_>) -> String {
    let language =
        names::language_in_sentence(context.site.record.config.locale.short(), context.formats.locale());
    server::names_subtitles_in(context.language(), &language)
}

/// A text of a built-in attribute: its `label`, `short`, `word` and others; empty without one.
fn builtin_text(context: &PageContext<'_>, key: &str, field: &str) -> &'static str {
    catalog::find(context.language(), &format!("attributes.{key}.{field}")).unwrap_or_default()
}

/// The label of an attribute inside a sentence such as `Two films have open captions`.
pub fn label_in_sentence(context: &PageContext<'_>, key: &str) -> Option<String> {
    let own = attribute(context, key)?.label;
    match builtin_text(context, key, "inSentence") {
        _ if own != builtin_text(context, key, "label") && context.snapshot.attributes.contains_key(key) => {
            Some(own.to_lowercase())
        }
        "" => Some(own),
        text => Some(text.to_owned()),
    }
}

/// The name of an attribute; `None` for an unknown key, which is not shown. The site's words replace those of a built-in attribute;
/// what the site leaves empty stays.
pub fn attribute(context: &PageContext<'_>, key: &str) -> Option<AttributeName> {
    let own = context.snapshot.attributes.get(key);
    let builtin = BuiltinAttribute::find(key);
    let group = own.map(|own| own.group).or_else(|| builtin.map(|builtin| builtin.group))?;
    let local = own.and_then(|own| own.localizations.get(context.formats.locale().short()));
    // The text in the language of the page, else that in the site's first language.
    let of_site = |local: Option<&String>, own: Option<&String>| {
        let texts = [local, own].into_iter().flatten();
        texts.filter(|text| !text.is_empty()).map(ToOwned::to_owned).next()
    };
    let label = of_site(local.map(|l| &l.label), own.map(|own| &own.label));
    let short = of_site(local.map(|l| &l.short), own.map(|own| &own.short));
    let text = |field| builtin_text(context, key, field).to_owned();
    // Further words of a built-in attribute are about its name or its tag.
    let unless =
        |replaced: &Option<String>, field| if replaced.is_none() { text(field) } else { String::new() };
    Some(AttributeName {
        group,
        word: unless(&label, "word"),
        subtitled: unless(&short, "subtitled"),
        short: short.unwrap_or_else(|| text("short")),
        label: label.unwrap_or_else(|| if key == SUBTITLES { subtitles(context) } else { text("label") }),
    })
}

/// The group of an attribute key, for grouping and filters.
pub fn group_of(context: &PageContext<'_>, key: &str) -> Option<AttributeGroup> {
    context
        .snapshot
        .attributes
        .get(key)
        .map(|a| a.group)
        .or_else(|| BuiltinAttribute::find(key).map(|k| k.group))
}

#[cfg(test)]
mod tests {
    use super::is_at_or_below;

    #[test]
    fn a_menu_entry_is_active_below_its_path_but_not_beside_it() {
        for path in ["/visit", "/visit/", "/visit/parking/"] {
            assert!(is_at_or_below(path, "/visit/") && is_at_or_below(path, "/visit"), "{path}");
        }
        for path in ["/visitors/", "/", "/fr/visit/"] {
            assert!(!is_at_or_below(path, "/visit") && !is_at_or_below(path, "/visit/"), "{path}");
        }
    }
}
