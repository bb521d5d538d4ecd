//! Videos of the media library (PAGE-17, security 6.9)

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use marquee_tests::{Data, Reply};
use serde_json::{Value, json};

use super::captions::WEBVTT;
use super::media::{REFUSAL, files_below};
use super::{Browser, HOST, ORIGIN, assert_problem, office, office_with};

/// Two seconds of 160 by 90 pixels with sound.
pub(super) const CLIP: &[u8] = include_bytes!("../../../fixtures/media/clip.mp4");

/// A file of some 700 kB.
fn large(number: u8) -> Vec<u8> {
    let rest = vec![number; 700_000];
    let size = u32::try_from(rest.len() + 8).unwrap();
    [CLIP, &size.to_be_bytes(), b"free", &rest].concat()
}

/// Another file with the same pictures: a box at its end that players skip.
fn clip(number: u8) -> Vec<u8> {
    [CLIP, &[0, 0, 0, 9], b"free", &[number]].concat()
}

impl Browser<'_> {
    pub(super) fn videos(&self) -> Value {
        self.ok("GET", "acme/media", &Value::Null)["videos"].clone()
    }

    pub(super) fn upload_video(&self, bytes: &[u8]) -> Reply {
        self.send_file("POST", "media/videos?name=Tour.mp4", bytes)
    }

    /// Makes a video the only block of the page `/about/`, and publishes it.
    pub(super) fn show_video(&self, source: &Value) {
        let from = self.draft()["content"]["pages"]["/about/"]["blocks"].clone();
        self.edit(
            "/pages/~1about~1/blocks",
            &from,
            &json!([{ "type": "video", "title": "A tour", "video": source }]),
        );
        self.publish();
    }
}

/// The path of a video on the host of its site.
pub(super) fn path_of(video: &Value) -> String {
    video["address"].as_str().unwrap().strip_prefix("https://acme.example").unwrap().to_owned()
}

#[test]
fn page_17_a_video_of_the_library_plays_on_a_page_and_is_served_in_ranges() {
    let office = office();
    let owner = office.owner();
    let uploaded = owner.upload_video(CLIP).json();
    let video = uploaded["video"].clone();
    assert_eq!(
        (&uploaded["isKnown"], &video["width"], &video["height"], &video["seconds"], &video["file"]["name"]),
        (&json!(false), &json!(160), &json!(90), &json!(2), &json!("Tour.mp4"))
    );
    assert_eq!(owner.upload_video(CLIP).json(), json!({ "video": video, "isKnown": true }));
    assert_eq!(owner.videos(), json!([video]));
    assert_eq!(owner.ok("GET", "acme/media", &Value::Null)["usedBytes"], json!(CLIP.len()));
    owner.show_video(&video["source"]);
    let site = office.server.site("acme.example");
    let path = path_of(&video);
    site.wait_for_page("/about/", |page| page.links().any(|link| link.get("href") == path));
    let policy = site.get("/about/").required_header("content-security-policy");
    assert!(policy.contains("media-src 'self';"), "{policy}");
    assert_eq!(owner.videos()[0]["places"], json!(["/pages/~1about~1/blocks/0/video"]));

    let whole = site.get(&path);
    assert_eq!((whole.status, whole.body.as_slice()), (200, CLIP));
    assert_eq!(whole.required_header("content-type"), "video/mp4");
    assert_eq!(whole.required_header("accept-ranges"), "bytes");
    assert!(whole.required_header("cache-control").contains("immutable"));
    assert!(whole.required_header("content-security-policy").contains("sandbox"));
    assert_eq!(whole.required_header("x-content-type-options"), "nosniff");
    let size = CLIP.len();
    let part = |range: &str, more: &[(&str, &str)]| {
        site.request("GET", &path, &[&[("range", range)], more].concat())
    };
    for (range, from, to) in [
        ("bytes=0-", 0, size),
        ("bytes=0-1", 0, 2),
        ("bytes=10-19", 10, 20),
        ("bytes=-5", size - 5, size),
        ("bytes=-99999999", 0, size),
        ("bytes=100-99999999", 100, size),
    ] {
        let reply = part(range, &[]);
        assert_eq!((reply.status, reply.body.as_slice()), (206, &CLIP[from..to]), "{range}");
        assert_eq!(reply.required_header("content-length"), (to - from).to_string());
        assert_eq!(reply.required_header("content-range"), format!("bytes {from}-{}/{size}", to - 1));
    }
    assert_eq!(part("bytes=-0", &[]).status, 416);
    let beyond = part("bytes=99999999-", &[]);
    assert_eq!((beyond.status, beyond.required_header("content-range")), (416, format!("bytes */{size}")));
    assert_eq!(part("bytes=0-1,5-6", &[]).status, 200, "several ranges");
    assert_eq!(part("bytes=5-6", &[("if-range", "\"other\"")]).status, 200, "the beginning of another file");
    assert_eq!(part("bytes=5-6", &[("if-range", &whole.required_header("etag"))]).status, 206);
    let head = site.request("HEAD", &path, &[("range", "bytes=5-6")]);
    assert_eq!((head.status, head.required_header("content-length")), (200, size.to_string()));
    let known = site.request("GET", &path, &[("if-none-match", &whole.required_header("etag"))]);
    assert_eq!((known.status, known.body.len()), (304, 0));
    assert_eq!(office.server.site("other.example").get(&path).status, 404);
    assert_eq!(site.get(&path.replace("video-", "video-0")).status, 404);
}

#[test]
fn page_17_a_replaced_video_keeps_its_places_and_addresses() {
    let office = office();
    let owner = office.owner();
    let old = owner.upload_video(CLIP).json()["video"].clone();
    let source = old["source"].as_str().unwrap();
    owner.show_video(&old["source"]);
    let replace = format!("media/video?source={source}&name=New.mp4");
    let new = owner.send_file("PUT", &replace, &clip(1)).json();
    assert_eq!((&new["source"], &new["file"]["name"]), (&old["source"], &json!("New.mp4")));
    let (old_path, new_path) = (path_of(&old), path_of(&new));
    assert_ne!(old_path, new_path);
    let site = office.server.site("acme.example");
    site.wait_for_page("/about/", |page| page.links().any(|link| link.get("href") == new_path));
    let moved = site.get(&old_path);
    assert_eq!((moved.status, moved.required_header("location")), (302, new_path.clone()));
    assert_eq!(site.get(&new_path).body, clip(1));
    let files = files_below(&office.data.file("media"));
    assert_eq!(files.len(), 1, "the old file is gone: {files:?}");
    // Uploaded again, the old file is another video.
    let again = owner.upload_video(CLIP).json();
    assert_eq!(again["video"]["source"], json!(format!("{source}-2")));
    assert_problem(&owner.send_file("PUT", &replace, b"GIF89a, not a video"), 422);
    assert_problem(&owner.send_file("PUT", "media/video?source=video-0&name=a.mp4", CLIP), 404);
    assert_eq!(site.get(&new_path).body, clip(1));
}

#[test]
fn page_17_a_video_without_places_is_removed_and_can_be_restored_for_an_hour() {
    let office = office();
    let owner = office.owner();
    let video = owner.upload_video(CLIP).json()["video"].clone();
    let source = video["source"].as_str().unwrap();
    let path = format!("acme/media/video?source={source}");
    let restore = format!("acme/media/video/restore?source={source}");
    owner.show_video(&video["source"]);
    let refused = assert_problem(&owner.send("DELETE", &path, &json!({})), 409);
    assert!(refused.contains("/pages/~1about~1/blocks/0/video"), "{refused}");
    let from = owner.draft()["content"]["pages"]["/about/"]["blocks"].clone();
    owner.edit("/pages/~1about~1/blocks", &from, &json!([]));
    owner.publish();
    assert_eq!(owner.send("DELETE", &path, &json!({})).status, 204);
    let site = office.server.site("acme.example");
    site.wait_for(&path_of(&video), |reply| reply.status == 404);
    assert_eq!(owner.videos(), json!([]));
    assert_eq!(owner.ok("GET", "acme/media", &Value::Null)["usedBytes"], 0);
    assert_problem(&owner.send("DELETE", &path, &json!({})), 404);
    let restored = owner.ok("POST", &restore, &json!({}));
    assert_eq!((&restored["source"], &restored["address"]), (&video["source"], &video["address"]));
    assert_eq!(site.get(&path_of(&video)).body, CLIP);
    assert_eq!(owner.send("DELETE", &path, &json!({})).status, 204);
    drop(owner);
    let office = office.later(61);
    let owner = office.owner();
    // The server deletes it for good soon after its start.
    office.server.site("acme.example").wait_for("/", |_| files_below(&office.data.file("media")).is_empty());
    assert_problem(&owner.send("POST", &restore, &json!({})), 404);
}

#[test]
fn security_6_9_hostile_videos_are_refused_leave_nothing_and_take_no_memory() {
    let office = office();
    let owner = office.owner();
    let media = office.data.file("media");
    let before = files_below(&media);
    office.server.reset_peak_memory();
    let memory = office.server.peak_memory();
    for (name, bytes) in [
        ("script", b"<!doctype html><script>alert(1)</script>".to_vec()),
        ("empty", Vec::new()),
        ("cut", CLIP[..CLIP.len() / 2].to_vec()),
        ("a page after the first box", [&CLIP[..32], b"<html><script>alert(1)</script>"].concat()),
        ("WebM", b"\x1aE\xdf\xa3\x01\0\0\0\0\0\0\x23".to_vec()),
        ("picture", b"GIF89a\x01\0\x01\0\x80\0\0".to_vec()),
    ] {
        let started = std::time::Instant::now();
        assert_problem(&owner.upload_video(&bytes), 422);
        assert!(started.elapsed() < REFUSAL, "{name}: {:?}", started.elapsed());
    }
    let declared = format!(
        "POST /api/editor/acme/media/videos HTTP/1.1\r\nHost: {HOST}\r\nOrigin: {}\r\nCookie: {}\r\n\
         Content-Length: 1000000000\r\n\r\n",
        ORIGIN.1,
        owner.cookie.borrow()
    );
    assert_problem(&Reply::parse(&marquee_tests::raw(office.server.address(), declared.as_bytes())), 413);
    // A gigabyte without a declared length, which begins like a video, ends at the limit.
    let mut stream = TcpStream::connect(office.server.address()).unwrap();
    let head = format!(
        "POST /api/editor/acme/media/videos HTTP/1.1\r\nHost: {HOST}\r\nOrigin: {}\r\nCookie: {}\r\n\
         Transfer-Encoding: chunked\r\n\r\n",
        ORIGIN.1,
        owner.cookie.borrow()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let start = [CLIP, &[0, 0, 0, 1], b"mdat", &(1_u64 << 40).to_be_bytes()].concat();
    stream.write_all(format!("{:x}\r\n", start.len()).as_bytes()).unwrap();
    stream.write_all(&[&start, b"\r\n".as_slice()].concat()).unwrap();
    // A byte at a time first: each piece must not cost more than its bytes.
    let pieces = b"1\r\nx\r\n".repeat(200_000);
    stream.write_all(&pieces).unwrap();
    let chunk = [b"f4240\r\n".as_slice(), &vec![b'x'; 1_000_000], b"\r\n"].concat();
    let sent = (0..1_000).take_while(|_| stream.write_all(&chunk).is_ok()).count();
    assert!((150..300).contains(&sent), "{sent} MB were taken");
    let grown = office.server.peak_memory().saturating_sub(memory);
    assert!(grown <= 128 << 20, "the server grew by {} MiB", grown >> 20);
    office.server.site("acme.example").wait_for("/", |_| files_below(&media) == before);
    assert_eq!(owner.videos(), json!([]));
    let viewer = office.colleague("viewer@acme.example", "viewer");
    assert_problem(&viewer.upload_video(CLIP), 403);
}

#[test]
fn security_6_9_videos_count_in_the_quota_and_removed_ones_make_room() {
    let office = office_with(&["--media-quota-mb", "1"]);
    let owner = office.owner();
    let first = owner.upload_video(&large(1)).json()["video"].clone();
    let refused = assert_problem(&owner.upload_video(&large(2)), 507);
    assert!(refused.contains("remove some pictures or videos"), "{refused}");
    let noise = marquee_tests::noise_png(480, 480, 1);
    assert_problem(&owner.send_file("POST", "media?name=a.png", &noise), 507);
    let source = first["source"].as_str().unwrap();
    let remove = |source: &str| {
        let path = format!("acme/media/video?source={source}");
        assert_eq!(owner.send("DELETE", &path, &json!({})).status, 204);
    };
    remove(source);
    // The same file again: the removed one must not make room for it.
    let again = owner.upload_video(&large(1)).json()["video"].clone();
    assert_eq!(again["source"], json!(format!("{source}-2")));
    assert_eq!(office.server.site("acme.example").get(&path_of(&again)).body, large(1));
    remove(again["source"].as_str().unwrap());
    assert_eq!(owner.send_file("POST", "media?name=a.png", &noise).status, 200);
    // The picture has taken its room.
    assert_problem(
        &owner.send("POST", &format!("acme/media/video/restore?source={source}"), &json!({})),
        404,
    );
}

#[test]
fn page_17_an_exported_site_has_its_videos_and_reads_them_back() {
    let office = office();
    let owner = office.owner();
    let video = owner.upload_video(CLIP).json()["video"].clone();
    owner.upload_video(&clip(1));
    let listed = owner.videos();
    let removed = format!("acme/media/video?source={}", listed[1]["source"].as_str().unwrap());
    let source = listed[0]["source"].as_str().unwrap().to_owned();
    assert_eq!(owner.save_captions(&source, "en-US", WEBVTT).status, 200);
    assert_eq!(owner.save_captions(listed[1]["source"].as_str().unwrap(), "en-US", WEBVTT).status, 200);
    assert_eq!(owner.send("DELETE", &removed, &json!({})).status, 204);
    let other = Data::empty();
    let folders = [office.data.file("exported"), other.file("exported")];
    let [first, second] = folders.each_ref().map(|folder| folder.to_str().unwrap());
    office.data.run(&["site", "export", "acme", first]).stdout_of_success();
    other.run(&["site", "import", first]).stdout_of_success();
    other.run(&["site", "export", "acme", second]).stdout_of_success();
    let list = |folder: &str| std::fs::read_to_string(format!("{folder}/videos.json")).unwrap();
    assert_eq!(list(first), list(second));
    let captions = |folder: &str| std::fs::read_to_string(format!("{folder}/captions.json")).unwrap();
    assert_eq!(captions(first), captions(second));
    let exported: Value = serde_json::from_str(&captions(first)).unwrap();
    assert_eq!(
        (
            &exported[0]["video"],
            &exported[0]["locale"],
            &exported[0]["text"],
            exported.as_array().unwrap().len()
        ),
        (&json!(source), &json!("en-US"), &json!(WEBVTT), 1)
    );
    // Folders of former versions do not have the file, and take no captions away; invalid ones are refused before anything changes.
    std::fs::remove_file(format!("{second}/captions.json")).unwrap();
    other.run(&["site", "import", second]).stdout_of_success();
    for (from, to) in [("en-US", "english"), ("Welcome", "")] {
        std::fs::write(format!("{second}/captions.json"), captions(first).replace(from, to)).unwrap();
        let refused = other.run(&["site", "import", second]);
        assert_eq!(refused.code, 1, "{}", refused.err);
        assert!(refused.err.contains("captions.json"), "{}", refused.err);
    }
    other.run(&["site", "export", "acme", second]).stdout_of_success();
    assert_eq!(captions(first), captions(second));
    // Captions that the folder does not have go.
    other.run(&["site", "import", first]).stdout_of_success();
    std::fs::write(format!("{second}/captions.json"), "[]").unwrap();
    other.run(&["site", "import", second]).stdout_of_success();
    other.run(&["site", "export", "acme", second]).stdout_of_success();
    assert_eq!(captions(second).trim(), "[]");
    let rows: Value = serde_json::from_str(&list(first)).unwrap();
    let sources: Vec<&Value> = rows.as_array().unwrap().iter().map(|row| &row["source"]).collect();
    assert_eq!(sources, [&json!(source)], "without the removed one");
    let file = format!("{second}/media/{}.mp4", rows[0]["mediaId"].as_str().unwrap());
    let expected = if video["source"] == json!(source) { CLIP.to_vec() } else { clip(1) };
    assert_eq!(std::fs::read(&file).unwrap(), expected);
    // A damaged file is refused.
    let damaged = format!("{first}/media/{}.mp4", rows[0]["mediaId"].as_str().unwrap());
    std::fs::write(&damaged, clip(2)).unwrap();
    let refused = Data::empty().run(&["site", "import", first]);
    assert!(refused.err.contains("the file is damaged"), "{}", refused.err);
}

#[test]
fn security_7_3_an_address_gets_32_videos_at_a_time_and_others_when_they_end() {
    let office = office();
    let owner = office.owner();
    // More than the buffers of a connection take.
    let rest = vec![7; 24 << 20];
    let size = u32::try_from(rest.len() + 8).unwrap();
    let file = [CLIP, &size.to_be_bytes(), b"free", &rest].concat();
    let video = owner.upload_video(&file).json()["video"].clone();
    let (site, path) = (office.server.site("acme.example"), path_of(&video));
    let begin = || {
        let mut stream = TcpStream::connect(office.server.address()).unwrap();
        stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: acme.example\r\n\r\n").as_bytes()).unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).unwrap();
        (stream, String::from_utf8_lossy(&status).into_owned())
    };
    let open: Vec<_> = (0..32).map(|_| begin()).collect();
    assert!(open.iter().all(|(_, status)| status == "HTTP/1.1 200"));
    let refused = site.request("GET", &path, &[("range", "bytes=0-9")]);
    assert_eq!((refused.status, refused.required_header("retry-after")), (503, "5".to_owned()));
    assert_eq!(site.get("/").status, 200, "pages are not affected");
    drop(open);
    site.wait_for(&path, |reply| reply.status == 200);
}
