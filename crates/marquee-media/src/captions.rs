//! Captions of videos: WebVTT and SubRip files, which become WebVTT with captions only (decision 0077).

use subtp::ParseError;
use subtp::srt::{SrtSubtitle, SrtTimestamp, SubRip};
use subtp::vtt::{CueSettings, VttBlock, VttCue, VttTimestamp, VttTimings, WebVtt};

use crate::MediaId;

/// Maximum size of captions, as a file and as they are stored; it is some ten hours of speech.
pub const MAX_CAPTIONS_BYTES: usize = 512 << 10;

/// What is between the two times of a caption, in both formats.
const ARROW: &str = "-->";

/// Captions of a video in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Captions {
    /// A WebVTT file without comments, styles and regions. [`Captions::read`] returns it as it is.
    pub text: String,
    /// Names the text, whatever its file was.
    pub id: MediaId,
}

/// Why a file has no captions that can be used. The messages are meant for operators; lines are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CaptionsError {
    #[error("the file is too large: {} kB are allowed", MAX_CAPTIONS_BYTES >> 10)]
    TooLarge,
    #[error("the file is not a text in UTF-8: save it with this encoding")]
    NotUtf8,
    #[error("line {line} is not valid WebVTT or SubRip")]
    Line { line: usize },
    #[error("the file has no captions")]
    Empty,
    #[error("line {line}: the caption ends before it starts")]
    Backwards { line: usize },
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
        let is_webvtt = text.starts_with("WEBVTT");
        let lines = lines_of_times(&text, is_webvtt)?;
        if lines.is_empty() && (is_webvtt || text.trim().is_empty()) {
            return Err(CaptionsError::Empty);
        }
        let cues = if is_webvtt { webvtt(&text)? } else { subrip(&text)? };
        // Each caption has a line with its times, and nothing else has one.
        for (VttCue { timings: VttTimings { start, end }, .. }, line) in cues.iter().zip(lines) {
            if [start, end].iter().any(|at| at.minutes > 59 || at.seconds > 59) {
                return Err(CaptionsError::Line { line });
            }
            if end <= start {
                return Err(CaptionsError::Backwards { line });
            }
        }
        let blocks: Vec<_> = cues.into_iter().filter_map(shown).map(VttBlock::from).collect();
        if blocks.is_empty() {
            return Err(CaptionsError::Empty);
        }
        let text = WebVtt { blocks, ..WebVtt::default() }.render();
        if text.len() > MAX_CAPTIONS_BYTES {
            return Err(CaptionsError::TooLarge);
        }
        let id = MediaId::from_bytes(text.as_bytes());
        Ok(Self { text, id })
    }
}

/// A text without byte order mark, with `\n` at the end of each line, also of the last, and without spaces before it. Databases and
/// WebVTT have no NUL.
fn plain_lines(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");
    let mut plain = String::with_capacity(text.len() + 1);
    for line in text.lines() {
        plain.push_str(&line.trim_end().replace('\0', "\u{fffd}"));
        plain.push('\n');
    }
    plain
}

/// The numbers of the lines with times. They are the first or second of their block, which ends with a blank line; without the
/// blank line, browsers and the parser find other captions in a file. The first block of a WebVTT file has none.
fn lines_of_times(text: &str, is_webvtt: bool) -> Result<Vec<usize>, CaptionsError> {
    let mut found = Vec::new();
    let (mut place_in_block, mut may_have_times) = (0, !is_webvtt);
    for (line, number) in text.lines().zip(1..) {
        if line.is_empty() {
            (place_in_block, may_have_times) = (0, true);
            continue;
        }
        place_in_block += 1;
        if line.contains(ARROW) {
            if !may_have_times || place_in_block > 2 {
                return Err(CaptionsError::Line { line: number });
            }
            may_have_times = false;
            found.push(number);
        }
    }
    Ok(found)
}

/// A caption without its name and its region; `None` without a text.
fn shown(cue: VttCue) -> Option<VttCue> {
    let payload: Vec<String> =
        cue.payload.iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect();
    let settings = cue
        .settings
        .map(|settings| CueSettings { region: None, ..settings })
        .filter(|settings| *settings != CueSettings::default());
    let timings = cue.timings;
    (!payload.is_empty()).then_some(VttCue { identifier: None, timings, settings, payload })
}

fn webvtt(text: &str) -> Result<Vec<VttCue>, CaptionsError> {
    let file = WebVtt::parse(text).map_err(|error| refused(text, &error))?;
    let cue = |block| match block {
        VttBlock::Que(cue) => Some(cue),
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

/// The tags that mean the same in both formats, after `<`.
const TAGS: [&str; 6] = ["i>", "b>", "u>", "/i>", "/b>", "/u>"];

/// A line of a SubRip file in WebVTT. Positions such as `{\an8}` and fonts are left out. WebVTT shows `&` as it is, and takes `<` for
/// the beginning of a tag.
fn webvtt_line(line: &str) -> String {
    let line = [("{\\", '}'), ("<font", '>'), ("</font", '>')]
        .into_iter()
        .fold(line.to_owned(), |line, (begin, end)| without(&line, begin, end));
    let mut parts = line.split('<');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(if TAGS.iter().any(|tag| part.starts_with(tag)) { "<" } else { "&#60;" });
        out.push_str(part);
    }
    // What is left may be an arrow.
    out.replace(ARROW, "--&#62;")
}

/// A line without the parts from `begin` to `end`.
fn without(line: &str, begin: &str, end: char) -> String {
    let (mut rest, mut out) = (line, String::with_capacity(line.len()));
    while let Some((before, after)) = rest.split_once(begin) {
        let Some((_, after)) = after.split_once(end) else { break };
        out.push_str(before);
        rest = after;
    }
    out + rest
}

/// The error has the position as text: `4:6`. Times that are invalid are taken for a name, and the line after them for the times.
fn refused(text: &str, error: &ParseError) -> CaptionsError {
    let line = error.location.split(':').next().and_then(|line| line.parse().ok()).unwrap_or(1_usize);
    let before = line.checked_sub(2).and_then(|index| text.lines().nth(index)).unwrap_or_default();
    CaptionsError::Line { line: if before.contains(ARROW) { line - 1 } else { line } }
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
            "1\n00:00:01,000 --> 00:00:02,500\n{\\an8}\n<font color=\"red\"> </font>\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\n{\\an8}\n",
        ] {
            assert_eq!(read(file).unwrap(), HELLO, "{file:?}");
        }
        let id = |text: &str| Captions::read(text.as_bytes()).unwrap().id;
        assert_eq!(id(HELLO), id(&HELLO.replace('\n', "\r\n")));
        assert_ne!(id(HELLO), id(&HELLO.replace("Hello", "Hi")));
        let placed =
            "WEBVTT\n\n00:00:01.000 --> 00:00:02.500 line:0 align:start\n<v Ana>Hello &amp; <i>welcome</i>\n";
        let subrip = "1\n00:00:01,000 --> 00:00:02,500\n<i>Q&A</i> {later\nI <3 you\0 --<font>>\n";
        let shown =
            "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n<i>Q&A</i> {later\nI &#60;3 you\u{fffd} --&#62;\n";
        assert_eq!(read(subrip).unwrap(), shown);
        for text in [HELLO, placed, shown] {
            assert_eq!(read(text).unwrap(), text, "what is stored is read as it is");
        }
    }

    #[test]
    fn page_17_files_without_captions_are_refused_with_the_line() {
        for file in ["", "\u{feff} \n", "WEBVTT", "WEBVTT\n\nNOTE nothing yet\n"] {
            assert_eq!(read(file), Err(CaptionsError::Empty), "{file:?}");
        }
        for (file, line) in [
            ("<!doctype html><p>Hello", 1),
            ("WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello\n\n00:00:03.000 --> nothing\nHi\n", 6),
            ("1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:00:03.000 --> 00:00:04.000\nHi\n", 6),
            // A blank line is missing: after the header, and between captions.
            ("WEBVTT\n00:00:01.000 --> 00:00:02.500\nHello\n", 2),
            ("WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello\n00:00:03.000 --> 00:00:04.000\nHi\n", 5),
            ("1\n00:00:01,000 --> 00:00:02,500\nHello\n2\n00:00:03,000 --> 00:00:04,000\nHi\n", 5),
            ("1\n00:00:01,000 --> 00:00:02,500\nA ---> B\n", 3),
            // Times that no clock has, which browsers do not show.
            ("WEBVTT\n\n00:75:00.000 --> 00:76:00.000\nHello\n", 3),
            ("1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:00:03,000 --> 00:00:75,000\nHi\n", 6),
        ] {
            assert_eq!(read(file), Err(CaptionsError::Line { line }), "{file:?}");
        }
        assert_eq!(read(&HELLO.replace("00:00:01", "00:00:03")), Err(CaptionsError::Backwards { line: 3 }));
        assert_eq!(Captions::read(b"WEBVTT \xe9"), Err(CaptionsError::NotUtf8));
        let large = vec![b'a'; MAX_CAPTIONS_BYTES + 1];
        assert_eq!(Captions::read(&large), Err(CaptionsError::TooLarge));
        // Times without hours get them.
        let many = "WEBVTT\n\n".to_owned() + &"00:01.000 --> 00:02.000\nHi\n\n".repeat(18_500);
        assert!(many.len() < MAX_CAPTIONS_BYTES, "{}", many.len());
        assert_eq!(read(&many), Err(CaptionsError::TooLarge));
    }
}
