//! Branding of a site's mails.

use marquee_model::locale::Locale;
use marquee_model::settings::{BASE_COLORS, Color, SiteNameMode, SiteRecord};

use crate::{Address, Link};

/// Branding of a site's mails, and the data of their footer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branding {
    pub name: String,
    /// URL of the site.
    pub origin: Link,
    /// URL of the home page in the language of the mail.
    pub home: Link,
    /// Used only if it has the site's own origin, so that mails load nothing from third parties.
    pub logo: Option<Link>,
    pub colors: Colors,
    /// The postal address, line by line.
    pub postal_address: Vec<String>,
    /// Address for questions of members.
    pub contact_address: Option<Address>,
}

impl Branding {
    /// A branding without logo, postal address and contact, in the [default colors](Colors::default).
    #[must_use]
    pub fn new(name: impl Into<String>, origin: Link) -> Self {
        let (logo, postal_address, contact_address) = (None, Vec::new(), None);
        let (home, colors) = (origin.clone(), Colors::default());
        Self { name: name.into(), origin, home, logo, colors, postal_address, contact_address }
    }

    /// The branding of a site in a language: its name, URLs and colors; `None` if the origin is not a URL.
    #[must_use]
    pub fn of_site(record: &SiteRecord, origin: &str, locale: &Locale) -> Option<Self> {
        let mut branding = Self::new(record.site_name(SiteNameMode::Site), Link::parse(origin)?);
        branding.home = Link::parse(&format!("{origin}{}/", record.config.locale_prefix(locale.short())))?;
        let colors = &record.config.theme.colors;
        let (primary, background) = (colors.primary().clone(), colors.background());
        let (black, white) = (Color::parse("#000000")?, Color::parse("#FFFFFF")?);
        let readable = |on: &Color| if on.is_light() { black.clone() } else { white.clone() };
        branding.colors =
            Colors { on_primary: readable(&primary), primary, text: readable(&background), background };
        Some(branding)
    }

    /// The logo, if it has the site's own origin.
    pub(crate) fn own_logo(&self) -> Option<&Link> {
        self.logo.as_ref().filter(|logo| logo.same_origin(&self.origin))
    }
}

/// Colors of a mail. [`Color`] is always `#RRGGBB`, so it needs no escaping in attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colors {
    /// Buttons, and the line below the header.
    pub primary: Color,
    /// Text on buttons.
    pub on_primary: Color,
    /// Background of the page.
    pub background: Color,
    /// Text on the page.
    pub text: Color,
}

/// Dark text on white.
impl Default for Colors {
    fn default() -> Self {
        let color = |text| Color::parse(text).expect("the color must be #RRGGBB");
        let (dark, white) = (color(BASE_COLORS.dark), color("#FFFFFF"));
        Self { primary: dark.clone(), on_primary: white.clone(), background: white, text: dark }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logo_of_another_origin_is_not_used() {
        let link = |text| Link::parse(text).unwrap();
        let mut branding = Branding::new("Aster", link("https://aster.example/"));
        branding.logo = Some(link("https://aster.example/media/logo.png"));
        assert!(branding.own_logo().is_some());
        for other_origin in
            ["https://pixel.example/a.png", "http://aster.example/a.png", "https://aster.example:8443/a"]
        {
            branding.logo = Some(link(other_origin));
            assert!(branding.own_logo().is_none(), "{other_origin}");
        }
    }

    #[test]
    fn text_colors_contrast_with_the_colors_of_the_site() {
        let record = include_str!("../../../fixtures/demo/meridian/site.json");
        let mut record: SiteRecord = serde_json::from_str(record).unwrap();
        let palette = &mut record.config.theme.colors.palette;
        palette.primary = Color::parse("#F5B921").unwrap();
        palette.background = Color::parse("#131212").unwrap();
        let locale = record.config.locale.clone();
        let of_site = |record: &SiteRecord, origin: &str| Branding::of_site(record, origin, &locale);
        let branding = of_site(&record, "https://meridian.example").unwrap();
        assert_eq!(branding.name, record.site_name(SiteNameMode::Site));
        assert_eq!(
            (branding.colors.on_primary.as_str(), branding.colors.text.as_str()),
            ("#000000", "#FFFFFF")
        );
        assert_eq!(of_site(&record, "meridian"), None);
        record.config.theme.colors.combination.swap = true;
        record.settings.name.clear();
        record.settings.related_entity = None;
        let branding = of_site(&record, "https://meridian.example").unwrap();
        assert_eq!(branding.colors.primary, record.config.theme.colors.palette.accent);
        assert_eq!((branding.name.as_str(), branding.name.is_empty()), (record.config.name.as_str(), false));
    }

    #[test]
    fn a_mail_leads_to_the_home_page_in_its_language() {
        let record = include_str!("../../../fixtures/demo/aster/site.json");
        let record: SiteRecord = serde_json::from_str(record).unwrap();
        let home = |language| {
            let locale = Locale::parse(language).unwrap();
            Branding::of_site(&record, "https://aster.example", &locale).unwrap().home.as_str().to_owned()
        };
        assert_eq!(home("en-US"), "https://aster.example/");
        assert_eq!(home("fr"), "https://aster.example/fr/");
        assert_eq!(home("nl"), "https://aster.example/", "the site does not have the language");
    }

    #[test]
    fn colors_must_be_rrggbb() {
        for hostile in
            ["#FFF", "red", "#12345G", "#FFFFFF\"><script>", "#FFFFFF;background:url(//evil.example)"]
        {
            assert!(Color::parse(hostile).is_none(), "{hostile}");
        }
        assert_eq!(Colors::default().text.as_str(), "#212020");
    }
}
