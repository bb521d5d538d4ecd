//! The check of videos while they arrive: MP4 files that all browsers play.

use mp4parse::{CodecType, Error, SampleEntry, Status, Track, TrackType, read_mp4};

use crate::{MediaError, MediaId, Result};

/// Maximum size of a video in bytes: 200 MB (security 6.9).
pub const MAX_VIDEO_BYTES: u64 = 200_000_000;

/// Maximum size of the boxes that describe a video; those of an hour have about 2 MB.
pub const MAX_DESCRIPTION_BYTES: usize = 8 << 20;

/// Maximum width and height in pixels.
const MAX_SIDE: u32 = 4096;

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
    /// 0 if the file does not tell.
    pub duration_ms: u64,
    pub bytes: u64,
}

fn not_a_video(reason: &str) -> MediaError {
    MediaError::NotAVideo(reason.to_owned())
}

/// The outer boxes of an MP4 file, followed while it arrives. It keeps those that describe the video, and skips its pictures and
/// sounds.
#[derive(Debug, Default)]
pub struct Boxes {
    /// Begin of a box that has not arrived completely: size and type.
    head: Vec<u8>,
    /// Number of bytes that the current box still has.
    rest: u64,
    /// Whether the current box ends with the file.
    is_last: bool,
    is_kept: bool,
    /// Whether the first box, which names the file type, was found.
    has_begun: bool,
    kept: Vec<u8>,
}

impl Boxes {
    /// Takes the next bytes.
    ///
    /// # Errors
    /// [`MediaError::NotAVideo`] as soon as they tell it.
    pub fn feed(&mut self, mut bytes: &[u8]) -> Result<()> {
        while !bytes.is_empty() && !self.is_last {
            if self.rest == 0 {
                let (&first, others) = bytes.split_first().unwrap_or((&0, &[]));
                self.head.push(first);
                bytes = others;
                self.begin_box()?;
                continue;
            }
            let length = usize::try_from(self.rest).unwrap_or(usize::MAX).min(bytes.len());
            let (content, others) = bytes.split_at(length);
            if self.is_kept {
                self.keep(content)?;
            }
            self.rest -= u64::try_from(length).unwrap_or(0);
            bytes = others;
        }
        Ok(())
    }

    /// Begins the box whose head has arrived; does nothing while it has not.
    fn begin_box(&mut self) -> Result<()> {
        let number = |bytes: &[u8]| bytes.iter().fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
        let Some((size, kind)) = self.head.get(..8).map(|head| head.split_at(4)) else { return Ok(()) };
        let is_file_type = kind == b"ftyp";
        if (!self.has_begun && !is_file_type) || !BOX_TYPES.iter().any(|known| kind == known.as_slice()) {
            return Err(not_a_video("it does not consist of MP4 boxes"));
        }
        self.has_begun = true;
        self.is_kept = is_file_type || kind == b"moov";
        let size = match number(size) {
            0 if self.is_kept => return Err(not_a_video("a box has no size")),
            // The box ends with the file.
            0 => {
                self.is_last = true;
                return Ok(());
            }
            // The size follows the type.
            1 if self.head.len() < 16 => return Ok(()),
            1 => number(self.head.get(8..).unwrap_or_default()),
            size => size,
        };
        let head = u64::try_from(self.head.len()).unwrap_or(0);
        self.rest = size.checked_sub(head).ok_or_else(|| not_a_video("a box is smaller than its head"))?;
        let head = std::mem::take(&mut self.head);
        if self.is_kept { self.keep(&head) } else { Ok(()) }
    }

    fn keep(&mut self, bytes: &[u8]) -> Result<()> {
        if self.kept.len() + bytes.len() > MAX_DESCRIPTION_BYTES {
            return Err(not_a_video("its description is too large"));
        }
        self.kept.extend_from_slice(bytes);
        Ok(())
    }

    /// The boxes that describe the video.
    ///
    /// # Errors
    /// [`MediaError::NotAVideo`] if it is incomplete.
    pub fn finish(self) -> Result<Vec<u8>> {
        if self.rest > 0 || (!self.head.is_empty() && !self.is_last) {
            return Err(not_a_video("it is incomplete"));
        }
        Ok(self.kept)
    }
}

/// What the boxes that describe a video say.
///
/// # Errors
/// [`MediaError::NotAVideo`], [`MediaError::VideoFormat`], [`MediaError::BadVideoSize`].
pub fn facts(description: &[u8]) -> Result<Facts> {
    let context = read_mp4(&mut &*description).map_err(|error| match error {
        // Of a codec that the parser does not know.
        Error::InvalidData(Status::StsdBadVideoSampleEntry | Status::StsdBadAudioSampleEntry) => {
            MediaError::VideoFormat
        }
        other => not_a_video(&other.to_string()),
    })?;
    let video = context.tracks.iter().find(|track| track.track_type == TrackType::Video);
    let video = video.ok_or_else(|| not_a_video("it has no picture"))?;
    let is_playable = codecs(video).all(|codec| codec == CodecType::H264) && codecs(video).next().is_some();
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
