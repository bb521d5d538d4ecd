//! New sites: a name, a place and a look are enough for a complete site.

use marquee_check::{Severity, check_site_record};
use marquee_messages::{Language, server};
use marquee_model::catalog::{Address, MenuItem, Menus, Page, PageKind, SITE_FILE, Theater};
use marquee_model::locale::Locale;
use marquee_model::settings::{FontPair, Palette, SiteRecord};
use marquee_model::text::{ascii_slug, slug};
use marquee_model::{ScreenId, SiteId, TheaterId};
use marquee_store::{AuditRow, Store, StoreError};
use serde_json::{Value, json};

/// The looks from which operators choose: an array of objects with `id`, the palette and fonts, corners, and layouts.
pub const LOOKS: &str = include_str!("new_site/looks.json");
/// Maximum number of screens of a new theater.
const MAX_SCREENS: u16 = 60;
/// Maximum length of a site's key in characters.
const MAX_KEY: usize = 40;
/// Maximum length of the origin of a site in the audit log in characters.
const MAX_ORIGIN: usize = 500;

/// What an operator says about a new site.
#[derive(Debug, Clone, Default)]
pub struct NewSite {
    /// Name of the cinema.
    pub name: String,
    /// Host name, possibly with a port.
    pub host: String,
    /// Postal address, one line.
    pub address: String,
    /// IANA time zone.
    pub time_zone: String,
    /// Such as `en-US`.
    pub locale: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// Whether it is the only theater.
    pub is_single_location: bool,
    /// Number of screens.
    pub screens: u16,
    /// Id of a look; empty for the first.
    pub look: String,
    /// Description of the home page; empty for none.
    pub description: String,
    /// Instead of the palette of the look.
    pub palette: Option<Palette>,
    /// Instead of the fonts of the look.
    pub fonts: Option<FontPair>,
    /// Where its look and its schedule come from, for the audit log; empty for nowhere.
    pub origin: String,
    /// The theaters of its schedule, instead of one with this name, address and screens.
    pub theaters: Vec<Theater>,
}

/// Why a site was not created.
#[derive(Debug, thiserror::Error)]
pub enum NewSiteError {
    /// A field is missing or malformed.
    #[error("{field} {rule}")]
    Field { field: &'static str, rule: String },
    #[error("the host {0} belongs to another site")]
    HostTaken(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn field(field: &'static str, rule: &str) -> NewSiteError {
    NewSiteError::Field { field, rule: rule.to_owned() }
}

/// A look by its id.
fn look(id: &str) -> Result<Value, NewSiteError> {
    // A test reads the file.
    let looks: Vec<Value> = serde_json::from_str(LOOKS).unwrap_or_default();
    let found = looks.iter().find(|look| id.is_empty() || look.get("id").and_then(Value::as_str) == Some(id));
    found.cloned().ok_or_else(|| field("look", "is unknown"))
}

impl NewSite {
    /// The site record with this key.
    fn record(&self, key: &str) -> Result<Value, NewSiteError> {
        let look = look(&self.look)?;
        let part = |name: &str| look.get(name).cloned().unwrap_or_default();
        let palette = self.palette.as_ref().map_or_else(|| part("palette"), |palette| json!(palette));
        let fonts = self.fonts.as_ref().map_or_else(|| part("fonts"), |fonts| json!(fonts));
        Ok(json!({
            "key": key,
            "hosts": [self.host.split(':').next().unwrap_or_default().to_lowercase()],
            "settings": {
                "id": key,
                "domain": self.host.to_lowercase(),
                "name": self.name,
                "circuit": { "id": key, "name": self.name },
                "headerLayout": part("headerLayout"),
                "footerLayout": part("footerLayout"),
            },
            "config": {
                "theme": { "colors": { "palette": palette }, "fonts": fonts },
                "roundness": part("roundness"),
                "locale": self.locale,
                "country": { "code": self.country, "iso31661A2": self.country },
                "name": self.name,
                "isSingleLocation": self.is_single_location,
            },
        }))
    }

    /// The theater of a site without a schedule.
    ///
    /// # Errors
    /// [`NewSiteError::Field`].
    pub fn theater(&self) -> Result<Theater, NewSiteError> {
        let screens = (1..=self.screens.min(MAX_SCREENS)).map(|number| {
            let number = number.to_string();
            ScreenId::parse(&number).map(|id| json!({ "id": id, "name": number }))
        });
        let screens =
            screens.collect::<Result<Vec<_>, _>>().map_err(|_| field("screens", "must be a number"))?;
        let address = Address { street: self.address.clone(), ..Address::default() };
        let theater = json!({
            "id": TheaterId::parse("1").map_err(|_| field("name", "cannot be used"))?,
            "name": self.name,
            "slug": slug(&self.name),
            "timeZone": self.time_zone,
            "address": address,
            "screens": screens,
        });
        serde_json::from_value(theater).map_err(|_| field("name", "cannot be used"))
    }

    /// Home page and showtimes in the site's language.
    fn pages(&self) -> Vec<Page> {
        let language = Language::of_locale(self.locale.split('-').next().unwrap_or_default());
        let page = |path: &str, kind, title: &str, description: &str| Page {
            path: path.to_owned(),
            kind,
            title: title.to_owned(),
            description: description.to_owned(),
            blocks: Vec::new(),
            former_paths: Vec::new(),
            no_index: false,
            share_picture: None,
            localizations: std::collections::BTreeMap::new(),
        };
        vec![
            page("/", PageKind::Home, server::titles_films_and_showtimes(language), &self.description),
            page("/showtimes/", PageKind::Showtimes, server::titles_showtimes(language), ""),
        ]
    }

    fn check(&self) -> Result<(), NewSiteError> {
        if self.name.trim().is_empty()
            || self.name.chars().count() > 200
            || self.name.contains(char::is_control)
        {
            return Err(field("name", "must have 1 to 200 characters"));
        }
        if slug(&self.name).is_empty() {
            return Err(field("name", "must have a letter or a digit"));
        }
        if jiff::tz::TimeZone::get(&self.time_zone).is_err() {
            return Err(field("timeZone", "must be the name of a time zone such as America/Detroit"));
        }
        if Locale::parse(&self.locale).is_none() {
            return Err(field("locale", "must be a locale such as en-US"));
        }
        if self.address.chars().count() > 400 || self.address.contains(char::is_control) {
            return Err(field("address", "must be one line of at most 400 characters"));
        }
        if self.description.chars().count() > 400 || self.description.contains(char::is_control) {
            return Err(field("description", "must be one line of at most 400 characters"));
        }
        Ok(())
    }

    /// Creates the site; visitors see it at once. `actor` is for the audit log, `now` its time.
    ///
    /// # Errors
    /// [`NewSiteError::Field`], [`NewSiteError::HostTaken`].
    pub async fn create(
        &self,
        store: &Store,
        actor: &str,
        now: jiff::Timestamp,
    ) -> Result<SiteRecord, NewSiteError> {
        self.check()?;
        let key = free_key(store, &self.name).await?;
        let value = self.record(key.as_str())?;
        let findings = check_site_record(SITE_FILE, &value.to_string());
        if let Some(error) = findings.iter().find(|finding| finding.severity == Severity::Error) {
            let name = match error.pointer.as_str() {
                pointer if pointer.contains("/hosts") || pointer.ends_with("/domain") => "host",
                pointer if pointer.contains("/country") => "country",
                pointer if pointer.contains("/locale") => "locale",
                _ => "name",
            };
            return Err(NewSiteError::Field { field: name, rule: error.message.clone() });
        }
        let record: SiteRecord =
            serde_json::from_value(value).map_err(|error| field("name", &error.to_string()))?;
        let pages = self.pages();
        let theaters = if self.theaters.is_empty() { vec![self.theater()?] } else { self.theaters.clone() };
        let link = |page: &Page| MenuItem {
            label: page.title.clone(),
            href: page.path.clone(),
            ..MenuItem::default()
        };
        let menus = Menus { header: pages.iter().map(link).collect(), ..Menus::default() };
        let mut tx = store.begin().await?;
        tx.save_site(&record).await.map_err(|error| match error {
            StoreError::HostTaken(host) => NewSiteError::HostTaken(host),
            other => other.into(),
        })?;
        tx.save_theaters(&record.key, &(0..).zip(&theaters).collect::<Vec<_>>()).await?;
        tx.replace_pages(&record.key, &pages).await?;
        tx.save_menus(&record.key, &menus).await?;
        let line = AuditRow {
            at: now,
            actor: actor.to_owned(),
            action: "site.create".to_owned(),
            subject: record.key.to_string(),
            detail: self.origin.chars().filter(|c| !c.is_control()).take(MAX_ORIGIN).collect(),
        };
        tx.log_audit(&record.key, &line).await?;
        tx.commit().await?;
        Ok(record)
    }
}

/// A key for a site of this name that no site has.
async fn free_key(store: &Store, name: &str) -> Result<SiteId, NewSiteError> {
    let base: String = ascii_slug(name).chars().take(MAX_KEY).collect();
    let base = if base.trim_matches('-').is_empty() { "cinema" } else { base.trim_matches('-') };
    for number in 1..1_000 {
        let key = if number == 1 { base.to_owned() } else { format!("{base}-{number}") };
        let key = SiteId::parse(&key).map_err(|_| field("name", "cannot be used"))?;
        if store.site(&key).await?.is_none() {
            return Ok(key);
        }
    }
    Err(field("name", "is used by too many sites"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new_site(look: &str) -> NewSite {
        NewSite {
            name: "Kino Müller".into(),
            host: "kino.localhost:8080".into(),
            address: "Hauptstr. 1, Berlin".into(),
            time_zone: "Europe/Berlin".into(),
            locale: "de-DE".into(),
            country: "DE".into(),
            is_single_location: true,
            screens: 3,
            look: look.into(),
            ..NewSite::default()
        }
    }

    #[test]
    fn each_look_gives_a_valid_site() {
        let looks: Vec<Value> = serde_json::from_str(LOOKS).unwrap();
        assert_eq!(looks.len(), 6);
        for look in &looks {
            let site = new_site(look["id"].as_str().unwrap());
            let record = site.record("kino").unwrap();
            let errors: Vec<_> = check_site_record(SITE_FILE, &record.to_string())
                .into_iter()
                .filter(|finding| finding.severity == Severity::Error)
                .map(|finding| finding.to_string())
                .collect();
            assert_eq!(errors, [] as [&str; 0], "{look}");
            let record: SiteRecord = serde_json::from_value(record).unwrap();
            assert_eq!(serde_json::to_value(&record.config.theme.colors.palette).unwrap(), look["palette"]);
        }
        assert!(matches!(look("unknown"), Err(NewSiteError::Field { field: "look", .. })));
    }

    #[test]
    fn pages_are_in_the_language_of_the_site() {
        let titles: Vec<_> = new_site("").pages().into_iter().map(|page| page.title).collect();
        assert_eq!(titles, ["Filme und Spielzeiten", "Spielzeiten"]);
        assert_eq!(new_site("").theater().unwrap().screens.len(), 3);
    }
}
