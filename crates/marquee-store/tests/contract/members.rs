//! Members, sessions, secrets, counters, queued mails.

use jiff::{SignedDuration, Timestamp};
use marquee_model::loyalty::{ApiVersion, Family, Member};
use marquee_model::{MemberId, NoteId, SessionId, SiteId};
use marquee_store::{
    CardRow, Counter, Favorite, FavoriteKind, MailRow, MemberRow, NoteRow, SecretKind, SecretRow, SessionRow,
    Store, StoreError,
};
use serde_json::json;

use crate::db::Db;
use crate::loyalty::card;
use crate::records::{at, site_id};

pub const NOW: &str = "2025-05-05T18:00:00Z";

pub fn now() -> Timestamp {
    at(NOW)
}

pub fn later(seconds: i64) -> Timestamp {
    now() + SignedDuration::from_secs(seconds)
}

pub fn member_id(id: &str) -> MemberId {
    MemberId::parse(id).unwrap()
}

pub fn member(id: &str, username: Option<&str>, email: Option<&str>) -> MemberRow {
    let member: Member = serde_json::from_value(json!({
        "id": id, "username": username, "email": email, "firstName": "Zoë", "lastName": "O'Hara",
        "createdAt": NOW,
    }))
    .unwrap();
    MemberRow { member, password_hash: Some("$argon2id$…".into()) }
}

pub fn session(id: &str, member: &str, parent: Option<&str>, ends_at: Timestamp) -> SessionRow {
    let family = Family {
        version: ApiVersion::V3,
        generation: 1,
        session: "aa".into(),
        session_until: later(60),
        old_session: None,
        refresh: "bb".into(),
        spent: None,
        user_session: None,
        idle_seconds: 60,
        absolute_until: later(600),
        password_at: now(),
        created_at: now(),
        device: "Firefox".into(),
    };
    SessionRow {
        id: SessionId::parse(id).unwrap(),
        member: member_id(member),
        parent: parent.map(|p| SessionId::parse(p).unwrap()),
        ends_at,
        family,
    }
}

pub fn secret(hash: &str, subject: Option<&str>, ends_at: Timestamp) -> SecretRow {
    SecretRow {
        hash: hash.into(),
        subject: subject.map(str::to_owned),
        ends_at,
        attempts: 0,
        data: json!({"a": 1}),
    }
}

/// Saves members without a name.
pub async fn join(store: &Store, site: &SiteId, ids: &[&str]) {
    for id in ids {
        put(store, site, &member(id, None, None)).await.unwrap();
    }
}

async fn put(store: &Store, site: &SiteId, row: &MemberRow) -> Result<(), StoreError> {
    let mut tx = store.begin().await.unwrap();
    tx.save_member(site, row, true).await?;
    tx.commit().await.unwrap();
    Ok(())
}

pub async fn a_member_is_found_by_id_name_and_address(db: Db) {
    let (s, site) = (&db.store, site_id("acme"));
    let ada = member("m1", Some("Ada"), Some("Ada@Example.org"));
    put(s, &site, &ada).await.unwrap();
    // A member whose username is another member's email address wins.
    let eve = member("m2", Some("ada@example.org "), Some("eve@example.org"));
    put(s, &site, &eve).await.unwrap();
    let nameless = member("m3", None, None);
    put(s, &site, &nameless).await.unwrap();
    assert_eq!(s.member(&site, &member_id("m1")).await.unwrap().unwrap(), ada);
    assert_eq!(s.member_by_login(&site, "ADA").await.unwrap().unwrap(), ada);
    assert_eq!(s.member_by_login(&site, "ada@example.ORG").await.unwrap().unwrap(), eve);
    assert_eq!(s.member_by_email(&site, " ada@example.org").await.unwrap().unwrap(), ada);
    assert_eq!(s.member_by_email(&site, "").await.unwrap(), None);
    let last = ada.member.last_name.to_uppercase();
    assert_eq!(
        s.member_by_email_and_last_name(&site, "ADA@example.org", &last).await.unwrap().as_ref(),
        Some(&ada)
    );
    assert_eq!(s.member_by_email_and_last_name(&site, "ada@example.org", "").await.unwrap(), None);
    assert_eq!(
        s.member_by_email_and_last_name(&site_id("other"), "ada@example.org", &last).await.unwrap(),
        None
    );
    assert_eq!(s.member_by_login(&site_id("other"), "ada").await.unwrap(), None);
    let tx = s.begin().await.unwrap();
    assert_eq!(tx.member_by_email(&site, "ADA@example.org").await.unwrap().as_ref(), Some(&ada));
    assert_eq!(tx.member_by_email(&site_id("other"), "ada@example.org").await.unwrap(), None);
    drop(tx);
    let members_found = s.members(&site, "zoë", None, 2).await.unwrap();
    assert_eq!(members_found, [ada.clone(), eve.clone()]);
    assert_eq!(
        s.members(&site, "", Some(&member_id("m2")), 9).await.unwrap(),
        std::slice::from_ref(&nameless)
    );
    assert_eq!(s.members(&site, "eve@", None, 9).await.unwrap(), [eve]);
    assert_eq!(s.members(&site, "%", None, 9).await.unwrap(), []);
}

pub async fn members_are_found_by_parts_of_phone_and_card_numbers(db: Db) {
    let (s, site) = (&db.store, site_id("acme"));
    let with = |id: &str, number: &str| {
        let mut row = member(id, None, None);
        row.member.mobile_number = Some(number.to_owned());
        row
    };
    let (ada, eve) = (with("m1", "+49 (171) 555-0100"), with("m2", "171.555 0199"));
    put(s, &site, &ada).await.unwrap();
    put(s, &site, &eve).await.unwrap();
    put(s, &site_id("other"), &with("m1", "5550100")).await.unwrap();
    let mut tx = s.begin().await.unwrap();
    let code = "MRD_447";
    tx.save_card(&site, &CardRow { member: Some(member_id("m2")), card: card(code) }).await.unwrap();
    tx.save_card(&site, &CardRow { member: None, card: card("MRD-999") }).await.unwrap();
    tx.commit().await.unwrap();
    for (words, found) in [
        ("0171 5550100", vec![&ada]),
        ("555-01", vec![&ada, &eve]),
        ("mrd_4", vec![&eve]),
        ("MRD _447", vec![&eve]),
        ("mrd-9", vec![]),
        ("MRD%4", vec![]),
        ("447", vec![]),
        ("010", vec![]),
    ] {
        let members = s.members(&site, words, None, 9).await.unwrap();
        assert_eq!(members.iter().collect::<Vec<_>>(), found, "{words}");
    }
    assert_eq!(s.count_members(&site).await.unwrap(), 2);
    let mut gold = member("m3", None, None);
    gold.member.level_id = 2;
    put(s, &site, &gold).await.unwrap();
    assert_eq!(s.count_members_by_level(&site).await.unwrap(), [(0, 2), (2, 1)].into());
}

pub async fn a_name_and_an_address_belong_to_one_member_of_a_site(db: Db) {
    let (s, site) = (&db.store, site_id("acme"));
    put(s, &site, &member("m1", Some("ada"), Some("a@b.example"))).await.unwrap();
    for other in
        [member("m2", Some("ADA"), None), member("m2", None, Some("A@B.example")), member("m1", None, None)]
    {
        assert!(matches!(put(s, &site, &other).await, Err(StoreError::Exists(_))), "{other:?}");
    }
    put(s, &site_id("other"), &member("m1", Some("ada"), Some("a@b.example"))).await.unwrap();
    put(s, &site, &member("m2", Some("ben"), None)).await.unwrap();
    let mut tx = s.begin().await.unwrap();
    let result = tx.save_member(&site, &member("m2", Some("Ada"), None), false).await;
    assert!(matches!(result, Err(StoreError::Exists(_))));
    drop(tx);
    assert_eq!(s.member(&site, &member_id("m2")).await.unwrap().unwrap().member.username.unwrap(), "ben");
}

/// A note that was written some seconds after [`now`].
pub fn note(id: &str, seconds: i64) -> NoteRow {
    NoteRow {
        id: NoteId::parse(id).unwrap(),
        author: "operator:ada".to_owned(),
        text: format!("Prefers row F ({id})"),
        at: later(seconds),
    }
}

pub async fn notes_are_listed_newest_first_and_belong_to_one_member(db: Db) {
    let (s, site, other) = (&db.store, site_id("acme"), site_id("other"));
    join(s, &site, &["m1", "m2"]).await;
    join(s, &other, &["m1"]).await;
    let (m1, m2) = (member_id("m1"), member_id("m2"));
    let mut tx = s.begin().await.unwrap();
    for (site, member, row) in [
        (&site, &m1, note("n1", 0)),
        (&site, &m1, note("n2", 60)),
        (&site, &m2, note("n3", 30)),
        (&other, &m1, note("n1", 0)),
    ] {
        tx.add_note(site, member, &row).await.unwrap();
    }
    assert_eq!(tx.count_notes(&site, &m1).await.unwrap(), 2);
    assert_eq!(tx.note(&site, &m1, &note("n2", 60).id).await.unwrap(), Some(note("n2", 60)));
    assert_eq!(tx.note(&site, &m2, &note("n2", 60).id).await.unwrap(), None);
    tx.commit().await.unwrap();
    assert_eq!(s.notes(&site, &m1).await.unwrap(), [note("n2", 60), note("n1", 0)]);
    let mut tx = s.begin().await.unwrap();
    tx.remove_note(&site, &note("n1", 0).id).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(s.notes(&site, &m1).await.unwrap(), [note("n2", 60)]);
    assert_eq!(s.notes(&other, &m1).await.unwrap(), [note("n1", 0)]);
    let mut tx = s.begin().await.unwrap();
    tx.remove_member(&site, &m1).await.unwrap();
    tx.commit().await.unwrap();
    assert!(s.notes(&site, &m1).await.unwrap().is_empty());
    assert_eq!(s.notes(&site, &m2).await.unwrap(), [note("n3", 30)]);
}

pub async fn records_of_a_merged_account_move_and_its_id_leads_to_the_kept_one(db: Db) {
    let (s, site) = (&db.store, site_id("acme"));
    join(s, &site, &["m1", "m2", "m3"]).await;
    let (m1, m2, m3) = (member_id("m1"), member_id("m2"), member_id("m3"));
    let favorite = |id: &str, newsletter| Favorite { id: id.into(), newsletter };
    let mut tx = s.begin().await.unwrap();
    tx.add_note(&site, &m2, &note("n2", 0)).await.unwrap();
    for (member, row) in
        [(&m1, favorite("T1", true)), (&m2, favorite("T1", false)), (&m2, favorite("T2", true))]
    {
        tx.save_favorite(&site, member, FavoriteKind::Cinema, &row, now()).await.unwrap();
    }
    tx.move_to_member(&site, &m3, &m2).await.unwrap();
    tx.remove_member(&site, &m3).await.unwrap();
    tx.move_to_member(&site, &m2, &m1).await.unwrap();
    tx.remove_member(&site, &m2).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(s.notes(&site, &m1).await.unwrap(), [note("n2", 0)]);
    let favorites = s.favorites(&site, &m1, FavoriteKind::Cinema).await.unwrap();
    assert_eq!(favorites, [favorite("T1", true), favorite("T2", true)], "the kept account's own is kept");
    for closed in [&m2, &m3] {
        assert_eq!(s.merged_into(&site, closed).await.unwrap(), Some(m1.clone()));
    }
    assert_eq!(s.merged_ids(&site, &m1).await.unwrap(), [m2.clone(), m3]);
    let mut tx = s.begin().await.unwrap();
    tx.remove_member(&site, &m1).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(s.merged_into(&site, &m2).await.unwrap(), None, "removed with the kept account");
}

pub async fn removing_a_member_removes_their_personal_data(db: Db) {
    let (s, site) = (&db.store, site_id("acme"));
    let id = member_id("m1");
    put(s, &site, &member("m1", Some("ada"), Some("a@b.example"))).await.unwrap();
    let mut tx = s.begin().await.unwrap();
    tx.save_session(&site, &session("s1", "m1", None, later(60))).await.unwrap();
    tx.save_secret(&site, SecretKind::Reset, &secret("h", Some("m1"), later(60))).await.unwrap();
    let favorite = Favorite { id: "T1".into(), newsletter: true };
    tx.save_favorite(&site, &id, FavoriteKind::Cinema, &favorite, now()).await.unwrap();
    let mail = MailRow {
        member: Some(id.clone()),
        address: "a@b.example".into(),
        language: "en".into(),
        letter: json!({}),
    };
    tx.queue_mail(&site, &mail, now()).await.unwrap();
    let card = crate::loyalty::card("C1");
    tx.save_card(&site, &CardRow { member: Some(id.clone()), card }).await.unwrap();
    tx.save_order(&site, &crate::loyalty::order("o1", "m1", 0)).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = s.begin().await.unwrap();
    tx.remove_member(&site, &id).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(s.member(&site, &id).await.unwrap(), None);
    assert_eq!(s.session(&site, &SessionId::parse("s1").unwrap()).await.unwrap(), None);
    assert_eq!(s.secret(&site, SecretKind::Reset, "h", now()).await.unwrap(), None);
    assert!(s.favorites(&site, &id, FavoriteKind::Cinema).await.unwrap().is_empty());
    assert!(s.due_mails(later(60), 9).await.unwrap().is_empty());
    assert!(s.member_cards(&site, &id).await.unwrap().is_empty());
    assert!(s.member_orders(&site, &id, None).await.unwrap().is_empty());
    put(s, &site, &member("m9", Some("ada"), Some("a@b.example"))).await.unwrap();
}

pub async fn ending_a_session_ends_those_handed_over_from_it(db: Db) {
    let (s, site, other) = (&db.store, site_id("acme"), site_id("other"));
    join(s, &site, &["m1", "m2"]).await;
    join(s, &other, &["m1", "m2"]).await;
    let mut tx = s.begin().await.unwrap();
    for row in [
        session("s1", "m1", None, later(60)),
        session("s2", "m1", Some("s1"), later(50)),
        session("s3", "m1", None, later(70)),
        session("s4", "m2", None, later(60)),
        session("s5", "m1", None, now()),
    ] {
        tx.save_session(&site, &row).await.unwrap();
        tx.save_session(&other, &row).await.unwrap();
    }
    tx.commit().await.unwrap();
    let ids = async |site: &SiteId| -> Vec<String> {
        let rows = s.member_sessions(site, &member_id("m1"), now()).await.unwrap();
        rows.into_iter().map(|row| row.id.as_str().to_owned()).collect()
    };
    assert_eq!(ids(&site).await, ["s3", "s1", "s2"]);
    let mut tx = s.begin().await.unwrap();
    tx.end_session(&site, &SessionId::parse("s1").unwrap()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(ids(&site).await, ["s3"]);
    assert_eq!(ids(&other).await, ["s3", "s1", "s2"]);
    let mut tx = s.begin().await.unwrap();
    tx.end_member_sessions(&other, &member_id("m1"), Some(&SessionId::parse("s1").unwrap())).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(ids(&other).await, ["s1", "s2"]);
    let mut tx = s.begin().await.unwrap();
    tx.end_member_sessions(&other, &member_id("m1"), None).await.unwrap();
    tx.commit().await.unwrap();
    assert!(ids(&other).await.is_empty());
    assert!(s.session(&other, &SessionId::parse("s4").unwrap()).await.unwrap().is_some());
}

pub async fn a_secret_works_once_for_its_kind_until_it_expires(db: Db) {
    let (s, site) = (&db.store, site_id("acme"));
    let mut tx = s.begin().await.unwrap();
    tx.save_secret(&site, SecretKind::Reset, &secret("h1", Some("m1"), later(60))).await.unwrap();
    tx.save_secret(&site, SecretKind::Reset, &secret("h2", Some("m1"), later(60))).await.unwrap();
    tx.save_secret(&site, SecretKind::Ticket, &secret("h3", None, later(60))).await.unwrap();
    tx.commit().await.unwrap();
    let take = async |kind, hash: &str, when| {
        let mut tx = s.begin().await.unwrap();
        let secret_row = tx.consume_secret(&site, kind, hash, when).await.unwrap();
        tx.commit().await.unwrap();
        secret_row.is_some()
    };
    assert!(!take(SecretKind::Reset, "h1", now()).await, "a newer one replaces it");
    assert!(!take(SecretKind::Ticket, "h2", now()).await, "another purpose");
    assert!(!take(SecretKind::Reset, "h2", later(60)).await, "it has expired");
    assert_eq!(
        s.secret(&site, SecretKind::Reset, "h2", now()).await.unwrap().unwrap(),
        secret("h2", Some("m1"), later(60))
    );
    assert!(take(SecretKind::Reset, "h2", now()).await && !take(SecretKind::Reset, "h2", now()).await);
    let mut tx = s.begin().await.unwrap();
    let duplicate = tx.save_secret(&site, SecretKind::Ticket, &secret("h3", None, later(60))).await;
    assert!(matches!(duplicate, Err(StoreError::Exists(_))));
}

pub async fn wrong_attempts_delete_a_secret(db: Db) {
    let (s, site) = (&db.store, site_id("acme"));
    let mut tx = s.begin().await.unwrap();
    tx.save_secret(&site, SecretKind::Reset, &secret("h1", Some("m1"), later(60))).await.unwrap();
    tx.save_secret(&site, SecretKind::Reset, &secret("h2", Some("m2"), later(60))).await.unwrap();
    for _ in 0..4 {
        tx.count_wrong_attempt(&site, SecretKind::Reset, "m1", 5).await.unwrap();
    }
    assert_eq!(
        tx.secret_by_subject(&site, SecretKind::Reset, "m1", now()).await.unwrap().unwrap().attempts,
        4
    );
    tx.count_wrong_attempt(&site, SecretKind::Reset, "m1", 5).await.unwrap();
    assert_eq!(tx.secret_by_subject(&site, SecretKind::Reset, "m1", now()).await.unwrap(), None);
    assert!(tx.secret_by_subject(&site, SecretKind::Reset, "m2", now()).await.unwrap().is_some());
}

pub async fn counters_restart_after_their_window(db: Db) {
    let (s, site) = (&db.store, site_id("acme"));
    let window = SignedDuration::from_secs(60);
    let count = async |site: &SiteId, when| {
        let mut tx = s.begin().await.unwrap();
        let counter = tx.increment_counter(site, "k", window, when).await.unwrap();
        tx.commit().await.unwrap();
        counter
    };
    assert_eq!(count(&site, now()).await, Counter { count: 1, retry_at: now(), until: later(60) });
    assert_eq!(count(&site, later(59)).await, Counter { count: 2, retry_at: now(), until: later(60) });
    assert_eq!(count(&site_id("other"), later(59)).await.count, 1);
    assert_eq!(count(&site, later(60)).await, Counter { count: 1, retry_at: later(60), until: later(120) });
    assert_eq!(s.counter(&site, "k").await.unwrap().unwrap().count, 1);
    let mut tx = s.begin().await.unwrap();
    let locked_counter = Counter { count: 7, retry_at: now(), until: later(900) };
    tx.save_counter(&site, "k", &locked_counter).await.unwrap();
    assert_eq!(tx.counter(&site, "k").await.unwrap(), Some(locked_counter));
    tx.remove_counter(&site, "k").await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(s.counter(&site, "k").await.unwrap(), None);
}

pub async fn concurrent_increments_are_not_lost(db: Db) {
    let site = site_id("acme");
    let mut all = Vec::new();
    for _ in 0..40 {
        let (s, site) = (db.store.clone(), site.clone());
        all.push(tokio::spawn(async move {
            let mut tx = s.begin().await.unwrap();
            let counter =
                tx.increment_counter(&site, "k", SignedDuration::from_secs(60), now()).await.unwrap();
            tx.commit().await.unwrap();
            counter.count
        }));
    }
    let mut counts = Vec::new();
    for task in all {
        counts.push(task.await.unwrap());
    }
    counts.sort_unstable();
    assert_eq!(counts, (1..=40).collect::<Vec<u64>>());
}

pub async fn expired_rows_are_deleted(db: Db) {
    let (s, site) = (&db.store, site_id("acme"));
    join(s, &site, &["m1"]).await;
    let mut tx = s.begin().await.unwrap();
    for (id, ends) in [("s1", later(10)), ("s2", later(30))] {
        tx.save_session(&site, &session(id, "m1", None, ends)).await.unwrap();
        tx.save_secret(&site, SecretKind::Ticket, &secret(id, None, ends)).await.unwrap();
        tx.save_counter(&site, id, &Counter { count: 1, retry_at: now(), until: ends }).await.unwrap();
    }
    assert_eq!(tx.delete_expired(later(20)).await.unwrap(), 3);
    tx.commit().await.unwrap();
    // Setting the clock back does not restore expired rows.
    assert_eq!(s.session(&site, &SessionId::parse("s1").unwrap()).await.unwrap(), None);
    assert_eq!(s.secret(&site, SecretKind::Ticket, "s1", now()).await.unwrap(), None);
    assert_eq!(s.member_sessions(&site, &member_id("m1"), now()).await.unwrap().len(), 1);
}

pub async fn a_mail_is_leased_by_one_sender_and_postponed_on_failure(db: Db) {
    let (s, site) = (&db.store, site_id("acme"));
    let mut tx = s.begin().await.unwrap();
    let mail = MailRow {
        member: None,
        address: "a@b.example".into(),
        language: "fr".into(),
        letter: json!({"kind": "welcome"}),
    };
    tx.queue_mail(&site, &mail, now()).await.unwrap();
    tx.commit().await.unwrap();
    assert!(s.due_mails(now() - SignedDuration::from_secs(1), 9).await.unwrap().is_empty());
    let due_mails = s.due_mails(now(), 9).await.unwrap();
    assert_eq!(
        (due_mails.len(), &due_mails[0].mail, due_mails[0].attempts, &due_mails[0].site),
        (1, &mail, 0, &site)
    );
    let seq = due_mails[0].seq;
    let mut tx = s.begin().await.unwrap();
    assert!(tx.lease_mail(seq, now(), later(60)).await.unwrap());
    assert!(!tx.lease_mail(seq, now(), later(60)).await.unwrap(), "another sender holds the lease");
    tx.postpone_mail(seq, 1, later(30)).await.unwrap();
    tx.commit().await.unwrap();
    assert!(s.due_mails(later(29), 9).await.unwrap().is_empty());
    assert_eq!(s.due_mails(later(30), 9).await.unwrap()[0].attempts, 1);
    let mut tx = s.begin().await.unwrap();
    tx.remove_mail(seq).await.unwrap();
    tx.commit().await.unwrap();
    assert!(s.due_mails(later(99), 9).await.unwrap().is_empty());
}
