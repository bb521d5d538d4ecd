//! Books random transfers on an empty database and compares the ledger with a model. Members and gift cards receive, spend
//! and exchange; some steps exceed the balance, some transactions are rolled back. At the end, all balances must match the
//! model, the sum of each unit must be zero, and the audit must find no errors.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use jiff::Timestamp;
use marquee_model::loyalty::TransferKind;
use marquee_model::{GiftCardId, MemberId, SiteId, TransferId};
use marquee_store::{Account, Posting, Store, StoreError, Transfer};

const MEMBERS: u64 = 50;
const CARDS: u64 = 10;
/// Maximum number of steps per transaction.
const MAX_STEPS: u64 = 40;

/// A random number generator (xorshift) with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }

    fn member(&mut self) -> Account {
        Account::Points(MemberId::normalized(&format!("m{}", self.below(MEMBERS))))
    }

    fn card(&mut self) -> Account {
        Account::GiftCard(GiftCardId::normalized(&format!("g{}", self.below(CARDS))))
    }

    /// A random transfer: from, to, and unit.
    fn step(&mut self) -> (Account, Account, &'static str) {
        match self.below(10) {
            0..4 => (Account::Program, self.member(), "POINTS"),
            4..7 => (self.member(), Account::Program, "POINTS"),
            7 => (self.member(), self.member(), "POINTS"),
            8 => (Account::Program, self.card(), "USD"),
            _ => (self.card(), Account::Program, "USD"),
        }
    }
}

impl Random {
    /// A random amount: from a member or card at most the balance, except in 2 % of steps.
    fn amount(&mut self, model: &Model, from: &Account, unit: &'static str) -> Result<i64> {
        let has = model.get(&(from.clone(), unit)).copied().unwrap_or(0);
        let most = if *from == Account::Program { 500 } else { u64::try_from(has)? };
        let more = if *from != Account::Program && self.below(50) == 0 { most } else { 0 };
        Ok(i64::try_from(more + 1 + self.below(most.max(1)))?)
    }
}

/// Balances by account and unit.
type Model = BTreeMap<(Account, &'static str), i64>;

fn transfer(number: u64, from: &Account, to: &Account, unit: &str, amount: i64) -> Transfer {
    let step = |account: &Account, amount| Posting { account: account.clone(), amount };
    Transfer {
        id: TransferId::normalized(&format!("t{number}")),
        kind: TransferKind::Adjust,
        unit: unit.to_owned(),
        at: Timestamp::UNIX_EPOCH,
        description: String::new(),
        cinema_id: None,
        order_id: None,
        postings: vec![step(from, -amount), step(to, amount)],
    }
}

/// The expected result of a step.
fn expected(model: &Model, from: &Account, to: &Account, unit: &'static str, amount: i64) -> &'static str {
    let has = model.get(&(from.clone(), unit)).copied().unwrap_or(0);
    match () {
        () if from == to => "wrong",
        () if *from != Account::Program && has < amount => "short",
        () => "booked",
    }
}

/// Books all steps; returns how many were booked, refused and rolled back.
async fn book(store: &Store, site: &SiteId, model: &mut Model, steps: u64) -> Result<[u64; 3]> {
    let (mut chance, mut number) = (Random(0x9e37_79b9_7f4a_7c15), 0);
    let [mut booked, mut refused, mut dropped] = [0; 3];
    while number < steps {
        let (mut tx, mut after, mut fresh) = (store.begin().await?, model.clone(), 0);
        let mut is_dropped = chance.below(20) == 0;
        for _ in 0..=chance.below(MAX_STEPS) {
            number += 1;
            let (from, to, unit) = chance.step();
            let amount = chance.amount(&after, &from, unit)?;
            let result = match tx.book(site, &transfer(number, &from, &to, unit, amount)).await {
                Ok(_) => "booked",
                Err(StoreError::InsufficientFunds) => "short",
                Err(StoreError::InvalidTransfer(_)) => "wrong",
                Err(other) => return Err(other.into()),
            };
            let wanted = expected(&after, &from, &to, unit, amount);
            if result != wanted {
                bail!("step {number}: {result}, and not {wanted}");
            }
            if result != "booked" {
                // A refused step rolls back the whole transaction.
                (refused, is_dropped) = (refused + 1, true);
                break;
            }
            *after.entry((from, unit)).or_default() -= amount;
            *after.entry((to, unit)).or_default() += amount;
            fresh += 1;
        }
        if is_dropped {
            drop(tx);
            dropped += fresh;
        } else {
            tx.commit().await?;
            booked += fresh;
            *model = after;
        }
    }
    Ok([booked, refused, dropped])
}

/// Runs the test, and prints the number of steps booked, refused and rolled back, of differing balances, of errors, and of
/// ledger entries.
pub async fn run(url: &str, steps: u64) -> Result<()> {
    let store = Store::connect(url).await?;
    store.migrate().await?;
    let demo = include_str!("../../../fixtures/demo/meridian/site.json");
    let record: marquee_model::settings::SiteRecord = serde_json::from_str(demo)?;
    let mut tx = store.begin().await?;
    tx.save_site(&record).await?;
    tx.commit().await?;
    let (site, mut model) = (record.key, Model::new());
    let [booked, refused, dropped] = book(&store, &site, &mut model, steps).await?;
    for unit in ["POINTS", "USD"] {
        let sum: i64 = model.iter().filter(|((_, of), _)| *of == unit).map(|(_, has)| has).sum();
        if sum != 0 {
            bail!("{unit} add up to {sum}");
        }
    }
    let mut differ = 0;
    for ((account, _), has) in model.iter().filter(|((account, _), _)| *account != Account::Program) {
        differ += u64::from(store.balance(&site, account).await? != *has);
    }
    let report = store.verify_ledger().await?;
    let wrong = report.errors.len();
    println!("{booked} {refused} {dropped} {differ} {wrong} {}", report.entries);
    if differ > 0 || wrong > 0 {
        bail!("{differ} balances differ, {wrong} accounts are wrong");
    }
    Ok(())
}
