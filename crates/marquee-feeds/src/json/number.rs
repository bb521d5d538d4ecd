//! Numbers.

use serde_json::Number;

use super::JsonError;

/// Parses a number of RFC 8259; `None` if the text is not one.
pub(super) fn strict(text: &str) -> Option<Result<Number, JsonError>> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
        Some((m, e)) => (m, Some(e.strip_prefix(['+', '-']).unwrap_or(e))),
        None => (digits, None),
    };
    let (integer, fraction) = match mantissa.split_once('.') {
        Some((w, f)) => (w, Some(f)),
        None => (mantissa, None),
    };
    let all_digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    let ok = all_digits(integer)
        && (integer == "0" || !integer.starts_with('0'))
        && fraction.is_none_or(all_digits)
        && exponent.is_none_or(all_digits);
    if !ok {
        return None;
    }
    if fraction.is_none() && exponent.is_none() {
        if let Ok(n) = text.parse::<u64>() {
            return Some(Ok(n.into()));
        }
        if let Ok(n) = text.parse::<i64>() {
            return Some(Ok(n.into()));
        }
    }
    Some(text.parse::<f64>().ok().and_then(Number::from_f64).ok_or(JsonError::Range))
}

/// Parses a number of JSON5; `None` if the text is not one.
pub(super) fn json5(text: &str) -> Option<Result<Number, JsonError>> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        let ok = !hex.is_empty() && hex.bytes().all(|b| b.is_ascii_hexdigit());
        return ok.then(|| {
            i64::from_str_radix(&format!("{sign}{hex}"), 16).map(Number::from).map_err(|_| JsonError::Range)
        });
    }
    let digits = match digits.trim_start_matches('0') {
        rest if rest.len() < digits.len() && !rest.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("0{rest}")
        }
        rest => rest.to_owned(),
    };
    let digits = if digits.starts_with('.') { format!("0{digits}") } else { digits };
    let digits = digits.strip_suffix('.').map_or_else(|| digits.replace(".e", ".0e"), str::to_owned);
    strict(&format!("{sign}{digits}"))
}
