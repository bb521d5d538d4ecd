//! What has become of announced shows: a feed moves them, or no longer has them.

use std::collections::{HashMap, HashSet};

use jiff::{SignedDuration, Timestamp};
use marquee_catalog::Import;
use marquee_model::catalog::{Availability, ShowChange, Showtime};
use marquee_model::feed::{FeedConfig, MissingShows};
use marquee_model::{MovieId, ShowId, TheaterId};
use marquee_store::FeedState;

/// Maximum number of shows that stay as canceled or sold out; those that start first.
const MAX_VANISHED: usize = 500;
/// Maximum number of starts that are kept of a show.
const MAX_STARTS: usize = 8;
/// Maximum number of pairs of a missing and a new show that are compared for a film and day.
const MAX_PAIRS: usize = 10_000;
/// How long before its start a missing show stays as it is: some systems end their lists with the sale.
const END_OF_SALE: SignedDuration = SignedDuration::from_hours(1);

/// What becomes of coming shows that a response does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    Removed,
    /// They stay as canceled or sold out.
    Vanished,
    /// They stay as they are.
    Kept,
}

impl Missing {
    /// As the feed's settings say. Before its first run the site has shows that it did not announce.
    pub fn for_feed(config: &FeedConfig, state: &FeedState) -> Self {
        match config.missing_shows {
            MissingShows::Canceled if state.has_announced => Self::Vanished,
            MissingShows::Canceled | MissingShows::Removed => Self::Removed,
        }
    }
}

/// What the site has announced in the theaters of an import.
#[derive(Debug, Default)]
pub struct Announced {
    /// Coming shows as feeds said them, and those that were moved from a time that is to come.
    pub shows: Vec<Showtime>,
    /// Shows that operators have typed in.
    pub typed: Vec<Showtime>,
}

/// Compares an import with what the site has announced. Shows that were moved get the starts that were announced before. Of shows that
/// the import does not have, those that were moved or replaced are dropped, and the others added as `missing` says.
pub fn add_changes(import: &mut Import, announced: Announced, missing: Missing, now: Timestamp) {
    let Announced { shows: announced, typed } = announced;
    let ids: HashSet<ShowId> = import.showtimes.iter().map(|show| show.id.clone()).collect();
    let places: HashSet<_> = import.showtimes.iter().chain(&typed).map(place).collect();
    let (mut same_id, mut same_place, mut others) = (HashMap::new(), HashMap::new(), Vec::new());
    for show in announced {
        if ids.contains(&show.id) {
            same_id.insert(show.id.clone(), show);
        } else if places.contains(&place(&show)) {
            same_place.insert(place(&show), show);
        } else {
            others.push(show);
        }
    }
    others.sort_by(|a, b| (a.starts_at, &a.id).cmp(&(b.starts_at, &b.id)));
    let (mut new, mut known) = (Vec::new(), Vec::new());
    for mut show in std::mem::take(&mut import.showtimes) {
        let of_id = same_id.get(&show.id).filter(|before| before.movie_id == show.movie_id);
        match of_id.or_else(|| same_place.get(&place(&show))) {
            Some(before) => {
                show.change = moved(before, show.starts_at);
                known.push(show);
            }
            None => new.push(show),
        }
    }
    let missing_shows = match missing {
        Missing::Removed => Vec::new(),
        Missing::Kept => others,
        Missing::Vanished => vanished_shows(&mut new, &known, others, now),
    };
    import.showtimes = known;
    import.showtimes.append(&mut new);
    import.showtimes.extend(missing_shows);
    forget_starts_that_are_played(&mut import.showtimes, &typed);
}

/// Missing shows as they stay, with those that were moved paired with new ones.
fn vanished_shows(
    new: &mut [Showtime],
    known: &[Showtime],
    missing: Vec<Showtime>,
    now: Timestamp,
) -> Vec<Showtime> {
    let left = pair_moved(new, missing, now);
    let films: HashSet<&MovieId> = new.iter().chain(known).map(|show| &show.movie_id).collect();
    let mut starts: HashMap<_, Vec<&Showtime>> = HashMap::new();
    for show in new.iter() {
        starts.entry((&show.theater_id, show.starts_at)).or_default().push(show);
    }
    // If the film has no shows any more, but a new one starts at the same time in the same screen, its title was changed.
    let is_renamed = |show: &Showtime| {
        let others = starts.get(&(&show.theater_id, show.starts_at)).into_iter().flatten();
        !films.contains(&show.movie_id) && others.into_iter().any(|other| is_same_screen(show, other))
    };
    let end_of_sale = now.saturating_add(END_OF_SALE).unwrap_or(Timestamp::MAX);
    let stays = |show: Showtime| if show.starts_at < end_of_sale { show } else { vanished(show) };
    left.into_iter().filter(|show| !is_renamed(show)).take(MAX_VANISHED).map(stays).collect()
}

/// A start of which another show is played has not moved, and no show of it is canceled.
fn forget_starts_that_are_played(shows: &mut Vec<Showtime>, typed: &[Showtime]) {
    let is_played = |show: &&Showtime| show.availability != Availability::Canceled && !show.has_vanished();
    let played: HashSet<_> = shows.iter().filter(is_played).chain(typed).map(place).collect();
    shows.retain(|show| !show.has_vanished() || !played.contains(&place(show)));
    for show in shows {
        let (theater, film, start) = place(show);
        let Some(change) = &mut show.change else { continue };
        // The first start stays if the show is played at it again.
        change.announced.retain(|at| *at == start || !played.contains(&(theater.clone(), film.clone(), *at)));
        if !change.vanished && change.announced.iter().all(|at| *at == start) {
            show.change = None;
        }
    }
}

/// What is the same for visitors, whatever the id of the show is.
pub fn place(show: &Showtime) -> (TheaterId, MovieId, Timestamp) {
    (show.theater_id.clone(), show.movie_id.clone(), show.starts_at)
}

/// The change of a show that now starts at `starts_at`.
fn moved(before: &Showtime, starts_at: Timestamp) -> Option<ShowChange> {
    let mut announced = before.announced().to_vec();
    if before.starts_at != starts_at && !announced.contains(&before.starts_at) {
        announced.push(before.starts_at);
    }
    if announced.len() > MAX_STARTS {
        // The first one is what visitors see.
        announced.remove(1);
    }
    let is_moved = announced.iter().any(|at| *at != starts_at);
    is_moved.then_some(ShowChange { announced, vanished: false })
}

/// Pairs missing shows with new ones of the same theater, film and day, those with the nearest starts first. Returns the shows without
/// a pair. A show that is sold out, or was nearly, is not moved: systems stop listing it.
fn pair_moved(new: &mut [Showtime], missing: Vec<Showtime>, now: Timestamp) -> Vec<Showtime> {
    let day = |show: &Showtime| (show.theater_id.clone(), show.movie_id.clone(), show.business_date);
    let mut by_day: HashMap<_, (Vec<usize>, Vec<usize>)> = HashMap::new();
    for (index, show) in new.iter().enumerate() {
        by_day.entry(day(show)).or_default().1.push(index);
    }
    for (of, before) in missing.iter().enumerate() {
        let can_move = matches!(before.availability, Availability::Open | Availability::Canceled);
        if can_move && before.starts_at >= now {
            by_day.entry(day(before)).or_default().0.push(of);
        }
    }
    let mut pairs: Vec<(SignedDuration, usize, usize)> = Vec::new();
    for (missing_of_day, new_of_day) in by_day.values() {
        if missing_of_day.len().saturating_mul(new_of_day.len()) > MAX_PAIRS {
            continue;
        }
        for of in missing_of_day {
            let distance = |index: usize| new[index].starts_at.duration_since(missing[*of].starts_at).abs();
            pairs.extend(new_of_day.iter().map(|index| (distance(*index), *of, *index)));
        }
    }
    pairs.sort_unstable();
    let (mut paired, mut taken) = (HashSet::new(), HashSet::new());
    for (_, of, index) in pairs {
        if paired.contains(&of) || taken.contains(&index) {
            continue;
        }
        paired.insert(of);
        taken.insert(index);
        new[index].change = moved(&missing[of], new[index].starts_at);
    }
    let unpaired = missing.into_iter().enumerate().filter(|(of, _)| !paired.contains(of));
    unpaired.map(|(_, show)| show).collect()
}

fn is_same_screen(show: &Showtime, other: &Showtime) -> bool {
    match (&show.screen, &other.screen) {
        (Some(screen), Some(other)) => screen == other,
        _ => true,
    }
}

/// A show that a feed no longer has: sold out if few seats were left, else canceled.
fn vanished(show: Showtime) -> Showtime {
    let availability = match show.availability {
        Availability::FewLeft | Availability::SoldOut => Availability::SoldOut,
        Availability::Open | Availability::Canceled => Availability::Canceled,
    };
    let change = ShowChange { announced: show.announced().to_vec(), vanished: true };
    Showtime { availability, change: Some(change), ..show }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn at(time: &str) -> Timestamp {
        format!("2026-11-21T{time}:00Z").parse().unwrap()
    }

    fn show(id: &str, film: &str, time: &str, more: Value) -> Showtime {
        let mut show = json!({
            "id": id, "theaterId": "T1", "movieId": film, "startsAt": at(time), "businessDate": "2026-11-21",
        });
        for (key, value) in more.as_object().into_iter().flatten() {
            show[key] = value.clone();
        }
        serde_json::from_value(show).unwrap()
    }

    fn plain(id: &str, film: &str, time: &str) -> Showtime {
        show(id, film, time, json!({}))
    }

    fn changed(show: Showtime, announced: &[&str]) -> Showtime {
        let announced = announced.iter().map(|time| at(time)).collect();
        Showtime { change: Some(ShowChange { announced, vanished: false }), ..show }
    }

    fn compared(response: &[Showtime], announced: Announced, missing: Missing) -> Vec<Showtime> {
        let mut import = Import {
            showtimes: response.to_vec(),
            showtime_theaters: vec![TheaterId::parse("T1").unwrap()],
            ..Import::default()
        };
        add_changes(&mut import, announced, missing, at("00:00"));
        import.showtimes.sort_by(|a, b| a.id.cmp(&b.id));
        import.showtimes
    }

    /// The shows of an import after it was compared, each as a text: id, availability, and what has become of it.
    fn texts(response: &[Showtime], announced: &[Showtime], missing: Missing) -> Vec<String> {
        let announced = Announced { shows: announced.to_vec(), typed: Vec::new() };
        let text = |show: &Showtime| {
            let starts: Vec<String> =
                show.announced().iter().map(|at| at.strftime("%H:%M").to_string()).collect();
            let vanished = if show.has_vanished() { " vanished" } else { "" };
            format!("{} {:?}{vanished} {}", show.id, show.availability, starts.join(" ")).trim().to_owned()
        };
        compared(response, announced, missing).iter().map(text).collect()
    }

    #[test]
    fn a_missing_show_is_canceled_or_sold_out_until_it_returns() {
        let announced = [
            plain("a", "1", "18:00"),
            show("b", "2", "18:00", json!({ "availability": "fewLeft" })),
            plain("c", "3", "18:00"),
        ];
        let response = [plain("c", "3", "18:00")];
        let expected = ["a Canceled vanished", "b SoldOut vanished", "c Open"];
        assert_eq!(texts(&response, &announced, Missing::Vanished), expected);
        let still = [vanished(announced[0].clone()), vanished(announced[1].clone()), announced[2].clone()];
        assert_eq!(texts(&response, &still, Missing::Vanished), expected, "the next run");
        let back = [plain("a", "1", "18:00"), plain("c", "3", "18:00")];
        assert_eq!(texts(&back, &still, Missing::Vanished), ["a Open", "b SoldOut vanished", "c Open"]);
        assert_eq!(texts(&response, &announced, Missing::Removed), ["c Open"]);
        assert_eq!(texts(&response, &announced, Missing::Kept), ["a Open", "b FewLeft", "c Open"]);
    }

    #[test]
    fn a_moved_show_keeps_the_starts_that_were_announced() {
        let found = |response: &Showtime, announced: &Showtime| {
            texts(std::slice::from_ref(response), std::slice::from_ref(announced), Missing::Vanished)
                .join(", ")
        };
        let announced = plain("a", "1", "18:00");
        let later = changed(plain("a", "1", "19:00"), &["18:00"]);
        assert_eq!(found(&plain("a", "1", "19:00"), &announced), "a Open 18:00");
        assert_eq!(found(&plain("a", "1", "20:00"), &later), "a Open 18:00 19:00");
        assert_eq!(found(&plain("a", "1", "19:00"), &later), "a Open 18:00", "the next run");
        let back = found(&plain("a", "1", "18:00"), &later);
        assert_eq!(back, "a Open 18:00 19:00", "tickets were sold for both");
        assert_eq!(found(&plain("a", "2", "20:00"), &announced), "a Open", "an id was reused");
        // Another id, as of systems that make ids of times.
        assert_eq!(found(&plain("b", "1", "19:00"), &announced), "b Open 18:00");
        assert_eq!(found(&plain("b", "1", "18:00"), &announced), "b Open");
        assert_eq!(found(&plain("b", "1", "19:00"), &later), "b Open 18:00");
        assert_eq!(found(&plain("b", "1", "20:00"), &vanished(later)), "b Open 18:00 19:00");
    }

    #[test]
    fn visitors_see_the_first_start_unless_the_show_is_at_it_again() {
        let moved = changed(plain("a", "1", "19:00"), &["18:00", "19:00"]);
        assert_eq!(moved.moved_from(), Some(at("18:00")));
        assert_eq!(changed(plain("a", "1", "18:00"), &["18:00", "19:00"]).moved_from(), None);
    }

    #[test]
    fn each_new_show_replaces_the_nearest_missing_one_that_is_not_sold_out() {
        let few = json!({ "availability": "fewLeft" });
        let announced = [
            plain("a", "1", "15:00"),
            plain("b", "1", "18:00"),
            plain("c", "1", "21:00"),
            show("f", "1", "20:10", few),
        ];
        let response = [plain("d", "1", "20:00"), plain("e", "2", "18:00")];
        let expected =
            ["a Canceled vanished", "b Canceled vanished", "d Open 21:00", "e Open", "f SoldOut vanished"];
        assert_eq!(texts(&response, &announced, Missing::Vanished), expected);
    }

    #[test]
    fn a_start_at_which_the_film_is_played_has_not_moved() {
        let announced = [changed(plain("a", "1", "19:00"), &["18:00"])];
        let response = [plain("a", "1", "19:00"), plain("b", "1", "18:00")];
        assert_eq!(texts(&response, &announced, Missing::Vanished), ["a Open", "b Open"]);
        // Two screens, of which one is canceled.
        let screens = [plain("a", "1", "18:00"), plain("b", "1", "18:00")];
        assert_eq!(texts(&screens[..1], &screens, Missing::Vanished), ["a Open"]);
        // An operator has typed in what the feed no longer has.
        let typed = plain("t", "1", "18:00");
        let announced = Announced { shows: vec![plain("a", "1", "18:00")], typed: vec![typed] };
        assert!(compared(&[], announced, Missing::Vanished).is_empty());
    }

    #[test]
    fn a_show_that_starts_soon_stays_as_it_is() {
        let announced = [plain("a", "1", "00:30"), plain("b", "1", "02:00")];
        assert_eq!(texts(&[], &announced, Missing::Vanished), ["a Open", "b Canceled vanished"]);
    }

    #[test]
    fn a_film_with_another_id_in_the_same_screen_is_no_canceled_show() {
        let announced = [show("a", "1", "18:00", json!({ "screen": "1" }))];
        let renamed = |screen: &str| [show("b", "2", "18:00", json!({ "screen": screen }))];
        assert_eq!(texts(&renamed("1"), &announced, Missing::Vanished), ["b Open"]);
        let other = texts(&renamed("2"), &announced, Missing::Vanished);
        assert_eq!(other, ["a Canceled vanished", "b Open"], "another screen");
        let both = [renamed("1").to_vec(), vec![plain("c", "1", "12:00")]].concat();
        let announced = [announced.to_vec(), vec![plain("c", "1", "12:00")]].concat();
        let found = texts(&both, &announced, Missing::Vanished);
        assert_eq!(found, ["a Canceled vanished", "b Open", "c Open"], "its film still plays");
    }

    #[test]
    fn the_number_of_canceled_shows_and_of_comparisons_is_limited() {
        let many = |count: usize, of: &str| -> Vec<Showtime> {
            let minute = |n: usize| format!("{:02}:{:02}", 2 + n / 60, n % 60);
            (0..count).map(|n| plain(&format!("{of}{n:04}"), "1", &minute(n))).collect()
        };
        let found = texts(&[], &many(MAX_VANISHED + 100, "s"), Missing::Vanished);
        assert_eq!((found.len(), found[0].as_str()), (MAX_VANISHED, "s0000 Canceled vanished"));
        let later: Vec<Showtime> = many(200, "n")
            .into_iter()
            .map(|show| Showtime { starts_at: show.starts_at + SignedDuration::from_hours(12), ..show })
            .collect();
        let found = texts(&later, &many(200, "s"), Missing::Vanished);
        assert_eq!((found.len(), found[0].as_str()), (400, "n0000 Open"), "too many to be paired");
    }
}
