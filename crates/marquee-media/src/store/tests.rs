use std::{io::Cursor, path::Path as FilePath};

use bytes::Bytes;
use image::{ImageFormat, Rgb, RgbImage};
use tempfile::TempDir;
use url::Url;

use super::{MediaStore, Source};
use crate::{Crop, Format, MediaError, MediaId, Options, OriginalType, PictureName, Rendition, Scope};

const POSTER: Crop = Crop::Ratio { w: 2, h: 3 };
const SVG: &[u8] =
    b"<svg xmlns='http://www.w3.org/2000/svg' width='30' height='20'><path d='M0 0h30v20z'/></svg>";

fn poster() -> Bytes {
    let picture = RgbImage::from_fn(400, 600, |x, y| {
        Rgb([u8::try_from(x / 2).unwrap(), u8::try_from(y / 3).unwrap(), 9])
    });
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner().into()
}

fn scope(text: &str) -> Scope {
    text.parse().unwrap()
}

fn in_folder(folder: &FilePath) -> MediaStore {
    MediaStore::open(&Url::from_directory_path(folder).unwrap(), Options::default()).unwrap()
}

fn in_memory() -> MediaStore {
    MediaStore::open(&"memory:///".parse().unwrap(), Options::default()).unwrap()
}

fn rendition(name: &str) -> Rendition {
    name.parse().unwrap()
}

fn files(folder: &FilePath) -> Vec<String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(subfolder) = folders.pop() {
        for entry in std::fs::read_dir(subfolder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    files.sort();
    files
}

#[tokio::test]
async fn originals_and_renditions_are_stored_under_the_hash() {
    let folder = TempDir::new().unwrap();
    let (store, site) = (in_folder(&folder.path().join("not/yet")), scope("meridian"));
    let stored = store.ingest(&site, poster(), Source::Upload).await.unwrap();
    assert_eq!((stored.kind, stored.width, stored.height), (OriginalType::Png, 400, 600));
    assert_eq!(stored.id, MediaId::from_bytes(&poster()));
    assert_eq!(store.ingest(&site, poster(), Source::Upload).await.unwrap(), stored);
    assert_eq!(store.original(&site, &stored.id).await.unwrap().unwrap(), poster());
    assert!(store.original(&site, &MediaId::from_bytes(b"something else")).await.unwrap().is_none());

    let id = &stored.id;
    for format in Format::ALL {
        let requested = Rendition { width: 160, crop: POSTER, format };
        let created = store.rendition(&site, &id.clone().into(), requested).await.unwrap().unwrap();
        assert!(created.len() < poster().len());
    }
    let expected = ["original", "r1/160-2x3.avif", "r1/160-2x3.jpg", "r1/160-2x3.png", "r1/160-2x3.webp"];
    assert_eq!(files(folder.path()), expected.map(|name| format!("not/yet/meridian/{id}/{name}")));
}

#[tokio::test]
async fn a_rendition_is_made_once() {
    let folder = TempDir::new().unwrap();
    let (store, site) = (in_folder(folder.path()), scope("meridian"));
    let id = store.ingest(&site, poster(), Source::Upload).await.unwrap().id;
    let created = store.rendition(&site, &id.clone().into(), rendition("160.webp")).await.unwrap().unwrap();
    // Without the original it cannot be made again, so it must come from the store.
    std::fs::remove_file(folder.path().join(format!("meridian/{id}/original"))).unwrap();
    let reopened = in_folder(folder.path());
    assert_eq!(
        reopened.rendition(&site, &id.clone().into(), rendition("160.webp")).await.unwrap().unwrap(),
        created
    );
    assert!(reopened.rendition(&site, &id.clone().into(), rendition("240.webp")).await.unwrap().is_none());
}

#[tokio::test]
async fn concurrent_requests_for_a_rendition_encode_it_once() {
    let (store, site) = (in_memory(), scope("meridian"));
    let id = store.ingest(&site, poster(), Source::Upload).await.unwrap().id;
    let names = ["160.avif", "160.jpg"];
    // On this runtime, all requests look up the store before the first rendition is encoded.
    let picture = id.clone().into();
    let requests = (0..30).map(|n| store.rendition(&site, &picture, rendition(names[n % 2])));
    let renditions: Vec<Bytes> = futures::future::try_join_all(requests)
        .await
        .unwrap()
        .into_iter()
        .map(|rendition| rendition.expect("the original exists"))
        .collect();
    // An encoding has its own allocation, which is shared by the responses.
    let buffers: std::collections::BTreeSet<_> = renditions.iter().map(|bytes| bytes.as_ptr()).collect();
    assert_eq!(buffers.len(), names.len());
    assert!(renditions.chunks(2).all(|pair| pair == &renditions[..2]));
}

#[tokio::test]
async fn pictures_are_not_scaled_up_but_svg_is() {
    let (store, site) = (in_memory(), scope("meridian"));
    let photo = store.ingest(&site, poster(), Source::Upload).await.unwrap().id;
    let drawing = store.ingest(&site, SVG.into(), Source::Trusted).await.unwrap();
    assert_eq!((drawing.kind, drawing.width, drawing.height), (OriginalType::Svg, 30, 20));
    for (id, name, size) in [
        (&photo, "640.png", (400, 600)),
        (&photo, "640-16x9.png", (400, 225)),
        (&photo, "240-3x1.webp", (240, 80)),
        (&drawing.id, "640.png", (640, 427)),
        (&drawing.id, "640-2x3.webp", (640, 960)),
    ] {
        let bytes = store.rendition(&site, &id.clone().into(), rendition(name)).await.unwrap().unwrap();
        let image = image::load_from_memory(&bytes).unwrap();
        assert_eq!((image.width(), image.height()), size, "{name}");
    }
}

/// Security 6.9.
#[tokio::test]
async fn renditions_have_no_metadata() {
    let (store, site) = (in_memory(), scope("meridian"));
    let mut jpeg = Cursor::new(Vec::new());
    RgbImage::new(40, 40).write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
    let jpeg = jpeg.into_inner();
    let with_metadata =
        [&jpeg[..2], b"\xff\xe1\0\x16Exif\0\0secret place", b"\xff\xfe\0\x0fsecret words!", &jpeg[2..]]
            .concat();
    let id = store.ingest(&site, with_metadata.into(), Source::Upload).await.unwrap().id;
    for format in Format::ALL {
        let requested = Rendition { width: 640, crop: Crop::None, format };
        let created = store.rendition(&site, &id.clone().into(), requested).await.unwrap().unwrap();
        assert!(!created.windows(6).any(|part| part == b"secret"), "{format}");
    }
}

/// Security 6.9.
#[tokio::test]
async fn invalid_pictures_are_refused_and_not_stored() {
    let folder = TempDir::new().unwrap();
    let (store, site) = (in_folder(folder.path()), scope("meridian"));
    let script = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    let half = poster().slice(..poster().len() / 2);
    for (bytes, message) in [
        (Bytes::new(), "unsupported file type: use PNG, JPEG, WebP or GIF"),
        (Bytes::from_static(b"<html>"), "unsupported file type: use PNG, JPEG, WebP or GIF"),
        (Bytes::from_static(script), "SVG is not allowed: use PNG, JPEG or WebP"),
        (Bytes::from(vec![0; 15_000_001]), "the file has 15000001 bytes; at most 15000000 are allowed"),
        (half, "invalid PNG file"),
    ] {
        let error = store.ingest(&site, bytes, Source::Upload).await.unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
    }
    assert!(files(folder.path()).is_empty());
}

/// Security 7.2.
#[tokio::test]
async fn pictures_of_tenants_are_isolated() {
    let store = in_memory();
    let id = store.ingest(&scope("meridian"), poster(), Source::Upload).await.unwrap().id;
    for other_site in ["aster", "meridian-2", "meridia"] {
        assert!(
            store
                .rendition(&scope(other_site), &id.clone().into(), rendition("160.webp"))
                .await
                .unwrap()
                .is_none()
        );
    }
    store.rendition(&scope("meridian"), &id.clone().into(), rendition("160.webp")).await.unwrap().unwrap();
    assert!(
        store.rendition(&scope("aster"), &id.clone().into(), rendition("160.webp")).await.unwrap().is_none()
    );
}

#[tokio::test]
async fn only_allowed_widths_and_ratios_are_made() {
    let (store, site) = (in_memory(), scope("meridian"));
    let id = store.ingest(&site, poster(), Source::Upload).await.unwrap().id;
    let request = async |name| store.rendition(&site, &id.clone().into(), rendition(name)).await;
    assert!(matches!(request("161.webp").await, Err(MediaError::WidthNotAllowed(161))));
    assert!(matches!(request("0.webp").await, Err(MediaError::WidthNotAllowed(0))));
    assert!(matches!(request("160-3x2.webp").await, Err(MediaError::RatioNotAllowed(3, 2))));
    assert!(matches!(request("160-4x6.webp").await, Err(MediaError::RatioNotAllowed(4, 6))));
    assert!(request("160-16x10.webp").await.unwrap().is_some());
}

#[tokio::test]
async fn a_focus_has_renditions_of_its_own_where_they_are_cropped() {
    let folder = TempDir::new().unwrap();
    let (store, site) = (in_folder(folder.path()), scope("meridian"));
    let id = store.ingest(&site, poster(), Source::Upload).await.unwrap().id;
    let top: PictureName = format!("{id}-50x0").parse().unwrap();
    for name in ["160-16x9.webp", "160.webp"] {
        store.rendition(&site, &id.clone().into(), rendition(name)).await.unwrap().unwrap();
        store.rendition(&site, &top, rendition(name)).await.unwrap().unwrap();
    }
    let expected = ["original", "r1-50x0/160-16x9.webp", "r1/160-16x9.webp", "r1/160.webp"];
    assert_eq!(files(folder.path()), expected.map(|name| format!("meridian/{id}/{name}")));
}

#[tokio::test]
async fn a_removed_picture_leaves_nothing() {
    let folder = TempDir::new().unwrap();
    for store in [in_folder(folder.path()), in_memory()] {
        let site = scope("meridian");
        let id = store.ingest(&site, poster(), Source::Upload).await.unwrap().id;
        store.rendition(&site, &id.clone().into(), rendition("160.webp")).await.unwrap().unwrap();
        store.remove(&site, &id).await.unwrap();
        store.remove(&site, &id).await.unwrap();
        assert!(store.original(&site, &id).await.unwrap().is_none());
        assert!(store.rendition(&site, &id.into(), rendition("160.webp")).await.unwrap().is_none());
    }
    assert_eq!(files(folder.path()), Vec::<String>::new());
}

#[tokio::test]
async fn prefetching_continues_after_failures() {
    let folder = TempDir::new().unwrap();
    let (store, site) = (in_folder(folder.path()), scope("meridian"));
    let id = store.ingest(&site, poster(), Source::Upload).await.unwrap().id;
    let missing = MediaId::from_bytes(b"something else");
    let requested = vec![
        (missing.into(), rendition("160.webp")),
        (id.clone().into(), rendition("7.webp")),
        (id.clone().into(), rendition("160.webp")),
        (id.clone().into(), rendition("160.webp")),
        (id.clone().into(), rendition("240.jpg")),
    ];
    store.prefetch(site, requested).await.unwrap();
    let expected = ["original", "r1/160.webp", "r1/240.jpg"];
    assert_eq!(files(folder.path()), expected.map(|name| format!("meridian/{id}/{name}")));
}

#[tokio::test]
async fn a_store_is_opened_by_its_url() {
    let options = Options {
        store_settings: vec![
            ("aws_region".to_owned(), "eu-west-1".to_owned()),
            ("aws_access_key_id".to_owned(), "key".to_owned()),
            ("aws_secret_access_key".to_owned(), "secret".to_owned()),
        ],
        ..Options::default()
    };
    let open = |url: &str| MediaStore::open(&url.parse().unwrap(), options.clone());
    open("memory:///").unwrap();
    let bucket = open("s3://posters/of/all").unwrap();
    let key = bucket.original_key(&scope("meridian"), &MediaId::from_bytes(b""));
    assert_eq!(key.as_ref(), "of/all/meridian/e3b0c44298fc1c149afb/original");
    for url in ["https://example.com/", "ftp://example.com/", "gs://bucket/", "file:///dev/null/folder"] {
        assert!(matches!(open(url), Err(MediaError::Open(_))), "{url}");
    }
}

#[tokio::test]
async fn markers_are_stored_once_and_outside_scopes() {
    let folder = TempDir::new().unwrap();
    for store in [in_memory(), in_folder(folder.path())] {
        assert!(store.markers("deletions").await.unwrap().is_empty());
        for name in ["acme.1.aa", "acme.2.bb", "acme.1.aa"] {
            store.add_marker("deletions", name).await.unwrap();
        }
        let mut markers = store.markers("deletions").await.unwrap();
        markers.sort();
        assert_eq!(markers, ["acme.1.aa", "acme.2.bb"]);
        assert!(store.markers("other").await.unwrap().is_empty());
    }
    assert_eq!(
        files(folder.path()),
        ["_deletions/acme.1.aa", "_deletions/acme.2.bb"],
        "an underscore is not allowed in a scope"
    );
}
