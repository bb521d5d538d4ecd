use futures::TryStreamExt;
use url::Url;

use super::*;
use crate::Options;
use crate::video::MAX_DESCRIPTION_BYTES;

/// Two seconds of 160 by 90 pixels with sound: `ftyp`, `moov`, `free`, `mdat`.
const CLIP: &[u8] = include_bytes!("../../../../../fixtures/media/clip.mp4");

fn store() -> (MediaStore, Scope) {
    let store = MediaStore::open(&Url::parse("memory:///").unwrap(), Options::default()).unwrap();
    (store, "acme".parse().unwrap())
}

/// Uploads a file in parts of `size` bytes.
async fn upload_in_parts(
    (store, scope): &(MediaStore, Scope),
    bytes: &[u8],
    size: usize,
) -> Result<StoredVideo> {
    let mut upload = store.begin_video(scope).await.unwrap();
    for part in bytes.chunks(size) {
        if let Err(error) = upload.write(Bytes::copy_from_slice(part)).await {
            upload.abort().await.unwrap();
            return Err(error);
        }
    }
    upload.finish().await
}

async fn upload(bytes: &[u8]) -> Result<StoredVideo> {
    upload_in_parts(&store(), bytes, 1000).await
}

fn with_replaced(from: &[u8], to: &[u8]) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let at = CLIP.windows(from.len()).position(|part| part == from).unwrap();
    [&CLIP[..at], to, &CLIP[at + from.len()..]].concat()
}

fn mp4_box(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let size = u32::try_from(content.len() + 8).unwrap();
    [size.to_be_bytes().as_slice(), kind, content].concat()
}

#[tokio::test]
async fn page_17_a_video_is_stored_and_read_in_ranges_however_it_arrives() {
    for size in [1, 7, 1000, CLIP.len()] {
        let at = store();
        let stored = upload_in_parts(&at, CLIP, size).await.unwrap();
        assert_eq!((stored.width, stored.height, stored.bytes), (160, 90, CLIP.len() as u64), "{size}");
        assert!((1990..=2010).contains(&stored.duration_ms), "{}", stored.duration_ms);
        assert_eq!(stored.id, MediaId::from_bytes(CLIP));
        // Twice is the same.
        assert_eq!(upload_in_parts(&at, CLIP, size).await.unwrap(), stored);
        let (store, scope) = at;
        let part: Vec<Bytes> =
            store.video(&scope, &stored.id, 10..30).await.unwrap().unwrap().try_collect().await.unwrap();
        assert_eq!(part.concat(), CLIP[10..30]);
        assert!(store.has_video(&scope, &stored.id).await.unwrap());
        store.remove(&scope, &stored.id).await.unwrap();
        assert!(!store.has_video(&scope, &stored.id).await.unwrap());
        assert!(store.video(&scope, &stored.id, 0..1).await.unwrap().is_none());
        assert!(store.markers("arriving").await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn security_6_9_what_is_no_video_is_refused_with_its_first_bytes() {
    let at = store();
    for start in
        [b"GIF89a\x01\0\x01\0\0\0".as_slice(), b"<script>alert(1)", b"\0\0\0\x20moov", b"PK\x03\x04\0\0\0\0"]
    {
        let mut upload = at.0.begin_video(&at.1).await.unwrap();
        let refused = upload.write(Bytes::from_static(start)).await.unwrap_err();
        assert!(matches!(refused, MediaError::NotAVideo(_)), "{refused}");
        upload.abort().await.unwrap();
    }
    // A page that is an MP4 file as well.
    let page = [&CLIP[..32], b"<html><script>alert(1)</script>"].concat();
    assert!(matches!(upload(&page).await.unwrap_err(), MediaError::NotAVideo(_)));
    assert!(at.0.markers("arriving").await.unwrap().is_empty());
}

#[tokio::test]
async fn security_6_9_a_cut_video_or_one_with_wrong_sizes_is_refused() {
    for length in [4, 8, 30, 200, 1000, CLIP.len() - 1] {
        let refused = upload(&CLIP[..length]).await.unwrap_err();
        assert!(matches!(refused, MediaError::NotAVideo(_)), "{length}: {refused}");
    }
    assert!(matches!(upload(b"").await.unwrap_err(), MediaError::NotAVideo(_)));
    let ftyp = mp4_box(b"ftyp", b"isom\0\0\0\0");
    for rest in [
        [b"\0\0\0\x04moov".as_slice(), b"\0\0\0\0"].concat(),
        b"\0\0\0\0moov".to_vec(),
        b"\0\0\0\x01moov\0\0\0\0\0\0\0\x08".to_vec(),
        // No moov at all.
        mp4_box(b"mdat", b"12345678"),
        mp4_box(b"moov", b""),
    ] {
        let refused = upload(&[ftyp.clone(), rest].concat()).await.unwrap_err();
        assert!(matches!(refused, MediaError::NotAVideo(_)), "{refused}");
    }
    // A description that would need too much memory.
    let claimed = [ftyp, b"\x7f\0\0\0moov".to_vec(), vec![0; MAX_DESCRIPTION_BYTES]].concat();
    let refused = upload_in_parts(&store(), &claimed, 1 << 20).await.unwrap_err();
    assert!(refused.to_string().contains("too large"), "{refused}");
}

#[tokio::test]
async fn page_17_a_video_that_some_browsers_do_not_play_is_refused() {
    for changed in [with_replaced(b"avc1\0", b"hev1\0"), with_replaced(b"mp4a\0", b"ac-3\0")] {
        let refused = upload(&changed).await.unwrap_err();
        assert!(matches!(refused, MediaError::VideoFormat), "{refused}");
    }
    // Sound only.
    let refused = upload(&with_replaced(b"vide", b"soun")).await.unwrap_err();
    assert!(matches!(refused, MediaError::NotAVideo(_) | MediaError::VideoFormat), "{refused}");
}

#[tokio::test]
async fn page_17_a_turned_video_has_the_size_that_is_displayed() {
    let matrix = |values: [i32; 9]| values.iter().flat_map(|n| n.to_be_bytes()).collect::<Vec<u8>>();
    let plain = matrix([0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]);
    let turned = matrix([0, 0x1_0000, 0, -0x1_0000, 0, 0, 0, 0, 0x4000_0000]);
    // The first matrix is that of the film, the second that of the picture's track.
    let mut places = CLIP.windows(36).enumerate().filter(|(_, part)| *part == plain).map(|(at, _)| at);
    let at = places.nth(1).unwrap();
    let file = [&CLIP[..at], &turned, &CLIP[at + 36..]].concat();
    let stored = upload(&file).await.unwrap();
    assert_eq!((stored.width, stored.height), (90, 160));
}

#[tokio::test]
async fn page_17_a_last_box_may_end_with_the_file() {
    let at = CLIP.windows(4).position(|part| part == b"mdat").unwrap() - 4;
    let file = [&CLIP[..at], &[0; 4], &CLIP[at + 4..]].concat();
    assert_eq!(upload(&file).await.unwrap().width, 160);
    // One with a size of 64 bits.
    let size = u64::try_from(CLIP.len() - at + 8).unwrap();
    let file = [&CLIP[..at], &[0, 0, 0, 1], b"mdat", &size.to_be_bytes(), &CLIP[at + 8..]].concat();
    assert_eq!(upload_in_parts(&store(), &file, 3).await.unwrap().width, 160);
}

#[tokio::test]
async fn security_6_9_a_video_beyond_200_mb_is_refused() {
    let at = store();
    let mut upload = at.0.begin_video(&at.1).await.unwrap();
    let head = [mp4_box(b"ftyp", b"isom\0\0\0\0"), b"\x7f\0\0\0mdat".to_vec()].concat();
    upload.write(head.into()).await.unwrap();
    let part = Bytes::from(vec![0; 10_000_000]);
    for _ in 0..19 {
        upload.write(part.clone()).await.unwrap();
    }
    let refused = upload.write(part).await.unwrap_err();
    assert!(matches!(refused, MediaError::VideoTooLarge), "{refused}");
    upload.abort().await.unwrap();
}
