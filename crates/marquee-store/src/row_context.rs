//! Decoding of stored values. A value that is invalid is an error that names its row and column, never a default.

use std::error::Error;
use std::str::FromStr;

use jiff::Timestamp;

use crate::error::StoreError;

/// Why a stored value is invalid.
#[derive(Debug, thiserror::Error)]
enum Invalid {
    #[error("{0} is not within the range of timestamps")]
    Timestamp(i64),
    #[error("{0} is out of range")]
    Number(i64),
    #[error("unknown value {0:?}")]
    Unknown(String),
    #[error("the value is missing")]
    Missing,
}

/// A row: its table and the parts of its key.
#[derive(Debug, Clone, Copy)]
pub struct RowContext<'a, const N: usize> {
    table: &'static str,
    key: [&'a str; N],
}

impl<'a, const N: usize> RowContext<'a, N> {
    pub fn new(table: &'static str, key: [&'a str; N]) -> Self {
        Self { table, key }
    }

    /// The error for a column of this row.
    pub fn invalid(
        &self,
        column: &'static str,
        source: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> StoreError {
        StoreError::Record { table: self.table, key: self.key.join("/"), column, source: source.into() }
    }

    pub fn read_json<T: serde::de::DeserializeOwned>(
        &self,
        column: &'static str,
        text: &str,
    ) -> Result<T, StoreError> {
        serde_json::from_str(text).map_err(|error| self.invalid(column, error))
    }

    pub fn write_json<T: serde::Serialize>(
        &self,
        column: &'static str,
        value: &T,
    ) -> Result<String, StoreError> {
        serde_json::to_string(value).map_err(|error| self.invalid(column, error))
    }

    /// A time in milliseconds since 1970.
    pub fn milliseconds(&self, column: &'static str, value: i64) -> Result<Timestamp, StoreError> {
        // Not `from_millisecond`, which refuses the last second before `Timestamp::MAX`.
        let nanoseconds = i32::try_from(value.rem_euclid(1000) * 1_000_000).unwrap_or(0);
        Timestamp::new(value.div_euclid(1000), nanoseconds)
            .map_err(|_| self.invalid(column, Invalid::Timestamp(value)))
    }

    /// A time in seconds since 1970.
    pub fn seconds(&self, column: &'static str, value: i64) -> Result<Timestamp, StoreError> {
        Timestamp::from_second(value).map_err(|_| self.invalid(column, Invalid::Timestamp(value)))
    }

    pub fn number<T: TryFrom<i64>>(
        &self,
        column: &'static str,
        value: impl Into<i64>,
    ) -> Result<T, StoreError> {
        let value = value.into();
        T::try_from(value).map_err(|_| self.invalid(column, Invalid::Number(value)))
    }

    /// A value of a type that has a text form, such as a date.
    pub fn parsed<T: FromStr<Err: Error + Send + Sync + 'static>>(
        &self,
        column: &'static str,
        text: &str,
    ) -> Result<T, StoreError> {
        text.parse().map_err(|error: T::Err| self.invalid(column, error))
    }

    /// A value of an enumeration: `value` is what `code` was decoded to, `None` if it is unknown.
    pub fn code<T>(
        &self,
        column: &'static str,
        value: Option<T>,
        code: impl ToString,
    ) -> Result<T, StoreError> {
        value.ok_or_else(|| self.invalid(column, Invalid::Unknown(code.to_string())))
    }

    /// The error for a column of this row that must have a value.
    pub fn missing(&self, column: &'static str) -> StoreError {
        self.invalid(column, Invalid::Missing)
    }
}
