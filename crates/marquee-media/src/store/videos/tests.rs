use tempfile::TempDir;
use url::Url;

use super::*;
use crate::Options;
use crate::video::{MAX_DESCRIPTION_BYTES, PROFILES};

/// Two seconds of 160 by 90 pixels with sound: `ftyp`, `moov`, `free`, `mdat`.
const CLIP: &[u8] = include_bytes!("../../../../../fixtures/media/clip.mp4");

/// A store in a folder of its own.
struct Store {
    folder: TempDir,
    store: MediaStore,
    scope: Scope,
}

fn store() -> Store {
    let folder = TempDir::new().unwrap();
    let url = Url::from_directory_path(folder.path()).unwrap();
    Store {
        folder,
        store: MediaStore::open(&url, Options::default()).unwrap(),
        scope: "acme".parse().unwrap(),
    }
}

impl Store {
    /// The files of the store, also those that have not arrived.
    fn files(&self) -> Vec<String> {
        let mut folders = vec![self.folder.path().to_owned()];
        let mut files = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap().flatten() {
                match entry.path().is_dir() {
                    true => folders.push(entry.path()),
                    false => files.push(entry.path().display().to_string()),
                }
            }
        }
        files
    }

    async fn is_empty_soon(&self) {
        // Files of uploads that end are removed in the background.
        while !self.files().is_empty() {
            tokio::task::yield_now().await;
        }
    }
}

/// Uploads a file in parts of `size` bytes.
async fn upload_in_parts(at: &Store, bytes: &[u8], size: usize) -> Result<StoredVideo> {
    let mut upload = at.store.begin_video(&at.scope).await.unwrap();
    for part in bytes.chunks(size) {
        if let Err(error) = upload.write(part).await {
            upload.abort().await.unwrap();
            return Err(error);
        }
    }
    upload.finish().await
}

/// Uploads a file to a store of its own, of which nothing must be left if it is refused.
async fn upload(bytes: &[u8]) -> Result<StoredVideo> {
    let at = store();
    let uploaded = upload_in_parts(&at, bytes, 1000).await;
    if uploaded.is_err() {
        at.is_empty_soon().await;
    }
    uploaded
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
        let part = |range| at.store.video_part(&at.scope, &stored.id, range);
        assert_eq!(part(10..30).await.unwrap().unwrap(), CLIP[10..30]);
        assert!(at.store.has_video(&at.scope, &stored.id).await.unwrap());
        assert_eq!(at.files().len(), 1, "{:?}", at.files());
        at.store.remove(&at.scope, &stored.id).await.unwrap();
        assert!(!at.store.has_video(&at.scope, &stored.id).await.unwrap());
        assert!(part(0..1).await.unwrap().is_none());
    }
}

#[tokio::test]
async fn security_6_9_what_is_not_a_video_is_refused_with_its_first_bytes() {
    let at = store();
    for start in
        [b"GIF89a\x01\0\x01\0\0\0".as_slice(), b"<script>alert(1)", b"\0\0\0\x20moov", b"PK\x03\x04\0\0\0\0"]
    {
        let mut upload = at.store.begin_video(&at.scope).await.unwrap();
        let refused = upload.write(start).await.unwrap_err();
        assert!(matches!(refused, MediaError::NotAVideo(_)), "{refused}");
        upload.abort().await.unwrap();
    }
    // A page that is an MP4 file as well.
    let page = [&CLIP[..32], b"<html><script>alert(1)</script>"].concat();
    assert!(matches!(upload(&page).await.unwrap_err(), MediaError::NotAVideo(_)));
    at.is_empty_soon().await;
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
    let profile = CLIP.windows(4).position(|part| part == b"avcC").unwrap() + 5;
    let mut ten_bits = CLIP.to_vec();
    assert!(PROFILES.contains(&ten_bits[profile]));
    ten_bits[profile] = 110;
    let mut quick_time = CLIP.to_vec();
    quick_time[8..12].copy_from_slice(b"qt  ");
    for changed in
        [with_replaced(b"avc1\0", b"hev1\0"), with_replaced(b"mp4a\0", b"ac-3\0"), ten_bits, quick_time]
    {
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
    let mut upload = at.store.begin_video(&at.scope).await.unwrap();
    let head = [mp4_box(b"ftyp", b"isom\0\0\0\0"), b"\x7f\0\0\0mdat".to_vec()].concat();
    upload.write(&head).await.unwrap();
    let part = vec![0; 10_000_000];
    for _ in 0..19 {
        upload.write(&part).await.unwrap();
    }
    let refused = upload.write(&part).await.unwrap_err();
    assert!(matches!(refused, MediaError::VideoTooLarge), "{refused}");
    upload.abort().await.unwrap();
}

/// The clip with more boxes at the end of its movie; its sizes are right, the places of its pictures are not.
fn with_more_in_movie(boxes: &[u8]) -> Vec<u8> {
    let at = CLIP.windows(4).position(|part| part == b"moov").unwrap() - 4;
    let size = usize::try_from(u32::from_be_bytes(CLIP[at..at + 4].try_into().unwrap())).unwrap();
    let grown = u32::try_from(size + boxes.len()).unwrap().to_be_bytes();
    [&CLIP[..at], &grown, &CLIP[at + 4..at + size], boxes, &CLIP[at + size..]].concat()
}

#[tokio::test]
async fn security_6_9_the_place_of_recording_is_not_kept() {
    let place = mp4_box(b"udta", &mp4_box(b"\xa9xyz", b"+51.4934-000.0098/"));
    let track = mp4_box(b"trak", &place);
    for file in [
        with_more_in_movie(&place),
        with_more_in_movie(&mp4_box(b"meta", b"+51.4934-000.0098/")),
        with_more_in_movie(&track),
        [CLIP, &mp4_box(b"uuid", b"+51.4934-000.0098/")].concat(),
        [CLIP, &mp4_box(b"udta", b"+51.4934-000.0098/")].concat(),
    ] {
        for size in [1, 10_000] {
            let at = store();
            // A track without anything is not a fault.
            let stored = upload_in_parts(&at, &file, size).await.unwrap();
            assert_eq!(stored.bytes, file.len() as u64);
            let all = at.store.video_part(&at.scope, &stored.id, 0..stored.bytes).await.unwrap().unwrap();
            assert_eq!(all.len(), file.len());
            assert!(!all.windows(8).any(|part| part == b"+51.4934"));
            assert_eq!(stored.id, MediaId::from_bytes(&all));
        }
    }
    let broken = with_more_in_movie(&[0, 0, 1, 0, b'u', b'd', b't', b'a']);
    assert!(matches!(upload(&broken).await.unwrap_err(), MediaError::NotAVideo(_)));
}

#[tokio::test]
async fn security_6_9_tracks_within_each_other_do_not_take_the_stack() {
    // Half a million tracks of a head each, within the one before.
    let count = 500_000_u32;
    let nested: Vec<u8> =
        (0..count).flat_map(|n| [(8 * (count - n)).to_be_bytes(), *b"trak"].concat()).collect();
    let file = with_more_in_movie(&nested);
    let stored = upload_in_parts(&store(), &file, 1 << 20).await.unwrap();
    assert_eq!((stored.width, stored.bytes), (160, file.len() as u64));
}

#[tokio::test]
async fn security_6_9_descriptions_within_each_other_do_not_take_the_stack() {
    // A million descriptors (tag 3, size, id and flags), each within the one before.
    let nested: Vec<u8> = [3, 0x7f, 0, 0, 0].repeat(1_000_000);
    let at = CLIP.windows(4).position(|part| part == b"esds").unwrap();
    let content = &CLIP[at + 4..at + 8];
    let sound = mp4_box(b"esds", &[content, &nested].concat());
    let file = with_more_in_movie(&sound);
    let refused = upload_in_parts(&store(), &file, 1 << 20).await.unwrap_err();
    assert!(refused.to_string().contains("sound"), "{refused}");
}

#[tokio::test]
async fn security_6_9_changed_videos_are_stored_or_refused() {
    let mut random = 7_u64;
    let mut next = move || {
        // The linear congruential generator of Knuth's MMIX.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 33).unwrap()
    };
    let at = store();
    let mdat = CLIP.windows(4).position(|part| part == b"mdat").unwrap();
    let mut refused = 0;
    for _ in 0..3000 {
        let mut file = CLIP.to_vec();
        for _ in 0..=next() % 4 {
            file[next() % mdat] = u8::try_from(next() % 256).unwrap();
        }
        match upload_in_parts(&at, &file, 1 + next() % 4000).await {
            Ok(stored) => assert_eq!(stored.bytes, file.len() as u64),
            Err(MediaError::NotAVideo(_) | MediaError::VideoFormat | MediaError::BadVideoSize { .. }) => {
                refused += 1;
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!((300..2900).contains(&refused), "{refused}");
}

#[tokio::test]
async fn page_17_what_is_left_of_uploads_is_removed_once_it_is_old() {
    let at = store();
    let mut upload = at.store.begin_video(&at.scope).await.unwrap();
    upload.write(CLIP).await.unwrap();
    let mut before = at.files();
    while before.is_empty() {
        tokio::task::yield_now().await;
        before = at.files();
    }
    at.store.remove_abandoned(Duration::from_secs(60)).await.unwrap();
    assert_eq!(at.files(), before, "it still arrives");
    // The process ends: nothing removes its parts.
    std::mem::forget(upload);
    at.store.remove_abandoned(Duration::ZERO).await.unwrap();
    assert_eq!(at.files(), [] as [String; 0]);
    at.store.remove_abandoned(Duration::ZERO).await.unwrap();
}
