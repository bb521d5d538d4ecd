//! Reads and sets cookies.

use cookie::Cookie;
use http::header::{COOKIE, SET_COOKIE};
use http::{HeaderMap, HeaderValue};

/// The values of all cookies with this name in a request. Scripts may set cookies with any bytes; an unreadable cookie does not
/// hide the others.
pub fn cookie_values<'a>(headers: &'a HeaderMap, name: &str) -> impl Iterator<Item = &'a str> {
    let pairs = headers.get_all(COOKIE).iter().flat_map(|line| line.as_bytes().split(|byte| *byte == b';'));
    let cookies =
        pairs.filter_map(|pair| std::str::from_utf8(pair).ok()).flat_map(Cookie::split_parse).flatten();
    cookies.filter(move |cookie| cookie.name() == name).filter_map(|cookie| cookie.value_raw())
}

/// Adds the header that sets a cookie.
pub fn add(out: &mut HeaderMap, cookie: &Cookie<'_>) {
    if let Ok(value) = HeaderValue::from_str(&cookie.to_string()) {
        out.append(SET_COOKIE, value);
    }
}
