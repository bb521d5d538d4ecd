//! Instants in columns: Unix timestamps in milliseconds.

use jiff::Timestamp;

pub fn to_millis(at: Timestamp) -> i64 {
    at.as_millisecond()
}
