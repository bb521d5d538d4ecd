//! A single-threaded load generator. Reads a plan as JSON from standard input and writes a report as JSON to standard output.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr};
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::connection::Connection;

/// The requests, and how to send them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    address: SocketAddr,
    /// Maximum number of connections, each with one request at a time.
    connections: usize,
    /// Stop after this many seconds.
    seconds: Option<f64>,
    /// Stop after this many requests.
    requests: Option<usize>,
    /// Requests started per second, regardless of responses (open loop). If missing, each connection sends its next request
    /// after the response (closed loop).
    rate: Option<f64>,
    /// Sends requests in random order.
    #[serde(default)]
    shuffle: bool,
    /// Whether connections come from 250 addresses, as if from as many visitors.
    #[serde(default)]
    visitors: bool,
    /// Whether the report includes all times.
    #[serde(default)]
    detail: bool,
    calls: Vec<Call>,
}

/// A raw request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    /// Name in the report; several calls may have the same.
    name: String,
    text: String,
}

/// Results by name; times in ms.
#[derive(Serialize)]
struct Figures {
    count: usize,
    /// Number of responses by status and, if present, `peachCode`: `200/0`.
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

/// A running load.
struct Load {
    plan: Plan,
    started: Instant,
    next: Cell<usize>,
    random: Cell<u64>,
    /// Number of connections that were opened.
    opened: Cell<u8>,
    idle: RefCell<Vec<Connection>>,
    outcomes: RefCell<BTreeMap<String, Vec<(String, f64)>>>,
}

impl Load {
    /// The index of the next call; `None` if the load is over.
    fn next(&self) -> Option<usize> {
        let number = self.next.replace(self.next.get() + 1);
        let is_over = self.plan.requests.is_some_and(|limit| number >= limit)
            || self.plan.seconds.is_some_and(|limit| self.started.elapsed().as_secs_f64() >= limit);
        let index = if self.plan.shuffle { self.random() } else { number };
        if is_over { None } else { Some(index % self.plan.calls.len()) }
    }

    /// The next number of a random number generator (xorshift) with a fixed seed.
    fn random(&self) -> usize {
        let mut x = self.random.get();
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        self.random.set(x);
        usize::try_from(x >> 33).unwrap_or(0)
    }

    /// The address of the next connection. Attacks come from other addresses.
    fn client(&self) -> Option<Ipv4Addr> {
        let number = self.opened.replace((self.opened.get() + 1) % 250);
        self.plan.visitors.then(|| Ipv4Addr::new(127, 0, 1, 1 + number))
    }

    fn record(&self, call: &Call, outcome: String, since: Instant) {
        let elapsed = since.elapsed().as_secs_f64() * 1000.0;
        self.outcomes.borrow_mut().entry(call.name.clone()).or_default().push((outcome, elapsed));
    }

    /// Sends a request on an idle or new connection, and keeps the connection if it can be reused.
    async fn send(&self, index: usize, since: Instant) {
        let Some(call) = self.plan.calls.get(index) else { return };
        let idle = self.idle.borrow_mut().pop();
        let connection = match idle {
            Some(connection) => Ok(connection),
            None => Connection::open(self.plan.address, self.client()).await,
        };
        let response = match connection {
            Ok(mut connection) => connection.send(&call.text).await.map(|outcome| (outcome, connection)),
            Err(error) => Err(error),
        };
        match response {
            Ok((outcome, connection)) => {
                self.record(call, outcome, since);
                if connection.is_open() {
                    self.idle.borrow_mut().push(connection);
                }
            }
            Err(error) => self.record(call, format!("failed: {error}"), since),
        }
    }

    /// Closed loop: each connection sends its next request after the response.
    async fn closed_loop(self: Rc<Self>) {
        let mut tasks = JoinSet::new();
        for _ in 0..self.plan.connections {
            let load = Rc::clone(&self);
            tasks.spawn_local(async move {
                while let Some(index) = load.next() {
                    load.send(index, Instant::now()).await;
                }
            });
        }
        while tasks.join_next().await.is_some() {}
    }

    /// Open loop: requests start at a fixed rate. Waiting for a free connection is included in the time.
    async fn open_loop(self: Rc<Self>, rate: f64) {
        let free = Rc::new(Semaphore::new(self.plan.connections));
        let mut tasks = JoinSet::new();
        for number in 0_u32.. {
            let scheduled = self.started + Duration::from_secs_f64(f64::from(number) / rate);
            sleep_until(scheduled).await;
            let Some(index) = self.next() else { break };
            let (load, free) = (Rc::clone(&self), Rc::clone(&free));
            tasks.spawn_local(async move {
                let permit = free.acquire().await;
                load.send(index, scheduled).await;
                drop(permit);
            });
        }
        while tasks.join_next().await.is_some() {}
    }
}

fn summarize(results: Vec<(String, f64)>, detail: bool) -> Figures {
    let mut outcomes = BTreeMap::new();
    for (outcome, _) in &results {
        *outcomes.entry(outcome.clone()).or_default() += 1;
    }
    let times: Vec<f64> = results.into_iter().map(|(_, elapsed)| elapsed).collect();
    let mut sorted = times.clone();
    sorted.sort_by(f64::total_cmp);
    let percentile =
        |percent: usize| sorted.get((sorted.len() * percent / 100).min(sorted.len() - 1)).copied();
    Figures {
        count: times.len(),
        outcomes,
        #[expect(clippy::cast_precision_loss, reason = "a mean")]
        mean: times.iter().sum::<f64>() / times.len() as f64,
        p50: percentile(50).unwrap_or(0.0),
        p90: percentile(90).unwrap_or(0.0),
        p99: percentile(99).unwrap_or(0.0),
        max: sorted.last().copied().unwrap_or(0.0),
        times: if detail { times } else { Vec::new() },
    }
}

/// Runs the plan from standard input.
pub async fn run() -> Result<()> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let plan: Plan = serde_json::from_str(&text).context("the plan")?;
    ensure!(!plan.calls.is_empty() && plan.connections > 0, "a plan needs calls and connections");
    ensure!(plan.seconds.is_some() || plan.requests.is_some(), "a plan needs seconds or requests");
    let (rate, detail) = (plan.rate, plan.detail);
    let load = Rc::new(Load {
        plan,
        started: Instant::now(),
        next: Cell::new(0),
        random: Cell::new(0x9e37_79b9_7f4a_7c15),
        opened: Cell::new(0),
        idle: RefCell::default(),
        outcomes: RefCell::default(),
    });
    let local = tokio::task::LocalSet::new();
    match rate {
        None => local.run_until(Rc::clone(&load).closed_loop()).await,
        Some(rate) => local.run_until(Rc::clone(&load).open_loop(rate)).await,
    }
    let seconds = load.started.elapsed().as_secs_f64();
    let outcomes = load.outcomes.take();
    let calls = outcomes.into_iter().map(|(name, results)| (name, summarize(results, detail))).collect();
    println!("{}", serde_json::to_string(&Report { seconds, calls })?);
    Ok(())
}
