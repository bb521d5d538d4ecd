//! Rules for the site record that a schema cannot express.

mod ads;
mod appearance;

use std::collections::{BTreeMap, HashSet};

use jiff::civil::Date;
use marquee_messages::Language;
use marquee_model::host::{is_loopback, without_port};
use marquee_model::locale;
use marquee_model::reserved_paths::ReservedPaths;
use marquee_model::settings::{SiteRecord, TrackerType};
use marquee_model::{MovieId, TheaterId, text};
use serde_json::Value;
use url::Url;

use crate::document::{self, Document};
use crate::{Finding, Severity, blocks, hosts, reserved, schema};

/// Maximum length of an old address in bytes.
const MAX_OLD_PATH: usize = 300;

/// Checks the site record.
pub(crate) fn check(document: &Document<'_>, findings: &mut Vec<Finding>) {
    let findings_before = findings.len();
    schema::check::<SiteRecord>(document, findings);
    let found_by_schema = findings.len() > findings_before;
    check_hosts(document, findings);
    check_pages(document, findings);
    check_addresses(document, findings);
    check_trackers(document, findings);
    check_films_and_theaters(document, findings);
    check_locales(document, findings);
    appearance::check(document, findings);
    check_keys_without_effect(document, findings);
    check_related_entity(document, findings);
    check_loyalty(document, findings);
    ads::check(document, findings);
    if !found_by_schema && let Err(error) = serde_json::from_value::<SiteRecord>(document.value.clone()) {
        findings.push(document.finding(Severity::Error, "", error.to_string()));
    }
}

/// Warns about keys without effect, which are accepted for compatibility with other programs.
fn check_keys_without_effect(document: &Document<'_>, findings: &mut Vec<Finding>) {
    let countries = document.items("/config/allCountries").map(|(at, _)| at);
    let mut keys: Vec<String> =
        countries.flat_map(|at| ["code", "iso31661A3"].map(|key| format!("{at}/{key}"))).collect();
    keys.push("/config/country/iso31661A3".to_owned());
    keys.push("/config/theme/colors/combination/name".to_owned());
    for at in keys.iter().filter(|at| document.get(at).is_some()) {
        findings.push(document.finding(Severity::Warning, at, "this key has no effect: remove it"));
    }
}

/// Warns if the type of the related entity is unknown, because it then has no effect (SET-11).
fn check_related_entity(document: &Document<'_>, findings: &mut Vec<Finding>) {
    let at = "/config/relatedEntityType";
    let kind = document.text(at);
    if !kind.is_empty() && !matches!(kind, "Theater" | "Circuit") {
        let message = format!("{kind:?} has no effect: write \"Theater\" or \"Circuit\"");
        findings.push(document.finding(Severity::Warning, at, message));
    }
}

/// Warns if the type is missing, because members then have no points, rewards or cards (LOYC-03).
fn check_loyalty(document: &Document<'_>, findings: &mut Vec<Finding>) {
    let provider = document.text("/settings/loyalty/provider");
    let has_default_type = matches!(provider, "RTS" | "BOOST_POS_WITHOUT_LOYALTY");
    if document.get("/settings/loyalty").is_some()
        && document.get("/settings/loyalty/type").is_none()
        && !has_default_type
    {
        let message = "without type, members have no points, rewards or cards: \
                       write \"TIERED\", \"NON_TIERED\" or \"NONE\"";
        findings.push(document.finding(Severity::Warning, "/settings/loyalty", message));
    }
}

fn check_hosts(document: &Document<'_>, findings: &mut Vec<Finding>) {
    let mut first_uses = HashSet::new();
    for (at, host) in document.texts("/hosts") {
        if let Some(error) = hosts::host_name_error(host) {
            findings.push(document.finding(
                Severity::Error,
                &at,
                format!("invalid host name {host:?}: {error}"),
            ));
        }
        if !first_uses.insert(host.to_lowercase()) {
            let message = format!("duplicate host {host:?}: remove one");
            findings.push(document.finding(Severity::Error, &at, message));
        }
    }
    let domain = document.text("/settings/domain");
    let name = without_port(domain);
    if document.get("/settings/domain").is_none() {
        return;
    }
    if let Some(error) = hosts::host_name_error(name) {
        let message = format!("invalid host name {domain:?}: {error}");
        findings.push(document.finding(Severity::Error, "/settings/domain", message));
    } else if !first_uses.is_empty() && !first_uses.contains(name) {
        let message =
            format!("{name:?} is missing in hosts, so absolute URLs point to another site: add it to hosts");
        findings.push(document.finding(Severity::Warning, "/settings/domain", message));
    }
}

/// Checks that the login page and the privacy page have unique slugs (ROUTE-07, ROUTE-08).
fn check_pages(document: &Document<'_>, findings: &mut Vec<Finding>) {
    let slugs = ["/settings/loginPage/slug", "/settings/privacyPolicyPage/slug"];
    let [login, privacy] = slugs.map(|at| document.text(at));
    if !login.is_empty() && login == privacy {
        let message = format!("login page and privacy page have the same slug {login:?}: change one");
        findings.push(document.finding(Severity::Error, slugs[1], message));
    }
    let reserved = ReservedPaths { login_slug: "", ..reserved::paths(document) };
    for at in slugs {
        let slug = document.text(at);
        if let Some(error) = reserved::slug_error(&reserved, slug) {
            findings.push(document.finding(Severity::Error, at, error));
        }
    }
    let prefix = document.text("/config/pathPrefix");
    let films = ReservedPaths { path_prefix: "", ..reserved };
    if !prefix.is_empty()
        && let Some(owner) = films.owner(&format!("/{prefix}/movie/"))
    {
        let message =
            format!("/{prefix}/movie/ is hidden by {}: choose another prefix", reserved::name(owner));
        findings.push(document.finding(Severity::Error, "/config/pathPrefix", message));
    }
}

/// Checks that URLs of ticketing and loyalty services use https, except on loopback.
fn check_addresses(document: &Document<'_>, findings: &mut Vec<Finding>) {
    let keys =
        ["/settings/ticketingUrl", "/settings/loyalty/ticketingUrl", "/settings/loyalty/upstream/baseUrl"];
    for at in keys {
        let address = document.text(at);
        if address.is_empty() {
            continue;
        }
        let Ok(url) = url::Url::parse(address) else {
            let message = format!("invalid URL {address:?}: write one such as https://tickets.example.com");
            findings.push(document.finding(Severity::Error, at, message));
            continue;
        };
        let local = url.host_str().is_some_and(is_loopback);
        if url.scheme() != "https" && !(url.scheme() == "http" && local) {
            let message = format!("{address:?} must start with https://");
            findings.push(document.finding(Severity::Error, at, message));
        }
        if !url.username().is_empty() || url.password().is_some() {
            let message = "the URL must not contain a username or password";
            findings.push(document.finding(Severity::Error, at, message));
        }
    }
}

fn check_trackers(document: &Document<'_>, findings: &mut Vec<Finding>) {
    let mut first_uses = HashSet::new();
    for (at, _) in document.items("/settings/trackers") {
        let (kind, token) = (document.text(&format!("{at}/type")), document.text(&format!("{at}/token")));
        match TrackerType::parse(kind) {
            Some(tracker) => {
                check_token_start(document, &format!("{at}/token"), tracker.id_prefix(), findings)
            }
            None if kind.is_empty() => {}
            None => {
                let nearest = text::nearest(kind, TrackerType::ALL.map(TrackerType::name));
                let suggestion = nearest.map_or_else(String::new, |n| format!(", did you mean {n:?}?"));
                let message = format!("unknown tracker type {kind:?}{suggestion}");
                findings.push(document.finding(Severity::Warning, &format!("{at}/type"), message));
            }
        }
        if !token.is_empty() && !first_uses.insert((kind, token)) {
            findings.push(document.finding(Severity::Warning, &at, "duplicate tracker: remove one"));
        }
    }
    for tracker in TrackerType::ALL {
        let at = format!("/config/trackers/{}", tracker.name());
        check_token_start(document, &at, tracker.id_prefix(), findings);
    }
}

fn check_token_start(document: &Document<'_>, at: &str, start: &str, findings: &mut Vec<Finding>) {
    let token = document.text(at);
    // Invalid characters are already reported by the schema.
    let is_valid = token.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if is_valid && !token.is_empty() && !token.starts_with(start) {
        let message = format!("{token:?} must start with {start}: copy the id from the service");
        findings.push(document.finding(Severity::Warning, at, message));
    }
}

fn check_films_and_theaters(document: &Document<'_>, findings: &mut Vec<Finding>) {
    let theaters = document.texts("/config/theaterIds").count();
    if document.flag("/config/isSingleLocation") && theaters > 1 {
        let message = format!(
            "the site has {theaters} theaters in theaterIds: must be false, or set theaterIds to one theater"
        );
        findings.push(document.finding(Severity::Error, "/config/isSingleLocation", message));
    }
    for (list, noun) in [
        ("/config/theaterIds", "theater"),
        ("/config/movieOrderIndex", "film"),
        ("/config/globalExcludedMovieIds", "film"),
    ] {
        let mut first_uses = HashSet::new();
        for (at, id) in document.texts(list) {
            let error = if noun == "theater" { TheaterId::parse(id).err() } else { MovieId::parse(id).err() };
            if let Some(error) = error {
                findings.push(document.finding(Severity::Error, &at, format!("invalid id {id:?}: {error}")));
            }
            if !first_uses.insert(id) {
                let message = format!("duplicate {noun} {id:?}: remove one");
                findings.push(document.finding(Severity::Warning, &at, message));
            }
        }
    }
    check_featured(document, findings);
    check_film_places(document, findings);
    check_redirects(document, findings);
    blocks::check_saved(document, findings);
    let excluded: Vec<&str> = document.texts("/config/globalExcludedMovieIds").map(|(_, id)| id).collect();
    for (at, id) in document.texts("/config/movieOrderIndex").filter(|(_, id)| excluded.contains(id)) {
        let message = format!(
            "the film {id:?} is also in globalExcludedMovieIds, so it is not shown: remove it from one of the lists"
        );
        findings.push(document.finding(Severity::Warning, &at, message));
    }
}

/// Checks that periods of featured films do not end before they begin (SITE-12).
fn check_featured(document: &Document<'_>, findings: &mut Vec<Finding>) {
    let films = document.get("/config/options/featuredFilms").and_then(Value::as_object);
    for (key, film) in films.into_iter().flatten() {
        let day = |name: &str| film.get(name).and_then(Value::as_str).and_then(|d| d.parse::<Date>().ok());
        if let (Some(from), Some(to)) = (day("from"), day("to"))
            && to < from
        {
            let at = format!("{}/to", document::child("/config/options/featuredFilms", key));
            findings.push(document.finding(Severity::Error, &at, format!("must not be before from, {from}")));
        }
    }
}

/// Checks the ids of the theaters at which films are hidden (SITE-12).
fn check_film_places(document: &Document<'_>, findings: &mut Vec<Finding>) {
    let films = document.get("/config/options/filmPlaces").and_then(Value::as_object);
    for film in films.into_iter().flat_map(serde_json::Map::keys) {
        let place = document::child("/config/options/filmPlaces", film);
        if let Err(error) = MovieId::parse(film) {
            findings.push(document.finding(Severity::Error, &place, format!("invalid id {film:?}: {error}")));
        }
        for (at, id) in document.texts(&format!("{place}/hiddenAt")) {
            if let Err(error) = TheaterId::parse(id) {
                findings.push(document.finding(Severity::Error, &at, format!("invalid id {id:?}: {error}")));
            }
        }
    }
}

/// What is wrong with an old address by itself.
fn old_path_error(from: &str) -> Option<&'static str> {
    if from.len() > MAX_OLD_PATH || !from.starts_with('/') || from.contains(char::is_whitespace) {
        Some("an old address is a path such as /old/page.html, with at most 300 bytes")
    } else if from.contains(['?', '#']) {
        Some("an old address has no query: write the part before the question mark")
    } else if from.trim_end_matches('/').is_empty() {
        Some("the home page cannot redirect: remove it")
    } else {
        None
    }
}

/// Checks old addresses: each is a path, once, and none leads to another, so that there are no chains and no circles (ROUTE-22). What
/// concerns two entries is reported at both, because a draft shows what is wrong with the entries that it changes.
fn check_redirects(document: &Document<'_>, findings: &mut Vec<Finding>) {
    const AT: &str = "/config/options/redirects";
    let normalized = |path: &str| path.trim_end_matches('/').to_ascii_lowercase();
    let entries: Vec<(&str, &str)> = document
        .get(AT)
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(from, to)| (from.as_str(), to.as_str().unwrap_or_default()))
        .collect();
    let mut add = |from: &str, message: String| {
        findings.push(document.finding(Severity::Error, &document::child(AT, from), message));
    };
    let mut by_path: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (from, _) in &entries {
        by_path.entry(normalized(from)).or_default().push(from);
        if let Some(error) = old_path_error(from) {
            add(from, error.to_owned());
        }
    }
    for from in by_path.values().filter(|same| same.len() > 1).flatten() {
        add(
            from,
            format!("duplicate address {from}: a slash at the end and capital letters make no difference"),
        );
    }
    let domain = without_port(document.text("/settings/domain"));
    let languages = reserved::paths(document).languages;
    for (from, to) in entries {
        let host = Url::parse(to).ok().and_then(|url| url.host_str().map(str::to_owned));
        let is_own = |host: &str| host == domain || document.texts("/hosts").any(|(_, own)| own == host);
        if host.as_deref().is_some_and(is_own) {
            add(from, format!("{to} is an address of this site: write its path"));
        }
        // An entry without a language is for all of them.
        let target = normalized(to);
        let without = |language: &&str| target.strip_prefix(&format!("/{language}")).map(str::to_owned);
        let in_languages = languages.iter().map(|language| format!("/{language}{target}"));
        let same = languages.iter().filter_map(without).chain(in_languages).chain([target.clone()]);
        for next in same.filter_map(|path| by_path.get(&path)).flatten() {
            add(from, format!("{to} leads to another address itself: write that one"));
            add(next, format!("{from} leads here: change where it leads first"));
        }
    }
}

fn check_locales(document: &Document<'_>, findings: &mut Vec<Finding>) {
    let main = document.get("/config/locale").map_or("en-US", |_| document.text("/config/locale"));
    let mut languages = HashSet::from([locale::language_of(main)]);
    for (at, locale) in document.texts("/config/options/additionalLocales") {
        if !languages.insert(locale::language_of(locale)) {
            let message = format!("duplicate language {locale:?}: remove it");
            findings.push(document.finding(Severity::Warning, &at, message));
        }
    }
    let languages: Vec<&str> = Language::all().map(Language::tag).collect();
    for at in untranslated(document, main) {
        let message = format!(
            "this language is not translated, English is shown: must be one of {}",
            languages.join(", ")
        );
        findings.push(document.finding(Severity::Warning, &at, message));
    }
}

/// Pointers of locales without translations.
fn untranslated(document: &Document<'_>, main: &str) -> Vec<String> {
    let is_supported = |locale: &str| Language::find(locale).is_some() || locale.is_empty();
    let unsupported = document
        .texts("/config/options/additionalLocales")
        .filter(|(_, l)| !is_supported(l))
        .map(|(at, _)| at);
    let main = (!is_supported(main)).then(|| "/config/locale".to_owned());
    main.into_iter().chain(unsupported).collect()
}
