use std::collections::BTreeMap;
use std::path::Path;

use jiff::SignedDuration;
use marquee_media::Options;
use marquee_model::operator::{Grant, OperatorRole};
use marquee_model::settings::SiteRecord;
use marquee_model::{FixedClock, OperatorId};
use tempfile::TempDir;
use url::Url;

use super::*;

const START: &str = "2026-11-20T12:00:00Z";

/// Two sites with libraries in a folder.
struct Libraries {
    folder: TempDir,
    clock: Arc<FixedClock>,
    library: Library,
    acme: SiteId,
    other: SiteId,
    author: Author,
}

/// A GIF of one pixel; its comment makes it differ from others.
fn gif(comment: &str) -> Bytes {
    let head = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff!\xfe";
    let image = b"\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
    let length = [u8::try_from(comment.len()).unwrap()];
    [head.as_slice(), &length, comment.as_bytes(), image].concat().into()
}

async fn libraries(quota: u64) -> Libraries {
    let folder = TempDir::new().unwrap();
    let store = Store::connect(&format!("sqlite:{}", folder.path().join("t.db").display())).await.unwrap();
    store.migrate().await.unwrap();
    let demo = include_str!("../../../../fixtures/demo/meridian/site.json");
    let mut record: SiteRecord = serde_json::from_str(demo).unwrap();
    record.hosts = Vec::new();
    let mut tx = store.begin().await.unwrap();
    let [acme, other] = ["acme", "other"].map(|key| SiteId::parse(key).unwrap());
    for site in [&acme, &other] {
        record.key = site.clone();
        tx.save_site(&record).await.unwrap();
    }
    tx.commit().await.unwrap();
    let url = Url::from_directory_path(folder.path().join("media")).unwrap();
    let media = Arc::new(MediaStore::open(&url, Options::default()).unwrap());
    let clock = Arc::new(FixedClock::new(START.parse().unwrap()));
    let author = Author {
        id: OperatorId::parse("rosa").unwrap(),
        name: "Rosa".to_owned(),
        actor: "operator:rosa@acme.example".to_owned(),
        grant: Grant::new(OperatorRole::Owner, None).unwrap(),
    };
    let library = Library::new(store, media, clock.clone(), quota);
    Libraries { folder, clock, library, acme, other, author }
}

fn files_below(folder: &Path, files: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            files_below(&entry.path(), files);
        } else {
            files.push(entry.path().display().to_string());
        }
    }
}

impl Libraries {
    async fn upload(&self, site: &SiteId, comment: &str) -> Result<PictureRow, LibraryError> {
        let upload = Upload { name: format!("{comment}.gif"), bytes: gif(comment) };
        self.library.upload(site, &self.author, upload).await.map(|(picture, _)| picture.row)
    }

    async fn replace(&self, source: &MediaRef, comment: &str) {
        let upload = Upload { name: format!("{comment}.gif"), bytes: gif(comment) };
        self.library.replace(&self.acme, &self.author, source, upload).await.unwrap();
    }

    async fn remove(&self, site: &SiteId, picture: &PictureRow) {
        self.library.remove(site, &self.author, &picture.source).await.unwrap();
    }

    async fn restore(&self, picture: &PictureRow) -> Result<PictureRow, LibraryError> {
        let restored = self.library.restore(&self.acme, &self.author, &picture.source).await;
        restored.map(|picture| picture.row)
    }

    /// The picture rows of the site `acme`, by source.
    async fn rows(&self) -> BTreeMap<MediaRef, PictureRow> {
        let rows = self.library.store.pictures(&self.acme).await.unwrap();
        rows.into_iter().map(|row| (row.source.clone(), row)).collect()
    }

    /// Whether the file of a picture is served.
    async fn has_file(&self, picture: &PictureRow) -> bool {
        let id = picture.media_id.parse().unwrap();
        self.library.media.original(&scope(&self.acme).unwrap(), &id).await.unwrap().is_some()
    }

    /// The stored files whose path has this text.
    fn files(&self, part: &str) -> Vec<String> {
        let mut files = Vec::new();
        files_below(&self.folder.path().join("media"), &mut files);
        files.retain(|file| file.contains(part));
        files
    }

    fn wait(&self, minutes: i64) {
        self.clock.set(self.clock.now() + SignedDuration::from_mins(minutes));
    }
}

#[tokio::test]
async fn an_upload_during_the_removal_of_the_same_picture_keeps_its_file() {
    let libraries = libraries(u64::MAX).await;
    let Libraries { library, acme, author, .. } = &libraries;
    let picture = libraries.upload(acme, "a").await.unwrap();
    let upload = Upload { name: "a.gif".to_owned(), bytes: gif("a") };
    // The file is there when the upload looks for it, and moved before the upload is saved.
    let prepared = library.prepare(acme, author, upload).await.unwrap();
    libraries.remove(acme, &picture).await;
    assert!(!libraries.has_file(&picture).await);
    library.save_upload(acme, author, &prepared).await.unwrap();
    assert!(libraries.has_file(&picture).await);
    // And the other way around: a file that is named again is not moved.
    library.release(acme, &picture.media_id).await;
    assert!(libraries.has_file(&picture).await);
}

#[tokio::test]
async fn a_picture_is_not_restored_over_another_with_its_source() {
    let libraries = libraries(u64::MAX).await;
    let acme = &libraries.acme;
    let removed = libraries.upload(acme, "a").await.unwrap();
    libraries.remove(acme, &removed).await;
    let again = libraries.upload(acme, "a").await.unwrap();
    assert_eq!(again, removed);
    libraries.replace(&again.source, "b").await;
    let (rows, files) = (libraries.rows().await, libraries.files(""));
    assert!(matches!(libraries.restore(&removed).await, Err(LibraryError::Taken)));
    assert_eq!((libraries.rows().await, libraries.files("")), (rows, files));
    // It can be restored once the other one is gone.
    let current = libraries.rows().await.remove(&removed.source).unwrap();
    let mut tx = libraries.library.store.begin().await.unwrap();
    tx.remove_picture(acme, &current.source).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(libraries.restore(&removed).await.unwrap(), removed);
    assert!(libraries.has_file(&removed).await);
}

#[tokio::test]
async fn a_removed_file_that_is_uploaded_again_is_stored_once_after_an_hour() {
    let libraries = libraries(u64::MAX).await;
    let acme = &libraries.acme;
    let picture = libraries.upload(acme, "a").await.unwrap();
    libraries.remove(acme, &picture).await;
    libraries.upload(acme, "a").await.unwrap();
    assert_eq!(libraries.files("_removed").len(), 1);
    libraries.wait(61);
    libraries.library.clean().await.unwrap();
    assert_eq!(libraries.files("_removed"), Vec::<String>::new());
    assert!(libraries.has_file(&picture).await);
    // Restored instead, it is stored once, too.
    libraries.remove(acme, &picture).await;
    libraries.upload(acme, "a").await.unwrap();
    libraries.restore(&picture).await.unwrap();
    assert_eq!(libraries.files("_removed"), Vec::<String>::new());
    assert!(libraries.has_file(&picture).await);
}

#[tokio::test]
async fn a_picture_that_cannot_be_deleted_is_tried_again_and_does_not_stop_others() {
    let libraries = libraries(u64::MAX).await;
    let Libraries { library, acme, other, .. } = &libraries;
    let broken = libraries.upload(acme, "broken").await.unwrap();
    libraries.remove(acme, &broken).await;
    libraries.wait(1);
    for (site, comment) in [(acme, "a"), (other, "b")] {
        let picture = libraries.upload(site, comment).await.unwrap();
        libraries.remove(site, &picture).await;
    }
    // A folder cannot be deleted as a file.
    let file = libraries.files(&broken.media_id).remove(0);
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir(&file).unwrap();
    std::fs::write(format!("{file}/x"), "x").unwrap();
    libraries.wait(61);
    library.clean().await.unwrap();
    assert_eq!(libraries.files(""), [format!("{file}/x")]);
    let kept = library.store.removed::<PictureRow>(acme).await.unwrap();
    assert_eq!(kept.into_iter().map(|kept| kept.record).collect::<Vec<_>>(), [broken]);
    std::fs::remove_dir_all(&file).unwrap();
    std::fs::write(&file, "x").unwrap();
    library.clean().await.unwrap();
    assert_eq!(libraries.files(""), Vec::<String>::new());
    assert_eq!(library.store.removed::<PictureRow>(acme).await.unwrap(), []);
}

#[tokio::test]
async fn an_upload_deletes_removed_pictures_only_if_it_is_accepted_and_needs_their_room() {
    let size = u64::try_from(gif("a").len()).unwrap();
    // Room for three pictures and a little more.
    let libraries = libraries(3 * size + 10).await;
    let Libraries { library, acme, author, .. } = &libraries;
    let mut removed = Vec::new();
    for comment in ["a", "b", "c"] {
        removed.push(libraries.upload(acme, comment).await.unwrap());
        libraries.remove(acme, removed.last().unwrap()).await;
        libraries.wait(1);
    }
    let refused = [gif("a")[..30].to_vec(), b"<svg/>".to_vec(), gif(&"x".repeat(250)).to_vec()];
    for bytes in refused.map(Bytes::from) {
        let refused = library.upload(acme, author, Upload { name: String::new(), bytes }).await;
        assert!(
            matches!(refused, Err(LibraryError::Unusable(_) | LibraryError::Quota { .. })),
            "{refused:?}"
        );
    }
    assert_eq!(libraries.files("_removed").len(), 3, "refused uploads delete nothing");
    libraries.upload(acme, "d").await.unwrap();
    assert!(matches!(libraries.restore(&removed[0]).await, Err(LibraryError::Unknown)), "the oldest");
    libraries.restore(&removed[1]).await.unwrap();
    libraries.restore(&removed[2]).await.unwrap();
    let (_, used) = library.pictures(acme).await.unwrap();
    assert_eq!(used, 3 * size);
}

#[tokio::test]
async fn a_picture_is_restored_for_an_hour_and_no_longer() {
    let libraries = libraries(u64::MAX).await;
    let acme = &libraries.acme;
    let picture = libraries.upload(acme, "a").await.unwrap();
    libraries.remove(acme, &picture).await;
    libraries.wait(59);
    libraries.restore(&picture).await.unwrap();
    libraries.remove(acme, &picture).await;
    // Before the next clean-up.
    libraries.wait(60);
    assert!(matches!(libraries.restore(&picture).await, Err(LibraryError::Unknown)));
    assert!(!libraries.has_file(&picture).await);
}

#[tokio::test]
async fn replacing_a_picture_keeps_a_file_that_a_removed_one_has() {
    let libraries = libraries(u64::MAX).await;
    let Libraries { library, acme, .. } = &libraries;
    let removed = libraries.upload(acme, "a").await.unwrap();
    // Two pictures with the same file.
    let second = libraries.upload(acme, "b").await.unwrap();
    libraries.replace(&second.source, "a").await;
    libraries.remove(acme, &removed).await;
    libraries.replace(&second.source, "c").await;
    assert!(!libraries.has_file(&removed).await, "its addresses are not found while it is removed");
    let id = removed.media_id.parse().unwrap();
    assert!(library.replacement(acme, &id).await.unwrap().is_some());
    assert_eq!(libraries.restore(&removed).await.unwrap(), removed);
    assert!(libraries.has_file(&removed).await);
    assert_eq!(library.replacement(acme, &id).await.unwrap(), None);
    // Deleted for good, its addresses lead to the file that has replaced it.
    libraries.replace(&second.source, "a").await;
    libraries.remove(acme, &removed).await;
    libraries.replace(&second.source, "d").await;
    libraries.wait(61);
    library.clean().await.unwrap();
    assert_eq!(libraries.files(&removed.media_id), Vec::<String>::new());
    assert!(library.replacement(acme, &id).await.unwrap().is_some());
}
