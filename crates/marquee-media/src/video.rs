//! The check of videos while they arrive: MP4 files that all browsers play.

use mp4parse::{CodecType, Error, SampleEntry, Status, Track, TrackType, VideoCodecSpecific, read_mp4};

use crate::{MediaError, MediaId, Result};

/// Maximum size of a video in bytes: 200 MB (security 6.9).
pub const MAX_VIDEO_BYTES: u64 = 200_000_000;

/// Maximum size of the boxes that describe a video; those of an hour have about 2 MB.
pub const MAX_DESCRIPTION_BYTES: usize = 8 << 20;

/// Maximum width and height in pixels.
const MAX_SIDE: u32 = 4096;

/// Maximum size of the description of a sound track; mostly it has under 50 bytes.
const MAX_SOUND_BYTES: u64 = 1024;

/// The profiles of H.264 that every browser plays: baseline, main and high.
pub const PROFILES: [u8; 3] = [66, 77, 100];

/// Types of the outer boxes of MP4 files.
const BOX_TYPES: [&[u8; 4]; 17] = [
    b"ftyp", b"moov", b"mdat", b"free", b"skip", b"wide", b"udta", b"uuid", b"meta", b"moof", b"mfra",
    b"sidx", b"ssix", b"styp", b"prft", b"pdin", b"emsg",
];

/// What a video shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    pub width: u32,
    pub height: u32,
    pub duration_ms: u64,
}

/// A stored video.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredVideo {
    pub id: MediaId,
    /// Displayed width in pixels, after rotation.
    pub width: u32,
    /// Displayed height in pixels, likewise.
    pub height: u32,
    /// 0 if unknown.
    pub duration_ms: u64,
    pub bytes: u64,
}

fn not_a_video(reason: &str) -> MediaError {
    MediaError::NotAVideo(reason.to_owned())
}

/// What becomes of the content of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Content {
    /// Pictures and sounds are stored as they arrive.
    #[default]
    Stored,
    /// What describes the video is read before it is stored.
    Read,
    /// Other data about the video, such as the place where it was recorded, is replaced by zeros.
    Emptied,
}

impl Content {
    fn by_kind(kind: &[u8]) -> Self {
        match kind {
            b"ftyp" | b"moov" => Self::Read,
            kind if is_metadata(kind) => Self::Emptied,
            _ => Self::Stored,
        }
    }
}

fn is_metadata(kind: &[u8]) -> bool {
    matches!(kind, b"udta" | b"meta" | b"uuid")
}

/// The outer boxes of an MP4 file, followed while it arrives.
#[derive(Debug, Default)]
pub struct Boxes {
    /// First bytes of a box that has not arrived completely: size and type.
    head: Vec<u8>,
    /// Number of bytes that the current box still has.
    rest: u64,
    /// Whether the current box ends with the file.
    is_last: bool,
    content: Content,
    /// Whether the first box, which names the file type, was found.
    has_begun: bool,
    /// A box that is read, as far as it has arrived.
    unread: Vec<u8>,
    /// The boxes that describe the video.
    description: Vec<u8>,
}

impl Boxes {
    /// Takes the next bytes; adds those that are to be stored to `stored`. Their number in all is that of the file.
    ///
    /// # Errors
    /// [`MediaError::NotAVideo`] as soon as the bytes say so.
    pub fn feed(&mut self, mut bytes: &[u8], stored: &mut Vec<u8>) -> Result<()> {
        while let Some((&first, others)) = bytes.split_first() {
            if self.is_last {
                stored.extend_from_slice(bytes);
                return Ok(());
            }
            if self.rest == 0 {
                self.head.push(first);
                bytes = others;
                self.begin_box(stored)?;
            } else {
                let length = usize::try_from(self.rest).unwrap_or(usize::MAX).min(bytes.len());
                let (content, others) = bytes.split_at(length);
                self.rest -= u64::try_from(length).unwrap_or(0);
                bytes = others;
                match self.content {
                    Content::Stored => stored.extend_from_slice(content),
                    Content::Read => self.read(content)?,
                    Content::Emptied => stored.resize(stored.len() + content.len(), 0),
                }
            }
            self.end_box(stored)?;
        }
        Ok(())
    }

    /// Begins the box whose head has arrived; does nothing while it has not.
    fn begin_box(&mut self, stored: &mut Vec<u8>) -> Result<()> {
        let Some((size, kind)) = self.head.get(..8).map(|head| head.split_at(4)) else { return Ok(()) };
        if (!self.has_begun && kind != b"ftyp") || !BOX_TYPES.iter().any(|known| kind == known.as_slice()) {
            return Err(not_a_video("it does not consist of MP4 boxes"));
        }
        self.has_begun = true;
        self.content = Content::by_kind(kind);
        let size = match number(size) {
            0 if self.content != Content::Stored => return Err(not_a_video("a box has no size")),
            // The box ends with the file.
            0 => {
                self.is_last = true;
                stored.append(&mut self.head);
                return Ok(());
            }
            // The size follows the type.
            1 if self.head.len() < 16 => return Ok(()),
            1 => number(self.head.get(8..).unwrap_or_default()),
            size => size,
        };
        let mut head = std::mem::take(&mut self.head);
        let length = u64::try_from(head.len()).unwrap_or(0);
        self.rest = size.checked_sub(length).ok_or_else(|| not_a_video("a box is smaller than its head"))?;
        match self.content {
            Content::Stored => stored.append(&mut head),
            Content::Read => self.read(&head)?,
            Content::Emptied => {
                set_free(&mut head);
                stored.append(&mut head);
            }
        }
        Ok(())
    }

    fn read(&mut self, bytes: &[u8]) -> Result<()> {
        if self.description.len() + self.unread.len() + bytes.len() > MAX_DESCRIPTION_BYTES {
            return Err(not_a_video("its description is too large"));
        }
        self.unread.extend_from_slice(bytes);
        Ok(())
    }

    /// Stores a box that was read, once it is complete.
    fn end_box(&mut self, stored: &mut Vec<u8>) -> Result<()> {
        if self.rest > 0 || !self.head.is_empty() || self.unread.is_empty() {
            return Ok(());
        }
        clear_metadata(&mut self.unread, &[b"moov", b"trak"])?;
        stored.extend_from_slice(&self.unread);
        self.description.append(&mut self.unread);
        Ok(())
    }

    /// The boxes that describe the video.
    ///
    /// # Errors
    /// [`MediaError::NotAVideo`] if the file is incomplete.
    pub fn finish(self) -> Result<Vec<u8>> {
        if self.rest > 0 || !self.head.is_empty() {
            return Err(not_a_video("it is incomplete"));
        }
        Ok(self.description)
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, byte| (number << 8) | u64::from(*byte))
}

/// Makes free space of a box, of the same size.
fn set_free(head: &mut [u8]) {
    if let Some(kind) = head.get_mut(4..8) {
        kind.copy_from_slice(b"free");
    }
}

/// Replaces metadata by free space of the same size, so that the places of pictures and sounds stay right: among `boxes`, and within
/// those of the first of `kinds`, whose content has boxes of the second, and so on. It goes no deeper, whatever a file contains.
fn clear_metadata(boxes: &mut [u8], kinds: &[&[u8; 4]]) -> Result<()> {
    let mut rest = boxes;
    while !rest.is_empty() {
        let (size, head) = match rest.get(..4).map(number) {
            Some(0) => (rest.len(), 8),
            Some(1) => (usize::try_from(rest.get(8..16).map_or(0, number)).unwrap_or(0), 16),
            size => (usize::try_from(size.unwrap_or(0)).unwrap_or(0), 8),
        };
        if size < head || size > rest.len() {
            return Err(not_a_video("a box is larger than what contains it"));
        }
        let (this, others) = std::mem::take(&mut rest).split_at_mut(size);
        rest = others;
        let (start, content) = this.split_at_mut(head);
        match start.get(4..8).unwrap_or_default() {
            kind if is_metadata(kind) => {
                set_free(start);
                content.fill(0);
            }
            kind => {
                if let Some((first, others)) = kinds.split_first()
                    && kind == first.as_slice()
                {
                    clear_metadata(content, others)?;
                }
            }
        }
    }
    Ok(())
}

/// Whether a description of the sound is so large that reading its parts, which may contain each other, could take all the stack.
fn has_large_sound_description(description: &[u8]) -> bool {
    let sizes = description.windows(8).filter(|part| part.ends_with(b"esds"));
    sizes
        .map(|part| number(part.get(..4).unwrap_or_default()))
        .any(|size| !(8..=MAX_SOUND_BYTES).contains(&size))
}

/// What the boxes that describe a video say.
///
/// # Errors
/// [`MediaError::NotAVideo`], [`MediaError::VideoFormat`], [`MediaError::BadVideoSize`].
pub fn facts(description: &[u8]) -> Result<Facts> {
    // A file of QuickTime has its type in the first box.
    if description.get(8..12) == Some(b"qt  ") {
        return Err(MediaError::VideoFormat);
    }
    if has_large_sound_description(description) {
        return Err(not_a_video("the description of its sound is too large"));
    }
    let context = read_mp4(&mut &*description).map_err(|error| match error {
        // Of a codec that the parser does not know.
        Error::InvalidData(Status::StsdBadVideoSampleEntry | Status::StsdBadAudioSampleEntry) => {
            MediaError::VideoFormat
        }
        other => not_a_video(&other.to_string()),
    })?;
    let video = context.tracks.iter().find(|track| track.track_type == TrackType::Video);
    let video = video.ok_or_else(|| not_a_video("it has no picture"))?;
    let is_playable = codecs(video).next().is_some()
        && codecs(video).all(|codec| codec == CodecType::H264)
        && profiles(video).all(|profile| PROFILES.contains(&profile));
    let has_playable_sound = context
        .tracks
        .iter()
        .filter(|track| track.track_type == TrackType::Audio)
        .flat_map(codecs)
        .all(|codec| matches!(codec, CodecType::AAC | CodecType::MP3));
    if !is_playable || !has_playable_sound {
        return Err(MediaError::VideoFormat);
    }
    let (width, height) = size(video).ok_or_else(|| not_a_video("it has no size"))?;
    if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
        return Err(MediaError::BadVideoSize { width, height });
    }
    let duration_ms = match (video.duration, video.timescale) {
        (Some(duration), Some(scale)) if scale.0 > 0 => duration.0.saturating_mul(1000) / scale.0,
        _ => 0,
    };
    Ok(Facts { width, height, duration_ms })
}

fn codecs(track: &Track) -> impl Iterator<Item = CodecType> {
    track.stsd.iter().flat_map(|samples| samples.descriptions.iter()).map(|entry| match entry {
        SampleEntry::Video(video) => video.codec_type,
        SampleEntry::Audio(audio) => audio.codec_type,
        SampleEntry::Unknown => CodecType::Unknown,
    })
}

/// The H.264 profiles of a track.
fn profiles(track: &Track) -> impl Iterator<Item = u8> {
    let entries = track.stsd.iter().flat_map(|samples| samples.descriptions.iter());
    entries.filter_map(|entry| match entry {
        SampleEntry::Video(video) => match &video.codec_specific {
            VideoCodecSpecific::AVCConfig(config) => config.get(1).copied(),
            _ => None,
        },
        _ => None,
    })
}

/// The displayed size: that of the pictures, turned as the track says.
fn size(track: &Track) -> Option<(u32, u32)> {
    let mut entries = track.stsd.iter().flat_map(|samples| samples.descriptions.iter());
    let (width, height) = entries.find_map(|entry| match entry {
        SampleEntry::Video(video) => Some((u32::from(video.width), u32::from(video.height))),
        _ => None,
    })?;
    let is_upright = track.tkhd.as_ref().is_some_and(|head| head.matrix.a == 0 && head.matrix.b != 0);
    Some(if is_upright { (height, width) } else { (width, height) })
}
