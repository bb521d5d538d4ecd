//! What a file has beside a picture, read from its structure without decoding it: frames of an animation, and data that makes it a
//! file of another type as well (security 6.9).

use crate::{MediaError, Options, OriginalType, Result};

/// A ZIP archive ends with a record of at least this size, and a comment of at most 65,535 bytes.
const ZIP_END: usize = 22;
/// Readers of PDF look for its signature in as many bytes.
const PDF_HEAD: usize = 1024;

/// Refuses animations with more than [`Options::MAX_FRAMES`] frames, and files that other programs could read as a script, a page, an
/// archive or a document. Originals are never served; a copy of one could be.
pub fn check(kind: OriginalType, bytes: &[u8]) -> Result<()> {
    let structure = match kind {
        OriginalType::Gif => gif(bytes),
        OriginalType::Png => png(bytes),
        OriginalType::Webp => webp(bytes),
        // Cameras append further pictures to a JPEG.
        OriginalType::Jpeg => Structure { frames: 1, end: None },
        OriginalType::Svg => return Ok(()),
    };
    if structure.frames > Options::MAX_FRAMES {
        return Err(MediaError::TooManyFrames);
    }
    match foreign_content(kind, bytes, structure.end) {
        Some(content) => Err(MediaError::ForeignContent(content)),
        None => Ok(()),
    }
}

/// The structure of a picture as far as it can be read.
#[derive(Debug, PartialEq, Eq)]
struct Structure {
    /// Counted up to one more than [`Options::MAX_FRAMES`].
    frames: usize,
    /// Where the picture ends; `None` if it is not known, also for a truncated file.
    end: Option<usize>,
}

fn foreign_content(kind: OriginalType, bytes: &[u8], end: Option<usize>) -> Option<&'static str> {
    let comment_at = match kind {
        // The width of a GIF, and the length of the first part of a JPEG, that begin a comment of JavaScript.
        OriginalType::Gif => bytes.get(6..8),
        OriginalType::Jpeg => bytes.get(4..6),
        _ => None,
    };
    let rest = end.and_then(|end| bytes.get(end..)).unwrap_or_default();
    if comment_at == Some(b"/*") || has_markup(bytes) {
        Some("a script or a page")
    } else if is_zip(bytes) {
        Some("a ZIP archive")
    } else if bytes
        .get(..PDF_HEAD.min(bytes.len()))
        .unwrap_or_default()
        .windows(5)
        .any(|part| part == b"%PDF-")
    {
        Some("a PDF document")
    } else if rest.iter().any(|byte| !matches!(byte, 0 | b'\t' | b'\n' | b'\r' | b' ')) {
        Some("data after its end")
    } else {
        None
    }
}

/// Whether there is a tag that makes browsers run a script or show a page, in any case.
fn has_markup(bytes: &[u8]) -> bool {
    const TAGS: [&[u8]; 5] = [b"<script", b"<!doctype", b"<html>", b"<html ", b"<?php "];
    let starts = |tag: &[u8], at: usize| {
        bytes.get(at..at + tag.len()).is_some_and(|part| part.eq_ignore_ascii_case(tag))
    };
    let mut opening = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'<');
    opening.any(|(at, _)| TAGS.iter().any(|tag| starts(tag, at)))
}

/// Whether the file ends with the record that ends a ZIP archive, whose comment reaches to the end of the file.
fn is_zip(bytes: &[u8]) -> bool {
    let Some(last) = bytes.len().checked_sub(ZIP_END) else { return false };
    let first = last.saturating_sub(usize::from(u16::MAX));
    (first..=last).any(|at| {
        let comment = bytes.get(at + 20..at + ZIP_END).and_then(|length| length.try_into().ok());
        bytes.get(at..at + 4) == Some(b"PK\x05\x06")
            && comment
                .is_some_and(|length| at + ZIP_END + usize::from(u16::from_le_bytes(length)) == bytes.len())
    })
}

/// Number of bytes of a color table of a GIF, from the flags before it.
fn color_table(flags: u8) -> usize {
    if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) }
}

fn gif(bytes: &[u8]) -> Structure {
    let mut frames = 0;
    let Some(flags) = bytes.get(10) else { return Structure { frames, end: None } };
    let mut at = 13 + color_table(*flags);
    while frames <= Options::MAX_FRAMES {
        let blocks = match bytes.get(at) {
            Some(0x21) => at + 2,
            Some(0x2c) => {
                frames += 1;
                let Some(flags) = bytes.get(at + 9) else { break };
                at + 11 + color_table(*flags)
            }
            Some(0x3b) => return Structure { frames, end: Some(at + 1) },
            _ => break,
        };
        at = blocks;
        while let Some(length) = bytes.get(at) {
            at += 1 + usize::from(*length);
            if *length == 0 {
                break;
            }
        }
    }
    Structure { frames, end: None }
}

fn png(bytes: &[u8]) -> Structure {
    let (mut frames, mut at) = (0, 8);
    while frames <= Options::MAX_FRAMES {
        let Some(head) = bytes.get(at..at + 8) else { break };
        let length = head.first_chunk::<4>().map_or(0, |length| u32::from_be_bytes(*length));
        // Length, type, data and checksum.
        at = at.saturating_add(12).saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
        match head.get(4..) {
            Some(b"fcTL") => frames += 1,
            Some(b"IEND") => return Structure { frames, end: Some(at) },
            _ => {}
        }
    }
    Structure { frames, end: None }
}

fn webp(bytes: &[u8]) -> Structure {
    let length = |at: usize| {
        let length = bytes.get(at + 4..at + 8)?.try_into().map(u32::from_le_bytes).ok()?;
        // Padded to an even length.
        usize::try_from(length).ok()?.checked_next_multiple_of(2)?.checked_add(8)
    };
    let (mut frames, mut at) = (0, 12);
    while frames <= Options::MAX_FRAMES {
        let (Some(kind), Some(length)) = (bytes.get(at..at + 4), length(at)) else { break };
        frames += usize::from(kind == b"ANMF");
        at = at.saturating_add(length);
    }
    Structure { frames, end: length(0) }
}

#[cfg(test)]
mod tests;
