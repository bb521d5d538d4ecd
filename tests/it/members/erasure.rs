//! Erasure of the data of deleted members (security 7.8).

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use aho_corasick::AhoCorasick;
use marquee_tests::{CLOCK, Data, Mail, Member, Postgres, Server, sqlite};
use serde_json::{Value, json};

use super::activation::{ADD, COMPLETE, WANT, payment};

/// More than a day after [`CLOCK`]: a deletion is complete.
const NEXT_DAY: &str = "2026-11-22T00:00:00Z";
/// When a failed email is retried.
const LATER: &str = "2026-11-21T06:00:00Z";
/// Files are cleaned once a minute. A mail that was sent just before the server ended is sent again by the next one, after its first round.
const PATIENCE: Duration = Duration::from_secs(150);
const HOST: &str = "aster.localhost";
const LOGIN: &str = "/Member/Login?circuitId=aster";

/// A unique value in lower case, because key columns are lower case.
fn mark(number: u32) -> String {
    format!("zq{number:02}marked{number:02}qz")
}

fn address(number: u32) -> String {
    format!("{}@example.org", mark(number))
}

const BORN: &str = "1907-03-29";

/// The marked values: 39 marks and a birthday.
fn marks() -> Vec<String> {
    (1..40).map(mark).chain([BORN.to_owned()]).collect()
}

/// The values that are in files. Lines of mails are joined, because quoted-printable breaks them.
fn found(files: &[(String, Vec<u8>)], values: &[String]) -> Vec<String> {
    let searcher = AhoCorasick::new(values).unwrap();
    let mut all = Vec::new();
    for (name, bytes) in files {
        let mut text = bytes.clone();
        if name.ends_with(".eml") {
            text = String::from_utf8_lossy(bytes).replace("=\r\n", "").into_bytes();
        }
        let matches = searcher.find_overlapping_iter(&text).map(|found| found.pattern().as_usize());
        all.extend(
            matches.collect::<BTreeSet<_>>().into_iter().map(|index| format!("{} in {name}", values[index])),
        );
    }
    all
}

/// The files of a folder and those below it.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let (mut all, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let (path, kind) = entry.map(|entry| (entry.path(), entry.file_type().unwrap())).unwrap();
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file()
                && let Ok(bytes) = std::fs::read(&path)
            {
                all.push((path.display().to_string(), bytes));
            }
        }
    }
    all
}

fn until(what: &str, is: impl Fn() -> Vec<String>) {
    let end = Instant::now() + PATIENCE;
    loop {
        let left = is();
        if left.is_empty() {
            return;
        }
        assert!(Instant::now() < end, "{what}: {left:#?}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// A password with a mark that satisfies the providers' rules.
fn password() -> String {
    format!("A-{}", mark(23))
}

fn login(name: &str) -> Value {
    json!({ "username": name, "password": password() })
}

/// Creates a member with all marked values, through the calls that pages make, and deletes the member.
fn live_and_leave(data: &Data, server: &Server, database: &[&str], before: impl FnOnce()) {
    let site = server.site(HOST);
    let member = Member::program(&site);
    let payload = json!({
        "username": mark(1), "email": address(2), "password": password(), "firstName": mark(3), "lastName": mark(4),
        "phoneNumber": mark(5), "mobileNumber": mark(6), "dateOfBirth": BORN, "gender": mark(8), "address1": mark(9),
        "address2": mark(10), "city": mark(11), "state": mark(12), "zipCode": mark(13), "country": mark(14),
        "pickupCinemaId": mark(15), "preferredCinemaId": mark(16), "preferredCinemaList": [mark(17)],
        "preferredGenres": [mark(18)], "maritalStatus": mark(19), "nationalId": mark(20),
        "newsletterFrequency": mark(21),
    });
    member.call_ok("POST", "/Member/Create?circuitId=aster", payload);
    let body = json!({ "reqMetadata": { "method": "POST", "route": LOGIN }, "username": mark(1), "password": password() });
    let device = mark(22);
    let signed = member.send("application/json", &body.to_string(), &[("user-agent", device.as_str())]);
    assert_eq!(signed.json()["peachCode"], 0, "{}", signed.text());
    member.call_ok("POST", LOGIN, login(&mark(1)));
    // A membership, with the personal data in its calls.
    let wanted =
        json!({ "email": address(2), "memberLevelId": 1, "memberItemId": "CLUB-FREE", "clubId": "" });
    let id = member.call_ok("POST", WANT, wanted)["userSessionId"].clone();
    let order = member.call_ok(
        "POST",
        ADD,
        json!({
            "userSessionId": id, "cinemaId": "aster-harbor", "emailAddress": address(34), "mobile": mark(35),
            "concessions": [super::activation::concession("CLUB-FREE")],
        }),
    );
    let mut paid = payment(&order["orderId"]);
    paid["Customer"] = json!({ "FirstName": mark(36), "LastName": mark(37), "Email": address(38) });
    member.call_ok("POST", COMPLETE, paid);
    // Changes leave old values in files.
    let edit = json!({
        "username": mark(24), "email": address(25), "firstName": mark(26), "lastName": mark(27),
        "phoneNumber": mark(28), "mobileNumber": mark(29), "address1": mark(30), "city": mark(31),
        "zipCode": mark(32), "nationalId": mark(33),
    });
    member.call_ok("POST", "/Member/Edit?circuitId=aster", edit);
    assert_eq!(member.with(None, None).code("POST", LOGIN, login(&mark(7))), 31);
    member.call_ok(
        "GET",
        &format!("/Member/UsernameReminder/aster/{}", address(25).replace('@', "%40")),
        json!({}),
    );
    let (to, reason) = (address(25), mark(39));
    let points_args = ["member", "points", to.as_str(), "25", "--reason", reason.as_str(), "--site", "aster"];
    data.run(&[&points_args[..], database].concat()).stdout_of_success();
    let _ = Mail::to(data, &address(25), |mail| mail.text.contains(&mark(24)));
    before();
    member.call_ok("GET", "/Member/v3/Delete/?boxofficeCircuitId=aster&memberId=", json!({}));
    assert_eq!(member.with(None, None).code("POST", LOGIN, login(&mark(24))), 31);
    let _ = Mail::to(data, &address(25), |mail| mail.subject.contains("deleted"));
}

#[test]
fn security_7_8_no_file_holds_a_value_of_a_deleted_member_on_sqlite() {
    let data = Data::demo();
    let server = data.start("serve", CLOCK, &["--rate-limits", "off"]);
    live_and_leave(&data, &server, &[], || {
        let marks_found = found(&files(data.path()), &marks());
        let is_stored = |value: &String| marks_found.iter().any(|one| one.starts_with(value));
        assert!(marks().iter().filter(|value| is_stored(value)).count() >= 25, "{marks_found:#?}");
    });
    // Immediately, except for the email that confirms the deletion.
    until("while it runs", || {
        let mut left = found(&files(data.path()), &marks());
        left.retain(|one| !(one.starts_with(&mark(25)) && one.contains("~until")));
        left
    });
    server.stop();
    let server = data.start("serve", NEXT_DAY, &[]);
    until("a day later", || found(&files(data.path()), &marks()));
    server.stop();
    assert_eq!(found(&files(data.path()), &marks()), [""; 0], "nor after the end");
}

#[test]
fn security_7_8_no_file_holds_a_value_of_a_deleted_member_on_postgresql() {
    let database = Postgres::fresh("erasure");
    let data = Data::demo();
    let url = database.url();
    let at = ["--database-url", url.as_str()];
    let server = data.start("demo", CLOCK, &[&at[..], &["--rate-limits", "off"][..]].concat());
    let everywhere = || found(&[database.files(), files(data.path())].concat(), &marks());
    live_and_leave(&data, &server, &at, || {
        let marks_found = found(&database.files(), &marks());
        assert!(marks_found.len() >= 20, "the files are those of the database: {marks_found:#?}");
    });
    server.stop();
    let server = data.start("serve", NEXT_DAY, &at);
    until("a day later", everywhere);
    server.stop();
    assert_eq!(everywhere(), [""; 0]);
}

/// Mails in the outbox are marked with a hash under the key of their time.
#[test]
fn security_7_8_mails_of_a_deleted_member_are_removed_after_the_secret_key_is_replaced() {
    let data = Data::demo();
    let server = data.start("serve", CLOCK, &["--rate-limits", "off"]);
    let mut payload = super::newcomer(&address(2));
    payload["password"] = json!(password());
    Member::program(&server.site(HOST)).call_ok("POST", "/Member/Create?circuitId=aster", payload);
    let _ = Mail::to(&data, &address(2), |_| true);
    server.stop();
    let key = data.file("secret_key");
    let old = std::fs::read_to_string(&key).unwrap();
    std::fs::write(&key, format!("{}\n{old}", "k".repeat(40))).unwrap();
    let server = data.start("serve", CLOCK, &["--rate-limits", "off"]);
    let member = Member::program(&server.site(HOST));
    member.call_ok("POST", LOGIN, login(&address(2)));
    member.call_ok("GET", "/Member/v3/Delete/?boxofficeCircuitId=aster&memberId=", json!({}));
    until("the mails", || {
        let mut left = found(&files(data.path()), &[mark(2)]);
        left.retain(|one| !one.contains("~until"));
        left
    });
    drop(server);
}

/// The list of deletions is also in the media store. If that is read-only, members are erased anyway.
#[test]
fn security_7_8_a_read_only_media_store_prevents_neither_deletion_nor_start() {
    let data = Data::demo();
    let server = data.start("serve", CLOCK, &["--rate-limits", "off"]);
    // A file where the folder of the list would be.
    let folder = data.file("media").join("_deletions");
    std::fs::write(&folder, "").unwrap();
    live_and_leave(&data, &server, &[], || {});
    until("while it runs", || {
        let mut left = found(&files(data.path()), &marks());
        left.retain(|one| !(one.starts_with(&mark(25)) && one.contains("~until")));
        left
    });
    server.stop();
    let server = data.start("serve", CLOCK, &["--rate-limits", "off"]);
    assert_eq!(server.site(HOST).get("/").status, 200);
    // The list is completed once the store can be written to.
    server.stop();
    std::fs::remove_file(&folder).unwrap();
    let server = data.start("serve", CLOCK, &["--rate-limits", "off"]);
    until("the list is complete", || {
        let notes = std::fs::read_dir(&folder).map_or(0, Iterator::count);
        if notes == 1 { Vec::new() } else { vec![format!("{notes} notes")] }
    });
    drop(server);
}

/// A SQLite database of an older version has deleted rows in its free pages. It is rewritten once.
#[test]
fn security_7_8_free_pages_of_an_older_database_are_overwritten_at_the_upgrade() {
    let data = Data::demo();
    data.start("serve", CLOCK, &[]).stop();
    let sql = format!(
        "PRAGMA secure_delete = OFF; PRAGMA user_version = 0; CREATE TABLE old (a TEXT); \
         INSERT INTO old VALUES ('{}'); DROP TABLE old; PRAGMA wal_checkpoint(TRUNCATE)",
        mark(1).repeat(400)
    );
    sqlite(&data.file("marquee.db"), &sql);
    assert!(!found(&files(data.path()), &marks()).is_empty(), "the case is one");
    data.run(&["migrate"]).stdout_of_success();
    assert_eq!(found(&files(data.path()), &marks()), [""; 0]);
}

/// The text of an email is not in the files of the database, neither before nor after it is sent.
#[test]
fn security_7_8_queued_emails_are_encrypted_in_the_database() {
    let data = Data::demo();
    // No mail server accepts it, so it stays in the queue.
    let server = data.start("serve", CLOCK, &["--rate-limits", "off", "--mail-url", "smtp://127.0.0.1:9"]);
    let anybody = Member::program(&server.site(HOST));
    let mut payload = super::newcomer(&address(2));
    payload["firstName"] = json!(mark(3));
    anybody.call_ok("POST", "/Member/Create?circuitId=aster", payload);
    let link = "http%3A%2F%2Faster.localhost%2Flogin%2F%3FresetCode%3D";
    anybody.call_ok(
        "GET",
        &format!(
            "/Member/GetResetPasswordCode?circuitId=aster&cinemaId=aster-harbor&emailAddress=zq02marked02qz%40example.org&rootUrl={HOST}&resetPasswordLink={link}"
        ),
        json!({}),
    );
    let words = ["resetCode=", "http://aster.localhost/login/", "\"kind\":\"welcome\""].map(str::to_owned);
    let words_in_database = || {
        let database = files(data.path()).into_iter().filter(|(name, _)| name.contains("marquee.db"));
        found(&database.collect::<Vec<_>>(), &words)
    };
    assert_eq!(words_in_database(), [""; 0]);
    server.stop();
    // A restart with a working mail setting sends it at the next attempt.
    let server = data.start("serve", LATER, &["--rate-limits", "off"]);
    let mail = Mail::to(&data, &address(2), |mail| mail.text.contains("resetCode="));
    assert!(mail.text.contains("http://aster.localhost/login/?resetCode="), "{}", mail.text);
    assert_eq!(words_in_database(), [""; 0]);
    drop(server);
}

fn restore(data: &Data, backup: &Path) {
    std::fs::copy(backup, data.file("marquee.db")).unwrap();
    for rest in ["marquee.db-wal", "marquee.db-shm"] {
        drop(std::fs::remove_file(data.file(rest)));
    }
}

#[test]
fn security_7_8_restoring_a_backup_does_not_restore_deleted_members() {
    let data = Data::demo();
    let server = data.start("serve", CLOCK, &["--rate-limits", "off"]);
    let member = Member::program(&server.site(HOST));
    let mut payload = super::newcomer(&address(2));
    payload["password"] = json!(password());
    payload["nationalId"] = json!(mark(20));
    member.call_ok("POST", "/Member/Create?circuitId=aster", payload);
    let _ = Mail::to(&data, &address(2), |_| true);
    server.stop();
    let backup = data.file("outside-the-data.bak");
    std::fs::copy(data.file("marquee.db"), &backup).unwrap();
    let values = [mark(2), mark(20)];
    assert!(!found(&files(data.path()), &values).is_empty());

    let server = data.start("serve", CLOCK, &["--rate-limits", "off"]);
    let member = Member::program(&server.site(HOST));
    member.call_ok("POST", LOGIN, login(&address(2)));
    member.call_ok("GET", "/Member/v3/Delete/?boxofficeCircuitId=aster&memberId=", json!({}));
    let notes = data.file("media").join("_deletions");
    until("the list is written", || match (data.file("deletions").exists(), notes.exists()) {
        (true, true) => Vec::new(),
        other => vec![format!("{other:?}")],
    });
    server.stop();

    // Either of the two lists is enough.
    let list = std::fs::read_to_string(data.file("deletions")).unwrap();
    assert!(list.lines().count() == 1 && list.starts_with("aster."), "{list}");
    for lost in [None, Some(data.file("deletions")), Some(notes.clone())] {
        match &lost {
            Some(path) if path.is_dir() => std::fs::remove_dir_all(path).unwrap(),
            Some(path) => std::fs::remove_file(path).unwrap(),
            None => {}
        }
        restore(&data, &backup);
        let server = data.start("serve", CLOCK, &["--rate-limits", "off"]);
        assert_eq!(
            Member::program(&server.site(HOST)).code("POST", LOGIN, login(&address(2))),
            31,
            "{lost:?}"
        );
        Member::program(&server.site(HOST)).call_ok(
            "POST",
            LOGIN,
            json!({ "username": "noor", "password": super::NOOR_PASSWORD }),
        );
        until("the files", || {
            let of_database = |(name, _): &(String, Vec<u8>)| name.contains("marquee.db");
            let database: Vec<_> = files(data.path()).into_iter().filter(of_database).collect();
            found(&database, &values)
        });
        assert!(data.file("deletions").exists() && notes.exists(), "both lists are whole again");
        server.stop();
    }
}

/// The kept account is deleted after a merge: a backup from before the merge has both accounts.
#[test]
fn security_7_8_restoring_a_backup_does_not_restore_accounts_that_were_merged_into_a_deleted_one() {
    let data = Data::demo();
    let server = data.start("serve", CLOCK, &["--rate-limits", "off"]);
    let addresses = [address(2), address(25)];
    for email in &addresses {
        let mut payload = super::newcomer(email);
        payload["password"] = json!(password());
        let member = Member::program(&server.site(HOST));
        member.call_ok("POST", "/Member/Create?circuitId=aster", payload);
        let _ = Mail::to(&data, email, |_| true);
    }
    server.stop();
    let backup = data.file("outside-the-data.bak");
    std::fs::copy(data.file("marquee.db"), &backup).unwrap();

    let server = data.start("serve", CLOCK, &["--rate-limits", "off"]);
    let merge = ["member", "merge", addresses[0].as_str(), addresses[1].as_str(), "--yes", "--site", "aster"];
    data.run(&merge).stdout_of_success();
    let code = |name: &str| Member::program(&server.site(HOST)).code("POST", LOGIN, login(name));
    assert_eq!(code(&addresses[1]), 31, "the closed account");
    let member = Member::program(&server.site(HOST));
    member.call_ok("POST", LOGIN, login(&addresses[0]));
    member.call_ok("GET", "/Member/v3/Delete/?boxofficeCircuitId=aster&memberId=", json!({}));
    until("the files", || {
        let mut left = found(&files(data.path()), &[mark(2), mark(25)]);
        left.retain(|one| !one.contains("~until") && !one.contains("outside-the-data"));
        left
    });
    until("the list is written", || {
        if data.file("deletions").exists() { Vec::new() } else { vec!["no list".to_owned()] }
    });
    server.stop();
    let list = std::fs::read_to_string(data.file("deletions")).unwrap();
    assert_eq!(list.lines().count(), 2, "{list}");

    restore(&data, &backup);
    let server = data.start("serve", CLOCK, &["--rate-limits", "off"]);
    for name in &addresses {
        assert_eq!(Member::program(&server.site(HOST)).code("POST", LOGIN, login(name)), 31, "{name}");
    }
    server.stop();
}
