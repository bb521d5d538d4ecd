//! The state of a connection, and its next deadline.
//!
//! The stream, the requests and the task of a connection share one value. Times are microseconds since the connection was
//! accepted, so that the rules can be tested without waiting.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};
use std::sync::mpsc::Sender;
use std::time::Duration;

use tokio::time::Instant;

use crate::limits::Limits;

/// Microseconds since a connection was accepted.
pub(super) type Micros = u64;

/// Marks an instant that is not set.
const NONE: Micros = 0;

/// Which limit a connection exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExceededLimit {
    FirstByte,
    Head,
    Write,
    Idle,
}

impl ExceededLimit {
    /// The name of the limit in the metrics.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::FirstByte => "first_byte",
            Self::Head => "head",
            Self::Write => "write",
            Self::Idle => "idle",
        }
    }
}

/// The state of one connection.
#[derive(Debug)]
pub(super) struct Activity {
    opened: Instant,
    has_received: AtomicBool,
    has_requested: AtomicBool,
    is_http2: AtomicBool,
    /// Requests whose handler still runs.
    running: AtomicU32,
    /// HTTP/2 streams whose response has not been written completely.
    open_streams: AtomicU32,
    /// Since when a request head, or an HTTP/2 frame other than DATA, is incomplete.
    head_since: AtomicU64,
    /// Since when the client has read nothing.
    blocked_since: AtomicU64,
    /// When a response last made progress.
    progress_at: AtomicU64,
    /// Whether the registry is waiting for this connection to become idle.
    wants_idle_notice: AtomicBool,
    /// The number of this connection in the registry, and the channel to which it is sent when the connection becomes idle.
    idle_sender: OnceLock<(u64, Sender<u64>)>,
}

impl Activity {
    pub(super) fn new() -> Self {
        Self {
            opened: Instant::now(),
            has_received: AtomicBool::new(false),
            has_requested: AtomicBool::new(false),
            is_http2: AtomicBool::new(false),
            running: AtomicU32::new(0),
            open_streams: AtomicU32::new(0),
            head_since: AtomicU64::new(NONE),
            blocked_since: AtomicU64::new(NONE),
            progress_at: AtomicU64::new(NONE),
            wants_idle_notice: AtomicBool::new(false),
            idle_sender: OnceLock::new(),
        }
    }

    /// The current time of this connection, never [`NONE`].
    pub(super) fn now(&self) -> Micros {
        micros(self.opened.elapsed()).max(1)
    }

    /// An instant of this connection.
    pub(super) fn instant(&self, at: Micros) -> Instant {
        self.opened + Duration::from_micros(at)
    }

    /// Records that HTTP/1 bytes arrived. While a request runs they belong to its body, otherwise to the next head.
    pub(super) fn received(&self, now: Micros) {
        self.has_received.store(true, Relaxed);
        if self.running.load(Relaxed) == 0 && self.head_since.load(Relaxed) == NONE {
            self.head_since.store(now, Relaxed);
        }
    }

    /// Records that HTTP/2 frames arrived. `incomplete` is whether a frame or a header block is unfinished, `restarted` whether it
    /// began with these bytes.
    pub(super) fn received_frames(&self, now: Micros, incomplete: bool, restarted: bool) {
        self.is_http2.store(true, Relaxed);
        if !incomplete {
            self.head_since.store(NONE, Relaxed);
        } else if restarted || self.head_since.load(Relaxed) == NONE {
            self.head_since.store(now, Relaxed);
        }
    }

    /// Sets the number of HTTP/2 streams whose response is not finished.
    pub(super) fn set_open_streams(&self, count: usize) {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        if self.open_streams.load(Relaxed) != count {
            self.open_streams.store(count, SeqCst);
            self.notify_if_idle();
        }
    }

    /// Records that a request begins. It runs until the guard is dropped.
    pub(super) fn request(self: std::sync::Arc<Self>) -> RunningRequest {
        self.has_requested.store(true, Relaxed);
        if !self.is_http2.load(Relaxed) {
            self.head_since.store(NONE, Relaxed);
        }
        self.running.fetch_add(1, Relaxed);
        RunningRequest(self)
    }

    /// Records that the client does not read.
    pub(super) fn blocked(&self, now: Micros) {
        if self.blocked_since.load(Relaxed) == NONE {
            self.blocked_since.store(now, Relaxed);
        }
    }

    /// Records that bytes were written.
    pub(super) fn wrote(&self, now: impl FnOnce() -> Micros) {
        if self.blocked_since.load(Relaxed) == NONE {
            return;
        }
        self.blocked_since.store(NONE, SeqCst);
        // HTTP/1 sends only responses. For HTTP/2, `FrameMonitor::written` inspects the frames.
        if !self.is_http2() {
            self.progressed(now());
        }
        self.notify_if_idle();
    }

    /// Records that a part of a response was written.
    pub(super) fn progressed(&self, now: Micros) {
        self.progress_at.store(now, Relaxed);
    }

    /// Whether there is neither a running request nor an unfinished response.
    pub(super) fn is_idle(&self) -> bool {
        self.running.load(SeqCst) == 0
            && self.open_streams.load(SeqCst) == 0
            && self.blocked_since.load(SeqCst) == NONE
    }

    /// Sets where [`Self::notify_when_idle`] sends the number of this connection. Only the first call has an effect.
    pub(super) fn set_idle_sender(&self, number: u64, idle_sender: Sender<u64>) {
        self.idle_sender.get_or_init(|| (number, idle_sender));
    }

    /// Returns true if the connection is idle. Otherwise its number is sent once when it becomes idle.
    pub(super) fn notify_when_idle(&self) -> bool {
        // The flag is stored before the state is read, and each change of the state is stored before the flag is read, all of
        // them sequentially consistent: no change is missed.
        self.wants_idle_notice.store(true, SeqCst);
        self.is_idle() && self.wants_idle_notice.swap(false, SeqCst)
    }

    /// Sends the number of this connection if the registry waits for it and the connection is idle.
    fn notify_if_idle(&self) {
        if self.wants_idle_notice.load(SeqCst)
            && self.is_idle()
            && self.wants_idle_notice.swap(false, SeqCst)
            && let Some((number, idle_sender)) = self.idle_sender.get()
        {
            // Fails only if the registry was dropped.
            let _ = idle_sender.send(*number);
        }
    }

    /// Whether the client is in the middle of a request head, or has sent nothing at all.
    pub(super) fn is_before_request(&self) -> bool {
        self.head_since.load(Relaxed) != NONE || !self.has_received.load(Relaxed)
    }

    /// Whether the connection has ever carried a request.
    pub(super) fn has_requested(&self) -> bool {
        self.has_requested.load(Relaxed)
    }

    pub(super) fn is_http2(&self) -> bool {
        self.is_http2.load(Relaxed)
    }

    /// When the connection will be closed unless something else happens, and the limit that it exceeds then; `None` while a
    /// request runs.
    pub(super) fn deadline(&self, limits: &Limits) -> Option<(Micros, ExceededLimit)> {
        if !self.has_received.load(Relaxed) {
            return Some((micros(limits.first_byte), ExceededLimit::FirstByte));
        }
        let since = |at: &AtomicU64, limit: Duration, exceeded| match at.load(Relaxed) {
            NONE => None,
            at => Some((at + micros(limit), exceeded)),
        };
        let head_deadline = since(&self.head_since, limits.head, ExceededLimit::Head);
        let write = since(&self.blocked_since, limits.write_stall, ExceededLimit::Write);
        let idle_deadline = if write.is_some() || self.running.load(Relaxed) > 0 {
            None
        } else {
            let progress = self.progress_at.load(Relaxed);
            // HTTP/2 clients can also stall a response by their flow-control windows, without a blocked socket.
            Some(if self.open_streams.load(Relaxed) > 0 {
                (progress + micros(limits.write_stall), ExceededLimit::Write)
            } else {
                (progress + micros(limits.idle), ExceededLimit::Idle)
            })
        };
        [head_deadline, write, idle_deadline].into_iter().flatten().min_by_key(|(at, _)| *at)
    }
}

/// Guard of a running request.
#[derive(Debug)]
pub(super) struct RunningRequest(std::sync::Arc<Activity>);

impl RunningRequest {
    /// Whether it is a stream of an HTTP/2 connection.
    pub(super) fn is_http2(&self) -> bool {
        self.0.is_http2()
    }
}

impl Drop for RunningRequest {
    fn drop(&mut self) {
        self.0.progressed(self.0.now());
        self.0.running.fetch_sub(1, SeqCst);
        self.0.notify_if_idle();
    }
}

/// A duration in microseconds.
pub(super) fn micros(time: Duration) -> Micros {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    const SECOND: Micros = 1_000_000;

    fn deadline(activity: &Activity) -> Option<(Micros, ExceededLimit)> {
        activity.deadline(&Limits::default()).map(|(at, limit)| (at / SECOND, limit))
    }

    #[test]
    fn security_7_3_a_silent_connection_has_ten_seconds() {
        let activity = Activity::new();
        assert_eq!(deadline(&activity), Some((10, ExceededLimit::FirstByte)));
        assert!(activity.is_idle() && activity.is_before_request() && !activity.has_requested());
    }

    #[test]
    fn security_7_3_a_head_has_ten_seconds_from_its_first_byte_however_many_follow() {
        let activity = Activity::new();
        for second in 3..9 {
            activity.received(second * SECOND);
            assert_eq!(deadline(&activity), Some((13, ExceededLimit::Head)));
        }
        let request = Arc::new(activity).request();
        assert_eq!(deadline(&request.0), None, "a running request has the limits of its handler");
        request.0.received(20 * SECOND);
        assert_eq!(deadline(&request.0), None, "the pace of a body is checked by the reader of the body");
    }

    #[test]
    fn security_7_3_a_connection_is_idle_for_sixty_seconds_and_the_next_head_has_ten() {
        let activity = Arc::new(Activity::new());
        activity.received(SECOND);
        drop(Arc::clone(&activity).request());
        assert_eq!(deadline(&activity), Some((60, ExceededLimit::Idle)));
        activity.received(40 * SECOND);
        assert_eq!(deadline(&activity), Some((50, ExceededLimit::Head)));
    }

    #[test]
    fn security_7_3_a_client_that_reads_nothing_has_thirty_seconds_and_progress_begins_again() {
        let activity = Arc::new(Activity::new());
        activity.received(SECOND);
        let request = Arc::clone(&activity).request();
        activity.blocked(2 * SECOND);
        activity.blocked(7 * SECOND);
        assert_eq!(deadline(&activity), Some((32, ExceededLimit::Write)), "even while a request runs");
        drop(request);
        activity.wrote(|| 20 * SECOND);
        assert_eq!(deadline(&activity), Some((80, ExceededLimit::Idle)));
        activity.blocked(21 * SECOND);
        assert_eq!(deadline(&activity), Some((51, ExceededLimit::Write)));
        assert!(!activity.is_idle());
    }

    #[test]
    fn security_7_3_an_http2_client_that_opens_no_window_has_thirty_seconds() {
        let activity = Arc::new(Activity::new());
        activity.received(1);
        activity.received_frames(1, false, false);
        activity.set_open_streams(1);
        let request = Arc::clone(&activity).request();
        assert_eq!(deadline(&activity), None);
        drop(request);
        assert_eq!(deadline(&activity), Some((30, ExceededLimit::Write)));
        activity.blocked(8 * SECOND);
        activity.wrote(|| 9 * SECOND);
        assert_eq!(
            deadline(&activity),
            Some((30, ExceededLimit::Write)),
            "bytes that are not part of a response are not progress"
        );
        activity.progressed(10 * SECOND);
        assert_eq!(deadline(&activity), Some((40, ExceededLimit::Write)));
        activity.set_open_streams(0);
        assert_eq!(deadline(&activity), Some((70, ExceededLimit::Idle)));
    }

    #[test]
    fn security_7_3_frames_that_arrive_byte_by_byte_have_ten_seconds_each() {
        let activity = Activity::new();
        activity.received(SECOND);
        activity.received_frames(2 * SECOND, true, true);
        activity.received_frames(5 * SECOND, true, false);
        assert_eq!(deadline(&activity), Some((12, ExceededLimit::Head)));
        activity.received_frames(6 * SECOND, true, true);
        assert_eq!(deadline(&activity), Some((16, ExceededLimit::Head)));
        activity.received_frames(7 * SECOND, false, false);
        assert_eq!(deadline(&activity), Some((60, ExceededLimit::Idle)));
    }
}
