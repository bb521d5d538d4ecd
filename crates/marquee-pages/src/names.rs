//! Localized names of genres, countries, languages and screens. Records have them in the language of their feed; an unknown
//! name is used verbatim.

mod countries;

use marquee_model::locale::Locale;

use countries::COUNTRIES;

/// The localized name of a country, from its code or its English or French name.
#[must_use]
pub fn country(name: &str, locale: &Locale) -> String {
    let known = COUNTRIES.iter().find(|(code, en, fr)| [code, en, fr].iter().any(|own| same(own, name)));
    let other = || OTHER_COUNTRY_NAMES.iter().find(|(own, _)| same(own, name)).map(|(_, code)| *code);
    let known = known.or_else(|| other().and_then(|code| COUNTRIES.iter().find(|(own, ..)| *own == code)));
    known.map_or_else(|| name.to_owned(), |(_, en, fr)| in_locale(en, fr, locale))
}

/// The localized name of a genre, from its English or French name.
#[must_use]
pub fn genre(name: &str, locale: &Locale) -> String {
    let known = GENRES.iter().find(|(en, fr)| same(en, name) || same(fr, name));
    known.map_or_else(|| name.to_owned(), |(en, fr)| in_locale(en, fr, locale))
}

/// The localized name of a screen: `Screen 1` and `Salle 1` are translated, other names are used verbatim.
#[must_use]
pub fn screen(name: &str, locale: &Locale) -> String {
    let rest = ["Screen ", "Salle "].iter().find_map(|word| name.strip_prefix(word));
    let numbered = rest.filter(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()));
    numbered.map_or_else(|| name.to_owned(), |number| in_locale("Screen ", "Salle ", locale) + number)
}

/// The localized name of a language; the code if it is not listed.
#[must_use]
pub fn language(code: &str, locale: &Locale) -> String {
    let primary = code.split('-').next().unwrap_or(code).to_ascii_lowercase();
    let names = LANGUAGES.iter().find(|(c, ..)| *c == primary);
    names.map_or_else(|| code.to_owned(), |(_, en, fr)| in_locale(en, fr, locale))
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

fn in_locale(en: &str, fr: &str, locale: &Locale) -> String {
    if locale.short() == "fr" { fr } else { en }.to_owned()
}

fn same(own: &str, name: &str) -> bool {
    own.to_lowercase() == name.trim().to_lowercase()
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
    ("Hong Kong", "HK"),
    ("Macau", "MO"),
    ("Palestine", "PS"),
    ("Ivory Coast", "CI"),
    ("Korea", "KR"),
    ("Republic of Korea", "KR"),
    ("Russian Federation", "RU"),
    ("Bosnia and Herzegovina", "BA"),
    ("The Netherlands", "NL"),
];

/// Genres of films: English and French name. Of several rows with the same name the first one is used.
const GENRES: &[(&str, &str)] = &[
    ("Action", "Action"),
    ("Adventure", "Aventure"),
    ("Animation", "Animation"),
    ("Anime", "Anime"),
    ("Ballet", "Ballet"),
    ("Biography", "Biographie"),
    ("Biopic", "Biopic"),
    ("Children", "Jeunesse"),
    ("Classic", "Classique"),
    ("Comedy", "Comédie"),
    ("Concert", "Concert"),
    ("Crime", "Policier"),
    ("Dance", "Danse"),
    ("Disaster", "Catastrophe"),
    ("Documentary", "Documentaire"),
    ("Drama", "Drame"),
    ("Experimental", "Expérimental"),
    ("Family", "Famille"),
    ("Fantasy", "Fantastique"),
    ("Film noir", "Film noir"),
    ("History", "Histoire"),
    ("Historical", "Historique"),
    ("Horror", "Horreur"),
    ("Martial arts", "Arts martiaux"),
    ("Music", "Musique"),
    ("Musical", "Comédie musicale"),
    ("Mystery", "Mystère"),
    ("Nature", "Nature"),
    ("Opera", "Opéra"),
    ("Performance", "Spectacle"),
    ("Politics", "Politique"),
    ("Road movie", "Road movie"),
    ("Romance", "Romance"),
    ("Romantic comedy", "Comédie romantique"),
    ("Satire", "Satire"),
    ("Sci-fi", "Science-fiction"),
    ("Science fiction", "Science-fiction"),
    ("Short films", "Courts métrages"),
    ("Short", "Court métrage"),
    ("Silent", "Muet"),
    ("Sport", "Sport"),
    ("Sports", "Sport"),
    ("Spy", "Espionnage"),
    ("Superhero", "Super-héros"),
    ("Suspense", "Suspense"),
    ("Theater", "Théâtre"),
    ("Thriller", "Thriller"),
    ("War", "Guerre"),
    ("Western", "Western"),
];

/// Languages of films: code, English and French name.
const LANGUAGES: &[(&str, &str, &str)] = &[
    ("ar", "Arabic", "Arabe"),
    ("ay", "Aymara", "Aymara"),
    ("bn", "Bengali", "Bengali"),
    ("br", "Breton", "Breton"),
    ("ca", "Catalan", "Catalan"),
    ("cs", "Czech", "Tchèque"),
    ("cy", "Welsh", "Gallois"),
    ("da", "Danish", "Danois"),
    ("de", "German", "Allemand"),
    ("el", "Greek", "Grec"),
    ("en", "English", "Anglais"),
    ("es", "Spanish", "Espagnol"),
    ("et", "Estonian", "Estonien"),
    ("eu", "Basque", "Basque"),
    ("fa", "Persian", "Persan"),
    ("fi", "Finnish", "Finnois"),
    ("fr", "French", "Français"),
    ("ga", "Irish", "Irlandais"),
    ("he", "Hebrew", "Hébreu"),
    ("hi", "Hindi", "Hindi"),
    ("hu", "Hungarian", "Hongrois"),
    ("id", "Indonesian", "Indonésien"),
    ("is", "Icelandic", "Islandais"),
    ("it", "Italian", "Italien"),
    ("ja", "Japanese", "Japonais"),
    ("ka", "Georgian", "Géorgien"),
    ("ko", "Korean", "Coréen"),
    ("nb", "Norwegian", "Norvégien"),
    ("nl", "Dutch", "Néerlandais"),
    ("no", "Norwegian", "Norvégien"),
    ("pl", "Polish", "Polonais"),
    ("pt", "Portuguese", "Portugais"),
    ("qu", "Quechua", "Quechua"),
    ("ro", "Romanian", "Roumain"),
    ("ru", "Russian", "Russe"),
    ("sq", "Albanian", "Albanais"),
    ("sr", "Serbian", "Serbe"),
    ("sv", "Swedish", "Suédois"),
    ("ta", "Tamil", "Tamoul"),
    ("te", "Telugu", "Télougou"),
    ("th", "Thai", "Thaï"),
    ("tr", "Turkish", "Turc"),
    ("uk", "Ukrainian", "Ukrainien"),
    ("ur", "Urdu", "Ourdou"),
    ("vi", "Vietnamese", "Vietnamien"),
    ("wo", "Wolof", "Wolof"),
    ("yo", "Yoruba", "Yoruba"),
    ("zh", "Chinese", "Chinois"),
];

#[cfg(test)]
mod tests;
