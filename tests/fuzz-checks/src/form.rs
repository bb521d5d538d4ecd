//! Form data: the first line is the type, the rest is the body.
use bytes::Bytes;
use futures::executor::block_on;
use marquee_gateway::{Envelope, form};

/// Checks an input.
pub fn check(data: &[u8]) {
    let Some(end) = data.iter().position(|byte| *byte == b'\n') else { return };
    let (kind, body) = data.split_at(end);
    let Ok(kind) = std::str::from_utf8(kind) else { return };
    let Ok(fields) = block_on(form::fields(kind, Bytes::copy_from_slice(&body[1..]))) else { return };
    assert!(fields.len() <= 100);
    Envelope::from_fields(fields).ok();
}
