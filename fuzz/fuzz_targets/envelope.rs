//! The body of a call as JSON. What is read is found in the table or refused, and reads the same once more.
#![no_main]

use libfuzzer_sys::fuzz_target;
use marquee_gateway::{Envelope, find};
use serde_json::{Value, from_slice};

fuzz_target!(|data: &[u8]| {
    let Ok(envelope) = Envelope::from_json(data) else { return };
    find(envelope.method, &envelope.route).ok();
    let Value::Object(mut plain) = from_slice(data).expect("what is read strictly is JSON") else {
        panic!("an envelope is an object");
    };
    plain.remove("reqMetadata").expect("an envelope has its metadata");
    assert_eq!(plain, envelope.payload);
});
