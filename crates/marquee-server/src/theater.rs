//! Selection of a theater without scripts (THEAT-01, THEAT-02).

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use http::header::{CACHE_CONTROL, LOCATION};
use http::{HeaderMap, HeaderValue, StatusCode, Uri};
use marquee_model::TheaterId;
use marquee_model::site_path::{self, is_return_address};
use percent_encoding::percent_decode_str;
use serde::Deserialize;

use crate::app::App;
use crate::cookies;
use crate::site::site_of;

/// Lifetime of the cookie (THEAT-02).
const LIFETIME: Duration = Duration::days(30);

/// Name of the cookie.
pub const COOKIE: &str = "selectedTheaterId";

#[derive(Deserialize)]
pub struct Choice {
    theater: String,
    #[serde(default, rename = "return")]
    back: String,
}

/// Sets the cookie, if the site has the theater, and redirects to `return`.
pub async fn select(
    State(app): State<App>,
    uri: Uri,
    headers: HeaderMap,
    Query(choice): Query<Choice>,
) -> Response {
    let site = match site_of(&app, &uri, &headers) {
        Ok(site) => site,
        Err(refused) => return *refused,
    };
    let has_theater = app.pages.has_theater(&site, &choice.theater).await;
    let return_path = if is_return_address(&choice.back) { choice.back.as_str() } else { "/" };
    let mut response = StatusCode::SEE_OTHER.into_response();
    let response_headers = response.headers_mut();
    response_headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response_headers.insert(
        LOCATION,
        HeaderValue::from_str(return_path).unwrap_or_else(|_| HeaderValue::from_static("/")),
    );
    if has_theater {
        let cookie = Cookie::build((COOKIE, site_path::encode(&choice.theater))).path("/").max_age(LIFETIME);
        let is_secure = site.is_https();
        cookies::add(response_headers, &cookie.same_site(SameSite::Lax).secure(is_secure).build());
    }
    response
}

/// The theater id in the cookie, if it is one.
pub fn selected_theater(headers: &HeaderMap) -> Option<TheaterId> {
    let value = cookies::cookie_values(headers, COOKIE).next()?;
    TheaterId::parse(&percent_decode_str(value).decode_utf8().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn theat_01_the_cookie_is_read() {
        let mut headers = HeaderMap::new();
        headers.insert(http::header::COOKIE, HeaderValue::from_static("a=b; selectedTheaterId=T2; c=d"));
        let selected = |headers: &HeaderMap| selected_theater(headers).map(|id| id.to_string());
        assert_eq!(selected(&headers).as_deref(), Some("T2"));
        assert_eq!(selected(&HeaderMap::new()), None);
        for (value, expected) in [
            ("city=Orl\u{e9}ans; selectedTheaterId=T2", Some("T2")),
            ("selectedTheaterId=kino-Sv%C4%9Btozor", Some("kino-Sv\u{11b}tozor")),
            ("selectedTheaterId=", None),
            ("selectedTheaterId=a%2Fb", None),
        ] {
            headers.insert(http::header::COOKIE, HeaderValue::from_bytes(value.as_bytes()).unwrap());
            assert_eq!(selected(&headers).as_deref(), expected, "{value}");
        }
        headers
            .insert(http::header::COOKIE, HeaderValue::from_bytes(b"a=\xff; selectedTheaterId=T2").unwrap());
        assert_eq!(selected(&headers).as_deref(), Some("T2"), "a cookie that is not UTF-8");
    }
}
