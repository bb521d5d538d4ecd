//! Instants in columns: Unix timestamps in milliseconds.

use jiff::Timestamp;

pub fn ms(at: Timestamp) -> i64 {
    at.as_millisecond()
}

pub fn at(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH)
}
