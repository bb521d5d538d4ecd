//! Reads the headers of HTTP/2 frames: which streams have an incomplete response, and whether a client floods the connection.
//!
//! hyper and h2 limit resets, CONTINUATION frames and small DATA frames, but neither PING nor SETTINGS (decision 0018).

use super::activity::{Activity, Micros};
use crate::limits::Limits;

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const CONTINUATION: u8 = 9;
const END_STREAM: u8 = 0x1;
const END_HEADERS: u8 = 0x4;

/// Streams that may be open on the wire. The server announces 100 and resets further ones; the client may not have seen those
/// resets yet.
const MAX_STREAMS: usize = 1_000;
/// How much a frame of a response adds to the budget: the client sends at most two WINDOW_UPDATE frames for it.
const PER_RESPONSE_FRAME: u64 = 2;
const MICROS_PER_SECOND: u64 = 1_000_000;

/// The client sent more control frames than its budget, or opened too many streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many HTTP/2 control frames or open streams")]
pub(super) struct Flood;

/// A frame header.
#[derive(Debug, Clone, Copy)]
struct Frame {
    length: usize,
    kind: u8,
    flags: u8,
    stream: u32,
}

/// Finds the frame headers in one direction of a connection.
#[derive(Debug, Default)]
struct Scanner {
    header: [u8; 9],
    /// Number of header bytes that have arrived.
    header_bytes: usize,
    /// Number of payload bytes that are missing.
    missing_payload: usize,
    kind: u8,
}

impl Scanner {
    /// Removes payload bytes from `bytes`; returns how many.
    fn skip_payload(&mut self, bytes: &mut &[u8]) -> usize {
        let count = self.missing_payload.min(bytes.len());
        self.missing_payload -= count;
        *bytes = bytes.get(count..).unwrap_or_default();
        count
    }

    /// Removes bytes of a frame header from `bytes`; returns the frame when its header is complete.
    fn take_header(&mut self, bytes: &mut &[u8]) -> Option<Frame> {
        let missing = self.header.get_mut(self.header_bytes..)?;
        let count = missing.len().min(bytes.len());
        for (to, from) in missing.iter_mut().zip(bytes.iter()) {
            *to = *from;
        }
        *bytes = bytes.get(count..).unwrap_or_default();
        self.header_bytes += count;
        if self.header_bytes < self.header.len() {
            return None;
        }
        self.header_bytes = 0;
        let [a, b, c, kind, flags, stream @ ..] = self.header;
        let length = u32::from_be_bytes([0, a, b, c]) as usize;
        (self.missing_payload, self.kind) = (length, kind);
        Some(Frame { length, kind, flags, stream: u32::from_be_bytes(stream) & 0x7fff_ffff })
    }

    /// Whether a frame other than DATA is incomplete.
    fn is_inside(&self) -> bool {
        self.header_bytes > 0 || (self.missing_payload > 0 && self.kind != DATA)
    }
}

/// How many control frames a client may still send.
#[derive(Debug)]
struct Budget {
    /// In millionths of a frame, so that a refill after a few microseconds is not rounded to zero.
    remaining: u64,
    max: u64,
    per_second: u64,
    refilled_at: Micros,
}

impl Budget {
    fn refill(&mut self, now: Micros) {
        let passed = now.saturating_sub(self.refilled_at);
        self.refilled_at = now;
        self.add(passed.saturating_mul(self.per_second));
    }

    fn add(&mut self, millionths: u64) {
        self.remaining = self.remaining.saturating_add(millionths).min(self.max);
    }

    fn spend(&mut self) -> Result<(), Flood> {
        self.remaining = self.remaining.checked_sub(MICROS_PER_SECOND).ok_or(Flood)?;
        Ok(())
    }
}

/// Both directions of an HTTP/2 connection.
#[derive(Debug)]
pub(super) struct FrameMonitor {
    received: Scanner,
    written: Scanner,
    /// Whether a header block is incomplete.
    in_headers: bool,
    /// Streams whose response is not complete.
    streams: Vec<u32>,
    last_stream: u32,
    budget: Budget,
}

impl FrameMonitor {
    pub(super) fn new(limits: &Limits) -> Self {
        let max = u64::from(limits.control_frames) * MICROS_PER_SECOND;
        let per_second = u64::from(limits.control_frames_per_second);
        Self {
            received: Scanner::default(),
            written: Scanner::default(),
            in_headers: false,
            streams: Vec::new(),
            last_stream: 0,
            budget: Budget { remaining: max, max, per_second, refilled_at: 0 },
        }
    }

    /// Processes bytes that the client sent.
    pub(super) fn received(
        &mut self,
        mut bytes: &[u8],
        now: Micros,
        activity: &Activity,
    ) -> Result<(), Flood> {
        self.budget.refill(now);
        let mut restarted = false;
        loop {
            self.received.skip_payload(&mut bytes);
            if bytes.is_empty() {
                break;
            }
            restarted |= self.received.header_bytes == 0 && !self.in_headers;
            let Some(frame) = self.received.take_header(&mut bytes) else { break };
            self.received_frame(frame)?;
        }
        activity.set_open_streams(self.streams.len());
        activity.received_frames(now, self.in_headers || self.received.is_inside(), restarted);
        Ok(())
    }

    fn received_frame(&mut self, frame: Frame) -> Result<(), Flood> {
        match frame.kind {
            DATA if frame.length > 0 || frame.flags & END_STREAM != 0 => {}
            HEADERS => {
                self.in_headers = frame.flags & END_HEADERS == 0;
                // A second header block on a stream contains trailers.
                if frame.stream > self.last_stream {
                    self.last_stream = frame.stream;
                    self.streams.push(frame.stream);
                }
                if self.streams.len() > MAX_STREAMS {
                    return Err(Flood);
                }
            }
            CONTINUATION => {
                self.in_headers = frame.flags & END_HEADERS == 0;
                self.budget.spend()?;
            }
            RST_STREAM => {
                self.finish(frame.stream);
                self.budget.spend()?;
            }
            // PING, SETTINGS, PRIORITY, WINDOW_UPDATE, empty DATA and unknown frames.
            _ => self.budget.spend()?,
        }
        Ok(())
    }

    /// Processes bytes that were sent to the client. Only the payload of HEADERS and DATA counts as progress of a response, because
    /// the client can cause acknowledgments of PING and SETTINGS at any time.
    pub(super) fn written(&mut self, mut bytes: &[u8], activity: &Activity, now: impl FnOnce() -> Micros) {
        let mut has_progressed = false;
        loop {
            let count = self.written.skip_payload(&mut bytes);
            has_progressed |= count > 0 && matches!(self.written.kind, DATA | HEADERS);
            let Some(frame) = self.written.take_header(&mut bytes) else { break };
            if matches!(frame.kind, DATA | HEADERS) {
                self.budget.add(PER_RESPONSE_FRAME * MICROS_PER_SECOND);
                if frame.flags & END_STREAM != 0 {
                    self.finish(frame.stream);
                }
            } else if frame.kind == RST_STREAM {
                self.finish(frame.stream);
            }
        }
        if has_progressed {
            activity.progressed(now());
        }
        activity.set_open_streams(self.streams.len());
    }

    fn finish(&mut self, stream: u32) {
        self.streams.retain(|open_stream| *open_stream != stream);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: u8 = 4;
    const PING: u8 = 6;

    fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
        let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
        [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
    }

    fn monitor() -> (FrameMonitor, Activity) {
        let activity = Activity::new();
        activity.received(1);
        (FrameMonitor::new(&Limits::default()), activity)
    }

    /// How many frames are accepted if they arrive at once.
    fn accepted(frame: &[u8], times: usize) -> usize {
        let (mut monitor, activity) = monitor();
        (0..times).take_while(|_| monitor.received(frame, 1, &activity).is_ok()).count()
    }

    #[test]
    fn security_7_3_control_frames_have_a_budget() {
        for kind in [2, RST_STREAM, SETTINGS, PING, 8, CONTINUATION, 200] {
            assert_eq!(accepted(&frame(kind, END_HEADERS, 0, b"12345678"), 100_000), 1_000, "{kind}");
        }
        assert_eq!(accepted(&frame(DATA, 0, 1, b""), 100_000), 1_000, "empty DATA");
        assert_eq!(accepted(&frame(DATA, 0, 1, b"1"), 100_000), 100_000, "a body");
    }

    #[test]
    fn security_7_3_a_budget_grows_again_with_time_and_with_responses() {
        let (mut monitor, activity) = monitor();
        let ping = frame(PING, 0, 0, b"12345678");
        for second in 1..=10_000 {
            for _ in 0..20 {
                monitor.received(&ping, second * MICROS_PER_SECOND, &activity).unwrap();
            }
        }
        let (update, response) = (frame(8, 0, 1, b"1234"), frame(DATA, 0, 1, &[0; 100]));
        for _ in 0..10_000 {
            monitor.written(&response, &activity, || 1);
            monitor.received(&[update.clone(), update.clone()].concat(), 1, &activity).unwrap();
        }
    }

    #[test]
    fn security_7_3_more_streams_than_announced_end_the_connection() {
        let (mut monitor, activity) = monitor();
        let opened = (0..2_000).map(|n| frame(HEADERS, END_HEADERS | END_STREAM, 2 * n + 1, b"h"));
        let passed = opened.take_while(|f| monitor.received(f, 1, &activity).is_ok()).count();
        assert_eq!(passed, MAX_STREAMS);
    }

    #[test]
    fn streams_are_open_until_their_response_ends_for_any_size_of_chunks() {
        for size in [1, 2, 3, 7, 64, 1_000] {
            let (mut monitor, activity) = monitor();
            let frames = [
                frame(HEADERS, END_HEADERS | END_STREAM, 1, b"one"),
                frame(HEADERS, END_HEADERS, 3, b"three"),
                frame(DATA, 0, 3, &[6; 300]),
                frame(HEADERS, END_HEADERS | END_STREAM, 3, b"trailers"),
                frame(HEADERS, END_HEADERS | END_STREAM, 5, b"five"),
            ]
            .concat();
            for chunk in frames.chunks(size) {
                monitor.received(chunk, 1, &activity).unwrap();
            }
            assert_eq!(monitor.streams, [1, 3, 5], "chunks of {size}");
            assert!(!activity.is_idle());
            let responses = [
                frame(HEADERS, END_HEADERS, 1, b"200"),
                frame(DATA, END_STREAM, 1, &[0; 500]),
                frame(HEADERS, END_HEADERS | END_STREAM, 3, b"304"),
                frame(RST_STREAM, 0, 5, b"0000"),
            ]
            .concat();
            for chunk in responses.chunks(size) {
                monitor.written(chunk, &activity, || 1);
            }
            assert_eq!(monitor.streams, [0; 0], "chunks of {size}");
            assert!(activity.is_idle());
        }
    }

    #[test]
    fn security_7_3_only_headers_and_data_are_progress_of_a_response() {
        let (mut monitor, activity) = monitor();
        monitor.received(&frame(HEADERS, END_HEADERS | END_STREAM, 1, b"get"), 1, &activity).unwrap();
        let mut deadline = |bytes: &[u8], second: u64| {
            monitor.written(bytes, &activity, || second * MICROS_PER_SECOND);
            activity.deadline(&Limits::default()).map(|(at, limit)| (at / MICROS_PER_SECOND, limit.name()))
        };
        let (acknowledgment, data) = (frame(PING, 1, 0, b"12345678"), frame(DATA, 0, 1, &[0; 100]));
        assert_eq!(deadline(&frame(SETTINGS, 1, 0, b""), 5), Some((30, "write")));
        assert_eq!(deadline(&acknowledgment, 10), Some((30, "write")));
        assert_eq!(deadline(&frame(HEADERS, END_HEADERS, 1, b"200"), 11), Some((41, "write")));
        assert_eq!(deadline(&frame(DATA, 0, 1, b""), 12), Some((41, "write")));
        assert_eq!(deadline(&acknowledgment, 13), Some((41, "write")));
        assert_eq!(deadline(&data[..50], 14), Some((44, "write")));
        assert_eq!(deadline(&data[50..], 15), Some((45, "write")), "a slow socket takes a frame in parts");
        assert_eq!(deadline(&frame(DATA, END_STREAM, 1, b"end"), 16), Some((76, "idle")));
    }

    #[test]
    fn security_7_3_a_header_block_has_one_time_limit_for_all_its_frames() {
        let (mut monitor, activity) = monitor();
        let mut deadline = |bytes: &[u8], second: u64| {
            monitor.received(bytes, second * MICROS_PER_SECOND, &activity).unwrap();
            activity.deadline(&Limits::default()).map(|(at, limit)| (at / MICROS_PER_SECOND, limit.name()))
        };
        assert_eq!(deadline(&frame(SETTINGS, 0, 0, b""), 1), Some((60, "idle")));
        assert_eq!(deadline(&frame(HEADERS, 0, 1, b"a"), 2), Some((12, "head")));
        assert_eq!(deadline(&frame(CONTINUATION, 0, 1, b"b"), 9), Some((12, "head")));
        assert_eq!(deadline(&frame(CONTINUATION, END_HEADERS, 1, b"c"), 10), Some((30, "write")));
        assert_eq!(deadline(&frame(PING, 0, 0, b"12345678")[..3], 11), Some((21, "head")));
        assert_eq!(deadline(&frame(PING, 0, 0, b"12345678")[3..], 12), Some((30, "write")));
        // DATA does not count as a head: the pace of a body is checked by the reader of the body.
        assert_eq!(deadline(&frame(DATA, 0, 1, &[0; 100])[..50], 13), Some((30, "write")));
    }
}
