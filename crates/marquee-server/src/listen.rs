//! Connections: limits, timers, a clean end (security 7.3, operations.md "Signals").

use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, UnixListener};
use tokio::sync::Semaphore;

use crate::client::Peer;
use crate::router::{App, router};
use crate::service;

/// Connections at once.
const CONNECTIONS: usize = 10_000;
/// Time for a request head, idle keep-alive included.
const HEAD: Duration = Duration::from_secs(30);
/// Time for running requests at the end.
const LAST: Duration = Duration::from_secs(10);

/// Why an address is not listened on.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// The address is taken or not allowed.
    #[error("cannot listen on {address}: {source}")]
    Bind {
        /// The address.
        address: String,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// The address is not understood.
    #[error("{0:?} is not an address: use HOST:PORT or unix:PATH")]
    Address(String),
}

/// A bound address.
#[derive(Debug)]
pub enum Listener {
    /// TCP.
    Tcp(TcpListener),
    /// A Unix socket.
    Unix(UnixListener),
}

impl Listener {
    /// Binds `HOST:PORT` or `unix:PATH`.
    ///
    /// # Errors
    /// [`ListenError`] says what is wrong with the address.
    pub async fn bind(address: &str) -> Result<Self, ListenError> {
        let failed = |source| ListenError::Bind { address: address.to_owned(), source };
        if let Some(path) = address.strip_prefix("unix:") {
            let path = PathBuf::from(path);
            if path.exists() {
                std::fs::remove_file(&path).map_err(failed)?;
            }
            return UnixListener::bind(path).map(Self::Unix).map_err(failed);
        }
        if !address.contains(':') {
            return Err(ListenError::Address(address.to_owned()));
        }
        TcpListener::bind(address).await.map(Self::Tcp).map_err(failed)
    }

    /// The bound TCP address, with the port that was given for 0.
    #[must_use]
    pub fn address(&self) -> Option<SocketAddr> {
        match self {
            Self::Tcp(l) => l.local_addr().ok(),
            Self::Unix(_) => None,
        }
    }
}

/// What is answered on a listener.
#[derive(Clone)]
enum What {
    Public(Arc<(App, Router)>),
    Admin(Router),
}

/// Answers on all listeners until `stop` is done, then finishes what runs, 10 s at most.
pub async fn serve(
    app: App,
    public: Vec<Listener>,
    admin: Option<(Listener, Router)>,
    stop: impl Future<Output = ()>,
) {
    let public_what = What::Public(Arc::new((app.clone(), router(app))));
    let graceful = Arc::new(GracefulShutdown::new());
    let permits = Arc::new(Semaphore::new(CONNECTIONS));
    let (ending, _) = tokio::sync::broadcast::channel::<()>(1);
    let mut tasks = Vec::new();
    let admin = admin.map(|(l, r)| (l, What::Admin(r)));
    for (listener, what) in public.into_iter().map(|l| (l, public_what.clone())).chain(admin) {
        tasks.push(tokio::spawn(accept(
            listener,
            what,
            permits.clone(),
            graceful.clone(),
            ending.subscribe(),
        )));
    }
    stop.await;
    drop(ending.send(()));
    for task in tasks {
        drop(task.await);
    }
    let Some(graceful) = Arc::into_inner(graceful) else { return };
    if tokio::time::timeout(LAST, graceful.shutdown()).await.is_err() {
        tracing::warn!("requests still ran after {} s and were cut off", LAST.as_secs());
    }
}

async fn accept(
    listener: Listener,
    what: What,
    permits: Arc<Semaphore>,
    graceful: Arc<GracefulShutdown>,
    mut ending: tokio::sync::broadcast::Receiver<()>,
) {
    loop {
        let Ok(permit) = permits.clone().acquire_owned().await else { return };
        let accepted = async {
            match &listener {
                Listener::Tcp(l) => l.accept().await.map(|(s, peer)| {
                    drop(s.set_nodelay(true));
                    Stream::Tcp(s, Peer(peer.ip()))
                }),
                Listener::Unix(l) => l.accept().await.map(|(s, _)| Stream::Unix(s)),
            }
        };
        let stream = tokio::select! {
            _ = ending.recv() => return,
            stream = accepted => stream,
        };
        match stream {
            Ok(Stream::Tcp(s, peer)) => connection(s, peer, what.clone(), &graceful, permit),
            // Who has the file is on this machine.
            Ok(Stream::Unix(s)) => {
                connection(s, Peer(Ipv4Addr::LOCALHOST.into()), what.clone(), &graceful, permit)
            }
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

enum Stream {
    Tcp(tokio::net::TcpStream, Peer),
    Unix(tokio::net::UnixStream),
}

fn connection<S>(
    stream: S,
    peer: Peer,
    what: What,
    graceful: &GracefulShutdown,
    permit: tokio::sync::OwnedSemaphorePermit,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(16 * 1024)
        .max_headers(100);
    builder.http2().timer(TokioTimer::new()).max_concurrent_streams(100).max_header_list_size(16 * 1024);
    let service = service_fn(move |mut request: http::Request<hyper::body::Incoming>| {
        let what = what.clone();
        request.extensions_mut().insert(peer);
        async move {
            match what {
                What::Public(both) => service::answer(&both.0, &both.1, request).await,
                What::Admin(router) => {
                    tower::ServiceExt::oneshot(router, request.map(axum::body::Body::new)).await
                }
            }
        }
    });
    let connection = builder.serve_connection(TokioIo::new(stream), service).into_owned();
    let watched = graceful.watch(connection);
    tokio::spawn(async move {
        if let Err(error) = watched.await {
            tracing::debug!(%error, "a connection ended");
        }
        drop(permit);
    });
}
