//! `marquee ledger`

use marquee_tests::{Acme, Data};

fn verify(data: &Data) -> marquee_tests::CommandResult {
    data.run(&["ledger", "verify", "--site", "acme"])
}

/// Changes one digit of the first hash in the database file.
fn tamper(data: &Data) {
    let path = data.file("marquee.db");
    assert!(!data.file("marquee.db-wal").exists(), "the database is closed");
    let mut bytes = std::fs::read(&path).unwrap();
    let is_hash = |window: &[u8]| window.iter().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(b));
    let at = bytes.windows(64).position(is_hash).unwrap();
    bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn security_4_2_a_tampered_ledger_is_detected_and_the_account_frozen() {
    let data = Data::with(&[&Acme::single()]);
    let site = ["--site", "acme"];
    let ada = ["member", "add", "email=ada@example.org", "firstName=Ada", "lastName=L", "points=500"];
    data.run(&[&ada[..], &site].concat()).stdout_of_success();
    assert_eq!(verify(&data).stdout_of_success(), "1 accounts and 1 entries checked, no errors\n");
    tamper(&data);
    let verification = verify(&data);
    assert_eq!(verification.code, 1, "{}", verification.err);
    let lines: Vec<&str> = verification.out.lines().collect();
    assert!(lines.len() == 1 && lines[0].starts_with("acme points:"), "{lines:?}");
    assert!(verification.err.contains("1 accounts are frozen"), "{}", verification.err);
    let adjustment = data.run(&[&["member", "points", "ada@example.org", "-5"], &site[..]].concat());
    assert!(adjustment.code == 1 && adjustment.err.contains("frozen"), "{}", adjustment.err);
    let log = data.run(&[&["audit"], &site[..]].concat()).stdout_of_success();
    assert!(log.contains("account.freeze"), "{log}");
}
