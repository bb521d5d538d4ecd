//! Selection of a theater without scripts (THEAT-01, THEAT-02).

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use http::header::{CACHE_CONTROL, LOCATION};
use http::{HeaderMap, HeaderValue, StatusCode, Uri};
use marquee_model::site_path::is_return_address;
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
        let cookie = Cookie::build((COOKIE, choice.theater)).path("/").max_age(LIFETIME);
        let is_secure = site.origin.starts_with("https");
        cookies::add(response_headers, &cookie.same_site(SameSite::Lax).secure(is_secure).build());
    }
    response
}

/// The theater id in the cookie, if any.
pub fn selected_theater(headers: &HeaderMap) -> Option<&str> {
    cookies::cookie_values(headers, COOKIE).next().filter(|id| !id.is_empty() && id.len() <= 128)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn theat_01_the_cookie_is_read() {
        let mut headers = HeaderMap::new();
        headers.insert(http::header::COOKIE, HeaderValue::from_static("a=b; selectedTheaterId=T2; c=d"));
        assert_eq!(selected_theater(&headers), Some("T2"));
        assert_eq!(selected_theater(&HeaderMap::new()), None);
    }
}
