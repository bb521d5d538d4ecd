//! The body of a call as JSON. A valid one has a call in the table or is refused, and its payload is that of the body.
use crate::SITE;
use marquee_gateway::{Envelope, find};
use serde_json::{Value, from_slice};

/// Checks an input.
pub fn check(data: &[u8]) {
    let Ok(envelope) = Envelope::from_json(data) else { return };
    find(envelope.method, &envelope.route, SITE.config.options.wallet_prefix()).ok();
    let Value::Object(mut plain) = from_slice(data).expect("an envelope is JSON") else {
        unreachable!("an envelope is an object");
    };
    plain.remove("reqMetadata").expect("an envelope has its metadata");
    assert_eq!(plain, envelope.payload);
}
