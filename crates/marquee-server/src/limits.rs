//! Limits of connections.

use std::time::Duration;

/// File descriptors reserved for files, the database and outgoing requests.
const OTHER_DESCRIPTORS: usize = 512;

/// Limits of connections; the defaults are those of security 7.3.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Open connections of all public listeners.
    pub connections: usize,
    /// Open connections of one IPv4 address or one IPv6 /64 network.
    pub connections_per_address: usize,
    /// Open connections of one of these, beyond which its new connections take turns with each other: at most one for each worker
    /// thread does something at a time.
    pub connections_without_turns: usize,
    /// Open connections of the admin listener.
    pub admin_connections: usize,
    /// Maximum time from accepting a connection to its first byte.
    pub first_byte: Duration,
    /// Maximum time from the first byte of a request head to its end.
    pub head: Duration,
    /// How long a body may take before the minimum pace applies.
    pub body_grace: Duration,
    /// Minimum pace of a body after that, in bytes per second.
    pub body_pace: u64,
    /// Maximum time for a body.
    pub body: Duration,
    /// Maximum time for the body of an upload.
    pub upload: Duration,
    /// Maximum time for a video of the media library, which may be large and come from a slow line.
    pub video: Duration,
    /// How long a client may stop reading while data is being sent to it.
    pub write_stall: Duration,
    /// How long a connection may stay open without a request.
    pub idle: Duration,
    /// Maximum number of HTTP/2 frames in one burst that carry neither a request nor a body.
    pub control_frames: u32,
    /// How many more of these frames are allowed per second.
    pub control_frames_per_second: u32,
    /// Time for running requests when the server stops.
    pub shutdown: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 10_000,
            connections_per_address: 1_000,
            connections_without_turns: 16,
            admin_connections: 64,
            first_byte: Duration::from_secs(10),
            head: Duration::from_secs(10),
            body_grace: Duration::from_secs(5),
            body_pace: 1024,
            body: Duration::from_secs(30),
            upload: Duration::from_secs(300),
            video: Duration::from_secs(3_600),
            write_stall: Duration::from_secs(30),
            idle: Duration::from_secs(60),
            control_frames: 1_000,
            control_frames_per_second: 20,
            shutdown: Duration::from_secs(10),
        }
    }
}

impl Limits {
    /// These limits, with no more connections than the process has file descriptors for.
    #[must_use]
    pub fn within_descriptors(mut self, descriptors: usize) -> Self {
        let available = descriptors.saturating_sub(OTHER_DESCRIPTORS + self.admin_connections);
        self.connections = self.connections.min(available.max(descriptors / 2));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_7_3_the_limits_are_those_of_the_specification() {
        let limits = Limits::default();
        assert_eq!((limits.connections, limits.connections_per_address), (10_000, 1_000));
        assert_eq!(limits.connections_without_turns, 16);
        let seconds =
            [limits.first_byte, limits.head, limits.body_grace, limits.body, limits.upload, limits.video];
        assert_eq!(seconds.map(|time| time.as_secs()), [10, 10, 5, 30, 300, 3_600]);
        assert_eq!([limits.write_stall, limits.idle].map(|time| time.as_secs()), [30, 60]);
        assert_eq!(limits.body_pace, 1024);
    }

    #[test]
    fn the_number_of_descriptors_limits_the_connections() {
        let connections = |descriptors| Limits::default().within_descriptors(descriptors).connections;
        assert_eq!(connections(1_048_576), 10_000);
        assert_eq!(connections(4_096), 4_096 - 512 - 64);
        assert_eq!(connections(1_024), 512, "at least half of the descriptors");
    }
}
