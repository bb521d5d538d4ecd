//! Reads a schedule with the rules for the titles of its feed (decision 0074).

use std::collections::HashSet;

use marquee_feeds::{FeedError, Format, SourceFile};
use marquee_import::{FoundSchedule, SiteFacts, read_files};
use marquee_model::MovieId;
use marquee_model::catalog::Movie;
use marquee_model::feed::TitleRule;

use crate::titles::TitleRules;

/// Reads a schedule as its system writes it: without the films of the site, it describes all of its films.
pub fn read_unchanged(
    files: Vec<SourceFile>,
    format: Option<Format>,
    facts: &SiteFacts,
) -> Result<FoundSchedule, FeedError> {
    read_files(files, format, &facts.clone().with_films(Vec::new()))
}

/// Reads a schedule, and renames its films. `known` are the films of the site; `facts` has none.
///
/// Some formats name films by their titles only, and take the film of the site with that title. Each film whose title a rule changes
/// stays a film of its own here, under the id that it has without the site: so its shows keep their ids and are told from those of
/// other versions. Whether it is another film of the site is found out when the site is compared.
pub fn read_renamed(
    files: Vec<SourceFile>,
    format: Option<Format>,
    facts: &SiteFacts,
    (known, rules): (Vec<Movie>, &[TitleRule]),
) -> Result<FoundSchedule, FeedError> {
    let rules = TitleRules::new(rules);
    if rules.is_empty() {
        return read_files(files, format, &facts.clone().with_films(known));
    }
    let unchanged = read_unchanged(files.clone(), format, facts)?;
    let mut of_rules = unchanged.import.movies.unwrap_or_default();
    of_rules.retain(|film| rules.changes(&film.title));
    let ids: HashSet<&MovieId> = of_rules.iter().map(|film| &film.id).collect();
    let others = known.into_iter().filter(|film| !ids.contains(&film.id));
    // Of films with the same title, some formats take the first and others the last.
    let all = of_rules.iter().cloned().chain(others).chain(of_rules.iter().cloned()).collect();
    let mut found = read_files(files, format, &facts.clone().with_films(all))?;
    describe(&mut found, of_rules);
    rules.apply(&mut found.import);
    Ok(found)
}

/// Adds the films of shows and events that the format does not describe because they are known.
fn describe(found: &mut FoundSchedule, mut films: Vec<Movie>) {
    let import = &mut found.import;
    let described: HashSet<&MovieId> = import.movies.iter().flatten().map(|film| &film.id).collect();
    let of_events = import.events.iter().flatten().flat_map(|event| &event.movie_ids);
    let of_shows = import.showtimes.iter().map(|show| &show.movie_id);
    let lacking: HashSet<&MovieId> = of_shows.chain(of_events).filter(|id| !described.contains(id)).collect();
    films.retain(|film| lacking.contains(&film.id));
    if !films.is_empty() {
        import.movies.get_or_insert_default().append(&mut films);
    }
}
