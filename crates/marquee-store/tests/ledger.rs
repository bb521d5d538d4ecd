//! Compares the ledger with a model in random steps (security 4.1, 4.2). `script/bench ledger` does the same with 100,000
//! steps on both databases.

#![expect(clippy::unwrap_used, reason = "tests panic on unexpected results")]

use std::collections::BTreeMap;

use jiff::Timestamp;
use marquee_model::loyalty::TransferKind;
use marquee_model::{MemberId, SiteId, TransferId};
use marquee_store::{Account, Posting, Store, StoreError, Transfer};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

/// A transfer to attempt.
#[derive(Debug, Clone)]
struct Step {
    from: Account,
    to: Account,
    amount: i64,
}

/// Maximum amount of one posting.
const MAX_AMOUNT: u64 = 1_000_000_000_000;

/// One transaction: its steps, and whether it is dropped at the end.
type Write = (Vec<Step>, bool);

fn account() -> impl Strategy<Value = Account> {
    prop_oneof![
        2 => Just(Account::Program),
        3 => (0..3_u8).prop_map(|n| Account::Points(MemberId::parse(&format!("m{n}")).unwrap())),
    ]
}

fn writes() -> impl Strategy<Value = Vec<Write>> {
    let amount = prop_oneof![8 => 1..200_i64, 1 => Just(0), 1 => -50..0_i64, 1 => Just(i64::MAX)];
    let step = (account(), account(), amount).prop_map(|(from, to, amount)| Step { from, to, amount });
    let write = (proptest::collection::vec(step, 1..5), prop::bool::weighted(0.1));
    proptest::collection::vec(write, 1..25)
}

fn transfer(number: usize, step: &Step) -> Transfer {
    let side = |account: &Account, amount: i64| Posting { account: account.clone(), amount };
    Transfer {
        id: TransferId::parse(&format!("t{number}")).unwrap(),
        kind: TransferKind::Adjust,
        unit: "POINTS".to_owned(),
        at: Timestamp::UNIX_EPOCH,
        description: String::new(),
        cinema_id: None,
        order_id: None,
        postings: vec![side(&step.from, step.amount.saturating_neg()), side(&step.to, step.amount)],
    }
}

/// Balances by account; the program's is negative.
type Model = BTreeMap<Account, i64>;

/// The balances after a step; `None` if the rules forbid it.
fn allowed(model: &Model, step: &Step) -> Option<Model> {
    let balance = model.get(&step.from).copied().unwrap_or(0);
    let is_insufficient = step.from != Account::Program && balance < step.amount;
    let is_reverse = step.amount < 0 && step.to != Account::Program;
    let receiver_balance = model.get(&step.to).copied().unwrap_or(0).checked_add(step.amount)?;
    let is_valid_amount = step.amount != 0 && step.amount.unsigned_abs() <= MAX_AMOUNT;
    if step.from == step.to || !is_valid_amount || is_insufficient || (is_reverse && receiver_balance < 0) {
        return None;
    }
    let mut after = model.clone();
    *after.entry(step.from.clone()).or_default() = balance.checked_sub(step.amount)?;
    after.insert(step.to.clone(), receiver_balance);
    Some(after)
}

async fn run(store: &Store, site: &SiteId, writes: &[Write]) -> TestCaseResult {
    let (mut model, mut number) = (Model::new(), 0);
    for (steps, is_dropped) in writes {
        let (mut tx, mut after, mut is_committed) =
            (store.begin().await.unwrap(), model.clone(), !is_dropped);
        for step in steps {
            number += 1;
            let expected = allowed(&after, step);
            match tx.book(site, &transfer(number, step)).await {
                Ok(_) => {
                    prop_assert!(expected.is_some(), "{step:?} was booked on {after:?}");
                    after = expected.unwrap();
                }
                Err(StoreError::InsufficientFunds | StoreError::InvalidTransfer(_)) => {
                    prop_assert!(expected.is_none(), "{step:?} was refused on {after:?}");
                    is_committed = false;
                    break;
                }
                Err(other) => prop_assert!(false, "{other}"),
            }
        }
        if is_committed {
            tx.commit().await.unwrap();
            model = after;
        }
    }
    for (account, expected_balance) in model.iter().filter(|(account, _)| **account != Account::Program) {
        prop_assert_eq!(store.balance(site, account).await.unwrap(), *expected_balance);
        let lines = store.statement(site, account, None).await.unwrap();
        prop_assert_eq!(lines.iter().map(|line| line.amount).sum::<i64>(), *expected_balance);
    }
    prop_assert_eq!(model.values().sum::<i64>(), 0);
    let report = store.verify_ledger().await.unwrap();
    prop_assert!(report.errors.is_empty(), "{:?}", report.errors);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn security_4_1_security_4_2_the_ledger_matches_the_model(writes in writes()) {
        let dir = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", dir.path().join("ledger.db").display());
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
            let store = Store::connect(&url).await.unwrap();
            store.migrate().await.unwrap();
            let demo = include_str!("../../../fixtures/demo/meridian/site.json");
            let site: marquee_model::settings::SiteRecord = serde_json::from_str(demo).unwrap();
            let mut tx = store.begin().await.unwrap();
            tx.save_site(&site).await.unwrap();
            tx.commit().await.unwrap();
            let result = run(&store, &site.key, &writes).await;
            store.close().await;
            result
        })?;
    }
}
