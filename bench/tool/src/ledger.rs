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
        let balance = model.get(&(from.clone(), unit)).copied().unwrap_or(0);
        let maximum = if *from == Account::Program { 500 } else { u64::try_from(balance)? };
        let excess = if *from != Account::Program && self.below(50) == 0 { maximum } else { 0 };
        Ok(i64::try_from(excess + 1 + self.below(maximum.max(1)))?)
    }
}

/// Balances by account and unit.
type Model = BTreeMap<(Account, &'static str), i64>;

fn transfer(number: u64, from: &Account, to: &Account, unit: &str, amount: i64) -> Transfer {
    let posting = |account: &Account, amount| Posting { account: account.clone(), amount };
    Transfer {
        id: TransferId::normalized(&format!("t{number}")),
        kind: TransferKind::Adjust,
        unit: unit.to_owned(),
        at: Timestamp::UNIX_EPOCH,
        description: String::new(),
        cinema_id: None,
        order_id: None,
        postings: vec![posting(from, -amount), posting(to, amount)],
    }
}

/// The expected result of a step.
fn expected_result(
    model: &Model,
    from: &Account,
    to: &Account,
    unit: &'static str,
    amount: i64,
) -> &'static str {
    let balance = model.get(&(from.clone(), unit)).copied().unwrap_or(0);
    match () {
        () if from == to => "invalid",
        () if *from != Account::Program && balance < amount => "insufficient funds",
        () => "booked",
    }
}

/// Books all steps; returns how many were booked, refused and rolled back.
async fn book(store: &Store, site: &SiteId, model: &mut Model, steps: u64) -> Result<[u64; 3]> {
    let (mut random, mut number) = (Random(0x9e37_79b9_7f4a_7c15), 0);
    let [mut booked, mut refused, mut rolled_back] = [0; 3];
    while number < steps {
        let (mut tx, mut after, mut unsaved) = (store.begin().await?, model.clone(), 0);
        let mut is_rolled_back = random.below(20) == 0;
        for _ in 0..=random.below(MAX_STEPS) {
            number += 1;
            let (from, to, unit) = random.step();
            let amount = random.amount(&after, &from, unit)?;
            let result = match tx.book(site, &transfer(number, &from, &to, unit, amount)).await {
                Ok(_) => "booked",
                Err(StoreError::InsufficientFunds) => "insufficient funds",
                Err(StoreError::InvalidTransfer(_)) => "invalid",
                Err(other) => return Err(other.into()),
            };
            let expected = expected_result(&after, &from, &to, unit, amount);
            if result != expected {
                bail!("step {number}: {result} instead of {expected}");
            }
            if result != "booked" {
                // A refused step rolls back the whole transaction.
                (refused, is_rolled_back) = (refused + 1, true);
                break;
            }
            *after.entry((from, unit)).or_default() -= amount;
            *after.entry((to, unit)).or_default() += amount;
            unsaved += 1;
        }
        if is_rolled_back {
            drop(tx);
            rolled_back += unsaved;
        } else {
            tx.commit().await?;
            booked += unsaved;
            *model = after;
        }
    }
    Ok([booked, refused, rolled_back])
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
    let [booked, refused, rolled_back] = book(&store, &site, &mut model, steps).await?;
    for unit in ["POINTS", "USD"] {
        let sum: i64 =
            model.iter().filter(|((_, model_unit), _)| *model_unit == unit).map(|(_, balance)| balance).sum();
        if sum != 0 {
            bail!("{unit}: the sum is {sum} instead of 0");
        }
    }
    let mut differences = 0;
    for ((account, _), balance) in model.iter().filter(|((account, _), _)| *account != Account::Program) {
        differences += u64::from(store.balance(&site, account).await? != *balance);
    }
    let report = store.verify_ledger().await?;
    let errors = report.errors.len();
    println!("{booked} {refused} {rolled_back} {differences} {errors} {}", report.entries);
    if differences > 0 || errors > 0 {
        bail!("{differences} balances differ, {errors} errors in the ledger");
    }
    Ok(())
}
