//! Feeds: their leases, runs, responses and days.

use jiff::{SignedDuration, Timestamp};
use marquee_model::feed::{
    FeedConfig, FeedConflicts, FeedProblem, FeedRunResult, FeedTheaterMatch, FilmMatchState, MissingShows,
};
use marquee_model::{FeedId, FeedRunId, MovieId, ShowId, SiteId, Tag, TheaterId};
use marquee_store::{
    FeedCounts, FeedResponseRow, FeedRow, FeedRunLimits, FeedRunRow, FeedState, FeedValidators, FilmMatchRow,
    StoreError, WriteTx,
};
use serde_json::json;

use crate::db::Db;
use crate::members::now;
use crate::records::{day, site_id};

fn id(text: &str) -> FeedId {
    FeedId::parse(text).unwrap()
}

fn run_id(text: &str) -> FeedRunId {
    FeedRunId::parse(text).unwrap()
}

fn seconds(count: i64) -> Timestamp {
    now() + SignedDuration::from_secs(count)
}

fn feed(site: &str, name: &str) -> FeedRow {
    let theater = |text: &str| TheaterId::parse(text).unwrap();
    FeedRow {
        site: site_id(site),
        id: id(name),
        config: FeedConfig {
            name: name.to_owned(),
            address: "https://cinema.example/feed".to_owned(),
            format: None,
            theaters: vec![FeedTheaterMatch { feed: theater("9"), theater: Some(theater("T1")) }],
            interval_minutes: 5,
            hold_percent: 40,
            conflicts: FeedConflicts::FeedWins,
            missing_shows: MissingShows::Canceled,
            title_rules: Vec::new(),
        },
        is_on: true,
        credential: Some("sealed".to_owned()),
        push_secret: Some("sealed secret".to_owned()),
        created_at: now(),
        state: FeedState::new(now()),
    }
}

fn run(run: &str, feed: &str, at: Timestamp, result: FeedRunResult) -> FeedRunRow {
    FeedRunRow {
        id: run_id(run),
        feed: id(feed),
        at,
        took_milliseconds: 1_200,
        result,
        added: 1,
        moved: 2,
        gone: 3,
        unchanged: 4,
        warnings: 5,
        problem: None,
        error: None,
        mailed: vec!["ana@cinema.example".to_owned()],
        decided_by: None,
        response_size: 3,
    }
}

fn response() -> FeedResponseRow {
    FeedResponseRow { name: "week.json".to_owned(), content: vec![0, 255, 7] }
}

/// A feed with a run and its response.
pub async fn fill(tx: &mut WriteTx, site: &SiteId) {
    tx.save_feed(&feed(site.as_str(), "agile")).await.unwrap();
    let failed =
        FeedRunRow { problem: Some(FeedProblem::Status), ..run("1", "agile", now(), FeedRunResult::Failed) };
    tx.save_feed_run(site, &failed, Some("{}"), Some(&response())).await.unwrap();
    tx.save_film_match(site, &film_match("20", "10", FilmMatchState::Suggested)).await.unwrap();
    tx.save_feed_of_shows(site, &id("agile"), &[ShowId::parse("a").unwrap()]).await.unwrap();
}

fn film_match(film: &str, target: &str, state: FilmMatchState) -> FilmMatchRow {
    let record = json!({ "id": film, "title": "Salt", "slug": "salt" });
    FilmMatchRow {
        film: MovieId::parse(film).unwrap(),
        target: MovieId::parse(target).unwrap(),
        state,
        confidence: 96,
        source: "feed.example".to_owned(),
        record: serde_json::from_value(record.clone()).unwrap(),
        target_record: Some(serde_json::from_value(record).unwrap()),
        decided_by: None,
    }
}

pub async fn matches_of_films_are_of_one_site_and_replaced(db: Db) {
    let (s, acme) = (&db.store, site_id("acme"));
    let mut tx = s.begin().await.unwrap();
    for row in [
        film_match("20", "10", FilmMatchState::Automatic),
        film_match("21", "10", FilmMatchState::Suggested),
        film_match("22", "11", FilmMatchState::Same),
    ] {
        tx.save_film_match(&acme, &row).await.unwrap();
    }
    tx.save_film_match(&site_id("other"), &film_match("20", "30", FilmMatchState::Same)).await.unwrap();
    tx.commit().await.unwrap();
    let merged = |film: &str, target: &str| (MovieId::parse(film).unwrap(), MovieId::parse(target).unwrap());
    let expected = [merged("20", "10"), merged("22", "11")].into();
    assert_eq!(s.merged_films(&acme).await.unwrap(), expected, "a suggestion is no decision");

    let decided = FilmMatchRow {
        decided_by: Some("operator:rosa".to_owned()),
        ..film_match("20", "12", FilmMatchState::Different)
    };
    let mut tx = s.begin().await.unwrap();
    tx.save_film_match(&acme, &decided).await.unwrap();
    assert_eq!(tx.film_match(&acme, &decided.film).await.unwrap(), Some(decided.clone()));
    let changes = tx.commit().await.unwrap();
    assert!(changes[0].tags.contains(&Tag::Movie(decided.film.clone())), "its address leads elsewhere");
    assert_eq!(s.film_matches(&acme).await.unwrap()[0], decided);
    assert_eq!(s.merged_films(&acme).await.unwrap(), [merged("22", "11")].into());

    let mut tx = s.begin().await.unwrap();
    let gone = MovieId::parse("22").unwrap();
    tx.remove_film_match(&acme, &gone).await.unwrap();
    let changes = tx.commit().await.unwrap();
    assert!(changes[0].tags.contains(&Tag::Movie(gone.clone())), "its address is its own again");
    assert_eq!(s.merged_films(&acme).await.unwrap(), [].into());
    assert_eq!(s.merged_films(&site_id("other")).await.unwrap().len(), 1, "of another site");
}

pub async fn feeds_that_run_again_forget_what_they_have_read(db: Db) {
    let (s, acme) = (&db.store, site_id("acme"));
    let validators = FeedValidators {
        etag: Some("1".to_owned()),
        last_modified: Some("2".to_owned()),
        digest: Some("3".to_owned()),
    };
    let mut row = feed("acme", "agile");
    row.state = FeedState { validators, has_announced: true, next_at: seconds(60), ..row.state };
    let mut tx = s.begin().await.unwrap();
    tx.save_feed(&row).await.unwrap();
    tx.forget_announcements(&acme).await.unwrap();
    tx.commit().await.unwrap();
    let state = s.feed(&acme, &id("agile")).await.unwrap().unwrap().state;
    assert_eq!((&state.validators, state.has_announced), (&FeedValidators::default(), false));
    assert_eq!(state.next_at, row.state.next_at, "at its next time");

    let mut tx = s.begin().await.unwrap();
    tx.save_feed(&row).await.unwrap();
    assert!(tx.lease_feed((&acme, &id("agile")), "one", now(), row.state.next_at, false).await.unwrap());
    tx.run_feeds_again(&acme, &[&id("agile")], now()).await.unwrap();
    assert!(
        !tx.finish_feed((&acme, &id("agile")), "one", &row.state).await.unwrap(),
        "its run has no effect"
    );
    tx.commit().await.unwrap();
    let state = s.feed(&acme, &id("agile")).await.unwrap().unwrap().state;
    assert_eq!((&state.validators, state.next_at), (&FeedValidators::default(), now()));
    assert!(state.has_announced, "the same shows");
}

pub async fn feeds_are_listed_by_name_and_a_name_belongs_to_one(db: Db) {
    let (s, acme) = (&db.store, site_id("acme"));
    let mut tx = s.begin().await.unwrap();
    let (veezi, agile) = (feed("acme", "veezi"), feed("acme", "agile"));
    for row in [&veezi, &agile, &feed("other", "agile")] {
        tx.save_feed(row).await.unwrap();
    }
    let mut double = feed("acme", "third");
    double.config.name = " Agile".to_owned();
    assert!(matches!(tx.save_feed(&double).await, Err(StoreError::Exists(_))));
    tx.commit().await.unwrap();
    assert_eq!(s.feeds(&acme).await.unwrap(), [agile.clone(), veezi]);
    let mut changed = FeedRow { is_on: false, credential: None, push_secret: None, ..agile };
    changed.config.name = "Agile 2".to_owned();
    changed.state.has_announced = true;
    let mut tx = s.begin().await.unwrap();
    tx.save_feed(&changed).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(s.feed(&acme, &id("agile")).await.unwrap(), Some(changed));
    assert_eq!(s.feed(&site_id("other"), &id("veezi")).await.unwrap(), None);
    let mut tx = s.begin().await.unwrap();
    assert!(tx.remove_feed(&acme, &id("agile")).await.unwrap());
    assert!(!tx.remove_feed(&acme, &id("agile")).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(s.feeds(&site_id("other")).await.unwrap().len(), 1);
}

pub async fn a_feed_is_leased_by_one_process_until_its_lease_ends(db: Db) {
    let (s, acme, agile) = (&db.store, site_id("acme"), id("agile"));
    let mut tx = s.begin().await.unwrap();
    tx.save_feed(&feed("acme", "agile")).await.unwrap();
    tx.commit().await.unwrap();
    let lease = async |owner: &str, at: i64| {
        let mut tx = s.begin().await.unwrap();
        let key = (&acme, &agile);
        let is_leased = tx.lease_feed(key, owner, seconds(at), seconds(at + 20), true).await.unwrap();
        tx.commit().await.unwrap();
        is_leased
    };
    assert!(lease("first", 0).await);
    assert!(!lease("second", 19).await, "the first has it");
    let mut tx = s.begin().await.unwrap();
    assert!(tx.extend_feed_lease((&acme, &agile), "first", seconds(30)).await.unwrap());
    assert!(!tx.extend_feed_lease((&acme, &agile), "second", seconds(30)).await.unwrap());
    tx.commit().await.unwrap();
    assert!(!lease("second", 25).await, "it was extended");
    assert!(lease("second", 30).await, "the first process has crashed");

    let state = FeedState {
        next_at: seconds(300),
        validators: FeedValidators { etag: Some("\"1\"".to_owned()), ..FeedValidators::default() },
        succeeded_at: Some(seconds(31)),
        ..FeedState::new(now())
    };
    let mut tx = s.begin().await.unwrap();
    assert!(!tx.finish_feed((&acme, &agile), "first", &FeedState::new(now())).await.unwrap());
    assert!(tx.finish_feed((&acme, &agile), "second", &state).await.unwrap());
    assert!(!tx.finish_feed((&acme, &agile), "second", &state).await.unwrap(), "the lease has ended");
    tx.commit().await.unwrap();
    assert_eq!(s.feed(&acme, &agile).await.unwrap().unwrap().state, state);
    assert!(!lease("first", 299).await, "it is not due");
    assert!(lease("first", 300).await);
    let mut tx = s.begin().await.unwrap();
    tx.save_feed(&feed("acme", "agile")).await.unwrap();
    assert!(!tx.extend_feed_lease((&acme, &agile), "first", seconds(400)).await.unwrap(), "it was changed");
    tx.commit().await.unwrap();
}

pub async fn feeds_are_due_on_all_sites_unless_they_are_off_held_or_leased(db: Db) {
    let s = &db.store;
    let due_at = |name: &str, at: i64| {
        let row = feed("acme", name);
        FeedRow { state: FeedState { next_at: seconds(at), ..row.state }, ..row }
    };
    let held = due_at("held", 0);
    let failing = due_at("failing", 0);
    let rows = [
        due_at("late", 1),
        FeedRow { site: site_id("other"), ..due_at("first", 0) },
        due_at("later", 60),
        FeedRow { is_on: false, ..due_at("off", 0) },
        FeedRow { state: FeedState { held_run: Some(run_id("1")), ..held.state }, ..held },
        FeedRow { state: FeedState { failures: 2, ..failing.state }, ..failing },
        due_at("leased", 0),
    ];
    let mut tx = s.begin().await.unwrap();
    for row in &rows {
        tx.save_feed(row).await.unwrap();
    }
    let leased = (&site_id("acme"), &id("leased"));
    assert!(tx.lease_feed(leased, "first", seconds(1), seconds(21), true).await.unwrap());
    for name in ["off", "held", "later"] {
        let key = (&site_id("acme"), &id(name));
        assert!(!tx.lease_feed(key, "first", seconds(1), seconds(21), true).await.unwrap(), "{name}");
    }
    tx.commit().await.unwrap();
    let due = async |has_failed, limit| -> Vec<String> {
        let due = s.due_feeds(seconds(1), has_failed, limit).await.unwrap();
        due.into_iter().map(|row| format!("{}/{}", row.site, row.id)).collect()
    };
    assert_eq!(due(false, 9).await, ["other/first", "acme/late"]);
    assert_eq!(due(false, 1).await, ["other/first"]);
    assert_eq!(due(true, 9).await, ["acme/failing"]);
    let counts = s.feed_counts().await.unwrap();
    assert_eq!(counts, FeedCounts { held: 1, stale: 0, failing: 1 }, "of all sites");
    let mut tx = s.begin().await.unwrap();
    let (acme, off) = (site_id("acme"), id("off"));
    assert!(tx.lease_feed((&acme, &off), "first", seconds(1), seconds(21), false).await.unwrap());
}

pub async fn runs_are_listed_newest_first_with_reports_responses_and_days(db: Db) {
    let (s, acme) = (&db.store, site_id("acme"));
    let mut tx = s.begin().await.unwrap();
    tx.save_feed(&feed("acme", "agile")).await.unwrap();
    tx.save_feed(&feed("acme", "veezi")).await.unwrap();
    let changed = run("1", "agile", now(), FeedRunResult::Changed);
    let held = run("2", "agile", now(), FeedRunResult::Held);
    let unchanged = FeedRunRow { response_size: 0, ..run("3", "veezi", now(), FeedRunResult::Unchanged) };
    tx.save_feed_run(&acme, &changed, None, None).await.unwrap();
    tx.save_feed_run(&acme, &held, Some("{\"a\":1}"), Some(&response())).await.unwrap();
    tx.save_feed_run(&acme, &unchanged, None, None).await.unwrap();
    tx.commit().await.unwrap();
    let list = async |feed: Option<&FeedId>, before: Option<&FeedRunId>| {
        s.feed_runs(&acme, feed, before, 2).await.unwrap()
    };
    assert_eq!(list(None, None).await, [unchanged, held.clone()]);
    assert_eq!(list(None, Some(&held.id)).await, std::slice::from_ref(&changed));
    assert_eq!(list(Some(&id("agile")), None).await, [held.clone(), changed]);
    let found = s.feed_run(&acme, &id("agile"), &held.id).await.unwrap();
    assert_eq!(found, Some((held.clone(), Some("{\"a\":1}".to_owned()))));
    assert_eq!(s.feed_run(&acme, &id("veezi"), &held.id).await.unwrap(), None);
    assert_eq!(s.feed_response(&acme, &held.id).await.unwrap(), Some(response()));
    assert_eq!(s.feed_response(&site_id("other"), &held.id).await.unwrap(), None);

    let days = s.feed_days(&acme, day("2000-01-01")).await.unwrap();
    let of_agile = days.iter().find(|row| row.feed == id("agile")).unwrap();
    assert_eq!((of_agile.result, of_agile.runs), (FeedRunResult::Held, 2));
    let decided = FeedRunRow {
        result: FeedRunResult::Applied,
        decided_by: Some("operator:ana".to_owned()),
        ..held.clone()
    };
    let mut tx = s.begin().await.unwrap();
    tx.save_feed_run(&acme, &decided, None, None).await.unwrap();
    tx.commit().await.unwrap();
    let days = s.feed_days(&acme, day("2000-01-01")).await.unwrap();
    let of_agile = days.iter().find(|row| row.feed == id("agile")).unwrap();
    assert_eq!((of_agile.result, of_agile.runs), (FeedRunResult::Applied, 2), "a decision is no run");
    assert_eq!(s.feed_run(&acme, &id("agile"), &held.id).await.unwrap(), Some((decided, None)));
    assert_eq!(s.feed_response(&acme, &held.id).await.unwrap(), Some(response()), "it stays");
}

pub async fn old_runs_and_responses_beyond_their_size_are_removed(db: Db) {
    let (s, acme, agile) = (&db.store, site_id("acme"), id("agile"));
    let ago = |hours: i64| now() - SignedDuration::from_hours(hours);
    let mut tx = s.begin().await.unwrap();
    let row = feed("acme", "agile");
    let state = FeedState { held_run: Some(run_id("1")), ..row.state };
    tx.save_feed(&FeedRow { state, ..row }).await.unwrap();
    for (name, at, result) in [
        ("1", ago(400), FeedRunResult::Held),
        ("2", ago(400), FeedRunResult::Changed),
        ("3", ago(30), FeedRunResult::Unchanged),
        ("3w", ago(30), FeedRunResult::Warned),
        ("4", ago(30), FeedRunResult::Changed),
        ("5", ago(1), FeedRunResult::Unchanged),
        ("6", ago(1), FeedRunResult::Changed),
    ] {
        let row = run(name, "agile", at, result);
        let count = u32::from(result == FeedRunResult::Changed);
        let row = FeedRunRow { added: count, moved: count, gone: count, ..row };
        tx.save_feed_run(&acme, &row, Some("{}"), Some(&response())).await.unwrap();
    }
    let limits = FeedRunLimits { before: ago(336), unchanged_before: ago(24), reports: 1, response_bytes: 6 };
    tx.clean_feed_runs((&acme, &agile), limits).await.unwrap();
    tx.commit().await.unwrap();
    let kept = s.feed_runs(&acme, None, None, 9).await.unwrap();
    let sizes: Vec<_> = kept.iter().map(|run| (run.id.as_str(), run.response_size)).collect();
    assert_eq!(sizes, [("6", 3), ("5", 3), ("4", 0), ("1", 3)], "the held run keeps its response");
    for (run, has_report) in [("6", true), ("5", false), ("4", false), ("1", true)] {
        let (_, report) = s.feed_run(&acme, &agile, &run_id(run)).await.unwrap().unwrap();
        assert_eq!(report.is_some(), has_report, "{run}");
    }
    assert_eq!(s.feed_response(&acme, &run_id("4")).await.unwrap(), None);
    assert_eq!(s.feed_response(&acme, &run_id("1")).await.unwrap(), Some(response()));
    let mut tx = s.begin().await.unwrap();
    tx.remove_feed(&acme, &agile).await.unwrap();
    tx.commit().await.unwrap();
    assert!(s.feed_runs(&acme, None, None, 9).await.unwrap().is_empty());
    assert_eq!(s.feed_response(&acme, &run_id("1")).await.unwrap(), None);
}
