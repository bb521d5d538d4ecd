//! Tests of imports and single records. Each test has its own database.

use std::num::NonZeroUsize;
use std::sync::Arc;

use jiff::Timestamp;
use marquee_model::operator::PointsLimit;
use marquee_model::{Clock, MemberId};
use marquee_store::{Account, KeyScope, LedgerReport, Store};
use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::context::{Visitor, tests_site};
use crate::engine::{Loyalty, Options};
use crate::idempotency::MAX_REQUEST_ID;

mod cards;
mod lists;
mod members;
mod offers;

const ACTOR: &str = "operator:eve";

#[derive(Debug)]
struct FrozenClock;

impl Clock for FrozenClock {
    fn now(&self) -> Timestamp {
        "2026-11-20T18:00:00Z".parse().unwrap()
    }
}

pub(super) struct Case {
    engine: Loyalty,
    pub(super) site: SiteRecord,
    _folder: TempDir,
}

pub(super) async fn case() -> Case {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::connect(&format!("sqlite:{}", folder.path().join("m.db").display())).await.unwrap();
    store.migrate().await.unwrap();
    let site = tests_site();
    let mut tx = store.begin().await.unwrap();
    tx.save_site(&site).await.unwrap();
    tx.commit().await.unwrap();
    let one = NonZeroUsize::MIN;
    let secrets = vec!["0123456789abcdef0123456789abcdef".to_owned()];
    let options = Options { secrets, limits: true, hash_threads: one, hash_queue: 1 };
    let engine = Loyalty::start(store, Arc::new(FrozenClock), &options).unwrap();
    Case { engine, site, _folder: folder }
}

impl Case {
    pub(super) fn admin(&self) -> Admin<'_> {
        self.engine.admin(&self.site, ACTOR)
    }

    fn visitor(&self) -> Visitor<'_> {
        Visitor {
            site: &self.site,
            origin: "http://localhost",
            address: std::net::Ipv4Addr::LOCALHOST.into(),
            device: "",
            language: "en",
        }
    }

    async fn import(&self, subject: Subject, text: &str) -> ImportReport {
        self.admin().import(subject, text.as_bytes(), ImportOptions::default()).await.unwrap()
    }

    async fn all(&self, subject: Subject) -> Vec<Value> {
        self.admin().list(subject, PageQuery::first()).await.unwrap().items
    }

    async fn actions(&self) -> Vec<String> {
        let lines = self.engine.store().audit_page(&self.site.key, None, "", 500).await.unwrap();
        assert!(lines.iter().all(|(_, line)| line.actor == ACTOR));
        lines.into_iter().rev().map(|(_, line)| line.action).collect()
    }

    async fn create(&self, subject: Subject, value: Value) -> Result<Value, String> {
        let input = FieldValues::from_object(subject.fields(), &value).map_err(|error| error.to_string())?;
        self.admin().create(subject, &input).await.map_err(|error| error.to_string())
    }

    async fn change(&self, subject: Subject, id: &str, value: Value) -> Result<Value, String> {
        let input = FieldValues::from_object(subject.fields(), &value).map_err(|error| error.to_string())?;
        self.admin().change(subject, id, &input).await.map_err(|error| error.to_string())
    }
}

fn counts(report: &ImportReport) -> (usize, usize, usize, usize) {
    (report.added, report.changed, report.unchanged, report.left_out.len())
}

fn skip_reasons(report: &ImportReport) -> Vec<(u64, &str)> {
    report.left_out.iter().map(|row| (row.line, row.why.as_str())).collect()
}

const PEOPLE: &str = "email,username,firstName,lastName,cardCode,points,levelId\n\
    ada@example.org,ada,Ada,Lovelace,plastic 1,120,0\n\
    ben@example.org,,Ben,Okri,,,\n\
    ADA@example.org,,Another,Ada,,,\n\
    cem@example.org,,,Karaca,,,\n\
    dee@example.org,,Dee,Dee,,,7\n\
    nobody,,No,Body,,,\n\
    ,,No,Name,,,\n";

#[tokio::test]
async fn importing_members_twice_adds_them_once() {
    let case = case().await;
    let report = case.import(Subject::Members, PEOPLE).await;
    assert_eq!((report.rows_read, counts(&report)), (7, (2, 0, 0, 5)), "{report:?}");
    assert_eq!(
        skip_reasons(&report),
        [
            (4, "duplicate member: see line 2"),
            (5, "firstName is required"),
            (6, "levelId must be an existing level"),
            (7, "email must be an email address"),
            (8, "id must be a member's id; otherwise email, username or cardCode is required"),
        ]
    );
    let report = case.import(Subject::Members, PEOPLE).await;
    assert_eq!(counts(&report), (0, 0, 2, 5), "{report:?}");
    assert_eq!(case.actions().await, ["member.create", "member.create"]);
    let all = case.all(Subject::Members).await;
    let ada = all.iter().find(|member| member["email"] == "ada@example.org").unwrap();
    assert_eq!((&ada["points"], &ada["cardCode"]), (&json!(120), &json!("PLASTIC1")));
    let ben = all.iter().find(|member| member["email"] == "ben@example.org").unwrap();
    assert!(ben["cardCode"].is_string(), "every member has a card");
    assert!(ben.get("paymentCustomer").is_none() && ben["standing"] == "active");
}

#[tokio::test]
async fn an_import_changes_only_its_columns_and_does_not_add_points_again() {
    let case = case().await;
    case.import(Subject::Members, PEOPLE).await;
    let id = case.admin().find_member("ada").await.unwrap();
    assert_eq!(case.admin().find_member("PLASTIC1").await.unwrap(), id);
    assert_eq!(case.admin().adjust_points(id.as_str(), -20, "A gift back", None).await.unwrap(), 100);
    let text = "username,city,points\nada,Lyon,500\n";
    assert_eq!(counts(&case.import(Subject::Members, text).await), (0, 1, 0, 0));
    let ada = case.admin().read(Subject::Members, id.as_str()).await.unwrap();
    assert_eq!(
        (&ada["city"], &ada["points"], &ada["lastName"]),
        (&json!("Lyon"), &json!(100), &json!("Lovelace"))
    );
    assert_eq!(counts(&case.import(Subject::Members, "username,city\nada,\n").await), (0, 1, 0, 0));
    assert!(case.admin().read(Subject::Members, id.as_str()).await.unwrap()["city"].is_null());
    let report = case.import(Subject::Members, "email,username\nben@example.org,ADA\n").await;
    assert_eq!(skip_reasons(&report), [(2, "username belongs to another member")]);
    let file = write_sheet(Subject::Members.columns(), &case.all(Subject::Members).await);
    assert_eq!(counts(&case.import(Subject::Members, &file).await), (0, 0, 2, 0), "{file}");
}

#[tokio::test]
async fn security_4_1_an_adjustment_with_a_request_id_is_booked_once() {
    let case = case().await;
    case.import(Subject::Members, PEOPLE).await;
    let id = case.admin().find_member("ada").await.unwrap();
    let admin = case.admin();
    let adjust = |amount, request_id| admin.adjust_points(id.as_str(), amount, "A gift", request_id);
    for _ in 0..2 {
        assert_eq!(adjust(5, Some("r1")).await.unwrap(), 125);
    }
    assert_eq!(adjust(5, Some("r2")).await.unwrap(), 130);
    assert_eq!(adjust(5, Some("r1")).await.unwrap(), 125, "the balance of the first request");
    assert_eq!(adjust(5, None).await.unwrap(), 135);
    let longest = "x".repeat(MAX_REQUEST_ID);
    assert_eq!(adjust(1, Some(&longest)).await.unwrap(), 136);
    for (amount, request_id) in [(6, "r1"), (5, ""), (5, &*"x".repeat(101))] {
        let result = adjust(amount, Some(request_id)).await;
        let is_refused = matches!(&result, Err(AdminError::Field { field, .. }) if field == "requestId");
        assert!(is_refused, "{amount} {request_id}: {result:?}");
    }
    // Another key has ids of its own.
    let other = case.engine.admin(&case.site, "key:other");
    assert_eq!(other.adjust_points(id.as_str(), 1, "", Some("r1")).await.unwrap(), 137);
}

/// The first pass does not commit its batches, so it cannot detect conflicts with rows of an earlier batch.
#[tokio::test]
async fn a_strict_import_changes_nothing_if_a_row_conflicts_with_an_earlier_batch() {
    let case = case().await;
    let row = |n: usize, username: &str| format!("m{n}@example.org,{username},Ada,Lovelace\n");
    let rows: String = (0..510).map(|n| row(n, &format!("user{n}"))).collect();
    let file = format!("email,username,firstName,lastName\n{rows}{}", row(510, "m0@example.org"));
    let strict = ImportOptions { dry_run: false, strict: true };
    let result = case.admin().import(Subject::Members, file.as_bytes(), strict).await;
    let Err(AdminError::InvalidRows(report)) = result else { panic!("{result:?}") };
    assert_eq!(report.left_out.iter().map(|row| row.line).collect::<Vec<_>>(), [512]);
    assert!(case.all(Subject::Members).await.is_empty() && case.actions().await.is_empty());
}

#[tokio::test]
async fn dry_runs_and_strict_imports_with_an_invalid_row_change_nothing() {
    let case = case().await;
    let dry = ImportOptions { dry_run: true, strict: false };
    let report = case.admin().import(Subject::Members, PEOPLE.as_bytes(), dry).await.unwrap();
    assert_eq!((counts(&report), report.dry_run), ((2, 0, 0, 5), true));
    assert!(case.all(Subject::Members).await.is_empty());
    let strict = ImportOptions { dry_run: false, strict: true };
    let result = case.admin().import(Subject::Members, PEOPLE.as_bytes(), strict).await;
    let Err(AdminError::InvalidRows(report)) = result else { panic!("{result:?}") };
    assert_eq!(report.left_out.len(), 5);
    assert!(case.all(Subject::Members).await.is_empty());
    let valid: String = PEOPLE.split_inclusive('\n').take(3).collect();
    let report = case.admin().import(Subject::Members, valid.as_bytes(), strict).await.unwrap();
    assert_eq!((counts(&report), report.dry_run), ((2, 0, 0, 0), false));
}

#[tokio::test]
async fn long_files_are_imported_in_batches() {
    let case = case().await;
    let rows: String = (0..1203).map(|n| format!("m{n}@example.org,M,N{n}\n")).collect();
    let text = format!("email,firstName,lastName\n{rows}");
    assert_eq!(counts(&case.import(Subject::Members, &text).await), (1203, 0, 0, 0));
    assert_eq!(counts(&case.import(Subject::Members, &text).await), (0, 0, 1203, 0));
    let (mut count, mut after) = (0, None);
    loop {
        let page = PageQuery { after: after.as_deref(), ..PageQuery::first() };
        let page = case.admin().list(Subject::Members, page).await.unwrap();
        count += page.items.len();
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(count, 1203);
}

#[tokio::test]
async fn single_members_are_created_and_changed() {
    let case = case().await;
    let created = case
        .create(
            Subject::Members,
            json!({"email": "ada@example.org", "firstName": "Ada", "lastName": "L", "points": 7}),
        )
        .await
        .unwrap();
    let id = created["id"].as_str().unwrap().to_owned();
    assert_eq!((&created["points"], &created["createdAt"]), (&json!(7), &json!("2026-11-20T18:00:00Z")));
    // A record that was read can be sent back unchanged.
    assert_eq!(case.change(Subject::Members, &id, created.clone()).await.unwrap(), created);
    let blocked = case.change(Subject::Members, &id, json!({"standing": "blocked"})).await.unwrap();
    assert_eq!(blocked["standing"], "blocked");
    for (change, refusal) in [
        (json!({"points": 8}), "points is read-only"),
        (json!({"id": "m2"}), "id is read-only"),
        (json!({"lastName": null}), "lastName is required"),
        (json!({"consents": {"sendNewsletter": "yes"}}), "consents.sendNewsletter must be true or false"),
        (json!({"password": "secret"}), "unknown field \"password\""),
    ] {
        assert_eq!(case.change(Subject::Members, &id, change).await.unwrap_err(), refusal);
    }
    let duplicate = json!({"email": "ADA@example.org", "firstName": "A", "lastName": "B"});
    let error = case.create(Subject::Members, duplicate).await.unwrap_err();
    assert_eq!(error, "email belongs to another member");
    assert!(case.change(Subject::Members, "m9", json!({"city": "Lyon"})).await.is_err());
    case.admin().remove(Subject::Members, &id).await.unwrap();
    assert!(matches!(case.admin().remove(Subject::Members, &id).await, Err(AdminError::NotFound("member"))));
    assert_eq!(case.actions().await, ["member.create", "member.change", "member.delete"]);
}

#[tokio::test]
async fn a_card_has_one_owner_and_a_lost_card_stays_invalid() {
    let case = case().await;
    case.import(Subject::Members, PEOPLE).await;
    let blank = "code,pin\nb1,1234\nb2,\nB1,9\n";
    let report = case.import(Subject::Cards, blank).await;
    assert_eq!(
        (counts(&report), skip_reasons(&report)),
        ((2, 0, 0, 1), vec![(4, "duplicate card: see line 2")])
    );
    let input = "code,member\nb1,ben@example.org\nb2,nobody@example.org\n";
    let report = case.import(Subject::Cards, input).await;
    let reason = "member must be a member's id or email address";
    assert_eq!((counts(&report), skip_reasons(&report)), ((0, 1, 0, 1), vec![(3, reason)]));
    // Importing the unassigned cards again: the assigned card keeps its owner and PIN.
    assert_eq!(counts(&case.import(Subject::Cards, blank).await), (0, 0, 2, 1));
    let card = case.admin().read(Subject::Cards, "b1").await.unwrap();
    assert_eq!((card["hasPin"].clone(), card.get("pinHash")), (json!(true), None));
    let error = case.change(Subject::Cards, "B1", json!({"member": "ada@example.org"})).await.unwrap_err();
    assert_eq!(error, "member: the card belongs to another member");
    let lost_card = case.change(Subject::Cards, "b1", json!({"status": "LOST"})).await.unwrap();
    assert_eq!((&lost_card["status"], &lost_card["isPrimary"]), (&json!("LOST"), &json!(false)));
    assert!(case.change(Subject::Cards, "b1", json!({"status": "ACTIVE"})).await.is_err());
    case.change(Subject::Cards, "b1", json!({"member": null})).await.unwrap();
    assert!(case.change(Subject::Cards, "b1", json!({"member": "ada@example.org"})).await.is_err());
    assert!(case.admin().remove(Subject::Cards, "b1").await.is_err());
}

#[tokio::test]
async fn security_4_2_frozen_accounts_are_logged_unless_their_site_was_removed() {
    let case = case().await;
    let affected = |site: &str| (site.to_owned(), "points:m1".to_owned());
    let report = LedgerReport {
        affected_accounts: vec![affected("removed"), affected(case.site.key.as_str())],
        ..LedgerReport::default()
    };
    case.admin().context.freeze_reported(&report, ACTOR).await.unwrap();
    assert_eq!(case.actions().await, ["account.freeze"]);
}

#[tokio::test]
async fn offers_keep_their_order_and_refer_to_existing_levels_and_theaters() {
    let case = case().await;
    let levels = "id,name,pointsPerUnit\n0,Member,10\n1,Silver,12\n";
    assert_eq!(counts(&case.import(Subject::Levels, levels).await), (2, 0, 0, 0));
    let rewards = "itemCode,name,pointsCost,fromLevel,theaters\nA,One,5,1,\nB,Two,6,3,\nC,Three,7,,T9\n";
    let report = case.import(Subject::Rewards, rewards).await;
    assert_eq!(
        skip_reasons(&report),
        [
            (3, "fromLevel must be an existing level"),
            (4, "theaters must contain only existing theaters, not \"T9\"")
        ]
    );
    let result =
        case.create(Subject::Rewards, json!({"itemCode": "D", "name": "Four", "pointsCost": 8})).await;
    assert_eq!(result.unwrap()["position"], 1);
    case.change(Subject::Rewards, "D", json!({"position": 0, "isAvailable": false})).await.unwrap();
    assert_eq!(counts(&case.import(Subject::Rewards, rewards).await), (0, 0, 1, 2));
    let free =
        json!({"code": "S", "name": "Silver", "price": {"amount": 0, "currency": "EUR"}, "levelId": 1});
    case.create(Subject::Memberships, free.clone()).await.unwrap();
    assert_eq!(case.create(Subject::Memberships, free).await.unwrap_err(), "membership S already exists");
    let error = case.admin().remove(Subject::Levels, "1").await.unwrap_err().to_string();
    assert_eq!(error, "the level is used by membership S");
    case.admin().remove(Subject::Memberships, "S").await.unwrap();
    let error = case.admin().remove(Subject::Levels, "1").await.unwrap_err().to_string();
    assert_eq!(error, "the level is used by reward A");
    case.admin().remove(Subject::Rewards, "A").await.unwrap();
    case.admin().remove(Subject::Levels, "1").await.unwrap();
    let incomplete = json!({"code": "V", "name": "V", "price": {"amount": 5}});
    let missing = case.create(Subject::EVouchers, incomplete).await.unwrap_err();
    assert_eq!(missing, "price.currency is required");
    let actions = case.actions().await;
    assert!(actions.contains(&"reward.change".to_owned()) && actions.contains(&"level.delete".to_owned()));
}

#[tokio::test]
async fn gift_cards_are_created_once_and_their_numbers_are_not_stored() {
    let case = case().await;
    let text = "number,pin,amount,currency,expiresAt\nGC-1000-2000,1234,2500,EUR,2030-01-01\nshort,,5,EUR,\n\
        GC-1000-2001,,0,EUR,\n";
    let report = case.import(Subject::GiftCards, text).await;
    assert_eq!((counts(&report), report.left_out[0].line), ((1, 0, 0, 2), 3), "{report:?}");
    assert_eq!(counts(&case.import(Subject::GiftCards, text).await), (0, 0, 1, 2));
    let later = "number,amount,currency,expiresAt\ngc10002000,9900,EUR,2031-01-01\n";
    assert_eq!(counts(&case.import(Subject::GiftCards, later).await), (0, 1, 0, 0));
    let card = &case.all(Subject::GiftCards).await[0];
    assert_eq!((&card["balance"], &card["lastFour"]), (&json!(2500), &json!("2000")));
    assert!(!card.to_string().contains("1000"), "{card}");
    let created = case.create(Subject::GiftCards, json!({"amount": 900, "currency": "EUR"})).await.unwrap();
    assert_eq!((created["number"].as_str().unwrap().len(), created["pin"].as_str().unwrap().len()), (17, 4));
    let id = created["id"].as_str().unwrap();
    assert!(case.admin().read(Subject::GiftCards, id).await.unwrap().get("number").is_none());
    let ended = case.change(Subject::GiftCards, id, json!({"expiresAt": "2026-01-01"})).await.unwrap();
    assert_eq!(ended["expiresAt"], "2026-01-01T00:00:00Z");
}

#[tokio::test]
async fn a_key_grants_only_its_scope() {
    let case = case().await;
    let visitor = case.visitor();
    let till = case.admin().add_key("till-1", KeyScope::Till, None, PointsLimit::BOX_OFFICE).await.unwrap();
    let office =
        case.admin().add_key("office", KeyScope::Operator, None, PointsLimit::BOX_OFFICE).await.unwrap();
    assert_eq!(case.engine.tills().authenticate_till(visitor, &till).await.unwrap().name, "till-1");
    assert!(case.engine.tills().authenticate_till(visitor, &office).await.is_err());
    assert_eq!(
        case.engine.keys().authenticate_key(visitor, &office, KeyScope::Operator).await.unwrap().name,
        "office"
    );
    assert!(case.admin().add_key("office", KeyScope::Till, None, PointsLimit::BOX_OFFICE).await.is_err());
    case.admin().remove_key("till-1").await.unwrap();
    assert!(matches!(
        case.engine.tills().authenticate_till(visitor, &till).await,
        Err(LoyaltyError::Refused(_))
    ));
    for _ in 0..28 {
        let result = case.engine.keys().authenticate_key(visitor, &till, KeyScope::Operator).await;
        assert!(matches!(result, Err(LoyaltyError::Refused(_))), "{result:?}");
    }
    let limited = case.engine.keys().authenticate_key(visitor, &office, KeyScope::Operator).await;
    assert!(matches!(limited, Err(LoyaltyError::Limited { .. })), "{limited:?}");
    assert_eq!(case.actions().await, ["key.create", "key.create", "key.delete"]);
}

#[tokio::test]
async fn security_2_8_a_key_has_the_limit_of_the_box_office_or_one_within_that_of_its_creator() {
    use PointsLimit::{Unlimited, UpTo};
    let case = case().await;
    let created = async |own: PointsLimit, limit: PointsLimit| {
        let admin = case.admin().with_points_limit(own);
        match admin.add_key("crm", KeyScope::Operator, None, limit).await {
            Ok(_) => Ok(case.admin().keys().await.unwrap()[0].points_limit),
            Err(AdminError::PointsLimit { field: "pointsLimit", limit }) => Err(limit),
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(created(PointsLimit::NOTHING, UpTo(500)).await, Ok(UpTo(500)));
    assert_eq!(created(PointsLimit::NOTHING, UpTo(501)).await, Err(500));
    assert_eq!(created(UpTo(2_000), UpTo(2_000)).await, Ok(UpTo(2_000)));
    assert_eq!(created(UpTo(2_000), UpTo(2_001)).await, Err(2_000));
    assert_eq!(created(UpTo(2_000), Unlimited).await, Err(2_000));
    assert_eq!(created(Unlimited, UpTo(1_000_000)).await, Ok(UpTo(1_000_000)));
}

#[tokio::test]
async fn members_of_another_site_are_invisible() {
    let case = case().await;
    case.import(Subject::Members, PEOPLE).await;
    let id = case.admin().find_member("ada").await.unwrap();
    let other_site = SiteRecord { key: marquee_model::SiteId::parse("other").unwrap(), ..case.site.clone() };
    let admin = case.engine.admin(&other_site, ACTOR);
    assert!(admin.list(Subject::Members, PageQuery::first()).await.unwrap().items.is_empty());
    assert!(matches!(admin.read(Subject::Members, id.as_str()).await, Err(AdminError::NotFound(_))));
    assert!(matches!(admin.adjust_points(id.as_str(), 5, "", None).await, Err(AdminError::NotFound(_))));
    assert!(matches!(admin.remove(Subject::Members, id.as_str()).await, Err(AdminError::NotFound(_))));
    assert!(admin.verify_ledger().await.unwrap().accounts == 0);
    assert_eq!(case.admin().verify_ledger().await.unwrap().accounts, 1);
    let points = Account::Points(MemberId::parse(id.as_str()).unwrap());
    assert_eq!(case.engine.store().balance(&case.site.key, &points).await.unwrap(), 120);
}
