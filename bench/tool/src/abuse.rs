//! Attacks a server for some seconds: clients that are silent or slow, leave before the response, or flood their connection.
//! Reads a plan as JSON from standard input and writes a report as JSON to standard output.

use std::cell::Cell;
use std::net::{Ipv4Addr, SocketAddr};
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout, timeout_at};

/// Connections from one loopback address, below the limit per address.
const CONNECTIONS_PER_ADDRESS: usize = 900;
/// How long a client whose connection was closed or refused waits before it opens another one.
const RECONNECT_DELAY: Duration = Duration::from_millis(100);

/// Number of clients that connect per 10 ms.
const ARRIVALS_PER_STEP: usize = 20;

/// What the clients of an attack do.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// They send nothing.
    Silent,
    /// They send a request head or a body, one byte a second.
    Slow,
    /// They make one request each and read its response.
    Requests,
    /// They make one request each and leave 4 ms later.
    Aborted,
    /// They send frames without a pause.
    Pings,
    Settings,
    Resets,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    address: SocketAddr,
    kind: Kind,
    /// Number of concurrent clients.
    clients: usize,
    /// For how long silent and slow clients reopen closed connections.
    #[serde(default)]
    seconds: f64,
    /// The requests, sent one after the other; for slow clients, what is sent before the pace drops to one byte a second.
    #[serde(default)]
    requests: Vec<String>,
    /// Number of frames per connection.
    #[serde(default)]
    frames: usize,
}

/// Results of an attack.
#[derive(Debug, Default, Serialize)]
struct Report {
    seconds: f64,
    opened: usize,
    /// Closed by the server.
    closed: usize,
    /// Not accepted, or closed before anything could be sent.
    failed: usize,
    /// Number of responses by status.
    statuses: std::collections::BTreeMap<String, usize>,
    /// Number of frames sent before the server closed the connection.
    frames: usize,
}

struct Attack {
    plan: Plan,
    end: Instant,
    next: Cell<usize>,
    report: std::cell::RefCell<Report>,
}

impl Attack {
    async fn connect(&self, client: usize) -> Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        let host = u8::try_from(2 + client / CONNECTIONS_PER_ADDRESS).context("too many clients")?;
        socket.set_reuseaddr(true)?;
        socket.bind((Ipv4Addr::new(127, 0, 0, host), 0).into())?;
        let stream = timeout(Duration::from_secs(10), socket.connect(self.plan.address)).await??;
        self.report.borrow_mut().opened += 1;
        Ok(stream)
    }

    /// The next request, if there is another one.
    fn request(&self) -> Option<&str> {
        self.plan.requests.get(self.next.replace(self.next.get() + 1)).map(String::as_str)
    }

    async fn run_client(self: Rc<Self>, client: usize) {
        match self.plan.kind {
            Kind::Silent | Kind::Slow => {
                while Instant::now() < self.end {
                    match self.hold(client).await {
                        Ok(true) => self.report.borrow_mut().closed += 1,
                        Ok(false) => {}
                        Err(_) => self.report.borrow_mut().failed += 1,
                    }
                    sleep(RECONNECT_DELAY).await;
                }
            }
            Kind::Requests | Kind::Aborted => {
                while let Some(request) = self.request() {
                    if self.send(client, request).await.is_err() {
                        self.report.borrow_mut().failed += 1;
                    }
                }
            }
            Kind::Pings | Kind::Settings | Kind::Resets => {
                if self.flood(client).await.is_err() {
                    self.report.borrow_mut().failed += 1;
                }
            }
        }
    }

    /// Holds a connection open; returns whether the server closed it.
    async fn hold(&self, client: usize) -> Result<bool> {
        let (mut read, mut write) = self.connect(client).await?.into_split();
        let next_byte: &[u8] = match self.plan.kind {
            Kind::Slow => {
                let request = self.plan.requests.get(client % self.plan.requests.len().max(1));
                let request = request.context("slow clients need requests")?;
                write.write_all(request.as_bytes()).await?;
                b"x"
            }
            _ => b"",
        };
        let mut buffer = [0; 1024];
        loop {
            let until = self.end.min(Instant::now() + Duration::from_secs(1));
            match timeout_at(until, read.read(&mut buffer)).await {
                Ok(Ok(0) | Err(_)) => return Ok(true),
                Ok(Ok(_)) => {}
                Err(_) if Instant::now() >= self.end => return Ok(false),
                Err(_) => {
                    if write.write_all(next_byte).await.is_err() {
                        return Ok(true);
                    }
                }
            }
        }
    }

    /// Makes a request; clients of the kind `Aborted` disconnect before the response.
    async fn send(&self, client: usize, request: &str) -> Result<()> {
        let mut stream = self.connect(client).await?;
        stream.write_all(request.as_bytes()).await?;
        if matches!(self.plan.kind, Kind::Aborted) {
            sleep(Duration::from_millis(4)).await;
            return Ok(());
        }
        let mut response = Vec::new();
        timeout(Duration::from_secs(120), stream.read_to_end(&mut response)).await??;
        let status = String::from_utf8_lossy(response.get(9..12).unwrap_or_default()).into_owned();
        *self.report.borrow_mut().statuses.entry(status).or_default() += 1;
        Ok(())
    }

    /// Sends frames until all are sent or the server closes the connection.
    async fn flood(&self, client: usize) -> Result<()> {
        const START: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
        const PING: &[u8] = b"\0\0\x08\x06\0\0\0\0\x00aaaaaaaa";
        const SETTINGS: &[u8] = b"\0\0\0\x04\0\0\0\0\0";
        // GET http://a/
        const HEADERS: &[u8] = b"\x82\x86\x84\x01\x01a";
        let (mut read, mut write) = self.connect(client).await?.into_split();
        let reader = tokio::task::spawn_local(async move {
            let mut buffer = vec![0; 64 * 1024];
            while read.read(&mut buffer).await.is_ok_and(|count| count > 0) {}
        });
        write.write_all(START).await?;
        let mut frames = 0;
        while frames < self.plan.frames {
            let mut batch = Vec::new();
            let end = (frames + 100).min(self.plan.frames);
            for number in frames..end {
                match self.plan.kind {
                    Kind::Pings => batch.extend(PING),
                    Kind::Settings => batch.extend(SETTINGS),
                    _ => {
                        let stream = u32::try_from(2 * number + 1)?.to_be_bytes();
                        batch.extend([b"\0\0\x06\x01\x05", &stream[..], HEADERS].concat());
                        batch.extend([b"\0\0\x04\x03\x00", &stream[..], &[0, 0, 0, 8]].concat());
                    }
                }
            }
            frames = end;
            // If the server neither reads nor closes, the flood is stopped as well.
            if !matches!(timeout(Duration::from_secs(10), write.write_all(&batch)).await, Ok(Ok(()))) {
                break;
            }
        }
        let is_closed = timeout(Duration::from_secs(10), reader).await.is_ok();
        let mut report = self.report.borrow_mut();
        report.closed += usize::from(is_closed);
        report.frames += frames;
        Ok(())
    }
}

/// Runs the plan from standard input.
pub async fn run() -> Result<()> {
    let plan: Plan = serde_json::from_str(&std::io::read_to_string(std::io::stdin())?).context("the plan")?;
    ensure!(plan.clients > 0, "an attack needs clients");
    let (started, clients) = (Instant::now(), plan.clients);
    let end = started + Duration::from_secs_f64(plan.seconds);
    let attack = Rc::new(Attack { plan, end, next: Cell::new(0), report: Default::default() });
    let local = tokio::task::LocalSet::new();
    local
        .run_until(async {
            let mut tasks = JoinSet::new();
            for client in 0..clients {
                // Clients arrive one after the other, so that slow ones do not all send at the same instant.
                if client % ARRIVALS_PER_STEP == ARRIVALS_PER_STEP - 1 {
                    sleep_until(Instant::now() + Duration::from_millis(10)).await;
                }
                tasks.spawn_local(Rc::clone(&attack).run_client(client));
            }
            while tasks.join_next().await.is_some() {}
        })
        .await;
    let mut report = attack.report.take();
    report.seconds = started.elapsed().as_secs_f64();
    println!("{}", serde_json::to_string(&report)?);
    Ok(())
}
