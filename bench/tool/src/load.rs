//! Makes requests, on one thread: a plan comes in as JSON, what happened goes out as JSON.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io::Read;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::connection::Connection;

/// What is to be asked, and how.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    address: SocketAddr,
    /// How many connections there are at most, each with one request at a time.
    connections: usize,
    /// When to stop: after so many seconds, or so many requests.
    seconds: Option<f64>,
    requests: Option<usize>,
    /// Requests that are begun each second, whether others were answered or not; without it each connection asks as soon as
    /// it has its answer.
    rate: Option<f64>,
    /// Requests in a random order instead of that of the list.
    #[serde(default)]
    shuffle: bool,
    /// Every single time is told.
    #[serde(default)]
    detail: bool,
    calls: Vec<Call>,
}

/// A request as it goes over the wire.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    /// What its figures are listed under; others may have the same.
    name: String,
    text: String,
}

/// The figures of a name; times in ms.
#[derive(Serialize)]
struct Figures {
    count: usize,
    /// Statuses, with the loyalty programme's code if there is one: `200/0`.
    outcomes: BTreeMap<String, usize>,
    mean: f64,
    p50: f64,
    p90: f64,
    p99: f64,
    max: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    times: Vec<f64>,
}

#[derive(Serialize)]
struct Report {
    seconds: f64,
    calls: BTreeMap<String, Figures>,
}

/// A load that runs.
struct Load {
    plan: Plan,
    begun: Instant,
    next: Cell<usize>,
    random: Cell<u64>,
    idle: RefCell<Vec<Connection>>,
    seen: RefCell<BTreeMap<String, Vec<(String, f64)>>>,
}

impl Load {
    /// The place of the next request, if there is another one.
    fn next(&self) -> Option<usize> {
        let number = self.next.replace(self.next.get() + 1);
        let over = self.plan.requests.is_some_and(|most| number >= most)
            || self.plan.seconds.is_some_and(|most| self.begun.elapsed().as_secs_f64() >= most);
        let place = if self.plan.shuffle { self.chance() } else { number };
        if over { None } else { Some(place % self.plan.calls.len()) }
    }

    /// A number by chance, the same ones in each run (xorshift).
    fn chance(&self) -> usize {
        let mut x = self.random.get();
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        self.random.set(x);
        usize::try_from(x >> 33).unwrap_or(0)
    }

    fn note(&self, call: &Call, outcome: String, since: Instant) {
        let took = since.elapsed().as_secs_f64() * 1000.0;
        self.seen.borrow_mut().entry(call.name.clone()).or_default().push((outcome, took));
    }

    /// Asks on a connection that is kept if it can be used again.
    async fn ask(&self, place: usize, since: Instant) {
        let Some(call) = self.plan.calls.get(place) else { return };
        let kept = self.idle.borrow_mut().pop();
        let connection = match kept {
            Some(connection) => Ok(connection),
            None => Connection::open(self.plan.address).await,
        };
        let answer = match connection {
            Ok(mut connection) => connection.ask(&call.text).await.map(|outcome| (outcome, connection)),
            Err(error) => Err(error),
        };
        match answer {
            Ok((outcome, connection)) => {
                self.note(call, outcome, since);
                if connection.is_open() {
                    self.idle.borrow_mut().push(connection);
                }
            }
            Err(error) => self.note(call, format!("failed: {error}"), since),
        }
    }

    /// Each connection asks as soon as it has its answer.
    async fn one_after_the_other(self: Rc<Self>) {
        let mut asking = JoinSet::new();
        for _ in 0..self.plan.connections {
            let load = Rc::clone(&self);
            asking.spawn_local(async move {
                while let Some(place) = load.next() {
                    load.ask(place, Instant::now()).await;
                }
            });
        }
        while asking.join_next().await.is_some() {}
    }

    /// Requests begin when they are due; one that finds no connection free waits for it, and that time counts.
    async fn at_a_rate(self: Rc<Self>, rate: f64) {
        let free = Rc::new(Semaphore::new(self.plan.connections));
        let mut asking = JoinSet::new();
        for number in 0_u32.. {
            let due = self.begun + Duration::from_secs_f64(f64::from(number) / rate);
            sleep_until(due).await;
            let Some(place) = self.next() else { break };
            let (load, free) = (Rc::clone(&self), Rc::clone(&free));
            asking.spawn_local(async move {
                let permit = free.acquire().await;
                load.ask(place, due).await;
                drop(permit);
            });
        }
        while asking.join_next().await.is_some() {}
    }
}

fn figures(seen: Vec<(String, f64)>, detail: bool) -> Figures {
    let mut outcomes = BTreeMap::new();
    for (outcome, _) in &seen {
        *outcomes.entry(outcome.clone()).or_default() += 1;
    }
    let times: Vec<f64> = seen.into_iter().map(|(_, took)| took).collect();
    let mut sorted = times.clone();
    sorted.sort_by(f64::total_cmp);
    let at = |percent: usize| sorted.get((sorted.len() * percent / 100).min(sorted.len() - 1)).copied();
    Figures {
        count: times.len(),
        outcomes,
        #[expect(clippy::cast_precision_loss, reason = "a mean")]
        mean: times.iter().sum::<f64>() / times.len() as f64,
        p50: at(50).unwrap_or(0.0),
        p90: at(90).unwrap_or(0.0),
        p99: at(99).unwrap_or(0.0),
        max: sorted.last().copied().unwrap_or(0.0),
        times: if detail { times } else { Vec::new() },
    }
}

/// Makes the load of the plan on standard input.
pub async fn run() -> Result<()> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let plan: Plan = serde_json::from_str(&text).context("the plan")?;
    ensure!(!plan.calls.is_empty() && plan.connections > 0, "a plan needs calls and connections");
    ensure!(plan.seconds.is_some() || plan.requests.is_some(), "a plan needs an end");
    let (rate, detail) = (plan.rate, plan.detail);
    let load = Rc::new(Load {
        plan,
        begun: Instant::now(),
        next: Cell::new(0),
        random: Cell::new(0x9e37_79b9_7f4a_7c15),
        idle: RefCell::default(),
        seen: RefCell::default(),
    });
    let local = tokio::task::LocalSet::new();
    match rate {
        None => local.run_until(Rc::clone(&load).one_after_the_other()).await,
        Some(rate) => local.run_until(Rc::clone(&load).at_a_rate(rate)).await,
    }
    let seconds = load.begun.elapsed().as_secs_f64();
    let seen = load.seen.take();
    let calls = seen.into_iter().map(|(name, seen)| (name, figures(seen, detail))).collect();
    println!("{}", serde_json::to_string(&Report { seconds, calls })?);
    Ok(())
}
