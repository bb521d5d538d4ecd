use std::net::SocketAddr;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;
use crate::Captcha;

const CONTEXT: CaptchaContext<'_> = CaptchaContext { host: "aster.example", action: "login" };
const V2: Provider = Provider::Recaptcha { min_score: None };
const V3: Provider = Provider::Recaptcha { min_score: Some(0.5) };

fn now() -> Timestamp {
    "2026-11-20T18:00:00Z".parse().unwrap()
}

/// A provider that responds to one connection, or never if `body` is `None`. Returns its address and the received request.
async fn stand_in(status: u16, body: Option<String>) -> (SocketAddr, tokio::task::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let request = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = Vec::new();
        while !is_complete(&request) {
            assert_ne!(stream.read_buf(&mut request).await.unwrap(), 0, "the connection was closed");
        }
        let Some(body) = body else { return std::future::pending().await };
        let head = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        stream.write_all(head.as_bytes()).await.unwrap();
        String::from_utf8(request).unwrap()
    });
    (address, request)
}

/// Whether a request has as many bytes of body as its header says.
fn is_complete(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request);
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head
        .to_ascii_lowercase()
        .lines()
        .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    body.len() == length.unwrap_or(0_usize)
}

fn captcha(provider: Provider, address: SocketAddr) -> Captcha {
    let outbound = Outbound::new(&[address.to_string()]).unwrap();
    let url = format!("http://{address}/siteverify").parse().unwrap();
    Captcha::Remote(RemoteVerifier::new(provider, "s3cret&more".to_owned(), url, outbound))
}

async fn verify(
    provider: Provider,
    status: u16,
    body: impl ToString,
) -> Result<VerifiedAnswer, CaptchaError> {
    let (address, _received) = stand_in(status, Some(body.to_string())).await;
    captcha(provider, address).verify("answer", CONTEXT, [192, 0, 2, 1].into(), now()).await
}

fn success() -> Value {
    json!({ "success": true, "challenge_ts": "2026-11-20T17:58:30.096Z", "hostname": "aster.example", "action": "login", "score": 0.7, "error-codes": [] })
}

fn with(key: &str, value: impl Into<Value>) -> Value {
    let mut body = success();
    body[key] = value.into();
    body
}

fn without(key: &str) -> Value {
    let mut body = success();
    body.as_object_mut().unwrap().remove(key);
    body
}

#[tokio::test]
async fn security_2_4_the_provider_is_called_with_a_form() {
    let (address, request) = stand_in(200, Some(success().to_string())).await;
    let captcha = captcha(Provider::Turnstile, address);
    let verified =
        captcha.verify("an answer&x=y", CONTEXT, "2001:db8::1".parse().unwrap(), now()).await.unwrap();
    assert_eq!(verified.solved_at, "2026-11-20T17:58:30.096Z".parse().unwrap());
    assert_eq!(verified.id, <[u8; 32]>::from(Sha256::digest(b"an answer&x=y")));
    let request = request.await.unwrap();
    assert!(request.starts_with("POST /siteverify HTTP/1.1\r\n"), "{request}");
    assert!(
        request.ends_with("secret=s3cret%26more&response=an+answer%26x%3Dy&remoteip=2001%3Adb8%3A%3A1"),
        "{request}"
    );
    assert!(!format!("{captcha:?}").contains("s3cret"));
}

#[tokio::test]
async fn security_2_4_an_answer_is_bound_to_its_host_time_and_action() {
    for provider in [V2, V3, Provider::Turnstile] {
        assert!(verify(provider, 200, success()).await.is_ok(), "{provider:?}");
        assert!(verify(provider, 200, with("hostname", "ASTER.example")).await.is_ok());
        for (body, refusal) in [
            (with("hostname", "evil.example"), Refusal::HostMismatch),
            (without("hostname"), Refusal::HostMismatch),
            (with("action", "giftcard"), Refusal::ActionMismatch),
            (with("challenge_ts", "2026-11-20T17:57:59Z"), Refusal::Expired),
            (with("challenge_ts", "2026-11-20T18:02:01+00:00"), Refusal::Expired),
        ] {
            assert_eq!(verify(provider, 200, &body).await, Err(refusal.into()), "{provider:?} {body}");
        }
    }
    for (provider, without_action) in [(V2, Ok(())), (V3, Err(())), (Provider::Turnstile, Err(()))] {
        for body in [without("action"), with("action", "")] {
            let result = verify(provider, 200, &body).await;
            assert_eq!(result.clone().map(drop).map_err(drop), without_action, "{provider:?} {body}");
            assert!(result.is_ok() || result == Err(Refusal::ActionMismatch.into()));
        }
    }
}

#[tokio::test]
async fn security_2_4_a_low_score_is_refused() {
    for body in [with("score", 0.49), without("score"), with("score", Value::Null)] {
        assert_eq!(verify(V3, 200, &body).await, Err(Refusal::ScoreTooLow.into()), "{body}");
        assert!(verify(V2, 200, &body).await.is_ok(), "{body}");
    }
    assert!(verify(V3, 200, with("score", 0.5)).await.is_ok());
}

#[tokio::test]
async fn security_2_4_error_codes_mean_a_wrong_answer_or_an_outage() {
    let failure = |codes: Value| json!({ "success": false, "error-codes": codes });
    for (code, refusal) in [
        ("invalid-input-response", Refusal::Incorrect),
        ("missing-input-response", Refusal::Incorrect),
        ("timeout-or-duplicate", Refusal::AlreadyUsed),
    ] {
        for status in [200, 400] {
            let result = verify(Provider::Turnstile, status, failure(json!([code]))).await;
            assert_eq!(result, Err(refusal.into()), "{code}");
        }
    }
    for codes in [json!(["invalid-input-secret"]), json!(["internal-error"]), json!([]), json!(["<b>\n"])] {
        let result = verify(V2, 200, failure(codes.clone())).await;
        let Err(CaptchaError::Unavailable(reason)) = result else { panic!("{codes} {result:?}") };
        assert!(!reason.contains('<') && !reason.contains("s3cret"), "{reason}");
    }
}

#[tokio::test]
async fn security_2_4_an_invalid_response_means_unavailable() {
    for (status, body) in [
        (500, success().to_string()),
        (404, success().to_string()),
        (302, success().to_string()),
        (503, json!({ "success": false, "error-codes": ["invalid-input-response"] }).to_string()),
        (200, "<html>".to_owned()),
        (200, String::new()),
        (200, "[]".to_owned()),
        (200, r#"{"success":"true"}"#.to_owned()),
        (200, without("challenge_ts").to_string()),
        (200, with("challenge_ts", "yesterday").to_string()),
        (200, format!("{}{}", success(), " ".repeat(70_000))),
    ] {
        let result = verify(Provider::Turnstile, status, &body).await;
        assert!(matches!(result, Err(CaptchaError::Unavailable(_))), "{status} {body} {result:?}");
    }
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let result = captcha(V2, closed).verify("answer", CONTEXT, [192, 0, 2, 1].into(), now()).await;
    assert!(matches!(result, Err(CaptchaError::Unavailable(_))), "{result:?}");
}

#[tokio::test]
async fn security_2_4_a_slow_provider_times_out() {
    let (address, _received) = stand_in(200, None).await;
    let result = captcha(V2, address).verify("answer", CONTEXT, [192, 0, 2, 1].into(), now()).await;
    assert_eq!(result, Err(CaptchaError::Unavailable("127.0.0.1: timeout".to_owned())));
}

#[tokio::test]
async fn empty_and_oversized_answers_are_not_sent() {
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    for answer in ["", &"x".repeat(MAX_ANSWER_BYTES + 1)] {
        let result = captcha(V2, closed).verify(answer, CONTEXT, [192, 0, 2, 1].into(), now()).await;
        assert_eq!(result, Err(Refusal::Malformed.into()));
    }
}
