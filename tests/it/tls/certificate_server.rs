//! An ACME server (RFC 8555) that checks what it is sent as a real one does: signatures, nonces, challenges over HTTP, and the names of
//! certificate requests. It listens on loopback, over TLS.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, PublicKeyData, SignatureAlgorithm};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use x509_parser::prelude::{FromDer, GeneralName, ParsedExtension, X509CertificationRequest};

/// A running ACME server. It ends with the test.
pub struct CertificateServer {
    address: SocketAddr,
    /// The certificate of its own connections.
    root: String,
    shared: Arc<Shared>,
}

struct Shared {
    origin: String,
    issuer: Issuer<'static, KeyPair>,
    issuer_pem: String,
    /// Days of validity.
    days: i64,
    state: Mutex<State>,
    /// Notified once it is known where names lead.
    is_led: Condvar,
}

#[derive(Default)]
struct State {
    nonces: Vec<String>,
    last_nonce: u32,
    accounts: Vec<Account>,
    orders: Vec<Order>,
    issued: Vec<String>,
    /// Where the names of all hosts lead, once it is known; `Err` if they lead nowhere.
    looks_at: Option<Result<SocketAddr, ()>>,
    has_rejected_nonce: bool,
}

struct Account {
    key: Value,
    contacts: Vec<String>,
}

#[derive(Clone)]
struct Order {
    host: String,
    token: String,
    status: &'static str,
    problem: Option<String>,
    chain: Option<String>,
}

/// A response: status, the address of what was created, body.
type Response = (u16, Option<String>, Body);

enum Body {
    Json(Value),
    Chain(String),
}

/// A problem of RFC 8555, 6.7.
fn problem(status: u16, kind: &str, detail: &str) -> Response {
    let body =
        json!({ "type": format!("urn:ietf:params:acme:error:{kind}"), "detail": detail, "status": status });
    (status, None, Body::Json(body))
}

impl CertificateServer {
    /// Starts a server whose certificates are valid for a number of days.
    pub fn start(days: i64) -> Self {
        let (config, root) = marquee_tests::loopback_tls();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (issuer, issuer_pem) = issuer();
        let origin = format!("https://{address}");
        let state = Mutex::default();
        let is_led = Condvar::default();
        let shared = Arc::new(Shared { origin, issuer, issuer_pem, days, state, is_led });
        let served = shared.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (config, shared) = (config.clone(), served.clone());
                std::thread::spawn(move || serve(stream.unwrap(), config, &shared));
            }
        });
        Self { address, root, shared }
    }

    pub fn directory(&self) -> String {
        format!("https://{}/directory", self.address)
    }

    /// The certificate of its own connections (PEM).
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The certificate with which it signs those that it issues (PEM).
    pub fn issuer(&self) -> &str {
        &self.shared.issuer_pem
    }

    /// Where the names of all hosts lead; nowhere with `Err`. Challenges wait until this is called.
    pub fn looks_at(&self, server: Result<SocketAddr, ()>) {
        self.shared.state.lock().unwrap().looks_at = Some(server);
        self.shared.is_led.notify_all();
    }

    /// The host of each certificate that was issued.
    pub fn issued(&self) -> Vec<String> {
        self.shared.state.lock().unwrap().issued.clone()
    }

    pub fn orders(&self) -> usize {
        self.shared.state.lock().unwrap().orders.len()
    }

    pub fn accounts(&self) -> usize {
        self.shared.state.lock().unwrap().accounts.len()
    }

    pub fn contacts(&self) -> Vec<String> {
        let state = self.shared.state.lock().unwrap();
        state.accounts.iter().flat_map(|account| account.contacts.clone()).collect()
    }
}

fn issuer() -> (Issuer<'static, KeyPair>, String) {
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(rcgen::DnType::CommonName, "Certificates of the tests");
    let pem = params.self_signed(&key).unwrap().pem();
    (Issuer::new(params, key), pem)
}

/// Responds to the requests of a connection.
fn serve(stream: TcpStream, config: Arc<ServerConfig>, shared: &Shared) {
    let connection = ServerConnection::new(config).unwrap();
    let mut stream = BufReader::new(StreamOwned::new(connection, stream));
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        let mut words = line.split(' ');
        let (method, path) = (words.next().unwrap().to_owned(), words.next().unwrap().to_owned());
        let mut length = 0;
        loop {
            let mut header = String::new();
            stream.read_line(&mut header).unwrap();
            let header = header.trim().to_ascii_lowercase();
            if let Some(value) = header.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if header.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body).unwrap();
        let (status, location, answer) = shared.respond(&method, &path, &body);
        let (kind, text) = match answer {
            Body::Json(value) if status >= 400 => ("application/problem+json", value.to_string()),
            Body::Json(value) => ("application/json", value.to_string()),
            Body::Chain(chain) => ("application/pem-certificate-chain", chain),
        };
        let text = if method == "HEAD" { String::new() } else { text };
        let location = location.map_or_else(String::new, |address| format!("location: {address}\r\n"));
        let head = format!(
            "HTTP/1.1 {status} Response\r\nreplay-nonce: {}\r\ncontent-type: {kind}\r\n{location}content-length: {}\r\n\r\n",
            shared.new_nonce(),
            text.len()
        );
        let stream = stream.get_mut();
        if stream.write_all(format!("{head}{text}").as_bytes()).and_then(|()| stream.flush()).is_err() {
            return;
        }
    }
}

/// A message that was signed.
struct Signed {
    payload: Value,
    /// The account; `None` for the one that is to be created.
    account: Option<usize>,
    key: Value,
}

impl Shared {
    fn new_nonce(&self) -> String {
        let mut state = self.state.lock().unwrap();
        state.last_nonce += 1;
        let nonce = format!("nonce{}", state.last_nonce);
        state.nonces.push(nonce.clone());
        nonce
    }

    fn respond(&self, method: &str, path: &str, body: &[u8]) -> Response {
        let at = |path: &str| format!("{}{path}", self.origin);
        match (method, path) {
            ("GET", "/directory") => {
                let body = json!({
                    "newNonce": at("/new-nonce"), "newAccount": at("/new-account"), "newOrder": at("/new-order"),
                    "revokeCert": at("/revoke"), "keyChange": at("/key-change"),
                });
                (200, None, Body::Json(body))
            }
            ("HEAD", "/new-nonce") => (200, None, Body::Json(Value::Null)),
            ("POST", _) => match self.verify(path, body) {
                Ok(signed) => self.post(path, signed),
                Err(refused) => refused,
            },
            _ => problem(404, "malformed", "unknown address"),
        }
    }

    /// Checks the signature, address and nonce of a message (RFC 8555, 6).
    fn verify(&self, path: &str, body: &[u8]) -> Result<Signed, Response> {
        let malformed = |detail: &str| problem(400, "malformed", detail);
        let message: Value = serde_json::from_slice(body).map_err(|_| malformed("no JSON"))?;
        let text = |name: &str| message[name].as_str().unwrap_or_default();
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).map_err(|_| malformed("no base64"));
        let header: Value =
            serde_json::from_slice(&decode(text("protected"))?).map_err(|_| malformed("no header"))?;
        let mut state = self.state.lock().unwrap();
        if header["url"] != format!("{}{path}", self.origin) || header["alg"] != "ES256" {
            return Err(malformed("another address or algorithm"));
        }
        let nonce = state.nonces.iter().position(|nonce| header["nonce"] == nonce.as_str());
        let is_first = !std::mem::replace(&mut state.has_rejected_nonce, true);
        match nonce {
            Some(position) if !is_first => drop(state.nonces.remove(position)),
            _ => return Err(problem(400, "badNonce", "use the nonce of this response")),
        }
        let account = header["kid"].as_str().map(|address| {
            let number = address.rsplit('/').next().unwrap_or_default();
            number.parse::<usize>().unwrap_or(usize::MAX)
        });
        let key = match account {
            Some(number) => state.accounts.get(number).map(|account| account.key.clone()),
            None => (path == "/new-account").then(|| header["jwk"].clone()),
        };
        let key = key.ok_or_else(|| problem(401, "accountDoesNotExist", "unknown account"))?;
        let signed = format!("{}.{}", text("protected"), text("payload"));
        let signature =
            Signature::from_slice(&decode(text("signature"))?).map_err(|_| malformed("signature"))?;
        verifying_key(&key)
            .and_then(|key| key.verify(signed.as_bytes(), &signature).ok())
            .ok_or_else(|| problem(401, "unauthorized", "the signature is not that of the account"))?;
        let payload = decode(text("payload"))?;
        let payload =
            if payload.is_empty() { Value::Null } else { serde_json::from_slice(&payload).unwrap() };
        Ok(Signed { payload, account, key })
    }

    fn post(&self, path: &str, signed: Signed) -> Response {
        let mut parts = path.trim_start_matches('/').split('/');
        let (kind, number) = (parts.next().unwrap_or_default(), parts.next());
        let number = number.and_then(|number| number.parse::<usize>().ok());
        match (kind, number) {
            ("new-account", None) => self.new_account(&signed),
            ("new-order", None) => self.new_order(&signed.payload),
            ("order", Some(number)) => self.order(200, number),
            ("authorization", Some(number)) => self.authorization(number),
            ("challenge", Some(number)) => self.challenge(number, &signed),
            ("finalize", Some(number)) => self.finalize(number, &signed.payload),
            ("certificate", Some(number)) => {
                let chain = self.state.lock().unwrap().orders[number].chain.clone();
                chain.map_or_else(
                    || problem(403, "orderNotReady", "no certificate"),
                    |chain| (200, None, Body::Chain(chain)),
                )
            }
            _ => problem(404, "malformed", "unknown address"),
        }
    }

    fn new_account(&self, signed: &Signed) -> Response {
        if signed.account.is_some() || signed.payload["termsOfServiceAgreed"] != true {
            return problem(403, "userActionRequired", "agree to the terms");
        }
        let contacts = signed.payload["contact"].as_array().into_iter().flatten();
        let contacts = contacts.filter_map(Value::as_str).map(str::to_owned).collect();
        let mut state = self.state.lock().unwrap();
        state.accounts.push(Account { key: signed.key.clone(), contacts });
        let address = format!("{}/account/{}", self.origin, state.accounts.len() - 1);
        (201, Some(address), Body::Json(json!({ "status": "valid" })))
    }

    fn new_order(&self, payload: &Value) -> Response {
        let host = payload["identifiers"][0]["value"].as_str().unwrap_or_default().to_owned();
        let number = {
            let mut state = self.state.lock().unwrap();
            let token = format!("token{}", state.orders.len());
            state.orders.push(Order { host, token, status: "pending", problem: None, chain: None });
            state.orders.len() - 1
        };
        self.order(201, number)
    }

    fn order(&self, status: u16, number: usize) -> Response {
        let order = self.state.lock().unwrap().orders[number].clone();
        let at = |kind: &str| format!("{}/{kind}/{number}", self.origin);
        let mut body = json!({
            "status": order.status,
            "identifiers": [{ "type": "dns", "value": order.host }],
            "authorizations": [at("authorization")],
            "finalize": at("finalize"),
        });
        if order.chain.is_some() {
            body["certificate"] = json!(at("certificate"));
        }
        (status, Some(at("order")), Body::Json(body))
    }

    fn authorization(&self, number: usize) -> Response {
        let order = self.state.lock().unwrap().orders[number].clone();
        let body = json!({
            "status": if order.status == "ready" { "valid" } else { order.status },
            "identifier": { "type": "dns", "value": order.host },
            "challenges": [self.challenge_body(number, &order)],
        });
        (200, None, Body::Json(body))
    }

    fn challenge_body(&self, number: usize, order: &Order) -> Value {
        let mut challenge = json!({
            "type": "http-01", "url": format!("{}/challenge/{number}", self.origin), "token": order.token,
            "status": if order.status == "ready" { "valid" } else { order.status },
        });
        if let Some(detail) = &order.problem {
            let kind = "urn:ietf:params:acme:error:connection";
            challenge["error"] = json!({ "type": kind, "detail": detail, "status": 400 });
        }
        challenge
    }

    /// Looks for the response to a challenge at the host, as RFC 8555, 8.3 says.
    fn challenge(&self, number: usize, signed: &Signed) -> Response {
        let (order, server) = {
            let state = self.state.lock().unwrap();
            let state = self.is_led.wait_while(state, |state| state.looks_at.is_none()).unwrap();
            (state.orders[number].clone(), state.looks_at.unwrap().ok())
        };
        let expected = format!("{}.{}", order.token, thumbprint(&signed.key));
        let found = server.map(|server| fetch(server, &order.host, &order.token));
        let mut state = self.state.lock().unwrap();
        let order = &mut state.orders[number];
        match found {
            Some(text) if text.trim_end() == expected => order.status = "ready",
            Some(text) => {
                order.status = "invalid";
                order.problem = Some(format!("found {text:?}"));
            }
            None => {
                order.status = "invalid";
                order.problem = Some("connection refused".to_owned());
            }
        }
        let order = order.clone();
        (200, None, Body::Json(self.challenge_body(number, &order)))
    }

    fn finalize(&self, number: usize, payload: &Value) -> Response {
        {
            let mut state = self.state.lock().unwrap();
            let order = state.orders[number].clone();
            let request = URL_SAFE_NO_PAD.decode(payload["csr"].as_str().unwrap_or_default()).unwrap();
            let (_, request) = X509CertificationRequest::from_der(&request).unwrap();
            if order.status != "ready" {
                return problem(403, "orderNotReady", "the order is not ready");
            }
            if names(&request) != [order.host.as_str()] {
                return problem(400, "badCSR", "other names than those of the order");
            }
            let chain = self.issue(&order.host, &request, state.issued.len());
            state.issued.push(order.host);
            let order = &mut state.orders[number];
            order.chain = Some(chain);
            order.status = "valid";
        }
        self.order(200, number)
    }

    /// A certificate for the key of a request. Its validity begins as the test's clock says.
    fn issue(&self, host: &str, request: &X509CertificationRequest<'_>, count: usize) -> String {
        let mut params = CertificateParams::new([host.to_owned()]).unwrap();
        let begin: Timestamp = super::CLOCK.parse().unwrap();
        let days = self.days * i64::try_from(count + 1).unwrap();
        let date = |at: Timestamp| {
            let date = at.to_zoned(jiff::tz::TimeZone::UTC).date();
            rcgen::date_time_ymd(
                i32::from(date.year()),
                date.month().try_into().unwrap(),
                date.day().try_into().unwrap(),
            )
        };
        params.not_before = date(begin - jiff::SignedDuration::from_hours(24));
        params.not_after = date(begin + jiff::SignedDuration::from_hours(24 * days));
        let key =
            RequestedKey(request.certification_request_info.subject_pki.subject_public_key.data.to_vec());
        params.signed_by(&key, &self.issuer).unwrap().pem()
    }
}

/// The public key of a certificate request.
struct RequestedKey(Vec<u8>);

impl PublicKeyData for RequestedKey {
    fn der_bytes(&self) -> &[u8] {
        &self.0
    }

    fn algorithm(&self) -> &'static SignatureAlgorithm {
        &rcgen::PKCS_ECDSA_P256_SHA256
    }
}

/// The host names of a certificate request.
fn names<'r>(request: &'r X509CertificationRequest<'_>) -> Vec<&'r str> {
    let extensions = request.requested_extensions().into_iter().flatten();
    let names = extensions.filter_map(|extension| match extension {
        ParsedExtension::SubjectAlternativeName(names) => Some(&names.general_names),
        _ => None,
    });
    let hosts = names.flatten().filter_map(|name| match name {
        GeneralName::DNSName(host) => Some(*host),
        _ => None,
    });
    hosts.collect()
}

/// The public key of a JWK.
fn verifying_key(key: &Value) -> Option<VerifyingKey> {
    let part = |name: &str| URL_SAFE_NO_PAD.decode(key[name].as_str()?).ok();
    let point = [vec![4], part("x")?, part("y")?].concat();
    VerifyingKey::from_sec1_bytes(&point).ok()
}

/// The thumbprint of a JWK (RFC 7638).
fn thumbprint(key: &Value) -> String {
    let members =
        format!(r#"{{"crv":{},"kty":{},"x":{},"y":{}}}"#, key["crv"], key["kty"], key["x"], key["y"]);
    URL_SAFE_NO_PAD.encode(Sha256::digest(members))
}

/// What a host responds with at the address of a token.
fn fetch(server: SocketAddr, host: &str, token: &str) -> String {
    let request = format!(
        "GET /.well-known/acme-challenge/{token} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"
    );
    let reply = marquee_tests::Reply::parse(&marquee_tests::raw(server, request.as_bytes()));
    if reply.status == 200 { reply.text() } else { format!("status {}", reply.status) }
}
