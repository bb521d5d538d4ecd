//! Injected clocks.

use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};

/// The current time. Programs use [`SystemClock`], tests set a [`FixedClock`].
pub trait Clock: Send + Sync + std::fmt::Debug {
    fn now(&self) -> Timestamp;

    /// How far this clock is ahead of real time; zero unless the clock was shifted.
    fn shift(&self) -> SignedDuration {
        SignedDuration::ZERO
    }
}

/// The system's clock, optionally shifted so that it starts at a chosen instant (`MARQUEE_CLOCK`, operations.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SystemClock {
    shift: SignedDuration,
}

impl SystemClock {
    /// A running clock whose current time is `start`.
    #[must_use]
    pub fn starting_at(start: Timestamp) -> Self {
        Self { shift: start.duration_since(Self::default().now()) }
    }
}

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the only place where the system's clock is read")]
    fn now(&self) -> Timestamp {
        Timestamp::now().saturating_add(self.shift).unwrap_or(Timestamp::MAX)
    }

    fn shift(&self) -> SignedDuration {
        self.shift
    }
}

/// A clock for tests, which changes only when it is set.
#[derive(Debug)]
pub struct FixedClock(AtomicI64);

impl FixedClock {
    /// A clock set to `at`, truncated to seconds.
    #[must_use]
    pub fn new(at: Timestamp) -> Self {
        Self(AtomicI64::new(at.as_second()))
    }

    /// Sets the clock to `at`, truncated to seconds.
    pub fn set(&self, at: Timestamp) {
        self.0.store(at.as_second(), Ordering::SeqCst);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_second(self.0.load(Ordering::SeqCst)).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}
