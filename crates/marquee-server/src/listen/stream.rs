//! A stream that records its activity.

use std::io::{Error, ErrorKind, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::activity::Activity;
use super::frames::FrameMonitor;
use crate::limits::Limits;

/// The connection preface of HTTP/2.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

enum Protocol {
    /// Unknown until the preface has arrived; the number of its bytes so far.
    Undecided(usize),
    Http1,
    Http2(Box<FrameMonitor>),
}

/// A stream that records its reads and writes in the connection's [`Activity`].
pub(super) struct MonitoredStream<S> {
    inner: S,
    activity: Arc<Activity>,
    limits: Arc<Limits>,
    protocol: Protocol,
    /// Whether bytes that an encrypted stream has taken wait for the client.
    is_flushing: bool,
}

impl<S> MonitoredStream<S> {
    pub(super) fn new(inner: S, activity: Arc<Activity>, limits: Arc<Limits>) -> Self {
        Self { inner, activity, limits, protocol: Protocol::Undecided(0), is_flushing: false }
    }

    fn received(&mut self, mut bytes: &[u8]) -> Result<(), Error> {
        let now = self.activity.now();
        if let Protocol::Undecided(matched) = self.protocol {
            let expected = PREFACE.get(matched..).unwrap_or_default();
            let count = expected.len().min(bytes.len());
            let (head, rest) = bytes.split_at(count);
            if !expected.starts_with(head) {
                self.protocol = Protocol::Http1;
            } else if count < expected.len() {
                self.protocol = Protocol::Undecided(matched + count);
            } else {
                self.protocol = Protocol::Http2(Box::new(FrameMonitor::new(&self.limits)));
                self.activity.received(now);
                bytes = rest;
            }
        }
        match &mut self.protocol {
            Protocol::Undecided(_) | Protocol::Http1 => self.activity.received(now),
            Protocol::Http2(monitor) => {
                monitor.received(bytes, now, &self.activity).map_err(|flood| {
                    metrics::counter!("marquee_connections_closed_total", "reason" => "frames").increment(1);
                    Error::new(ErrorKind::InvalidData, flood)
                })?;
            }
        }
        Ok(())
    }

    fn wrote<'a>(&mut self, written: &Poll<Result<usize, Error>>, parts: impl Iterator<Item = &'a [u8]>) {
        let activity = &self.activity;
        match written {
            Poll::Pending => activity.blocked(activity.now()),
            Poll::Ready(Ok(count)) => {
                activity.wrote(|| activity.now());
                if let Protocol::Http2(monitor) = &mut self.protocol {
                    let mut remaining = *count;
                    for part in parts {
                        let length = part.len().min(remaining);
                        let part = part.get(..length).unwrap_or_default();
                        monitor.written(part, activity, || activity.now());
                        remaining -= length;
                    }
                }
            }
            Poll::Ready(Err(_)) => {}
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for MonitoredStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<(), Error>> {
        let filled_before = buffer.filled().len();
        ready!(Pin::new(&mut self.inner).poll_read(cx, buffer))?;
        match buffer.filled().get(filled_before..) {
            Some(new) if !new.is_empty() => Poll::Ready(self.received(new)),
            _ => Poll::Ready(Ok(())),
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for MonitoredStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize, Error>> {
        let result = Pin::new(&mut self.inner).poll_write(cx, bytes);
        self.wrote(&result, std::iter::once(bytes));
        result
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<Result<usize, Error>> {
        let result = Pin::new(&mut self.inner).poll_write_vectored(cx, parts);
        self.wrote(&result, parts.iter().map(|part| &**part));
        result
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    /// An encrypted stream takes bytes before its client does: they are sent when it is flushed.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        let flushed = Pin::new(&mut self.inner).poll_flush(cx);
        if flushed.is_pending() {
            self.is_flushing = true;
            self.activity.blocked(self.activity.now());
        } else if std::mem::take(&mut self.is_flushing) {
            self.activity.wrote(|| self.activity.now());
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}
