//! Conversion of query parameters (PAGE-05, PAGE-06).

use marquee_model::secret_parameters::UTM_PREFIX;

/// Parameters that are never converted: identifiers, codes and text that visitors typed.
const TEXTS: [&str; 14] = [
    "return",
    "requestData",
    "email",
    "resetCode",
    "uid",
    "token",
    "token_clubcgr",
    "userSessionId",
    "theaterCode",
    "perfCode",
    "theater",
    "version",
    "access",
    "q",
];

/// A converted value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Text(String),
    Number(f64),
    Boolean(bool),
}

impl Value {
    /// The text; `None` for a number or a boolean.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Number(_) | Self::Boolean(_) => None,
        }
    }

    /// The number, if it is an integer from 0 to 65,535.
    pub(super) fn as_u16(&self) -> Option<u16> {
        match self {
            Self::Number(number) if number.fract() == 0.0 => number.to_string().parse().ok(),
            Self::Number(_) | Self::Text(_) | Self::Boolean(_) => None,
        }
    }
}

/// Converts a decoded value: `true` and `false` to booleans, numeric text to numbers (PAGE-05). Identifiers stay text
/// (PAGE-06).
pub(super) fn convert(name: &str, value: &str) -> Value {
    if name.starts_with(UTM_PREFIX) || TEXTS.contains(&name) {
        return Value::Text(value.to_owned());
    }
    match value {
        "true" => Value::Boolean(true),
        "false" => Value::Boolean(false),
        _ => number(value).map_or_else(|| Value::Text(value.to_owned()), Value::Number),
    }
}

/// Parses digits with an optional minus sign and fraction; `None` for more than 15 integer digits, which stay text.
fn number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (integer, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_digits = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let exact = integer.trim_start_matches('0').len() <= 15;
    (is_digits(integer) && is_digits(fraction) && exact).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_05_booleans_and_numbers_are_converted() {
        let text = |text: &str| Value::Text(text.to_owned());
        for (value, expected) in [
            ("true", Value::Boolean(true)),
            ("false", Value::Boolean(false)),
            ("12", Value::Number(12.0)),
            ("1.5", Value::Number(1.5)),
            ("-3", Value::Number(-3.0)),
            ("café", text("café")),
            ("", text("")),
            ("1e3", text("1e3")),
            ("0x10", text("0x10")),
            ("+1", text("+1")),
            (".5", text(".5")),
            ("12345678901234567890", text("12345678901234567890")),
            ("2025-11-21", text("2025-11-21")),
        ] {
            assert_eq!(convert("a", value), expected, "{value}");
        }
    }

    #[test]
    fn page_06_page_07_identifiers_stay_text() {
        for name in [
            "return",
            "requestData",
            "email",
            "resetCode",
            "uid",
            "token",
            "token_clubcgr",
            "userSessionId",
            "theaterCode",
            "perfCode",
            "theater",
            "version",
            "access",
            "q",
            "utm_id",
            "utm_source",
        ] {
            for value in ["007", "true", "12"] {
                assert_eq!(convert(name, value), Value::Text(value.to_owned()), "{name}");
            }
        }
        assert_eq!(convert("page", "2"), Value::Number(2.0));
    }
}
