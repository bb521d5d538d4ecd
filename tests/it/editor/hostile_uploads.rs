//! Uploads that are a picture and something else, and animations without end (security 6.9)

use std::time::Instant;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use marquee_tests::png;
use serde_json::{Value, json};

use super::media::{REFUSAL, files_below, rendition};
use super::{assert_problem, office};

/// A JPEG of one pixel.
const JPEG: &str = "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxD/2Q==";

/// A GIF of one pixel with as many frames.
fn gif(frames: usize) -> Vec<u8> {
    let head = b"GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0";
    let frame = b"\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0";
    [head.as_slice(), &frame.repeat(frames), b"\x3b"].concat()
}

fn joined(picture: &[u8], rest: &[u8]) -> Vec<u8> {
    [picture, rest].concat()
}

/// A PNG with a comment.
fn png_with(comment: &[u8]) -> Vec<u8> {
    let picture = png(64, 40, [200, 30, 40]);
    let content = [b"tEXtComment\0".as_slice(), comment].concat();
    let length = u32::try_from(content.len() - 4).unwrap().to_be_bytes();
    let mut sum = flate2::Crc::new();
    sum.update(&content);
    [&picture[..33], &length, &content, &sum.sum().to_be_bytes(), &picture[33..]].concat()
}

#[test]
fn security_6_9_polyglots_and_long_animations_are_refused_in_a_second() {
    let office = office();
    let owner = office.owner();
    let jpeg = STANDARD.decode(JPEG).unwrap();
    let zip = [b"PK\x03\x04evil.class".as_slice(), b"PK\x05\x06", &[0; 18]].concat();
    // `GIF89a/*…*/=1;alert(1)` is a picture, and JavaScript. Its comment hides the rest.
    let mut script = gif(1);
    script[6..8].copy_from_slice(b"/*");
    let comment = b"\x21\xfe\x10*/=1;alert(1);/*\0";
    let script = [&script[..19], comment, &script[19..], b"*/"].concat();
    let media = office.data.file("media");
    office.server.reset_peak_memory();
    let memory = office.server.peak_memory();
    for (name, bytes, reason) in [
        ("GIF and JavaScript", script, "a script or a page"),
        ("GIF and HTML", joined(&gif(1), b"<script>alert(1)</script>"), "a script or a page"),
        ("JPEG and ZIP", joined(&jpeg, &zip), "a ZIP archive"),
        ("JPEG and HTML", joined(&jpeg, b"<!DOCTYPE html><body>"), "a script or a page"),
        ("PNG and more data", joined(&png(9, 9, [0, 0, 0]), b"secret"), "data after its end"),
        ("PNG and HTML", png_with(b"<ScRiPt>alert(1)</sCrIpT>"), "a script or a page"),
        ("PNG and PDF", png_with(b"%PDF-1.7"), "a PDF document"),
        ("201 frames", gif(201), "more than 200 frames"),
        ("a million frames", gif(900_000), "more than 200 frames"),
    ] {
        let started = Instant::now();
        let refused = assert_problem(&owner.upload(&bytes), 422);
        assert!(started.elapsed() < REFUSAL, "{name}: {:?}", started.elapsed());
        assert!(refused.contains(reason), "{name}: {refused}");
    }
    let grown = office.server.peak_memory().saturating_sub(memory);
    assert!(grown <= 128 << 20, "the server grew by {} MiB", grown >> 20);
    assert_eq!((files_below(&media), owner.pictures()), (Vec::<String>::new(), json!([])));
    for picture in [gif(1), gif(200), jpeg] {
        assert_eq!(owner.upload(&picture).status, 200, "the same without anything else");
    }
}

#[test]
fn security_6_9_visitors_get_no_byte_of_an_uploaded_file() {
    let office = office();
    let owner = office.owner();
    let words = b"alert(1) 48.8584 N, 2.2945 E";
    let picture = owner.upload(&png_with(words)).json()["picture"].clone();
    let site = office.server.site("acme.example");
    for name in ["320.webp", "320.avif", "320.jpeg"] {
        let reply = site.get(&rendition(&picture, name));
        if reply.status == 404 {
            continue;
        }
        assert_eq!(reply.required_header("x-content-type-options"), "nosniff");
        assert!(reply.required_header("content-security-policy").contains("sandbox"));
        assert!(reply.required_header("content-type").starts_with("image/"));
        assert!(!reply.body.windows(words.len()).any(|part| part == words), "{name}");
    }
    assert_eq!(site.get(&rendition(&picture, "320.webp")).status, 200);
    for name in ["original", "original.png", "../original", "%2e%2e/original", "picture.html"] {
        let status = site.get(&rendition(&picture, name)).status;
        assert!(status >= 300, "{name}: {status}");
    }
    assert_ne!(picture["source"], Value::Null);
}
