//! An in-process client of the product's public API.

use std::collections::BTreeMap;

use axum::Router;
use axum::body::Body;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, USER_AGENT};
use http::{HeaderName, HeaderValue, Method, Request, StatusCode};
use http_body_util::{BodyExt, Limited};
use marquee_api::paths::{CYPHER_PATH, POS_TRANSACTIONS_PATH};
use marquee_model::SiteId;
use marquee_site::SiteHandle;
use serde::Deserialize;
use serde_json::{Value, json};
use tower::ServiceExt;

/// Maximum size of a response in bytes.
const MAX_RESPONSE_BYTES: usize = 1 << 20;
/// Maximum number of attempts to book while the site responds with 503.
const MAX_ATTEMPTS: usize = 3;
/// Pause between two attempts.
const PAUSE: std::time::Duration = std::time::Duration::from_millis(200);

const SESSION: HeaderName = HeaderName::from_static("boxoffice-session-token");
const REFRESH: HeaderName = HeaderName::from_static("boxoffice-refresh-session-token");

/// The site did not respond, or not as expected.
#[derive(Debug, thiserror::Error)]
#[error("the cinema's site did not respond: {0}")]
pub struct SiteUnavailable(String);

/// The routes of the product, and the point-of-sale API keys of the sites.
pub struct Product {
    router: Router,
    keys: BTreeMap<SiteId, String>,
}

impl std::fmt::Debug for Product {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Product").field("sites", &self.keys.keys()).finish_non_exhaustive()
    }
}

/// The response to a call about a member.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CallResponse {
    peach_code: u64,
    #[serde(default)]
    status_code: u64,
    client_error_message: Option<String>,
    member_details: Option<Details>,
    session_management_tokens: Option<TokenPair>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Details {
    member_id: String,
    #[serde(default)]
    first_name: String,
    #[serde(default)]
    last_name: String,
    member_card_number: Option<String>,
    #[serde(default)]
    balances: Vec<Balance>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Balance {
    balance_type: String,
    amount: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TokenPair {
    boxoffice_session_token: String,
    boxoffice_refresh_session_token: Option<String>,
}

impl std::fmt::Debug for TokenPair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TokenPair(…)")
    }
}

/// The tokens of the sandbox's own sign-in of a member.
#[derive(Clone, PartialEq, Eq)]
pub struct Tokens {
    session: String,
    refresh: Option<String>,
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tokens(…)")
    }
}

/// A member, from the site's response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub id: String,
    pub name: String,
    pub card: Option<String>,
    pub points: i64,
}

/// The owner of a token.
#[derive(Debug)]
pub enum TokenOwner {
    Member(Member, Tokens),
    /// The token has no owner. Has the code and the message of the site.
    NoOwner(u64, String),
}

/// The response to a booking.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BookingResponse {
    pub order_id: String,
    pub points: i64,
    pub balance: i64,
}

/// Whether a site uses version 3 of the calls, which has other routes and parameter names.
fn uses_version_3(site: &SiteHandle) -> bool {
    circuit(site).0 == 3
}

/// The version of a site's calls, and its URL-encoded circuit id.
fn circuit(site: &SiteHandle) -> (u8, String) {
    let settings = &site.record.settings;
    let parameters = settings.loyalty.call_parameters(settings.circuit.id.as_deref().unwrap_or_default(), "");
    (parameters.version, encoded(&parameters.circuit_id))
}

fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

impl Product {
    pub fn new(router: Router, keys: BTreeMap<SiteId, String>) -> Self {
        Self { router, keys }
    }

    /// Whether a site sells here.
    pub fn has(&self, site: &SiteId) -> bool {
        self.keys.contains_key(site)
    }

    async fn send(
        &self,
        site: &SiteHandle,
        path: &str,
        headers: &[(HeaderName, HeaderValue)],
        body: &Value,
    ) -> Result<(StatusCode, Vec<u8>), SiteUnavailable> {
        let unavailable = |error: &dyn std::fmt::Display| SiteUnavailable(error.to_string());
        let host = site.origin.split_once("://").map_or("", |(_, host)| host);
        let mut request = Request::builder()
            .method(Method::POST)
            .uri(path)
            .header(HOST, host)
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, "application/json")
            .header(USER_AGENT, "Sandbox ticketing")
            .body(Body::from(body.to_string()))
            .map_err(|e| unavailable(&e))?;
        request.headers_mut().extend(headers.iter().cloned());
        let response = self.router.clone().oneshot(request).await.map_err(|e| unavailable(&e))?;
        let status = response.status();
        let body = Limited::new(response.into_body(), MAX_RESPONSE_BYTES)
            .collect()
            .await
            .map_err(|e| unavailable(&e))?;
        Ok((status, body.to_bytes().to_vec()))
    }

    /// Makes a call about a member, in header mode.
    async fn call(
        &self,
        site: &SiteHandle,
        route: &str,
        token: Option<(HeaderName, &str)>,
    ) -> Result<CallResponse, SiteUnavailable> {
        let headers: Vec<_> = token
            .into_iter()
            .map(|(name, token)| HeaderValue::from_str(token).map(|token| (name, token)))
            .collect::<Result<_, _>>()
            .map_err(|_| SiteUnavailable("invalid token".to_owned()))?;
        let body = json!({ "reqMetadata": { "method": "GET", "route": route, "responseFormat": "json" } });
        let (status, bytes) = self.send(site, CYPHER_PATH, &headers, &body).await?;
        if status != StatusCode::OK {
            return Err(SiteUnavailable(format!("a call about a member returned {status}")));
        }
        serde_json::from_slice(&bytes).map_err(|error| SiteUnavailable(error.to_string()))
    }

    /// Redeems a hand-over token as the ticketing site (SESS-28, SESS-30).
    pub async fn redeem(&self, site: &SiteHandle, token: &str) -> Result<TokenOwner, SiteUnavailable> {
        let (version, circuit) = circuit(site);
        let call_response = if version == 3 {
            let route = format!("/Member/v3/GetMember/?boxofficeCircuitId={circuit}");
            self.call(site, &route, Some((SESSION, token))).await?
        } else {
            let token = encoded(token);
            let route = format!("/Member/LoginByToken?circuitId={circuit}&token={token}&fromTicketing=true");
            self.call(site, &route, None).await?
        };
        // With an upstream loyalty service, the token may itself be a session token.
        let tokens = Tokens { session: token.to_owned(), refresh: None };
        Ok(owner(call_response, tokens, version == 3))
    }

    /// The current member of a sign-in. Refreshes the sign-in if its session token has expired.
    pub async fn member(&self, site: &SiteHandle, tokens: &Tokens) -> Result<TokenOwner, SiteUnavailable> {
        let (_, circuit) = circuit(site);
        let v3 = uses_version_3(site);
        let (get, refresh) = if v3 {
            ("/Member/v3/GetMember/?boxofficeCircuitId=", "/Member/v3/RefreshLogin?boxofficeCircuitId=")
        } else {
            ("/Member/GetMember/?circuitId=", "/Member/RefreshLogin?circuitId=")
        };
        let call_response =
            self.call(site, &format!("{get}{circuit}"), Some((SESSION, &tokens.session))).await?;
        let token_owner = owner(call_response, tokens.clone(), v3);
        match (&token_owner, &tokens.refresh) {
            (TokenOwner::NoOwner(7, _), Some(token)) => {
                let call_response =
                    self.call(site, &format!("{refresh}{circuit}"), Some((REFRESH, token))).await?;
                Ok(owner(call_response, tokens.clone(), v3))
            }
            _ => Ok(token_owner),
        }
    }

    /// Books a purchase like a point of sale. The outer error means that the site did not respond; the inner error is the reason
    /// of its refusal.
    pub async fn book(
        &self,
        site: &SiteHandle,
        sale: &Value,
    ) -> Result<Result<BookingResponse, String>, SiteUnavailable> {
        let key = self.keys.get(&site.id).map(String::as_str).unwrap_or_default();
        let key =
            HeaderValue::from_str(&format!("Bearer {key}")).map_err(|e| SiteUnavailable(e.to_string()))?;
        for is_last in (0..MAX_ATTEMPTS).map(|n| n + 1 == MAX_ATTEMPTS) {
            let headers = [(AUTHORIZATION, key.clone())];
            let (status, bytes) = self.send(site, POS_TRANSACTIONS_PATH, &headers, sale).await?;
            if status == StatusCode::OK {
                return serde_json::from_slice(&bytes)
                    .map(Ok)
                    .map_err(|error| SiteUnavailable(error.to_string()));
            }
            // A transaction is booked once, even if it is sent repeatedly.
            if status == StatusCode::SERVICE_UNAVAILABLE && !is_last {
                tokio::time::sleep(PAUSE).await;
                continue;
            }
            if !status.is_client_error() {
                return Err(SiteUnavailable(format!("a booking returned {status}")));
            }
            let problem: Value = serde_json::from_slice(&bytes).unwrap_or_default();
            return Ok(Err(problem["title"].as_str().unwrap_or("no reason was given").to_owned()));
        }
        Err(SiteUnavailable("the booking was not sent".to_owned()))
    }
}

/// The owner of a token, from a response. Version 1 has a code and a status, version 3 only a code (SESS-28).
fn owner(call_response: CallResponse, request_tokens: Tokens, v3: bool) -> TokenOwner {
    let is_success = call_response.peach_code == 0 && (v3 || matches!(call_response.status_code, 0 | 200));
    let Some(details) = call_response.member_details.filter(|_| is_success) else {
        return TokenOwner::NoOwner(
            call_response.peach_code,
            call_response.client_error_message.unwrap_or_default(),
        );
    };
    let points = details.balances.iter().find(|b| b.balance_type == "POINTS").map_or(0, |b| b.amount);
    let tokens = call_response.session_management_tokens.map_or(request_tokens, |pair| Tokens {
        session: pair.boxoffice_session_token,
        refresh: pair.boxoffice_refresh_session_token,
    });
    let name = format!("{} {}", details.first_name, details.last_name);
    let member = Member {
        id: details.member_id,
        name: name.trim().to_owned(),
        card: details.member_card_number,
        points,
    };
    TokenOwner::Member(member, tokens)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use axum::response::IntoResponse;
    use axum::routing::post;
    use http::HeaderMap;

    use super::*;

    /// A site with version 1 of the calls, whose session tokens expire soonest.
    fn aster() -> SiteHandle {
        let record = include_str!("../../../../fixtures/demo/aster/site.json");
        let record: marquee_model::settings::SiteRecord = serde_json::from_str(record).unwrap();
        SiteHandle { id: record.key.clone(), record, origin: "http://aster.localhost".into(), version: 1 }
    }

    fn product(router: Router) -> Product {
        Product::new(router, BTreeMap::from([(aster().id, "key".to_owned())]))
    }

    fn call_response(session: &str) -> String {
        json!({
            "peachCode": 0, "statusCode": 200,
            "memberDetails": { "memberId": "m", "firstName": "Ada", "lastName": "", "memberCardNumber": null,
                "balances": [{ "balanceType": "POINTS", "amount": 7 }] },
            "sessionManagementTokens": { "boxofficeSessionToken": session, "boxofficeRefreshSessionToken": "r2" },
        })
        .to_string()
    }

    #[tokio::test]
    async fn sess_28_a_sign_in_with_an_expired_token_is_refreshed() {
        let handler = |headers: HeaderMap, body: String| async move {
            let header = |name: &HeaderName| headers.get(name).map(|v| v.to_str().unwrap().to_owned());
            let refusal = json!({ "peachCode": 7, "statusCode": 7, "clientErrorMessage": "No" }).to_string();
            assert!(headers[HOST] == "aster.localhost" && !headers.contains_key("boxoffice-session-mode"));
            match (header(&SESSION).as_deref(), header(&REFRESH).as_deref()) {
                (Some("new"), None) => call_response("new"),
                (None, Some("r1")) if body.contains("/Member/RefreshLogin?circuitId=aster") => {
                    call_response("new")
                }
                _ => refusal,
            }
        };
        let product = product(Router::new().route(CYPHER_PATH, post(handler)));
        let tokens = |session: &str, refresh: &str| Tokens {
            session: session.to_owned(),
            refresh: Some(refresh.to_owned()),
        };
        let TokenOwner::Member(member, now) = product.member(&aster(), &tokens("old", "r1")).await.unwrap()
        else {
            unreachable!("the refresh token is valid");
        };
        assert_eq!((member.name.as_str(), member.points, &now), ("Ada", 7, &tokens("new", "r2")));
        assert!(matches!(product.member(&aster(), &now).await.unwrap(), TokenOwner::Member(..)));
        let expired = product.member(&aster(), &tokens("old", "spent")).await.unwrap();
        assert!(matches!(expired, TokenOwner::NoOwner(7, _)), "{expired:?}");
    }

    #[tokio::test]
    async fn a_booking_is_retried_while_the_site_responds_with_503() {
        let requests = Arc::new(AtomicUsize::new(0));
        let endpoint = |refusals: usize, status: StatusCode| {
            let requests = requests.clone();
            let handler = move |headers: HeaderMap| async move {
                assert_eq!(headers[AUTHORIZATION], "Bearer key");
                if requests.fetch_add(1, Ordering::SeqCst) < refusals {
                    return (status, json!({ "title": "Not now" }).to_string()).into_response();
                }
                json!({ "orderId": "o", "points": 5, "balance": 12 }).to_string().into_response()
            };
            product(Router::new().route(POS_TRANSACTIONS_PATH, post(handler)))
        };
        let busy = StatusCode::SERVICE_UNAVAILABLE;
        let booked = endpoint(2, busy).book(&aster(), &json!({})).await.unwrap().unwrap();
        assert_eq!(
            (booked.order_id.as_str(), booked.balance, requests.swap(0, Ordering::SeqCst)),
            ("o", 12, 3)
        );
        assert!(endpoint(9, busy).book(&aster(), &json!({})).await.is_err());
        assert_eq!(requests.swap(0, Ordering::SeqCst), MAX_ATTEMPTS);
        let refusals =
            endpoint(9, StatusCode::UNPROCESSABLE_ENTITY).book(&aster(), &json!({})).await.unwrap();
        assert_eq!((refusals.unwrap_err().as_str(), requests.load(Ordering::SeqCst)), ("Not now", 1));
    }
}
