//! Reads a schedule with the rules for the titles of its feed (decision 0074).

use std::collections::{HashMap, HashSet};

use marquee_feeds::{FeedError, Format, SourceFile};
use marquee_import::{FoundSchedule, SiteFacts, read_files};
use marquee_model::catalog::Movie;
use marquee_model::feed::TitleRule;
use marquee_model::{MovieId, text};

use crate::titles::{TitleRules, add_attributes, set_title};

/// Stands for a film of which a format knows the title only, so that its shows are told from those of other versions.
struct StandIn {
    /// As the feed describes it, with an id of its own.
    film: Movie,
    title: String,
    attributes: Vec<String>,
}

/// Reads a schedule as its system writes it: without the films of the site, it describes all of its films.
pub fn read_unchanged(
    file: SourceFile,
    format: Option<Format>,
    facts: &SiteFacts,
) -> Result<FoundSchedule, FeedError> {
    read_files(vec![file], format, &facts.clone().with_films(Vec::new()))
}

/// Reads a schedule, and renames its films. `known` are the films of the site; `facts` has none.
///
/// Some formats name films without numbers: a film is that of the site with its title. Such a title is renamed before it is looked for.
pub fn read_renamed(
    file: SourceFile,
    format: Option<Format>,
    facts: &SiteFacts,
    (known, rules): (Vec<Movie>, &[TitleRule]),
) -> Result<FoundSchedule, FeedError> {
    let rules = TitleRules::new(rules);
    if rules.is_empty() {
        return read_files(vec![file], format, &facts.clone().with_films(known));
    }
    let stand_ins = stand_ins(&read_unchanged(file.clone(), format, facts)?, &rules);
    let films = || stand_ins.iter().map(|one| one.film.clone());
    // Of films with the same title, some formats take the first and others the last.
    let all = films().chain(known.clone()).chain(films()).collect();
    let mut found = read_files(vec![file], format, &facts.clone().with_films(all))?;
    rules.apply(&mut found.import);
    replace(&stand_ins, &mut found, &known);
    Ok(found)
}

fn stand_ins(found: &FoundSchedule, rules: &TitleRules<'_>) -> Vec<StandIn> {
    let stand_in = |film: &Movie| {
        let renamed = rules.rename(&film.title);
        let is_same = renamed.title == film.title && renamed.attributes.is_empty();
        (!is_same).then(|| StandIn {
            film: Movie { id: MovieId::numeric_for(&format!("renamed-{}", film.title)), ..film.clone() },
            title: renamed.title,
            attributes: renamed.attributes.into_iter().map(str::to_owned).collect(),
        })
    };
    found.import.movies.iter().flatten().filter_map(stand_in).collect()
}

/// Replaces stand-ins by the films with their new titles: of the schedule, else of the site, else new ones.
fn replace(stand_ins: &[StandIn], found: &mut FoundSchedule, known: &[Movie]) {
    let import = &mut found.import;
    let ids: HashSet<&MovieId> = stand_ins.iter().map(|one| &one.film.id).collect();
    let of_events = import.events.iter().flatten().flat_map(|event| &event.movie_ids);
    let of_shows = import.showtimes.iter().map(|show| &show.movie_id);
    let used: HashSet<MovieId> = of_shows.chain(of_events).filter(|id| ids.contains(id)).cloned().collect();
    if let Some(films) = &mut import.movies {
        films.retain(|film| !ids.contains(&film.id));
    }
    let mut targets: HashMap<&MovieId, (MovieId, &StandIn)> = HashMap::new();
    for one in stand_ins.iter().filter(|one| used.contains(&one.film.id)) {
        let films = import.movies.get_or_insert_default();
        let slug = text::slug(&one.title);
        let has_title = |film: &&Movie| text::slug(&film.title) == slug;
        let target = match films.iter().find(has_title).or_else(|| known.iter().rfind(has_title)) {
            Some(film) => film.id.clone(),
            None => {
                let mut film = one.film.clone();
                film.id = MovieId::numeric_for(&format!("title-{slug}"));
                set_title(&mut film, one.title.clone());
                let id = film.id.clone();
                films.push(film);
                id
            }
        };
        // What the site has of it under its old title, from before the rule.
        let before = text::slug(&one.film.title);
        let old = known.iter().find(|film| text::slug(&film.title) == before && film.id != target);
        if let Some(old) = old.filter(|old| films.iter().all(|film| film.id != old.id)) {
            let mut old = old.clone();
            set_title(&mut old, one.title.clone());
            import.renamed_films.insert(old.id.clone());
            films.push(old);
        }
        targets.insert(&one.film.id, (target, one));
    }
    for show in &mut import.showtimes {
        if let Some((target, one)) = targets.get(&show.movie_id) {
            add_attributes(show, one.attributes.iter().map(String::as_str));
            show.movie_id = target.clone();
        }
    }
    for id in import.events.iter_mut().flatten().flat_map(|event| &mut event.movie_ids) {
        if let Some((target, _)) = targets.get(id) {
            *id = target.clone();
        }
    }
    found.film_names.retain(|id, _| !ids.contains(id));
}
