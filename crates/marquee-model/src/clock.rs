//! The time of day as an argument.

use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};

/// Tells the time. Programs use [`SystemClock`], tests move a [`FixedClock`].
pub trait Clock: Send + Sync + std::fmt::Debug {
    /// The current instant.
    fn now(&self) -> Timestamp;

    /// How far this clock is ahead of the world's; nothing for all but a calendar on recorded programmes.
    fn shift(&self) -> SignedDuration {
        SignedDuration::ZERO
    }
}

/// The system's clock, optionally shifted so that it started at a chosen instant (`MARQUEE_CLOCK`,
/// operations.md): it keeps ticking.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock {
    shift: SignedDuration,
}

impl SystemClock {
    /// A clock that reads `start` now and ticks on from there.
    #[must_use]
    pub fn starting_at(start: Timestamp) -> Self {
        Self { shift: start.duration_since(Self::default().now()) }
    }
}

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place where the system's clock is read")]
    fn now(&self) -> Timestamp {
        Timestamp::now().saturating_add(self.shift).unwrap_or(Timestamp::MAX)
    }

    fn shift(&self) -> SignedDuration {
        self.shift
    }
}

/// A clock that stands still until it is moved.
#[derive(Debug)]
pub struct FixedClock(AtomicI64);

impl FixedClock {
    /// A clock standing at `at` (whole seconds).
    #[must_use]
    pub fn new(at: Timestamp) -> Self {
        Self(AtomicI64::new(at.as_second()))
    }

    /// Moves the clock to `at`.
    pub fn set(&self, at: Timestamp) {
        self.0.store(at.as_second(), Ordering::SeqCst);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_second(self.0.load(Ordering::SeqCst)).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}
