//! Minimal MIME parser for the mails of this crate.

use std::collections::HashMap;

/// A mail, or a MIME part.
pub struct Parsed {
    headers: Vec<(String, String)>,
    body: String,
    /// MIME parts; empty unless multipart.
    pub parts: Vec<Parsed>,
}

impl Parsed {
    pub fn read(bytes: &[u8]) -> Self {
        Self::parse(std::str::from_utf8(bytes).unwrap())
    }

    fn parse(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(!head.replace("\r\n", "").contains(['\r', '\n']), "line breaks are CRLF");
        let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
        let headers: Vec<(String, String)> = unfolded
            .split("\r\n")
            .map(|line| line.split_once(": ").unwrap())
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let kind = headers.iter().find(|(name, _)| name == "Content-Type").unwrap().1.clone();
        let parts = kind.split_once("boundary=\"").map(|(_, rest)| parts(body, rest.trim_end_matches('"')));
        Self { headers, body: body.to_owned(), parts: parts.unwrap_or_default() }
    }

    /// The value of a header, which must occur exactly once.
    pub fn header(&self, name: &str) -> &str {
        let all: Vec<_> = self.headers.iter().filter(|(n, _)| n == name).collect();
        assert_eq!(all.len(), 1, "{name}");
        &all[0].1
    }

    /// Header names in order; each must occur once.
    pub fn names(&self) -> Vec<String> {
        let mut counts: HashMap<&str, u32> = HashMap::new();
        self.headers.iter().for_each(|(name, _)| *counts.entry(name).or_default() += 1);
        assert!(counts.values().all(|count| *count == 1), "{counts:?}");
        self.headers.iter().map(|(name, _)| name.clone()).collect()
    }

    /// The decoded quoted-printable text of a part, with LF line breaks.
    pub fn decoded(&self) -> String {
        assert_eq!(self.header("Content-Transfer-Encoding"), "quoted-printable");
        let unfolded = self.body.replace("=\r\n", "");
        let mut bytes = Vec::new();
        let mut segments = unfolded.split('=');
        bytes.extend_from_slice(segments.next().unwrap().as_bytes());
        for segment in segments {
            bytes.push(u8::from_str_radix(&segment[..2], 16).unwrap());
            bytes.extend_from_slice(&segment.as_bytes()[2..]);
        }
        String::from_utf8(bytes).unwrap().replace("\r\n", "\n")
    }
}

fn parts(body: &str, boundary: &str) -> Vec<Parsed> {
    let (content, end) = body.split_once(&format!("--{boundary}--")).unwrap();
    assert_eq!(end.trim(), "");
    let between = format!("--{boundary}\r\n");
    let sections = content.split(&between).skip(1);
    sections.map(|section| Parsed::parse(section.strip_suffix("\r\n").unwrap())).collect()
}
