//! Films.

use std::collections::BTreeMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::block::is_video_reference;
use super::saved_block::PageBlock;
use crate::host::has_plain_host;
use crate::id::{MediaRef, MovieId};

/// A film (ENT-06). Texts are stored verbatim and escaped on output.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Movie {
    /// All digits (ROUTE-02).
    #[schemars(extend("pattern" = "^[0-9]{1,19}$"))]
    pub id: MovieId,
    /// The title, verbatim.
    #[schemars(length(min = 1, max = 400))]
    pub title: String,
    /// The title in the original language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original_title: Option<String>,
    /// The title's form in URLs.
    pub slug: String,
    /// First day of release; missing if not announced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date"))]
    pub release_date: Option<Date>,
    /// Running time in minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 2000))]
    pub runtime: Option<u16>,
    /// Year of first release, for classics.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<u16>,
    /// Rating of the local board, for example `PG-13`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// Content advisory of the rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advisory: Option<String>,
    #[serde(default)]
    pub genres: Vec<String>,
    #[serde(default)]
    pub directors: Vec<String>,
    /// Leading cast.
    #[serde(default)]
    pub cast: Vec<String>,
    /// Spoken languages, BCP 47.
    #[serde(default)]
    pub languages: Vec<String>,
    /// Countries of production, as names.
    #[serde(default)]
    pub countries: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distributor: Option<String>,
    /// One line of story, ideally at most 110 characters.
    #[serde(default)]
    pub tagline: String,
    /// The story.
    #[serde(default)]
    pub synopsis: String,
    /// The poster, 2:3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poster: Option<MediaRef>,
    /// A wide picture, 16:9.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backdrop: Option<MediaRef>,
    /// A very wide picture, 3:1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hero: Option<MediaRef>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trailer: Option<Trailer>,
    /// The film at themoviedb.org, which has completed its facts, texts and pictures (decision 0075).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tmdb_id: Option<u32>,
    /// Badges set by hand, in addition to those derived from dates (CONST-03).
    #[serde(default)]
    pub badges: Vec<Badge>,
    /// Whether no badges are derived from dates.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own_badges_only: bool,
    /// A badge in words of the operator, for example `Last chance`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_BADGE_TEXT))]
    pub badge_text: Option<String>,
    /// Attribute keys that apply to the film as a whole.
    #[serde(default)]
    pub attributes: Vec<String>,
    /// Texts in other languages, by short locale.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, Localized>,
}

/// Texts of a record in another language; a missing one falls back to that of the record.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Localized {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub badge_text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tagline: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub synopsis: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture_alt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hours: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accessibility_note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Vec<PageBlock>>,
}

/// Maximum number of characters of [`Movie::badge_text`].
pub const MAX_BADGE_TEXT: usize = 24;

/// Badges of a film (CONST-03).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Badge {
    /// Released within the last 7 days.
    New,
    /// Has a show before the release date.
    Preview,
}

/// Where a trailer is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum TrailerKind {
    Youtube,
    Vimeo,
    File,
}

/// A trailer. Nothing is loaded from a third party until the visitor plays it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Trailer {
    pub kind: TrailerKind,
    /// The video's id at the platform; the URL of a file, or the reference of a video of the media library
    /// ([`is_video_reference`]).
    pub id: String,
}

impl Trailer {
    /// What operators choose: a video of the media library, or a URL as [`Self::from_url`] recognizes it.
    #[must_use]
    pub fn from_address(text: &str) -> Option<Self> {
        let video = Some(text.trim()).filter(|text| is_video_reference(text));
        video.map_or_else(
            || Self::from_url(text),
            |video| Some(Self { kind: TrailerKind::File, id: video.to_owned() }),
        )
    }

    /// Recognizes URLs of YouTube, Vimeo and `.mp4` files; `None` for any other.
    #[must_use]
    pub fn from_url(text: &str) -> Option<Self> {
        let url = url::Url::parse(text.trim()).ok().filter(|u| matches!(u.scheme(), "http" | "https"))?;
        let host = url.host_str()?.trim_start_matches("www.");
        let last_segment = url.path_segments()?.rfind(|s| !s.is_empty()).unwrap_or_default().to_owned();
        let video = |id: String| {
            let ok =
                id.len() == 11 && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
            ok.then_some(Self { kind: TrailerKind::Youtube, id })
        };
        match host {
            "youtu.be" => video(last_segment),
            "youtube.com" | "m.youtube.com" | "youtube-nocookie.com" => {
                video(url.query_pairs().find(|(k, _)| k == "v").map_or(last_segment, |(_, v)| v.into_owned()))
            }
            "vimeo.com" | "player.vimeo.com" => (!last_segment.is_empty()
                && last_segment.bytes().all(|b| b.is_ascii_digit()))
            .then_some(Self { kind: TrailerKind::Vimeo, id: last_segment }),
            _ => (last_segment.ends_with(".mp4") && has_plain_host(&url))
                .then(|| Self { kind: TrailerKind::File, id: url.into() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailer_urls_of_youtube_and_vimeo_are_recognized() {
        for form in ["watch?v=abcdefghijk&t=3", "embed/abcdefghijk", "shorts/abcdefghijk"] {
            let t = Trailer::from_url(&format!("https://www.youtube.com/{form}")).unwrap();
            assert_eq!((t.kind, t.id.as_str()), (TrailerKind::Youtube, "abcdefghijk"));
        }
        assert_eq!(Trailer::from_url("https://youtu.be/abcdefghijk").unwrap().id, "abcdefghijk");
        assert_eq!(Trailer::from_url("https://vimeo.com/12345").unwrap().kind, TrailerKind::Vimeo);
        assert!(Trailer::from_url("https://a.example/b.mp4").is_some());
        assert!(Trailer::from_url("https://a;script-src-elem/b.mp4").is_none());
        assert!(Trailer::from_url("javascript:alert(1)").is_none());
        assert!(Trailer::from_url("https://youtu.be/<script>").is_none());
        assert!(Trailer::from_url("video-2f1c09a8").is_none(), "feeds cannot name videos of the library");
        let video = Trailer { kind: TrailerKind::File, id: "video-2f1c09a8".to_owned() };
        assert_eq!(Trailer::from_address(" video-2f1c09a8"), Some(video));
        let file = "https://a.example/b.mp4";
        assert_eq!(Trailer::from_address(file), Trailer::from_url(file));
    }
}
