//! Clients of loyalty calls: a page with cookies, or a program with tokens.

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::http::Reply;
use crate::server::Site;

const ENDPOINT: &str = "/api/cypher";

/// A client of a site.
#[derive(Debug)]
pub struct Member<'s> {
    site: Site<'s>,
    /// Tokens of header mode.
    tokens: RefCell<(Option<String>, Option<String>)>,
    /// The cookie jar of cookie mode.
    jar: Option<RefCell<BTreeMap<String, String>>>,
}

impl<'s> Member<'s> {
    /// A program, which sends tokens in headers (header mode).
    #[must_use]
    pub fn program(site: &Site<'s>) -> Self {
        Self { site: site.clone(), tokens: RefCell::default(), jar: None }
    }

    /// A page of the site in a browser (cookie mode).
    #[must_use]
    pub fn page(site: &Site<'s>) -> Self {
        Self { jar: Some(RefCell::default()), ..Self::program(site) }
    }

    /// The cookies of a page, by name.
    ///
    /// # Panics
    /// For a program.
    #[must_use]
    pub fn jar(&self) -> BTreeMap<String, String> {
        self.jar.as_ref().unwrap().borrow().clone()
    }

    /// Replaces the value of a cookie.
    ///
    /// # Panics
    /// For a program.
    pub fn set_cookie(&self, name: &str, value: &str) {
        self.jar.as_ref().unwrap().borrow_mut().insert(name.to_owned(), value.to_owned());
    }

    /// The session token of a program.
    ///
    /// # Panics
    /// If it has none.
    #[must_use]
    pub fn session(&self) -> String {
        self.tokens.borrow().0.clone().unwrap()
    }

    /// The refresh token of a program.
    ///
    /// # Panics
    /// If it has none.
    #[must_use]
    pub fn refresh_token(&self) -> String {
        self.tokens.borrow().1.clone().unwrap()
    }

    /// A new program with these tokens.
    #[must_use]
    pub fn with(&self, session: Option<&str>, refresh: Option<&str>) -> Self {
        let tokens = RefCell::new((session.map(str::to_owned), refresh.map(str::to_owned)));
        Self { site: self.site.clone(), tokens, jar: None }
    }

    /// Sends a body to the endpoint of calls, with additional headers.
    #[must_use]
    pub fn send(&self, kind: &str, body: &str, additional_headers: &[(&str, &str)]) -> Reply {
        self.to(ENDPOINT, "POST", kind, body, additional_headers)
    }

    /// Sends a request to another endpoint; an additional header with an empty value removes a default header.
    #[must_use]
    pub fn to(
        &self,
        path: &str,
        method: &str,
        kind: &str,
        body: &str,
        additional_headers: &[(&str, &str)],
    ) -> Reply {
        let (session, refresh) = self.tokens.borrow().clone();
        let cookies = self.jar.as_ref().map(|jar| {
            jar.borrow().iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
        });
        let mut headers = vec![("content-type", kind), ("accept", "application/json")];
        if let Some(cookies) = &cookies {
            headers.extend([("boxoffice-session-mode", "cookie"), ("sec-fetch-site", "same-origin")]);
            headers.push(("cookie", cookies));
        } else {
            headers.extend(session.iter().map(|t| ("boxoffice-session-token", t.as_str())));
            headers.extend(refresh.iter().map(|t| ("boxoffice-refresh-session-token", t.as_str())));
        }
        headers.retain(|(name, _)| !additional_headers.iter().any(|(other, _)| other == name));
        headers.extend(additional_headers.iter().filter(|(_, value)| !value.is_empty()));
        let reply = self.site.send(method, path, &headers, body);
        self.store_cookies(&reply);
        reply
    }

    fn store_cookies(&self, reply: &Reply) {
        let Some(jar) = &self.jar else { return };
        for (_, cookie) in reply.headers.iter().filter(|(name, _)| name == "set-cookie") {
            let pair = cookie.split(';').next().unwrap_or_default();
            let (name, value) = pair.split_once('=').unwrap();
            if value.is_empty() {
                jar.borrow_mut().remove(name);
            } else {
                jar.borrow_mut().insert(name.to_owned(), value.to_owned());
            }
        }
    }

    /// Makes a call.
    #[must_use]
    pub fn reply(&self, method: &str, route: &str, payload: Value) -> Reply {
        let mut body = payload;
        body["reqMetadata"] = json!({ "method": method, "route": route });
        self.send("application/json", &body.to_string(), &[])
    }

    /// Makes a call that succeeds or is refused by a rule, and returns its response.
    ///
    /// # Panics
    /// On a protocol error.
    #[must_use]
    pub fn call(&self, method: &str, route: &str, payload: Value) -> Value {
        let reply = self.reply(method, route, payload);
        assert_eq!(reply.status, 200, "{route}: {}", reply.text());
        assert_eq!(reply.required_header("content-type"), "application/json");
        let response = reply.json();
        if self.jar.is_none()
            && let Some(tokens) = response.get("sessionManagementTokens")
        {
            let text = |name: &str| tokens[name].as_str().map(str::to_owned);
            let mut stored = self.tokens.borrow_mut();
            stored.0 = text("boxofficeSessionToken").or_else(|| stored.0.clone());
            stored.1 = text("boxofficeRefreshSessionToken").or_else(|| stored.1.clone());
        }
        response
    }

    /// Makes a call that succeeds, and returns its response.
    ///
    /// # Panics
    /// If it fails.
    pub fn call_ok(&self, method: &str, route: &str, payload: Value) -> Value {
        let response = self.call(method, route, payload);
        assert_eq!(
            (&response["peachCode"], &response["statusCode"]),
            (&json!(0), &json!(200)),
            "{route}: {response}"
        );
        response
    }

    /// Makes a call and returns its `peachCode`.
    ///
    /// # Panics
    /// If a refusal does not have the right form.
    #[must_use]
    pub fn code(&self, method: &str, route: &str, payload: Value) -> u64 {
        let response = self.call(method, route, payload);
        let code = response["peachCode"].as_u64().unwrap();
        if code != 0 {
            assert_eq!(response["statusCode"], json!(code), "{response}");
            assert!(response["clientErrorMessage"].as_str().is_some_and(|m| !m.is_empty()), "{response}");
        }
        code
    }

    /// Signs in with API version 3.
    ///
    /// # Panics
    /// If it fails.
    #[must_use]
    pub fn signed_in(self, circuit: &str, username: &str, password: &str) -> Self {
        let route = format!("/Member/v3/Login?boxofficeCircuitId={circuit}");
        self.call_ok("POST", &route, json!({ "username": username, "password": password }));
        self
    }
}
