//! Trailers of films and videos of content pages.

use marquee_api::{CaptionsView, TrailerView};
use marquee_model::catalog::{Trailer, TrailerKind, is_video_reference};
use marquee_model::locale::Locale;
use marquee_store::VideoRow;

use super::context::PageContext;
use crate::address::{captions_path, video_path};
use crate::names;

impl PageContext<'_> {
    /// A trailer's link and the URL of its privacy-enhanced player, which is loaded on demand; `None` for a video that the media
    /// library does not have.
    pub fn trailer(&self, trailer: &Trailer) -> Option<TrailerView> {
        let id = &trailer.id;
        let player = |href: String, embed| TrailerView { href, embed, file: false, captions: Vec::new() };
        Some(match trailer.kind {
            TrailerKind::Youtube => player(
                format!("https://www.youtube.com/watch?v={id}"),
                format!("https://www.youtube-nocookie.com/embed/{id}?autoplay=1&playsinline=1"),
            ),
            TrailerKind::Vimeo => player(
                format!("https://vimeo.com/{id}"),
                format!("https://player.vimeo.com/video/{id}?dnt=1&autoplay=1"),
            ),
            TrailerKind::File if is_video_reference(id) => self.library_video(self.snapshot.videos.get(id)?),
            TrailerKind::File => {
                TrailerView { href: id.clone(), embed: id.clone(), file: true, captions: Vec::new() }
            }
        })
    }

    /// A video of the media library, with its captions: those of the page's language first (PAGE-17).
    fn library_video(&self, video: &VideoRow) -> TrailerView {
        let path = video_path(self.site, video);
        let mut rows: Vec<_> =
            self.snapshot.captions.get(video.source.as_str()).into_iter().flatten().collect();
        let of_page = self.formats.locale();
        rows.sort_by_key(|row| (row.locale != *of_page, row.locale.short() != of_page.short()));
        let is_ambiguous =
            |locale: &Locale| rows.iter().filter(|row| row.locale.short() == locale.short()).count() > 1;
        let captions = rows.iter().map(|row| CaptionsView {
            locale: row.locale.long().to_owned(),
            label: names::captions_label(&row.locale, of_page, is_ambiguous(&row.locale)),
            href: captions_path(self.site, row),
        });
        TrailerView { href: path.clone(), embed: path, file: true, captions: captions.collect() }
    }
}
