//! Operators: accounts, roles, sign-ins, invitations, counters.

use std::collections::BTreeSet;

use marquee_model::operator::{
    Grant, OperatorRequestKind, OperatorRole, OwnRole, Permission, PointsLimit, Role, RoleKey,
};
use marquee_model::publication::PublicationProblem;
use marquee_model::{MediaRef, OperatorId, RoleId, SiteId, TheaterId};
use marquee_store::{
    AuditRow, ChallengeRow, Counter, DraftEditRow, InvitationRow, OperatorRequestRow, OperatorRow,
    OperatorSessionRow, PasskeyRow, PictureRow, PublicationFailure, PublicationRow, Removed, RemovedPart,
    ReviewedChange, RevisionRow, RoleRow, RoleScope, StoreError, WithdrawnInvitation, WriteTx,
};
use serde_json::json;

use crate::db::Db;
use crate::members::{later, now};
use crate::records::{site, site_id};

fn id(text: &str) -> OperatorId {
    OperatorId::parse(text).unwrap()
}

/// An operator with this id and name.
pub fn operator(name: &str) -> OperatorRow {
    OperatorRow {
        id: id(name),
        email: format!("{name}@cinema.example"),
        name: name.to_owned(),
        password_hash: Some("$".into()),
        totp_secret: None,
        totp_step: 0,
        recovery_codes: vec![],
        created_at: now(),
        seen_at: None,
    }
}

fn role(name: &str, site: Option<&str>, role: OperatorRole) -> RoleRow {
    let scope = site.map_or(RoleScope::Everywhere, |key| RoleScope::Site(site_id(key)));
    RoleRow { operator: id(name), scope, grant: Grant::of_site(role) }
}

/// A role limited to theaters.
fn limited(role: OperatorRole, theaters: &[&str]) -> Grant {
    let ids = theaters.iter().map(|id| TheaterId::parse(id).unwrap());
    Grant::new(role, Some(ids.collect())).unwrap()
}

fn own_role(number: &str, name: &str, permissions: &[Permission], points_limit: Option<u32>) -> OwnRole {
    let id = RoleId::parse(&format!("role-{number}")).unwrap();
    OwnRole::new(id, name, permissions.iter().copied().collect(), points_limit).unwrap()
}

fn session(name: &str, number: &str, created: i64, seen: i64) -> OperatorSessionRow {
    OperatorSessionRow {
        id: number.into(),
        operator: id(name),
        hash: format!("hash-{number}"),
        device: "Firefox, Linux".into(),
        created_at: later(created),
        seen_at: later(seen),
        confirmed_at: later(created),
        opened_sites: BTreeSet::new(),
        passkey: None,
    }
}

fn passkey(name: &str, number: &str, created: i64) -> PasskeyRow {
    PasskeyRow {
        id: number.into(),
        operator: id(name),
        host: "editor.cinema.example".into(),
        credential_id: format!("c{number}"),
        credential: json!({ "counter": 0 }),
        name: format!("Key {number}"),
        created_at: later(created),
        used_at: None,
    }
}

fn challenge(number: &str, network: &str, expires: i64) -> ChallengeRow {
    ChallengeRow {
        id: number.into(),
        network: network.into(),
        session: None,
        invitation: None,
        doc: json!({ "host": "editor.cinema.example" }),
        expires_at: later(expires),
    }
}

fn invitation(number: &str, email: Option<&str>, scope: RoleScope, expires: i64) -> InvitationRow {
    InvitationRow {
        id: number.into(),
        hash: format!("hash-{number}"),
        email: email.map(str::to_owned),
        scope,
        grant: Grant::of_site(OperatorRole::Editor),
        created_at: now(),
        expires_at: later(expires),
    }
}

/// A request to wait, some minutes after [`NOW`](crate::members::NOW).
fn request(from: &str, to: &str, minutes: i64) -> OperatorRequestRow {
    let (from, to) = (id(from), id(to));
    OperatorRequestRow {
        from,
        to,
        kind: OperatorRequestKind::Wait,
        at: later(60 * minutes),
        is_answered: false,
    }
}

pub async fn requests_are_listed_for_their_recipient_until_they_are_answered_or_old(db: Db) {
    let (s, acme) = (&db.store, site_id("acme"));
    let mut tx = s.begin().await.unwrap();
    for name in ["acme", "other"] {
        tx.save_site(&site(name, &[])).await.unwrap();
    }
    for name in ["ana", "ben", "zoe"] {
        tx.save_operator(&operator(name)).await.unwrap();
    }
    let (first, second) = (request("zoe", "ben", 1), request("ana", "ben", 2));
    for row in [&request("ben", "ana", 1), &first, &second] {
        tx.save_operator_request(&acme, row).await.unwrap();
    }
    tx.commit().await.unwrap();
    let to_ben = async |since| s.operator_requests(&acme, &id("ben"), since).await.unwrap();
    assert_eq!(to_ben(now()).await, [first.clone(), second.clone()]);
    assert_eq!(to_ben(first.at).await, std::slice::from_ref(&second));
    assert!(s.operator_requests(&site_id("other"), &id("ben"), now()).await.unwrap().is_empty());
    let mut tx = s.begin().await.unwrap();
    let kind = OperatorRequestKind::Wait;
    assert!(tx.answer_operator_request(&acme, &id("ana"), &id("ben"), kind).await.unwrap());
    assert!(!tx.answer_operator_request(&acme, &id("ana"), &id("ben"), kind).await.unwrap());
    let answered = tx.operator_request(&acme, &id("ana"), &id("ben"), kind).await.unwrap();
    assert_eq!(answered, Some(OperatorRequestRow { is_answered: true, ..second }));
    tx.commit().await.unwrap();
    assert_eq!(to_ben(now()).await, std::slice::from_ref(&first));
    let mut tx = s.begin().await.unwrap();
    tx.remove_operator_requests(later(90)).await.unwrap();
    tx.remove_operator(&id("ana")).await.unwrap();
    assert_eq!(tx.operator_request(&acme, &id("zoe"), &id("ben"), kind).await.unwrap(), None);
    tx.commit().await.unwrap();
}

pub async fn removed_records_are_kept_by_kind_and_site_until_they_are_forgotten(db: Db) {
    let (s, acme) = (&db.store, site_id("acme"));
    let picture = |source: &str| PictureRow {
        source: MediaRef::parse(source).unwrap(),
        media_id: "m".into(),
        width: 2,
        height: 3,
    };
    let withdrawn = WithdrawnInvitation {
        id: "a.png".into(),
        hash: "h".into(),
        email: "ben@cinema.example".into(),
        role: RoleKey::BuiltIn(OperatorRole::Program),
        theaters: Some([TheaterId::parse("T1").unwrap()].into()),
        created_at: now(),
        expires_at: later(60),
    };
    let mut tx = s.begin().await.unwrap();
    for name in ["acme", "other"] {
        tx.save_site(&site(name, &[])).await.unwrap();
    }
    tx.keep_removed(&acme, &picture("b.png"), later(2)).await.unwrap();
    tx.keep_removed(&acme, &picture("a.png"), later(5)).await.unwrap();
    tx.keep_removed(&acme, &picture("a.png"), later(1)).await.unwrap();
    tx.keep_removed(&acme, &withdrawn, now()).await.unwrap();
    let value = json!({ "path": "/jobs/", "title": "Jobs" });
    let part = RemovedPart { pointer: "/pages/~1jobs~1".into(), value, actor: "Rosa".into() };
    tx.keep_removed(&acme, &part, later(3)).await.unwrap();
    tx.commit().await.unwrap();
    let removed = |source: &str, seconds| Removed { record: picture(source), removed_at: later(seconds) };
    let expected = [removed("a.png", 1), removed("b.png", 2)];
    assert_eq!(s.removed::<PictureRow>(&acme).await.unwrap(), expected);
    assert!(s.removed::<PictureRow>(&site_id("other")).await.unwrap().is_empty());
    let mut tx = s.begin().await.unwrap();
    assert!(tx.forget_removed(&acme, &picture("a.png")).await.unwrap());
    assert!(!tx.forget_removed(&acme, &picture("a.png")).await.unwrap());
    let rest = tx.removed::<WithdrawnInvitation>(&acme).await.unwrap();
    assert_eq!(rest, [Removed { record: withdrawn, removed_at: now() }]);
    assert_eq!(
        tx.removed::<RemovedPart>(&acme).await.unwrap(),
        [Removed { record: part, removed_at: later(3) }]
    );
    tx.forget_removed_until::<RemovedPart>(later(2)).await.unwrap();
    assert_eq!(tx.removed::<RemovedPart>(&acme).await.unwrap().len(), 1);
    tx.forget_removed_until::<RemovedPart>(later(3)).await.unwrap();
    assert_eq!(tx.removed::<RemovedPart>(&acme).await.unwrap(), []);
    assert_eq!(tx.removed::<PictureRow>(&acme).await.unwrap().len(), 1, "of this kind only");
    tx.commit().await.unwrap();
}

/// One row of each table of operators and drafts, for the operator `ana`.
pub async fn fill(tx: &mut WriteTx, site: &SiteId) {
    tx.save_role(&RoleRow {
        operator: id("ana"),
        scope: RoleScope::Site(site.clone()),
        grant: Grant::of_site(OperatorRole::Owner),
    })
    .await
    .unwrap();
    let row = OperatorSessionRow { hash: "h".into(), ..session("ana", "1", 0, 0) };
    tx.begin_operator_session(&row).await.unwrap();
    tx.add_passkey(&PasskeyRow { used_at: Some(now()), ..passkey("ana", "1", 0) }).await.unwrap();
    tx.begin_challenge(&challenge("1", "n", 60), 9).await.unwrap();
    let row = invitation("1", Some("ben@cinema.example"), RoleScope::Site(site.clone()), 60);
    tx.save_invitation(&InvitationRow { hash: "h".into(), ..row }).await.unwrap();
    let counter = Counter { count: 1, retry_at: now(), until: later(60) };
    tx.save_operator_counter("k", &counter).await.unwrap();
    tx.touch_draft(site).await.unwrap();
    let (actor, at) = ("ana".to_owned(), now());
    let edit = DraftEditRow {
        pointer: "/site".into(),
        value: Some(json!(1)),
        actor: actor.clone(),
        operator: Some(id("ana")),
        at,
    };
    tx.save_draft_edit(site, &edit).await.unwrap();
    let revision = RevisionRow { number: 1, at, actor: actor.clone(), name: String::new(), changes: 1 };
    tx.append_revision(site, &revision, &json!({})).await.unwrap();
    let changes = vec![ReviewedChange { pointer: "/site".to_owned(), value: None }];
    let row = PublicationRow {
        at,
        actor,
        name: String::new(),
        operator: Some(id("ana")),
        changes: Some(changes),
        failure: None,
    };
    tx.save_publication(site, &row).await.unwrap();
    assert_eq!(tx.publication(site).await.unwrap(), Some(row));
    tx.save_presence(site, &id("ana"), now()).await.unwrap();
    tx.save_operator_request(site, &request("ana", "ana", 0)).await.unwrap();
    tx.save_own_role(site, &own_role("1", "Front desk", &[], None)).await.unwrap();
    tx.save_box_office_points(site, PointsLimit::Unlimited).await.unwrap();
}

pub async fn operators_are_saved_found_by_address_listed_by_name_and_removed(db: Db) {
    let mut tx = db.store.begin().await.unwrap();
    let zoe = OperatorRow {
        totp_secret: Some("sealed".into()),
        totp_step: 7,
        recovery_codes: vec!["a".into(), "b".into()],
        seen_at: Some(now()),
        password_hash: None,
        ..operator("zoe")
    };
    for row in [&zoe, &operator("ana"), &OperatorRow { name: "Ana B".into(), ..operator("ana") }] {
        tx.save_operator(row).await.unwrap();
    }
    let twin = OperatorRow { email: " ZOE@Cinema.example".into(), ..operator("ben") };
    assert!(matches!(tx.save_operator(&twin).await, Err(StoreError::Exists(_))));
    tx.commit().await.unwrap();
    let s = &db.store;
    let names: Vec<_> = s.operators().await.unwrap().into_iter().map(|o| o.name).collect();
    assert_eq!(names, ["Ana B", "zoe"]);
    assert_eq!(s.operator_by_email("Zoe@cinema.EXAMPLE ").await.unwrap(), Some(zoe.clone()));
    assert_eq!(s.operator(&id("zoe")).await.unwrap(), Some(zoe));
    assert_eq!(s.operator_by_email("nobody@cinema.example").await.unwrap(), None);
    let mut tx = s.begin().await.unwrap();
    tx.save_role(&role("ana", None, OperatorRole::Owner)).await.unwrap();
    tx.begin_operator_session(&session("ana", "1", 0, 0)).await.unwrap();
    assert!(tx.remove_operator(&id("ana")).await.unwrap());
    assert!(!tx.remove_operator(&id("ana")).await.unwrap());
    tx.commit().await.unwrap();
    assert!(s.operator_roles(&id("ana")).await.unwrap().is_empty(), "roles go with the operator");
    assert_eq!(s.operator_session("hash-1").await.unwrap(), None, "and so do sign-ins");
}

pub async fn security_2_8_a_role_on_a_site_replaces_one_on_all_sites_there(db: Db) {
    let mut tx = db.store.begin().await.unwrap();
    for name in ["ana", "ben", "cleo"] {
        tx.save_operator(&operator(name)).await.unwrap();
    }
    for row in [
        role("ana", None, OperatorRole::Owner),
        role("ana", Some("acme"), OperatorRole::Viewer),
        role("ben", Some("other"), OperatorRole::Editor),
        role("cleo", None, OperatorRole::Technical),
        role("cleo", None, OperatorRole::Editor),
    ] {
        tx.save_role(&row).await.unwrap();
    }
    assert_eq!(tx.count_roles(&id("ana")).await.unwrap(), 2);
    assert_eq!(tx.site_roles(&site_id("acme")).await.unwrap().len(), 3);
    tx.commit().await.unwrap();
    let people = |key: &'static str| {
        let store = db.store.clone();
        async move {
            let people = store.site_operators(&site_id(key)).await.unwrap();
            people.into_iter().map(|(o, r)| (o.name, r.grant.role().clone())).collect::<Vec<_>>()
        }
    };
    let expected = [("ana", OperatorRole::Viewer), ("cleo", OperatorRole::Editor)];
    assert_eq!(people("acme").await, expected.map(|(name, role)| (name.to_owned(), Role::from(role))));
    let expected =
        [("ana", OperatorRole::Owner), ("ben", OperatorRole::Editor), ("cleo", OperatorRole::Editor)];
    assert_eq!(people("other").await, expected.map(|(name, role)| (name.to_owned(), Role::from(role))));
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.remove_role(&id("ben"), &RoleScope::Site(site_id("other"))).await.unwrap());
    assert!(!tx.remove_role(&id("ben"), &RoleScope::Everywhere).await.unwrap());
    tx.commit().await.unwrap();
    assert!(db.store.operator_roles(&id("ben")).await.unwrap().is_empty());
}

pub async fn security_2_8_a_role_and_an_invitation_keep_their_theaters(db: Db) {
    let acme = RoleScope::Site(site_id("acme"));
    let mut tx = db.store.begin().await.unwrap();
    tx.save_site(&site("acme", &["acme.example"])).await.unwrap();
    tx.save_operator(&operator("ana")).await.unwrap();
    let two = limited(OperatorRole::Program, &["T1", "Straße:2"]);
    let ana = RoleRow { grant: two.clone(), ..role("ana", Some("acme"), OperatorRole::Program) };
    tx.save_role(&ana).await.unwrap();
    let ben = InvitationRow { grant: two, ..invitation("1", Some("ben@cinema.example"), acme, 60) };
    tx.save_invitation(&ben).await.unwrap();
    // A theater need not exist: one that is removed does not widen the role.
    assert_eq!(tx.site_roles(&site_id("acme")).await.unwrap(), std::slice::from_ref(&ana));
    tx.commit().await.unwrap();
    let s = &db.store;
    assert_eq!(s.operator_roles(&id("ana")).await.unwrap(), std::slice::from_ref(&ana));
    assert_eq!(s.site_operators(&site_id("acme")).await.unwrap(), [(operator("ana"), ana.clone())]);
    assert_eq!(s.invitation("hash-1").await.unwrap(), Some(ben.clone()));
    assert_eq!(s.site_invitations(&site_id("acme")).await.unwrap(), [ben]);
    for grant in [limited(OperatorRole::BoxOffice, &["T1"]), Grant::of_site(OperatorRole::Owner)] {
        let mut tx = s.begin().await.unwrap();
        let changed = RoleRow { grant, ..ana.clone() };
        tx.save_role(&changed).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(s.operator_roles(&id("ana")).await.unwrap(), [changed]);
    }
    let mut tx = s.begin().await.unwrap();
    let everywhere = RoleRow { scope: RoleScope::Everywhere, ..ana };
    assert!(tx.save_role(&everywhere).await.is_err(), "theaters are those of a site");
}

pub async fn security_2_8_an_own_role_belongs_to_its_site_and_permits_what_is_saved_last(db: Db) {
    use Permission as P;
    let (acme, other) = (site_id("acme"), site_id("other"));
    let mut tx = db.store.begin().await.unwrap();
    tx.save_site(&site("acme", &["acme.example"])).await.unwrap();
    tx.save_site(&site("other", &["other.example"])).await.unwrap();
    tx.save_operator(&operator("ana")).await.unwrap();
    let desk = own_role("1", "Front desk", &[P::Alerts, P::Members, P::AdjustPoints], Some(200));
    let usher = own_role("2", "an usher", &[P::Alerts], None);
    for role in [&desk, &usher] {
        tx.save_own_role(&acme, role).await.unwrap();
    }
    let twin = own_role("3", "FRONT desk", &[], None);
    assert!(matches!(tx.save_own_role(&acme, &twin).await, Err(StoreError::Exists(_))));
    tx.save_own_role(&other, &own_role("1", "Front desk", &[], None)).await.unwrap();
    let at = |theaters: Option<&[&str]>| {
        let theaters = theaters.map(|ids| ids.iter().map(|id| TheaterId::parse(id).unwrap()).collect());
        Grant::new(desk.clone(), theaters).unwrap()
    };
    let scope = RoleScope::Site(acme.clone());
    let ana = RoleRow { operator: id("ana"), scope: scope.clone(), grant: at(Some(&["T1"])) };
    tx.save_role(&ana).await.unwrap();
    let ben = InvitationRow { grant: at(None), ..invitation("1", Some("ben@cinema.example"), scope, 60) };
    tx.save_invitation(&ben).await.unwrap();
    assert_eq!(tx.site_roles(&acme).await.unwrap(), std::slice::from_ref(&ana));
    assert_eq!(tx.site_invitations(&acme).await.unwrap(), std::slice::from_ref(&ben));
    tx.commit().await.unwrap();
    let s = &db.store;
    assert_eq!(s.own_roles(&acme).await.unwrap(), [usher, desk.clone()]);
    assert_eq!(s.operator_roles(&id("ana")).await.unwrap(), std::slice::from_ref(&ana));
    assert_eq!(s.site_operators(&acme).await.unwrap(), [(operator("ana"), ana.clone())]);
    assert_eq!(s.invitation("hash-1").await.unwrap(), Some(ben));

    // What is saved last is what people have, under its new name.
    let changed = own_role("1", "Reception", &[P::Alerts], None);
    let mut tx = s.begin().await.unwrap();
    tx.save_own_role(&acme, &changed).await.unwrap();
    assert_eq!(tx.own_role(&acme, changed.id()).await.unwrap(), Some(changed.clone()));
    tx.commit().await.unwrap();
    assert_eq!(s.operator_roles(&id("ana")).await.unwrap()[0].grant.role(), &Role::Own(changed.clone()));
    assert_eq!(s.site_invitations(&acme).await.unwrap()[0].grant.role(), &Role::Own(changed.clone()));
    assert_eq!(s.own_roles(&other).await.unwrap()[0].name(), "Front desk", "another site");

    // Nobody has a role that does not exist, is another site's, or applies everywhere; and none that somebody has is removed.
    for (key, role) in [(Some("other"), "2"), (Some("acme"), "9"), (None, "1")] {
        let mut tx = s.begin().await.unwrap();
        let row = RoleRow {
            grant: Grant::of_site(own_role(role, "X", &[], None)),
            ..self::role("ana", key, OperatorRole::Viewer)
        };
        assert!(tx.save_role(&row).await.is_err(), "{key:?} {role}");
    }
    let mut tx = s.begin().await.unwrap();
    assert!(tx.remove_own_role(&acme, changed.id()).await.is_err());
    drop(tx);
    let mut tx = s.begin().await.unwrap();
    tx.remove_operator(&id("ana")).await.unwrap();
    tx.remove_invitation("1").await.unwrap();
    assert!(tx.remove_own_role(&acme, changed.id()).await.unwrap());
    assert!(!tx.remove_own_role(&acme, changed.id()).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!((s.own_roles(&acme).await.unwrap().len(), s.own_roles(&other).await.unwrap().len()), (1, 1));
}

pub async fn security_2_8_the_points_of_the_box_office_are_those_of_the_site(db: Db) {
    let (acme, other) = (site_id("acme"), site_id("other"));
    let mut tx = db.store.begin().await.unwrap();
    tx.save_site(&site("acme", &["acme.example"])).await.unwrap();
    tx.save_site(&site("other", &["other.example"])).await.unwrap();
    tx.commit().await.unwrap();
    let s = &db.store;
    assert_eq!(s.box_office_points(&acme).await.unwrap(), PointsLimit::UpTo(500));
    assert!(s.changed_box_office_points().await.unwrap().is_empty());
    for limit in [PointsLimit::UpTo(20), PointsLimit::Unlimited] {
        let mut tx = s.begin().await.unwrap();
        tx.save_box_office_points(&acme, limit).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(s.box_office_points(&acme).await.unwrap(), limit);
        assert_eq!(s.box_office_points(&other).await.unwrap(), PointsLimit::BOX_OFFICE);
        assert_eq!(s.changed_box_office_points().await.unwrap(), [(acme.clone(), limit)].into());
    }
}

pub async fn security_2_8_people_are_named_by_address_and_by_the_entry_of_their_removal(db: Db) {
    let (acme, other) = (site_id("acme"), site_id("other"));
    let mut tx = db.store.begin().await.unwrap();
    tx.save_site(&site("acme", &["acme.example"])).await.unwrap();
    tx.save_site(&site("other", &["other.example"])).await.unwrap();
    for name in ["ana", "ben"] {
        tx.save_operator(&operator(name)).await.unwrap();
    }
    for (key, action, subject, detail) in [
        (&acme, "operator.remove", "zoe@cinema.example", "Zoe"),
        (&acme, "operator.remove", "zoe@cinema.example", "Zoë Berg"),
        (&acme, "operator.role", "zoe@cinema.example", "viewer"),
        (&acme, "operator.remove", "cleo@cinema.example", "Cleo"),
        (&other, "operator.remove", "zoe@cinema.example", "Zoe of the other site"),
    ] {
        let [action, subject, detail] = [action, subject, detail].map(str::to_owned);
        let row = AuditRow { at: now(), actor: "operator:ana".into(), action, subject, detail };
        tx.log_audit(key, &row).await.unwrap();
    }
    tx.commit().await.unwrap();
    let s = &db.store;
    let known = s.operators_by_email(&["BEN@cinema.example", "zoe@cinema.example"]).await.unwrap();
    assert_eq!(known, [operator("ben")]);
    let subjects = ["zoe@cinema.example", "ben@cinema.example"];
    let named = s.audit_details(&acme, "operator.remove", &subjects).await.unwrap();
    assert_eq!(named, [("zoe@cinema.example".to_owned(), "Zoë Berg".to_owned())].into(), "the newest one");
    assert!(s.audit_details(&acme, "operator.remove", &[]).await.unwrap().is_empty());
}

pub async fn security_2_8_sign_ins_of_operators_end_alone_together_and_by_time(db: Db) {
    let mut tx = db.store.begin().await.unwrap();
    for name in ["ana", "ben"] {
        tx.save_operator(&operator(name)).await.unwrap();
    }
    let opened = BTreeSet::from([site_id("acme")]);
    let passkey = Some("Phone".to_owned());
    let first = OperatorSessionRow { opened_sites: opened, passkey, ..session("ana", "1", 0, 0) };
    for row in
        [&first, &session("ana", "2", 10, 10), &session("ana", "3", 20, 20), &session("ben", "4", 0, 30)]
    {
        tx.begin_operator_session(row).await.unwrap();
    }
    assert!(!tx.end_operator_session(&id("ben"), "1").await.unwrap(), "somebody else's");
    tx.commit().await.unwrap();
    let s = &db.store;
    assert_eq!(s.operator_session("hash-1").await.unwrap(), Some(first));
    let ids = |rows: Vec<OperatorSessionRow>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!(ids(s.operator_sessions(&id("ana")).await.unwrap()), ["3", "2", "1"]);
    let mut tx = s.begin().await.unwrap();
    assert!(tx.end_operator_session(&id("ana"), "3").await.unwrap());
    assert!(
        !tx.change_operator_session(&session("ana", "3", 20, 40)).await.unwrap(),
        "it has ended, and stays so"
    );
    assert!(!tx.change_operator_session(&session("ben", "2", 10, 40)).await.unwrap(), "somebody else's");
    let seen = OperatorSessionRow { hash: "new".into(), ..session("ana", "2", 10, 10) };
    assert!(tx.change_operator_session(&seen).await.unwrap());
    tx.remove_expired_operator_rows(later(-1), later(5), now()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(ids(s.operator_sessions(&id("ana")).await.unwrap()), ["2"], "unused since 0");
    let mut tx = s.begin().await.unwrap();
    tx.begin_operator_session(&session("ana", "5", 30, 30)).await.unwrap();
    tx.end_operator_sessions(&id("ana"), Some("5")).await.unwrap();
    tx.remove_expired_operator_rows(later(5), later(0), now()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(ids(s.operator_sessions(&id("ana")).await.unwrap()), ["5"]);
    assert!(s.operator_sessions(&id("ben")).await.unwrap().is_empty(), "began before 5");
}

pub async fn security_2_8_invitations_are_found_by_hash_and_used_once(db: Db) {
    let acme = RoleScope::Site(site_id("acme"));
    let mut tx = db.store.begin().await.unwrap();
    let setup = invitation("1", None, RoleScope::Everywhere, 60);
    let ben = invitation("2", Some("ben@cinema.example"), acme.clone(), 60);
    for row in [&setup, &ben, &invitation("3", Some("zoe@cinema.example"), acme.clone(), -60)] {
        tx.save_invitation(row).await.unwrap();
    }
    tx.commit().await.unwrap();
    let s = &db.store;
    assert_eq!(s.invitation("hash-1").await.unwrap(), Some(setup));
    let emails: Vec<_> =
        s.site_invitations(&site_id("acme")).await.unwrap().into_iter().map(|row| row.id).collect();
    assert_eq!(emails, ["2", "3"]);
    let mut tx = s.begin().await.unwrap();
    tx.remove_expired_operator_rows(later(-9), later(-9), now()).await.unwrap();
    tx.remove_invitations(&RoleScope::Everywhere, None).await.unwrap();
    tx.remove_invitations(&acme, Some("other@cinema.example")).await.unwrap();
    assert!(tx.remove_invitation("2").await.unwrap() && !tx.remove_invitation("2").await.unwrap());
    tx.commit().await.unwrap();
    for hash in ["hash-1", "hash-2", "hash-3"] {
        assert_eq!(s.invitation(hash).await.unwrap(), None, "{hash}");
    }
}

pub async fn security_2_3_counters_of_failed_sign_ins_are_replaced_and_expire(db: Db) {
    let counter = |count, until| Counter { count, retry_at: now(), until: later(until) };
    let mut tx = db.store.begin().await.unwrap();
    tx.save_operator_counter("a", &counter(1, 60)).await.unwrap();
    tx.save_operator_counter("a", &counter(2, 60)).await.unwrap();
    tx.save_operator_counter("b", &counter(1, -60)).await.unwrap();
    assert_eq!(tx.operator_counter("a").await.unwrap(), Some(counter(2, 60)));
    tx.remove_expired_operator_rows(later(-9), later(-9), now()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.operator_counter("b").await.unwrap(), None);
    let mut tx = db.store.begin().await.unwrap();
    tx.remove_operator_counter("a").await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.operator_counter("a").await.unwrap(), None);
}

pub async fn security_2_8_passkeys_belong_to_one_operator_and_go_with_them(db: Db) {
    let mut tx = db.store.begin().await.unwrap();
    for name in ["ana", "ben", "cleo"] {
        tx.save_operator(&operator(name)).await.unwrap();
    }
    for row in [&passkey("ana", "1", 0), &passkey("ana", "2", -5), &passkey("ben", "3", 0)] {
        tx.add_passkey(row).await.unwrap();
    }
    let twin = PasskeyRow { credential_id: "c1".into(), ..passkey("ben", "4", 0) };
    assert!(matches!(tx.add_passkey(&twin).await, Err(StoreError::Exists(_))));
    let used = PasskeyRow {
        name: "Phone".into(),
        used_at: Some(later(9)),
        credential: json!({ "counter": 7 }),
        ..passkey("ana", "1", 0)
    };
    let moved = PasskeyRow { host: "other.example".into(), created_at: later(99), ..used.clone() };
    assert!(tx.change_passkey(&moved).await.unwrap());
    assert!(!tx.change_passkey(&PasskeyRow { operator: id("ben"), ..used.clone() }).await.unwrap(), "ana's");
    assert_eq!(tx.passkey_of_credential("c1").await.unwrap(), Some(used.clone()), "host and time stay");
    assert_eq!(tx.passkeys(&id("ana")).await.unwrap(), [passkey("ana", "2", -5), used.clone()]);
    assert!(!tx.remove_passkey(&id("ben"), "1").await.unwrap(), "ana's");
    assert!(tx.remove_passkey(&id("ana"), "2").await.unwrap());
    tx.commit().await.unwrap();
    let s = &db.store;
    assert_eq!(s.passkeys(&id("ana")).await.unwrap(), [used]);
    assert_eq!(s.operator_by_credential("c3").await.unwrap(), Some(operator("ben")));
    assert_eq!(s.operator_by_credential("c2").await.unwrap(), None);
    let all = ["ana", "ben", "cleo"].map(id);
    let with = s.operators_with_passkeys(&all).await.unwrap();
    assert_eq!(with, BTreeSet::from([id("ana"), id("ben")]));
    let mut tx = s.begin().await.unwrap();
    assert_eq!(tx.remove_passkeys(&id("ben")).await.unwrap(), 1);
    assert!(tx.remove_operator(&id("ana")).await.unwrap());
    tx.commit().await.unwrap();
    assert!(s.operators_with_passkeys(&all).await.unwrap().is_empty());
}

pub async fn security_2_8_challenges_are_taken_once_and_end_with_what_they_belong_to(db: Db) {
    let acme = RoleScope::Site(site_id("acme"));
    let mut tx = db.store.begin().await.unwrap();
    tx.save_operator(&operator("ana")).await.unwrap();
    tx.begin_operator_session(&session("ana", "1", 0, 0)).await.unwrap();
    tx.save_invitation(&invitation("2", Some("ben@cinema.example"), acme, 60)).await.unwrap();
    let of_session = ChallengeRow { session: Some("1".into()), ..challenge("a", "x", 60) };
    let of_invitation = ChallengeRow { invitation: Some("2".into()), ..challenge("b", "x", 60) };
    for row in [&of_session, &of_invitation, &challenge("c", "x", 60), &challenge("d", "y", -60)] {
        tx.begin_challenge(row, 9).await.unwrap();
    }
    assert_eq!(tx.count_challenges("x", now()).await.unwrap(), 3);
    assert_eq!(tx.count_challenges("y", now()).await.unwrap(), 0, "expired");
    assert_eq!(tx.take_challenge("c").await.unwrap(), Some(challenge("c", "x", 60)));
    assert_eq!(tx.take_challenge("c").await.unwrap(), None);
    tx.end_operator_sessions(&id("ana"), None).await.unwrap();
    assert_eq!(tx.take_challenge("a").await.unwrap(), None, "signed out");
    tx.remove_invitation("2").await.unwrap();
    assert_eq!(tx.take_challenge("b").await.unwrap(), None, "withdrawn");
    // The oldest make room.
    for row in [&challenge("e", "x", 30), &challenge("f", "x", 20), &challenge("g", "x", 40)] {
        tx.begin_challenge(row, 2).await.unwrap();
    }
    assert_eq!(tx.take_challenge("d").await.unwrap(), None);
    assert_eq!(tx.take_challenge("f").await.unwrap(), None);
    assert!(tx.take_challenge("e").await.unwrap().is_some());
    tx.begin_challenge(&challenge("h", "x", -1), 9).await.unwrap();
    tx.remove_expired_operator_rows(later(-9), later(-9), now()).await.unwrap();
    assert_eq!(tx.take_challenge("h").await.unwrap(), None);
    assert!(tx.take_challenge("g").await.unwrap().is_some());
    tx.commit().await.unwrap();
}

pub async fn drafts_and_versions_belong_to_their_site_and_go_with_it(db: Db) {
    let (acme, other) = (site_id("acme"), site_id("other"));
    let mut tx = db.store.begin().await.unwrap();
    tx.save_site(&site("acme", &["acme.example"])).await.unwrap();
    tx.save_site(&site("other", &["other.example"])).await.unwrap();
    tx.save_operator(&operator("ana")).await.unwrap();
    fill(&mut tx, &acme).await;
    assert_eq!(tx.touch_draft(&acme).await.unwrap(), 2);
    let (actor, at) = ("ben".to_owned(), later(5));
    let edit = DraftEditRow {
        pointer: "/site".into(),
        value: None,
        actor: actor.clone(),
        operator: Some(id("ben")),
        at,
    };
    tx.save_draft_edit(&acme, &edit).await.unwrap();
    let second = RevisionRow { number: 2, at, actor, name: "Fall".into(), changes: 3 };
    tx.append_revision(&acme, &second, &json!({ "n": 2 })).await.unwrap();
    assert_eq!(tx.newest_revision(&acme).await.unwrap(), Some(second.clone()));
    assert_eq!(tx.draft_edits(&acme).await.unwrap(), [edit]);
    assert!(tx.draft_edits(&other).await.unwrap().is_empty());
    assert_eq!(tx.draft_version(&other).await.unwrap(), 0);
    tx.commit().await.unwrap();
    let s = &db.store;
    let numbers = |rows: Vec<RevisionRow>| rows.into_iter().map(|row| row.number).collect::<Vec<_>>();
    assert_eq!(numbers(s.revisions(&acme, None, 9).await.unwrap()), [2, 1]);
    assert_eq!(numbers(s.revisions(&acme, Some(2), 9).await.unwrap()), [1]);
    assert_eq!(numbers(s.revisions(&acme, None, 1).await.unwrap()), [2]);
    assert!(s.revisions(&other, None, 9).await.unwrap().is_empty());
    assert_eq!(s.revision(&acme, 2).await.unwrap(), Some((second, json!({ "n": 2 }))));
    assert_eq!(s.revision(&other, 2).await.unwrap(), None);
    assert_eq!(s.due_publications(later(-1)).await.unwrap(), []);
    assert_eq!(s.due_publications(now()).await.unwrap(), std::slice::from_ref(&acme));
    assert_eq!(s.present_operators(&acme, later(-1)).await.unwrap(), [id("ana")]);
    assert!(s.present_operators(&acme, now()).await.unwrap().is_empty());
    let mut tx = s.begin().await.unwrap();
    tx.remove_draft_edit(&acme, "/site").await.unwrap();
    assert!(tx.draft_edits(&acme).await.unwrap().is_empty());
    let failure = PublicationFailure { problem: PublicationProblem::Changed, left_out: 2 };
    let failed = PublicationRow { failure: Some(failure), ..tx.publication(&acme).await.unwrap().unwrap() };
    tx.save_publication(&acme, &failed).await.unwrap();
    assert_eq!(tx.publication(&acme).await.unwrap(), Some(failed));
    tx.commit().await.unwrap();
    assert_eq!(s.due_publications(now()).await.unwrap(), [], "a failure is not tried again");
    let mut tx = s.begin().await.unwrap();
    assert!(tx.remove_publication(&acme).await.unwrap() && !tx.remove_publication(&acme).await.unwrap());
    tx.remove_site(&acme).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(s.draft_version(&acme).await.unwrap(), 0);
    assert!(s.revisions(&acme, None, 9).await.unwrap().is_empty());
}
