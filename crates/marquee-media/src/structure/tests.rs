use std::io::Cursor;

use image::codecs::gif::GifEncoder;
use image::{DynamicImage, Frame, ImageFormat, RgbaImage};

use super::{check, gif, png, webp};
use crate::{MediaError, Options, OriginalType};

fn file(format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::from(image::RgbImage::new(3, 2)).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn animated_gif(frames: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    let all = (0..frames).map(|_| Frame::new(RgbaImage::new(3, 2)));
    encoder.encode_frames(all).unwrap();
    drop(encoder);
    bytes
}

/// A PNG with as many frames after its header; nobody checks their content here.
fn animated_png(frames: usize) -> Vec<u8> {
    let still = file(ImageFormat::Png);
    let chunk = [&26_u32.to_be_bytes()[..], b"fcTL", &[0; 26 + 4]].concat();
    [&still[..33], &chunk.repeat(frames), &still[33..]].concat()
}

fn animated_webp(frames: usize) -> Vec<u8> {
    // An odd length is padded.
    let chunk = [b"ANMF", &3_u32.to_le_bytes()[..], &[0; 4]].concat();
    let body = [b"WEBP".as_slice(), &chunk.repeat(frames)].concat();
    let length = u32::try_from(body.len()).unwrap();
    [b"RIFF".as_slice(), &length.to_le_bytes(), &body].concat()
}

fn refusal(kind: OriginalType, bytes: &[u8]) -> Option<&'static str> {
    match check(kind, bytes) {
        Ok(()) => None,
        Err(MediaError::ForeignContent(content)) => Some(content),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn security_6_9_animations_have_200_frames_at_most() {
    assert_eq!(gif(&animated_gif(3)).frames, 3);
    assert_eq!(png(&animated_png(3)).frames, 3);
    assert_eq!(webp(&animated_webp(3)).frames, 3);
    type Animation = fn(usize) -> Vec<u8>;
    let animations: [(OriginalType, Animation); 3] = [
        (OriginalType::Gif, animated_gif),
        (OriginalType::Png, animated_png),
        (OriginalType::Webp, animated_webp),
    ];
    for (kind, animation) in animations {
        check(kind, &animation(Options::MAX_FRAMES)).unwrap();
        let refused = check(kind, &animation(Options::MAX_FRAMES + 1));
        assert!(matches!(refused, Err(MediaError::TooManyFrames)), "{kind}: {refused:?}");
    }
}

#[test]
fn security_6_9_files_of_two_types_are_refused() {
    let zip = [b"PK\x03\x04name".as_slice(), b"PK\x05\x06", &[0; 16], b"\x04\0note"].concat();
    let page = b"\n<!DOCTYPE html><p onclick=alert(1)>";
    for (kind, format) in [
        (OriginalType::Png, ImageFormat::Png),
        (OriginalType::Jpeg, ImageFormat::Jpeg),
        (OriginalType::Webp, ImageFormat::WebP),
        (OriginalType::Gif, ImageFormat::Gif),
    ] {
        let picture = file(format);
        let with = |rest: &[u8]| refusal(kind, &[picture.as_slice(), rest].concat());
        assert_eq!(with(b""), None, "{kind}");
        assert_eq!(with(b"\0\0\r\n"), None, "padding {kind}");
        assert_eq!(with(page), Some("a script or a page"), "{kind}");
        assert_eq!(with(b"<ScRiPt src=x>"), Some("a script or a page"), "{kind}");
        assert_eq!(with(&zip), Some("a ZIP archive"), "{kind}");
        let appended = (kind != OriginalType::Jpeg).then_some("data after its end");
        assert_eq!(with(b"%PDF-1.7"), Some("a PDF document"), "{kind}");
        assert_eq!(with(b"more"), appended, "{kind}");
        for length in 0..picture.len() {
            // No truncation causes a panic.
            let _ = check(kind, &picture[..length]);
        }
    }
    let further = [file(ImageFormat::Jpeg), file(ImageFormat::Jpeg)].concat();
    assert_eq!(refusal(OriginalType::Jpeg, &further), None, "a second picture of a camera");
}

#[test]
fn security_6_9_pictures_that_begin_a_comment_of_javascript_are_refused() {
    let mut gif = file(ImageFormat::Gif);
    gif[6..8].copy_from_slice(b"/*");
    assert_eq!(refusal(OriginalType::Gif, &gif), Some("a script or a page"));
    let jpeg = [b"\xff\xd8\xff\xe0/*".as_slice(), &[0; 100], b"*/=alert(1);/*"].concat();
    assert_eq!(refusal(OriginalType::Jpeg, &jpeg), Some("a script or a page"));
}
