//! The ledger.

use std::collections::BTreeMap;

use marquee_model::loyalty::TransferKind;
use marquee_model::{GiftCardId, OrderId, SiteId, TransferId};
use marquee_store::{Account, LedgerReport, Posting, Store, StoreError, Transfer};
use sea_orm::{ConnectionTrait, Database};

use crate::db::Db;
use crate::members::{member_id, now};
use crate::records::site_id;

fn points(member: &str) -> Account {
    Account::Points(member_id(member))
}

fn transfer(id: &str, unit: &str, postings: &[(Account, i64)]) -> Transfer {
    Transfer {
        id: TransferId::parse(id).unwrap(),
        kind: TransferKind::Earn,
        unit: unit.into(),
        at: now(),
        description: format!("booking {id}"),
        cinema_id: Some("T1".into()),
        order_id: Some(OrderId::parse("o1").unwrap()),
        postings: postings
            .iter()
            .map(|(account, amount)| Posting { account: account.clone(), amount: *amount })
            .collect(),
    }
}

/// A transfer from the program to an account.
fn give(id: &str, account: &Account, amount: i64) -> Transfer {
    transfer(id, "POINTS", &[(Account::Program, -amount), (account.clone(), amount)])
}

async fn book(store: &Store, site: &SiteId, transfer: &Transfer) -> Result<Vec<i64>, StoreError> {
    let mut tx = store.begin().await?;
    let after = tx.book(site, transfer).await?;
    tx.commit().await?;
    Ok(after)
}

pub async fn a_balance_is_the_sum_of_its_entries(db: Db) {
    let (s, site, ada) = (&db.store, site_id("acme"), points("m1"));
    assert_eq!(s.balance(&site, &ada).await.unwrap(), 0);
    assert_eq!(book(s, &site, &give("t1", &ada, 100)).await.unwrap(), [0, 100]);
    assert_eq!(book(s, &site, &give("t2", &ada, -30)).await.unwrap(), [0, 70]);
    let to_ben = transfer("t3", "POINTS", &[(points("m2"), 20), (ada.clone(), -20)]);
    assert_eq!(book(s, &site, &to_ben).await.unwrap(), [20, 50]);
    assert_eq!(s.balance(&site, &ada).await.unwrap(), 50);
    assert_eq!(s.balance(&site_id("other"), &ada).await.unwrap(), 0);
    let lines = s.statement(&site, &ada, None).await.unwrap();
    let insufficient: Vec<_> =
        lines.iter().map(|l| (l.transfer.as_str().to_owned(), l.amount, l.balance_after)).collect();
    assert_eq!(insufficient, [("t3".into(), -20, 50), ("t2".into(), -30, 70), ("t1".into(), 100, 100)]);
    assert_eq!((lines[2].description.as_str(), lines[2].unit.as_str()), ("booking t1", "POINTS"));
    assert_eq!((lines[2].at, lines[2].cinema_id.as_deref()), (now(), Some("T1")));
    assert_eq!(s.statement(&site, &ada, Some(2)).await.unwrap(), lines[..2]);
    let all = [points("m2"), points("nobody"), ada.clone()];
    assert_eq!(s.balances(&site, &all).await.unwrap(), [20, 0, 50]);
    assert_eq!(s.balances(&site_id("other"), &all).await.unwrap(), [0, 0, 0]);
    let report = s.verify_ledger().await.unwrap();
    assert_eq!((report.accounts, report.entries, report.errors), (2, 4, vec![]));
}

pub async fn debits_beyond_the_balance_are_refused(db: Db) {
    let (s, site, ada) = (&db.store, site_id("acme"), points("m1"));
    book(s, &site, &give("t1", &ada, 10)).await.unwrap();
    assert!(matches!(book(s, &site, &give("t2", &ada, -11)).await, Err(StoreError::InsufficientFunds)));
    assert!(matches!(
        book(s, &site, &give("t2", &points("m2"), -1)).await,
        Err(StoreError::InsufficientFunds)
    ));
    assert_eq!(book(s, &site, &give("t2", &ada, -10)).await.unwrap(), [0, 0]);
    // A transfer id can be used once.
    assert!(book(s, &site, &give("t1", &ada, 10)).await.is_err());
    assert_eq!(s.balance(&site, &ada).await.unwrap(), 0);
    assert!(s.verify_ledger().await.unwrap().errors.is_empty());
}

pub async fn invalid_transfers_are_refused(db: Db) {
    let (s, site, ada) = (&db.store, site_id("acme"), points("m1"));
    let gift = Account::GiftCard(GiftCardId::parse("g1").unwrap());
    book(s, &site, &transfer("t1", "EUR", &[(Account::Program, -5), (gift.clone(), 5)])).await.unwrap();
    for postings in [
        vec![],
        vec![(ada.clone(), 5)],
        vec![(ada.clone(), 5), (Account::Program, -4)],
        vec![(ada.clone(), 0), (Account::Program, 0)],
        vec![(ada.clone(), 5), (ada.clone(), -5)],
        vec![(ada.clone(), i64::MAX), (Account::Program, i64::MIN + 1)],
        vec![(gift.clone(), -5), (ada.clone(), 5)],
    ] {
        let result = book(s, &site, &transfer("t2", "POINTS", &postings)).await;
        assert!(matches!(result, Err(StoreError::InvalidTransfer(_))), "{postings:?}: {result:?}");
    }
    assert_eq!(s.balance(&site, &ada).await.unwrap(), 0);
}

pub async fn concurrent_debits_never_overdraw(db: Db) {
    let (site, ada) = (site_id("acme"), points("m1"));
    let (first_store, second_store) = (db.store.clone(), db.again().await);
    book(&first_store, &site, &give("t0", &ada, 300)).await.unwrap();
    let mut all = Vec::new();
    for n in 0..100 {
        let (store, site, ada) =
            (if n % 2 == 0 { first_store.clone() } else { second_store.clone() }, site.clone(), ada.clone());
        all.push(tokio::spawn(async move {
            loop {
                match book(&store, &site, &give(&format!("r{n}"), &ada, -10)).await {
                    // No connection was free within a second: whoever books repeats it.
                    Err(StoreError::Database(_)) => {}
                    result => return result,
                }
            }
        }));
    }
    let (mut booked, mut refused) = (0, 0);
    for task in all {
        match task.await.unwrap() {
            Ok(_) => booked += 1,
            Err(StoreError::InsufficientFunds) => refused += 1,
            Err(other) => unreachable!("{other}"),
        }
    }
    assert_eq!((booked, refused, first_store.balance(&site, &ada).await.unwrap()), (30, 70, 0));
    assert!(first_store.verify_ledger().await.unwrap().errors.is_empty());
}

pub async fn verification_finds_tampering_and_freezes_the_account(db: Db) {
    let (s, site, ada) = (&db.store, site_id("acme"), points("m1"));
    for n in 1..=3 {
        book(s, &site, &give(&format!("t{n}"), &ada, 10)).await.unwrap();
        book(s, &site, &give(&format!("b{n}"), &points("m2"), 10)).await.unwrap();
    }
    let raw = db.unchecked().await;
    raw.drop_constraints("entry").await;
    let raw = raw.0;
    for (change, undo, wrong) in [
        (
            "UPDATE account SET balance = 31 WHERE id = 'points:m1'",
            "UPDATE account SET balance = 30 WHERE id = 'points:m1'",
            1,
        ),
        (
            "UPDATE entry SET amount = 11 WHERE transfer_id = 't2' AND amount > 0",
            "UPDATE entry SET amount = 10 WHERE transfer_id = 't2' AND amount > 0",
            2,
        ),
        (
            "UPDATE entry SET transfer_id = 'x' WHERE transfer_id = 't2'",
            "UPDATE entry SET transfer_id = 't2' WHERE transfer_id = 'x'",
            1,
        ),
        (
            "UPDATE entry SET account_id = 'points:m1', number = 4 WHERE transfer_id = 'b3' AND amount < 0",
            "UPDATE entry SET account_id = 'programme', number = NULL WHERE transfer_id = 'b3' AND amount < 0",
            1,
        ),
        (
            "UPDATE entry SET number = 9 WHERE transfer_id = 't2' AND amount > 0",
            "UPDATE entry SET number = 2 WHERE transfer_id = 't2' AND amount > 0",
            1,
        ),
    ] {
        raw.execute_unprepared(change).await.unwrap();
        let report = s.verify_ledger().await.unwrap();
        assert_eq!(report.errors.len(), wrong, "{change}: {:?}", report.errors);
        assert_eq!(s.verify_site_ledger(&site).await.unwrap(), report, "{change}");
        assert_eq!(s.verify_site_ledger(&site_id("other")).await.unwrap(), LedgerReport::default());
        assert_eq!(report.affected_accounts, [("acme".to_owned(), "points:m1".to_owned())], "{change}");
        raw.execute_unprepared(undo).await.unwrap();
        assert!(s.verify_ledger().await.unwrap().errors.is_empty(), "{undo}");
    }
    raw.execute_unprepared("UPDATE account SET balance = 31 WHERE id = 'points:m1'").await.unwrap();
    let report = s.verify_ledger().await.unwrap();
    let mut tx = s.begin().await.unwrap();
    tx.freeze_reported(&report).await.unwrap();
    tx.commit().await.unwrap();
    assert!(matches!(book(s, &site, &give("t9", &ada, -1)).await, Err(StoreError::Frozen)));
    book(s, &site, &give("t9", &points("m2"), -1)).await.unwrap();
    let mut tx = s.begin().await.unwrap();
    tx.set_frozen(&site, &ada, false).await.unwrap();
    tx.commit().await.unwrap();
    book(s, &site, &give("t10", &ada, -1)).await.unwrap();
    // A database constraint refuses negative balances.
    let raw = Database::connect(db.url.replace("sqlite:", "sqlite://")).await.unwrap();
    assert!(raw.execute_unprepared("UPDATE account SET balance = -1 WHERE id = 'points:m2'").await.is_err());
}

/// 500 pseudo-random steps with a fixed seed; `script/bench ledger` makes 100,000.
pub async fn the_ledger_matches_a_simple_model(db: Db) {
    let (s, site) = (&db.store, site_id("acme"));
    let mut state = 88_172_645_463_325_252_u64;
    let mut random = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let mut model: BTreeMap<String, i64> = BTreeMap::new();
    for step in 0..500 {
        let (from, to) = (format!("m{}", random(5)), format!("m{}", random(5)));
        let (id, amount) = (format!("t{step}"), i64::try_from(random(50)).unwrap() + 1);
        let balance_before = model.get(&from).copied().unwrap_or(0);
        let (booking, refused) = match random(3) {
            0 => (give(&id, &points(&from), amount), false),
            1 => (give(&id, &points(&from), -amount), balance_before < amount),
            _ => {
                let postings = [(points(&from), -amount), (points(&to), amount)];
                (transfer(&id, "POINTS", &postings), balance_before < amount || from == to)
            }
        };
        assert_eq!(book(s, &site, &booking).await.is_err(), refused, "step {step}: {booking:?}");
        for step in booking.postings.iter().filter(|_| !refused) {
            if let Account::Points(member) = &step.account {
                *model.entry(member.as_str().to_owned()).or_default() += step.amount;
            }
        }
    }
    for (member, balance) in &model {
        assert_eq!(s.balance(&site, &points(member)).await.unwrap(), *balance);
    }
    assert!(s.verify_ledger().await.unwrap().errors.is_empty());
}
