//! Captions of videos: WebVTT and SubRip files, which become WebVTT with captions only (decision 0077).

use subtp::ParseError;
use subtp::srt::{SrtSubtitle, SrtTimestamp, SubRip};
use subtp::vtt::{CueSettings, VttBlock, VttCue, VttTimestamp, VttTimings, WebVtt};

use crate::MediaId;

/// Maximum size of a file with captions, which is some ten hours of speech.
pub const MAX_CAPTIONS_BYTES: usize = 512 << 10;

/// Captions of a video in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Captions {
    /// A WebVTT file without comments, styles and regions.
    pub text: String,
    /// Names the text, whatever its file was.
    pub id: MediaId,
}

/// Why a file has no captions that can be used. The messages are meant for operators.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CaptionsError {
    #[error("the file is too large: {} kB are allowed", MAX_CAPTIONS_BYTES >> 10)]
    TooLarge,
    #[error("the file is not a text in UTF-8: save it with this encoding")]
    NotUtf8,
    /// `line` begins with 1.
    #[error("line {line} is not what WebVTT or SubRip has there")]
    Line { line: usize },
    #[error("the file has no captions")]
    Empty,
    /// The start of the caption, as in the file.
    #[error("the caption at {start} ends before it starts")]
    Backwards { start: String },
}

impl Captions {
    /// Reads a WebVTT file, which begins with `WEBVTT`, or a SubRip file.
    ///
    /// # Errors
    /// [`CaptionsError`].
    pub fn read(bytes: &[u8]) -> Result<Self, CaptionsError> {
        if bytes.len() > MAX_CAPTIONS_BYTES {
            return Err(CaptionsError::TooLarge);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| CaptionsError::NotUtf8)?;
        let text = plain_lines(text);
        if text.trim().is_empty() {
            return Err(CaptionsError::Empty);
        }
        let cues = if text.starts_with("WEBVTT") { webvtt(&text)? } else { subrip(&text)? };
        if cues.is_empty() {
            return Err(CaptionsError::Empty);
        }
        if let Some(cue) = cues.iter().find(|cue| cue.timings.end <= cue.timings.start) {
            return Err(CaptionsError::Backwards { start: cue.timings.start.to_string() });
        }
        let blocks = cues.into_iter().map(VttBlock::from).collect();
        let text = WebVtt { blocks, ..WebVtt::default() }.render();
        let id = MediaId::from_bytes(text.as_bytes());
        Ok(Self { text, id })
    }
}

/// A text without byte order mark, with `\n` at the end of each line, also of the last, and without spaces before it.
fn plain_lines(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");
    let mut plain = String::with_capacity(text.len() + 1);
    for line in text.lines() {
        plain.push_str(line.trim_end());
        plain.push('\n');
    }
    plain
}

fn webvtt(text: &str) -> Result<Vec<VttCue>, CaptionsError> {
    // Files of players that show the captions of a stream may have none yet.
    if text.lines().all(|line| !line.contains("-->")) {
        return Err(CaptionsError::Empty);
    }
    let file = WebVtt::parse(text).map_err(|error| refused(text, &error))?;
    let cue = |block| match block {
        VttBlock::Que(cue) => Some(VttCue {
            identifier: None,
            settings: cue
                .settings
                .map(|settings| CueSettings { region: None, ..settings })
                .filter(|settings| *settings != CueSettings::default()),
            ..cue
        }),
        VttBlock::Comment(_) | VttBlock::Style(_) | VttBlock::Region(_) => None,
    };
    Ok(file.blocks.into_iter().filter_map(cue).collect())
}

fn subrip(text: &str) -> Result<Vec<VttCue>, CaptionsError> {
    let file = SubRip::parse(text).map_err(|error| refused(text, &error))?;
    let time = |at: SrtTimestamp| VttTimestamp {
        hours: at.hours,
        minutes: at.minutes,
        seconds: at.seconds,
        milliseconds: at.milliseconds,
    };
    let cue = |SrtSubtitle { start, end, text, .. }: SrtSubtitle| VttCue {
        timings: VttTimings { start: time(start), end: time(end) },
        payload: text.iter().map(|line| webvtt_line(line)).collect(),
        ..VttCue::default()
    };
    Ok(file.subtitles.into_iter().map(cue).collect())
}

/// A line of a SubRip file in WebVTT: `<i>`, `<b>` and `<u>` mean the same, other tags are ignored by browsers, which also show `&`
/// as it is, and positions such as `{\an8}` would be shown.
fn webvtt_line(line: &str) -> String {
    let mut rest = line;
    let mut plain = String::with_capacity(line.len());
    while let Some((before, after)) = rest.split_once("{\\") {
        let Some((_, after)) = after.split_once('}') else { break };
        plain.push_str(before);
        rest = after;
    }
    plain.push_str(rest);
    // What WebVTT has between times.
    plain.replace("-->", "->")
}

/// The error has the position as text: `4:6`. Times that are invalid are taken for a name, and the line after them for the times.
fn refused(text: &str, error: &ParseError) -> CaptionsError {
    let line = error.location.split(':').next().and_then(|line| line.parse().ok()).unwrap_or(1_usize);
    let before = line.checked_sub(2).and_then(|index| text.lines().nth(index)).unwrap_or_default();
    CaptionsError::Line { line: if before.contains("-->") { line - 1 } else { line } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, CaptionsError> {
        Captions::read(text.as_bytes()).map(|captions| captions.text)
    }

    const HELLO: &str = "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello\n";

    #[test]
    fn page_17_webvtt_and_subrip_files_become_webvtt_with_captions_only() {
        for file in [
            "WEBVTT\n\n00:01.000 --> 00:02.500\nHello",
            "\u{feff}WEBVTT - A tour\r\nKind: captions\r\n\r\n\r\n7\r\n00:00:01.000\t-->\t00:00:02.500 \r\nHello \r\n  \r\n",
            "WEBVTT\n\nSTYLE\n::cue { background: url(https://x.example/) }\n\nREGION\nid:a\n\nNOTE by Ana\n\n00:00:01.000 --> 00:00:02.500 region:a\nHello\n",
            "1\n00:00:01,000 --> 00:00:02,500\nHello",
            "\n1\r00:00:01,000 --> 00:00:02,500\r{\\an8}Hello\r",
        ] {
            assert_eq!(read(file).unwrap().trim_end(), HELLO.trim_end(), "{file:?}");
        }
        let id = |text: &str| Captions::read(text.as_bytes()).unwrap().id;
        assert_eq!(id(HELLO), id(&HELLO.replace('\n', "\r\n")));
        assert_ne!(id(HELLO), id(&HELLO.replace("Hello", "Hi")));
        let placed =
            "WEBVTT\n\n00:00:01.000 --> 00:00:02.500 line:0 align:start\n<v Ana>Hello &amp; <i>welcome</i>\n";
        assert_eq!(read(placed).unwrap(), placed);
        assert_eq!(
            read("1\n00:00:01,000 --> 00:00:02,500\n<i>Q&A</i> {later\nA --> B\n").unwrap(),
            "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n<i>Q&A</i> {later\nA -> B\n"
        );
    }

    #[test]
    fn page_17_files_without_captions_are_refused_with_the_line() {
        let empty = Err(CaptionsError::Empty);
        for file in ["", "\u{feff} \n", "WEBVTT", "WEBVTT\n\nNOTE nothing yet\n"] {
            assert_eq!(read(file), empty, "{file:?}");
        }
        for (file, line) in [
            ("<!doctype html><p>Hello", 1),
            ("WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello\n\n00:00:03.000 --> nothing\nHi\n", 6),
            ("1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:00:03.000 --> 00:00:04.000\nHi\n", 6),
        ] {
            assert_eq!(read(file), Err(CaptionsError::Line { line }), "{file:?}");
        }
        let backwards = CaptionsError::Backwards { start: "00:00:03.000".to_owned() };
        assert_eq!(read(&HELLO.replace("00:00:01", "00:00:03")), Err(backwards));
        assert_eq!(Captions::read(b"WEBVTT \xe9"), Err(CaptionsError::NotUtf8));
        let large = vec![b'a'; MAX_CAPTIONS_BYTES + 1];
        assert_eq!(Captions::read(&large), Err(CaptionsError::TooLarge));
    }
}
