//! The API client against a fake service, over real sockets.

#![expect(clippy::unwrap_used, reason = "tests panic on unexpected results")]

use std::net::SocketAddr;
use std::sync::Arc;

use jiff::Timestamp;
use marquee_model::{Clock, FixedClock, SiteId};
use marquee_outbound::Outbound;
use marquee_payments::{
    CheckoutOrder, CheckoutStatus, Currency, Money, NewCustomer, PaymentError, Stripe, StripeOptions,
    WebhookEvent,
};
use marquee_testkit::{FakeStripe, FakeStripeOptions, Outcome};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use url::Url;

const KEY: &str = "sk_test_hidden";
const WEBHOOK: &str = "whsec_hidden";

fn clock() -> FixedClock {
    FixedClock::new(Timestamp::from_second(1_800_000_000).unwrap())
}

fn stripe(at: &Url, secret_key: &str) -> Stripe {
    let allowed = format!("{}:{}", at.host_str().unwrap(), at.port().unwrap());
    let options = StripeOptions {
        secret_key: secret_key.to_owned(),
        webhook_secret: WEBHOOK.to_owned(),
        base_url: Some(at.clone()),
    };
    Stripe::new(Outbound::new(&[allowed]).unwrap(), options)
}

async fn stand_in(webhook_url: Option<Url>) -> FakeStripe {
    let options = FakeStripeOptions {
        port: 0,
        secret_key: KEY.to_owned(),
        webhook_secret: WEBHOOK.to_owned(),
        webhook_url,
    };
    FakeStripe::start(options, Arc::new(clock())).await.unwrap()
}

/// A server that gives every request the same response; returns its URL and the requests.
async fn server(response: String) -> (Url, mpsc::UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap()).parse().unwrap();
    let (send, requests) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let received = request(&mut stream).await;
            let _ = stream.write_all(response.as_bytes()).await;
            let _ = send.send(received);
        }
    });
    (url, requests)
}

/// Reads one request with its body.
async fn request(stream: &mut TcpStream) -> String {
    let (mut received, mut chunk) = (Vec::new(), [0; 4096]);
    loop {
        let n = stream.read(&mut chunk).await.unwrap();
        received.extend_from_slice(&chunk[..n]);
        let text = String::from_utf8_lossy(&received);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length =
            head.to_lowercase().lines().find_map(|l| l.strip_prefix("content-length: ")?.parse().ok());
        if n == 0 || body.len() >= length.unwrap_or(0) {
            return text.into_owned();
        }
    }
}

fn reply(status: u16, body: &str) -> String {
    format!("HTTP/1.1 {status} X\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

/// Sends a request without a body and returns the response.
async fn browse(method: &str, url: &Url) -> String {
    let address: SocketAddr = url.socket_addrs(|| None).unwrap()[0];
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "{method} {} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
        url.path()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    text
}

struct Order {
    site: SiteId,
    success: Url,
    cancel: Url,
}

impl Order {
    fn new() -> Self {
        Self {
            site: SiteId::parse("aster").unwrap(),
            success: "http://aster.localhost/done?session={CHECKOUT_SESSION_ID}".parse().unwrap(),
            cancel: "http://aster.localhost/back".parse().unwrap(),
        }
    }

    fn checkout<'a>(&'a self, order_id: &'a str, minor: u64) -> CheckoutOrder<'a> {
        CheckoutOrder {
            site: &self.site,
            order_id,
            amount: Money { minor, currency: Currency::parse("EUR").unwrap() },
            name: "Membership <Gold> & more",
            email: "ada@example.org",
            success_url: &self.success,
            cancel_url: &self.cancel,
        }
    }
}

fn refused(status: u16, code: &str) -> PaymentError {
    PaymentError::Refused { status, code: code.to_owned() }
}

#[tokio::test]
async fn a_customer_is_created_once_and_has_a_portal() {
    let stand_in = stand_in(None).await;
    let stripe = stripe(stand_in.url(), KEY);
    let site = SiteId::parse("aster").unwrap();
    let new = NewCustomer { site: &site, member_id: "m-1", email: "ada@example.org", idempotency_key: "k-1" };
    let customer = stripe.create_customer(new).await.unwrap();
    assert_eq!(stripe.create_customer(new).await.unwrap(), customer, "the same key");
    let other_key = NewCustomer { idempotency_key: "k-2", ..new };
    assert_ne!(stripe.create_customer(other_key).await.unwrap(), customer);
    let reused = NewCustomer { member_id: "m-2", ..new };
    assert_eq!(stripe.create_customer(reused).await, Err(refused(400, "idempotency_error")));
    let invalid = NewCustomer { email: "nobody", idempotency_key: "k-3", ..new };
    assert_eq!(stripe.create_customer(invalid).await, Err(refused(400, "email_invalid")));

    let return_url: Url = "https://aster.example/profile/?a=1&b=2".parse().unwrap();
    let portal = stripe.portal_session(&customer, &return_url).await.unwrap();
    let page = browse("GET", &portal).await;
    assert!(
        page.starts_with("HTTP/1.1 200 ")
            && page.contains("href=\"https://aster.example/profile/?a=1&amp;b=2\"")
    );
    let missing = stripe.portal_session("cus_missing", &return_url).await;
    assert_eq!(missing, Err(refused(400, "resource_missing")));
}

#[tokio::test]
async fn an_order_is_paid_if_stripe_reports_it() {
    let (hook, mut reports) = server(reply(200, "")).await;
    let stand_in = stand_in(Some(hook)).await;
    let (stripe, order) = (stripe(stand_in.url(), KEY), Order::new());
    let session = stripe.checkout_session(order.checkout("o-1", 1250)).await.unwrap();
    assert_eq!(stripe.checkout_session(order.checkout("o-1", 1250)).await.as_ref(), Ok(&session), "a retry");
    let conflicting = stripe.checkout_session(order.checkout("o-1", 1300)).await;
    assert_eq!(conflicting, Err(refused(400, "idempotency_error")), "the price of an order cannot change");
    let open_status = stripe.checkout_status(&session.id).await.unwrap();
    assert_eq!(
        (open_status.status, open_status.order_id.as_str(), open_status.amount),
        (CheckoutStatus::Open, "o-1", order.checkout("", 1250).amount)
    );

    let page = browse("GET", &session.url).await;
    assert!(page.contains("Membership &lt;Gold&gt; &amp; more: 12.50 EUR"), "{page}");
    let cancel = session.url.join(&format!("{}/cancel", session.id)).unwrap();
    assert!(browse("POST", &cancel).await.contains("location: http://aster.localhost/back\r\n"));
    let pay = session.url.join(&format!("{}/now", session.id)).unwrap();
    let redirect = browse("POST", &pay).await;
    let location = format!("location: http://aster.localhost/done?session={}\r\n", session.id);
    assert!(redirect.starts_with("HTTP/1.1 303 ") && redirect.contains(&location), "{redirect}");
    assert!(browse("POST", &pay).await.starts_with("HTTP/1.1 404 "), "a session can be paid once");

    let paid_status = stripe.checkout_status(&session.id).await.unwrap();
    assert_eq!(paid_status.status, CheckoutStatus::Paid);
    let report = reports.recv().await.unwrap();
    let (head, body) = report.split_once("\r\n\r\n").unwrap();
    let signature = head.lines().find_map(|line| line.strip_prefix("stripe-signature: ")).unwrap();
    let event = stripe.read_webhook(signature, body.as_bytes(), clock().now()).unwrap();
    assert!(matches!(event, WebhookEvent::Checkout { checkout, .. } if checkout == paid_status));
    let changed = body.replace("1250", "1");
    let forged = stripe.read_webhook(signature, changed.as_bytes(), clock().now());
    assert!(matches!(forged, Err(PaymentError::InvalidSignature(_))));
    assert!(reports.try_recv().is_err(), "only one webhook is sent");
}

#[tokio::test]
async fn delayed_payments_succeed_fail_or_expire() {
    let (hook, mut reports) = server(reply(500, "")).await;
    let stand_in = stand_in(Some(hook)).await;
    let (stripe, order) = (stripe(stand_in.url(), KEY), Order::new());
    for (n, (path, last_path)) in [
        ([Some(Outcome::Pending), Some(Outcome::Paid)], CheckoutStatus::Paid),
        ([Some(Outcome::Pending), Some(Outcome::Failed)], CheckoutStatus::Failed),
        ([Some(Outcome::Expired), None], CheckoutStatus::Expired),
    ]
    .into_iter()
    .enumerate()
    {
        let id = stripe.checkout_session(order.checkout(&format!("o-{n}"), 500)).await.unwrap().id;
        let mut statuses = Vec::new();
        for outcome in path.into_iter().flatten() {
            assert!(stand_in.finish(&id, outcome).await);
            let report = reports.recv().await.unwrap();
            let (head, body) = report.split_once("\r\n\r\n").unwrap();
            let signature = head.lines().find_map(|line| line.strip_prefix("stripe-signature: ")).unwrap();
            match stripe.read_webhook(signature, body.as_bytes(), clock().now()).unwrap() {
                WebhookEvent::Checkout { checkout, .. } => statuses.push(checkout.status),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(statuses.last(), Some(&last_path));
        assert!(statuses.len() == 1 || statuses[0] == CheckoutStatus::Pending);
        assert!(!stand_in.finish(&id, Outcome::Paid).await, "a session that has ended");
    }
    assert!(!stand_in.finish("cs_unknown", Outcome::Paid).await);
}

#[tokio::test]
async fn refused_calls_return_stripe_s_error_code() {
    let stand_in = stand_in(None).await;
    let (client, order) = (stripe(stand_in.url(), KEY), Order::new());
    let result = stripe(stand_in.url(), "sk_test_other").checkout_session(order.checkout("o", 500)).await;
    assert_eq!(result, Err(refused(401, "invalid_request_error")));
    assert_eq!(client.checkout_session(order.checkout("o", 49)).await, Err(refused(400, "amount_too_small")));
    for id in ["cs_unknown", "", "../customers", "a?b", "a/b", "."] {
        assert_eq!(client.checkout_status(id).await, Err(refused(404, "resource_missing")), "{id}");
    }
}

#[tokio::test]
async fn calls_send_a_form_with_key_version_and_idempotency_key() {
    let created = r#"{"id":"cs_1","url":"https://checkout.stripe.com/c/pay/cs_1","mode":"payment"}"#;
    let (url, mut requests) = server(reply(200, created)).await;
    let (stripe, order) = (stripe(&url, KEY), Order::new());
    let session = stripe.checkout_session(order.checkout("o-1", 1250)).await.unwrap();
    assert_eq!(
        (session.id.as_str(), session.url.as_str()),
        ("cs_1", "https://checkout.stripe.com/c/pay/cs_1")
    );
    let request = requests.recv().await.unwrap();
    stripe.checkout_session(order.checkout("o-1", 1250)).await.unwrap();
    assert_eq!(requests.recv().await.unwrap(), request, "a repeated call sends the same bytes");
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("POST /v1/checkout/sessions HTTP/1.1\r\n"), "{head}");
    for line in [
        "content-type: application/x-www-form-urlencoded",
        "authorization: Bearer sk_test_hidden",
        "stripe-version: 2026-10-28.endive",
    ] {
        assert!(head.lines().any(|l| l == line), "{line} in {head}");
    }
    assert!(head.lines().any(|l| l.starts_with("idempotency-key: checkout-") && l.len() > 80));
    let fields: Vec<(String, String)> = url::form_urlencoded::parse(body.as_bytes()).into_owned().collect();
    let fields: Vec<(&str, &str)> = fields.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    assert_eq!(
        fields,
        [
            ("mode", "payment"),
            ("client_reference_id", "o-1"),
            ("metadata[site]", "aster"),
            ("metadata[order_id]", "o-1"),
            ("customer_email", "ada@example.org"),
            ("line_items[0][quantity]", "1"),
            ("line_items[0][price_data][currency]", "eur"),
            ("line_items[0][price_data][unit_amount]", "1250"),
            ("line_items[0][price_data][product_data][name]", "Membership <Gold> & more"),
            ("success_url", "http://aster.localhost/done?session={CHECKOUT_SESSION_ID}"),
            ("cancel_url", "http://aster.localhost/back"),
        ]
    );
}

#[tokio::test]
async fn security_3_5_failures_are_classified_and_reveal_no_secret() {
    let order = Order::new();
    let long = " ".repeat(2 << 20);
    let mut kinds = Vec::new();
    for (status, body) in [
        (500, "{}"),
        (503, ""),
        (429, r#"{"error":{"type":"rate_limit"}}"#),
        (409, r#"{"error":{"code":"idempotency_key_in_use"}}"#),
        (402, r#"{"error":{"type":"card_error","code":null}}"#),
        (403, "<html>"),
        (400, r#"{"error":{"code":"ada@example.org <b>"}}"#),
        (302, ""),
        (200, "<html>"),
        (200, "{}"),
        (200, r#"{"id":"cs_1"}"#),
        (200, r#"{"id":"cs_1","url":"javascript:alert(1)"}"#),
        (200, r#"{"id":"../x","url":"https://checkout.stripe.com/"}"#),
        (200, &long),
    ] {
        let (url, _requests) = server(reply(status, body)).await;
        let stripe = stripe(&url, KEY);
        let error = stripe.checkout_session(order.checkout("o-1", 500)).await.unwrap_err();
        let debug_text = format!("{stripe:?} {error} {error:?}");
        assert!(!debug_text.contains("hidden") && !debug_text.contains("ada@"), "{debug_text}");
        kinds.push(match error {
            PaymentError::Unavailable(_) => "away".to_owned(),
            PaymentError::InvalidResponse(_) => "nonsense".to_owned(),
            PaymentError::Refused { status, code } => format!("{status} {code}"),
            PaymentError::InvalidSignature(_) => unreachable!(),
        });
    }
    let (disconnects, nonsense) = (["away"; 4], ["nonsense"; 7]);
    let refusals = ["402 card_error", "403 ", "400 "];
    assert_eq!(kinds, [&disconnects[..], &refusals, &nonsense].concat());
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let url = format!("http://{closed}/").parse().unwrap();
    let result = stripe(&url, KEY).checkout_session(order.checkout("o-1", 500)).await;
    assert!(matches!(result, Err(PaymentError::Unavailable(_))), "{result:?}");
}
