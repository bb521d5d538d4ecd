//! What has become of announced shows: a feed moves them, or no longer has them.

use std::collections::{HashMap, HashSet};

use jiff::{SignedDuration, Timestamp};
use marquee_catalog::Import;
use marquee_model::catalog::{Availability, ShowChange, Showtime};
use marquee_model::feed::{FeedConfig, MissingShows};
use marquee_model::{MovieId, ShowId};
use marquee_store::FeedState;

use crate::loss::place;

/// Maximum number of shows that stay as canceled or sold out; those that start first.
const MAX_VANISHED: usize = 500;

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

/// Compares an import with the coming shows that the site has announced in its theaters. Shows that were moved get the start that was
/// announced first. Of shows that the import does not have, those that were moved or replaced are dropped, and the others added as
/// `missing` says.
pub fn add_changes(import: &mut Import, announced: Vec<Showtime>, missing: Missing) {
    let ids: HashSet<ShowId> = import.showtimes.iter().map(|show| show.id.clone()).collect();
    let (same_id, others): (Vec<Showtime>, Vec<Showtime>) =
        announced.into_iter().partition(|show| ids.contains(&show.id));
    let same_id: HashMap<ShowId, Showtime> =
        same_id.into_iter().map(|show| (show.id.clone(), show)).collect();
    for show in &mut import.showtimes {
        if let Some(before) = same_id.get(&show.id).filter(|before| before.movie_id == show.movie_id) {
            show.change = moved(before, show.starts_at);
        }
    }
    let places: HashSet<_> = import.showtimes.iter().map(place).collect();
    let (same_place, mut others): (Vec<Showtime>, Vec<Showtime>) =
        others.into_iter().partition(|show| places.contains(&place(show)));
    others.sort_by(|a, b| (a.starts_at, &a.id).cmp(&(b.starts_at, &b.id)));
    match missing {
        Missing::Removed => {}
        Missing::Kept => import.showtimes.append(&mut others),
        Missing::Vanished => {
            let same_place: HashSet<_> = same_place.iter().map(place).collect();
            let is_new =
                |show: &Showtime| !same_id.contains_key(&show.id) && !same_place.contains(&place(show));
            let (mut new, known): (Vec<Showtime>, Vec<Showtime>) =
                std::mem::take(&mut import.showtimes).into_iter().partition(is_new);
            let left = pair_moved(&mut new, others);
            let films: HashSet<MovieId> =
                new.iter().chain(&known).map(|show| show.movie_id.clone()).collect();
            let is_canceled = |show: &Showtime| films.contains(&show.movie_id) || !is_replaced(show, &new);
            let left: Vec<Showtime> = left.into_iter().filter(is_canceled).take(MAX_VANISHED).collect();
            import.showtimes = known;
            import.showtimes.append(&mut new);
            import.showtimes.extend(left.into_iter().map(vanished));
        }
    }
}

/// The start that was announced first.
fn first_start(show: &Showtime) -> Timestamp {
    show.moved_from().unwrap_or(show.starts_at)
}

/// The change of a show that now starts at another time than announced.
fn moved(before: &Showtime, starts_at: Timestamp) -> Option<ShowChange> {
    Some(first_start(before)).filter(|from| *from != starts_at).map(|from| ShowChange::Moved { from })
}

/// Pairs missing shows with new ones of the same theater, film and day, those with the nearest starts first. Returns the shows without
/// a pair.
fn pair_moved(new: &mut [Showtime], missing: Vec<Showtime>) -> Vec<Showtime> {
    let day = |show: &Showtime| (show.theater_id.clone(), show.movie_id.clone(), show.business_date);
    let mut new_by_day: HashMap<_, Vec<usize>> = HashMap::new();
    for (index, show) in new.iter().enumerate() {
        new_by_day.entry(day(show)).or_default().push(index);
    }
    let mut pairs: Vec<(SignedDuration, usize, usize)> = Vec::new();
    for (of, before) in missing.iter().enumerate() {
        for index in new_by_day.get(&day(before)).into_iter().flatten() {
            pairs.push((new[*index].starts_at.duration_since(before.starts_at).abs(), of, *index));
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

/// Whether a new show starts at the same time in the same screen as a missing one. If the film of the missing one has no shows any
/// more, the feed has given it another id, because its title was changed.
fn is_replaced(missing: &Showtime, new: &[Showtime]) -> bool {
    let is_same_screen = |show: &Showtime| match (&missing.screen, &show.screen) {
        (Some(screen), Some(other)) => screen == other,
        _ => true,
    };
    new.iter().any(|show| {
        show.theater_id == missing.theater_id && show.starts_at == missing.starts_at && is_same_screen(show)
    })
}

/// A show that a feed no longer has: sold out if few seats were left, else canceled.
fn vanished(show: Showtime) -> Showtime {
    let availability = match show.availability {
        Availability::FewLeft | Availability::SoldOut => Availability::SoldOut,
        Availability::Open | Availability::Canceled => Availability::Canceled,
    };
    Showtime { availability, change: Some(ShowChange::Vanished), ..show }
}

#[cfg(test)]
mod tests {
    use marquee_model::TheaterId;
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

    /// The shows of an import after it was compared: id, availability, and change.
    fn changes(
        response: &[Showtime],
        announced: &[Showtime],
        missing: Missing,
    ) -> Vec<(String, Availability, Option<ShowChange>)> {
        let mut import = Import {
            showtimes: response.to_vec(),
            showtime_theaters: vec![TheaterId::parse("T1").unwrap()],
            ..Import::default()
        };
        add_changes(&mut import, announced.to_vec(), missing);
        import
            .showtimes
            .into_iter()
            .map(|show| (show.id.to_string(), show.availability, show.change))
            .collect()
    }

    fn found_show(
        id: &str,
        availability: Availability,
        change: Option<ShowChange>,
    ) -> (String, Availability, Option<ShowChange>) {
        (id.to_owned(), availability, change)
    }

    const VANISHED: Option<ShowChange> = Some(ShowChange::Vanished);

    #[test]
    fn a_missing_show_is_canceled_or_sold_out_until_it_returns() {
        let announced = [
            plain("a", "1", "18:00"),
            show("b", "2", "18:00", json!({ "availability": "fewLeft" })),
            plain("c", "3", "18:00"),
        ];
        let response = [plain("c", "3", "18:00")];
        let expected = [
            found_show("c", Availability::Open, None),
            found_show("a", Availability::Canceled, VANISHED),
            found_show("b", Availability::SoldOut, VANISHED),
        ];
        assert_eq!(changes(&response, &announced, Missing::Vanished), expected);
        let still = [vanished(announced[0].clone()), vanished(announced[1].clone()), announced[2].clone()];
        assert_eq!(changes(&response, &still, Missing::Vanished), expected, "the next run");
        let back = [plain("a", "1", "18:00"), plain("c", "3", "18:00")];
        let found = changes(&back, &still, Missing::Vanished);
        assert_eq!(found[0], found_show("a", Availability::Open, None));
        assert_eq!(changes(&response, &announced, Missing::Removed).len(), 1);
        assert_eq!(
            changes(&response, &announced, Missing::Kept)[1],
            found_show("a", Availability::Open, None)
        );
    }

    #[test]
    fn a_moved_show_keeps_the_start_that_was_announced_first() {
        let moved = |from: &str| Some(ShowChange::Moved { from: at(from) });
        let found = |response: &Showtime, announced: &Showtime| {
            changes(std::slice::from_ref(response), std::slice::from_ref(announced), Missing::Vanished)
        };
        let announced = plain("a", "1", "18:00");
        let later = Showtime { change: moved("18:00"), ..plain("a", "1", "19:00") };
        assert_eq!(
            found(&plain("a", "1", "19:00"), &announced),
            [found_show("a", Availability::Open, moved("18:00"))]
        );
        assert_eq!(
            found(&plain("a", "1", "20:00"), &later),
            [found_show("a", Availability::Open, moved("18:00"))]
        );
        assert_eq!(
            found(&plain("a", "1", "19:00"), &later),
            [found_show("a", Availability::Open, moved("18:00"))]
        );
        assert_eq!(
            found(&plain("a", "1", "18:00"), &later),
            [found_show("a", Availability::Open, None)],
            "moved back"
        );
        assert_eq!(
            found(&plain("a", "2", "20:00"), &announced),
            [found_show("a", Availability::Open, None)],
            "an id was reused"
        );
        // Another id, as of systems that make ids of times.
        assert_eq!(
            found(&plain("b", "1", "19:00"), &announced),
            [found_show("b", Availability::Open, moved("18:00"))]
        );
        assert_eq!(found(&plain("b", "1", "18:00"), &announced), [found_show("b", Availability::Open, None)]);
        let canceled = vanished(announced);
        assert_eq!(
            found(&plain("b", "1", "19:00"), &canceled),
            [found_show("b", Availability::Open, moved("18:00"))]
        );
    }

    #[test]
    fn each_new_show_replaces_the_nearest_missing_one() {
        let announced = [plain("a", "1", "15:00"), plain("b", "1", "18:00"), plain("c", "1", "21:00")];
        let response = [plain("d", "1", "20:00"), plain("e", "2", "18:00")];
        let expected = [
            found_show("d", Availability::Open, Some(ShowChange::Moved { from: at("21:00") })),
            found_show("e", Availability::Open, None),
            found_show("a", Availability::Canceled, VANISHED),
        ];
        let found = changes(&response, &announced, Missing::Vanished);
        assert_eq!(found[..3], expected);
        assert_eq!(found[3], found_show("b", Availability::Canceled, VANISHED));
    }

    #[test]
    fn a_film_with_another_id_in_the_same_screen_is_no_canceled_show() {
        let announced = [show("a", "1", "18:00", json!({ "screen": "1" }))];
        let renamed = |screen: &str| [show("b", "2", "18:00", json!({ "screen": screen }))];
        assert_eq!(changes(&renamed("1"), &announced, Missing::Vanished).len(), 1);
        assert_eq!(changes(&renamed("2"), &announced, Missing::Vanished).len(), 2, "another screen");
        let both = [renamed("1").to_vec(), vec![plain("c", "1", "12:00")]].concat();
        let announced = [announced.to_vec(), vec![plain("c", "1", "12:00")]].concat();
        let found = changes(&both, &announced, Missing::Vanished);
        assert_eq!(found[2], found_show("a", Availability::Canceled, VANISHED), "its film still plays");
    }

    #[test]
    fn the_number_of_canceled_shows_is_limited() {
        let announced: Vec<Showtime> = (0..MAX_VANISHED + 100)
            .map(|n| plain(&format!("s{n}"), &format!("{n}"), &format!("{:02}:{:02}", n / 60, n % 60)))
            .collect();
        let found = changes(&[], &announced, Missing::Vanished);
        assert_eq!((found.len(), found[0].0.as_str()), (MAX_VANISHED, "s0"));
    }
}
