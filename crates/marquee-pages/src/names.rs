//! Localized names of genres, countries, languages and screens. Records have them in the language of their feed; an unknown
//! name is used verbatim. Countries and languages come from ICU, the others from `names.json` of the catalog.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use icu::locale::Locale as IcuLocale;
use icu::locale::subtags::{Language as IcuLanguage, Region};
use icu_experimental::displaynames::multi::{LanguageDisplayNames, RegionDisplayNames};
use icu_experimental::displaynames::{DisplayNamesOptions, Style};
use marquee_messages::{Language, names, server};
use marquee_model::locale::Locale;

/// ICU's names of countries and languages in one language.
struct DisplayNames {
    regions: Option<RegionDisplayNames>,
    short_regions: Option<RegionDisplayNames>,
    languages: Option<LanguageDisplayNames>,
}

static DISPLAY_NAMES: LazyLock<BTreeMap<Language, DisplayNames>> = LazyLock::new(|| {
    Language::all().map(|language| (language, DisplayNames::of_language(language))).collect()
});

impl DisplayNames {
    fn of_language(language: Language) -> Self {
        let locale: IcuLocale = language.tag().parse().unwrap_or(IcuLocale::UNKNOWN);
        let mut short = DisplayNamesOptions::default();
        short.style = Some(Style::Short);
        Self {
            regions: RegionDisplayNames::try_new((&locale).into(), DisplayNamesOptions::default()).ok(),
            short_regions: RegionDisplayNames::try_new((&locale).into(), short).ok(),
            languages: LanguageDisplayNames::try_new((&locale).into(), DisplayNamesOptions::default()).ok(),
        }
    }

    /// The name of a country.
    fn country(&self, region: Region) -> Option<&str> {
        let code = region.as_str();
        if NON_COUNTRIES.contains(&code) {
            return None;
        }
        let names = if SHORT_NAMES.contains(&code) { &self.short_regions } else { &self.regions };
        names.as_ref()?.of(region)
    }
}

/// Regions of ICU that are not countries or territories: unions, and codes without a meaning.
const NON_COUNTRIES: [&str; 7] = ["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"];

/// Countries and territories whose short name is the usual one, without its status: `Hong Kong`.
const SHORT_NAMES: [&str; 3] = ["HK", "MO", "PS"];

/// The localized name of a country, from its code or its name in any language of the catalog.
#[must_use]
pub fn country(name: &str, locale: &Locale) -> String {
    let language = Language::of_locale(locale.short());
    let region = region_of(name.trim());
    let localized = region.and_then(|region| DISPLAY_NAMES.get(&language)?.country(region));
    localized.map_or_else(|| name.to_owned(), str::to_owned)
}

/// The country of a code or a name.
fn region_of(name: &str) -> Option<Region> {
    static BY_NAME: LazyLock<HashMap<String, Region>> = LazyLock::new(|| {
        let mut regions_by_name = HashMap::new();
        for (name, code) in OTHER_COUNTRY_NAMES {
            regions_by_name.extend(code.parse().ok().map(|region| (name.to_lowercase(), region)));
        }
        for names in Language::all().filter_map(|language| DISPLAY_NAMES.get(&language)) {
            for region in regions() {
                let Some(name) = names.country(region) else { continue };
                regions_by_name.entry(name.to_lowercase()).or_insert(region);
            }
        }
        regions_by_name
    });
    // Names first: `UK` is a name, but not a code.
    let code = || name.parse().ok().filter(|_| name.len() == 2);
    BY_NAME.get(&name.to_lowercase()).copied().or_else(code)
}

/// Every region code of two letters.
fn regions() -> impl Iterator<Item = Region> {
    let letters = || b'A'..=b'Z';
    letters().flat_map(move |a| letters().filter_map(move |b| Region::try_from_utf8(&[a, b]).ok()))
}

/// The localized name of a genre, from its name in any language of the catalog.
#[must_use]
pub fn genre(name: &str, locale: &Locale) -> String {
    static BY_NAME: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
        let english: Vec<(&str, &str)> = names::group(Language::ENGLISH, GENRES).collect();
        let mut countries: HashMap<String, &str> =
            english.iter().map(|(key, name)| (name.to_lowercase(), *key)).collect();
        // If several genres have the same name, the first one is used.
        for (key, _) in english {
            for language in Language::all() {
                let Some(name) = names::find(language, &format!("{GENRES}{key}")) else { continue };
                countries.entry(name.to_lowercase()).or_insert(key);
            }
        }
        countries
    });
    let key = BY_NAME.get(&name.trim().to_lowercase());
    let language = Language::of_locale(locale.short());
    let localized = key.and_then(|key| names::find(language, &format!("{GENRES}{key}")));
    localized.map_or_else(|| name.to_owned(), str::to_owned)
}

/// The group of genres in the catalog.
const GENRES: &str = "genres.";

/// The localized name of a screen: `Screen 1` and `Salle 1` are translated, other names are used verbatim.
#[must_use]
pub fn screen(name: &str, locale: &Locale) -> String {
    let number =
        name.rsplit(' ').next().filter(|end| !end.is_empty() && end.chars().all(|c| c.is_ascii_digit()));
    let numbered = number.filter(|number| Language::all().any(|l| server::names_screen(l, number) == name));
    let translated = |number: &str| server::names_screen(Language::of_locale(locale.short()), number);
    numbered.map_or_else(|| name.to_owned(), translated)
}

/// The localized name of a language, as a label; the code if it is unknown.
#[must_use]
pub fn language(code: &str, locale: &Locale) -> String {
    let Some(name) = language_name(code, locale) else { return code.to_owned() };
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The localized name of a language inside a sentence; the code if it is unknown.
#[must_use]
pub fn language_in_sentence(code: &str, locale: &Locale) -> String {
    language_name(code, locale).unwrap_or(code).to_owned()
}

fn language_name(code: &str, locale: &Locale) -> Option<&'static str> {
    let primary = code.split('-').next().unwrap_or(code).to_ascii_lowercase();
    // Norwegian Bokmål is shown as Norwegian, because the written standard of subtitles does not matter.
    let primary = if primary == "nb" { "no" } else { primary.as_str() };
    let names = DISPLAY_NAMES.get(&Language::of_locale(locale.short()))?.languages.as_ref()?;
    names.of(primary.parse::<IcuLanguage>().ok()?)
}

/// The name of the language of captions: in that language, `Deutsch`, or in the language of the page if the catalog does not have it.
/// With its country, such as `Deutsch (Schweiz)`, if there are others in the same language.
#[must_use]
pub fn captions_label(locale: &Locale, of_page: &Locale, with_country: bool) -> String {
    let in_locale = if Language::find(locale.short()).is_some() { locale } else { of_page };
    let name = language(locale.short(), in_locale);
    match locale.long().split_once('-').filter(|_| with_country) {
        Some((_, code)) => format!("{name} ({})", country(code, in_locale)),
        None => name,
    }
}

/// The name of a language in that language, as a label: `Deutsch`; the code if the catalog does not have it.
#[must_use]
pub fn native_name(locale: &Locale) -> String {
    let supported = Language::find(locale.short());
    supported.map_or_else(|| locale.short().to_owned(), |_| language(locale.short(), locale))
}

/// The language that is most likely spoken in a country (CLDR's likely subtags).
#[must_use]
pub fn spoken_in(country: &str) -> Option<String> {
    let region: icu::locale::subtags::Region = country.parse().ok()?;
    let mut id =
        icu::locale::LanguageIdentifier { region: Some(region), ..icu::locale::LanguageIdentifier::UNKNOWN };
    icu::locale::LocaleExpander::new_extended().maximize(&mut id);
    let code = id.language.to_string();
    (code != "und").then_some(code)
}

/// Other names of countries in feeds, with the code.
const OTHER_COUNTRY_NAMES: &[(&str, &str)] = &[
    ("USA", "US"),
    ("United States of America", "US"),
    ("Etats-Unis", "US"),
    ("UK", "GB"),
    ("Great Britain", "GB"),
    ("England", "GB"),
    ("Czech Republic", "CZ"),
    ("République tchèque", "CZ"),
    ("Turkey", "TR"),
    ("Macau", "MO"),
    ("Ivory Coast", "CI"),
    ("Korea", "KR"),
    ("Republic of Korea", "KR"),
    ("Russian Federation", "RU"),
    ("Bosnia and Herzegovina", "BA"),
    ("The Netherlands", "NL"),
];

#[cfg(test)]
mod tests;
