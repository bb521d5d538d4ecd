//! Sent emails, read from the outbox folder.

use std::time::{Duration, Instant};

use crate::data::Data;

/// Timeout for an email on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// An email in the outbox.
#[derive(Debug, Clone)]
pub struct Mail {
    /// The header `to`.
    pub to: String,
    /// The header `subject`.
    pub subject: String,
    /// The decoded text of all parts.
    pub text: String,
}

impl Mail {
    /// All emails so far, oldest first.
    #[must_use]
    pub fn all(data: &Data) -> Vec<Self> {
        let Ok(entries) = std::fs::read_dir(data.file("outbox")) else { return Vec::new() };
        let mut paths: Vec<_> = entries
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|e| e == "eml"))
            .collect();
        paths.sort();
        // The server may remove emails of deleted members at the same time.
        paths
            .iter()
            .filter_map(|path| std::fs::read_to_string(path).ok())
            .map(|mail| Self::read(&mail))
            .collect()
    }

    /// Waits for an email to an address that matches a condition, and returns the newest.
    ///
    /// # Panics
    /// On timeout.
    #[must_use]
    pub fn to(data: &Data, address: &str, is: impl Fn(&Self) -> bool) -> Self {
        let end = Instant::now() + PATIENCE;
        loop {
            let found = Self::all(data).into_iter().rfind(|m| m.to.contains(address) && is(m));
            if let Some(mail) = found {
                return mail;
            }
            assert!(Instant::now() < end, "no such mail to {address}: {:?}", Self::all(data));
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The first link that contains `words`.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn link(&self, words: &str) -> String {
        let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '<' | '>');
        let link = self.text.split(ends).find(|part| part.starts_with("http") && part.contains(words));
        link.unwrap_or_else(|| panic!("no link with {words} in {}", self.text)).to_owned()
    }

    fn read(eml: &str) -> Self {
        let eml = eml.replace("\r\n", "\n");
        let header = |name: &str| {
            let line = eml.lines().find(|line| line.to_ascii_lowercase().starts_with(name));
            line.map(|line| line.split_once(':').unwrap().1.trim().to_owned()).unwrap_or_default()
        };
        Self { to: header("to:"), subject: header("subject:"), text: decoded(&eml) }
    }
}

/// Decodes quoted-printable and base64 parts.
fn decoded(eml: &str) -> String {
    let mut out = String::new();
    for part in eml.split("\n--") {
        let Some((head, body)) = part.split_once("\n\n") else { continue };
        let head = head.to_ascii_lowercase();
        if head.contains("quoted-printable") {
            out.push_str(&quoted(body));
        } else if head.contains("base64") {
            use base64::Engine;
            let plain: String = body.split_whitespace().collect();
            let bytes = base64::engine::general_purpose::STANDARD.decode(plain).unwrap_or_default();
            out.push_str(&String::from_utf8_lossy(&bytes));
        } else {
            out.push_str(body);
        }
    }
    out
}

fn quoted(text: &str) -> String {
    let text = text.replace("=\n", "");
    let mut out = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'=' {
            out.push(byte);
            continue;
        }
        let pair: String = [rest.next(), rest.next()].into_iter().flatten().map(char::from).collect();
        out.push(u8::from_str_radix(&pair, 16).unwrap_or(b'?'));
    }
    String::from_utf8_lossy(&out).into_owned()
}
