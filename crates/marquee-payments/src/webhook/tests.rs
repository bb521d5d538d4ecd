use serde_json::{Value, json};

use super::*;

const SECRET: &str = "whsec_test_secret";
const TIME: i64 = 1_492_774_577;
const BODY: &[u8] = br#"{"id":"evt_test","object":"event"}"#;
const RIGHT: &str = "691252e266ce41cb94d709c84e9580d4172b117a510bbc81723f657d2cd5d215";

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn checked(signature: &str, second: i64) -> Result<(), PaymentError> {
    check(SECRET, signature, BODY, at(second))
}

#[test]
fn a_signature_matches_the_test_vector() {
    let header = format!("t={TIME},v1={RIGHT}");
    assert_eq!(sign(SECRET, at(TIME), BODY), header);
    assert_eq!(checked(&header, TIME), Ok(()));
}

#[test]
fn one_valid_signature_of_several_is_enough() {
    let other_signature = "00".repeat(32);
    for header in [
        format!("t={TIME},v1={other_signature},v1={RIGHT}"),
        format!("t={TIME},v0=x,v1=nohex,v1={},v1={RIGHT}", &RIGHT[2..]),
        format!("v1={RIGHT}, t={TIME}, x"),
    ] {
        assert_eq!(checked(&header, TIME), Ok(()), "{header}");
    }
}

#[test]
fn a_webhook_is_valid_for_five_minutes() {
    let header = format!("t={TIME},v1={RIGHT}");
    assert_eq!(checked(&header, TIME + 300), Ok(()));
    assert_eq!(checked(&header, TIME + 301), Err(PaymentError::InvalidSignature("expired")));
    assert_eq!(checked(&header, TIME - 10_000), Ok(()), "timestamps in the future are accepted");
}

#[test]
fn a_forged_signature_is_refused() {
    let other_signature = "00".repeat(32);
    for header in [
        String::new(),
        "t=,v1=".to_owned(),
        format!("v1={RIGHT}"),
        format!("t={TIME}"),
        format!("t={TIME},v1="),
        format!("t={TIME},v1={other_signature}"),
        format!("t={TIME},v0={RIGHT}"),
        format!("t={},v1={RIGHT}", TIME + 1),
        format!("t={TIME},t={TIME},v1={RIGHT}"),
        format!("t=9999999999999999,v1={RIGHT}"),
        format!("t={TIME},{}v1={RIGHT}", "v1=00,".repeat(20)),
    ] {
        assert!(matches!(checked(&header, TIME), Err(PaymentError::InvalidSignature(_))), "{header}");
    }
    let header = format!("t={TIME},v1={RIGHT}");
    let forged = |secret, body| check(secret, &header, body, at(TIME)).is_err();
    assert!(forged("whsec_other", BODY) && forged(SECRET, br#"{"id":"evt_test","object":"event" }"#));
}

fn read_signed(report: &Value) -> Result<WebhookEvent, PaymentError> {
    let body = report.to_string();
    read(SECRET, &sign(SECRET, at(TIME), body.as_bytes()), body.as_bytes(), at(TIME))
}

fn report(kind: &str, status: &str, payment: &str) -> Value {
    let session = json!({
        "id": "cs_1", "object": "checkout.session", "mode": "payment", "status": status, "payment_status": payment,
        "client_reference_id": "o-1", "metadata": { "site": "aster" }, "amount_total": 1250, "currency": "eur",
    });
    json!({ "id": "evt_1", "object": "event", "type": kind, "data": { "object": session } })
}

#[test]
fn events_report_the_state_of_a_checkout() {
    for (kind, status, payment, expected) in [
        ("completed", "complete", "paid", CheckoutStatus::Paid),
        ("completed", "complete", "unpaid", CheckoutStatus::Pending),
        ("async_payment_succeeded", "complete", "paid", CheckoutStatus::Paid),
        ("async_payment_failed", "complete", "unpaid", CheckoutStatus::Failed),
        ("expired", "expired", "unpaid", CheckoutStatus::Expired),
    ] {
        let event = read_signed(&report(&format!("checkout.session.{kind}"), status, payment)).unwrap();
        let WebhookEvent::Checkout { id, checkout } = event else { panic!("{event:?}") };
        assert_eq!((id.as_str(), checkout.order_id.as_str(), checkout.status), ("evt_1", "o-1", expected));
        assert_eq!((checkout.amount.minor, checkout.amount.currency.to_string().as_str()), (1250, "EUR"));
    }
}

#[test]
fn other_events_are_returned_with_their_type_and_malformed_ones_are_refused() {
    let mut other_application = report("checkout.session.completed", "complete", "paid");
    other_application["data"]["object"]["metadata"] = json!({});
    for (report, kind) in [
        (report("invoice.paid", "x", "y"), "invoice.paid"),
        (other_application, "checkout.session.completed"),
    ] {
        let expected = WebhookEvent::Other { id: "evt_1".to_owned(), kind: kind.to_owned() };
        assert_eq!(read_signed(&report), Ok(expected));
    }
    for junk in [json!({ "id": "evt_test", "object": "event" }), json!([]), json!({ "id": 1 })] {
        assert!(matches!(read_signed(&junk), Err(PaymentError::InvalidResponse(_))), "{junk}");
    }
}
