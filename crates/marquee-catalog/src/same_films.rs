//! Films that several feeds give, each with an id of its own (decision 0072).

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use jiff::SignedDuration;
use marquee_model::catalog::Movie;
use marquee_model::feed::FilmMatchState;
use marquee_model::{MovieId, SiteId, text};
use marquee_store::{EditedKind, FilmMatchRow, ShowFilter, StoreError, WriteTx};

use crate::completion::{complete_films, merged_film, targets};
use crate::descriptions::store_descriptions;
use crate::edits::{Edits, named_films};
use crate::import::Import;

/// Confidence in percent from which a new film of a feed is taken for a film of the site. Equal titles are not enough: year,
/// length or director must agree as well.
const AUTOMATIC: u8 = 95;
/// Confidence in percent from which a person is asked.
pub const SUGGESTED: u8 = 70;
/// The highest confidence that a comparison has.
const MAX: f64 = 99.0;
/// Confidence for equal titles alone.
const EQUAL_TITLES: f64 = 90.0;
/// Confidence from which a film whose title a rule has changed is the film of that title: nothing says against it.
const RENAMED: u8 = 90;
/// Similarity of titles from which films are compared at all (Damerau-Levenshtein, 0 to 1).
const MIN_SIMILARITY: f64 = 0.88;
/// How far apart two systems have the release of a film in one country.
const NEAR_RELEASES: SignedDuration = SignedDuration::from_hours(31 * 24);
/// Words of titles that name a version of the film, not the film.
const VERSIONS: &[&str] = &[
    "2d",
    "3d",
    "4k",
    "restored",
    "restoration",
    "subtitled",
    "dubbed",
    "4dx",
    "35mm",
    "70mm",
    "atmos",
    "dcp",
    "dolby",
    "imax",
    "omeu",
    "omu",
    "ov",
    "vf",
    "vo",
    "vost",
    "vostfr",
];
/// Words that some systems write and others leave out.
const SMALL_WORDS: &[&str] =
    &["the", "a", "an", "and", "le", "la", "les", "et", "der", "die", "das", "und", "el", "los", "y"];
/// Numerals within titles; the first word of a title is never one.
const NUMERALS: &[(&str, &str)] = &[
    ("i", "1"),
    ("ii", "2"),
    ("iii", "3"),
    ("iv", "4"),
    ("v", "5"),
    ("vi", "6"),
    ("vii", "7"),
    ("viii", "8"),
    ("ix", "9"),
    ("x", "10"),
];

/// A title in the form in which titles are compared.
#[derive(Debug, PartialEq, Eq)]
struct Title {
    words: String,
    /// Number of characters.
    length: u32,
    /// The numbers among the words: those of sequels differ in nothing else.
    numbers: Vec<String>,
    /// A year in brackets.
    year: Option<u16>,
}

impl Title {
    /// `None` for a title without letters and digits.
    fn new(title: &str) -> Option<Self> {
        let (slug, year) = without_year(title);
        let all: Vec<&str> = slug.split('-').filter(|word| !word.is_empty()).collect();
        let is_kept = |word: &&&str| !SMALL_WORDS.contains(*word) && !VERSIONS.contains(*word);
        let kept: Vec<&str> = all.iter().filter(is_kept).copied().collect();
        // A title of small words only, such as "La la".
        let kept = if kept.is_empty() { all } else { kept };
        let numeral = |(at, word): (usize, &str)| {
            let number = NUMERALS.iter().find(|(name, _)| *name == word).filter(|_| at > 0);
            number.map_or(word, |(_, number)| number).to_owned()
        };
        let words: Vec<String> = kept.into_iter().enumerate().map(numeral).collect();
        let is_number = |word: &&String| word.bytes().all(|byte| byte.is_ascii_digit());
        let numbers = words.iter().filter(is_number).cloned().collect();
        let words = words.join(" ");
        let length = u32::try_from(words.chars().count()).unwrap_or(u32::MAX);
        (!words.is_empty()).then_some(Self { words, length, numbers, year })
    }

    /// From 0 to 1.
    fn similarity(&self, other: &Self) -> f64 {
        if self.numbers != other.numbers {
            return 0.0;
        }
        if self.words == other.words {
            return 1.0;
        }
        let (shorter, longer) = (self.length.min(other.length), self.length.max(other.length));
        // Every character that one has more is a difference.
        if f64::from(shorter) < MIN_SIMILARITY * f64::from(longer) {
            return 0.0;
        }
        text::similarity(&self.words, &other.words)
    }
}

/// The slug of a title without a year in brackets, and that year. Other bracketed parts can name another film, such as `(Part 2)`.
fn without_year(title: &str) -> (String, Option<u16>) {
    let is_year = |text: &str| text.parse().ok().filter(|year| (1880..2200).contains(year));
    let mut brackets = title.match_indices(['(', '[']).filter_map(|(open, _)| {
        let close = open + title[open..].find([')', ']'])?;
        Some((open, close + 1, is_year(title[open + 1..close].trim())?))
    });
    let Some((open, end, year)) = brackets.next_back() else { return (text::slug(title), None) };
    let plain = text::slug(&format!("{} {}", &title[..open], &title[end..]));
    if plain.is_empty() { (text::slug(title), None) } else { (plain, Some(year)) }
}

/// What tells films apart, read once for many comparisons.
#[derive(Debug)]
struct Facts<'f> {
    film: &'f Movie,
    titles: Vec<Title>,
    year: Option<u16>,
    directors: HashSet<String>,
}

impl<'f> Facts<'f> {
    fn new(film: &'f Movie) -> Self {
        let other_titles = film.localizations.values().filter_map(|texts| texts.title.as_deref());
        let titles =
            [film.title.as_str()].into_iter().chain(film.original_title.as_deref()).chain(other_titles);
        let titles: Vec<Title> = titles.filter_map(Title::new).collect();
        let year = film.year.or_else(|| titles.iter().find_map(|title| title.year));
        Self { film, titles, year, directors: film.directors.iter().map(|name| text::slug(name)).collect() }
    }

    /// How sure it is that two films are the same, in percent.
    fn confidence(&self, other: &Self) -> u8 {
        let pairs =
            self.titles.iter().flat_map(|own| other.titles.iter().map(move |title| own.similarity(title)));
        let similarity = pairs.fold(0.0, f64::max);
        if similarity < MIN_SIMILARITY {
            return 0;
        }
        let evidence =
            self.year_evidence(other) + self.length_evidence(other) + self.director_evidence(other);
        let percent = (EQUAL_TITLES * similarity * similarity + evidence).clamp(0.0, MAX);
        // Between 0 and 99.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        let percent = percent.floor() as u8;
        percent
    }

    /// The year of the first release. The day of release says nothing against: classics come back.
    fn year_evidence(&self, other: &Self) -> f64 {
        let release = |facts: &Self| facts.film.release_date.and_then(|date| u16::try_from(date.year()).ok());
        match (self.year, other.year) {
            (Some(own), Some(year)) => match own.abs_diff(year) {
                0 => 6.0,
                // A premiere at a festival is often a year before the release.
                1 => 0.0,
                _ => -60.0,
            },
            (None, None) => match (self.film.release_date, other.film.release_date) {
                (Some(own), Some(date)) if own.duration_until(date).abs() <= NEAR_RELEASES => 6.0,
                _ => 0.0,
            },
            (own, year) => {
                let (own, year) = (own.or_else(|| release(self)), year.or_else(|| release(other)));
                if own.is_some() && own == year { 6.0 } else { 0.0 }
            }
        }
    }

    /// Systems count trailers and credits differently.
    fn length_evidence(&self, other: &Self) -> f64 {
        let (Some(own), Some(length)) = (self.film.runtime, other.film.runtime) else { return 0.0 };
        match own.abs_diff(length) {
            0..=2 => 6.0,
            3..=5 => 3.0,
            6..=15 => -6.0,
            _ => -25.0,
        }
    }

    fn director_evidence(&self, other: &Self) -> f64 {
        if self.directors.is_empty() || other.directors.is_empty() {
            0.0
        } else if self.directors.is_disjoint(&other.directors) {
            -15.0
        } else {
            6.0
        }
    }
}

/// How sure it is that two films are the same, in percent.
#[must_use]
pub fn film_confidence(film: &Movie, other: &Movie) -> u8 {
    Facts::new(film).confidence(&Facts::new(other))
}

/// The words by which another catalog is searched for a film, without those that name a version, and the year of its first release.
#[must_use]
pub fn searched_title(film: &Movie) -> (String, Option<u16>) {
    let year = Facts::new(film).year;
    let is_of_film = |word: &&str| {
        let slug = text::slug(word);
        let is_year = word.starts_with(['(', '[']) && year.is_some_and(|year| slug == year.to_string());
        !is_year && !VERSIONS.contains(&slug.as_str())
    };
    let words: Vec<&str> = film.title.split_whitespace().filter(is_of_film).collect();
    (if words.is_empty() { film.title.clone() } else { words.join(" ") }, year)
}

/// Finds the films of an import that the site has from elsewhere, and returns which these are. Their shows become shows of that film,
/// which gets what it lacks of them. New and changed films are compared with those that the import does not have itself; what is not
/// sure is stored for a person. The caller has locked the site.
///
/// # Errors
/// [`StoreError`]
pub async fn merge_films(
    tx: &mut WriteTx,
    site: &SiteId,
    import: &mut Import,
    source: &str,
) -> Result<HashMap<MovieId, MovieId>, StoreError> {
    let films = import.movies.take().unwrap_or_default();
    let shown = tx.movies(site).await?;
    let edits = Edits::read(tx, site, EditedKind::Film).await?;
    let of_feeds = edits.without(shown.clone(), |film| film.id.as_str());
    let mut rows: BTreeMap<MovieId, FilmMatchRow> =
        tx.film_matches(site).await?.into_iter().map(|row| (row.film.clone(), row)).collect();
    // Some formats do not describe films that the site has.
    let of_shows = import.showtimes.iter().map(|show| &show.movie_id);
    let own: BTreeSet<MovieId> = films.iter().map(|film| &film.id).chain(of_shows).cloned().collect();

    let renamed = std::mem::take(&mut import.renamed_films);
    for film in without_rule(&rows, (&own, &renamed), source) {
        tx.remove_film_match(site, &film).await?;
        rows.remove(&film);
    }
    let described = import.described_films.clone().unwrap_or_default();
    let described = &described;
    let search =
        Search { shown: &shown, of_feeds: &of_feeds, own: &own, renamed: &renamed, described, source };
    let mut found = search.new_matches(&films, &rows);
    found.extend(search.of_renamed(&films, &rows));
    for row in found {
        // The question whether the other one is this film is answered.
        let is_asked = rows
            .get(&row.target)
            .is_some_and(|other| other.target == row.film && other.state == FilmMatchState::Suggested);
        if row.is_of_rule() && is_asked {
            tx.remove_film_match(site, &row.target).await?;
            rows.remove(&row.target);
        }
        tx.save_film_match(site, &row).await?;
        rows.insert(row.film.clone(), row);
    }
    // A rule of another feed says nothing about this one's films.
    let is_in_force =
        |row: &&FilmMatchRow| !row.is_of_rule() || !own.contains(&row.film) || renamed.contains(&row.film);
    let targets = targets(rows.values().filter(is_in_force));
    let is_shown = |id: &MovieId| shown.iter().any(|film| film.id == *id);
    let merged: HashMap<MovieId, MovieId> = own
        .iter()
        .map(|film| (film, merged_film(&targets, film)))
        .filter(|(film, target)| {
            // Unless a person said so, films that one feed has itself are different.
            let is_said = rows.get(*film).is_some_and(|row| row.state == FilmMatchState::Same);
            let is_named = renamed.contains(*film);
            let is_film = is_shown(target) || films.iter().any(|own| own.id == **target);
            film != target && is_film && (is_said || is_named || !own.contains(*target))
        })
        .map(|(film, target)| (film.clone(), target.clone()))
        .collect();
    rename_films(import, &merged);
    for (film, target) in merged.iter().filter(|(film, _)| is_shown(film)) {
        remove_merged(tx, site, import, (film, target)).await?;
    }
    let (described, mut films): (Vec<Movie>, Vec<Movie>) =
        films.into_iter().partition(|film| merged.contains_key(&film.id));
    if import.described_films.is_some() {
        films.clear();
    }
    store_descriptions(tx, site, &mut rows, &described, &films).await?;
    let films = complete_films(&films, (&rows, &own), &of_feeds);
    import.movies = Some(films).filter(|films| !films.is_empty() || !import.removed_films.is_empty());
    Ok(merged)
}

/// The films of a feed that were another one because of a rule for titles that is gone.
fn without_rule(
    rows: &BTreeMap<MovieId, FilmMatchRow>,
    (own, renamed): (&BTreeSet<MovieId>, &HashSet<MovieId>),
    source: &str,
) -> Vec<MovieId> {
    let of_rule = rows.values().filter(|row| row.is_of_rule() && row.source == source);
    let gone = of_rule.filter(|row| own.contains(&row.film) && !renamed.contains(&row.film));
    gone.map(|row| row.film.clone()).collect()
}

/// Makes shows and events those of other films.
fn rename_films(import: &mut Import, films: &HashMap<MovieId, MovieId>) {
    let of_shows = import.showtimes.iter_mut().map(|show| &mut show.movie_id);
    let of_events = import.events.iter_mut().flatten().flat_map(|event| &mut event.movie_ids);
    for id in of_shows.chain(of_events) {
        if let Some(target) = films.get(id) {
            *id = target.clone();
        }
    }
}

/// Removes a film that is another one now, unless it plays where this import says nothing. Members keep it on their lists.
async fn remove_merged(
    tx: &mut WriteTx,
    site: &SiteId,
    import: &mut Import,
    (film, target): (&MovieId, &MovieId),
) -> Result<(), StoreError> {
    let filter = ShowFilter { movie: Some(film.clone()), ..ShowFilter::default() };
    let shows = tx.shows(site, &filter).await?;
    let is_replaced = shows.iter().all(|show| import.showtime_theaters.contains(&show.theater_id));
    if is_replaced && !named_films(tx, site, false).await?.contains(film) {
        tx.move_favorites(site, film, target).await?;
        import.removed_films.insert(film.clone());
    }
    Ok(())
}

/// Where films of a feed are looked for.
struct Search<'s> {
    shown: &'s [Movie],
    of_feeds: &'s [Movie],
    own: &'s BTreeSet<MovieId>,
    renamed: &'s HashSet<MovieId>,
    /// The only film of the site that some films may be.
    described: &'s HashMap<MovieId, MovieId>,
    source: &'s str,
}

impl Search<'_> {
    /// The matches of films whose title a rule has changed, with films of the same title, also of the same feed. Who wrote the rule has
    /// said which film it is; a person is asked only if facts of another feed say otherwise.
    fn of_renamed(&self, films: &[Movie], rows: &BTreeMap<MovieId, FilmMatchRow>) -> Vec<FilmMatchRow> {
        if self.renamed.is_empty() {
            return Vec::new();
        }
        let is_open =
            |film: &&Movie| rows.get(&film.id).is_none_or(|row| row.state == FilmMatchState::Suggested);
        let renamed = films.iter().filter(|film| self.renamed.contains(&film.id)).filter(is_open);
        let described: HashSet<&MovieId> = films.iter().map(|film| &film.id).collect();
        // Also those that the feed has by their titles only.
        let others = self.shown.iter().filter(|film| !described.contains(&film.id));
        let targets = targets(rows.values());
        let shown: HashSet<&MovieId> = self.shown.iter().map(|film| &film.id).collect();
        // Of two renamed films, the one stays that the site has.
        let rank = |id: &'_ MovieId| (self.renamed.contains(id), !shown.contains(id), id.clone());
        let mut by_title: HashMap<String, Vec<&Movie>> = HashMap::new();
        for film in films.iter().chain(others).filter(|film| !targets.contains_key(&film.id)) {
            by_title.entry(text::slug(&film.title)).or_default().push(film);
        }
        let find = |film: &Movie| {
            let is_different = |other: &Movie| {
                let said = rows.get(&other.id).filter(|row| row.target == film.id);
                said.is_some_and(|row| row.state == FilmMatchState::Different)
            };
            let (facts, own_rank) = (Facts::new(film), rank(&film.id));
            let same_title = by_title.get(&text::slug(&film.title)).into_iter().flatten();
            let rated = same_title.filter(|other| rank(&other.id) < own_rank && !is_different(other));
            let rated =
                rated.map(|other| (facts.confidence(&Facts::new(other)), std::cmp::Reverse(rank(&other.id))));
            let (confidence, std::cmp::Reverse((.., target))) = rated.max()?;
            let is_sure = confidence >= RENAMED;
            let is_asked =
                confidence >= SUGGESTED && !self.own.contains(&target) && !rows.contains_key(&film.id);
            (is_sure || is_asked).then(|| FilmMatchRow {
                film: film.id.clone(),
                state: if is_sure { FilmMatchState::Automatic } else { FilmMatchState::Suggested },
                confidence,
                source: self.source.to_owned(),
                record: film.clone(),
                target_record: self.target_record(films, rows, &target),
                target,
                decided_by: is_sure.then(|| FilmMatchRow::RULE.to_owned()),
            })
        };
        renamed.filter_map(find).collect()
    }

    /// The matches of the films that have none yet and are new or changed.
    fn new_matches(&self, films: &[Movie], rows: &BTreeMap<MovieId, FilmMatchRow>) -> Vec<FilmMatchRow> {
        let known: HashMap<&MovieId, &Movie> = self.of_feeds.iter().map(|film| (&film.id, film)).collect();
        // A film into which others were merged is known with what they say.
        let records = rows.values().filter_map(|row| Some((&row.target, row.target_record.as_ref()?)));
        let described: HashMap<&MovieId, &Movie> = known.into_iter().chain(records).collect();
        let is_new = |film: &&Movie| described.get(&film.id).is_none_or(|known| *known != *film);
        let is_open = |film: &&Movie| !rows.contains_key(&film.id) && !self.renamed.contains(&film.id);
        let wanted: Vec<Facts<'_>> = films.iter().filter(is_open).filter(is_new).map(Facts::new).collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        let targets = targets(rows.values());
        let mut taken: HashSet<&MovieId> = films.iter().map(|film| merged_film(&targets, &film.id)).collect();
        let is_candidate = |film: &&Movie| !self.own.contains(&film.id) && !targets.contains_key(&film.id);
        let shown: HashMap<&MovieId, &Movie> = self.shown.iter().map(|film| (&film.id, film)).collect();
        // Under the titles that feeds give as well, where an operator has changed them.
        let unedited =
            self.of_feeds.iter().filter(|film| shown.get(&film.id).is_none_or(|shown| shown != film));
        let candidates: Vec<Facts<'_>> =
            self.shown.iter().chain(unedited).filter(is_candidate).map(Facts::new).collect();
        let mut found = Vec::new();
        for facts in wanted {
            let free = candidates.iter().filter(|candidate| {
                // A pair is compared once, whichever of the two comes first.
                let is_pair = |row: &FilmMatchRow| row.target == facts.film.id;
                let is_asked = self.described.get(&facts.film.id).is_none_or(|of| *of == candidate.film.id);
                is_asked
                    && !taken.contains(&candidate.film.id)
                    && !rows.get(&candidate.film.id).is_some_and(is_pair)
            });
            let rated = free.map(|candidate| (facts.confidence(candidate), &candidate.film.id));
            let Some((confidence, target)) = rated.max().filter(|(confidence, _)| *confidence >= SUGGESTED)
            else {
                continue;
            };
            let is_on_site = self.shown.iter().any(|film| film.id == facts.film.id);
            let state = if confidence >= AUTOMATIC && !is_on_site {
                taken.insert(target);
                FilmMatchState::Automatic
            } else {
                FilmMatchState::Suggested
            };
            found.push(FilmMatchRow {
                film: facts.film.id.clone(),
                target: target.clone(),
                state,
                confidence,
                source: self.source.to_owned(),
                record: facts.film.clone(),
                target_record: self.target_record(films, rows, target),
                decided_by: None,
            });
        }
        found
    }
}

impl Search<'_> {
    /// What the feed or import of a film says of it.
    fn target_record(
        &self,
        films: &[Movie],
        rows: &BTreeMap<MovieId, FilmMatchRow>,
        target: &MovieId,
    ) -> Option<Movie> {
        let stored =
            rows.values().filter(|row| row.target == *target).find_map(|row| row.target_record.clone());
        let described = || films.iter().chain(self.of_feeds).find(|film| film.id == *target).cloned();
        stored.or_else(described)
    }
}

#[cfg(test)]
mod tests;
