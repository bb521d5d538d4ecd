//! Connections: limits, timeouts and graceful shutdown (security 7.3, operations.md "Signals").

mod activity;
mod frames;
mod registry;
mod stream;
#[cfg(test)]
mod tests;
mod turns;

use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use http::{Request, Response};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket, UnixListener, lookup_host};
use tokio::sync::watch;
use tokio::task::yield_now;
use tokio::time::{sleep_until, timeout};

use crate::app::App;
use crate::client::Peer;
use crate::limits::Limits;
use crate::other_hosts::OtherHosts;
use crate::paced_body::PacedBody;
use crate::router::{admin_router, body_time};
use crate::service::Service;
use crate::stored_files::SentFromStore;
use crate::tls::Tls;

use activity::{Activity, ExceededLimit, Micros, RunningRequest, micros};
use registry::{ConnectionGuard, Registry};
use stream::MonitoredStream;
use turns::{InTurn, TurnExecutor, Turns};

/// Length of the accept queue; Linux limits it to `net.core.somaxconn`. If it is full, clients wait a second or more before they
/// try again.
const BACKLOG: u32 = 4_096;
/// How many connections are accepted before other tasks are polled.
const ACCEPTED_AT_ONCE: u32 = 16;
/// Time between two HTTP/2 pings while a request runs, and for the acknowledgment of one.
const PING: Duration = Duration::from_secs(20);
/// How long a connection stays open after GOAWAY, so that an HTTP/2 client notices it.
const GOAWAY_DELAY: Duration = Duration::from_secs(1);

/// Why the server cannot listen on an address.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// The address is in use or not permitted.
    #[error("cannot listen on {address}: {source}")]
    Bind {
        address: String,
        #[source]
        source: std::io::Error,
    },
    /// The format of the address is invalid.
    #[error("invalid address {0:?}: use HOST:PORT or unix:PATH")]
    Address(String),
}

/// A bound address.
#[derive(Debug)]
pub enum Listener {
    Tcp(TcpListener),
    Unix(UnixListener),
}

impl Listener {
    /// Binds `HOST:PORT` or `unix:PATH`. A socket at `PATH` is replaced if no program listens on it any more.
    ///
    /// # Errors
    /// [`ListenError`] if the address is invalid, in use or not permitted.
    pub async fn bind(address: &str) -> Result<Self, ListenError> {
        let failed = |source| ListenError::Bind { address: address.to_owned(), source };
        if let Some(path) = address.strip_prefix("unix:") {
            let path = PathBuf::from(path);
            remove_abandoned_socket(&path).map_err(failed)?;
            return UnixListener::bind(path).map(Self::Unix).map_err(failed);
        }
        if !address.contains(':') {
            return Err(ListenError::Address(address.to_owned()));
        }
        bind_tcp(address).await.map(Self::Tcp).map_err(failed)
    }

    /// The bound TCP address, with the port that was assigned for port 0; `None` for a Unix socket.
    #[must_use]
    pub fn address(&self) -> Option<SocketAddr> {
        match self {
            Self::Tcp(l) => l.local_addr().ok(),
            Self::Unix(_) => None,
        }
    }
}

/// Removes a socket on which no program listens. Keeps sockets that are in use, and other files.
fn remove_abandoned_socket(path: &Path) -> std::io::Result<()> {
    let is_socket = std::fs::symlink_metadata(path).is_ok_and(|metadata| metadata.file_type().is_socket());
    if is_socket && std::os::unix::net::UnixStream::connect(path).is_err() {
        std::fs::remove_file(path)?;
    }
    Ok(())
}

/// Listens on the first address of a host name that can be bound.
async fn bind_tcp(address: &str) -> std::io::Result<TcpListener> {
    let mut failed = std::io::Error::new(std::io::ErrorKind::NotFound, "the host name has no address");
    for address in lookup_host(address).await? {
        let listen = || {
            let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
            socket.set_reuseaddr(true)?;
            socket.bind(address)?;
            socket.listen(BACKLOG)
        };
        match listen() {
            Ok(listener) => return Ok(listener),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

/// The service behind a listener.
trait RequestHandler: Clone + Send + Sync + 'static {
    fn respond(
        &self,
        request: Request<PacedBody<Incoming>>,
    ) -> impl Future<Output = Result<Response<Body>, Infallible>> + Send;

    /// Maximum time for the body of a request to `path`.
    fn body_time(&self, path: &str, limits: &Limits) -> Duration;
}

#[derive(Clone)]
struct PublicHandler(Arc<Service>);

impl RequestHandler for PublicHandler {
    fn respond(
        &self,
        request: Request<PacedBody<Incoming>>,
    ) -> impl Future<Output = Result<Response<Body>, Infallible>> + Send {
        let service = self.0.clone();
        async move { service.respond(request).await }
    }

    fn body_time(&self, path: &str, limits: &Limits) -> Duration {
        body_time(path, limits)
    }
}

#[derive(Clone)]
struct AdminHandler(Router);

impl RequestHandler for AdminHandler {
    async fn respond(&self, request: Request<PacedBody<Incoming>>) -> Result<Response<Body>, Infallible> {
        tower::ServiceExt::oneshot(self.0.clone(), request.map(Body::new)).await
    }

    fn body_time(&self, _: &str, limits: &Limits) -> Duration {
        limits.body
    }
}

/// A body that belongs to a running request until it has been sent.
fn while_running(body: Body, running: RunningRequest) -> Body {
    Body::new(body.map_frame(move |frame| {
        let _ = &running;
        frame
    }))
}

/// The addresses of a server.
#[derive(Debug, Default)]
pub struct Listeners {
    pub public: Vec<Listener>,
    /// Those whose connections this server encrypts.
    pub encrypted: Vec<Listener>,
    pub admin: Option<Listener>,
}

/// Serves all listeners until `stop` completes, then waits at most [`Limits::shutdown`] for running requests. `others`
/// has the hosts that are not sites; most servers have none. `tls` encrypts connections of the listeners that need it.
pub async fn serve(
    app: App,
    others: OtherHosts,
    tls: Option<Tls>,
    listeners: Listeners,
    limits: Limits,
    stop: impl Future<Output = ()>,
) {
    let handler = PublicHandler(Arc::new(Service::new(app.clone(), others, tls.clone())));
    serve_with(handler, app, tls, listeners, limits, stop).await;
}

async fn serve_with<H: RequestHandler>(
    handler: H,
    app: App,
    tls: Option<Tls>,
    listeners: Listeners,
    limits: Limits,
    stop: impl Future<Output = ()>,
) {
    let limits = Arc::new(limits);
    let (stopping, stopped) = watch::channel(());
    let registry = Registry::new(&limits);
    // Counted separately, so that it responds even when visitors have taken all connections.
    let admin_registry = Registry::for_admin(&limits);
    let turns = Turns::new();
    let proxies = app.proxies.clone();
    let public = listeners.public.into_iter().map(|listener| (listener, None));
    let encrypted = listeners.encrypted.into_iter().map(|listener| (listener, tls.clone()));
    for (listener, tls) in public.chain(encrypted) {
        let proxies = proxies.clone();
        let counted_address = move |address| (!proxies.has(address)).then_some(address);
        let server = Server {
            handler: handler.clone(),
            limits: limits.clone(),
            registry: registry.clone(),
            turns: turns.clone(),
            tls,
        };
        tokio::spawn(server.accept(listener, counted_address, stopped.clone()));
    }
    if let Some(listener) = listeners.admin {
        let server = Server {
            handler: AdminHandler(admin_router(app)),
            limits: limits.clone(),
            registry: admin_registry,
            turns,
            tls: None,
        };
        tokio::spawn(server.accept(listener, |_| None, stopped.clone()));
    }
    drop(stopped);
    stop.await;
    shut_down(stopping, limits.shutdown).await;
}

/// Signals listeners and connections to end, and waits for them at most `limit`.
async fn shut_down(stopping: watch::Sender<()>, limit: Duration) {
    stopping.send_replace(());
    if timeout(limit, stopping.closed()).await.is_err() {
        tracing::warn!("requests still running after {} s were aborted", limit.as_secs());
    }
}

/// State that all public listeners share, or all admin listeners.
#[derive(Clone)]
struct Server<H> {
    handler: H,
    limits: Arc<Limits>,
    registry: Arc<Registry>,
    turns: Turns,
    /// Encrypts the connections.
    tls: Option<Tls>,
}

impl<H: RequestHandler> Server<H> {
    /// Accepts connections until the server stops. `counted` returns the address to which the limit per address applies.
    async fn accept(
        self,
        listener: Listener,
        counted: impl Fn(IpAddr) -> Option<IpAddr> + Send,
        mut stopped: watch::Receiver<()>,
    ) {
        let mut accepted_at_once = 0;
        loop {
            accepted_at_once += 1;
            if accepted_at_once == ACCEPTED_AT_ONCE {
                accepted_at_once = 0;
                yield_now().await;
            }
            let end = stopped.clone();
            let accepted = async {
                match &listener {
                    Listener::Tcp(l) => l.accept().await.map(|(s, peer)| Stream::Tcp(s, peer.ip())),
                    Listener::Unix(l) => l.accept().await.map(|(s, _)| Stream::Unix(s)),
                }
            };
            let accepted = tokio::select! {
                _ = stopped.changed() => return,
                accepted = accepted => accepted,
            };
            match accepted {
                Ok(Stream::Tcp(stream, address)) => {
                    drop(stream.set_nodelay(true));
                    self.open(stream, address, counted(address), end);
                }
                // Only processes of this machine can open the socket file.
                Ok(Stream::Unix(stream)) => self.open(stream, Ipv4Addr::LOCALHOST.into(), None, end),
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }

    /// Serves a connection on its own task, or closes it at once if there are too many.
    fn open<S>(&self, stream: S, address: IpAddr, counted: Option<IpAddr>, stopped: watch::Receiver<()>)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        match self.registry.admit(counted) {
            Ok(guard) => {
                let activity = Arc::new(Activity::new());
                let turns = guard.takes_turns().then(|| self.turns.clone());
                let peer = Peer { address, is_encrypted: self.tls.is_some() };
                let connection =
                    Connection { peer, activity: activity.clone(), guard, turns: turns.clone(), stopped };
                let served = self.clone().encrypt_and_serve(stream, connection);
                let task = match turns {
                    Some(turns) => tokio::spawn(InTurn::new(turns, served)),
                    None => tokio::spawn(served),
                };
                self.registry.watch(activity, task.abort_handle());
            }
            Err(refused) => {
                metrics::counter!("marquee_connections_refused_total", "reason" => refused.name())
                    .increment(1);
            }
        }
    }

    /// Serves a connection, which is encrypted first if its listener does.
    async fn encrypt_and_serve<S>(self, stream: S, connection: Connection)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let Some(tls) = &self.tls else { return self.serve(stream, connection).await };
        let mut stopped = connection.stopped.clone();
        let handshake = async {
            tokio::select! {
                biased;
                _ = stopped.changed() => Err(std::io::Error::other("the server stops")),
                encrypted = tls.handshake(stream) => encrypted,
            }
        };
        match timeout(self.limits.first_byte, handshake).await {
            Ok(Ok(stream)) => self.serve(stream, connection).await,
            Ok(Err(error)) => tracing::debug!(%error, "a connection was not encrypted"),
            Err(_) => {
                metrics::counter!("marquee_connections_closed_total", "reason" => "handshake").increment(1);
            }
        }
    }

    async fn serve<S>(self, stream: S, connection: Connection)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let Connection { peer, activity, guard, turns, stopped } = connection;
        let Self { handler, limits, .. } = self;
        let stream = MonitoredStream::new(stream, activity.clone(), limits.clone());
        let service = service_fn(|mut request: Request<Incoming>| {
            let running = activity.clone().request();
            request.extensions_mut().insert(peer);
            let max_time = handler.body_time(request.uri().path(), &limits);
            let request = request.map(|body| PacedBody::new(body, &limits, max_time));
            let handler = handler.clone();
            async move {
                let Ok(mut response) = handler.respond(request).await;
                if response.extensions_mut().remove::<SentFromStore>().is_some() && !running.is_http2() {
                    // A store that is slower than the client must not make the connection look idle.
                    response = response.map(|body| while_running(body, running));
                }
                Ok::<_, Infallible>(response)
            }
        });
        let builder = builder(TurnExecutor(turns));
        let connection = builder.serve_connection(TokioIo::new(stream), service);
        drive(connection, |connection| connection.graceful_shutdown(), &activity, &limits, stopped).await;
        drop(guard);
    }
}

/// A connection that was admitted, without its stream.
struct Connection {
    peer: Peer,
    activity: Arc<Activity>,
    guard: ConnectionGuard,
    turns: Option<Turns>,
    stopped: watch::Receiver<()>,
}

enum Stream {
    Tcp(tokio::net::TcpStream, IpAddr),
    Unix(tokio::net::UnixStream),
}

/// Protocol settings of connections. [`Activity`] enforces the time limits instead of hyper. The limit of hyper for heads already
/// runs while a connection is idle, and does not apply until the version of HTTP is known.
fn builder(executor: TurnExecutor) -> Builder<TurnExecutor> {
    let mut builder = Builder::new(executor);
    // At most 100 headers, the default of hyper. Setting the same number would allocate them on the heap for each request.
    builder.http1().header_read_timeout(None).max_buf_size(16 * 1024);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(PING)
        .keep_alive_timeout(PING)
        .max_concurrent_streams(100)
        .max_header_list_size(16 * 1024);
    builder
}

/// Runs a connection until it ends, exceeds a limit, or has finished its requests after the server was stopped. `shut_down`
/// makes it finish running requests and take no new ones.
async fn drive<C, E>(
    connection: C,
    shut_down: impl Fn(Pin<&mut C>),
    activity: &Activity,
    limits: &Limits,
    mut stopped: watch::Receiver<()>,
) where
    C: Future<Output = Result<(), E>>,
    E: std::fmt::Display,
{
    let mut connection = pin!(connection);
    let mut stop = pin!(stopped.changed());
    let mut is_ending = false;
    // When a connection that is shutting down and has no running request is closed.
    let mut close_at: Option<Micros> = None;
    let mut armed = micros(limits.first_byte);
    let mut timer = pin!(sleep_until(activity.instant(armed)));
    poll_fn(|cx| {
        if !is_ending && stop.as_mut().poll(cx).is_ready() {
            is_ending = true;
            shut_down(connection.as_mut());
        }
        loop {
            if let Poll::Ready(ended) = connection.as_mut().poll(cx) {
                if let Err(error) = ended {
                    tracing::debug!(%error, "a connection ended");
                }
                return Poll::Ready(());
            }
            if is_ending {
                if !activity.is_http2() && activity.is_idle() && activity.is_before_request() {
                    return Poll::Ready(());
                }
                close_at = activity
                    .is_idle()
                    .then(|| close_at.unwrap_or_else(|| activity.now() + micros(GOAWAY_DELAY)));
            }
            let (due, overdue) = match (activity.deadline(limits), close_at) {
                // A request runs: no deadline applies.
                (None, None) => return Poll::Pending,
                (Some((at, overdue)), None) => (at, Some(overdue)),
                (Some((at, overdue)), Some(close_at)) if overdue != ExceededLimit::Idle && at < close_at => {
                    (at, Some(overdue))
                }
                (_, Some(close_at)) => (close_at, None),
            };
            if due < armed || timer.is_elapsed() {
                armed = due;
                timer.as_mut().reset(activity.instant(due));
            }
            if timer.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
            if activity.now() < due {
                // The deadline has moved since the timer was set.
                continue;
            }
            let Some(overdue) = overdue else { return Poll::Ready(()) };
            metrics::counter!("marquee_connections_closed_total", "reason" => overdue.name()).increment(1);
            if overdue != ExceededLimit::Idle || !activity.is_http2() {
                return Poll::Ready(());
            }
            // GOAWAY tells an HTTP/2 client which of its requests were processed.
            is_ending = true;
            shut_down(connection.as_mut());
        }
    })
    .await;
}
