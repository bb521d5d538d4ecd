//! Payments of memberships and the payment portal, with a fake payment provider.

use std::net::TcpListener;
use std::sync::Arc;

use marquee_model::SystemClock;
use marquee_testkit::{FakeStripe, FakeStripeOptions, Outcome};
use marquee_tests::{CLOCK, Data, Member, Server};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use url::Url;

use super::activation::{ADD, COMPLETE, applicant, begun, concession, payment};
use super::{CIRCUIT_AND_THEATER_V3, iris};

const KEY: &str = "sk_test_hidden";
const WEBHOOK: &str = "whsec_hidden";
const REPORTS: &str = "/api/payments/webhook";
const LOGIN: &str = "/Member/Login?circuitId=aster";

/// A demo with payments, and the fake provider.
struct Shop {
    server: Server,
    provider: FakeStripe,
    runtime: Runtime,
}

impl Shop {
    /// With a provider that sends webhooks, or one that only responds to requests.
    fn open(tells: bool) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let (address, url) = (format!("127.0.0.1:{port}"), format!("http://127.0.0.1:{port}/"));
        let flags = [
            ["--rate-limits", "off"],
            ["--stripe-secret-key", KEY],
            ["--stripe-webhook-secret", WEBHOOK],
            ["--stripe-url", &url],
            ["--internal-upstreams", &address],
        ];
        let server = Data::demo().start("demo", CLOCK, flags.as_flattened());
        let webhook_url = format!("http://localhost:{}{REPORTS}", server.address().port());
        let options = FakeStripeOptions {
            port,
            secret_key: KEY.to_owned(),
            webhook_secret: WEBHOOK.to_owned(),
            webhook_url: tells.then(|| webhook_url.parse().unwrap()),
        };
        let runtime = Runtime::new().unwrap();
        let start = FakeStripe::start(options, Arc::new(SystemClock::default()));
        let provider = runtime.block_on(start).unwrap();
        Self { server, provider, runtime }
    }

    fn finish(&self, pay_at: &Value, outcome: Outcome) -> bool {
        let page: Url = pay_at.as_str().unwrap().parse().unwrap();
        let id = page.path_segments().unwrap().next_back().unwrap().to_owned();
        self.runtime.block_on(self.provider.finish(&id, outcome))
    }
}

/// A member with the order of a membership for 60 dollars.
fn ordered<'s>(shop: &'s Shop) -> (Member<'s>, Value) {
    let ann = applicant(&shop.server, "ann@example.org", "CLUB-PATRON");
    let id = begun(&ann, "ann@example.org", "CLUB-PATRON", 2);
    let order_request = json!({
        "userSessionId": id, "cinemaId": "aster-harbor", "emailAddress": "ann@example.org",
        "concessions": [concession("CLUB-PATRON")],
    });
    let order = ann.call_ok("POST", ADD, order_request)["orderId"].clone();
    (ann, order)
}

/// The payment URL of an unpaid order.
fn pay_at(ann: &Member<'_>, order: &Value) -> Value {
    let response = ann.call("POST", COMPLETE, payment(order));
    assert_eq!(response["peachCode"], 85, "{response}");
    response["paymentUrl"].clone()
}

fn login(ann: &Member<'_>) -> u64 {
    let login = json!({ "username": "ann@example.org", "password": "a-kettle-of-fishes" });
    ann.code("POST", LOGIN, login)
}

#[test]
fn act_12_call_31_security_3_4_a_membership_starts_when_the_provider_confirms_the_payment() {
    let shop = Shop::open(true);
    let (ann, order) = ordered(&shop);
    let first = pay_at(&ann, &order);
    assert!(first.as_str().unwrap().starts_with(shop.provider.url().as_str()), "{first}");
    assert_eq!(pay_at(&ann, &order), first, "one order is paid at one page");
    assert_eq!(login(&ann), 26);
    assert!(shop.finish(&first, Outcome::Paid));
    assert_eq!(login(&ann), 0, "the report alone began it");
    let done = ann.call_ok("POST", COMPLETE, payment(&order));
    assert_eq!(done["memberDetails"]["memberLevelId"], 2);
}

#[test]
fn security_3_4_a_payment_without_a_webhook_is_queried() {
    let shop = Shop::open(false);
    let (ann, order) = ordered(&shop);
    let page = pay_at(&ann, &order);
    assert!(shop.finish(&page, Outcome::Pending));
    assert!(ann.call("POST", COMPLETE, payment(&order))["peachCode"] == 85, "the money is on its way");
    assert!(shop.finish(&page, Outcome::Paid));
    assert_eq!(login(&ann), 26);
    let done = ann.call_ok("POST", COMPLETE, payment(&order));
    assert_eq!(done["memberDetails"]["isActivated"], true);
    assert_eq!(login(&ann), 0);
}

#[test]
fn security_3_4_a_webhook_with_an_invalid_signature_is_rejected() {
    let shop = Shop::open(true);
    let (ann, order) = ordered(&shop);
    let paid = json!({
        "id": "evt_1", "object": "event", "type": "checkout.session.completed", "created": 1, "livemode": false,
        "data": { "object": {
            "id": "cs_1", "object": "checkout.session", "status": "complete", "payment_status": "paid",
            "amount_total": 4800, "currency": "usd", "client_reference_id": order,
        } },
    });
    let site = shop.server.site("aster.localhost");
    for signature in [None, Some("t=1,v1=00"), Some("nonsense")] {
        let headers: Vec<_> = signature.iter().map(|text| ("stripe-signature", *text)).collect();
        let reply = site.send("POST", REPORTS, &headers, &paid.to_string());
        assert_eq!(reply.status, 400, "{signature:?}");
        assert_eq!(reply.required_header("content-type"), "application/problem+json");
    }
    assert_eq!(login(&ann), 26);
}

#[test]
fn a_log_line_of_a_request_has_its_method_and_route() {
    let mut shop = Shop::open(true);
    assert_eq!(shop.server.site("aster.localhost").send("POST", REPORTS, &[], "{}").status, 400);
    let line = shop.server.logged("a refused report", |line| line["span"]["route"] == REPORTS);
    assert_eq!((&line["level"], &line["span"]["method"]), (&json!("WARN"), &json!("POST")));
}

#[test]
fn call_40_members_get_a_url_of_the_payment_portal() {
    let shop = Shop::open(true);
    let iris = iris(&shop.server);
    let route = format!(
        "/Member/GetPaymentProviderPortalSession?{}",
        CIRCUIT_AND_THEATER_V3.replace("boxofficeCircuit", "circuit").replace("boxofficeCinema", "cinema")
    );
    let response = iris.call_ok("POST", &route, json!({ "returnUrl": "/login/" }));
    let again = iris.call_ok("POST", &route, json!({ "returnUrl": "/login/" }));
    for response in [&response, &again] {
        assert!(response["url"].as_str().unwrap().starts_with(shop.provider.url().as_str()), "{response}");
    }
}
